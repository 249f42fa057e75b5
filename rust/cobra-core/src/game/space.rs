//! Assignments of a space: their layout as bits and their values as people know them.
//!
//! An assignment is a *row*: bit p of it is proposition p, in `words(space)` words.

use crate::base::bits::WordOnes;
use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::error::{CoreError, Result};
use crate::game::program::{Slot, SlotKind, Space};

/// The value of one slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A truth value (0 or 1), or the position of a symbol.
    Number(u32),
    /// Positions of the members, ascending.
    Set(Vec<u32>),
}

/// Words of a row.
pub fn words(space: &Space) -> usize {
    (space.propositions.index()).div_ceil(64).max(1)
}

impl Slot {
    /// Number of propositions.
    pub fn width(&self) -> u32 {
        match self.kind {
            SlotKind::Bool => 1,
            SlotKind::Symbol { symbols } | SlotKind::Set { symbols, .. } => symbols,
        }
    }

    /// Least and greatest number of members of a set; (0, 0) for other kinds.
    pub(crate) fn bounds(&self) -> (u32, u32) {
        match self.kind {
            SlotKind::Set { min, max, .. } => (min, max),
            _ => (0, 0),
        }
    }
}

#[inline]
pub(crate) fn bit(row: &[u64], proposition: u32) -> bool {
    row[proposition.index() / 64] >> (proposition % 64) & 1 != 0
}

#[inline]
pub(crate) fn set_bit(row: &mut [u64], proposition: u32) {
    row[proposition.index() / 64] |= 1 << (proposition % 64);
}

/// Exchanges two propositions of a row; whether that changes it.
#[inline]
pub(crate) fn exchange(row: &mut [u64], p: u32, q: u32) -> bool {
    let differ = bit(row, p) != bit(row, q);
    if differ {
        row[p.index() / 64] ^= 1 << (p % 64);
        row[q.index() / 64] ^= 1 << (q % 64);
    }
    differ
}

/// The numbers of the bits of a row that are set, ascending.
#[inline]
pub(crate) fn ones(row: &[u64]) -> impl Iterator<Item = u32> + '_ {
    row.iter().zip((0..).step_by(64)).flat_map(|(&word, first)| WordOnes(word).map(move |place| first + place))
}

/// Bytes that the values of an assignment take at most, here and handed over to Python.
pub(crate) fn values_bytes(space: &Space) -> u64 {
    const SEQUENCE: u64 = 2 * 48; // of a vector and of the list it becomes, beside what is in them
    const MEMBER: u64 = 4 + 8;
    let sets = space.slots.iter().map(|slot| match slot.kind {
        SlotKind::Set { max, .. } => SEQUENCE + MEMBER * u64::from(max),
        _ => 0,
    });
    let values = space.slots.len().to_u64() * (size_of::<Value>().to_u64() + 8);
    SEQUENCE + values + sets.sum::<u64>()
}

/// The values of an assignment, slot by slot.
pub fn decode(space: &Space, row: &[u64]) -> Vec<Value> {
    let members = |slot: &Slot| (0..slot.width()).filter(|a| bit(row, slot.first + a)).collect::<Vec<u32>>();
    let value = |slot: &Slot| match slot.kind {
        SlotKind::Bool => Value::Number(u32::from(bit(row, slot.first))),
        SlotKind::Symbol { .. } => Value::Number(members(slot).first().copied().unwrap_or(0)),
        SlotKind::Set { .. } => Value::Set(members(slot)),
    };
    space.slots.iter().map(value).collect()
}

/// The row of an assignment given by values. Only the kinds and ranges of single slots are checked.
pub fn encode(space: &Space, values: &[Value]) -> Result<Vec<u64>> {
    if values.len() != space.slots.len() {
        return Err(CoreError::input(format!("{} values for {} slots", values.len(), space.slots.len())));
    }
    let mut row = vec![0; words(space)];
    for (number, (slot, value)) in space.slots.iter().zip(values).enumerate() {
        let wrong = || CoreError::input(format!("value {value:?} does not fit slot {number}, {:?}", slot.kind));
        match (slot.kind, value) {
            (SlotKind::Bool, Value::Number(0)) => {}
            (SlotKind::Bool, Value::Number(1)) => set_bit(&mut row, slot.first),
            (SlotKind::Symbol { symbols }, &Value::Number(a)) if a < symbols => set_bit(&mut row, slot.first + a),
            (SlotKind::Set { symbols, min, max }, Value::Set(members)) => {
                if members.iter().any(|&a| a >= symbols) || !members.is_sorted_by(|a, b| a < b) {
                    return Err(wrong());
                }
                if (members.len().to_u64()) < u64::from(min) || members.len().to_u64() > u64::from(max) {
                    return Err(wrong());
                }
                members.iter().for_each(|&a| set_bit(&mut row, slot.first + a));
            }
            _ => return Err(wrong()),
        }
    }
    Ok(row)
}

/// Whether each slot has what its kind asks for: one symbol, so many members.
pub(crate) fn fills_slots(space: &Space, row: &[u64]) -> bool {
    space.slots.iter().all(|slot| {
        let held = (0..slot.width()).filter(|a| bit(row, slot.first + a)).count().to_u32();
        match slot.kind {
            SlotKind::Bool => true,
            SlotKind::Symbol { .. } => held == 1,
            SlotKind::Set { min, max, .. } => (min..=max).contains(&held),
        }
    })
}

/// Number of assignments when nothing but slots, tables and disjoint `distinct` groups restricts them; saturating.
/// `None` when constraints or more intricate groups do.
pub fn exact_size(space: &Space) -> Option<u64> {
    if !space.constraints.is_empty() {
        return None;
    }
    let mut covered = vec![false; space.slots.len()];
    let mut size: u64 = 1;
    for table in &space.tables {
        for &slot in &table.slots {
            if std::mem::replace(&mut covered[slot], true) {
                return None;
            }
        }
        size = size.saturating_mul((table.rows.len() / table.slots.len().max(1)).to_u64());
    }
    for group in &space.distinct {
        let widths: Vec<u32> = group.iter().map(|&slot| space.slots[slot].width()).collect();
        for &slot in group {
            if std::mem::replace(&mut covered[slot], true) {
                return None;
            }
        }
        if widths.iter().any(|&w| w != widths[0]) {
            return None;
        }
        for k in 0..group.len().to_u64() {
            size = size.saturating_mul(u64::from(widths[0]).saturating_sub(k));
        }
    }
    for (slot, _) in space.slots.iter().zip(covered).filter(|(_, covered)| !covered) {
        size = size.saturating_mul(match slot.kind {
            SlotKind::Bool => 2,
            SlotKind::Symbol { symbols } => u64::from(symbols),
            SlotKind::Set { symbols, min, max } => sets(symbols, min, max),
        });
    }
    Some(size)
}

/// Number of subsets of `n` things with `min..=max` members, saturating.
fn sets(n: u32, min: u32, max: u32) -> u64 {
    if min > n / 2 {
        return if min > n { 0 } else { sets(n, n - max.min(n), n - min) }; // as many as their complements
    }
    let mut binomial: u128 = 1;
    let mut sum: u128 = 0;
    for k in 0..=max.min(n) {
        if k >= min {
            sum += binomial;
        }
        if sum > u128::from(u64::MAX) || binomial > u128::from(u64::MAX) {
            // up to here binomials grow, so the sum of all from `min` on is as huge if `min` is still to come
            return u64::MAX;
        }
        binomial = binomial * u128::from(n - k) / u128::from(k + 1);
    }
    sum as u64
}

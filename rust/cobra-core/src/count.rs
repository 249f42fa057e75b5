//! How many experiments a type has, without visiting them one by one where symbols are interchangeable.
//!
//! Conditions of a type are kept by all permutations of the symbols of a group (the front end verifies it), so the
//! experiments are counted orbit by orbit: the orbit of an assignment has `Π c! / Π k!` members, c being the sizes of
//! the groups and k those of the cells, symbols used alike by all slots.
//!
//! With two sides in a fixed order (see `lists.rs`) the space E holds one of each pair of mirror images. Let O be the
//! orbit of a visited assignment in the closed space and O' that of its mirror image. E holds |O| members of O and O'
//! together when these differ and |O| / 2 when they are one; the first members of both may have been visited, or only one.
//! So an orbit counts half if the first member of its mirror orbit is visited as well (perhaps being the same), and
//! full otherwise.

use crate::enumerate::Enumerator;
use crate::error::Result;
use crate::limits::Control;
use crate::orbit::{Classes, Rule};
use crate::plan::Plan;
use crate::space::{bit, exact_size};
use crate::symbols::{Interchange, OUTSIDE};

/// The number of experiments, or `None` when there are more than `limit`. `symbols`: with interchangeable symbols, if
/// they concern the type; `sides`: the slots of the two sides, if any.
pub(crate) fn count(
    plan: &Plan,
    type_index: usize,
    symbols: Option<&Interchange>,
    sides: Option<(u32, u32)>,
    limit: u64,
    control: &Control,
) -> Result<Option<u64>> {
    if let Some(size) = exact_size(&plan.space) {
        return Ok((size <= limit).then_some(size));
    }
    let orbits = symbols.and_then(|symbols| Orbits::new(plan, type_index, symbols, sides));
    let mut walk = Enumerator::new(plan, orbits.as_ref().map(|orbits| &orbits.rule));
    let mut twice: u128 = 0;
    while walk.advance(control)? {
        let members = orbits.as_ref().map_or(Some(2), |orbits| orbits.twice_the_size(walk.row()));
        match members.and_then(|members| twice.checked_add(members)) {
            Some(sum) if sum / 2 <= u128::from(limit) => twice = sum,
            _ => return Ok(None),
        }
    }
    Ok(Some((twice / 2) as u64))
}

/// How orbits of assignments of one type are measured.
struct Orbits {
    rule: Rule,
    /// For each class of symbols, for each bound slot the propositions of its symbols, in the order of the slot.
    classes: Vec<Vec<Vec<u32>>>,
    sides: bool,
}

impl Orbits {
    /// `None` when the type is not of a kind understood here.
    fn new(plan: &Plan, type_index: usize, symbols: &Interchange, sides: Option<(u32, u32)>) -> Option<Orbits> {
        let slots = symbols.slots(type_index);
        let bound: Vec<usize> = (0..slots.len()).filter(|&slot| slots[slot].is_some()).collect();
        if bound.len() > 64 || (sides.is_some() && (bound != [0, 1] || slots.len() != 2 || slots[0] != slots[1])) {
            return None;
        }
        let class = symbols.whole_classes();
        let of = |symbol: u32| if symbol == OUTSIDE { OUTSIDE } else { class[symbol as usize] };
        let mut names: Vec<u32> =
            bound.iter().flat_map(|&slot| slots[slot].iter().flatten().map(|&s| of(s))).collect();
        names.sort_unstable();
        names.dedup();
        names.retain(|&name| name != OUTSIDE);
        let propositions = |name: u32, slot: usize| -> Vec<u32> {
            let numbers = slots[slot].iter().flatten().enumerate();
            let first = plan.space.slots[slot].first;
            numbers.filter(|(_, &symbol)| of(symbol) == name).map(|(position, _)| first + position as u32).collect()
        };
        let mut classes: Vec<Vec<Vec<u32>>> =
            names.iter().map(|&name| bound.iter().map(|&slot| propositions(name, slot)).collect()).collect();
        if sides.is_some() {
            // Symbols of no group are classes of their own where the least members of sides are compared.
            let alone = slots[0].iter().flatten().enumerate().filter(|(_, &symbol)| symbol == OUTSIDE);
            let at = |slot: usize, position: usize| vec![plan.space.slots[slot].first + position as u32];
            classes.extend(alone.map(|(position, _)| vec![at(0, position), at(1, position)]));
        }
        let none = vec![false; class.len()];
        let rule = Rule::new(plan, type_index, symbols, &Classes { class, absent: none.clone() }, none);
        Some(Orbits { rule, classes, sides: sides.is_some() })
    }

    /// Twice the number of experiments an assignment stands for; `None` beyond all bounds.
    fn twice_the_size(&self, row: &[u64]) -> Option<u128> {
        let mut size: u128 = if self.sides && self.mirror_is_visited(row) { 1 } else { 2 };
        for class in &self.classes {
            let mut profiles = self.profiles(class, row);
            profiles.sort_unstable();
            let mut left = profiles.len() as u128;
            for cell in profiles.chunk_by(|a, b| a == b) {
                size = size.checked_mul(binomial(left, cell.len() as u128)?)?;
                left -= cell.len() as u128;
            }
        }
        Some(size)
    }

    /// For each symbol of a class the slots that use it, as bits. Classes occur in every slot with all symbols or none.
    fn profiles(&self, class: &[Vec<u32>], row: &[u64]) -> Vec<u64> {
        let symbols = class.iter().map(Vec::len).max().unwrap_or(0);
        let used = |symbol: usize, slot: usize| class[slot].get(symbol).is_some_and(|&p| bit(row, p));
        let profile = |symbol| (0..class.len()).fold(0, |bits, slot| bits | u64::from(used(symbol, slot)) << slot);
        (0..symbols).map(profile).collect()
    }

    /// Whether the first member of the mirror image's orbit has its least symbol on the first side.
    fn mirror_is_visited(&self, row: &[u64]) -> bool {
        let (mut first, mut second) = (u32::MAX, u32::MAX);
        for class in &self.classes {
            let profiles = self.profiles(class, row);
            let count = |profile: u64| profiles.iter().filter(|&&p| p == profile).count();
            let (left, right, both) = (count(1), count(2), count(3));
            if right + both > 0 {
                first = first.min(class[0][0]);
            }
            if both > 0 {
                second = second.min(class[0][0]);
            } else if left > 0 {
                second = second.min(class[0][right]);
            }
        }
        first < second
    }
}

fn binomial(n: u128, k: u128) -> Option<u128> {
    let mut result: u128 = 1;
    for i in 0..k.min(n - k) {
        result = result.checked_mul(n - i)? / (i + 1);
    }
    Some(result)
}

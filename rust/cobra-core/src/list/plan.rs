//! A space compiled for enumeration: the decisions to take, in order, and the constraints.

use std::sync::OnceLock;

use crate::base::convert::{ToIndex, ToU32};
use crate::base::ids::SlotId;
use crate::formula::circuit::Values;
use crate::game::program::{Lit, Node, Slot, SlotKind, Space};
use crate::game::space::{bit, words};
use crate::list::constraint::{Circuits, Constraints};
use crate::list::masks::Masks;

/// One decision, or several of a kind.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// Truth values of the propositions `first..end`, one after the other; true first.
    Bools { first: u32, end: u32 },
    /// The symbol of a slot.
    Symbol { slot: SlotId },
    /// The members of a slot: first how many, then one after the other.
    Set { slot: SlotId },
    /// The row of a table.
    Table { table: u32 },
}

/// A space ready to be enumerated, as often as wanted.
#[derive(Debug)]
pub(crate) struct Plan {
    pub space: Space,
    pub words: usize,
    pub items: Vec<Item>,
    /// For each slot its propositions as (word, mask).
    pub slot_words: Vec<Vec<(u32, u64)>>,
    /// For each slot those that must hold another symbol.
    pub different: Vec<Vec<SlotId>>,
    pub constraints: Constraints,
    /// What is known before any decision; `None` when the constraints contradict each other.
    pub start: OnceLock<Option<(Masks, Values)>>,
}

impl Plan {
    /// `own`: the side of the space's propositions. `extra`: more conjuncts; they may also mention the other side, whose
    /// leaves are then given when an enumeration starts.
    pub fn new(nodes: &[Node], space: &Space, own: u8, extra: &[Lit]) -> Self {
        Plan::sharing(nodes, space, own, extra, &mut Circuits::new())
    }

    /// A plan that shares circuits with others of the same nodes and side.
    pub fn sharing(nodes: &[Node], space: &Space, own: u8, extra: &[Lit], circuits: &mut Circuits) -> Self {
        let words = words(space);
        let conjuncts: Vec<Lit> = space.constraints.iter().chain(extra).copied().collect();
        let mut different = vec![Vec::new(); space.slots.len()];
        for group in &space.distinct {
            for &slot in group {
                different[slot].extend(group.iter().filter(|&&other| other != slot));
            }
        }
        let of = |slot: &Slot| mask_words(slot.first, slot.first + slot.width()).collect();
        let slot_words = space.slots.iter().map(of).collect();
        let constraints = Constraints::new(nodes, space, &conjuncts, own, words, circuits);
        Plan {
            space: space.clone(),
            words,
            items: items(space),
            slot_words,
            different,
            constraints,
            start: OnceLock::new(),
        }
    }

    /// Whether an assignment comes before another: decision by decision true before false, symbols by position, sets by
    /// size and then by members, rows of tables as they are listed.
    pub fn orders(&self, row: &[u64], other: &[u64]) -> bool {
        let key = |row: &[u64]| -> Vec<(usize, Vec<u32>)> {
            let held = |slot: SlotId| {
                let slot = &self.space.slots[slot];
                (0..slot.width()).filter(|a| bit(row, slot.first + a)).collect::<Vec<u32>>()
            };
            let of = |item: &Item| match *item {
                Item::Bools { first, end } => (0, (first..end).map(|p| u32::from(!bit(row, p))).collect()),
                Item::Symbol { slot } => (0, held(slot)),
                Item::Set { slot } => (held(slot).len(), held(slot)),
                Item::Table { table } => {
                    let table = &self.space.tables[table.index()];
                    let symbols: Vec<u32> = table.slots.iter().flat_map(|&slot| held(slot)).collect();
                    let place = table.rows.chunks_exact(table.slots.len()).position(|listed| listed == symbols);
                    (place.unwrap_or(usize::MAX), Vec::new())
                }
            };
            self.items.iter().map(of).collect()
        };
        key(row) < key(other)
    }
}

/// The bits `first..end` as (word, mask).
pub(crate) fn mask_words(first: u32, end: u32) -> impl Iterator<Item = (u32, u64)> {
    let mut p = first;
    std::iter::from_fn(move || {
        (p < end).then(|| {
            let stop = end.min((p / 64 + 1) * 64);
            let mask = (u64::MAX >> (64 - (stop - p))) << (p % 64);
            let word = p / 64;
            p = stop;
            (word, mask)
        })
    })
}

fn items(space: &Space) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut table_of = vec![u32::MAX; space.slots.len()];
    for (number, table) in space.tables.iter().enumerate().rev() {
        table.slots.iter().for_each(|&slot| table_of[slot] = number.to_u32());
    }
    let mut done = vec![false; space.tables.len()];
    for (number, slot) in SlotId::with(&space.slots) {
        // A slot in several tables is filled by the one met first; the others then only admit fitting rows.
        for (table, listed) in space.tables.iter().enumerate() {
            if !done[table] && listed.slots.contains(&number) {
                done[table] = true;
                items.push(Item::Table { table: table.to_u32() });
            }
        }
        if table_of[number] != u32::MAX {
            continue;
        }
        match slot.kind {
            SlotKind::Bool => match items.last_mut() {
                Some(Item::Bools { end, .. }) if *end == slot.first => *end += 1,
                _ => items.push(Item::Bools { first: slot.first, end: slot.first + 1 }),
            },
            SlotKind::Symbol { .. } => items.push(Item::Symbol { slot: number }),
            SlotKind::Set { .. } => items.push(Item::Set { slot: number }),
        }
    }
    items
}

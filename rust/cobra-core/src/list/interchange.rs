//! The groups of interchangeable symbols and slots of a game, and what they mean in each type.
//!
//! What swapping does to experiments and answers was verified by the front end; see `SymbolGroup` and `SlotGroup`.

use std::collections::HashMap;
use std::ops::Range;

use crate::base::convert::{ToIndex, ToU32};
use crate::base::ids::{SlotId, TypeIndex};
use crate::game::program::{SlotGroup, Space, SymbolGroup};

/// The classes of symbols, and of members of groups of slots, in some state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Classes {
    /// For each symbol or member the lowest of its class.
    pub class: Vec<u32>,
    /// Symbols that no code of the state uses.
    pub absent: Vec<bool>,
}

impl Classes {
    /// The number of permutations within the classes, at most 2^64 - 1.
    pub fn permutations(&self) -> u64 {
        let mut members = vec![0_u64; self.class.len()];
        self.class.iter().fold(1, |product, lowest| {
            let members = &mut members[lowest.index()];
            *members += 1;
            product.saturating_mul(*members)
        })
    }
}

/// Whether each class is named by its lowest symbol or member.
pub(crate) fn are_named_by_lowest<I: ToIndex + PartialEq>(class: &[I]) -> bool {
    class.iter().enumerate().all(|(place, &lowest)| lowest.index() <= place && class[lowest.index()] == lowest)
}

/// The groups of a game, put together: symbols or members of different groups are never interchangeable. Members of
/// groups of slots are numbered after the symbols.
pub(crate) struct Interchange {
    /// For each symbol and member the propositions of the secret that speak of it.
    pub propositions: Vec<Vec<u32>>,
    symbols: usize,
    /// For each type and slot the number of each symbol, `OUTSIDE` for one that belongs to no group; `None` for a slot
    /// without any.
    slots: Vec<Vec<Option<Vec<u32>>>>,
    /// For each type the groups whose members have slots in it.
    layers: Vec<Vec<Layers>>,
    /// For each symbol and member a number; only those with equal numbers can be interchangeable: they are of one group,
    /// occur in the same slots and equally often in the secret.
    pub kinds: Vec<u32>,
}

/// The slots of the members of one group in one type.
pub(crate) struct Layers {
    /// The number of the first member; the others follow.
    pub first: u32,
    /// In each layer one slot for every member.
    pub slots: Vec<Vec<SlotId>>,
}

impl Layers {
    /// The numbers of the members.
    pub fn members(&self) -> Range<u32> {
        self.first..self.first + self.slots.first().map_or(0, Vec::len).to_u32()
    }
}

/// The number of a slot's symbol that belongs to no group.
pub(crate) const OUTSIDE: u32 = u32::MAX;

impl Interchange {
    /// `acting`: for each type whether groups of slots may act on it.
    pub fn new(groups: &[SymbolGroup], slot_groups: &[SlotGroup], acting: &[bool]) -> Self {
        let layers = acting.iter().map(|_| Vec::new()).collect();
        let mut joined =
            Interchange { propositions: Vec::new(), symbols: 0, slots: Vec::new(), layers, kinds: Vec::new() };
        let mut group_of = Vec::new();
        for (number, group) in groups.iter().enumerate() {
            if joined.slots.is_empty() {
                joined.slots = group.slots.iter().map(|slots| vec![None; slots.len()]).collect();
            }
            if joined.clashes(group) {
                continue; // a symbol in two groups: permutations of one of them would not leave the other alone
            }
            let offset = joined.propositions.len().to_u32();
            joined.propositions.extend_from_slice(&group.propositions);
            group_of.resize(joined.propositions.len(), number);
            for (mine, theirs) in joined.slots.iter_mut().flatten().zip(group.slots.iter().flatten()) {
                let Some(theirs) = theirs else { continue };
                let mine = mine.get_or_insert_with(|| vec![OUTSIDE; theirs.len()]);
                for (mine, &theirs) in mine.iter_mut().zip(theirs).filter(|(_, &theirs)| theirs != OUTSIDE) {
                    *mine = offset + theirs;
                }
            }
        }
        joined.symbols = joined.propositions.len();
        for (number, group) in slot_groups.iter().enumerate() {
            let first = joined.propositions.len().to_u32();
            joined.propositions.extend_from_slice(&group.propositions);
            group_of.resize(joined.propositions.len(), groups.len() + number);
            for ((layers, slots), _) in joined.layers.iter_mut().zip(&group.layers).zip(acting).filter(|of| *of.1) {
                if !slots.is_empty() {
                    layers.push(Layers { first, slots: slots.clone() });
                }
            }
        }
        joined.kinds = joined.kinds(&group_of);
        joined
    }

    fn clashes(&self, group: &SymbolGroup) -> bool {
        let pairs = self.slots.iter().flatten().zip(group.slots.iter().flatten());
        pairs.into_iter().any(|(mine, theirs)| match (mine, theirs) {
            (Some(mine), Some(theirs)) => mine.iter().zip(theirs).any(|(&a, &b)| a != OUTSIDE && b != OUTSIDE),
            _ => false,
        })
    }

    fn kinds(&self, group_of: &[usize]) -> Vec<u32> {
        let mut numbers = HashMap::new();
        let mut kind = |symbol: usize| {
            let slots = self.slots.iter().flatten().flatten();
            let occurs: Vec<bool> = slots.map(|numbers| numbers.contains(&(symbol.to_u32()))).collect();
            let next = numbers.len().to_u32();
            *numbers.entry((group_of[symbol], self.propositions[symbol].len(), occurs)).or_insert(next)
        };
        (0..self.propositions.len()).map(&mut kind).collect()
    }

    /// The classes when all symbols (`slots`: all members of groups of slots, and no symbols) that could ever be
    /// interchangeable are.
    pub fn whole_classes(&self, slots: bool) -> Vec<u32> {
        let first = |kind: u32| self.kinds.iter().position(|&k| k == kind).unwrap_or(0).to_u32();
        let class = |(number, &kind): (usize, &u32)| {
            if slots == (number >= self.symbols) {
                first(kind)
            } else {
                number.to_u32()
            }
        };
        let class: Vec<u32> = self.kinds.iter().enumerate().map(class).collect();
        debug_assert!(are_named_by_lowest(&class));
        class
    }

    /// The number of symbols, without the members of groups of slots.
    pub fn symbols(&self) -> usize {
        self.symbols
    }

    pub fn propositions(&self, symbol: usize) -> &[u32] {
        &self.propositions[symbol]
    }

    /// For each slot of a type the numbers of its symbols.
    pub fn slots(&self, type_index: TypeIndex) -> &[Option<Vec<u32>>] {
        self.slots.get(type_index.index()).map_or(&[], |slots| slots)
    }

    /// The groups of slots that act on a type.
    pub fn layers(&self, type_index: TypeIndex) -> &[Layers] {
        self.layers.get(type_index.index()).map_or(&[], |layers| layers)
    }

    /// The propositions of a type's parameters that change places when two symbols, or two members, are swapped.
    pub fn parameter_swaps(&self, type_index: TypeIndex, space: &Space, a: u32, b: u32) -> Vec<(u32, u32)> {
        let mut swaps = Vec::new();
        for (slot, list) in space.slots.iter().zip(self.slots(type_index)) {
            let position = |symbol: u32| list.iter().flatten().position(|&s| s != OUTSIDE && s == symbol);
            if let (Some(p), Some(q)) = (position(a), position(b)) {
                swaps.push((slot.first + p.to_u32(), slot.first + q.to_u32()));
            }
        }
        for Layers { first, slots } in self.layers(type_index) {
            let member = |number: u32| number.checked_sub(*first).map_or(usize::MAX, |member| member.index());
            for layer in slots {
                if let (Some(&s), Some(&t)) = (layer.get(member(a)), layer.get(member(b))) {
                    let (s, t) = (&space.slots[s], &space.slots[t]);
                    swaps.extend((0..s.width()).map(|i| (s.first + i, t.first + i)));
                }
            }
        }
        swaps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_within_classes_are_counted() {
        let of = |class: Vec<u32>| Classes { absent: vec![false; class.len()], class }.permutations();
        assert_eq!(of(vec![]), 1);
        assert_eq!(of(vec![0, 1, 2]), 1);
        assert_eq!(of(vec![0, 1, 0, 1, 0, 5]), 12);
        assert_eq!(of(vec![0; 20]), 2_432_902_008_176_640_000);
        assert_eq!(of(vec![0; 21]), u64::MAX);
    }
}

//! The rule by which an enumeration visits only assignments whose interchangeable slots are in order.
//!
//! The members of a group of slots (bags, places) fall into classes, as symbols do; permuting the members of a class
//! carries the contents of all their slots along, layer by layer. The first assignment of an orbit has the contents of
//! the members of a class in ascending order, compared by the first layer, then the second, and so on. Proof: let x be
//! in order, and y another arrangement that differs from x first at the slot of member m in layer l. Slots ascend by
//! members within a layer and by layers within a member, so up to layer l the members before m hold the same in x and
//! y. The least of the remaining members' contents up to layer l, which is what m has in x, is not above what m has in
//! y. So an assignment is visited if each member's slot holds no less than that of the member before in its class, as
//! long as all earlier layers of the two are equal; every orbit is visited once.
//!
//! **Together with the rule for symbols** (`orbit.rs`) the assignments that satisfy both rules are visited. The first
//! assignment of a class of the joint group is the first of its orbit under either group alone, so it satisfies both:
//! nothing is lost. Where each member has symbols of its own, and swapping two members of a class carries the classes
//! of symbols of one to those of the other in order, exactly one of each joint class is left: with the symbols of each
//! member as low as its cells allow, the contents of a member depend on its own orbit only, and sorting the members
//! sorts these orbits. Otherwise, as when symbols move in all slots at once, more than one may be left.
//!
//! Sets are compared by size, then by members, as they are enumerated. A slot is compared as soon as it is filled.

use crate::base::convert::{ToIndex, ToU32};
use crate::base::ids::{SlotId, TypeIndex};
use crate::game::program::SlotKind;
use crate::game::space::bit;
use crate::list::interchange::{Interchange, Layers};
use crate::list::plan::{Item, Plan};

/// A slot that may hold no less than another while what was filled before is equal.
struct Follower {
    /// The first propositions of the slot and of the one it follows, and how many they have.
    first: u32,
    before: u32,
    width: u32,
    is_set: bool,
    /// The slots of both members in earlier layers, in the same way.
    earlier: Vec<(u32, u32, u32)>,
}

/// For each item of a plan what its slot follows.
pub(crate) struct SlotRule {
    items: Vec<Option<Follower>>,
    /// For each symbol slot of a first layer the first propositions of the slots that hold no less, whatever else is
    /// filled.
    above: Vec<Vec<u32>>,
}

impl SlotRule {
    /// `class`: for each symbol and member the lowest of its class.
    pub fn new(plan: &Plan, type_index: TypeIndex, symbols: &Interchange, class: &[u32]) -> SlotRule {
        let mut of_slot: Vec<Option<Follower>> = plan.space.slots.iter().map(|_| None).collect();
        let mut above = vec![Vec::new(); plan.space.slots.len()];
        for Layers { first, slots } in symbols.layers(type_index) {
            let members = slots.first().map_or(0, Vec::len);
            for member in 1..members {
                let same = |other: &usize| class[first.index() + other] == class[first.index() + member];
                let Some(before) = (0..member).rev().find(same) else { continue };
                debug_assert!(slots.iter().all(|layer| layer[before] < layer[member]), "slots ascend by members");
                for lower in (0..member).filter(same) {
                    let (lower, slot) = (slots[0][lower], &plan.space.slots[slots[0][member]]);
                    if matches!(slot.kind, SlotKind::Symbol { .. }) {
                        above[lower].push(slot.first);
                    }
                }
                let mut earlier = Vec::new();
                for layer in slots {
                    let slot = &plan.space.slots[layer[member]];
                    let (first, width) = (slot.first, slot.width());
                    let before = plan.space.slots[layer[before]].first;
                    let is_set = matches!(slot.kind, SlotKind::Set { .. });
                    of_slot[layer[member]] =
                        Some(Follower { first, before, width, is_set, earlier: earlier.clone() });
                    earlier.push((first, before, width));
                }
            }
        }
        let of_item = |item: &Item| match item {
            Item::Symbol { slot } | Item::Set { slot } => of_slot[*slot].take(),
            Item::Bools { .. } | Item::Table { .. } => None,
        };
        SlotRule { items: plan.items.iter().map(of_item).collect(), above }
    }

    /// The first propositions of the slots that may hold no less than a symbol slot.
    pub fn above(&self, slot: SlotId) -> &[u32] {
        &self.above[slot]
    }
}

/// What the slot of an item must at least hold on the present branch of an enumeration.
#[derive(Clone, Copy, Default)]
struct Floor {
    /// A symbol, or the size of a set.
    least: u32,
    /// The first proposition of the set that one of the same size must not come before.
    set: Option<u32>,
}

/// The floors of all items on the present branch.
pub(crate) struct Floors {
    floors: Vec<Floor>,
}

impl Floors {
    pub fn new(rule: Option<&SlotRule>) -> Floors {
        Floors { floors: vec![Floor::default(); rule.map_or(0, |rule| rule.items.len())] }
    }

    /// Computes the floor of an item from the slots filled before it.
    pub fn enter(&mut self, rule: &SlotRule, item: u32, truth: &[u64]) {
        let Some(follower) = &rule.items[item.index()] else { return };
        let equal = |&(a, b, width): &(u32, u32, u32)| (0..width).all(|i| bit(truth, a + i) == bit(truth, b + i));
        let mut held = (0..follower.width).filter(|i| bit(truth, follower.before + i));
        self.floors[item.index()] = if !follower.earlier.iter().all(equal) {
            Floor::default()
        } else if follower.is_set {
            Floor { least: held.count().to_u32(), set: Some(follower.before) }
        } else {
            Floor { least: held.next().unwrap_or(0), set: None }
        };
    }

    /// The lowest symbol, or the least size of a set, that the slot of an item may hold.
    pub fn least(&self, item: u32) -> u32 {
        self.floors[item.index()].least
    }

    /// Whether the set of an item, `size` members large, may get the one at `position`; `truth` holds those it has.
    pub fn admits_member(&self, rule: &SlotRule, item: u32, position: u32, size: u32, truth: &[u64]) -> bool {
        let (Some(follower), floor) = (&rule.items[item.index()], self.floors[item.index()]) else { return true };
        let Some(before) = floor.set.filter(|_| size == floor.least) else { return true };
        bit(truth, before + position)
            || (0..position).any(|i| bit(truth, before + i) != bit(truth, follower.first + i))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::base::limits::Control;
    use crate::formula::node::PARAMETER;
    use crate::game::program::{Slot, SlotGroup, Space, SymbolGroup};
    use crate::game::space::exchange;
    use crate::list::enumerate::Enumerator;
    use crate::list::orbit::Rule;

    type Row = Vec<u64>;

    fn walk(plan: &Plan, rule: Option<&Rule>) -> Vec<Row> {
        let (control, mut walk) = (Control::new(None), Enumerator::new(plan, rule));
        let mut rows = Vec::new();
        while walk.advance(&control).unwrap() {
            rows.push(walk.row().to_vec());
        }
        rows
    }

    /// All rows in order, and those the rule for the whole group visits.
    fn visited(
        space: &Space,
        groups: &[SymbolGroup],
        slot_groups: &[SlotGroup],
    ) -> (Interchange, Vec<Row>, Vec<Row>) {
        let plan = Plan::new(&[], space, PARAMETER, &[]);
        let symbols = Interchange::new(groups, slot_groups, &[true]);
        let whole = [symbols.whole_classes(false), symbols.whole_classes(true)];
        let class: Vec<u32> = whole[0].iter().zip(&whole[1]).map(|(&a, &b)| a.min(b)).collect();
        let none = vec![false; class.len()];
        let rule = Rule::new(&plan, TypeIndex::new(0), &symbols, &class, none);
        let (all, first) = (walk(&plan, None), walk(&plan, Some(&rule)));
        (symbols, all, first)
    }

    /// The first row of each orbit under the transpositions of all groups, by search.
    fn firsts(space: &Space, symbols: &Interchange, groups: &[usize], all: &[Row]) -> Vec<Row> {
        let mut swaps = Vec::new();
        let mut next = 0;
        for &size in groups {
            for a in next..next + size.to_u32() {
                swaps.extend((next..a).map(|b| symbols.parameter_swaps(TypeIndex::new(0), space, a, b)));
            }
            next += size.to_u32();
        }
        let (mut seen, mut firsts) = (HashSet::new(), Vec::new());
        for row in all {
            if seen.contains(row) {
                continue;
            }
            firsts.push(row.clone());
            let mut open = vec![row.clone()];
            while let Some(row) = open.pop() {
                if !seen.insert(row.clone()) {
                    continue;
                }
                for swap in &swaps {
                    let mut image = row.clone();
                    for &(p, q) in swap {
                        exchange(&mut image, p, q);
                    }
                    open.push(image);
                }
            }
        }
        firsts
    }

    fn space(kinds: &[SlotKind]) -> Space {
        let (mut slots, mut propositions) = (Vec::new(), 0);
        for &kind in kinds {
            let slot = Slot { kind, first: propositions };
            propositions += slot.width();
            slots.push(slot);
        }
        Space { slots, propositions, ..Space::default() }
    }

    const SYMBOL: SlotKind = SlotKind::Symbol { symbols: 3 };
    const SET: SlotKind = SlotKind::Set { symbols: 3, min: 0, max: 2 };

    fn members(layers: &[&[u32]]) -> SlotGroup {
        let slots = |layer: &&[u32]| layer.iter().copied().map(SlotId::new).collect();
        let layers: Vec<Vec<SlotId>> = layers.iter().map(slots).collect();
        SlotGroup { propositions: vec![Vec::new(); layers[0].len()], layers: vec![layers] }
    }

    #[test]
    fn one_layer_of_symbols_or_sets() {
        for kind in [SYMBOL, SET] {
            let space = space(&[kind; 4]);
            let (symbols, all, found) = visited(&space, &[], &[members(&[&[0, 1, 3]])]);
            assert_eq!(found, firsts(&space, &symbols, &[3], &all));
        }
        let space = space(&[SYMBOL; 4]);
        let found = visited(&space, &[], &[members(&[&[0, 1, 2, 3]])]).2;
        assert_eq!(found.len(), 15); // multisets of 4 among 3 symbols
    }

    #[test]
    fn several_layers_one_after_the_other_or_interleaved() {
        let kinds = [SET, SET, SYMBOL, SET, SYMBOL, SYMBOL];
        for (space, group) in [
            (space(&kinds), members(&[&[0, 1, 3], &[2, 4, 5]])),
            (space(&[SYMBOL; 6]), members(&[&[0, 1, 2], &[3, 4, 5]])),
            (space(&[SYMBOL; 6]), members(&[&[0, 2, 4], &[1, 3, 5]])),
        ] {
            let (symbols, all, found) = visited(&space, &[], &[group]);
            assert_eq!(found, firsts(&space, &symbols, &[3], &all));
        }
    }

    #[test]
    fn two_groups_of_slots() {
        let space = space(&[SYMBOL, SET, SYMBOL, SET, SYMBOL]);
        let (symbols, all, found) = visited(&space, &[], &[members(&[&[0, 2, 4]]), members(&[&[1, 3]])]);
        assert_eq!(found, firsts(&space, &symbols, &[3, 2], &all));
    }

    #[test]
    fn symbols_of_each_slot_leave_one_of_each_class() {
        for kind in [SYMBOL, SET] {
            let space = space(&[kind; 3]);
            let own = |slot: usize| SymbolGroup {
                propositions: vec![Vec::new(); 3],
                slots: vec![(0..3).map(|s| (s == slot).then(|| vec![0, 1, 2])).collect()],
            };
            let groups = [own(0), own(1), own(2)];
            let (symbols, all, found) = visited(&space, &groups, &[members(&[&[0, 1, 2]])]);
            assert_eq!(found, firsts(&space, &symbols, &[3, 3, 3, 3], &all));
        }
    }

    #[test]
    fn symbols_of_all_slots_leave_the_first_of_each_class() {
        let space = space(&[SYMBOL; 4]);
        let together = SymbolGroup { propositions: vec![Vec::new(); 3], slots: vec![vec![Some(vec![0, 1, 2]); 4]] };
        let (symbols, all, found) = visited(&space, &[together], &[members(&[&[0, 1, 2, 3]])]);
        let needed = firsts(&space, &symbols, &[3, 4], &all);
        assert_eq!((found.len(), needed.len()), (7, 4)); // of the 14 ways to group four slots by three symbols
        assert!(needed.iter().all(|row| found.contains(row)));
    }
}

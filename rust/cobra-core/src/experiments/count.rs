//! How many experiments a type has, without visiting them one by one where symbols or slots are interchangeable.
//!
//! Conditions of a type are kept by all permutations of the symbols of a group (the front end verifies it), so the
//! experiments are counted orbit by orbit: the orbit of an assignment has `Π c! / Π k!` members, c being the sizes of
//! the groups and k those of the cells, symbols used alike by all slots. The same holds for groups of slots, where k are
//! the numbers of members with equal contents. Of symbols and slots only those with the larger group are used: orbits
//! of both together have no such simple size.
//!
//! With two sides in a fixed order (see `lists.rs`) the space E holds one of each pair of mirror images. Let O be the
//! orbit of a visited assignment in the closed space and O' that of its mirror image. E holds |O| members of O and O'
//! together when these differ and |O| / 2 when they are one; the first members of both may have been visited, or only one.
//! So an orbit counts half if the first member of its mirror orbit is visited as well (perhaps being the same), and
//! full otherwise.

use crate::base::convert::{ToIndex, ToU32};
use crate::base::error::Result;
use crate::base::limits::Control;
use crate::base::natural::Natural;
use crate::engine::Engine;
use crate::game::space::{bit, exact_size};
use crate::game::type_index::TypeIndex;
use crate::list::enumerate::Enumerator;
use crate::list::interchange::Classes;
use crate::list::interchange::{Interchange, Layers, OUTSIDE};
use crate::list::orbit::Rule;
use crate::list::plan::Plan;

/// The number of experiments, or `None` when more than `limit` would have to be visited to count them. `symbols`: with
/// interchangeable symbols, if they or interchangeable slots concern the type; `sides`: the slots of the two sides, if any.
pub(crate) fn count(
    plan: &Plan,
    type_index: TypeIndex,
    symbols: Option<&Interchange>,
    sides: Option<(u32, u32)>,
    limit: u64,
    control: &Control,
) -> Result<Option<Natural>> {
    if let Some(size) = exact_size(&plan.space) {
        return Ok((size <= limit).then(|| Natural::from(size)));
    }
    let orbits = symbols.and_then(|symbols| Orbits::new(plan, type_index, symbols, sides));
    let mut walk = Enumerator::new(plan, orbits.as_ref().map(|orbits| &orbits.rule));
    let (mut visited, mut twice) = (0, Natural::default());
    while walk.advance(control)? {
        if visited == limit {
            return Ok(None);
        }
        visited += 1;
        if let Some(orbits) = &orbits {
            twice.add(&orbits.twice_the_size(walk.row()));
        }
    }
    twice.divide(2);
    Ok(Some(if orbits.is_some() { twice } else { Natural::from(visited) }))
}

/// How orbits of assignments of one type are measured.
struct Orbits {
    rule: Rule,
    /// For each class of symbols, for each bound slot the propositions of its symbols, in the order of the slot.
    classes: Vec<Vec<Vec<u32>>>,
    sides: bool,
    /// For each class of members of groups of slots, for each member the propositions of its slots.
    members: Vec<Vec<Vec<u32>>>,
}

impl Orbits {
    /// `None` when the type is not of a kind understood here.
    fn new(plan: &Plan, type_index: TypeIndex, symbols: &Interchange, sides: Option<(u32, u32)>) -> Option<Orbits> {
        let of_symbols = Orbits::of_symbols(plan, type_index, symbols, sides);
        let of_slots = Orbits::of_slots(plan, type_index, symbols);
        let order = |orbits: &Option<Orbits>| orbits.as_ref().map_or(0.0, Orbits::order);
        if order(&of_slots) > order(&of_symbols) {
            of_slots
        } else {
            of_symbols
        }
    }

    /// The logarithm of the order of the group.
    fn order(&self) -> f64 {
        let symbols = self.classes.iter().map(|class| class.iter().map(Vec::len).max().unwrap_or(0));
        let sizes = symbols.chain(self.members.iter().map(Vec::len));
        sizes.map(|size| (1..=size).map(|k| (k as f64).ln()).sum::<f64>()).sum()
    }

    fn of_slots(plan: &Plan, type_index: TypeIndex, symbols: &Interchange) -> Option<Orbits> {
        let class = symbols.whole_classes(true);
        let mut members: Vec<(u32, Vec<u32>)> = Vec::new();
        for Layers { first, slots } in symbols.layers(type_index) {
            for member in 0..slots.first().map_or(0, Vec::len) {
                let slots = slots.iter().map(|layer| plan.space.slots[layer[member].index()]);
                let propositions = slots.flat_map(|slot| slot.first..slot.first + slot.width()).collect();
                members.push((class[first.index() + member], propositions));
            }
        }
        members.sort_by_key(|member| member.0);
        let of_class = |class: &[(u32, Vec<u32>)]| class.iter().map(|member| member.1.clone()).collect();
        let members: Vec<Vec<Vec<u32>>> = members.chunk_by(|a, b| a.0 == b.0).map(of_class).collect();
        let rule = Orbits::rule(plan, type_index, symbols, class);
        (!members.is_empty()).then_some(Orbits { rule, classes: Vec::new(), sides: false, members })
    }

    fn rule(plan: &Plan, type_index: TypeIndex, symbols: &Interchange, class: Vec<u32>) -> Rule {
        let none = vec![false; class.len()];
        Rule::new(plan, type_index, symbols, &Classes { class, absent: none.clone() }, none)
    }

    fn of_symbols(
        plan: &Plan,
        type_index: TypeIndex,
        symbols: &Interchange,
        sides: Option<(u32, u32)>,
    ) -> Option<Orbits> {
        let slots = symbols.slots(type_index);
        let bound: Vec<usize> = (0..slots.len()).filter(|&slot| slots[slot].is_some()).collect();
        if bound.len() > 64 || (sides.is_some() && (bound != [0, 1] || slots.len() != 2 || slots[0] != slots[1])) {
            return None;
        }
        let class = symbols.whole_classes(false);
        let of = |symbol: u32| if symbol == OUTSIDE { OUTSIDE } else { class[symbol.index()] };
        let mut names: Vec<u32> =
            bound.iter().flat_map(|&slot| slots[slot].iter().flatten().map(|&s| of(s))).collect();
        names.sort_unstable();
        names.dedup();
        names.retain(|&name| name != OUTSIDE);
        let propositions = |name: u32, slot: usize| -> Vec<u32> {
            let numbers = slots[slot].iter().flatten().enumerate();
            let first = plan.space.slots[slot].first;
            numbers.filter(|(_, &symbol)| of(symbol) == name).map(|(position, _)| first + position.to_u32()).collect()
        };
        let mut classes: Vec<Vec<Vec<u32>>> =
            names.iter().map(|&name| bound.iter().map(|&slot| propositions(name, slot)).collect()).collect();
        if sides.is_some() {
            // Symbols of no group are classes of their own where the least members of sides are compared.
            let alone = slots[0].iter().flatten().enumerate().filter(|(_, &symbol)| symbol == OUTSIDE);
            let at = |slot: usize, position: usize| vec![plan.space.slots[slot].first + position.to_u32()];
            classes.extend(alone.map(|(position, _)| vec![at(0, position), at(1, position)]));
        }
        let rule = Orbits::rule(plan, type_index, symbols, class);
        Some(Orbits { rule, classes, sides: sides.is_some(), members: Vec::new() })
    }

    /// Twice the number of experiments an assignment stands for.
    fn twice_the_size(&self, row: &[u64]) -> Natural {
        let mut size = Natural::from(if self.sides && self.mirror_is_visited(row) { 1 } else { 2 });
        for class in &self.classes {
            arrange(&mut size, self.profiles(class, row));
        }
        for class in &self.members {
            let contents = |slots: &Vec<u32>| slots.iter().map(|&p| bit(row, p)).collect::<Vec<bool>>();
            arrange(&mut size, class.iter().map(contents).collect());
        }
        size
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

/// Multiplies by the number of different orders of some things.
fn arrange<T: Ord>(size: &mut Natural, mut things: Vec<T>) {
    things.sort_unstable();
    let mut left = things.len().to_u32();
    for equal in things.chunk_by(|a, b| a == b) {
        choose(size, left, equal.len().to_u32());
        left -= equal.len().to_u32();
    }
}

/// Multiplies by the number of ways to choose `k` of `n`.
fn choose(size: &mut Natural, n: u32, k: u32) {
    for i in 0..k.min(n - k) {
        size.multiply(u64::from(n - i));
        size.divide(u64::from(i + 1));
    }
}

impl Engine {
    /// For each type the number of experiments, `None` when more than `limit` would have to be visited: one of each kind
    /// equivalent under interchangeable symbols where these concern the type, all where they do not.
    pub fn count_experiments(&self, limit: u64, control: &Control) -> Result<Vec<Option<Natural>>> {
        let of = |(type_index, plan): (TypeIndex, &Plan)| {
            let lists = self.lists(type_index);
            let symbols = lists.acts().then_some(&self.symbols);
            count(plan, type_index, symbols, self.swaps[type_index].first().copied(), limit, control)
        };
        TypeIndex::with(&self.plans).map(of).collect()
    }
}

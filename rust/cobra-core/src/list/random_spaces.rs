//! Random spaces, with conditions of every kind that is propagated in a way of its own, against trying all fillings.

use crate::base::convert::{ToIndex, ToU32};
use crate::base::ids::SlotId;
use crate::base::limits::Control;
use crate::common::{evaluate, leaves, values, Graph, Random};
use crate::formula::node::PARAMETER;
use crate::game::program::{Lit, Node, Slot, SlotKind, Space, Table};
use crate::list::constraint::Circuits;
use crate::list::enumerate::{Enumerator, Flexible};
use crate::list::plan::{Item, Plan};

/// Slots of all kinds, one of them perhaps with more symbols than a word has bits, their propositions in any order.
fn random_slots(random: &mut Random) -> Space {
    let mut space = Space::default();
    let count = 1 + random.below(4);
    let wide = random.below(5 * count);
    for number in 0..count {
        let symbols = if number == wide { 58 + random.below(12) } else { 2 + random.below(3) }.to_u32();
        let min = random.below(3).to_u32();
        let kind = match random.below(6) {
            0 => SlotKind::Bool,
            1 if number != wide => {
                SlotKind::Set { symbols, min: min.min(symbols), max: symbols.min(min + random.below(4).to_u32()) }
            }
            _ => SlotKind::Symbol { symbols },
        };
        space.slots.push(Slot { kind, first: 0 });
    }
    let mut order: Vec<usize> = (0..count).collect();
    if random.chance(3) {
        (1..count).for_each(|last| order.swap(last, random.below(last + 1)));
    }
    for slot in order {
        space.slots[slot].first = space.propositions;
        space.propositions += space.slots[slot].width();
    }
    space
}

/// Some of the slots that hold a symbol.
fn some_slots(random: &mut Random, space: &Space) -> Vec<SlotId> {
    let holds = |slot: SlotId| matches!(space.slots[slot].kind, SlotKind::Symbol { .. });
    let mut some: Vec<SlotId> =
        SlotId::first(space.slots.len()).filter(|&slot| holds(slot) && !random.chance(3)).collect();
    if random.chance(2) {
        some.reverse();
    }
    some
}

/// Groups of slots with different symbols, and tables; several may have a slot in common.
fn bind(random: &mut Random, space: &mut Space) {
    for _ in 0..random.below(2) + random.below(2) {
        space.distinct.push(some_slots(random, space));
    }
    for _ in 0..random.below(2) + random.below(2) {
        let slots = some_slots(random, space);
        let mut rows: Vec<Vec<u32>> = Vec::new();
        for _ in 0..random.below(9) {
            let row = slots.iter().map(|&slot| random.below(space.slots[slot].width().index()).to_u32()).collect();
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        if !slots.is_empty() {
            space.tables.push(Table { slots, rows: rows.concat() });
        }
    }
}

/// The fillings that tables and groups leave, as truth values in order; `None`: too many to be tried.
fn fillings(space: &Space) -> Option<Vec<Vec<bool>>> {
    let mut held: Vec<Vec<Vec<u32>>> = vec![Vec::new()];
    for slot in &space.slots {
        let values = values(slot);
        held = held
            .iter()
            .flat_map(|held| values.iter().map(|value| [held.as_slice(), std::slice::from_ref(value)].concat()))
            .collect();
        if held.len() > 800 {
            return None;
        }
    }
    let differ = |held: &Vec<Vec<u32>>, group: &Vec<SlotId>| {
        group.iter().enumerate().all(|(place, &slot)| group[..place].iter().all(|&other| held[other] != held[slot]))
    };
    let row = |held: &Vec<Vec<u32>>, table: &Table| {
        let symbols: Vec<u32> = table.slots.iter().map(|&slot| held[slot][0]).collect();
        table.rows.chunks(table.slots.len()).position(|row| row == symbols)
    };
    held.retain(|held| {
        space.distinct.iter().all(|group| differ(held, group))
            && space.tables.iter().all(|table| row(held, table).is_some())
    });
    held.sort_by_cached_key(|held| {
        let place = |slot: SlotId| {
            let tables = space.tables.iter().filter(move |table| table.slots.contains(&slot));
            let value = values(&space.slots[slot]).iter().position(|value| *value == held[slot]);
            tables.map(|table| row(held, table)).chain([value])
        };
        SlotId::first(space.slots.len()).flat_map(place).collect::<Vec<_>>()
    });
    let truth = |held: Vec<Vec<u32>>| {
        let mut truth = vec![false; space.propositions.index()];
        for (slot, held) in space.slots.iter().zip(held) {
            held.iter().for_each(|symbol| truth[(slot.first + symbol).index()] = true);
        }
        truth
    };
    Some(held.into_iter().map(truth).collect())
}

/// Conditions of a space that are often just met, or just not, by one filling of it: then there is most to propagate.
struct Conditions<'a> {
    space: &'a Space,
    graph: Graph,
    own: Vec<Lit>,
    /// Leaves of either side.
    any: Vec<Lit>,
    /// The leaves of the other side.
    code: &'a [bool],
    filling: &'a [bool],
}

impl Conditions<'_> {
    fn holds(&self, lit: Lit) -> bool {
        evaluate(&self.graph.0, self.code, self.filling)[lit.node()] != lit.is_negated()
    }

    /// A sum of weights that is at least so much, or is not.
    fn bound(&mut self, random: &mut Random, terms: Vec<(u32, Lit)>) -> Lit {
        let values = evaluate(&self.graph.0, self.code, self.filling);
        let sum: u32 =
            terms.iter().filter(|(_, lit)| values[lit.node()] != lit.is_negated()).map(|term| term.0).sum();
        let near = (sum + random.below(3).to_u32()).saturating_sub(1);
        self.graph.add(Node::Ge(near, terms)) ^ random.chance(2)
    }

    /// One of the literals, negated in half of the cases if `signs` is 2.
    fn one(random: &mut Random, lits: &[Lit], signs: usize) -> Lit {
        lits[random.below(lits.len())] ^ (random.below(signs) == 1)
    }

    fn of(&self, slot: &Slot) -> &[Lit] {
        &self.own[slot.first.index()..(slot.first + slot.width()).index()]
    }

    /// Symbols with any weights, or with weights that fall or rise.
    fn weighted(&self, random: &mut Random) -> Vec<(u32, Lit)> {
        let shape = random.below(4);
        let mut terms = Vec::new();
        for slot in self.space.slots.iter().filter(|slot| matches!(slot.kind, SlotKind::Symbol { .. })) {
            let mut weight = random.below(2).to_u32();
            for (&lit, left) in self.of(slot).iter().zip((0..slot.width()).rev()) {
                weight = match shape {
                    0 => random.below(5).to_u32(),
                    1 => left,
                    _ => weight,
                };
                terms.extend((weight > 0).then_some((weight, lit)));
                weight += random.below(9).to_u32();
            }
        }
        terms
    }

    /// Levels of what slots hold: none of their first symbols.
    fn levels(&mut self, random: &mut Random) -> Vec<(u32, Lit)> {
        let mut levels = Vec::new();
        for slot in &self.space.slots {
            let most = if random.chance(3) { 0 } else { slot.width().index().min(5) };
            for level in 1..most {
                let below = self.of(slot)[..level].iter().map(|&lit| !lit).collect();
                levels.push((1 + random.below(2).to_u32(), self.graph.and(below) ^ random.chance(6)));
            }
        }
        levels
    }

    /// A condition of some kind, `depth` of them inside of each other.
    fn conjunct(&mut self, random: &mut Random, depth: u32) -> Lit {
        let signs = 1 + random.below(2);
        let some = |random: &mut Random, lits: &[Lit], count: usize| -> Vec<Lit> {
            (0..count).map(|_| Self::one(random, lits, signs)).collect()
        };
        let lit = match random.below(11) {
            0..=2 => Self::one(random, &self.own, 2),
            3 => {
                let count = 2 + random.below(3);
                let lits = some(random, &self.any, count);
                self.graph.or(lits)
            }
            4 => {
                let count = 2 + random.below(5);
                let mut lits = some(random, &self.own, count);
                lits.sort_unstable();
                lits.dedup_by_key(|lit| lit.node());
                let most = 1 + 2 * random.below(2);
                let terms = lits.into_iter().map(|lit| (1 + random.below(most).to_u32(), lit)).collect();
                self.bound(random, terms)
            }
            5 | 6 => {
                let terms = self.weighted(random);
                let both = [0; 2].map(|_| self.bound(random, terms.clone()));
                let both = both.map(|lit| lit ^ !self.holds(lit)); // between two numbers
                self.graph.and(both.to_vec())
            }
            7 => {
                let levels = self.levels(random);
                match random.chance(3) {
                    true => self.graph.and(levels.into_iter().map(|level| level.1).collect()),
                    false => self.bound(random, levels),
                }
            }
            8 => {
                let slot = &self.space.slots[random.below(self.space.slots.len())];
                let lits = self.of(slot).iter().take(6);
                let lits = lits.filter(|lit| lit.number() / 2 % 4 > 0).map(|&lit| lit ^ !random.chance(3)).collect();
                self.graph.and(lits)
            }
            9 if depth > 0 => {
                let parts = [0; 3].map(|_| self.conjunct(random, depth - 1));
                match random.below(5) {
                    0 => self.graph.and(parts.to_vec()),
                    1 => self.graph.or(parts.to_vec()),
                    2 => self.graph.add(Node::Xor(parts[0], parts[1])),
                    3 => self.graph.add(Node::Ite(parts[0], parts[1], parts[2])),
                    _ => {
                        let terms = parts.map(|part| (1 + random.below(2).to_u32(), part));
                        self.bound(random, terms.to_vec())
                    }
                }
            }
            _ => {
                let (few, depth) = (some(random, &self.any, 4), 1 + random.below(2));
                self.graph.random(random, &few, depth)
            }
        };
        lit ^ (!self.holds(lit) && !random.chance(4))
    }
}

/// What a walk lists. What it knows after the last decision before an assignment is true of that one.
fn listed(space: &Space, plan: &Plan, mut walk: Enumerator<'_>) -> Vec<Vec<bool>> {
    let set = |(item, of): (u32, &Item)| match *of {
        Item::Set { slot } => Some(Flexible { item, slot, most: space.slots[slot].bounds().1 }),
        _ => None,
    };
    let sets: Vec<Flexible> = (0..).zip(&plan.items).filter_map(set).collect();
    let (mut found, mut known) = (Vec::new(), None);
    while walk
        .advance_within(&Control::default(), |partial| {
            let most = sets.iter().map(|&set| partial.most(set)).collect::<Vec<u32>>();
            known = Some((partial.truth.to_vec(), partial.falsity.to_vec(), most));
            true
        })
        .unwrap()
    {
        let row = walk.row();
        if let Some((truth, falsity, most)) = &known {
            assert!(row.iter().zip(truth).all(|(row, truth)| row & truth == *truth));
            assert!(row.iter().zip(falsity).all(|(row, falsity)| row & falsity == 0));
            for (set, most) in sets.iter().zip(most) {
                let slot = &space.slots[set.slot];
                let held =
                    (slot.first..slot.first + slot.width()).filter(|&p| row[p.index() / 64] >> (p % 64) & 1 == 1);
                assert!(held.count() <= most.index());
            }
        }
        found.push((0..space.propositions).map(|p| row[p.index() / 64] >> (p % 64) & 1 == 1).collect());
    }
    found
}

/// What a case was like.
pub struct Walked {
    pub empty: bool,
    /// Sides of a condition are given.
    pub given: bool,
    /// Plans that have a circuit, of three.
    pub circuits: usize,
}

/// A walk over a random space lists what a filter of all fillings leaves; `None`: too many of them, or none.
pub fn a_walk_is_a_filter(random: &mut Random) -> Option<Walked> {
    let mut space = random_slots(random);
    bind(random, &mut space);
    let all = fillings(&space).filter(|all| !all.is_empty())?;
    let mut graph = Graph::new();
    let own = leaves(&mut graph, space.propositions, false);
    // three leaves of the other side may be given
    let code: Vec<bool> = if random.chance(3) { (0..3).map(|_| random.chance(2)).collect() } else { Vec::new() };
    let filling = &all[random.below(all.len())];
    let mut made = Conditions { space: &space, graph, any: own.clone(), own, code: &code, filling };
    let mut constraints: Vec<Lit> = (0..random.below(8)).map(|_| made.conjunct(random, 2)).collect();
    let mut extra = Vec::new();
    if !code.is_empty() {
        let other = leaves(&mut made.graph, 3, true);
        made.any.extend(other.repeat(4));
        extra.extend((0..1 + random.below(2)).map(|_| made.conjunct(random, 2)));
    }
    let Conditions { graph, .. } = made;
    let fits = |filling: &&Vec<bool>| {
        let values = evaluate(&graph.0, &code, filling);
        constraints.iter().chain(&extra).all(|lit| values[lit.node()] != lit.is_negated())
    };
    let expected: Vec<Vec<bool>> = all.iter().filter(fits).cloned().collect();
    let mut walked = Walked { empty: expected.is_empty(), given: !code.is_empty(), circuits: 0 };
    let mut shared = Circuits::new();
    for _ in 0..3 {
        space.constraints = constraints.clone();
        let plan = Plan::sharing(&graph.0, &space, PARAMETER, &extra, &mut shared);
        walked.circuits += usize::from(!plan.constraints.circuit.is_empty());
        for _ in 0..2 {
            let walk = match &code[..] {
                [] => Enumerator::new(&plan, None),
                code => {
                    let row = (0..).zip(code).map(|(p, &holds)| u64::from(holds) << p).sum();
                    Enumerator::with_other_side(&plan, &[row])
                }
            };
            assert_eq!(listed(&space, &plan, walk), expected, "{space:?} {extra:?} {code:?} {:?}", graph.0);
        }
        // whatever the order of what is demanded
        (1..constraints.len()).for_each(|last| constraints.swap(last, random.below(last + 1)));
    }
    Some(walked)
}

#[test]
fn a_walk_lists_what_a_filter_leaves() {
    let random = &mut Random::Seeded(1);
    let (mut lists, mut circuits, mut given) = ([0; 2], 0, 0);
    for walked in (0..400).filter_map(|_| a_walk_is_a_filter(random)) {
        lists[usize::from(walked.empty)] += 1;
        given += usize::from(walked.given);
        circuits += walked.circuits;
    }
    assert_eq!((lists, circuits, given), ([242, 91], 579, 120)); // with codes and without, 3 plans of each
}

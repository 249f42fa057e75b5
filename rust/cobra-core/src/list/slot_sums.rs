//! Sums over the symbols that slots hold, such as the coins taken from all bags.
//!
//! The language writes a number level by level: "take is not 0", "take is neither 0 nor 1", and so on, each counting one.
//! As a slot holds exactly one symbol, such a sum of literals is a weighted sum over symbols, and what a slot adds lies
//! between the least and the most of the symbols left to it. Symbols with which the sum would leave its bounds are
//! excluded.

use crate::base::convert::{ToIndex, ToU32};
use crate::formula::circuit::{leaf, OTHER_SIDE};
use crate::game::program::{Lit, Node, Slot, SlotKind, Space};
use crate::game::space::ones;
use crate::list::masks::{Masks, SumTerm};

/// A slot that holds exactly one of at most 64 symbols, as part of a sum: what they add only rises, or only falls, from
/// symbol to symbol.
#[derive(Clone, Debug)]
pub(crate) struct SlotTerm {
    word: usize,
    shift: u32,
    /// As many ones as there are symbols.
    ones: u64,
    weights: Vec<i64>,
}

impl SlotTerm {
    fn new(slot: &Slot, weights: &[i64]) -> Option<SlotTerm> {
        let fits = matches!(slot.kind, SlotKind::Symbol { .. }) && slot.width() <= 64;
        let monotone = weights.is_sorted() || weights.is_sorted_by(|a, b| a >= b);
        (fits && monotone).then(|| SlotTerm {
            word: slot.first.index() / 64,
            shift: slot.first % 64,
            ones: u64::MAX >> (64 - slot.width()),
            weights: weights.to_vec(),
        })
    }

    /// The propositions "the slot holds this symbol", of all its symbols.
    pub fn propositions(&self) -> std::ops::Range<u32> {
        let first = self.word.to_u32() * 64 + self.shift;
        first..first + self.weights.len().to_u32()
    }

    /// The slot's part of a mask.
    #[inline(always)]
    fn part(&self, mask: &[u64]) -> u64 {
        let mut part = mask[self.word] >> self.shift;
        if self.shift > 0 && self.word + 1 < mask.len() {
            part |= mask[self.word + 1] << (64 - self.shift);
        }
        part & self.ones
    }

    /// The symbols left, and the least and the most they add; `None` if none is left.
    #[inline(always)]
    fn range(&self, masks: &Masks) -> Option<(u64, i64, i64)> {
        let left = !self.part(&masks.falsity) & self.ones;
        if left == 0 {
            return None;
        }
        let first = self.weights[left.trailing_zeros().index()];
        let last = self.weights[63 - left.leading_zeros().index()];
        Some((left, first.min(last), first.max(last)))
    }

    /// Excludes symbols; false if one of them is held.
    fn exclude(&self, symbols: u64, masks: &mut Masks, changed: &mut Vec<(u32, u64)>) -> bool {
        let halves =
            [(self.word, symbols << self.shift), (self.word + 1, symbols.checked_shr(64 - self.shift).unwrap_or(0))];
        for (word, bits) in halves.into_iter().filter(|half| half.1 != 0) {
            if masks.truth[word] & bits != 0 {
                return false;
            }
            masks.falsity[word] |= bits;
            changed.push((word.to_u32(), bits));
        }
        true
    }
}

/// Excludes the symbols with which the sum would leave its bounds whatever the other slots hold.
pub(crate) fn tighten(
    choices: &[SlotTerm],
    (bounds_low, bounds_high): (i64, i64),
    masks: &mut Masks,
    changed: &mut Vec<(u32, u64)>,
) -> bool {
    let (mut least, mut most, mut widest) = (0, 0, 0);
    for choice in choices {
        let Some((_, low, high)) = choice.range(masks) else { return false };
        least += low;
        most += high;
        widest = widest.max(high - low);
    }
    if least > bounds_high || most < bounds_low {
        return false;
    }
    let (spare, slack) = (bounds_high - least, most - bounds_low);
    if widest <= spare.min(slack) {
        return true;
    }
    for choice in choices {
        let Some((left, low, high)) = choice.range(masks) else { return false };
        if high - low <= spare.min(slack) {
            continue;
        }
        let leaves = |symbol: &u32| {
            let weight = choice.weights[symbol.index()];
            weight - low > spare || high - weight > slack
        };
        let excluded = ones(&[left]).filter(leaves).fold(0, |symbols, symbol| symbols | 1 << symbol);
        if !choice.exclude(excluded, masks, changed) {
            return false;
        }
    }
    true
}

/// The slots of a sum, if it is one over symbols that slots hold, in a form that `SlotTerm` can take.
pub(crate) fn choices(terms: &[SumTerm], space: &Space) -> Option<Vec<SlotTerm>> {
    let mut weights = vec![0; space.propositions.index()];
    for &(weight, p, positive) in terms {
        weights[p.index()] = if positive { weight } else { return None };
    }
    let mut found = Vec::new();
    for slot in &space.slots {
        let of_slot = &weights[slot.first.index()..(slot.first + slot.width()).index()];
        if of_slot.iter().any(|&weight| weight > 0) {
            found.push(SlotTerm::new(slot, of_slot)?);
        }
    }
    Some(found)
}

/// Literals that say which symbols a slot may hold, such as "not a and not b": exactly one symbol holds, so a sum of such
/// literals is a sum over the symbols. That is how numbers are written, level by level.
pub(crate) struct SlotTerms<'a> {
    nodes: &'a [Node],
    own: u8,
    space: &'a Space,
    /// For each proposition its slot, if this holds a symbol.
    slots: Vec<Option<usize>>,
}

impl<'a> SlotTerms<'a> {
    pub fn new(nodes: &'a [Node], space: &'a Space, own: u8) -> Self {
        let mut slots = vec![None; space.propositions.index()];
        for (number, slot) in space.slots.iter().enumerate() {
            if matches!(slot.kind, SlotKind::Symbol { .. }) {
                slots[slot.first.index()..(slot.first + slot.width()).index()].fill(Some(number));
            }
        }
        SlotTerms { nodes, own, space, slots }
    }

    /// A sum of literals as a sum over symbols; `None` if some literal is of another kind.
    pub fn terms(&self, list: &[(u32, Lit)]) -> Option<Vec<SumTerm>> {
        let mut weights = vec![0; self.slots.len()];
        for &(weight, lit) in list {
            self.symbols(lit)?.for_each(|p| weights[p.index()] += i64::from(weight));
        }
        let terms = (0..).zip(weights).filter(|&(_, weight)| weight > 0);
        let terms: Vec<SumTerm> = terms.map(|(p, weight)| (weight, p, true)).collect();
        choices(&terms, self.space).map(|_| terms)
    }

    /// The symbols of one slot that make a literal true, as propositions.
    fn symbols(&self, lit: Lit) -> Option<impl Iterator<Item = u32>> {
        let proposition = |lit: Lit| leaf(&self.nodes[lit.node()], self.own).filter(|p| p & OTHER_SIDE == 0);
        let (named, of_named) = match &self.nodes[lit.node()] {
            Node::And(lits) if lits.iter().all(|lit| lit.is_negated()) => {
                (lits.iter().map(|&lit| proposition(lit)).collect::<Option<Vec<u32>>>()?, lit.is_negated())
            }
            _ => (vec![proposition(lit)?], !lit.is_negated()),
        };
        let slot = self.slots[named.first()?.index()]?;
        if named.iter().any(|&p| self.slots[p.index()] != Some(slot)) {
            return None;
        }
        let of = &self.space.slots[slot];
        Some((of.first..of.first + of.width()).filter(move |p| named.contains(p) == of_named))
    }
}

#[cfg(test)]
mod tests {
    use crate::base::convert::ToIndex;
    use crate::base::ids::NodeId;
    use crate::base::limits::Control;
    use crate::formula::node::PARAMETER;
    use crate::game::program::{Lit, Node, Slot, SlotKind, Space};
    use crate::game::space::bit;
    use crate::list::enumerate::Enumerator;
    use crate::list::plan::Plan;

    const WIDTH: u32 = 25;

    /// Three slots with a number each, beyond the end of a word, and literals "slot k holds at least v".
    fn numbers() -> (Vec<Node>, Space, Vec<(u32, Lit)>) {
        let slot = |k| Slot { kind: SlotKind::Symbol { symbols: WIDTH }, first: k * WIDTH };
        let space = Space { slots: (0..3).map(slot).collect(), propositions: 3 * WIDTH, ..Space::default() };
        let mut nodes = vec![Node::Const];
        nodes.extend((0..3 * WIDTH).map(Node::Parameter));
        let mut levels = Vec::new();
        for k in 0..3 {
            let isnt = |v: u32| !Lit::of(NodeId::new(1 + k * WIDTH + v));
            levels.push((1, isnt(0)));
            for v in 2..WIDTH {
                levels.push((1, Lit::of(NodeId::at(nodes.len()))));
                nodes.push(Node::And((0..v).map(isnt).collect()));
            }
        }
        (nodes, space, levels)
    }

    fn sums(nodes: &[Node], space: &Space) -> Vec<u32> {
        let plan = Plan::new(nodes, space, PARAMETER, &[]);
        let (control, mut walk) = (Control::new(None), Enumerator::new(&plan, None));
        let mut found = Vec::new();
        while walk.advance(&control).unwrap() {
            let value = |k: u32| (0..WIDTH).find(|v| bit(walk.row(), k * WIDTH + v)).unwrap();
            found.push((0..3).map(value).sum());
        }
        found
    }

    #[test]
    fn levels_bound_a_sum_from_both_sides() {
        let of = |least: u32, most: u32| {
            let all = (0..WIDTH).flat_map(|a| (0..WIDTH).flat_map(move |b| (0..WIDTH).map(move |c| a + b + c)));
            all.filter(|sum| (least..=most).contains(sum)).collect::<Vec<u32>>()
        };
        for (least, most) in [(1, 3), (5, 5), (70, 72), (30, 31)] {
            let (mut nodes, mut space, levels) = numbers();
            let denied: Vec<(u32, Lit)> = levels.iter().map(|&(w, lit)| (w, !lit)).collect();
            let [first, second] = [0, 1].map(|more| Lit::of(NodeId::at(nodes.len() + more)));
            nodes.push(Node::Ge(least, levels));
            nodes.push(Node::Ge(3 * (WIDTH - 1) - most, denied)); // so many levels are not reached
            space.constraints = vec![first, second];
            assert_eq!(sums(&nodes, &space), of(least, most));
        }
    }

    #[test]
    fn some_level_is_reached() {
        let (mut nodes, mut space, levels) = numbers();
        nodes.push(Node::And(levels.iter().map(|level| !level.1).collect()));
        space.constraints = vec![!Lit::of(NodeId::at(nodes.len() - 1))];
        let found = sums(&nodes, &space);
        assert_eq!(found.len(), 25 * 25 * 25 - 1);
        assert!(!found.contains(&0));
    }

    /// Weighted sums over a few slots with facts beside them: the lists are those that a filter leaves.
    #[test]
    fn facts_beside_a_sum_are_seen_by_it() {
        let mut seed = 1_u64;
        let mut draw = |below: u32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % u64::from(below)) as u32
        };
        let mut some = 0;
        for case in 0..6000 {
            let (symbols, slots) = (2 + case % 2, 2 + case / 2 % 2);
            let propositions = slots * symbols;
            let slot = |k| Slot { kind: SlotKind::Symbol { symbols }, first: k * symbols };
            let mut space = Space { slots: (0..slots).map(slot).collect(), propositions, ..Space::default() };
            let mut nodes = vec![Node::Const];
            nodes.extend((0..propositions).map(Node::Parameter));
            let lit = |p: u32| Lit::of(NodeId::new(1 + p));

            let mut weights = Vec::new();
            for _ in 0..slots {
                weights.extend(&[0, draw(8), 8 + draw(8)][..symbols.index()]);
            }
            let low = draw(20);
            let high = if draw(2) == 0 { low } else { low + draw(10) };
            let terms: Vec<(u32, Lit)> =
                (0..).zip(&weights).filter(|(_, &w)| w > 0).map(|(p, &w)| (w, lit(p))).collect();
            let [least, above] = [0, 1].map(|more| Lit::of(NodeId::at(nodes.len() + more)));
            nodes.push(Node::Ge(low, terms.clone()));
            nodes.push(Node::Ge(high + 1, terms));
            let facts: Vec<(u32, bool)> = (0..draw(4)).map(|_| (draw(propositions), draw(2) == 0)).collect();
            space.constraints = facts.iter().map(|&(p, holds)| lit(p) ^ !holds).collect();
            let place = if draw(2) == 0 { 0 } else { facts.len() }; // what is looked at first differs
            space.constraints.splice(place..place, [least, !above]);

            let plan = Plan::new(&nodes, &space, PARAMETER, &[]);
            let (control, mut walk) = (Control::new(None), Enumerator::new(&plan, None));
            let mut found = Vec::new();
            while walk.advance(&control).unwrap() {
                let held = |k: u32| (0..symbols).find(|v| bit(walk.row(), k * symbols + v)).unwrap();
                found.push((0..slots).map(held).collect::<Vec<u32>>());
            }
            let holds = |row: &[u32], p: u32| row[(p / symbols).index()] == p % symbols;
            let sum = |row: &[u32]| (0..).zip(&weights).filter(|&(p, _)| holds(row, p)).map(|(_, &w)| w).sum();
            let row = |n: u32| (0..slots).rev().map(|k| n / symbols.pow(k) % symbols).collect::<Vec<u32>>();
            let fits = |row: &Vec<u32>| {
                (low..=high).contains(&sum(row)) && facts.iter().all(|&(p, value)| holds(row, p) == value)
            };
            let expected: Vec<Vec<u32>> = (0..symbols.pow(slots)).map(row).filter(fits).collect();
            assert_eq!(found, expected, "{weights:?} {low}..={high} {facts:?}");
            some += usize::from(!found.is_empty());
        }
        assert!((1000..5000).contains(&some), "lists are empty and not, {some} times");
    }
}

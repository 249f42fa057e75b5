//! What any set of codes costs at least, by its size alone, and how many codes can be told apart in so many experiments.
//!
//! All bounds count how many ways a play can go; which experiments there are does not matter. Let an experiment have at
//! most `finals` final outcomes, `others` that are not, and `all` altogether.
//!
//! *Games with a final outcome.* A final outcome leaves one code, so an experiment ends at most `finals` plays, and goes on
//! in at most `others` ways. So at most `others^(d-1)` experiments are the d-th of their plays, and at most
//! `finals · others^(d-1)` codes have length d: the least sum of lengths takes all places of the lowest lengths. In a
//! core game plays go on after final outcomes that leave several codes, so there `others` is `all`; a code left by an
//! outcome that is not final counts an experiment that is not made, and takes the place of one that ends a play.
//!
//! *Subsets of a state.* Say that on a state, and so on its subsets, at most W(d) codes have length d or less, whatever the
//! strategy: W(0) = 0, W(1) = `finals`. An experiment leaves d to each of its cells, where no more than W(d) of the codes end in
//! time: W(d+1) is the greatest sum of min(size, W(d)) over the cells of an experiment on the state. A subset has no other
//! experiments and no larger cells, so W holds for it, by induction over d. A sum of lengths counts, for each d, the codes whose
//! length is more than d: c codes have the sum of max(0, c - W(d)) at least. Where W is not computed, it is at most
//! `finals + others · W(d)`. (With W(d+1) = `finals + others · W(d)` from the start this is the bound above.)
//!
//! *Other games.* Codes that must be told apart are leaves of a tree whose nodes have at most `all` children. The least sum
//! of depths is that of the tree that fills the levels; it is computed by joining leaves (Huffman 1952).
//!
//! *Number of experiments.* Where plays end with an experiment that hits, n codes need n / `finals` experiments. Elsewhere a
//! tree with n leaves has at least (n - 1) / (`all` - 1) inner nodes, since a node replaces one leaf by at most `all`.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use super::cost::{Cost, INFEASIBLE, UNLIMITED};
use super::problem::Problem;
use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::ids::CodeId;
use crate::outcomes::widths::Widths;
use crate::play::least_lengths::LeastLengths;

/// Bounds for the cells of an experiment after which so many more may be made.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    /// What an experiment on a state of one code costs: multiplied by the number of codes for `Cost::Weight`.
    pub cost: Cost,
    /// `cell[c]`: no set of `c` codes that is not over costs less (all weights 1, every code a goal of its own).
    pub cell: Arc<[u64]>,
    /// Sets of at most so many codes that are not over cost just `cell`, whatever they are.
    pub exact: usize,
    /// Larger sets cannot be told apart in the experiments left.
    pub most: usize,
    /// The experiments left, and the most outcomes one has.
    pub left: u32,
    pub widths: Widths,
}

/// The bounds for every number of experiments left.
pub(crate) struct Ladder {
    unlimited: Bounds,
    /// By the experiments left; nothing when they are not limited.
    limited: Vec<Bounds>,
}

impl Ladder {
    /// Bounds for up to `left` experiments.
    pub fn new(problem: &Problem<'_>, cost: Cost, widths: Widths, left: u32) -> Ladder {
        Ladder::up_to(problem, cost, widths, left, problem.codes.len())
    }

    /// Bounds for subsets of a state of `codes` codes on which no experiment has more than `all` outcomes; none has more on
    /// a subset. `None`: they are those of the ladder itself.
    pub fn narrowed(&self, problem: &Problem<'_>, codes: usize, all: usize, left: u32) -> Option<Ladder> {
        let Bounds { cost, widths, .. } = self.unlimited;
        let (others, finals) = (widths.others.min(all), widths.finals.min(all));
        let left = if left.index() >= codes { UNLIMITED } else { left };
        (all < widths.all).then(|| Ladder::up_to(problem, cost, Widths { all, finals, others }, left, codes))
    }

    /// Bounds for subsets of a state of `codes` codes, of which at most `within[d]` have length `d` or less; within two
    /// experiments at most the outcomes of one. Plays end with a hit, all codes weigh 1, and the experiments left are not limited.
    pub fn within(&self, mut within: Vec<usize>, codes: usize) -> Ladder {
        let Bounds { cost, widths, exact, .. } = self.unlimited;
        let all = within.get(2).map_or(widths.all, |&all| all.min(widths.all));
        let widths = Widths { all, finals: widths.finals.min(all), others: widths.others.min(all) };
        while let Some(&last) = within.last().filter(|&&last| last < codes) {
            within.push(last.saturating_mul(widths.others).saturating_add(widths.finals).max(last + 1));
        }
        let (mut sum, mut length) = (0, 0);
        let cell = (0..=codes).map(|size| {
            if size > 0 {
                while within[length] < size {
                    length += 1;
                }
                sum += length.to_u64();
            }
            sum.max(self.unlimited.cell[size])
        });
        let cell: Arc<[u64]> = cell.collect();
        debug_assert!(cell.is_sorted(), "more codes cost no less");
        Ladder { unlimited: Bounds { cost, cell, exact, most: codes, left: UNLIMITED, widths }, limited: Vec::new() }
    }

    fn up_to(problem: &Problem<'_>, cost: Cost, widths: Widths, left: u32, codes: usize) -> Ladder {
        let widths = match problem.confirm && !problem.closing {
            true => Widths { others: widths.all, finals: widths.finals.max(1), ..widths },
            false => widths,
        };
        let mut sums = LeastLengths::new(problem.confirm, widths).map(|least| least.0);
        let cell = (0..=codes).map(|size| match (size, cost) {
            (0, _) | (_, Cost::Depth) => 0,
            (_, Cost::Weight) => sums.next().unwrap_or(INFEASIBLE),
            (_, Cost::Node) if problem.closing => size.div_ceil(widths.finals.max(1)).to_u64(),
            (_, Cost::Node) => (size - 1).div_ceil(widths.all.max(2) - 1).to_u64(),
        });
        let cell: Arc<[u64]> = cell.collect();
        // A code alone: one experiment that hits it. Two codes in a game with a hit: hit one, then the other, if no
        // experiment can end both. Two codes that must be told apart can be, where no codes are inseparable.
        let exact = |left: u32| match (problem.plain, problem.closing, problem.confirm) {
            (false, _, _) => 0,
            (true, true, _) if widths.finals == 1 && left > 1 => 2,
            (true, false, false) if left > 0 => 2,
            (true, _, _) => usize::from(!problem.confirm || left > 0),
        };
        let bounds =
            |left: u32, most: usize| Bounds { cost, cell: cell.clone(), exact: exact(left), most, left, widths };
        let limited = match left {
            UNLIMITED => Vec::new(),
            _ => (0..=left)
                .zip(Capacities::new(problem.confirm, widths))
                .map(|(left, most)| bounds(left, most.min(codes)))
                .collect(),
        };
        debug_assert!(cell.is_sorted(), "more codes cost no less");
        debug_assert!(limited.is_sorted_by(|a: &Bounds, b: &Bounds| a.most <= b.most && a.exact <= b.exact));
        Ladder { unlimited: bounds(UNLIMITED, codes), limited }
    }

    #[inline]
    pub fn at(&self, left: u32) -> &Bounds {
        self.limited.get(left.index()).unwrap_or(&self.unlimited)
    }
}

impl Bounds {
    /// The bound for a set that is not over.
    #[inline]
    pub fn of(&self, size: usize) -> u64 {
        if size > self.most {
            INFEASIBLE
        } else {
            self.cell[size]
        }
    }
}

/// The most codes that can be told apart in 0, 1, 2, … experiments.
struct Capacities {
    confirm: bool,
    widths: Widths,
    next: usize,
}

impl Capacities {
    fn new(confirm: bool, widths: Widths) -> Capacities {
        Capacities { confirm, widths, next: usize::from(!confirm) }
    }
}

impl Iterator for Capacities {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let after = match self.confirm {
            // At most `finals` outcomes leave nothing to do, and with them there are at most `all`.
            true => {
                let apart = self.widths.others.saturating_mul(self.next).saturating_add(self.widths.finals);
                apart.min(self.widths.all.saturating_mul(self.next.max(1)))
            }
            false => self.widths.all.saturating_mul(self.next),
        };
        Some(std::mem::replace(&mut self.next, after))
    }
}

/// The least `Σ weight · depth` of a tree with leaves of these weights and at most `all` children of a node (Huffman 1952).
pub(crate) fn huffman(mut weights: Vec<u64>, all: usize) -> u64 {
    let all = all.max(2);
    let padding = (all - 1 - weights.len().saturating_sub(1) % (all - 1)) % (all - 1);
    weights.extend(std::iter::repeat_n(0, padding));
    let mut heap: BinaryHeap<Reverse<u64>> = weights.into_iter().map(Reverse).collect();
    let mut sum = 0;
    while heap.len() > 1 {
        let joined: u64 = (0..all).filter_map(|_| heap.pop()).map(|Reverse(weight)| weight).sum();
        sum += joined;
        heap.push(Reverse(joined));
    }
    sum
}

impl Problem<'_> {
    /// No strategy for these codes costs less, in the experiments `bounds` are for; `INFEASIBLE` when there is none. The
    /// second is whether this is the cost itself.
    #[inline]
    pub fn bound(&self, state: &[CodeId], is_final: bool, bounds: &Bounds) -> (u64, bool) {
        if self.over(state, is_final) {
            return match self.extra(state, is_final) {
                false => (0, true),
                true if bounds.left == 0 => (INFEASIBLE, true),
                true if bounds.cost == Cost::Weight => (self.weight(state), true),
                true => (0, true),
            };
        }
        if self.plain {
            let lower = bounds.of(state.len());
            return (lower, lower >= INFEASIBLE || state.len() <= bounds.exact);
        }
        if bounds.left == 0 {
            return (INFEASIBLE, true);
        }
        if !self.confirm {
            let two = state.len() == 2 && !self.consistent; // some experiment tells them apart
            return (self.by_leaves(state, bounds), two);
        }
        if self.alike.is_none() && state.len() > bounds.most {
            return (INFEASIBLE, true);
        }
        match bounds.cost {
            Cost::Weight => (self.weighted(state, bounds), self.closing && state.len() == 1),
            cost => (cost.of(0), self.closing && state.len() == 1),
        }
    }

    /// What the sizes of cells alone say of the whole game, where no experiment has more outcomes than `widths` says: of the
    /// longest play for `Cost::Depth`, else as `bound` does. No more than `left` for a longest play, `INFEASIBLE` for the others, where
    /// there is no strategy.
    pub fn least_by_size(&self, cost: Cost, widths: Widths, left: u32) -> u64 {
        let all = self.codes.all();
        let bound = |cost, left| self.bound(&all, false, Ladder::new(self, cost, widths, left).at(left)).0;
        match cost {
            Cost::Depth => {
                let most = left.min(all.len().to_u32());
                u64::from((0..most).find(|&left| bound(cost, left) < INFEASIBLE).unwrap_or(most))
            }
            _ => bound(cost, left),
        }
    }

    /// A bound where a play may leave some codes together, but only codes of one kind (`leaf`). Of the leaves of a strategy
    /// that hold codes of a kind, take the first one: these leaves, one for each kind, are leaves of a tree of nodes with at
    /// most `all` children, and no code of a kind has a shorter play. So there are no more kinds than such a tree has leaves,
    /// the sum is no less than that of the best tree for the weights of the kinds, and the tree has so many nodes.
    fn by_leaves(&self, state: &[CodeId], bounds: &Bounds) -> u64 {
        let kind = |code: CodeId| self.leaf.as_ref().map_or(code, |leaf| leaf[code]);
        let mut codes: Vec<(CodeId, u64)> = state.iter().map(|&code| (kind(code), self.codes.weight(code))).collect();
        codes.sort_unstable();
        let kinds = codes.chunk_by(|a, b| a.0 == b.0);
        let count = kinds.clone().count();
        match bounds.cost {
            _ if count > bounds.most => INFEASIBLE,
            Cost::Depth => 0,
            Cost::Node => bounds.cell[count.max(2)], // at least one: the state is not over
            Cost::Weight if count <= bounds.widths.all => self.weight(state),
            Cost::Weight => {
                let weights = kinds.map(|kind| kind.iter().map(|code| code.1).sum()).collect();
                huffman(weights, bounds.widths.all)
            }
        }
    }

    /// A bound on `Σ weight · length` where codes have weights and there are final outcomes: one experiment is made on all
    /// codes, and it ends the plays of at most `finals` of them. Codes that cannot be told apart may all be left by it.
    fn weighted(&self, state: &[CodeId], bounds: &Bounds) -> u64 {
        let weight = self.weight(state);
        if self.alike.is_some() {
            return weight;
        }
        let mut weights: Vec<u64> = state.iter().map(|&code| self.codes.weight(code)).collect();
        weights.sort_unstable_by(|a, b| b.cmp(a));
        let ended: u64 = weights.iter().take(bounds.widths.finals.max(1)).sum();
        2 * weight - ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(confirm: bool, widths: Widths, count: usize) -> Vec<u64> {
        LeastLengths::new(confirm, widths).map(|least| least.0).take(count).collect()
    }

    #[test]
    fn sums_of_lengths() {
        let mastermind = Widths { all: 4, finals: 1, others: 2 };
        assert_eq!(lengths(true, mastermind, 8), [1, 3, 5, 8, 11, 14, 17, 21]);
        assert_eq!(lengths(false, Widths { all: 3, finals: 0, others: 3 }, 7), [0, 2, 3, 6, 8, 11, 13]);
        assert_eq!(lengths(false, Widths { all: 2, finals: 0, others: 2 }, 5), [0, 2, 5, 8, 12]);
        for all in 2..6 {
            let leaves = lengths(false, Widths { all, finals: 0, others: all }, 40);
            let joined: Vec<u64> = (1..=40).map(|n| huffman(vec![1; n], all)).collect();
            assert_eq!(leaves, joined);
        }
    }

    #[test]
    fn sums_of_lengths_by_how_many_codes_can_be_hit_in_time() {
        let widths = Widths { all: 4, finals: 1, others: 2 };
        let bounds = |cell: Vec<u64>| Bounds {
            cost: Cost::Weight,
            cell: cell.into(),
            exact: 2,
            most: 8,
            left: UNLIMITED,
            widths,
        };
        let known = |cell| Ladder { unlimited: bounds(cell), limited: Vec::new() };
        // Three codes have length 2 at most, five 3, and eleven 4 since a further experiment has two other outcomes.
        let ladder = known(vec![0; 9]).within(vec![0, 1, 3, 5], 8);
        assert_eq!(ladder.at(UNLIMITED).cell[..], [0, 1, 3, 5, 8, 11, 15, 19, 23]);
        // What was known stays known.
        let ladder = known(vec![0, 1, 3, 5, 8, 12, 16, 20, 24]).within(vec![0, 1, 3, 5], 8);
        assert_eq!(ladder.at(UNLIMITED).cell[..], [0, 1, 3, 5, 8, 12, 16, 20, 24]);
        // Of twelve codes one has length 5.
        let ladder = known(vec![0; 13]).within(vec![0, 1, 3, 5], 12);
        assert_eq!(ladder.at(UNLIMITED).cell[..], [0, 1, 3, 5, 8, 11, 15, 19, 23, 27, 31, 35, 40]);
        // Outcomes within two experiments are those that one has: all three, the final one, one other less.
        let ladder = known(vec![0; 9]).within(vec![0, 1, 3], 8);
        assert_eq!(ladder.at(UNLIMITED).widths, Widths { all: 3, finals: 1, others: 2 });
        let ladder = known(vec![0; 9]).within(vec![0, 1, 1, 2], 8);
        assert_eq!(ladder.at(UNLIMITED).widths, Widths { all: 1, finals: 1, others: 1 });
        assert_eq!(ladder.at(UNLIMITED).cell[..], [0, 1, 4, 8, 13, 19, 26, 34, 43]);
    }

    #[test]
    fn capacities() {
        let few = Widths { all: 5, finals: 1, others: 5 };
        assert_eq!(Capacities::new(true, few).take(4).collect::<Vec<_>>(), [0, 1, 5, 25]);
        let balance = Widths { all: 3, finals: 0, others: 3 };
        assert_eq!(Capacities::new(false, balance).take(4).collect::<Vec<_>>(), [1, 3, 9, 27]);
        let mastermind = Widths { all: 14, finals: 1, others: 13 };
        assert_eq!(Capacities::new(true, mastermind).take(4).collect::<Vec<_>>(), [0, 1, 14, 183]);
    }
}

//! The bound by size of `docs/proofs.md`: no more than what the checker computes by itself.

use std::collections::HashSet;
use std::sync::Arc;

use super::outcome_columns::OutcomeColumns;
use crate::base::convert::{ToIndex, ToU64};
use crate::base::ids::CodeId;
use crate::optimal::bounds::{huffman, Bounds};
use crate::optimal::cost::{Cost, INFEASIBLE, UNLIMITED};
use crate::optimal::problem::Problem;
use crate::outcomes::widths::Widths;
use crate::play::least_lengths::LeastLengths;

/// What a set of codes costs at least by its size alone.
pub(super) struct SizeBound<'p, 'a> {
    problem: &'p Problem<'a>,
    cost: Cost,
    widths: Widths,
    /// For 0, 1, 2, … experiments the most codes, or kinds of them, that can be dealt with; with more all, or as many as
    /// stay.
    most: Vec<usize>,
    stays: Option<usize>,
    /// The bound for so many codes that each weigh 1 and are of a kind of their own.
    sums: Arc<[u64]>,
}

impl<'p, 'a> SizeBound<'p, 'a> {
    pub fn new(problem: &'p Problem<'a>, columns: &OutcomeColumns, cost: Cost) -> SizeBound<'p, 'a> {
        let mut widths = Widths::default();
        // Of each experiment: codes, or outcomes, that end plays, and outcomes that do not.
        let mut kinds = HashSet::new();
        for experiment in 0..columns.experiments {
            let (others, all) = columns.widths(experiment);
            let finals = if problem.closing { columns.hits(experiment) } else { all - others };
            widths.all = widths.all.max(all);
            widths.others = widths.others.max(others);
            widths.finals = widths.finals.max(finals);
            kinds.insert((finals, others));
        }
        let mut most = vec![usize::from(!problem.confirm)];
        let stays = loop {
            let last = most[most.len() - 1];
            let of = |&(finals, others): &(usize, usize)| match (problem.closing, problem.confirm) {
                (true, _) => finals.saturating_add(others.saturating_mul(last)),
                (_, true) => finals.saturating_mul(last.max(1)).saturating_add(others.saturating_mul(last)),
                _ => widths.all.saturating_mul(last),
            };
            let next = kinds.iter().map(of).max().unwrap_or(0).max(usize::from(problem.confirm && !problem.closing));
            if next <= last || last >= columns.codes {
                break (next <= last).then_some(last);
            }
            most.push(next);
        };
        let filled = if problem.closing { widths.others } else { widths.all };
        let mut least = LeastLengths::new(problem.confirm, Widths { others: filled, ..widths }).map(|least| least.0);
        let sums = (0..=columns.codes).map(|size| match (size, cost) {
            (0, _) => 0,
            (_, Cost::Weight) => least.next().unwrap_or(INFEASIBLE),
            (_, _) if problem.closing => size.div_ceil(widths.finals.max(1)).to_u64(),
            (_, _) => (size - 1).div_ceil(widths.all.max(2) - 1).to_u64(),
        });
        SizeBound { problem, cost, widths, most, stays, sums: sums.collect() }
    }

    /// The bound for codes that are left after an outcome that is final or not, in at most so many experiments.
    pub fn of(&self, state: &[CodeId], is_final: bool, left: u32) -> u64 {
        let problem = self.problem;
        if problem.over(state, is_final) {
            return match problem.extra(state, is_final) {
                false => 0,
                true if left == 0 => INFEASIBLE,
                true => {
                    if self.cost == Cost::Weight {
                        problem.weight(state)
                    } else {
                        0
                    }
                }
            };
        }
        if left == 0 {
            return INFEASIBLE;
        }
        if problem.confirm {
            self.of_codes(state, left)
        } else {
            self.of_kinds(state, left)
        }
    }

    /// The bounds for cells of 0, 1, … codes, of those that are not final and of those that are, where they depend on nothing
    /// else.
    pub fn prices(&self, codes: usize, left: u32) -> Option<[Vec<u64>; 2]> {
        if !self.problem.plain {
            return None;
        }
        let open = |size: usize| match left {
            0 => INFEASIBLE,
            _ if self.too_many(size, left) => INFEASIBLE,
            _ => self.sums[size].max(u64::from(self.cost == Cost::Node)),
        };
        let alone = |is_final: bool| match (self.problem.confirm, is_final) {
            (false, _) | (true, true) => 0,
            (true, false) if left == 0 => INFEASIBLE,
            (true, false) => u64::from(self.cost == Cost::Weight),
        };
        let price = |size: usize, is_final: bool| match size {
            0 => 0,
            _ if self.problem.closing && is_final => 0,
            1 if !self.problem.closing => alone(is_final),
            _ => open(size),
        };
        Some([false, true].map(|is_final| (0..=codes).map(|size| price(size, is_final)).collect()))
    }

    /// Whether the bounds of the search for cells say no more than these.
    pub fn covers(&self, bounds: &Bounds) -> bool {
        self.problem.plain
            && bounds.cost == self.cost
            && bounds.cell[..] == self.sums[..]
            && (bounds.most + 1 >= self.sums.len() || self.too_many(bounds.most + 1, bounds.left))
    }

    /// Whether so many codes, or kinds of codes, are too many for so many experiments.
    fn too_many(&self, count: usize, left: u32) -> bool {
        left != UNLIMITED && self.most.get(left.index()).or(self.stays.as_ref()).is_some_and(|&most| count > most)
    }

    fn of_codes(&self, state: &[CodeId], left: u32) -> u64 {
        let problem = self.problem;
        if problem.alike.is_some() {
            return if self.cost == Cost::Weight { problem.weight(state) } else { 1 };
        }
        if self.too_many(state.len(), left) {
            return INFEASIBLE;
        }
        match (&problem.codes.weight, self.cost) {
            (Some(weights), Cost::Weight) => {
                let mut weights: Vec<u64> = state.iter().map(|&code| weights[code]).collect();
                weights.sort_unstable_by(|a, b| b.cmp(a));
                // The n-th code cannot have a shorter length than what is added to the sum for n codes of weight 1.
                (1..).zip(weights).map(|(n, weight)| weight * (self.sums[n] - self.sums[n - 1])).sum()
            }
            _ => self.sums[state.len()].max(u64::from(self.cost == Cost::Node)),
        }
    }

    fn of_kinds(&self, state: &[CodeId], left: u32) -> u64 {
        let problem = self.problem;
        let kind = |code: CodeId| problem.leaf.as_ref().map_or(code, |leaf| leaf[code]);
        let mut codes: Vec<(CodeId, u64)> =
            state.iter().map(|&code| (kind(code), problem.codes.weight(code))).collect();
        codes.sort_unstable();
        let kinds: Vec<u64> =
            codes.chunk_by(|a, b| a.0 == b.0).map(|kind| kind.iter().map(|code| code.1).sum()).collect();
        match self.cost {
            _ if self.too_many(kinds.len(), left) => INFEASIBLE,
            Cost::Weight if kinds.len() == 1 => kinds[0],
            Cost::Weight if problem.codes.weight.is_none() && kinds.len() == state.len() => self.sums[kinds.len()],
            Cost::Weight => huffman(kinds, self.widths.all),
            _ => self.sums[kinds.len()].max(1),
        }
    }
}

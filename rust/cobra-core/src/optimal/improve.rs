//! Better strategies, long before they are proved the best: the held one is improved state by state.
//!
//! In a state the experiment that the strategy makes is tried first, then the most promising others, and each with the best that
//! is found in the same way for its cells. How many are tried is a matter of size: few in large states, more in
//! smaller ones, and in the smallest ones all, which costs little and settles them. So the work for the whole game grows about
//! fourfold with each breadth, which doubles them. (Policy improvement; beam search with exact ends.)
//!
//! What is found is `held` at once. An improvement that is broken off has improved the states it came to, and what
//! `held` says of the whole game is the cost of a strategy, never more than that of the one it began with. Nothing here
//! proves anything: bounds come from `search` only, which states of few codes are left to.

use std::sync::atomic::Ordering::Relaxed;

use super::cost::{Cost, INFEASIBLE};
use super::frame::Frame;
use super::held::HeldState;
use super::order::{rank, sort_more};
use super::sharing::{Claim, Trial, Visit, SPLIT};
use super::source::{Candidate, Source};
use super::stabiliser::ExperimentIndex;
use super::task::{after, Halt, SearchResult, Task};
use super::thread::Search;
use super::transposition::StateKey;
use crate::base::convert::{ToIndex, ToU64};
use crate::base::error::Result;
use crate::base::ids::{CodeId, ExperimentId};
use crate::outcomes::of_one::cells;
use crate::play::tree::{Child, TreeNode};

/// States of so many codes are searched in full.
const FULL: usize = 24;
/// Breadths at most.
const MOST_BREADTH: u32 = 16;
/// A breadth takes about so many times the work of the one before it.
const GROWTH: u64 = 4;
/// The part of the work on proofs that improvements may take, and where the last one gained little. They are about small states,
/// a pair of which takes some times as long, so these are about a fifth and a twentieth of the time.
const SHARE: u64 = 6;
const SHARE_OF_LITTLE: u64 = 24;
/// A smaller part of the cost is little.
const LITTLE: u64 = 1000;

/// How many experiments are tried in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Breadth(u32);

impl Breadth {
    /// Where experiments have at most so many outcomes. A step of size, which is that of a play, halves the number.
    fn width(self, size: usize, outcomes: usize) -> usize {
        let (mut width, mut most) = (2_usize << self.0, FULL.saturating_mul(outcomes));
        while size > most && width > 1 {
            most = most.saturating_mul(outcomes);
            width /= 2;
        }
        width
    }
}

/// Which breadths are made when, measured in the work done: it does not depend on the time.
#[derive(Default)]
pub(super) struct Schedule {
    /// The breadths that were made.
    made: u32,
    /// Work of the last one, and of all.
    last: u64,
    spent: u64,
    /// The last one gained little.
    is_slow: bool,
}

impl Schedule {
    /// What to do next, and the work it may take, after so much was spent on proofs.
    pub fn next(&self, proofs: u64) -> Option<(Breadth, u64)> {
        let share = if self.is_slow { SHARE_OF_LITTLE } else { SHARE };
        let due = self.spent + GROWTH * self.last <= proofs / share;
        (due && self.made < MOST_BREADTH).then_some((Breadth(self.made + 1), proofs))
    }

    /// So much work was done, and all of it or not. It brought the cost down to the second from the first.
    pub fn done(&mut self, work: u64, all: bool, (before, after): (u64, u64)) {
        self.is_slow = all && before - after < before / LITTLE;
        self.made += u32::from(all);
        self.last = work.div_ceil(if all { 1 } else { GROWTH });
        self.spent += work;
    }
}

/// An improvement under way.
pub(super) struct Improvement<'i> {
    pub task: &'i Task,
    pub breadth: Breadth,
}

impl<S: Source> Search<'_, S> {
    /// Whether what is held can be found again: experiments have numbers that last and are carried by symmetries.
    pub fn can_improve(&self) -> bool {
        S::LASTING && (self.shared.canonical.is_none() || self.shared.action.is_some())
    }

    /// Improves the strategy for the whole game: what it costs then, if that is less than the task asks for.
    pub fn run_improvement(&mut self, of: &Improvement<'_>, state: &[CodeId]) -> SearchResult<u64> {
        self.begin();
        let task = of.task;
        let value = match &task.first {
            None => {
                let sum = self.sum(state);
                self.improved(of, state, sum, task.beta, task.left, 0)
            }
            Some(outcomes) => {
                let mut frame = self.frames.pop().unwrap_or_default();
                self.numbering.number(outcomes, &mut frame.partition);
                self.cells(state, &mut frame)?;
                let limits = (task.cost.of(self.shared.problem.weight(state)), task.beta);
                let value = self.improved_cells(of, limits, after(task.left), 0, &mut frame, None);
                self.frames.push(frame);
                value
            }
        };
        self.publish();
        let value = value?;
        self.shared.finished.store(true, Relaxed);
        Ok(value)
    }

    /// The cost of the best strategy found for a state if that is less than `beta`, else a number that is no less.
    fn improved(
        &mut self,
        of: &Improvement<'_>,
        state: &[CodeId],
        sum: StateKey,
        beta: u64,
        left: u32,
        depth: usize,
    ) -> SearchResult<u64> {
        let task = of.task;
        if state.len() <= FULL {
            let looked = self.look(task, &task.ladder, state, left, 0)?;
            return self.solve(task, &task.ladder, state, sum, looked, beta, left, depth.max(SPLIT));
        }
        let key = self.key(task, sum, state.len(), left);
        let known = self.shared.held.find(key);
        let held = known.map_or((INFEASIBLE, ExperimentId::NONE), |known| (known.upper, known.first));
        if known.is_some_and(|known| known.breadth >= of.breadth.0 && known.floor >= beta.min(known.upper)) {
            return Ok(if held.0 < beta { held.0 } else { beta });
        }
        self.poll(task)?;
        self.pairs += state.len().to_u64() * u64::from(self.shared.source.experiments());
        let mut frame = self.frames.pop().unwrap_or_default();
        let held = (held.0, self.carried(state, held.1, true));
        let found = self.improved_by(of, state, key, held, beta, left, depth, &mut frame);
        self.frames.push(frame);
        let (best, first) = found?;
        let (upper, first) = if first != ExperimentId::NONE { (best, first) } else { held };
        let first = self.carried(state, first, false);
        self.hold(key, HeldState { upper, first, breadth: of.breadth.0, floor: best })?;
        Ok(best)
    }

    /// Tries the held experiment, if there is one, and others; returns the least of `beta`, what is held and what is found, with
    /// its experiment.
    #[allow(clippy::too_many_arguments)]
    fn improved_by(
        &mut self,
        of: &Improvement<'_>,
        state: &[CodeId],
        key: StateKey,
        held: (u64, ExperimentId),
        beta: u64,
        left: u32,
        depth: usize,
        frame: &mut Frame<S::View>,
    ) -> SearchResult<(u64, ExperimentId)> {
        let (task, source) = (of.task, self.shared.source);
        let own = task.cost.of(self.shared.problem.weight(state));
        let view = S::View::default();
        let (mut best, mut first) = if held.0 < beta { held } else { (beta, ExperimentId::NONE) };
        if left == 0 {
            return Ok((best, first));
        }
        let after = after(left);
        let width = of.breadth.width(state.len(), task.ladder.at(after).widths.all.max(2));
        frame.candidates.clear();
        frame.seen.clear();
        self.list(&view, state, task.ladder.at(after), best, &mut frame.candidates)?;
        rank(&frame.candidates, state.len(), &mut frame.order);
        let visit = self.visit(task, state, left, depth);
        let held = (held.1 != ExperimentId::NONE).then_some(Candidate { id: held.1, lower: own, squares: 0 });
        let mut put_off = Vec::new();
        let (mut sorted, mut next, mut tried) = (0, 0, 0);
        let mut held = held.into_iter();
        loop {
            if let Some(known) = visit.as_ref().map(Visit::best).filter(|known| known.0 < best) {
                (best, first) = known;
            }
            if next == sorted {
                sorted = sort_more(&mut frame.order, sorted, false);
            }
            let again = next == frame.order.len() || tried >= width;
            let candidate = match held.next() {
                Some(candidate) => candidate,
                None if again => match put_off.pop() {
                    Some(candidate) => candidate,
                    None => break,
                },
                None => {
                    next += 1;
                    frame.candidates[frame.order[next - 1].place.index()]
                }
            };
            if candidate.lower >= best {
                continue;
            }
            source.split(&mut self.scratch, &view, candidate.id, state, &mut frame.outcomes)?;
            self.numbering.number(&frame.outcomes, &mut frame.partition);
            if !again && !frame.seen.is_new(&frame.partition) {
                continue;
            }
            tried += usize::from(!again);
            let trial = match visit.as_ref().map(|visit| visit.claim(&frame.partition, best, again)) {
                None => None,
                Some(Claim::Open(trial)) => Some(trial),
                Some(Claim::Taken) => {
                    put_off.push(candidate);
                    continue;
                }
                Some(Claim::Settled(_)) => continue,
            };
            self.counters.tried += 1;
            self.cells(state, frame)?;
            let total = self.improved_cells(of, (own, best), after, depth, frame, trial.as_ref())?;
            let is_best = match trial {
                Some(trial) => trial.settle(total, best, candidate.id),
                None => total < best,
            };
            if is_best {
                (best, first) = (total, candidate.id);
                let first = self.carried(state, first, false);
                self.hold(key, HeldState { upper: best, first, breadth: 0, floor: 0 })?;
            }
        }
        Ok((best, first))
    }

    /// The cost of an experiment with these cells if that is less than `best`, else a number that is no less.
    fn improved_cells(
        &mut self,
        of: &Improvement<'_>,
        (own, mut best): (u64, u64),
        left: u32,
        depth: usize,
        frame: &mut Frame<S::View>,
        trial: Option<&Trial<'_>>,
    ) -> SearchResult<u64> {
        let mut total = self.bound_cells(of.task, &of.task.ladder, (own, best), left, frame)?;
        if total >= best {
            return Ok(total);
        }
        let Frame { codes, cells, .. } = frame;
        let turned = trial.is_some_and(|trial| trial.turned);
        for number in 0..cells.len() {
            let number = if turned { cells.len() - 1 - number } else { number };
            let cell = &mut cells[number];
            if cell.exact {
                continue;
            }
            if let Some((lower, known)) = trial.map(Trial::known) {
                best = best.min(known);
                if total.max(lower) >= best {
                    return Ok(best);
                }
            }
            let beta = cell.lower + (best - total);
            let state = &codes[cell.codes.clone()];
            let value = match cell.looked.take() {
                Some(looked) if state.len() <= FULL => {
                    let below = SPLIT.max(depth + 1);
                    self.solve(of.task, &of.task.ladder, state, cell.key, looked, beta, left, below)?
                }
                _ => self.improved(of, state, cell.key, beta, left, depth + 1)?,
            };
            if value >= beta {
                return Ok(best);
            }
            cell.raise(&mut total, value);
        }
        Ok(total)
    }

    /// Holds what was found of a state; without room the improvement is over.
    fn hold(&self, key: StateKey, entry: HeldState) -> SearchResult<()> {
        match self.shared.held.keep(key, entry) {
            true => Ok(()),
            false => Err(Halt::Over),
        }
    }

    /// Notes a strategy state by state, as far as its experiments are known here. Whether there was room for it.
    pub fn note(&mut self, task: &Task, tree: &[TreeNode]) -> Result<bool> {
        let problem = self.shared.problem;
        let engine = problem.engine;
        let index = ExperimentIndex::new(engine, self.shared.source)?;
        // Children come after their parents: states are found down the tree, and costs up.
        let mut states = vec![(Vec::new(), task.left); tree.len()];
        if let Some(root) = states.first_mut() {
            root.0 = problem.codes.all();
        }
        let mut costs = vec![0_u64; tree.len()];
        for (number, node) in tree.iter().enumerate() {
            let (state, left) = states[number].clone();
            let experiment = (node.type_index, node.row.clone());
            let outcomes = engine.outcomes_of_row(&experiment, &state, self.shared.control)?;
            costs[number] = task.cost.of(problem.weight(&state));
            for ((outcome, cell), &(_, child)) in cells(&state, &outcomes).into_iter().zip(&node.children) {
                match child {
                    Child::Node(child) => states[child.index()] = (cell, after(left)),
                    Child::Hit(_) => costs[number] += task.cost.of(problem.weight(&cell)),
                    Child::Over if problem.extra(&cell, engine.is_final(node.type_index, outcome)) => {
                        costs[number] += if task.cost == Cost::Weight { problem.weight(&cell) } else { 0 };
                    }
                    Child::Over => {}
                }
            }
        }
        for (number, node) in tree.iter().enumerate().rev() {
            for &(_, child) in &node.children {
                if let Child::Node(child) = child {
                    costs[number] += costs[child.index()];
                }
            }
        }
        for ((number, node), (state, left)) in tree.iter().enumerate().zip(&states) {
            let Some(id) = index.find(node.type_index, &node.row).filter(|_| state.len() > FULL) else { continue };
            let sum = self.sum(state);
            let key = self.key(task, sum, state.len(), *left);
            let first = self.carried(state, id, false);
            if !self.shared.held.keep(key, HeldState { upper: costs[number], first, breadth: 0, floor: 0 }) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_experiments_are_tried_in_smaller_states_and_with_more_breadth() {
        let widths =
            |breadth| [100, 24 * 20, 24 * 20 + 1, 9601, 1 << 30].map(|size| Breadth(breadth).width(size, 20));
        assert_eq!(widths(1), [4, 4, 2, 1, 1]);
        assert_eq!(widths(3), [16, 16, 8, 4, 1]);
    }

    #[test]
    fn improvements_take_a_part_of_the_work() {
        let mut schedule = Schedule::default();
        assert_eq!(schedule.next(300), Some((Breadth(1), 300)));
        schedule.done(10, true, (5000, 4900));
        assert_eq!(schedule.next(300), Some((Breadth(2), 300)));
        schedule.done(40, true, (4900, 4800));
        assert_eq!(schedule.next(1200), None); // the next one is expected to take 160
        assert_eq!(schedule.next(1260), Some((Breadth(3), 1260)));
        schedule.done(1260, false, (4800, 4800));
        assert_eq!(schedule.next(3000), None);
        assert_eq!(schedule.next(16_000), Some((Breadth(3), 16_000)));
        schedule.done(400, true, (4800, 4799));
        assert_eq!(schedule.next(79_000), None); // little is expected of 1600 more
        assert_eq!(schedule.next(80_000), Some((Breadth(4), 80_000)));
    }
}

//! Branch and bound over sets of codes.
//!
//! The cost of a state is the least, over experiments, of the cost of the experiment plus the costs of its cells. An
//! experiment is given up as soon as bounds for its cells add up to no less than the best so far; the bounds get better in
//! three rounds over the cells, from cheap to dear: what the size alone says and what is known from before; a look at all
//! experiments on the cell; the search of the cell. (Alpha-beta on sums, as in solvers of Mastermind and Wordle: Slovesnov
//! 2013, Selby 2022.)
//!
//! **What a search may return.** `solve(state, beta)` returns the cost if that is less than `beta`, else a number that is at
//! least `beta` and no more than the cost. Proof by induction: every experiment is either tried to the end, and then costs
//! the sum of its cells' costs; or given up because bounds on the cells' costs add up to the best known or more, whichever
//! thread found that out; or left out because another one makes the same cells (then it costs as much), or is its image
//! under a symmetry that carries the state to itself (likewise).
//!
//! **Limited searches** look only at the first few experiments of a state. What they find is the cost of a strategy; their
//! failures prove nothing and are not kept.

use std::collections::VecDeque;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::Arc;

use super::bounds::{Bounds, Ladder};
use super::cost::{Cost, INFEASIBLE, UNLIMITED};
use super::frame::Frame;
use super::known::FEW_OUTCOMES;
use super::leaders::Leaders;
use super::order::{rank, sort_more};
use super::sharing::{Claim, Visit, SPLIT};
use super::source::{Candidate, Look, Source};
use super::task::{after, Halt, SearchResult, Task};
use super::thread::{Full, Search};
use super::transposition::{Fact, StateKey};
use crate::base::convert::{ToIndex, ToU64, ToUsize};
use crate::base::ids::{CodeId, ExperimentId};
use crate::base::lock::lock;

/// States looked at between two polls, and pairs of codes and experiments.
const POLL: u64 = 64;
const POLL_PAIRS: u64 = 1 << 26;
/// States looked at for a strategy to be put together although the time is over.
const GRACE: u64 = 1 << 10;
/// With fewer experiments to be tried it is not asked which are alike.
const FEW_CANDIDATES: usize = 16;
/// Experiments that a look at a state is taken to deal with, at least.
const LEAST_EXPERIMENTS: u32 = 1 << 10;
/// States for subsets of which bounds are made better: for smaller ones that is too late, for larger ones too dear. It pays
/// where experiments have few outcomes, or nothing but the number of experiments left matters.
const NARROWED: std::ops::RangeInclusive<usize> = 5..=255;

/// Of states of fewer codes the experiments come first whose bounds are less than so much above the least one: most states cost
/// no more than that, and half of all experiments may have to be listed otherwise.
const FEW_CODES: usize = 32;
const NEAR: u64 = 2;

/// States of so many codes have their symmetries found before their experiments are looked at: for smaller ones that takes longer than
/// to look at all.
const LARGE: usize = 384;

/// With many outcomes smaller states are not worth it.
const LEAST_WITHIN: usize = 24;
/// It is counted how many codes can be hit within fewer experiments than this.
const MOST_WITHIN: usize = 4;

impl<S: Source> Search<'_, S> {
    /// The cost of the whole game in `task`, as `solve` says it.
    pub fn run(&mut self, task: &Task, state: &[CodeId]) -> SearchResult<u64> {
        self.begin();
        let value = self.value(task, state);
        self.publish();
        self.meet_others();
        let value = value?;
        self.shared.finished.store(true, Relaxed);
        Ok(value)
    }

    fn value(&mut self, task: &Task, state: &[CodeId]) -> SearchResult<u64> {
        let (lower, _) = self.shared.problem.bound(state, false, task.ladder.at(task.left));
        if lower >= task.beta {
            return Ok(lower);
        }
        let Some(outcomes) = &task.first else {
            let sum = self.sum(state);
            let looked = self.look(task, &task.ladder, state, task.left, 0)?;
            return self.solve(task, &task.ladder, state, sum, looked, task.beta, task.left, 0);
        };
        let mut frame = self.frames.pop().unwrap_or_default();
        self.numbering.number(outcomes, &mut frame.partition);
        self.cells(state, &mut frame)?;
        let own = task.cost.of(self.shared.problem.weight(state));
        let visit = self.visit(task, state, task.left, 0);
        let trial = match visit.as_ref().map(|visit| visit.claim(&frame.partition, task.beta, true)) {
            Some(Claim::Open(trial)) => Some(trial),
            _ => None,
        };
        self.trying = ExperimentId::GIVEN;
        task.firsts.list([(self.trying, 0)].into_iter());
        let total = match task.left {
            0 => Ok(INFEASIBLE),
            left => {
                let limits = (own, task.beta);
                self.try_cells(task, &task.ladder, limits, after(left), 0, &mut frame, trial.as_ref())
            }
        };
        self.frames.push(frame);
        let total = total?;
        if total < task.beta {
            self.improve(task, total, ExperimentId::GIVEN);
        }
        Ok(total)
    }

    /// Counts the work on a task anew.
    pub(super) fn begin(&mut self) {
        (self.work, self.pairs, self.pairs_at_poll) = (0, 0, 0);
    }

    pub(super) fn poll(&mut self, task: &Task) -> SearchResult<()> {
        self.polled += 1;
        if self.extracting {
            if self.polled > GRACE {
                self.shared.control.poll()?;
            }
        } else if self.polled.is_multiple_of(POLL)
            || self.pairs > self.pairs_at_poll.saturating_add(POLL_PAIRS).min(task.budget)
        {
            self.pairs_at_poll = self.pairs;
            self.shared.control.poll()?;
            self.publish();
            let is_wanted_back = self.meet_others();
            if self.shared.finished.load(Relaxed) || self.pairs > task.budget || is_wanted_back {
                return Err(Halt::Over);
            }
        }
        Ok(())
    }

    /// Hears from others who work at the same time, and tells them what is proved. Whether the piece under way is to be handed back.
    pub(super) fn meet_others(&mut self) -> bool {
        self.company.as_mut().is_some_and(|member| member.look(&self.shared.known, self.pairs))
    }

    /// Looks at all experiments on a state that is known to cost `known` at least.
    pub(super) fn look(
        &mut self,
        task: &Task,
        ladder: &Ladder,
        state: &[CodeId],
        left: u32,
        known: u64,
    ) -> SearchResult<(Look, S::View)> {
        debug_assert!(
            state.len() >= 2 && state.is_sorted_by(|a, b| a < b),
            "states ascend; what is over is not looked at"
        );
        self.poll(task)?;
        self.counters.looked += 1;
        self.pairs += state.len().to_u64() * u64::from(self.shared.source.experiments().max(LEAST_EXPERIMENTS));
        let mut view = self.views.pop().unwrap_or_default();
        let bounds = ladder.at(after(left));
        let mut look = match left {
            0 => Look { lower: INFEASIBLE, exact: None },
            _ => {
                let among = self.leaders(state);
                self.shared.source.look(&mut self.scratch, state, among.as_deref(), bounds, known, &mut view)?
            }
        };
        if look.lower >= INFEASIBLE / 2 {
            look = Look { lower: INFEASIBLE, exact: None };
        }
        let (lower, _) = self.shared.problem.bound(state, false, ladder.at(left));
        if lower > look.lower {
            look = Look { lower, exact: None }; // cannot be exact: it would be the cost
        }
        Ok((look, view))
    }

    /// See the head of the file. The state is not over; `depth` experiments were made before it.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn solve(
        &mut self,
        task: &Task,
        ladder: &Ladder,
        state: &[CodeId],
        sum: StateKey,
        looked: (Look, S::View),
        beta: u64,
        left: u32,
        depth: usize,
    ) -> SearchResult<u64> {
        debug_assert!(self.is_shared(state) || sum == self.codes_sum(state));
        let (look, view) = looked;
        let key = self.key(task, sum, state.len(), left);
        if look.exact.is_some() || look.lower >= beta {
            if let (0, Some(first)) = (depth, look.exact) {
                self.improve(task, look.lower, first);
            }
            let upper = if look.exact.is_some() { look.lower } else { INFEASIBLE };
            let first = look.exact.filter(|_| !self.is_shared(state)).unwrap_or(ExperimentId::NONE);
            self.shared.known.keep(key, Fact { lower: look.lower, upper, first }, 1);
            self.views.push(view);
            return Ok(look.lower);
        }
        let before = self.work;
        self.work += 1;
        self.counters.expanded += 1;
        let mut frame = self.frames.pop().unwrap_or_default();
        let result = self.expand(task, ladder, state, (look, &view), beta, left, depth, &mut frame);
        for cell in frame.cells.drain(..) {
            self.views.extend(cell.looked.map(|looked| looked.1));
        }
        self.frames.push(frame);
        self.views.push(view);
        let (value, first) = result?;
        debug_assert!(value >= look.lower, "a state costs less than its bound");
        let work = self.work - before;
        if value < beta {
            let lower = if self.is_full(task) || value <= look.lower { value } else { look.lower };
            let first = self.carried(state, first, false);
            self.keep(key, Fact { lower, upper: value, first }, work);
        } else if self.is_full(task) {
            self.keep(key, Fact { lower: value, upper: INFEASIBLE, first: ExperimentId::NONE }, work);
        }
        Ok(value)
    }

    /// Better bounds for subsets of a state on which experiments have few outcomes.
    fn narrowed(&mut self, ladder: &Ladder, state: &[CodeId], left: u32) -> SearchResult<Option<Ladder>> {
        let (problem, source) = (self.shared.problem, self.shared.source);
        let Bounds { cost, widths, .. } = *ladder.at(left);
        if S::LASTING && problem.plain && problem.closing && cost == Cost::Weight && left == UNLIMITED {
            return self.within(ladder, state);
        }
        let pays = cost == Cost::Depth || widths.all <= FEW_OUTCOMES;
        if !S::LASTING || !problem.plain || !pays || !NARROWED.contains(&state.len()) {
            return Ok(None);
        }
        // The bound is 1 and, for each outcome, the size of the cell less one, or 0 where that ends plays.
        let look = source.look(&mut self.scratch, state, None, &self.counting, 0, &mut S::View::default())?;
        let all = (state.len() + 1).saturating_sub(look.lower.to_usize());
        Ok(if look.lower < INFEASIBLE { ladder.narrowed(problem, state.len(), all, left) } else { None })
    }

    /// The same by how many codes can be hit within so many experiments (`bounds` has the proof). `None`: the state is too small.
    fn within(&mut self, ladder: &Ladder, state: &[CodeId]) -> SearchResult<Option<Ladder>> {
        let (size, source) = (state.len(), self.shared.source);
        let Bounds { widths, .. } = *ladder.at(UNLIMITED);
        if size < if widths.all <= FEW_OUTCOMES { *NARROWED.start() } else { LEAST_WITHIN } {
            return Ok(None);
        }
        let mut within = vec![0, widths.finals.max(1)];
        let mut excess = self.counting.clone();
        excess.exact = size; // these are no costs, but so a look ends where none can be less
        let among = self.leaders(state);
        let mut most = within[1];
        // More than two experiments matter where several cells may have more codes than can be hit in fewer.
        while most < size && (within.len() == 2 || within.len() < MOST_WITHIN && most < size / 2) {
            excess.cell = (0..=size).map(|size| size.saturating_sub(most).to_u64()).collect();
            // The bound is 1 and, for each outcome, what the cell has in excess.
            // It is no less than if all outcomes occur, each with as many codes as count.
            let least = (size + 1).saturating_sub(widths.all.saturating_mul(most)).to_u64();
            let (view, among) = (&mut S::View::default(), among.as_deref());
            let look = source.look(&mut self.scratch, state, among, &excess, least, view)?;
            if look.lower >= INFEASIBLE {
                break;
            }
            most = (size + 1).saturating_sub(look.lower.to_usize());
            within.push(most);
        }
        Ok((within.len() > 2).then(|| ladder.within(within, size)))
    }

    /// Tries the experiments on a state; returns the cost and the first experiment (none where another thread found it in
    /// a view of its own), or a bound.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn expand(
        &mut self,
        task: &Task,
        ladder: &Ladder,
        state: &[CodeId],
        (look, view): (Look, &S::View),
        beta: u64,
        left: u32,
        depth: usize,
        frame: &mut Frame<S::View>,
    ) -> SearchResult<(u64, ExperimentId)> {
        let source = self.shared.source;
        let own = task.cost.of(self.shared.problem.weight(state));
        let after = after(left);
        frame.candidates.clear();
        frame.seen.clear();
        let narrowed = self.narrowed(ladder, state, after)?;
        let ladder = narrowed.as_ref().unwrap_or(ladder);
        let bounds = ladder.at(after);
        // Of a small state the others are listed, and put in order, only when none of the first ones costs as little as they do.
        let mut listed = match state.len() < FEW_CODES && depth > 0 && task.cost != Cost::Depth {
            true => beta.min(look.lower + NEAR),
            false => beta,
        };
        self.list(view, state, bounds, listed, &mut frame.candidates)?;
        let width = if self.wide == Full::None { task.width } else { usize::MAX };
        if self.wide == Full::Next {
            self.wide = Full::None;
        }
        let (mut best, mut first) = (beta, ExperimentId::NONE);
        let mut floor = u64::MAX;
        rank(&frame.candidates, state.len(), &mut frame.order);
        if depth == 0 && self.tells(task) {
            task.firsts.list(frame.candidates.iter().map(|candidate| (candidate.id, candidate.lower)));
        }
        let visit = self.visit(task, state, left, depth);
        let mut put_off: VecDeque<Candidate> = VecDeque::new();
        let (mut sorted, mut number, mut tried) = (0, 0, 0);
        loop {
            if let Some((known, id)) = visit.as_ref().map(Visit::best).filter(|known| known.0 < best) {
                (best, first) = (known, if S::LASTING { id } else { ExperimentId::NONE });
            }
            if best <= look.lower {
                break;
            }
            if number == frame.order.len() && listed < best && tried < width {
                frame.candidates.clear();
                self.list(view, state, bounds, best, &mut frame.candidates)?;
                frame.candidates.retain(|candidate| candidate.lower >= listed);
                rank(&frame.candidates, state.len(), &mut frame.order);
                listed = best;
                (sorted, number) = (0, 0);
            }
            if number == sorted {
                sorted = sort_more(&mut frame.order, sorted, depth == 0);
                if depth == 0 && task.is_goal {
                    frame.order.reverse(); // the lower end rises with the last one: that is to be one that takes long
                }
            }
            if depth == 0 {
                self.report(task, best);
                self.shared.control.poll()?;
            }
            let again = number == frame.order.len() || tried >= width;
            let candidate = if again {
                let Some(candidate) = put_off.pop_front() else { break };
                candidate
            } else {
                number += 1;
                frame.candidates[frame.order[number - 1].place.index()]
            };
            if candidate.lower >= best {
                floor = floor.min(candidate.lower);
                continue;
            }
            source.split(&mut self.scratch, view, candidate.id, state, &mut frame.outcomes)?;
            self.numbering.number(&frame.outcomes, &mut frame.partition);
            if !again && !frame.seen.is_new(&frame.partition) {
                self.costs(task, depth, candidate.id, u64::MAX);
                continue;
            }
            tried += 1;
            let trial = match visit.as_ref().map(|visit| visit.claim(&frame.partition, best, again)) {
                None => None,
                Some(Claim::Open(trial)) => Some(trial),
                Some(Claim::Taken) => {
                    put_off.push_back(candidate);
                    continue;
                }
                Some(Claim::Settled(lower)) => {
                    self.costs(task, depth, candidate.id, lower);
                    floor = floor.min(lower);
                    continue;
                }
            };
            self.counters.tried += 1;
            if depth == 0 {
                self.trying = candidate.id;
            }
            self.cells(state, frame)?;
            let total = self.try_cells(task, ladder, (own, best), after, depth, frame, trial.as_ref())?;
            self.costs(task, depth, candidate.id, total);
            let is_best = match trial {
                Some(trial) => trial.settle(total, best, candidate.id),
                None => total < best,
            };
            if !is_best {
                floor = floor.min(total);
                continue;
            }
            (best, first) = (total, candidate.id);
            if depth == 0 {
                self.improve(task, best, first);
            }
        }
        if best < beta {
            return Ok((best, first));
        }
        // Experiments that were not listed have bounds of `beta` or more.
        let floor = if task.cost == Cost::Depth { floor } else { floor.min(beta) };
        Ok((if floor >= INFEASIBLE / 2 { INFEASIBLE } else { floor.max(look.lower) }, ExperimentId::NONE))
    }

    /// Lists the experiments on a state with bounds less than `below`, one of those that symmetries of the state carry to each other.
    pub(super) fn list(
        &mut self,
        view: &S::View,
        state: &[CodeId],
        bounds: &Bounds,
        below: u64,
        candidates: &mut Vec<Candidate>,
    ) -> SearchResult<()> {
        let among = self.leaders(state);
        self.shared.source.candidates(&mut self.scratch, view, state, among.as_deref(), bounds, below, candidates)?;
        match among {
            Some(among) => candidates.retain(|candidate| among.contains(candidate.id)),
            None => self.one_of_each_orbit(state, candidates),
        }
        Ok(())
    }

    /// The first experiments of the orbits on a state; `None` where the state is small, or has no symmetry.
    fn leaders(&mut self, state: &[CodeId]) -> Option<Arc<Leaders>> {
        let (Some(canonical), Some(action)) = (&self.shared.canonical, &self.shared.action) else { return None };
        if state.len() < LARGE || !self.is_shared(state) {
            return None;
        }
        let key = self.codes_sum(state);
        if let Some(found) = self.latest.find(key) {
            return found;
        }
        let symmetries = canonical.stabiliser(&mut self.labelling, state);
        let found = (!symmetries.is_empty()).then(|| Arc::new(action.leaders(&symmetries)));
        self.latest.keep(key, found.clone());
        found
    }

    /// Leaves one of each orbit.
    fn one_of_each_orbit(&mut self, state: &[CodeId], candidates: &mut Vec<Candidate>) {
        if let (Some(canonical), Some(action)) = (&self.shared.canonical, &self.shared.action) {
            if self.is_shared(state) && candidates.len() >= FEW_CANDIDATES {
                let symmetries = canonical.stabiliser(&mut self.labelling, state);
                action.reduce(&symmetries, candidates);
            }
        }
    }

    /// Whether this thread tells what the experiments cost at least that the game may begin with.
    fn tells(&self, task: &Task) -> bool {
        task.reports && (S::LASTING || self.reports) // else those of the other threads have other numbers
    }

    /// Notes what an experiment costs at least if it is one to begin with, or that it costs as much as another one.
    fn costs(&self, task: &Task, depth: usize, id: ExperimentId, lower: u64) {
        if depth == 0 && self.tells(task) {
            task.firsts.raise(id, lower);
        }
    }

    /// Tells how much the whole game costs at least: as much as the least of all experiments, and those that are not listed cost no
    /// less than `best`.
    fn report(&self, task: &Task, best: u64) {
        if self.tells(task) {
            self.shared.control.raise_lower(task.firsts.least().min(best));
        }
    }

    /// The same, while the experiment is tried that costs `total` at least.
    pub(super) fn report_trial(&self, task: &Task, total: u64, best: u64) {
        self.costs(task, 0, self.trying, total);
        self.report(task, best);
    }

    /// Records a better strategy for the whole game.
    fn improve(&self, task: &Task, cost: u64, first: ExperimentId) {
        let mut best = lock(&task.best);
        if cost < best.0 {
            *best = (cost, first);
        }
    }

    /// Whether all experiments of every state are tried.
    pub(super) fn is_full(&self, task: &Task) -> bool {
        task.width == usize::MAX || self.wide == Full::All
    }

    /// Begins, or ends, to put a strategy together.
    pub fn extract(&mut self, extracting: bool) {
        self.extracting = extracting;
        self.polled = 0;
    }
}

impl<'a, S: Source> Search<'a, S> {
    /// Goes to a state if threads share the work on it; `depth` experiments were made before it.
    pub(super) fn visit(&self, task: &Task, state: &[CodeId], left: u32, depth: usize) -> Option<Visit<'a>> {
        let splits = self.shared.splits.as_ref().filter(|_| depth < SPLIT && !self.extracting)?;
        Some(splits.visit(self.key(task, self.codes_sum(state), state.len(), left)))
    }
}

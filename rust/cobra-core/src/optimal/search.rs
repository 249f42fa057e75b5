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
//! the sum of its cells' costs; or given up because bounds on the cells' costs add up to the best known or more; or left
//! out because another one makes the same cells (then it costs as much), or is its image under a symmetry that carries
//! the state to itself (likewise).
//!
//! **Limited searches** look only at the first few experiments of a state. What they find is the cost of a strategy; their
//! failures prove nothing and are not kept.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::bounds::{Bounds, Ladder, INFEASIBLE, UNLIMITED};
use super::canonical::{self, Canonical};
use super::partition::{Numbering, Partition, Partitions};
use super::problem::{Cost, Problem};
use super::source::{Candidate, Look, Source};
use super::stabiliser::Action;
use super::transposition::{code_key, state_key, Fact, Key, Transposition, NO_MOVE};
use crate::error::CoreError;
use crate::limits::{Control, StopReason};

/// States looked at between two polls.
const POLL: u64 = 64;
/// States looked at for a strategy to be put together although the time is over.
const GRACE: u64 = 1 << 10;
/// So many experiments of a play some threads search the largest cells first, so that they meet the others half way.
const TURNED: usize = 3;
/// Experiments tried on a state before it is asked whether another thread has settled it.
const PROBE: usize = 4;
/// Candidates are sorted so many at a time, and then more.
const FIRST_CHUNK: usize = 16;
/// States of fewer codes are known by their codes, and all their experiments are tried: the search of one takes less than
/// to find its symmetries. So it is with fewer experiments to be tried. With fewer outcomes the search takes longer.
const FEW_CODES: usize = 24;
const FEW_CODES_OF_FEW_OUTCOMES: usize = 6;
const FEW_OUTCOMES: usize = 8;
const FEW_CANDIDATES: usize = 16;
/// Experiments that a look at a state is taken to deal with, at least.
const LEAST_EXPERIMENTS: u32 = 1 << 10;
/// States for subsets of which bounds are made better: for smaller ones that is too late, for larger ones too dear.
const NARROWED: std::ops::RangeInclusive<usize> = 5..=255;
/// What took less work than this is not worth to be kept for another run.
const KEPT_WORK: u64 = 4;

/// What all threads of a search share.
pub(crate) struct Shared<'a, S: Source> {
    pub problem: &'a Problem<'a>,
    pub source: &'a S,
    pub known: Transposition,
    /// What permutes symbols and places of the game, if symmetries are used, and what that does to experiments.
    pub canonical: Option<Canonical<'a>>,
    pub action: Option<Action>,
    /// From a checkpoint.
    pub kept: HashMap<Key, Fact>,
    pub control: &'a Control,
    /// Another thread is done with the task.
    pub finished: AtomicBool,
    pub counters: Counters,
}

#[derive(Default)]
pub(crate) struct Counters {
    /// States whose experiments were tried.
    pub expanded: AtomicU64,
    /// States on which all experiments were looked at.
    pub looked: AtomicU64,
    /// Experiments tried.
    pub tried: AtomicU64,
    /// Facts taken from a checkpoint.
    pub reused: AtomicU64,
}

/// One task: what to find for the whole game.
pub(crate) struct Task {
    pub cost: Cost,
    pub ladder: Ladder,
    /// Experiments that may be made.
    pub left: u32,
    /// Experiments tried in a state at most.
    pub width: usize,
    /// The strategy must be better than this.
    pub beta: u64,
    /// Pairs of codes and experiments that may be looked at, about.
    pub budget: u64,
    /// The best strategy found so far: its cost and first experiment.
    pub best: Mutex<(u64, u32)>,
    /// The outcomes of the experiment to begin with, if that is given.
    pub first: Option<Vec<u32>>,
    /// Whether lower bounds for the whole game are of interest.
    pub reports: bool,
}

/// A cell of an experiment.
struct Cell<V> {
    codes: std::ops::Range<usize>,
    is_final: bool,
    key: Key,
    lower: u64,
    exact: bool,
    looked: Option<(Look, V)>,
}

/// The buffers of one state that is expanded.
struct Frame<V> {
    candidates: Vec<Candidate>,
    outcomes: Vec<u32>,
    partition: Partition,
    codes: Vec<u32>,
    cells: Vec<Cell<V>>,
    seen: Partitions,
}

impl<V> Default for Frame<V> {
    fn default() -> Self {
        Frame {
            candidates: Vec::new(),
            outcomes: Vec::new(),
            partition: Partition::default(),
            codes: Vec::new(),
            cells: Vec::new(),
            seen: Partitions::default(),
        }
    }
}

/// In place of the number of an experiment: the one that was given to begin with.
const GIVEN: u32 = NO_MOVE - 1;

/// The experiments left after one.
#[inline]
pub(crate) fn after(left: u32) -> u32 {
    if left == UNLIMITED {
        left
    } else {
        left.saturating_sub(1)
    }
}

/// Why a search did not come to its end.
pub(crate) enum Halt {
    Error(CoreError),
    /// Another thread came to the end, or the budget is spent.
    Over,
}

impl From<CoreError> for Halt {
    fn from(error: CoreError) -> Halt {
        Halt::Error(error)
    }
}

impl From<StopReason> for Halt {
    fn from(reason: StopReason) -> Halt {
        Halt::Error(reason.into())
    }
}

/// What a search found.
pub(crate) type Found<T> = Result<T, Halt>;

/// Of which states all experiments are tried, whatever the task says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wide {
    None,
    Next,
    All,
}

/// The search of one thread.
pub(crate) struct Search<'a, S: Source> {
    pub shared: &'a Shared<'a, S>,
    pub scratch: S::Scratch,
    labelling: canonical::Scratch,
    /// Prices by which an experiment costs the less the more outcomes it has.
    counting: Bounds,
    numbering: Numbering,
    frames: Vec<Frame<S::View>>,
    views: Vec<S::View>,
    /// Threads differ a little, so that they do not do the same work.
    variant: usize,
    polled: u64,
    work: u64,
    /// Pairs of codes and experiments looked at for the task.
    pairs: u64,
    facts: Vec<u8>,
    wide: Wide,
    /// A strategy is being put together: only the control ends that, and not at once.
    extracting: bool,
}

impl<'a, S: Source> Search<'a, S> {
    pub fn new(shared: &'a Shared<'a, S>, variant: usize) -> Self {
        let scratch = shared.source.scratch();
        let codes = shared.problem.codes.len();
        Search {
            shared,
            scratch,
            labelling: canonical::Scratch::default(),
            counting: Bounds {
                cost: Cost::Node,
                cell: (0..=codes as u64).map(|size| size.saturating_sub(1)).collect(),
                exact: 1,
                most: codes,
                left: UNLIMITED,
                widths: shared.source.widths(),
            },
            numbering: Numbering::default(),
            frames: Vec::new(),
            views: Vec::new(),
            variant,
            polled: 0,
            work: 0,
            pairs: 0,
            facts: Vec::new(),
            wide: Wide::None,
            extracting: false,
        }
    }

    /// The cost of the whole game in `task`, as `solve` says it.
    pub fn run(&mut self, task: &Task, state: &[u32]) -> Found<u64> {
        self.work = 0;
        self.pairs = 0;
        let value = self.value(task, state);
        self.publish();
        let value = value?;
        self.shared.finished.store(true, Relaxed);
        Ok(value)
    }

    fn value(&mut self, task: &Task, state: &[u32]) -> Found<u64> {
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
        self.cells(state, 0, &mut frame);
        let own = task.cost.of(self.shared.problem.weight(state));
        let total = match task.left {
            0 => Ok(INFEASIBLE),
            left => self.try_cells(task, &task.ladder, (own, task.beta), after(left), 0, &mut frame),
        };
        self.frames.push(frame);
        let total = total?;
        if total < task.beta {
            self.improve(task, total, GIVEN);
        }
        Ok(total)
    }

    /// States of fewer codes are known by their codes.
    fn few_codes(&self) -> usize {
        match self.shared.source.widths().all {
            _ if !S::LASTING => 3,
            ..=FEW_OUTCOMES => FEW_CODES_OF_FEW_OUTCOMES,
            _ => FEW_CODES,
        }
    }

    /// What stands for the codes of a state; the same for states that symmetries carry to each other, as far as that
    /// pays.
    fn sum(&mut self, state: &[u32]) -> Key {
        match &self.shared.canonical {
            Some(canonical) if state.len() >= self.few_codes() => canonical.number(&mut self.labelling, state),
            _ => state.iter().fold(0, |sum: Key, &code| sum.wrapping_add(code_key(code))),
        }
    }

    /// Whether the number of a state is one of several states.
    fn is_shared(&self, state: &[u32]) -> bool {
        self.shared.canonical.is_some() && state.len() >= self.few_codes()
    }

    /// The experiment that stands for one on a state with all states of the same number, or the way back.
    fn carried(&mut self, state: &[u32], first: u32, back: bool) -> u32 {
        match (&self.shared.canonical, &self.shared.action) {
            _ if first == NO_MOVE || !self.is_shared(state) => first,
            (Some(canonical), Some(action)) => {
                let labelling = canonical.labelling(&mut self.labelling, state);
                action.image(&if back { labelling.inverse() } else { labelling }, first)
            }
            _ => NO_MOVE,
        }
    }

    /// The number of a state for a task: what its cost depends on.
    fn key(&self, task: &Task, sum: Key, size: usize, left: u32) -> Key {
        // No sensible play has more experiments than codes.
        let left = if left as usize >= size { UNLIMITED } else { left };
        let cost = match task.cost {
            Cost::Weight => 0,
            Cost::Node => 1,
            Cost::Depth => 2,
        };
        state_key(sum, u64::from(left) << 8 | cost << 1 | u64::from(self.shared.problem.consistent))
    }

    fn find(&self, key: Key) -> Option<Fact> {
        let found = self.shared.known.find(key);
        if !self.shared.kept.is_empty() && !found.is_some_and(|fact| fact.is_exact()) {
            if let Some(&kept) = self.shared.kept.get(&key) {
                self.shared.counters.reused.fetch_add(1, Relaxed);
                let fact = found.unwrap_or(Fact::UNKNOWN);
                return Some(Fact { lower: kept.lower.max(fact.lower), upper: kept.upper.min(fact.upper), ..fact });
            }
        }
        found
    }

    fn keep(&mut self, key: Key, fact: Fact, work: u64) {
        self.shared.known.keep(key, fact, work);
        if work >= KEPT_WORK {
            self.facts.extend_from_slice(&key.to_le_bytes());
            self.facts.extend_from_slice(&fact.lower.to_le_bytes());
            self.facts.extend_from_slice(&fact.upper.to_le_bytes());
        }
    }

    /// Hands over what was proved.
    pub fn publish(&mut self) {
        self.shared.control.add_facts(&mut self.facts);
    }

    fn poll(&mut self, task: &Task) -> Found<()> {
        self.polled += 1;
        if self.extracting {
            if self.polled > GRACE {
                self.shared.control.poll()?;
            }
        } else if self.polled.is_multiple_of(POLL) {
            self.shared.control.poll()?;
            self.publish();
            if self.shared.finished.load(Relaxed) || self.pairs > task.budget {
                return Err(Halt::Over);
            }
        }
        Ok(())
    }

    /// Looks at all experiments on a state that is known to cost `known` at least.
    fn look(&mut self, task: &Task, ladder: &Ladder, state: &[u32], left: u32, known: u64) -> Found<(Look, S::View)> {
        self.poll(task)?;
        self.shared.counters.looked.fetch_add(1, Relaxed);
        self.pairs += state.len() as u64 * u64::from(self.shared.source.experiments().max(LEAST_EXPERIMENTS));
        let mut view = self.views.pop().unwrap_or_default();
        let bounds = ladder.at(after(left));
        let mut look = match left {
            0 => Look { lower: INFEASIBLE, exact: None },
            _ => self.shared.source.look(&mut self.scratch, state, bounds, known, &mut view)?,
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
    fn solve(
        &mut self,
        task: &Task,
        ladder: &Ladder,
        state: &[u32],
        sum: Key,
        looked: (Look, S::View),
        beta: u64,
        left: u32,
        depth: usize,
    ) -> Found<u64> {
        let (look, view) = looked;
        let key = self.key(task, sum, state.len(), left);
        if look.exact.is_some() || look.lower >= beta {
            if let (0, Some(first)) = (depth, look.exact) {
                self.improve(task, look.lower, first);
            }
            let upper = if look.exact.is_some() { look.lower } else { INFEASIBLE };
            let first = look.exact.filter(|_| !self.is_shared(state)).unwrap_or(NO_MOVE);
            self.shared.known.keep(key, Fact { lower: look.lower, upper, first }, 1);
            self.views.push(view);
            return Ok(look.lower);
        }
        let before = self.work;
        self.work += 1;
        self.shared.counters.expanded.fetch_add(1, Relaxed);
        let mut frame = self.frames.pop().unwrap_or_default();
        let result = self.expand(task, ladder, state, (look, &view), beta, left, (depth, Some(key)), &mut frame);
        for cell in frame.cells.drain(..) {
            self.views.extend(cell.looked.map(|looked| looked.1));
        }
        self.frames.push(frame);
        self.views.push(view);
        let (value, first) = result?;
        let work = self.work - before;
        if value < beta {
            let lower = if self.is_full(task) || value <= look.lower { value } else { look.lower };
            let first = self.carried(state, first, false);
            self.keep(key, Fact { lower, upper: value, first }, work);
        } else if self.is_full(task) {
            self.keep(key, Fact { lower: value, upper: INFEASIBLE, first: NO_MOVE }, work);
        }
        Ok(value)
    }

    /// Better bounds for subsets of a state on which experiments have few outcomes.
    fn narrowed(&mut self, ladder: &Ladder, state: &[u32], left: u32) -> Found<Option<Ladder>> {
        let (problem, source) = (self.shared.problem, self.shared.source);
        if !S::LASTING || !problem.plain || !NARROWED.contains(&state.len()) {
            return Ok(None);
        }
        // The bound is 1 and, for each outcome, the size of the cell less one, or 0 where that ends plays.
        let look = source.look(&mut self.scratch, state, &self.counting, 0, &mut S::View::default())?;
        let all = (state.len() + 1).saturating_sub(look.lower as usize);
        Ok(if look.lower < INFEASIBLE { ladder.narrowed(problem, state.len(), all, left) } else { None })
    }

    /// Tries the experiments on a state; returns the cost and the first experiment (none where another thread found it), or a
    /// bound. `key` is the number of the state, if what others found out may be used.
    #[allow(clippy::too_many_arguments)]
    fn expand(
        &mut self,
        task: &Task,
        ladder: &Ladder,
        state: &[u32],
        (look, view): (Look, &S::View),
        beta: u64,
        left: u32,
        (depth, key): (usize, Option<Key>),
        frame: &mut Frame<S::View>,
    ) -> Found<(u64, u32)> {
        let source = self.shared.source;
        let own = task.cost.of(self.shared.problem.weight(state));
        let after = after(left);
        frame.candidates.clear();
        frame.seen.clear();
        let narrowed = self.narrowed(ladder, state, after)?;
        let ladder = narrowed.as_ref().unwrap_or(ladder);
        let bounds = ladder.at(after);
        source.candidates(&mut self.scratch, view, state, bounds, beta, &mut frame.candidates)?;
        if let (Some(canonical), Some(action)) = (&self.shared.canonical, &self.shared.action) {
            if self.is_shared(state) && frame.candidates.len() >= FEW_CANDIDATES {
                let symmetries = canonical.stabiliser(&mut self.labelling, state);
                action.reduce(&symmetries, &mut frame.candidates);
            }
        }
        let width = if self.wide == Wide::None { task.width } else { usize::MAX };
        if self.wide == Wide::Next {
            self.wide = Wide::None;
        }
        let (mut best, mut first) = (beta, NO_MOVE);
        let mut floor = u64::MAX;
        let mut sorted = 0;
        let mut tried = 0;
        let mut number = 0;
        while number < frame.candidates.len() && tried < width {
            if number == sorted {
                sorted = sort_more(&mut frame.candidates, sorted, state.len(), self.variant, depth == 0);
            }
            if depth == 0 {
                let (known, known_first) = *lock(&task.best);
                if known < best {
                    (best, first) = (known, known_first);
                }
                if task.reports && self.variant == 0 {
                    let open = frame.candidates[number..].iter().map(|candidate| candidate.lower).min();
                    self.shared.control.raise_lower(open.unwrap_or(best).min(best));
                }
                self.shared.control.poll()?;
            }
            let candidate = frame.candidates[number];
            number += 1;
            if candidate.lower >= best {
                floor = floor.min(candidate.lower);
                continue;
            }
            source.split(&mut self.scratch, view, candidate.id, state, &mut frame.outcomes)?;
            self.numbering.number(&frame.outcomes, &mut frame.partition);
            if !frame.seen.is_new(&frame.partition) {
                continue;
            }
            if tried % PROBE == PROBE - 1 && depth > 0 && self.is_full(task) {
                match key.and_then(|key| self.shared.known.find(key)) {
                    Some(fact) if fact.lower >= best => break,
                    Some(fact) if fact.is_exact() => return Ok((fact.upper, NO_MOVE)),
                    _ => {}
                }
            }
            tried += 1;
            self.shared.counters.tried.fetch_add(1, Relaxed);
            self.cells(state, depth, frame);
            let total = self.try_cells(task, ladder, (own, best), after, depth, frame)?;
            if total >= best {
                floor = floor.min(total);
                continue;
            }
            (best, first) = (total, candidate.id);
            if depth == 0 {
                self.improve(task, best, first);
            }
            if best <= look.lower {
                break;
            }
        }
        if best < beta {
            return Ok((best, first));
        }
        // Experiments that were not listed have bounds of `beta` or more.
        let floor = if task.cost == Cost::Depth { floor } else { floor.min(beta) };
        Ok((if floor >= INFEASIBLE / 2 { INFEASIBLE } else { floor.max(look.lower) }, NO_MOVE))
    }

    /// Records a better strategy for the whole game.
    fn improve(&self, task: &Task, cost: u64, first: u32) {
        let mut best = lock(&task.best);
        if cost < best.0 {
            *best = (cost, first);
        }
    }

    /// Puts the cells of the experiment whose outcomes are in the frame there, the smallest first, or as the thread likes it.
    fn cells(&mut self, state: &[u32], depth: usize, frame: &mut Frame<S::View>) {
        for cell in frame.cells.drain(..) {
            self.views.extend(cell.looked.map(|looked| looked.1));
        }
        let Frame { partition, codes, cells, .. } = frame;
        let Numbering { order, starts, .. } = &mut self.numbering;
        order.clear();
        order.extend(0..partition.sizes.len() as u32);
        let size = |cell: u32| partition.sizes[cell as usize].0;
        match self.variant % 2 {
            1 if depth < TURNED => order.sort_unstable_by_key(|&cell| (Reverse(size(cell)), cell)),
            _ => order.sort_unstable_by_key(|&cell| (size(cell), cell)),
        }
        starts.clear();
        starts.resize(order.len(), 0);
        let mut start = 0;
        for &cell in order.iter() {
            let (size, is_final) = partition.sizes[cell as usize];
            starts[cell as usize] = start;
            let range = start as usize..(start + size) as usize;
            start += size;
            cells.push(Cell { codes: range, is_final, key: 0, lower: 0, exact: false, looked: None });
        }
        codes.resize(state.len(), 0);
        for (&cell, &code) in partition.cells.iter().zip(state) {
            let to = &mut starts[cell as usize];
            codes[*to as usize] = code;
            *to += 1;
        }
    }

    /// The cost of an experiment with these cells, or a bound that is at least `best`.
    fn try_cells(
        &mut self,
        task: &Task,
        ladder: &Ladder,
        (own, best): (u64, u64),
        left: u32,
        depth: usize,
        frame: &mut Frame<S::View>,
    ) -> Found<u64> {
        let problem = self.shared.problem;
        let bounds = ladder.at(left);
        let Frame { codes, cells, .. } = frame;
        let mut total = own;
        for cell in cells.iter_mut() {
            (cell.lower, cell.exact) = problem.bound(&codes[cell.codes.clone()], cell.is_final, bounds);
            total = total.saturating_add(cell.lower);
        }
        // Never less than before: a bound that rises.
        let raise = |total: &mut u64, cell: &mut Cell<S::View>, lower: u64| {
            if lower > cell.lower {
                *total = (*total - cell.lower).saturating_add(lower);
                cell.lower = lower;
            }
        };
        if total >= best {
            return Ok(total);
        }
        let below = ladder.at(after(left));
        for cell in cells.iter_mut().filter(|cell| !cell.exact) {
            let glance = self.shared.source.glance(&codes[cell.codes.clone()], below);
            if let Some((lower, exact)) = glance {
                raise(&mut total, cell, lower);
                cell.exact = exact && lower == cell.lower;
                if total >= best {
                    return Ok(total);
                }
            }
        }
        for cell in cells.iter_mut().filter(|cell| !cell.exact) {
            cell.key = self.sum(&codes[cell.codes.clone()]);
            let key = self.key(task, cell.key, cell.codes.len(), left);
            if let Some(fact) = self.find(key) {
                let limited = !self.is_full(task) && fact.upper < INFEASIBLE;
                raise(&mut total, cell, if limited { fact.upper } else { fact.lower });
                cell.exact = limited || fact.is_exact();
                if total >= best {
                    return Ok(total);
                }
            }
        }
        for cell in cells.iter_mut().filter(|cell| !cell.exact) {
            let (look, view) = self.look(task, ladder, &codes[cell.codes.clone()], left, cell.lower)?;
            raise(&mut total, cell, look.lower);
            if look.exact.is_some() && look.lower == cell.lower || look.lower >= INFEASIBLE {
                cell.exact = true;
                let key = self.key(task, cell.key, cell.codes.len(), left);
                let shared = self.is_shared(&codes[cell.codes.clone()]);
                let first = look.exact.filter(|_| !shared).unwrap_or(NO_MOVE);
                let fact = Fact { lower: look.lower, upper: look.lower, first };
                self.shared.known.keep(key, fact, 1);
                self.views.push(view);
            } else {
                cell.looked = Some((look, view));
            }
            if total >= best {
                return Ok(total);
            }
        }
        for cell in cells.iter_mut().filter(|cell| !cell.exact) {
            let Some(looked) = cell.looked.take() else { continue };
            let beta = best - (total - cell.lower);
            let state = &codes[cell.codes.clone()];
            let value = self.solve(task, ladder, state, cell.key, looked, beta, left, depth + 1)?;
            raise(&mut total, cell, value);
            if total >= best {
                return Ok(total);
            }
        }
        Ok(total)
    }

    /// Whether all experiments of every state are tried.
    fn is_full(&self, task: &Task) -> bool {
        task.width == usize::MAX || self.wide == Wide::All
    }

    /// Begins, or ends, to put a strategy together.
    pub fn extract(&mut self, extracting: bool) {
        self.extracting = extracting;
        self.polled = 0;
    }

    /// The experiment with which the strategy found by `task` goes on in a state; `first`: its number is known.
    pub fn choose(
        &mut self,
        task: &Task,
        state: &[u32],
        left: u32,
        first: Option<u32>,
    ) -> Found<Option<(usize, Vec<u64>)>> {
        let sum = self.sum(state);
        let fact = self.find(self.key(task, sum, state.len(), left)).unwrap_or(Fact::UNKNOWN);
        let known = first.unwrap_or_else(|| self.carried(state, fact.first, true));
        // A number kept for later means nothing in another view, even of the same state.
        let known = (known != NO_MOVE && (S::LASTING || first.is_some())).then_some(known);
        if let Some(id) = known.filter(|_| S::LASTING) {
            return Ok(Some(self.shared.source.experiment(&S::View::default(), id)?));
        }
        let (mut look, view) = self.look(task, &task.ladder, state, left, 0)?;
        let id = match known.or(look.exact) {
            Some(id) => id,
            None => {
                // A limited search may have found it for another state of the same number, or an earlier run without
                // limits, which told the costs of large states only.
                let known = fact.upper < INFEASIBLE;
                look.lower = if known { fact.upper } else { look.lower.max(fact.lower) };
                let beta = if known { fact.upper + 1 } else { INFEASIBLE };
                let mut id = NO_MOVE;
                for wide in if known { &[Wide::Next, Wide::All][..] } else { &[Wide::None] } {
                    let mut frame = self.frames.pop().unwrap_or_default();
                    self.wide = *wide;
                    let found =
                        self.expand(task, &task.ladder, state, (look, &view), beta, left, (1, None), &mut frame);
                    self.wide = Wide::None;
                    self.frames.push(frame);
                    id = found?.1;
                    if id != NO_MOVE {
                        break;
                    }
                }
                id
            }
        };
        let found = if id == NO_MOVE { None } else { Some(self.shared.source.experiment(&view, id)?) };
        self.views.push(view);
        Ok(found)
    }
}

/// Sorts the next candidates, the most promising ones: many or good bounds, and even cells (the order of Selby 2022, whose
/// weight of evenness is varied between threads). Returns how many are sorted.
fn sort_more(candidates: &mut [Candidate], sorted: usize, size: usize, variant: usize, all: bool) -> usize {
    let rest = &mut candidates[sorted..];
    let evenness = if variant % 2 == 1 { 4 } else { 2 };
    let rank = |candidate: &Candidate| {
        (candidate.lower.saturating_mul(size as u64).saturating_add(evenness * candidate.squares), candidate.id)
    };
    let chunk = if all { rest.len() } else { FIRST_CHUNK.max(3 * sorted).min(rest.len()) };
    if chunk < rest.len() {
        rest.select_nth_unstable_by_key(chunk, rank);
    }
    rest[..chunk].sort_unstable_by_key(rank);
    sorted + chunk
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

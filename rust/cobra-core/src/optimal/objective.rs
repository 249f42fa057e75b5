//! What an objective asks for, put together from tasks of the search.
//!
//! | objective | tasks |
//! |---|---|
//! | average | the least `Σ weight · length` |
//! | worst | some strategy with a worst case one less than known, again and again until there is none |
//! | worst-average, nodes | as worst; then the least sum, or number of experiments, with no longer plays |
//! | average-worst | the least sum; then the same sum with a worst case one less, until there is none |
//!
//! `settling` has how a task is done.

use std::sync::atomic::AtomicBool;
use std::sync::Arc;
use std::time::Instant;

use super::asked::{statistics, Interval, Optimal, OptimalOptions, FACT_BYTES};
use super::before::{experiments_left, known_before, over};
use super::canonical::Canonical;
use super::company::{Company, Member};
use super::cost::{value, Cost, INFEASIBLE};
use super::exchange::Exchange;
use super::held::Held;
use super::improve::Schedule;
use super::pace::Pace;
use super::problem::Problem;
use super::sharing::Sharing;
use super::source::Source;
use super::source_choice::{sourced, SourceUse};
use super::stabiliser::Action;
use super::task::{Shared, Tally, Task};
use super::thread::Search;
use super::transposition::{number_key, Fact, Transposition};
use crate::base::convert::ToU64;
use crate::base::error::{stop_of, CoreError, Result};
use crate::base::ids::{CodeId, Outcome};
use crate::base::limits::Control;
use crate::engine::{Engine, Experiment};
use crate::play::tree::Greedy;

/// The budget of the first search of all experiments: some seconds.
pub(super) const FIRST_BUDGET: u64 = 1 << 34;
/// Part of the memory that is for states met before.
const KNOWN_SHARE: u64 = 4;
const MOST_KNOWN: u64 = 1 << 32;
/// Bytes of that for each code of the game, at most, and in the first seconds.
const KNOWN_EACH: u64 = 1 << 17;
const KNOWN_AT_FIRST: u64 = 1 << 14;
/// Part of the memory that is for the best strategies known.
const HELD_SHARE: u64 = 16;
/// Part of the memory that is for what symmetries do to experiments.
const ACTION_SHARE: u64 = 16;

/// Finds a strategy that is best by an objective, and proves that it is.
pub fn optimal(engine: &Engine, options: &OptimalOptions, control: &Control) -> Result<Optimal> {
    let start = Instant::now();
    if !options.facts.len().is_multiple_of(FACT_BYTES) {
        return Err(CoreError::input("kept facts must be whole records"));
    }
    let mut result = Optimal::default();
    let outcome = control.watched(|| solve(engine, options, control, &mut result));
    result.strategy.stopped = stop_of(outcome.map_err(|error| named_cause(error, options)))?;
    result.strategy.seconds = start.elapsed().as_secs_f64();
    Ok(result)
}

/// Facts of others that are not true lead a search to what cannot be; then they are to blame.
fn named_cause(error: CoreError, options: &OptimalOptions) -> CoreError {
    match error {
        CoreError::Internal(met) if !options.facts.is_empty() || options.exchange.is_some() => {
            CoreError::Input(format!(
                "what an earlier run or other workers proved is not true of this game ({met}): their facts are damaged, \
                 or of another game or version; search without them"
            ))
        }
        error => error,
    }
}

fn solve(engine: &Engine, options: &OptimalOptions, control: &Control, result: &mut Optimal) -> Result<()> {
    begin(engine, options, result)?;
    let problem = Problem::new(engine, options.consistent, control)?;
    if over(&problem, options, result) {
        return Ok(());
    }
    let is_given = known_before(&problem, options, control, result)?;
    if result.proved {
        return Ok(());
    }
    sourced(&problem, options, control, Searching { options, control, is_given, result })
}

struct Searching<'o> {
    options: &'o OptimalOptions,
    control: &'o Control,
    is_given: bool,
    result: &'o mut Optimal,
}

impl SourceUse for Searching<'_> {
    fn with<S: Source>(self, problem: &Problem<'_>, source: &S) -> Result<()> {
        let Searching { options, control, is_given, result } = self;
        let shared = shared(problem, source, options, control)?;
        let mut searches = searches(&shared, options);
        let first = options.first.as_ref().map(|first| problem.begin(first, control)).transpose()?;
        let outcome = answer(&shared, &mut searches, first, options, is_given, result);
        let count = |counter: fn(&Tally) -> u64| searches.iter().map(|search| counter(&search.counters)).sum();
        result.statistics = statistics([
            count(|counters| counters.expanded),
            count(|counters| counters.looked),
            count(|counters| counters.tried),
            count(|counters| counters.reused),
            shared.known.bytes() + shared.held.bytes() + source.bytes(),
        ]);
        outcome
    }
}

/// A search under way.
pub(super) struct Solving<'o, 'r, 'a, S: Source> {
    pub(super) shared: &'r Shared<'a, S>,
    pub(super) searches: Vec<Search<'r, S>>,
    pub(super) state: Vec<CodeId>,
    /// The experiment to begin with, and its outcomes.
    pub(super) first: Option<(Experiment, Vec<Outcome>)>,
    /// Of the first search of all experiments.
    pub(super) budget: u64,
    /// Where others can be asked once that is spent.
    pub(super) exchange: Option<&'o Exchange>,
    /// What they are to know.
    pub(super) company: Arc<Company>,
    /// What the present interval is about.
    pub(super) cost: Cost,
    pub(super) schedule: Schedule,
    /// Work done to prove that nothing costs less.
    pub(super) proofs: u64,
    /// How the goals of those proofs were come to.
    pub(super) pace: Pace,
    /// Whether the best strategy was given, and no other was looked for.
    pub(super) is_given: bool,
    /// Whether one was given at the beginning.
    pub(super) begins: bool,
    /// Whether the best strategy is held state by state.
    pub(super) is_noted: bool,
    pub(super) result: &'o mut Optimal,
}

/// The threads of a search.
pub(super) fn searches<'r, S: Source>(shared: &'r Shared<'_, S>, options: &OptimalOptions) -> Vec<Search<'r, S>> {
    (0..options.threads()).map(|thread| Search::new(shared, thread == 0)).collect()
}

/// What is known of a game before a search.
pub(super) fn begin(engine: &Engine, options: &OptimalOptions, result: &mut Optimal) -> Result<()> {
    let codes = engine.some_codes()?;
    let weight = CodeId::first(codes.len()).map(|code| codes.weight(code)).fold(0, u64::saturating_add);
    result.strategy = Greedy { weight, codes: codes.len().to_u64(), ..Greedy::default() };
    let measure = options.objective.costs()[0].measure();
    result.intervals = vec![Interval { measure, lower: 0, upper: None }];
    Ok(())
}

/// Does what is asked, with a given experiment and its outcomes first, if there is one. The best strategy known by now may have been
/// given. What the threads find out is known when they are asked for something else.
pub(super) fn answer<'o, 'r, S: Source>(
    shared: &'r Shared<'_, S>,
    searches: &mut Vec<Search<'r, S>>,
    first: Option<(Experiment, Vec<Outcome>)>,
    options: &'o OptimalOptions,
    is_given: bool,
    result: &'o mut Optimal,
) -> Result<()> {
    let mut run = Solving {
        shared,
        searches: std::mem::take(searches),
        state: shared.problem.codes.all(),
        first,
        budget: options.budget.unwrap_or(FIRST_BUDGET),
        exchange: options.exchange.as_deref(),
        company: Arc::default(),
        cost: options.objective.costs()[0],
        schedule: Schedule::default(),
        proofs: 0,
        pace: Pace::default(),
        is_given,
        begins: options.beginning.is_some(),
        is_noted: false,
        result,
    };
    if run.exchange.is_some() {
        let company = &run.company;
        run.searches.iter_mut().for_each(|search| search.company = Some(Member::new(company.clone(), true)));
    }
    let outcome = run.objective(options);
    if let (Some(interval), Some((measure, lower, _))) = (run.result.intervals.last_mut(), shared.control.interval())
    {
        if interval.measure == measure {
            interval.lower = interval.lower.max(lower);
        }
    }
    *searches = run.searches;
    if shared.known.is_contradicted() {
        return Err(CoreError::Internal("a strategy beats what is proved".into()));
    }
    outcome
}

/// What the threads of a search share.
pub(super) fn shared<'a, S: Source>(
    problem: &'a Problem<'a>,
    source: &'a S,
    options: &OptimalOptions,
    control: &'a Control,
) -> Result<Shared<'a, S>> {
    let codes = problem.codes.len().to_u64();
    let bytes =
        |each: u64| (options.memory / KNOWN_SHARE).min(MOST_KNOWN).min(codes.saturating_mul(each) + (1 << 16));
    let canonical = if options.symmetry { Canonical::new(problem, control)? } else { None };
    let action = match &canonical {
        Some(canonical) if S::LASTING => {
            Action::new(problem.engine, canonical, source, options.memory / ACTION_SHARE, control)?
        }
        _ => None,
    };
    Ok(Shared {
        problem,
        source,
        known: Transposition::new(bytes(KNOWN_EACH), bytes(KNOWN_AT_FIRST)),
        held: Held::new(options.memory / HELD_SHARE),
        keys: (0..codes as u32).map(number_key).collect(),
        canonical,
        action,
        kept: Fact::read_all(&options.facts),
        control,
        memory: options.memory,
        threads: options.threads(),
        finished: AtomicBool::new(false),
        splits: (options.threads > 1).then(Sharing::default),
    })
}

impl<'r, S: Source> Solving<'_, 'r, '_, S> {
    fn objective(&mut self, options: &OptimalOptions) -> Result<()> {
        let left = experiments_left(self.shared.problem, options);
        self.result.intervals.clear();
        let found = match *options.objective.costs() {
            [Cost::Depth] => self.least_worst(left)?.is_some(),
            [Cost::Depth, cost] => match self.least_worst(left)? {
                Some(worst) => self.least(cost, worst)?.is_some(),
                None => false,
            },
            [cost, Cost::Depth] => match self.least(cost, left)? {
                Some(least) => {
                    self.least_worst_of(cost, least)?;
                    true
                }
                None => false,
            },
            [cost] => self.least(cost, left)?.is_some(),
            _ => return Err(CoreError::Internal("no tasks for this objective".into())),
        };
        let open = |interval: &Interval| interval.upper != Some(interval.lower);
        if found && self.result.intervals.iter().any(open) {
            return Err(CoreError::Internal("a search ended without closing its interval".into()));
        }
        self.result.proved = true;
        self.result.infeasible = !found;
        Ok(())
    }

    /// Begins a new interval.
    fn interval(&mut self, cost: Cost, lower: u64) {
        let (measure, upper) = (cost.measure(), self.upper(cost));
        self.cost = cost;
        self.shared.control.begin_interval(measure, lower, upper);
        self.result.intervals.push(Interval { measure, lower, upper });
    }

    /// What the best strategy has.
    pub(super) fn upper(&self, cost: Cost) -> Option<u64> {
        self.result.found.then(|| value(&self.result.strategy, cost))
    }

    /// The present interval has this lower end at least.
    pub(super) fn raise(&mut self, lower: u64) {
        self.shared.control.raise_lower(lower);
        if let Some(interval) = self.result.intervals.last_mut() {
            interval.lower = interval.lower.max(lower);
        }
    }

    pub(super) fn task(&self, cost: Cost, left: u32, beta: u64, width: usize, budget: u64) -> Task {
        Task {
            width,
            first: self.first.as_ref().map(|first| first.1.clone()),
            reports: width == usize::MAX && cost == self.cost && cost != Cost::Depth,
            ..Task::full(self.shared.problem, self.shared.source, cost, left, beta, budget)
        }
    }

    /// The least cost with at most `left` experiments in a play; `None` when that cannot be.
    fn least(&mut self, cost: Cost, left: u32) -> Result<Option<u64>> {
        let (problem, widths) = (self.shared.problem, self.shared.source.widths());
        self.interval(cost, problem.least_by_size(cost, widths, left));
        if self.first.is_none() {
            let bound = self.task(cost, left, INFEASIBLE, 1, 0);
            let search = &mut self.searches[0];
            let sum = search.sum(&self.state);
            let known = search.find(search.key(&bound, sum, self.state.len(), left)); // from a run before this one
            let upper = self.upper(cost).unwrap_or(INFEASIBLE);
            known.into_iter().for_each(|fact| self.raise(fact.lower.min(upper)));
        }
        self.settle(cost, left, |run| run.upper(cost).unwrap_or(INFEASIBLE))?;
        let least = self.upper(cost); // nothing is less, and if there is nothing, nothing can be done
        least.into_iter().for_each(|least| self.raise(least));
        Ok(least)
    }

    /// The least worst case that is at most `left`; `None` when there is none.
    fn least_worst(&mut self, left: u32) -> Result<Option<u32>> {
        self.interval(Cost::Depth, self.shared.problem.least_by_size(Cost::Depth, self.shared.source.widths(), left));
        let lower = self.result.intervals.last().map_or(0, |interval| interval.lower);
        if self.upper(Cost::Depth).is_none_or(|worst| worst > lower) {
            let limited = self.task(Cost::Weight, left, INFEASIBLE, 1, u64::MAX);
            self.attempt(&limited)?;
        }
        loop {
            let next = match self.upper(Cost::Depth) {
                None => left,
                Some(worst) if worst <= lower => return Ok(Some(worst as u32)),
                Some(worst) => (worst as u32) - 1,
            };
            if !self.settle(Cost::Depth, next, |_| 1)? {
                self.raise(u64::from(next) + 1); // what is known has this worst case, if anything is known
                return Ok(self.upper(Cost::Depth).map(|worst| worst as u32));
            }
        }
    }

    /// The least worst case of strategies with this cost, which is the least.
    fn least_worst_of(&mut self, cost: Cost, least: u64) -> Result<()> {
        self.interval(Cost::Depth, 0);
        loop {
            let Some(worst) = self.upper(Cost::Depth).filter(|&worst| worst > 0) else { return Ok(()) };
            if !self.settle(cost, (worst as u32) - 1, |_| least + 1)? {
                self.raise(worst);
                return Ok(());
            }
        }
    }
}

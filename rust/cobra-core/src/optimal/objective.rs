//! What an objective asks for, put together from tasks of the search.
//!
//! | objective | tasks |
//! |---|---|
//! | average | the least `Σ weight · length` |
//! | worst | some strategy with a worst case one less than known, again and again until there is none |
//! | worst-average, nodes | as worst; then the least sum, or number of experiments, with no longer plays |
//! | average-worst | the least sum; then the same sum with a worst case one less, until there is none |
//!
//! Each task begins with a search that tries few experiments in a state: it finds a strategy soon. Then all experiments
//! are tried, with a budget at first: where that is spent, the lower end of the interval is raised step by step, and the strategy
//! is improved in between, or wider limited searches look for a better one where that cannot be. That no strategy costs less than a goal takes the less time the lower the goal is, and what is
//! found out on the way is known for the next one (memory-enhanced tests: Plaat, Schaeffer, Pijls and de Bruin 1996).

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use super::asked::{Interval, Optimal, OptimalOptions, FACT_BYTES};
use super::beginning::begun;
use super::canonical::Canonical;
use super::cost::{Cost, INFEASIBLE, UNLIMITED};
use super::exchange::{Exchange, Question};
use super::extract::{extract, note_inseparable};
use super::held::Held;
use super::ids::{ExperimentId, Outcome};
use super::improve::{Improvement, Schedule};
use super::problem::Problem;
use super::sharing::Sharing;
use super::source::Source;
use super::source_choice::{sourced, SourceUse};
use super::stabiliser::Action;
use super::task::{Halt, SearchResult, Shared, Tally, Task};
use super::thread::Search;
use super::transposition::{code_key, Fact, Transposition};
use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::limits::Control;
use crate::base::lock::lock;
use crate::engine::{Engine, Experiment};
use crate::evaluate::Criterion;
use crate::pick::chooser::Options;
use crate::pick::strategy::{Strategy, Ties};
use crate::play::greedy::greedy;
use crate::play::tree::Greedy;

/// The budget of the first search of all experiments: some seconds.
const FIRST_BUDGET: u64 = 1 << 35;
const WIDER: usize = 4;
/// The part of the interval that is to be closed next where a search takes long (more where others answer, of whom some have
/// nothing to do in the end), and the part of its upper end that is too little to stop for.
const STEPS: u64 = 4;
const STEPS_OF_OTHERS: u64 = 2;
const LEAST_STEP: u64 = 500;
/// Part of the memory that is for states met before.
const KNOWN_SHARE: u64 = 4;
const MOST_KNOWN: u64 = 1 << 29;
/// Bytes of that for each code of the game, at most, and in the first seconds.
const KNOWN_EACH: u64 = 1 << 17;
const KNOWN_AT_FIRST: u64 = 1 << 14;
/// So many first budgets are spent on proofs before strategies are improved, unless one was given.
const LATE: u64 = 32;
/// Part of the memory that is for the best strategies known.
const HELD_SHARE: u64 = 16;
/// Part of the memory that is for what symmetries do to experiments.
const ACTION_SHARE: u64 = 16;
const MOST_THREADS: usize = 256;

/// Finds a strategy that is best by an objective, and proves that it is.
pub fn optimal(engine: &Engine, options: &OptimalOptions, control: &Control) -> Result<Optimal> {
    let start = Instant::now();
    if !options.facts.len().is_multiple_of(FACT_BYTES) {
        return Err(CoreError::input("kept facts must be whole records"));
    }
    let mut result = Optimal::default();
    let outcome = control.watched(|| solve(engine, options, control, &mut result));
    match outcome {
        Ok(()) => {}
        Err(CoreError::Stopped(reason)) => result.strategy.stopped = Some(reason),
        Err(error) => return Err(error),
    }
    result.strategy.seconds = start.elapsed().as_secs_f64();
    Ok(result)
}

fn solve(engine: &Engine, options: &OptimalOptions, control: &Control, result: &mut Optimal) -> Result<()> {
    begin(engine, options, result)?;
    let problem = Problem::new(engine, options.consistent, control)?;
    if problem.closing {
        engine.hits(control)?;
    }
    sourced(&problem, options, control, Searching { options, control, result })
}

struct Searching<'o> {
    options: &'o OptimalOptions,
    control: &'o Control,
    result: &'o mut Optimal,
}

impl SourceUse for Searching<'_> {
    fn with<S: Source>(self, problem: &Problem<'_>, source: &S) -> Result<()> {
        run(problem, source, self.options, self.control, self.result)
    }
}

/// A search under way.
struct Solving<'o, 'r, 'a, S: Source> {
    shared: &'r Shared<'a, S>,
    searches: Vec<Search<'r, S>>,
    state: Vec<u32>,
    /// The experiment to begin with, and its outcomes.
    first: Option<(Experiment, Vec<Outcome>)>,
    /// Of the first search of all experiments.
    budget: u64,
    /// Where others can be asked once that is spent.
    exchange: Option<&'o Exchange>,
    /// What the present interval is about.
    cost: Cost,
    schedule: Schedule,
    /// Work done to prove that nothing costs less.
    proofs: u64,
    /// Whether the best strategy was given, and no other was looked for.
    is_given: bool,
    /// Whether one was given at the beginning.
    begins: bool,
    /// Whether the best strategy is held state by state.
    is_noted: bool,
    result: &'o mut Optimal,
}

fn run<S: Source>(
    problem: &Problem<'_>,
    source: &S,
    options: &OptimalOptions,
    control: &Control,
    result: &mut Optimal,
) -> Result<()> {
    let shared = shared(problem, source, options, control)?;
    let mut searches = searches(&shared, options);
    let first = options.first.as_ref().map(|first| problem.begin(first, control)).transpose()?;
    let outcome = answer(&shared, &mut searches, first, options, result);
    let count = |counter: fn(&Tally) -> u64| searches.iter().map(|search| counter(&search.counters)).sum();
    result.statistics = vec![
        ("expanded", count(|counters| counters.expanded)),
        ("scanned", count(|counters| counters.looked)),
        ("candidates", count(|counters| counters.tried)),
        ("facts", count(|counters| counters.reused)),
        ("memory", shared.known.bytes() + shared.held.bytes() + source.bytes()),
    ];
    outcome
}

/// The threads of a search.
pub(super) fn searches<'r, S: Source>(shared: &'r Shared<'_, S>, options: &OptimalOptions) -> Vec<Search<'r, S>> {
    (0..options.threads.clamp(1, MOST_THREADS)).map(|thread| Search::new(shared, thread == 0)).collect()
}

/// What is known of a game before a search.
pub(super) fn begin(engine: &Engine, options: &OptimalOptions, result: &mut Optimal) -> Result<()> {
    let codes = engine.some_codes()?;
    let weight = (0..codes.len().to_u32()).map(|code| codes.weight(code)).fold(0, u64::saturating_add);
    result.strategy = Greedy { weight, codes: codes.len().to_u64(), ..Greedy::default() };
    let measure = options.objective.costs()[0].measure();
    result.intervals = vec![Interval { measure, lower: 0, upper: None }];
    Ok(())
}

/// Does what is asked, with a given experiment and its outcomes first, if there is one. What the threads find out is known when
/// they are asked for something else.
pub(super) fn answer<'o, 'r, S: Source>(
    shared: &'r Shared<'_, S>,
    searches: &mut Vec<Search<'r, S>>,
    first: Option<(Experiment, Vec<Outcome>)>,
    options: &'o OptimalOptions,
    result: &'o mut Optimal,
) -> Result<()> {
    let mut run = Solving {
        shared,
        searches: std::mem::take(searches),
        state: shared.problem.codes.all(),
        first,
        budget: options.budget.unwrap_or(FIRST_BUDGET),
        exchange: options.exchange.as_deref(),
        cost: options.objective.costs()[0],
        schedule: Schedule::default(),
        proofs: 0,
        is_given: false,
        begins: options.beginning.is_some(),
        is_noted: false,
        result,
    };
    let outcome = run.objective(options);
    if let (Some(interval), Some((measure, lower, _))) = (run.result.intervals.last_mut(), shared.control.interval())
    {
        if interval.measure == measure {
            interval.lower = interval.lower.max(lower);
        }
    }
    *searches = run.searches;
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
        keys: (0..codes as u32).map(code_key).collect(),
        canonical,
        action,
        kept: Fact::read_all(&options.facts),
        control,
        finished: AtomicBool::new(false),
        splits: (options.threads > 1).then(Sharing::default),
    })
}

impl<'r, S: Source> Solving<'_, 'r, '_, S> {
    fn objective(&mut self, options: &OptimalOptions) -> Result<()> {
        let codes = self.state.len();
        let left = options.max_depth.filter(|&depth| (depth.index()) < codes.max(2)).unwrap_or(UNLIMITED);
        if self.over(options.objective.costs(), left) {
            return Ok(());
        }
        self.first_strategy(options, left)?;
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

    /// Takes the strategy that is given, or that of a one-step look-ahead if it is better, as the best one for now.
    fn first_strategy(&mut self, options: &OptimalOptions, left: u32) -> Result<()> {
        let problem = self.shared.problem;
        if let Some(tree) = &options.beginning {
            let first = self.first.as_ref().map(|first| &first.0);
            self.result.strategy = begun(problem, tree, first, left, self.shared.control)?;
            (self.result.found, self.is_given) = (true, true);
        }
        if self.first.is_some() || problem.consistent && !problem.closing {
            return Ok(()); // it would begin otherwise, or stop where nothing is allowed
        }
        let strategy = Strategy::Count(Criterion::EntModels);
        let choice = Options { strategy, ties: Ties::FinalFirst, consistent: problem.consistent, equivalences: None };
        let threads = options.threads.clamp(1, MOST_THREADS);
        let rest = options.memory.saturating_sub(self.shared.source.bytes());
        let memory = rest.min(options.memory / 2);
        let found = greedy(problem.engine, choice, None, 0, threads, memory, self.shared.control)?;
        if found.stopped.is_none() && found.worst <= u64::from(left) {
            self.is_given = false;
            let costs =
                |of: &Greedy| options.objective.costs().iter().map(|&cost| value(of, cost)).collect::<Vec<_>>();
            if !self.result.found || costs(&found) < costs(&self.result.strategy) {
                self.result.strategy = found;
                self.result.found = true;
            }
        }
        Ok(())
    }

    /// Deals with a game in which nothing is to be chosen.
    fn over(&mut self, costs: &[Cost], left: u32) -> bool {
        let problem = self.shared.problem;
        let over = problem.over(&self.state, false);
        let known = problem.closing && self.state.len() == 1;
        if !over && !known {
            return false;
        }
        let length = u32::from(!over || problem.extra(&self.state, false));
        let nodes = u64::from(!over);
        let weight = problem.weight(&self.state);
        self.result.proved = true;
        self.result.infeasible = length > left;
        self.result.found = length <= left;
        let total = weight * u64::from(length);
        if self.result.found {
            let mut distribution = vec![0; length.index() + 1];
            distribution[length.index()] = self.state.len().to_u64();
            let only = (!over).then_some(0);
            let codes = self.state.len().to_u64();
            let worst = u64::from(length);
            self.result.strategy =
                Greedy { worst, total, weight, codes, distribution, nodes, only, ..Greedy::default() };
            note_inseparable(problem, &self.state, &mut self.result.strategy);
        }
        let interval = |&cost: &Cost| {
            let lower = match cost {
                Cost::Weight => total,
                Cost::Node => nodes,
                Cost::Depth => u64::from(length),
            };
            Interval { measure: cost.measure(), lower, upper: self.result.found.then_some(lower) }
        };
        self.result.intervals = costs.iter().map(interval).collect();
        true
    }

    /// Begins a new interval.
    fn interval(&mut self, cost: Cost, lower: u64) {
        let (measure, upper) = (cost.measure(), self.upper(cost));
        self.cost = cost;
        self.shared.control.begin_interval(measure, lower, upper);
        self.result.intervals.push(Interval { measure, lower, upper });
    }

    /// What the best strategy has.
    fn upper(&self, cost: Cost) -> Option<u64> {
        self.result.found.then(|| value(&self.result.strategy, cost))
    }

    /// The present interval has this lower end at least.
    fn raise(&mut self, lower: u64) {
        self.shared.control.raise_lower(lower);
        if let Some(interval) = self.result.intervals.last_mut() {
            interval.lower = interval.lower.max(lower);
        }
    }

    fn task(&self, cost: Cost, left: u32, beta: u64, width: usize, budget: u64) -> Task {
        Task {
            width,
            first: self.first.as_ref().map(|first| first.1.clone()),
            reports: width == usize::MAX && cost == self.cost && cost != Cost::Depth,
            ..Task::full(self.shared.problem, self.shared.source, cost, left, beta, budget)
        }
    }

    /// The least cost with at most `left` experiments in a play; `None` when that cannot be.
    fn least(&mut self, cost: Cost, left: u32) -> Result<Option<u64>> {
        let bound = self.task(cost, left, INFEASIBLE, 1, 0);
        self.interval(cost, self.shared.problem.bound(&self.state, false, bound.ladder.at(left)).0);
        if self.first.is_none() {
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
        self.interval(Cost::Depth, 0);
        let bound = (0..left.min(self.state.len().to_u32())).find(|&left| {
            let task = self.task(Cost::Depth, left, 1, 1, 0);
            self.shared.problem.bound(&self.state, false, task.ladder.at(left)).0 < INFEASIBLE
        });
        self.raise(bound.map_or(u64::from(left.min(self.state.len().to_u32())), u64::from));
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

    /// Searches until it is proved that no strategy costs less than `beta`, which may get less as strategies are found, or
    /// than the best one found. Whether one was found; in `Cost::Depth` any will do.
    fn settle(&mut self, cost: Cost, left: u32, beta: impl Fn(&Self) -> u64) -> Result<bool> {
        let (mut width, mut budget) = (1, self.budget);
        let mut found = false;
        loop {
            // The strategy to begin with is as good as what a search of one experiment in each state finds, and to improve it
            // finds more than a wider search.
            let improves = cost != Cost::Depth && self.is_time_to_improve();
            let unseen = !self.result.found || std::mem::take(&mut self.is_given);
            if cost == Cost::Depth || width > 1 && !improves || unseen {
                let budget = if self.result.found { budget } else { u64::MAX };
                let task = self.task(cost, left, beta(self), width, budget);
                let end = self.attempt(&task)?;
                found |= end == Attempt::Found;
                if end == Attempt::Found && cost == Cost::Depth {
                    return Ok(found);
                }
            }
            let end = self.climb(cost, left, &beta, budget)?;
            found |= end == Attempt::Found;
            if end != Attempt::Spent {
                return Ok(found);
            }
            self.shared.known.grow();
            self.improve(cost, left)?;
            let is_long = budget > self.budget;
            width *= if is_long { WIDER } else { 1 };
            // Improvements come in between goals, too; to break off a goal that is under way costs time.
            let longer = if improves && !is_long { WIDER * WIDER } else { WIDER };
            budget = budget.max(1).saturating_mul(longer.to_u64());
        }
    }

    /// Tries all experiments within a budget: to prove that no strategy costs less than `beta`, or, if that takes long, less than
    /// a goal that rises from the lower end of the interval. What is found out on the way to a goal is of use for the next; the
    /// search ends with the first strategy that costs less than a goal, or at `beta`.
    fn climb(&mut self, cost: Cost, left: u32, beta: &impl Fn(&Self) -> u64, budget: u64) -> Result<Attempt> {
        let mut budget = budget;
        loop {
            let is_long = budget > self.budget || self.budget == 0;
            let beta = beta(self);
            let lower = self.result.intervals.last().map_or(0, |interval| interval.lower);
            let gap = beta.saturating_sub(lower);
            let step = gap / if self.exchange.is_some() { STEPS_OF_OTHERS } else { STEPS };
            let goal = match is_long && cost == self.cost && cost != Cost::Depth && beta < INFEASIBLE {
                true => beta.min(lower + step.max(beta / LEAST_STEP).max(1)),
                false => beta,
            };
            if is_long {
                self.ask(cost, left, goal)?;
            }
            let task = self.task(cost, left, goal, usize::MAX, budget);
            let end = self.attempt(&task)?;
            let spent = self.spent();
            self.proofs += spent;
            if end != Attempt::None || goal == beta {
                return Ok(end);
            }
            self.raise(goal);
            self.improve(cost, left)?;
            budget = budget.saturating_sub(spent).max(self.budget + 1);
        }
    }

    /// Lets others find out whether a strategy costs less than a goal, if there are others.
    fn ask(&mut self, cost: Cost, left: u32, beta: u64) -> Result<()> {
        if let Some(exchange) = &self.exchange {
            let question = Question { measure: cost.measure(), left: (left != UNLIMITED).then_some(left), beta };
            if let Some(facts) = exchange.ask(question, self.shared.control)? {
                self.shared.known.learn(&facts);
            }
        }
        Ok(())
    }

    /// Whether the strategy held is improved by now: in the first minute that leaves the lower end behind.
    fn is_time_to_improve(&self) -> bool {
        let is_late = self.begins || self.proofs >= self.budget.saturating_mul(LATE);
        is_late && self.searches[0].can_improve()
    }

    /// Improves the best strategy, as far as it is time to.
    fn improve(&mut self, cost: Cost, left: u32) -> Result<()> {
        if cost != self.cost || cost == Cost::Depth || !self.is_time_to_improve() {
            return Ok(());
        }
        while let Some((breadth, budget)) = self.schedule.next(self.proofs).filter(|_| self.result.found) {
            let before = value(&self.result.strategy, cost);
            let task = self.task(cost, left, before, usize::MAX, budget);
            if !self.is_noted && !self.searches[0].note(&task, &self.result.strategy.tree)? {
                return Ok(()); // no room
            }
            let improvement = Improvement { task: &task, breadth };
            let end = self.together(|search, state| search.run_improvement(&improvement, state));
            let spent = self.spent();
            self.adopt(&task, ExperimentId::NONE, true)?;
            self.schedule.done(spent, end.is_ok(), (before, value(&self.result.strategy, cost)));
            if let Err(Halt::Error(error)) = end {
                return Err(error);
            }
        }
        Ok(())
    }

    /// The work on the last task.
    fn spent(&self) -> u64 {
        self.searches.iter().map(|search| search.pairs).max().unwrap_or(0)
    }

    /// Does a task with all threads; a strategy that is found becomes the best one.
    fn attempt(&mut self, task: &Task) -> Result<Attempt> {
        let end = self.together(|search, state| search.run(task, state));
        let best = *lock(&task.best);
        if best.1 != ExperimentId::NONE {
            self.adopt(task, best.1, false)?;
        }
        match end {
            Ok(value) if value < task.beta => Ok(Attempt::Found),
            Ok(_) => Ok(Attempt::None),
            Err(Halt::Error(error)) => Err(error),
            Err(Halt::Over) => Ok(Attempt::Spent),
        }
    }

    /// Has all threads do something for the whole game, until one of them is done with it.
    fn together(
        &mut self,
        work: impl Fn(&mut Search<'r, S>, &[u32]) -> SearchResult<u64> + Sync,
    ) -> SearchResult<u64> {
        let (work, state) = (&work, &self.state[..]);
        self.shared.finished.store(false, Relaxed);
        let mut ends: Vec<SearchResult<u64>> = match &mut self.searches[..] {
            [search] => vec![work(search, state)],
            searches => std::thread::scope(|scope| {
                let start = |search| scope.spawn(move || work(search, state));
                let handles: Vec<_> = searches.iter_mut().map(start).collect();
                let broken = |_| Err(Halt::Error(CoreError::Internal("a worker panicked".into())));
                handles.into_iter().map(|handle| handle.join().unwrap_or_else(broken)).collect()
            }),
        };
        let place = ends
            .iter()
            .position(|end| end.is_ok())
            .or(ends.iter().position(|end| matches!(end, Err(Halt::Error(_)))));
        place.map_or(Err(Halt::Over), |place| ends.swap_remove(place))
    }

    /// Makes the strategy that a task found, beginning with `first`, or the one that is `held`, the best one if it is better.
    fn adopt(&mut self, task: &Task, first: ExperimentId, held: bool) -> Result<()> {
        let given = self.first.as_ref().map(|first| &first.0);
        self.searches[0].extract(true);
        let found = extract(&mut self.searches[0], task, first, given, held);
        self.searches[0].extract(false);
        let strategy = match found {
            Ok(strategy) => strategy,
            Err(Halt::Over) => return Err(CoreError::Internal("a strategy was left half made".into())),
            Err(Halt::Error(error)) => return Err(error),
        };
        let cost = match task.cost {
            Cost::Weight => strategy.total,
            Cost::Node => strategy.nodes,
            Cost::Depth => 0,
        };
        debug_assert!(
            cost <= lock(&task.best).0,
            "the strategy costs more than the search found, or than the one improved"
        );
        debug_assert!(strategy.worst <= u64::from(task.left), "a play is longer than allowed");
        let better = match task.cost {
            _ if !self.result.found => true,
            Cost::Weight => {
                (strategy.total, strategy.worst) < (self.result.strategy.total, self.result.strategy.worst)
            }
            Cost::Node => strategy.nodes < self.result.strategy.nodes,
            Cost::Depth => strategy.worst < self.result.strategy.worst,
        };
        if better {
            self.is_noted = held;
            self.result.strategy = strategy;
            self.result.found = true;
            let upper = self.upper(self.cost);
            if let Some(interval) = self.result.intervals.last_mut() {
                self.shared.control.lower_upper(upper);
                interval.upper = upper;
            }
        }
        Ok(())
    }
}

/// What a strategy has.
fn value(strategy: &Greedy, cost: Cost) -> u64 {
    match cost {
        Cost::Weight => strategy.total,
        Cost::Node => strategy.nodes,
        Cost::Depth => strategy.worst,
    }
}

/// How a task ended.
#[derive(PartialEq, Eq)]
enum Attempt {
    /// A strategy that costs less than `beta` was found; the best one if all experiments were tried.
    Found,
    /// There is none, if all experiments were tried.
    None,
    /// The budget is spent.
    Spent,
}

//! How a task of an objective is settled: with rising goals where it takes long, while the strategy held gets better.
//!
//! A task begins with a search that tries few experiments in a state: it finds a strategy soon. Then all experiments are tried,
//! with a budget at first: where that is spent, the lower end of the interval is raised step by step. That no strategy costs less
//! than a goal takes the less time the lower the goal is, and what is found out on the way is known for the next one
//! (memory-enhanced tests: Plaat, Schaeffer, Pijls and de Bruin 1996); near the end of the interval the search goes straight to its
//! upper end (`pace`). In between the strategy that is held is improved state by state; where that cannot be done, a wider limited
//! search looks for a better one.

use std::sync::atomic::Ordering::Relaxed;

use super::cost::{value, Cost, INFEASIBLE, UNLIMITED};
use super::exchange::{Question, Reply, Request};
use super::extract::extract;
use super::improve::Improvement;
use super::objective::{Solving, FIRST_BUDGET};
use super::source::Source;
use super::task::{Halt, SearchResult, Task};
use super::thread::Search;
use crate::base::convert::ToU64;
use crate::base::error::{CoreError, Result};
use crate::base::ids::{CodeId, ExperimentId};
use crate::base::lock::lock;
use crate::play::tree::Greedy;

/// What a wider search has more: experiments tried in a state, and budget.
const WIDER: usize = 4;

/// How a task ended.
#[derive(PartialEq, Eq)]
pub(super) enum Attempt {
    /// A strategy that costs less than `beta` was found; the best one if all experiments were tried.
    Found,
    /// There is none, if all experiments were tried.
    None,
    /// The budget is spent.
    Spent,
}

impl<'r, S: Source> Solving<'_, 'r, '_, S> {
    /// Searches until it is proved that no strategy costs less than `beta`, which may get less as strategies are found, or
    /// than the best one found. Whether one was found; in `Cost::Depth` any will do.
    pub(super) fn settle(&mut self, cost: Cost, left: u32, beta: impl Fn(&Self) -> u64) -> Result<bool> {
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
    /// search ends with the first strategy that costs less than a goal, or at `beta`. Where that is near, attempts to go there
    /// straight come in between, which are not part of the budget.
    fn climb(&mut self, cost: Cost, left: u32, beta: &impl Fn(&Self) -> u64, budget: u64) -> Result<Attempt> {
        let mut budget = budget;
        loop {
            let is_long = budget > self.budget || self.budget == 0;
            let beta = beta(self);
            let lower = self.result.intervals.last().map_or(0, |interval| interval.lower);
            let rises = is_long && cost == self.cost && cost != Cost::Depth && beta < INFEASIBLE;
            // A first question goes straight, too: what others find out in a time that is short for all of them makes goals easy.
            let is_first = rises && self.exchange.is_some() && self.budget > 0 && self.proofs < FIRST_BUDGET;
            let straight = match rises {
                true if is_first => Some(FIRST_BUDGET),
                true => self.pace.straight((lower, beta), self.proofs),
                false => None,
            };
            let goal = match rises && straight.is_none() {
                true => self.pace.next(lower, beta),
                false => beta,
            };
            let allowed = straight.unwrap_or(budget);
            let together = if is_first { FIRST_BUDGET } else { u64::MAX };
            let asked = match is_long {
                true => self.ask(cost, left, goal, (allowed, together))?,
                false => Reply::default(),
            };
            let allowed = if asked.is_spent { 0 } else { allowed };
            let mut task = self.task(cost, left, goal, usize::MAX, allowed);
            task.is_goal = goal < beta;
            let end = self.attempt(&task)?;
            let spent = self.spent().saturating_add(asked.pairs);
            if goal < beta {
                self.pace.done(goal, goal - lower, (self.proofs, spent), end == Attempt::None);
            }
            self.proofs += spent;
            if is_first {
                self.proofs = self.proofs.max(FIRST_BUDGET);
            }
            if straight.is_some() && end == Attempt::Spent {
                self.improve(cost, left)?;
                continue;
            }
            if end != Attempt::None || goal == beta {
                return Ok(end);
            }
            self.raise(goal);
            self.improve(cost, left)?;
            budget = budget.saturating_sub(spent).max(self.budget + 1);
        }
    }

    /// Lets others find out whether a strategy costs less than a goal, if there are others: what that took, and whether it was too much.
    fn ask(&mut self, cost: Cost, left: u32, beta: u64, (budget, together): (u64, u64)) -> Result<Reply> {
        if let Some(exchange) = &self.exchange {
            let question = Question { measure: cost.measure(), left: (left != UNLIMITED).then_some(left), beta };
            let request = Request { question, facts: self.company.news(), budget, together };
            if let Some(reply) = exchange.ask(request, self.shared.control)? {
                self.shared.known.learn(&reply.facts);
                return Ok(reply);
            }
            self.exchange = None; // nobody is there any more
            self.searches.iter_mut().for_each(|search| search.company = None);
        }
        Ok(Reply::default())
    }

    /// Whether the strategy held is improved by now: a game that is solved with the first budget needs no better one, and where that
    /// is not enough, improvements close more of the interval than the same work on proofs.
    fn is_time_to_improve(&self) -> bool {
        (self.begins || self.proofs >= self.budget) && self.searches[0].can_improve()
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
    pub(super) fn attempt(&mut self, task: &Task) -> Result<Attempt> {
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
        work: impl Fn(&mut Search<'r, S>, &[CodeId]) -> SearchResult<u64> + Sync,
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
        // Only what is played counts: a cost that no strategy is found for is not believed, whoever said so. A limited search
        // or an improvement proves nothing: what made it cheap may be forgotten by now, and what is played instead be dearer.
        let is_dear = task.width == usize::MAX && !held && cost > lock(&task.best).0;
        if is_dear || strategy.worst > u64::from(task.left) {
            return Err(CoreError::Internal("a strategy is not what the search found".into()));
        }
        // What is to be made least counts first: a strategy with a lower sum may have a longer play than the one known.
        let merit = |strategy: &Greedy| {
            let shorter = if task.cost == Cost::Weight { strategy.worst } else { 0 };
            (value(strategy, self.cost), value(strategy, task.cost), shorter)
        };
        let better = !self.result.found || merit(&strategy) < merit(&self.result.strategy);
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

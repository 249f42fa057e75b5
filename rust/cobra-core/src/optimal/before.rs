//! What is known of a game before its search: all of it where nothing is to be chosen; else a strategy and what sizes alone say, so
//! that there is an answer however early the search is stopped. Nothing here needs the outcomes of all experiments, which
//! take seconds to find where there are many.

use super::asked::{Interval, Optimal, OptimalOptions};
use super::beginning::begun;
use super::computed_source::ComputedSource;
use super::cost::{value, Cost, INFEASIBLE, UNLIMITED};
use super::extract::note_inseparable;
use super::problem::Problem;
use super::source_choice::table_memory;
use crate::base::convert::{ToIndex, ToU64};
use crate::base::error::Result;
use crate::base::ids::CodeId;
use crate::base::limits::Control;
use crate::evaluate::Criterion;
use crate::pick::chooser::Options;
use crate::pick::strategy::{Strategy, Ties};
use crate::play::greedy::greedy;
use crate::play::tree::Greedy;

/// Pairs of codes and experiments looked at to find out how many outcomes an experiment can have: a few milliseconds' worth.
const PAIRS: usize = 1 << 20;

/// The experiments that may be made; no sensible play has more of them than codes.
pub(super) fn experiments_left(problem: &Problem<'_>, options: &OptimalOptions) -> u32 {
    options.max_depth.filter(|&depth| depth.index() < problem.codes.len().max(2)).unwrap_or(UNLIMITED)
}

/// Deals with a game in which nothing is to be chosen; whether it is one.
pub(super) fn over(problem: &Problem<'_>, options: &OptimalOptions, result: &mut Optimal) -> bool {
    let state = problem.codes.all();
    let over = problem.over(&state, false);
    let known = problem.closing && state.len() == 1;
    if !over && !known {
        return false;
    }
    let left = experiments_left(problem, options);
    let length = u32::from(!over || problem.extra(&state, false));
    let nodes = u64::from(!over);
    let weight = problem.weight(&state);
    result.proved = true;
    result.infeasible = length > left;
    result.found = length <= left;
    let total = weight * u64::from(length);
    if result.found {
        let mut distribution = vec![0; length.index() + 1];
        distribution[length.index()] = state.len().to_u64();
        let only = (!over).then_some(CodeId::new(0));
        let codes = state.len().to_u64();
        let worst = u64::from(length);
        result.strategy = Greedy { worst, total, weight, codes, distribution, nodes, only, ..Greedy::default() };
        note_inseparable(problem, &state, &mut result.strategy);
    }
    let interval = |&cost: &Cost| {
        let lower = match cost {
            Cost::Weight => total,
            Cost::Node => nodes,
            Cost::Depth => u64::from(length),
        };
        Interval { measure: cost.measure(), lower, upper: result.found.then_some(lower) }
    };
    result.intervals = options.objective.costs().iter().map(interval).collect();
    true
}

/// Finds a strategy, and the interval that sizes alone tell; where that is closed, all may be proved. Whether the strategy is one
/// that was given.
pub(super) fn known_before(
    problem: &Problem<'_>,
    options: &OptimalOptions,
    control: &Control,
    result: &mut Optimal,
) -> Result<bool> {
    let left = experiments_left(problem, options);
    let widths = ComputedSource::widths(problem, options.symmetry, PAIRS, control)?;
    let costs = options.objective.costs();
    let (cost, measure) = (costs[0], costs[0].measure());
    let lower = match problem.least_by_size(cost, widths, left) {
        INFEASIBLE => 0, // the search will say so
        lower => lower,
    };
    result.intervals = vec![Interval { measure, lower, upper: None }]; // should the strategy take long
    let is_given = first_strategy(problem, options, left, control, result)?;
    let upper = result.intervals[0].upper;
    control.begin_interval(measure, lower, upper);
    result.proved = costs.len() == 1 && upper == Some(lower);
    Ok(is_given)
}

/// Takes the strategy that is given, or that of a one-step look-ahead if it is better, as the best one for now. Whether it is the one
/// given, and no other was found.
fn first_strategy(
    problem: &Problem<'_>,
    options: &OptimalOptions,
    left: u32,
    control: &Control,
    result: &mut Optimal,
) -> Result<bool> {
    let first = options.first.as_ref();
    first.map(|first| problem.begin(first, control)).transpose()?;
    let costs = options.objective.costs();
    let have = |strategy: Greedy, result: &mut Optimal| {
        result.intervals[0].upper = Some(value(&strategy, costs[0]));
        (result.strategy, result.found) = (strategy, true);
    };
    if let Some(tree) = &options.beginning {
        // A play of it may have more experiments than codes, as some may tell nothing: all of them count.
        let most = options.max_depth.unwrap_or(UNLIMITED);
        have(begun(problem, tree, first, most, control)?, result);
    }
    if problem.consistent && !problem.closing {
        return Ok(result.found); // it would stop where nothing is allowed
    }
    let strategy = Strategy::Count(Criterion::EntModels);
    let choice = Options { consistent: problem.consistent, ..Options::by(strategy, Ties::FinalFirst) };
    let threads = options.threads();
    let memory = options.memory.saturating_sub(table_memory(options.memory));
    let found = greedy(problem.engine, choice, first, 0, threads, memory, control)?;
    if found.stopped.is_some() || found.worst > u64::from(left) {
        return Ok(result.found);
    }
    let merit = |of: &Greedy| costs.iter().map(|&cost| value(of, cost)).collect::<Vec<_>>();
    if !result.found || merit(&found) < merit(&result.strategy) {
        have(found, result);
    }
    Ok(false)
}

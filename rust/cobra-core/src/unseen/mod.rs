//! Games in which something happens unseen: some answers may be lies, the secret may move.
//!
//! What is known is a *belief*: the hidden states that are possible, each a code and the number of lies told by then. Of two
//! that differ in the lies only the one with fewer is kept, as it can do all that the other can. An experiment may be answered
//! in several ways whatever the secret is, so the cells of a belief overlap, and the length of a code is that of its longest play.
//!
//! - An outcome that is final is never a lie, and there is no lie about it.
//! - A lie is any other outcome that the experiment has for some code of the game.
//! - After each experiment that does not end the play the secret moves to one of the codes it can move to.
//!
//! | question | module |
//! |---|---|
//! | what is possible, and what does an answer make of it? | `beliefs` |
//! | how many experiments does a belief take at least? | `volumes` |
//! | what is the least worst case? | `deepening` where nothing moves, `rounds` where something does, `any_set` where codes are interchangeable |
//! | what does a one-step strategy take? | `one_step` |
//! | how do the plays of a strategy go? | `drawing` |

mod any_set;
mod beliefs;
mod deepening;
mod drawing;
mod one_step;
mod rounds;
mod volumes;

use std::time::Instant;

use crate::base::error::{CoreError, Result};
use crate::base::limits::Control;
use crate::engine::{Engine, Experiment};
use crate::game::program::UnseenRules;
use crate::optimal::{Interval, Objective, Optimal, OptimalOptions};
use crate::pick::chooser::Options;
use crate::play::tree::Greedy;
use crate::standing;
use crate::standing::plays::begun;
use crate::unseen::any_set::AnySet;
use crate::unseen::beliefs::BeliefWorld;
use crate::unseen::deepening::Deepening;
use crate::unseen::drawing::{draw, Decide, Path};
use crate::unseen::one_step::OneStep;
use crate::unseen::rounds::Rounds;

/// Part of the memory that the table of outcomes may take, and the part of what is remembered.
const TABLE_SHARE: u64 = 4;
const KNOWN_SHARE: u64 = 2;

/// Plays a strategy against every code; see [`standing::greedy`].
pub fn greedy(
    engine: &Engine,
    options: Options,
    first: Option<&Experiment>,
    seed: u64,
    threads: usize,
    memory: u64,
    control: &Control,
) -> Result<Greedy> {
    let Some(rules) = &engine.program.unseen else {
        return standing::greedy(engine, options, first, seed, threads, memory, control);
    };
    let start = Instant::now();
    let mut result = begun(engine, control)?;
    let outcome = control.watched(|| {
        let world = BeliefWorld::new(engine, rules, first, memory / TABLE_SHARE, control)?;
        played(&world, &options, seed, memory, &mut result)
    });
    stopped_or(outcome, &mut result)?;
    result.seconds = start.elapsed().as_secs_f64();
    Ok(result)
}

fn played(world: &BeliefWorld<'_>, options: &Options, seed: u64, memory: u64, result: &mut Greedy) -> Result<()> {
    let mut player = OneStep::new(world, options, memory / KNOWN_SHARE)?;
    let decide = &mut |belief: &[u32], path: &Path, seed| player.decide(belief, path, seed);
    draw(world, seed, memory, decide, result)
}

/// A stop leaves what was found by then.
fn stopped_or(outcome: Result<()>, result: &mut Greedy) -> Result<()> {
    match outcome {
        Err(CoreError::Stopped(reason)) => {
            result.stopped = Some(reason);
            Ok(())
        }
        other => other,
    }
}

/// Finds a strategy that is best by an objective; see [`standing::optimal`].
pub fn optimal(engine: &Engine, options: &OptimalOptions, control: &Control) -> Result<Optimal> {
    let Some(rules) = &engine.program.unseen else { return standing::optimal(engine, options, control) };
    if options.objective != Objective::Worst {
        return Err(CoreError::input(
            "where answers may be lies, or the secret moves, nothing but the worst case is made least: use the objective worst",
        ));
    }
    if options.exchange.is_some() || !options.facts.is_empty() || options.beginning.is_some() {
        return Err(CoreError::input("games with lies or moves are searched on one machine, at once"));
    }
    let start = Instant::now();
    let mut result = Optimal { strategy: begun(engine, control)?, ..Optimal::default() };
    result.intervals = vec![Interval { measure: "worst", lower: 0, upper: None }];
    control.begin_interval("worst", 0, None);
    let outcome = control.watched(|| searched(engine, rules, options, control, &mut result));
    stopped_or(outcome, &mut result.strategy)?;
    result.strategy.seconds = start.elapsed().as_secs_f64();
    Ok(result)
}

fn searched(
    engine: &Engine,
    rules: &UnseenRules,
    options: &OptimalOptions,
    control: &Control,
    result: &mut Optimal,
) -> Result<()> {
    if rules.any_set && options.first.is_none() {
        return searched_by_counts(engine, rules, options, control, result);
    }
    let world = BeliefWorld::new(engine, rules, options.first.as_ref(), options.memory / TABLE_SHARE, control)?;
    let most = options.max_depth.unwrap_or(u32::MAX);
    let memory = options.memory / KNOWN_SHARE;
    if world.moves() {
        let rounds = Rounds::new(&world, options.consistent, memory)?;
        let worst = rounds.worst().filter(|&worst| worst <= most);
        result.statistics = rounds.statistics();
        let decide = &mut |belief: &[u32], _: &Path, _| Ok(rounds.best(belief));
        return concluded(&world, worst, options, decide, result);
    }
    if world.first.is_none() {
        begin_with_a_strategy(&world, options, most, result)?;
    }
    let mut search = Deepening::new(&world, options.consistent, memory);
    let known = result.found.then_some(result.strategy.worst as u32);
    let worst = search.worst(most, known, |lower| {
        result.intervals[0].lower = u64::from(lower);
        control.raise_lower(u64::from(lower));
    })?;
    result.statistics = search.statistics();
    if worst.is_some() && worst == known {
        let worst = result.strategy.worst;
        (result.proved, result.intervals[0].lower) = (true, worst);
        return Ok(()); // the strategy to begin with is the best there is
    }
    let decide = &mut |belief: &[u32], path: &Path, _| search.best(belief, worst, path.length());
    concluded(&world, worst, options, decide, result)
}

fn searched_by_counts(
    engine: &Engine,
    rules: &UnseenRules,
    options: &OptimalOptions,
    control: &Control,
    result: &mut Optimal,
) -> Result<()> {
    let mut left = vec![0; rules.lies as usize + 1];
    left[rules.lies as usize] = engine.some_codes()?.len() as u32;
    let mut search = AnySet::new(rules.lies, options.memory / KNOWN_SHARE, control);
    let worst = search.worst(&left, options.max_depth.unwrap_or(u32::MAX), |lower| {
        result.intervals[0].lower = u64::from(lower);
        control.raise_lower(u64::from(lower));
    })?;
    result.statistics = search.statistics();
    let Some(worst) = worst else {
        (result.proved, result.infeasible) = (true, true);
        result.intervals.clear();
        return Ok(());
    };
    result.intervals[0].upper = Some(u64::from(worst)); // a strategy is known, though it may be too large to be drawn
    let mut strategy = begun(engine, control)?;
    search.draw(engine, rules.lies, worst, options.memory / 2, &mut strategy)?;
    (result.strategy, result.found, result.proved) = (strategy, true, true);
    Ok(())
}

/// A strategy to have, should there be no time for the best one.
fn begin_with_a_strategy(
    world: &BeliefWorld<'_>,
    options: &OptimalOptions,
    most: u32,
    result: &mut Optimal,
) -> Result<()> {
    let mut found = begun(world.engine, world.control)?;
    let choice = Options {
        strategy: crate::pick::strategy::Strategy::Count(crate::evaluate::Criterion::MaxModels),
        ties: crate::pick::strategy::Ties::FinalFirst,
        consistent: options.consistent,
        equivalences: None,
    };
    played(world, &choice, 0, options.memory, &mut found)?;
    if found.lost == 0 && found.worst <= u64::from(most) {
        result.intervals[0].upper = Some(found.worst);
        world.control.lower_upper(Some(found.worst));
        (result.strategy, result.found) = (found, true);
    }
    Ok(())
}

/// The answer, once the least worst case is known; `None` when no strategy does what is demanded.
fn concluded(
    world: &BeliefWorld<'_>,
    worst: Option<u32>,
    options: &OptimalOptions,
    decide: &mut Decide<'_>,
    result: &mut Optimal,
) -> Result<()> {
    let Some(worst) = worst else {
        (result.proved, result.infeasible, result.found) = (true, true, false);
        result.intervals.clear();
        result.strategy = begun(world.engine, world.control)?;
        return Ok(());
    };
    let mut strategy = begun(world.engine, world.control)?;
    draw(world, 0, options.memory, decide, &mut strategy)?;
    if strategy.lost > 0 || strategy.worst != u64::from(worst) {
        return Err(CoreError::Internal("a strategy is not what the search found".into()));
    }
    let worst = u64::from(worst);
    result.intervals[0] = Interval { measure: "worst", lower: worst, upper: Some(worst) };
    (result.strategy, result.found, result.proved) = (strategy, true, true);
    Ok(())
}

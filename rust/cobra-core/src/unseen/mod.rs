//! Games in which something happens unseen: some answers may be lies, the secret may move.
//!
//! What is known is a *belief*: the hidden states that are possible, each a code and the number of lies told by then. Of two
//! that differ in the lies only the one with fewer is kept, as it can do all that the other can. An experiment may be answered
//! in several ways whatever the secret is, so the cells of a belief overlap, and the length of a code is that of its longest play.
//!
//! - An outcome that is final is never a lie, and there is no lie about it.
//! - A lie is any other outcome that the experiment has for some code of the game.
//! - How often an answer is a lie may be known; then there is a mean over all plays, too.
//! - After each experiment that does not end the play the secret moves to one of the codes it can move to.
//!
//! | question | module |
//! |---|---|
//! | what is possible, and what does an answer make of it? | `beliefs`; how likely is it? `likely` |
//! | how many experiments does a belief take at least? | `volumes` |
//! | what is the least worst case? | `deepening` where nothing moves, `rounds` where something does, `any_set` where codes are interchangeable |
//! | what is the least mean, where answers are wrong with a known chance? | `mean` |
//! | which strategy most likely wins within so many experiments, there? | `most_won` |
//! | what is proved of either, and what is had, when the search is stopped? | `by_chance` |
//! | what may be answered where that is drawn? | `drawn` |
//! | which beliefs take as many experiments, by symmetry? | `orbits_of_beliefs` |
//! | what does a one-step strategy take? | `one_step`, which counts by `cell_counts`; one that looks ahead? `beliefs_ahead`; and as a whole? `at_hand` |
//! | how do the plays of a strategy go? | `drawing` |

mod any_set;
mod at_hand;
mod beliefs;
mod beliefs_ahead;
mod by_chance;
mod cell_counts;
mod deepening;
mod drawing;
mod drawn;
mod likely;
mod mean;
mod most_won;
mod one_step;
mod orbits_of_beliefs;
mod rounds;
mod volumes;

use std::time::Instant;

use crate::base::convert::ToIndex;
use crate::base::error::{stop_of, CoreError, Result};
use crate::base::ids::{CodeId, HiddenId};
use crate::base::limits::{Control, StopReason};
use crate::engine::{Engine, Experiment};
use crate::game::program::{GivenBelief, UnseenRules};
use crate::optimal::{self, Interval, Objective, Optimal, OptimalOptions};
use crate::pick::chooser::Options;
use crate::pick::strategy::Strategy;
use crate::play::tree::Greedy;
use crate::standing;
use crate::unseen::any_set::{AnySet, WithLies};
use crate::unseen::at_hand::{begin_with_a_strategy, played, KNOWN_SHARE};
use crate::unseen::beliefs::{beginning_with, begun_with, Beginning, BeliefWorld};
use crate::unseen::by_chance::{searched_for_mean, searched_for_wins};
use crate::unseen::deepening::Deepening;
use crate::unseen::drawing::{draw, Decide, Here, Path, Precedence, TREE_SHARE};
use crate::unseen::likely::Likely;
use crate::unseen::one_step::OneStep;
use crate::unseen::rounds::Rounds;

/// Part of the memory that the table of outcomes may take.
const TABLE_SHARE: u64 = 4;

/// How the plays of a strategy begin.
#[derive(Clone, Copy, Default)]
pub struct PlayStart<'a> {
    /// The experiment that is demanded to be the first.
    pub first: Option<&'a Experiment>,
    /// In a game with lies or moves what is believed then; `None`: all codes, without a lie.
    pub belief: Option<&'a GivenBelief>,
}

impl<'a> From<Option<&'a Experiment>> for PlayStart<'a> {
    fn from(first: Option<&'a Experiment>) -> PlayStart<'a> {
        PlayStart { first, belief: None }
    }
}

/// Plays a strategy against every code; see [`standing::greedy`].
pub fn greedy<'a>(
    engine: &Engine,
    options: Options,
    beginning: impl Into<PlayStart<'a>>,
    seed: u64,
    threads: usize,
    memory: u64,
    control: &Control,
) -> Result<Greedy> {
    let PlayStart { first, belief } = beginning.into();
    let Some(rules) = &engine.program.unseen else {
        demand_no_belief(belief)?;
        return standing::greedy(engine, options, first, seed, threads, memory, control);
    };
    let rules = &going_on(rules, belief);
    let start = Instant::now();
    let beginning = beginning_with(engine, rules.lies, belief)?;
    let mut result = begun_with(engine, rules.lies, &beginning.belief, control)?;
    let outcome = control.watched(|| {
        let world = BeliefWorld::new(engine, rules, first, beginning, memory / TABLE_SHARE, control)?;
        played(&world, &options, seed, memory, &mut result)
    });
    result.stopped = stop_of(outcome)?;
    result.seconds = start.elapsed().as_secs_f64();
    Ok(result)
}

/// The rules by which a play goes on. Where it is not known how likely it is what is believed, all counts alike.
fn going_on(rules: &UnseenRules, belief: Option<&GivenBelief>) -> UnseenRules {
    let is_known = belief.is_none_or(|belief| belief.chances.is_some());
    UnseenRules { noise: rules.noise.filter(|_| is_known), ..rules.clone() }
}

fn demand_no_belief(belief: Option<&GivenBelief>) -> Result<()> {
    match belief {
        Some(_) => Err(CoreError::input("there are beliefs only where answers may be lies or the secret moves")),
        None => Ok(()),
    }
}

/// How many experiments are as good as the one that a one-step strategy takes at the beginning, in a game with standings, lies
/// or moves: those between which only the order decides. `None` where it takes none that tells anything.
pub fn tied(
    engine: &Engine,
    options: &Options,
    belief: Option<&GivenBelief>,
    memory: u64,
    control: &Control,
) -> Result<Option<u64>> {
    if matches!(options.strategy, Strategy::LookAhead(_)) {
        return Err(CoreError::input("ties are counted of what compares scores one step ahead"));
    }
    let Some(rules) = &engine.program.unseen else {
        demand_no_belief(belief)?;
        return standing::tied(engine, options, memory, control);
    };
    let rules = &going_on(rules, belief);
    let beginning = beginning_with(engine, rules.lies, belief)?;
    control.watched(|| {
        let world = BeliefWorld::new(engine, rules, None, beginning, memory / TABLE_SHARE, control)?;
        let (path, likely) = (Path::new(&world.start), world.noise.map(|_| Likely::start(&world)));
        let here = Here { belief: &world.start, likely: likely.as_ref(), path: &path, seed: 0 };
        OneStep::new(&world, options, memory / KNOWN_SHARE)?.tied(here)
    })
}

/// Where a play is when an experiment is asked for.
#[derive(Clone, Copy, Default)]
pub struct PlayPlace<'a> {
    /// The codes left, ascending; `None`: all.
    pub codes: Option<&'a [CodeId]>,
    /// In a game with standings the one that was reached; `None`: that at the beginning.
    pub standing: Option<&'a [u32]>,
    /// In a game with lies or moves what is believed, whatever codes are given; `None`: all codes, without a lie.
    pub belief: Option<&'a GivenBelief>,
}

/// The experiment that a one-step strategy makes at a place; `None` where it makes none. Where the secret moves it does not know
/// what was believed before.
pub fn choose(
    engine: &Engine,
    options: Options,
    place: PlayPlace<'_>,
    seed: u64,
    memory: u64,
    control: &Control,
) -> Result<Option<Experiment>> {
    let PlayPlace { codes, standing, belief } = place;
    let Some(rules) = &engine.program.unseen else {
        demand_no_belief(belief)?;
        return standing::choose(engine, options, (codes, standing), seed, memory, control);
    };
    let rules = &going_on(rules, belief);
    let beginning = beginning_with(engine, rules.lies, belief)?;
    control.watched(|| {
        let world = BeliefWorld::new(engine, rules, None, beginning, memory / TABLE_SHARE, control)?;
        let (path, likely) = (Path::new(&world.start), world.noise.map(|_| Likely::start(&world)));
        let here = Here { belief: &world.start, likely: likely.as_ref(), path: &path, seed };
        let number = OneStep::new(&world, &options, memory / KNOWN_SHARE)?.decide(here)?;
        let question = number.map(|number| &world.questions[number.index()]);
        Ok(question.map(|question| engine.experiment(question.type_index, &question.row)))
    })
}

/// Finds a strategy that is best by an objective; see [`standing::optimal`].
pub fn optimal(engine: &Engine, options: &OptimalOptions, control: &Control) -> Result<Optimal> {
    let Some(rules) = &engine.program.unseen else {
        demand_no_belief(options.belief.as_ref())?;
        return standing::optimal(engine, options, control);
    };
    let rules = &going_on(rules, options.belief.as_ref());
    demand_objective(rules, options)?;
    if options.exchange.is_some() || !options.facts.is_empty() || options.beginning.is_some() {
        return Err(CoreError::input("games with lies or moves are searched on one machine, at once"));
    }
    let start = Instant::now();
    let beginning = beginning_with(engine, rules.lies, options.belief.as_ref())?;
    let strategy = begun_with(engine, rules.lies, &beginning.belief, control)?;
    let mut result = Optimal { strategy, ..Optimal::default() };
    let measure = match options.objective {
        Objective::Worst => "worst",
        Objective::Won => "lost",
        _ => "total",
    };
    result.intervals = vec![Interval { measure, lower: 0, upper: None }];
    control.begin_interval(measure, 0, None);
    let outcome = control.watched(|| searched(engine, rules, options, beginning, control, &mut result));
    result.strategy.stopped = stop_of(outcome)?;
    result.strategy.seconds = start.elapsed().as_secs_f64();
    Ok(result)
}

/// Does what `optimal` does for each of these first experiments; see [`optimal::openings`].
pub fn openings(
    engine: &Engine,
    firsts: &[Experiment],
    options: &OptimalOptions,
    control: &Control,
    found: &mut dyn FnMut(Optimal),
) -> Result<()> {
    if engine.program.unseen.is_none() {
        return optimal::openings(engine, firsts, options, control, found);
    }
    for first in firsts {
        let demanded = OptimalOptions { first: Some(first.clone()), ..options.clone() };
        let mut result = optimal(engine, &demanded, control)?;
        let stopped = result.strategy.stopped;
        result.strategy = Greedy { tree: Vec::new(), ..result.strategy };
        found(result);
        if let Some(reason) = stopped {
            return Err(CoreError::Stopped(reason));
        }
    }
    Ok(())
}

/// Refuses what has no answer, or none that is found in finitely many steps.
fn demand_objective(rules: &UnseenRules, options: &OptimalOptions) -> Result<()> {
    let refusal = match (options.objective, rules.noise) {
        (Objective::Won, Some(_)) if options.within.is_none() => {
            "no play of this game can be lost: say within how many experiments it is to be won"
        }
        (Objective::Won, Some(_)) => return Ok(()),
        (_, Some(_)) if rules.is_endless() => {
            "where any number of answers may be wrong a play may take any number of experiments: use the objective won within \
             some, or say `lies at most n`"
        }
        (Objective::Average, Some(_)) if !rules.moves.is_empty() && options.max_depth.is_none() => {
            "where the secret moves the least mean is that of plays of some length: limit it (max_depth), or use the objective \
             won within some experiments"
        }
        (Objective::Worst, _) | (Objective::Average, Some(_)) => return Ok(()),
        (_, Some(_)) => "where answers are wrong by chance the objective is average, worst, or won within some experiments",
        (Objective::Won, None) => {
            "where answers may be lies, or the secret moves, nobody knows how likely it is to win without `noise`: use the \
             objective worst"
        }
        (_, None) => {
            "where answers may be lies, or the secret moves, nothing but the worst case is made least: use the objective worst"
        }
    };
    Err(CoreError::input(refusal))
}

fn searched(
    engine: &Engine,
    rules: &UnseenRules,
    options: &OptimalOptions,
    beginning: Beginning,
    control: &Control,
    result: &mut Optimal,
) -> Result<()> {
    let for_worst = options.objective == Objective::Worst;
    if rules.any_set && rules.noise.is_none() && options.first.is_none() {
        return searched_by_counts(engine, rules, options, &beginning.belief, control, result);
    }
    let first = options.first.as_ref();
    let world = BeliefWorld::new(engine, rules, first, beginning, options.memory / TABLE_SHARE, control)?;
    let most = options.max_depth.unwrap_or(u32::MAX);
    let memory = options.memory / KNOWN_SHARE;
    if let (false, Some(noise)) = (for_worst, rules.noise) {
        return match options.within {
            Some(within) => searched_for_wins(&world, noise, within, options, result),
            None => searched_for_mean(&world, noise, options, result),
        };
    }
    if world.moves() {
        let rounds = Rounds::new(&world, options.consistent, memory)?;
        let worst = rounds.worst().filter(|&worst| worst <= most);
        result.statistics = rounds.statistics();
        let decide = &mut |here: Here<'_>| Ok(rounds.best(here.belief));
        return concluded(&world, worst, options, decide, result);
    }
    let mut search = Deepening::new(&world, options.consistent, memory)?;
    if world.first.is_none() {
        result.intervals[0].lower = u64::from(search.bound());
        control.begin_interval("worst", result.intervals[0].lower, None);
        begin_with_a_strategy(&world, options, most, result)?;
    }
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
    let decide = &mut |here: Here<'_>| search.best(here.belief, worst, here.path.length());
    concluded(&world, worst, options, decide, result)
}

fn searched_by_counts(
    engine: &Engine,
    rules: &UnseenRules,
    options: &OptimalOptions,
    belief: &[HiddenId],
    control: &Control,
    result: &mut Optimal,
) -> Result<()> {
    let number = |hidden: &HiddenId| (hidden.code(rules.lies), rules.lies - hidden.told(rules.lies));
    let numbers: WithLies = belief.iter().map(number).collect();
    let mut search = AnySet::new(rules.lies, options.memory / KNOWN_SHARE, control);
    let left = search.counted(&numbers);
    let worst = search.worst(&left, options.max_depth.unwrap_or(u32::MAX), |lower| {
        result.intervals[0].lower = u64::from(lower);
        control.raise_lower(u64::from(lower));
    })?;
    result.statistics = search.statistics();
    result.proved = true;
    let Some(worst) = worst else {
        result.infeasible = true;
        result.intervals.clear();
        return Ok(());
    };
    result.intervals[0].upper = Some(u64::from(worst));
    let mut strategy = begun_with(engine, rules.lies, belief, control)?;
    result.found = search.draw(engine, numbers, options.memory / TREE_SHARE, &mut strategy)?;
    if result.found && strategy.worst != u64::from(worst) {
        return Err(CoreError::Internal("a strategy is not what the search found".into()));
    }
    result.strategy = strategy;
    Ok(())
}

/// What a search by counts found out; see [`least_worst_of_numbers`].
#[derive(Default)]
pub struct CountedSearch {
    /// So many questions are needed at least, and are enough; the latter `None` where that is not known.
    pub lower: u32,
    pub worst: Option<u32>,
    /// How many questions the strategy has.
    pub size: u128,
    /// As of [`Optimal`].
    pub statistics: Vec<(&'static str, u64)>,
    pub stopped: Option<StopReason>,
}

/// The least worst case where one of so many numbers is looked for, any set of them may be asked about and at most so many answers
/// are lies; numbers are not listed. Not known when it is above `most`, which `lower` is then.
pub fn least_worst_of_numbers(
    numbers: u32,
    lies: u32,
    most: u32,
    memory: u64,
    control: &Control,
) -> Result<CountedSearch> {
    let mut result = CountedSearch::default();
    control.begin_interval("worst", 0, None);
    let outcome = control.watched(|| {
        let mut search = AnySet::new(lies, memory / KNOWN_SHARE, control);
        let mut left = vec![0; lies.index()];
        left.push(numbers);
        let found = search.worst(&left, most, |lower| {
            result.lower = lower;
            control.raise_lower(u64::from(lower));
        });
        result.statistics = search.statistics();
        result.worst = found?;
        if result.worst.is_some() {
            result.size = search.size(&left)?;
        }
        Ok(())
    });
    result.stopped = stop_of(outcome)?;
    Ok(result)
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
        result.strategy = world.begun()?;
        return Ok(());
    };
    let mut strategy = world.begun()?;
    draw(world, 0, options.memory / TREE_SHARE, Precedence::Last, decide, &mut strategy)?;
    if strategy.lost > 0 || strategy.worst != u64::from(worst) {
        return Err(CoreError::Internal("a strategy is not what the search found".into()));
    }
    let worst = u64::from(worst);
    result.intervals[0] = Interval { measure: "worst", lower: worst, upper: Some(worst) };
    (result.strategy, result.found, result.proved) = (strategy, true, true);
    Ok(())
}

//! Games in which more changes than what is known: a standing that follows from what was done, prices, plays that are lost.
//!
//! A play is lost when the game says so, and when nothing can be told apart any more though the game is not over: where the
//! standing never changes such codes are inseparable, and the play is over as in any other game.
//!
//! A *standing* is the value of a game's state, as the language calls it; a *situation* is the codes left and the standing.
//! Everything here is exact and general, and slower than the rooms for games in which only knowledge changes: those never
//! come here, unless it is asked how many codes are won.
//!
//! | question | module |
//! |---|---|
//! | which experiments are there at a standing, and what follows from them? | `offers`, `menus` (where they are few), `of_code` (where one code is left) |
//! | how does an experiment split a situation? | `splitting` |
//! | which situations are reached without learning anything? | `detours` |
//! | which experiment does a one-step strategy take? | `player`; one that looks ahead? `situations_ahead` |
//! | how do its plays end? | `plays`; where they are cut off `winning` |
//! | what is there to be done in a situation that is given, and what comes of it? | `from_outside` |
//! | what does the best strategy cost? | `tolls` (what is counted), `rooms` (a bound by standing), `finals` (how many codes an experiment may hit), `cheapest` (the search), `least_tolls` (its bounds), `likeness` (symmetries), `asking` (the objectives), `given_tree` (a strategy to begin with), `growing` (the strategy), `requests` (what is known, also when it is stopped) |

mod asking;
mod cheapest;
mod detours;
mod finals;
mod from_outside;
mod given_tree;
mod growing;
mod least_tolls;
mod likeness;
mod menus;
mod of_code;
pub(crate) mod offers;
mod player;
pub(crate) mod plays;
mod requests;
mod rooms;
mod situations_ahead;
mod splitting;
mod tolls;
mod winning;

use std::time::Duration;

use crate::base::error::{CoreError, Result};
use crate::base::ids::CodeId;
use crate::base::limits::Control;
use crate::engine::{Engine, Experiment};
use crate::game::program::StandingRules;
use crate::optimal::{self, Interval, Objective, Optimal, OptimalOptions};
use crate::pick::chooser::Options;
use crate::play;
use crate::play::tree::Greedy;
pub use crate::standing::from_outside::{followed, offered, Followed, PlayEnd};
use crate::standing::requests::{Before, LOST};

/// Plays a strategy against every code; see [`play::greedy::greedy`].
pub fn greedy(
    engine: &Engine,
    options: Options,
    first: Option<&Experiment>,
    seed: u64,
    threads: usize,
    memory: u64,
    control: &Control,
) -> Result<Greedy> {
    match &engine.program.standing {
        None => play::greedy::greedy(engine, options, first, seed, threads, memory, control),
        Some(rules) => plays::greedy(engine, rules, &options, first, seed, memory, control),
    }
}

/// The experiment that a strategy makes where some codes are left, ascending, at a standing in a game that has them.
pub fn choose(
    engine: &Engine,
    options: Options,
    (codes, standing): (Option<&[CodeId]>, Option<&[u32]>),
    seed: u64,
    memory: u64,
    control: &Control,
) -> Result<Option<Experiment>> {
    let Some(rules) = &engine.program.standing else {
        return play::greedy::choose(engine, options, codes, seed, control);
    };
    let codes = engine.state(codes)?;
    let at = (&*codes, standing.unwrap_or(&rules.start));
    from_outside::chosen_at(engine, &options, at, seed, memory, control)
}

/// How many experiments are as good as the one that a strategy takes at the beginning, in a game with standings.
pub fn tied(engine: &Engine, options: &Options, memory: u64, control: &Control) -> Result<Option<u64>> {
    match &engine.program.standing {
        None => Err(CoreError::input("ties are counted by classes where nothing but knowledge changes")),
        Some(rules) => plays::tied(engine, rules, options, memory, control),
    }
}

/// Finds a strategy that is best by an objective; see [`optimal::optimal`].
pub fn optimal(engine: &Engine, options: &OptimalOptions, control: &Control) -> Result<Optimal> {
    match engine.program.standing {
        None if options.objective != Objective::Won => optimal::optimal(engine, options, control),
        _ if options.exchange.is_some() || !options.facts.is_empty() => Err(CoreError::input(
            "games with a state, prices or plays that are lost are searched on one machine, at once",
        )),
        None => won_by_knowledge(engine, options, control),
        Some(_) => requests::optimal(engine, options, Before::default(), control),
    }
}

/// How many codes are won within some experiments in a game in which nothing but knowledge changes: where all can be, that is
/// a question for the search that knows such games best.
fn won_by_knowledge(engine: &Engine, options: &OptimalOptions, control: &Control) -> Result<Optimal> {
    let Some(within) = options.within else { return requests::optimal(engine, options, Before::default(), control) };
    let rules = StandingRules::of_knowledge_only(engine.program.types.len());
    let at_hand = match control.remaining() {
        Some(left) => known_to_win(engine, &rules, options, left)?,
        None => None, // it is not stopped for lack of time
    };
    let longest = options.max_depth.map_or(within, |longest| longest.min(within));
    let all = OptimalOptions { objective: Objective::Average, max_depth: Some(longest), ..options.clone() };
    let mut found = optimal::optimal(engine, &all, control)?;
    if found.infeasible {
        return requests::optimal(engine, options, Before { at_hand, something_is_lost: true }, control);
    }
    let mut lost = Interval { measure: LOST, lower: 0, upper: found.found.then_some(0) };
    found.intervals.truncate(usize::from(found.found));
    if let (false, Some(known)) = (found.found, at_hand) {
        lost.upper = Some(known.lost_total);
        let Greedy { stopped, seconds, .. } = found.strategy;
        (found.strategy, found.found) = (Greedy { stopped, seconds, ..known }, true);
    }
    found.intervals.insert(0, lost);
    Ok(found)
}

/// A strategy to have, where there is time and memory for one; the search itself says what is wrong with what is asked.
fn known_to_win(
    engine: &Engine,
    rules: &StandingRules,
    options: &OptimalOptions,
    left: Duration,
) -> Result<Option<Greedy>> {
    match winning::to_win(engine, rules, options, &Control::new(Some(left))) {
        Ok(known) => Ok(Some(known)),
        Err(error @ CoreError::Internal(_)) => Err(error),
        Err(_) => Ok(None),
    }
}

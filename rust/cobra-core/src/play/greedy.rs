//! The whole tree of a one-step strategy: every code played to its end at once.

use std::time::Instant;

use crate::base::convert::ToU64;
use crate::base::error::{CoreError, Result};
use crate::base::ids::CodeId;
use crate::base::limits::{Control, StopReason};
use crate::engine::{Engine, Experiment};
use crate::expression::Expression;
use crate::game::program::Ending;
use crate::pick::chooser::{Buffers, Chooser, Options};
use crate::pick::strategy::{Strategy, Ties};
use crate::play::best_order::Search;
use crate::play::parts::collect;
use crate::play::run::{Decided, Run};
use crate::play::tree::Greedy;

/// Plays a strategy against every code. With `first` every play begins with that experiment, whatever it is, also when
/// the game is over before it. `memory` bounds the tree and the lists of experiments, in bytes.
pub fn greedy(
    engine: &Engine,
    options: Options,
    first: Option<&Experiment>,
    seed: u64,
    threads: usize,
    memory: u64,
    control: &Control,
) -> Result<Greedy> {
    let start = Instant::now();
    let codes = engine.some_codes()?;
    let options = Options { consistent: options.consistent && engine.knows_finals(), ..options };
    control.begin(codes.len().to_u64());
    let weight = CodeId::first(codes.len()).map(|code| codes.weight(code)).sum();
    let mut result = Greedy { weight, codes: codes.len().to_u64(), ..Greedy::default() };
    let has_ties = !matches!(options.strategy, Strategy::First | Strategy::Random);
    let options = match options.ties {
        Ties::Best if !has_ties => Options { ties: Ties::FinalFirst, ..options },
        _ => options,
    };
    let parts = if options.ties == Ties::Best {
        let found = control.watched(|| best_order(engine, options, first, memory, control));
        found.and_then(|Order { options, plan, is_all, stopped }| {
            (result.stopped, result.all_ties) = (stopped, Some(is_all));
            // what is left to do is to write the strategy down
            Run::new(engine, options, first, memory, plan, &Control::new(None))?.go(seed, threads)
        })
    } else {
        control.watched(|| Run::new(engine, options, first, memory, Decided::new(), control)?.go(seed, threads))
    };
    match parts {
        Ok(parts) => collect(&mut result, parts),
        Err(CoreError::Stopped(reason)) => result.stopped = Some(reason),
        Err(error) => return Err(error),
    }
    let settled: u64 = result.distribution.iter().sum();
    if settled < result.codes && result.stopped.is_none() {
        result.stopped = control.poll().err();
    }
    if engine.program.ending == Ending::Hit && codes.len() == 1 && first.is_none() && result.stopped.is_none() {
        result.only = Some(CodeId::new(0));
        result.nodes = 1;
    }
    result.seconds = start.elapsed().as_secs_f64();
    Ok(result)
}

/// The experiment a strategy makes where the codes of a state are left, as [`greedy`] does; `None` when none (allowed)
/// separates them.
pub fn choose(
    engine: &Engine,
    options: Options,
    state: Option<&[CodeId]>,
    seed: u64,
    control: &Control,
) -> Result<Option<Experiment>> {
    if options.ties == Ties::Best {
        return Err(CoreError::input("the best order of ties is that of a whole strategy, not of one experiment"));
    }
    let options = Options { consistent: options.consistent && engine.knows_finals(), ..options };
    let state = engine.state(state)?;
    let hits = match engine.program.ending {
        Ending::Hit => Some(engine.hits(control)?),
        _ => None,
    };
    if let (Some(hits), &[code]) = (hits, &state[..]) {
        return Ok(hits.first[code].as_ref().map(|hit| engine.experiment(hit.type_index, &hit.row)));
    }
    if state.len() < 2 {
        return Ok(None);
    }
    let chooser = Chooser::new(engine, options, hits, control)?;
    let choice = control.watched(|| chooser.choose(&mut Buffers::default(), &state, None, seed))?;
    Ok(choice.map(|choice| engine.experiment(choice.type_index, &choice.row)))
}

/// The best order of ties that was found: what is done in each state.
struct Order {
    options: Options,
    plan: Decided,
    is_all: bool,
    stopped: Option<StopReason>,
}

/// Looks for the best order of ties.
fn best_order(
    engine: &Engine,
    options: Options,
    first: Option<&Experiment>,
    memory: u64,
    control: &Control,
) -> Result<Order> {
    let score = Expression::of(&options.strategy)?;
    // weights and goals may tell apart what symmetry does not
    let is_plain = engine.program.weight.is_none() && engine.program.goal.is_empty();
    let equivalences = if is_plain { None } else { Some(Vec::new()) };
    let options = Options { ties: Ties::FinalFirst, equivalences, ..options };
    let run = Run::new(engine, options.clone(), first, memory, Decided::new(), control)?;
    let mut search = Search::new(&run.chooser, &run.ends, &score, memory)?;
    let states = run.first_states()?;
    for state in &states {
        search.start(state)?;
    }
    let (mut is_all, mut stopped) = (true, None);
    for state in &states {
        match search.improve(state) {
            Ok(all) => is_all &= all,
            Err(CoreError::Stopped(reason)) => {
                (is_all, stopped) = (false, Some(reason));
                break;
            }
            Err(error) => return Err(error),
        }
    }
    let plan = search.plan();
    Ok(Order { options, plan, is_all, stopped })
}

//! How far one experiment can split the game.

use crate::base::convert::ToU64;
use crate::base::error::Result;
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::evaluate::Criterion;
use crate::pick::chooser::{Buffers, Chooser, Options};
use crate::pick::strategy::{Strategy, Ties};

/// The most outcomes of an experiment that are satisfiable before anything is known; at least 1.
pub fn largest_branching(engine: &Engine, control: &Control) -> Result<u64> {
    let state = engine.codes()?.all();
    let options = Options::by(Strategy::Count(Criterion::Parts), Ties::First);
    let chooser = Chooser::new(engine, options, None, control)?;
    let choice = if state.len() < 2 {
        None
    } else {
        control.watched(|| chooser.choose(&mut Buffers::default(), &state, None, 0))?
    };
    let Some(mut choice) = choice else { return Ok(1) };
    choice.outcomes.sort_unstable();
    choice.outcomes.dedup();
    Ok(choice.outcomes.len().to_u64())
}

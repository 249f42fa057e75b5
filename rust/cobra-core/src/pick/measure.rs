//! Questions about the game as a whole: how far one experiment can split it, and how fast sizes are computed.

use std::time::Instant;

use crate::base::convert::{ToU32, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::evaluate::{Criterion, Scratch, NO_INFORMATION};
use crate::pick::chooser::{Buffers, Chooser, Options};
use crate::pick::strategy::{Strategy, Ties};

/// The most outcomes of an experiment that are satisfiable before anything is known; at least 1.
pub fn largest_branching(engine: &Engine, control: &Control) -> Result<u64> {
    let state: Vec<u32> = (0..engine.codes()?.len().to_u32()).collect();
    let strategy = Strategy::Count(Criterion::Parts);
    let options = Options { strategy, ties: Ties::First, consistent: false, equivalences: None };
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

impl Engine {
    /// Numbers of codes per outcome for every experiment of a type on all codes, condensed to the sum of their squares:
    /// for benchmarks. Returns the seconds it took, without preparations, and the sum.
    pub fn time_all_sizes(&self, type_index: usize, control: &Control) -> Result<(f64, u64)> {
        if type_index >= self.plans.len() {
            return Err(CoreError::input(format!("no experiment type {type_index}")));
        }
        let data = self.type_data(type_index, control)?;
        let Some(full) = data.lists.full(self.context(type_index, control), &data.evaluator)? else {
            return Err(CoreError::input("the experiments of this type are too many to be listed"));
        };
        let state: Vec<u32> = (0..self.some_codes()?.len().to_u32()).collect();
        let (mut scratch, mut scores, mut finals) = (Scratch::default(), Vec::new(), Vec::new());
        let start = Instant::now();
        let criterion = Criterion::ExpModels;
        let halted = control.halted();
        data.evaluator.score_all(full, &mut scratch, &state, criterion, halted, &mut scores, &mut finals);
        control.poll()?;
        let informative = scores.iter().filter(|&&score| score != NO_INFORMATION);
        let sum = informative.fold(0_u64, |sum, &score| sum.wrapping_add(score.unsigned_abs()));
        Ok((start.elapsed().as_secs_f64(), sum))
    }
}

//! One-step strategies played to their end, also as what a search has should there be no time for the best one.

use crate::base::error::{CoreError, Result};
use crate::base::limits::StopReason;
use crate::evaluate::Criterion;
use crate::optimal::{Objective, Optimal, OptimalOptions};
use crate::pick::chooser::Options;
use crate::pick::strategy::{Strategy, Ties};
use crate::play::tree::Greedy;
use crate::unseen::beliefs::BeliefWorld;
use crate::unseen::drawing::{draw, Here, Precedence};
use crate::unseen::one_step::OneStep;

/// Part of the memory for what is remembered.
pub(super) const KNOWN_SHARE: u64 = 2;

/// Plays a one-step strategy against all codes.
pub(super) fn played(
    world: &BeliefWorld<'_>,
    options: &Options,
    seed: u64,
    memory: u64,
    result: &mut Greedy,
) -> Result<()> {
    let memory = memory / KNOWN_SHARE;
    let mut player = OneStep::new(world, options, memory)?;
    let memory = memory.saturating_sub(player.counted); // for the tree, which takes more than what is remembered of its beliefs
    let decide = &mut |here: Here<'_>| match world.is_endless() && here.path.length() > 0 {
        true => Err(CoreError::Stopped(StopReason::Endless)),
        false => player.decide(here),
    };
    draw(world, seed, memory, Precedence::Last, decide, result)
}

/// A strategy to have, should there be no time for the best one.
pub(super) fn begin_with_a_strategy(
    world: &BeliefWorld<'_>,
    options: &OptimalOptions,
    most: u32,
    result: &mut Optimal,
) -> Result<()> {
    let mut found = world.begun()?;
    let any = Options::by(Strategy::Count(Criterion::MaxModels), Ties::FinalFirst);
    let choice = Options { consistent: options.consistent, ..any };
    played(world, &choice, 0, options.memory, &mut found)?;
    if found.lost == 0 && found.worst <= u64::from(most) {
        if options.objective == Objective::Worst {
            result.intervals[0].upper = Some(found.worst);
            world.control.lower_upper(Some(found.worst));
        }
        (result.strategy, result.found) = (found, true);
    }
    Ok(())
}

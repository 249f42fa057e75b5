//! What a search for the most codes won has, should there be no time for the best strategy: one-step strategies, cut off where
//! plays would be lost.

use std::time::{Duration, Instant};

use crate::base::error::Result;
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::evaluate::Criterion;
use crate::game::program::StandingRules;
use crate::optimal::OptimalOptions;
use crate::pick::chooser::Options;
use crate::pick::strategy::{Strategy, Ties};
use crate::play::tree::Greedy;
use crate::standing::offers::Standings;
use crate::standing::player::Cut;
use crate::standing::plays::cut_off;

/// Part of the memory for lists of experiments.
pub(super) const OFFER_SHARE: u64 = 4;
/// Each strategy has this time, or a part of what there is.
const AT_HAND: Duration = Duration::from_secs(1);
const TIME_SHARE: u32 = 8;

/// Of some one-step strategies the one that loses least within the experiments allowed. The last experiment wins what it can.
pub(super) fn to_win(
    engine: &Engine,
    rules: &StandingRules,
    options: &OptimalOptions,
    control: &Control,
) -> Result<Greedy> {
    let length = options.within.into_iter().chain(options.max_depth).min();
    let within = length.map_or(u64::MAX, u64::from);
    let memory = options.memory / OFFER_SHARE;
    let played = |criterion| {
        let time = control.remaining().map_or(AT_HAND, |left| AT_HAND.min(left / TIME_SHARE));
        let cut = Cut { within, until: Instant::now() + time };
        let world = Standings::new(engine, rules, memory, control)?;
        let any = Options::by(Strategy::Count(criterion), Ties::FinalFirst);
        cut_off(world, &Options { consistent: options.consistent, ..any }, options.first.as_ref(), memory, cut)
    };
    let one = played(Criterion::EntModels)?;
    if one.lost_total == 0 {
        return Ok(one);
    }
    let other = played(Criterion::Parts)?;
    let is_better = (other.lost_total, other.price_total) < (one.lost_total, one.price_total);
    Ok(if is_better { other } else { one })
}

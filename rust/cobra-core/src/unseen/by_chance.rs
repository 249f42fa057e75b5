//! Searches where answers are wrong with a known chance: what is found, and what is known when they are stopped.

use std::time::{Duration, Instant};

use num_rational::BigRational;
use num_traits::ToPrimitive;

use crate::base::error::{CoreError, Result};
use crate::game::program::Noise;
use crate::optimal::{Interval, Optimal, OptimalOptions};
use crate::play::tree::Greedy;
use crate::unseen::at_hand::{begin_with_a_strategy, KNOWN_SHARE};
use crate::unseen::beliefs::BeliefWorld;
use crate::unseen::drawing::{draw, drawn_by_chance, Here, Precedence, TREE_SHARE};
use crate::unseen::mean::LeastMean;
use crate::unseen::most_won::{LossAndLength, MostWon};

/// A strategy to have, should there be no time for the best one, is made in that time, or in half of what there is.
const AT_HAND: Duration = Duration::from_secs(1);

/// What is proved of the mean is that no strategy has less than the one that is found.
pub(super) fn searched_for_mean(
    world: &BeliefWorld<'_>,
    noise: Noise,
    options: &OptimalOptions,
    result: &mut Optimal,
) -> Result<()> {
    let most = options.max_depth;
    let mut search = LeastMean::new(world, noise, options.consistent, most, options.memory / KNOWN_SHARE)?;
    result.intervals[0].lower = whole(&search.lower());
    result.least = vec![search.lower()];
    if world.first.is_none() {
        begin_with_a_strategy(world, options, most.unwrap_or(u32::MAX), result)?;
    }
    let found = search.least(result.strategy.mean.as_ref().filter(|_| result.found));
    result.statistics = search.statistics();
    if let Some(better) = search.held.take() {
        (result.strategy, result.found) = (better, true);
    }
    let lower = match &found {
        Ok(Some(mean)) => mean.clone(),
        _ => search.lower(),
    };
    result.intervals[0].lower = whole(&lower);
    result.least = vec![lower];
    if let Some(mean) = found? {
        let strategy = drawn_by_chance(world, options.memory, None, |likely, made| search.best(likely, made))?;
        let is_short = most.is_none_or(|most| strategy.worst <= u64::from(most));
        if strategy.lost > 0 || strategy.mean.as_ref() != Some(&mean) || !is_short {
            return Err(CoreError::Internal("a strategy is not what the search found".into()));
        }
        (result.strategy, result.found) = (strategy, true);
    }
    result.proved = true;
    if !result.found {
        result.infeasible = true;
        result.intervals.clear();
    }
    Ok(())
}

/// What is proved is that no strategy loses less, and none that loses as little takes fewer experiments in the mean.
pub(super) fn searched_for_wins(
    world: &BeliefWorld<'_>,
    noise: Noise,
    within: u32,
    options: &OptimalOptions,
    result: &mut Optimal,
) -> Result<()> {
    let within = options.max_depth.map_or(within, |most| most.min(within));
    let mut search = MostWon::new(world, noise, options.consistent, within, options.memory / KNOWN_SHARE)?;
    begin_with_what_is_likely(world, options, &mut search, result)?;
    let best = search.best_outlook(&outlook_of(&result.strategy)?);
    result.statistics = search.statistics();
    if let Some(better) = search.held.take() {
        result.strategy = better;
    }
    let held = outlook_of(&result.strategy)?;
    let lower = match &best {
        Ok(best) => best.clone(),
        Err(_) => search.lower(),
    };
    let known = if lower.lost == held.lost { 2 } else { 1 }; // the mean is that of strategies that lose as little
    result.intervals = measured()[..known].into();
    result.least = vec![lower.lost, lower.experiments];
    let best = best?;
    let strategy = drawn_by_chance(world, options.memory, None, |likely, made| search.best(likely, made))?;
    if outlook_of(&strategy)? != best || strategy.worst > u64::from(within) {
        return Err(CoreError::Internal("a strategy is not what the search found".into()));
    }
    (result.strategy, result.found, result.proved) = (strategy, true, true);
    result.intervals = measured().into();
    Ok(())
}

/// What is made small, one after the other; the ends are those of the strategy, in its parts.
fn measured() -> [Interval; 2] {
    ["lost", "total"].map(|measure| Interval { measure, lower: 0, upper: None })
}

/// What a strategy comes to, times the weight of all codes.
fn outlook_of(strategy: &Greedy) -> Result<LossAndLength> {
    let figures = strategy.lost_weight.clone().zip(strategy.mean.clone());
    let (lost, experiments) = figures.ok_or_else(|| CoreError::Internal("a strategy has no chances".into()))?;
    Ok(LossAndLength { lost, experiments })
}

/// A strategy to have: it looks at the beliefs first that are most likely, and gives up where there is no time to look.
fn begin_with_what_is_likely(
    world: &BeliefWorld<'_>,
    options: &OptimalOptions,
    search: &mut MostWon<'_, '_>,
    result: &mut Optimal,
) -> Result<()> {
    let time = world.control.remaining().map_or(AT_HAND, |left| AT_HAND.min(left / 2));
    let until = Instant::now() + time;
    let mut found = world.begun()?;
    let decide = &mut |here: Here<'_>| match here.likely {
        Some(likely) if Instant::now() < until => Ok(search.at_hand(likely, here.path.length())),
        _ => Ok(None),
    };
    draw(world, 0, options.memory / TREE_SHARE, Precedence::Likeliest, decide, &mut found)?;
    (result.strategy, result.found) = (found, true);
    result.intervals = measured()[..1].into();
    Ok(())
}

/// A number that is not negative, rounded down.
fn whole(number: &BigRational) -> u64 {
    number.to_integer().to_u64().unwrap_or(u64::MAX)
}

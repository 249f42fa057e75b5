//! What an objective asks for in a game with standings, put together from searches; and what is known when it is stopped.

use std::time::Instant;

use crate::base::error::{stop_of, CoreError, Result};
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::evaluate::Criterion;
use crate::game::program::StandingRules;
use crate::optimal::{statistics, Cost, Interval, Objective, Optimal, OptimalOptions};
use crate::pick::chooser::Options;
use crate::pick::strategy::{Strategy, Ties};
use crate::play::tree::Greedy;
use crate::standing::asking::{Asking, Settled};
use crate::standing::cheapest::{deep, Cheapest, Wish};
use crate::standing::detours::Course;
use crate::standing::given_tree::followed_tree;
use crate::standing::growing::drawn;
use crate::standing::offers::Standings;
use crate::standing::plays;
use crate::standing::tolls::{Counted, Left, Toll};
use crate::standing::winning::{to_win, OFFER_SHARE};

/// Part of the memory for situations met before.
const KNOWN_SHARE: u64 = 2;

/// The measure of what is not won.
pub(super) const LOST: &str = "lost";

/// What is known of what may be won before the search for it.
#[derive(Default)]
pub(super) struct Before {
    /// A strategy to have, if there is one.
    pub at_hand: Option<Greedy>,
    /// Every strategy loses something.
    pub something_is_lost: bool,
}

pub(super) fn optimal(
    engine: &Engine,
    options: &OptimalOptions,
    before: Before,
    control: &Control,
) -> Result<Optimal> {
    let start = Instant::now();
    let plain;
    let rules = match &engine.program.standing {
        Some(rules) => rules,
        None => {
            plain = StandingRules::of_knowledge_only(engine.program.types.len());
            &plain
        }
    };
    if options.objective == Objective::Won && options.within.is_none() && !rules.may_lose() {
        return Err(CoreError::input(
            "no play of this game can be lost: say within how many experiments it is to be won",
        ));
    }
    let mut result = Optimal { strategy: plays::begun(engine, control)?, ..Optimal::default() };
    let (codes, memory) = (engine.some_codes()?.len(), options.memory / KNOWN_SHARE);
    let length = options.within.into_iter().chain(options.max_depth).min().unwrap_or(u32::MAX);
    let left = Left { length, ..Left::UNLIMITED };
    let mut answering = Answering { engine, rules, options, control, left, lower: Toll::NOTHING };
    let outcome = control.watched(|| deep(codes, memory, || answering.answer(before, &mut result)));
    result.strategy.stopped = stop_of(outcome)?;
    result.strategy.seconds = start.elapsed().as_secs_f64();
    Ok(result)
}

struct Answering<'a> {
    engine: &'a Engine,
    rules: &'a StandingRules,
    options: &'a OptimalOptions,
    control: &'a Control,
    left: Left,
    /// What is proved: no strategy costs less.
    lower: Toll,
}

impl Answering<'_> {
    fn answer(&mut self, before: Before, result: &mut Optimal) -> Result<()> {
        let codes = self.engine.some_codes()?;
        let lightest = codes.all().iter().map(|&code| codes.weight(code)).min().unwrap_or(1);
        self.know(Toll::of_lost(if before.something_is_lost { lightest } else { 0 }), result);
        let mut world = Standings::new(self.engine, self.rules, self.options.memory / OFFER_SHARE, self.control)?;
        let wish = |counted| Wish {
            counted,
            within: self.options.within.is_some(),
            won_only: self.options.objective == Objective::Won,
            consistent: self.options.consistent && self.engine.knows_finals(),
        };
        let wishes = |cost: Cost| wish(counted(cost));
        let (options, left) = (self.options, self.left);
        let first = options.first.as_ref().map(|first| world.find(first)).transpose()?;
        let mut search = Cheapest::new(&mut world, wishes(self.cost()), options.memory / KNOWN_SHARE)?;
        let mut asked = Asking::new(&mut search, first, left);
        self.know(asked.bound(), result);
        match before.at_hand {
            Some(known) => self.have(known, result),
            None => self.begin_with_a_strategy(result)?,
        }
        let known = result.found.then(|| self.toll(&result.strategy));
        let settled = options.settle(&mut asked, wishes, known);
        let (least, second) = asked.proved();
        let bytes = search.most_bytes() + search.world.bytes();
        // also of a search that was stopped
        result.statistics = statistics([search.expanded, search.scanned, search.tried, 0, bytes]);
        let settled = match settled {
            Ok(settled) => settled,
            Err(stopped) => {
                if let Some(held) = search.strategy.take() {
                    self.have(Greedy { numbers: world.into_numbers(), ..held }, result);
                }
                self.know(least, result);
                self.know_of_second(second, result);
                return Err(stopped);
            }
        };
        result.proved = true;
        let Some(Settled { values, left, toll }) = settled else {
            self.know(self.toll(&result.strategy), result);
            return Ok(());
        };
        if toll.is_never() {
            (result.infeasible, result.found, result.intervals) = (true, false, Vec::new());
            result.strategy = plays::begun(self.engine, self.control)?;
            return Ok(());
        }
        let closed = |(measure, &value)| between(measure, value, Some(value));
        result.intervals = self.measures().into_iter().zip(&values).map(closed).collect();
        let start = search.world.start();
        let strategy = drawn(&mut search, first.map(|first| Course::of(start, first)), left)?;
        if self.values(&strategy) != values {
            return Err(CoreError::Internal("a strategy is not what the search found".into()));
        }
        result.strategy = Greedy { numbers: world.into_numbers(), ..strategy };
        result.found = true;
        Ok(())
    }

    /// A strategy to have, should there be no time for the best one: that which is given, or a one-step strategy if it is better.
    fn begin_with_a_strategy(&mut self, result: &mut Optimal) -> Result<()> {
        if self.options.objective == Objective::Won {
            let found = to_win(self.engine, self.rules, self.options, self.control)?;
            self.have(found, result);
            return Ok(());
        }
        if let Some(tree) = &self.options.beginning {
            let memory = self.options.memory / OFFER_SHARE;
            let world = Standings::new(self.engine, self.rules, memory, self.control)?;
            self.have(followed_tree(world, tree, self.options)?, result);
        }
        let any = Options::by(Strategy::Count(Criterion::EntModels), Ties::FinalFirst);
        let options = Options { consistent: self.options.consistent, ..any };
        let first = self.options.first.as_ref();
        let (found, barred) =
            plays::played(self.engine, self.rules, &options, first, 0, self.options.memory, self.control)?;
        self.control.poll()?;
        if barred.is_none() && found.worst <= u64::from(self.left.length) {
            self.have(found, result);
        }
        Ok(())
    }

    /// What is made small, one after the other.
    fn measures(&self) -> Vec<&'static str> {
        match self.options.objective {
            Objective::Won => vec![LOST, Cost::Weight.measure()],
            objective => objective.costs().iter().map(|cost| cost.measure()).collect(),
        }
    }

    /// What is counted first, lost codes aside.
    fn cost(&self) -> Cost {
        self.options.objective.costs().first().copied().unwrap_or(Cost::Weight)
    }

    /// Whether lost codes are counted apart.
    fn counts_lost(&self) -> bool {
        self.options.objective == Objective::Won || self.rules.loss.is_none() && self.rules.may_lose()
    }

    /// What a strategy comes to by the first measure.
    fn toll(&self, strategy: &Greedy) -> Toll {
        let lost = if self.counts_lost() { Toll::of_lost(strategy.lost_total) } else { Toll::NOTHING };
        lost + Toll::cost(value(self.cost(), strategy))
    }

    /// What a strategy comes to by the measures.
    fn values(&self, strategy: &Greedy) -> Vec<i64> {
        match self.options.objective.costs() {
            [] => vec![Toll::of_lost(strategy.lost_total).lost, Toll::cost(strategy.price_total).cost],
            costs => costs.iter().map(|&cost| Toll::cost(value(cost, strategy)).cost).collect(),
        }
    }

    /// Takes a strategy if it is better than the one that is known.
    fn have(&self, strategy: Greedy, result: &mut Optimal) {
        if !result.found || self.toll(&strategy) < self.toll(&result.strategy) {
            (result.strategy, result.found) = (strategy, true);
            self.tell(result);
        }
    }

    /// Takes it for proved that no strategy costs less.
    fn know(&mut self, lower: Toll, result: &mut Optimal) {
        if !lower.is_never() {
            self.lower = self.lower.max(lower);
        }
        self.tell(result);
    }

    /// Puts what is known into intervals. What is counted beside lost codes is that of strategies that lose as few.
    fn tell(&self, result: &mut Optimal) {
        let (lower, held) = (self.lower, result.found.then(|| self.toll(&result.strategy)));
        let cost = between(self.cost().measure(), lower.cost, held.map(|held| held.cost));
        let lost = between(LOST, lower.lost, held.map(|held| held.lost));
        let is_settled = lost.upper == Some(lost.lower);
        result.intervals = match (self.counts_lost(), is_settled) {
            (false, _) => vec![cost],
            (true, false) => vec![lost],
            (true, true) if lost.lower == 0 && self.options.objective != Objective::Won => vec![cost],
            (true, true) => vec![lost, cost],
        };
        let Interval { measure, lower, upper } = result.intervals[0];
        self.control.begin_interval(measure, lower, upper);
    }

    /// Adds what is known of the second measure, where the strategy is best by the first.
    fn know_of_second(&self, lower: Option<i64>, result: &mut Optimal) {
        let Some((cost, lower)) = self.options.objective.costs().get(1).copied().zip(lower) else { return };
        if result.found && self.toll(&result.strategy) == self.lower {
            let upper = value(cost, &result.strategy);
            result.intervals.push(Interval {
                measure: cost.measure(),
                lower: lower.max(0) as u64,
                upper: Some(upper),
            });
        }
    }
}

fn between(measure: &'static str, lower: i64, upper: Option<i64>) -> Interval {
    let whole = |number: i64| number.max(0) as u64;
    Interval { measure, lower: whole(lower), upper: upper.map(whole) }
}

/// What a strategy costs by a measure.
fn value(cost: Cost, strategy: &Greedy) -> u64 {
    match cost {
        Cost::Weight => strategy.price_total,
        Cost::Depth => strategy.price_worst,
        Cost::Node => strategy.nodes,
    }
}

/// What counts a cost.
fn counted(cost: Cost) -> Counted {
    match cost {
        Cost::Weight => Counted::Sum,
        Cost::Depth => Counted::Greatest,
        Cost::Node => Counted::TreeSize,
    }
}

//! What an objective asks for in a game with standings, put together from searches.

use std::time::Instant;

use crate::base::convert::{ToU32, ToU64};
use crate::base::error::{stop_of, CoreError, Result};
use crate::base::ids::CodeId;
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::evaluate::Criterion;
use crate::game::program::StandingRules;
use crate::optimal::{statistics, Cost, Interval, Objective, Optimal, OptimalOptions};
use crate::pick::chooser::Options;
use crate::pick::strategy::{Strategy, Ties};
use crate::play::parts::{collect, Part};
use crate::play::tree::Greedy;
use crate::standing::cheapest::{deep, Cheapest, Wish};
use crate::standing::given_tree::followed_tree;
use crate::standing::offers::Standings;
use crate::standing::plays::{self, Course, PlaysLeft};
use crate::standing::splitting::Splitting;
use crate::standing::tolls::{Counted, Left, Toll};

/// Parts of the memory: for lists of experiments, and for situations met before.
const OFFER_SHARE: u64 = 4;
const KNOWN_SHARE: u64 = 2;

pub(super) fn optimal(engine: &Engine, options: &OptimalOptions, control: &Control) -> Result<Optimal> {
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
    let work = || Answering::new(engine, rules, options, control)?.answer(&mut result);
    let outcome = control.watched(|| deep(codes, memory, work));
    result.strategy.stopped = stop_of(outcome)?;
    result.strategy.seconds = start.elapsed().as_secs_f64();
    Ok(result)
}

struct Answering<'a> {
    engine: &'a Engine,
    rules: &'a StandingRules,
    options: &'a OptimalOptions,
    control: &'a Control,
    world: Standings<'a>,
    state: Vec<CodeId>,
    left: Left,
}

impl<'a> Answering<'a> {
    fn new(
        engine: &'a Engine,
        rules: &'a StandingRules,
        options: &'a OptimalOptions,
        control: &'a Control,
    ) -> Result<Answering<'a>> {
        let world = Standings::new(engine, rules, options.memory / OFFER_SHARE, control)?;
        let state = world.codes.all();
        let length = options.within.or(options.max_depth).unwrap_or(u32::MAX);
        let left = Left { length, ..Left::UNLIMITED };
        Ok(Answering { engine, rules, options, control, world, state, left })
    }

    fn answer(mut self, result: &mut Optimal) -> Result<()> {
        let measures = match self.options.objective {
            Objective::Won => vec!["lost", Cost::Weight.measure()],
            objective => objective.costs().iter().map(|cost| cost.measure()).collect(),
        };
        result.intervals = vec![Interval { measure: measures[0], lower: 0, upper: None }];
        self.control.begin_interval(measures[0], 0, None);
        if self.options.within.is_none() {
            self.begin_with_a_strategy(result)?;
        }
        let wish = |counted| Wish {
            counted,
            within: self.options.within.is_some(),
            won_only: self.options.objective == Objective::Won,
            consistent: self.options.consistent && self.engine.knows_finals(),
        };
        let (sum, wishes) = (wish(Counted::Sum), |cost: Cost| wish(counted(cost)));
        let first = self.options.first.as_ref().map(|first| self.world.find(first)).transpose()?;
        let (engine, left, state) = (self.engine, self.left, self.state.clone());
        let memory = self.options.memory / KNOWN_SHARE;
        let start = self.world.start();
        let mut search = Cheapest::new(&mut self.world, sum, memory)?;
        let loses_nothing = !self.rules.may_lose() || result.found && result.strategy.lost == 0;
        if loses_nothing && self.options.objective != Objective::Won {
            search.wish_for(wishes(self.options.objective.costs()[0]));
            let bound = search.bound(&state, start, left);
            if bound.lost == 0 {
                result.intervals[0].lower = bound.cost.max(0) as u64;
                self.control.raise_lower(result.intervals[0].lower);
            }
        }
        let asked = Asking { search: &mut search, state: &state, first };
        let settled = self.options.settle(asked, left, wishes, result);
        let bytes = search.most_bytes() + search.world.bytes();
        // also of a search that was stopped
        result.statistics = statistics([search.expanded, search.scanned, search.tried, 0, bytes]);
        let Some(Settled { values, left, toll }) = settled? else {
            (result.intervals[0].lower, result.proved) = (result.intervals[0].upper.unwrap_or(u64::MAX), true);
            return Ok(());
        };
        result.proved = true;
        if toll.is_never() {
            (result.infeasible, result.found, result.intervals) = (true, false, Vec::new());
            result.strategy = plays::begun(engine, self.control)?;
            return Ok(());
        }
        let closed = |(&measure, value): (&&'static str, i64)| {
            let value = value.max(0) as u64;
            Interval { measure, lower: value, upper: Some(value) }
        };
        result.intervals = measures.iter().zip(values).map(closed).collect();
        let seconds = result.strategy.seconds;
        result.strategy = Growing { search: &mut search, part: Part::default() }.draw(&state, first, left)?;
        result.strategy.numbers = self.world.into_numbers();
        result.strategy.seconds = seconds;
        result.found = true;
        Ok(())
    }

    /// A strategy to have, should there be no time for the best one: that which is given, or a one-step strategy if it is better.
    fn begin_with_a_strategy(&mut self, result: &mut Optimal) -> Result<()> {
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
        if barred.is_none()
            && found.worst <= u64::from(self.left.length)
            && (!result.found || self.is_better(&found, &result.strategy))
        {
            self.have(found, result);
        }
        Ok(())
    }

    /// What is to be made least first, where nothing is lost.
    fn value(&self, strategy: &Greedy) -> u64 {
        match self.options.objective.costs().first() {
            Some(Cost::Weight) => strategy.price_total,
            Some(Cost::Depth) => strategy.price_worst,
            Some(Cost::Node) => strategy.nodes,
            None => 0,
        }
    }

    /// Whether one strategy is better than another for certain.
    fn is_better(&self, one: &Greedy, other: &Greedy) -> bool {
        one.lost == 0 && (self.rules.loss.is_none() && other.lost > 0 || self.value(one) < self.value(other))
    }

    fn have(&self, strategy: Greedy, result: &mut Optimal) {
        // where codes are lost it says nothing of strategies that lose fewer
        result.intervals[0].upper = (strategy.lost == 0).then_some(self.value(&strategy));
        self.control.lower_upper(result.intervals[0].upper);
        (result.strategy, result.found) = (strategy, true);
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

/// What the best strategy costs.
struct Settled {
    /// By the measures of the objective.
    values: Vec<i64>,
    /// What it may take for that.
    left: Left,
    toll: Toll,
}

impl OptimalOptions {
    /// Finds what the best strategy costs, by what is to be wished for where a cost is to be least. `None` where none is better
    /// than the strategy that is known.
    fn settle(
        &self,
        mut asked: Asking<'_, '_, '_>,
        left: Left,
        wishes: impl Fn(Cost) -> Wish,
        known: &Optimal,
    ) -> Result<Option<Settled>> {
        let costs = self.objective.costs();
        if let ([cost], true, 0) = (costs, known.found, known.strategy.lost) {
            // a strategy that is known already need not be found again
            let upper = Toll::cost(known.intervals[0].upper.unwrap_or(u64::MAX));
            if asked.least(wishes(*cost), left, upper)? >= upper {
                return Ok(None);
            }
        }
        let greatest = wishes(Cost::Depth);
        let with_price = |price: i64| Left { price: price.max(0) as u64, ..left };
        let (values, last, left) = match *costs {
            [] => {
                let sum = wishes(Cost::Weight);
                let toll = asked.least(sum, left, Toll::NEVER)?;
                (vec![toll.lost, toll.cost], sum, left)
            }
            [cost] => (vec![asked.least(wishes(cost), left, Toll::NEVER)?.cost], wishes(cost), left),
            [Cost::Depth, cost] => {
                let worst = asked.least(greatest, left, Toll::NEVER)?.cost;
                let (then, left) = (wishes(cost), with_price(worst));
                (vec![worst, asked.least(then, left, Toll::NEVER)?.cost], then, left)
            }
            [cost, Cost::Depth] => {
                let first = wishes(cost);
                let least = asked.least(first, left, Toll::NEVER)?;
                let mut low = asked.least(greatest, left, Toll::NEVER)?.cost;
                let mut high = low.max(1);
                while asked.least(first, with_price(high), Toll::NEVER)? > least {
                    low = high + 1;
                    high *= 2;
                }
                while low < high {
                    let middle = low + (high - low) / 2;
                    match asked.least(first, with_price(middle), Toll::NEVER)? > least {
                        true => low = middle + 1,
                        false => high = middle,
                    }
                }
                (vec![least.cost, low], first, with_price(low))
            }
            _ => return Err(CoreError::Internal("no tasks for this objective".into())),
        };
        let toll = asked.least(last, left, Toll::NEVER)?;
        Ok(Some(Settled { values, left, toll }))
    }
}

/// The game as a whole, with what is demanded of the beginning.
struct Asking<'s, 'w, 'a> {
    search: &'s mut Cheapest<'w, 'a>,
    state: &'s [CodeId],
    first: Option<(usize, usize)>,
}

impl Asking<'_, '_, '_> {
    fn least(&mut self, wish: Wish, left: Left, limit: Toll) -> Result<Toll> {
        self.search.wish_for(wish);
        match self.first {
            Some(first) => self.search.least_after(self.state, first, left, limit),
            None if self.search.world.is_won(self.state, false) => Ok(Toll::NOTHING),
            None => self.search.least(self.state, self.search.world.start(), left, limit),
        }
    }
}

/// Puts the best strategy together from what the search knows.
struct Growing<'s, 'w, 'a> {
    search: &'s mut Cheapest<'w, 'a>,
    part: Part,
}

impl Growing<'_, '_, '_> {
    fn draw(mut self, state: &[CodeId], first: Option<(usize, usize)>, left: Left) -> Result<Greedy> {
        let start = PlaysLeft::start(self.search.world, left);
        debug_assert_eq!(start.codes, state);
        let mut waiting = vec![start];
        while let Some(open) = waiting.pop() {
            if open.length == 0 && first.is_none() && self.search.world.is_won(&open.codes, false) {
                self.end(&open.codes, 0, 0, false);
                continue;
            }
            let forced = first.filter(|_| open.length == 0);
            let decision = match forced {
                Some(last) => Some(Course::of(open.standing, last)),
                None => {
                    self.search.least(&open.codes, open.standing, open.known, Toll::NEVER)?;
                    self.search.decision(&open.codes, open.standing, open.known)?
                }
            };
            let Some(decision) = decision else {
                let lost = !self.search.world.is_inseparable(&open.codes)?;
                self.end(&open.codes, open.length, open.price, lost);
                continue;
            };
            self.make(open, &decision, &mut waiting)?;
        }
        let (codes, control) = (self.search.world.codes, self.search.world.control);
        let mut result = plays::begun(self.search.world.engine, control)?;
        debug_assert_eq!(result.codes, codes.len().to_u64());
        collect(&mut result, vec![self.part]);
        plays::added_up(&result)?;
        Ok(result)
    }

    fn end(&mut self, codes: &[CodeId], length: u64, price: u64, lost: bool) {
        let loss = self.search.world.rules.loss.filter(|_| !self.search.wish.won_only).unwrap_or(0);
        let price = price + if lost { loss } else { 0 };
        self.part.played.end_plays(codes, self.search.world.codes, length, price, lost);
    }

    fn make(
        &mut self,
        mut open: PlaysLeft<Left>,
        decision: &Course,
        waiting: &mut Vec<PlaysLeft<Left>>,
    ) -> Result<()> {
        let (length, price) = (decision.way.len().to_u32() + 1, open.price);
        let mut split = Splitting::default();
        let (afters, number, _) = open.go(self.search.world, &mut split, &mut self.part, decision)?;
        if decision.last.is_none() {
            self.end(&open.codes, open.length, open.price, true);
        }
        for (child, after) in (0..).zip(afters) {
            let (is_over, won) = (after.ends(), after.won);
            let next = open.after(after, ((0, number), child), open.known);
            if is_over {
                self.end(&next.codes, next.length, next.price, !won);
                continue;
            }
            let Some(left) = open.known.after(length, next.price - price) else {
                return Err(CoreError::Internal("a strategy costs more than it may".into()));
            };
            waiting.push(PlaysLeft { known: left, ..next });
        }
        Ok(())
    }
}

//! What is asked of a search for an objective, one cost after the other.

use crate::base::error::{CoreError, Result};
use crate::base::ids::CodeId;
use crate::optimal::{Cost, OptimalOptions};
use crate::standing::cheapest::{Cheapest, Draw, Wish};
use crate::standing::detours::Course;
use crate::standing::growing::drawn;
use crate::standing::tolls::{Left, Toll};

/// What the best strategy costs.
pub(super) struct Settled {
    /// By the measures of the objective.
    pub values: Vec<i64>,
    /// What it may take for that.
    pub left: Left,
    pub toll: Toll,
}

impl OptimalOptions {
    /// Finds what the best strategy costs, by what is to be wished for where a cost is to be least; `known` is what a strategy
    /// costs that is at hand, by the first one. `None` where none is better than that.
    pub(super) fn settle(
        &self,
        asked: &mut Asking<'_, '_, '_>,
        wishes: impl Fn(Cost) -> Wish,
        known: Option<Toll>,
    ) -> Result<Option<Settled>> {
        let (costs, left) = (self.objective.costs(), asked.left);
        // what is found is as good as that
        let limit = known.map_or(Toll::NEVER, |known| known + Toll::cost(1));
        if let ([cost], Some(upper @ Toll { lost: 0, .. })) = (costs, known) {
            // a strategy that is known already need not be found again
            if asked.least(wishes(*cost), left, upper)? >= upper {
                return Ok(None);
            }
        }
        let greatest = wishes(Cost::Depth);
        let with_price = |price: i64| Left { price: price.max(0) as u64, ..left };
        let (values, last, left) = match *costs {
            [] => {
                let sum = wishes(Cost::Weight);
                let toll = asked.first_of(sum, limit)?;
                (vec![toll.lost, toll.cost], sum, left)
            }
            [cost] => (vec![asked.first_of(wishes(cost), limit)?.cost], wishes(cost), left),
            [Cost::Depth, cost] => {
                let worst = asked.first_of(greatest, limit)?;
                asked.hold(worst)?;
                let (then, left) = (wishes(cost), with_price(worst.cost));
                asked.second = Some((0, Some(then)));
                (vec![worst.cost, asked.least(then, left, Toll::NEVER)?.cost], then, left)
            }
            [cost, Cost::Depth] => {
                let first = wishes(cost);
                let least = asked.first_of(first, limit)?;
                asked.hold(least)?;
                asked.second = Some((0, Some(greatest)));
                let mut low = asked.least(greatest, left, Toll::NEVER)?.cost;
                let mut high = low.max(1);
                asked.second = Some((low, None));
                while asked.least(first, with_price(high), Toll::NEVER)? > least {
                    low = high + 1;
                    high *= 2;
                    asked.second = Some((low, None));
                }
                while low < high {
                    let middle = low + (high - low) / 2;
                    match asked.least(first, with_price(middle), Toll::NEVER)? > least {
                        true => low = middle + 1,
                        false => high = middle,
                    }
                    asked.second = Some((low, None));
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
pub(super) struct Asking<'s, 'w, 'a> {
    search: &'s mut Cheapest<'w, 'a>,
    state: Vec<CodeId>,
    first: Option<(usize, usize)>,
    left: Left,
    /// What the best strategy costs by the first measure, once that is known.
    least: Option<Toll>,
    /// What is proved of the second measure by then, and the wish about which a search that is under way proves more.
    second: Option<(i64, Option<Wish>)>,
}

impl<'s, 'w, 'a> Asking<'s, 'w, 'a> {
    pub fn new(search: &'s mut Cheapest<'w, 'a>, first: Option<(usize, usize)>, left: Left) -> Asking<'s, 'w, 'a> {
        let state = search.world.codes.all();
        Asking { search, state, first, left, least: None, second: None }
    }

    /// What sizes alone prove.
    pub fn bound(&self) -> Toll {
        match self.first.is_none() && self.search.world.is_won(&self.state, false) {
            true => Toll::NOTHING,
            false => self.search.bound(&self.state, self.search.world.start(), self.left),
        }
    }

    /// What was proved by the first measure, and by the second, when the search was stopped.
    pub fn proved(&self) -> (Toll, Option<i64>) {
        let proved = self.search.proved;
        let least = self.least.unwrap_or(proved);
        // What costs less than a strategy that loses as few codes is proved of no such strategy before.
        let is_more = |wish: Option<Wish>| wish == Some(self.search.wish) && proved.lost >= least.lost;
        let second = self.second.map(|(known, wish)| if is_more(wish) { known.max(proved.cost) } else { known });
        (least, second)
    }

    /// What is least by the first measure, if it is below `limit`.
    fn first_of(&mut self, wish: Wish, limit: Toll) -> Result<Toll> {
        let least = self.least(wish, self.left, limit)?;
        self.least = Some(least);
        Ok(least)
    }

    /// Keeps a strategy that is best by the first measure, where it took long to find it.
    fn hold(&mut self, least: Toll) -> Result<()> {
        if !least.is_never() && self.search.takes_long() {
            let start = self.search.world.start();
            self.search.strategy =
                Some(drawn(self.search, self.first.map(|first| Course::of(start, first)), self.left)?);
        }
        Ok(())
    }

    fn least(&mut self, wish: Wish, left: Left, limit: Toll) -> Result<Toll> {
        self.search.wish_for(wish);
        let draw: Option<Draw> = if self.least.is_none() { Some(drawn) } else { None };
        match self.first {
            Some(first) => self.search.least_after(&self.state, first, left, limit),
            None if self.search.world.is_won(&self.state, false) => Ok(Toll::NOTHING),
            None => self.search.least_of_all(&self.state, left, limit, draw),
        }
    }
}

//! Puts the best strategy together from what a search knows.

use crate::base::convert::{ToU32, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::ids::CodeId;
use crate::play::parts::{collect, Part};
use crate::play::tree::Greedy;
use crate::standing::cheapest::Cheapest;
use crate::standing::detours::Course;
use crate::standing::plays::{self, PlaysLeft};
use crate::standing::splitting::Splitting;
use crate::standing::tolls::{Left, Toll};

/// A strategy that is put together.
struct Growing<'s, 'w, 'a> {
    search: &'s mut Cheapest<'w, 'a>,
    part: Part,
}

/// The best strategy that may take so much; it begins with `first` where that is given.
pub(super) fn drawn(search: &mut Cheapest<'_, '_>, first: Option<Course>, left: Left) -> Result<Greedy> {
    Growing { search, part: Part::default() }.draw(first, left)
}

impl Growing<'_, '_, '_> {
    fn draw(mut self, first: Option<Course>, left: Left) -> Result<Greedy> {
        let start = PlaysLeft::start(self.search.world, left);
        let mut waiting = vec![start];
        while let Some(open) = waiting.pop() {
            if open.length == 0 && first.is_none() && self.search.world.is_won(&open.codes, false) {
                self.end(&open.codes, 0, 0, false);
                continue;
            }
            let decision = match &first {
                Some(first) if open.length == 0 => Some(first.clone()),
                _ => {
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

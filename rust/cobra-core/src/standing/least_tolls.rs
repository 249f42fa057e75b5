//! What situations and candidates of the search cost at least, whatever is done, and how the costs of cells are put together.

use crate::base::convert::ToU64;
use crate::base::ids::CodeId;
use crate::standing::cheapest::{Candidate, Cheapest};
use crate::standing::offers::StandingNumber;
use crate::standing::splitting::After;
use crate::standing::tolls::{Counted, Left, Toll};

impl Cheapest<'_, '_> {
    /// A bound on what these codes cost, whatever is done.
    pub fn bound(&self, state: &[CodeId], standing: StandingNumber, left: Left) -> Toll {
        let sizes = &self.sizes;
        let least_weight = state.iter().map(|&code| self.world.codes.weight(code)).min().unwrap_or(1);
        let kinds = if sizes.hit {
            state.len().to_u64()
        } else {
            let mut kinds: Vec<u32> = state.iter().map(|&code| self.kinds[code]).collect();
            kinds.sort_unstable();
            kinds.dedup();
            kinds.len().to_u64()
        };
        let mut room = if left.length == u32::MAX { u64::MAX } else { sizes.room(left.length) };
        if let Some(rooms) = &self.rooms {
            room = room.min(rooms.room(standing, left.length));
        }
        if kinds > room {
            if self.loss().is_some() {
                return Toll::NOTHING; // it may be cheaper to lose
            }
            if !self.wish.within && !self.world.rules.may_lose() {
                return Toll::NEVER;
            }
            return Toll::of_lost((kinds - room).saturating_mul(least_weight));
        }
        let (longest, all) = self.rooms.as_ref().map_or((0, 0), |known| known.levels(standing, kinds));
        let greatest = sizes.least(Counted::Greatest, kinds, least_weight).max(longest * sizes.least_price);
        if greatest > left.price {
            return if self.world.rules.may_lose() { Toll::NOTHING } else { Toll::NEVER };
        }
        if self.loss().is_some() {
            return Toll::NOTHING;
        }
        Toll::cost(match self.wish.counted {
            Counted::Greatest => greatest,
            Counted::TreeSize => sizes.least(Counted::TreeSize, kinds, least_weight),
            Counted::Sum => sizes
                .least(Counted::Sum, kinds, least_weight)
                .max(all.saturating_mul(sizes.least_price).saturating_mul(least_weight)),
        })
    }

    /// What a lost play costs, where that is counted; else it is lost.
    pub(super) fn loss(&self) -> Option<u64> {
        self.world.rules.loss.filter(|_| !self.wish.won_only)
    }

    /// What it costs that the plays of codes of this weight are lost, when so much may be spent.
    pub(super) fn toll_of_loss(&self, weight: u64, left: Left) -> Toll {
        match self.loss() {
            Some(loss) if loss > left.price => Toll::NEVER,
            Some(loss) => Toll::cost(match self.wish.counted {
                Counted::Sum => weight.saturating_mul(loss),
                Counted::Greatest => loss,
                Counted::TreeSize => 0,
            }),
            None => Toll::of_lost(weight),
        }
    }

    /// What the experiments of a candidate cost by themselves.
    pub(super) fn own(&self, weight: u64, candidate: &Candidate) -> Toll {
        Toll::cost(match self.wish.counted {
            Counted::Sum => weight.saturating_mul(candidate.at.price),
            Counted::Greatest => 0,
            Counted::TreeSize => u64::from(candidate.at.length) + u64::from(candidate.last.is_some()),
        })
    }

    /// What a cell costs when what comes after it costs `rest`.
    pub(super) fn of_cell(&self, candidate: &Candidate, after: &After, rest: Toll) -> Toll {
        let price = match self.wish.counted {
            Counted::Sum => self.world.codes.weight_of(&after.codes).saturating_mul(after.then.price),
            Counted::Greatest => candidate.at.price.saturating_add(after.then.price),
            Counted::TreeSize => 0,
        };
        rest + Toll::cost(price)
    }

    /// What is clear of the rest of a cell: what it costs, or a bound on that.
    pub(super) fn rest(&self, candidate: &Candidate, after: &After, left: Left) -> Toll {
        let Some(left) = left.after(candidate.at.length + 1, candidate.at.price.saturating_add(after.then.price))
        else {
            return Toll::NEVER;
        };
        match (after.won, after.then.lost) {
            (true, _) => Toll::NOTHING,
            (false, true) => self.toll_of_loss(self.world.codes.weight_of(&after.codes), left),
            (false, false) => self.bound(&after.codes, after.then.after, left),
        }
    }

    /// Puts the costs of cells together.
    pub(super) fn together(&self, own: Toll, cells: impl Iterator<Item = Toll>) -> Toll {
        match self.wish.counted {
            Counted::Greatest => {
                cells.fold(own, |sum, cell| Toll { lost: sum.lost + cell.lost, cost: sum.cost.max(cell.cost) })
            }
            _ => cells.fold(own, |sum, cell| sum + cell),
        }
    }

    pub(super) fn low(&self, state: &[CodeId], left: Left, candidate: &Candidate, afters: &[After]) -> Toll {
        let own = self.own(self.world.codes.weight_of(state), candidate);
        let cell = |after: &After| self.of_cell(candidate, after, self.rest(candidate, after, left));
        self.together(own, afters.iter().map(cell))
    }
}

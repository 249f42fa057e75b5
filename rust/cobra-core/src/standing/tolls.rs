//! What the plays of a strategy cost: codes that are lost count first, then experiments or their prices.

use std::ops::{Add, Sub};

use crate::base::convert::{ToU64, ToUsize};
use crate::outcomes::widths::Widths;
use crate::play::least_lengths::LeastLengths;

/// What is counted beside lost codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Counted {
    /// `Σ weight · price` over codes.
    Sum,
    /// The greatest price of a play.
    Greatest,
    /// Experiments in the tree.
    TreeSize,
}

/// Lost codes, by weight, and what is counted; the former are compared first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Toll {
    pub lost: i64,
    pub cost: i64,
}

impl Toll {
    pub const NOTHING: Toll = Toll { lost: 0, cost: 0 };
    /// What cannot be done; sums of it do not overflow.
    pub const NEVER: Toll = Toll { lost: 1 << 56, cost: 0 };

    pub fn cost(cost: u64) -> Toll {
        Toll { lost: 0, cost: i64::try_from(cost).unwrap_or(i64::MAX / 4) }
    }

    /// That codes of this weight are lost.
    pub fn of_lost(weight: u64) -> Toll {
        Toll { lost: i64::try_from(weight).unwrap_or(i64::MAX / 4), cost: 0 }
    }

    pub fn is_never(self) -> bool {
        self.lost >= Toll::NEVER.lost
    }
}

impl Add for Toll {
    type Output = Toll;

    fn add(self, other: Toll) -> Toll {
        Toll { lost: self.lost + other.lost, cost: self.cost.saturating_add(other.cost) }
    }
}

impl Sub for Toll {
    type Output = Toll;

    fn sub(self, other: Toll) -> Toll {
        Toll { lost: self.lost - other.lost, cost: self.cost.saturating_sub(other.cost) }
    }
}

/// What plays may still cost from a situation on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Left {
    /// Experiments; `u32::MAX`: as many as one likes.
    pub length: u32,
    /// In units of the game; `u64::MAX`: as much as one likes.
    pub price: u64,
}

impl Left {
    pub const UNLIMITED: Left = Left { length: u32::MAX, price: u64::MAX };

    /// What is left after so many experiments at this price; `None` when that is too much.
    pub fn after(self, length: u32, price: u64) -> Option<Left> {
        let length = if self.length == u32::MAX { u32::MAX } else { self.length.checked_sub(length)? };
        let price = if self.price == u64::MAX { u64::MAX } else { self.price.checked_sub(price)? };
        Some(Left { length, price })
    }
}

/// Bounds by size: how soon so many kinds of codes can be told apart, or hit, by experiments of so many outcomes.
#[derive(Clone, Debug)]
pub(super) struct Sizes {
    /// Whether plays end with a hit.
    pub hit: bool,
    /// The most outcomes of an experiment; where plays end with a hit those that end none, and the codes that it hits.
    pub widths: Widths,
    /// The least price of an experiment.
    pub least_price: u64,
    /// By the number of kinds the least length of all plays together, and of the longest.
    lengths: Vec<(u64, u64)>,
}

impl Sizes {
    /// For up to so many kinds.
    pub fn new(hit: bool, widths: Widths, least_price: u64, kinds: usize) -> Sizes {
        let lengths = LeastLengths::new(hit, widths);
        let lengths = std::iter::once((0, 0)).chain(lengths.take(kinds)).collect();
        Sizes { hit, widths, least_price, lengths }
    }

    /// The most kinds that plays of so many experiments can win.
    pub fn room(&self, length: u32) -> u64 {
        let [all, finals, others] = [self.widths.all, self.widths.finals, self.widths.others].map(ToU64::to_u64);
        let mut room = u64::from(!self.hit);
        for _ in 0..length.min(64) {
            let next = match self.hit {
                true => room.saturating_mul(others).saturating_add(finals),
                false => room.saturating_mul(all),
            };
            if next == room {
                break;
            }
            room = next;
        }
        if self.hit && others == 1 && length > 64 {
            return u64::from(length).saturating_mul(finals);
        }
        room
    }

    /// The least of what is counted for so many kinds, none of them lighter than `least_weight`; no code is lost.
    pub fn least(&self, counted: Counted, kinds: u64, least_weight: u64) -> u64 {
        match counted {
            Counted::TreeSize if self.hit => kinds.div_ceil(self.widths.finals.to_u64().max(1)),
            Counted::TreeSize => (kinds - 1).div_ceil(self.widths.all.to_u64() - 1),
            Counted::Greatest => self.lengths[kinds.to_usize()].1 * self.least_price,
            Counted::Sum => {
                let (sum, _) = self.lengths[kinds.to_usize()];
                sum.saturating_mul(self.least_price).saturating_mul(least_weight)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_by_size_are_those_of_the_fullest_trees() {
        let identify = Sizes::new(false, Widths { all: 3, finals: 0, others: 3 }, 1, 9);
        assert_eq!(identify.lengths[9], (18, 2));
        assert_eq!(identify.lengths[1], (0, 0));
        assert_eq!(identify.lengths[4], (6, 2)); // one of three leaves is opened: 1 + 1 + 2 + 2
        let hit = Sizes::new(true, Widths { all: 2, finals: 1, others: 1 }, 2, 3);
        assert_eq!(hit.lengths[3], (6, 3));
        assert_eq!(hit.least(Counted::Sum, 3, 5), 60);
        assert_eq!((hit.room(3), hit.room(100), identify.room(3)), (3, 100, 27));
        let pairs = Sizes::new(true, Widths { all: 3, finals: 2, others: 1 }, 2, 4);
        assert_eq!(pairs.lengths[4], (6, 2)); // each experiment hits two
        assert_eq!(pairs.least(Counted::TreeSize, 3, 1), 2);
        assert_eq!((pairs.room(1), pairs.room(3), pairs.room(100)), (2, 6, 200));
    }
}

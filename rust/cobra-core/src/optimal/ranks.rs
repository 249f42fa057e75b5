//! Ranks of a line of experiments, from what is found out about their cells.
//!
//! The rank of an experiment is twice its bound, and one if the bound may not be the cost.

use super::lanes::Lanes;
use super::prices::{Sums, MOST_THRESHOLDS};
use crate::base::convert::ToU8;
use crate::outcomes::lines::{Line, LINE};

/// The rank of an experiment that does not help.
pub(super) const USELESS: u32 = u32::MAX;

/// What is found out about a line of experiments; sums in numbers of some kind.
pub(super) struct CellSums<N> {
    pub excess: [N; MOST_THRESHOLDS],
    /// Final cells of one code, and final cells.
    pub singles: N,
    pub finals: N,
}

pub(super) const NOTHING: Line = Line([0; LINE]);

pub(super) const NONE_FOUND: CellSums<Line> =
    CellSums { excess: [NOTHING; MOST_THRESHOLDS], singles: NOTHING, finals: NOTHING };

/// Numbers of any size for a line of experiments.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct WideLine(pub [u32; LINE]);

pub(super) const WIDE_NOTHING: WideLine = WideLine([0; LINE]);

/// Defines `ranks`: those of the experiments of a line, computed in numbers of a type.
macro_rules! ranks {
    ($numbers:ty, $type:ty) => {
        impl CellSums<$numbers> {
            #[inline(always)]
            #[allow(clippy::needless_range_loop)] // simple loops become vectors
            pub fn ranks(&self, sums: &Sums) -> [$type; LINE] {
                const USELESS: $type = <$type>::MAX;
                let mut ranks = [sums.base as $type; LINE];
                for (number, threshold) in sums.thresholds.iter().enumerate() {
                    let slope = threshold.slope as $type; // modulo its range, as the sum
                    if slope != 0 {
                        for lane in 0..LINE {
                            let excess = <$type>::from(self.excess[number].0[lane]);
                            ranks[lane] = ranks[lane].wrapping_add(slope.wrapping_mul(excess));
                        }
                    }
                }
                if sums.knows_finals {
                    for lane in 0..LINE {
                        let saved = (sums.single as $type).wrapping_mul(<$type>::from(self.singles.0[lane]));
                        ranks[lane] = ranks[lane].wrapping_sub(saved);
                    }
                }
                for lane in 0..LINE {
                    ranks[lane] = ranks[lane].wrapping_mul(2);
                }
                if let Some(exact) = sums.exact {
                    for lane in 0..LINE {
                        ranks[lane] |= <$type>::from(self.excess[exact].0[lane] > 0);
                    }
                }
                if let Some(most) = sums.most {
                    for lane in 0..LINE {
                        ranks[lane] |= if self.excess[most].0[lane] > 0 { USELESS } else { 0 };
                    }
                }
                if sums.consistent {
                    for lane in 0..LINE {
                        ranks[lane] |= if self.finals.0[lane] == 0 { USELESS } else { 0 };
                    }
                }
                for lane in 0..LINE {
                    let one_cell = <$type>::from(self.excess[0].0[lane]) == sums.one_cell as $type;
                    ranks[lane] |= if one_cell { USELESS } else { 0 };
                }
                ranks
            }
        }
    };
}

ranks!(Line, u16);
ranks!(WideLine, u32);

impl CellSums<Line> {
    /// Whether some experiment has a rank below this, as far as that is seen without computing ranks: where their
    /// differences from the least possible one fit in bytes.
    #[inline(always)]
    pub fn any_below<L: Lanes>(&self, sums: &Sums, below: u32) -> bool {
        let Some(saved) = sums.saved else { return true };
        let least = 2 * (sums.base - u32::from(saved));
        let below = L::splat(below.saturating_sub(least).min(u8::MAX.into()).to_u8());
        let zero = L::splat(0);
        for part in 0..L::PARTS {
            let mut rank = L::splat(saved);
            for (number, threshold) in sums.thresholds.iter().enumerate() {
                for _ in 0..threshold.slope {
                    rank = rank.add(L::load(&self.excess[number], part));
                }
            }
            if sums.knows_finals {
                for _ in 0..sums.single {
                    rank = rank.subtract(L::load(&self.singles, part));
                }
            }
            rank = rank.add(rank);
            if let Some(exact) = sums.exact {
                rank = rank.add_at_least(L::load(&self.excess[exact], part), L::splat(1));
            }
            let mut useless = L::load(&self.excess[0], part).equal(L::splat(sums.one_cell.to_u8()));
            if let Some(most) = sums.most {
                useless = useless.or(L::load(&self.excess[most], part).equal(zero).not());
            }
            if sums.consistent {
                useless = useless.or(L::load(&self.finals, part).equal(zero));
            }
            if rank.or(useless).any_less(below) {
                return true;
            }
        }
        false
    }
}

/// How many cells have codes, how many have several, and how many of them are final.
pub(super) struct Repeats<L> {
    pub cells: L,
    pub repeated: L,
    pub final_cells: L,
    pub final_repeated: L,
}

impl<L: Lanes> Repeats<L> {
    #[inline(always)]
    pub fn none() -> Self {
        let none = L::splat(0);
        Repeats { cells: none, repeated: none, final_cells: none, final_repeated: none }
    }

    /// Adds the outcomes marked as met by a code, and by several. `finals`: those that are final, if any.
    #[inline(always)]
    pub fn add(&mut self, once: L, twice: L, finals: u8) {
        self.cells = self.cells.add(once.count_ones());
        self.repeated = self.repeated.add(twice.count_ones());
        if finals > 0 {
            let finals = L::splat(finals);
            self.final_cells = self.final_cells.add(once.and(finals).count_ones());
            self.final_repeated = self.final_repeated.add(twice.and(finals).count_ones());
        }
    }
}

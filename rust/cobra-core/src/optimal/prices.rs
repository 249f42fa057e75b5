//! What the cells of an experiment add to its bound, in a plain game: a price for each size.
//!
//! The price of a cell is linear in its size between a few thresholds. With `excess(t) = Σ max(0, size - t)` over all cells,
//! the sum of the prices is `Σ slope(t) · excess(t)` and the price of as many cells as there are; so a few sums are all
//! that has to be known of an experiment. A final outcome that leaves one code costs nothing.

use super::bounds::Bounds;
use super::cost::{Cost, INFEASIBLE};
use super::problem::Problem;
use crate::base::convert::{ToIndex, ToU32, ToU64, ToU8, ToUsize};

/// Thresholds at most, for sums to be of use.
pub(super) const MOST_THRESHOLDS: usize = 6;
/// The largest state for sums in bytes.
pub(super) const MOST_SUMMED: usize = 255;

/// The prices of cells on a state.
pub(super) struct Prices<'b> {
    pub size: usize,
    /// What the experiment costs.
    pub(super) own: u64,
    /// The price of a cell of one code whose outcome is not final.
    pub(super) single: u64,
    pub(super) bounds: &'b Bounds,
    pub(super) closing: bool,
    /// An experiment without a final cell is not allowed.
    pub consistent: bool,
    pub(super) finals: usize,
}

impl<'b> Prices<'b> {
    /// In a game whose costs are a matter of sizes. `None`: these bounds, or this state, are not.
    pub fn new(problem: &Problem<'_>, bounds: &'b Bounds, finals: usize, size: usize) -> Option<Prices<'b>> {
        if bounds.exact == 0 || bounds.most == 0 || size < 2 {
            return None;
        }
        debug_assert!(problem.plain);
        let single = match (problem.closing, problem.confirm, bounds.cost) {
            (true, _, _) => bounds.of(1),
            (false, true, Cost::Weight) => 1,
            _ => 0,
        };
        let own = bounds.cost.of(size.to_u64());
        let (closing, consistent) = (problem.closing, problem.consistent);
        Some(Prices { size, own, single, bounds, closing, consistent, finals })
    }

    /// No experiment has a lower bound: at most `finals` cells of one code cost nothing, and of the other codes each one costs as much as
    /// a cell of its own, but where experiments are counted one hits `finals` codes of a cell.
    pub fn floor(&self) -> u64 {
        let open = self.size.saturating_sub(self.finals);
        let cells = if self.bounds.cost == Cost::Node { open.div_ceil(self.finals.max(1)) } else { open };
        self.own + self.single * cells.to_u64()
    }

    /// Whether final cells matter.
    pub fn knows_finals(&self) -> bool {
        self.consistent || self.single > 0 && self.finals > 0
    }

    pub fn of(&self, size: usize, is_final: bool) -> u64 {
        match size {
            0 => 0,
            1 if is_final => 0,
            1 => self.single,
            _ if is_final && self.closing => 0,
            size => self.bounds.of(size),
        }
    }

    pub fn is_exact(&self, size: usize, is_final: bool) -> bool {
        size <= self.bounds.exact || is_final && self.closing
    }

    /// The bound of an experiment with cells of these sizes, and whether it is the cost; `None` when it does not help.
    pub fn bound(&self, cells: impl Iterator<Item = (usize, bool)>) -> Option<(u64, bool)> {
        let (mut lower, mut exact, mut can_be_final) = (self.own, true, false);
        for (size, is_final) in cells.filter(|cell| cell.0 > 0) {
            if size == self.size {
                return None;
            }
            lower = (lower + self.of(size, is_final)).min(INFEASIBLE);
            exact &= self.is_exact(size, is_final);
            can_be_final |= is_final;
        }
        (!self.consistent || can_be_final).then_some((lower, exact && lower < INFEASIBLE))
    }

    /// The prices as sums, if there are few thresholds and the numbers are small. `first`: only thresholds up to it are
    /// used; then bounds may be too low, but never too high.
    pub fn sums(&self, first: usize) -> Option<Sums> {
        let price = |size: usize| self.of(size, false) as i64;
        // Only cells of up to `size - 1` codes help, and those above `most` are not possible.
        let largest = (self.size - 1).min(self.bounds.most);
        let mut thresholds = vec![Threshold { over: 1, slope: 0 }];
        let (mut slope, mut complete) = (0, true);
        for over in 1..largest {
            let next = price(over + 1) - price(over);
            if over > first {
                complete &= next == slope;
                if next < slope {
                    return None;
                }
            } else if next != slope {
                match over {
                    1 => thresholds[0].slope = next as i32,
                    _ => thresholds.push(Threshold { over: over.to_u32(), slope: (next - slope) as i32 }),
                }
                slope = next;
            }
            if thresholds.len() > MOST_THRESHOLDS - 2 {
                return None;
            }
        }
        let mut place = |over: usize| {
            if over + 1 >= self.size {
                return None; // no cell that helps is larger
            }
            let found = thresholds.iter().position(|threshold| threshold.over.index() == over);
            Some(found.unwrap_or_else(|| {
                thresholds.push(Threshold { over: over.to_u32(), slope: 0 });
                thresholds.len() - 1
            }))
        };
        let exact = place(self.bounds.exact);
        let most = if self.bounds.most > first {
            complete &= self.bounds.most + 1 >= self.size;
            None
        } else {
            place(self.bounds.most)
        };
        let base = self.own + self.single * self.size.to_u64();
        // Every excess is at most the size.
        let rises: i64 = thresholds.iter().map(|threshold| i64::from(threshold.slope.max(1))).sum();
        let limit = if self.size <= MOST_SUMMED { i64::from(u16::MAX / 2) } else { i64::from(u32::MAX / 2) };
        if base as i64 + rises * self.size as i64 >= limit {
            return None;
        }
        for threshold in &mut thresholds {
            if threshold.over == 1 {
                threshold.slope -= self.single as i32; // one cell less for each code in excess of 1
            }
        }
        // What final cells save at most, and what excess adds at most: when all codes are in one cell.
        let saved = self.single.to_usize() * self.finals.min(self.size);
        let added = thresholds.iter().map(|threshold| {
            let excess = self.size.saturating_sub(threshold.over.index());
            usize::try_from(threshold.slope).ok().map(|slope| slope * excess)
        });
        let added: Option<usize> = added.sum();
        let saved = added.filter(|added| 2 * (saved + added) + 1 < usize::from(u8::MAX)).map(|_| saved.to_u8());
        debug_assert!(thresholds.len() <= MOST_THRESHOLDS && thresholds[0].over == 1);
        Some(Sums {
            base: base as u32,
            saved,
            single: self.single as u32,
            one_cell: (self.size - 1).to_u32(),
            thresholds,
            exact,
            most,
            complete,
            knows_finals: self.knows_finals(),
            consistent: self.consistent,
        })
    }
}

/// Prices as sums of what cells have in excess of thresholds. For states of at most `MOST_SUMMED` codes they are small.
pub(super) struct Sums {
    /// The bound of an experiment without any excess and without a final cell.
    pub base: u32,
    /// What is saved by a final cell of one code.
    pub single: u32,
    /// What all final cells save at most, where twice the differences of bounds from the least one fit in a byte.
    pub saved: Option<u8>,
    /// The excess over 1, which is the first threshold, when there is one cell only.
    pub one_cell: u32,
    pub thresholds: Vec<Threshold>,
    /// Where the bound is the cost if there is no excess over this threshold; `None`: it always is.
    pub exact: Option<usize>,
    /// Where there must not be any excess over this threshold.
    pub most: Option<usize>,
    /// The bounds are not too low.
    pub complete: bool,
    pub knows_finals: bool,
    pub consistent: bool,
}

pub(super) struct Threshold {
    pub over: u32,
    pub slope: i32,
}

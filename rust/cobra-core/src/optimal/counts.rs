//! CellSizes of cells by counting: each outcome of a code adds one to a number in memory.
//!
//! That takes a step for each code and experiment, where other ways take one for so many experiments at once but for each pair of codes, or
//! for each outcome. So it is the fastest way where there are many codes and many outcomes.

use super::method::Scan;
use super::prices::{Prices, MOST_THRESHOLDS};
use super::ranks::{CellSums, WideLine, WIDE_NOTHING};
use crate::base::convert::{ToIndex, ToU16};
use crate::outcomes::lines::{OutcomeLines, LINE};

/// States of more codes may have larger cells than can be counted.
pub(super) const MOST_CODES: usize = u16::MAX as usize;
/// Experiments that are counted at once: their numbers stay at hand.
const LANES: usize = 32;
/// Outcomes at most.
const WIDTH: usize = 256;
/// Room for more: numbers at places 4096 bytes apart would be in each other's way.
const ROOM: usize = WIDTH + 32;

/// The sizes of the cells of an experiment.
pub(super) type CellSizes = [u16; ROOM];

/// Those of the experiments that are counted at once.
pub(super) type Tallies = [CellSizes; LANES];

pub(super) const NO_SIZES: CellSizes = [0; ROOM];

pub(super) fn none() -> Box<Tallies> {
    Box::new([NO_SIZES; LANES])
}

#[allow(clippy::needless_range_loop)] // simple loops become vectors, and need no calls
impl Scan<'_> {
    /// By counting; `SQUARES` are found too. `sizes` are 0 before and after.
    #[inline(always)]
    pub(super) fn counts<const SQUARES: bool>(
        &self,
        line: usize,
        sizes: &mut Tallies,
        squares: &mut [u64; LINE],
    ) -> CellSums<WideLine> {
        let mut found =
            CellSums { excess: [WIDE_NOTHING; MOST_THRESHOLDS], singles: WIDE_NOTHING, finals: WIDE_NOTHING };
        for first in (0..LINE).step_by(LANES) {
            for &start in self.starts {
                let outcomes = &self.line_of(start + line).0[first..first + LANES];
                for lane in 0..LANES {
                    sizes[lane][usize::from(outcomes[lane])] += 1;
                }
            }
            for lane in 0..LANES {
                self.take_sizes::<SQUARES>(&mut sizes[lane], first + lane, &mut found, squares);
            }
        }
        found
    }

    /// What the sizes of the cells of an experiment, one in a line, say of it. They are 0 then.
    #[inline(always)]
    pub(super) fn take_sizes<const SQUARES: bool>(
        &self,
        sizes: &mut CellSizes,
        lane: usize,
        found: &mut CellSums<WideLine>,
        squares: &mut [u64; LINE],
    ) {
        for number in 0..self.sums.thresholds.len() {
            let (over, mut sum) = (self.sums.thresholds[number].over.index().to_u16(), 0);
            for outcome in 0..WIDTH {
                sum += sizes[outcome].saturating_sub(over); // as many as there are codes, at most
            }
            found.excess[number].0[lane] = u32::from(sum);
        }
        for outcome in self.finals() {
            found.singles.0[lane] += u32::from(sizes[outcome] == 1);
            found.finals.0[lane] += u32::from(sizes[outcome] > 0);
        }
        if SQUARES {
            let mut sum = 0_u32;
            for outcome in 0..WIDTH {
                let size = u32::from(sizes[outcome]);
                sum += size * size; // at most the square of `MOST_CODES`
            }
            squares[lane] = u64::from(sum);
        }
        for outcome in 0..WIDTH {
            sizes[outcome] = 0;
        }
    }
}

/// Ranks for states or games too large for sums: by counting, experiment after experiment within a line. `each` gets
/// the experiment, its bound, whether that is the cost, and the sum of the squares; it says whether to go on.
pub(super) fn count(
    outcomes: &OutcomeLines,
    starts: &[usize],
    prices: &Prices<'_>,
    lines: impl Iterator<Item = usize>,
    sizes: &mut Vec<u32>,
    mut each: impl FnMut(usize, u64, bool, u64) -> bool,
) {
    let OutcomeLines { width, others, .. } = *outcomes;
    sizes.clear();
    sizes.resize(LINE * width, 0);
    for line in lines {
        for start in starts {
            for (sizes, &outcome) in sizes.chunks_exact_mut(width).zip(&outcomes.lines[start + line].0) {
                sizes[usize::from(outcome)] += 1;
            }
        }
        for (lane, sizes) in sizes.chunks_exact_mut(width).enumerate() {
            let cells = sizes.iter().enumerate().map(|(outcome, &size)| (size.index(), outcome >= others));
            let bound = prices.bound(cells);
            let squares = sizes.iter().map(|&size| u64::from(size) * u64::from(size)).sum();
            sizes.fill(0);
            if let Some((lower, exact)) = bound {
                if !each(line * LINE + lane, lower, exact, squares) {
                    return;
                }
            }
        }
    }
}

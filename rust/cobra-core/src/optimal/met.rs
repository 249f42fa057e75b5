//! Which outcomes the codes of a state have, where there may be many, up to 256: that tells sooner than the sizes of all cells which
//! lines of experiments have nothing that is asked for, and of the others which experiments.
//!
//! An outcome is one bit of 256, and those of all codes are joined. So the cells that have codes are counted, and with them what
//! sizes are in excess of one. In excess of t they are at least what is left of all codes when each cell has t of them. So
//! ranks may be too low, never too high. Only experiments that may have outcomes enough (`fresh`) are asked.

use super::counts::{self, CellSizes, NO_SIZES};
use super::fresh::fresh;
use super::lanes::Lanes;
use super::method::{Scan, MANY_OUTCOMES};
use super::outcome_sets::{OutcomeSet, Set, EMPTY, SETS, WORDS};
use super::prices::MOST_THRESHOLDS;
use super::ranks::{CellSums, WideLine, NOTHING, USELESS, WIDE_NOTHING};
use crate::base::convert::{ToU32, ToU8};
use crate::outcomes::lines::{Line, LINE};

/// With fewer codes pairs of them are compared as soon.
const LEAST_CODES: usize = 32;
/// Experiments whose sets are kept in registers.
const LANES: usize = 4;

/// The lines of the codes of a state, and the outcomes that are met by experiments of a line.
pub(super) struct LineOutcomes {
    /// Where the lines of the codes begin, like codes side by side; none before the first line is looked at.
    starts: Vec<usize>,
    copied: Vec<Line>,
    sets: [Set; LINE],
    sizes: CellSizes,
    /// A rank, and how many cells an experiment with a lower one has at least.
    below: u32,
    least_cells: u32,
}

impl LineOutcomes {
    /// `None`: other ways take as little, or ranks could be too high.
    pub fn new(scan: &Scan<'_>) -> Option<Box<LineOutcomes>> {
        let pays = scan.outcomes.width > MANY_OUTCOMES && scan.starts.len() >= LEAST_CODES;
        let fits = scan.starts.len() <= counts::MOST_CODES;
        let rises = scan.sums.thresholds.iter().skip(1).all(|threshold| threshold.slope >= 0);
        (pays && fits && rises).then(|| {
            Box::new(LineOutcomes {
                starts: Vec::new(),
                copied: vec![NOTHING; scan.starts.len()],
                sets: [EMPTY; LINE],
                sizes: NO_SIZES,
                below: 0,
                least_cells: 0,
            })
        })
    }
}

// Loops go by index, as in `line_scan`.
#[allow(clippy::needless_range_loop)]
impl Scan<'_> {
    /// The ranks of experiments of a line as far as they are below this, else at least this; `false`: none is.
    #[inline(always)]
    pub(super) fn ranks_below<L: Lanes, const SQUARES: bool>(
        &self,
        line: usize,
        below: u32,
        met: &mut LineOutcomes,
        (ranks, squares): (&mut [u32; LINE], &mut [u64; LINE]),
    ) -> bool {
        if met.starts.is_empty() {
            met.starts = self.alike();
        }
        if met.below != below {
            (met.below, met.least_cells) = (below, self.least_cells(below));
        }
        for (copy, start) in met.copied.iter_mut().zip(&met.starts) {
            *copy = *self.line_of(start + line);
        }
        let fresh = fresh::<L>(&met.copied);
        let (mut lanes, mut count) = ([0; LINE + LANES], 0);
        for lane in 0..LINE {
            lanes[count] = lane.to_u8();
            count += usize::from(fresh.0[lane] == u8::MAX || u32::from(fresh.0[lane]) >= met.least_cells);
        }
        if count == 0 {
            return false;
        }
        *ranks = self.least_ranks::<L>(&lanes[..count.next_multiple_of(LANES)], met);
        let mut found =
            CellSums { excess: [WIDE_NOTHING; MOST_THRESHOLDS], singles: WIDE_NOTHING, finals: WIDE_NOTHING };
        let mut any = false;
        for lane in 0..LINE {
            if ranks[lane] < below {
                any = true;
                for code in &met.copied {
                    met.sizes[usize::from(code.0[lane])] += 1;
                }
                self.take_sizes::<SQUARES>(&mut met.sizes, lane, &mut found, squares);
            }
        }
        if any {
            let known = found.ranks(self.sums);
            for lane in 0..LINE {
                ranks[lane] = if ranks[lane] < below { known[lane] } else { USELESS };
            }
        }
        any
    }

    /// Ranks that may be too low, of these experiments of a line; those of others are as high as without any cell.
    #[inline(always)]
    fn least_ranks<L: Lanes>(&self, lanes: &[u8], met: &mut LineOutcomes) -> [u32; LINE] {
        let LineOutcomes { copied, sets, .. } = met;
        *sets = [EMPTY; LINE];
        for lanes in lanes.as_chunks::<LANES>().0 {
            let mut own = [L::Set::load(&EMPTY); LANES];
            for code in &copied[..] {
                for number in 0..LANES {
                    let outcome = code.0[usize::from(lanes[number]) % LINE];
                    own[number] = own[number].join(L::Set::load(&SETS[usize::from(outcome)]));
                }
            }
            for number in 0..LANES {
                own[number].store(&mut sets[usize::from(lanes[number])]);
            }
        }
        let mut last = EMPTY;
        for outcome in self.finals() {
            last.0[outcome / 64] |= 1 << (outcome % 64);
        }
        let (mut cells, mut finals) = (WIDE_NOTHING, WIDE_NOTHING);
        for lane in 0..LINE {
            for word in 0..WORDS {
                cells.0[lane] += sets[lane].0[word].count_ones();
                finals.0[lane] += (sets[lane].0[word] & last.0[word]).count_ones();
            }
        }
        self.ranks_of_cells(&cells, &finals)
    }

    /// With how many cells an experiment may have a rank below this, at least.
    fn least_cells(&self, below: u32) -> u32 {
        let finals = WideLine([self.finals().len().to_u32(); LINE]);
        for first in (1..=SETS.len()).step_by(LINE) {
            let cells = WideLine(std::array::from_fn(|lane| (first + lane).to_u32()));
            let ranks = self.ranks_of_cells(&cells, &finals);
            if let Some(lane) = ranks.iter().position(|&rank| rank < below) {
                return cells.0[lane];
            }
        }
        u32::MAX
    }

    /// The least ranks that experiments have with so many cells, and final cells.
    #[inline(always)]
    fn ranks_of_cells(&self, cells: &WideLine, finals: &WideLine) -> [u32; LINE] {
        // As if all final cells had one code, which costs least.
        let mut found = CellSums { excess: [WIDE_NOTHING; MOST_THRESHOLDS], singles: *finals, finals: *finals };
        let size = self.starts.len().to_u32();
        for (number, threshold) in self.sums.thresholds.iter().enumerate() {
            let WideLine(excess) = &mut found.excess[number];
            for lane in 0..LINE {
                excess[lane] = size.saturating_sub(threshold.over.saturating_mul(cells.0[lane]));
            }
        }
        found.ranks(self.sums)
    }
}

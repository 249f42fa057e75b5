//! Which outcomes the codes of a state have, where there may be many, up to 256: that tells sooner than the sizes of all cells which
//! lines of experiments have nothing that is asked for.
//!
//! An outcome is one bit of 256, and those of all codes are joined. So the cells that have codes are counted, and with them what
//! sizes are in excess of one. In excess of t they are at least what is left of all codes when each cell has t of them. So
//! ranks may be too low, never too high.

use super::lanes::Lanes;
use super::method::{Scan, FEW_OUTCOMES};
use super::outcome_sets::{OutcomeSet, Set, EMPTY, SETS, WORDS};
use super::prices::MOST_THRESHOLDS;
use super::ranks::{CellSums, WideLine, WIDE_NOTHING};
use crate::base::convert::{ToIndex, ToU32};
use crate::outcomes::lines::{Line, LINE};

/// With fewer codes pairs of them are compared as soon.
const LEAST_CODES: usize = 64;
/// Codes whose lines are copied at once: they are gone through for each few experiments, and lie in as many pages.
const COPIED: usize = 128;
/// Experiments whose sets are kept in registers: their outcomes are a word.
const LANES: usize = 8;

/// The lines of some codes, and the outcomes that are met by experiments of a line.
pub(super) struct LineOutcomes {
    copied: [Line; COPIED],
    sets: [Set; LINE],
}

impl LineOutcomes {
    /// `None`: other ways take as little, or ranks could be too high.
    pub fn new(scan: &Scan<'_>) -> Option<Box<LineOutcomes>> {
        let pays = scan.outcomes.width > FEW_OUTCOMES && scan.starts.len() >= LEAST_CODES;
        let rises = scan.sums.thresholds.iter().skip(1).all(|threshold| threshold.slope >= 0);
        (pays && rises).then(|| Box::new(LineOutcomes { copied: [Line([0; LINE]); COPIED], sets: [EMPTY; LINE] }))
    }
}

// Loops go by index, as in `line_scan`.
#[allow(clippy::needless_range_loop)]
impl Scan<'_> {
    /// `false`: no experiment of the line has a rank below this.
    #[inline(always)]
    pub(super) fn may_be_below<L: Lanes>(&self, line: usize, below: u32, met: &mut LineOutcomes) -> bool {
        let LineOutcomes { copied, sets } = met;
        *sets = [EMPTY; LINE];
        for starts in self.starts.chunks(COPIED) {
            for (to, start) in copied.iter_mut().zip(starts) {
                *to = *self.line_of(start + line);
            }
            for (group, sets) in sets.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
                let mut own = [L::Set::load(&EMPTY); LANES];
                for lane in 0..LANES {
                    own[lane] = L::Set::load(&sets[lane]);
                }
                for code in &copied[..starts.len()] {
                    let outcomes = u64::from_le_bytes(code.0.as_chunks::<LANES>().0[group]);
                    for lane in 0..LANES {
                        let outcome = (outcomes >> (8 * lane) & 255) as u32;
                        own[lane] = own[lane].join(L::Set::load(&SETS[outcome.index()]));
                    }
                }
                for lane in 0..LANES {
                    own[lane].store(&mut sets[lane]);
                }
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
        // As if all final cells had one code, which costs least.
        let mut found = CellSums { excess: [WIDE_NOTHING; MOST_THRESHOLDS], singles: finals, finals };
        let size = self.starts.len().to_u32();
        for (number, threshold) in self.sums.thresholds.iter().enumerate() {
            let WideLine(excess) = &mut found.excess[number];
            for lane in 0..LINE {
                excess[lane] = size.saturating_sub(threshold.over.saturating_mul(cells.0[lane]));
            }
        }
        let mut least = u32::MAX;
        for rank in found.ranks(self.sums) {
            least = least.min(rank);
        }
        least < below
    }
}

//! Which outcomes the codes of a state have, by one bit for each, up to 32: seen, and seen twice.
//!
//! That gives the excess over 1 and 2 only. With larger thresholds ranks are too low, never too high; so marks tell, sooner than whole
//! sizes, which lines of experiments have nothing that is asked for.

use super::lanes::Lanes;
use super::method::{mark_of, Scan};
use super::prices::Sums;
use super::ranks::{CellSums, Repeats, NONE_FOUND};
use crate::base::convert::ToU8;
use crate::outcomes::lines::Line;

// Loops go by index: a closure with lanes in it is no part of the function whose instructions it needs, as in `line_scan`.
#[allow(clippy::needless_range_loop)]
impl Scan<'_> {
    /// The sums of a line, of thresholds up to 2.
    #[inline(always)]
    pub(super) fn marked<L: Lanes>(&self, line: usize, sums: &Sums) -> CellSums<Line> {
        match self.outcomes.width {
            0..=16 => self.marks::<L, 2>(line, sums),
            17..=24 => self.marks::<L, 3>(line, sums),
            _ => self.marks::<L, 4>(line, sums),
        }
    }

    #[inline(always)]
    fn marks<L: Lanes, const EIGHTS: usize>(&self, line: usize, sums: &Sums) -> CellSums<Line> {
        let mut found = NONE_FOUND;
        let zero = L::splat(0);
        for part in 0..L::PARTS {
            let (mut seen, mut twice) = ([zero; EIGHTS], [zero; EIGHTS]);
            for place in 0..self.starts.len() {
                let code: L = self.load(place, line, part);
                for eight in 0..EIGHTS {
                    let mark = mark_of::<L, EIGHTS>(code, eight);
                    twice[eight] = twice[eight].or_and(seen[eight], mark);
                    seen[eight] = seen[eight].or(mark);
                }
            }
            let mut repeats = Repeats::none();
            for eight in 0..EIGHTS {
                repeats.add(seen[eight], twice[eight], self.finals_of(eight));
            }
            let over_one = L::splat(self.starts.len().to_u8()).subtract(repeats.cells);
            let over_two = over_one.subtract(repeats.repeated);
            for (number, threshold) in sums.thresholds.iter().enumerate() {
                let excess = if threshold.over == 1 { over_one } else { over_two };
                excess.store(&mut found.excess[number], part);
            }
            repeats.final_cells.store(&mut found.finals, part);
            repeats.final_cells.subtract(repeats.final_repeated).store(&mut found.singles, part);
        }
        found
    }
}

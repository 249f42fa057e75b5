//! Sizes of cells in binary, for a line of experiments with up to 32 outcomes.
//!
//! A code marks its outcome by one bit of two bytes (three or four where there are more than 16 outcomes). Marks are added up bit by
//! bit: *planes* hold the binary digits of the numbers of marks, and eight codes at once are added to them by full adders
//! (carry-save addition, as Harley and Seal count bits). So a code takes a few steps, however many outcomes there are. What is
//! asked of the sizes is found from the planes: how many are not 0, what they have in excess of a threshold, their squares.

use super::lanes::Lanes;
use super::method::{mark_of, Scan};
use super::prices::MOST_THRESHOLDS;
use super::ranks::{CellSums, Repeats, WideLine};
use crate::base::convert::{ToIndex, ToU32, ToU8};
use crate::outcomes::lines::{Line, LINE};

/// Codes added at once.
const BLOCK: usize = 8;
/// Codes whose lines are copied at once: they are gone through for each eight outcomes, and lie in as many pages.
pub(super) const COPIED: usize = 128;
/// Digits of the sizes in states of up to 255 codes, and in larger ones.
pub(super) const SMALL: usize = 8;
pub(super) const LARGE: usize = 12;
/// States of more codes have larger sizes than these; see also `squares`.
pub(super) const MOST_CODES: usize = (1 << LARGE) - 1;

/// For each eight outcomes the planes.
type Planes<L, const EIGHTS: usize, const DIGITS: usize> = [[L; DIGITS]; EIGHTS];

/// Numbers for the lanes of a part of a line.
pub(super) trait Totals<L: Lanes>: Sized {
    /// Those of a whole line.
    type Line: Copy;

    const NOTHING: Self::Line;

    /// What is left of a number when others are taken away.
    fn less(of: usize, others: L) -> Self;

    /// Twice the numbers, and others.
    fn twice_and(self, others: L) -> Self;

    fn store(self, line: &mut Self::Line, part: usize);
}

/// Numbers less than 256.
impl<L: Lanes> Totals<L> for L {
    type Line = Line;

    const NOTHING: Line = Line([0; LINE]);

    #[inline(always)]
    fn less(of: usize, others: L) -> Self {
        L::splat(of.to_u8()).subtract(others)
    }

    #[inline(always)]
    fn twice_and(self, others: L) -> Self {
        self.add(self).add(others)
    }

    #[inline(always)]
    fn store(self, line: &mut Line, part: usize) {
        L::store(self, line, part);
    }
}

/// Larger ones, in the lanes of the first part.
impl<L: Lanes> Totals<L> for WideLine {
    type Line = WideLine;

    const NOTHING: WideLine = WideLine([0; LINE]);

    #[inline(always)]
    fn less(of: usize, others: L) -> Self {
        let mut bytes = Line([0; LINE]);
        others.store(&mut bytes, 0);
        let mut numbers = WideLine([of.to_u32(); LINE]);
        for lane in 0..LINE / L::PARTS {
            numbers.0[lane] -= u32::from(bytes.0[lane]);
        }
        numbers
    }

    #[inline(always)]
    fn twice_and(mut self, others: L) -> Self {
        let mut bytes = Line([0; LINE]);
        others.store(&mut bytes, 0);
        for lane in 0..LINE / L::PARTS {
            self.0[lane] = 2 * self.0[lane] + u32::from(bytes.0[lane]);
        }
        self
    }

    #[inline(always)]
    fn store(self, line: &mut WideLine, part: usize) {
        let lanes = LINE / L::PARTS;
        line.0[lanes * part..lanes * (part + 1)].copy_from_slice(&self.0[..lanes]);
    }
}

// No closures with lanes in them, as in `line_scan`.
#[allow(clippy::needless_range_loop)] // there, too
impl Scan<'_> {
    /// By planes; `SQUARES` are found too. In a state of at most 255 codes numbers of `L` do.
    #[inline(always)]
    pub(super) fn planes<L: Lanes, T: Totals<L>, const EIGHTS: usize, const DIGITS: usize, const SQUARES: bool>(
        &self,
        line: usize,
        (squares, copied): (&mut [u64; LINE], &mut [Line]),
    ) -> CellSums<T::Line> {
        let mut found = CellSums { excess: [T::NOTHING; MOST_THRESHOLDS], singles: T::NOTHING, finals: T::NOTHING };
        let size = self.starts.len();
        let digits = (usize::BITS - size.leading_zeros()).index();
        for part in 0..L::PARTS {
            let planes = self.add_up::<L, EIGHTS, DIGITS>(line, part, digits, copied);
            let mut repeats = Repeats::none();
            for eight in 0..EIGHTS {
                let planes = &planes[eight];
                let mut twice = L::splat(0);
                for &plane in &planes[1..digits] {
                    twice = twice.or(plane);
                }
                repeats.add(twice.or(planes[0]), twice, self.finals_of(eight));
            }
            for (number, threshold) in self.sums.thresholds.iter().enumerate() {
                let excess = match threshold.over {
                    1 => T::less(size, repeats.cells),
                    2 => T::less(size, repeats.cells.add(repeats.repeated)),
                    over => {
                        let mut counts = [L::splat(0); DIGITS];
                        for eight in 0..EIGHTS {
                            let rest = in_excess(&planes[eight], digits, over);
                            for digit in 0..digits {
                                counts[digit] = counts[digit].add(rest[digit].count_ones());
                            }
                        }
                        let mut total = T::less(0, L::splat(0));
                        for &count in counts[..digits].iter().rev() {
                            total = total.twice_and(count);
                        }
                        total
                    }
                };
                excess.store(&mut found.excess[number], part);
            }
            T::less(0, L::splat(0)).twice_and(repeats.final_cells).store(&mut found.finals, part);
            let singles = repeats.final_cells.subtract(repeats.final_repeated);
            T::less(0, L::splat(0)).twice_and(singles).store(&mut found.singles, part);
            if SQUARES {
                let mut total = <WideLine as Totals<L>>::less(0, L::splat(0));
                for sum in (0..2 * digits - 1).rev() {
                    total = total.twice_and(products::<L, EIGHTS, DIGITS>(&planes, digits, sum));
                }
                let lanes = LINE / L::PARTS;
                for lane in 0..lanes {
                    squares[lanes * part + lane] = u64::from(total.0[lane]);
                }
            }
        }
        found
    }

    /// The planes of all codes of the state.
    #[inline(always)]
    fn add_up<L: Lanes, const EIGHTS: usize, const DIGITS: usize>(
        &self,
        line: usize,
        part: usize,
        digits: usize,
        copied: &mut [Line],
    ) -> Planes<L, EIGHTS, DIGITS> {
        let mut planes = [[L::splat(0); DIGITS]; EIGHTS];
        for starts in self.starts.chunks(COPIED) {
            // Where all codes fit, the first part of a line has copied what the others read.
            if part == 0 || self.starts.len() > COPIED {
                for (to, start) in copied.iter_mut().zip(starts) {
                    *to = *self.line_of(start + line);
                }
            }
            let codes = &copied[..starts.len()];
            for eight in 0..EIGHTS {
                Self::add::<L, EIGHTS, DIGITS>(&mut planes[eight], codes, part, digits, eight);
            }
        }
        planes
    }

    /// Adds the marks of codes for eight of the outcomes.
    #[inline(always)]
    fn add<L: Lanes, const EIGHTS: usize, const DIGITS: usize>(
        planes: &mut [L; DIGITS],
        codes: &[Line],
        part: usize,
        digits: usize,
        eight: usize,
    ) {
        let zero = L::splat(0);
        let mut sums = *planes; // in registers
        let mut place = 0;
        while place < codes.len() {
            let mut marks = [zero; BLOCK];
            if place + BLOCK <= codes.len() {
                for own in 0..BLOCK {
                    marks[own] = mark_of::<L, EIGHTS>(L::load(&codes[place + own], part), eight);
                }
            } else {
                for own in 0..BLOCK {
                    if place + own < codes.len() {
                        marks[own] = mark_of::<L, EIGHTS>(L::load(&codes[place + own], part), eight);
                    }
                }
            }
            let (mut twos, mut fours) = ([zero; BLOCK / 2], [zero; BLOCK / 4]);
            for pair in 0..BLOCK / 2 {
                (sums[0], twos[pair]) = sums[0].full_add(marks[2 * pair], marks[2 * pair + 1]);
            }
            for pair in 0..BLOCK / 4 {
                (sums[1], fours[pair]) = sums[1].full_add(twos[2 * pair], twos[2 * pair + 1]);
            }
            let mut carry;
            (sums[2], carry) = sums[2].full_add(fours[0], fours[1]);
            for digit in 3..DIGITS {
                if digit < digits {
                    (sums[digit], carry) = (sums[digit].xor(carry), sums[digit].and(carry));
                }
            }
            place += BLOCK;
        }
        *planes = sums;
    }
}

/// The sizes in excess of a number, in binary: what is left when it is taken away, where it can be.
#[inline(always)]
fn in_excess<L: Lanes, const DIGITS: usize>(planes: &[L; DIGITS], digits: usize, over: u32) -> [L; DIGITS] {
    let mut rest = *planes;
    let mut borrow = L::splat(0);
    for digit in 0..digits {
        let plane = planes[digit];
        rest[digit] = plane.xor(borrow);
        borrow = if over >> digit & 1 == 0 {
            borrow.and_not(plane)
        } else {
            rest[digit] = rest[digit].not();
            plane.and_not(borrow).not()
        };
    }
    for rest in &mut rest[..digits] {
        *rest = rest.and_not(borrow);
    }
    rest
}

/// How many pairs of digits of a size are both 1 that add up to `sum`, in all cells: one digit of the sum of the squares. A
/// size of d digits 1 has d such pairs at most, so that the sizes 2^d - 1 have the most for their codes; with n codes and w
/// outcomes there are at most w · log2(1 + n / w), which is 224 for 32 outcomes and `MOST_CODES`.
#[inline(always)]
fn products<L: Lanes, const EIGHTS: usize, const DIGITS: usize>(
    planes: &Planes<L, EIGHTS, DIGITS>,
    digits: usize,
    sum: usize,
) -> L {
    let mut count = L::splat(0);
    for eight in 0..EIGHTS {
        let planes = &planes[eight];
        let mut low = (sum + 1).saturating_sub(digits);
        while 2 * low < sum {
            let both = planes[low].and(planes[sum - low]).count_ones();
            count = count.add(both).add(both);
            low += 1;
        }
        if 2 * low == sum {
            count = count.add(planes[low].count_ones());
        }
    }
    count
}

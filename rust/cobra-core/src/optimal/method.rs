//! A state to be looked at in the lines of all outcomes, and how.

use super::lanes::Lanes;
use super::prices::Sums;
use crate::evaluate::isa::Isa;
use crate::outcomes::lines::OutcomeLines;

/// Outcomes up to which marks can be used.
pub(super) const FEW_OUTCOMES: usize = 32;

/// States of more codes have their lines copied for pairs.
pub(super) const COPIED: usize = 12;

/// How the sums are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Pairs,
    Marks,
    Tally,
    Sizes,
    Planes,
}

impl Method {
    /// The instruction set to use. Of AVX-512 comparisons make masks, which takes longer than the bytes that AVX2 makes, so
    /// that 64 bytes at once are no gain (0.5 against 0.3 ns a pair on Zen 4).
    pub fn isa(self, isa: Isa, size: usize) -> Isa {
        match (self, isa) {
            (Method::Marks | Method::Planes, _) => isa,
            (Method::Pairs, _) if size <= COPIED => isa,
            (_, Isa::Avx512) if Isa::Avx2.is_available() => Isa::Avx2,
            _ => isa,
        }
    }
}

/// A state to be looked at.
pub(super) struct Scan<'s> {
    pub outcomes: &'s OutcomeLines,
    /// Where the lines of the state's codes begin.
    pub starts: &'s [usize],
    pub sums: &'s Sums,
    pub method: Method,
}

/// The marks of an outcome: for each 16 outcomes one bit for each of the first and the last eight.
#[inline(always)]
pub(super) fn marks_of<L: Lanes, const GROUPS: usize>(outcome: L) -> [[L; 2]; GROUPS] {
    let mut marks = [[outcome; 2]; GROUPS];
    for (group, marks) in marks.iter_mut().enumerate() {
        for (half, mark) in marks.iter_mut().enumerate() {
            *mark = mark_of::<L, GROUPS>(outcome, group, half);
        }
    }
    marks
}

/// The bit of an outcome among eight.
#[inline(always)]
pub(super) fn mark_of<L: Lanes, const GROUPS: usize>(outcome: L, group: usize, half: usize) -> L {
    const LOW: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
    const HIGH: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];
    // Outcomes of the other group get their highest bit set, which means no mark.
    let within = match (GROUPS, group) {
        (1, _) => outcome,
        (_, 0) => outcome.add(L::splat(112)),
        _ => outcome.subtract(L::splat(16)),
    };
    within.look_up(if half == 0 { &LOW } else { &HIGH })
}

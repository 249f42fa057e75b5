//! A state to be looked at in the lines of all outcomes, and how.

use super::lanes::Lanes;
use super::prices::Sums;
use crate::evaluate::isa::Isa;
use crate::outcomes::lines::OutcomeLines;

/// Outcomes up to which marks can be used.
pub(super) const FEW_OUTCOMES: usize = 32;
/// Outcomes beyond which codes are counted, and many experiments meet too few of them.
pub(super) const MANY_OUTCOMES: usize = 64;

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
    Counts,
}

impl Method {
    /// The instruction set to use. Of AVX-512 comparisons make masks, which takes longer than the bytes that AVX2 makes, so
    /// that 64 bytes at once are no gain (0.5 against 0.3 ns a pair on Zen 4).
    pub fn isa(self, isa: Isa, size: usize) -> Isa {
        match (self, isa) {
            (Method::Marks | Method::Planes | Method::Counts, _) => isa,
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
    /// The lines to be looked at, if not all.
    pub lines: Option<&'s [u32]>,
    pub sums: &'s Sums,
    /// Those by marks, where they tell soon which lines have nothing to list.
    pub marks: Option<&'s Sums>,
    pub method: Method,
}

/// The bit of an outcome among eight: those from `8 * eight` on of up to `8 * EIGHTS`.
#[inline(always)]
pub(super) fn mark_of<L: Lanes, const EIGHTS: usize>(outcome: L, eight: usize) -> L {
    const LOW: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
    const HIGH: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];
    // Outcomes of other sixteens get their highest bit set, which means no mark.
    let within = match (EIGHTS, eight) {
        (..=2, _) => outcome,
        (_, ..=1) => outcome.add(L::splat(112)),
        _ => outcome.subtract(L::splat(16)),
    };
    within.look_up(if eight.is_multiple_of(2) { &LOW } else { &HIGH })
}

//! Outcomes on all codes in lines: code after code, with those of many experiments side by side, as many as a processor handles
//! at once.

use crate::base::convert::ToU64;
use crate::base::ids::CodeId;

/// Experiments whose outcomes on a code lie side by side.
pub(crate) const LINE: usize = 64;

/// The outcomes of a line of experiments on one code.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Line(pub [u8; LINE]);

/// The bytes of lines, one after the other.
pub(crate) fn as_bytes(lines: &mut [Line]) -> &mut [u8] {
    // SAFETY: a line is its bytes: no others, and any values are valid.
    unsafe { std::slice::from_raw_parts_mut(lines.as_mut_ptr().cast(), std::mem::size_of_val(lines)) }
}

/// The outcomes of all experiments, in lines: those of one code after those of another.
pub(crate) struct OutcomeLines {
    pub lines: Vec<Line>,
    /// Lines of a code.
    pub stride: usize,
    /// Outcomes are less than `width`; final ones at least `others`.
    pub width: usize,
    pub others: usize,
}

impl OutcomeLines {
    /// Bytes of a table with so many experiments.
    pub fn bytes_of(codes: usize, experiments: usize) -> u64 {
        (codes.to_u64() + 1) * stride(experiments).to_u64() * LINE.to_u64()
    }

    pub fn bytes(&self) -> u64 {
        std::mem::size_of_val(&self.lines[..]).to_u64()
    }

    #[inline(always)]
    pub fn get(&self, code: CodeId, experiment: usize) -> u8 {
        self.lines[code.index() * self.stride + experiment / LINE].0[experiment % LINE]
    }
}

/// Lines of a code: an odd number, so that those of different codes do not all fall into the same places of a cache.
pub(super) fn stride(experiments: usize) -> usize {
    experiments.div_ceil(LINE) | 1
}

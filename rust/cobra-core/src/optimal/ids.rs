//! Numbers that go from file to file and must not be mixed up, as types; those of experiment types are in
//! `game/type_index.rs`. Codes are plain `u32` everywhere: states are lists of them, handed to and from all other rooms. So
//! are the experiments of a table by themselves, where lines of outcomes are gone through (`line_scan`).

use crate::base::convert::ToIndex;

/// The number of an experiment, within a view or, where numbers last, among all of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub(crate) struct ExperimentId(u32);

impl ExperimentId {
    /// No experiment is known.
    pub const NONE: ExperimentId = ExperimentId(u32::MAX);
    /// The experiment that was given to begin with.
    pub const GIVEN: ExperimentId = ExperimentId(u32::MAX - 1);

    #[inline(always)]
    pub const fn new(number: u32) -> ExperimentId {
        ExperimentId(number)
    }

    #[inline(always)]
    pub const fn number(self) -> u32 {
        self.0
    }

    #[inline(always)]
    pub fn index(self) -> usize {
        self.0.index()
    }
}

/// What an experiment answers to a code: a number by which it is told from its other outcomes, and whether it is final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Outcome(u32);

impl Outcome {
    #[inline(always)]
    pub fn new(number: u32, is_final: bool) -> Outcome {
        debug_assert!(number < 1 << 31);
        Outcome(number << 1 | u32::from(is_final))
    }

    #[inline(always)]
    pub const fn is_final(self) -> bool {
        self.0 & 1 != 0
    }

    /// A number for the outcome, final or not.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0.index()
    }
}

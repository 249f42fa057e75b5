//! Numbers that go from file to file and must not be mixed up, as types: a line for each kind.
//!
//! Plain stay counts, digits of answers, the bits of rows (propositions), and places in lists that one room goes through by
//! itself: an experiment of a list, a cell, a question, a column of a certificate.

use std::fmt;
use std::ops::{Index, IndexMut};

use super::convert::{ToIndex, ToU32};
use super::natural::OutcomeNumber;

macro_rules! ids {
    ($($(#[$about:meta])* $name:ident;)*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name(u32);

        impl $name {
            #[inline(always)]
            pub const fn new(number: u32) -> $name {
                $name(number)
            }

            /// All things of a list, each with its number.
            pub fn with<T>(all: impl IntoIterator<Item = T>) -> impl Iterator<Item = ($name, T)> {
                (0..).map($name).zip(all)
            }

            /// The first so many.
            #[inline(always)]
            pub fn first(count: usize) -> impl DoubleEndedIterator<Item = $name> + ExactSizeIterator + Clone {
                (0..count.to_u32()).map($name)
            }

            /// What has this place in a list of all.
            #[inline(always)]
            pub fn at(index: usize) -> $name {
                $name(index.to_u32())
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

        impl ToIndex for $name {
            #[inline(always)]
            fn index(self) -> usize {
                self.0.index()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(to)
            }
        }

        ids!(@index $name, [T]);
        ids!(@index $name, Vec<T>);
    )*};
    (@index $name:ident, $list:ty) => {
        impl<T> Index<$name> for $list {
            type Output = T;

            #[inline(always)]
            fn index(&self, id: $name) -> &T {
                let list: &[T] = self;
                &list[id.index()]
            }
        }

        impl<T> IndexMut<$name> for $list {
            #[inline(always)]
            fn index_mut(&mut self, id: $name) -> &mut T {
                let list: &mut [T] = self;
                &mut list[id.index()]
            }
        }
    };
}

ids! {
    /// A code of a game, in the order in which they are listed; a state is a list of them, ascending.
    CodeId;
    /// A hidden state: a code and how many lies were told, where answers may be lies; else the code alone.
    HiddenId;
    /// An experiment among all of a game; in an optimal search within a view or, where numbers last, among all of a source.
    ExperimentId;
    /// A type of experiments.
    TypeIndex;
    /// An outcome of the experiments of a type, by its number in the core.
    OutcomeId;
    /// A node of a graph of formulas.
    NodeId;
    /// A slot of a space: of the codes, or of the experiments of a type.
    SlotId;
}

impl HiddenId {
    /// `lies`: how many may be told in all.
    #[inline(always)]
    pub(crate) const fn of(code: CodeId, told: u32, lies: u32) -> HiddenId {
        HiddenId(code.0 * (lies + 1) + told)
    }

    #[inline(always)]
    pub(crate) const fn code(self, lies: u32) -> CodeId {
        CodeId(self.0 / (lies + 1))
    }

    #[inline(always)]
    pub(crate) const fn told(self, lies: u32) -> u32 {
        self.0 % (lies + 1)
    }

    /// After one lie more; there may be one more.
    #[inline(always)]
    pub(crate) const fn lied(self) -> HiddenId {
        HiddenId(self.0 + 1)
    }
}

impl ExperimentId {
    /// No experiment is known.
    pub(crate) const NONE: ExperimentId = ExperimentId(u32::MAX);
    /// The experiment that was given to begin with.
    pub(crate) const GIVEN: ExperimentId = ExperimentId(u32::MAX - 1);
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

impl From<OutcomeId> for OutcomeNumber {
    fn from(outcome: OutcomeId) -> OutcomeNumber {
        OutcomeNumber::from(u64::from(outcome.0))
    }
}

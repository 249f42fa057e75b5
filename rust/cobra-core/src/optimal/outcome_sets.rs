//! Sets of outcomes, up to 256 of them, as bits.

/// Words of a set.
pub(super) const WORDS: usize = 4;
/// Outcomes at most.
const WIDTH: usize = 64 * WORDS;

/// A set of outcomes in memory.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(super) struct Set(pub [u64; WORDS]);

pub(super) const EMPTY: Set = Set([0; WORDS]);

/// The set of each outcome.
pub(super) static SETS: [Set; WIDTH] = {
    let mut sets = [EMPTY; WIDTH];
    let mut outcome = 0;
    while outcome < WIDTH {
        sets[outcome].0[outcome / 64] = 1 << (outcome % 64);
        outcome += 1;
    }
    sets
};

/// A set of outcomes in registers.
pub(super) trait OutcomeSet: Copy {
    fn load(set: &Set) -> Self;
    fn store(self, set: &mut Set);
    fn join(self, other: Self) -> Self;
}

impl OutcomeSet for Set {
    #[inline(always)]
    fn load(set: &Set) -> Self {
        *set
    }

    #[inline(always)]
    fn store(self, set: &mut Set) {
        *set = self;
    }

    #[inline(always)]
    fn join(mut self, other: Self) -> Self {
        for (word, of_other) in self.0.iter_mut().zip(&other.0) {
            *word |= of_other;
        }
        self
    }
}

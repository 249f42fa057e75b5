//! What is known of states met before: a table shared by all threads without locks.
//!
//! A state is known by a sum of 128-bit numbers, one for each code, mixed with what else its cost depends on (Zobrist
//! 1970). 64 bits are compared and others choose the place, so that with n entries looked up m times a wrong match has
//! odds of about m / 2^64 per entry of a bucket: for 10^9 look-ups 2·10^-10. Entries are written word by word; a
//! check word made of the others shows when two threads wrote at once, or one read what another had half written
//! (after Hyatt and Mann 2002; their exclusive or says nothing of the cost where that is known, as it is there twice).
//!
//! A short search uses a part of the table only, as memory that was never touched costs time. A search that turns out to be
//! long lets it grow; then what was kept before is looked for where it was.

use std::alloc::{alloc_zeroed, handle_alloc_error, Layout};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::asked::FACT_BYTES;
use super::cost::INFEASIBLE;
use crate::base::convert::ToU64;
use crate::base::hash::mix;
use crate::base::ids::ExperimentId;

/// The number of a state.
pub(crate) type StateKey = u128;

/// What is known of the cost of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    pub lower: u64,
    /// A cost that some strategy has; `INFEASIBLE` when none is known.
    pub upper: u64,
    /// The experiment such a strategy begins with, or `ExperimentId::NONE`.
    pub first: ExperimentId,
}

impl Fact {
    pub const UNKNOWN: Fact = Fact { lower: 0, upper: INFEASIBLE, first: ExperimentId::NONE };

    pub fn is_exact(&self) -> bool {
        self.lower >= self.upper
    }

    /// What both say. An experiment is known for the lower cost only: one for a higher cost begins a strategy that is not as good.
    pub fn and(self, other: Fact) -> Fact {
        let (best, rest) = if other.upper < self.upper { (other, self) } else { (self, other) };
        let first =
            if best.first == ExperimentId::NONE && rest.upper == best.upper { rest.first } else { best.first };
        Fact { lower: best.lower.max(rest.lower), upper: best.upper, first }
    }

    /// The records of a checkpoint: of each state the tightest.
    pub fn read_all(facts: &[u8]) -> HashMap<StateKey, Fact> {
        let record = |record: &[u8]| {
            let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| record[at + byte]));
            let key = StateKey::from(word(8)) << 64 | StateKey::from(word(0));
            (key, Fact { lower: word(16), upper: word(24), first: ExperimentId::NONE })
        };
        let mut kept: HashMap<StateKey, Fact> = HashMap::new();
        for (key, fact) in facts.chunks_exact(FACT_BYTES).map(record) {
            let known = kept.entry(key).or_insert(fact);
            *known = known.and(fact);
        }
        kept
    }
}

const WORDS: usize = 4;
const BUCKET: usize = 2;
/// The work that something was to others, about.
const LEARNT_WORK: u64 = 1 << 16;
/// Bytes of an entry.
pub(crate) const ENTRY: u64 = 8 * WORDS as u64;

pub(crate) struct Transposition {
    words: Box<[AtomicU64]>,
    /// The buckets in use, less one: at first and now.
    first: usize,
    mask: AtomicUsize,
    /// Whether a state was said to cost less than it was said to cost at least.
    contradicted: AtomicBool,
}

impl Transposition {
    /// A table of at most so many bytes, of which at most so many are used at first; a smaller one where the system has no
    /// room for it.
    pub fn new(bytes: u64, at_first: u64) -> Transposition {
        let buckets = |bytes: u64| 1_usize << (bytes / ENTRY / BUCKET.to_u64()).max(2).ilog2().min(32);
        let mut all = buckets(bytes);
        let words = loop {
            match zeros(all * BUCKET * WORDS) {
                Some(words) => break words,
                None => all /= 2,
            }
        };
        let first = buckets(at_first).min(all) - 1;
        Transposition { words, first, mask: AtomicUsize::new(first), contradicted: AtomicBool::new(false) }
    }

    /// Uses all of the table from now on.
    pub fn grow(&self) {
        self.mask.store(self.words.len() / (BUCKET * WORDS) - 1, Relaxed);
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        8 * ((self.mask.load(Relaxed) + 1) * BUCKET * WORDS).to_u64()
    }

    fn bucket(&self, key: StateKey, mask: usize) -> &[AtomicU64] {
        let place = (((key >> 64) as usize) & mask) * BUCKET * WORDS;
        &self.words[place..place + BUCKET * WORDS]
    }

    /// What is known of a state.
    pub fn find(&self, key: StateKey) -> Option<Fact> {
        let mask = self.mask.load(Relaxed);
        let found = self.find_at(key, mask);
        if found.is_none() && mask != self.first {
            return self.find_at(key, self.first);
        }
        found
    }

    #[inline]
    fn find_at(&self, key: StateKey, mask: usize) -> Option<Fact> {
        self.bucket(key, mask).chunks_exact(WORDS).find_map(|entry| {
            let (check, lower, upper, rest) = Self::read(entry);
            let found = check != 0 && check ^ seal(lower, upper, rest) == (key as u64);
            found.then_some(Fact { lower, upper, first: ExperimentId::new(rest as u32) })
        })
    }

    /// A fact; takes note of it if it cannot be true.
    pub fn heard(&self, fact: Fact) -> Fact {
        if fact.lower > fact.upper {
            self.contradicted.store(true, Relaxed);
        }
        debug_assert!(fact.lower <= fact.upper, "a strategy beats what is proved");
        fact
    }

    /// Whether something that was heard cannot be true: then nothing is proved.
    pub fn is_contradicted(&self) -> bool {
        self.contradicted.load(Relaxed)
    }

    /// Keeps what is known of a state: of the entries of its bucket the one of the least work gives way.
    pub fn keep(&self, key: StateKey, fact: Fact, work: u64) {
        let fact = self.heard(fact);
        let work = work.min(u64::from(u32::MAX));
        let bucket = self.bucket(key, self.mask.load(Relaxed));
        let mut least = (u64::MAX, 0);
        for (number, entry) in bucket.chunks_exact(WORDS).enumerate() {
            let (check, lower, upper, rest) = Self::read(entry);
            let same = check != 0 && check ^ seal(lower, upper, rest) == (key as u64);
            let rank = if same || check == 0 { 0 } else { 1 + (rest >> 32) };
            if rank < least.0 {
                least = (rank, number);
            }
            if same {
                let fact = self.heard(fact.and(Fact { lower, upper, first: ExperimentId::new(rest as u32) }));
                return Self::write(entry, key, fact, work.max(rest >> 32));
            }
        }
        Self::write(&bucket[least.1 * WORDS..][..WORDS], key, fact, work);
    }

    /// Keeps what others proved, given as records.
    pub fn learn(&self, facts: &[u8]) {
        for (key, fact) in Fact::read_all(facts) {
            self.keep(key, fact, LEARNT_WORK);
        }
    }

    fn read(entry: &[AtomicU64]) -> (u64, u64, u64, u64) {
        (entry[0].load(Relaxed), entry[1].load(Relaxed), entry[2].load(Relaxed), entry[3].load(Relaxed))
    }

    fn write(entry: &[AtomicU64], key: StateKey, fact: Fact, work: u64) {
        let rest = work << 32 | u64::from(fact.first.number());
        let check = (key as u64) ^ seal(fact.lower, fact.upper, rest);
        for (word, value) in entry.iter().zip([check, fact.lower, fact.upper, rest]) {
            word.store(value, Relaxed);
        }
    }
}

/// A number that is another one, but for odds of 2^-64, when any of an entry's words is.
#[inline]
fn seal(lower: u64, upper: u64, rest: u64) -> u64 {
    mix(lower ^ mix(upper ^ mix(rest)))
}

/// So many zeros, which cost nothing until they are written to; `None` where there is no room for them.
fn zeros(count: usize) -> Option<Box<[AtomicU64]>> {
    let layout = Layout::array::<AtomicU64>(count).ok()?;
    if count <= BUCKET * WORDS {
        handle_alloc_error(layout); // not even one bucket
    }
    // SAFETY: the layout is not empty.
    let words = unsafe { alloc_zeroed(layout) }.cast::<AtomicU64>();
    // SAFETY: the memory is that of so many numbers, as which zeros are valid, and nothing else refers to it.
    (!words.is_null()).then(|| unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(words, count)) })
}

/// A random number for a code, or for anything else that has a number.
#[inline]
pub(crate) fn number_key(number: u32) -> StateKey {
    let low = mix(u64::from(number) ^ 0x5bf0_3635_dca3_1cbf);
    let high = mix(low ^ 0x9e37_79b9_7f4a_7c15 ^ u64::from(number).rotate_left(32));
    u128::from(high) << 64 | u128::from(low)
}

/// The number of a state from the sum of its codes' numbers and what else its cost depends on.
#[inline]
pub(crate) fn state_key(sum: StateKey, what: u64) -> StateKey {
    let low = mix((sum as u64) ^ mix(what ^ 0xd6e8_feb8_6659_fd93));
    let high = mix(((sum >> 64) as u64) ^ mix(what.wrapping_add(0x2545_f491_4f6c_dd1d)));
    u128::from(high) << 64 | u128::from(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_become_tighter_and_the_least_work_gives_way() {
        let table = Transposition::new(2 * ENTRY * 2, u64::MAX);
        let key = |low: u64| u128::from(low);
        table.keep(key(1), Fact { lower: 3, upper: 9, first: ExperimentId::new(5) }, 10);
        table.keep(key(1), Fact { lower: 4, upper: 10, first: ExperimentId::new(6) }, 1);
        assert_eq!(table.find(key(1)), Some(Fact { lower: 4, upper: 9, first: ExperimentId::new(5) }));
        table.keep(key(1), Fact { lower: 0, upper: 9, first: ExperimentId::NONE }, 1);
        assert_eq!(table.find(key(1)), Some(Fact { lower: 4, upper: 9, first: ExperimentId::new(5) }));
        table.keep(key(2), Fact::UNKNOWN, 3);
        table.keep(key(3), Fact { lower: 7, upper: 7, first: ExperimentId::NONE }, 4);
        assert_eq!(table.find(key(2)), None);
        assert_eq!(table.find(key(1)).map(|fact| fact.upper), Some(9));
        assert!(table.find(key(3)).is_some_and(|fact| fact.is_exact()));
    }

    #[test]
    fn what_is_half_written_is_no_fact() {
        // Costs that are known, found by as much work and without an experiment: they differ in two equal words.
        let fact = |cost| Fact { lower: cost, upper: cost, first: ExperimentId::NONE };
        let table = Transposition::new(2 * ENTRY * 2, u64::MAX);
        let entry = &table.words[..WORDS];
        let [before, after] = [(1, fact(3)), (2, fact(4))].map(|(key, fact)| {
            Transposition::write(entry, key, fact, 1);
            entry.iter().map(|word| word.load(Relaxed)).collect::<Vec<u64>>()
        });
        for written in 0..1 << (WORDS - 1) {
            for (number, word) in entry.iter().enumerate() {
                word.store(if written >> number & 1 == 1 { after[number] } else { before[number] }, Relaxed);
            }
            let expected = match written {
                0 => [Some(fact(3)), None],
                0b111 => [None, Some(fact(4))],
                _ => [None, None],
            };
            assert_eq!([1, 2].map(|key| table.find(key)), expected, "{written:b}");
        }
    }

    #[test]
    fn what_cannot_be_true_is_noted() {
        let table = Transposition::new(2 * ENTRY * 2, u64::MAX);
        table.keep(1, Fact { lower: 4, upper: 4, first: ExperimentId::NONE }, 1);
        assert!(!table.is_contradicted());
        let more = || table.keep(1, Fact { lower: 5, ..Fact::UNKNOWN }, 1);
        let kept = std::panic::catch_unwind(std::panic::AssertUnwindSafe(more));
        assert_eq!(kept.is_err(), cfg!(debug_assertions));
        assert!(table.is_contradicted());
    }

    #[test]
    fn an_experiment_for_a_higher_cost_is_none_for_a_lower_one() {
        let fact = |lower, upper, first| Fact { lower, upper, first };
        let (six, seven) = (ExperimentId::new(6), ExperimentId::new(7));
        let told = fact(5, 5, ExperimentId::NONE); // by others, who do not say how
        assert_eq!(fact(3, 6, six).and(told), told);
        assert_eq!(told.and(fact(3, 6, six)), told);
        assert_eq!(fact(3, 5, six).and(told), fact(5, 5, six));
        assert_eq!(told.and(fact(3, 5, six)), fact(5, 5, six));
        assert_eq!(fact(3, 6, six).and(fact(4, 7, seven)), fact(4, 6, six));
        assert_eq!(fact(3, 6, six).and(fact(4, 6, seven)), fact(4, 6, six));
        assert_eq!(Fact::UNKNOWN.and(fact(3, 6, six)), fact(3, 6, six));
    }

    #[test]
    fn what_was_kept_is_found_after_growing() {
        let key = |number: u128| (number << 64) | (number + 1);
        let fact = |lower: u64| Fact { lower, ..Fact::UNKNOWN };
        let table = Transposition::new(64 * ENTRY * 2, 2 * ENTRY * 2);
        let before = table.bytes();
        table.keep(key(5), fact(7), 1);
        table.grow();
        assert_eq!(table.bytes(), 32 * before);
        assert_eq!(table.find(key(5)), Some(fact(7)));
        table.keep(key(5), fact(8), 1);
        table.keep(key(37), fact(9), 1);
        assert_eq!([5, 37].map(|number| table.find(key(number))), [Some(fact(8)), Some(fact(9))]);
    }
}

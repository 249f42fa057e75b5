//! Numbers of outcomes where there could be too many to number all: only those that occur have one.
//!
//! A tuple of digits is packed into words, a field of bits for each digit and the first digit uppermost, so that words
//! compare as tuples do. The tuples that occur are numbered in their order, which is the order of their mixed-radix numbers.

use std::sync::OnceLock;

use super::found::UNKNOWN;
use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::natural::{Natural, OutcomeNumber};

/// Tuples looked for together.
const TOGETHER: usize = 64;

/// Where the digits of an answer are in the words of a tuple.
pub struct Layout {
    pub words: usize,
    fields: Vec<Field>,
}

/// The place of a digit of which there are `size`.
struct Field {
    word: usize,
    shift: u32,
    bits: u32,
    size: u64,
}

impl Layout {
    /// `sizes`: the numbers of digits of the components, each at most 2^32.
    pub fn new(sizes: impl Iterator<Item = u64>) -> Layout {
        let (mut word, mut free) = (0, u64::BITS);
        let mut fields = Vec::new();
        for size in sizes {
            let bits = u64::BITS - size.saturating_sub(1).leading_zeros();
            if bits > free {
                (word, free) = (word + 1, u64::BITS);
            }
            free -= bits;
            fields.push(Field { word, shift: free % u64::BITS, bits, size });
        }
        Layout { words: word + 1, fields }
    }

    /// A value of a digit, as the word that it is in and what it is there.
    pub fn part(&self, digit: usize, value: u64) -> (usize, u64) {
        let Field { word, shift, .. } = self.fields[digit];
        (word, value << shift)
    }

    /// The bits of some digits in the words of a tuple.
    pub fn mask(&self, digits: &[usize]) -> Vec<u64> {
        let mut mask = vec![0; self.words];
        for &Field { word, shift, bits, .. } in digits.iter().map(|&digit| &self.fields[digit]) {
            mask[word] |= ((1_u64 << bits) - 1) << shift; // a digit has 33 bits at most
        }
        mask
    }

    /// A digit of a tuple; where the game is ill-formed, cut off at the greatest.
    pub fn digit(&self, tuple: &[u64], digit: usize) -> u64 {
        let Field { word, shift, bits, size } = self.fields[digit];
        let mask = (1_u64 << bits) - 1; // a digit has 33 bits at most
        (tuple[word] >> shift & mask).min(size.saturating_sub(1))
    }

    pub fn digits(&self, tuple: &[u64]) -> Vec<u64> {
        (0..self.fields.len()).map(|digit| self.digit(tuple, digit)).collect()
    }

    /// The mixed-radix number of the digits.
    pub fn number(&self, tuple: &[u64]) -> OutcomeNumber {
        let digits = self.fields.iter().zip(self.digits(tuple));
        digits.fold(Natural::ZERO, |number, (field, digit)| number * field.size + digit).into()
    }
}

/// Different tuples, numbered as they are met until they are sorted.
pub struct Tuples {
    words: usize,
    data: Vec<u64>,
    /// Made when tuples are first looked for after they were sorted: there may be millions, and nobody who looks for one.
    slots: OnceLock<Slots>,
    /// How many there were after they were sorted last.
    sorted: usize,
}

/// By hash: 0, or the number of a tuple and 1, above them half of its hash, so that others are passed over without a look at
/// them. A power of two, at most half of them taken.
struct Slots(Vec<u64>);

/// The half of a hash that a slot has.
const TAG: u64 = !0 << 32;

impl Tuples {
    pub fn new(words: usize) -> Tuples {
        Tuples { words, data: Vec::new(), slots: OnceLock::new(), sorted: 0 }
    }

    /// Words of a tuple.
    pub fn words(&self) -> usize {
        self.words
    }

    pub fn count(&self) -> usize {
        self.data.len() / self.words
    }

    pub fn get(&self, number: usize) -> &[u64] {
        &self.data[number * self.words..][..self.words]
    }

    /// The tuples, one after the other.
    pub fn data(&self) -> &[u64] {
        &self.data
    }

    /// Bytes held, at most.
    pub fn bytes(&self) -> u64 {
        let sorting = self.count() * 2 * size_of::<u32>();
        let slots = self.slots.get().map_or(0, |slots| size_of_val(&slots.0[..]));
        (size_of_val(&self.data[..]) * 2 + sorting + slots).to_u64()
    }

    /// Appends the number of each of some tuples, one after the other, [`UNKNOWN`] for one that is not here.
    pub fn find_all(&self, tuples: &[u64], out: &mut Vec<u32>) {
        let all = self.slots.get_or_init(|| Slots::new(self));
        let mut slots = [0; TOGETHER];
        for some in tuples.chunks(TOGETHER * self.words) {
            // There may be millions: memory is asked for all that are looked for before it is waited for.
            for (tuple, slot) in some.chunks_exact(self.words).zip(&mut slots) {
                let hash = hash(tuple);
                *slot = all.0[all.likely(hash as usize, hash)];
            }
            for (tuple, &slot) in some.chunks_exact(self.words).zip(&slots) {
                let here = slot == 0 || self.is(slot, tuple);
                out.push(number(if here { slot } else { all.0[all.slot(self, tuple)] }));
            }
        }
    }

    /// As [`Tuples::find_all`]; tuples that are not here are added.
    pub fn number_all(&mut self, tuples: &[u64], out: &mut Vec<u32>) {
        let words = self.words;
        for some in tuples.chunks(TOGETHER * words) {
            let start = out.len();
            self.find_all(some, out);
            for (tuple, number) in some.chunks_exact(words).zip(&mut out[start..]) {
                if *number == UNKNOWN {
                    *number = self.insert(tuple);
                }
            }
        }
    }

    fn insert(&mut self, tuple: &[u64]) -> u32 {
        let mut all = self.slots.take().unwrap_or_else(|| Slots::new(self));
        let slot = all.slot(self, tuple);
        if all.0[slot] == 0 {
            self.data.extend_from_slice(tuple);
            all.0[slot] = hash(tuple) & TAG | self.count().to_u64();
        }
        let number = number(all.0[slot]);
        if 2 * self.count() <= all.0.len() {
            let _ = self.slots.set(all);
        }
        number
    }

    /// Appends tuples without a look at what is here, until [`Tuples::sort`] finds those that are here twice; returns the
    /// number of the first.
    pub fn append(&mut self, tuples: &[u64]) -> usize {
        self.slots.take();
        let first = self.count();
        self.data.extend_from_slice(tuples);
        first
    }

    /// Numbers the tuples in their order; returns for each its number then by that of before.
    pub fn sort(&mut self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.count().to_u32()).collect();
        order.sort_by(|&a, &b| self.get(a.index()).cmp(self.get(b.index()))); // stable: it is quick where sorted tuples were appended
        let (mut sorted, mut numbers) = (Vec::with_capacity(self.data.len()), vec![0; order.len()]);
        for same in order.chunk_by(|&a, &b| self.get(a.index()) == self.get(b.index())) {
            let number = (sorted.len() / self.words).to_u32();
            same.iter().for_each(|&before| numbers[before.index()] = number);
            sorted.extend_from_slice(self.get(same[0].index()));
        }
        self.data = sorted;
        self.sorted = self.count();
        self.slots.take();
        numbers
    }

    /// Forgets numbers and what was appended twice when as many were appended as there were before.
    pub fn sort_when_doubled(&mut self) {
        if self.count() > 2 * self.sorted + TOGETHER {
            self.sort();
        }
    }

    /// Whether a slot that is taken is that of a tuple.
    #[inline]
    fn is(&self, slot: u64, tuple: &[u64]) -> bool {
        self.get(number(slot).index()).iter().zip(tuple).all(|(a, b)| a == b) // few words: no call is worth it
    }
}

impl Slots {
    /// So many for so many tuples.
    fn for_count(tuples: usize) -> usize {
        (2 * tuples + 1).next_power_of_two().max(64)
    }

    fn new(tuples: &Tuples) -> Slots {
        let mut slots = Slots(vec![0; Slots::for_count(tuples.count())]);
        for number in 0..tuples.count() {
            let tuple = tuples.get(number);
            let slot = slots.slot(tuples, tuple);
            slots.0[slot] = hash(tuple) & TAG | (number.to_u64() + 1);
        }
        slots
    }

    /// Where a tuple is, or would be.
    fn slot(&self, tuples: &Tuples, tuple: &[u64]) -> usize {
        let hash = hash(tuple);
        let mut slot = self.likely(hash as usize, hash);
        while self.0[slot] != 0 && !tuples.is(self.0[slot], tuple) {
            slot = self.likely(slot + 1, hash);
        }
        slot
    }

    /// The first slot from one on that is empty or has the half of a hash.
    #[inline]
    fn likely(&self, from: usize, hash: u64) -> usize {
        let last = self.0.len() - 1;
        let mut slot = from & last;
        while self.0[slot] != 0 && (self.0[slot] ^ hash) & TAG != 0 {
            slot = (slot + 1) & last;
        }
        slot
    }
}

/// The number in a slot, [`UNKNOWN`] in an empty one.
#[inline]
fn number(slot: u64) -> u32 {
    (slot as u32).wrapping_sub(1)
}

#[inline]
fn hash(tuple: &[u64]) -> u64 {
    let mix = |hash: u64, &word: &u64| (hash.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let hash = tuple.iter().fold(0, mix);
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packs digits.
    fn packed(layout: &Layout, digits: &[u64]) -> Vec<u64> {
        let mut tuple = vec![0; layout.words];
        for (digit, &value) in digits.iter().enumerate() {
            let (word, part) = layout.part(digit, value);
            tuple[word] |= part;
        }
        tuple
    }

    #[test]
    fn words_compare_as_tuples_do_and_keep_every_digit() {
        let sizes = [27, 1, 1 << 32, 3, 1 << 31, 2, 1, 5];
        let layout = Layout::new(sizes.iter().copied());
        assert_eq!(layout.words, 2);
        let tuples: [[u64; 8]; 5] = [
            [0, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, (1 << 31) - 1, 1, 0, 4],
            [0, 0, 0, 2, 0, 0, 0, 0],
            [0, 0, (1 << 32) - 1, 0, 0, 0, 0, 1],
            [26, 0, 7, 1, 1, 0, 0, 3],
        ];
        let words: Vec<Vec<u64>> = tuples.iter().map(|digits| packed(&layout, digits)).collect();
        assert!(words.is_sorted());
        assert!(words.iter().zip(&tuples).all(|(tuple, digits)| layout.digits(tuple) == digits));
        let number = ((2 * (1 << 31)) * 2) * 5;
        assert_eq!(layout.number(&words[2]), OutcomeNumber::Small(number));
        assert!(matches!(layout.number(&words[4]), OutcomeNumber::Large(_)));
    }

    #[test]
    fn tuples_are_numbered_in_their_order() {
        let mut met = Tuples::new(2);
        let tuples = |numbers: &[u64]| numbers.iter().flat_map(|number| [number / 7, number % 7]).collect::<Vec<_>>();
        let numbers: Vec<u64> = (0..1000).rev().chain(500..600).collect();
        let mut before = Vec::new();
        met.number_all(&tuples(&numbers), &mut before);
        assert_eq!(met.count(), 1000);
        assert_eq!(before, (0..1000).chain((400..500).rev()).collect::<Vec<_>>());
        let after = met.sort();
        assert!(before.iter().zip(&numbers).all(|(&before, &number)| u64::from(after[before.index()]) == number));
        let mut found = Vec::new();
        met.find_all(&[tuples(&numbers), vec![0, 7]].concat(), &mut found);
        assert!(found.iter().zip(&numbers).all(|(&found, &number)| u64::from(found) == number));
        assert_eq!(found.last(), Some(&UNKNOWN));
    }
}

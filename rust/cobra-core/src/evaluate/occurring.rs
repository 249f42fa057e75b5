//! Numbers of outcomes where there could be too many to number all: only those that occur have one.
//!
//! A tuple of digits is packed into words, a field of bits for each digit and the first digit uppermost, so that words
//! compare as tuples do. The tuples that occur are numbered in their order, which is the order of their mixed-radix numbers.

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
        let mut number = Natural::default();
        for (field, digit) in self.fields.iter().zip(self.digits(tuple)) {
            number.multiply(field.size);
            number.add(&Natural::from(digit));
        }
        number.into()
    }
}

/// Different tuples, numbered as they are met until they are sorted.
pub struct Tuples {
    words: usize,
    data: Vec<u64>,
    /// By hash: 0, or the number of a tuple and 1, above them half of its hash, so that others are passed over without a
    /// look at them. A power of two, at most half of them taken.
    slots: Vec<u64>,
}

/// The half of a hash that a slot has.
const TAG: u64 = !0 << 32;

impl Tuples {
    pub fn new(words: usize) -> Tuples {
        Tuples { words, data: Vec::new(), slots: vec![0; 64] }
    }

    pub fn count(&self) -> usize {
        self.data.len() / self.words
    }

    pub fn get(&self, number: usize) -> &[u64] {
        &self.data[number * self.words..][..self.words]
    }

    /// Bytes held, at most.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.data[..]) * 2 + size_of_val(&self.slots[..])).to_u64()
    }

    /// Appends the number of each of some tuples, one after the other, [`UNKNOWN`] for one that is not here.
    pub fn find_all(&self, tuples: &[u64], out: &mut Vec<u32>) {
        let mut slots = [0; TOGETHER];
        for some in tuples.chunks(TOGETHER * self.words) {
            // There may be millions: memory is asked for all that are looked for before it is waited for.
            for (tuple, slot) in some.chunks_exact(self.words).zip(&mut slots) {
                let hash = hash(tuple);
                *slot = self.slots[self.likely(hash as usize, hash)];
            }
            for (tuple, &slot) in some.chunks_exact(self.words).zip(&slots) {
                let here = slot == 0 || self.is(slot, tuple);
                out.push(number(if here { slot } else { self.slots[self.slot(tuple)] }));
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
        let slot = self.slot(tuple);
        if self.slots[slot] != 0 {
            return number(self.slots[slot]);
        }
        self.data.extend_from_slice(tuple);
        let count = self.count();
        self.slots[slot] = hash(tuple) & TAG | count.to_u64();
        if 2 * count > self.slots.len() {
            self.rehash(2 * self.slots.len());
        }
        count.to_u32() - 1
    }

    /// Numbers the tuples in their order; returns for each its number then by that of before.
    pub fn sort(&mut self) -> Vec<u32> {
        let mut order: Vec<usize> = (0..self.count()).collect();
        order.sort_unstable_by(|&a, &b| self.get(a).cmp(self.get(b)));
        self.data = order.iter().flat_map(|&number| self.get(number)).copied().collect();
        self.rehash(self.slots.len());
        let mut numbers = vec![0; order.len()];
        for (number, &before) in (0..).zip(&order) {
            numbers[before] = number;
        }
        numbers
    }

    fn rehash(&mut self, slots: usize) {
        self.slots.clear();
        self.slots.resize(slots, 0);
        for number in 0..self.count() {
            let slot = self.slot(self.get(number));
            self.slots[slot] = hash(self.get(number)) & TAG | (number.to_u64() + 1);
        }
    }

    /// Where a tuple is, or would be.
    fn slot(&self, tuple: &[u64]) -> usize {
        let hash = hash(tuple);
        let mut slot = self.likely(hash as usize, hash);
        while self.slots[slot] != 0 && !self.is(self.slots[slot], tuple) {
            slot = self.likely(slot + 1, hash);
        }
        slot
    }

    /// The first slot from one on that is empty or has the half of a hash.
    #[inline]
    fn likely(&self, from: usize, hash: u64) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = from & last;
        while self.slots[slot] != 0 && (self.slots[slot] ^ hash) & TAG != 0 {
            slot = (slot + 1) & last;
        }
        slot
    }

    /// Whether a slot that is taken is that of a tuple.
    #[inline]
    fn is(&self, slot: u64, tuple: &[u64]) -> bool {
        self.get(number(slot).index()).iter().zip(tuple).all(|(a, b)| a == b) // few words: no call is worth it
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

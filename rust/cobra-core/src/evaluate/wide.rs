//! Blocks of 512 bits and the lanes a processor handles at once.
//!
//! Data is stored in [`Block`]s. Kernels are generic over [`Wide`], the machine word of an instruction set, and take a block in
//! `8 / WORDS` parts. All their functions are `inline(always)`, so that the wrapper with the instruction set's
//! `target_feature` contains everything.

/// 512 bits: one for each of 512 codes or experiments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Block(pub [u64; 8]);

pub const ZERO_BLOCK: Block = Block([0; 8]);

/// Bits handled at once: `64 * WORDS` lanes.
pub trait Wide: Copy {
    const WORDS: usize;
    const ZERO: Self;
    const ONES: Self;

    /// Words `WORDS * part ..` of a block.
    fn load(block: &Block, part: usize) -> Self;
    /// To the first words of a block.
    fn store(self, block: &mut Block);
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// `self & !other`.
    fn and_not(self, other: Self) -> Self;
    /// Adds the population count of each word to the words of `self`.
    fn add_counts(self, of: Self) -> Self;
    fn is_zero(self) -> bool;
    /// Does what is compiled once for these words and not in each kernel: most of the kernels' code, and of the time it takes
    /// to compile them.
    fn apart<W: Apart>(work: W);

    #[inline(always)]
    fn not(self) -> Self {
        Self::ONES.and_not(self)
    }

    /// Where `self` has a one the bit of `yes`, else that of `no`.
    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        no.xor(self.and(yes.xor(no)))
    }

    /// Sum and carry of two bits.
    #[inline(always)]
    fn half_add(self, other: Self) -> (Self, Self) {
        (self.xor(other), self.and(other))
    }

    /// Sum and carry of three bits.
    #[inline(always)]
    fn full_add(self, b: Self, c: Self) -> (Self, Self) {
        let half = self.xor(b);
        (half.xor(c), half.select(c, b))
    }

    /// The words, the rest zero.
    #[inline(always)]
    fn to_words(self) -> [u64; 8] {
        let mut block = ZERO_BLOCK;
        self.store(&mut block);
        block.0
    }
}

/// What is done with words of any width, by `Wide::apart`.
pub trait Apart {
    fn run<L: Wide>(self);
}

/// Where `Σ weight·bit >= need`.
#[inline(always)]
pub fn at_least<L: Wide>(need: u32, terms: impl Iterator<Item = (u32, L)>) -> L {
    let mut planes = [L::ZERO; 64];
    let mut used = 32 - need.leading_zeros() as usize;
    for (mut weight, bit) in terms {
        while weight != 0 {
            let mut at = weight.trailing_zeros() as usize;
            weight &= weight - 1;
            let mut carry = bit;
            while !carry.is_zero() && at < planes.len() {
                (planes[at], carry) = planes[at].half_add(carry);
                at += 1;
            }
            used = used.max(at);
        }
    }
    let mut result = L::ONES; // from the lowest plane up: the digits below are at least those of `need`
    for (bit, &plane) in planes[..used].iter().enumerate() {
        result = if bit < 32 && need >> bit & 1 == 1 { result.and(plane) } else { result.or(plane) };
    }
    result
}

/// Any number of words, for the compiler to vectorise as it can.
macro_rules! plain {
    ($type:ident, $words:expr) => {
        impl $type {
            /// A loop: where crates are not optimised as a whole `from_fn` stays a call, which takes twice as long.
            #[inline(always)]
            fn zip(mut self, other: Self, with: impl Fn(u64, u64) -> u64) -> Self {
                let mut i = 0;
                while i < $words {
                    self.0[i] = with(self.0[i], other.0[i]);
                    i += 1;
                }
                self
            }
        }

        impl Wide for $type {
            const WORDS: usize = $words;
            const ZERO: Self = $type([0; $words]);
            const ONES: Self = $type([!0; $words]);

            #[inline(always)]
            fn load(block: &Block, part: usize) -> Self {
                $type(block.0.as_chunks().0[part])
            }

            #[inline(always)]
            fn store(self, block: &mut Block) {
                block.0.as_chunks_mut().0[0] = self.0;
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self.zip(other, |a, b| a & b)
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self.zip(other, |a, b| a | b)
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self.zip(other, |a, b| a ^ b)
            }

            #[inline(always)]
            fn and_not(self, other: Self) -> Self {
                self.zip(other, |a, b| a & !b)
            }

            #[inline(always)]
            fn add_counts(self, of: Self) -> Self {
                self.zip(of, |count, word| count + u64::from(word.count_ones()))
            }

            #[inline(always)]
            fn is_zero(self) -> bool {
                self.0.iter().fold(0, |any, word| any | word) == 0
            }

            #[inline(never)]
            fn apart<W: Apart>(work: W) {
                work.run::<Self>();
            }
        }
    };
}

/// 64 lanes.
#[derive(Clone, Copy, Default)]
pub struct Single(pub [u64; 1]);

/// 128 lanes: what every 64-bit machine handles well.
#[derive(Clone, Copy)]
pub struct Pair(pub [u64; 2]);

plain!(Single, 1);
plain!(Pair, 2);
plain!(Block, 8);

/// Transposes a 64 × 64 bit matrix: bit j of word i becomes bit i of word j (Warren, Hacker's Delight, 7-3).
pub fn transpose(words: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask: u64 = 0x0000_0000_ffff_ffff;
    while width > 0 {
        let mut i = 0;
        while i < 64 {
            let swap = ((words[i] >> width) ^ words[i + width]) & mask;
            words[i + width] ^= swap;
            words[i] ^= swap << width;
            i = (i + width + 1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
    }
}

/// Transposes an 8 × 8 matrix of bytes, by squares of squares (as above).
#[inline(always)]
pub fn transpose_bytes(mut rows: [u64; 8]) -> [u64; 8] {
    for (step, mask) in [(4, 0x0000_0000_ffff_ffff), (2, 0x0000_ffff_0000_ffff), (1, 0x00ff_00ff_00ff_00ff)] {
        for row in (0..8).filter(|row| row & step == 0) {
            let swapped = (rows[row] >> (8 * step) ^ rows[row + step]) & mask;
            rows[row] ^= swapped << (8 * step);
            rows[row + step] ^= swapped;
        }
    }
    rows
}

/// The numbers of 64 lanes whose binary digits are given, the lowest first: a byte for each lane.
#[inline(always)]
pub fn numbers(digits: [u64; 8]) -> [u8; 64] {
    // Each word now has the digits of eight lanes: an 8 × 8 matrix of bits to be transposed (as above).
    let mut squares = transpose_bytes(digits);
    for (shift, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        for square in &mut squares {
            let swap = (*square ^ (*square >> shift)) & mask;
            *square ^= swap ^ (swap << shift);
        }
    }
    let mut numbers = [0; 64];
    for (bytes, square) in numbers.chunks_exact_mut(8).zip(squares) {
        bytes.copy_from_slice(&square.to_le_bytes());
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::convert::ToU8;

    #[test]
    fn squares_of_bytes_are_transposed() {
        let square: [[u8; 8]; 8] =
            std::array::from_fn(|row| std::array::from_fn(|column| (8 * row + column).to_u8()));
        let turned = transpose_bytes(square.map(u64::from_le_bytes)).map(u64::to_le_bytes);
        for row in 0..8 {
            for column in 0..8 {
                assert_eq!(turned[row][column], square[column][row]);
            }
        }
    }

    #[test]
    fn numbers_have_their_digits() {
        let wanted: [u8; 64] = std::array::from_fn(|lane| (lane * lane * 37 + 11 * lane) as u8);
        let digit = |bit: usize| (0..64).fold(0, |word, lane| word | u64::from(wanted[lane] >> bit & 1) << lane);
        assert_eq!(numbers(std::array::from_fn(digit)), wanted);
    }

    #[test]
    fn transposing_moves_every_bit() {
        let mut state = 1u64;
        let words: [u64; 64] = std::array::from_fn(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state ^ (state >> 29)
        });
        let mut turned = words;
        transpose(&mut turned);
        for (i, word) in words.iter().enumerate() {
            for (j, other) in turned.iter().enumerate() {
                assert_eq!(other >> i & 1, word >> j & 1);
            }
        }
    }
}

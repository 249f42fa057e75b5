//! Bytes of many experiments side by side, as many as a processor handles at once.

use super::outcome_sets::{OutcomeSet, Set};
use crate::evaluate::wide::Pair;
#[cfg(target_arch = "x86_64")]
use crate::evaluate::x86::{Avx2, Avx512};
use crate::outcomes::lines::{Line, LINE};

/// Tells the processor that the line at this place will be asked for, if there is one. It is to be in the second cache: in the
/// first one it would be in the way of lines that are at work (Mastermind 5,6 takes a tenth longer).
#[inline(always)]
pub(super) fn prefetch(lines: &[Line], place: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(line) = lines.get(place) {
        use std::arch::x86_64::{_mm_prefetch, _MM_HINT_T1};
        // SAFETY: every x86-64 has the instruction; the address is that of a line.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(line.0.as_ptr().cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (lines, place);
}

/// The bytes an instruction set handles at once: a part of a line. All functions are `inline(always)`, so that the wrapper
/// with the instruction set's `target_feature` contains everything.
pub(super) trait Lanes: Copy {
    /// A set of outcomes.
    type Set: OutcomeSet;
    /// Parts of a line.
    const PARTS: usize;

    fn load(line: &Line, part: usize) -> Self;
    fn store(self, line: &mut Line, part: usize);
    fn splat(byte: u8) -> Self;
    /// Where the low four bits of the index point to; 0 when its highest bit is set.
    fn look_up(self, table: &[u8; 16]) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// `self & !other`.
    fn and_not(self, other: Self) -> Self;
    fn add(self, other: Self) -> Self;
    fn subtract(self, other: Self) -> Self;
    /// The difference, or 0 where it would be negative.
    fn excess(self, over: Self) -> Self;
    /// The sum, or 255 where it would be more.
    fn add_up_to_most(self, other: Self) -> Self;
    /// The smaller one.
    fn least(self, other: Self) -> Self;
    fn count_ones(self) -> Self;
    /// Adds one where the others are equal.
    fn add_equal(self, a: Self, b: Self) -> Self;
    /// Adds one where `of` is at least `bound`.
    fn add_at_least(self, of: Self, bound: Self) -> Self;
    /// 255 where they are equal, else 0.
    fn equal(self, other: Self) -> Self;
    /// Whether it is less anywhere.
    fn any_less(self, than: Self) -> bool;

    /// `self | a & b`.
    #[inline(always)]
    fn or_and(self, a: Self, b: Self) -> Self {
        self.or(a.and(b))
    }

    #[inline(always)]
    fn not(self) -> Self {
        Self::splat(255).and_not(self)
    }

    /// Sum and carry of three bits.
    #[inline(always)]
    fn full_add(self, b: Self, c: Self) -> (Self, Self) {
        let half = self.xor(b);
        (half.xor(c), self.and(b).or_and(half, c))
    }
}

/// The bytes that go with a machine word of the evaluator.
pub(super) trait LineBytes {
    type Lanes: Lanes;
}

impl LineBytes for Pair {
    type Lanes = Plain;
}

#[cfg(target_arch = "x86_64")]
impl LineBytes for Avx2 {
    type Lanes = x86::Bytes32;
}

#[cfg(target_arch = "x86_64")]
impl LineBytes for Avx512 {
    type Lanes = x86::Bytes64;
}

/// Sixteen bytes, for the compiler to vectorise as it can.
#[derive(Clone, Copy)]
pub(super) struct Plain([u8; 16]);

impl Plain {
    /// A loop, as in `evaluate::wide`; without an iterator, which takes most of the time where nothing is optimised.
    #[inline(always)]
    fn zip(mut self, other: Plain, with: impl Fn(u8, u8) -> u8) -> Plain {
        let mut i = 0;
        while i < self.0.len() {
            self.0[i] = with(self.0[i], other.0[i]);
            i += 1;
        }
        self
    }
}

impl Lanes for Plain {
    type Set = Set;
    const PARTS: usize = LINE / 16;

    #[inline(always)]
    fn load(line: &Line, part: usize) -> Self {
        Plain(line.0.as_chunks().0[part])
    }

    #[inline(always)]
    fn store(self, line: &mut Line, part: usize) {
        line.0[16 * part..16 * part + 16].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn splat(byte: u8) -> Self {
        Plain([byte; 16])
    }

    #[inline(always)]
    fn look_up(self, table: &[u8; 16]) -> Self {
        Plain(self.0.map(|index| if index < 128 { table[usize::from(index & 15)] } else { 0 }))
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
    fn add_up_to_most(self, other: Self) -> Self {
        self.zip(other, u8::saturating_add)
    }

    #[inline(always)]
    fn least(self, other: Self) -> Self {
        self.zip(other, u8::min)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u8::wrapping_add)
    }

    #[inline(always)]
    fn subtract(self, other: Self) -> Self {
        self.zip(other, u8::wrapping_sub)
    }

    #[inline(always)]
    fn excess(self, over: Self) -> Self {
        self.zip(over, u8::saturating_sub)
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        Plain(self.0.map(|byte| byte.count_ones() as u8))
    }

    #[inline(always)]
    fn add_equal(self, a: Self, b: Self) -> Self {
        self.add(a.zip(b, |a, b| u8::from(a == b)))
    }

    #[inline(always)]
    fn add_at_least(self, of: Self, bound: Self) -> Self {
        self.add(of.zip(bound, |of, bound| u8::from(of >= bound)))
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        self.zip(other, |a, b| if a == b { 255 } else { 0 })
    }

    #[inline(always)]
    fn any_less(self, than: Self) -> bool {
        self.0.iter().zip(&than.0).any(|(a, b)| a < b)
    }
}

/// SAFETY of everything here: the functions are inlined into kernels that only run, through `isa::dispatch`, on machines that
/// have the instruction set (`Isa::is_available`); loads and stores are of whole parts of a line.
#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    use std::arch::x86_64::*;

    use super::{Lanes, Line, OutcomeSet, Set, LINE};
    use crate::evaluate::x86::of_both;

    #[derive(Clone, Copy)]
    pub struct Bytes32(__m256i);

    #[derive(Clone, Copy)]
    pub struct Bytes64(__m512i);

    /// Told what to do word by word, compilers gather the words of several codes, which takes four times as long.
    #[derive(Clone, Copy)]
    pub struct Set256(__m256i);

    impl OutcomeSet for Set256 {
        #[inline(always)]
        fn load(set: &Set) -> Self {
            // SAFETY: a set has 32 bytes and is aligned; see above.
            Set256(unsafe { _mm256_load_si256(set.0.as_ptr().cast()) })
        }

        #[inline(always)]
        fn store(self, set: &mut Set) {
            // SAFETY: as for loads.
            unsafe { _mm256_store_si256(set.0.as_mut_ptr().cast(), self.0) }
        }

        #[inline(always)]
        fn join(self, other: Self) -> Self {
            // SAFETY: see above.
            Set256(unsafe { _mm256_or_si256(self.0, other.0) })
        }
    }

    impl Lanes for Bytes32 {
        type Set = Set256;
        const PARTS: usize = LINE / 32;

        #[inline(always)]
        fn load(line: &Line, part: usize) -> Self {
            let bytes = &line.0[32 * part..32 * part + 32];
            // SAFETY: 32 bytes, aligned as parts of a line are; see above.
            Bytes32(unsafe { _mm256_load_si256(bytes.as_ptr().cast()) })
        }

        #[inline(always)]
        fn store(self, line: &mut Line, part: usize) {
            let bytes = &mut line.0[32 * part..32 * part + 32];
            // SAFETY: as for loads.
            unsafe { _mm256_store_si256(bytes.as_mut_ptr().cast(), self.0) }
        }

        #[inline(always)]
        fn splat(byte: u8) -> Self {
            // SAFETY: see above.
            Bytes32(unsafe { _mm256_set1_epi8(byte as i8) })
        }

        #[inline(always)]
        fn look_up(self, table: &[u8; 16]) -> Self {
            // SAFETY: the table has 16 bytes; see above.
            Bytes32(unsafe {
                let table = _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast()));
                _mm256_shuffle_epi8(table, self.0)
            })
        }

        of_both! {
            and = _mm256_and_si256;
            or = _mm256_or_si256;
            xor = _mm256_xor_si256;
            add = _mm256_add_epi8;
            subtract = _mm256_sub_epi8;
            excess = _mm256_subs_epu8;
            equal = _mm256_cmpeq_epi8;
        }

        #[inline(always)]
        fn and_not(self, other: Self) -> Self {
            // SAFETY: see above.
            Bytes32(unsafe { _mm256_andnot_si256(other.0, self.0) })
        }

        /// By table look-up of four bits (Muła 2008).
        #[inline(always)]
        fn add_up_to_most(self, other: Self) -> Self {
            // SAFETY: see above.
            Self(unsafe { _mm256_adds_epu8(self.0, other.0) })
        }

        #[inline(always)]
        fn least(self, other: Self) -> Self {
            // SAFETY: see above.
            Self(unsafe { _mm256_min_epu8(self.0, other.0) })
        }

        #[inline(always)]
        fn count_ones(self) -> Self {
            const ONES: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
            let low = Self::splat(15);
            // SAFETY: see above.
            let high = Bytes32(unsafe { _mm256_srli_epi16(self.0, 4) });
            self.and(low).look_up(&ONES).add(high.and(low).look_up(&ONES))
        }

        #[inline(always)]
        fn add_equal(self, a: Self, b: Self) -> Self {
            // SAFETY: see above. Equal bytes give -1.
            Bytes32(unsafe { _mm256_sub_epi8(self.0, _mm256_cmpeq_epi8(a.0, b.0)) })
        }

        #[inline(always)]
        fn add_at_least(self, of: Self, bound: Self) -> Self {
            // SAFETY: see above.
            self.add_equal(Bytes32(unsafe { _mm256_max_epu8(of.0, bound.0) }), of)
        }

        #[inline(always)]
        fn any_less(self, than: Self) -> bool {
            let less = than.excess(self).0;
            // SAFETY: see above.
            unsafe { _mm256_testz_si256(less, less) == 0 }
        }
    }

    impl Lanes for Bytes64 {
        type Set = Set256;
        const PARTS: usize = 1;

        #[inline(always)]
        fn load(line: &Line, _part: usize) -> Self {
            // SAFETY: a line has 64 bytes and is aligned; see above.
            Bytes64(unsafe { _mm512_load_si512(line.0.as_ptr().cast()) })
        }

        #[inline(always)]
        fn store(self, line: &mut Line, _part: usize) {
            // SAFETY: as for loads.
            unsafe { _mm512_store_si512(line.0.as_mut_ptr().cast(), self.0) }
        }

        #[inline(always)]
        fn splat(byte: u8) -> Self {
            // SAFETY: see above.
            Bytes64(unsafe { _mm512_set1_epi8(byte as i8) })
        }

        #[inline(always)]
        fn look_up(self, table: &[u8; 16]) -> Self {
            // SAFETY: the table has 16 bytes; see above.
            Bytes64(unsafe {
                let table = _mm512_broadcast_i32x4(_mm_loadu_si128(table.as_ptr().cast()));
                _mm512_shuffle_epi8(table, self.0)
            })
        }

        of_both! {
            and = _mm512_and_si512;
            or = _mm512_or_si512;
            xor = _mm512_xor_si512;
            add = _mm512_add_epi8;
            subtract = _mm512_sub_epi8;
            excess = _mm512_subs_epu8;
        }

        #[inline(always)]
        fn and_not(self, other: Self) -> Self {
            // SAFETY: see above.
            Bytes64(unsafe { _mm512_andnot_si512(other.0, self.0) })
        }

        #[inline(always)]
        fn add_up_to_most(self, other: Self) -> Self {
            // SAFETY: see above.
            Self(unsafe { _mm512_adds_epu8(self.0, other.0) })
        }

        #[inline(always)]
        fn least(self, other: Self) -> Self {
            // SAFETY: see above.
            Self(unsafe { _mm512_min_epu8(self.0, other.0) })
        }

        #[inline(always)]
        fn count_ones(self) -> Self {
            // SAFETY: see above.
            Bytes64(unsafe { _mm512_popcnt_epi8(self.0) })
        }

        #[inline(always)]
        fn add_equal(self, a: Self, b: Self) -> Self {
            // SAFETY: see above.
            Bytes64(unsafe {
                let equal = _mm512_cmpeq_epu8_mask(a.0, b.0);
                _mm512_mask_sub_epi8(self.0, equal, self.0, _mm512_set1_epi8(-1))
            })
        }

        #[inline(always)]
        fn add_at_least(self, of: Self, bound: Self) -> Self {
            // SAFETY: see above.
            Bytes64(unsafe {
                let reached = _mm512_cmpge_epu8_mask(of.0, bound.0);
                _mm512_mask_sub_epi8(self.0, reached, self.0, _mm512_set1_epi8(-1))
            })
        }

        #[inline(always)]
        fn equal(self, other: Self) -> Self {
            // SAFETY: see above.
            Bytes64(unsafe { _mm512_movm_epi8(_mm512_cmpeq_epu8_mask(self.0, other.0)) })
        }

        #[inline(always)]
        fn any_less(self, than: Self) -> bool {
            // SAFETY: see above.
            unsafe { _mm512_cmplt_epu8_mask(self.0, than.0) != 0 }
        }

        #[inline(always)]
        fn or_and(self, a: Self, b: Self) -> Self {
            // SAFETY: see above.
            Bytes64(unsafe { _mm512_ternarylogic_epi64(self.0, a.0, b.0, 0xf8) })
        }

        #[inline(always)]
        fn full_add(self, b: Self, c: Self) -> (Self, Self) {
            // SAFETY: see above. Exclusive or, and the majority.
            unsafe {
                let sum = _mm512_ternarylogic_epi64(self.0, b.0, c.0, 0x96);
                let carry = _mm512_ternarylogic_epi64(self.0, b.0, c.0, 0xe8);
                (Bytes64(sum), Bytes64(carry))
            }
        }
    }
}

//! The machine words of AVX2 and AVX-512.
//!
//! SAFETY of everything here: the functions are inlined into kernels that only run, through `isa::dispatch`, on machines that
//! have the instruction set (`Isa::is_available`); loads and stores are of whole parts of a block.

use std::arch::x86_64::*;

use super::wide::{Apart, Block, Wide};

/// Methods that are one instruction on two words.
macro_rules! of_both {
    ($($method:ident = $instruction:ident;)*) => {$(
        #[inline(always)]
        fn $method(self, other: Self) -> Self {
            // SAFETY: see the file that this is used in.
            Self(unsafe { $instruction(self.0, other.0) })
        }
    )*};
}
pub(crate) use of_both;

/// 256 lanes.
#[derive(Clone, Copy)]
pub struct Avx2(__m256i);

/// 512 lanes.
#[derive(Clone, Copy)]
pub struct Avx512(__m512i);

impl Wide for Avx2 {
    const WORDS: usize = 4;
    // SAFETY: all bit patterns are valid.
    const ZERO: Self = Avx2(unsafe { std::mem::transmute::<[u64; 4], __m256i>([0; 4]) });
    // SAFETY: all bit patterns are valid.
    const ONES: Self = Avx2(unsafe { std::mem::transmute::<[u64; 4], __m256i>([!0; 4]) });

    #[inline(always)]
    fn load(block: &Block, part: usize) -> Self {
        let words = &block.0[4 * part..4 * part + 4];
        // SAFETY: four words, aligned as parts of a block are; see above.
        Avx2(unsafe { _mm256_load_si256(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, block: &mut Block) {
        // SAFETY: a block has four words and is aligned; see above.
        unsafe { _mm256_store_si256(block.0.as_mut_ptr().cast(), self.0) }
    }

    of_both! {
        and = _mm256_and_si256;
        or = _mm256_or_si256;
        xor = _mm256_xor_si256;
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: see above.
        Avx2(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    /// Counts of four-bit numbers by table look-up (Muła 2008).
    #[inline(always)]
    fn add_counts(self, of: Self) -> Self {
        // SAFETY: see above.
        Avx2(unsafe {
            let table = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            );
            let mask = _mm256_set1_epi8(15);
            let low = _mm256_shuffle_epi8(table, _mm256_and_si256(of.0, mask));
            let high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(of.0, 4), mask));
            let sums = _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256());
            _mm256_add_epi64(self.0, sums)
        })
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: see above.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }

    #[inline(always)]
    fn apart<W: Apart>(work: W) {
        #[inline(never)]
        #[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
        fn compiled<W: Apart>(work: W) {
            work.run::<Avx2>();
        }
        // SAFETY: see above.
        unsafe { compiled(work) }
    }
}

impl Wide for Avx512 {
    const WORDS: usize = 8;
    // SAFETY: all bit patterns are valid.
    const ZERO: Self = Avx512(unsafe { std::mem::transmute::<[u64; 8], __m512i>([0; 8]) });
    // SAFETY: all bit patterns are valid.
    const ONES: Self = Avx512(unsafe { std::mem::transmute::<[u64; 8], __m512i>([!0; 8]) });

    #[inline(always)]
    fn load(block: &Block, _part: usize) -> Self {
        // SAFETY: a block has eight words and is aligned; see above.
        Avx512(unsafe { _mm512_load_si512(block.0.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, block: &mut Block) {
        // SAFETY: as for loads.
        unsafe { _mm512_store_si512(block.0.as_mut_ptr().cast(), self.0) }
    }

    of_both! {
        and = _mm512_and_si512;
        or = _mm512_or_si512;
        xor = _mm512_xor_si512;
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: see above.
        Avx512(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }

    #[inline(always)]
    fn add_counts(self, of: Self) -> Self {
        // SAFETY: see above.
        Avx512(unsafe { _mm512_add_epi64(self.0, _mm512_popcnt_epi64(of.0)) })
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: see above.
        unsafe { _mm512_test_epi64_mask(self.0, self.0) == 0 }
    }

    #[inline(always)]
    fn apart<W: Apart>(work: W) {
        #[inline(never)]
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,avx512bitalg,popcnt,bmi1,bmi2")]
        fn compiled<W: Apart>(work: W) {
            work.run::<Avx512>();
        }
        // SAFETY: see above.
        unsafe { compiled(work) }
    }

    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        // SAFETY: see above.
        Avx512(unsafe { _mm512_ternarylogic_epi64(self.0, yes.0, no.0, 0xca) })
    }

    #[inline(always)]
    fn full_add(self, b: Self, c: Self) -> (Self, Self) {
        // SAFETY: see above.
        unsafe {
            // the carry from the sum instead of `b`, whose register the sum can take
            let sum = _mm512_ternarylogic_epi64(b.0, self.0, c.0, 0x96);
            (Avx512(sum), Avx512(_mm512_ternarylogic_epi64(self.0, sum, c.0, 0xb2)))
        }
    }
}

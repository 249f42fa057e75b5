//! Scores of 512 experiments from bit-sliced counters, computed and compared in all lanes at once.

use super::counters::add_rows;
use super::job::{Job, ScanMemory};
use super::score::{Criterion, Score};
use super::wide::{Block, Wide, ZERO_BLOCK};
use crate::base::convert::ToIndex;

/// The lowest lane set, if any.
#[inline(always)]
pub fn lowest(lanes: &[u64; 8]) -> Option<usize> {
    let word = lanes.iter().position(|&word| word != 0)?;
    Some(64 * word + lanes[word].trailing_zeros().index())
}

/// The least number among lanes, and the lanes that have it; `planes` from the lowest.
#[inline(always)]
pub fn least<L: Wide>(planes: &[L], lanes: L) -> (u64, L) {
    let mut candidates = lanes;
    let mut value = 0;
    for (bit, plane) in planes.iter().enumerate().rev() {
        let zeros = candidates.and_not(*plane);
        if zeros.is_zero() {
            value |= 1 << bit;
        } else {
            candidates = zeros;
        }
    }
    (value, candidates)
}

/// Most planes of a score.
pub const SCORE_PLANES: usize = 64;

/// The scores of all lanes as binary digits (not for the entropy), and what is to be added to them.
#[inline(always)]
pub fn score_planes<L: Wide>(
    job: &Job<'_>,
    memory: &mut ScanMemory,
    width: usize,
) -> ([L; SCORE_PLANES], usize, Score) {
    let mut planes = [L::ZERO; SCORE_PLANES];
    match job.query.criterion {
        Criterion::MaxModels => {
            largest_counts(memory, job.slots, width, &mut planes);
            (planes, width, 0)
        }
        Criterion::ExpModels => {
            let used = squares(memory, job.slots, width, &mut planes);
            (planes, used, 0)
        }
        Criterion::EntModels | Criterion::Parts => {
            let count = count_parts::<L>(memory, job.slots, width);
            for (to, from) in planes.iter_mut().zip(&count) {
                *to = L::load(from, 0).not();
            }
            (planes, count.len(), 1 - (1 << count.len()))
        }
    }
}

/// The score of a job's experiments with one outcome, as `score_planes` has it.
#[inline(always)]
pub fn no_information(job: &Job<'_>) -> Score {
    match job.query.criterion {
        Criterion::MaxModels => job.size as Score,
        Criterion::ExpModels => (job.size * job.size) as Score,
        Criterion::EntModels | Criterion::Parts => -1,
    }
}

/// The maximum over the slots.
#[inline(always)]
pub fn largest_counts<L: Wide>(memory: &mut ScanMemory, slots: usize, width: usize, maximum: &mut [L; SCORE_PLANES]) {
    memory.alive.clear();
    memory.alive.resize(slots, Block([!0; 8]));
    for bit in (0..width).rev() {
        let mut any = L::ZERO;
        for slot in 0..slots {
            any = any.or(L::load(&memory.alive[slot], 0).and(L::load(&memory.planes[slot * width + bit], 0)));
        }
        maximum[bit] = any;
        if bit > 0 {
            for slot in 0..slots {
                let behind = any.and_not(L::load(&memory.planes[slot * width + bit], 0));
                L::load(&memory.alive[slot], 0).and_not(behind).store(&mut memory.alive[slot]);
            }
        }
    }
}

/// The sum of squares over the slots, `n² = Σ 4^i c_i + Σ_{i<j} 2^(i+j+1) c_i c_j` for the binary digits c of n;
/// returns the number of planes used.
#[inline(always)]
pub fn squares<L: Wide>(memory: &ScanMemory, slots: usize, width: usize, sum: &mut [L; SCORE_PLANES]) -> usize {
    let mut top = 0;
    for i in 0..width {
        for j in i..width {
            let mut count = [ZERO_BLOCK; 17];
            let mut used = 0;
            for slot in (0..slots).step_by(8) {
                let mut rows = [L::ZERO; 8];
                for (row, slot) in rows.iter_mut().zip(slot..slots) {
                    let planes = &memory.planes[slot * width..(slot + 1) * width];
                    *row = L::load(&planes[i], 0).and(L::load(&planes[j], 0));
                }
                used = bits(slots.min(slot + 8));
                add_rows(&mut count[..used], &rows);
            }
            let shift = i + j + usize::from(i < j);
            top = top.max(add_shifted(sum, loaded(&count[..used]), shift));
        }
    }
    top
}

/// Adds numbers, as planes, times a power of two; the number of planes that may not be zero after it.
#[inline(always)]
pub fn add_shifted<L: Wide>(sum: &mut [L], planes: impl IntoIterator<Item = L>, shift: usize) -> usize {
    let (mut carry, mut at) = (L::ZERO, shift);
    for (to, plane) in sum[shift..].iter_mut().zip(planes) {
        (*to, carry) = to.full_add(plane, carry);
        at += 1;
    }
    while !carry.is_zero() && at < sum.len() {
        (sum[at], carry) = sum[at].half_add(carry);
        at += 1;
    }
    at
}

/// The planes of numbers that are kept in blocks.
#[inline(always)]
pub fn loaded<L: Wide>(planes: &[Block]) -> impl Iterator<Item = L> + '_ {
    planes.iter().map(|plane| L::load(plane, 0))
}

/// Number of bits of a number.
#[inline(always)]
pub fn bits(number: usize) -> usize {
    (usize::BITS - number.leading_zeros()).index()
}

/// The numbers of outcomes seen, as planes.
#[inline(always)]
pub fn count_parts<L: Wide>(memory: &ScanMemory, slots: usize, width: usize) -> [Block; 17] {
    let mut count = [ZERO_BLOCK; 17];
    for slot in (0..slots).step_by(8) {
        let mut rows = [L::ZERO; 8];
        for (row, slot) in rows.iter_mut().zip(slot..slots) {
            for plane in &memory.planes[slot * width..(slot + 1) * width] {
                *row = row.or(L::load(plane, 0));
            }
        }
        add_rows(&mut count[..bits(slots.min(slot + 8))], &rows);
    }
    count
}

/// Lanes whose number is at least k.
#[inline(always)]
pub fn at_least<L: Wide>(planes: &[Block; 17], k: usize) -> L {
    let mut result = L::ONES;
    for (bit, plane) in planes.iter().enumerate() {
        let plane = L::load(plane, 0);
        result = if k >> bit & 1 == 1 { result.and(plane) } else { result.or(plane) };
    }
    result
}

//! Entropy scores of 512 experiments from bit-sliced counters: a bound in all lanes at once, and the lanes that it leaves
//! one by one.

use super::counters::add_rows;
use super::found::Best;
use super::job::{Job, Progress, ScanMemory};
use super::lane_scores::{add_shifted, at_least, bits, count_parts, loaded, lowest};
use super::score::{Logarithms, Score, NO_INFORMATION, ROUNDING};
use super::wide::{Block, Wide, ZERO_BLOCK};
use crate::base::convert::ToUsize;

/// So many lanes are scored sooner than bounded, and states of so few codes have scores too small for the bound.
const FEW_LANES: u32 = 8;
const FEW_CODES: usize = 32;
/// Most planes of a bound: eight times a sum of `n·log2 n` and some more, for numbers below 2^16.
const BOUND_PLANES: usize = 32;

/// Scores the live lanes one by one, those left out that have too few outcomes or, by a bound, too large a score.
#[allow(clippy::too_many_arguments)]
#[inline(always)]
pub fn by_lane<L: Wide>(
    job: &Job<'_>,
    progress: &mut Progress,
    memory: &mut ScanMemory,
    width: usize,
    live: L,
    finals: L,
    first: usize,
    target: Score,
) {
    let bounds = job.bounds();
    let count = count_parts::<L>(memory, job.slots, width);
    let mut hopeful = live.and(at_least(&count, bounds.fewest_parts(target)));
    if progress.limit.is_some() && job.size > FEW_CODES && ones(hopeful) > FEW_LANES {
        hopeful = hopeful.and(may_score(job, memory, width, target));
    }
    let mut lanes = hopeful.to_words();
    let finals = finals.to_words();
    while let Some(lane) = lowest(&lanes) {
        let (word, bit) = (lane / 64, lane % 64);
        lanes[word] &= !(1 << bit);
        let score = entropy(&memory.planes[..job.slots * width], width, word, bit, job.logarithms);
        let best = Best { score, can_be_final: finals[word] >> bit & 1 == 1, experiment: first + lane };
        if score < NO_INFORMATION && progress.offer(job.query, best) {
            let enough = at_least::<L>(&count, bounds.fewest_parts(score)).to_words();
            lanes.iter_mut().zip(enough).for_each(|(lanes, enough)| *lanes &= enough);
        }
    }
}

/// The entropy score of one lane.
#[inline(always)]
pub fn entropy(planes: &[Block], width: usize, word: usize, bit: usize, logarithms: &Logarithms) -> Score {
    match width {
        1 => lane_entropy::<1>(planes, width, word, bit, logarithms),
        2 => lane_entropy::<2>(planes, width, word, bit, logarithms),
        3 => lane_entropy::<3>(planes, width, word, bit, logarithms),
        4 => lane_entropy::<4>(planes, width, word, bit, logarithms),
        5 => lane_entropy::<5>(planes, width, word, bit, logarithms),
        _ => lane_entropy::<0>(planes, width, word, bit, logarithms),
    }
}

/// The score of one lane; `WIDTH` is `width`, or 0 if it is large.
#[inline(always)]
pub fn lane_entropy<const WIDTH: usize>(
    planes: &[Block],
    width: usize,
    word: usize,
    bit: usize,
    logarithms: &Logarithms,
) -> Score {
    let width = if WIDTH > 0 { WIDTH } else { width };
    let (mut parts, mut score) = (0, 0);
    for planes in planes.chunks_exact(width) {
        let mut size = 0;
        for (place, plane) in planes.iter().enumerate() {
            size |= (plane.0[word] >> bit & 1) << place;
        }
        parts += u32::from(size > 0);
        score += logarithms.n_log_n(size.to_usize());
    }
    if parts > 1 {
        score
    } else {
        NO_INFORMATION
    }
}

/// Lanes whose score may be at most `target`, by a bound that all others exceed.
///
/// With `k` the place of the highest digit of `n`, `n·log2 n >= (k + 2)·n - 17/8·2^k`: the tangent of slope `k + 2` to the
/// convex function on the left meets the axis at `-c·2^(k + 2 - c)` with `c = log2 e`, and `c·2^(2 - c) < 2.124`. So for N codes
/// eight times the score is at least `16·N + 8·Σ k·n - 17·Σ 2^k`.
#[inline(always)]
fn may_score<L: Wide>(job: &Job<'_>, memory: &mut ScanMemory, width: usize, target: Score) -> L {
    let (slots, codes) = (job.slots, job.size as Score);
    let room = (target.saturating_add(ROUNDING * codes) >> 29) + 1 - 16 * codes;
    let most = 8 * (width as Score - 1) * codes;
    if codes >= 1 << 16 || room >= most {
        return L::ONES;
    }
    // for each slot the highest digit of its number, then the binary digits of the place of that digit
    let digits = bits(width - 1);
    let stride = width + digits;
    memory.alive.resize(memory.alive.len().max(slots * stride), ZERO_BLOCK);
    for slot in 0..slots {
        let mut above = L::ZERO;
        let mut place = [L::ZERO; 5];
        let highest = &mut memory.alive[slot * stride..(slot + 1) * stride];
        for bit in (0..width).rev() {
            let plane = L::load(&memory.planes[slot * width + bit], 0);
            let first = plane.and_not(above);
            first.store(&mut highest[bit]);
            above = above.or(plane);
            for (digit, place) in place[..digits].iter_mut().enumerate() {
                if bit >> digit & 1 == 1 {
                    *place = place.or(first);
                }
            }
        }
        for digit in 0..digits {
            place[digit].store(&mut highest[width + digit]);
        }
    }
    let (mut powers, mut products) = ([L::ZERO; BOUND_PLANES], [L::ZERO; BOUND_PLANES]);
    for bit in 0..width {
        for digit in 0..=digits {
            let mut count = [ZERO_BLOCK; 17];
            let mut used = 0;
            for first in (0..slots).step_by(8) {
                let mut rows = [L::ZERO; 8];
                for (row, slot) in rows.iter_mut().zip(first..slots) {
                    *row = if digit == digits {
                        L::load(&memory.alive[slot * stride + bit], 0)
                    } else {
                        let place = L::load(&memory.alive[slot * stride + width + digit], 0);
                        L::load(&memory.planes[slot * width + bit], 0).and(place)
                    };
                }
                used = bits(slots.min(first + 8));
                add_rows(&mut count[..used], &rows);
            }
            if digit == digits {
                add_shifted(&mut powers, loaded(&count[..used]), bit);
            } else {
                add_shifted(&mut products, loaded(&count[..used]), bit + digit);
            }
        }
    }
    // room + 17·Σ 2^k - 8·Σ k·n in two's complement
    let mut rest = [L::ZERO; BOUND_PLANES];
    for (bit, plane) in rest.iter_mut().enumerate() {
        if (room + 1) >> bit & 1 == 1 {
            *plane = L::ONES;
        }
    }
    for shift in [0, 4] {
        let mut carry = L::ZERO;
        for bit in shift..BOUND_PLANES {
            (rest[bit], carry) = rest[bit].full_add(powers[bit - shift], carry);
        }
    }
    let mut carry = L::ZERO;
    for bit in 0..BOUND_PLANES {
        let less = if bit < 3 { L::ONES } else { products[bit - 3].not() };
        (rest[bit], carry) = rest[bit].full_add(less, carry);
    }
    rest[BOUND_PLANES - 1].not()
}

/// Number of lanes set.
#[inline(always)]
fn ones<L: Wide>(lanes: L) -> u32 {
    lanes.to_words().iter().map(|word| word.count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::evaluate::found::Query;
    use crate::evaluate::frontier::Columns;
    use crate::evaluate::job::{CodeGroups, Finals};
    use crate::evaluate::score::Criterion;

    #[test]
    fn a_bound_excludes_no_lane_that_reaches_the_target() {
        let (slots, codes, stop) = (11, 4000, AtomicBool::new(false));
        let (width, logarithms) = (bits(codes), Logarithms::new(codes));
        let mut memory = ScanMemory::default();
        memory.planes.resize(slots * width, ZERO_BLOCK);
        let (mut scores, mut state) = (Vec::new(), 1u64);
        for lane in 0..512 {
            // sizes from very uneven to even, some of them powers of two
            let mut sizes = vec![0; slots];
            for code in 0..codes {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let draw = (state >> 33).to_usize();
                sizes[if draw % 512 < lane {
                    code % slots
                } else {
                    (draw / 512 % 64).min(slots - 1) % (1 + lane % 7)
                }] += 1;
            }
            for (slot, &size) in sizes.iter().enumerate() {
                for place in 0..width {
                    memory.planes[slot * width + place].0[lane / 64] |= (size as u64 >> place & 1) << (lane % 64);
                }
            }
            scores.push(Criterion::EntModels.score(sizes.into_iter(), &logarithms));
        }
        let (groups, columns) = (CodeGroups::default(), Columns::default());
        let query = Query::by(Criterion::EntModels);
        let job = Job {
            codes: &groups,
            columns: &columns,
            experiments: 512,
            size: codes,
            slots,
            query: &query,
            finals: Finals::Never,
            logarithms: &logarithms,
            stop: &stop,
        };
        let mut excluded = 0;
        for target in scores.clone() {
            let may = may_score::<Block>(&job, &mut memory, width, target).to_words();
            for (lane, &score) in scores.iter().enumerate() {
                let may = may[lane / 64] >> (lane % 64) & 1 == 1;
                assert!(may || score > target, "{score} {target}");
                excluded += usize::from(!may);
                // no further from the truth than an eighth for each code
                assert!(!may || score <= target.saturating_add((codes as Score + 8) << 29), "{score} {target}");
            }
        }
        assert!(excluded > 512 * 100);
    }
}

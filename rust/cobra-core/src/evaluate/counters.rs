//! Bit-sliced counters of the codes with each outcome, 512 experiments at a time; up to sixteen codes come at once.

use super::interpreter::Sink;
use super::wide::{transpose, Block, Wide};

/// Counters of `width` planes for each slot, zero at first; lanes with a count that does not fit are dead.
pub struct Counters<'a, L: Wide> {
    pub planes: &'a mut [Block],
    pub width: usize,
    pub dead: L,
}

impl<L: Wide> Sink<L> for Counters<'_, L> {
    #[inline(always)]
    fn take<const R: usize>(&mut self, slot: usize, rows: &[L; R]) {
        let planes = &mut self.planes[slot * self.width..(slot + 1) * self.width];
        self.dead = self.dead.or(add_rows(planes, rows));
    }
}

/// Adds up to eight, or sixteen, one-bit numbers to vertical counters; returns the lanes that overflow.
#[inline(always)]
pub fn add_rows<L: Wide, const R: usize>(planes: &mut [Block], rows: &[L; R]) -> L {
    if let ([first, second], _) = rows.as_chunks::<8>() {
        return add_sixteen(planes, first, second);
    }
    let mut at = 0;
    let mut four = [L::ZERO; 4];
    let mut two = [L::ZERO; 2];
    let mut carry;
    if R == 8 {
        let Some(plane) = planes.get_mut(at) else { return any(rows) };
        let mut sum = L::load(plane, 0);
        for i in 0..4 {
            (sum, four[i]) = sum.full_add(rows[2 * i], rows[2 * i + 1]);
        }
        sum.store(plane);
        at += 1;
    } else if R == 4 {
        four.copy_from_slice(&rows[..4]);
    }
    if R >= 4 {
        let Some(plane) = planes.get_mut(at) else { return any(&four) };
        let mut sum = L::load(plane, 0);
        for i in 0..2 {
            (sum, two[i]) = sum.full_add(four[2 * i], four[2 * i + 1]);
        }
        sum.store(plane);
        at += 1;
    } else if R == 2 {
        two = [rows[0], rows[1]];
    }
    if R >= 2 {
        let Some(plane) = planes.get_mut(at) else { return any(&two) };
        let (sum, high) = L::load(plane, 0).full_add(two[0], two[1]);
        sum.store(plane);
        carry = high;
        at += 1;
    } else {
        carry = rows[0];
    }
    for plane in &mut planes[at..] {
        let (sum, high) = L::load(plane, 0).half_add(carry);
        sum.store(plane);
        carry = high;
    }
    carry
}

/// Adds sixteen: both halves to the lowest three planes, what they carry to the next at once.
#[inline(always)]
fn add_sixteen<L: Wide>(planes: &mut [Block], first: &[L; 8], second: &[L; 8]) -> L {
    let Some((low, [next, high @ ..])) = planes.split_at_mut_checked(3) else {
        return add_rows(planes, first).or(add_rows(planes, second));
    };
    let (one, other) = (add_rows(low, first), add_rows(low, second));
    let (sum, carry) = L::load(next, 0).full_add(one, other);
    sum.store(next);
    add_rows(high, &[carry])
}

/// The counters of 64 lanes, lane by lane.
pub struct LaneCounters {
    /// Words of as many counters as they have room for, for each lane.
    words: Vec<[u64; 64]>,
    width: usize,
    together: usize,
}

impl LaneCounters {
    pub fn new(slots: usize, width: usize) -> LaneCounters {
        let together = 64 / width;
        LaneCounters { words: vec![[0; 64]; slots.div_ceil(together)], width, together }
    }

    /// Takes them from planes, for the lanes of a word.
    pub fn load(&mut self, planes: &[Block], word: usize) {
        for (lanes, planes) in self.words.iter_mut().zip(planes.chunks(self.together * self.width)) {
            lanes.fill(0);
            for (lane, plane) in lanes.iter_mut().zip(planes) {
                *lane = plane.0[word];
            }
            transpose(lanes);
        }
    }

    /// Those of a lane that are not zero.
    pub fn sizes(&self, lane: usize) -> impl Iterator<Item = u32> + '_ {
        let mask = (1_u64 << self.width) - 1;
        self.words.iter().flat_map(move |lanes| {
            let mut rest = lanes[lane];
            std::iter::from_fn(move || {
                while rest != 0 {
                    let size = rest & mask;
                    rest >>= self.width;
                    if size != 0 {
                        return Some(size as u32);
                    }
                }
                None
            })
        })
    }

    /// That of a slot.
    pub fn size(&self, lane: usize, slot: usize) -> u32 {
        let word = self.words[slot / self.together][lane] >> (slot % self.together * self.width);
        (word & ((1 << self.width) - 1)) as u32
    }
}

#[inline(always)]
pub fn any<L: Wide, const R: usize>(rows: &[L; R]) -> L {
    let mut any = L::ZERO;
    for row in rows {
        any = any.or(*row);
    }
    any
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::wide::ZERO_BLOCK;

    #[test]
    fn counts_are_right_and_those_too_large_are_dead() {
        for width in [3, 8, 10] {
            let mut planes = vec![ZERO_BLOCK; 2 * width];
            let mut counters = Counters { planes: &mut planes, width, dead: ZERO_BLOCK };
            let mut counts = [[0; 512]; 2];
            let mut state = 1u64;
            // lanes from never to nearly always, so that some counts are too large
            let mut row = |count: &mut [usize; 512]| {
                let mut block = ZERO_BLOCK;
                for (lane, count) in count.iter_mut().enumerate() {
                    state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    if state >> 55 < lane as u64 {
                        block.0[lane / 64] |= 1 << (lane % 64);
                        *count += 1;
                    }
                }
                block
            };
            for step in 0..(2 << width) / 8 {
                let eight: [Block; 8] = std::array::from_fn(|_| row(&mut counts[0]));
                counters.take(0, &eight);
                if step % 5 == 0 {
                    let sixteen: [Block; 16] = std::array::from_fn(|_| row(&mut counts[1]));
                    counters.take(1, &sixteen);
                }
                if step % 3 == 0 {
                    let few: [Block; 4] = std::array::from_fn(|_| row(&mut counts[1]));
                    counters.take(1, &few);
                    let eight: [Block; 8] = std::array::from_fn(|_| row(&mut counts[1]));
                    counters.take(1, &eight);
                }
            }
            let dead = counters.dead;
            for lane in 0..512 {
                let bit = |block: &Block| (block.0[lane / 64] >> (lane % 64) & 1) as usize;
                let fits = counts.iter().all(|count| count[lane] < 1 << width);
                assert_eq!(bit(&dead) == 0, fits, "width {width}, lane {lane}");
                for (slot, count) in counts.iter().enumerate().filter(|_| fits) {
                    let value: usize = (0..width).map(|place| bit(&planes[slot * width + place]) << place).sum();
                    assert_eq!(value, count[lane], "width {width}, lane {lane}");
                }
            }
        }
    }
}

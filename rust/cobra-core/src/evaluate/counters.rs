//! Bit-sliced counters of the codes with each outcome, 512 experiments at a time.
//!
//! Eight codes come at once. To carry their sum through all planes each time would cost more than to find it, so where
//! counters are wide two carries are put off: of every two eights one waits for the other, and so does one of every two
//! sixteens (Harley and Seal's way of counting ones). Only thirty-two at a time go on.

use super::interpreter::Sink;
use super::wide::{Block, Wide, ZERO_BLOCK};

/// Counters of so many planes put carries off.
const WIDE: usize = 9;
/// Planes of what eight rows add before there is a carry.
const LOW: usize = 3;

/// For each slot the eights and sixteens put off, and how many eights have come.
#[derive(Default)]
pub struct Pending {
    carries: Vec<[Block; 2]>,
    eights: Vec<u8>,
}

/// Counters of `width` planes for each slot; lanes with a count that does not fit are dead, at the latest when all is counted.
pub struct Counters<'a, L: Wide> {
    planes: &'a mut [Block],
    pending: &'a mut Pending,
    width: usize,
    pub dead: L,
}

impl<'a, L: Wide> Counters<'a, L> {
    /// `planes`: `width` for each slot, zero.
    #[inline(always)]
    pub fn new(planes: &'a mut [Block], pending: &'a mut Pending, width: usize, dead: L) -> Self {
        if width >= WIDE {
            let slots = planes.len() / width;
            pending.eights.clear();
            pending.eights.resize(slots, 0);
            pending.carries.resize(pending.carries.len().max(slots), [ZERO_BLOCK; 2]);
        }
        Counters { planes, pending, width, dead }
    }

    /// Adds what was put off; the dead lanes.
    #[inline(always)]
    pub fn finish(mut self) -> L {
        if self.width >= WIDE {
            for (slot, planes) in self.planes.chunks_exact_mut(self.width).enumerate() {
                let [eights, sixteens] = &self.pending.carries[slot];
                let come = self.pending.eights[slot];
                let mut carry = L::ZERO;
                let mut add = |plane: &mut Block, waits: bool, pending: &Block| {
                    let pending = if waits { L::load(pending, 0) } else { L::ZERO };
                    let sum;
                    (sum, carry) = L::load(plane, 0).full_add(pending, carry);
                    sum.store(plane);
                };
                add(&mut planes[LOW], come & 1 == 1, eights);
                add(&mut planes[LOW + 1], come & 2 == 2, sixteens);
                self.dead = self.dead.or(carry_on(&mut planes[LOW + 2..], carry));
            }
        }
        self.dead
    }
}

impl<L: Wide> Sink<L> for Counters<'_, L> {
    #[inline(always)]
    fn take<const R: usize>(&mut self, slot: usize, rows: &[L; R]) {
        let planes = &mut self.planes[slot * self.width..(slot + 1) * self.width];
        if R < 8 || self.width < WIDE {
            self.dead = self.dead.or(add_rows(planes, rows));
            return;
        }
        let (low, high) = planes.split_at_mut(LOW);
        let eights = add_rows(low, rows);
        let come = &mut self.pending.eights[slot];
        *come = come.wrapping_add(1);
        let [waiting_eights, waiting_sixteens] = &mut self.pending.carries[slot];
        if *come & 1 == 1 {
            eights.store(waiting_eights);
            return;
        }
        let (sum, sixteens) = L::load(&high[0], 0).full_add(L::load(waiting_eights, 0), eights);
        sum.store(&mut high[0]);
        if *come & 2 == 2 {
            sixteens.store(waiting_sixteens);
            return;
        }
        let (sum, carry) = L::load(&high[1], 0).full_add(L::load(waiting_sixteens, 0), sixteens);
        sum.store(&mut high[1]);
        self.dead = self.dead.or(carry_on(&mut high[2..], carry));
    }
}

/// Carries through planes; what does not fit.
#[inline(always)]
fn carry_on<L: Wide>(planes: &mut [Block], mut carry: L) -> L {
    for plane in planes {
        let sum;
        (sum, carry) = L::load(plane, 0).half_add(carry);
        sum.store(plane);
    }
    carry
}

/// Adds up to eight one-bit numbers to vertical counters; returns the lanes that overflow.
#[inline(always)]
pub fn add_rows<L: Wide, const R: usize>(planes: &mut [Block], rows: &[L; R]) -> L {
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

    #[test]
    fn counts_are_right_and_those_too_large_are_dead() {
        for width in [3, WIDE - 1, WIDE, WIDE + 1] {
            let mut planes = vec![ZERO_BLOCK; 2 * width];
            let mut pending = Pending::default();
            let mut counters = Counters::<Block>::new(&mut planes, &mut pending, width, Block::ZERO);
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
                if step % 3 == 0 {
                    let few: [Block; 4] = std::array::from_fn(|_| row(&mut counts[1]));
                    counters.take(1, &few);
                    let eight: [Block; 8] = std::array::from_fn(|_| row(&mut counts[1]));
                    counters.take(1, &eight);
                }
            }
            let dead = counters.finish();
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

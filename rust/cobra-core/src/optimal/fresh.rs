//! How many outcomes experiments have on a state at most: an outcome that a code shares with one shortly before it is not new. A code
//! is compared with a few others only, for all experiments of a line at once, so that takes a small part of what it takes to
//! find out which outcomes are met; nine in ten words have too few outcomes even so.

use super::lanes::Lanes;
use super::method::Scan;
use crate::outcomes::lines::{Line, LINE};

/// Codes before it that a code is compared with, at least.
const BEFORE: usize = 16;
/// Codes compared with those before them at once.
const BLOCK: usize = 4;
/// With fewer experiments for each code it takes too long to put codes in order: each is compared with all others.
const EXPERIMENTS: usize = 40;

impl Scan<'_> {
    /// Where the lines of the codes begin, those of codes that many experiments do not tell apart one after the other: from code to
    /// code the next is the one that the experiments of one line tell apart least. In any order where that takes long.
    // Loops go by index, as in `line_scan`.
    #[allow(clippy::needless_range_loop)]
    #[inline(always)]
    pub(super) fn alike(&self) -> Vec<usize> {
        let mut starts = self.starts.to_vec();
        if EXPERIMENTS * starts.len() > LINE * self.outcomes.stride {
            return starts;
        }
        let line = self.outcomes.stride / 2;
        let mut samples: Vec<Line> = starts.iter().map(|start| self.outcomes.lines[start + line]).collect();
        for next in 1..starts.len() {
            let (mut most, mut chosen) = (0, next);
            for other in next..starts.len() {
                let mut same = 0_u8;
                for lane in 0..LINE {
                    same += u8::from(samples[next - 1].0[lane] == samples[other].0[lane]);
                }
                if same > most {
                    (most, chosen) = (same, other);
                }
            }
            starts.swap(next, chosen);
            samples.swap(next, chosen);
        }
        starts
    }
}

/// For each experiment of a line, how many of the codes with these lines have outcomes that those shortly before them do not have; 255
/// for as many or more. No experiment has more outcomes.
#[allow(clippy::needless_range_loop)] // no closures: they would not have the instruction set's `target_feature`
#[inline(always)]
pub(super) fn fresh<L: Lanes>(codes: &[Line]) -> Line {
    let mut counts = Line([0; LINE]);
    let one = L::splat(1);
    for part in 0..L::PARTS {
        let mut sum = L::splat(0);
        let mut place = 0;
        while place + BLOCK <= codes.len() {
            let mut own = [one; BLOCK];
            let mut differs = [L::splat(u8::MAX); BLOCK]; // 0 where the outcome is that of a code before
            for number in 0..BLOCK {
                own[number] = L::load(&codes[place + number], part);
                for other in 0..number {
                    differs[number] = differs[number].least(own[number].xor(own[other]));
                }
            }
            for before in &codes[place.saturating_sub(BEFORE)..place] {
                let before = L::load(before, part);
                for number in 0..BLOCK {
                    differs[number] = differs[number].least(own[number].xor(before));
                }
            }
            for number in 0..BLOCK {
                sum = sum.add_up_to_most(differs[number].least(one));
            }
            place += BLOCK;
        }
        for _ in place..codes.len() {
            sum = sum.add_up_to_most(one);
        }
        sum.store(&mut counts, part);
    }
    counts
}

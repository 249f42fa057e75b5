//! Experiment-sliced evaluation: all experiments on one code, 512 experiments at a time, and the best of them.
//!
//! For each outcome and lane the codes are counted in bit-sliced ("vertical") counters, up to eight codes at once by
//! carry-save adders. A count above what the best score found so far allows makes the lane dead; when all lanes
//! of a block are dead the rest of the codes need not be looked at. Scores are then computed and compared in all lanes at once.

use std::sync::atomic::Ordering;

use super::code_sliced::first_lanes;
use super::counters::any;
use super::counters::Counters;
use super::entropies::{by_lane, entropy};
use super::interpreter::{run, Leaves, Sink};
use super::isa::dispatch;
use super::job::{CodeGroup, Finals, Job, Progress, ScanMemory};
use super::lane_scores::{bits, least, lowest, no_information, offer, score_planes};
use super::score::{Criterion, Score, ScoreBounds, NO_INFORMATION};
use super::wide::{transpose, Block, Wide, ZERO_BLOCK};
use crate::base::convert::ToIndex;

dispatch! {
    /// Scans until the end, or until `progress.unknown`.
    pub fn scan_experiments(job: &Job<'_>, progress: &mut Progress, memory: &mut ScanMemory) = scan_kernel
}

/// The outcomes seen.
struct Seen<'a> {
    seen: &'a mut [Block],
}

impl<L: Wide> Sink<L> for Seen<'_> {
    #[inline(always)]
    fn take<const R: usize>(&mut self, slot: usize, rows: &[L; R]) {
        let seen = &mut self.seen[slot];
        L::load(seen, 0).or(any(rows)).store(seen);
    }
}

dispatch! {
    /// Which slots occur for some code and experiment of a job.
    pub fn occurring_slots(job: &Job<'_>, memory: &mut ScanMemory) -> Vec<bool> = occurring_kernel
}

#[inline(always)]
fn occurring_kernel<L: Wide>(job: &Job<'_>, memory: &mut ScanMemory) -> Vec<bool> {
    let mut occurring = vec![false; job.slots];
    memory.reserve_registers(job.groups);
    for block in 0..job.experiments.div_ceil(512) {
        if job.stop.load(Ordering::Relaxed) {
            break;
        }
        let valid = first_lanes(job.experiments - 512 * block);
        for part in 0..8 / L::WORDS {
            let valid = L::load(&valid, part);
            memory.planes.clear();
            memory.planes.resize(job.slots, ZERO_BLOCK);
            let mut sink = Seen { seen: &mut memory.planes };
            for group in job.groups {
                run_group::<L, _>(job, group, block, part, &mut memory.registers, &mut sink);
            }
            for (occurs, seen) in occurring.iter_mut().zip(&memory.planes) {
                *occurs |= !L::load(seen, 0).and(valid).is_zero();
            }
        }
    }
    occurring
}

#[inline(always)]
pub fn run_group<L: Wide, S: Sink<L>>(
    job: &Job<'_>,
    group: &CodeGroup,
    block: usize,
    part: usize,
    registers: &mut [Block],
    sink: &mut S,
) {
    let offsets = &job.offsets[group.offset..];
    let leaves = Leaves { data: job.data, base: block * job.leaves, offsets, part };
    match group.rows {
        8 => run::<L, 8, S>(&group.shape, leaves, registers, sink),
        4 => run::<L, 4, S>(&group.shape, leaves, registers, sink),
        2 => run::<L, 2, S>(&group.shape, leaves, registers, sink),
        _ => run::<L, 1, S>(&group.shape, leaves, registers, sink),
    }
}

#[inline(always)]
fn scan_kernel<L: Wide>(job: &Job<'_>, progress: &mut Progress, memory: &mut ScanMemory) {
    memory.reserve_registers(job.groups);
    let bounds =
        ScoreBounds { criterion: job.criterion, codes: job.codes, slots: job.slots, logarithms: job.logarithms };
    let mut known_limit = None;
    let (mut strict, mut with_ties) = (None, None);
    while progress.at.0 < job.experiments.div_ceil(512) {
        let (block, part) = progress.at;
        let first = 512 * block + 64 * L::WORDS * part;
        if part == 0 && job.stop.load(Ordering::Relaxed) {
            return;
        }
        let next = if part + 1 < 8 / L::WORDS { (block, part + 1) } else { (block + 1, 0) };
        let mut valid = L::ONES;
        if job.experiments - 512 * block < 512 {
            valid = L::load(&first_lanes(job.experiments - 512 * block), part);
        }
        let mut finals = match job.finals {
            Finals::KnownSide(finals) => L::load(&finals[block], part),
            _ => L::ZERO,
        };
        if job.consistent_only {
            match job.finals {
                Finals::Never => return,
                Finals::KnownSide(_) => valid = valid.and(finals),
                Finals::BySlot(_) => {}
            }
        }
        if valid.is_zero() {
            progress.at = next;
            continue;
        }
        // the largest allowed number of codes in one cell, and the score to reach
        if known_limit != Some(progress.limit) {
            known_limit = Some(progress.limit);
            let (score, tie) = match progress.limit {
                None => (NO_INFORMATION - 1, NO_INFORMATION - 1),
                Some((score, _, _)) => (score - 1, score),
            };
            strict = bounds.largest_cell(score).map(|cell| (cell, score));
            with_ties = bounds.largest_cell(tie).map(|cell| (cell, tie));
        }
        let tie_possible = progress.limit.is_some_and(|(_, not_final, row)| {
            let may_be_final = match job.finals {
                Finals::Never => false,
                Finals::KnownSide(_) => !finals.is_zero(),
                Finals::BySlot(_) => true,
            };
            // an equal score wins by being final, or by coming earlier if it is as final
            match (job.prefer_final, not_final) {
                (false, _) => first < row,
                (true, true) => may_be_final || first < row,
                (true, false) => may_be_final && first < row,
            }
        });
        if strict.is_none() && with_ties.is_none() {
            return;
        }
        let Some((largest, target)) = (if tie_possible { with_ties } else { strict }) else {
            progress.at = next;
            continue;
        };
        // count
        let counting = job.criterion != Criterion::Parts;
        let width = if counting { (usize::BITS - largest.leading_zeros()).index() } else { 1 };
        memory.planes.clear();
        memory.planes.resize(job.slots * width, ZERO_BLOCK);
        let mut live = valid;
        if counting {
            let mut sink = Counters::new(&mut memory.planes, &mut memory.pending, width, valid.not());
            for group in job.groups {
                run_group::<L, _>(job, group, block, part, &mut memory.registers, &mut sink);
                if sink.dead.not().is_zero() {
                    break;
                }
            }
            live = sink.finish().not();
        } else {
            let mut sink = Seen { seen: &mut memory.planes };
            for group in job.groups {
                run_group::<L, _>(job, group, block, part, &mut memory.registers, &mut sink);
            }
        }
        if live.is_zero() {
            progress.at = next;
            continue;
        }
        if let Finals::BySlot(flags) = job.finals {
            let (known, unknown) = finals_by_slot::<L>(&memory.planes, width, flags);
            finals = known;
            if let Some(lane) = lowest(&unknown.and(live).to_words()) {
                progress.unknown = Some(first + lane);
                return;
            }
            if job.consistent_only {
                live = live.and(finals);
            }
        }
        // score and compare
        if job.criterion == Criterion::EntModels {
            by_lane(job, progress, memory, width, live, finals, first, target);
        } else {
            let (planes, used, constant) = score_planes::<L>(job, memory, width);
            let (value, lanes) = least(&planes[..used], live);
            let score = value as Score + constant;
            if score < no_information(job) {
                let with_final = lanes.and(finals);
                let preferred = if job.prefer_final && !with_final.is_zero() { with_final } else { lanes };
                if let Some(lane) = lowest(&preferred.to_words()) {
                    let can_be_final = finals.to_words()[lane / 64] >> (lane % 64) & 1 == 1;
                    offer(job, progress, score, first + lane, can_be_final);
                }
            }
        }
        progress.at = next;
    }
}

/// Lanes with a final outcome, and lanes with one of which that is not known.
#[inline(always)]
pub fn finals_by_slot<L: Wide>(planes: &[Block], width: usize, flags: &[u8]) -> (L, L) {
    let (mut known, mut unknown) = (L::ZERO, L::ZERO);
    for (planes, &flag) in planes.chunks_exact(width).zip(flags) {
        if flag != 1 {
            let mut seen = L::ZERO;
            for plane in planes {
                seen = seen.or(L::load(plane, 0));
            }
            if flag == 0 {
                unknown = unknown.or(seen);
            } else {
                known = known.or(seen);
            }
        }
    }
    (known, unknown)
}

dispatch! {
    /// Every experiment's score, and the words of those that can be final, from `progress.at` until the end or until
    /// `progress.unknown`.
    pub fn score_experiments(
        job: &Job<'_>,
        progress: &mut Progress,
        memory: &mut ScanMemory,
        scores: &mut [Score],
        can_be_final: &mut [u64],
    ) = score_kernel
}

#[inline(always)]
fn score_kernel<L: Wide>(
    job: &Job<'_>,
    progress: &mut Progress,
    memory: &mut ScanMemory,
    scores: &mut [Score],
    can_be_final: &mut [u64],
) {
    memory.reserve_registers(job.groups);
    let width = if job.criterion == Criterion::Parts { 1 } else { bits(job.codes) };
    let mut square = [0; 64];
    while progress.at.0 < job.experiments.div_ceil(512) && !job.stop.load(Ordering::Relaxed) {
        let (block, part) = progress.at;
        progress.at = if part + 1 < 8 / L::WORDS { (block, part + 1) } else { (block + 1, 0) };
        let first = 512 * block + 64 * L::WORDS * part;
        if first >= job.experiments {
            continue;
        }
        memory.planes.clear();
        memory.planes.resize(job.slots * width, ZERO_BLOCK);
        if job.criterion == Criterion::Parts {
            let mut sink = Seen { seen: &mut memory.planes };
            for group in job.groups {
                run_group::<L, _>(job, group, block, part, &mut memory.registers, &mut sink);
            }
        } else {
            let mut sink = Counters::new(&mut memory.planes, &mut memory.pending, width, L::ZERO);
            for group in job.groups {
                run_group::<L, _>(job, group, block, part, &mut memory.registers, &mut sink);
            }
            sink.finish();
        }
        let finals = match job.finals {
            Finals::Never => L::ZERO,
            Finals::KnownSide(finals) => L::load(&finals[block], part),
            Finals::BySlot(flags) => {
                let (known, unknown) = finals_by_slot::<L>(&memory.planes, width, flags);
                let valid = L::load(&first_lanes(job.experiments - 512 * block), part);
                if let Some(lane) = lowest(&unknown.and(valid).to_words()) {
                    progress.unknown = Some(first + lane);
                    progress.at = (block, part);
                    return;
                }
                known
            }
        };
        let scored = (job.criterion != Criterion::EntModels).then(|| score_planes::<L>(job, memory, width));
        for (word, finals) in finals.to_words().into_iter().enumerate().take(L::WORDS) {
            let row = first + 64 * word;
            let lanes = job.experiments.saturating_sub(row).min(64);
            if lanes == 0 {
                break;
            }
            can_be_final[row / 64] = finals & first_lanes(lanes).0[0];
            let scores = &mut scores[row..row + lanes];
            if let Some((planes, used, constant)) = &scored {
                square.fill(0);
                for (to, plane) in square.iter_mut().zip(&planes[..*used]) {
                    *to = plane.to_words()[word];
                }
                transpose(&mut square);
                for (score, &value) in scores.iter_mut().zip(&square) {
                    let exact = value as Score + constant;
                    *score = if exact < no_information(job) { exact } else { NO_INFORMATION };
                }
            } else {
                for (lane, score) in scores.iter_mut().enumerate() {
                    *score = entropy(&memory.planes[..job.slots * width], width, word, lane, job.logarithms);
                }
            }
        }
    }
}

//! Experiment-sliced evaluation: all experiments on one code, 512 experiments at a time, and the best of them.
//!
//! For each outcome and lane the codes are counted in bit-sliced ("vertical") counters, up to sixteen codes at once by
//! carry-save adders. A count above what the best score found so far allows makes the lane dead; when all lanes
//! of a block are dead the rest of the codes need not be looked at. Scores are then computed and compared in all lanes at once.

use super::counters::{any, Counters, LaneCounters};
use super::entropies::by_lane;
use super::found::Best;
use super::interpreter::{run, Leaves, Sink};
use super::isa::dispatch;
use super::job::{CodeGroup, Finals, Job, Portion, Progress, ScanMemory};
use super::lane_scores::{bits, least, lowest, no_information, score_planes};
use super::score::{Criterion, Score, NO_INFORMATION};
use super::wide::{transpose, Block, Wide};
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
    pub fn occurring_slots(job: &Job<'_>, progress: &mut Progress, memory: &mut ScanMemory) -> Vec<bool>
        = occurring_kernel
}

#[inline(always)]
fn occurring_kernel<L: Wide>(job: &Job<'_>, progress: &mut Progress, memory: &mut ScanMemory) -> Vec<bool> {
    let mut occurring = vec![false; job.slots];
    memory.reserve_registers(job.codes);
    while let Some(at) = progress.portion::<L>(job) {
        memory.clear_planes(job.slots);
        run_groups(job, at, &mut memory.registers, &mut Seen { seen: &mut memory.planes });
        for (occurs, seen) in occurring.iter_mut().zip(&memory.planes) {
            *occurs |= !L::load(seen, 0).and(at.valid).is_zero();
        }
        progress.at = at.end();
    }
    occurring
}

/// Runs the codes of all groups.
#[inline(always)]
pub fn run_groups<L: Wide, S: Sink<L>>(job: &Job<'_>, at: Portion<L>, registers: &mut [Block], sink: &mut S) {
    for group in &job.codes.groups {
        run_group(job, group, at, registers, sink);
    }
}

#[inline(always)]
pub fn run_group<L: Wide, S: Sink<L>>(
    job: &Job<'_>,
    group: &CodeGroup,
    at: Portion<L>,
    registers: &mut [Block],
    sink: &mut S,
) {
    let (data, base) = (&job.columns.data[..], at.block * job.columns.leaves);
    let leaves = Leaves { data, base, offsets: &job.codes.offsets[group.offset..], part: at.part };
    match group.rows {
        16 => run::<L, 16, S>(&group.shape, leaves, registers, sink),
        8 => run::<L, 8, S>(&group.shape, leaves, registers, sink),
        4 => run::<L, 4, S>(&group.shape, leaves, registers, sink),
        2 => run::<L, 2, S>(&group.shape, leaves, registers, sink),
        _ => run::<L, 1, S>(&group.shape, leaves, registers, sink),
    }
}

#[inline(always)]
fn scan_kernel<L: Wide>(job: &Job<'_>, progress: &mut Progress, memory: &mut ScanMemory) {
    memory.reserve_registers(job.codes);
    let (query, bounds) = (job.query, job.bounds());
    let mut known_limit = None;
    let (mut strict, mut with_ties) = (None, None);
    while let Some(at) = progress.portion::<L>(job) {
        let mut valid = at.valid;
        let finals = known_finals(job, at);
        if query.consistent_only {
            match job.finals {
                Finals::Never => return,
                Finals::KnownSide(_) => valid = valid.and(finals),
                Finals::BySlot(_) => {}
            }
        }
        if valid.is_zero() {
            progress.at = at.end();
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
            match (query.prefer_final, not_final) {
                (false, _) => at.first < row,
                (true, true) => may_be_final || at.first < row,
                (true, false) => may_be_final && at.first < row,
            }
        });
        if strict.is_none() && with_ties.is_none() {
            return;
        }
        let Some((largest, target)) = (if tie_possible { with_ties } else { strict }) else {
            progress.at = at.end();
            continue;
        };
        // count
        let counting = query.criterion != Criterion::Parts;
        let width = if counting { (usize::BITS - largest.leading_zeros()).index() } else { 1 };
        memory.clear_planes(job.slots * width);
        let mut live = valid;
        if counting {
            let mut sink = Counters { planes: &mut memory.planes, width, dead: valid.not() };
            for group in &job.codes.groups {
                run_group(job, group, at, &mut memory.registers, &mut sink);
                if sink.dead.not().is_zero() {
                    break;
                }
            }
            live = sink.dead.not();
        } else {
            run_groups(job, at, &mut memory.registers, &mut Seen { seen: &mut memory.planes });
        }
        if live.is_zero() {
            progress.at = at.end();
            continue;
        }
        let Some(finals) = finals_of(job, progress, at, &memory.planes, width, live) else { return };
        if query.consistent_only {
            live = live.and(finals);
        }
        // score and compare
        if query.criterion == Criterion::EntModels {
            by_lane(job, progress, memory, width, live, finals, at.first, target);
        } else {
            let (planes, used, constant) = score_planes::<L>(job, memory, width);
            let useless = no_information(job);
            offer_least(job, progress, at, (&planes[..used], constant), live, finals, useless);
        }
        progress.at = at.end();
    }
}

dispatch! {
    /// Every experiment's score, and the words of those that can be final, until the end or until `progress.unknown`.
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
    memory.reserve_registers(job.codes);
    let criterion = job.query.criterion;
    let width = if criterion == Criterion::Parts { 1 } else { bits(job.size) };
    let mut square = [0; 64];
    let mut counters = LaneCounters::new(job.slots, width);
    while let Some(at) = progress.portion::<L>(job) {
        memory.clear_planes(job.slots * width);
        if criterion == Criterion::Parts {
            run_groups(job, at, &mut memory.registers, &mut Seen { seen: &mut memory.planes });
        } else {
            let mut sink = Counters { planes: &mut memory.planes, width, dead: L::ZERO };
            run_groups(job, at, &mut memory.registers, &mut sink);
        }
        let Some(finals) = finals_of(job, progress, at, &memory.planes, width, at.valid) else { return };
        let finals = finals.and(at.valid).to_words();
        let scored = (criterion != Criterion::EntModels).then(|| score_planes::<L>(job, memory, width));
        for (word, &finals) in finals.iter().enumerate().take(L::WORDS) {
            let row = at.first + 64 * word;
            let lanes = job.experiments.saturating_sub(row).min(64);
            if lanes == 0 {
                break;
            }
            can_be_final[row / 64] = finals;
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
                counters.load(&memory.planes, word);
                for (lane, score) in scores.iter_mut().enumerate() {
                    *score = criterion.score(counters.sizes(lane), job.logarithms);
                }
            }
        }
        progress.at = at.end();
    }
}

/// Offers the best of some lanes by their scores, binary digits and what is to be added, if it is less than `useless`.
#[inline(always)]
pub fn offer_least<L: Wide>(
    job: &Job<'_>,
    progress: &mut Progress,
    at: Portion<L>,
    (planes, constant): (&[L], Score),
    live: L,
    finals: L,
    useless: Score,
) {
    let (value, lanes) = least(planes, live);
    let score = value as Score + constant;
    let with_final = lanes.and(finals);
    let preferred = if job.query.prefer_final && !with_final.is_zero() { with_final } else { lanes };
    if let Some(lane) = lowest(&preferred.to_words()).filter(|_| score < useless) {
        let can_be_final = finals.to_words()[lane / 64] >> (lane % 64) & 1 == 1;
        progress.offer(job.query, Best { score, can_be_final, experiment: at.first + lane });
    }
}

/// Lanes with a final outcome, as far as that is known beforehand.
#[inline(always)]
fn known_finals<L: Wide>(job: &Job<'_>, at: Portion<L>) -> L {
    match job.finals {
        Finals::KnownSide(finals) => L::load(&finals[at.block], at.part),
        Finals::Never | Finals::BySlot(_) => L::ZERO,
    }
}

/// Lanes with a final outcome, from `width` planes for each slot; `None` where that is not known for a live one, which
/// progress then names.
#[inline(always)]
pub fn finals_of<L: Wide>(
    job: &Job<'_>,
    progress: &mut Progress,
    at: Portion<L>,
    planes: &[Block],
    width: usize,
    live: L,
) -> Option<L> {
    let Finals::BySlot(flags) = job.finals else { return Some(known_finals(job, at)) };
    let (mut known, mut unknown) = (L::ZERO, L::ZERO);
    for (planes, &flag) in planes.chunks_exact(width).zip(flags).filter(|slot| *slot.1 != 1) {
        let seen = planes.iter().fold(L::ZERO, |seen, plane| seen.or(L::load(plane, 0)));
        if flag == 0 {
            unknown = unknown.or(seen);
        } else {
            known = known.or(seen);
        }
    }
    progress.unknown = lowest(&unknown.and(live).to_words()).map(|lane| at.first + lane);
    progress.unknown.is_none().then_some(known)
}

//! Experiment-sliced evaluation: all experiments on one code, 512 experiments at a time, and the best of them.
//!
//! For each outcome and lane the codes are counted in bit-sliced ("vertical") counters, up to eight codes at once by
//! carry-save adders. A count above what the best score found so far allows makes the lane dead; when all lanes
//! of a block are dead the rest of the codes need not be looked at. Scores are then computed and compared in all lanes at once.

use crate::base::convert::{ToIndex, ToUsize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

use super::count::first_lanes;
use super::found::Best;
use super::isa::dispatch;
use super::run::{run, Leaves, Sink};
use super::score::{Bounds, Criterion, Logarithms, Score, NO_INFORMATION};
use super::shape::Shape;
use super::wide::{transpose, Block, Wide, ZERO_BLOCK};

/// Up to eight codes of equal shape: `offsets[leaf * rows + row]`, from `offset` on.
pub struct Group {
    pub shape: Arc<Shape>,
    pub rows: usize,
    pub offset: usize,
    /// Place in `Job::order` of its first code.
    pub first: usize,
}

/// How to know whether a final outcome is satisfiable.
pub enum Finals<'a> {
    /// The type has no final outcomes.
    Never,
    /// One bit for each experiment.
    Known(&'a [Block]),
    /// For each slot: 0 not known, 1 not final, 2 final.
    BySlot(&'a [u8]),
}

/// What to scan.
pub struct Job<'a> {
    pub groups: &'a [Group],
    pub offsets: &'a [u32],
    /// For each code of the groups its place in the state.
    pub order: &'a [u32],
    pub data: &'a [Block],
    pub leaves: usize,
    pub experiments: usize,
    pub codes: usize,
    pub slots: usize,
    pub criterion: Criterion,
    pub prefer_final: bool,
    pub consistent_only: bool,
    pub finals: Finals<'a>,
    pub logarithms: &'a Logarithms,
    pub stop: &'a AtomicBool,
}

/// How far a scan has come.
pub struct Progress {
    /// Next block and part of it.
    pub at: (usize, usize),
    /// To be beaten: score, not final (if that matters), row.
    pub limit: Option<(Score, bool, usize)>,
    pub found: Option<Best>,
    /// An experiment with an outcome of which it is not known whether it is final: find out, then go on.
    pub unknown: Option<usize>,
}

/// Working memory.
#[derive(Default)]
pub struct ScanMemory {
    pub registers: Vec<Block>,
    pub planes: Vec<Block>,
    alive: Vec<Block>,
}

impl ScanMemory {
    pub fn reserve_registers(&mut self, groups: &[Group]) {
        let most = groups.iter().map(|group| group.shape.registers * group.rows).max().unwrap_or(0);
        self.registers.resize(self.registers.len().max(most), ZERO_BLOCK);
    }
}

dispatch! {
    /// Scans until the end, or until `progress.unknown`.
    pub fn scan_experiments(job: &Job<'_>, progress: &mut Progress, memory: &mut ScanMemory) = scan_kernel
}

/// Counters of `width` planes for each slot; lanes with a count that does not fit are dead.
struct Counters<'a, L: Wide> {
    planes: &'a mut [Block],
    width: usize,
    dead: L,
}

impl<L: Wide> Sink<L> for Counters<'_, L> {
    #[inline(always)]
    fn take<const R: usize>(&mut self, slot: usize, rows: &[L; R]) {
        let planes = &mut self.planes[slot * self.width..(slot + 1) * self.width];
        self.dead = self.dead.or(add_rows(planes, rows));
    }
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
fn any<L: Wide, const R: usize>(rows: &[L; R]) -> L {
    let mut any = L::ZERO;
    for row in rows {
        any = any.or(*row);
    }
    any
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
    group: &Group,
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
    let bounds = Bounds { criterion: job.criterion, codes: job.codes, slots: job.slots, logarithms: job.logarithms };
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
            Finals::Known(finals) => L::load(&finals[block], part),
            _ => L::ZERO,
        };
        if job.consistent_only {
            match job.finals {
                Finals::Never => return,
                Finals::Known(_) => valid = valid.and(finals),
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
                Finals::Known(_) => !finals.is_zero(),
                Finals::BySlot(_) => true,
            };
            // an equal score wins by being final, or by coming earlier
            (job.prefer_final && not_final && may_be_final) || first < row
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
            let mut sink = Counters { planes: &mut memory.planes, width, dead: valid.not() };
            for group in job.groups {
                run_group::<L, _>(job, group, block, part, &mut memory.registers, &mut sink);
                if sink.dead.not().is_zero() {
                    break;
                }
            }
            live = sink.dead.not();
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
            let mut sink = Counters { planes: &mut memory.planes, width, dead: L::ZERO };
            for group in job.groups {
                run_group::<L, _>(job, group, block, part, &mut memory.registers, &mut sink);
            }
        }
        let finals = match job.finals {
            Finals::Never => L::ZERO,
            Finals::Known(finals) => L::load(&finals[block], part),
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

/// Takes an experiment if it is better than the limit.
#[inline(always)]
pub fn offer(job: &Job<'_>, progress: &mut Progress, score: Score, experiment: usize, can_be_final: bool) -> bool {
    let rank = (score, job.prefer_final && !can_be_final, experiment);
    let is_better = progress.limit.is_none_or(|limit| rank < limit);
    if is_better {
        progress.limit = Some(rank);
        progress.found = Some(Best { score, can_be_final, experiment });
    }
    is_better
}

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
const SCORE_PLANES: usize = 64;

/// The scores of all lanes as binary digits (not for the entropy), and what is to be added to them.
#[inline(always)]
fn score_planes<L: Wide>(job: &Job<'_>, memory: &mut ScanMemory, width: usize) -> ([L; SCORE_PLANES], usize, Score) {
    let mut planes = [L::ZERO; SCORE_PLANES];
    match job.criterion {
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
fn no_information(job: &Job<'_>) -> Score {
    match job.criterion {
        Criterion::MaxModels => job.codes as Score,
        Criterion::ExpModels => (job.codes * job.codes) as Score,
        Criterion::EntModels | Criterion::Parts => -1,
    }
}

/// The maximum over the slots.
#[inline(always)]
fn largest_counts<L: Wide>(memory: &mut ScanMemory, slots: usize, width: usize, maximum: &mut [L; SCORE_PLANES]) {
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
fn squares<L: Wide>(memory: &ScanMemory, slots: usize, width: usize, sum: &mut [L; SCORE_PLANES]) -> usize {
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
            let mut carry = L::ZERO;
            for bit in shift..SCORE_PLANES {
                if bit >= shift + used {
                    if carry.is_zero() {
                        break;
                    }
                    (sum[bit], carry) = sum[bit].half_add(carry);
                } else {
                    (sum[bit], carry) = sum[bit].full_add(L::load(&count[bit - shift], 0), carry);
                }
                top = top.max(bit + 1);
            }
        }
    }
    top
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

/// Scores the live lanes one by one, those with too few outcomes left out.
#[allow(clippy::too_many_arguments)]
#[inline(always)]
fn by_lane<L: Wide>(
    job: &Job<'_>,
    progress: &mut Progress,
    memory: &ScanMemory,
    width: usize,
    live: L,
    finals: L,
    first: usize,
    target: Score,
) {
    let bounds = Bounds { criterion: job.criterion, codes: job.codes, slots: job.slots, logarithms: job.logarithms };
    let count = count_parts::<L>(memory, job.slots, width);
    let mut lanes = live.and(at_least(&count, bounds.fewest_parts(target))).to_words();
    let finals = finals.to_words();
    while let Some(lane) = lowest(&lanes) {
        let (word, bit) = (lane / 64, lane % 64);
        lanes[word] &= !(1 << bit);
        let score = entropy(&memory.planes[..job.slots * width], width, word, bit, job.logarithms);
        let can_be_final = finals[word] >> bit & 1 == 1;
        if score < NO_INFORMATION && offer(job, progress, score, first + lane, can_be_final) {
            let enough = at_least::<L>(&count, bounds.fewest_parts(score)).to_words();
            lanes.iter_mut().zip(enough).for_each(|(lanes, enough)| *lanes &= enough);
        }
    }
}

/// The entropy score of one lane.
#[inline(always)]
fn entropy(planes: &[Block], width: usize, word: usize, bit: usize, logarithms: &Logarithms) -> Score {
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
fn lane_entropy<const WIDTH: usize>(
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

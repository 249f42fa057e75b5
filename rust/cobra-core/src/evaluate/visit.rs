//! How each experiment of a list splits a state, experiment by experiment.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use super::best::{finals_by_slot, run_group};
use super::code_sliced::first_lanes;
use super::counters::add_rows;
use super::evaluator::{Evaluator, Scratch};
use super::found::Query;
use super::interpreter::Sink;
use super::isa::dispatch;
use super::job::{Finals, Job, Progress, ScanMemory};
use super::lane_scores::{at_least, bits, count_parts, lowest};
use super::prepared::Prepared;
use super::score::Criterion;
use super::wide::Block;
use super::wide::{transpose, Wide, ZERO_BLOCK};
use crate::base::convert::ToIndex;

/// Which experiments are of interest, by their number of outcomes; may become stricter while experiments are visited.
pub struct Interest {
    /// Any with at least so many.
    pub any: Cell<usize>,
    /// Those with a final outcome with at least so many.
    pub finals: Cell<usize>,
}

/// Is handed an experiment, the numbers of codes of its outcomes that occur, and the number of codes with a final outcome;
/// whether to go on.
pub type Visitor<'a> = dyn FnMut(usize, &[u32], u32) -> bool + 'a;

impl Evaluator {
    /// Visits experiments in order until `visit` returns false, or `stop` is set. Some that are of no interest may be left
    /// out.
    pub fn visit_splits(
        &self,
        prepared: &Prepared,
        scratch: &mut Scratch,
        state: &[u32],
        stop: &AtomicBool,
        interest: &Interest,
        visit: &mut Visitor<'_>,
    ) {
        let mut from = 0;
        let is_known = prepared.knows_all_cells();
        if !is_known
            && state.len() > 1
            && self.counts_experiments_first(Criterion::EntModels, state.len(), prepared.len())
        {
            let query =
                Query { criterion: Criterion::EntModels, prefer_final: false, consistent_only: false, bound: None };
            let mut progress = Progress { at: (0, 0), limit: None, found: None, unknown: None };
            let has_finals = self.answer().final_component.is_some();
            let run = |job: &Job<'_>, progress: &mut Progress, memory: &mut ScanMemory| {
                visit_experiments(self.isa, job, progress, memory, interest, &mut from, visit);
            };
            if self.drive(prepared, scratch, state, &query, stop, has_finals, None, &mut progress, run) {
                return;
            }
        }
        let data = self.compress_for(prepared, state, scratch);
        let members = self.members(&data, state);
        let mut sizes = Vec::new();
        for experiment in from..prepared.len() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            self.occupied(prepared, scratch, experiment, members);
            self.know_finals(prepared, scratch, experiment, state, members);
            sizes.clear();
            sizes.extend(scratch.occupied.iter().map(|&(_, size)| size));
            let finals = scratch.occupied.iter().filter(|&&(cell, _)| self.cells.is_final(cell) == Some(true));
            let hit = finals.map(|&(_, size)| size).sum();
            if !visit(experiment, &sizes, hit) {
                break;
            }
        }
        scratch.members = data;
    }
}

dispatch! {
    /// Visits experiments from `progress.at` until the end, or until `progress.unknown`; `from` is the first not visited.
    fn visit_experiments(
        job: &Job<'_>,
        progress: &mut Progress,
        memory: &mut ScanMemory,
        interest: &Interest,
        from: &mut usize,
        visit: &mut Visitor<'_>,
    ) = visit_kernel
}

/// Counters of `width` planes for each slot, which all counts fit into.
struct Counters<'a> {
    planes: &'a mut [Block],
    width: usize,
}

impl<L: Wide> Sink<L> for Counters<'_> {
    #[inline(always)]
    fn take<const R: usize>(&mut self, slot: usize, rows: &[L; R]) {
        add_rows(&mut self.planes[slot * self.width..(slot + 1) * self.width], rows);
    }
}

#[inline(always)]
fn visit_kernel<L: Wide>(
    job: &Job<'_>,
    progress: &mut Progress,
    memory: &mut ScanMemory,
    interest: &Interest,
    from: &mut usize,
    visit: &mut Visitor<'_>,
) {
    memory.reserve_registers(job.groups);
    let width = bits(job.codes);
    let together = 64 / width; // counters in a word
    let mask = (1_u64 << width) - 1;
    let mut words = vec![[0_u64; 64]; job.slots.div_ceil(together)];
    let is_final = |slot: usize| matches!(job.finals, Finals::BySlot(flags) if flags[slot] == 2);
    let final_slots: Vec<usize> = (0..job.slots).filter(|&slot| is_final(slot)).collect();
    let mut sizes = Vec::with_capacity(job.slots);
    let blocks = job.experiments.div_ceil(512);
    while progress.at.0 < blocks && !job.stop.load(Ordering::Relaxed) {
        let (block, part) = progress.at;
        let first = 512 * block + 64 * L::WORDS * part;
        let next = if part + 1 < 8 / L::WORDS { (block, part + 1) } else { (block + 1, 0) };
        if first < job.experiments {
            memory.planes.clear();
            memory.planes.resize(job.slots * width, ZERO_BLOCK);
            for group in job.groups {
                let mut sink = Counters { planes: &mut memory.planes, width };
                run_group::<L, _>(job, group, block, part, &mut memory.registers, &mut sink);
            }
            let mut with_final = L::ZERO;
            if let Finals::BySlot(flags) = job.finals {
                let (known, unknown) = finals_by_slot::<L>(&memory.planes, width, flags);
                let valid = L::load(&first_lanes(job.experiments - 512 * block), part);
                if let Some(lane) = lowest(&unknown.and(valid).to_words()) {
                    progress.unknown = Some(first + lane);
                    return;
                }
                with_final = known;
            }
            let (any, finals) = (interest.any.get(), interest.finals.get());
            let lanes = if any.min(finals) > 2 {
                let count = count_parts::<L>(memory, job.slots, width);
                let finals = at_least::<L>(&count, finals).and(with_final);
                at_least::<L>(&count, any).or(finals).to_words()
            } else {
                [u64::MAX; 8]
            };
            for word in 0..L::WORDS {
                let row = first + 64 * word;
                let mut lanes_left = lanes[word] & first_lanes(job.experiments.saturating_sub(row).min(64)).0[0];
                if lanes_left == 0 {
                    continue;
                }
                for (lanes, planes) in words.iter_mut().zip(memory.planes.chunks(together * width)) {
                    lanes.fill(0);
                    for (lane, plane) in lanes.iter_mut().zip(planes) {
                        *lane = plane.0[word];
                    }
                    transpose(lanes);
                }
                while lanes_left != 0 {
                    let lane = lanes_left.trailing_zeros().index();
                    lanes_left &= lanes_left - 1;
                    let count =
                        |slot: usize| (words[slot / together][lane] >> (slot % together * width) & mask) as u32;
                    sizes.clear();
                    sizes.extend((0..job.slots).map(count).filter(|&size| size > 0));
                    let hit = final_slots.iter().map(|&slot| count(slot)).sum();
                    *from = row + lane + 1;
                    if !visit(row + lane, &sizes, hit) {
                        progress.at = (blocks, 0);
                        return;
                    }
                }
            }
        }
        progress.at = next;
    }
}

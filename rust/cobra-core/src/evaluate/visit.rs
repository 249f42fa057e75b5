//! How each experiment of a list splits a state, experiment by experiment.

use std::cell::Cell;
use std::sync::atomic::Ordering;

use super::best::{finals_of, run_groups};
use super::code_sliced::first_lanes;
use super::counters::{Counters, LaneCounters};
use super::evaluator::{Evaluator, Scratch};
use super::isa::dispatch;
use super::job::{Finals, Job, Progress, ScanMemory, Survey};
use super::lane_scores::{at_least, bits, count_parts};
use super::prepared::Probe;
use super::wide::Wide;
use crate::base::convert::ToIndex;

/// Which experiments are of interest, by their number of outcomes; may become stricter while experiments are visited.
pub struct Interest {
    /// Any with at least so many.
    pub any: Cell<usize>,
    /// Those with a final outcome with at least so many.
    pub finals: Cell<usize>,
}

impl Interest {
    /// All with more than one outcome.
    pub fn in_all() -> Interest {
        Interest { any: Cell::new(2), finals: Cell::new(2) }
    }
}

/// Is handed an experiment, the numbers of codes of its outcomes that occur, and the number of codes with a final outcome;
/// whether to go on.
pub type Visitor<'a> = dyn FnMut(usize, &[u32], u32) -> bool + 'a;

impl Evaluator {
    /// Visits experiments in order until `visit` returns false, or `stop` is set. Some that are of no interest may be left
    /// out.
    pub fn visit_splits(
        &self,
        survey: &Survey<'_>,
        scratch: &mut Scratch,
        interest: &Interest,
        visit: &mut Visitor<'_>,
    ) {
        let mut from = 0;
        if self.suits_experiments(survey) {
            let run = |job: &Job<'_>, progress: &mut Progress, memory: &mut ScanMemory| {
                visit_experiments(self.isa, job, progress, memory, interest, &mut from, visit);
            };
            if self.drive(survey, scratch, None, &mut Progress::new(&survey.query), run) {
                return;
            }
        }
        let mut sizes = Vec::new();
        self.visit_by_codes(survey, scratch, from..survey.prepared.len(), |experiment, cells| {
            sizes.clear();
            sizes.extend(cells.iter().map(|&(_, size)| size));
            let finals = cells.iter().filter(|&&(cell, _)| self.cells.is_final(cell) == Some(true));
            visit(experiment, &sizes, finals.map(|&(_, size)| size).sum())
        });
    }

    /// Visits the cells of some experiments with their numbers of codes, all codes of one experiment at once, until `visit`
    /// returns false or the survey is stopped. It is known then whether these cells are final.
    pub(super) fn visit_by_codes(
        &self,
        survey: &Survey<'_>,
        scratch: &mut Scratch,
        experiments: impl Iterator<Item = usize>,
        mut visit: impl FnMut(usize, &[(u32, u32)]) -> bool,
    ) {
        let Survey { prepared, state, stop, .. } = *survey;
        let data = match prepared.knows_all_cells() {
            true => Vec::new(),
            false => self.compress(state, scratch),
        };
        let members = self.members(&data, state);
        for experiment in experiments {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let probe = Probe { prepared, experiment, members };
            self.occupied(probe, scratch);
            self.know_finals(probe, scratch);
            if !visit(experiment, &scratch.occupied) {
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

#[inline(always)]
fn visit_kernel<L: Wide>(
    job: &Job<'_>,
    progress: &mut Progress,
    memory: &mut ScanMemory,
    interest: &Interest,
    from: &mut usize,
    visit: &mut Visitor<'_>,
) {
    memory.reserve_registers(job.codes);
    let width = bits(job.size);
    let mut counters = LaneCounters::new(job.slots, width);
    let is_final = |slot: usize| matches!(job.finals, Finals::BySlot(flags) if flags[slot] == 2);
    let final_slots: Vec<usize> = (0..job.slots).filter(|&slot| is_final(slot)).collect();
    let mut sizes = Vec::with_capacity(job.slots);
    while let Some(at) = progress.portion::<L>(job) {
        memory.clear_planes(job.slots * width);
        let mut sink = Counters { planes: &mut memory.planes, width, dead: L::ZERO };
        run_groups(job, at, &mut memory.registers, &mut sink);
        let Some(with_final) = finals_of(job, progress, at, &memory.planes, width, at.valid) else { return };
        let (any, finals) = (interest.any.get(), interest.finals.get());
        let lanes = if any.min(finals) > 2 {
            let count = count_parts::<L>(memory, job.slots, width);
            let finals = at_least::<L>(&count, finals).and(with_final);
            at_least::<L>(&count, any).or(finals).to_words()
        } else {
            [u64::MAX; 8]
        };
        for (word, &lanes) in lanes.iter().enumerate().take(L::WORDS) {
            let row = at.first + 64 * word;
            let mut lanes_left = lanes & first_lanes(job.experiments.saturating_sub(row).min(64)).0[0];
            if lanes_left == 0 {
                continue;
            }
            counters.load(&memory.planes, word);
            while lanes_left != 0 {
                let lane = lanes_left.trailing_zeros().index();
                lanes_left &= lanes_left - 1;
                sizes.clear();
                sizes.extend(counters.sizes(lane));
                let hit = final_slots.iter().map(|&slot| counters.size(lane, slot)).sum();
                *from = row + lane + 1;
                if !visit(row + lane, &sizes, hit) {
                    progress.at = job.experiments;
                    return;
                }
            }
        }
        progress.at = at.end();
    }
}

//! The best experiment for a state: which way to look for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::best;
use super::evaluator::{Evaluator, Scratch, CHUNK};
use super::found::{Best, Query};
use super::ground::KnownSide;
use super::job::{CodeGroup, Finals, Job, Progress, ScanMemory};
use super::prepared::{Grounded, Prepared};
use super::score::{Criterion, Score, NO_INFORMATION};
use super::shape::Shape;
use super::wide::{Block, ZERO_BLOCK};
use crate::base::convert::ToIndex;
use crate::base::lock::lock;

impl Evaluator {
    /// The best experiment of `prepared` for `state`: lowest score; then, if `prefer_final`, one with a final outcome
    /// still satisfiable; then the lowest row. Experiments with one satisfiable outcome are never chosen. `None` if there
    /// is none better than the bound, or when `stop` was set meanwhile (then the result means nothing).
    pub fn scan(
        &self,
        prepared: &Prepared,
        scratch: &mut Scratch,
        state: &[u32],
        query: &Query,
        stop: &AtomicBool,
    ) -> Option<Best> {
        let limit = query.bound.map(|best| (best.score, query.prefer_final && !best.can_be_final, 0));
        let mut progress = Progress { at: (0, 0), limit, found: None, unknown: None };
        let is_known = prepared.knows_all_cells(); // then it takes least time to count them
        if is_known
            || state.len() < 2
            || !self.scan_by_experiments(prepared, scratch, state, query, stop, &mut progress)
        {
            self.scan_by_codes(prepared, scratch, state, query, stop, &mut progress);
        }
        progress.found
    }

    /// Every experiment's score ([`NO_INFORMATION`] with one satisfiable outcome) and, as bits (experiment e: bit
    /// `e % 64` of word `e / 64`), whether a final outcome is satisfiable. Incomplete when `stop` was set meanwhile.
    #[allow(clippy::too_many_arguments)]
    pub fn score_all(
        &self,
        prepared: &Prepared,
        scratch: &mut Scratch,
        state: &[u32],
        criterion: Criterion,
        stop: &AtomicBool,
        scores: &mut Vec<Score>,
        can_be_final: &mut Vec<u64>,
    ) {
        scores.clear();
        scores.resize(prepared.len(), NO_INFORMATION);
        can_be_final.clear();
        can_be_final.resize(prepared.len().div_ceil(64), 0);
        if state.len() > 1
            && !prepared.knows_all_cells()
            && self.score_by_experiments(prepared, scratch, state, criterion, stop, scores, can_be_final)
        {
            return;
        }
        can_be_final.fill(0);
        let data = self.compress_for(prepared, state, scratch);
        let members = self.members(&data, state);
        for experiment in 0..prepared.len() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let (score, is_final) = self.score(prepared, scratch, experiment, state, members, criterion);
            scores[experiment] = score;
            can_be_final[experiment / 64] |= u64::from(is_final) << (experiment % 64);
        }
        scratch.members = data;
    }

    /// Scans with all codes of one experiment at once.
    pub(super) fn scan_by_codes(
        &self,
        prepared: &Prepared,
        scratch: &mut Scratch,
        state: &[u32],
        query: &Query,
        stop: &AtomicBool,
        progress: &mut Progress,
    ) {
        let data = self.compress_for(prepared, state, scratch);
        let members = self.members(&data, state);
        for experiment in 0..prepared.len() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let (score, can_be_final) = self.score(prepared, scratch, experiment, state, members, query.criterion);
            if score == NO_INFORMATION || (query.consistent_only && !can_be_final) {
                continue;
            }
            let rank = (score, query.prefer_final && !can_be_final, experiment);
            if progress.limit.is_none_or(|limit| rank < limit) {
                progress.limit = Some(rank);
                progress.found = Some(Best { score, can_be_final, experiment });
            }
        }
        scratch.members = data;
    }

    /// Scans with 512 experiments on one code at once; false if that does not suit.
    pub(super) fn scan_by_experiments(
        &self,
        prepared: &Prepared,
        scratch: &mut Scratch,
        state: &[u32],
        query: &Query,
        stop: &AtomicBool,
        progress: &mut Progress,
    ) -> bool {
        let (codes, experiments) = (state.len(), prepared.len());
        if !self.counts_experiments_first(query.criterion, codes, experiments) {
            return false;
        }
        let final_rows = self.final_rows(prepared, scratch, state);
        let mut known = Vec::new();
        let mut all_finals_done = false;
        if let Some(rows) = &final_rows {
            if codes <= 64 && (query.prefer_final || query.consistent_only) {
                // what is final first: the others must then be strictly better
                if self.scan_rows(prepared, scratch, state, query, rows, progress) || query.consistent_only {
                    return true;
                }
                all_finals_done = true;
            } else {
                known = as_blocks(rows, experiments);
            }
        }
        let finals = if all_finals_done { None } else { final_rows.is_some().then_some(&known[..]) };
        let has_finals = self.answer().final_component.is_some() && !all_finals_done;
        self.drive(prepared, scratch, state, query, stop, has_finals, finals, progress, |job, progress, memory| {
            best::scan_experiments(self.isa, job, progress, memory);
        })
    }

    /// `score_all` with 512 experiments on one code at once; false if that does not suit.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn score_by_experiments(
        &self,
        prepared: &Prepared,
        scratch: &mut Scratch,
        state: &[u32],
        criterion: Criterion,
        stop: &AtomicBool,
        scores: &mut [Score],
        can_be_final: &mut [u64],
    ) -> bool {
        if !self.counts_experiments_first(criterion, state.len(), prepared.len()) {
            return false;
        }
        let known = self.final_rows(prepared, scratch, state).map(|rows| as_blocks(&rows, prepared.len()));
        let query = Query { criterion, prefer_final: false, consistent_only: false, bound: None };
        let mut progress = Progress { at: (0, 0), limit: None, found: None, unknown: None };
        let has_finals = self.answer().final_component.is_some();
        let run = |job: &Job<'_>, progress: &mut Progress, memory: &mut ScanMemory| {
            best::score_experiments(self.isa, job, progress, memory, scores, can_be_final);
        };
        self.drive(prepared, scratch, state, &query, stop, has_finals, known.as_deref(), &mut progress, run)
    }

    /// Runs a kernel of `best` until it has found everything out; false if that does not suit. `finals`: the experiments
    /// that can be final, where known.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn drive(
        &self,
        prepared: &Prepared,
        scratch: &mut Scratch,
        state: &[u32],
        query: &Query,
        stop: &AtomicBool,
        has_finals: bool,
        finals: Option<&[Block]>,
        progress: &mut Progress,
        mut kernel: impl FnMut(&Job<'_>, &mut Progress, &mut ScanMemory),
    ) -> bool {
        let Some((groups, offsets, order)) = self.group(scratch, state) else { return false };
        let mut flags = Vec::new();
        let mut last_unknown = None;
        loop {
            let shapes = lock(&self.shapes);
            let slots = shapes.cells.len();
            flags.clear();
            flags.extend(shapes.cells.iter().map(|&cell| match self.cells.is_final(cell) {
                None => 0,
                Some(is_final) => 1 + u8::from(is_final),
            }));
            drop(shapes);
            let job = Job {
                groups: &groups,
                offsets: &offsets,
                order: &order,
                data: &prepared.columns.data,
                leaves: prepared.columns.leaves,
                experiments: prepared.len(),
                codes: state.len(),
                slots,
                criterion: query.criterion,
                prefer_final: query.prefer_final,
                consistent_only: query.consistent_only,
                finals: match finals {
                    _ if !has_finals => Finals::Never,
                    Some(finals) => Finals::KnownSide(finals),
                    None => Finals::BySlot(&flags),
                },
                logarithms: &self.logarithms,
                stop,
            };
            progress.unknown = None;
            kernel(&job, progress, &mut scratch.scan);
            let Some(experiment) = progress.unknown else { return true };
            if last_unknown == Some(experiment) {
                return false; // an ill-formed answer
            }
            last_unknown = Some(experiment);
            let data = self.compress(state, scratch);
            let members = self.members(&data, state);
            self.occupied(prepared, scratch, experiment, members);
            self.know_finals(prepared, scratch, experiment, state, members);
            scratch.members = data;
        }
    }

    /// Whether 512 experiments at once are expected to take less time than 512 codes at once. The unit is the time of one
    /// block in a row of blocks; measured on Mastermind (bilinear) and on a word game.
    pub(super) fn experiments_first(&self, codes: usize, experiments: usize) -> bool {
        let (ground_experiment, ground_code) = if self.grounding.terms().is_some() { (4, 2) } else { (60, 20) };
        let by_codes = (codes.div_ceil(512) + ground_experiment) * experiments;
        let by_experiments = experiments.div_ceil(512) * (codes + 15) + ground_code * codes;
        !self.is_wide() && codes <= 1 << 16 && by_experiments <= by_codes
    }

    /// The same where codes are counted: the counters of many codes have many planes.
    pub(super) fn counts_experiments_first(&self, criterion: Criterion, codes: usize, experiments: usize) -> bool {
        let few = codes <= 1 << 16 || criterion == Criterion::Parts || self.grounding.terms().is_none();
        few && self.experiments_first(codes, experiments)
    }

    /// The cells that occur for some code of `state` and experiment, found for 512 experiments at once; `None` if
    /// that does not suit.
    pub(super) fn occurring_by_experiments(
        &self,
        prepared: &Prepared,
        scratch: &mut Scratch,
        state: &[u32],
        stop: &AtomicBool,
    ) -> Option<Vec<u32>> {
        if !self.experiments_first(state.len(), prepared.len()) {
            return None;
        }
        let (groups, offsets, order) = self.group(scratch, state)?;
        let cells = lock(&self.shapes).cells.clone();
        let job = Job {
            groups: &groups,
            offsets: &offsets,
            order: &order,
            data: &prepared.columns.data,
            leaves: prepared.columns.leaves,
            experiments: prepared.len(),
            codes: state.len(),
            slots: cells.len(),
            criterion: Criterion::Parts,
            prefer_final: false,
            consistent_only: false,
            finals: Finals::Never,
            logarithms: &self.logarithms,
            stop,
        };
        let occurring = best::occurring_slots(self.isa, &job, &mut scratch.scan);
        Some(cells.into_iter().zip(occurring).filter(|slot| slot.1).map(|slot| slot.0).collect())
    }

    /// Scans some experiments, which can be final, with all codes (at most 64) at once; true if one of them tells all
    /// codes apart, so that no other can be better.
    fn scan_rows(
        &self,
        prepared: &Prepared,
        scratch: &mut Scratch,
        state: &[u32],
        query: &Query,
        rows: &[u32],
        progress: &mut Progress,
    ) -> bool {
        let data = self.compress(state, scratch);
        let members = self.members(&data, state);
        let mut perfect = false;
        for &row in rows {
            self.occupied(prepared, scratch, row.index(), members);
            let sizes = scratch.occupied.iter().map(|cell| cell.1);
            let score = query.criterion.score(sizes, &self.logarithms);
            let rank = (score, false, row.index());
            if score != NO_INFORMATION && progress.limit.is_none_or(|limit| rank < limit) {
                progress.limit = Some(rank);
                progress.found = Some(Best { score, can_be_final: true, experiment: row.index() });
            }
            if scratch.occupied.len() == state.len() {
                perfect = query.prefer_final || query.consistent_only;
                break;
            }
        }
        scratch.members = data;
        perfect
    }

    /// Grounds the codes of a state and groups those of equal shape; `None` if there are too many shapes. Returns the
    /// groups, the places of their leaves, and the codes of the groups as places in the state.
    pub(super) fn group(&self, scratch: &mut Scratch, state: &[u32]) -> Option<(Vec<CodeGroup>, Vec<u32>, Vec<u32>)> {
        let mut by_shape: Vec<Instances> = Vec::new();
        for (place, &code) in (0..).zip(state) {
            if self.grounding.terms().is_some() {
                self.grounding.ground(KnownSide::Code, self.rows.row(code.index()), &mut scratch.instance);
                let shape = self.shape(scratch)?;
                collect(&mut by_shape, place, &shape, &scratch.instance.leaves);
            } else {
                let grounded = self.grounded_code(scratch, code.index())?;
                collect(&mut by_shape, place, &grounded.shape, &grounded.leaves);
            }
        }
        let (mut groups, mut offsets, mut order) = (Vec::new(), Vec::new(), Vec::with_capacity(state.len()));
        for Instances { shape, places, leaves } in &by_shape {
            let count = places.len();
            let mut first = 0;
            while first < count {
                let rows = match count - first {
                    8.. => 8,
                    4.. => 4,
                    2.. => 2,
                    _ => 1,
                };
                let (offset, place) = (offsets.len(), order.len() + first);
                groups.push(CodeGroup { shape: shape.clone(), rows, offset, first: place });
                for leaf in 0..shape.leaves {
                    offsets.extend((first..first + rows).map(|row| leaves[row * shape.leaves + leaf]));
                }
                first += rows;
            }
            order.extend_from_slice(places);
        }
        Some((groups, offsets, order))
    }

    fn grounded_code(&self, scratch: &mut Scratch, code: usize) -> Option<&Grounded> {
        let chunk = self.grounded_codes[code / CHUNK].get_or_init(|| (0..CHUNK).map(|_| OnceLock::new()).collect());
        chunk[code % CHUNK]
            .get_or_init(|| {
                self.grounding.ground(KnownSide::Code, self.rows.row(code), &mut scratch.instance);
                let shape = self.shape(scratch)?;
                Some(Grounded { shape, leaves: scratch.instance.leaves.clone(), version: self.version })
            })
            .as_ref()
    }
}

/// Rows as bits.
fn as_blocks(rows: &[u32], experiments: usize) -> Vec<Block> {
    let mut blocks = vec![ZERO_BLOCK; experiments.div_ceil(512)];
    for &row in rows {
        blocks[row.index() / 512].0[row.index() / 64 % 8] |= 1 << (row % 64);
    }
    blocks
}

/// Codes of one shape: their places in the state, and their leaves one after the other.
struct Instances {
    shape: Arc<Shape>,
    places: Vec<u32>,
    leaves: Vec<u32>,
}

/// Adds an instance to those of its shape.
fn collect(by_shape: &mut Vec<Instances>, place: u32, shape: &Arc<Shape>, leaves: &[u32]) {
    let number = by_shape.iter().position(|entry| entry.shape.number == shape.number).unwrap_or_else(|| {
        by_shape.push(Instances { shape: shape.clone(), places: Vec::new(), leaves: Vec::new() });
        by_shape.len() - 1
    });
    by_shape[number].places.push(place);
    by_shape[number].leaves.extend(leaves);
}

//! The best experiment for a state: which way to look for it.

use std::sync::{Arc, OnceLock};

use super::best;
use super::evaluator::{Evaluator, Scratch, CHUNK};
use super::found::Best;
use super::ground::KnownSide;
use super::job::{CodeGroup, CodeGroups, Finals, Job, Progress, ScanMemory, Survey};
use super::prepared::Grounded;
use super::score::{Criterion, Score, NO_INFORMATION};
use super::shape::Shape;
use crate::base::ids::CodeId;
use crate::base::lock::lock;

impl Evaluator {
    /// The best experiment of a survey: lowest score; then, if `prefer_final`, one with a final outcome
    /// still satisfiable; then the lowest row. Experiments with one satisfiable outcome are never chosen. `None` if there
    /// is none better than the bound, or when `stop` was set meanwhile (then the result means nothing).
    pub fn scan(&self, survey: &Survey<'_>, scratch: &mut Scratch) -> Option<Best> {
        if let Some(found) = self.scan_hopeful(survey, scratch) {
            return found;
        }
        let mut progress = Progress::new(&survey.query);
        if !self.suits_experiments(survey) || !self.scan_by_experiments(survey, scratch, &mut progress) {
            self.scan_by_codes(survey, scratch, &mut progress);
        }
        progress.found
    }

    /// Visits every experiment's score ([`NO_INFORMATION`] with one satisfiable outcome), and whether a final outcome is
    /// satisfiable, until `visit` returns false or `stop` is set.
    pub fn visit_scores(
        &self,
        survey: &Survey<'_>,
        scratch: &mut Scratch,
        mut visit: impl FnMut(usize, Score, bool) -> bool,
    ) {
        let experiments = survey.prepared.len();
        let (mut scores, mut finals) = (vec![NO_INFORMATION; experiments], vec![0_u64; experiments.div_ceil(64)]);
        let run = |job: &Job<'_>, progress: &mut Progress, memory: &mut ScanMemory| {
            best::score_experiments(self.isa, job, progress, memory, &mut scores, &mut finals);
        };
        if self.suits_experiments(survey) && self.drive(survey, scratch, None, &mut Progress::new(&survey.query), run)
        {
            let is_final = |experiment: usize| finals[experiment / 64] >> (experiment % 64) & 1 == 1;
            let mut all = scores.iter().enumerate();
            all.all(|(experiment, &score)| visit(experiment, score, is_final(experiment)));
            return;
        }
        self.visit_by_codes(survey, scratch, 0..experiments, |experiment, cells| {
            let (score, can_be_final) = self.score(survey.query.criterion, cells);
            visit(experiment, score, can_be_final)
        });
    }

    /// The score of an experiment by its cells, and whether one of these is final.
    fn score(&self, criterion: Criterion, cells: &[(u32, u32)]) -> (Score, bool) {
        let can_be_final = cells.iter().any(|&(cell, _)| self.cells.is_final(cell) == Some(true));
        (criterion.score(cells.iter().map(|cell| cell.1), &self.logarithms), can_be_final)
    }

    /// Scans the experiments in order with all codes of one at once. Once one of them tells all codes apart none after it can
    /// be better.
    fn scan_by_codes(&self, survey: &Survey<'_>, scratch: &mut Scratch, progress: &mut Progress) {
        let query = &survey.query;
        self.visit_by_codes(survey, scratch, 0..survey.prepared.len(), |experiment, cells| {
            let (score, can_be_final) = self.score(query.criterion, cells);
            let allowed = score != NO_INFORMATION && (can_be_final || !query.consistent_only);
            if allowed {
                progress.offer(query, Best { score, can_be_final, experiment });
            }
            !(allowed && cells.len() == survey.state.len() && (can_be_final || !query.prefer_final))
        });
    }

    /// Scans with 512 experiments on one code at once; false if that does not suit.
    pub(super) fn scan_by_experiments(
        &self,
        survey: &Survey<'_>,
        scratch: &mut Scratch,
        progress: &mut Progress,
    ) -> bool {
        let Survey { prepared, state, .. } = survey;
        let known = self.final_rows(prepared, scratch, state);
        self.drive(survey, scratch, known.as_deref().map(Finals::KnownSide), progress, |job, progress, memory| {
            best::scan_experiments(self.isa, job, progress, memory);
        })
    }

    /// Runs a kernel until it has found everything out; false if that does not suit. `finals`: which experiments can be
    /// final, where that is known.
    pub(super) fn drive(
        &self,
        survey: &Survey<'_>,
        scratch: &mut Scratch,
        finals: Option<Finals<'_>>,
        progress: &mut Progress,
        mut kernel: impl FnMut(&Job<'_>, &mut Progress, &mut ScanMemory),
    ) -> bool {
        let &Survey { prepared, state, ref query, stop } = survey;
        let Some(codes) = self.group(scratch, state) else { return false };
        let has_finals = self.answer().final_component.is_some();
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
                codes: &codes,
                columns: &prepared.columns,
                experiments: prepared.len(),
                size: state.len(),
                slots,
                query,
                finals: finals.unwrap_or(if has_finals { Finals::BySlot(&flags) } else { Finals::Never }),
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
            self.visit_by_codes(survey, scratch, std::iter::once(experiment), |_, _| true);
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

    /// The same for what a survey looks for, unless all cells are known: then it takes least time to count them. The
    /// counters of many codes have many planes.
    pub(super) fn suits_experiments(&self, survey: &Survey<'_>) -> bool {
        let codes = survey.state.len();
        let few = codes <= 1 << 16 || survey.query.criterion == Criterion::Parts || self.grounding.terms().is_none();
        few && codes > 1 && !survey.prepared.knows_all_cells() && self.experiments_first(codes, survey.prepared.len())
    }

    /// The cells that occur for some code and experiment of a survey, found for 512 experiments at once; `None` if that
    /// does not suit.
    pub(super) fn occurring_by_experiments(&self, survey: &Survey<'_>, scratch: &mut Scratch) -> Option<Vec<u32>> {
        if !self.experiments_first(survey.state.len(), survey.prepared.len()) {
            return None;
        }
        let (mut occurring, mut progress) = (Vec::new(), Progress::new(&survey.query));
        let run = |job: &Job<'_>, progress: &mut Progress, memory: &mut ScanMemory| {
            occurring = best::occurring_slots(self.isa, job, progress, memory);
        };
        self.drive(survey, scratch, Some(Finals::Never), &mut progress, run).then(|| {
            let cells = lock(&self.shapes).cells.clone();
            cells.into_iter().zip(occurring).filter(|slot| slot.1).map(|slot| slot.0).collect()
        })
    }

    /// Grounds the codes of a state and groups those of equal shape; `None` if there are too many shapes.
    pub(super) fn group(&self, scratch: &mut Scratch, state: &[CodeId]) -> Option<CodeGroups> {
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
                    16.. => 16,
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
        Some(CodeGroups { groups, offsets, order })
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

//! Finding out which outcomes occur: those of few cells are marked, which makes everything else faster; those of too many
//! are met, and get numbers because they occur.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Mutex;

use super::composition::Composition;
use super::digits::Cells;
use super::evaluator::{Evaluator, Gathered, Scratch, SWEEP, VERSIONS};
use super::job::Survey;
use super::occurring::Tuples;
use super::prepared::{Prepared, Probe};
use super::score::Criterion;
use super::shape::Shapes;
use crate::base::convert::ToIndex;
use crate::base::ids::CodeId;

/// What was met while looking for the outcomes that occur.
pub struct Met {
    pub(super) tuples: Tuples,
    /// How the outcomes of all codes follow from those of a few, with these gathered.
    pub(super) composed: Option<(Composition, Gathered)>,
    /// For each experiment of a list that keeps cells the numbers of the tuples of all codes so far.
    pub(super) cells: Vec<Vec<u32>>,
}

impl Met {
    /// Bytes of memory held for the outcomes, at most.
    pub fn bytes(&self) -> u64 {
        self.tuples.bytes()
    }

    /// Whether an experiment is met on all codes at once.
    pub fn is_composed(&self) -> bool {
        self.composed.is_some()
    }
}

impl Evaluator {
    /// Finds out which outcomes never occur, which makes everything else faster. `prepared` must hold every experiment
    /// that will ever be evaluated, or one of each class of experiments equivalent under the symmetries of the whole game
    /// (all codes, nothing answered yet). Results are the same with and without it. Costs one evaluation of
    /// `prepared` on all codes.
    pub fn learn_legal(&mut self, prepared: &Prepared, scratch: &mut Scratch, stop: &AtomicBool) {
        if self.is_wide() {
            return;
        }
        scratch.keep_nothing = true;
        let legal = self.occurring(prepared, scratch, stop);
        scratch.keep_nothing = false;
        if let Some(legal) = legal {
            self.version = VERSIONS.fetch_add(1, Ordering::Relaxed);
            self.shapes = Mutex::new(Shapes::new(self.cells.sizes.clone(), Some(legal)));
            self.grounded_codes.iter_mut().for_each(|chunk| drop(chunk.take()));
        }
    }

    /// Which cells occur; `None` if stopped.
    pub(super) fn occurring(
        &self,
        prepared: &Prepared,
        scratch: &mut Scratch,
        stop: &AtomicBool,
    ) -> Option<Vec<bool>> {
        let mut legal = vec![false; self.cells.count()];
        let codes: Vec<CodeId> = CodeId::first(self.codes.rows()).collect();
        for state in codes.chunks(SWEEP) {
            let survey = Survey::by(Criterion::Parts, prepared, state, stop);
            if let Some(cells) = self.occurring_by_experiments(&survey, scratch) {
                cells.iter().for_each(|&cell| legal[cell.index()] = true);
                continue;
            }
            self.visit_by_codes(&survey, scratch, 0..prepared.len(), |_, cells| {
                cells.iter().for_each(|&(cell, _)| legal[cell.index()] = true);
                true
            });
        }
        (!stop.load(Ordering::Relaxed)).then_some(legal)
    }

    /// Whether outcomes have numbers only when [`Evaluator::know`] was told that they occur; else there is nothing to tell.
    pub fn numbers_what_occurs(&self) -> bool {
        self.sparse.is_some()
    }

    /// Keeps the cells of all codes for experiments prepared from now on, where a list of them takes no more than so many
    /// bytes and they take long to find: where outcomes have numbers only because they occur, and where long formulas are
    /// evaluated directly, as those of a table of answers are.
    pub fn keep_cells(&mut self, memory: u64) {
        self.kept = memory;
    }

    /// What occurs, for [`Evaluator::meet`]: nothing so far. `list`: all experiments, if they are one list.
    pub fn nothing_met(&self, list: Option<&Prepared>) -> Met {
        let words = self.sparse.as_ref().map_or(1, |sparse| sparse.layout.words);
        let composed = self.sparse.as_ref().and_then(|sparse| {
            let composition =
                Composition::new(&self.grounding, &sparse.layout, &self.rows, self.codes.rows(), self.kept)?;
            let gathered = self.gather(composition.representatives());
            Some((composition, gathered))
        });
        let cells = vec![Vec::new(); list.map_or(0, |list| list.cells.len())];
        Met { tuples: Tuples::new(words), composed, cells }
    }

    /// Adds the outcomes of an experiment on all codes to those that occur, where they are composed.
    pub fn meet_composed(&self, prepared: &Prepared, scratch: &mut Scratch, experiment: usize, met: &mut Met) {
        let Met { tuples, composed, cells } = met;
        if let (Some(sparse), Some((composition, gathered))) = (&self.sparse, composed) {
            self.tuples_of(sparse, gathered.probe(prepared, experiment), scratch);
            match cells.get_mut(experiment) {
                Some(cells) => composition.meet(&scratch.tuples, tuples, cells),
                None => {
                    scratch.cells.clear();
                    composition.meet(&scratch.tuples, tuples, &mut scratch.cells);
                    tuples.sort_when_doubled();
                }
            }
        }
    }

    /// Adds the outcomes of an experiment on the codes of a state to those that occur. States are met in their order, so
    /// that all together are all codes.
    pub fn meet(&self, probe: Probe<'_>, scratch: &mut Scratch, met: &mut Met) {
        if let Some(sparse) = &self.sparse {
            self.tuples_of(sparse, probe, scratch);
            let cells = met.cells.get_mut(probe.experiment).unwrap_or_else(|| {
                scratch.cells.clear();
                &mut scratch.cells
            });
            met.tuples.number_all(&scratch.tuples, cells);
        }
    }

    /// Gives numbers to the outcomes that occur, in the order of outcomes: of all experiments on all codes of the game.
    /// The cells of a `list` are known, too, where they are kept.
    pub fn know(&mut self, met: Met, list: Option<&Prepared>) {
        let Met { tuples: mut met, cells, .. } = met;
        let numbers = met.sort();
        for (mut cells, kept) in cells.into_iter().zip(list.into_iter().flat_map(|list| &list.cells)) {
            if cells.len() == self.codes.rows() {
                cells.iter_mut().for_each(|cell| *cell = numbers[cell.index()]);
                let _ = kept.set(cells.into());
            }
        }
        let last = self.answer().final_component;
        if let Some(sparse) = &mut self.sparse {
            let is_final = |number: usize| last.is_some_and(|last| sparse.layout.digit(met.get(number), last) == 1);
            self.cells = Cells::occurring((0..met.count()).map(is_final));
            self.outcomes = met.count();
            sparse.tuples = met;
            self.version = VERSIONS.fetch_add(1, Ordering::Relaxed);
        }
    }
}

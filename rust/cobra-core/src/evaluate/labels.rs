//! The outcomes of all experiments of a list on all codes of a state, 512 experiments on one code at a time.
//!
//! The number of the outcome is written as bits, one bit-vector over the codes for each binary digit, so that a cell is a
//! bit-vector over the codes that takes a few operations to find.

use std::ops::Range;

use super::best::run_group;
use super::code_sliced::first_lanes;
use super::evaluator::{Evaluator, Scratch};
use super::interpreter::Sink;
use super::isa::dispatch;
use super::job::{Finals, Job, Progress, ScanMemory, Survey};
use super::lane_scores::bits;
use super::prepared::Prepared;
use super::wide::{transpose, Block, Wide, ZERO_BLOCK};
use crate::base::convert::{ToIndex, ToU32};
use crate::base::ids::{CodeId, OutcomeId};
use crate::base::lock::lock;

/// The outcomes of a list of experiments on a state.
#[derive(Default)]
pub(crate) struct Labels {
    /// Binary digits of the number of an outcome.
    digits: usize,
    /// Words of a bit-vector over the codes of the state.
    words: usize,
    /// The experiments labelled.
    experiments: Range<usize>,
    /// Word w of digit d of experiment `experiments.start + e`: `data[(e * digits + d) * words + w]`.
    data: Vec<u64>,
    /// The cell of each number.
    cells: Vec<u32>,
    codes: usize,
    planes: Vec<Block>,
}

/// The cells of one experiment: bit-vectors over the codes of the state, that of the first code first.
#[derive(Default)]
pub(crate) struct CellMasks {
    pub words: usize,
    /// One cell after the other, `words` each.
    pub masks: Vec<u64>,
    /// Whether a cell has a final outcome.
    pub finals: Vec<bool>,
    numbers: Vec<u32>,
    order: Vec<(u32, u32)>,
    sorted: Vec<u64>,
}

impl CellMasks {
    /// The bit-vector of each cell, and whether it is final.
    pub fn cells(&self) -> impl Iterator<Item = (&[u64], bool)> {
        self.masks.chunks_exact(self.words.max(1)).zip(self.finals.iter().copied())
    }

    /// Sets the cells to those of codes with these outcomes.
    pub fn set(&mut self, outcomes: &[OutcomeId], is_final: impl Fn(OutcomeId) -> bool) {
        let CellMasks { words, masks, finals, numbers, order, .. } = self;
        *words = outcomes.len().div_ceil(64);
        masks.clear();
        finals.clear();
        numbers.clear();
        order.clear(); // outcome and cell, by outcome
        for (place, &outcome) in outcomes.iter().enumerate() {
            let cell = match order.binary_search_by_key(&outcome.number(), |known| known.0) {
                Ok(at) => order[at].1,
                Err(at) => {
                    let cell = finals.len().to_u32();
                    order.insert(at, (outcome.number(), cell));
                    finals.push(is_final(outcome));
                    masks.resize(masks.len() + *words, 0);
                    cell
                }
            };
            masks[cell.index() * *words + place / 64] |= 1 << (place % 64);
        }
    }

    /// A number that is the same for equal cells.
    pub fn hash(&self) -> u64 {
        let mix = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = self.masks.iter().fold(0, |hash, &word| mix(hash, word));
        let hash = self.finals.iter().fold(hash, |hash, &is_final| mix(hash, is_final.into()));
        hash ^ hash >> 32
    }

    /// Sets the cells to those of an experiment.
    fn split(&mut self, labels: &Labels, experiment: usize) {
        let words = labels.words;
        self.words = words;
        self.masks.clear();
        self.masks.extend((0..words).map(|word| first_lanes(labels.codes - 64 * word).0[0]));
        self.numbers.clear();
        self.numbers.push(0);
        for digit in 0..labels.digits {
            let vector = &labels.data[(experiment * labels.digits + digit) * words..][..words];
            for cell in 0..self.numbers.len() {
                let mask = &self.masks[cell * words..(cell + 1) * words];
                let (mut zeros, mut ones) = (0, 0);
                for (mask, bits) in mask.iter().zip(vector) {
                    zeros |= mask & !bits;
                    ones |= mask & bits;
                }
                if ones == 0 {
                    continue;
                }
                let number = self.numbers[cell] | 1 << digit;
                if zeros == 0 {
                    self.numbers[cell] = number;
                    continue;
                }
                self.numbers.push(number);
                for (word, bits) in vector.iter().enumerate() {
                    let mask = &mut self.masks[cell * words + word];
                    let ones = *mask & bits;
                    *mask &= !bits;
                    self.masks.push(ones);
                }
            }
        }
    }

    /// Orders the cells by their first codes.
    fn sort(&mut self) {
        let CellMasks { words, masks, numbers, order, sorted, .. } = self;
        order.clear();
        order.extend(masks.chunks_exact(*words).zip(0..).map(|(mask, cell)| (first(mask), cell)));
        order.sort_unstable();
        sorted.clear();
        for &(_, cell) in order.iter() {
            sorted.extend_from_slice(&masks[cell.index() * *words..][..*words]);
        }
        std::mem::swap(masks, sorted);
        for (place, cell) in order.iter_mut() {
            *place = numbers[cell.index()];
        }
        numbers.clear();
        numbers.extend(order.iter().map(|pair| pair.0));
    }
}

/// The first code of a cell.
fn first(mask: &[u64]) -> u32 {
    let word = mask.iter().position(|&word| word != 0).unwrap_or(0);
    64 * word.to_u32() + mask[word].trailing_zeros()
}

impl Evaluator {
    /// Finds the outcomes of some experiments of a survey, from a multiple of 512 on; `false` if that does not suit. What is
    /// left unfinished when it stops means nothing.
    pub(crate) fn label(
        &self,
        survey: &Survey<'_>,
        scratch: &mut Scratch,
        experiments: Range<usize>,
        labels: &mut Labels,
    ) -> bool {
        if self.is_wide() || experiments.is_empty() {
            return false;
        }
        let mut progress = Progress { at: experiments.start, ..Progress::new(&survey.query) };
        labels.experiments = experiments;
        labels.codes = survey.state.len();
        labels.words = labels.codes.div_ceil(64);
        let run = |job: &Job<'_>, progress: &mut Progress, memory: &mut ScanMemory| {
            labels.digits = bits(job.slots.saturating_sub(1));
            labels.data.clear();
            labels.data.resize(labels.experiments.len() * labels.digits * labels.words, 0);
            number(self.isa, job, progress, memory, labels);
        };
        if !self.drive(survey, scratch, Some(Finals::Never), &mut progress, run) {
            return false;
        }
        labels.cells.clone_from(&lock(&self.shapes).cells);
        true
    }

    /// The cells of an experiment that was labelled.
    pub(crate) fn cells_of_labelled(
        &self,
        prepared: &Prepared,
        scratch: &mut Scratch,
        experiment: usize,
        state: &[CodeId],
        labels: &Labels,
        partition: &mut CellMasks,
    ) {
        partition.split(labels, experiment - labels.experiments.start);
        partition.sort();
        partition.finals.clear();
        for (number, mask) in partition.numbers.iter().zip(partition.masks.chunks_exact(labels.words)) {
            let cell = labels.cells[number.index()];
            self.know_final(prepared, &mut scratch.values, experiment, state[first(mask).index()], cell);
            partition.finals.push(self.cells.is_final(cell) == Some(true));
        }
    }
}

dispatch! {
    /// Writes the numbers of all outcomes.
    fn number(job: &Job<'_>, progress: &mut Progress, memory: &mut ScanMemory, labels: &mut Labels) = number_kernel
}

/// Writes the digits of the outcomes of the codes of one group.
struct Digits<'a> {
    digits: usize,
    planes: &'a mut [Block],
    places: &'a [u32],
}

impl<L: Wide> Sink<L> for Digits<'_> {
    #[inline(always)]
    fn take<const R: usize>(&mut self, slot: usize, rows: &[L; R]) {
        for (row, &place) in rows.iter().zip(self.places) {
            let planes = &mut self.planes[place.index() * self.digits..][..self.digits];
            for (digit, plane) in planes.iter_mut().enumerate() {
                if slot >> digit & 1 == 1 {
                    L::load(plane, 0).or(*row).store(plane);
                }
            }
        }
    }
}

#[inline(always)]
fn number_kernel<L: Wide>(job: &Job<'_>, progress: &mut Progress, memory: &mut ScanMemory, labels: &mut Labels) {
    memory.reserve_registers(job.codes);
    let Labels { digits, words, experiments, data, planes, .. } = labels;
    let (digits, words, start, end) = (*digits, *words, experiments.start, experiments.end);
    let mut square = [0; 64];
    while let Some(at) = progress.portion::<L>(job).filter(|at| at.first < end) {
        planes.clear();
        planes.resize(job.size * digits, ZERO_BLOCK);
        for group in &job.codes.groups {
            let mut sink = Digits { digits, planes, places: job.codes.places(group) };
            run_group(job, group, at, &mut memory.registers, &mut sink);
        }
        for word in 0..L::WORDS {
            let row = at.first + 64 * word;
            let lanes = end.saturating_sub(row).min(64);
            for digit in 0..if lanes > 0 { digits } else { 0 } {
                for of in 0..words {
                    square.fill(0);
                    let codes = 64 * of..job.size.min(64 * of + 64);
                    for (line, code) in square.iter_mut().zip(codes) {
                        *line = planes[code * digits + digit].0[word];
                    }
                    transpose(&mut square);
                    for (lane, &bits) in square[..lanes].iter().enumerate() {
                        data[((row + lane - start) * digits + digit) * words + of] = bits;
                    }
                }
            }
        }
        progress.at = at.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ids::SlotId;
    use crate::base::ids::TypeIndex;
    use crate::base::limits::Control;
    use crate::common::{coins, mastermind, Random};
    use crate::engine::Engine;
    use crate::evaluate::Criterion;
    use crate::game::program::{Ending, Program};

    /// Checks random states of some sizes against partitions made one by one.
    fn check(program: Program, swaps: Vec<Vec<(SlotId, SlotId)>>, sizes: &[usize]) {
        let control = Control::default();
        let engine = Engine::new(program, swaps, None).unwrap();
        let count = engine.enumerate(1 << 20, 1 << 28, &control).unwrap();
        let data = engine.type_data(TypeIndex::new(0), &control).unwrap();
        let evaluator = &data.evaluator;
        let list = data.lists.full(engine.context(TypeIndex::new(0), &control), evaluator).unwrap().unwrap();
        let mut random = Random::Seeded(7);
        let (mut scratch, mut labels, mut found) = (Scratch::default(), Labels::default(), CellMasks::default());
        let (mut outcomes, mut expected) = (Vec::new(), CellMasks::default());
        for &size in sizes {
            let mut state: Vec<CodeId> = (0..size).map(|_| CodeId::at(random.below(count))).collect();
            state.sort_unstable();
            state.dedup();
            for experiment in 0..list.len() {
                if experiment.is_multiple_of(512) {
                    let block = experiment..list.len().min(experiment + 512);
                    let survey = Survey::by(Criterion::Parts, list, &state, control.halted());
                    assert!(evaluator.label(&survey, &mut scratch, block, &mut labels));
                }
                evaluator.cells_of_labelled(list, &mut scratch, experiment, &state, &labels, &mut found);
                evaluator.partition(list, &mut scratch, experiment, &state, &mut outcomes);
                expected.set(&outcomes, |outcome| evaluator.is_final(outcome));
                assert!(found.cells().eq(expected.cells()));
                assert_eq!(found.hash(), expected.hash());
            }
        }
    }

    #[test]
    fn cells_of_labels_are_those_of_partitions() {
        check(mastermind(3, 5, false, true, Ending::Hit), vec![Vec::new()], &[1, 2, 7, 30, 64, 65, 100, 200, 900]);
        check(mastermind(3, 6, true, true, Ending::Core), vec![Vec::new()], &[1, 5, 40, 64, 150]);
        let (program, swaps) = coins(7);
        check(program, swaps, &[1, 3, 9, 14, 40]);
    }
}

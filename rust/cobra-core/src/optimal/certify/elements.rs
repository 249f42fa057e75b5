//! The symmetries that a certificate names, as generators and words of them.

use std::collections::HashMap;

use super::outcome_columns::OutcomeColumns;
use crate::base::convert::{ToIndex, ToU32, ToU8};
use crate::base::error::Result;
use crate::base::ids::CodeId;
use crate::base::limits::Control;
use crate::group::permutation::inverse;
use crate::optimal::canonical::{Canonical, Motion, Moves};
use crate::optimal::stabiliser::exchanges;

/// A generator: where it carries the codes and the experiments, and the one that undoes it.
pub(super) struct Element {
    pub codes: Vec<CodeId>,
    pub experiments: Vec<u32>,
    inverse: u32,
}

/// Numbers of elements, applied one after the other.
pub(super) type Word = Vec<u32>;

/// The elements of a certificate: exchanges of things, and further symmetries.
#[derive(Default)]
pub(super) struct Elements {
    pub all: Vec<Element>,
    /// For each thing the first one of its class, and the exchange with it.
    first: Vec<u32>,
    exchange: Vec<Option<u32>>,
    /// For each further symmetry itself and its inverse.
    further: Vec<[u32; 2]>,
}

impl Elements {
    /// `None`: a symmetry of the search does not carry the experiments to each other as the checker sees them.
    pub fn new(canonical: &Canonical<'_>, columns: &OutcomeColumns, control: &Control) -> Result<Option<Elements>> {
        let things = canonical.classes().iter().flatten().max().map_or(0, |&last| last.index() + 1);
        let mut elements =
            Elements { first: (0..things.to_u32()).collect(), exchange: vec![None; things], ..Elements::default() };
        let alike = Alike::new(columns);
        for class in canonical.classes() {
            for &thing in &class[1..] {
                control.poll()?;
                let Some(codes) = canonical.exchanged(class[0], thing) else { return Ok(None) };
                let number = elements.all.len().to_u32();
                let Some(element) = alike.element(columns, codes, number) else { return Ok(None) };
                elements.all.push(element);
                elements.first[thing.index()] = class[0];
                elements.exchange[thing.index()] = Some(number);
            }
        }
        for turn in canonical.turns() {
            control.poll()?;
            let number = elements.all.len().to_u32();
            let back: Vec<CodeId> = inverse(turn.codes()).into_iter().map(CodeId::new).collect();
            let undone = if back == turn.codes() { number } else { number + 1 };
            let Some(element) = alike.element(columns, turn.codes().to_vec(), undone) else { return Ok(None) };
            if undone == number {
                elements.all.push(element);
            } else {
                let experiments = inverse(&element.experiments);
                elements.all.push(element);
                elements.all.push(Element { codes: back, experiments, inverse: number });
            }
            elements.further.push([number, undone]);
        }
        Ok(Some(elements))
    }

    /// The word of a symmetry.
    pub fn word(&self, moves: &Moves) -> Word {
        let mut word = Word::new();
        for step in &moves.steps {
            match step {
                Motion::Things(permutation) => {
                    exchanges(permutation, &self.first, |thing| word.extend(self.exchange[thing.index()]));
                }
                &Motion::FurtherSymmetry { number, back } => word.push(self.further[number][usize::from(back)]),
            }
        }
        word
    }

    pub fn inverse(&self, word: &[u32]) -> Word {
        word.iter().rev().map(|&element| self.all[element.index()].inverse).collect()
    }

    /// One word after the other, without what is undone at once.
    pub fn joined(&self, first: &[u32], second: &[u32]) -> Word {
        let mut word = Word::with_capacity(first.len() + second.len());
        for &element in first.iter().chain(second) {
            match word.last() {
                Some(&last) if self.all[last.index()].inverse == element => drop(word.pop()),
                _ => word.push(element),
            }
        }
        word
    }

    /// Where a word carries a set of codes, ascending.
    pub fn codes(&self, word: &[u32], state: &[CodeId]) -> Vec<CodeId> {
        let mut codes = state.to_vec();
        for &element in word {
            codes.iter_mut().for_each(|code| *code = self.all[element.index()].codes[*code]);
        }
        codes.sort_unstable();
        codes
    }

    /// Where a word carries an experiment.
    pub fn experiment(&self, word: &[u32], experiment: u32) -> u32 {
        word.iter().fold(experiment, |experiment, &element| self.all[element.index()].experiments[experiment.index()])
    }
}

/// The experiments by the cells they make of all codes.
struct Alike(HashMap<Vec<u8>, Vec<u32>>);

impl Alike {
    fn new(columns: &OutcomeColumns) -> Alike {
        let mut alike: HashMap<Vec<u8>, Vec<u32>> = HashMap::new();
        for experiment in 0..columns.experiments {
            let cells = cells(columns, experiment, columns.column(experiment));
            alike.entry(cells).or_default().push(experiment.to_u32());
        }
        Alike(alike)
    }

    /// The symmetry that carries codes so; `None` when some experiment would be carried to none.
    fn element(&self, columns: &OutcomeColumns, codes: Vec<CodeId>, undone: u32) -> Option<Element> {
        let mut taken: HashMap<&[u8], usize> = HashMap::new();
        let mut experiments = Vec::with_capacity(columns.experiments);
        let mut carried = vec![0; columns.codes];
        for experiment in 0..columns.experiments {
            for (&outcome, &to) in columns.column(experiment).iter().zip(&codes) {
                carried[to] = outcome;
            }
            let (cells, alike) = self.0.get_key_value(&cells(columns, experiment, &carried))?;
            let taken = taken.entry(cells).or_default();
            experiments.push(*alike.get(*taken)?);
            *taken += 1;
        }
        Some(Element { codes, experiments, inverse: undone })
    }
}

/// For each code the number of its cell, in the order of the least codes, and after them which cells are final.
fn cells(columns: &OutcomeColumns, experiment: usize, outcomes: &[u8]) -> Vec<u8> {
    let mut numbers = [None; 256];
    let mut finals = Vec::new();
    let mut cells: Vec<u8> = Vec::with_capacity(outcomes.len() + 16);
    for &outcome in outcomes {
        let next = finals.len().to_u8();
        let number = *numbers[outcome.index()].get_or_insert_with(|| {
            finals.push(u8::from(columns.is_final(experiment, outcome)));
            next
        });
        cells.push(number);
    }
    cells.extend(finals);
    cells
}

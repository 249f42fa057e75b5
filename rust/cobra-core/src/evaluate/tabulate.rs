//! The cells of all experiments on all codes, 512 experiments at once: what a table of all outcomes is made from.
//!
//! Codes are grounded, those of equal shape together. Components are added up in binary rather than combined into a mask
//! for each outcome, which takes a step for each binary digit and not for each outcome.

use std::ops::Range;

use super::evaluator::{Evaluator, Scratch};
use super::interpreter::{run_binary, Leaves, PLANES};
use super::isa::dispatch;
use super::job::{CodeGroup, CodeGroups};
use super::prepared::Prepared;
use super::wide::{numbers, Block, Wide, ZERO_BLOCK};
use crate::base::convert::ToIndex;
use crate::base::ids::{CodeId, OutcomeId};

/// Experiments whose cells are found at once.
pub const BLOCK: usize = 512;

/// The codes of a game, grounded.
pub struct Tabulator<'a> {
    evaluator: &'a Evaluator,
    prepared: &'a Prepared,
    groups: CodeGroups,
    registers: Vec<Block>,
    scratch: Scratch,
}

/// A table to be written to: a row of `width` bytes for each code, and the place in rows that comes next.
pub struct Bytes<'t> {
    pub rows: &'t mut [u8],
    pub width: usize,
    pub place: usize,
}

impl Evaluator {
    /// `None`: there are too many cells or shapes, or too few experiments for so many codes.
    pub fn tabulator<'a>(&'a self, prepared: &'a Prepared) -> Option<Tabulator<'a>> {
        let codes = self.codes();
        if self.is_wide() || self.cells.count() > 1 << PLANES || !self.experiments_first(codes, prepared.len()) {
            return None;
        }
        let mut scratch = Scratch::default();
        let state: Vec<CodeId> = CodeId::first(codes).collect();
        let groups = self.group(&mut scratch, &state)?;
        let registers = vec![ZERO_BLOCK; groups.registers()];
        Some(Tabulator { evaluator: self, prepared, groups, registers, scratch })
    }
}

impl Tabulator<'_> {
    /// Writes the cells of the experiments `BLOCK * block ..`.
    pub fn write(&mut self, block: usize, mut to: Bytes<'_>) {
        write(self.evaluator.isa, self, block, &mut to);
    }

    /// The outcome of an experiment on a code that is in the cell.
    pub fn outcome(&mut self, experiment: usize, code: usize, cell: u8) -> OutcomeId {
        let (cell, values) = (u32::from(cell), &mut self.scratch.values);
        self.evaluator.know_final(self.prepared, values, experiment, CodeId::at(code), cell);
        self.evaluator.cells.outcome(cell)
    }
}

dispatch! {
    fn write(tabulator: &mut Tabulator<'_>, block: usize, to: &mut Bytes<'_>) = write_kernel
}

#[inline(always)]
fn write_kernel<L: Wide>(tabulator: &mut Tabulator<'_>, block: usize, to: &mut Bytes<'_>) {
    let Tabulator { prepared, groups, registers, .. } = tabulator;
    let (columns, experiments) = (&prepared.columns, (prepared.len() - BLOCK * block).min(BLOCK));
    for group in &groups.groups {
        let codes = groups.places(group);
        for part in 0..8 / L::WORDS {
            let (base, offsets) = (block * columns.leaves, &groups.offsets[group.offset..]);
            let leaves = Leaves { data: &columns.data, base, offsets, part };
            let first = 64 * L::WORDS * part;
            let lanes = first..experiments.min(first + 64 * L::WORDS);
            match group.rows {
                16 => write_group::<L, 16>(group, leaves, registers, (codes, lanes), to),
                8 => write_group::<L, 8>(group, leaves, registers, (codes, lanes), to),
                4 => write_group::<L, 4>(group, leaves, registers, (codes, lanes), to),
                2 => write_group::<L, 2>(group, leaves, registers, (codes, lanes), to),
                _ => write_group::<L, 1>(group, leaves, registers, (codes, lanes), to),
            }
        }
    }
}

/// Writes the cells of some codes and some experiments of a block.
#[inline(always)]
fn write_group<L: Wide, const R: usize>(
    group: &CodeGroup,
    leaves: Leaves<'_>,
    registers: &mut [Block],
    (codes, lanes): (&[u32], Range<usize>),
    to: &mut Bytes<'_>,
) {
    let mut cells = [[L::ZERO; PLANES]; R];
    run_binary::<L, R>(&group.shape, leaves, registers, &mut cells);
    for (&code, planes) in codes.iter().zip(&cells) {
        let mut words = [[0; 8]; PLANES];
        for (words, plane) in words.iter_mut().zip(planes) {
            *words = plane.to_words();
        }
        let row = &mut to.rows[code.index() * to.width + to.place..];
        for (word, first) in lanes.clone().step_by(64).enumerate() {
            let mut digits = [0; PLANES];
            for (digit, words) in digits.iter_mut().zip(&words) {
                *digit = words[word];
            }
            let count = (lanes.end - first).min(64);
            row[first..first + count].copy_from_slice(&numbers(digits)[..count]);
        }
    }
}

//! Making the table of all outcomes: experiment after experiment by the bit-parallel evaluator, a line of them at a time
//! turned so that the outcomes of one code lie side by side.

use std::sync::Arc;

use super::lanes::{Line, LINE};
use super::problem::Problem;
use super::scan::Outcomes;
use super::source::Widths;
use crate::error::Result;
use crate::evaluate::Scratch;
use crate::limits::Control;
use crate::rows::Rows;

/// Outcomes of an experiment that can be told apart in a byte.
const MOST_OUTCOMES: usize = 255;
/// The side of a square that is turned at once.
const SIDE: usize = 8;
/// The outcome of an experiment that is not there.
const NONE: Line = Line([0; LINE]);

/// A table that is being made.
pub(super) struct Tabulation<'p, 'a> {
    problem: &'p Problem<'a>,
    lines: Vec<Line>,
    stride: usize,
    /// Experiments so far, and those of the last line: codes side by side.
    pub experiments: usize,
    last: Vec<u8>,
    /// The number of codes, rounded up to whole squares.
    width: usize,
    /// For each outcome of the type its number, if it was met.
    numbers: Vec<Option<u8>>,
    widths: Widths,
    hits: Hits,
}

/// The final outcomes.
pub(super) struct Hits {
    /// None leaves several codes.
    pub single: bool,
    /// An experiment that is final for each code.
    experiments: Vec<Option<u32>>,
    /// Some codes are hit by several experiments.
    several: bool,
}

impl Hits {
    pub fn new(codes: usize) -> Hits {
        Hits { single: true, experiments: vec![None; codes], several: false }
    }

    /// The experiment that hits each code, if every code has one and no other.
    pub fn of_codes(&self) -> Option<Vec<u32>> {
        let all = || self.experiments.iter().copied().collect();
        (self.single && !self.several).then(all).flatten()
    }

    pub fn add(&mut self, code: usize, experiment: usize) {
        let hit = &mut self.experiments[code];
        self.several |= hit.is_some();
        *hit = Some(experiment as u32);
    }
}

impl<'p, 'a> Tabulation<'p, 'a> {
    /// Bytes of a table with so many experiments.
    pub fn bytes(codes: usize, experiments: usize) -> u64 {
        (codes as u64 + 1) * stride(experiments) as u64 * LINE as u64
    }

    pub fn new(problem: &'p Problem<'a>, experiments: usize) -> Tabulation<'p, 'a> {
        let (codes, stride) = (problem.codes.len(), stride(experiments));
        Tabulation {
            problem,
            lines: vec![NONE; codes * stride],
            stride,
            experiments: 0,
            last: vec![0; codes.next_multiple_of(SIDE) * LINE],
            width: codes.next_multiple_of(SIDE),
            numbers: Vec::new(),
            widths: Widths::default(),
            hits: Hits::new(codes),
        }
    }

    /// Adds the experiments of a type; `false` when one has too many outcomes.
    ///
    /// Outcomes are numbered as an experiment meets them, final ones from the top.
    pub fn add(&mut self, type_index: usize, rows: &Rows, control: &Control) -> Result<bool> {
        let engine = self.problem.engine;
        let codes = self.problem.codes.len();
        let evaluator = &engine.type_data(type_index, control)?.evaluator;
        let columns = engine.plans[type_index].space.propositions as usize;
        let prepared = evaluator.prepare(Arc::new(rows.table(columns)));
        let state: Vec<u32> = (0..codes as u32).collect();
        let gathered = evaluator.gather(&state);
        let (mut scratch, mut outcomes) = (Scratch::default(), Vec::new());
        self.numbers.resize(evaluator.outcomes(), None);
        for experiment in 0..rows.len() {
            if experiment % LINE == 0 {
                control.poll()?;
            }
            evaluator.partition_gathered(&prepared, &mut scratch, experiment, &state, &gathered, &mut outcomes);
            self.numbers.fill(None);
            let (mut others, mut finals) = (0, 0);
            let lane = self.experiments % LINE;
            for (code, (number, &outcome)) in
                self.last[lane * self.width..][..codes].iter_mut().zip(&outcomes).enumerate()
            {
                *number = match self.numbers[usize::from(outcome)] {
                    Some(number) => {
                        self.hits.single &= usize::from(number) < others;
                        number
                    }
                    None if others + finals == MOST_OUTCOMES => return Ok(false),
                    None => {
                        let is_final = self.problem.is_final(type_index, u64::from(outcome));
                        let number = if is_final { MOST_OUTCOMES - finals } else { others };
                        if is_final {
                            self.hits.add(code, self.experiments);
                        }
                        finals += usize::from(is_final);
                        others += usize::from(!is_final);
                        self.numbers[usize::from(outcome)] = Some(number as u8);
                        number as u8
                    }
                };
            }
            self.widths.all = self.widths.all.max(others + finals);
            self.widths.others = self.widths.others.max(others);
            self.widths.finals = self.widths.finals.max(finals);
            self.experiments += 1;
            if self.experiments.is_multiple_of(LINE) {
                self.turn();
            }
        }
        Ok(true)
    }

    /// Puts the last line of experiments into the table, by squares of eight experiments and eight codes.
    fn turn(&mut self) {
        let codes = self.problem.codes.len();
        let place = (self.experiments - 1) / LINE;
        for lane in (0..LINE).step_by(SIDE) {
            for first in (0..codes).step_by(SIDE) {
                let mut square = [[0_u8; SIDE]; SIDE];
                for (row, of) in square.iter_mut().zip(self.last[lane * self.width..].chunks_exact(self.width)) {
                    row.copy_from_slice(&of[first..first + SIDE]);
                }
                let turned = transpose(square.map(u64::from_le_bytes));
                for (code, outcomes) in (first..codes).zip(turned) {
                    let line = &mut self.lines[code * self.stride + place];
                    line.0[lane..lane + SIDE].copy_from_slice(&outcomes.to_le_bytes());
                }
            }
        }
        self.last.fill(0);
    }

    /// The table, and what is final in it; `None` when there are too many outcomes.
    pub fn finish(mut self) -> Option<(Outcomes, Widths, Hits)> {
        if !self.experiments.is_multiple_of(LINE) {
            self.turn();
        }
        let Widths { others, finals, .. } = self.widths;
        let width = others + finals;
        if width > MOST_OUTCOMES {
            return None;
        }
        if finals > 0 {
            // Final outcomes come down to those that are not.
            let (first, down) = ((MOST_OUTCOMES + 1 - finals) as u8, (MOST_OUTCOMES + 1 - width) as u8);
            for outcome in self.lines.iter_mut().flat_map(|line| &mut line.0) {
                *outcome -= if *outcome >= first { down } else { 0 };
            }
        }
        let outcomes = Outcomes { lines: self.lines, stride: self.stride, width, others };
        Some((outcomes, self.widths, self.hits))
    }
}

/// Transposes a square of bytes, by squares of squares (Warren, Hacker's Delight, 7-3).
fn transpose(mut rows: [u64; SIDE]) -> [u64; SIDE] {
    for (step, mask) in [(4, 0x0000_0000_ffff_ffff), (2, 0x0000_ffff_0000_ffff), (1, 0x00ff_00ff_00ff_00ff)] {
        for row in (0..SIDE).filter(|row| row & step == 0) {
            let swapped = (rows[row] >> (8 * step) ^ rows[row + step]) & mask;
            rows[row] ^= swapped << (8 * step);
            rows[row + step] ^= swapped;
        }
    }
    rows
}

/// Lines of a code: an odd number, so that those of different codes do not all fall into the same places of a cache.
fn stride(experiments: usize) -> usize {
    experiments.div_ceil(LINE) | 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_transposed() {
        let square: [[u8; SIDE]; SIDE] =
            std::array::from_fn(|row| std::array::from_fn(|column| (8 * row + column) as u8));
        let turned = transpose(square.map(u64::from_le_bytes)).map(u64::to_le_bytes);
        for row in 0..SIDE {
            for column in 0..SIDE {
                assert_eq!(turned[row][column], square[column][row]);
            }
        }
    }
}

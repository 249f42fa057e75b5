//! Making the table of all outcomes by the bit-parallel evaluator: where that suits, of many experiments at once on code
//! after code; else of one experiment after another on all codes, turned so that the outcomes of a code lie side by side.
//!
//! Each experiment numbers its outcomes as it meets them, so that the numbers are few: final ones from the top.

use super::experiments::Experiments;
use super::lines::{as_bytes, stride, Line, OutcomeLines, LINE};
use super::widths::Widths;
use super::words::for_each;
use crate::base::convert::{ToU32, ToU64, ToU8};
use crate::base::error::Result;
use crate::base::ids::TypeIndex;
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::evaluate::wide::transpose_bytes;
use crate::evaluate::{Bytes, Evaluator, Prepared, Tabulator, BLOCK};
use crate::list::rows::{bytes_each, Rows};

/// Outcomes of an experiment that can be told apart: the numbers less than `UNMET`.
const MOST_OUTCOMES: usize = 255;
/// In place of the number of an outcome that was not met.
const UNMET: u8 = 255;
/// The number of bytes.
const BYTES: usize = 256;
/// The side of a square that is turned at once.
const SIDE: usize = 8;
/// The outcome of an experiment that is not there.
const NONE: Line = Line([0; LINE]);

/// All outcomes of a game.
pub(crate) struct Tabulated {
    pub experiments: Experiments,
    pub outcomes: OutcomeLines,
    pub widths: Widths,
    pub hits: TableHits,
}

/// The table of a game; `None` when it takes more than `memory` bytes, or an experiment has too many outcomes.
pub(crate) fn tabulate(engine: &Engine, memory: u64, control: &Control) -> Result<Option<Tabulated>> {
    let codes = engine.codes()?.len();
    let each = |plan: &_| bytes_each(plan) + codes.to_u64();
    let Ok(experiments) = Experiments::list(engine, each, memory, control)? else { return Ok(None) };
    if OutcomeLines::bytes_of(codes, experiments.len()) > memory {
        return Ok(None);
    }
    let mut table = Tabulation::new(engine, codes, experiments.len());
    for (type_index, (_, rows)) in TypeIndex::with(&experiments.types) {
        if table.add(type_index, rows, control)?.is_none() {
            return Ok(None);
        }
    }
    Ok(table.finish(experiments))
}

/// A table that is being made.
struct Tabulation<'e> {
    engine: &'e Engine,
    lines: Vec<Line>,
    stride: usize,
    /// Experiments so far.
    experiments: usize,
    widths: Widths,
    hits: TableHits,
}

/// The final outcomes.
pub(crate) struct TableHits {
    /// None leaves several codes.
    pub single: bool,
    /// An experiment that is final for each code.
    experiments: Vec<Option<u32>>,
    /// Some codes are hit by several experiments.
    several: bool,
}

impl TableHits {
    pub fn new(codes: usize) -> TableHits {
        TableHits { single: true, experiments: vec![None; codes], several: false }
    }

    /// The experiment that hits each code, if every code has one and no other.
    pub fn of_codes(&self) -> Option<Vec<u32>> {
        let all = || self.experiments.iter().copied().collect();
        (self.single && !self.several).then(all).flatten()
    }

    pub fn add(&mut self, code: usize, experiment: usize) {
        let hit = &mut self.experiments[code];
        self.several |= hit.is_some();
        *hit = Some(experiment.to_u32());
    }
}

/// One more number for an outcome of an experiment that has met so many; `None` when there are none left.
fn next_number(met: &mut Widths, is_final: bool) -> Option<u8> {
    if met.all == MOST_OUTCOMES {
        return None;
    }
    met.count(is_final);
    Some((if is_final { MOST_OUTCOMES - met.finals } else { met.others - 1 }).to_u8())
}

/// The numbers of the outcomes of a line of experiments, by cell of the evaluator.
struct NumbersGiven {
    others: [[u8; BYTES]; LINE],
    /// Final ones are kept apart, so that a code that meets one again is noticed.
    finals: [[u8; BYTES]; LINE],
    met: [Widths; LINE],
}

impl NumbersGiven {
    const NONE: NumbersGiven = NumbersGiven {
        others: [[UNMET; BYTES]; LINE],
        finals: [[UNMET; BYTES]; LINE],
        met: [Widths { all: 0, finals: 0, others: 0 }; LINE],
    };
}

impl<'e> Tabulation<'e> {
    fn new(engine: &'e Engine, codes: usize, experiments: usize) -> Tabulation<'e> {
        let stride = stride(experiments);
        let lines = vec![NONE; codes * stride];
        Tabulation { engine, lines, stride, experiments: 0, widths: Widths::default(), hits: TableHits::new(codes) }
    }

    /// Adds the experiments of a type; `None` when one has too many outcomes.
    fn add(&mut self, type_index: TypeIndex, rows: &Rows, control: &Control) -> Result<Option<()>> {
        let engine = self.engine;
        let evaluator = engine.plain_evaluator(type_index)?;
        let prepared = rows.prepare(evaluator);
        if let Some(tabulator) = evaluator.tabulator(&prepared) {
            return self.add_blocks(type_index, tabulator, rows.len(), control);
        }
        let evaluator = &engine.type_data(type_index, control)?.evaluator;
        self.add_singly(type_index, evaluator, &rows.prepare(evaluator), control)
    }

    /// Adds experiments block by block.
    fn add_blocks(
        &mut self,
        type_index: TypeIndex,
        mut tabulator: Tabulator<'_>,
        experiments: usize,
        control: &Control,
    ) -> Result<Option<()>> {
        let width = self.stride * LINE;
        let mut numbers = Box::new(NumbersGiven::NONE);
        let mut is_final = [None; BYTES];
        for first in (0..experiments).step_by(LINE) {
            let table = as_bytes(&mut self.lines);
            if first.is_multiple_of(BLOCK) {
                control.poll()?;
                tabulator.write(first / BLOCK, Bytes { rows: table, width, place: self.experiments });
            }
            *numbers = NumbersGiven::NONE;
            let lanes = LINE.min(experiments - first);
            for (code, row) in table.chunks_exact_mut(width).enumerate() {
                let outcomes = &mut row[self.experiments..][..lanes];
                for (lane, outcome) in outcomes.iter_mut().enumerate() {
                    let cell = usize::from(*outcome);
                    let known = numbers.others[lane][cell];
                    if known != UNMET {
                        *outcome = known;
                        continue;
                    }
                    let is_final = *is_final[cell].get_or_insert_with(|| {
                        let outcome = tabulator.outcome(first + lane, code, *outcome);
                        self.engine.is_final(type_index, outcome)
                    });
                    let known = if is_final { &mut numbers.finals } else { &mut numbers.others };
                    let number = &mut known[lane][cell];
                    if *number == UNMET {
                        let Some(next) = next_number(&mut numbers.met[lane], is_final) else { return Ok(None) };
                        *number = next;
                        if is_final {
                            self.hits.add(code, self.experiments + lane);
                        }
                    } else {
                        self.hits.single = false;
                    }
                    *outcome = *number;
                }
            }
            numbers.met.into_iter().for_each(|met| self.widths.join(met));
            self.experiments += lanes;
        }
        Ok(Some(()))
    }

    /// Adds one experiment after the other.
    fn add_singly(
        &mut self,
        type_index: TypeIndex,
        evaluator: &Evaluator,
        prepared: &Prepared,
        control: &Control,
    ) -> Result<Option<()>> {
        let codes = evaluator.codes().next_multiple_of(SIDE);
        let mut numbers = vec![None; evaluator.outcomes()];
        // The outcomes of some experiments: those of one on all codes after those of another.
        let mut turned = vec![0; SIDE * codes];
        for_each(evaluator, prepared, control, |experiment, outcomes| {
            numbers.fill(None);
            let mut met = Widths::default();
            let row = &mut turned[experiment % SIDE * codes..][..codes];
            for (code, (to, &outcome)) in row.iter_mut().zip(outcomes).enumerate() {
                let known = &mut numbers[outcome];
                let number = match *known {
                    Some(number) => {
                        self.hits.single &= usize::from(number) < met.others;
                        number
                    }
                    None => {
                        let is_final = self.engine.is_final(type_index, outcome);
                        let next = next_number(&mut met, is_final)?;
                        if is_final {
                            self.hits.add(code, self.experiments + experiment % SIDE);
                        }
                        *known.insert(next)
                    }
                };
                *to = number;
            }
            self.widths.join(met);
            let count = experiment % SIDE + 1;
            if count == SIDE || experiment + 1 == prepared.len() {
                self.turn(&turned, count);
            }
            Some(())
        })
    }

    /// Puts the outcomes of so many experiments into the table, by squares of eight experiments and eight codes.
    fn turn(&mut self, outcomes: &[u8], count: usize) {
        let width = self.stride * LINE;
        let codes = outcomes.len() / SIDE;
        for (number, rows) in as_bytes(&mut self.lines).chunks_mut(SIDE * width).enumerate() {
            let square = |row: usize| {
                let mut square = [0; SIDE];
                square.copy_from_slice(&outcomes[row * codes + number * SIDE..][..SIDE]);
                u64::from_le_bytes(square)
            };
            let turned = transpose_bytes(std::array::from_fn(square));
            for (row, outcomes) in rows.chunks_exact_mut(width).zip(turned) {
                row[self.experiments..][..count].copy_from_slice(&outcomes.to_le_bytes()[..count]);
            }
        }
        self.experiments += count;
    }

    /// The table, and what is final in it; `None` when there are too many outcomes.
    fn finish(mut self, experiments: Experiments) -> Option<Tabulated> {
        let Widths { others, finals, .. } = self.widths;
        let width = others + finals;
        if width > MOST_OUTCOMES {
            return None;
        }
        if finals > 0 {
            // Final outcomes come down to those that are not.
            let (first, down) = ((MOST_OUTCOMES - finals).to_u8(), (MOST_OUTCOMES - width).to_u8());
            for outcome in as_bytes(&mut self.lines) {
                *outcome -= if *outcome >= first { down } else { 0 };
            }
        }
        let outcomes = OutcomeLines { lines: self.lines, stride: self.stride, width, others };
        Some(Tabulated { experiments, outcomes, widths: self.widths, hits: self.hits })
    }
}

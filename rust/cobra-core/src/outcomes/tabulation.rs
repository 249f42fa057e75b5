//! Making the table of all outcomes by the bit-parallel evaluator: where that suits, of many experiments at once on code
//! after code; else of one experiment after another on all codes, turned so that the outcomes of a code lie side by side.

use super::blocks::Blocks;
use super::experiments::Experiments;
use super::lines::{as_bytes, stride, Line, OutcomeLines, LINE};
use super::numbers::{next_number, TableHits, MOST_OUTCOMES};
use super::widths::Widths;
use super::words::for_each;
use crate::base::convert::{ToU64, ToU8};
use crate::base::error::{CoreError, Result};
use crate::base::ids::TypeIndex;
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::evaluate::wide::transpose_bytes;
use crate::evaluate::{Evaluator, Prepared, Tabulator, BLOCK};
use crate::list::rows::{bytes_each, Rows};

/// Blocks of a thread, at least: the cells of one block are all that it needs beside the table.
const LEAST_BLOCKS: usize = 8;
/// Lines cleared, or written anew, between two polls.
const CLEARED: usize = 1 << 18;
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

/// The table of a game; `None` when it takes more than `memory` bytes or there is no room for it, or an experiment has too
/// many outcomes.
pub(crate) fn tabulate(engine: &Engine, memory: u64, threads: usize, control: &Control) -> Result<Option<Tabulated>> {
    let codes = engine.codes()?.len();
    let each = |plan: &_| bytes_each(plan) + codes.to_u64();
    let Ok(experiments) = Experiments::list(engine, each, memory, control)? else { return Ok(None) };
    if OutcomeLines::bytes_of(codes, experiments.len()) > memory {
        return Ok(None);
    }
    let Some(mut table) = Tabulation::new(engine, codes, experiments.len(), threads, control)? else {
        return Ok(None);
    };
    for (type_index, (_, rows)) in TypeIndex::with(&experiments.types) {
        if table.add(type_index, rows, control)?.is_none() {
            return Ok(None);
        }
    }
    table.finish(experiments, control)
}

/// A table that is being made.
struct Tabulation<'e> {
    engine: &'e Engine,
    threads: usize,
    lines: Vec<Line>,
    stride: usize,
    /// Experiments so far.
    experiments: usize,
    widths: Widths,
    hits: TableHits,
}

impl<'e> Tabulation<'e> {
    /// No experiments yet; `None` where there is no room for so many.
    fn new(
        engine: &'e Engine,
        codes: usize,
        experiments: usize,
        threads: usize,
        control: &Control,
    ) -> Result<Option<Tabulation<'e>>> {
        let stride = stride(experiments);
        let mut lines = Vec::new();
        if lines.try_reserve_exact(codes * stride).is_err() {
            return Ok(None); // a process may be given fewer addresses than `memory`
        }
        while lines.len() < codes * stride {
            control.poll()?; // memory that was never touched costs time
            lines.resize((codes * stride).min(lines.len() + CLEARED), NONE);
        }
        let (widths, hits) = (Widths::default(), TableHits::new(codes));
        Ok(Some(Tabulation { engine, threads, lines, stride, experiments: 0, widths, hits }))
    }

    /// Adds the experiments of a type; `None` when one has too many outcomes.
    fn add(&mut self, type_index: TypeIndex, rows: &Rows, control: &Control) -> Result<Option<()>> {
        let engine = self.engine;
        let evaluator = engine.plain_evaluator(type_index)?;
        let prepared = rows.prepare(evaluator);
        let tabulator = || evaluator.tabulator(&prepared);
        if let Some(first) = tabulator() {
            return self.add_blocks(type_index, (first, tabulator), rows.len(), control);
        }
        let evaluator = &engine.type_data(type_index, control)?.evaluator;
        self.add_singly(type_index, evaluator, &rows.prepare(evaluator), control)
    }

    /// Adds experiments block by block, some blocks in each thread.
    fn add_blocks<'t>(
        &mut self,
        type_index: TypeIndex,
        (first, another): (Tabulator<'t>, impl Fn() -> Option<Tabulator<'t>> + Sync),
        experiments: usize,
        control: &Control,
    ) -> Result<Option<()>> {
        let (engine, before, width) = (self.engine, self.experiments, self.stride * LINE);
        let each = experiments.div_ceil(BLOCK).div_ceil(self.threads).max(LEAST_BLOCKS) * BLOCK;
        let mut rest: Vec<&mut [u8]> =
            as_bytes(&mut self.lines).chunks_exact_mut(width).map(|row| &mut row[before..]).collect();
        let mut parts = Vec::new();
        for start in (0..experiments).step_by(each) {
            let part = start..experiments.min(start + each);
            let (rows, others) = rest.into_iter().map(|row| row.split_at_mut(part.len())).unzip();
            rest = others;
            parts.push(Blocks { engine, type_index, experiments: part, before, rows });
        }
        let make = |blocks: Blocks<'_>| match another() {
            Some(tabulator) => blocks.number(tabulator, control),
            None => Err(CoreError::Internal("what could be tabulated cannot be".into())),
        };
        let made: Vec<Result<_>> = std::thread::scope(|scope| {
            let make = &make;
            let last = parts.pop();
            let others: Vec<_> = parts.into_iter().map(|part| scope.spawn(move || make(part))).collect();
            let last = last.map(|part| part.number(first, control));
            let broken = |_| Err(CoreError::Internal("a worker panicked".into()));
            others.into_iter().map(|other| other.join().unwrap_or_else(broken)).chain(last).collect()
        });
        for part in made {
            let Some((widths, hits)) = part? else { return Ok(None) };
            self.widths.join(widths);
            self.hits.join(hits);
        }
        self.experiments += experiments;
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
    fn finish(mut self, experiments: Experiments, control: &Control) -> Result<Option<Tabulated>> {
        let Widths { others, finals, .. } = self.widths;
        let width = others + finals;
        if width > MOST_OUTCOMES {
            return Ok(None);
        }
        if finals > 0 {
            // Final outcomes come down to those that are not.
            let (first, down) = ((MOST_OUTCOMES - finals).to_u8(), (MOST_OUTCOMES - width).to_u8());
            for lines in self.lines.chunks_mut(CLEARED) {
                control.poll()?;
                for outcome in as_bytes(lines) {
                    *outcome -= if *outcome >= first { down } else { 0 };
                }
            }
        }
        let outcomes = OutcomeLines { lines: self.lines, stride: self.stride, width, others };
        Ok(Some(Tabulated { experiments, outcomes, widths: self.widths, hits: self.hits }))
    }
}

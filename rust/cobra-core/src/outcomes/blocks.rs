//! A part of a table that is made block by block: the cells of many experiments at once on code after code, and then the numbers
//! of their outcomes. Threads make different columns.

use std::ops::Range;

use super::numbers::{next_number, TableHits, BYTES, UNMET};
use super::widths::Widths;
use crate::base::error::Result;
use crate::base::ids::TypeIndex;
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::evaluate::{Bytes, Tabulator, BLOCK};
use crate::outcomes::lines::LINE;

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

/// Some blocks of the experiments of a type.
pub(super) struct Blocks<'t> {
    pub engine: &'t Engine,
    pub type_index: TypeIndex,
    /// The experiments of the type, and how many there are before them in the table.
    pub experiments: Range<usize>,
    pub before: usize,
    /// Their outcomes: a row for each code.
    pub rows: Vec<&'t mut [u8]>,
}

impl Blocks<'_> {
    /// Makes them; `None` when an experiment has too many outcomes.
    pub fn number(mut self, mut tabulator: Tabulator<'_>, control: &Control) -> Result<Option<(Widths, TableHits)>> {
        let (mut widths, mut hits) = (Widths::default(), TableHits::new(self.rows.len()));
        let mut numbers = Box::new(NumbersGiven::NONE);
        let mut is_final = [None; BYTES];
        // Rows of the table lie far apart: cells are written where they are read again at once.
        let width = BLOCK.min(self.experiments.len());
        let mut cells = vec![0; self.rows.len() * width];
        for first in self.experiments.clone().step_by(LINE) {
            control.poll()?;
            if first.is_multiple_of(BLOCK) {
                tabulator.write(first / BLOCK, Bytes { rows: &mut cells, width, place: 0 });
            }
            *numbers = NumbersGiven::NONE;
            let lanes = LINE.min(self.experiments.end - first);
            for (code, (row, cells)) in self.rows.iter_mut().zip(cells.chunks_exact(width)).enumerate() {
                let cells = &cells[first % BLOCK..][..lanes];
                let outcomes = &mut row[first - self.experiments.start..][..lanes];
                for (lane, (outcome, &cell)) in outcomes.iter_mut().zip(cells).enumerate() {
                    let known = numbers.others[lane][usize::from(cell)];
                    if known != UNMET {
                        *outcome = known;
                        continue;
                    }
                    let is_final = *is_final[usize::from(cell)].get_or_insert_with(|| {
                        let outcome = tabulator.outcome(first + lane, code, cell);
                        self.engine.is_final(self.type_index, outcome)
                    });
                    let known = if is_final { &mut numbers.finals } else { &mut numbers.others };
                    let number = &mut known[lane][usize::from(cell)];
                    if *number == UNMET {
                        let Some(next) = next_number(&mut numbers.met[lane], is_final) else { return Ok(None) };
                        *number = next;
                        if is_final {
                            hits.add(code, self.before + first + lane);
                        }
                    } else {
                        hits.single = false;
                    }
                    *outcome = *number;
                }
            }
            numbers.met.into_iter().for_each(|met| widths.join(met));
        }
        Ok(Some((widths, hits)))
    }
}

//! The outcomes of all experiments on all codes, the experiments as a checker numbers them.

use crate::base::convert::{ToIndex, ToU64, ToU8};
use crate::base::error::{CoreError, Result};
use crate::base::ids::{CodeId, SlotId, TypeIndex};
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::game::program::Space;
use crate::game::space::bit;
use crate::list::rows::{bytes_each, Rows};
use crate::outcomes::experiments::Experiments;
use crate::outcomes::words::for_each;

/// Outcomes of an experiment that can be told apart.
const MOST_OUTCOMES: usize = 255;
/// Tables that are made: by experiments, by codes, and by cells to find what symmetries do.
const LAYOUTS: u64 = 3;

/// The table of outcomes. Those of an experiment are numbered from 0, final ones last.
pub(super) struct OutcomeColumns {
    pub codes: usize,
    pub experiments: usize,
    /// The outcomes of the experiments, one after the other.
    by_experiment: Vec<u8>,
    /// The outcomes of all experiments on the codes, one after the other.
    by_code: Vec<u8>,
    /// For each experiment its first final outcome, and the number of its outcomes.
    widths: Vec<(u8, u8)>,
}

impl OutcomeColumns {
    /// `orders`: for each type its slots in the order of the checker.
    pub fn new(engine: &Engine, orders: &[Vec<SlotId>], memory: u64, control: &Control) -> Result<OutcomeColumns> {
        let codes = engine.some_codes()?.len();
        let mut columns = OutcomeColumns {
            codes,
            experiments: 0,
            by_experiment: Vec::new(),
            by_code: Vec::new(),
            widths: Vec::new(),
        };
        let each = |plan: &_| bytes_each(plan) + LAYOUTS * codes.to_u64();
        let Ok(listed) = Experiments::list(engine, each, memory, control)? else {
            return Err(CoreError::input("there are too many experiments to list: no certificate can be made"));
        };
        for ((type_index, (_, rows)), order) in TypeIndex::with(&listed.types).zip(orders) {
            columns.add(engine, (type_index, rows), order, control)?;
        }
        columns.by_code = vec![0; columns.by_experiment.len()];
        for (experiment, column) in columns.by_experiment.chunks_exact(codes).enumerate() {
            for (code, &outcome) in column.iter().enumerate() {
                columns.by_code[code * columns.experiments + experiment] = outcome;
            }
        }
        Ok(columns)
    }

    fn add(
        &mut self,
        engine: &Engine,
        (type_index, rows): (TypeIndex, &Rows),
        order: &[SlotId],
        control: &Control,
    ) -> Result<()> {
        let evaluator = &engine.type_data(type_index, control)?.evaluator;
        let space = &engine.plans[type_index].space;
        let list = rows.prepare(evaluator);
        let first = self.by_experiment.len();
        self.by_experiment.resize(first + list.len() * self.codes, 0);
        self.widths.resize(self.experiments + list.len(), (0, 0));
        let places = ranks(space, rows, order);
        let mut numbers: Vec<Option<u8>> = Vec::new();
        let found = for_each(evaluator, &list, control, |experiment, outcomes| {
            numbers.clear();
            numbers.resize(evaluator.outcomes(), None);
            let mut width = 0;
            let place = places[experiment];
            let mut split = 0;
            for are_final in [false, true] {
                split = if are_final { width } else { split };
                for &outcome in outcomes {
                    let number = &mut numbers[outcome];
                    if number.is_none()
                        && (engine.knows_finals() && engine.is_final(type_index, outcome)) == are_final
                    {
                        if width == MOST_OUTCOMES {
                            return None;
                        }
                        *number = Some(width.to_u8());
                        width += 1;
                    }
                }
            }
            let column = &mut self.by_experiment[first + place * self.codes..][..self.codes];
            for (to, outcome) in column.iter_mut().zip(outcomes) {
                *to = numbers[*outcome]?;
            }
            self.widths[self.experiments + place] = (split.to_u8(), width.to_u8());
            Some(())
        })?;
        if found.is_none() {
            return Err(CoreError::input(format!(
                "an experiment has more than {MOST_OUTCOMES} outcomes: no certificate can be made"
            )));
        }
        self.experiments += list.len();
        Ok(())
    }

    /// The outcomes of an experiment on all codes.
    pub fn column(&self, experiment: usize) -> &[u8] {
        &self.by_experiment[experiment * self.codes..][..self.codes]
    }

    /// The outcomes of all experiments on a code.
    pub fn row(&self, code: CodeId) -> &[u8] {
        &self.by_code[code.index() * self.experiments..][..self.experiments]
    }

    pub fn is_final(&self, experiment: usize, outcome: u8) -> bool {
        outcome >= self.widths[experiment].0
    }

    /// Of an experiment the outcomes that are not final, and all.
    pub fn widths(&self, experiment: usize) -> (usize, usize) {
        let (others, all) = self.widths[experiment];
        (others.index(), all.index())
    }

    /// The codes with final outcomes of an experiment.
    pub fn hits(&self, experiment: usize) -> usize {
        self.column(experiment).iter().filter(|&&outcome| self.is_final(experiment, outcome)).count()
    }
}

/// Where the assignments of a list come in the order of the checker: by the values of their slots, these taken in the order
/// given; the members of sets one after the other, with one before without it.
pub(super) fn ranks(space: &Space, rows: &Rows, order: &[SlotId]) -> Vec<usize> {
    let key = |row: usize| -> Vec<bool> {
        let slots = order.iter().map(|&slot| &space.slots[slot]);
        let own = slots.flat_map(|slot| slot.first..slot.first + slot.width());
        own.map(|proposition| !bit(rows.row(row), proposition)).collect()
    };
    let mut listed: Vec<(Vec<bool>, usize)> = (0..rows.len()).map(|row| (key(row), row)).collect();
    listed.sort_unstable();
    let mut ranks = vec![0; listed.len()];
    for (rank, (_, row)) in listed.into_iter().enumerate() {
        ranks[row] = rank;
    }
    ranks
}

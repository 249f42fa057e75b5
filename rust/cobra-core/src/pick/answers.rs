//! What experiments answer on the codes of a state, one experiment after the other: looked up where that is kept, else
//! computed.

use std::sync::Arc;

use crate::base::error::Result;
use crate::base::ids::{CodeId, OutcomeId};
use crate::evaluate::{self, Evaluator, Gathered, Logarithms, Prepared};
use crate::list::rows::gather;
use crate::outcomes::table::OutcomeTable;
use crate::outcomes::words::Words;
use crate::pick::chooser::{Choice, Choosing};
use crate::pick::offered::Offered;

/// Where the outcomes of experiments offered come from.
pub(crate) enum Answers<'a> {
    Table(&'a OutcomeTable),
    List {
        evaluator: &'a Evaluator,
        always_final: bool,
        list: &'a Prepared,
        words: Option<&'a Words>,
        /// The codes of the state, where much is to be computed.
        gathered: Option<Gathered>,
    },
}

impl<'a> Choosing<'a, '_> {
    /// The choice of an experiment offered.
    pub(crate) fn finish(&mut self, from: &Offered<'a>, experiment: usize) -> Result<Choice> {
        let mut outcomes = Vec::with_capacity(self.state.len());
        let (type_index, row) = match from {
            Offered::List(type_index, list) => {
                let evaluator = &self.chooser.data(*type_index)?.evaluator;
                evaluator.partition(list, &mut self.buffers.evaluate, experiment, self.state, &mut outcomes);
                (*type_index, gather(list.experiments(), experiment))
            }
            Offered::Table(table) => {
                table.partition(experiment, self.state, &mut outcomes);
                let (type_index, row) = table.experiments.row(experiment);
                (type_index, row.to_vec())
            }
        };
        Ok(Choice { type_index, row, outcomes })
    }

    /// The choice of what was found.
    pub(crate) fn finished(&mut self, found: Option<(Offered<'a>, usize)>) -> Result<Option<Choice>> {
        found.map(|(from, experiment)| self.finish(&from, experiment)).transpose()
    }

    /// The answers of experiments offered; whether most of them will be asked for.
    pub(crate) fn answers<'b>(&self, offered: &'b Offered<'a>, most: bool) -> Result<Answers<'b>>
    where
        'a: 'b,
    {
        let chooser = self.chooser;
        let (type_index, list) = match offered {
            Offered::Table(table) => return Ok(Answers::Table(table)),
            Offered::List(type_index, list) => (*type_index, list),
        };
        let evaluator = &chooser.data(type_index)?.evaluator;
        let words = match chooser.full(type_index)? {
            Some(full) if Arc::ptr_eq(full, list) => chooser.engine.words(type_index, chooser.control)?,
            _ => None,
        };
        let gathered = (most && words.is_none()).then(|| evaluator.gather(self.state));
        Ok(Answers::List { evaluator, always_final: chooser.engine.always_final(type_index), list, words, gathered })
    }
}

impl Answers<'_> {
    /// The outcome of an experiment on each code of a state.
    #[inline]
    pub fn partition(
        &self,
        scratch: &mut evaluate::Scratch,
        experiment: usize,
        state: &[CodeId],
        outcomes: &mut Vec<OutcomeId>,
    ) {
        match self {
            Answers::Table(table) => table.partition(experiment, state, outcomes),
            Answers::List { words: Some(words), .. } => {
                let words = words.of(experiment);
                outcomes.clear();
                outcomes.extend(state.iter().map(|&code| OutcomeId::new(words[code].into())));
            }
            Answers::List { evaluator, list, gathered: Some(gathered), .. } => {
                evaluator.partition_gathered(gathered.probe(list, experiment), scratch, outcomes);
            }
            Answers::List { evaluator, list, .. } => evaluator.partition(list, scratch, experiment, state, outcomes),
        }
    }

    /// A bound on the outcomes: they are less.
    #[inline]
    pub fn width(&self) -> usize {
        match self {
            Answers::Table(table) => table.width,
            Answers::List { evaluator, .. } => evaluator.outcomes(),
        }
    }

    #[inline]
    pub fn is_final(&self, experiment: usize, outcome: OutcomeId) -> bool {
        match self {
            Answers::Table(table) => table.finals(experiment)[outcome],
            Answers::List { evaluator, always_final, .. } => *always_final || evaluator.is_final(outcome),
        }
    }

    pub fn logarithms(&self) -> &Logarithms {
        match self {
            Answers::Table(table) => &table.logarithms,
            Answers::List { evaluator, .. } => evaluator.logarithms(),
        }
    }
}

//! What all ways to pick an experiment share: what is asked for, what is known of the game, and what a choice is.

use std::sync::Arc;
use std::time::Duration;

use super::least::Leasts;
use crate::base::error::Result;
use crate::base::ids::{CodeId, OutcomeId, TypeIndex};
use crate::base::limits::Control;
use crate::engine::{Engine, TypeAndRow};
use crate::equivalence::{Equivalence, Made};
use crate::evaluate::{self, Prepared};
use crate::experiments::closing::Hits;
use crate::experiments::types::TypeData;
use crate::expression;
use crate::list::codes::Codes;
use crate::list::interchange::Classes;
use crate::outcomes::of_one::cells;
use crate::outcomes::table::OutcomeTable;
use crate::pick::by_fixed;
use crate::pick::strategy::{Strategy, Ties};
use crate::symmetry::classes;

/// How experiments are picked.
#[derive(Clone, Debug)]
pub struct Options {
    pub strategy: Strategy,
    pub ties: Ties,
    /// Only experiments with a final outcome still satisfiable; without meaning in games that know no final outcomes.
    pub consistent: bool,
    /// Which experiments are skipped as equivalent to an earlier one: those that a chain of filters removes; `None`: those
    /// that interchangeable symbols make equivalent, where it pays. The result is the same in any case.
    pub equivalences: Option<Vec<Equivalence>>,
}

impl Options {
    /// Of a strategy that may make any experiment.
    pub fn by(strategy: Strategy, ties: Ties) -> Options {
        Options { strategy, ties, consistent: false, equivalences: None }
    }
}

/// An experiment picked for a state.
pub(crate) struct Choice {
    pub type_index: TypeIndex,
    pub row: Vec<u64>,
    /// The outcome number of each code of the state.
    pub outcomes: Vec<OutcomeId>,
}

impl Choice {
    /// The cells of a state, by outcome number; codes stay in order.
    pub fn cells(&self, state: &[CodeId]) -> Vec<(OutcomeId, Vec<CodeId>)> {
        cells(state, &self.outcomes)
    }
}

/// Buffers of one thread.
#[derive(Default)]
pub(crate) struct Buffers {
    pub evaluate: evaluate::Scratch,
    pub(super) symbols: classes::Scratch,
    pub fixed: by_fixed::Buffers,
    pub score: expression::value::Memory,
    pub outcomes: Vec<OutcomeId>,
    /// Numbers of codes by outcome; zeros between two uses.
    pub sizes: Vec<u32>,
    /// Those of what is picked when looking ahead.
    pub inner: Option<Box<Buffers>>,
    /// Time spent on finding equivalent experiments.
    pub symmetry: Duration,
}

/// Picks experiments for one run.
pub(crate) struct Chooser<'a> {
    pub engine: &'a Engine,
    pub codes: &'a Codes,
    pub options: Options,
    /// The filters every state is to go through.
    pub(super) filters: Vec<Equivalence>,
    pub control: &'a Control,
    pub hits: Option<&'a Hits>,
    /// All outcomes, in games with few experiments.
    pub table: Option<&'a OutcomeTable>,
    /// States with more codes than this have no hit that leaves single codes only, or are not tried for one.
    pub(super) quick: usize,
    /// Picks what follows, for a strategy that looks ahead.
    pub inner: Option<Box<Chooser<'a>>>,
    /// The least values of a user's score.
    pub leasts: Leasts,
}

/// A state for which an experiment is picked.
pub(crate) struct Choosing<'a, 's> {
    pub chooser: &'s Chooser<'a>,
    pub buffers: &'s mut Buffers,
    pub state: &'s [CodeId],
    /// What was done before, if the filters want to know.
    pub(super) path: Option<&'s Arc<Made>>,
    /// The classes of symbols in the state, found with and without effort.
    pub(super) classes: [Option<Classes>; 2],
    /// For each type the experiments that the filters leave.
    pub(super) survivors: Option<Vec<Arc<Prepared>>>,
}

impl<'a> Chooser<'a> {
    /// For a state, after what was done before.
    pub fn at<'s>(
        &'s self,
        buffers: &'s mut Buffers,
        state: &'s [CodeId],
        path: Option<&'s Arc<Made>>,
    ) -> Choosing<'a, 's> {
        Choosing { chooser: self, buffers, state, path, classes: [None, None], survivors: None }
    }

    pub(crate) fn data(&self, type_index: TypeIndex) -> Result<&'a TypeData> {
        self.engine.type_data(type_index, self.control)
    }

    /// The full list of a type, if there is one.
    pub(super) fn full(&self, type_index: TypeIndex) -> Result<Option<&'a Arc<Prepared>>> {
        self.engine.full(type_index, self.control)
    }

    /// An experiment as a choice for a state.
    pub fn apply(&self, experiment: &TypeAndRow, state: &[CodeId]) -> Result<Choice> {
        let outcomes = self.engine.outcomes_of_row(experiment, state, self.control)?;
        let (type_index, row) = experiment.clone();
        Ok(Choice { type_index, row, outcomes })
    }

    /// Where the hits of a state's codes are, in order: type, and place in its full list; `None` unless all are known.
    pub(super) fn places_of_hits(&self, state: &[CodeId]) -> Option<Vec<(TypeIndex, u32)>> {
        let hits = self.hits?;
        let place = |&code: &CodeId| hits.first[code].as_ref().and_then(|hit| Some((hit.type_index, hit.place?)));
        let mut places = state.iter().map(place).collect::<Option<Vec<_>>>()?;
        places.sort_unstable();
        Some(places)
    }

    pub(crate) fn prefers_finals(&self) -> bool {
        self.options.ties == Ties::FinalFirst && self.engine.knows_finals()
    }

    /// Whether `choose` has to know what was done before.
    pub fn wants_path(&self) -> bool {
        self.filters.iter().any(|&filter| filter != Equivalence::Symbols)
    }
}

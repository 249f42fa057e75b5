//! The experiments to look at in a state: those of a table at once, else list after list of type after type.

use std::sync::Arc;
use std::time::Instant;

use crate::base::error::{CoreError, Result};
use crate::base::ids::{CodeId, TypeIndex};
use crate::equivalence::candidates::Limits;
use crate::equivalence::{Made, Situation, Survivors};
use crate::evaluate::{Best, Prepared};
use crate::experiments::lists::{Supply, BLOCK};
use crate::list::interchange::Classes;
use crate::list::plan::Plan;
use crate::list::rows::Rows;
use crate::outcomes::table::OutcomeTable;
use crate::pick::chooser::{Buffers, Chooser};
use crate::symmetry::classes::FULL_TEST;

/// Rows of the first block where it often has the choice.
const FIRST_BLOCK: usize = 64;
/// States of at most so many codes often have an experiment of the best score among the first.
const SMALL: usize = 64;
/// Experiments, or orbits of them, that the filters of a chain may have to look at in a state.
const MOST_CANDIDATES: u64 = 1 << 22;
/// A list of orbits this many times shorter than the full list is worth more than a table of outcomes.
const WORTH: usize = 8;

/// Experiments looked at together: a list of one type, or all of a game whose outcomes are in a table.
#[derive(Clone)]
pub(crate) enum Offered<'a> {
    List(TypeIndex, Arc<Prepared>),
    Table(&'a OutcomeTable),
}

impl Offered<'_> {
    pub fn len(&self) -> usize {
        match self {
            Offered::List(_, list) => list.len(),
            Offered::Table(table) => table.experiments.len(),
        }
    }
}

/// Which experiments are looked at where there is no table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All, where they are listed; else one of each kind.
    Full,
    /// One of each kind.
    Kinds,
    /// One of each kind, in small blocks at first: the first that fits is the choice.
    First,
    /// One of each kind, for one of the best by a ready-made score.
    Best,
}

/// The best so far, with where it is from.
pub(crate) struct Found<'a> {
    pub best: Best,
    pub from: Offered<'a>,
}

impl<'a> Chooser<'a> {
    /// Visits the experiments to look at in a state until `visit` returns false.
    pub(crate) fn for_each_offered(
        &self,
        buffers: &mut Buffers,
        state: &[CodeId],
        extent: Extent,
        mut visit: impl FnMut(&mut Buffers, &Offered<'a>) -> Result<bool>,
    ) -> Result<()> {
        if let Some(table) = self.table {
            visit(buffers, &Offered::Table(table))?;
            return Ok(self.control.poll()?);
        }
        let mut classes = [None, None];
        for type_index in self.engine.all_types() {
            if !self.for_each_of_type(buffers, type_index, state, extent, &mut classes, &mut visit)? {
                break;
            }
        }
        Ok(())
    }

    /// Visits those of a type until `visit` returns false; whether it never did.
    pub(super) fn for_each_of_type(
        &self,
        buffers: &mut Buffers,
        type_index: TypeIndex,
        state: &[CodeId],
        extent: Extent,
        classes: &mut [Option<Classes>; 2],
        mut visit: impl FnMut(&mut Buffers, &Offered<'a>) -> Result<bool>,
    ) -> Result<bool> {
        let full = if extent == Extent::Full { self.full(type_index)? } else { None };
        let mut source = match full {
            Some(full) => Supply::List(full.clone()),
            None => self.source(buffers, type_index, state, classes)?,
        };
        let singly = match extent {
            Extent::First => true,
            Extent::Best => self.options.strategy.sees_fixed() && !self.data(type_index)?.evaluator.suits_varying(),
            Extent::Full | Extent::Kinds => false,
        };
        if singly {
            source = self.tabulated(type_index, source)?;
        }
        let soon = extent == Extent::First || extent == Extent::Best && state.len() <= SMALL;
        let mut goes_on = true;
        let (context, evaluator) = (self.engine.context(type_index, self.control), &self.data(type_index)?.evaluator);
        source.for_each(context, evaluator, if soon { FIRST_BLOCK } else { BLOCK }, |list| {
            goes_on = visit(buffers, &Offered::List(type_index, list.clone()))?;
            Ok(goes_on)
        })?;
        Ok(goes_on)
    }

    /// The experiments of a type to look at in a state.
    pub(crate) fn source(
        &self,
        buffers: &mut Buffers,
        type_index: TypeIndex,
        state: &[CodeId],
        classes: &mut [Option<Classes>; 2],
    ) -> Result<Supply> {
        if !self.filters.is_empty() {
            return self.survivors(buffers, type_index, state).map(Supply::List);
        }
        let data = self.data(type_index)?;
        let context = self.engine.context(type_index, self.control);
        if self.options.equivalences.is_some() || !data.lists.acts() {
            return data.lists.source(context, &data.evaluator, None, state.len());
        }
        let full = data.lists.full(context, &data.evaluator)?;
        let start = Instant::now();
        let thorough = state.len() >= FULL_TEST || full.is_none();
        let classes = self.classes(buffers, state, thorough, classes)?;
        let source = data.lists.source(context, &data.evaluator, Some(classes), state.len());
        buffers.symmetry += start.elapsed();
        source
    }

    /// The experiments of a type that the filters leave in a state, found for all types at once.
    fn survivors(&self, buffers: &mut Buffers, type_index: TypeIndex, state: &[CodeId]) -> Result<Arc<Prepared>> {
        if buffers.survivors.is_none() {
            let start = Instant::now();
            buffers.survivors = Some(self.filter(buffers.path.as_ref(), state)?);
            buffers.symmetry += start.elapsed();
        }
        let found = buffers.survivors.as_ref().and_then(|lists| lists.get(type_index.index()));
        found.cloned().ok_or_else(|| CoreError::Internal("survivors vanished".into()))
    }

    fn filter(&self, path: Option<&Arc<Made>>, state: &[CodeId]) -> Result<Vec<Arc<Prepared>>> {
        let (engine, control) = (self.engine, self.control);
        let path = Made::steps(path);
        let types = engine.plans.len();
        let situation = Situation { engine, codes: self.codes, state, known: true, path: &path, types, control };
        let limits = Limits { count: MOST_CANDIDATES, memory: engine.list_memory() };
        let Survivors { candidates, kept } = situation.survivors(&self.filters, limits)?;
        let rows = |plan: &Plan| Rows::new(plan.words);
        let mut lists: Vec<Rows> = engine.plans.iter().map(rows).collect();
        for (number, _) in kept {
            let (type_index, row) = candidates.get(number);
            lists[type_index].data.extend_from_slice(row);
        }
        let prepare =
            |(type_index, rows): (TypeIndex, &Rows)| Ok(Arc::new(rows.prepare(&self.data(type_index)?.evaluator)));
        TypeIndex::with(&lists).map(prepare).collect()
    }

    /// The classes of symbols in a state, computed once.
    pub(crate) fn classes<'b>(
        &self,
        buffers: &mut Buffers,
        state: &[CodeId],
        thorough: bool,
        classes: &'b mut [Option<Classes>; 2],
    ) -> Result<&'b Classes> {
        let known = &mut classes[usize::from(thorough)];
        let found = match known.take() {
            Some(found) => found,
            None if thorough && state.len() == self.codes.len() => self.engine.first_classes(self.control)?.clone(),
            None => {
                let symbols = &self.engine.symbols;
                symbols.classes(self.codes, state, thorough, &mut buffers.symbols, self.control)?
            }
        };
        Ok(known.insert(found))
    }

    /// The full list with a table of outcomes instead of a list of orbits, unless this is much shorter.
    fn tabulated(&self, type_index: TypeIndex, source: Supply) -> Result<Supply> {
        if let (Supply::List(list), Some(full), true) = (&source, self.full(type_index)?, self.filters.is_empty()) {
            let helps = list.len() > full.len() / WORTH && !Arc::ptr_eq(list, full);
            if helps && self.engine.words(type_index, self.control)?.is_some() {
                return Ok(Supply::List(full.clone()));
            }
        }
        Ok(source)
    }
}

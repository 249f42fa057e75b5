//! The experiments to look at in a state: those of a table at once, else list after list of type after type.

use std::sync::Arc;
use std::time::Instant;

use crate::base::error::{CoreError, Result};
use crate::base::ids::TypeIndex;
use crate::equivalence::candidates::Limits;
use crate::equivalence::{Made, Situation, Survivors};
use crate::evaluate::{Best, Prepared};
use crate::experiments::lists::{Supply, BLOCK};
use crate::list::interchange::Classes;
use crate::list::plan::Plan;
use crate::list::rows::Rows;
use crate::outcomes::table::OutcomeTable;
use crate::pick::chooser::{Chooser, Choosing};
use crate::symmetry::classes::FULL_TEST;

/// Rows of the first block where it often has the choice.
const FIRST_BLOCK: usize = 64;
/// States of at most so many codes often have an experiment of the best score among the first.
const SMALL: usize = 64;
/// Experiments, or orbits of them, that the filters of a chain may have to look at in a state.
const MOST_CANDIDATES: u64 = 1 << 22;

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

impl<'a> Choosing<'a, '_> {
    /// Visits the experiments to look at until `visit` returns false.
    pub(crate) fn for_each_offered(
        &mut self,
        extent: Extent,
        mut visit: impl FnMut(&mut Self, &Offered<'a>) -> Result<bool>,
    ) -> Result<()> {
        let chooser = self.chooser;
        if let Some(table) = chooser.table {
            visit(self, &Offered::Table(table))?;
            return Ok(chooser.control.poll()?);
        }
        for type_index in chooser.engine.all_types() {
            if !self.for_each_of_type(type_index, extent, &mut visit)? {
                break;
            }
        }
        Ok(())
    }

    /// Visits those of a type until `visit` returns false; whether it never did.
    pub(super) fn for_each_of_type(
        &mut self,
        type_index: TypeIndex,
        extent: Extent,
        mut visit: impl FnMut(&mut Self, &Offered<'a>) -> Result<bool>,
    ) -> Result<bool> {
        let chooser = self.chooser;
        let full = if extent == Extent::Full { chooser.full(type_index)? } else { None };
        let source = match full {
            Some(full) => Supply::List(full.clone()),
            None => self.source(type_index)?,
        };
        let soon = extent == Extent::First || extent == Extent::Best && self.state.len() <= SMALL;
        let mut goes_on = true;
        let (context, evaluator) =
            (chooser.engine.context(type_index, chooser.control), &chooser.data(type_index)?.evaluator);
        source.for_each(context, evaluator, if soon { FIRST_BLOCK } else { BLOCK }, |list| {
            goes_on = visit(self, &Offered::List(type_index, list.clone()))?;
            Ok(goes_on)
        })?;
        Ok(goes_on)
    }

    /// The experiments of a type to look at.
    pub(crate) fn source(&mut self, type_index: TypeIndex) -> Result<Supply> {
        let (chooser, size) = (self.chooser, self.state.len());
        if !chooser.filters.is_empty() {
            return self.survivors(type_index).map(Supply::List);
        }
        let data = chooser.data(type_index)?;
        let context = chooser.engine.context(type_index, chooser.control);
        if chooser.options.equivalences.is_some() || !data.lists.acts() {
            return data.lists.source(context, &data.evaluator, None, size);
        }
        let full = data.lists.full(context, &data.evaluator)?;
        let start = Instant::now();
        let classes = self.classes(size >= FULL_TEST || full.is_none())?;
        let source = data.lists.source(context, &data.evaluator, Some(classes), size);
        self.buffers.symmetry += start.elapsed();
        source
    }

    /// The experiments of a type that the filters leave, found for all types at once.
    fn survivors(&mut self, type_index: TypeIndex) -> Result<Arc<Prepared>> {
        if self.survivors.is_none() {
            let start = Instant::now();
            self.survivors = Some(self.filter()?);
            self.buffers.symmetry += start.elapsed();
        }
        let found = self.survivors.as_ref().and_then(|lists| lists.get(type_index.index()));
        found.cloned().ok_or_else(|| CoreError::Internal("survivors vanished".into()))
    }

    fn filter(&self) -> Result<Vec<Arc<Prepared>>> {
        let &Chooser { engine, codes, control, .. } = self.chooser;
        let path = Made::steps(self.path);
        let types = engine.plans.len();
        let situation = Situation { engine, codes, state: self.state, known: true, path: &path, types, control };
        let limits = Limits { count: MOST_CANDIDATES, memory: engine.list_memory() };
        let Survivors { candidates, kept } = situation.survivors(&self.chooser.filters, limits)?;
        let rows = |plan: &Plan| Rows::new(plan.words);
        let mut lists: Vec<Rows> = engine.plans.iter().map(rows).collect();
        for (number, _) in kept {
            let (type_index, row) = candidates.get(number);
            lists[type_index].data.extend_from_slice(row);
        }
        let prepare = |(type_index, rows): (TypeIndex, &Rows)| {
            Ok(Arc::new(rows.prepare(&self.chooser.data(type_index)?.evaluator)))
        };
        TypeIndex::with(&lists).map(prepare).collect()
    }

    /// The classes of symbols, computed once.
    pub(crate) fn classes(&mut self, thorough: bool) -> Result<&Classes> {
        let &Chooser { engine, codes, control, .. } = self.chooser;
        let known = &mut self.classes[usize::from(thorough)];
        let found = match known.take() {
            Some(found) => found,
            None if thorough && self.state.len() == codes.len() => engine.first_classes(control)?.clone(),
            None => engine.symbols.classes(codes, self.state, thorough, &mut self.buffers.symbols, control)?,
        };
        Ok(known.insert(found))
    }
}

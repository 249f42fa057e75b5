//! What all ways to pick an experiment share: the experiments to look at in a state, and what is known of them.

use std::collections::hash_map::Entry;
use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::least::Leasts;
use crate::base::bits::BitTable;
use crate::base::convert::{ToIndex, ToU32, ToU64, ToUsize};
use crate::base::error::{CoreError, Result};
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::equivalence::candidates::Limits;
use crate::equivalence::{Equivalence, Made, Situation, Survivors};
use crate::evaluate::{self, Best, Criterion, Prepared, Query, Score};
use crate::experiments::closing::Hits;
use crate::experiments::lists::{Source, BLOCK};
use crate::experiments::types::TypeData;
use crate::expression;
use crate::list::codes::Codes;
use crate::list::enumerate::Enumerator;
use crate::list::interchange::Classes;
use crate::list::plan::Plan;
use crate::list::rows::{gather, Rows};
use crate::outcomes::table::Table;
use crate::pick::by_fixed;
use crate::pick::strategy::{Strategy, Ties};
use crate::symmetry::classes;
use crate::symmetry::classes::FULL_TEST;

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

/// An experiment picked for a state.
pub(crate) struct Choice {
    pub type_index: usize,
    pub row: Vec<u64>,
    /// The outcome number of each code of the state.
    pub outcomes: Vec<u32>,
}

impl Choice {
    /// The cells of a state, by outcome number; codes stay in order.
    pub fn cells(&self, state: &[u32]) -> Vec<(u32, Vec<u32>)> {
        let mut keyed: Vec<u64> =
            state.iter().zip(&self.outcomes).map(|(&code, &o)| u64::from(o) << 32 | u64::from(code)).collect();
        keyed.sort_unstable();
        keyed
            .chunk_by(|a, b| a >> 32 == b >> 32)
            .map(|cell| ((cell[0] >> 32) as u32, cell.iter().map(|&key| key as u32).collect()))
            .collect()
    }
}

/// Buffers of one thread.
#[derive(Default)]
pub(crate) struct Buffers {
    pub evaluate: evaluate::Scratch,
    symbols: classes::Scratch,
    pub fixed: by_fixed::Buffers,
    pub score: expression::value::Memory,
    pub scores: Vec<Score>,
    pub finals: Vec<u64>,
    pub outcomes: Vec<u32>,
    /// Numbers of codes by outcome; zeros between two uses.
    pub sizes: Vec<u32>,
    pub(super) seen: Vec<bool>,
    /// What was done before the present state was reached, if the filters want to know.
    pub(super) path: Option<Arc<Made>>,
    /// For each type the experiments of the present state that the filters leave.
    pub(super) survivors: Option<Vec<Arc<Prepared>>>,
    /// Those of what is picked when looking ahead.
    pub inner: Option<Box<Buffers>>,
    /// Time spent on finding equivalent experiments.
    pub symmetry: Duration,
}

/// Rows of the first block when the first fitting experiment is looked for.
const FIRST_BLOCK: usize = 64;
/// Codes looked at between two polls of the control.
const POLL: usize = 1 << 12;
/// States with more codes than this are not tried for a hit that leaves single codes only.
const QUICK: usize = 24;
/// Pairs of codes and experiments looked at to find out how many outcomes an experiment can have.
const MOST_PAIRS: usize = 1 << 22;
/// Experiments, or orbits of them, that the filters of a chain may have to look at in a state.
const MOST_CANDIDATES: u64 = 1 << 22;
/// A list of orbits this many times shorter than the full list is worth more than a table of outcomes.
const WORTH: usize = 8;

/// Picks experiments for one run.
pub(crate) struct Chooser<'a> {
    pub engine: &'a Engine,
    pub codes: &'a Codes,
    pub options: Options,
    /// The filters every state is to go through.
    filters: Vec<Equivalence>,
    pub control: &'a Control,
    pub hits: Option<&'a Hits>,
    /// All outcomes, in games with few experiments.
    pub table: Option<&'a Table>,
    /// For each code the place of its hit in the order of experiments (type, place in the full list of the type).
    pub ranks: Vec<Option<(usize, u32)>>,
    /// States with more codes than this have no hit that leaves single codes only, or are not tried for one.
    pub(super) quick: usize,
    /// Picks what follows, for a strategy that looks ahead.
    pub inner: Option<Box<Chooser<'a>>>,
    /// The least values of a user's score.
    pub leasts: Leasts,
}

/// Experiments looked at together: a list of one type, or all of a game whose outcomes are in a table.
#[derive(Clone)]
pub(crate) enum Offered<'a> {
    List(usize, Arc<Prepared>),
    Table(&'a Table),
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
}

/// The best so far, with where it is from.
pub(crate) struct Found<'a> {
    pub best: Best,
    pub from: Offered<'a>,
}

impl<'a> Chooser<'a> {
    pub fn new(
        engine: &'a Engine,
        options: Options,
        hits: Option<&'a Hits>,
        control: &'a Control,
    ) -> Result<Chooser<'a>> {
        let codes = engine.codes()?;
        let options = match options.strategy.sees_weights() {
            true => Options { equivalences: Some(Vec::new()), ..options }, // they may not keep weights
            false => options,
        };
        let wanted = options.equivalences.iter().flatten();
        let filters: Vec<Equivalence> =
            wanted.copied().filter(|&equivalence| equivalence != Equivalence::None).collect();
        // The table is read as it is, so it is of no use to filters.
        let table = if filters.is_empty() { engine.table(control)? } else { None };
        let inner = match &options.strategy {
            Strategy::LookAhead(ahead) => {
                // symmetries of what is thought of are found in each state by itself
                let (strategy, ties) = (ahead.strategy.clone(), options.ties);
                let options = Options { strategy, ties, consistent: options.consistent, equivalences: None };
                Some(Box::new(Chooser::new(engine, options, hits, control)?))
            }
            _ => None,
        };
        let ranks = vec![None; codes.len()];
        let mut chooser = Chooser {
            engine,
            codes,
            options,
            filters,
            control,
            hits,
            table,
            ranks,
            quick: QUICK,
            inner,
            leasts: Leasts::default(),
        };
        if let Some(hits) = hits.filter(|_| chooser.options.strategy != Strategy::Random) {
            chooser.rank(hits)?;
            chooser.quick = QUICK.min(chooser.most_outcomes()?);
        }
        Ok(chooser)
    }

    /// A bound on the satisfiable outcomes of any experiment in any state: their number before anything is known.
    fn most_outcomes(&self) -> Result<usize> {
        if !self.filters.is_empty() {
            return Ok(usize::MAX);
        }
        let state: Vec<u32> = (0..self.codes.len().to_u32()).collect();
        let mut buffers = Buffers::default();
        let (mut classes, mut most) = ([None, None], 0);
        for type_index in 0..self.engine.plans.len() {
            let evaluator = &self.data(type_index)?.evaluator;
            let list = match self.source(&mut buffers, type_index, &state, &mut classes)? {
                Source::List(list) if list.len() * state.len() <= MOST_PAIRS => list,
                _ => return Ok(usize::MAX),
            };
            let query =
                Query { criterion: Criterion::Parts, prefer_final: false, consistent_only: false, bound: None };
            let best = evaluator.scan(&list, &mut buffers.evaluate, &state, &query, self.control.halted());
            self.control.poll()?;
            most = most.max(best.map_or(1, |best| best.score.unsigned_abs().to_usize()));
        }
        Ok(most)
    }

    /// Finds the place of each hit in the full list of its type.
    fn rank(&mut self, hits: &Hits) -> Result<()> {
        let mut places: HashMap<usize, HashMap<Vec<u64>, u32>> = HashMap::new();
        for (code, hit) in hits.first.iter().enumerate() {
            if code % POLL == 0 {
                self.control.poll()?;
            }
            let Some(hit) = hit else { continue };
            let data = self.data(hit.type_index)?;
            let context = self.engine.context(hit.type_index, self.control);
            let Some(full) = data.lists.full(context, &data.evaluator)? else { continue };
            let table = full.experiments();
            let place = if code < table.rows() && gather(table, code) == hit.row {
                Some(code.to_u32())
            } else {
                let all = match places.entry(hit.type_index) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(place) => place.insert(self.places(table)?),
                };
                all.get(&hit.row).copied()
            };
            self.ranks[code] = place.map(|place| (hit.type_index, place));
        }
        Ok(())
    }

    /// The place of each experiment of a list.
    fn places(&self, table: &BitTable) -> Result<HashMap<Vec<u64>, u32>> {
        let mut places = HashMap::with_capacity(table.rows());
        for place in 0..table.rows() {
            if place % POLL == 0 {
                self.control.poll()?;
            }
            places.insert(gather(table, place), place.to_u32());
        }
        Ok(places)
    }

    pub(crate) fn data(&self, type_index: usize) -> Result<&'a TypeData> {
        self.engine.type_data(type_index, self.control)
    }

    pub(crate) fn prefers_finals(&self) -> bool {
        self.options.ties == Ties::FinalFirst && self.engine.knows_finals()
    }

    /// Whether `choose` has to know what was done before.
    pub fn wants_path(&self) -> bool {
        self.filters.iter().any(|&filter| filter != Equivalence::Symbols)
    }

    pub(crate) fn finish(&self, buffers: &mut Buffers, state: &[u32], found: Found<'_>) -> Result<Choice> {
        let mut outcomes = Vec::with_capacity(state.len());
        let experiment = found.best.experiment;
        match found.from {
            Offered::List(type_index, list) => {
                let evaluator = &self.data(type_index)?.evaluator;
                evaluator.partition(&list, &mut buffers.evaluate, experiment, state, &mut outcomes);
                Ok(Choice { type_index, row: gather(list.experiments(), experiment), outcomes })
            }
            Offered::Table(table) => {
                table.partition(experiment, state, &mut outcomes);
                let (type_index, row) = table.experiments.row(experiment);
                Ok(Choice { type_index, row: row.to_vec(), outcomes })
            }
        }
    }

    /// Visits the experiments to look at in a state until `visit` returns false: those of a table at once, else the lists
    /// of type after type.
    pub(crate) fn for_each_offered(
        &self,
        buffers: &mut Buffers,
        state: &[u32],
        extent: Extent,
        mut visit: impl FnMut(&mut Buffers, &Offered<'a>) -> Result<bool>,
    ) -> Result<()> {
        if let Some(table) = self.table {
            visit(buffers, &Offered::Table(table))?;
            return Ok(self.control.poll()?);
        }
        let (mut classes, mut goes_on) = ([None, None], true);
        for type_index in 0..self.engine.plans.len() {
            let data = self.data(type_index)?;
            let full = match extent {
                Extent::Full => data.lists.full(self.engine.context(type_index, self.control), &data.evaluator)?,
                Extent::Kinds | Extent::First => None,
            };
            let (source, first_block) = match (full, extent) {
                (Some(full), _) => (Source::List(full.clone()), BLOCK),
                (None, Extent::First) => {
                    let source = self.source(buffers, type_index, state, &mut classes)?;
                    (self.tabulated(type_index, source)?, FIRST_BLOCK)
                }
                (None, _) => (self.source(buffers, type_index, state, &mut classes)?, BLOCK),
            };
            self.for_each_list(source, type_index, first_block, |list| {
                goes_on = visit(buffers, &Offered::List(type_index, list.clone()))?;
                Ok(goes_on)
            })?;
            if !goes_on {
                break;
            }
        }
        Ok(())
    }

    /// The experiments of a type to look at in a state.
    pub(crate) fn source(
        &self,
        buffers: &mut Buffers,
        type_index: usize,
        state: &[u32],
        classes: &mut [Option<Classes>; 2],
    ) -> Result<Source> {
        if !self.filters.is_empty() {
            return self.survivors(buffers, type_index, state).map(Source::List);
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
    fn survivors(&self, buffers: &mut Buffers, type_index: usize, state: &[u32]) -> Result<Arc<Prepared>> {
        if buffers.survivors.is_none() {
            let start = Instant::now();
            buffers.survivors = Some(self.filter(buffers.path.as_ref(), state)?);
            buffers.symmetry += start.elapsed();
        }
        let found = buffers.survivors.as_ref().and_then(|lists| lists.get(type_index));
        found.cloned().ok_or_else(|| CoreError::Internal("survivors vanished".into()))
    }

    fn filter(&self, path: Option<&Arc<Made>>, state: &[u32]) -> Result<Vec<Arc<Prepared>>> {
        let (engine, control) = (self.engine, self.control);
        let path = Made::steps(path);
        let types = engine.plans.len();
        let situation = Situation { engine, codes: self.codes, state, known: true, path: &path, types, control };
        let limits = Limits { count: MOST_CANDIDATES, memory: engine.list_memory() };
        let Survivors { candidates, kept } = situation.survivors(&self.filters, limits)?;
        let rows = |plan: &Plan| Rows { words: plan.words, data: Vec::new() };
        let mut lists: Vec<Rows> = engine.plans.iter().map(rows).collect();
        for (number, _) in kept {
            let (type_index, row) = candidates.get(number);
            lists[type_index].data.extend_from_slice(row);
        }
        let prepare = |(type_index, rows): (usize, &Rows)| {
            let columns = engine.plans[type_index].space.propositions.index();
            Ok(Arc::new(self.data(type_index)?.evaluator.prepare(Arc::new(rows.table(columns)))))
        };
        lists.iter().enumerate().map(prepare).collect()
    }

    /// The classes of symbols in a state, computed once.
    pub(crate) fn classes<'b>(
        &self,
        buffers: &mut Buffers,
        state: &[u32],
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

    /// Visits lists of a type's experiments until `visit` returns false.
    pub(crate) fn for_each_list(
        &self,
        source: Source,
        type_index: usize,
        first_block: usize,
        mut visit: impl FnMut(&Arc<Prepared>) -> Result<bool>,
    ) -> Result<()> {
        let stream = match source {
            Source::List(list) => return visit(&list).map(drop),
            Source::Stream(stream) => stream,
        };
        let plan = &self.engine.plans[type_index];
        let evaluator = &self.data(type_index)?.evaluator;
        let mut walk = Enumerator::new(plan, stream.rule.as_ref());
        let mut size = first_block;
        loop {
            let mut rows = Rows { words: plan.words, data: Vec::new() };
            while rows.len() < size && walk.advance(self.control)? {
                rows.data.extend_from_slice(walk.row());
            }
            if rows.len() == 0 {
                return Ok(());
            }
            stream.walked.fetch_add(rows.len().to_u64(), Relaxed);
            let table: BitTable = rows.table(plan.space.propositions.index());
            if !visit(&Arc::new(evaluator.prepare(Arc::new(table))))? {
                return Ok(());
            }
            size = (size * 2).min(BLOCK);
        }
    }

    /// The outcomes of a list, from a table if it is the full list.
    pub(crate) fn answers<'b>(&self, type_index: usize, list: &'b Arc<Prepared>) -> Result<by_fixed::Answers<'b>>
    where
        'a: 'b,
    {
        let data = self.data(type_index)?;
        let context = self.engine.context(type_index, self.control);
        let table = match data.lists.full(context, &data.evaluator)? {
            Some(full) if Arc::ptr_eq(full, list) => self.engine.words(type_index, self.control)?,
            _ => None,
        };
        Ok(by_fixed::Answers { evaluator: &data.evaluator, list, table, gathered: None, codes: self.codes })
    }

    /// The full list with a table of outcomes instead of a list of orbits, unless this is much shorter.
    pub(crate) fn tabulated(&self, type_index: usize, source: Source) -> Result<Source> {
        if !self.filters.is_empty() {
            return Ok(source);
        }
        let data = self.data(type_index)?;
        let context = self.engine.context(type_index, self.control);
        if let (Source::List(list), Some(full)) = (&source, data.lists.full(context, &data.evaluator)?) {
            let helps = list.len() > full.len() / WORTH && !Arc::ptr_eq(list, full);
            if helps && self.engine.words(type_index, self.control)?.is_some() {
                return Ok(Source::List(full.clone()));
            }
        }
        Ok(source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::mastermind;
    use crate::game::program::Ending;

    #[test]
    fn places_of_hits_and_classes_of_symbols_are_not_looked_for_when_stopped() {
        let engine = Engine::new(mastermind(3, 3, false, true, Ending::Hit), vec![Vec::new()], None).unwrap();
        let (going, stopped) = (Control::default(), Control::default());
        engine.enumerate(1 << 20, 1 << 28, &going).unwrap();
        let hits = engine.hits(&going).unwrap();
        let strategy = Strategy::Count(Criterion::Parts);
        let options = Options { strategy, ties: Ties::FinalFirst, consistent: false, equivalences: None };
        let mut chooser = Chooser::new(&engine, options, Some(hits), &going).unwrap();
        stopped.stop();
        chooser.control = &stopped;
        let is_stopped = |result: Result<()>| matches!(result, Err(CoreError::Stopped(_)));
        assert!(is_stopped(chooser.rank(hits)));
        let data = engine.type_data(0, &going).unwrap();
        let full = data.lists.full(engine.context(0, &going), &data.evaluator).unwrap().unwrap();
        assert_eq!(full.len(), 27);
        assert!(is_stopped(chooser.places(full.experiments()).map(drop)));
        let (mut buffers, state) = (Buffers::default(), [0, 1, 2]);
        for thorough in [false, true] {
            assert!(is_stopped(chooser.classes(&mut buffers, &state, thorough, &mut [None, None]).map(drop)));
        }
    }
}

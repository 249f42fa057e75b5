//! What is found out about a game before experiments are picked: where hits are, and how many outcomes there can be.

use std::collections::hash_map::Entry;
use std::collections::HashMap;

use crate::base::bits::BitTable;
use crate::base::convert::{ToU32, ToUsize};
use crate::base::error::Result;
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::equivalence::Equivalence;
use crate::evaluate::{Criterion, Query};
use crate::experiments::closing::Hits;
use crate::experiments::lists::Supply;
use crate::game::type_index::TypeIndex;
use crate::list::rows::gather;
use crate::pick::chooser::{Buffers, Chooser, Options};
use crate::pick::least::Leasts;
use crate::pick::strategy::Strategy;

/// Codes looked at between two polls of the control.
const POLL: usize = 1 << 12;
/// States with more codes than this are not tried for a hit that leaves single codes only.
const QUICK: usize = 24;
/// Pairs of codes and experiments looked at to find out how many outcomes an experiment can have.
const MOST_PAIRS: usize = 1 << 22;

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
        let state = self.codes.all();
        let mut buffers = Buffers::default();
        let (mut classes, mut most) = ([None, None], 0);
        for type_index in self.engine.all_types() {
            let evaluator = &self.data(type_index)?.evaluator;
            let list = match self.source(&mut buffers, type_index, &state, &mut classes)? {
                Supply::List(list) if list.len() * state.len() <= MOST_PAIRS => list,
                _ => return Ok(usize::MAX),
            };
            let query = Query::by(Criterion::Parts);
            let best = evaluator.scan(&list, &mut buffers.evaluate, &state, &query, self.control.halted());
            self.control.poll()?;
            most = most.max(best.map_or(1, |best| best.score.unsigned_abs().to_usize()));
        }
        Ok(most)
    }

    /// Finds the place of each hit in the full list of its type.
    fn rank(&mut self, hits: &Hits) -> Result<()> {
        let mut places: HashMap<TypeIndex, HashMap<Vec<u64>, u32>> = HashMap::new();
        for (code, hit) in hits.first.iter().enumerate() {
            if code % POLL == 0 {
                self.control.poll()?;
            }
            let Some(hit) = hit else { continue };
            let Some(full) = self.full(hit.type_index)? else { continue };
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::error::CoreError;
    use crate::common::mastermind;
    use crate::game::program::Ending;
    use crate::pick::strategy::Ties;

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
        let data = engine.type_data(TypeIndex::new(0), &going).unwrap();
        let full = data.lists.full(engine.context(TypeIndex::new(0), &going), &data.evaluator).unwrap().unwrap();
        assert_eq!(full.len(), 27);
        assert!(is_stopped(chooser.places(full.experiments()).map(drop)));
        let (mut buffers, state) = (Buffers::default(), [0, 1, 2]);
        for thorough in [false, true] {
            assert!(is_stopped(chooser.classes(&mut buffers, &state, thorough, &mut [None, None]).map(drop)));
        }
    }
}

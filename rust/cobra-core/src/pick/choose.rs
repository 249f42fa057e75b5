//! The experiment a one-step strategy picks in a state.

use std::sync::Arc;

use crate::base::convert::ToIndex;
use crate::base::error::Result;
use crate::base::ids::{CodeId, TypeIndex};
use crate::equivalence::Made;
use crate::evaluate::{Best, Criterion, Logarithms, Query, Score, ScoreBounds, Survey, Varying};
use crate::list::interchange::Classes;
use crate::list::rows::gather;
use crate::pick::bounded::{Searched, Wanted};
use crate::pick::chooser::{Buffers, Choice, Chooser};
use crate::pick::offered::{Extent, Found, Offered};
use crate::pick::strategy::{Strategy, Ties};

impl<'a> Chooser<'a> {
    /// The experiment for a state that is not over; `None` when no (allowed) experiment separates its codes.
    pub fn choose(
        &self,
        buffers: &mut Buffers,
        state: &[CodeId],
        path: Option<&Arc<Made>>,
        seed: u64,
    ) -> Result<Option<Choice>> {
        buffers.path = path.cloned();
        buffers.survivors = None;
        match &self.options.strategy {
            Strategy::Score(score) => self.by_score(score, buffers, state, seed),
            Strategy::LookAhead(ahead) => self.by_look_ahead(ahead, buffers, state),
            Strategy::First => self.first(buffers, state),
            Strategy::Random => self.any(buffers, state, seed),
            _ if self.options.ties == Ties::Random => self.any(buffers, state, seed),
            _ => self.quick(buffers, state)?.map_or_else(|| self.best(buffers, state), |choice| Ok(Some(choice))),
        }
    }

    /// A hit that leaves single codes only is best by every score and by the preference for final outcomes; when no
    /// other experiment can be final, the first such hit is the choice. For scores by fixed variables codes must differ
    /// in these.
    fn quick(&self, buffers: &mut Buffers, state: &[CodeId]) -> Result<Option<Choice>> {
        let unique = self.hits.is_some_and(|hits| hits.unique);
        let comparable = matches!(self.options.strategy, Strategy::Count(_)) || self.codes.told_apart;
        if !unique || !comparable || !self.prefers_finals() || state.len() > self.quick {
            return Ok(None);
        }
        for (type_index, place) in self.places_of_hits(state).into_iter().flatten() {
            let Some(list) = self.full(type_index)? else { return Ok(None) };
            let evaluator = &self.data(type_index)?.evaluator;
            let Buffers { evaluate, outcomes, seen, .. } = buffers;
            evaluator.partition(list, evaluate, place.index(), state, outcomes);
            seen.resize(evaluator.outcomes().max(seen.len()), false);
            let separate = outcomes.iter().all(|&o| !std::mem::replace(&mut seen[o.index()], true));
            outcomes.iter().for_each(|&o| seen[o.index()] = false);
            if separate {
                let outcomes = outcomes.clone();
                let row = gather(list.experiments(), place.index());
                return Ok(Some(Choice { type_index, row, outcomes }));
            }
        }
        Ok(None)
    }

    /// The best of the experiments offered, if it is better than `bound`.
    fn scan(
        &self,
        buffers: &mut Buffers,
        offered: &Offered<'a>,
        state: &[CodeId],
        bound: Option<Best>,
    ) -> Result<Option<Best>> {
        let prefer_final = self.prefers_finals();
        let query =
            Query { criterion: Criterion::Parts, prefer_final, consistent_only: self.options.consistent, bound };
        let (type_index, list) = match offered {
            Offered::List(type_index, list) => (*type_index, list),
            Offered::Table(table) => {
                let lowest = self.lowest(state.len(), table.width, &table.logarithms);
                return self.scan_singly(buffers, offered, state, &query, lowest);
            }
        };
        let evaluator = &self.data(type_index)?.evaluator;
        // The evaluator holds a type without a final component to be never final. Where it is always final, anything
        // as good as a bound that is not final is better than it.
        let always_final = self.engine.always_final(type_index);
        let bound = bound.map(|best| match always_final && prefer_final && !best.can_be_final {
            true => Best { score: best.score.saturating_add(1), ..best },
            false => Best { can_be_final: best.can_be_final && !always_final, ..best },
        });
        let query = Query {
            prefer_final: prefer_final && !always_final,
            consistent_only: self.options.consistent && !always_final,
            bound,
            ..query
        };
        let survey = |query| Survey { prepared: list, state, query, stop: self.control.halted() };
        let found = match &self.options.strategy {
            &Strategy::Count(criterion) => {
                evaluator.scan(&survey(Query { criterion, ..query }), &mut buffers.evaluate)
            }
            strategy => {
                let lowest = self.lowest(state.len(), evaluator.outcomes(), evaluator.logarithms());
                let varying = if *strategy == Strategy::MinFixed { Varying::Most } else { Varying::Sum };
                match evaluator.scan_varying(&survey(query), &mut buffers.evaluate, varying) {
                    Some(found) => found,
                    None => self.scan_singly(buffers, offered, state, &query, lowest)?,
                }
            }
        };
        self.control.poll()?;
        Ok(found.map(|best| Best { can_be_final: best.can_be_final || always_final, ..best }))
    }

    fn best(&self, buffers: &mut Buffers, state: &[CodeId]) -> Result<Option<Choice>> {
        let mut classes = [None, None];
        let bounded = self.bounded_types()?;
        let listed = self.engine.all_types().filter(|kind| bounded.binary_search(kind).is_err());
        let mut found = match self.table.map(Offered::Table) {
            Some(from) => self.scan(buffers, &from, state, None)?.map(|best| Found { best, from }),
            None => self.scan_types(buffers, state, &mut classes, listed)?,
        };
        if let (&Strategy::Count(criterion), false) = (&self.options.strategy, bounded.is_empty()) {
            let prefer_final = self.prefers_finals();
            let rank = |best: &Best| (best.score, prefer_final && !best.can_be_final);
            let known = found.as_ref().and_then(|found| match found.from {
                Offered::List(type_index, _) => Some((rank(&found.best), type_index)),
                Offered::Table(_) => None,
            });
            let wanted = Wanted { criterion, prefer_final, consistent: self.options.consistent, known };
            match self.best_bounded(buffers, state, &bounded, &mut classes, wanted)? {
                Searched::Done(Some(choice)) => return Ok(Some(choice)),
                Searched::Done(None) => {}
                Searched::TooWide => {
                    found = self.scan_types(buffers, state, &mut classes, self.engine.all_types())?;
                }
            }
        }
        found.map(|found| self.finish(buffers, state, &found.from, found.best.experiment)).transpose()
    }

    /// The types that are bounded rather than looked at experiment by experiment.
    fn bounded_types(&self) -> Result<Vec<TypeIndex>> {
        let counts = matches!(self.options.strategy, Strategy::Count(_));
        if !counts || self.options.equivalences.is_some() || self.table.is_some() {
            return Ok(Vec::new());
        }
        self.engine
            .all_types()
            .filter_map(|kind| self.is_bounded(kind).map(|is| is.then_some(kind)).transpose())
            .collect()
    }

    /// The best experiment of some types, all looked at.
    pub(crate) fn scan_types(
        &self,
        buffers: &mut Buffers,
        state: &[CodeId],
        classes: &mut [Option<Classes>; 2],
        types: impl Iterator<Item = TypeIndex>,
    ) -> Result<Option<Found<'a>>> {
        let mut found: Option<Found<'a>> = None;
        for type_index in types {
            let evaluator = &self.data(type_index)?.evaluator;
            let lowest = self.lowest(state.len(), evaluator.outcomes(), evaluator.logarithms());
            let finals = self.prefers_finals()
                && (self.engine.always_final(type_index)
                    || self.engine.program.types[type_index].answer.final_component.is_some());
            let settled = |found: &Option<Found<'a>>| {
                found.as_ref().is_some_and(|f| f.best.score <= lowest && (f.best.can_be_final || !finals))
            };
            if settled(&found) {
                continue;
            }
            self.for_each_of_type(buffers, type_index, state, Extent::Best, classes, |buffers, offered| {
                let bound = found.as_ref().map(|f| f.best);
                if let Some(best) = self.scan(buffers, offered, state, bound)? {
                    found = Some(Found { best, from: offered.clone() });
                }
                Ok(!settled(&found))
            })?;
        }
        Ok(found)
    }

    /// A bound on the score of any experiment on so many codes with so many outcomes: none is lower.
    fn lowest(&self, codes: usize, slots: usize, logarithms: &Logarithms) -> Score {
        let variables = Score::from(self.codes.count_fixed(&[], &[]));
        match self.options.strategy {
            Strategy::Count(criterion) => ScoreBounds { criterion, codes, slots, logarithms }.least(),
            Strategy::MinFixed => -variables,
            Strategy::ExpFixed => -variables * codes as Score,
            Strategy::Score(_) | Strategy::LookAhead(_) | Strategy::Random | Strategy::First => Score::MIN,
        }
    }
}

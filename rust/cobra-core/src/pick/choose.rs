//! The experiment a one-step strategy picks in a state.

use std::sync::Arc;

use crate::base::convert::ToIndex;
use crate::base::error::Result;
use crate::base::ids::{CodeId, TypeIndex};
use crate::equivalence::Made;
use crate::evaluate::{Best, Criterion, Logarithms, Query, Score, ScoreBounds, Survey, Varying};
use crate::list::rows::gather;
use crate::pick::bounded::{Searched, Wanted};
use crate::pick::chooser::{Buffers, Choice, Chooser, Choosing};
use crate::pick::offered::{Extent, Found, Offered};
use crate::pick::strategy::{Strategy, Ties};

impl Chooser<'_> {
    /// The experiment for a state that is not over; `None` when no (allowed) experiment separates its codes.
    pub fn choose(
        &self,
        buffers: &mut Buffers,
        state: &[CodeId],
        path: Option<&Arc<Made>>,
        seed: u64,
    ) -> Result<Option<Choice>> {
        let mut choosing = self.at(buffers, state, path);
        match &self.options.strategy {
            Strategy::Score(score) => choosing.by_score(score, seed),
            Strategy::LookAhead(ahead) => choosing.by_look_ahead(ahead),
            Strategy::First => choosing.first(),
            Strategy::Random => choosing.any(seed),
            _ if self.options.ties == Ties::Random => choosing.any(seed),
            _ => choosing.quick()?.map_or_else(|| choosing.best(), |choice| Ok(Some(choice))),
        }
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

impl<'a> Choosing<'a, '_> {
    /// A hit that leaves single codes only is best by every score and by the preference for final outcomes; when no
    /// other experiment can be final, the first such hit is the choice. For scores by fixed variables codes must differ
    /// in these.
    fn quick(&mut self) -> Result<Option<Choice>> {
        let Choosing { chooser, state, .. } = *self;
        let unique = chooser.hits.is_some_and(|hits| hits.unique);
        let comparable = matches!(chooser.options.strategy, Strategy::Count(_)) || chooser.codes.told_apart;
        if !unique || !comparable || !chooser.prefers_finals() || state.len() > chooser.quick {
            return Ok(None);
        }
        for (type_index, place) in chooser.places_of_hits(state).into_iter().flatten() {
            let Some(list) = chooser.full(type_index)? else { return Ok(None) };
            let evaluator = &chooser.data(type_index)?.evaluator;
            let Buffers { evaluate, outcomes, sizes, .. } = &mut *self.buffers;
            evaluator.partition(list, evaluate, place.index(), state, outcomes);
            sizes.resize(evaluator.outcomes().max(sizes.len()), 0);
            let separate = outcomes.iter().all(|&outcome| std::mem::replace(&mut sizes[outcome], 1) == 0);
            outcomes.iter().for_each(|&outcome| sizes[outcome] = 0);
            if separate {
                let outcomes = outcomes.clone();
                let row = gather(list.experiments(), place.index());
                return Ok(Some(Choice { type_index, row, outcomes }));
            }
        }
        Ok(None)
    }

    /// The best of the experiments offered, if it is better than `bound`.
    fn scan(&mut self, offered: &Offered<'a>, bound: Option<Best>) -> Result<Option<Best>> {
        let Choosing { chooser, state, .. } = *self;
        let (prefer_final, consistent_only) = (chooser.prefers_finals(), chooser.options.consistent);
        let query = Query { criterion: Criterion::Parts, prefer_final, consistent_only, bound };
        let (type_index, list) = match offered {
            Offered::List(type_index, list) => (*type_index, list),
            Offered::Table(table) => {
                let lowest = chooser.lowest(state.len(), table.width, &table.logarithms);
                return self.scan_singly(offered, &query, lowest);
            }
        };
        let evaluator = &chooser.data(type_index)?.evaluator;
        // The evaluator holds a type without a final component to be never final. Where it is always final, anything
        // as good as a bound that is not final is better than it.
        let always_final = chooser.engine.always_final(type_index);
        let bound = bound.map(|best| match always_final && prefer_final && !best.can_be_final {
            true => Best { score: best.score.saturating_add(1), ..best },
            false => Best { can_be_final: best.can_be_final && !always_final, ..best },
        });
        let (prefer_final, consistent_only) = (prefer_final && !always_final, consistent_only && !always_final);
        let query = Query { prefer_final, consistent_only, bound, ..query };
        let survey = |query| Survey { prepared: list, state, query, stop: chooser.control.halted() };
        let found = match &chooser.options.strategy {
            &Strategy::Count(criterion) => {
                evaluator.scan(&survey(Query { criterion, ..query }), &mut self.buffers.evaluate)
            }
            strategy => {
                let lowest = chooser.lowest(state.len(), evaluator.outcomes(), evaluator.logarithms());
                let varying = if *strategy == Strategy::MinFixed { Varying::Most } else { Varying::Sum };
                match evaluator.scan_varying(&survey(query), &mut self.buffers.evaluate, varying) {
                    Some(found) => found,
                    None => self.scan_singly(offered, &query, lowest)?,
                }
            }
        };
        chooser.control.poll()?;
        Ok(found.map(|best| Best { can_be_final: best.can_be_final || always_final, ..best }))
    }

    fn best(&mut self) -> Result<Option<Choice>> {
        let chooser = self.chooser;
        let bounded = chooser.bounded_types()?;
        let listed = chooser.engine.all_types().filter(|kind| bounded.binary_search(kind).is_err());
        let mut found = match chooser.table.map(Offered::Table) {
            Some(from) => self.scan(&from, None)?.map(|best| Found { best, from }),
            None => self.scan_types(listed)?,
        };
        if let (&Strategy::Count(criterion), false) = (&chooser.options.strategy, bounded.is_empty()) {
            let prefer_final = chooser.prefers_finals();
            let rank = |best: &Best| (best.score, prefer_final && !best.can_be_final);
            let known = found.as_ref().and_then(|found| match found.from {
                Offered::List(type_index, _) => Some((rank(&found.best), type_index)),
                Offered::Table(_) => None,
            });
            let wanted = Wanted { criterion, prefer_final, consistent: chooser.options.consistent, known };
            match self.best_bounded(&bounded, wanted)? {
                Searched::Done(Some(choice)) => return Ok(Some(choice)),
                Searched::Done(None) => {}
                Searched::TooWide => found = self.scan_types(chooser.engine.all_types())?,
            }
        }
        self.finished(found.map(|found| (found.from, found.best.experiment)))
    }

    /// The best experiment of some types, all looked at.
    pub(crate) fn scan_types(&mut self, types: impl Iterator<Item = TypeIndex>) -> Result<Option<Found<'a>>> {
        let Choosing { chooser, state, .. } = *self;
        let mut found: Option<Found<'a>> = None;
        for type_index in types {
            let evaluator = &chooser.data(type_index)?.evaluator;
            let lowest = chooser.lowest(state.len(), evaluator.outcomes(), evaluator.logarithms());
            let finals = chooser.prefers_finals()
                && (chooser.engine.always_final(type_index)
                    || chooser.engine.program.types[type_index].answer.final_component.is_some());
            let settled = |found: &Option<Found<'a>>| {
                found.as_ref().is_some_and(|f| f.best.score <= lowest && (f.best.can_be_final || !finals))
            };
            if settled(&found) {
                continue;
            }
            self.for_each_of_type(type_index, Extent::Best, |this, offered| {
                let bound = found.as_ref().map(|f| f.best);
                if let Some(best) = this.scan(offered, bound)? {
                    found = Some(Found { best, from: offered.clone() });
                }
                Ok(!settled(&found))
            })?;
        }
        Ok(found)
    }
}

//! The experiment a one-step strategy picks in a state.

use std::sync::Arc;

use crate::base::convert::ToIndex;
use crate::base::error::Result;
use crate::equivalence::Made;
use crate::evaluate::{Best, Criterion, Prepared, Query, Score, Varying};
use crate::experiments::lists::BLOCK;
use crate::list::interchange::Classes;
use crate::list::rows::gather;
use crate::pick::bounded::{Searched, Wanted};
use crate::pick::by_fixed;
use crate::pick::chooser::{Buffers, Choice, Chooser, Found, Offered};
use crate::pick::strategy::{Strategy, Ties};

/// States of at most so many codes often have an experiment of the best score among the first: blocks start with as many
/// experiments.
const SMALL: usize = 64;

impl<'a> Chooser<'a> {
    /// The experiment for a state that is not over; `None` when no (allowed) experiment separates its codes.
    pub fn choose(
        &self,
        buffers: &mut Buffers,
        state: &[u32],
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
            _ => match self.table {
                Some(table) => self.best_of_table(table, buffers, state),
                None => {
                    self.quick(buffers, state)?.map_or_else(|| self.best(buffers, state), |choice| Ok(Some(choice)))
                }
            },
        }
    }

    /// A hit that leaves single codes only is best by every score and by the preference for final outcomes; when no
    /// other experiment can be final, the first such hit is the choice. For scores by fixed variables codes must differ
    /// in these.
    fn quick(&self, buffers: &mut Buffers, state: &[u32]) -> Result<Option<Choice>> {
        let unique = self.hits.is_some_and(|hits| hits.unique);
        let comparable = matches!(self.options.strategy, Strategy::Count(_)) || self.codes.told_apart;
        if !unique || !comparable || !self.prefers_finals() || state.len() > self.quick {
            return Ok(None);
        }
        let Some(mut order) = state.iter().map(|&code| self.ranks[code.index()]).collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        order.sort_unstable();
        for (type_index, place) in order {
            let data = self.data(type_index)?;
            let context = self.engine.context(type_index, self.control);
            let Some(list) = data.lists.full(context, &data.evaluator)? else { return Ok(None) };
            let Buffers { evaluate, outcomes, seen, .. } = buffers;
            data.evaluator.partition(list, evaluate, place.index(), state, outcomes);
            seen.resize(data.evaluator.outcomes().max(seen.len()), false);
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

    fn scan(
        &self,
        buffers: &mut Buffers,
        type_index: usize,
        list: &Arc<Prepared>,
        state: &[u32],
        bound: Option<Best>,
    ) -> Result<Option<Best>> {
        let evaluator = &self.data(type_index)?.evaluator;
        let always_final = self.engine.always_final(type_index);
        let prefer_final = self.prefers_finals();
        // The evaluator holds a type without a final component to be never final. Where it is always final, anything
        // as good as a bound that is not final is better than it.
        let bound = bound.map(|best| match always_final && prefer_final && !best.can_be_final {
            true => Best { score: best.score.saturating_add(1), ..best },
            false => Best { can_be_final: best.can_be_final && !always_final, ..best },
        });
        let query = Query {
            criterion: Criterion::Parts,
            prefer_final: prefer_final && !always_final,
            consistent_only: self.options.consistent && !always_final,
            bound,
        };
        let Buffers { evaluate, fixed, .. } = buffers;
        let found = match &self.options.strategy {
            &Strategy::Count(criterion) => {
                let query = Query { criterion, ..query };
                evaluator.scan(list, evaluate, state, &query, self.control.halted())
            }
            strategy => {
                let lowest = self.lowest(type_index, state.len())?;
                // Where codes differ in their variables, all variables are fixed in every cell just when every cell is
                // a single code: the evaluator finds such an experiment much faster.
                let size = state.len() as Score;
                let alone = Best { score: 1 - size, can_be_final: true, experiment: 0 };
                let alone = Query { bound: Some(alone), ..query };
                let possible = self.codes.told_apart && state.len() <= evaluator.outcomes();
                let perfect = match possible && bound.is_none_or(|best| best.score > lowest) {
                    true => evaluator.scan(list, evaluate, state, &alone, self.control.halted()),
                    false => None,
                };
                let varying = if *strategy == Strategy::MinFixed { Varying::Most } else { Varying::Sum };
                let quickly = match perfect {
                    Some(best) => Some(Some(Best { score: lowest, ..best })),
                    None => evaluator.scan_varying(list, evaluate, state, varying, &query, self.control.halted()),
                };
                match quickly {
                    Some(found) => found,
                    None => {
                        let answers = self.answers(type_index, list)?;
                        by_fixed::scan(strategy, answers, evaluate, fixed, state, &query, self.control)
                    }
                }
            }
        };
        self.control.poll()?;
        Ok(found.map(|best| Best { can_be_final: best.can_be_final || always_final, ..best }))
    }

    fn best(&self, buffers: &mut Buffers, state: &[u32]) -> Result<Option<Choice>> {
        let mut classes = [None, None];
        let types: Vec<usize> = (0..self.engine.plans.len()).collect();
        if let (&Strategy::Count(criterion), None) = (&self.options.strategy, &self.options.equivalences) {
            let mut bounded = Vec::new();
            for &type_index in &types {
                if self.is_bounded(type_index)? {
                    bounded.push(type_index);
                }
            }
            if !bounded.is_empty() {
                let listed = types.iter().copied().filter(|kind| bounded.binary_search(kind).is_err());
                let found = self.scan_types(buffers, state, &mut classes, listed)?;
                let prefer_final = self.prefers_finals();
                let rank = |best: &Best| (best.score, prefer_final && !best.can_be_final);
                let known = found.as_ref().and_then(|found| match found.from {
                    Offered::List(type_index, _) => Some((rank(&found.best), type_index)),
                    Offered::Table(_) => None,
                });
                let wanted = Wanted { criterion, prefer_final, consistent: self.options.consistent, known };
                match self.best_bounded(buffers, state, &bounded, &mut classes, wanted)? {
                    Searched::Done(Some(choice)) => return Ok(Some(choice)),
                    Searched::Done(None) => return found.map(|found| self.finish(buffers, state, found)).transpose(),
                    Searched::TooWide => {}
                }
            }
        }
        let found = self.scan_types(buffers, state, &mut classes, types.into_iter())?;
        found.map(|found| self.finish(buffers, state, found)).transpose()
    }

    /// The best experiment of some types, all looked at.
    pub(crate) fn scan_types(
        &self,
        buffers: &mut Buffers,
        state: &[u32],
        classes: &mut [Option<Classes>; 2],
        types: impl Iterator<Item = usize>,
    ) -> Result<Option<Found<'a>>> {
        let mut found: Option<Found<'a>> = None;
        for type_index in types {
            let lowest = self.lowest(type_index, state.len())?;
            let finals = self.prefers_finals()
                && (self.engine.always_final(type_index)
                    || self.engine.program.types[type_index].answer.final_component.is_some());
            let settled = |found: &Option<Found<'a>>| {
                found.as_ref().is_some_and(|f| f.best.score <= lowest && (f.best.can_be_final || !finals))
            };
            if settled(&found) {
                continue;
            }
            let mut source = self.source(buffers, type_index, state, classes)?;
            let by_fixed = matches!(self.options.strategy, Strategy::MinFixed | Strategy::ExpFixed);
            if by_fixed && !self.data(type_index)?.evaluator.suits_varying() {
                source = self.tabulated(type_index, source)?;
            }
            let first_block = if state.len() <= SMALL { SMALL } else { BLOCK };
            self.for_each_list(source, type_index, first_block, |list| {
                let bound = found.as_ref().map(|f| f.best);
                if let Some(best) = self.scan(buffers, type_index, list, state, bound)? {
                    found = Some(Found { best, from: Offered::List(type_index, list.clone()) });
                }
                Ok(!settled(&found))
            })?;
        }
        Ok(found)
    }

    fn lowest(&self, type_index: usize, size: usize) -> Result<Score> {
        let outcomes = self.data(type_index)?.evaluator.outcomes();
        let variables = self.codes.count_fixed(&[], &[]);
        Ok(self.options.strategy.lowest(size, outcomes, variables))
    }
}

//! Experiments picked without a score, or at random among equals.

use std::sync::Arc;

use crate::base::convert::{ToIndex, ToU64, ToUsize};
use crate::base::error::Result;
use crate::evaluate::{Best, Criterion, Prepared, NO_INFORMATION};
use crate::game::program::Ending;
use crate::pick::by_fixed::{self, Answers};
use crate::pick::chooser::{Buffers, Choice, Chooser, Extent, Found, Offered};
use crate::pick::strategy::{Random, Strategy};

/// Random experiments tried before all are looked at.
const TRIALS: usize = 64;

impl<'a> Chooser<'a> {
    /// The first experiment that can be final, else the first informative one where it may be.
    pub(crate) fn first(&self, buffers: &mut Buffers, state: &[u32]) -> Result<Option<Choice>> {
        let ranks = || state.iter().map(|&code| self.ranks[code.index()]).collect::<Option<Vec<_>>>();
        if self.engine.program.ending == Ending::Hit {
            if let Some(&(type_index, place)) = ranks().as_ref().and_then(|ranks| ranks.iter().min()) {
                let data = self.data(type_index)?;
                let context = self.engine.context(type_index, self.control);
                if let Some(list) = data.lists.full(context, &data.evaluator)? {
                    let best = Best { score: 0, can_be_final: true, experiment: place.index() };
                    let found = Found { best, from: Offered::List(type_index, list.clone()) };
                    return self.finish(buffers, state, found).map(Some);
                }
            }
        }
        let wants_final = self.engine.knows_finals();
        let (mut informative, mut found): (Option<Found<'a>>, Option<Found<'a>>) = (None, None);
        self.for_each_offered(buffers, state, Extent::First, |buffers, offered| {
            let answers = match offered {
                Offered::List(type_index, list) => Some(self.answers(*type_index, list)?),
                Offered::Table(_) => None,
            };
            for experiment in 0..offered.len() {
                if experiment % 1024 == 0 {
                    self.control.poll()?;
                }
                let Buffers { evaluate, outcomes, .. } = &mut *buffers;
                match (offered, answers) {
                    (Offered::Table(table), _) => table.partition(experiment, state, outcomes),
                    (_, Some(answers)) => answers.partition(evaluate, experiment, state, outcomes),
                    (_, None) => {}
                }
                if outcomes.iter().all(|&outcome| outcome == outcomes[0]) {
                    continue;
                }
                let mut finals = outcomes.iter();
                let can_be_final = match (offered, answers) {
                    (Offered::List(type_index, _), Some(Answers { evaluator, .. })) => {
                        self.engine.always_final(*type_index) || finals.any(|&outcome| evaluator.is_final(outcome))
                    }
                    (Offered::Table(table), _) => {
                        let is_final = table.finals(experiment);
                        finals.any(|&outcome| is_final[outcome.index()])
                    }
                    _ => false,
                };
                let best = Best { score: 0, can_be_final, experiment };
                let this = || Found { best, from: offered.clone() };
                if can_be_final || !wants_final {
                    found = Some(this());
                    return Ok(false);
                }
                if !self.options.consistent {
                    informative.get_or_insert_with(this);
                }
            }
            Ok(true)
        })?;
        found.or(informative).map(|found| self.finish(buffers, state, found)).transpose()
    }

    /// A random one among the best, or among the informative ones for the strategy `random`.
    pub(crate) fn any(&self, buffers: &mut Buffers, state: &[u32], seed: u64) -> Result<Option<Choice>> {
        let mut random = Random::new(seed);
        if self.options.strategy == Strategy::Random && !self.options.consistent {
            if let Some(choice) = self.try_at_random(buffers, state, &mut random)? {
                return Ok(Some(choice));
            }
        }
        let (mut found, mut equals): (Option<Found<'a>>, u64) = (None, 0);
        self.for_each_offered(buffers, state, Extent::Full, |buffers, offered| {
            self.score_all(buffers, offered, state)?;
            for (e, &score) in buffers.scores.iter().enumerate().filter(|(_, &s)| s != NO_INFORMATION) {
                let score = if self.options.strategy == Strategy::Random { 0 } else { score };
                match found.as_ref().map(|f| score.cmp(&f.best.score)) {
                    Some(std::cmp::Ordering::Greater) => continue,
                    Some(std::cmp::Ordering::Equal) => equals += 1,
                    _ => equals = 1,
                }
                if random.below(equals) == 0 {
                    let best = Best { score, can_be_final: false, experiment: e };
                    found = Some(Found { best, from: offered.clone() });
                }
            }
            Ok(true)
        })?;
        found.map(|found| self.finish(buffers, state, found)).transpose()
    }

    /// A few random experiments, until one is informative.
    fn try_at_random(&self, buffers: &mut Buffers, state: &[u32], random: &mut Random) -> Result<Option<Choice>> {
        let mut lists: Vec<Offered<'_>> = self.table.map(Offered::Table).into_iter().collect();
        let types = if lists.is_empty() { self.engine.plans.len() } else { 0 };
        for type_index in 0..types {
            let data = self.data(type_index)?;
            let context = self.engine.context(type_index, self.control);
            let Some(full) = data.lists.full(context, &data.evaluator)? else { return Ok(None) };
            lists.push(Offered::List(type_index, full.clone()));
        }
        let total: u64 = lists.iter().map(|list| list.len().to_u64()).sum();
        for _ in 0..if total > 0 { TRIALS } else { 0 } {
            let (mut place, mut number) = (random.below(total).to_usize(), 0);
            while place >= lists[number].len() {
                place -= lists[number].len();
                number += 1;
            }
            let best = Best { score: 0, can_be_final: false, experiment: place };
            let choice = self.finish(buffers, state, Found { best, from: lists[number].clone() })?;
            if choice.outcomes.iter().any(|&outcome| outcome != choice.outcomes[0]) {
                return Ok(Some(choice));
            }
        }
        Ok(None)
    }

    /// Scores of all experiments offered; one without information or not allowed gets `NO_INFORMATION`.
    fn score_all(&self, buffers: &mut Buffers, offered: &Offered<'_>, state: &[u32]) -> Result<()> {
        match offered {
            Offered::List(type_index, list) => self.score_list(buffers, *type_index, list, state),
            Offered::Table(table) => {
                buffers.fixed.load(self.codes, state);
                let mut scores = std::mem::take(&mut buffers.scores);
                scores.clear();
                scores.extend((0..table.experiments.len()).map(|experiment| {
                    match self.score_tabulated(table, buffers, state, experiment) {
                        (_, false) if self.options.consistent => NO_INFORMATION,
                        (score, _) => score,
                    }
                }));
                buffers.scores = scores;
                Ok(())
            }
        }
    }

    fn score_list(
        &self,
        buffers: &mut Buffers,
        type_index: usize,
        list: &Arc<Prepared>,
        state: &[u32],
    ) -> Result<()> {
        let evaluator = &self.data(type_index)?.evaluator;
        let Buffers { evaluate, fixed, scores, finals, .. } = buffers;
        match &self.options.strategy {
            strategy @ (Strategy::MinFixed | Strategy::ExpFixed) => {
                let answers = self.answers(type_index, list)?;
                let gathered = answers.gather(state);
                let answers = Answers { gathered: gathered.as_ref(), ..answers };
                fixed.load(self.codes, state);
                scores.clear();
                finals.clear();
                finals.resize(list.len().div_ceil(64), 0);
                for e in 0..list.len() {
                    let (score, is_final) = by_fixed::score(strategy, answers, evaluate, fixed, e, state);
                    scores.push(score);
                    finals[e / 64] |= u64::from(is_final) << (e % 64);
                }
            }
            strategy => {
                let criterion = if let &Strategy::Count(criterion) = strategy { criterion } else { Criterion::Parts };
                evaluator.score_all(list, evaluate, state, criterion, self.control.halted(), scores, finals);
            }
        }
        self.control.poll()?;
        if self.engine.always_final(type_index) {
            finals.fill(u64::MAX);
        }
        for (e, score) in scores.iter_mut().enumerate() {
            if self.options.consistent && finals[e / 64] >> (e % 64) & 1 == 0 {
                *score = NO_INFORMATION;
            }
        }
        Ok(())
    }
}

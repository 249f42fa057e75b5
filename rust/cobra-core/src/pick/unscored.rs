//! Experiments picked without a score, or at random among equals.

use std::sync::Arc;

use crate::base::convert::{ToIndex, ToU64, ToUsize};
use crate::base::error::Result;
use crate::evaluate::{Best, Criterion, Prepared, NO_INFORMATION};
use crate::experiments::lists::Source;
use crate::experiments::lists::BLOCK;
use crate::game::program::Ending;
use crate::pick::by_fixed::{self, Answers};
use crate::pick::chooser::{Buffers, Choice, Chooser, Found};
use crate::pick::strategy::{Random, Strategy};

/// Rows of the first block when the first fitting experiment is looked for.
const FIRST_BLOCK: usize = 64;
/// Random experiments tried before all are looked at.
pub(crate) const TRIALS: usize = 64;

impl Chooser<'_> {
    /// The first experiment that can be final, else the first informative one where it may be.
    pub(crate) fn first(&self, buffers: &mut Buffers, state: &[u32]) -> Result<Option<Choice>> {
        let ranks = || state.iter().map(|&code| self.ranks[code.index()]).collect::<Option<Vec<_>>>();
        if self.engine.program.ending == Ending::Hit {
            if let Some(&(type_index, place)) = ranks().as_ref().and_then(|ranks| ranks.iter().min()) {
                let data = self.data(type_index)?;
                let context = self.engine.context(type_index, self.control);
                if let Some(list) = data.lists.full(context, &data.evaluator)? {
                    let best = Best { score: 0, can_be_final: true, experiment: place.index() };
                    let found = Found { best, type_index, list: list.clone() };
                    return self.finish(buffers, state, found).map(Some);
                }
            }
        }
        let wants_final = self.engine.knows_finals();
        let mut classes = [None, None];
        let (mut informative, mut found): (Option<Found>, Option<Found>) = (None, None);
        for type_index in 0..self.engine.plans.len() {
            if found.is_some() {
                break;
            }
            let evaluator = &self.data(type_index)?.evaluator;
            let always_final = self.engine.always_final(type_index);
            let source = self.source(buffers, type_index, state, &mut classes)?;
            let source = self.tabulated(type_index, source)?;
            self.for_each_list(source, type_index, FIRST_BLOCK, |list| {
                let answers = self.answers(type_index, list)?;
                for experiment in 0..list.len() {
                    if experiment % 1024 == 0 {
                        self.control.poll()?;
                    }
                    let Buffers { evaluate, outcomes, .. } = &mut *buffers;
                    answers.partition(evaluate, experiment, state, outcomes);
                    if outcomes.iter().all(|&outcome| outcome == outcomes[0]) {
                        continue;
                    }
                    let can_be_final = always_final || outcomes.iter().any(|&outcome| evaluator.is_final(outcome));
                    let best = Best { score: 0, can_be_final, experiment };
                    let this = || Found { best, type_index, list: list.clone() };
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
        }
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
        let mut classes = [None, None];
        let (mut found, mut equals): (Option<Found>, u64) = (None, 0);
        for type_index in 0..self.engine.plans.len() {
            let data = self.data(type_index)?;
            let context = self.engine.context(type_index, self.control);
            let source = match data.lists.full(context, &data.evaluator)? {
                Some(full) => Source::List(full.clone()),
                None => self.source(buffers, type_index, state, &mut classes)?,
            };
            self.for_each_list(source, type_index, BLOCK, |list| {
                self.score_all(buffers, type_index, list, state)?;
                for (e, &score) in buffers.scores.iter().enumerate().filter(|(_, &s)| s != NO_INFORMATION) {
                    let score = if self.options.strategy == Strategy::Random { 0 } else { score };
                    match found.as_ref().map(|f| score.cmp(&f.best.score)) {
                        Some(std::cmp::Ordering::Greater) => continue,
                        Some(std::cmp::Ordering::Equal) => equals += 1,
                        _ => equals = 1,
                    }
                    if random.below(equals) == 0 {
                        let best = Best { score, can_be_final: false, experiment: e };
                        found = Some(Found { best, type_index, list: list.clone() });
                    }
                }
                Ok(true)
            })?;
        }
        found.map(|found| self.finish(buffers, state, found)).transpose()
    }

    /// A few random experiments, until one is informative.
    fn try_at_random(&self, buffers: &mut Buffers, state: &[u32], random: &mut Random) -> Result<Option<Choice>> {
        let mut lists = Vec::new();
        let mut total = 0;
        for type_index in 0..self.engine.plans.len() {
            let data = self.data(type_index)?;
            let context = self.engine.context(type_index, self.control);
            let Some(full) = data.lists.full(context, &data.evaluator)? else { return Ok(None) };
            lists.push(full);
            total += full.len().to_u64();
        }
        for _ in 0..if total > 0 { TRIALS } else { 0 } {
            let mut place = random.below(total).to_usize();
            let mut type_index = 0;
            while place >= lists[type_index].len() {
                place -= lists[type_index].len();
                type_index += 1;
            }
            let best = Best { score: 0, can_be_final: false, experiment: place };
            let found = Found { best, type_index, list: lists[type_index].clone() };
            let choice = self.finish(buffers, state, found)?;
            if choice.outcomes.iter().any(|&outcome| outcome != choice.outcomes[0]) {
                return Ok(Some(choice));
            }
        }
        Ok(None)
    }

    /// Scores of all experiments of a list; one without information or not allowed gets `NO_INFORMATION`.
    fn score_all(&self, buffers: &mut Buffers, type_index: usize, list: &Arc<Prepared>, state: &[u32]) -> Result<()> {
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

//! Experiments picked without a score, or at random among equals.

use std::cmp::Ordering;

use crate::base::convert::{ToIndex, ToU64, ToUsize};
use crate::base::error::Result;
use crate::base::ids::CodeId;
use crate::evaluate::{Score, NO_INFORMATION};
use crate::game::program::Ending;
use crate::pick::chooser::{Buffers, Choice, Chooser};
use crate::pick::offered::{Extent, Offered};
use crate::pick::strategy::{Random, Strategy};

/// Random experiments tried before all are looked at.
const TRIALS: usize = 64;

impl<'a> Chooser<'a> {
    /// The first experiment that can be final, else the first informative one where it may be.
    pub(crate) fn first(&self, buffers: &mut Buffers, state: &[CodeId]) -> Result<Option<Choice>> {
        if self.engine.program.ending == Ending::Hit {
            if let Some(&(type_index, place)) = self.places_of_hits(state).as_ref().and_then(|places| places.first())
            {
                if let Some(list) = self.full(type_index)? {
                    let from = Offered::List(type_index, list.clone());
                    return self.finish(buffers, state, &from, place.index()).map(Some);
                }
            }
        }
        let wants_final = self.engine.knows_finals();
        let (mut informative, mut found) = (None, None);
        self.for_each_offered(buffers, state, Extent::First, |buffers, offered| {
            let answers = self.answers(offered, None)?;
            for experiment in 0..offered.len() {
                if experiment % 1024 == 0 {
                    self.control.poll()?;
                }
                let Buffers { evaluate, outcomes, .. } = &mut *buffers;
                answers.partition(evaluate, experiment, state, outcomes);
                if outcomes.iter().all(|&outcome| outcome == outcomes[0]) {
                    continue;
                }
                if !wants_final || outcomes.iter().any(|&outcome| answers.is_final(experiment, outcome)) {
                    found = Some((offered.clone(), experiment));
                    return Ok(false);
                }
                if !self.options.consistent {
                    informative.get_or_insert_with(|| (offered.clone(), experiment));
                }
            }
            Ok(true)
        })?;
        let found = found.or(informative);
        found.map(|(from, experiment)| self.finish(buffers, state, &from, experiment)).transpose()
    }

    /// A random one among the best, or among the informative ones for the strategy `random`.
    pub(crate) fn any(&self, buffers: &mut Buffers, state: &[CodeId], seed: u64) -> Result<Option<Choice>> {
        let mut random = Random::new(seed);
        if self.options.strategy == Strategy::Random && !self.options.consistent {
            if let Some(choice) = self.try_at_random(buffers, state, &mut random)? {
                return Ok(Some(choice));
            }
        }
        let (mut found, mut equals): (Option<(Offered<'a>, usize)>, u64) = (None, 0);
        let mut least = Score::MAX;
        self.for_each_offered(buffers, state, Extent::Full, |buffers, offered| {
            self.each_score(buffers, offered, state, |experiment, score, can_be_final| {
                if score == NO_INFORMATION || self.options.consistent && !can_be_final {
                    return true;
                }
                let score = if self.options.strategy == Strategy::Random { 0 } else { score };
                match score.cmp(&least) {
                    Ordering::Greater => return true,
                    Ordering::Equal => equals += 1,
                    Ordering::Less => (least, equals) = (score, 1),
                }
                if random.below(equals) == 0 {
                    found = Some((offered.clone(), experiment));
                }
                true
            })?;
            Ok(true)
        })?;
        found.map(|(from, experiment)| self.finish(buffers, state, &from, experiment)).transpose()
    }

    /// A few random experiments, until one is informative.
    fn try_at_random(&self, buffers: &mut Buffers, state: &[CodeId], random: &mut Random) -> Result<Option<Choice>> {
        let mut lists: Vec<Offered<'a>> = self.table.map(Offered::Table).into_iter().collect();
        let types = if lists.is_empty() { usize::MAX } else { 0 };
        for type_index in self.engine.all_types().take(types) {
            let Some(full) = self.full(type_index)? else { return Ok(None) };
            lists.push(Offered::List(type_index, full.clone()));
        }
        let total: u64 = lists.iter().map(|list| list.len().to_u64()).sum();
        for _ in 0..if total > 0 { TRIALS } else { 0 } {
            let (mut place, mut number) = (random.below(total).to_usize(), 0);
            while place >= lists[number].len() {
                place -= lists[number].len();
                number += 1;
            }
            let choice = self.finish(buffers, state, &lists[number], place)?;
            if choice.outcomes.iter().any(|&outcome| outcome != choice.outcomes[0]) {
                return Ok(Some(choice));
            }
        }
        Ok(None)
    }
}

//! Experiments picked without a score, or at random among equals.

use std::cmp::Ordering;

use crate::base::convert::{ToIndex, ToU64, ToUsize};
use crate::base::error::Result;
use crate::evaluate::{Score, NO_INFORMATION};
use crate::game::program::Ending;
use crate::pick::chooser::{Buffers, Choice, Choosing};
use crate::pick::offered::{Extent, Offered};
use crate::pick::strategy::{Random, Strategy};

/// Random experiments tried before all are looked at.
const TRIALS: usize = 64;

impl<'a> Choosing<'a, '_> {
    /// The first experiment that can be final, else the first informative one where it may be.
    pub(crate) fn first(&mut self) -> Result<Option<Choice>> {
        let chooser = self.chooser;
        if chooser.engine.program.ending == Ending::Hit {
            let places = chooser.places_of_hits(self.state);
            if let Some(&(type_index, place)) = places.as_ref().and_then(|places| places.first()) {
                if let Some(list) = chooser.full(type_index)? {
                    return self.finish(&Offered::List(type_index, list.clone()), place.index()).map(Some);
                }
            }
        }
        let wants_final = chooser.engine.knows_finals();
        let (mut informative, mut found) = (None, None);
        self.for_each_offered(Extent::First, |this, offered| {
            let answers = this.answers(offered, false)?;
            for experiment in 0..offered.len() {
                if experiment % 1024 == 0 {
                    chooser.control.poll()?;
                }
                let Buffers { evaluate, outcomes, .. } = &mut *this.buffers;
                answers.partition(evaluate, experiment, this.state, outcomes);
                if outcomes.iter().all(|&outcome| outcome == outcomes[0]) {
                    continue;
                }
                if !wants_final || outcomes.iter().any(|&outcome| answers.is_final(experiment, outcome)) {
                    found = Some((offered.clone(), experiment));
                    return Ok(false);
                }
                if !chooser.options.consistent {
                    informative.get_or_insert_with(|| (offered.clone(), experiment));
                }
            }
            Ok(true)
        })?;
        self.finished(found.or(informative))
    }

    /// A random one among the best, or among the informative ones for the strategy `random`.
    pub(crate) fn any(&mut self, seed: u64) -> Result<Option<Choice>> {
        let options = &self.chooser.options;
        let mut random = Random::new(seed);
        if options.strategy == Strategy::Random && !options.consistent {
            if let Some(choice) = self.try_at_random(&mut random)? {
                return Ok(Some(choice));
            }
        }
        let (mut found, mut equals): (Option<(Offered<'a>, usize)>, u64) = (None, 0);
        let mut least = Score::MAX;
        self.for_each_offered(Extent::Full, |this, offered| {
            this.each_score(offered, |experiment, score, can_be_final| {
                if score == NO_INFORMATION || options.consistent && !can_be_final {
                    return true;
                }
                let score = if options.strategy == Strategy::Random { 0 } else { score };
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
        self.finished(found)
    }

    /// A few random experiments, until one is informative.
    fn try_at_random(&mut self, random: &mut Random) -> Result<Option<Choice>> {
        let chooser = self.chooser;
        let mut lists: Vec<Offered<'a>> = chooser.table.map(Offered::Table).into_iter().collect();
        let types = if lists.is_empty() { usize::MAX } else { 0 };
        for type_index in chooser.engine.all_types().take(types) {
            let Some(full) = chooser.full(type_index)? else { return Ok(None) };
            lists.push(Offered::List(type_index, full.clone()));
        }
        let total: u64 = lists.iter().map(|list| list.len().to_u64()).sum();
        for _ in 0..if total > 0 { TRIALS } else { 0 } {
            let (mut place, mut number) = (random.below(total).to_usize(), 0);
            while place >= lists[number].len() {
                place -= lists[number].len();
                number += 1;
            }
            let choice = self.finish(&lists[number], place)?;
            if choice.outcomes.iter().any(|&outcome| outcome != choice.outcomes[0]) {
                return Ok(Some(choice));
            }
        }
        Ok(None)
    }
}

//! Looking some steps ahead where more changes than what is known: as `pick::ahead` does it, in situations.
//!
//! Experiments are in the order in which a one-step strategy takes them: those that lose least, as far as one step shows, by the
//! score, those that can be final first where these are preferred. Of experiments of one place that leave the same numbers of
//! codes at the same prices and the same standings only the first counts. The first few are played on. What is paid with a
//! cell of the large split is all that was paid on the way to it; before the score is looked at large splits are compared by
//! what is lost in them, as far as one more step shows. Experiments that only change the standing, so that another can be made,
//! are not counted as steps.

use std::sync::Arc;

use crate::base::convert::ToU32;
use crate::base::error::Result;
use crate::base::ids::CodeId;
use crate::expression::number::Fixed;
use crate::expression::value::StateParts;
use crate::pick::beam::Beam;
use crate::pick::strategy::LookAhead;
use crate::standing::detours::Tried;
use crate::standing::offers::StandingNumber;
use crate::standing::player::{Lost, Player, Rated};
use crate::standing::splitting::After;

/// What experiments are put in order by.
type RankByLosses = (Lost, Vec<Fixed>, bool);
/// Of each cell, in order: its number of codes, of fixed variables, their weight, the price and the standing after.
type SeenSituations = Vec<(u32, u32, u64, u64, StandingNumber)>;

/// What is left together in the end.
#[derive(Default)]
struct SituationsLeft {
    parts: StateParts,
    lost: Lost,
}

impl Player<'_> {
    /// The experiment with the best score after some steps among those that tell codes apart at a standing, or end plays.
    pub(super) fn choose_ahead(
        &mut self,
        ahead: &Arc<LookAhead>,
        codes: &[CodeId],
        standing: StandingNumber,
    ) -> Result<Option<Tried>> {
        let beam = self.best_few(ahead, codes, standing)?;
        let mut best: Option<((Lost, Vec<Fixed>), Tried)> = None;
        for &chosen in beam.experiments() {
            let mut large = SituationsLeft::default();
            self.play_on(ahead, (codes, standing), chosen, (ahead.depth - 1, 0), &mut large)?;
            ahead.score.begin(&mut self.memory, self.world.codes, codes);
            self.memory.parts = StateParts { all: self.memory.parts.all, ..large.parts };
            ahead.score.score(&mut self.memory, codes.len())?;
            let keys = std::mem::take(&mut self.memory.keys);
            if best.as_ref().is_none_or(|((lost, least), _)| (large.lost, &keys) < (*lost, least)) {
                best = Some(((large.lost, keys), chosen));
            }
        }
        Ok(best.map(|(_, chosen)| chosen))
    }

    fn best_few(
        &mut self,
        ahead: &LookAhead,
        codes: &[CodeId],
        standing: StandingNumber,
    ) -> Result<Beam<RankByLosses, SeenSituations, Tried>> {
        let mut beam: Beam<RankByLosses, SeenSituations, Tried> =
            Beam::new(if ahead.depth == 1 { 1 } else { ahead.beam });
        let offer = self.world.offer(standing)?;
        for Rated { keys, not_final, place, experiment, .. } in self.rated(codes, standing, 0)? {
            if beam.last().is_some_and(|last| last.0 == (0, 0)) {
                break; // those that come are no better by their score
            }
            let afters = self.split.make(&mut self.world, &offer[place], experiment, codes)?;
            let rank = (self.lost_after(&afters)?, keys, not_final);
            if let Some(at) = beam.place(|other| *other <= rank) {
                let mut split: SeenSituations = afters.iter().map(|after| self.seen_of(ahead, after)).collect();
                split.sort_unstable();
                beam.insert(at, rank, split, (place, experiment));
            }
        }
        Ok(beam)
    }

    fn seen_of(&self, ahead: &LookAhead, after: &After) -> (u32, u32, u64, u64, StandingNumber) {
        let fixed = if ahead.score.uses_fixed { self.world.codes.count_fixed_of(&after.codes) } else { 0 };
        let weight = if ahead.score.uses_weight { self.world.codes.weight_of(&after.codes) } else { 0 };
        (after.codes.len().to_u32(), fixed, weight, after.then.price, after.then.after)
    }

    /// Gathers what is left when an experiment is followed by up to `more` steps, after so much was `paid`.
    fn play_on(
        &mut self,
        ahead: &LookAhead,
        (codes, standing): (&[CodeId], StandingNumber),
        (place, experiment): Tried,
        (more, paid): (usize, u64),
        large: &mut SituationsLeft,
    ) -> Result<()> {
        self.world.control.poll()?;
        let offer = self.world.offer(standing)?;
        let of = &offer[place];
        for mut after in self.split.make(&mut self.world, of, experiment, codes)? {
            after.then.price = after.then.price.saturating_add(paid);
            if more > 0 && !after.ends() && after.codes.len() > 1 {
                if let Some(course) = self.decide_near(&after.codes, after.then.after)? {
                    if let Some(next) = course.last {
                        let paid = after.then.price.saturating_add(self.price_of(&course.way, after.codes[0])?);
                        self.play_on(ahead, (&after.codes, course.at), next, (more - 1, paid), large)?;
                        continue;
                    }
                }
            }
            let (size, fixed, weight, price, _) = self.seen_of(ahead, &after);
            large.parts.sizes.push(size);
            large.parts.fixed.push(fixed);
            large.parts.weights.push(weight);
            large.parts.prices.push(price);
            if self.world.is_final(of, after.outcome) {
                large.parts.hit.codes += size;
                large.parts.hit.weight += weight;
            }
            let (barred, lost) = self.lost_after(&[after])?;
            large.lost.0 += barred;
            large.lost.1 += lost;
        }
        Ok(())
    }
}

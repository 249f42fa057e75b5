//! Looking some steps ahead: the best experiments by a score are compared by the score of what comes of them.
//!
//! In a state, experiments are put in order by the score, those that can be final first where these are preferred. Of
//! experiments that split the codes into the same numbers, with the same numbers of fixed variables and of codes hit, only
//! the first counts, so that the beam is not filled with the images of one experiment under the symmetries of the game; and
//! what counts is the same whether symmetry is used or not. The first few are played on: every cell that is not over gets
//! the experiment that the score takes one step ahead, up to so many experiments in all. The codes left together in the end
//! are the cells of one large split; the experiment whose large split has the best score is the choice, of several the
//! first by the order above.

use super::by_score::Taker;
use crate::base::convert::ToU32;
use crate::base::error::{CoreError, Result};
use crate::base::ids::CodeId;
use crate::expression::number::Fixed;
use crate::expression::value::{Amount, Memory, SeenCells, StateParts};
use crate::outcomes::ending::EndRule;
use crate::pick::beam::{Beam, RankByScore};
use crate::pick::chooser::{Buffers, Choice, Chooser, Choosing};
use crate::pick::offered::{Extent, Offered};
use crate::pick::strategy::{LookAhead, Ties, NOT_AT_RANDOM};

/// The best experiments so far, of which the first few are played on.
struct BestFew<'a> {
    prefers_finals: bool,
    beam: Beam<RankByScore, SeenCells, (Offered<'a>, usize)>,
}

impl<'a> Taker<'a> for BestFew<'a> {
    fn take(&mut self, memory: &Memory, can_be_final: bool, (from, experiment): (&Offered<'a>, usize)) -> bool {
        let not_final = self.prefers_finals && !can_be_final;
        let rank = (&memory.keys, not_final);
        let Some(place) = self.beam.place(|(keys, not_final)| (keys, *not_final) <= rank) else { return false };
        let split = memory.parts.cells();
        self.beam.insert(place, (memory.keys.clone(), not_final), split, (from.clone(), experiment))
    }
}

impl<'a> Choosing<'a, '_> {
    /// The experiment with the best score after some steps.
    pub(crate) fn by_look_ahead(&mut self, ahead: &LookAhead) -> Result<Option<Choice>> {
        let chooser = self.chooser;
        let best_few = self.best_few(ahead)?;
        let mut inner = self.buffers.inner.take().unwrap_or_default();
        let mut best: Option<(Vec<Fixed>, Choice)> = None;
        for (from, experiment) in best_few.beam.experiments() {
            let choice = self.finish(from, *experiment)?;
            let memory = &mut self.buffers.score;
            memory.parts.clear();
            chooser.play_on(ahead, &mut inner, self.state, &choice, ahead.depth - 1, &mut memory.parts)?;
            ahead.score.score(memory, self.state.len())?;
            if best.as_ref().is_none_or(|(keys, _)| memory.keys < *keys) {
                best = Some((memory.keys.clone(), choice));
            }
        }
        self.buffers.inner = Some(inner);
        Ok(best.map(|(_, choice)| choice))
    }

    fn best_few(&mut self, ahead: &LookAhead) -> Result<BestFew<'a>> {
        if self.chooser.options.ties == Ties::Random {
            return Err(CoreError::input(NOT_AT_RANDOM));
        }
        let prefers_finals = self.chooser.prefers_finals();
        let mut best_few = BestFew { prefers_finals, beam: Beam::new(ahead.beam) };
        ahead.score.begin(&mut self.buffers.score, self.chooser.codes, self.state);
        self.for_each_offered(Extent::Kinds, |this, offered| {
            this.look_through(&ahead.score, offered, &mut best_few, None)?;
            Ok(true)
        })?;
        Ok(best_few)
    }
}

impl Chooser<'_> {
    /// Gathers what is left when a choice is followed by up to `more` experiments.
    fn play_on(
        &self,
        ahead: &LookAhead,
        buffers: &mut Buffers,
        state: &[CodeId],
        choice: &Choice,
        more: usize,
        leaves: &mut StateParts,
    ) -> Result<()> {
        let rule = EndRule::new(self.engine);
        for (outcome, cell) in choice.cells(state) {
            let is_final = self.engine.is_final(choice.type_index, outcome);
            let is_over = cell.len() == 1 || rule.is_over(self.codes, &cell, is_final);
            if more > 0 && !is_over {
                if let Some(next) = self.follow(buffers, &cell)? {
                    self.play_on(ahead, buffers, &cell, &next, more - 1, leaves)?;
                    continue;
                }
            }
            let mut amount = Amount { codes: cell.len().to_u32(), weight: 0 };
            if ahead.score.uses_weight {
                amount.weight = self.codes.weight_of(&cell);
                leaves.weights.push(amount.weight);
            }
            leaves.sizes.push(amount.codes);
            if is_final {
                leaves.hit.codes += amount.codes;
                leaves.hit.weight += amount.weight;
            }
            if ahead.score.uses_fixed {
                leaves.fixed.push(self.codes.count_fixed_of(&cell));
            }
        }
        Ok(())
    }

    /// What the score takes one step ahead.
    fn follow(&self, buffers: &mut Buffers, cell: &[CodeId]) -> Result<Option<Choice>> {
        match &self.inner {
            Some(inner) => inner.choose(buffers, cell, None, 0),
            None => Err(CoreError::Internal("a look-ahead without a strategy".into())),
        }
    }
}

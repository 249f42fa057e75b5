//! Looking some steps ahead where something happens unseen: as `pick::ahead` does it, in beliefs.
//!
//! A play goes on by what an answer, true or not, makes of the belief. The cells of the large split are what is believed in the
//! end; their sizes are as a one-step strategy sees them: `volume(lies left, q)` for each code, where q is the least number of
//! experiments after those looked ahead that counting allows, one for each code where the play is over, and the chance of all
//! answers together where it is known.

use std::rc::Rc;

use num_rational::BigRational;
use num_traits::ToPrimitive;

use crate::base::convert::{ToIndex, ToU32};
use crate::base::error::Result;
use crate::expression::number::Fixed;
use crate::expression::value::{Amount, SeenCells, StateParts};
use crate::pick::beam::{Beam, RankByScore};
use crate::pick::strategy::LookAhead;
use crate::unseen::beliefs::Answered;
use crate::unseen::cell_counts::{in_parts, part_of_chance};
use crate::unseen::drawing::{Here, Path};
use crate::unseen::likely::{Likely, LikelyAnswer};
use crate::unseen::one_step::OneStep;

/// What is believed in the end of one experiment, or of several.
#[derive(Default)]
struct BeliefsLeft {
    parts: StateParts,
    /// The sizes of cells where no chances are known, not yet in parts of their sum.
    volumes: Vec<u128>,
    /// How likely what is looked ahead from is, where that is known.
    whole: Option<BigRational>,
}

impl OneStep<'_, '_> {
    /// The experiment with the best score after some steps.
    pub(super) fn choose_ahead(&mut self, ahead: &LookAhead, here: Here<'_>) -> Result<Option<u32>> {
        let left = self.volumes.bound(self.world, here.belief).saturating_sub(ahead.depth.to_u32());
        let path = Rc::new(here.path.clone());
        let mut best: Option<(Vec<Fixed>, u32)> = None;
        for &number in self.best_few(ahead, here)?.experiments() {
            let whole = here.likely.map(Likely::weight);
            let mut large = BeliefsLeft { whole, ..BeliefsLeft::default() };
            self.play_on(ahead, (here, &path), number, (ahead.depth - 1, left), &mut large)?;
            let BeliefsLeft { mut parts, volumes, .. } = large;
            in_parts(&volumes, &mut parts.sizes);
            let all = Amount { codes: parts.sizes.iter().sum(), weight: parts.weights.iter().sum() };
            self.scratch.parts = StateParts { all: self.scratch.parts.all, ..parts };
            ahead.score.begin_with(&mut self.scratch, all);
            ahead.score.score(&mut self.scratch, here.belief.len())?;
            let keys = std::mem::take(&mut self.scratch.keys);
            if best.as_ref().is_none_or(|(least, _)| keys < *least) {
                best = Some((keys, number));
            }
        }
        Ok(best.map(|(_, number)| number))
    }

    fn best_few(&mut self, ahead: &LookAhead, here: Here<'_>) -> Result<Beam<RankByScore, SeenCells, u32>> {
        let mut beam = Beam::new(if ahead.depth == 1 { 1 } else { ahead.beam });
        self.weigh(here, |seen, parts| {
            let rank = (&seen.keys, seen.not_final);
            if let Some(place) = beam.place(|(keys, not_final): &RankByScore| (keys, *not_final) <= rank) {
                beam.insert(place, (seen.keys.clone(), seen.not_final), parts.cells(), seen.number);
            }
        })?;
        Ok(beam)
    }

    /// Gathers what is believed when an experiment is followed by up to `more`; `left` experiments are needed at least after
    /// all of them, as far as counting shows.
    fn play_on(
        &mut self,
        ahead: &LookAhead,
        (here, path): (Here<'_>, &Rc<Path>),
        number: u32,
        (more, left): (usize, u32),
        large: &mut BeliefsLeft,
    ) -> Result<()> {
        let world = self.world;
        world.control.poll()?;
        let question = &world.questions[number.index()];
        let mut chances = here
            .likely
            .zip(world.noise)
            .map(|(likely, noise)| likely.after(world, noise, question))
            .into_iter()
            .flatten();
        for cell in world.after(question, here.belief) {
            let likely = chances.next().map(|LikelyAnswer { likely, .. }| likely);
            if more > 0 && cell.belief.len() > 1 && !world.is_over(&cell.belief, cell.is_final) {
                let path = Rc::new(path.after(&cell.belief));
                let next = Here { belief: &cell.belief, likely: likely.as_ref(), path: &path, seed: here.seed };
                if let Some(number) = self.decide_by(next, false)? {
                    self.play_on(ahead, (next, &path), number, (more - 1, left), large)?;
                    continue;
                }
            }
            self.gather(ahead, &cell, likely.as_ref(), left, large);
        }
        Ok(())
    }

    /// Adds a cell to a large split.
    fn gather(
        &mut self,
        ahead: &LookAhead,
        cell: &Answered,
        likely: Option<&Likely>,
        left: u32,
        large: &mut BeliefsLeft,
    ) {
        let world = self.world;
        let codes = world.codes_of(&cell.belief);
        let mut hit = codes.len().to_u32();
        match (likely, &large.whole) {
            (Some(likely), Some(whole)) => {
                hit = part_of_chance((likely.weight() / whole).to_f64().unwrap_or(0.0));
                large.parts.sizes.push(if cell.is_final { 1 } else { hit });
            }
            _ => large.volumes.push(match self.volumes.at(left) {
                Some((volumes, _)) if !cell.is_final && !world.is_over(&cell.belief, false) => {
                    let volume = |&hidden| volumes[world.lies_left(hidden).index()];
                    cell.belief.iter().map(volume).fold(0, u128::saturating_add)
                }
                _ => codes.len() as u128,
            }),
        }
        if cell.is_final {
            large.parts.hit.codes += hit;
            large.parts.hit.weight += world.codes.weight_of(&codes);
        }
        if ahead.score.uses_weight {
            large.parts.weights.push(world.codes.weight_of(&codes));
        }
        if ahead.score.uses_fixed {
            large.parts.fixed.push(world.codes.count_fixed_of(&codes));
        }
    }
}

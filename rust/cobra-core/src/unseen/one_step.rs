//! What a one-step strategy takes where something happens unseen.
//!
//! It compares experiments by a score, as everywhere. What a score sees as the size of a cell is how many answers its codes can
//! still give, `volume(lies left, q)` for each (see `volumes`), where q is the least number of experiments after this one that
//! counting allows; codes that end with a final outcome count as one each. Beyond what scores can tell apart sizes are in parts
//! of the sum. Where the secret moves a code is a code, and no experiment is taken that may lead back to what was known before.
//! Where answers are wrong with a known chance the size of a cell is how likely it is; that of a final outcome is the least
//! there is, as it leaves nothing: else who knows the code all but for certain would rather ask on than name it.

use std::collections::HashMap;

use crate::base::convert::{ToIndex, ToU32};
use crate::base::error::Result;
use crate::base::hash::room_with_another;
use crate::base::ids::HiddenId;
use crate::base::limits::StopReason;
use crate::expression::number::Fixed;
use crate::expression::value::{Amount, Memory, StateParts};
use crate::pick::chooser::Options;
use crate::pick::preferences::Preferences;
use crate::pick::strategy::Random;
use crate::unseen::beliefs::{name, Answered, BeliefWorld};
use crate::unseen::cell_counts::{in_parts, part_of_chance, CellCounts};
use crate::unseen::drawing::Here;
use crate::unseen::likely::Likely;
use crate::unseen::volumes::Volumes;

/// Bytes of a decision that is remembered.
const DECISION_BYTES: u64 = 64;

pub(super) struct OneStep<'w, 'a> {
    pub(super) world: &'w BeliefWorld<'a>,
    pub(super) volumes: Volumes,
    counts: CellCounts,
    rules: Preferences,
    pub(super) scratch: Memory,
    /// By what is believed, looking as far as the strategy does or one step.
    decisions: HashMap<(u128, bool), Option<u32>>,
    memory: u64,
    /// Bytes of what is the same for all beliefs.
    pub(super) counted: u64,
}

/// An experiment as the strategy sees it; the least is taken.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Weighed {
    pub keys: Vec<Fixed>,
    pub not_final: bool,
    chance: u64,
    pub number: u32,
}

impl<'w, 'a> OneStep<'w, 'a> {
    pub fn new(world: &'w BeliefWorld<'a>, options: &Options, memory: u64) -> Result<OneStep<'w, 'a>> {
        let counts = CellCounts::new(world);
        let counted = counts.bytes();
        let memory = memory.saturating_sub(counted);
        Ok(OneStep {
            world,
            volumes: Volumes::new(world),
            counts,
            rules: Preferences::new(world.engine, options, "lies or moves")?,
            scratch: Memory::default(),
            decisions: HashMap::new(),
            memory,
            counted,
        })
    }

    /// The experiment of a belief; `None` where none tells anything, or all may lead back.
    pub fn decide(&mut self, here: Here<'_>) -> Result<Option<u32>> {
        self.decide_by(here, self.rules.ahead.is_some() && here.belief.len() > 1)
    }

    /// What is taken looking as far as the strategy does, or one step.
    pub(super) fn decide_by(&mut self, here: Here<'_>, far: bool) -> Result<Option<u32>> {
        if self.rules.random || self.world.moves() {
            return self.choose(here, far);
        }
        let key = (here.likely.map_or_else(|| name(here.belief), Likely::name), far);
        if let Some(&known) = self.decisions.get(&key) {
            return Ok(known);
        }
        let chosen = self.choose(here, far)?;
        if room_with_another(&self.decisions) * DECISION_BYTES > self.memory {
            self.world.control.halt(StopReason::Memory);
        }
        self.decisions.insert(key, chosen);
        Ok(chosen)
    }

    fn choose(&mut self, here: Here<'_>, far: bool) -> Result<Option<u32>> {
        if let Some(ahead) = self.rules.ahead.clone().filter(|_| far) {
            return self.choose_ahead(&ahead, here);
        }
        let mut best: Option<Weighed> = None;
        self.weigh(here, |seen, _| {
            if best.as_ref().is_none_or(|best| seen < best) {
                best = Some(seen.clone());
            }
        })?;
        Ok(best.map(|best| best.number))
    }

    /// The number of experiments that are as good as the one of a belief: they have its score, and can be final as it can, or
    /// cannot; `None` where there is none.
    pub fn tied(&mut self, here: Here<'_>) -> Result<Option<u64>> {
        let (world, mut best, mut count) = (self.world, None, 0);
        self.weigh(here, |seen, _| {
            let (rank, alike) = ((seen.keys.clone(), seen.not_final), world.questions[seen.number.index()].alike);
            if best.as_ref() == Some(&rank) {
                count += alike;
            } else if best.as_ref().is_none_or(|best| rank < *best) {
                (best, count) = (Some(rank), alike);
            }
        })?;
        Ok(best.map(|_| count))
    }

    /// Weighs all experiments that the strategy may take, and says what they split the belief into.
    pub(super) fn weigh(&mut self, here: Here<'_>, mut see: impl FnMut(&Weighed, &StateParts)) -> Result<()> {
        let (world, Here { belief, path, seed, .. }) = (self.world, here);
        let mut random = self.rules.random.then(|| Random::new(seed));
        let left = self.volumes.bound(world, belief) - 1;
        let mut seen = Weighed { keys: Vec::new(), not_final: false, chance: 0, number: 0 };
        let one = vec![1; world.lies.index() + 1];
        let volumes = self.volumes.at(left).map_or(one, |(volumes, _)| volumes.to_vec());
        for batch in self.counts.begin(world, belief, &volumes) {
            world.control.poll()?;
            self.counts.count(batch.clone());
            for number in batch {
                let question = &world.questions[number];
                let can_be_final = self.counts.can_be_final(number);
                let tells = match world.moves() || question.draws.is_some() {
                    true => world.tells(question, belief),
                    false => self.counts.tells(number),
                };
                if !tells || self.rules.consistent && !can_be_final {
                    continue;
                }
                let cells =
                    if world.moves() || self.rules.sees_codes() { world.after(question, belief) } else { Vec::new() };
                // Where any number of answers may be wrong the chances change though the same codes are possible.
                let leads_back = || cells.iter().any(|cell| !cell.is_final && path.has(&cell.belief));
                if world.moves() && !world.is_endless() && leads_back() {
                    continue;
                }
                self.rate((number, can_be_final), here, &volumes, &cells)?;
                std::mem::swap(&mut seen.keys, &mut self.scratch.keys);
                seen.not_final = self.rules.prefers_finals && !can_be_final;
                seen.chance = random.as_mut().map_or(0, Random::next);
                seen.number = number.to_u32();
                see(&seen, &self.scratch.parts);
            }
        }
        Ok(())
    }

    /// Computes the keys of an experiment, which was counted.
    fn rate(
        &mut self,
        (number, can_be_final): (usize, bool),
        here: Here<'_>,
        volumes: &[u128],
        cells: &[Answered],
    ) -> Result<()> {
        self.scratch.keys.clear();
        let Some(score) = &self.rules.score else { return Ok(()) };
        let (world, Here { belief, likely, .. }) = (self.world, here);
        let question = &world.questions[number];
        let parts = &mut self.scratch.parts;
        parts.clear();
        if can_be_final {
            let is_hit = |hidden: &&HiddenId| question.outcomes[usize::from(question.labels[world.code(**hidden)])].1;
            for &hidden in belief.iter().filter(is_hit) {
                parts.hit.codes += 1;
                parts.hit.weight += world.codes.weight(world.code(hidden));
            }
        }
        if world.moves() {
            let sizes: Vec<u128> = cells.iter().map(|cell| cell.belief.len() as u128).collect();
            in_parts(&sizes, &mut parts.sizes);
        } else {
            self.counts.sizes(world, number, (belief, volumes), parts.hit.codes, &mut parts.sizes);
        }
        if let (Some(likely), Some(noise)) = (likely, world.noise) {
            let shares = likely.shares(world, noise, question);
            let shares = shares.into_iter().zip(&question.outcomes).filter(|(share, _)| *share > 0.0);
            let likely: Vec<(u32, bool)> =
                shares.map(|(share, outcome)| (part_of_chance(share), outcome.1)).collect();
            parts.hit.codes = likely.iter().filter(|(_, is_final)| *is_final).map(|(part, _)| part).sum();
            parts.sizes = likely.into_iter().map(|(part, is_final)| if is_final { 1 } else { part }).collect();
        }
        if self.rules.sees_codes() {
            for cell in cells {
                let codes = world.codes_of(&cell.belief);
                if score.uses_weight {
                    parts.weights.push(world.codes.weight_of(&codes));
                }
                if score.uses_fixed {
                    parts.fixed.push(world.codes.count_fixed_of(&codes));
                }
            }
        }
        let all = Amount { codes: parts.sizes.iter().sum(), weight: parts.weights.iter().sum() };
        score.begin_with(&mut self.scratch, all);
        score.score(&mut self.scratch, belief.len())
    }
}

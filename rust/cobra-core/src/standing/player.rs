//! What a strategy takes in a situation that compares experiments one step ahead, or a few of them some steps ahead.

use std::time::Instant;

use crate::base::convert::ToU64;
use crate::base::error::Result;
use crate::base::hash::FastMap;
use crate::base::ids::CodeId;
use crate::expression::number::Fixed;
use crate::expression::value::{Amount, Memory};
use crate::pick::chooser::Options;
use crate::pick::preferences::Preferences;
use crate::pick::strategy::Random;
use crate::standing::detours::{is_alive, Course, Detours, Reached, Step, Tried};
use crate::standing::offers::{StandingNumber, Standings};
use crate::standing::splitting::{After, Following, Splitting};

/// One run of a strategy.
pub(super) struct Player<'a> {
    pub world: Standings<'a>,
    rules: Preferences,
    pub(super) memory: Memory,
    pub split: Splitting,
    /// The experiment by which codes were last seen to be told apart.
    told: Tried,
    /// Of some situations with one code left.
    detours: FastMap<(CodeId, StandingNumber), Detour>,
    pub cut: Option<Cut>,
    /// Whether plays are cut off after the experiment that is to be chosen.
    is_last: bool,
}

/// Plays are cut off: those that are not won by then are lost, whatever the game says that it costs.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    /// After so many experiments.
    pub within: u64,
    /// From then on nothing is looked at any more.
    pub until: Instant,
}

impl Cut {
    pub fn is_late(self) -> bool {
        Instant::now() >= self.until
    }
}

/// The weights of the codes with which nothing is allowed any more, and of those that are lost.
pub(super) type Lost = (u64, u64);
/// Experiments that tell nothing, and the standing after them.
type Detour = (Vec<Step>, StandingNumber);

/// What can still come of plays.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Prospect {
    /// They can go on.
    Open,
    /// Nothing can be found out any more, nor won.
    Lost,
    /// Something could be found out, or won, but by nothing that is allowed.
    Barred,
}

/// An experiment that tells codes apart, as a strategy sees it; the least is taken.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rated {
    pub keys: Vec<Fixed>,
    pub not_final: bool,
    chance: u64,
    pub place: usize,
    pub experiment: usize,
}

impl<'a> Player<'a> {
    pub fn new(world: Standings<'a>, options: &Options, cut: Option<Cut>) -> Result<Player<'a>> {
        Ok(Player {
            rules: Preferences::new(world.engine, options, "a state, prices or plays that are lost")?,
            world,
            memory: Memory::default(),
            split: Splitting::default(),
            told: (0, 0),
            detours: FastMap::default(),
            cut,
            is_last: false,
        })
    }

    fn is_late(&self) -> bool {
        self.cut.is_some_and(Cut::is_late)
    }

    /// What the strategy does in a situation after so many experiments; `None` when nothing can be told apart any more, or by
    /// nothing that is allowed, or when plays are cut off.
    pub(super) fn decide(
        &mut self,
        (codes, standing): (&[CodeId], StandingNumber),
        length: u64,
        seed: u64,
    ) -> Result<Option<Course>> {
        let Some(cut) = self.cut else { return self.decide_any(codes, standing, (seed, true)) };
        if length >= cut.within || cut.is_late() {
            return Ok(None);
        }
        self.is_last = length + 1 == cut.within;
        let course = self.decide_any(codes, standing, (seed, true))?;
        Ok(course.filter(|course| length + course.way.len().to_u64() < cut.within))
    }

    /// What is done where nothing looks further than one step.
    pub(super) fn decide_near(&mut self, codes: &[CodeId], standing: StandingNumber) -> Result<Option<Course>> {
        self.decide_any(codes, standing, (0, false))
    }

    /// What is done, looking as far as the strategy does or one step.
    fn decide_any(
        &mut self,
        codes: &[CodeId],
        standing: StandingNumber,
        (seed, far): (u64, bool),
    ) -> Result<Option<Course>> {
        let known = if codes.len() == 1 { self.detours.remove(&(codes[0], standing)) } else { None };
        if known.as_ref().is_none_or(|(way, _)| way.is_empty()) {
            if let Some(last) = self.choose(codes, standing, (seed, far))? {
                return Ok(Some(Course::of(standing, last)));
            }
        }
        let found = match known {
            Some(known) => Some(known),
            None => self.detour(codes, standing)?,
        };
        let Some((way, at)) = found else { return Ok(None) };
        let chosen = self.choose(codes, at, (seed, far))?;
        Ok(chosen.map(|last| Course { way, at, last: Some(last) }))
    }

    /// The cheapest experiments that tell nothing and lead to where some experiment that is allowed tells codes apart, or wins, and
    /// that standing.
    fn detour(&mut self, codes: &[CodeId], standing: StandingNumber) -> Result<Option<Detour>> {
        let mut detours = Detours::default();
        let mut found: Option<Reached> = None;
        let consistent = self.rules.consistent;
        detours.visit(&mut self.world, codes, standing, false, &mut self.split, |world, telling| {
            if telling.split.only_loses(world, codes) || consistent && !telling.split.can_be_final() {
                return Ok(true);
            }
            found = Some(telling.at);
            Ok(false)
        })?;
        Ok(found.map(|at| (detours.way(at), at.standing)))
    }

    /// What can still come of plays that go on with these codes. Where one code is left what is done then is kept.
    pub(super) fn prospect(&mut self, codes: &[CodeId], standing: StandingNumber) -> Result<Prospect> {
        let goes_on = if codes.len() > 1 {
            is_alive(&mut self.world, codes, standing, self.rules.consistent, &mut self.told, &mut self.split)?
        } else {
            let found = self.detour(codes, standing)?;
            let goes_on = found.is_some();
            self.detours.extend(found.map(|found| ((codes[0], standing), found)));
            goes_on
        };
        if goes_on {
            return Ok(Prospect::Open);
        }
        let barred =
            self.rules.consistent && is_alive(&mut self.world, codes, standing, false, &mut (0, 0), &mut self.split)?;
        Ok(if barred { Prospect::Barred } else { Prospect::Lost })
    }

    /// The experiment that the strategy takes among those that tell codes apart at a standing, or end plays.
    fn choose(
        &mut self,
        codes: &[CodeId],
        standing: StandingNumber,
        (seed, far): (u64, bool),
    ) -> Result<Option<Tried>> {
        if let Some(ahead) = self.rules.ahead.clone().filter(|_| far && codes.len() > 1) {
            return self.choose_ahead(&ahead, codes, standing);
        }
        let rated = self.rated(codes, standing, seed)?;
        let chosen = self.least_lost(&rated, codes, standing)?;
        Ok(chosen.map(|(_, chosen)| (rated[chosen].place, rated[chosen].experiment)))
    }

    /// The number of experiments that are as good as the one it takes.
    pub(super) fn tied(&mut self, codes: &[CodeId], standing: StandingNumber) -> Result<Option<u64>> {
        let rated = self.rated(codes, standing, 0)?;
        let Some((least, chosen)) = self.least_lost(&rated, codes, standing)? else { return Ok(None) };
        let best = &rated[chosen];
        let mut count = 0;
        for one in rated.iter().filter(|one| one.keys == best.keys && one.not_final == best.not_final) {
            self.world.control.poll()?;
            count += u64::from(self.lost_by(one, codes, standing)? == least);
        }
        Ok(Some(count))
    }

    /// What experiments cost that only change the standing, made with one of the codes left.
    pub(super) fn price_of(&mut self, way: &[Step], code: CodeId) -> Result<u64> {
        let mut price: u64 = 0;
        for step in way {
            let offer = self.world.offer(step.from)?;
            let then = self.world.consequence(&offer[step.place], step.experiment, step.outcome, code)?;
            price = price.saturating_add(then.price);
        }
        Ok(price)
    }

    /// The experiments that tell codes apart at a standing, or end plays, the best first.
    pub(super) fn rated(&mut self, codes: &[CodeId], standing: StandingNumber, seed: u64) -> Result<Vec<Rated>> {
        let offer = self.world.offer(standing)?;
        let mut random = self.rules.random.then(|| Random::new(seed));
        if let Some(score) = &self.rules.score {
            score.begin(&mut self.memory, self.world.codes, codes);
        }
        let mut rated = Vec::new();
        let reads_cost = self.rules.score.as_ref().is_some_and(|score| score.uses_cost);
        for (place, of) in offer.iter().enumerate() {
            let gathered = self.world.gather(of, codes)?;
            let price = &self.world.rules.follows[of.type_index.index()].price;
            let following = match reads_cost && !price.terms.is_empty() {
                true => Following::All,
                false => Following::Price(price.constant.max(0) as u64),
            };
            for experiment in 0..of.rows.len() {
                if experiment % 64 == 0 {
                    self.world.control.poll()?;
                    if !rated.is_empty() && self.is_late() {
                        break;
                    }
                }
                self.split.load(&mut self.world, of, experiment, &gathered, following)?;
                let hit = self.hit_of(codes);
                let single = self.split.cells.len() == 1;
                if single && !self.split.cells[0].3 || self.rules.consistent && hit.codes == 0 {
                    continue;
                }
                self.rate(codes, hit)?;
                rated.push(Rated {
                    keys: std::mem::take(&mut self.memory.keys),
                    not_final: self.rules.prefers_finals && hit.codes == 0,
                    chance: random.as_mut().map_or(0, Random::next),
                    place,
                    experiment,
                });
            }
        }
        rated.sort_unstable();
        Ok(rated)
    }

    /// Of rated experiments the first of those that lose fewest codes, with how many.
    fn least_lost(
        &mut self,
        rated: &[Rated],
        codes: &[CodeId],
        standing: StandingNumber,
    ) -> Result<Option<(Lost, usize)>> {
        let mut best: Option<(Lost, usize)> = None;
        for (number, one) in rated.iter().enumerate() {
            let lost = self.lost_by(one, codes, standing)?;
            if best.is_none_or(|best| lost < best.0) {
                best = Some((lost, number));
            }
            if lost == (0, 0) || self.is_late() {
                break;
            }
        }
        Ok(best)
    }

    /// What a rated experiment loses.
    fn lost_by(&mut self, one: &Rated, codes: &[CodeId], standing: StandingNumber) -> Result<Lost> {
        let offer = self.world.offer(standing)?;
        let afters = self.split.make(&mut self.world, &offer[one.place], one.experiment, codes)?;
        self.lost_after(&afters)
    }

    /// The codes for which the experiment of the split is final.
    fn hit_of(&self, codes: &[CodeId]) -> Amount {
        let mut hit = Amount::default();
        for (label, cell) in (0..).zip(&self.split.cells) {
            if cell.3 {
                hit.codes += cell.1;
                let weight =
                    |(&code, &of): (&CodeId, &u32)| if of == label { self.world.codes.weight(code) } else { 0 };
                hit.weight += codes.iter().zip(&self.split.labels).map(weight).sum::<u64>();
            }
        }
        hit
    }

    /// Computes the keys of the split.
    fn rate(&mut self, codes: &[CodeId], hit: Amount) -> Result<()> {
        self.memory.keys.clear();
        let Some(score) = &self.rules.score else { return Ok(()) };
        let parts = &mut self.memory.parts;
        parts.clear();
        parts.hit = hit;
        parts.sizes.extend(self.split.cells.iter().map(|cell| cell.1));
        parts.prices.extend(self.split.cells.iter().map(|cell| cell.2.price));
        if self.rules.sees_codes() {
            for after in self.split.codes_of_cells(codes) {
                parts.weights.push(self.world.codes.weight_of(&after));
                parts.fixed.push(self.world.codes.count_fixed_of(&after));
            }
        }
        score.score(&mut self.memory, codes.len())
    }

    /// What is lost after an experiment, or cannot be won any more, as far as one step shows.
    pub(super) fn lost_after(&mut self, afters: &[After]) -> Result<Lost> {
        let (mut barred, mut lost) = (0, 0);
        let can_be_stuck = self.rules.consistent || !self.world.rules.start.is_empty();
        for after in afters.iter().filter(|after| !after.won) {
            let prospect = match after.then.lost {
                true => Prospect::Lost,
                false if self.is_last => Prospect::Lost,
                false if can_be_stuck => self.prospect(&after.codes, after.then.after)?,
                false => Prospect::Open,
            };
            let weight = self.world.codes.weight_of(&after.codes);
            match prospect {
                Prospect::Open => {}
                Prospect::Lost => lost += weight,
                Prospect::Barred => barred += weight,
            }
        }
        Ok((barred, lost))
    }
}

//! The plays of a one-step strategy in a game with standings: every code played to its end.
//!
//! Of the experiments that tell codes apart the strategy takes the best by its score, but none after which a play is lost,
//! or nothing can be told apart any more, as long as there is another. Where no experiment tells codes apart at the standing,
//! those are made that lead to one where some does, as cheaply as can be. Where only experiments are allowed that can be final
//! it keeps out of situations, as far as one step shows, in which something could be found out but by nothing that is allowed;
//! where it comes to one all the same it is no strategy.

use std::time::Instant;

use crate::base::convert::ToU64;
use crate::base::error::{stop_of, CoreError, Result};
use crate::base::hash::FastMap;
use crate::base::ids::CodeId;
use crate::base::limits::{Control, StopReason};
use crate::engine::{Engine, Experiment};
use crate::expression::number::Fixed;
use crate::expression::value::{Amount, Memory};
use crate::game::program::{Ending, StandingRules};
use crate::pick::chooser::Options;
use crate::pick::preferences::Preferences;
use crate::pick::strategy::{follow, Random};
use crate::play::parts::{collect, NodePlace, Part};
use crate::play::tree::Greedy;
use crate::standing::detours::{is_alive, Detours, Reached, Step, Tried};
use crate::standing::offers::{StandingNumber, Standings};
use crate::standing::splitting::{After, Splitting};

/// Bytes of a node beside its row and children.
const NODE_BYTES: u64 = 128;
/// More than all plays together may cost, by weight: `Toll` counts up to twice as much.
const MOST_TOTAL: u64 = 1 << 60;
/// Part of the memory that lists of experiments may take.
const OFFER_SHARE: u64 = 4;

/// A situation in which plays go on, with what was done to reach it.
pub(super) struct PlaysLeft<T> {
    pub codes: Vec<CodeId>,
    pub standing: StandingNumber,
    pub length: u64,
    pub price: u64,
    pub place: Option<NodePlace>,
    /// What has to be known for what is done here.
    pub known: T,
}

impl<T> PlaysLeft<T> {
    /// Before the first experiment.
    pub fn start(world: &Standings<'_>, known: T) -> PlaysLeft<T> {
        PlaysLeft { codes: world.codes.all(), standing: world.start(), length: 0, price: 0, place: None, known }
    }

    /// After an experiment was made: where its node is, and which of its outcomes is given.
    pub fn after(&self, after: After, place: NodePlace, known: T) -> PlaysLeft<T> {
        let (length, price) = (self.length + 1, self.price + after.then.price);
        PlaysLeft { codes: after.codes, standing: after.then.after, length, price, place: Some(place), known }
    }

    /// Makes the experiments of a course, all but the last of which change the standing only: what the last one leaves, its
    /// node, and the bytes of all nodes. Nothing is left where there is no last one.
    pub fn go(
        &mut self,
        world: &mut Standings<'_>,
        split: &mut Splitting,
        part: &mut Part,
        course: &Course,
    ) -> Result<(Vec<After>, u32, u64)> {
        let mut bytes = 0;
        for step in &course.way {
            let offer = world.offer(step.from)?;
            let of = &offer[step.place];
            let then = world.consequence(of, step.experiment, step.outcome, self.codes[0])?;
            let row = of.rows.row(step.experiment);
            bytes += NODE_BYTES + 8 * row.len().to_u64();
            let number = part.add(self.place, (step.type_index, row), [step.outcome]);
            self.place = Some(((0, number), 0));
            self.length += 1;
            self.price += then.price;
        }
        let Some((offered, experiment)) = course.last else { return Ok((Vec::new(), 0, bytes)) };
        let offer = world.offer(course.at)?;
        let of = &offer[offered];
        let afters = split.make(world, of, experiment, &self.codes)?;
        let row = of.rows.row(experiment);
        bytes += NODE_BYTES + 8 * row.len().to_u64() + 12 * afters.len().to_u64();
        let number = part.add(self.place, (of.type_index, row), afters.iter().map(|after| after.outcome));
        Ok((afters, number, bytes))
    }
}

/// What to do in a situation: experiments that only change the standing, and one that tells codes apart, by its place in the
/// offer and in the list of its type; `None` where nothing can be told apart any more, and that is the best that can be had.
#[derive(Clone)]
pub(super) struct Course {
    pub way: Vec<Step>,
    pub at: StandingNumber,
    pub last: Option<(usize, usize)>,
}

pub(super) fn greedy(
    engine: &Engine,
    rules: &StandingRules,
    options: &Options,
    first: Option<&Experiment>,
    seed: u64,
    memory: u64,
    control: &Control,
) -> Result<Greedy> {
    match played(engine, rules, options, first, seed, memory, control)? {
        (result, None) => Ok(result),
        (_, Some(codes)) => Err(CoreError::input(format!(
            "--consistent leaves a strategy nothing to do: with {codes} codes left something could still be found out, but by no \
             experiment that can be final"
        ))),
    }
}

/// As `greedy`, with the number of codes left where nothing is allowed though something could be found out; plays end there.
pub(super) fn played(
    engine: &Engine,
    rules: &StandingRules,
    options: &Options,
    first: Option<&Experiment>,
    seed: u64,
    memory: u64,
    control: &Control,
) -> Result<(Greedy, Option<usize>)> {
    let start = Instant::now();
    let mut result = begun(engine, control)?;
    let mut part = Part::default();
    let mut barred = None;
    result.stopped = stop_of(control.watched(|| {
        let world = Standings::new(engine, rules, memory / OFFER_SHARE, control)?;
        let mut player = Player::new(world, options)?;
        let played = player.play(&mut part, first, seed, memory);
        result.numbers = player.world.into_numbers();
        barred = played?;
        Ok(())
    }))?;
    collect(&mut result, vec![part]);
    result.seconds = start.elapsed().as_secs_f64();
    added_up(&result)?;
    Ok((result, barred))
}

/// How many experiments are as good as the one that a strategy takes at the beginning: they have its score, can be final as it
/// can, or cannot, and lose as many codes, as far as one step shows. `None` where none tells codes apart or wins there.
pub(super) fn tied(
    engine: &Engine,
    rules: &StandingRules,
    options: &Options,
    memory: u64,
    control: &Control,
) -> Result<Option<u64>> {
    control.watched(|| {
        let world = Standings::new(engine, rules, memory / OFFER_SHARE, control)?;
        let mut player = Player::new(world, options)?;
        let (codes, standing) = (player.world.codes.all(), player.world.start());
        player.tied(&codes, standing)
    })
}

/// The experiment that a strategy makes in a situation; `None` where it makes none.
pub(super) fn chosen(
    world: Standings<'_>,
    options: &Options,
    codes: &[CodeId],
    standing: StandingNumber,
    seed: u64,
) -> Result<Option<Experiment>> {
    let mut player = Player::new(world, options)?;
    let Some(Course { way, at, last }) = player.decide(codes, standing, seed)? else { return Ok(None) };
    let step = way.first().map(|step| (step.from, step.place, step.experiment));
    let first = step.or(last.map(|(place, experiment)| (at, place, experiment)));
    let Some((at, place, experiment)) = first else { return Ok(None) };
    let of = &player.world.offer(at)?[place];
    Ok(Some(player.world.engine.experiment(of.type_index, of.rows.row(experiment))))
}

/// Refuses plays that cost so much that a search could not tell strategies apart: it counts no further.
pub(super) fn added_up(result: &Greedy) -> Result<()> {
    if result.price_total.max(result.price_worst) < MOST_TOTAL {
        return Ok(());
    }
    let message =
        "what the plays of this game cost, times the weights of the codes, is too much to be added up: make \
                   each `cost`, or the weights, smaller";
    Err(CoreError::input(message))
}

/// The figures of no plays.
pub(crate) fn begun(engine: &Engine, control: &Control) -> Result<Greedy> {
    let codes = engine.some_codes()?;
    control.begin(codes.len().to_u64());
    let weight = codes.weight_of(&codes.all());
    let has_prices = engine.program.standing.is_some();
    Ok(Greedy { weight, codes: codes.len().to_u64(), has_prices, ..Greedy::default() })
}

/// Records that the plays of these codes end after so many experiments at this price, what losing costs aside.
pub(super) fn end_plays(
    world: &Standings<'_>,
    part: &mut Part,
    codes: &[CodeId],
    (length, price): (u64, u64),
    lost: bool,
) {
    let price = price + if lost { world.rules.loss.unwrap_or(0) } else { 0 };
    part.played.end_plays(codes, world.codes, length, price, lost);
    if codes.len() > 1 && !world.codes.agree(codes) && world.engine.program.ending != Ending::Hit && !lost {
        let other = codes.iter().find(|&&code| world.codes.differ(codes[0], code));
        part.played.leave_together([codes[0], other.copied().unwrap_or(codes[0])]);
    }
}

/// One run of a strategy.
struct Player<'a> {
    world: Standings<'a>,
    rules: Preferences,
    memory: Memory,
    split: Splitting,
    /// The experiment by which codes were last seen to be told apart.
    told: Tried,
    /// Of some situations with one code left.
    detours: FastMap<(CodeId, StandingNumber), Detour>,
}

/// The weights of the codes with which nothing is allowed any more, and of those that are lost.
type Lost = (u64, u64);
/// Experiments that tell nothing, and the standing after them.
type Detour = (Vec<Step>, StandingNumber);

/// What can still come of plays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prospect {
    /// They can go on.
    Open,
    /// Nothing can be found out any more, nor won.
    Lost,
    /// Something could be found out, or won, but by nothing that is allowed.
    Barred,
}

/// An experiment that tells codes apart, as a strategy sees it; the least is taken.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Rated {
    keys: Vec<Fixed>,
    not_final: bool,
    chance: u64,
    place: usize,
    experiment: usize,
}

impl Course {
    /// An experiment that is made at once.
    pub fn of(at: StandingNumber, last: (usize, usize)) -> Course {
        Course { way: Vec::new(), at, last: Some(last) }
    }
}

impl<'a> Player<'a> {
    fn new(world: Standings<'a>, options: &Options) -> Result<Player<'a>> {
        Ok(Player {
            rules: Preferences::new(world.engine, options, "a state, prices or plays that are lost")?,
            world,
            memory: Memory::default(),
            split: Splitting::default(),
            told: (0, 0),
            detours: FastMap::default(),
        })
    }

    /// Plays against all codes; returns how many are left where nothing is allowed, if it comes to that.
    fn play(&mut self, part: &mut Part, first: Option<&Experiment>, seed: u64, memory: u64) -> Result<Option<usize>> {
        let start = PlaysLeft::start(&self.world, seed);
        if first.is_none() && self.world.is_won(&start.codes, false) {
            part.played.end_plays(&start.codes, self.world.codes, 0, 0, false);
            return Ok(None);
        }
        let first = first.map(|first| self.world.find(first)).transpose()?;
        let mut waiting = vec![start];
        let mut bytes = 0;
        while let Some(situation) = waiting.pop() {
            self.world.control.poll()?;
            let decision = match first {
                Some(last) if situation.length == 0 => Some(Course::of(situation.standing, last)),
                _ => self.decide(&situation.codes, situation.standing, situation.known)?,
            };
            let Some(decision) = decision else {
                if self.prospect(&situation.codes, situation.standing)? == Prospect::Barred {
                    return Ok(Some(situation.codes.len()));
                }
                let lost = !self.world.is_inseparable(&situation.codes)?;
                self.settle(part, &situation.codes, situation.length, situation.price, lost);
                continue;
            };
            bytes += self.make(part, situation, &decision, &mut waiting)?;
            if bytes > memory {
                self.world.control.halt(StopReason::Memory);
            }
        }
        Ok(None)
    }

    /// Makes the experiments of a decision; what is left to be played is added to `waiting`. Returns bytes kept.
    fn make(
        &mut self,
        part: &mut Part,
        mut situation: PlaysLeft<u64>,
        decision: &Course,
        waiting: &mut Vec<PlaysLeft<u64>>,
    ) -> Result<u64> {
        let (afters, number, bytes) = situation.go(&mut self.world, &mut self.split, part, decision)?;
        for (child, after) in (0..).zip(afters) {
            let (is_over, won, outcome) = (after.ends(), after.won, after.outcome);
            let seed = follow(situation.known, outcome.number().into());
            let next = situation.after(after, ((0, number), child), seed);
            match is_over {
                true => self.settle(part, &next.codes, next.length, next.price, !won),
                false => waiting.push(next),
            }
        }
        Ok(bytes)
    }

    fn settle(&self, part: &mut Part, codes: &[CodeId], length: u64, price: u64, lost: bool) {
        end_plays(&self.world, part, codes, (length, price), lost);
        self.world.control.advance(codes.len().to_u64());
    }

    /// What the strategy does in a situation; `None` when nothing can be told apart any more, or by nothing that is allowed.
    fn decide(&mut self, codes: &[CodeId], standing: StandingNumber, seed: u64) -> Result<Option<Course>> {
        let known = if codes.len() == 1 { self.detours.remove(&(codes[0], standing)) } else { None };
        if known.as_ref().is_none_or(|(way, _)| way.is_empty()) {
            if let Some(last) = self.choose(codes, standing, seed)? {
                return Ok(Some(Course::of(standing, last)));
            }
        }
        let found = match known {
            Some(known) => Some(known),
            None => self.detour(codes, standing)?,
        };
        let Some((way, at)) = found else { return Ok(None) };
        let chosen = self.choose(codes, at, seed)?;
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
    fn prospect(&mut self, codes: &[CodeId], standing: StandingNumber) -> Result<Prospect> {
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
    fn choose(&mut self, codes: &[CodeId], standing: StandingNumber, seed: u64) -> Result<Option<(usize, usize)>> {
        let rated = self.rated(codes, standing, seed)?;
        let chosen = self.least_lost(&rated, codes, standing)?;
        Ok(chosen.map(|(_, chosen)| (rated[chosen].place, rated[chosen].experiment)))
    }

    /// The number of experiments that are as good as the one it takes.
    fn tied(&mut self, codes: &[CodeId], standing: StandingNumber) -> Result<Option<u64>> {
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

    /// The experiments that tell codes apart at a standing, or end plays, the best first.
    fn rated(&mut self, codes: &[CodeId], standing: StandingNumber, seed: u64) -> Result<Vec<Rated>> {
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
            let known = (!reads_cost || price.terms.is_empty()).then_some(price.constant.max(0) as u64);
            for experiment in 0..of.rows.len() {
                if experiment % 64 == 0 {
                    self.world.control.poll()?;
                }
                self.split.load(&mut self.world, of, experiment, &gathered, known)?;
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
            if lost == (0, 0) {
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
    fn lost_after(&mut self, afters: &[After]) -> Result<Lost> {
        let (mut barred, mut lost) = (0, 0);
        let can_be_stuck = self.rules.consistent || !self.world.rules.start.is_empty();
        for after in afters.iter().filter(|after| !after.won) {
            let prospect = match after.then.lost {
                true => Prospect::Lost,
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

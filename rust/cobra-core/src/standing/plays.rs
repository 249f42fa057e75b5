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
use crate::base::ids::CodeId;
use crate::base::limits::{Control, StopReason};
use crate::engine::{Engine, Experiment};
use crate::game::program::{Ending, StandingRules};
use crate::pick::chooser::Options;
use crate::pick::strategy::follow;
use crate::play::parts::{collect, NodePlace, Part};
use crate::play::tree::{node_bytes, Greedy};
use crate::standing::detours::Course;
use crate::standing::offers::{StandingNumber, Standings};
use crate::standing::player::{Cut, Player, Prospect};
use crate::standing::splitting::{After, Splitting};

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
            bytes += node_bytes(row.len(), 1);
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
        bytes += node_bytes(row.len(), afters.len());
        let number = part.add(self.place, (of.type_index, row), afters.iter().map(|after| after.outcome));
        Ok((afters, number, bytes))
    }
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
        let mut player = Player::new(world, options, None)?;
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

/// Plays a strategy until plays are cut off.
pub(super) fn cut_off(
    world: Standings<'_>,
    options: &Options,
    first: Option<&Experiment>,
    memory: u64,
    cut: Cut,
) -> Result<Greedy> {
    let mut result = begun(world.engine, world.control)?;
    let mut part = Part::default();
    let mut player = Player::new(world, options, Some(cut))?;
    player.play(&mut part, first, 0, memory)?;
    result.numbers = player.world.into_numbers();
    collect(&mut result, vec![part]);
    added_up(&result)?;
    Ok(result)
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
        let mut player = Player::new(world, options, None)?;
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
    let mut player = Player::new(world, options, None)?;
    let Some(Course { way, at, last }) = player.decide((codes, standing), 0, seed)? else { return Ok(None) };
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

impl Player<'_> {
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
                _ => self.decide((&situation.codes, situation.standing), situation.length, situation.known)?,
            };
            let Some(decision) = decision else {
                if self.cut.is_none() && self.prospect(&situation.codes, situation.standing)? == Prospect::Barred {
                    return Ok(Some(situation.codes.len()));
                }
                let lost = !self.world.is_inseparable(&situation.codes)?;
                self.settle(part, &situation.codes, situation.length, situation.price, lost);
                continue;
            };
            bytes += self.make(part, situation, &decision, &mut waiting)?;
            if bytes > memory {
                match &mut self.cut {
                    Some(cut) => cut.until = Instant::now(),
                    None => self.world.control.halt(StopReason::Memory),
                }
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
        let before = waiting.len();
        for (child, after) in (0..).zip(afters) {
            let (is_over, won, outcome) = (after.ends(), after.won, after.outcome);
            let seed = follow(situation.known, outcome.number().into());
            let next = situation.after(after, ((0, number), child), seed);
            match is_over {
                true => self.settle(part, &next.codes, next.length, next.price, !won),
                false => waiting.push(next),
            }
        }
        if self.cut.is_some() {
            // the largest is next: it has most to be won
            waiting[before..].sort_by_key(|next| next.codes.len());
        }
        Ok(bytes)
    }

    fn settle(&self, part: &mut Part, codes: &[CodeId], length: u64, price: u64, lost: bool) {
        match self.cut {
            None => end_plays(&self.world, part, codes, (length, price), lost),
            Some(_) => part.played.end_plays(codes, self.world.codes, length, price, lost),
        }
        self.world.control.advance(codes.len().to_u64());
    }
}

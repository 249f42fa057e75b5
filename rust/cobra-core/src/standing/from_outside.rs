//! Situations that are given from outside, one at a time: for whoever chooses experiments elsewhere and plays by these rules.

use crate::base::convert::ToU64;
use crate::base::error::{CoreError, Result};
use crate::base::ids::CodeId;
use crate::base::limits::Control;
use crate::base::natural::OutcomeNumber;
use crate::engine::{Engine, Experiment};
use crate::game::program::{SlotKind, StandingRules};
use crate::pick::chooser::Options;
use crate::standing::detours::is_alive;
use crate::standing::offers::{StandingNumber, Standings};
use crate::standing::plays::chosen;
use crate::standing::splitting::Splitting;

/// How plays are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayEnd {
    Won,
    /// The game says that they are lost.
    Lost,
    /// Nothing can be told apart any more, or won, though it should be.
    Stuck,
    /// No experiment tells these codes apart, and they need not be.
    Inseparable,
}

/// What an outcome leaves.
#[derive(Clone, Debug)]
pub struct Followed {
    pub outcome: OutcomeNumber,
    pub codes: Vec<CodeId>,
    pub standing: Vec<u32>,
    /// Of the experiment, in units of the game.
    pub price: u64,
    /// `None`: plays go on.
    pub end: Option<PlayEnd>,
}

/// A game with standings, as it is played from a standing that is given.
struct Outside<'a> {
    world: Standings<'a>,
    at: StandingNumber,
    split: Splitting,
}

impl<'a> Outside<'a> {
    fn new(
        engine: &'a Engine,
        rules: &'a StandingRules,
        standing: &[u32],
        memory: u64,
        control: &'a Control,
    ) -> Result<Outside<'a>> {
        demand_standing(engine, rules, standing)?;
        let mut world = Standings::new(engine, rules, memory, control)?;
        let start = world.start();
        let at = world.carried(start, |_| standing.to_vec());
        Ok(Outside { world, at, split: Splitting::default() })
    }

    /// How plays with these codes are over at a standing, where they are neither won nor said to be lost.
    fn end(&mut self, codes: &[CodeId], at: StandingNumber) -> Result<Option<PlayEnd>> {
        if is_alive(&mut self.world, codes, at, false, &mut (0, 0), &mut self.split)? {
            return Ok(None);
        }
        let is_inseparable = self.world.is_inseparable(codes)?;
        Ok(Some(if is_inseparable { PlayEnd::Inseparable } else { PlayEnd::Stuck }))
    }
}

fn rules(engine: &Engine) -> Result<&StandingRules> {
    let rules = engine.program.standing.as_ref();
    rules.ok_or_else(|| CoreError::input("in this game nothing but knowledge changes"))
}

fn demand_standing(engine: &Engine, rules: &StandingRules, standing: &[u32]) -> Result<()> {
    let wrong = || CoreError::input("this is no value of the state of the game");
    if standing.len() != rules.start.len() {
        return Err(wrong());
    }
    for kind in &engine.program.types {
        let first = kind.space.slots.len().checked_sub(standing.len()).ok_or_else(wrong)?;
        for (slot, &value) in kind.space.slots[first..].iter().zip(standing) {
            let SlotKind::Symbol { symbols } = slot.kind else { return Err(wrong()) };
            if value >= symbols {
                return Err(wrong());
            }
        }
    }
    Ok(())
}

/// The experiments that can be made at a standing, in order; an error where they are more than `most`.
pub fn offered(
    engine: &Engine,
    standing: &[u32],
    most: u64,
    memory: u64,
    control: &Control,
) -> Result<Vec<Experiment>> {
    let rules = rules(engine)?;
    control.watched(|| {
        let mut here = Outside::new(engine, rules, standing, memory, control)?;
        let offer = here.world.offer(here.at)?;
        let count = offer.iter().map(|of| of.rows.len().to_u64()).sum();
        if count > most {
            return Err(CoreError::Limit { name: "experiments", needed: count, limit: most });
        }
        let of_type = offer.iter().flat_map(|of| (0..of.rows.len()).map(move |number| (of, number)));
        Ok(of_type.map(|(of, number)| engine.experiment(of.type_index, of.rows.row(number))).collect())
    })
}

/// What an experiment, which can be made at this standing, makes of codes left, by outcome. Without an experiment how the play
/// stands before the first one.
pub fn followed(
    engine: &Engine,
    experiment: Option<&Experiment>,
    codes: &[CodeId],
    standing: &[u32],
    memory: u64,
    control: &Control,
) -> Result<Vec<Followed>> {
    let rules = rules(engine)?;
    let codes = &*engine.state(Some(codes))?;
    if codes.is_empty() {
        return Err(CoreError::input("no codes are left"));
    }
    control.watched(|| {
        let mut here = Outside::new(engine, rules, standing, memory, control)?;
        let Some(experiment) = experiment else {
            let end = if here.world.is_won(codes, false) { Some(PlayEnd::Won) } else { here.end(codes, here.at)? };
            let (codes, standing) = (codes.to_vec(), standing.to_vec());
            return Ok(vec![Followed { outcome: OutcomeNumber::Small(0), codes, standing, price: 0, end }]);
        };
        let of = here.world.alone(experiment)?;
        let mut all = Vec::new();
        for after in here.split.make(&mut here.world, &of, 0, codes)? {
            let end = match (after.won, after.then.lost) {
                (true, _) => Some(PlayEnd::Won),
                (false, true) => Some(PlayEnd::Lost),
                (false, false) => here.end(&after.codes, after.then.after)?,
            };
            all.push(Followed {
                outcome: here.world.outcome_number(&of, after.outcome),
                codes: after.codes,
                standing: here.world.values(after.then.after).to_vec(),
                price: after.then.price,
                end,
            });
        }
        Ok(all)
    })
}

/// The experiment that a one-step strategy makes where these codes are left at a standing; `None` where it makes none.
pub(super) fn chosen_at(
    engine: &Engine,
    options: &Options,
    (codes, standing): (&[CodeId], &[u32]),
    seed: u64,
    memory: u64,
    control: &Control,
) -> Result<Option<Experiment>> {
    let rules = rules(engine)?;
    control.watched(|| {
        let Outside { world, at, .. } = Outside::new(engine, rules, standing, memory, control)?;
        chosen(world, options, codes, at, seed)
    })
}

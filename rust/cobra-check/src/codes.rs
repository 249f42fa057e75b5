//! The listed codes: that they are codes of the game, each once, and whether they are all.

use std::collections::HashSet;

use crate::formula::{Node, Number, Values};
use crate::parse::Game;
use crate::stream::{Ending, Head, Stream};
use crate::{wrong, Pace, Place, Result};

/// Some codes of a game.
#[derive(Debug)]
pub(crate) struct Codes {
    pub number: usize,
    /// For each code a bit for each variable, in so many bytes.
    bits: Vec<u8>,
    width: usize,
    /// `None`: all 1.
    pub weights: Option<Vec<u64>>,
    /// Equal numbers for equal goals; `None`: each code has one of its own.
    pub goals: Option<Vec<u32>>,
}

impl Codes {
    pub fn read(stream: &mut Stream<'_>, game: &Game, head: &Head, pace: &mut Pace<'_, '_>) -> Result<Codes> {
        stream.place = Place::Codes;
        let (number, variables) = (stream.number()?, stream.number()?);
        if variables != game.variables as u64 || number == 0 {
            return wrong(Place::Codes, "there are none, or they have other variables than the game");
        }
        let width = game.variables.div_ceil(8);
        pace.keep(number, 2 * width as u64 + 16)?;
        let Ok(number) = u32::try_from(number).map(|number| number as usize) else {
            return wrong(Place::Codes, "there are too many");
        };
        let words = (game.variables + game.formulas.nodes.len()) * number.div_ceil(64);
        pace.keep(words as u64, 8)?; // for the values of the formulas
        let mut bits = Vec::with_capacity(number * width);
        for _ in 0..number * width {
            bits.push(stream.byte()?);
        }
        let weights = match stream.flag()? {
            true => Some((0..number).map(|_| stream.number()).collect::<Result<Vec<u64>>>()?),
            false => None,
        };
        if weights.iter().flatten().any(|&weight| weight == 0) {
            return wrong(Place::Codes, "a weight is 0");
        }
        let goals = match stream.flag()? {
            true => Some((0..number).map(|_| stream.below(number, "goal")).collect::<Result<Vec<u32>>>()?),
            false => None,
        };
        if goals.is_some() && head.ending != Ending::Identify {
            return wrong(Place::Codes, "a game that does not only identify has no goals");
        }
        let codes = Codes { number, bits, width, weights, goals };
        codes.check(game)?;
        if head.consistent || head.ending == Ending::Confirm {
            complete(game, number, pace)?;
        }
        Ok(codes)
    }

    pub fn holds(&self, code: usize, variable: usize) -> bool {
        self.bits[code * self.width + variable / 8] >> (variable % 8) & 1 == 1
    }

    pub fn weight(&self, code: u32) -> u64 {
        self.weights.as_ref().map_or(1, |weights| weights[code as usize])
    }

    /// That the codes are different and satisfy the constraints.
    fn check(&self, game: &Game) -> Result<()> {
        let mut seen = HashSet::new();
        for (number, code) in self.bits.chunks_exact(self.width).enumerate() {
            let beyond = (game.variables..8 * self.width).any(|variable| self.holds(number, variable));
            if beyond || !seen.insert(code) {
                return wrong(Place::Codes, format!("code {number} is there twice, or has bits of no variable"));
            }
        }
        let mut values = Values::new(game, self.number, |code, variable| self.holds(code, variable));
        values.evaluate(&constraints(game)?, &[]);
        for &constraint in &game.constraints {
            let value = values.of(constraint);
            if let Some(code) = (0..self.number).find(|&code| value[code / 64] >> (code % 64) & 1 == 0) {
                return wrong(Place::Codes, format!("code {code} does not satisfy the constraints"));
            }
        }
        Ok(())
    }
}

/// The formulas that the constraints are made of, in order.
fn constraints(game: &Game) -> Result<Vec<Number>> {
    match game.formulas.below(&game.constraints) {
        (constant, varying) if varying.is_empty() => Ok(constant),
        _ => wrong(Place::Game, "a constraint speaks of parameters"),
    }
}

/// That a game has no more than `number` codes, all of which are listed then.
///
/// Variables are set one after the other, and a branch is left when a constraint cannot hold any more.
fn complete(game: &Game, number: usize, pace: &mut Pace<'_, '_>) -> Result<()> {
    let needed = constraints(game)?;
    let mut holds: Vec<Option<bool>> = vec![None; game.variables];
    let (mut known, mut found) = (0, 0);
    loop {
        pace.work(needed.len())?;
        if !excluded(game, &needed, &holds) {
            if known < holds.len() {
                holds[known] = Some(true);
                known += 1;
                continue;
            }
            found += 1;
            if found > number {
                return wrong(Place::Codes, "some codes are missing, which must be listed for claims of this kind");
            }
        }
        while known > 0 && holds[known - 1] == Some(false) {
            known -= 1;
            holds[known] = None;
        }
        if known == 0 {
            return Ok(());
        }
        holds[known - 1] = Some(false);
    }
}

/// Whether some constraint is false, however the variables that are not known are set.
fn excluded(game: &Game, needed: &[Number], holds: &[Option<bool>]) -> bool {
    let mut values: Vec<Option<bool>> = vec![None; game.formulas.nodes.len()];
    for &number in needed {
        values[number as usize] = match &game.formulas.nodes[number as usize] {
            Node::Variable(variable) => holds[*variable as usize],
            Node::Mapped { .. } => None,
            Node::Count { least, most, of } => {
                let with = |value| of.iter().filter(|&&part| values[part as usize] == value).count();
                let (sure, possible) = (with(Some(true)), of.len() - with(Some(false)));
                match () {
                    () if possible < *least || sure > *most => Some(false),
                    () if sure >= *least && possible <= *most => Some(true),
                    () => None,
                }
            }
        };
    }
    game.constraints.iter().any(|&constraint| values[constraint as usize] == Some(false))
}

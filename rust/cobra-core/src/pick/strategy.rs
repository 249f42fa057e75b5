//! One-step strategies and their names.

use std::sync::Arc;

use crate::base::error::{named, CoreError, Result};
use crate::base::hash::mix;
use crate::evaluate::Criterion;
use crate::expression::Expression;

/// The widest beam.
const MOST_BEAM: usize = 1 << 12;
/// The most experiments looked ahead.
const MOST_DEPTH: usize = 16;
pub(crate) const NOT_AT_RANDOM: &str = "look-ahead takes no experiments at random";

/// What a one-step strategy looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// A score of the numbers of codes left per satisfiable outcome.
    Count(Criterion),
    /// The least number of fixed variables over the satisfiable outcomes, to be made large (Klimoš 2014).
    MinFixed,
    /// `Σ n_i·fixed_i`, to be made large (Klimoš 2014).
    ExpFixed,
    /// A score that a user wrote.
    Score(Arc<Expression>),
    /// A score some steps ahead.
    LookAhead(Arc<LookAhead>),
    /// A random informative experiment.
    Random,
    /// The first experiment that could still be final, else the first informative one.
    First,
}

/// How far it is looked ahead, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookAhead {
    /// What cells are split by.
    pub(crate) strategy: Strategy,
    /// What it compares.
    pub(crate) score: Expression,
    pub(crate) depth: usize,
    pub(crate) beam: usize,
}

impl LookAhead {
    /// `strategy` takes the experiments with the best `score`; `depth` experiments are made, the first of them one of the
    /// `beam` best.
    pub fn new(strategy: Strategy, score: Expression, depth: usize, beam: usize) -> Result<LookAhead> {
        if !(1..=MOST_DEPTH).contains(&depth) || !(1..=MOST_BEAM).contains(&beam) {
            let message = format!("look-ahead takes a depth from 1 to {MOST_DEPTH} and a beam from 1 to {MOST_BEAM}");
            return Err(CoreError::Input(message));
        }
        Ok(LookAhead { strategy, score, depth, beam })
    }
}

impl Strategy {
    pub fn parse(name: &str) -> Result<Strategy> {
        let known = [
            ("max-models", Strategy::Count(Criterion::MaxModels)),
            ("exp-models", Strategy::Count(Criterion::ExpModels)),
            ("ent-models", Strategy::Count(Criterion::EntModels)),
            ("parts", Strategy::Count(Criterion::Parts)),
            ("min-fixed", Strategy::MinFixed),
            ("exp-fixed", Strategy::ExpFixed),
            ("random", Strategy::Random),
            ("first", Strategy::First),
        ];
        named("strategy", name, &known)
    }

    /// Whether it compares weights of codes.
    pub(crate) fn sees_weights(&self) -> bool {
        match self {
            Strategy::Score(score) => score.uses_weight,
            Strategy::LookAhead(ahead) => ahead.score.uses_weight || ahead.strategy.sees_weights(),
            _ => false,
        }
    }

    /// Whether it is a ready-made score that compares numbers of fixed variables.
    pub(crate) fn sees_fixed(&self) -> bool {
        matches!(self, Strategy::MinFixed | Strategy::ExpFixed)
    }
}

/// Which of equally good experiments is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// One with a final outcome still possible, then the first in order.
    FinalFirst,
    /// The first in order.
    First,
    /// Any, at random.
    Random,
    /// Each that leads to the least total in the end.
    Best,
}

impl Ties {
    pub fn parse(name: &str) -> Result<Ties> {
        let known = [
            ("final,first", Ties::FinalFirst),
            ("first", Ties::First),
            ("random", Ties::Random),
            ("best", Ties::Best),
        ];
        named("tie rule", name, &known)
    }
}

/// A generator of random numbers that depends on nothing but its seed: splitmix64 (Steele, Lea and Flood 2014).
pub(crate) struct Random {
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}

/// The seed of a state from that of the state before and the outcome in between.
pub(crate) fn follow(seed: u64, outcome: u64) -> u64 {
    mix(seed.rotate_left(17) ^ outcome.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x632b_e59b_d9b4_e019))
}

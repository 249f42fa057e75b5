//! All experiments with the least score.

use std::sync::Arc;

use super::by_score::Taker;
use super::least::Least;
use crate::base::error::{CoreError, Result};
use crate::evaluate::{Criterion, Prepared};
use crate::expression::number::Fixed;
use crate::expression::value::Memory;
use crate::expression::{Expression, Token};
use crate::pick::chooser::{Buffers, Chooser};
use crate::pick::strategy::Strategy;

/// The best experiments so far.
pub(crate) struct Tied {
    consistent: bool,
    most: usize,
    keys: Option<Vec<Fixed>>,
    pub found: Vec<Place>,
    /// There are no more than those found.
    pub is_all: bool,
}

/// Where an experiment is listed.
pub(crate) struct Place {
    pub experiment: usize,
    /// Type and list, once known.
    pub list: Option<(usize, Arc<Prepared>)>,
}

impl Tied {
    /// Keeps `most` experiments, at most.
    pub fn new(consistent: bool, most: usize) -> Tied {
        Tied { consistent, most, keys: None, found: Vec::new(), is_all: true }
    }
}

impl Taker for Tied {
    fn is_consistent(&self) -> bool {
        self.consistent
    }

    fn take(&mut self, memory: &Memory, _can_be_final: bool, experiment: usize) -> bool {
        match self.keys.as_ref().map(|keys| memory.keys.cmp(keys)) {
            Some(std::cmp::Ordering::Greater) => return false,
            Some(std::cmp::Ordering::Equal) => {}
            Some(std::cmp::Ordering::Less) | None => {
                self.keys = Some(memory.keys.clone());
                self.found.clear();
                self.is_all = true;
            }
        }
        if self.found.len() == self.most {
            self.is_all = false;
            return false;
        }
        self.found.push(Place { experiment, list: None });
        true
    }

    fn fewest(&self, least: Option<&Least>) -> (usize, usize) {
        let (Some(least), Some(keys)) = (least, &self.keys) else { return (2, 2) };
        let fewest = least.fewest(keys, true);
        (fewest, fewest)
    }
}

impl Chooser<'_> {
    /// Offers the experiments of a list; whether one was taken.
    pub(crate) fn offer_list(
        &self,
        score: &Expression,
        buffers: &mut Buffers,
        type_index: usize,
        list: &Arc<Prepared>,
        state: &[u32],
        tied: &mut Tied,
    ) -> Result<bool> {
        score.begin(&mut buffers.score, self.codes, state);
        let least = self.least(score, state.len());
        self.look_through(score, buffers, type_index, list, state, tied, least)
    }
}

impl Expression {
    /// The score that a strategy compares.
    pub(crate) fn of(strategy: &Strategy) -> Result<Expression> {
        let (maximise, words) = match strategy {
            Strategy::Score(score) => return Ok(Expression::clone(score)),
            Strategy::Count(Criterion::MaxModels) => (false, "n max"),
            Strategy::Count(Criterion::ExpModels) => (false, "n n * sum"),
            Strategy::Count(Criterion::EntModels) => (false, "n n log2 * sum"),
            Strategy::Count(Criterion::Parts) => (true, "parts"),
            Strategy::MinFixed => (true, "fixed min"),
            Strategy::ExpFixed => (true, "n fixed * sum"),
            Strategy::LookAhead(_) | Strategy::Random | Strategy::First => {
                return Err(CoreError::input(
                    "only strategies that compare scores one step ahead have ties to be searched",
                ))
            }
        };
        let tokens = words.split(' ').map(|word| Token::Word(word.into())).collect();
        Expression::new(&[(maximise, tokens)])
    }
}

//! All experiments with the least score.

use super::by_score::Taker;
use super::least::Least;
use crate::base::error::{CoreError, Result};
use crate::evaluate::Criterion;
use crate::expression::number::Fixed;
use crate::expression::value::Memory;
use crate::expression::{Expression, Token};
use crate::pick::chooser::{Choice, Choosing};
use crate::pick::offered::{Extent, Offered};
use crate::pick::strategy::Strategy;

/// The best experiments so far.
struct Tied<'a> {
    most: usize,
    keys: Option<Vec<Fixed>>,
    found: Vec<(Offered<'a>, usize)>,
    /// There are no more than those found.
    is_all: bool,
}

impl<'a> Taker<'a> for Tied<'a> {
    fn take(&mut self, memory: &Memory, _can_be_final: bool, (from, experiment): (&Offered<'a>, usize)) -> bool {
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
        self.found.push((from.clone(), experiment));
        true
    }

    fn fewest(&self, least: Option<&Least>) -> (usize, usize) {
        let (Some(least), Some(keys)) = (least, &self.keys) else { return (2, 2) };
        let fewest = least.fewest(keys, true);
        (fewest, fewest)
    }
}

impl Choosing<'_, '_> {
    /// The experiments with the best score, `most` at most, in order, of equivalent ones one; false when there are more.
    pub(crate) fn tied(&mut self, score: &Expression, most: usize) -> Result<(Vec<Choice>, bool)> {
        let mut tied = Tied { most, keys: None, found: Vec::new(), is_all: true };
        score.begin(&mut self.buffers.score, self.chooser.codes, self.state);
        let least = self.chooser.least(score, self.state.len());
        self.for_each_offered(Extent::Kinds, |this, offered| {
            this.look_through(score, offered, &mut tied, least)?;
            Ok(true)
        })?;
        let choices =
            tied.found.iter().map(|(from, experiment)| self.finish(from, *experiment)).collect::<Result<_>>()?;
        Ok((choices, tied.is_all))
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

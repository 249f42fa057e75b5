//! What one-step strategies go by in games in which more changes than what is known.

use crate::base::error::{CoreError, Result};
use crate::engine::Engine;
use crate::expression::Expression;
use crate::pick::chooser::Options;
use crate::pick::strategy::{Strategy, Ties};

/// How experiments are compared, and which of them are.
pub(crate) struct Preferences {
    /// `None`: nothing is compared.
    pub score: Option<Expression>,
    pub random: bool,
    pub prefers_finals: bool,
    /// Only experiments that can be final.
    pub consistent: bool,
}

impl Preferences {
    /// `games`: those in which nothing looks ahead.
    pub fn new(engine: &Engine, options: &Options, games: &str) -> Result<Preferences> {
        if matches!(options.strategy, Strategy::LookAhead(_)) || options.ties == Ties::Best {
            return Err(CoreError::Input(format!("in a game with {games} nothing looks ahead but `optimal`")));
        }
        let compares = !matches!(options.strategy, Strategy::First | Strategy::Random);
        let random = options.strategy == Strategy::Random || options.ties == Ties::Random;
        let prefers_finals = options.ties == Ties::FinalFirst || options.strategy == Strategy::First;
        let knows_finals = engine.knows_finals();
        Ok(Preferences {
            score: compares.then(|| Expression::of(&options.strategy)).transpose()?,
            random,
            prefers_finals: !random && prefers_finals && knows_finals,
            consistent: options.consistent && knows_finals,
        })
    }

    /// Whether its score looks at the codes of each outcome.
    pub fn sees_codes(&self) -> bool {
        self.score.as_ref().is_some_and(|score| score.uses_fixed || score.uses_weight)
    }
}

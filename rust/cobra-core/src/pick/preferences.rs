//! What one-step strategies go by in games in which more changes than what is known.

use std::sync::Arc;

use crate::base::error::{CoreError, Result};
use crate::engine::Engine;
use crate::expression::Expression;
use crate::pick::chooser::Options;
use crate::pick::strategy::{LookAhead, Strategy, Ties, NOT_AT_RANDOM};

/// How experiments are compared, and which of them are.
pub(crate) struct Preferences {
    /// The best few are compared by what comes of them.
    pub ahead: Option<Arc<LookAhead>>,
    /// `None`: nothing is compared.
    pub score: Option<Expression>,
    pub random: bool,
    pub prefers_finals: bool,
    /// Only experiments that can be final.
    pub consistent: bool,
}

impl Preferences {
    /// `games`: those in which no order of ties is searched.
    pub fn new(engine: &Engine, options: &Options, games: &str) -> Result<Preferences> {
        if options.ties == Ties::Best {
            let message =
                format!("in a game with {games} no order of ties is searched: `optimal` finds the best strategy");
            return Err(CoreError::Input(message));
        }
        let ahead = match &options.strategy {
            Strategy::LookAhead(_) if options.ties == Ties::Random => return Err(CoreError::input(NOT_AT_RANDOM)),
            Strategy::LookAhead(ahead) => Some(ahead.clone()),
            _ => None,
        };
        let compares = !matches!(options.strategy, Strategy::First | Strategy::Random);
        let random = options.strategy == Strategy::Random || options.ties == Ties::Random;
        let prefers_finals = options.ties == Ties::FinalFirst || options.strategy == Strategy::First;
        let knows_finals = engine.knows_finals();
        let score = match &ahead {
            Some(ahead) => Some(ahead.score.clone()),
            None => compares.then(|| Expression::of(&options.strategy)).transpose()?,
        };
        Ok(Preferences {
            ahead,
            score,
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

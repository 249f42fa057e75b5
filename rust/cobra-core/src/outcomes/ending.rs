//! When a play is over: one rule for strategies that are played, looked ahead, searched for and bred.
//!
//! A game that ends with a hit goes on until an outcome is final, whatever is known. Any other is over when its codes left
//! have one goal; if the game knows final outcomes (`Ending::Core`), a code that is known costs one more experiment, which
//! confirms it, unless the last outcome was final. That codes which no experiment tells apart end a play too is for the one
//! who asks: it takes work to know them.

use crate::base::ids::CodeId;
use crate::engine::Engine;
use crate::game::program::Ending;
use crate::list::codes::Codes;

/// When the plays of a game are over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndRule {
    /// Only a final outcome ends a play.
    pub hit: bool,
    /// A code that is known has to be confirmed.
    pub confirm: bool,
}

impl EndRule {
    pub fn new(engine: &Engine) -> EndRule {
        let ending = engine.program.ending;
        EndRule { hit: ending == Ending::Hit, confirm: ending == Ending::Core && engine.knows_finals() }
    }

    /// Whether a play is over that leaves these codes after an outcome that is, or is not, final.
    #[inline]
    pub fn is_over(self, codes: &Codes, state: &[CodeId], is_final: bool) -> bool {
        if self.hit {
            is_final
        } else {
            codes.agree(state)
        }
    }

    /// Whether the end of a play that leaves these codes has to be confirmed by one more experiment.
    #[inline]
    pub fn confirms(self, state: &[CodeId], is_final: bool) -> bool {
        self.confirm && state.len() == 1 && !is_final
    }
}

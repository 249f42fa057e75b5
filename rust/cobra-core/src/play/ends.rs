//! How many experiments are left in a play whose end is clear.

use crate::base::error::{CoreError, Result};
use crate::base::ids::{CodeId, OutcomeId, TypeIndex};
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::experiments::closing::Hits;
use crate::outcomes::ending::EndRule;

/// The end of plays, and the experiments that hit codes where plays end so.
pub(crate) struct Ends<'a> {
    engine: &'a Engine,
    rule: EndRule,
    pub hits: Option<&'a Hits>,
}

impl<'a> Ends<'a> {
    pub fn new(engine: &'a Engine, control: &Control) -> Result<Ends<'a>> {
        let rule = EndRule::new(engine);
        let hits = if rule.hit { Some(engine.hits(control)?) } else { None };
        Ok(Ends { engine, rule, hits })
    }

    /// The length of every play when the game is over before it starts, or when only a hit is left to be made.
    pub fn at_start(&self, state: &[CodeId]) -> Result<Option<u64>> {
        self.clear(state, || false)
    }

    /// How many more experiments the plays of a cell take, if that is clear: 0 when over, 1 when one remains that only
    /// confirms.
    pub fn after(&self, type_index: TypeIndex, outcome: OutcomeId, cell: &[CodeId]) -> Result<Option<u64>> {
        self.clear(cell, || self.engine.is_final(type_index, outcome))
    }

    fn clear(&self, state: &[CodeId], is_final: impl Fn() -> bool) -> Result<Option<u64>> {
        let asks = self.rule.hit || self.rule.confirm && state.len() == 1;
        let is_final = asks && is_final();
        if self.rule.hit && is_final && state.len() > 1 {
            return Err(CoreError::hits_several(state.len()));
        }
        Ok(match (self.rule.is_over(self.engine.codes()?, state, is_final), state) {
            (true, _) => Some(u64::from(self.rule.confirms(state, is_final))),
            (false, &[code]) => {
                self.check_hit(code)?;
                Some(1)
            }
            _ => None,
        })
    }

    /// An error when the game is not well-formed because a code has no experiment that is final for it.
    pub fn check_hits(&self) -> Result<()> {
        self.hits.iter().flat_map(|hits| CodeId::first(hits.first.len())).try_for_each(|code| self.check_hit(code))
    }

    fn check_hit(&self, code: CodeId) -> Result<()> {
        match self.hits.and_then(|hits| hits.first[code].as_ref()) {
            Some(_) => Ok(()),
            None => Err(CoreError::never_hit(code)),
        }
    }
}

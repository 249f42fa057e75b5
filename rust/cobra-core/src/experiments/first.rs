//! The experiments before anything is known, and what is interchangeable then.

use std::sync::OnceLock;

use crate::base::convert::{ToU32, ToU64};
use crate::base::error::Result;
use crate::base::kept::get_or_try;
use crate::base::limits::Control;
use crate::engine::{Engine, Experiment};
use crate::game::space::decode;
use crate::list::interchange::Classes;
use crate::list::listing::list;
use crate::list::rows::Listed;
use crate::symmetry::classes::Scratch;

/// The classes of symbols and slots before anything is known, once they were asked for.
#[derive(Default)]
struct FirstClasses(OnceLock<Classes>);

impl Engine {
    /// The classes of symbols and slots before anything is known.
    pub(crate) fn first_classes(&self, control: &Control) -> Result<&Classes> {
        let FirstClasses(known) = self.kept.get(FirstClasses::default);
        get_or_try(known, || {
            let codes = self.codes()?;
            let state: Vec<u32> = (0..codes.len().to_u32()).collect();
            self.symbols.classes(codes, &state, true, &mut Scratch::default(), control)
        })
    }

    /// The experiments before anything is known, one for each class equivalent under interchangeable symbols and slots;
    /// `None` when there are more than `limit`. Symbols that move in all slots at once may leave a class more than one.
    pub fn first_experiments(&self, limit: u64, control: &Control) -> Result<Option<Vec<Experiment>>> {
        let classes = self.first_classes(control)?;
        let mut found = Vec::new();
        for type_index in 0..self.plans.len() {
            let lists = self.lists(type_index);
            let plan = &self.plans[type_index];
            let rule = if lists.acts() { lists.rule(self.context(type_index, control), classes) } else { None };
            match list(plan, rule.as_ref(), limit - found.len().to_u64(), control)? {
                Listed::TooMany => return Ok(None),
                Listed::All(rows) => {
                    found.extend((0..rows.len()).map(|i| (type_index, decode(&plan.space, rows.row(i)))));
                }
            }
        }
        Ok(Some(found))
    }
}

//! The experiments before anything is known, and what is interchangeable then.

use crate::base::convert::ToU64;
use crate::base::error::Result;
use crate::base::ids::TypeIndex;
use crate::base::limits::Control;
use crate::engine::{Engine, Experiment};
use crate::game::space::values_bytes;
use crate::list::interchange::Classes;
use crate::list::listing::list;
use crate::list::rows::bytes_each;
use crate::symmetry::classes::Scratch;

impl Engine {
    /// The classes of symbols and slots before anything is known.
    pub(crate) fn first_classes(&self, control: &Control) -> Result<&Classes> {
        self.kept.get_or_try(|| {
            let codes = self.codes()?;
            let state = codes.all();
            self.symbols.classes(codes, &state, true, &mut Scratch::default(), control)
        })
    }

    /// The experiments before anything is known, one for each class equivalent under interchangeable symbols and slots;
    /// `None` when there are more than `limit`, or than so many bytes hold. Symbols that move in all slots at once may
    /// leave a class more than one.
    pub fn first_experiments(
        &self,
        mut limit: u64,
        mut memory: u64,
        control: &Control,
    ) -> Result<Option<Vec<Experiment>>> {
        let classes = self.first_classes(control)?;
        let mut listed = Vec::new();
        for (type_index, plan) in TypeIndex::with(&self.plans) {
            let lists = self.lists(type_index);
            let rule = if lists.acts() { lists.rule(self.context(type_index, control), classes) } else { None };
            let each = bytes_each(plan) + values_bytes(&plan.space);
            let Some(rows) = list(plan, rule.as_ref(), limit.min(memory / each), control)? else { return Ok(None) };
            limit -= rows.len().to_u64();
            memory -= rows.len().to_u64() * each;
            listed.push(rows);
        }
        let decoded = TypeIndex::with(listed)
            .flat_map(|(type_index, rows)| (0..rows.len()).map(move |i| self.experiment(type_index, rows.row(i))));
        Ok(Some(decoded.collect()))
    }
}

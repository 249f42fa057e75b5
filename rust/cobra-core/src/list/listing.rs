//! All assignments of a space as rows, if they are not too many.

use crate::base::convert::{ToU64, ToUsize};
use crate::base::error::{CoreError, Result};
use crate::base::limits::Control;
use crate::game::program::Program;
use crate::game::space::exact_size;
use crate::list::enumerate::Enumerator;
use crate::list::fillings::Fillings;
use crate::list::orbit::Rule;
use crate::list::plan::Plan;
use crate::list::rows::{bytes, Rows};

impl Enumerator<'_> {
    /// The next assignments, at most so many; none at the end.
    pub fn rows(&mut self, most: usize, control: &Control) -> Result<Rows> {
        let mut rows = Rows::new(self.row().len());
        for _ in 0..most {
            if !self.advance(control)? {
                break;
            }
            rows.data.extend_from_slice(self.row());
        }
        Ok(rows)
    }
}

/// The assignments of a plan; `None`: more than `limit`.
pub(crate) fn list(plan: &Plan, rule: Option<&Rule>, limit: u64, control: &Control) -> Result<Option<Rows>> {
    let mut walk = Enumerator::new(plan, rule);
    let rows = walk.rows(limit.to_usize(), control)?;
    debug_assert!(rows.are_in_order(plan));
    Ok(if walk.advance(control)? { None } else { Some(rows) })
}

/// The codes, by a walk that ends where it is quicker to try all fillings of the secret; `None`: more than `limit`.
fn walk_or_filter(program: &Program, plan: &Plan, limit: u64, control: &Control) -> Result<Option<Rows>> {
    let fillings = if plan.constraints.circuit.is_empty() { None } else { Fillings::new(program) };
    let mut rows = Rows::new(plan.words);
    let mut walk = Enumerator::new(plan, None);
    while walk.advance(control)? {
        if rows.len().to_u64() == limit {
            return Ok(None);
        }
        rows.data.extend_from_slice(walk.row());
        if let Some(fillings) = fillings.as_ref().filter(|fillings| fillings.are_worth(walk.steps())) {
            return fillings.list(limit, control);
        }
    }
    Ok(Some(rows))
}

/// Lists all codes within the limits; an error says how many there are, or at least how many.
pub(crate) fn list_codes(
    program: &Program,
    plan: &Plan,
    max_codes: u64,
    memory: u64,
    control: &Control,
) -> Result<Rows> {
    let limit = |name, needed, limit| CoreError::Limit { name, needed, limit };
    if let Some(size) = exact_size(&plan.space) {
        if size > max_codes {
            return Err(limit("codes", size, max_codes));
        }
        if bytes(plan, size) > memory {
            return Err(limit("memory", bytes(plan, size), memory));
        }
    }
    let affordable = memory / bytes(plan, 512).max(1) * 512;
    match walk_or_filter(program, plan, max_codes.min(affordable), control)? {
        Some(rows) => {
            debug_assert!(rows.are_in_order(plan));
            Ok(rows)
        }
        None if max_codes <= affordable => Err(limit("codes", max_codes + 1, max_codes)),
        None => Err(limit("memory", bytes(plan, affordable + 1), memory)),
    }
}

//! What is looked for among experiments, and what was found.

use super::score::{Criterion, Score};

/// What to look for among experiments.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    pub criterion: Criterion,
    /// Among equal scores an experiment with a final outcome still satisfiable comes first.
    pub prefer_final: bool,
    /// Only experiments with a final outcome still satisfiable.
    pub consistent_only: bool,
    /// The best so far from other types or lists: only what is strictly better (score, then `can_be_final` if
    /// preferred) is of interest. Its `experiment` is not looked at.
    pub bound: Option<Best>,
}

impl Query {
    /// Whatever is best by a criterion.
    pub fn by(criterion: Criterion) -> Query {
        Query { criterion, prefer_final: false, consistent_only: false, bound: None }
    }
}

/// An experiment found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// Smaller is better; exact.
    pub score: Score,
    /// Whether a final outcome is satisfiable in the state; false in a type without a final component.
    pub can_be_final: bool,
    /// Row of the prepared list.
    pub experiment: usize,
}

/// In place of the cell of a code whose outcome was said not to occur.
pub(crate) const UNKNOWN: u32 = u32::MAX;

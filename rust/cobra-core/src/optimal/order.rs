//! The order in which the experiments on a state are tried.

use super::source::Candidate;
use crate::base::convert::ToU64;
use crate::base::ids::ExperimentId;

/// Candidates are sorted so many at a time, and then more.
const FIRST_CHUNK: usize = 48;

/// What even cells count for, beside bounds: twice as much as in the order of Selby 2022.
const EVENNESS: u64 = 4;

/// A candidate in the order in which they are tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn {
    rank: u64,
    id: ExperimentId,
    /// Among the candidates.
    pub place: u32,
}

/// Ranks candidates, the most promising ones lowest: good bounds, and even cells (after Selby 2022).
pub(super) fn rank(candidates: &[Candidate], size: usize, order: &mut Vec<Turn>) {
    let turn = |(candidate, place): (&Candidate, u32)| {
        let rank = candidate.lower.saturating_mul(size.to_u64()).saturating_add(EVENNESS * candidate.squares);
        Turn { rank, id: candidate.id, place }
    };
    order.clear();
    order.extend(candidates.iter().zip(0..).map(turn));
}

/// Sorts the next of those not sorted yet, or all. Returns how many are sorted.
pub(super) fn sort_more(order: &mut [Turn], sorted: usize, all: bool) -> usize {
    let rest = &mut order[sorted..];
    let chunk = if all { rest.len() } else { FIRST_CHUNK.max(3 * sorted).min(rest.len()) };
    if chunk < rest.len() {
        rest.select_nth_unstable(chunk);
    }
    rest[..chunk].sort_unstable();
    sorted + chunk
}

//! What the experiments that hit a code of a small set say of the set: a bound without a look at all experiments.
//!
//! In a game that ends with a hit let every code have one experiment that hits it, no two codes the same one, and let every
//! code weigh 1. Call these experiments of the codes of a set of c codes its members.
//!
//! *Sum of lengths.* An experiment costs c, and a cell of m codes that is not final at least 2m - 1, since one of its
//! codes at most has length 1 from there. So a member that leaves every other code alone in its cell costs
//! c + (c - 1) = 2c - 1, and nothing costs less: one code at most has length 1, the others have 2 or more. If no member does
//! that, the set costs at least 2c. Proof: a member then has a cell of m >= 2 codes beside the final one, which costs 2m - 1 > m,
//! while every cell costs at least as much as it has codes: c + (c - 1) + 1 at least. An experiment that is no member has no final
//! cell: c + c at least. And a member that leaves all others alone but for one pair costs 2c: c + (c - 3) + 3, the
//! pair being hit one after the other.
//!
//! *Number of experiments.* Each hits one code at most, so c are needed, and a member that leaves every other code alone needs
//! no more. *Any strategy in few experiments*: the same member makes one of two experiments.
//!
//! A limit on the experiments left can only make costs higher; what is said to be a cost needs one more experiment after the
//! first, with a pair two.

use std::collections::HashSet;

use super::bounds::Bounds;
use super::cost::Cost;
use crate::base::convert::{ToIndex, ToU64};
use crate::base::ids::CodeId;
use crate::outcomes::lines::OutcomeLines;
use crate::outcomes::numbers::TableHits;

/// The experiments that hit codes.
pub(super) struct Hitting {
    /// For each code.
    hits: Vec<u32>,
}

impl Hitting {
    /// `None`: some code is hit by no experiment or by several.
    pub fn new(hits: &TableHits) -> Option<Hitting> {
        let hits = hits.of_codes()?;
        debug_assert!(
            hits.iter().collect::<HashSet<_>>().len() == hits.len(),
            "no two codes are hit by one experiment"
        );
        Some(Hitting { hits })
    }

    /// A bound for a state, and whether it is the cost; `bounds` are those of its cells.
    pub fn glance(&self, outcomes: &OutcomeLines, state: &[CodeId], bounds: &Bounds) -> Option<(u64, bool)> {
        let size = state.len();
        if size < 3 || bounds.exact == 0 {
            return None;
        }
        // The others are alone in their cells, or all but a pair.
        let mut pair = false;
        if size <= outcomes.others + 2 {
            for &member in state {
                let experiment = self.hits[member.index()].index();
                let repeated = match outcomes.width {
                    ..=64 => repeated::<1>(outcomes, experiment, state),
                    _ => repeated::<4>(outcomes, experiment, state),
                };
                if repeated == 0 {
                    return Some((bounds.cost.of(size.to_u64()) + (size.to_u64() - 1) * bounds.cell[1], true));
                }
                pair |= repeated == 1;
            }
        }
        let exact = pair && bounds.exact >= 2;
        (bounds.cost == Cost::Weight).then_some((2 * size.to_u64(), exact))
    }
}

/// How many codes have an outcome that one before has, 2 for more; outcomes are less than 64 for each word.
#[inline]
fn repeated<const WORDS: usize>(outcomes: &OutcomeLines, experiment: usize, state: &[CodeId]) -> u32 {
    let mut seen = [0_u64; WORDS];
    let mut repeated = 0;
    for &code in state {
        let outcome = usize::from(outcomes.get(code, experiment));
        let (word, bit) = (outcome / 64 % WORDS, 1 << (outcome % 64));
        repeated += u32::from(seen[word] & bit != 0);
        seen[word] |= bit;
        if repeated > 1 {
            break;
        }
    }
    repeated
}

//! Whether something of use can still come of a partly known experiment.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::bound::{least_score, Range};
use super::outlook::Outlook;
use super::prospects::Prospects;
use super::unlisted::Type;
use crate::base::ids::TypeIndex;
use crate::evaluate::{Criterion, Score, NO_INFORMATION};
use crate::list::enumerate::PartialAssignment;

/// A score, and whether no final outcome is possible where that matters: the lesser is better.
pub(crate) type Rank = (Score, bool);

/// The rank after the given one.
pub(super) fn after((score, not_final): Rank) -> Rank {
    if not_final {
        (score.saturating_add(1), false)
    } else {
        (score, true)
    }
}

/// The work of a decision, beside moving codes, in codes moved: about 100 ns.
pub(super) const DECISION: u64 = 32;

/// What is looked for.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    pub criterion: Criterion,
    pub prefer_final: bool,
    pub consistent: bool,
    /// The best rank that other types have to offer, and the number of the type.
    pub known: Option<(Rank, TypeIndex)>,
}

/// Judges the experiments of one type on one state.
pub(super) struct Judge<'a, 'b> {
    pub outlook: &'b mut Outlook<'a>,
    pub prospects: &'a Prospects,
    pub kind: &'a Type,
    pub wanted: Wanted,
    /// Every outcome counts as final.
    pub always_final: bool,
    /// Only better ranks are of use.
    pub limit: Rank,
    /// The least score turned down.
    pub next: Score,
    /// Work that may still be done, in codes moved; nothing is admitted after that.
    pub budget: u64,
    pub halted: &'b AtomicBool,
    pub ranges: Vec<Range>,
    pub sizes: Vec<u32>,
}

impl Judge<'_, '_> {
    /// A bound on the rank of what can come when at most `more` unknown parameters are true; exact when all are known.
    /// `None` where nothing can be learnt, or nothing is allowed.
    pub fn rank(&mut self, more: u32) -> Option<Rank> {
        let Wanted { criterion, prefer_final, consistent, .. } = self.wanted;
        self.outlook.ranges(more, &mut self.ranges);
        let finals = self.prospects.finals;
        let can_be_final = self.always_final
            || self.ranges.iter().enumerate().any(|(cell, range)| finals >> cell & 1 != 0 && range.high > 0);
        if consistent && !can_be_final {
            return None;
        }
        let codes = self.outlook.codes();
        let logarithms = &self.prospects.logarithms;
        let score = least_score(criterion, &self.ranges, codes, logarithms, &mut self.sizes)?;
        (score != NO_INFORMATION).then_some((score, prefer_final && !can_be_final))
    }

    /// Whether something of use can come of what is known.
    pub fn admits(&mut self, partial: PartialAssignment<'_>) -> bool {
        if self.budget == 0 || self.halted.load(Relaxed) {
            self.budget = 0;
            return false;
        }
        let before = self.outlook.moved;
        self.outlook.follow(partial.truth, partial.falsity);
        self.budget = self.budget.saturating_sub(DECISION + self.outlook.moved - before);
        let known: u32 = partial.truth.iter().map(|word| word.count_ones()).sum();
        let most = self.kind.fixed + self.kind.flexible.iter().map(|&slot| partial.most(slot)).sum::<u32>();
        match self.rank(most.saturating_sub(known)) {
            Some(rank) if rank < self.limit => true,
            Some((score, _)) => {
                self.next = self.next.min(score);
                false
            }
            None => false,
        }
    }
}

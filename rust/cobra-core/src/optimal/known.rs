//! The numbers by which states are known, and what is known of them.

use super::cost::{Cost, UNLIMITED};
use super::source::Source;
use super::task::Task;
use super::thread::Search;
use super::transposition::{state_key, Fact, StateKey};
use crate::base::convert::ToIndex;
use crate::base::ids::{CodeId, ExperimentId};

/// States of fewer codes are known by their codes, and all their experiments are tried: the search of one takes less than
/// to find its symmetries. So it is with fewer experiments to be tried. With fewer outcomes the search takes longer.
const FEW_CODES: usize = 24;
const FEW_CODES_OF_FEW_OUTCOMES: usize = 6;
/// So many outcomes of an experiment are few.
pub(super) const FEW_OUTCOMES: usize = 8;

/// What took less work than this is not worth to be kept for another run.
const KEPT_WORK: u64 = 4;

impl<S: Source> Search<'_, S> {
    /// States of fewer codes are known by their codes.
    fn few_codes(&self) -> usize {
        match self.shared.source.widths().all {
            _ if !S::LASTING => 3,
            ..=FEW_OUTCOMES => FEW_CODES_OF_FEW_OUTCOMES,
            _ => FEW_CODES,
        }
    }

    /// What stands for the codes of a state; the same for states that symmetries carry to each other, as far as that
    /// pays.
    pub(super) fn sum(&mut self, state: &[CodeId]) -> StateKey {
        match &self.shared.canonical {
            Some(canonical) if state.len() >= self.few_codes() => canonical.number(&mut self.labelling, state),
            _ => self.codes_sum(state),
        }
    }

    /// What stands for the codes of a state, and no others.
    pub(super) fn codes_sum(&self, state: &[CodeId]) -> StateKey {
        state.iter().fold(0, |sum: StateKey, &code| sum.wrapping_add(self.shared.keys[code]))
    }

    /// Whether the number of a state is one of several states.
    pub(super) fn is_shared(&self, state: &[CodeId]) -> bool {
        self.shared.canonical.is_some() && state.len() >= self.few_codes()
    }

    /// The experiment that stands for one on a state with all states of the same number, or the way back.
    pub(super) fn carried(&mut self, state: &[CodeId], first: ExperimentId, back: bool) -> ExperimentId {
        match (&self.shared.canonical, &self.shared.action) {
            _ if first == ExperimentId::NONE || !self.is_shared(state) => first,
            (Some(canonical), Some(action)) => {
                let labelling = canonical.labelling(&mut self.labelling, state);
                action.image(&if back { labelling.inverse() } else { labelling }, first)
            }
            _ => ExperimentId::NONE,
        }
    }

    /// The number of a state for a task: what its cost depends on.
    pub(super) fn key(&self, task: &Task, sum: StateKey, size: usize, left: u32) -> StateKey {
        // No sensible play has more experiments than codes.
        let left = if left.index() >= size { UNLIMITED } else { left };
        let cost = match task.cost {
            Cost::Weight => 0,
            Cost::Node => 1,
            Cost::Depth => 2,
        };
        state_key(sum, u64::from(left) << 8 | cost << 1 | u64::from(self.shared.problem.consistent))
    }

    pub(super) fn find(&mut self, key: StateKey) -> Option<Fact> {
        let found = self.shared.known.find(key);
        if !self.shared.kept.is_empty() && !found.is_some_and(|fact| fact.is_exact()) {
            if let Some(&kept) = self.shared.kept.get(&key) {
                self.counters.reused += 1;
                return Some(self.shared.known.heard(found.map_or(kept, |fact| fact.and(kept))));
            }
        }
        found
    }

    pub(super) fn keep(&mut self, key: StateKey, fact: Fact, work: u64) {
        self.shared.known.keep(key, fact, work);
        let record = |list: &mut Vec<u8>| {
            list.extend_from_slice(&key.to_le_bytes());
            list.extend_from_slice(&fact.lower.to_le_bytes());
            list.extend_from_slice(&fact.upper.to_le_bytes());
        };
        if work >= KEPT_WORK {
            record(&mut self.facts);
        } else if let Some(member) = &mut self.company {
            record(&mut member.news);
        }
    }

    /// Hands over what was proved.
    pub fn publish(&mut self) {
        if let Some(member) = self.company.as_mut().filter(|member| member.tells_all) {
            member.news.extend_from_slice(&self.facts);
        }
        self.shared.control.add_facts(&mut self.facts);
    }
}

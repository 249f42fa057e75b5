//! Picking experiments in a game whose outcomes are all in a table.
//!
//! The choices are those of `choose` and `pick`: here every experiment is at hand, and all types are looked at together.

use crate::base::convert::{ToIndex, ToU64, ToUsize};
use crate::base::error::Result;
use crate::evaluate::{Criterion, Score, NO_INFORMATION};
use crate::outcomes::table::Table;
use crate::pick::chooser::{Buffers, Choice, Chooser};
use crate::pick::strategy::{Random, Strategy, Ties};
use crate::pick::unscored::TRIALS;

impl Table {
    /// An experiment as a choice for a state.
    pub(crate) fn choice(&self, experiment: usize, state: &[u32]) -> Choice {
        let (type_index, row) = self.experiments[experiment].clone();
        let outcomes = state.iter().map(|&code| u32::from(self.outcome(code, experiment))).collect();
        Choice { type_index, row, outcomes }
    }
}

impl Chooser<'_> {
    /// The experiment for a state that is not over; `None` when no (allowed) experiment separates its codes.
    pub(crate) fn choose_tabulated(
        &self,
        table: &Table,
        buffers: &mut Buffers,
        state: &[u32],
        seed: u64,
    ) -> Result<Option<Choice>> {
        let found = match &self.options.strategy {
            Strategy::Score(score) => self.by_score_tabulated(score, table, buffers, state, seed)?,
            Strategy::LookAhead(ahead) => return self.by_look_ahead_tabulated(ahead, table, buffers, state),
            Strategy::First => self.first_tabulated(table, buffers, state),
            Strategy::Random => self.any_tabulated(table, buffers, state, seed),
            _ if self.options.ties == Ties::Random => self.any_tabulated(table, buffers, state, seed),
            _ => self.best_tabulated(table, buffers, state),
        };
        self.control.poll()?;
        Ok(found.map(|experiment| table.choice(experiment, state)))
    }

    fn best_tabulated(&self, table: &Table, buffers: &mut Buffers, state: &[u32]) -> Option<usize> {
        let variables = self.codes.count_fixed(&[], &[]);
        let lowest = self.options.strategy.lowest(state.len(), table.width, variables);
        let prefers_finals = self.prefers_finals();
        let mut found: Option<((Score, bool), usize)> = None;
        buffers.fixed.load(self.codes, state);
        for experiment in 0..table.experiments.len() {
            let (score, can_be_final) = self.score_tabulated(table, buffers, state, experiment);
            if score == NO_INFORMATION || self.options.consistent && !can_be_final {
                continue;
            }
            let rank = (score, prefers_finals && !can_be_final);
            if found.is_none_or(|(best, _)| rank < best) {
                found = Some((rank, experiment));
                if rank <= (lowest, false) {
                    break;
                }
            }
        }
        found.map(|(_, experiment)| experiment)
    }

    fn first_tabulated(&self, table: &Table, buffers: &mut Buffers, state: &[u32]) -> Option<usize> {
        let wants_final = self.engine.knows_finals();
        let mut informative = None;
        for experiment in 0..table.experiments.len() {
            let first = table.outcome(state[0], experiment);
            if state.iter().any(|&code| table.outcome(code, experiment) != first) {
                if !wants_final || self.score_tabulated(table, buffers, state, experiment).1 {
                    return Some(experiment);
                }
                if !self.options.consistent {
                    informative.get_or_insert(experiment);
                }
            }
        }
        informative
    }

    fn any_tabulated(&self, table: &Table, buffers: &mut Buffers, state: &[u32], seed: u64) -> Option<usize> {
        let mut random = Random::new(seed);
        let any = self.options.strategy == Strategy::Random;
        if any && !self.options.consistent {
            for _ in 0..TRIALS {
                let experiment = random.below(table.experiments.len().to_u64()).to_usize();
                let first = table.outcome(state[0], experiment);
                if state.iter().any(|&code| table.outcome(code, experiment) != first) {
                    return Some(experiment);
                }
            }
        }
        let (mut found, mut equals): (Option<(Score, usize)>, u64) = (None, 0);
        buffers.fixed.load(self.codes, state);
        for experiment in 0..table.experiments.len() {
            let (score, can_be_final) = self.score_tabulated(table, buffers, state, experiment);
            if score == NO_INFORMATION || self.options.consistent && !can_be_final {
                continue;
            }
            let score = if any { 0 } else { score };
            match found.map(|(best, _)| score.cmp(&best)) {
                Some(std::cmp::Ordering::Greater) => continue,
                Some(std::cmp::Ordering::Equal) => equals += 1,
                _ => equals = 1,
            }
            if random.below(equals) == 0 {
                found = Some((score, experiment));
            }
        }
        found.map(|(_, experiment)| experiment)
    }

    /// The score of an experiment, `NO_INFORMATION` with one outcome, and whether it can be final.
    fn score_tabulated(
        &self,
        table: &Table,
        buffers: &mut Buffers,
        state: &[u32],
        experiment: usize,
    ) -> (Score, bool) {
        let type_index = table.experiments[experiment].0;
        let is_final = &table.finals[type_index];
        let always_final = self.engine.always_final(type_index);
        let criterion = match &self.options.strategy {
            &Strategy::Count(criterion) => criterion,
            Strategy::Random | Strategy::First => Criterion::Parts,
            strategy => {
                let outcomes = state.iter().map(|&code| u32::from(table.outcome(code, experiment)));
                let score = buffers.fixed.score(strategy, self.codes, table.width, outcomes);
                let can_be_final = buffers.fixed.met().any(|outcome| is_final[outcome.index()]);
                return (score, can_be_final || always_final);
            }
        };
        let Buffers { sizes, .. } = buffers;
        sizes.resize(table.width, 0);
        for &code in state {
            sizes[usize::from(table.outcome(code, experiment))] += 1;
        }
        let mut can_be_final = false;
        let mut take = |outcome: usize| {
            let size = std::mem::take(&mut sizes[outcome]);
            can_be_final |= size > 0 && is_final[outcome];
            size
        };
        let score = if state.len() < table.width {
            let outcomes = state.iter().map(|&code| usize::from(table.outcome(code, experiment)));
            criterion.score(outcomes.map(take), &table.logarithms)
        } else {
            criterion.score((0..table.width).map(&mut take), &table.logarithms)
        };
        (score, can_be_final || always_final)
    }
}

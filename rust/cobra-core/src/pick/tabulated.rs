//! Scores of experiments in a game whose outcomes are all in a table.

use crate::base::convert::ToIndex;
use crate::base::error::Result;
use crate::evaluate::{Best, Criterion, Score, NO_INFORMATION};
use crate::outcomes::table::Table;
use crate::pick::chooser::{Buffers, Choice, Chooser, Found, Offered};
use crate::pick::strategy::Strategy;

impl Chooser<'_> {
    /// The best experiment of a table.
    pub(crate) fn best_of_table(
        &self,
        table: &Table,
        buffers: &mut Buffers,
        state: &[u32],
    ) -> Result<Option<Choice>> {
        let variables = self.codes.count_fixed(&[], &[]);
        let lowest = self.options.strategy.lowest(state.len(), table.width, variables);
        let prefers_finals = self.prefers_finals();
        let mut found: Option<((Score, bool), Best)> = None;
        buffers.fixed.load(self.codes, state);
        for experiment in 0..table.experiments.len() {
            let (score, can_be_final) = self.score_tabulated(table, buffers, state, experiment);
            if score == NO_INFORMATION || self.options.consistent && !can_be_final {
                continue;
            }
            let rank = (score, prefers_finals && !can_be_final);
            if found.is_none_or(|(best, _)| rank < best) {
                found = Some((rank, Best { score, can_be_final, experiment }));
                if rank <= (lowest, false) {
                    break;
                }
            }
        }
        self.control.poll()?;
        let found = found.map(|(_, best)| Found { best, from: Offered::Table(table) });
        found.map(|found| self.finish(buffers, state, found)).transpose()
    }

    /// The score of an experiment, `NO_INFORMATION` with one outcome, and whether it can be final.
    pub(crate) fn score_tabulated(
        &self,
        table: &Table,
        buffers: &mut Buffers,
        state: &[u32],
        experiment: usize,
    ) -> (Score, bool) {
        let is_final = table.finals(experiment);
        let criterion = match &self.options.strategy {
            &Strategy::Count(criterion) => criterion,
            Strategy::Random | Strategy::First => Criterion::Parts,
            strategy => {
                let outcomes = state.iter().map(|&code| u32::from(table.outcome(code, experiment)));
                let score = buffers.fixed.score(strategy, self.codes, table.width, outcomes);
                let can_be_final = buffers.fixed.met().any(|outcome| is_final[outcome.index()]);
                return (score, can_be_final);
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
        (score, can_be_final)
    }
}

//! Ready-made scores of experiments looked at one after the other, where no kernel looks at many at once: outcomes are in a
//! table, or fixed variables count.

use crate::base::convert::{ToIndex, ToU32};
use crate::base::error::Result;
use crate::evaluate::{Best, Criterion, Query, Score, NO_INFORMATION};
use crate::pick::answers::Answers;
use crate::pick::chooser::{Buffers, Chooser};
use crate::pick::offered::Offered;
use crate::pick::strategy::Strategy;

impl<'a> Chooser<'a> {
    /// The best of the experiments offered, as `Evaluator::scan` finds it; none has a score less than `lowest`.
    pub(super) fn scan_singly(
        &self,
        buffers: &mut Buffers,
        offered: &Offered<'a>,
        state: &[u32],
        query: &Query,
        lowest: Score,
    ) -> Result<Option<Best>> {
        let rank = |score: Score, can_be_final: bool| (score, query.prefer_final && !can_be_final);
        let mut limit = query.bound.map(|best| rank(best.score, best.can_be_final));
        let mut found = None;
        self.score_singly(buffers, offered, state, |experiment, score, can_be_final| {
            let this = rank(score, can_be_final);
            let allowed = score != NO_INFORMATION && (can_be_final || !query.consistent_only);
            if allowed && limit.is_none_or(|limit| this < limit) {
                limit = Some(this);
                found = Some(Best { score, can_be_final, experiment });
                return this > (lowest, false);
            }
            true
        })?;
        Ok(found)
    }

    /// Visits the score of each experiment offered, `NO_INFORMATION` with one outcome, and whether it can be final; until
    /// `visit` returns false.
    pub(super) fn score_singly(
        &self,
        buffers: &mut Buffers,
        offered: &Offered<'a>,
        state: &[u32],
        mut visit: impl FnMut(usize, Score, bool) -> bool,
    ) -> Result<()> {
        let answers = self.answers(offered, Some(state))?;
        buffers.fixed.load(self.codes, state);
        for experiment in 0..offered.len() {
            if experiment % 64 == 0 {
                self.control.poll()?;
            }
            answers.partition(&mut buffers.evaluate, experiment, state, &mut buffers.outcomes);
            let (score, can_be_final) = self.score_one(&answers, buffers, experiment);
            if !visit(experiment, score, can_be_final) {
                break;
            }
        }
        Ok(())
    }

    /// The score of the experiment whose outcomes are in `buffers`.
    fn score_one(&self, answers: &Answers<'_>, buffers: &mut Buffers, experiment: usize) -> (Score, bool) {
        let Buffers { fixed, outcomes, sizes, .. } = buffers;
        let width = answers.width();
        let criterion = match &self.options.strategy {
            &Strategy::Count(criterion) => criterion,
            strategy if strategy.sees_fixed() => {
                let score = fixed.score(strategy, self.codes, width, outcomes);
                return (score, fixed.met().any(|outcome| answers.is_final(experiment, outcome)));
            }
            _ => Criterion::Parts,
        };
        sizes.resize(sizes.len().max(width), 0);
        outcomes.iter().for_each(|&outcome| sizes[outcome.index()] += 1);
        let mut take = |outcome: u32| std::mem::take(&mut sizes[outcome.index()]);
        let logarithms = answers.logarithms();
        let score = match outcomes.len() < width {
            true => criterion.score(outcomes.iter().map(|&outcome| take(outcome)), logarithms),
            false => criterion.score((0..width.to_u32()).map(take), logarithms),
        };
        let knows_finals = self.engine.knows_finals();
        let can_be_final = knows_finals && outcomes.iter().any(|&outcome| answers.is_final(experiment, outcome));
        (score, can_be_final)
    }
}

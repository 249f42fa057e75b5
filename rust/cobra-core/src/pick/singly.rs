//! Ready-made scores of experiments one after the other. No kernel looks at many at once where outcomes are in a table, or fixed
//! variables count.

use crate::base::error::Result;
use crate::base::ids::OutcomeId;
use crate::evaluate::{Best, Criterion, Query, Score, Survey, NO_INFORMATION};
use crate::pick::answers::Answers;
use crate::pick::chooser::{Buffers, Chooser, Choosing};
use crate::pick::offered::Offered;
use crate::pick::strategy::Strategy;

impl<'a> Choosing<'a, '_> {
    /// The best of the experiments offered, as `Evaluator::scan` finds it; none has a score less than `lowest`.
    pub(super) fn scan_singly(
        &mut self,
        offered: &Offered<'a>,
        query: &Query,
        lowest: Score,
    ) -> Result<Option<Best>> {
        let rank = |score: Score, can_be_final: bool| (score, query.prefer_final && !can_be_final);
        let mut limit = query.bound.map(|best| rank(best.score, best.can_be_final));
        let mut found = None;
        self.score_singly(offered, |experiment, score, can_be_final| {
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
    /// `visit` returns false. Those of a list are looked at many at once, if it is not fixed variables that count.
    pub(super) fn each_score(
        &mut self,
        offered: &Offered<'a>,
        mut visit: impl FnMut(usize, Score, bool) -> bool,
    ) -> Result<()> {
        let chooser = self.chooser;
        if let (Offered::List(type_index, list), false) = (offered, chooser.options.strategy.sees_fixed()) {
            let evaluator = &chooser.data(*type_index)?.evaluator;
            let always_final = chooser.engine.always_final(*type_index);
            let survey = Survey::by(chooser.criterion(), list, self.state, chooser.control.halted());
            let visit = |experiment, score, can_be_final| visit(experiment, score, can_be_final || always_final);
            evaluator.visit_scores(&survey, &mut self.buffers.evaluate, visit);
            return Ok(chooser.control.poll()?);
        }
        self.score_singly(offered, visit)
    }

    fn score_singly(
        &mut self,
        offered: &Offered<'a>,
        mut visit: impl FnMut(usize, Score, bool) -> bool,
    ) -> Result<()> {
        let answers = self.answers(offered, true)?;
        self.buffers.fixed.load(self.chooser.codes, self.state);
        for experiment in 0..offered.len() {
            if experiment % 64 == 0 {
                self.chooser.control.poll()?;
            }
            let Buffers { evaluate, outcomes, .. } = &mut *self.buffers;
            answers.partition(evaluate, experiment, self.state, outcomes);
            let (score, can_be_final) = self.score_one(&answers, experiment);
            if !visit(experiment, score, can_be_final) {
                break;
            }
        }
        Ok(())
    }

    /// The score of the experiment whose outcomes are in the buffers.
    fn score_one(&mut self, answers: &Answers<'_>, experiment: usize) -> (Score, bool) {
        let chooser = self.chooser;
        let Buffers { fixed, outcomes, sizes, .. } = &mut *self.buffers;
        let width = answers.width();
        if chooser.options.strategy.sees_fixed() {
            let score = fixed.score(&chooser.options.strategy, chooser.codes, width, outcomes);
            return (score, fixed.met().any(|outcome| answers.is_final(experiment, outcome)));
        }
        let criterion = chooser.criterion();
        sizes.resize(sizes.len().max(width), 0);
        outcomes.iter().for_each(|&outcome| sizes[outcome] += 1);
        let mut take = |outcome: OutcomeId| std::mem::take(&mut sizes[outcome]);
        let logarithms = answers.logarithms();
        let score = match outcomes.len() < width {
            true => criterion.score(outcomes.iter().map(|&outcome| take(outcome)), logarithms),
            false => criterion.score(OutcomeId::first(width).map(take), logarithms),
        };
        let knows_finals = chooser.engine.knows_finals();
        let can_be_final = knows_finals && outcomes.iter().any(|&outcome| answers.is_final(experiment, outcome));
        (score, can_be_final)
    }
}

impl Chooser<'_> {
    /// What is counted; informative experiments, where nothing is.
    fn criterion(&self) -> Criterion {
        match self.options.strategy {
            Strategy::Count(criterion) => criterion,
            _ => Criterion::Parts,
        }
    }
}

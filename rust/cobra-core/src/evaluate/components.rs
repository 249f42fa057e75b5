//! What an experiment tells at most, by what each component of its answer tells alone.
//!
//! The entropy of an answer is at most the sum of those of its components (Shannon, 1948): with `f(n) = n·log2 n`, N codes and
//! D components, `Σ f` over the answer's cells is at least the sum over the components of `Σ f` over theirs, less `(D - 1)·f(N)`. A
//! component often looks at little of an experiment, as the number of right colours does, wherever they are: then it is
//! evaluated for one experiment of each kind. In large states few experiments are left to be looked at as a whole.

use std::sync::Arc;

use super::evaluator::{Evaluator, Scratch};
use super::found::{Best, Query};
use super::frontier::Columns;
use super::job::{Progress, Survey};
use super::prepared::{ComponentList, Prepared};
use super::score::{Criterion, Score, ROUNDING};
use super::wide::transpose;
use crate::base::convert::{ToIndex, ToU32};
use crate::base::hash::FastMap;
use crate::game::program::Answer;

/// Smallest states for which this is tried, and for which a list is made ready for it.
const FEW_CODES: usize = 512;
const MANY_CODES: usize = 2048;
/// Shortest lists.
const MANY_EXPERIMENTS: usize = 1 << 13;
/// Experiments looked at first, those with the best bounds.
const FIRST: usize = 512;
/// One kind has at least so many experiments, on average.
const OF_A_KIND: usize = 4;

impl Evaluator {
    /// As `scan`, for large states and long lists; `None` where it does not help.
    pub(super) fn scan_hopeful(&self, survey: &Survey<'_>, scratch: &mut Scratch) -> Option<Option<Best>> {
        let &Survey { prepared, state, ref query, .. } = survey;
        let codes = if prepared.components.get().is_some() { FEW_CODES } else { MANY_CODES };
        let suits = query.criterion == Criterion::EntModels
            && state.len() >= codes
            && prepared.len() >= MANY_EXPERIMENTS
            && self.suits_experiments(survey);
        if suits {
            self.scan_by_bounds(survey, scratch, FIRST)
        } else {
            None
        }
    }

    /// Looks at the first so many experiments by their bounds, then at those that can be as good as the best of these.
    fn scan_by_bounds(&self, survey: &Survey<'_>, scratch: &mut Scratch, first: usize) -> Option<Option<Best>> {
        let &Survey { prepared, ref query, .. } = survey;
        let bounds = self.bounds(survey, scratch)?;
        let mut order: Vec<u32> = (0..bounds.len().to_u32()).collect();
        if first < order.len() {
            order.select_nth_unstable_by_key(first, |&experiment| bounds[experiment.index()]);
            order.truncate(first);
        }
        order.sort_unstable();
        let best = self.scan_some(survey, scratch, &order, query.bound)?;
        // what is as good may be preferred
        let bound = best.map(|best| Best { score: best.score + 1, can_be_final: true, ..best }).or(query.bound)?;
        let hopeful = |experiment: &u32| bounds[experiment.index()] <= bound.score;
        let order: Vec<u32> = (0..bounds.len().to_u32()).filter(hopeful).collect();
        if 2 * order.len() > prepared.len() {
            return None;
        }
        self.scan_some(survey, scratch, &order, Some(bound))
    }

    /// The best of some experiments, in ascending order; `None` if it has to be looked for in another way.
    fn scan_some(
        &self,
        survey: &Survey<'_>,
        scratch: &mut Scratch,
        experiments: &[u32],
        bound: Option<Best>,
    ) -> Option<Option<Best>> {
        let prepared = &self.prepare(Arc::new(survey.prepared.experiments().select(experiments)));
        let some = Survey { prepared, query: Query { bound, ..survey.query }, ..*survey };
        let mut progress = Progress::new(&some.query);
        let all = |best: Best| Best { experiment: experiments[best.experiment].index(), ..best };
        self.scan_by_experiments(&some, scratch, &mut progress).then(|| progress.found.map(all))
    }

    /// For each experiment a score that it does not go below; `None` where no component has kinds.
    fn bounds(&self, survey: &Survey<'_>, scratch: &mut Scratch) -> Option<Vec<Score>> {
        let &Survey { prepared, state, stop, .. } = survey;
        let lists = prepared.components.get_or_init(|| self.component_lists(prepared));
        let one_cell = self.logarithms.n_log_n(state.len());
        let sums = lists.len() + 2; // with that of all codes, and of the answer as a whole
        let slack = (sums * state.len()) as Score * ROUNDING;
        let mut bounds = vec![one_cell - slack; prepared.len()];
        for (evaluator, list) in self.by_component().iter().zip(lists) {
            let survey = Survey::by(Criterion::EntModels, &list.prepared, state, stop);
            let mut gains = Vec::with_capacity(list.prepared.len());
            evaluator.visit_scores(&survey, scratch, |_, score, _| {
                gains.push(one_cell - score.min(one_cell));
                true
            });
            if gains.len() < list.prepared.len() {
                return None; // stopped
            }
            match &list.kinds {
                Some(kinds) => {
                    bounds.iter_mut().zip(kinds).for_each(|(bound, kind)| *bound -= gains[kind.index()]);
                }
                None => bounds.iter_mut().zip(&gains).for_each(|(bound, gain)| *bound -= gain),
            }
        }
        (!lists.is_empty()).then_some(bounds)
    }

    /// An evaluator for each component alone.
    fn by_component(&self) -> &[Evaluator] {
        self.components.get_or_init(|| {
            let answer = self.answer();
            let known = |&number: &usize| Some(number) != answer.final_component;
            let alone = |number: usize| {
                let mut program = (*self.program).clone();
                let components = vec![answer.components[number].clone()];
                program.types[self.type_index].answer = Answer { components, final_component: None };
                Evaluator::new(Arc::new(program), self.type_index, self.codes.clone(), self.isa)
            };
            let made: Result<Vec<Evaluator>, _> = (0..answer.components.len()).filter(known).map(alone).collect();
            made.ok().filter(|evaluators| evaluators.len() > 1).unwrap_or_default()
        })
    }

    /// The lists for the components; none if each of them looks at all of an experiment.
    fn component_lists(&self, prepared: &Prepared) -> Vec<ComponentList> {
        let list = |evaluator: &Evaluator| {
            let all = evaluator.prepare(prepared.experiments().clone());
            match kinds(&all.columns, all.len()) {
                Some((first, kinds)) => {
                    let prepared = evaluator.prepare(Arc::new(prepared.experiments().select(&first)));
                    ComponentList { prepared, kinds: Some(kinds) }
                }
                None => ComponentList { prepared: all, kinds: None },
            }
        };
        let lists: Vec<ComponentList> = self.by_component().iter().map(list).collect();
        if lists.iter().any(|list| list.kinds.is_some()) {
            lists
        } else {
            Vec::new()
        }
    }
}

/// The first experiment of each kind, and for each experiment its kind: those with equal leaves. `None` if there are many kinds.
fn kinds(columns: &Columns, experiments: usize) -> Option<(Vec<u32>, Vec<u32>)> {
    let words = columns.leaves.div_ceil(64);
    let (mut known, mut first, mut kinds) = (FastMap::default(), Vec::new(), Vec::with_capacity(experiments));
    let mut squares = vec![[0_u64; 64]; words];
    for (part, start) in (0..experiments).step_by(64).enumerate() {
        let blocks = &columns.data[part / 8 * columns.leaves..][..columns.leaves];
        for (square, blocks) in squares.iter_mut().zip(blocks.chunks(64)) {
            square.fill(0);
            square.iter_mut().zip(blocks).for_each(|(row, block)| *row = block.0[part % 8]);
            transpose(square);
        }
        for lane in 0..(experiments - start).min(64) {
            let row: Box<[u64]> = squares.iter().map(|square| square[lane]).collect();
            let next = first.len().to_u32();
            let kind = *known.entry(row).or_insert(next);
            if kind == next {
                first.push((start + lane).to_u32());
            }
            kinds.push(kind);
        }
        if OF_A_KIND * first.len() > experiments {
            return None;
        }
    }
    Some((first, kinds))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::base::bits::BitTable;
    use crate::base::ids::{CodeId, TypeIndex};
    use crate::common::mastermind;
    use crate::evaluate::Isa;
    use crate::game::program::Ending;

    /// All codes of Mastermind, as experiments, too.
    fn words(pegs: u32, colours: u32) -> BitTable {
        let count = colours.pow(pegs);
        let mut table = BitTable::new(count.index(), (pegs * colours).index());
        for word in 0..count {
            for peg in 0..pegs {
                let colour = word / colours.pow(pegs - 1 - peg) % colours;
                table.set(word.index(), (peg * colours + colour).index());
            }
        }
        table
    }

    #[test]
    fn bounds_hold_and_the_best_is_that_of_all() {
        let (program, table) = (Arc::new(mastermind(4, 5, false, true, Ending::Hit)), Arc::new(words(4, 5)));
        let stop = AtomicBool::new(false);
        let all: Vec<CodeId> = CodeId::first(table.rows()).collect();
        let mut left_out = 0;
        for isa in Isa::available() {
            let evaluator = Evaluator::new(program.clone(), TypeIndex::new(0), table.clone(), isa).unwrap();
            let (prepared, mut scratch) = (evaluator.prepare(table.clone()), Scratch::default());
            let mut outcomes = Vec::new();
            evaluator.partition(&prepared, &mut scratch, 38, &all, &mut outcomes);
            let of = |wanted| all.iter().zip(&outcomes).filter(|of| *of.1 == wanted).map(|of| *of.0).collect();
            let mut wanted = outcomes.clone();
            wanted.sort_unstable();
            wanted.dedup();
            let mut states: Vec<Vec<CodeId>> = wanted.into_iter().map(of).filter(|s: &Vec<_>| s.len() > 1).collect();
            states.push(all.clone());
            for state in &states {
                let plain = Survey::by(Criterion::EntModels, &prepared, state, &stop);
                let bounds = evaluator.bounds(&plain, &mut scratch).unwrap();
                assert_eq!(prepared.components.get().unwrap()[1].prepared.len(), 70, "multisets of four of five");
                assert!(prepared.components.get().unwrap()[0].kinds.is_none());
                let one_cell = evaluator.logarithms.n_log_n(state.len());
                evaluator.visit_scores(&plain, &mut scratch, |experiment, score, _| {
                    assert!(
                        bounds[experiment] <= score.min(one_cell),
                        "{experiment}: {} {score}",
                        bounds[experiment]
                    );
                    true
                });
                let mut least = None;
                for (prefer_final, consistent_only) in [(false, false), (true, false), (true, true)] {
                    let exact = |score| Some(Best { score, can_be_final: false, experiment: 0 });
                    for bound in [None, least.and_then(exact), least.and_then(|score| exact(score + 1))] {
                        let query = Query { prefer_final, consistent_only, bound, ..plain.query };
                        let survey = Survey { query, ..plain };
                        let mut progress = Progress::new(&query);
                        assert!(evaluator.scan_by_experiments(&survey, &mut scratch, &mut progress));
                        least = least.or(progress.found.map(|best| best.score));
                        for first in [1, 20, 600] {
                            if let Some(found) = evaluator.scan_by_bounds(&survey, &mut scratch, first) {
                                assert_eq!(found, progress.found, "{} codes, {query:?}, {first}", state.len());
                                left_out += 1;
                            }
                        }
                    }
                }
            }
        }
        assert!(left_out > 100 * Isa::available().len(), "{left_out}");
    }
}

//! The tree of a strategy that was found, and its figures.
//!
//! The search keeps costs, not trees. A state's first experiment is found again when it is not known any more, which takes
//! little because the costs of what follows are.

use super::cost::INFEASIBLE;
use super::problem::Problem;
use super::source::Source;
use super::task::{after, SearchResult, Task};
use super::thread::{Full, Search};
use super::transposition::Fact;
use crate::base::convert::{ToU32, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::ids::{CodeId, ExperimentId, OutcomeId, TypeIndex};
use crate::engine::{Experiment, TypeAndRow};
use crate::outcomes::of_one::cells;
use crate::play::tree::{Child, Greedy, TreeNode};

/// A state in which a strategy goes on.
pub(super) struct Open<T> {
    pub state: Vec<CodeId>,
    pub depth: u32,
    /// What has to be known for what is done here.
    pub known: T,
    /// The node this follows, and which of its children it is.
    place: Option<(usize, usize)>,
}

/// An experiment, and what it answers on the codes of a state.
pub(super) type WithAnswers = (TypeAndRow, Vec<OutcomeId>);

/// The tree of a strategy, played against every code: `choose` says what it does in a state, `follow` what is known after an
/// outcome where it goes on.
pub(super) fn grown<T, E: From<CoreError>>(
    problem: &Problem<'_>,
    known: T,
    mut choose: impl FnMut(&Open<T>) -> std::result::Result<WithAnswers, E>,
    follow: impl Fn(&T, TypeIndex, OutcomeId) -> Result<T>,
) -> std::result::Result<Greedy, E> {
    let (engine, codes) = (problem.engine, problem.codes);
    let all = codes.all();
    let mut result = Greedy { weight: problem.weight(&all), codes: codes.len().to_u64(), ..Greedy::default() };
    let mut waiting = vec![Open { state: all, depth: 0, known, place: None }];
    while let Some(open) = waiting.pop() {
        let ((type_index, row), outcomes) = choose(&open)?;
        let Open { state, depth, known, place } = open;
        let number = result.tree.len();
        let (mut children, mut below) = (Vec::new(), Vec::new());
        for (outcome, cell) in cells(&state, &outcomes) {
            let is_final = engine.is_final(type_index, outcome);
            let child = if problem.over(&cell, is_final) {
                let length = depth + 1 + u32::from(problem.extra(&cell, is_final));
                note_inseparable(problem, &cell, &mut result);
                result.settle(cell.len(), problem.weight(&cell), length.into());
                Child::Over
            } else if problem.closing && cell.len() == 1 {
                // It is hit at once, whatever the strategy does.
                result.settle(cell.len(), problem.weight(&cell), (depth + 2).into());
                result.nodes += 1;
                Child::Hit(cell[0])
            } else {
                let (known, place) = (follow(&known, type_index, outcome)?, Some((number, children.len())));
                below.push(Open { state: cell, depth: depth + 1, known, place });
                Child::Over
            };
            children.push((outcome, child));
        }
        if let Some((parent, child)) = place {
            result.tree[parent].children[child].1 = Child::Node(number.to_u32());
        }
        waiting.extend(below.into_iter().rev()); // nodes are numbered in preorder
        result.tree.push(TreeNode { type_index, row, children });
        result.nodes += 1;
    }
    debug_assert_eq!(result.distribution.iter().sum::<u64>(), result.codes, "each code has one play");
    Ok(result)
}

/// The strategy that begins with `first`, if that is known, and goes on with what the search of `task` found, or with what is
/// held where that is better.
pub(crate) fn extract<S: Source>(
    search: &mut Search<'_, S>,
    task: &Task,
    first: ExperimentId,
    given: Option<&Experiment>,
    held: bool,
) -> SearchResult<Greedy> {
    let problem = search.shared.problem;
    let engine = problem.engine;
    let choose = |open: &Open<u32>| {
        let found = match given.filter(|_| open.depth == 0) {
            Some(given) => Some(engine.row(given)?),
            None => {
                let first = (open.depth == 0 && first != ExperimentId::NONE).then_some(first);
                search.choose(task, &open.state, open.known, first, held)?
            }
        };
        let Some(experiment) = found else {
            return Err(CoreError::Internal("a strategy was not found again".into()).into());
        };
        let outcomes = engine.outcomes_of_row(&experiment, &open.state, search.shared.control)?;
        Ok((experiment, outcomes))
    };
    // known is how many experiments may still be made
    grown(problem, task.left, choose, |&left, _, _| Ok(after(left)))
}

/// Records the first two codes with different goals that end a play together because no experiment tells them apart.
pub(super) fn note_inseparable(problem: &Problem<'_>, cell: &[CodeId], result: &mut Greedy) {
    let other = cell.iter().find(|&&code| problem.codes.differ(cell[0], code));
    if let Some(&other) = other.filter(|_| !problem.closing) {
        result.leave_together([cell[0], other]);
    }
}

impl<S: Source> Search<'_, S> {
    /// The experiment with which the strategy found by `task`, or held, goes on in a state; `first`: its number is known.
    fn choose(
        &mut self,
        task: &Task,
        state: &[CodeId],
        left: u32,
        first: Option<ExperimentId>,
        held: bool,
    ) -> SearchResult<Option<TypeAndRow>> {
        let sum = self.sum(state);
        let key = self.key(task, sum, state.len(), left);
        let mut fact = self.find(key).unwrap_or(Fact::UNKNOWN);
        // A search of all experiments counted the least cost of each state. Where the table has lost that, and what is left is what
        // the strategy of a limited search costs, there may be a better one: it is looked for again.
        let known = held || !self.is_full(task) || fact.is_exact();
        if !known {
            fact.first = ExperimentId::NONE;
        }
        let entry = if held { self.shared.held.find(key) } else { None };
        let entry = entry.filter(|entry| entry.first != ExperimentId::NONE && entry.upper <= fact.upper);
        let first = first.or(entry.map(|entry| self.carried(state, entry.first, true)));
        let begins = first.unwrap_or_else(|| self.carried(state, fact.first, true));
        // A number kept for later means nothing in another view, even of the same state.
        let begins = (begins != ExperimentId::NONE && (S::LASTING || first.is_some())).then_some(begins);
        if let Some(id) = begins.filter(|_| S::LASTING) {
            return Ok(Some(self.shared.source.experiment(&S::View::default(), id)?));
        }
        let (mut look, view) = self.look(task, &task.ladder, state, left, 0)?;
        let id = match begins.or(look.exact) {
            Some(id) => id,
            None => {
                // A limited search may have found it for another state of the same number, or an earlier run without
                // limits, which told the costs of large states only.
                let known = known && fact.upper < INFEASIBLE;
                look.lower = if known { fact.upper } else { look.lower.max(fact.lower) };
                let beta = fact.upper.saturating_add(1).min(INFEASIBLE);
                let mut id = ExperimentId::NONE;
                // Where few experiments were tried, what made them enough may be forgotten.
                for wide in [if known { Full::Next } else { Full::None }, Full::All] {
                    let mut frame = self.frames.pop().unwrap_or_default();
                    self.wide = wide;
                    let found = self.expand(task, &task.ladder, state, (look, &view), beta, left, 1, &mut frame);
                    self.wide = Full::None;
                    self.frames.push(frame);
                    id = found?.1;
                    if id != ExperimentId::NONE {
                        break;
                    }
                }
                id
            }
        };
        let found = if id == ExperimentId::NONE { None } else { Some(self.shared.source.experiment(&view, id)?) };
        self.views.push(view);
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::super::asked::{Objective, OptimalOptions};
    use super::super::cost::Cost;
    use super::super::objective::{searches, shared};
    use super::super::table_source::TableSource;
    use super::*;
    use crate::base::limits::Control;
    use crate::common::mastermind;
    use crate::engine::Engine;
    use crate::game::program::Ending;

    #[test]
    fn a_strategy_is_put_together_although_what_it_was_found_with_is_forgotten() {
        let control = Control::default();
        let program = mastermind(3, 4, false, true, Ending::Hit);
        let engine = Engine::new(program, vec![Vec::new()], None).unwrap();
        engine.enumerate(1 << 16, 1 << 28, &control).unwrap();
        let problem = Problem::new(&engine, false, &control).unwrap();
        let source = TableSource::new(&problem, 1 << 24, 1, &control).unwrap().unwrap();
        let options = OptimalOptions::new(Objective::Average, false, 1, 1 << 18);
        let shared = shared(&problem, &source, &options, &control).unwrap();
        let search = &mut searches(&shared, &options)[0];
        let task =
            |width, left| Task { width, ..Task::full(&problem, &source, Cost::Weight, left, INFEASIBLE, u64::MAX) };
        for (left, least) in [(3, INFEASIBLE), (4, 206), (5, 206)] {
            let full = task(usize::MAX, left);
            assert_eq!(search.run(&full, &problem.codes.all()).ok(), Some(least));
            shared.finished.store(false, Relaxed);
            let (_, first) = *full.best.lock().unwrap();
            (1..1 << 12).for_each(|key| shared.known.keep(key << 64 | key, Fact::UNKNOWN, u64::MAX));
            search.extract(true);
            // Where no experiment is tried all was known from before.
            let found = extract(search, &task(0, left), first, None, false).ok();
            search.extract(false);
            assert_eq!(found.map(|strategy| strategy.total), Some(least).filter(|&least| least < INFEASIBLE));
        }
    }
}

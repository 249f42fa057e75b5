//! A part of a search that is done elsewhere: what a state costs, or some experiments on it. What takes more work than it may
//! is divided: a state into its experiments, and an experiment into its cells.

use super::cells::part;
use super::cost::{Cost, INFEASIBLE, UNLIMITED};
use super::exchange::Question;
use super::frame::{Cell, Frame};
use super::order::{rank, sort_more};
use super::source::Source;
use super::task::{after, sensible, Halt, SearchResult, Task};
use super::thread::Search;
use super::transposition::StateKey;
use crate::base::convert::ToIndex;
use crate::base::ids::CodeId;
use crate::engine::Experiment;

/// What is to be found out.
#[derive(Clone, Debug)]
pub struct Piece {
    pub question: Question,
    /// Ascending; no play is over there.
    pub state: Vec<CodeId>,
    /// Only strategies that begin with one of these; `None`: any experiment may be the first.
    pub experiments: Option<Vec<Experiment>>,
    /// Pairs of codes and experiments that may be looked at, about.
    pub budget: u64,
}

/// What is asked of a state.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The number of the state, as records of facts have it.
    pub key: [u8; 16],
    pub state: Vec<CodeId>,
    pub question: Question,
}

/// What became of a piece.
#[derive(Clone, Debug, Default)]
pub struct PieceResult {
    /// The number of the state, as records of facts have it.
    pub key: [u8; 16],
    /// The least cost, if that is less than `beta`; else a number that it is not less than. Of several experiments only those
    /// are meant that are not left.
    pub value: u64,
    /// The experiments that are left to be tried.
    pub experiments: Vec<Experiment>,
    /// Of the first one: what is asked of its cells. If all cost so much, it costs what was asked.
    pub cells: Vec<Asked>,
    /// What was proved, as records of `Control::facts`.
    pub facts: Vec<u8>,
    /// More of that, which took little work.
    pub news: Vec<u8>,
}

impl<S: Source> Search<'_, S> {
    /// Does a piece within its budget, or as much of it, and divides the rest.
    pub(super) fn piece(&mut self, piece: &Piece) -> SearchResult<PieceResult> {
        let (state, problem) = (&piece.state, self.shared.problem);
        let Question { left, beta, .. } = piece.question;
        let cost = piece.question.cost()?;
        let left = sensible(state, left.unwrap_or(UNLIMITED));
        let task = Task::full(problem, self.shared.source, cost, left, beta, piece.budget);
        self.begin();
        let sum = self.sum(state);
        let key: StateKey = self.key(&task, sum, state.len(), left);
        let mut result = PieceResult { key: key.to_le_bytes(), ..PieceResult::default() };
        match &piece.experiments {
            None => match self.state_value(&task, state, sum) {
                Ok(value) => result.value = value,
                Err(Halt::Over) => {
                    self.begin();
                    result.value = if cost == Cost::Depth { INFEASIBLE } else { beta }; // of those that are not listed
                    result.experiments = self.divided(&task, state)?;
                }
                Err(halt) => return Err(halt),
            },
            Some(experiments) => self.try_experiments(&task, state, experiments, &mut result)?,
        }
        Ok(result)
    }

    fn state_value(&mut self, task: &Task, state: &[CodeId], sum: StateKey) -> SearchResult<u64> {
        let left = task.left;
        let (mut lower, _) = self.shared.problem.bound(state, false, task.ladder.at(left));
        if let Some(fact) = self.find(self.key(task, sum, state.len(), left)) {
            lower = lower.max(fact.lower);
            if fact.is_exact() {
                return Ok(lower);
            }
        }
        if lower >= task.beta {
            return Ok(lower);
        }
        let looked = self.look(task, &task.ladder, state, left, lower)?;
        self.solve(task, &task.ladder, state, sum, looked, task.beta, left, 1)
    }

    /// The experiments on a state that have to be tried, the most promising ones first.
    fn divided(&mut self, task: &Task, state: &[CodeId]) -> SearchResult<Vec<Experiment>> {
        let (source, engine) = (self.shared.source, self.shared.problem.engine);
        let own = task.cost.of(self.shared.problem.weight(state));
        let (_, view) = self.look(task, &task.ladder, state, task.left, 0)?;
        let mut frame = self.frames.pop().unwrap_or_default();
        frame.candidates.clear();
        frame.seen.clear();
        let bounds = task.ladder.at(after(task.left));
        self.list(&view, state, bounds, task.beta, &mut frame.candidates)?;
        rank(&frame.candidates, state.len(), &mut frame.order);
        sort_more(&mut frame.order, 0, true);
        let mut experiments = Vec::new();
        for turn in 0..frame.order.len() {
            let id = frame.candidates[frame.order[turn].place.index()].id;
            source.split(&mut self.scratch, &view, id, state, &mut frame.outcomes)?;
            self.numbering.number(&frame.outcomes, &mut frame.partition);
            if !frame.seen.is_new(&frame.partition) {
                continue;
            }
            self.cells(state, &mut frame)?;
            let bounds = (own, task.beta);
            if self.known_cells(task, &task.ladder, bounds, after(task.left), &mut frame) < task.beta {
                let (type_index, row) = source.experiment(&view, id)?;
                experiments.push(engine.experiment(type_index, &row));
            }
        }
        self.frames.push(frame);
        self.views.push(view);
        Ok(experiments)
    }

    /// Tries experiments one after the other until the budget is spent.
    fn try_experiments(
        &mut self,
        task: &Task,
        state: &[CodeId],
        experiments: &[Experiment],
        result: &mut PieceResult,
    ) -> SearchResult<()> {
        let own = task.cost.of(self.shared.problem.weight(state));
        let left = after(task.left);
        let mut frame = self.frames.pop().unwrap_or_default();
        result.value = INFEASIBLE;
        for (number, experiment) in experiments.iter().enumerate() {
            let problem = self.shared.problem;
            frame.outcomes = problem.outcomes(&problem.engine.row(experiment)?, state, self.shared.control)?;
            self.numbering.number(&frame.outcomes, &mut frame.partition);
            self.cells(state, &mut frame)?;
            let best = result.value.min(task.beta);
            if task.left == 0 {
                continue; // nothing may be made
            }
            match self.try_within(task, (own, best), left, &mut frame) {
                Ok(total) if total >= INFEASIBLE / 2 => {}
                Ok(total) => result.value = result.value.min(total),
                Err(Halt::Over) => {
                    result.experiments = experiments[number..].to_vec();
                    if number == 0 {
                        result.cells = self.asked_of_cells(task, (own, best), left, &frame);
                    }
                    break;
                }
                Err(halt) => return Err(halt),
            }
        }
        self.frames.push(frame);
        Ok(())
    }

    /// Tries the experiment in the frame. Where the budget is spent before it is given up or known, its cells are left as they
    /// are known by then.
    fn try_within(
        &mut self,
        task: &Task,
        limits: (u64, u64),
        left: u32,
        frame: &mut Frame<S::View>,
    ) -> SearchResult<u64> {
        match self.bound_cells(task, &task.ladder, limits, left, frame) {
            Ok(total) if total < limits.1 => {
                self.ask_cells(task, &task.ladder, (total, limits.1), left, 1, frame, None)
            }
            Err(Halt::Over) => match self.known_cells(task, &task.ladder, limits, left, frame) {
                total if total < limits.1 => Err(Halt::Over),
                total => Ok(total),
            },
            bounded => bounded,
        }
    }

    /// What is asked of the cells of the experiment in the frame that have not answered yet, for them to cost enough together.
    fn asked_of_cells(&self, task: &Task, (own, best): (u64, u64), left: u32, frame: &Frame<S::View>) -> Vec<Asked> {
        let total = frame.cells.iter().fold(own, |sum, cell| sum.saturating_add(cell.lower));
        let missing = best.saturating_sub(total);
        let experiments = self.shared.source.experiments();
        let size = |cell: &Cell<S::View>| cell.codes.len();
        let is_open = |cell: &&Cell<S::View>| !cell.exact && !cell.has_answered;
        let mut open: usize = frame.cells.iter().filter(is_open).map(size).sum();
        let mut asked = Vec::new();
        for cell in frame.cells.iter().filter(is_open) {
            let beta = cell.lower + part(missing, size(cell), open, experiments);
            open -= size(cell);
            let measure = task.cost.measure();
            let question = Question { measure, left: (left != UNLIMITED).then_some(left), beta };
            let key = self.key(task, cell.key, size(cell), left).to_le_bytes();
            asked.push(Asked { key, state: frame.codes[cell.codes.clone()].to_vec(), question });
        }
        if task.cost == Cost::Depth {
            asked.drain(..asked.len().saturating_sub(1)); // one that cannot be done is enough: the largest, most likely
        }
        asked
    }
}

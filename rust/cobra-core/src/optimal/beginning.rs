//! A strategy that is given to a search, to begin with: it is played against every code, and must keep to what is asked for.

use super::extract::note_inseparable;
use super::problem::Problem;
use crate::base::convert::{ToU32, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::ids::CodeId;
use crate::base::limits::Control;
use crate::engine::Experiment;
use crate::outcomes::of_one::cells;
use crate::play::tree::{Child, FlatTree, Greedy, TreeNode};

/// A state in which the given tree goes on.
struct Open {
    state: Vec<CodeId>,
    depth: u32,
    /// The node of the given tree that is made here.
    given: usize,
    /// The node this follows, and which of its children it is.
    place: Option<(usize, usize)>,
}

/// Plays a strategy, the tree of one as `Greedy::flatten` gives it. An error if it does not go on where a play is not over, has
/// a play of more than `left` experiments, does not begin with `first`, or is not consistent where that is asked for.
pub(super) fn begun(
    problem: &Problem<'_>,
    (experiments, branches, root): &FlatTree,
    first: Option<&Experiment>,
    left: u32,
    control: &Control,
) -> Result<Greedy> {
    let (engine, codes) = (problem.engine, problem.codes);
    let wrong = |what: &str| CoreError::input(format!("the strategy to begin with {what}"));
    let ends = || wrong("does not go on where a play is not over");
    let node =
        |number: i64| usize::try_from(number).ok().filter(|&number| number < experiments.len().min(branches.len()));
    let all = codes.all();
    let mut result = Greedy { weight: problem.weight(&all), codes: codes.len().to_u64(), ..Greedy::default() };
    let root = node(*root).ok_or_else(ends)?;
    if let Some(first) = first {
        if engine.row(first)? != engine.row(&experiments[root])? {
            return Err(wrong("does not begin with the experiment asked for"));
        }
    }
    let mut open = vec![Open { state: all, depth: 0, given: root, place: None }];
    while let Some(Open { state, depth, given, place }) = open.pop() {
        control.poll()?;
        let experiment = engine.row(&experiments[given])?;
        let outcomes = engine.outcomes_of_row(&experiment, &state, control)?;
        let number = result.tree.len();
        let (type_index, row) = experiment;
        if problem.consistent && !outcomes.iter().any(|&outcome| engine.is_final(type_index, outcome)) {
            return Err(wrong("makes an experiment that cannot be final any more"));
        }
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
                let number_of = engine.number(type_index, outcome);
                let next = branches[given].iter().find(|branch| branch.0 == number_of).ok_or_else(ends)?.1;
                // Nodes come before what follows them, so that there is an end.
                let next = node(next).filter(|&next| next > given).ok_or_else(ends)?;
                below.push(Open {
                    state: cell,
                    depth: depth + 1,
                    given: next,
                    place: Some((number, children.len())),
                });
                Child::Over
            };
            children.push((outcome, child));
        }
        if let Some((parent, child)) = place {
            result.tree[parent].children[child].1 = Child::Node(number.to_u32());
        }
        open.extend(below.into_iter().rev());
        result.tree.push(TreeNode { type_index, row, children });
        result.nodes += 1;
    }
    if result.worst > u64::from(left) {
        let most = result.worst;
        return Err(wrong(&format!("takes up to {most} experiments in a play, and {left} are allowed")));
    }
    Ok(result)
}

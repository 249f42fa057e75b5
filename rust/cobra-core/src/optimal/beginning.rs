//! A strategy that is given to a search, to begin with: it is played against every code, and must keep to what is asked for.

use super::extract::{grown, Open};
use super::problem::Problem;
use crate::base::error::{CoreError, Result};
use crate::base::limits::Control;
use crate::engine::Experiment;
use crate::play::tree::{FlatTree, Greedy};

/// Plays a strategy, the tree of one as `Greedy::flatten` gives it. An error if it does not go on where a play is not over, has
/// a play of more than `left` experiments, does not begin with `first`, or is not consistent where that is asked for; what is
/// demanded as the first need not be.
pub(super) fn begun(
    problem: &Problem<'_>,
    (experiments, branches, root): &FlatTree,
    first: Option<&Experiment>,
    left: u32,
    control: &Control,
) -> Result<Greedy> {
    let engine = problem.engine;
    let wrong = |what: &str| CoreError::input(format!("the strategy to begin with {what}"));
    let ends = || wrong("does not go on where a play is not over");
    let node =
        |number: i64| usize::try_from(number).ok().filter(|&number| number < experiments.len().min(branches.len()));
    let root = node(*root).ok_or_else(ends)?;
    if let Some(first) = first {
        if engine.row(first)? != engine.row(&experiments[root])? {
            return Err(wrong("does not begin with the experiment asked for"));
        }
    }
    // known is the node of the given tree that is made
    let choose = |open: &Open<usize>| {
        control.poll()?;
        let experiment = engine.row(&experiments[open.known])?;
        let outcomes = engine.outcomes_of_row(&experiment, &open.state, control)?;
        let is_demanded = open.depth == 0 && first.is_some();
        if problem.consistent
            && !is_demanded
            && !outcomes.iter().any(|&outcome| engine.is_final(experiment.0, outcome))
        {
            return Err(wrong("makes an experiment that cannot be final any more"));
        }
        Ok((experiment, outcomes))
    };
    let follow = |&given: &usize, type_index, outcome| {
        let number = engine.number(type_index, outcome);
        let next = branches[given].iter().find(|branch| branch.0 == number).ok_or_else(ends)?.1;
        // Nodes come before what follows them, so that there is an end.
        node(next).filter(|&next| next > given).ok_or_else(ends)
    };
    let result = grown(problem, root, choose, follow)?;
    if result.worst > u64::from(left) {
        let most = result.worst;
        return Err(wrong(&format!("takes up to {most} experiments in a play, and {left} are allowed")));
    }
    Ok(result)
}

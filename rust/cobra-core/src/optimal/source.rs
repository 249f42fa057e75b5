//! Where the search gets experiments and their outcomes from.
//!
//! There are two sources: `table_source`, all outcomes of a game kept in memory, and `computed_source`, outcomes and even experiments
//! made on demand. The search asks the same questions of both.

use super::bounds::Bounds;
use super::leaders::Leaders;
use crate::base::error::Result;
use crate::base::ids::{CodeId, ExperimentId, Outcome};
use crate::engine::TypeAndRow;
use crate::outcomes::widths::Widths;

/// What is known of an experiment on a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// Names the experiment, within the view.
    pub id: ExperimentId,
    /// A bound on the cost of the state when this experiment is made; `INFEASIBLE` when it cannot be.
    pub lower: u64,
    /// Sum of the squares of the sizes of the cells, final ones included, or a number that grows with it: for ordering.
    pub squares: u64,
}

/// What all experiments together say of a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// The least bound of an experiment; `INFEASIBLE` when there is none that helps.
    pub lower: u64,
    /// An experiment for which `lower` is the cost itself, if one was found.
    pub exact: Option<ExperimentId>,
}

/// A source of experiments. States are ascending numbers of codes, at least two, and not over.
pub(crate) trait Source: Sync {
    /// Buffers of one thread.
    type Scratch: Send;
    /// What `look` found out on a state; reused for other states.
    type View: Default + Send;

    /// Whether an experiment has the same number in all views.
    const LASTING: bool;

    fn scratch(&self) -> Self::Scratch;

    fn widths(&self) -> Widths;

    /// The number of experiments, where they have the same numbers in all views; these are less.
    fn experiments(&self) -> u32 {
        0
    }

    /// Bytes kept.
    fn bytes(&self) -> u64;

    /// Finds bounds for all experiments on a state; the same experiments get the same numbers each time. `bounds` are those
    /// of the cells. An experiment with a single cell helps only if that is final and ends the game. A final cell of one code
    /// costs nothing. With `Problem::consistent` only experiments with a final cell are allowed. The state is known to cost
    /// `known` at least: an experiment that costs as much may be taken without a look at the others. Those that are not `among`
    /// the leaders may be left out.
    fn look(
        &self,
        scratch: &mut Self::Scratch,
        state: &[CodeId],
        among: Option<&Leaders>,
        bounds: &Bounds,
        known: u64,
        view: &mut Self::View,
    ) -> Result<Look>;

    /// Lists the experiments with bounds less than `below`, in no particular order; of experiments that make the same
    /// cells some may be left out, and those that are not `among` the leaders. `bounds` are those of `look`.
    #[allow(clippy::too_many_arguments)]
    fn candidates(
        &self,
        scratch: &mut Self::Scratch,
        view: &Self::View,
        state: &[CodeId],
        among: Option<&Leaders>,
        bounds: &Bounds,
        below: u64,
        out: &mut Vec<Candidate>,
    ) -> Result<()>;

    /// The outcome of each code of the state.
    fn split(
        &self,
        scratch: &mut Self::Scratch,
        view: &Self::View,
        id: ExperimentId,
        state: &[CodeId],
        out: &mut Vec<Outcome>,
    ) -> Result<()>;

    /// The experiment: its type and its row.
    fn experiment(&self, view: &Self::View, id: ExperimentId) -> Result<TypeAndRow>;

    /// A bound for a state, cheaper than a look at it, and whether it is the cost; `bounds` are those of its cells.
    fn glance(&self, _state: &[CodeId], _bounds: &Bounds) -> Option<(u64, bool)> {
        None
    }
}

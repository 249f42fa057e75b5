//! Experiments made ready, and what is remembered about them.

use std::sync::{Arc, OnceLock};

use super::code_sliced::Members;
use super::frontier::Columns;
use super::shape::Shape;
use crate::base::bits::BitTable;

/// A code or an experiment grounded: its shape and the leaves of the other side that fill it.
pub(super) struct Grounded {
    pub shape: Arc<Shape>,
    pub leaves: Vec<u32>,
    /// Of the evaluator; what was grounded before it learnt what is legal is of no use after.
    pub version: u64,
}

/// Grounded experiments are kept for lists up to this length.
const KEPT: usize = 1024;

/// A list of experiments of one type, ready to be evaluated.
pub struct Prepared {
    experiments: Arc<BitTable>,
    pub(super) columns: Columns,
    /// The experiments grounded so far (`None`: to be evaluated directly).
    pub(super) grounded: Vec<OnceLock<Option<Grounded>>>,
    /// For each experiment asked so far the cells of all codes, where these are kept.
    pub(super) cells: Vec<OnceLock<Box<[u32]>>>,
    /// There are many lists of this type, each for a short time: once there are no more shapes none is looked for.
    pub(super) is_one_of_many: bool,
    /// For the components of the answer, made when first needed.
    pub(super) components: OnceLock<Vec<ComponentList>>,
}

impl Prepared {
    pub(super) fn new(experiments: Arc<BitTable>, columns: Columns, keeps_cells: bool) -> Self {
        let kept = if experiments.rows() <= KEPT { experiments.rows() } else { 0 };
        let cells = if keeps_cells { experiments.rows() } else { 0 };
        Prepared {
            experiments,
            columns,
            grounded: (0..kept).map(|_| OnceLock::new()).collect(),
            cells: (0..cells).map(|_| OnceLock::new()).collect(),
            is_one_of_many: false,
            components: OnceLock::new(),
        }
    }

    /// Says that there are many such lists, each for a short time.
    pub fn as_one_of_many(mut self) -> Self {
        self.is_one_of_many = true;
        self
    }

    /// The experiments as they were given: rows, with the propositions of the parameters as columns.
    pub fn experiments(&self) -> &Arc<BitTable> {
        &self.experiments
    }

    /// Number of experiments.
    pub fn len(&self) -> usize {
        self.experiments.rows()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the cells of all codes are kept for every experiment.
    pub(super) fn knows_all_cells(&self) -> bool {
        !self.cells.is_empty() && self.cells.iter().all(|cells| cells.get().is_some())
    }

    /// Bytes of memory held, without the table of experiments itself.
    pub fn bytes(&self) -> usize {
        self.columns.bytes()
            + size_of_val(&self.grounded[..])
            + self.components.get().iter().flat_map(|lists| lists.iter()).map(ComponentList::bytes).sum::<usize>()
            + self.cells.iter().filter_map(OnceLock::get).map(|cells| size_of_val(&cells[..])).sum::<usize>()
    }
}

/// A list of experiments for one component of the answer alone.
pub(super) struct ComponentList {
    pub prepared: Prepared,
    /// For each experiment its kind, of which the list has one; `None` if it has all experiments.
    pub kinds: Option<Vec<u32>>,
}

impl ComponentList {
    fn bytes(&self) -> usize {
        self.prepared.bytes() + self.kinds.as_ref().map_or(0, |kinds| size_of_val(&kinds[..]))
    }
}

/// One experiment of a list on the codes of a state.
#[derive(Clone, Copy)]
pub struct Probe<'a> {
    pub(super) prepared: &'a Prepared,
    pub(super) experiment: usize,
    pub(super) members: Members<'a>,
}

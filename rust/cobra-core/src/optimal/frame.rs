//! The buffers of one state that is expanded.

use super::numbering::{Partition, Partitions};
use super::order::Turn;
use super::source::{Candidate, Look};
use super::transposition::StateKey;
use crate::base::ids::{CodeId, Outcome};

/// A cell of an experiment.
pub(super) struct Cell<V> {
    pub codes: std::ops::Range<usize>,
    pub is_final: bool,
    pub key: StateKey,
    pub lower: u64,
    pub exact: bool,
    /// Something was known of it, so a look at it says nothing new.
    pub is_met: bool,
    /// It has answered what was asked of it when the cells were gone through last.
    pub has_answered: bool,
    pub looked: Option<(Look, V)>,
}

impl<V> Cell<V> {
    /// Takes a bound for what it costs if that is better; `total` is the sum of the bounds of all cells.
    pub fn raise(&mut self, total: &mut u64, lower: u64) {
        if lower > self.lower {
            *total = (*total - self.lower).saturating_add(lower);
            self.lower = lower;
        }
    }
}

/// The buffers of one state that is expanded.
pub(super) struct Frame<V> {
    pub candidates: Vec<Candidate>,
    pub order: Vec<Turn>,
    pub outcomes: Vec<Outcome>,
    pub partition: Partition,
    pub codes: Vec<CodeId>,
    pub cells: Vec<Cell<V>>,
    pub seen: Partitions,
}

impl<V> Default for Frame<V> {
    fn default() -> Self {
        Frame {
            candidates: Vec::new(),
            order: Vec::new(),
            outcomes: Vec::new(),
            partition: Partition::default(),
            codes: Vec::new(),
            cells: Vec::new(),
            seen: Partitions::default(),
        }
    }
}

//! The numbers of outcomes in a table: few, since each experiment numbers its own as it meets them, final ones from the top; and which
//! experiments are final for codes.

use super::widths::Widths;
use crate::base::convert::{ToU32, ToU8};

/// Outcomes of an experiment that can be told apart: the numbers less than `UNMET`.
pub(super) const MOST_OUTCOMES: usize = 255;
/// In place of the number of an outcome that was not met.
pub(super) const UNMET: u8 = 255;
/// The number of bytes.
pub(super) const BYTES: usize = 256;

/// One more number for an outcome of an experiment that has met so many; `None` when there are none left.
pub(super) fn next_number(met: &mut Widths, is_final: bool) -> Option<u8> {
    if met.all == MOST_OUTCOMES {
        return None;
    }
    met.count(is_final);
    Some((if is_final { MOST_OUTCOMES - met.finals } else { met.others - 1 }).to_u8())
}

/// The final outcomes.
pub(crate) struct TableHits {
    /// None leaves several codes.
    pub single: bool,
    /// An experiment that is final for each code.
    experiments: Vec<Option<u32>>,
    /// Some codes are hit by several experiments.
    several: bool,
}

impl TableHits {
    pub fn new(codes: usize) -> TableHits {
        TableHits { single: true, experiments: vec![None; codes], several: false }
    }

    /// The experiment that hits each code, if every code has one and no other.
    pub fn of_codes(&self) -> Option<Vec<u32>> {
        let all = || self.experiments.iter().copied().collect();
        (self.single && !self.several).then(all).flatten()
    }

    pub fn add(&mut self, code: usize, experiment: usize) {
        let hit = &mut self.experiments[code];
        self.several |= hit.is_some();
        *hit = Some(experiment.to_u32());
    }

    /// Those of later experiments.
    pub fn join(&mut self, later: TableHits) {
        self.single &= later.single;
        self.several |= later.several;
        for (hit, later) in self.experiments.iter_mut().zip(later.experiments) {
            self.several |= hit.is_some() && later.is_some();
            *hit = later.or(*hit);
        }
    }
}

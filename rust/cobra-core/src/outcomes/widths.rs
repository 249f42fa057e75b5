//! How many outcomes experiments have.

/// The outcomes of an experiment that occur, or the most that one of several has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Widths {
    /// Of any kind.
    pub all: usize,
    pub finals: usize,
    /// Not final.
    pub others: usize,
}

impl Widths {
    /// One more outcome.
    pub fn count(&mut self, is_final: bool) {
        self.all += 1;
        *if is_final { &mut self.finals } else { &mut self.others } += 1;
    }

    /// Those of one more experiment.
    pub fn join(&mut self, other: Widths) {
        self.all = self.all.max(other.all);
        self.finals = self.finals.max(other.finals);
        self.others = self.others.max(other.others);
    }
}

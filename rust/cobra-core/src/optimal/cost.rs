//! What is counted, and the numbers all bounds are made of.

use crate::play::tree::Greedy;

/// The cost of what cannot be done; sums of costs stay below.
pub(crate) const INFEASIBLE: u64 = 1 << 62;
/// No limit on the number of experiments.
pub(crate) const UNLIMITED: u32 = u32::MAX;

/// What is to be made small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Cost {
    /// `Σ weight · length`: an experiment costs the weight of the codes it is made on.
    Weight,
    /// The number of experiments in the tree.
    Node,
    /// Nothing: any strategy within the experiments allowed will do.
    Depth,
}

impl Cost {
    /// The cost of an experiment on codes of this weight together.
    #[inline]
    pub fn of(self, weight: u64) -> u64 {
        match self {
            Cost::Weight => weight,
            Cost::Node => 1,
            Cost::Depth => 0,
        }
    }

    /// What strategies are compared by when this is to be made small.
    pub fn measure(self) -> &'static str {
        match self {
            Cost::Weight => "total",
            Cost::Node => "nodes",
            Cost::Depth => "worst",
        }
    }
}

/// What a strategy has.
pub(super) fn value(strategy: &Greedy, cost: Cost) -> u64 {
    match cost {
        Cost::Weight => strategy.total,
        Cost::Node => strategy.nodes,
        Cost::Depth => strategy.worst,
    }
}

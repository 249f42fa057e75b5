//! What is asked of a search, and what it answers.

use std::sync::Arc;

use num_rational::BigRational;

use super::cost::Cost;
use super::exchange::Exchange;
use crate::base::error::{named, Result};
use crate::engine::Experiment;
use crate::game::program::GivenBelief;
use crate::play::tree::{FlatTree, Greedy};

/// What is to be as small as it can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    Average,
    Worst,
    WorstAverage,
    AverageWorst,
    Nodes,
    /// The fewest lost codes, and then the least average: of games with standings, or within some experiments.
    Won,
}

impl Objective {
    /// What is made small, one after the other; nothing where that is what is lost.
    pub(crate) fn costs(self) -> &'static [Cost] {
        match self {
            Objective::Average => &[Cost::Weight],
            Objective::Worst => &[Cost::Depth],
            Objective::WorstAverage => &[Cost::Depth, Cost::Weight],
            Objective::AverageWorst => &[Cost::Weight, Cost::Depth],
            Objective::Nodes => &[Cost::Depth, Cost::Node],
            Objective::Won => &[],
        }
    }

    pub fn parse(name: &str) -> Result<Objective> {
        let known = [
            ("average", Objective::Average),
            ("worst", Objective::Worst),
            ("worst-average", Objective::WorstAverage),
            ("average-worst", Objective::AverageWorst),
            ("nodes", Objective::Nodes),
            ("won", Objective::Won),
        ];
        named("objective", name, &known)
    }
}

const MOST_THREADS: usize = 256;

/// How to search.
#[derive(Clone, Debug)]
pub struct OptimalOptions {
    pub objective: Objective,
    /// No play may be longer.
    pub max_depth: Option<u32>,
    /// Plays that take more experiments are lost.
    pub within: Option<u32>,
    /// Only experiments with a final outcome still possible.
    pub consistent: bool,
    /// The strategy must begin with this experiment.
    pub first: Option<Experiment>,
    pub threads: usize,
    /// Bytes.
    pub memory: u64,
    /// Whether symmetries are used; the result is the same.
    pub symmetry: bool,
    /// "table", "computed", or what fits.
    pub source: Option<String>,
    /// Pairs of codes and experiments that a search of all experiments may look at before a wider limited one comes in
    /// between and others are asked; `None`: some seconds' worth. The result is the same.
    pub budget: Option<u64>,
    /// What an earlier run kept: records as `Control::facts` gives them.
    pub facts: Vec<u8>,
    /// Others who answer what takes longer than that.
    pub exchange: Option<Arc<Exchange>>,
    /// A strategy to begin with; it must keep to what is asked for.
    pub beginning: Option<Arc<FlatTree>>,
    /// What is possible at the beginning of a game with lies or moves; see [`crate::PlayStart`].
    pub belief: Option<GivenBelief>,
}

impl OptimalOptions {
    /// Options without demands.
    pub fn new(objective: Objective, consistent: bool, threads: usize, memory: u64) -> OptimalOptions {
        OptimalOptions {
            objective,
            max_depth: None,
            within: None,
            consistent,
            first: None,
            threads,
            memory,
            symmetry: true,
            source: None,
            budget: None,
            facts: Vec::new(),
            exchange: None,
            beginning: None,
            belief: None,
        }
    }

    /// Threads of a search.
    pub(super) fn threads(&self) -> usize {
        self.threads.clamp(1, MOST_THREADS)
    }
}

/// An interval that is proved to hold the least value, and the strategy that has the upper end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// "total", "worst" or "nodes".
    pub measure: &'static str,
    pub lower: u64,
    /// `None`: no strategy is known.
    pub upper: Option<u64>,
}

/// The result of a search.
#[derive(Debug)]
pub struct Optimal {
    /// The best strategy found; empty when `found` is false.
    pub strategy: Greedy,
    pub found: bool,
    /// All intervals of the objective are closed, or there is no strategy.
    pub proved: bool,
    /// No strategy has plays of at most `max_depth` experiments.
    pub infeasible: bool,
    pub intervals: Vec<Interval>,
    /// Where answers are wrong by chance and not all is proved: what the measures of the intervals are no less than, exactly,
    /// times the weight of all codes.
    pub least: Vec<BigRational>,
    /// What it took.
    pub statistics: Vec<(&'static str, u64)>,
}

/// Before a search nothing is known.
impl Default for Optimal {
    fn default() -> Optimal {
        Optimal {
            strategy: Greedy::default(),
            found: false,
            proved: false,
            infeasible: false,
            intervals: Vec::new(),
            least: Vec::new(),
            statistics: statistics([0; 5]),
        }
    }
}

/// What a search took: states expanded, experiments looked at, those of them that were tried, facts used again, bytes.
pub(crate) fn statistics(counts: [u64; 5]) -> Vec<(&'static str, u64)> {
    ["expanded", "scanned", "candidates", "facts", "memory"].into_iter().zip(counts).collect()
}

/// Bytes of a record of `Control::facts`.
pub const FACT_BYTES: usize = 32;

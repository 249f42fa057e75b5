//! What a search is to find, what its threads share, and how it ends.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::Mutex;

use super::bounds::Ladder;
use super::canonical::Canonical;
use super::cost::{Cost, UNLIMITED};
use super::firsts::Firsts;
use super::held::Held;
use super::problem::Problem;
use super::sharing::Sharing;
use super::source::Source;
use super::stabiliser::Action;
use super::transposition::{Fact, StateKey, Transposition};
use crate::base::convert::ToIndex;
use crate::base::error::CoreError;
use crate::base::ids::{CodeId, ExperimentId, Outcome};
use crate::base::limits::{Control, StopReason};

/// What all threads of a search share.
pub(crate) struct Shared<'a, S: Source> {
    pub problem: &'a Problem<'a>,
    pub source: &'a S,
    pub known: Transposition,
    pub held: Held,
    /// The numbers of the codes.
    pub keys: Vec<StateKey>,
    /// What permutes symbols and places of the game, if symmetries are used, and what that does to experiments.
    pub canonical: Option<Canonical<'a>>,
    pub action: Option<Action>,
    /// From a checkpoint.
    pub kept: HashMap<StateKey, Fact>,
    pub control: &'a Control,
    /// Bytes that all may take together.
    pub memory: u64,
    pub threads: usize,
    /// Another thread is done with the task.
    pub finished: AtomicBool,
    /// Where threads meet; `None` for one thread.
    pub splits: Option<Sharing>,
}

/// What a thread has done.
#[derive(Default)]
pub(crate) struct Tally {
    /// States whose experiments were tried.
    pub expanded: u64,
    /// States on which all experiments were looked at.
    pub looked: u64,
    /// Experiments tried.
    pub tried: u64,
    /// Facts taken from a checkpoint.
    pub reused: u64,
}

/// One task: what to find for the whole game.
pub(crate) struct Task {
    pub cost: Cost,
    pub ladder: Ladder,
    /// Experiments that may be made.
    pub left: u32,
    /// Experiments tried in a state at most.
    pub width: usize,
    /// The strategy must be better than this.
    pub beta: u64,
    /// Pairs of codes and experiments that may be looked at, about.
    pub budget: u64,
    /// The best strategy found so far: its cost and first experiment.
    pub best: Mutex<(u64, ExperimentId)>,
    /// The outcomes of the experiment to begin with, if that is given.
    pub first: Option<Vec<Outcome>>,
    /// Whether lower bounds for the whole game are of interest, and what its first experiments cost at least.
    pub reports: bool,
    pub firsts: Firsts,
    /// Whether `beta` is less than what the best strategy known costs: then all first experiments are expected to be tried.
    pub is_goal: bool,
}

impl Task {
    /// A task in which all experiments of every state are tried.
    pub fn full<S: Source>(problem: &Problem<'_>, source: &S, cost: Cost, left: u32, beta: u64, budget: u64) -> Task {
        Task {
            cost,
            ladder: Ladder::new(problem, cost, source.widths(), left),
            left,
            width: usize::MAX,
            beta,
            budget,
            best: Mutex::new((beta, ExperimentId::NONE)),
            first: None,
            reports: false,
            firsts: Firsts::default(),
            is_goal: false,
        }
    }
}

/// The experiments left of which it matters how many they are: no sensible play has more of them than codes.
pub(crate) fn sensible(state: &[CodeId], left: u32) -> u32 {
    if left.index() >= state.len() {
        UNLIMITED
    } else {
        left
    }
}

/// The experiments left after one.
#[inline]
pub(crate) fn after(left: u32) -> u32 {
    if left == UNLIMITED {
        left
    } else {
        left.saturating_sub(1)
    }
}

/// Why a search did not come to its end.
pub(crate) enum Halt {
    Error(CoreError),
    /// Another thread came to the end, or the budget is spent.
    Over,
}

impl From<CoreError> for Halt {
    fn from(error: CoreError) -> Halt {
        Halt::Error(error)
    }
}

impl From<StopReason> for Halt {
    fn from(reason: StopReason) -> Halt {
        Halt::Error(reason.into())
    }
}

/// What a search found.
pub(crate) type SearchResult<T> = Result<T, Halt>;

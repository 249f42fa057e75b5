//! Where in a play equivalent experiments are looked for.

use std::sync::Arc;

use crate::base::ids::{CodeId, TypeIndex};
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::list::codes::Codes;

/// An experiment made, and its outcome if it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PastExperiment {
    pub type_index: TypeIndex,
    pub row: Vec<u64>,
    /// Its digits.
    pub outcome: Option<Vec<u64>>,
}

/// The last of several experiments made.
#[derive(Debug)]
pub(crate) struct Made {
    pub step: PastExperiment,
    pub before: Option<Arc<Made>>,
}

impl Made {
    /// All experiments made, the first of them first.
    pub fn steps(mut last: Option<&Arc<Made>>) -> Vec<PastExperiment> {
        let mut steps = Vec::new();
        while let Some(made) = last {
            steps.push(made.step.clone());
            last = made.before.as_ref();
        }
        steps.reverse();
        steps
    }
}

/// Where in a play equivalent experiments are looked for.
pub(crate) struct Situation<'a> {
    pub engine: &'a Engine,
    pub codes: &'a Codes,
    /// The codes that fit all outcomes known.
    pub state: &'a [CodeId],
    /// Whether all outcomes are known.
    pub known: bool,
    pub path: &'a [PastExperiment],
    /// Experiments of the first so many types are looked at.
    pub types: usize,
    pub control: &'a Control,
}

impl Situation<'_> {
    pub fn types(&self) -> impl Iterator<Item = TypeIndex> {
        self.engine.all_types().take(self.types)
    }
}

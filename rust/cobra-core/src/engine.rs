//! A game ready for questions: its codes, its experiments, and what one says about the other.

use std::sync::{Arc, OnceLock};

use crate::base::convert::ToU64;
use crate::base::error::{CoreError, Result};
use crate::base::ids::{CodeId, SlotId, TypeIndex};
use crate::base::kept::Kept;
use crate::base::limits::Control;
use crate::formula::node::PARAMETER;
use crate::game::program::{Ending, ExperimentType, Program};
use crate::game::space::{decode, ones, Value};
use crate::game::validate::validate;
use crate::list::codes::Codes;
use crate::list::constraint::Circuits;
use crate::list::interchange::Interchange;
use crate::list::plan::Plan;
use crate::symmetry::game_graph::GameGraph;

/// An experiment: its type, and a value for each slot of the type.
pub type Experiment = (TypeIndex, Vec<Value>);

/// An experiment: its type and its row.
pub(crate) type TypeAndRow = (TypeIndex, Vec<u64>);

/// A part of the memory limit that one list of experiments may take.
pub(crate) const LIST_SHARE: u64 = 8;

/// A game and everything computed for it so far.
pub struct Engine {
    pub(crate) program: Arc<Program>,
    pub(crate) plans: Vec<Plan>,
    pub(crate) symbols: Interchange,
    pub(crate) swaps: Vec<Vec<(SlotId, SlotId)>>,
    pub(crate) graph: Option<GameGraph>,
    codes: OnceLock<Codes>,
    pub(crate) memory: OnceLock<u64>,
    /// What others keep with the game.
    pub(crate) kept: Kept,
    /// Whether some outcomes of the game are final and others are not, as far as it says so.
    knows_finals: bool,
}

impl Engine {
    /// `swaps`: for each type the pairs of set slots that are two sides of which one order is admitted (see `lists`).
    /// `graph`: its automorphisms are symmetries of the game.
    pub fn new(program: Program, swaps: Vec<Vec<(SlotId, SlotId)>>, graph: Option<GameGraph>) -> Result<Engine> {
        validate(&program)?;
        if swaps.len() != program.types.len() {
            return Err(CoreError::input("`swaps` must have one entry for each type"));
        }
        if let Some(graph) = &graph {
            graph.validate(&program)?;
        }
        let mut circuits = Circuits::new();
        let plan = |kind: &ExperimentType| Plan::sharing(&program.nodes, &kind.space, PARAMETER, &[], &mut circuits);
        let plans = program.types.iter().map(plan).collect();
        let without_sides: Vec<bool> = swaps.iter().map(Vec::is_empty).collect();
        let symbols = Interchange::new(&program.groups, &program.slot_groups, &without_sides);
        let knows_finals = program.types.iter().any(|kind| kind.answer.final_component.is_some());
        Ok(Engine {
            program: Arc::new(program),
            plans,
            symbols,
            swaps,
            graph,
            codes: OnceLock::new(),
            memory: OnceLock::new(),
            kept: Kept::default(),
            knows_finals,
        })
    }

    /// Lists the codes; must come first. `memory` in bytes bounds the codes here and lists of experiments later.
    /// Returns the number of codes.
    pub fn enumerate(&self, max_codes: u64, memory: u64, control: &Control) -> Result<usize> {
        if self.codes.get().is_none() {
            let most = max_codes.min(crate::evaluate::MOST_CODES.to_u64());
            let codes = Codes::enumerate(&self.program, most, memory, control)?;
            let _ = self.memory.set(memory);
            let _ = self.codes.set(codes); // a second caller has the same codes
        }
        Ok(self.codes()?.len())
    }

    /// For each proposition of the secret the weight of the codes in which it is true.
    pub fn held(&self) -> Result<Vec<u128>> {
        Ok(self.codes()?.held())
    }

    pub(crate) fn codes(&self) -> Result<&Codes> {
        self.codes.get().ok_or_else(|| CoreError::input("the codes have not been enumerated yet"))
    }

    /// The codes; an error when there is none, for then there is nothing to play.
    pub(crate) fn some_codes(&self) -> Result<&Codes> {
        match self.codes()? {
            codes if codes.len() == 0 => Err(CoreError::input("no code is left")),
            codes => Ok(codes),
        }
    }

    /// The values of a code.
    pub fn code(&self, index: usize) -> Result<Vec<Value>> {
        let codes = self.codes()?;
        if index >= codes.len() {
            return Err(CoreError::input(format!("no code {index}; there are {}", codes.len())));
        }
        Ok(decode(&self.program.codes, codes.rows.row(index)))
    }

    /// The types of experiments.
    pub(crate) fn all_types(&self) -> impl Iterator<Item = TypeIndex> + use<> {
        TypeIndex::first(self.plans.len())
    }

    /// An experiment by its values.
    pub(crate) fn experiment(&self, type_index: TypeIndex, row: &[u64]) -> Experiment {
        (type_index, decode(&self.plans[type_index].space, row))
    }

    /// Bytes one list of experiments may take.
    pub(crate) fn list_memory(&self) -> u64 {
        self.memory.get().copied().unwrap_or(0) / LIST_SHARE
    }

    /// The variables with one value in all codes of a state (`None`: all codes), by proposition; none without a code.
    pub fn fixed(&self, state: Option<&[CodeId]>) -> Result<Vec<(u32, bool)>> {
        let state = self.state(state)?;
        if state.is_empty() {
            return Ok(Vec::new());
        }
        let (always, never) = self.codes()?.fixed(&state);
        let mut fixed: Vec<(u32, bool)> = ones(&always).map(|p| (p, true)).collect();
        fixed.extend(ones(&never).map(|p| (p, false)));
        fixed.sort_unstable();
        Ok(fixed)
    }

    /// A state as ascending numbers of codes.
    pub(crate) fn state(&self, state: Option<&[CodeId]>) -> Result<Vec<CodeId>> {
        let codes = self.codes()?;
        let Some(given) = state else { return Ok(codes.all()) };
        if given.iter().any(|&code| code.index() >= codes.len()) || !given.is_sorted_by(|a, b| a < b) {
            return Err(CoreError::input("a state lists numbers of codes, ascending"));
        }
        Ok(given.to_vec())
    }

    /// Whether some outcomes of the game are final and others are not, as far as it says so.
    pub(crate) fn knows_finals(&self) -> bool {
        self.knows_finals
    }

    /// Whether every outcome of a type is final: in a core game whose other types tell final outcomes from others.
    pub(crate) fn always_final(&self, type_index: TypeIndex) -> bool {
        let says_so = self.program.types[type_index].answer.final_component.is_some();
        self.knows_finals && self.program.ending == Ending::Core && !says_so
    }
}

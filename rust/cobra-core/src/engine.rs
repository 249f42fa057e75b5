//! A game ready for questions: its codes, its experiments, and what one says about the other.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::base::error::{CoreError, Result};
use crate::base::limits::Control;
use crate::base::natural::{Natural, OutcomeNumber};
use crate::equivalence::candidates::{Candidates, Limits};
use crate::equivalence::game_graph::GameGraph;
use crate::evaluate::{self, Evaluator, Isa, Met, Prepared, Scratch};
use crate::experiments::closing::{Hit, Hits};
use crate::experiments::count::count;
use crate::experiments::lists::{affordable, evaluator_error, Context, Lists};
use crate::game::program::{Component, Ending, Program};
use crate::game::space::{decode, encode, ones, Value};
use crate::game::validate::{validate, PARAMETER};
use crate::group::automorphism::automorphisms;
use crate::group::permutation::Permutation;
use crate::list::codes::Codes;
use crate::list::constraint::Circuits;
use crate::list::enumerate::Enumerator;
use crate::list::orbit::Classes;
use crate::list::plan::Plan;
use crate::list::rows::{list, Listed, Rows};
use crate::outcomes::table::Table;
use crate::pick::bounded::Unlisted;
use crate::pick::chooser::BLOCK;
use crate::symmetry::interchange::{self, Interchange};
use crate::symmetry::kept_outcomes::keeps_outcomes;

/// An experiment: its type, and a value for each slot of the type.
pub type Experiment = (usize, Vec<Value>);

/// A part of the memory limit that one list of experiments may take.
const LIST_SHARE: u64 = 8;
/// Pairs of codes and experiments up to which it is worth while to find out which outcomes occur at all.
const LEARN_PAIRS: u64 = 1 << 28;
/// Pairs of codes and experiments of which all outcomes are kept at most.
const MOST_OUTCOMES: u64 = 1 << 26;

/// Codes whose outcomes are found together, between two polls of the control.
const MET_TOGETHER: usize = 1 << 15;

/// A game and everything computed for it so far.
pub struct Engine {
    pub(crate) program: Arc<Program>,
    pub(crate) plans: Vec<Plan>,
    pub(crate) symbols: Interchange,
    pub(crate) swaps: Vec<Vec<(u32, u32)>>,
    pub(crate) graph: Option<GameGraph>,
    automorphisms: OnceLock<Vec<Permutation>>,
    /// All experiments, if they were few enough for the one who asked first.
    candidates: OnceLock<Arc<Candidates>>,
    codes: OnceLock<Codes>,
    memory: OnceLock<u64>,
    types: Vec<OnceLock<TypeData>>,
    /// Held while the data of a type are made, so that threads do not make the same.
    making: Mutex<()>,
    hits: OnceLock<Hits>,
    first_classes: OnceLock<Classes>,
    table: OnceLock<Option<Table>>,
    /// Evaluators that do not know which outcomes occur.
    plain: Vec<OnceLock<Evaluator>>,
    pub(crate) unlisted: Unlisted,
}

/// What is known of one experiment type.
pub(crate) struct TypeData {
    pub evaluator: Evaluator,
    pub lists: Lists,
    outcomes: OnceLock<Option<Vec<u16>>>,
}

/// The outcome numbers of some codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcomes {
    /// Of an answer that can have but few.
    Few(Vec<u32>),
    Any(Vec<OutcomeNumber>),
}

impl Outcomes {
    pub fn get(&self, place: usize) -> Option<OutcomeNumber> {
        match self {
            Outcomes::Few(outcomes) => outcomes.get(place).map(|&outcome| OutcomeNumber::from(u64::from(outcome))),
            Outcomes::Any(outcomes) => outcomes.get(place).cloned(),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = OutcomeNumber> + '_ {
        (0..).map_while(|place| self.get(place))
    }
}

impl TypeData {
    /// The outcome of every experiment of the full list on every code, experiment by experiment, if that is not too much:
    /// for strategies that look at single codes, experiment after experiment, in many small states.
    pub fn outcomes(&self, context: Context<'_>, full: &Prepared, codes: &Codes) -> Result<Option<&[u16]>> {
        if self.outcomes.get().is_none() {
            let made = self.tabulate(context, full, codes)?;
            let _ = self.outcomes.set(made); // any thread makes the same
        }
        Ok(self.outcomes.get().and_then(Option::as_deref))
    }

    fn tabulate(&self, context: Context<'_>, full: &Prepared, codes: &Codes) -> Result<Option<Vec<u16>>> {
        let pairs = full.len() as u64 * codes.len() as u64;
        if pairs > MOST_OUTCOMES || 2 * pairs > context.memory || self.evaluator.outcomes() > 1 << u16::BITS {
            return Ok(None);
        }
        let state: Vec<u32> = (0..codes.len() as u32).collect();
        let (mut scratch, mut numbers) = (Scratch::default(), Vec::new());
        let gathered = self.evaluator.gather(&state);
        let mut table = Vec::with_capacity(pairs as usize);
        for experiment in 0..full.len() {
            if experiment % 64 == 0 {
                context.control.poll()?;
            }
            let evaluator = &self.evaluator;
            evaluator.partition_gathered(full, &mut scratch, experiment, &state, &gathered, &mut numbers);
            table.extend(numbers.iter().map(|&outcome| outcome as u16));
        }
        Ok(Some(table))
    }
}

impl Engine {
    /// `swaps`: for each type the pairs of set slots that are two sides of which one order is admitted (see `lists`).
    /// `graph`: its automorphisms are symmetries of the game.
    pub fn new(program: Program, swaps: Vec<Vec<(u32, u32)>>, graph: Option<GameGraph>) -> Result<Engine> {
        validate(&program)?;
        if swaps.len() != program.types.len() {
            return Err(CoreError::input("`swaps` must have one entry for each type"));
        }
        if let Some(graph) = &graph {
            graph.validate(&program)?;
        }
        let mut circuits = Circuits::new();
        let plan = |kind: &crate::game::program::ExperimentType| {
            let mut plan = Plan::sharing(&program.nodes, &kind.space, PARAMETER, &[], &mut circuits);
            plan.index_tables();
            plan
        };
        let plans = program.types.iter().map(plan).collect();
        let without_sides: Vec<bool> = swaps.iter().map(Vec::is_empty).collect();
        let symbols = Interchange::new(&program.groups, &program.slot_groups, &without_sides);
        let types = program.types.iter().map(|_| OnceLock::new()).collect();
        let unlisted = Unlisted::new(&program);
        let plain = program.types.iter().map(|_| OnceLock::new()).collect();
        Ok(Engine {
            program: Arc::new(program),
            plans,
            symbols,
            swaps,
            graph,
            automorphisms: OnceLock::new(),
            candidates: OnceLock::new(),
            codes: OnceLock::new(),
            memory: OnceLock::new(),
            types,
            making: Mutex::new(()),
            hits: OnceLock::new(),
            first_classes: OnceLock::new(),
            table: OnceLock::new(),
            plain,
            unlisted,
        })
    }

    /// Lists the codes; must come first. `memory` in bytes bounds the codes here and lists of experiments later.
    /// Returns the number of codes.
    pub fn enumerate(&self, max_codes: u64, memory: u64, control: &Control) -> Result<usize> {
        if self.codes.get().is_none() {
            let most = max_codes.min(crate::evaluate::MOST_CODES as u64);
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

    /// For each type the number of experiments, `None` when more than `limit` would have to be visited: one of each kind
    /// equivalent under interchangeable symbols where these concern the type, all where they do not.
    pub fn count_experiments(&self, limit: u64, control: &Control) -> Result<Vec<Option<Natural>>> {
        let of = |(type_index, plan): (usize, &Plan)| {
            let lists = self.lists(type_index);
            let symbols = lists.acts().then_some(&self.symbols);
            count(plan, type_index, symbols, self.swaps[type_index].first().copied(), limit, control)
        };
        self.plans.iter().enumerate().map(of).collect()
    }

    /// Empty lists of a type.
    pub(crate) fn lists(&self, type_index: usize) -> Lists {
        Lists::new(&self.program, type_index, &self.symbols, &self.swaps[type_index])
    }

    /// Bytes one list of experiments may take.
    pub(crate) fn list_memory(&self) -> u64 {
        self.memory.get().copied().unwrap_or(0) / LIST_SHARE
    }

    pub(crate) fn context<'a>(&'a self, type_index: usize, control: &'a Control) -> Context<'a> {
        Context {
            program: &self.program,
            type_index,
            plan: &self.plans[type_index],
            symbols: &self.symbols,
            memory: self.list_memory(),
            control,
        }
    }

    /// The evaluator and lists of a type, made at first use.
    pub(crate) fn type_data(&self, type_index: usize, control: &Control) -> Result<&TypeData> {
        if let Some(known) = self.types[type_index].get() {
            return Ok(known);
        }
        let _alone = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        if self.types[type_index].get().is_none() {
            let mut evaluator = self.evaluator(type_index)?;
            evaluator.keep_cells(self.list_memory());
            let lists = self.lists(type_index);
            let all = self.all_kinds(type_index, &lists, &evaluator, control)?;
            if evaluator.numbers_what_occurs() {
                let met = self.occurring(type_index, &evaluator, all.as_deref(), control)?;
                evaluator.know(met, all.as_deref());
            } else if let Some(all) = all {
                if all.len() as u64 * self.codes()?.len() as u64 <= LEARN_PAIRS {
                    evaluator.learn_legal(&all, &mut Scratch::default(), control.halted());
                    control.poll()?;
                }
            }
            let _ = self.types[type_index].set(TypeData { evaluator, lists, outcomes: OnceLock::new() });
        }
        self.types[type_index].get().ok_or_else(|| CoreError::Internal("type data vanished".into()))
    }

    /// The outcomes that occur, of the experiments listed or of all.
    fn occurring(
        &self,
        type_index: usize,
        evaluator: &Evaluator,
        listed: Option<&Prepared>,
        control: &Control,
    ) -> Result<Met> {
        let (mut met, mut scratch) = (evaluator.nothing_met(listed), Scratch::default());
        let codes: Vec<u32> = (0..self.codes()?.len() as u32).collect();
        let memory = self.list_memory();
        let mut meet = |list: &Prepared| {
            for state in codes.chunks(MET_TOGETHER) {
                let gathered = evaluator.gather(state);
                for experiment in 0..list.len() {
                    control.poll()?;
                    evaluator.meet(list, &mut scratch, experiment, state, &gathered, &mut met);
                    if met.bytes() > memory {
                        return Err(CoreError::Limit {
                            name: "memory",
                            needed: LIST_SHARE * met.bytes(),
                            limit: LIST_SHARE * memory,
                        });
                    }
                }
            }
            Ok(())
        };
        if let Some(list) = listed {
            meet(list)?;
            return Ok(met);
        }
        let plan = &self.plans[type_index];
        let mut walk = Enumerator::new(plan, None);
        loop {
            let mut rows = Rows { words: plan.words, data: Vec::new() };
            while rows.len() < BLOCK && walk.advance(control)? {
                rows.data.extend_from_slice(walk.row());
            }
            if rows.len() == 0 {
                return Ok(met);
            }
            meet(&evaluator.prepare(Arc::new(rows.table(plan.space.propositions as usize))))?;
        }
    }

    /// A list of experiments in which every outcome occurs that occurs at all, if there is a short one.
    fn all_kinds(
        &self,
        type_index: usize,
        lists: &Lists,
        evaluator: &Evaluator,
        control: &Control,
    ) -> Result<Option<Arc<Prepared>>> {
        let context = self.context(type_index, control);
        if lists.acts() && self.swaps[type_index].is_empty() {
            let classes = self.first_classes(control)?;
            if keeps_outcomes(&self.program, type_index, &self.symbols, classes) {
                if let Some(rule) = lists.rule(context, classes) {
                    return lists.list(context, evaluator, &rule, affordable(context));
                }
            }
        }
        Ok(lists.full(context, evaluator)?.cloned())
    }

    /// The classes of symbols and slots before anything is known.
    pub(crate) fn first_classes(&self, control: &Control) -> Result<&Classes> {
        if self.first_classes.get().is_none() {
            let codes = self.codes()?;
            let state: Vec<u32> = (0..codes.len() as u32).collect();
            let made = self.symbols.classes(codes, &state, true, &mut interchange::Scratch::default(), control)?;
            let _ = self.first_classes.set(made); // any thread makes the same
        }
        self.first_classes.get().ok_or_else(|| CoreError::Internal("the first classes vanished".into()))
    }

    fn evaluator(&self, type_index: usize) -> Result<Evaluator> {
        let table = self.codes()?.table.clone();
        Evaluator::new(self.program.clone(), type_index, table, Isa::detect()).map_err(evaluator_error)
    }

    /// An evaluator that does not know which outcomes occur, made at first use: nothing has to be listed for it.
    pub(crate) fn plain_evaluator(&self, type_index: usize) -> Result<&Evaluator> {
        if self.plain[type_index].get().is_none() {
            let _ = self.plain[type_index].set(self.evaluator(type_index)?); // any thread makes the same
        }
        self.plain[type_index].get().ok_or_else(|| CoreError::Internal("an evaluator vanished".into()))
    }

    /// The experiments before anything is known, one for each class equivalent under interchangeable symbols and slots;
    /// `None` when there are more than `limit`. Symbols that move in all slots at once may leave a class more than one.
    pub fn first_experiments(&self, limit: u64, control: &Control) -> Result<Option<Vec<Experiment>>> {
        let classes = self.first_classes(control)?;
        let mut found = Vec::new();
        for type_index in 0..self.plans.len() {
            let lists = self.lists(type_index);
            let plan = &self.plans[type_index];
            let rule = if lists.acts() { lists.rule(self.context(type_index, control), classes) } else { None };
            match list(plan, rule.as_ref(), limit - found.len() as u64, control)? {
                Listed::TooMany => return Ok(None),
                Listed::All(rows) => {
                    found.extend((0..rows.len()).map(|i| (type_index, decode(&plan.space, rows.row(i)))));
                }
            }
        }
        Ok(Some(found))
    }

    /// The outcome number of each code of a state (`None`: all codes).
    pub fn partition(&self, experiment: &Experiment, state: Option<&[u32]>, control: &Control) -> Result<Outcomes> {
        let state = self.state(state)?;
        let (evaluator, prepared) = (self.plain_evaluator(self.kind(experiment)?)?, self.prepare_one(experiment)?);
        let (mut scratch, mut few, mut any, mut part) = (Scratch::default(), Vec::new(), Vec::new(), Vec::new());
        for some in state.chunks(MET_TOGETHER) {
            control.poll()?;
            let gathered = evaluator.gather(some);
            if evaluator.numbers_what_occurs() {
                any.extend(evaluator.numbers(&prepared, &mut scratch, 0, some, &gathered));
            } else {
                evaluator.partition_gathered(&prepared, &mut scratch, 0, some, &gathered, &mut part);
                few.append(&mut part);
            }
        }
        Ok(if any.is_empty() { Outcomes::Few(few) } else { Outcomes::Any(any) })
    }

    /// The outcome of each code of a state by its number in the core.
    pub(crate) fn outcomes(&self, experiment: &Experiment, state: &[u32], control: &Control) -> Result<Vec<u32>> {
        let (type_index, prepared) = (self.kind(experiment)?, self.prepare_one(experiment)?);
        let mut evaluator = self.plain_evaluator(type_index)?;
        if evaluator.numbers_what_occurs() {
            evaluator = &self.type_data(type_index, control)?.evaluator;
        }
        let mut outcomes = Vec::new();
        evaluator.partition(&prepared, &mut Scratch::default(), 0, state, &mut outcomes);
        match outcomes.contains(&evaluate::UNKNOWN) {
            true => Err(CoreError::input("the experiment has an outcome that no experiment of its type has")),
            false => Ok(outcomes),
        }
    }

    fn kind(&self, experiment: &Experiment) -> Result<usize> {
        match self.plans.get(experiment.0) {
            Some(_) => Ok(experiment.0),
            None => Err(CoreError::input(format!("no experiment type {}", experiment.0))),
        }
    }

    fn prepare_one(&self, (type_index, values): &Experiment) -> Result<Prepared> {
        let plan = &self.plans[*type_index];
        let rows = Rows { words: plan.words, data: encode(&plan.space, values)? };
        Ok(self.plain_evaluator(*type_index)?.prepare(Arc::new(rows.table(plan.space.propositions as usize))))
    }

    /// What a number of an outcome in the core stands for.
    pub(crate) fn number(&self, type_index: usize, outcome: u32) -> OutcomeNumber {
        match self.types[type_index].get() {
            Some(data) => data.evaluator.number(outcome),
            None => OutcomeNumber::from(u64::from(outcome)),
        }
    }

    /// The digits of an outcome.
    pub(crate) fn digits(&self, type_index: usize, outcome: u32) -> Vec<u64> {
        self.number(type_index, outcome).digits(&self.program.types[type_index].answer.sizes())
    }

    /// Whether an outcome of a type is final.
    pub(crate) fn is_final(&self, type_index: usize, outcome: u32) -> bool {
        let answer = &self.program.types[type_index].answer;
        match (answer.final_component, answer.outcomes()) {
            (None, _) => self.always_final(type_index),
            (Some(last), Some(_)) => {
                let stride: u64 = answer.components[last + 1..].iter().map(Component::size).product();
                u64::from(outcome) / stride.max(1) % 2 == 1
            }
            (Some(_), None) => self.types[type_index].get().is_some_and(|data| data.evaluator.is_final(outcome)),
        }
    }

    /// The variables with one value in all codes of a state (`None`: all codes), by proposition; none without a code.
    pub fn fixed(&self, state: Option<&[u32]>) -> Result<Vec<(u32, bool)>> {
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
    pub(crate) fn state(&self, state: Option<&[u32]>) -> Result<Vec<u32>> {
        let codes = self.codes()?.len() as u32;
        let Some(given) = state else { return Ok((0..codes).collect()) };
        if given.iter().any(|&code| code >= codes) || !given.is_sorted_by(|a, b| a < b) {
            return Err(CoreError::input("a state lists numbers of codes, ascending"));
        }
        Ok(given.to_vec())
    }

    /// All outcomes, in a game with few experiments that does not end with a hit; made at first use.
    pub(crate) fn table(&self, control: &Control) -> Result<Option<&Table>> {
        if self.table.get().is_none() {
            let memory = self.memory.get().copied().unwrap_or(0) / LIST_SHARE;
            let made = match self.program.ending {
                Ending::Hit => None, // almost as many experiments as codes
                _ => Table::new(&self.program, &self.plans, self.codes()?, memory, control)?,
            };
            let _ = self.table.set(made); // any thread makes the same
        }
        Ok(self.table.get().and_then(Option::as_ref))
    }

    /// For each code the first experiment that is final if the code is the secret; `None` without one.
    pub fn closing(&self, control: &Control) -> Result<Vec<Option<Experiment>>> {
        let experiment = |hit: &Hit| (hit.type_index, decode(&self.plans[hit.type_index].space, &hit.row));
        Ok(self.hits(control)?.first.iter().map(|hit| hit.as_ref().map(experiment)).collect())
    }

    /// The experiments that hit each code, found at first use.
    pub(crate) fn hits(&self, control: &Control) -> Result<&Hits> {
        if self.hits.get().is_none() {
            let _ = self.hits.set(Hits::new(&self.program, &self.plans, self.codes()?, control)?);
            // always the same
        }
        self.known_hits().ok_or_else(|| CoreError::Internal("hits vanished".into()))
    }

    /// The experiments that hit each code, if they were found already.
    pub(crate) fn known_hits(&self) -> Option<&Hits> {
        self.hits.get()
    }

    /// Whether some outcomes of the game are final and others are not, as far as it says so.
    pub(crate) fn knows_finals(&self) -> bool {
        self.program.types.iter().any(|kind| kind.answer.final_component.is_some())
    }

    /// Whether every outcome of a type is final: in a core game whose other types tell final outcomes from others.
    pub(crate) fn always_final(&self, type_index: usize) -> bool {
        self.program.ending == Ending::Core && self.program.types[type_index].answer.final_component.is_none()
    }

    /// Generators of the automorphism group of the game's graph, found at first use.
    pub(crate) fn automorphisms(&self, control: &Control) -> Result<&[Permutation]> {
        let Some(graph) = &self.graph else { return Ok(&[]) };
        if self.automorphisms.get().is_none() {
            let _ = self.automorphisms.set(automorphisms(&graph.graph, control)?.generators);
            // any thread finds the same
        }
        Ok(self.automorphisms.get().map_or(&[], Vec::as_slice))
    }

    /// The experiments of the first `types` types as candidates for equivalence. With `class` one of each orbit under
    /// permutations of symbols within classes will do; few are listed all the same.
    pub(crate) fn candidates(
        &self,
        types: usize,
        class: Option<&[u32]>,
        limits: Limits,
        control: &Control,
    ) -> Result<Arc<Candidates>> {
        let fits = |known: &&Arc<Candidates>| known.types() == types && known.len() as u64 <= limits.count;
        if let Some(known) = self.candidates.get().filter(fits) {
            return Ok(known.clone());
        }
        let made = Arc::new(match class {
            None => Candidates::all(self, types, limits, control)?,
            Some(class) => Candidates::few(self, types, class, limits, control)?,
        });
        if made.complete {
            let _ = self.candidates.set(made.clone()); // any thread makes the same
        }
        Ok(made)
    }

    /// Bytes held by lists of orbits, and a way to free them.
    pub(crate) fn list_bytes(&self) -> u64 {
        self.types.iter().filter_map(OnceLock::get).map(|data| data.lists.bytes()).sum()
    }

    pub(crate) fn clear_lists(&self) {
        self.types.iter().filter_map(OnceLock::get).for_each(|data| data.lists.clear());
    }
}

//! What follows from what: the facts that a claim needs, children first.
//!
//! `prove(S, k, v)` makes a fact "S costs at least v in at most k experiments", which the search knows to be true. All
//! experiments are gone through as the checker does it. Of one whose cells do not cost enough by their sizes, cells are
//! named (`naming`), and facts are made for what is used. Of experiments that symmetries of the state carry to each other, the first
//! is dealt with.

use std::collections::{HashMap, HashSet, VecDeque};

use super::certificate::{Certificate, Reason};
use super::elements::{Elements, Word};
use super::outcome_columns::{ranks, OutcomeColumns};
use super::size_bound::SizeBound;
use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::ids::{CodeId, SlotId};
use crate::base::limits::{Control, StopReason};
use crate::engine::{Engine, Experiment};
use crate::optimal::asked::{Objective, OptimalOptions};
use crate::optimal::cost::{Cost, INFEASIBLE, UNLIMITED};
use crate::optimal::objective::shared;
use crate::optimal::problem::Problem;
use crate::optimal::source::Source;
use crate::optimal::source_choice::{sourced, SourceUse};
use crate::optimal::task::{after, sensible, Halt, SearchResult, Task};
use crate::optimal::thread::Search;
use crate::optimal::transposition::StateKey;

/// What no strategy can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofClaim {
    /// The experiments of a play, at most; `None`: any number.
    pub left: Option<u32>,
    /// No strategy costs less; `None`: there is none.
    pub value: Option<u64>,
}

/// What to prove.
#[derive(Clone, Debug)]
pub struct ProofOptions {
    /// Experiments are counted, not lengths of plays.
    pub nodes: bool,
    pub claims: Vec<ProofClaim>,
    pub consistent: bool,
    /// Every strategy begins with it; the number that it is thought to have, if it makes the same cells.
    pub first: Option<(Experiment, u32)>,
    /// Bytes: half of them for the search, a quarter for the table of outcomes, a quarter for what is written.
    pub memory: u64,
    /// What the search kept: records as `Control::facts` gives them.
    pub facts: Vec<u8>,
    /// The list of a proof of the same game, measure and first experiment that was stopped: it is gone on with.
    pub begun: Vec<u8>,
}

/// A certificate: its list from the elements on, and what stands before it. When `stopped`, it has no end and proves less than
/// it should.
#[derive(Debug, Default)]
pub struct Proof {
    pub items: Vec<u8>,
    pub facts: u64,
    pub elements: u64,
    pub experiments: usize,
    /// The number of the experiment that every strategy begins with.
    pub first: Option<u32>,
    pub stopped: Option<StopReason>,
}

/// Proves claims that the search found true. `orders`: in which order the checker fills the slots of the codes, and those of
/// each type of experiments. An error when a claim is false.
pub fn prove(engine: &Engine, orders: &[Vec<SlotId>], options: &ProofOptions, control: &Control) -> Result<Proof> {
    let (codes, types) = orders.split_first().ok_or_else(|| CoreError::input("there is no order of the codes"))?;
    let problem = Problem::new(engine, options.consistent, control)?;
    let asked = OptimalOptions::new(Objective::Average, options.consistent, 1, options.memory / 2);
    let search = OptimalOptions { facts: options.facts.clone(), ..asked };
    let mut proof = Proof::default();
    control.begin(0); // facts are counted; how many there will be nobody knows
    control.watched(|| {
        let columns = OutcomeColumns::new(engine, types, options.memory / 4, control)?;
        proof.experiments = columns.experiments;
        let known = engine.some_codes()?;
        let ranks = ranks(&engine.program.codes, &known.rows, codes).into_iter().map(|rank| rank.to_u32()).collect();
        if let Some((first, number)) = &options.first {
            proof.first = Some(find(engine, &columns, first, *number, control)?);
        }
        let work = Proving { columns: &columns, ranks, options, search: &search, control, proof: &mut proof };
        sourced(&problem, &search, control, work)
    })?;
    Ok(proof)
}

/// The number of an experiment: the one it is thought to have, or the first that makes its cells.
fn find(
    engine: &Engine,
    columns: &OutcomeColumns,
    experiment: &Experiment,
    number: u32,
    control: &Control,
) -> Result<u32> {
    let outcomes = engine.outcomes(experiment, &engine.state(None)?, control)?;
    let is_same = |&number: &usize| {
        let (mut there, mut back) = (HashMap::new(), HashMap::new());
        columns.column(number).iter().zip(&outcomes).all(|(&a, &b)| {
            *there.entry(a).or_insert(b) == b
                && *back.entry(b).or_insert(a) == a
                && columns.is_final(number, a) == (engine.knows_finals() && engine.is_final(experiment.0, b))
        })
    };
    let thought = Some(number.index()).filter(|&number| number < columns.experiments);
    let found = thought.into_iter().chain(0..columns.experiments).find(is_same).map(|number| number.to_u32());
    found.ok_or_else(|| CoreError::Internal("the first experiment is not among those listed".into()))
}

struct Proving<'o> {
    columns: &'o OutcomeColumns,
    ranks: Vec<u32>,
    options: &'o ProofOptions,
    search: &'o OptimalOptions,
    control: &'o Control,
    proof: &'o mut Proof,
}

impl SourceUse for Proving<'_> {
    fn with<S: Source>(self, problem: &Problem<'_>, source: &S) -> Result<()> {
        let Proving { columns, ranks, options, control, proof, .. } = self;
        let shared = shared(problem, source, self.search, control)?;
        let elements = match &shared.canonical {
            Some(canonical) => Elements::new(canonical, columns, control)?,
            None => None,
        };
        let cost = if options.nodes { Cost::Node } else { Cost::Weight };
        let mut prover = Prover {
            problem,
            columns,
            elements: elements.as_ref(),
            size: SizeBound::new(problem, columns, cost),
            search: Search::new(&shared, false),
            cost,
            facts: Certificate::new(ranks),
            first: None,
            memory: options.memory / 4,
        };
        elements.iter().flat_map(|elements| &elements.all).for_each(|element| prover.facts.element(element));
        prover.resume(&options.begun);
        control.advance(prover.facts.count);
        match options.claims.iter().try_for_each(|claim| prover.claim(claim, proof.first)) {
            Ok(()) => {}
            Err(Halt::Error(CoreError::Stopped(reason))) => proof.stopped = Some(reason),
            Err(Halt::Error(error)) => return Err(error),
            Err(Halt::Over) => return Err(CoreError::Internal("a proof was left half made".into())),
        }
        proof.facts = prover.facts.count;
        proof.elements = elements.as_ref().map_or(0, |elements| elements.all.len().to_u64());
        proof.items = prover.facts.written;
        Ok(())
    }
}

pub(super) struct Prover<'p, 'a, S: Source> {
    problem: &'p Problem<'a>,
    columns: &'p OutcomeColumns,
    pub(super) elements: Option<&'p Elements>,
    size: SizeBound<'p, 'a>,
    pub(super) search: Search<'p, S>,
    cost: Cost,
    pub(super) facts: Certificate,
    /// All codes begin with it.
    first: Option<u32>,
    memory: u64,
}

/// A cell of an experiment.
pub(super) struct Cell {
    pub codes: Vec<CodeId>,
    /// What it costs at least by its size.
    pub bound: u64,
    /// It may be named: no play is over there.
    pub is_open: bool,
    /// The number of its state, once that is needed.
    pub key: Option<StateKey>,
}

/// States of fewer codes have their experiments compared by their cells only.
const ORBITS: usize = 16;
/// Facts between two looks at the memory.
const MEMORY_CHECK: u64 = 1024;

impl<S: Source> Prover<'_, '_, S> {
    /// Takes over the facts of a list that was begun.
    fn resume(&mut self, begun: &[u8]) {
        let mut facts = std::mem::replace(&mut self.facts, Certificate::new(Vec::new()));
        facts.resume(begun, self.columns.codes, |state| self.key(state));
        self.facts = facts;
    }

    /// Makes the facts that a claim needs.
    fn claim(&mut self, claim: &ProofClaim, first: Option<u32>) -> SearchResult<()> {
        let all: Vec<CodeId> = CodeId::first(self.columns.codes).collect();
        let (left, value) = (claim.left.unwrap_or(UNLIMITED), claim.value.unwrap_or(INFEASIBLE));
        if self.size.of(&all, false, left) >= value {
            let key = self.key(&all);
            self.facts.add(key, &all, left, value, &[]);
            return Ok(());
        }
        let costs = if claim.value.is_some() { self.cost } else { Cost::Depth };
        let left = sensible(&all, left); // the task has bounds for every number of experiments up to it
        let task = Task::full(self.problem, self.search.shared.source, costs, left, INFEASIBLE, u64::MAX);
        self.first = first;
        self.prove(&task, &all, left, value, false).map(drop)
    }

    /// The number under which the facts about a state are found, and those about its images.
    pub(super) fn key(&mut self, state: &[CodeId]) -> StateKey {
        match (&self.search.shared.canonical, self.elements) {
            (Some(canonical), Some(_)) => canonical.number(&mut self.search.labelling, state),
            _ => self.search.codes_sum(state),
        }
    }

    /// Makes a fact about a state that is not over; see the head of the file. Returns its number. `is_seen`: a look at all
    /// experiments said that it costs so much.
    pub(super) fn prove(
        &mut self,
        task: &Task,
        state: &[CodeId],
        left: u32,
        value: u64,
        is_seen: bool,
    ) -> SearchResult<u64> {
        self.search.shared.control.poll()?;
        let left = sensible(state, left);
        let first = self.first.take();
        let own = self.cost.of(self.problem.weight(state));
        let mut entries: Vec<(u32, Reason)> = Vec::new();
        let mut dealt: HashMap<Vec<u8>, u32> = HashMap::new();
        let mut orbits: Option<Vec<Word>> = None;
        let mut images: HashMap<u32, (u32, Word)> = HashMap::new();
        // Mostly no experiment has cells that cost less by their sizes, and a look at all of them by the search says so.
        let bounds = task.ladder.at(after(left));
        let looks = S::LASTING && first.is_none() && state.len() > 1 && self.size.covers(bounds);
        let is_clear = looks && (is_seen || self.looked(task, state, left)? >= value);
        let open = if is_clear { Vec::new() } else { self.open(state, left, own, value, first) };
        for experiment in open {
            let (mut cells, partition) = self.cells(state, experiment.index(), left);
            let same = dealt.get(&partition).map(|&earlier| (earlier, Word::new()));
            if let Some((earlier, word)) = same.or_else(|| images.remove(&experiment)) {
                entries.push((experiment, Reason::Like(earlier, word)));
                continue;
            }
            let mut named = self.name(task, &mut cells, own, value, after(left))?;
            self.renumber(&cells, &mut named);
            entries.push((experiment, Reason::Cells(named)));
            dealt.insert(partition, experiment);
            if first.is_none() && state.len() >= ORBITS {
                let generators = orbits.get_or_insert_with(|| self.stabiliser(state));
                if !generators.is_empty() {
                    self.carry(generators, experiment, &mut images);
                }
            }
        }
        let key = self.key(state);
        let number = self.facts.add(key, state, left, value, &entries);
        self.search.shared.control.advance(1);
        if number.is_multiple_of(MEMORY_CHECK) && self.facts.bytes() > self.memory {
            let needed = 4 * self.facts.bytes();
            return Err(CoreError::Limit { name: "memory", needed, limit: 4 * self.memory }.into());
        }
        Ok(number)
    }

    /// The experiments whose cells do not cost enough by their sizes.
    fn open(&self, state: &[CodeId], left: u32, own: u64, value: u64, first: Option<u32>) -> Vec<u32> {
        let all = match first {
            Some(first) => first.index()..first.index() + 1,
            None => 0..self.columns.experiments,
        };
        let rows: Vec<&[u8]> = state.iter().map(|&code| self.columns.row(code)).collect();
        let prices = self.size.prices(state.len(), after(left));
        let mut sizes = [0_u32; 256];
        let mut met: Vec<u8> = Vec::new();
        let mut open = Vec::new();
        for experiment in all {
            met.clear();
            for row in &rows {
                let outcome = row[experiment];
                if sizes[outcome.index()] == 0 {
                    met.push(outcome);
                }
                sizes[outcome.index()] += 1;
            }
            let is_hit = |&outcome: &u8| self.columns.is_final(experiment, outcome);
            let helps = met.len() > 1 || self.problem.closing && is_hit(&met[0]);
            if first.is_some() || helps && (!self.problem.consistent || met.iter().any(is_hit)) {
                let sum = match &prices {
                    Some(prices) => met.iter().fold(own, |sum, outcome| {
                        let price = prices[usize::from(is_hit(outcome))][sizes[outcome.index()].index()];
                        sum.saturating_add(price).min(INFEASIBLE)
                    }),
                    None => sum(own, &self.cells(state, experiment, left).0),
                };
                if sum < value {
                    open.push(experiment.to_u32());
                }
            }
            met.iter().for_each(|outcome| sizes[outcome.index()] = 0);
        }
        open
    }

    /// The cells of an experiment in the order of their least codes, and what tells whether others are the same.
    fn cells(&self, state: &[CodeId], experiment: usize, left: u32) -> (Vec<Cell>, Vec<u8>) {
        let mut numbers: [Option<u8>; 256] = [None; 256];
        let mut partition = Vec::with_capacity(state.len() + 16);
        let mut cells: Vec<(u8, Vec<CodeId>)> = Vec::new();
        for &code in state {
            let outcome = self.columns.row(code)[experiment];
            let next = cells.len();
            let number = *numbers[outcome.index()].get_or_insert_with(|| {
                cells.push((outcome, Vec::new()));
                next as u8 // at most 255 outcomes
            });
            cells[number.index()].1.push(code);
            partition.push(number);
        }
        let left = after(left);
        let cell = |(outcome, codes): (u8, Vec<CodeId>)| {
            let is_final = self.columns.is_final(experiment, outcome);
            partition.push(u8::from(is_final));
            let bound = self.size.of(&codes, is_final, left);
            Cell { bound, is_open: !self.problem.over(&codes, is_final), codes, key: None }
        };
        let cells = cells.into_iter().map(cell).collect();
        (cells, partition)
    }

    /// Gives cells the numbers they have for the checker, and their order.
    fn renumber(&self, cells: &[Cell], named: &mut [(u32, u64, Word)]) {
        let ranks = &self.facts.ranks;
        let least = |cell: &Cell| cell.codes.iter().map(|&code| ranks[code]).min();
        let firsts: Vec<Option<u32>> = cells.iter().map(least).collect();
        let place = |cell: u32| firsts.iter().filter(|&&first| first < firsts[cell.index()]).count();
        named.iter_mut().for_each(|(cell, ..)| *cell = place(*cell).to_u32());
        named.sort_unstable_by_key(|&(cell, ..)| cell);
    }

    /// What a state that is not over costs, if that is less than `beta`; else `beta` at least.
    pub(super) fn least(&mut self, task: &Task, state: &[CodeId], left: u32, beta: u64) -> SearchResult<u64> {
        let beta = if task.cost == Cost::Depth { 1 } else { beta };
        let of = |value: u64| if value >= INFEASIBLE / 2 { INFEASIBLE } else { value };
        if state.len() == 1 {
            return Ok(self.size.of(state, false, left));
        }
        let sum = self.search.sum(state);
        let fact = self.search.find(self.search.key(task, sum, state.len(), left));
        if let Some(fact) = fact.filter(|fact| fact.lower >= beta || fact.is_exact()) {
            return Ok(of(fact.lower));
        }
        let (bound, is_exact) = self.problem.bound(state, false, task.ladder.at(left));
        if is_exact || bound >= beta {
            return Ok(of(bound));
        }
        let looked = self.search.look(task, &task.ladder, state, left, 0)?;
        Ok(of(self.search.solve(task, &task.ladder, state, sum, looked, beta, left, 1)?))
    }

    /// Words of symmetries that carry a state to itself, and their inverses.
    fn stabiliser(&mut self, state: &[CodeId]) -> Vec<Word> {
        let (Some(elements), Some(canonical)) = (self.elements, &self.search.shared.canonical) else {
            return Vec::new();
        };
        let moves = canonical.stabiliser(&mut self.search.labelling, state);
        let words = moves.iter().map(|moves| elements.joined(&elements.word(moves), &[]));
        words
            .flat_map(|word| [elements.inverse(&word), word])
            .filter(|word| elements.codes(word, state) == state)
            .collect()
    }

    /// Adds later experiments of the orbit of one, each with a word that carries it to that one.
    fn carry(&self, generators: &[Word], experiment: u32, images: &mut HashMap<u32, (u32, Word)>) {
        let Some(elements) = self.elements else { return };
        let mut open = VecDeque::from([(experiment, Word::new())]);
        let mut met = HashSet::from([experiment]);
        while let Some((at, word)) = open.pop_front() {
            for generator in generators {
                let from = elements.experiment(&elements.inverse(generator), at);
                if met.insert(from) {
                    let there = elements.joined(generator, &word);
                    if from > experiment {
                        images.entry(from).or_insert_with(|| (experiment, there.clone()));
                    }
                    open.push_back((from, there));
                }
            }
        }
    }
}

/// What an experiment costs at least by the sizes of its cells.
pub(super) fn sum(own: u64, cells: &[Cell]) -> u64 {
    cells.iter().fold(own, |sum, cell| sum.saturating_add(cell.bound).min(INFEASIBLE))
}

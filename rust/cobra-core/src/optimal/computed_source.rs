//! Experiments and outcomes made on demand, where a table of all would be too large.
//!
//! In a state one experiment of each kind is looked at: symbols and slots are interchangeable where swapping them carries the
//! state, with its weights and goals, to itself; such a swap carries a strategy that begins with an experiment to one that
//! begins with its image and costs as much. Of experiments that make the same cells, and the same final ones, the first
//! is enough: what follows is the same. (In counterfeit coin puzzles thousands of weighings make a few hundred partitions.)
//!
//! Experiments are numbered in the order of a view, so a number means nothing in another state.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::Arc;

use super::bounds::Bounds;
use super::cost::INFEASIBLE;
use super::leaders::Leaders;
use super::problem::Problem;
use super::source::{Candidate, Look, Source};
use super::view::View;
use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::error::Result;
use crate::base::ids::{CodeId, ExperimentId, Outcome, OutcomeId, TypeIndex};
use crate::base::limits::{Control, StopReason};
use crate::engine::TypeAndRow;
use crate::evaluate::{self, CellMasks, Criterion, Labels, Prepared, Survey};
use crate::experiments::lists::BLOCK;
use crate::experiments::types::TypeData;
use crate::game::space::{exchange, ones};
use crate::list::interchange::Classes;
use crate::list::rows::gather;
use crate::outcomes::widths::Widths;
use crate::symmetry::classes;

/// The cells of larger states are not kept.
const MOST_LABELLED: usize = 512;
/// Experiments of the first block of those too many to be listed: one that cannot be beaten is often among the first.
const FIRST_BLOCK: usize = 64;
/// Pairs of codes and experiments looked at to find out how many outcomes an experiment can have.
const MOST_PAIRS: usize = 1 << 26;
/// Part of the memory that all views may take together, and the lists of experiments; so many bytes are taken for granted,
/// less than libraries take more or less of from run to run.
const SHARE: u64 = 4;
const LEAST_SHARE: u64 = 1 << 20;
/// Cells that take a larger part of that in one view are not kept.
const CELLS_SHARE: u64 = 8;
/// States looked at between two checks of the memory that lists take.
const CHECK: u32 = 256;

/// Makes experiments of a game on demand.
pub(crate) struct ComputedSource<'a> {
    problem: &'a Problem<'a>,
    control: &'a Control,
    /// Whether interchangeable symbols and slots are made use of.
    symmetry: bool,
    widths: Widths,
    /// Bytes for lists, and for views.
    share: u64,
    /// Bytes that views take.
    viewed: AtomicU64,
}

/// Buffers of one thread.
#[derive(Default)]
pub(crate) struct Scratch {
    evaluate: evaluate::Scratch,
    symbols: classes::Scratch,
    labels: Labels,
    partition: CellMasks,
    outcomes: Vec<OutcomeId>,
    sizes: Vec<(OutcomeId, u32)>,
    codes: Vec<CodeId>,
    by_hash: HashMap<u64, u32>,
    looks: u32,
}

impl<'a> ComputedSource<'a> {
    /// `memory`: bytes for everything that is kept.
    pub fn new(
        problem: &'a Problem<'a>,
        memory: u64,
        symmetry: bool,
        control: &'a Control,
    ) -> Result<ComputedSource<'a>> {
        let (widths, share) = (Widths::default(), (memory / SHARE).max(LEAST_SHARE));
        let mut source = ComputedSource { problem, control, symmetry, widths, share, viewed: AtomicU64::new(0) };
        source.widths = source.find_widths(MOST_PAIRS)?;
        Ok(source)
    }

    /// The most outcomes of an experiment on all codes; where that takes more than so many pairs, the most there could be.
    pub fn widths(problem: &Problem<'_>, symmetry: bool, most: usize, control: &Control) -> Result<Widths> {
        let (widths, share) = (Widths::default(), LEAST_SHARE);
        ComputedSource { problem, control, symmetry, widths, share, viewed: AtomicU64::new(0) }.find_widths(most)
    }

    fn data(&self, type_index: TypeIndex) -> Result<&'a TypeData> {
        self.problem.engine.type_data(type_index, self.control)
    }

    fn find_widths(&self, most_pairs: usize) -> Result<Widths> {
        let state = self.problem.codes.all();
        let mut scratch = Scratch::default();
        let mut widths = Widths::default();
        let classes = self.symmetry.then(|| self.classes(&mut scratch, &state)).transpose()?;
        for type_index in self.problem.engine.all_types() {
            let evaluator = &self.data(type_index)?.evaluator;
            let is_final = |outcome: OutcomeId| self.problem.engine.is_final(type_index, outcome);
            let gathered = evaluator.gather(&state);
            let (mut pairs, mut seen) = (0, vec![0; evaluator.outcomes()]);
            let mut number = 0;
            self.for_each_list(type_index, classes.as_ref(), |list| {
                for experiment in 0..list.len() {
                    self.control.poll()?;
                    pairs += state.len();
                    if pairs > most_pairs {
                        return Ok(false);
                    }
                    let Scratch { evaluate, outcomes, .. } = &mut scratch;
                    evaluator.partition_gathered(gathered.probe(list, experiment), evaluate, outcomes);
                    number += 1;
                    let mut here = Widths::default();
                    for &outcome in outcomes.iter() {
                        if std::mem::replace(&mut seen[outcome], number) != number {
                            here.count(is_final(outcome));
                        }
                    }
                    widths.join(here);
                }
                Ok(true)
            })?;
            if pairs > most_pairs {
                let mut most = Widths::default();
                OutcomeId::first(evaluator.outcomes()).for_each(|outcome| most.count(is_final(outcome)));
                widths.join(most);
            }
        }
        Ok(widths)
    }

    /// Visits lists of one experiment of each kind of a type until `visit` returns false.
    fn for_each_list(
        &self,
        type_index: TypeIndex,
        classes: Option<&Classes>,
        visit: impl FnMut(&Arc<Prepared>) -> Result<bool>,
    ) -> Result<()> {
        let (data, context) = (self.data(type_index)?, self.problem.engine.context(type_index, self.control));
        let looks = usize::MAX; // a list of orbits saves more than this one
        data.lists.source(context, &data.evaluator, classes, looks)?.for_each(
            context,
            &data.evaluator,
            FIRST_BLOCK,
            visit,
        )
    }

    /// The symbols and slots interchangeable in a state with its weights and goals.
    fn classes(&self, scratch: &mut Scratch, state: &[CodeId]) -> Result<Classes> {
        let Problem { engine, codes, .. } = self.problem;
        let mut classes = engine.symbols.classes(codes, state, true, &mut scratch.symbols, self.control)?;
        if codes.goal.is_none() && codes.weight.is_none() {
            return Ok(classes);
        }
        // What is joined is tested again, since a swap may carry codes to others of another weight.
        let members: HashMap<&[u64], CodeId> =
            state.iter().map(|&code| (codes.rows.row(code.index()), code)).collect();
        let joined = classes.class.clone();
        let mut firsts: Vec<u32> = Vec::new();
        for symbol in 0..joined.len().to_u32() {
            let number = symbol.index();
            let absent = classes.absent[number];
            let alike = |&&first: &&u32| {
                joined[first.index()] == joined[number] && (absent || self.keeps_costs(&members, first, symbol))
            };
            let found = firsts.iter().find(alike).copied();
            classes.class[number] = found.unwrap_or(symbol);
            if found.is_none() {
                firsts.push(symbol);
            }
        }
        Ok(classes)
    }

    /// Whether swapping two symbols, which carries a state to itself, keeps weights and carries equal goals to equal goals.
    fn keeps_costs(&self, state: &HashMap<&[u64], CodeId>, a: u32, b: u32) -> bool {
        let Problem { engine, codes, .. } = self.problem;
        let [a, b] = [a, b].map(|symbol| engine.symbols.propositions(symbol.index()));
        let mut goals: HashMap<u32, u32> = HashMap::new();
        let mut row = Vec::new();
        state.iter().all(|(&before, &code)| {
            row.clear();
            row.extend_from_slice(before);
            for (&p, &q) in a.iter().zip(b) {
                exchange(&mut row, p, q);
            }
            let Some(&image) = state.get(&row[..]) else { return false };
            let goal = codes.goal_of(image);
            codes.weight(code) == codes.weight(image) && *goals.entry(codes.goal_of(code)).or_insert(goal) == goal
        })
    }

    /// Looks at the experiments of a list; false when the rest need not be looked at.
    fn judge(
        &self,
        scratch: &mut Scratch,
        (type_index, list): (TypeIndex, &Arc<Prepared>),
        state: &[CodeId],
        (bounds, known): (&Bounds, u64),
        view: &mut View,
        look: &mut Look,
    ) -> Result<bool> {
        let evaluator = &self.data(type_index)?.evaluator;
        let always_final = self.problem.engine.always_final(type_index);
        let number = view.lists.len().to_u32();
        view.lists.push((type_index, list.clone()));
        let own = bounds.cost.of(self.problem.weight(state));
        let mut gathered = None;
        for place in 0..list.len() {
            if gathered.is_none() && place.is_multiple_of(BLOCK) {
                let block = place..list.len().min(place + BLOCK);
                let Scratch { evaluate, labels, .. } = scratch;
                let survey = Survey::by(Criterion::Parts, list, state, self.control.halted());
                let labelled = state.len() <= MOST_LABELLED && evaluator.label(&survey, evaluate, block, labels);
                self.control.poll()?;
                if !labelled {
                    view.forget_cells();
                    gathered = Some(evaluator.gather(state));
                }
            }
            let Scratch { evaluate, labels, partition, outcomes, sizes, codes, by_hash, .. } = scratch;
            let mut verdict = Verdict::new(own);
            match &gathered {
                None => {
                    evaluator.cells_of_labelled(list, evaluate, place, state, labels, partition);
                    if always_final {
                        partition.finals.fill(true);
                    }
                    self.by_cells(partition, codes, state, bounds, &mut verdict);
                }
                Some(gathered) if self.problem.plain => {
                    self.control.poll()?;
                    evaluator.sizes_gathered(gathered.probe(list, place), evaluate, sizes);
                    for &(outcome, size) in sizes.iter() {
                        let is_final = self.problem.engine.is_final(type_index, outcome);
                        let cell = &state[..size.index()];
                        verdict.add(cell.len(), is_final, self.problem.bound(cell, is_final, bounds));
                    }
                }
                Some(gathered) => {
                    self.control.poll()?;
                    evaluator.partition_gathered(gathered.probe(list, place), evaluate, outcomes);
                    partition.set(outcomes, |outcome| self.problem.engine.is_final(type_index, outcome));
                    self.by_cells(partition, codes, state, bounds, &mut verdict);
                }
            }
            if !self.admits(&verdict) || view.keeps_cells && !view.add(partition, by_hash) {
                continue;
            }
            let id = ExperimentId::new(view.candidates.len().to_u32());
            let Verdict { lower, exact, squares, .. } = verdict;
            view.places.push((number, place.to_u32()));
            view.candidates.push(Candidate { id, lower, squares });
            if lower < look.lower || lower == look.lower && exact && look.exact.is_none() {
                *look = Look { lower, exact: exact.then_some(id) };
            }
            if exact && lower <= known {
                return Ok(false);
            }
            if 8 * view.masks.len().to_u64() > self.share / CELLS_SHARE {
                view.forget_cells(); // wherever the list ends, so that numbers are the same for every list
            }
        }
        if view.places.last().is_none_or(|last| last.0 != number) {
            view.lists.pop();
        }
        if self.count(view) > self.share {
            self.control.halt(StopReason::Memory);
        }
        Ok(self.control.poll().map(|()| true)?)
    }

    /// Counts the bytes of a view; returns those of all.
    fn count(&self, view: &mut View) -> u64 {
        let bytes = view.bytes();
        let more = bytes.wrapping_sub(std::mem::replace(&mut view.counted, bytes));
        self.viewed.fetch_add(more, Relaxed).wrapping_add(more)
    }

    /// What the cells of an experiment say.
    fn by_cells(
        &self,
        partition: &CellMasks,
        codes: &mut Vec<CodeId>,
        state: &[CodeId],
        bounds: &Bounds,
        verdict: &mut Verdict,
    ) {
        for (mask, is_final) in partition.cells() {
            let size = mask.iter().map(|word| word.count_ones().index()).sum::<usize>();
            let cell = if self.problem.plain {
                &state[..size] // only the size matters
            } else {
                codes.clear();
                codes.extend(ones(mask).map(|place| state[place.index()]));
                &codes[..]
            };
            verdict.add(size, is_final, self.problem.bound(cell, is_final, bounds));
            if verdict.lower >= INFEASIBLE {
                return;
            }
        }
    }

    /// Whether an experiment helps.
    fn admits(&self, verdict: &Verdict) -> bool {
        let alone = verdict.cells == 1 && !(self.problem.closing && verdict.can_be_final);
        verdict.lower < INFEASIBLE && !alone && (!self.problem.consistent || verdict.can_be_final)
    }
}

/// What is known of an experiment on a state: the sum of the bounds of its cells, whether it is the cost, how even the
/// cells are.
struct Verdict {
    lower: u64,
    exact: bool,
    squares: u64,
    cells: usize,
    can_be_final: bool,
}

impl Verdict {
    fn new(own: u64) -> Verdict {
        Verdict { lower: own, exact: true, squares: 0, cells: 0, can_be_final: false }
    }

    fn add(&mut self, size: usize, is_final: bool, (least, is_cost): (u64, bool)) {
        self.lower = (self.lower + least).min(INFEASIBLE);
        self.exact &= is_cost;
        self.squares += (size.to_u64()).pow(2);
        self.cells += 1;
        self.can_be_final |= is_final;
    }
}

impl Source for ComputedSource<'_> {
    type Scratch = Scratch;
    type View = View;

    const LASTING: bool = false;

    fn scratch(&self) -> Scratch {
        Scratch::default()
    }

    fn widths(&self) -> Widths {
        self.widths
    }

    fn bytes(&self) -> u64 {
        self.problem.engine.list_bytes() + self.viewed.load(Relaxed)
    }

    fn look(
        &self,
        scratch: &mut Scratch,
        state: &[CodeId],
        _among: Option<&Leaders>,
        bounds: &Bounds,
        known: u64,
        view: &mut View,
    ) -> Result<Look> {
        view.clear(state.len());
        scratch.by_hash.clear();
        scratch.looks += 1;
        let engine = self.problem.engine;
        if scratch.looks.is_multiple_of(CHECK) && engine.list_bytes() > self.share {
            engine.clear_lists();
        }
        let mut look = Look { lower: INFEASIBLE, exact: None };
        let classes = self.symmetry.then(|| self.classes(scratch, state)).transpose()?;
        for type_index in engine.all_types() {
            let mut more = true;
            self.for_each_list(type_index, classes.as_ref(), |list| {
                more = self.judge(scratch, (type_index, list), state, (bounds, known), view, &mut look)?;
                Ok(more)
            })?;
            if !more {
                break;
            }
        }
        Ok(look)
    }

    fn candidates(
        &self,
        _scratch: &mut Scratch,
        view: &View,
        _state: &[CodeId],
        _among: Option<&Leaders>,
        _bounds: &Bounds,
        below: u64,
        out: &mut Vec<Candidate>,
    ) -> Result<()> {
        out.extend(view.candidates.iter().filter(|candidate| candidate.lower < below));
        Ok(())
    }

    fn split(
        &self,
        scratch: &mut Scratch,
        view: &View,
        id: ExperimentId,
        state: &[CodeId],
        out: &mut Vec<Outcome>,
    ) -> Result<()> {
        out.clear();
        if !view.keeps_cells {
            let (list, place) = view.places[id.index()];
            let (type_index, list) = &view.lists[list.index()];
            let Scratch { evaluate, outcomes, .. } = scratch;
            self.data(*type_index)?.evaluator.partition(list, evaluate, place.index(), state, outcomes);
            let is_final = |outcome: OutcomeId| self.problem.engine.is_final(*type_index, outcome);
            out.extend(outcomes.iter().map(|&outcome| Outcome::new(outcome.number(), is_final(outcome))));
            return Ok(());
        }
        out.resize(state.len(), Outcome::new(0, false));
        for (number, cell) in view.cells(id.index()).enumerate() {
            let outcome = Outcome::new(number.to_u32(), view.finals[cell]);
            ones(&view.masks[cell * view.words..][..view.words]).for_each(|place| out[place.index()] = outcome);
        }
        Ok(())
    }

    fn experiment(&self, view: &View, id: ExperimentId) -> Result<TypeAndRow> {
        let (list, place) = view.places[id.index()];
        let (type_index, list) = &view.lists[list.index()];
        Ok((*type_index, gather(list.experiments(), place.index())))
    }
}

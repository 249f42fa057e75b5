//! What the symmetries of a state do to experiments: of those they carry to each other one is tried.
//!
//! Let g be a symmetry of the game with g(S) = S. The experiment g(e) makes the cells g(C) of g(S) = S where e makes the
//! cells C, and g carries strategies for C to strategies for g(C) that cost the same. So e and g(e) cost the same on S, and
//! so do all experiments of an orbit of the group such symmetries generate. The first of each orbit is kept. `canonical`
//! finds the symmetries and tests that they carry the state to itself; one that is missed costs time only.

use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::error::Result;
use crate::base::ids::{ExperimentId, TypeIndex};
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::game::space::exchange;
use crate::group::permutation::{inverse, is_permutation, Sets};
use crate::list::normal::Sides;
use crate::list::rows::{Index, Rows};

use super::canonical::{Canonical, Motion, Moves};
use super::leaders::Leaders;
use super::source::{Candidate, Source};

/// How the things of a game (see `canonical`) move its experiments, which are plain numbers here, as the points of any
/// permutation.
pub(crate) struct Action {
    /// For each class its first thing, and for each thing another than the first: where exchanging it with the first
    /// carries each experiment.
    exchanges: Vec<Option<Vec<u32>>>,
    first: Vec<u32>,
    /// Where each turn carries each experiment, and where its inverse does.
    turns: Vec<[Vec<u32>; 2]>,
    experiments: usize,
}

impl Action {
    /// `None`: the images would take more than `memory` bytes, or some experiment is carried to none.
    pub fn new<S: Source>(
        engine: &Engine,
        canonical: &Canonical<'_>,
        source: &S,
        memory: u64,
        control: &Control,
    ) -> Result<Option<Action>> {
        let count = source.experiments().index();
        let things: usize = canonical.classes().iter().map(|class| class.len() - 1).sum();
        let images = (things + 2 * canonical.turns().len()).to_u64();
        if count == 0 || 4 * images * count.to_u64() > memory {
            return Ok(None);
        }
        let listed = ExperimentIndex::new(engine, source)?;
        let last = canonical.classes().iter().flatten().max().map_or(0, |&last| last.index() + 1);
        let mut action = Action {
            exchanges: vec![None; last],
            first: (0..last.to_u32()).collect(),
            turns: Vec::new(),
            experiments: count,
        };
        for class in canonical.classes() {
            for &thing in &class[1..] {
                control.poll()?;
                let Some(images) = listed.exchange(class[0], thing) else { return Ok(None) };
                debug_assert!(is_permutation(&images) && class.is_sorted());
                action.first[thing.index()] = class[0];
                action.exchanges[thing.index()] = Some(images);
            }
        }
        for turn in canonical.turns() {
            control.poll()?;
            let images = listed.carry(|type_index, row, carried| turn.symmetry.experiment(type_index, row, carried));
            let Some(images) = images.filter(|images| is_permutation(images)) else { return Ok(None) };
            let back = inverse(&images);
            action.turns.push([images, back]);
        }
        Ok(Some(action))
    }

    /// Keeps one candidate of each orbit, the one with the lowest number.
    pub fn reduce(&self, symmetries: &[Moves], candidates: &mut Vec<Candidate>) {
        let mut sets = Sets::new(self.experiments);
        let mut images = Vec::new();
        for symmetry in symmetries {
            images.clear();
            images.extend(candidates.iter().map(|candidate| candidate.id.number()));
            for step in &symmetry.steps {
                self.step(step, &mut images);
            }
            candidates.iter().zip(&images).for_each(|(candidate, &image)| sets.join(candidate.id.number(), image));
        }
        let mut lowest = vec![ExperimentId::NONE; self.experiments];
        for candidate in candidates.iter() {
            let lowest = &mut lowest[sets.least(candidate.id.number()).index()];
            *lowest = candidate.id.min(*lowest);
        }
        candidates.retain(|candidate| lowest[sets.least(candidate.id.number()).index()] == candidate.id);
    }

    /// The first experiment of each orbit.
    pub fn leaders(&self, symmetries: &[Moves]) -> Leaders {
        let mut sets = Sets::new(self.experiments);
        let mut images = Vec::new();
        for symmetry in symmetries {
            images.clear();
            images.extend(0..self.experiments.to_u32());
            symmetry.steps.iter().for_each(|step| self.step(step, &mut images));
            sets.join_images(&images);
        }
        Leaders::new(self.experiments, |experiment| sets.least(experiment))
    }

    /// Where a symmetry carries an experiment.
    pub fn image(&self, symmetry: &Moves, experiment: ExperimentId) -> ExperimentId {
        let mut image = [experiment.number()];
        symmetry.steps.iter().for_each(|step| self.step(step, &mut image));
        ExperimentId::new(image[0])
    }

    fn step(&self, step: &Motion, experiments: &mut [u32]) {
        match step {
            Motion::Things(permutation) => self.carry(permutation, experiments),
            &Motion::FurtherSymmetry { number, back } => {
                let images = &self.turns[number][usize::from(back)];
                experiments.iter_mut().for_each(|experiment| *experiment = images[experiment.index()]);
            }
        }
    }

    /// Carries experiments by a permutation of things.
    fn carry(&self, permutation: &[u32], experiments: &mut [u32]) {
        exchanges(permutation, &self.first, |thing| {
            if let Some(images) = &self.exchanges[thing.index()] {
                experiments.iter_mut().for_each(|experiment| *experiment = images[experiment.index()]);
            }
        });
    }
}

/// Writes a permutation of things as exchanges of one thing, handed over, with the first of its class, one after the other.
/// `first`: the first thing of the class of each; `u32::MAX`, in the permutation, is for things of no class.
pub(super) fn exchanges(permutation: &[u32], first: &[u32], mut exchange: impl FnMut(u32)) {
    let mut done = vec![false; first.len()];
    for thing in 0..first.len().to_u32() {
        let to = permutation[thing.index()];
        if done[thing.index()] || to == thing || to == u32::MAX {
            continue;
        }
        // (a b c …) is the exchange of a with b, then of a with c, …; with another thing f in place of a, between
        // two exchanges of f and a. The lowest thing of a cycle comes first, so that the first of the class is a.
        let has_first = first[thing.index()] == thing;
        if !has_first {
            exchange(thing);
        }
        let mut next = thing;
        loop {
            done[next.index()] = true;
            next = permutation[next.index()];
            if next == thing {
                break;
            }
            exchange(next);
        }
        if !has_first {
            exchange(thing);
        }
    }
}

/// The experiments of a source, to be found by their rows.
pub(super) struct ExperimentIndex<'e> {
    engine: &'e Engine,
    /// By type: the rows, their index, and the experiments' numbers.
    types: Vec<(Rows, Index, Vec<u32>)>,
    sides: Vec<Sides>,
    count: usize,
}

impl<'e> ExperimentIndex<'e> {
    pub fn new<S: Source>(engine: &'e Engine, source: &S) -> Result<ExperimentIndex<'e>> {
        let count = source.experiments();
        let empty = |words: usize| (Rows::new(words), Index::default(), Vec::new());
        let mut types: Vec<_> = engine.plans.iter().map(|plan| empty(plan.words)).collect();
        for id in 0..count {
            let (type_index, row) = source.experiment(&S::View::default(), ExperimentId::new(id))?;
            let (rows, index, ids) = &mut types[type_index];
            rows.data.extend_from_slice(&row);
            index.insert(rows, ids.len().to_u32());
            ids.push(id);
        }
        let sides = engine.plans.iter().zip(&engine.swaps).map(|(plan, swaps)| Sides::new(plan, swaps)).collect();
        Ok(ExperimentIndex { engine, types, sides, count: count.index() })
    }

    /// The number of an experiment.
    pub fn find(&self, type_index: TypeIndex, row: &[u64]) -> Option<ExperimentId> {
        let (rows, index, ids) = &self.types[type_index];
        Some(ExperimentId::new(ids[index.find(rows, row)?.index()]))
    }

    /// Where exchanging two things carries each experiment.
    fn exchange(&self, a: u32, b: u32) -> Option<Vec<u32>> {
        let swaps: Vec<_> = self.engine.all_types().map(|type_index| self.swaps(type_index, a, b)).collect();
        self.carry(|type_index, row, carried| {
            carried.clear();
            carried.extend_from_slice(row);
            for &(p, q) in &swaps[type_index] {
                exchange(carried, p, q);
            }
            type_index
        })
    }

    /// Where a symmetry, which says the type, carries each experiment; `None` if one is carried to none.
    fn carry(&self, symmetry: impl Fn(TypeIndex, &[u64], &mut Vec<u64>) -> TypeIndex) -> Option<Vec<u32>> {
        let mut images = vec![0; self.count];
        let mut carried = Vec::new();
        for (type_index, (rows, _, ids)) in TypeIndex::with(&self.types) {
            for (number, &id) in ids.iter().enumerate() {
                let to = symmetry(type_index, rows.row(number), &mut carried);
                self.sides[to].exchange(&mut carried, false);
                let (rows, index, ids) = &self.types[to];
                images[id.index()] = ids[index.find(rows, &carried)?.index()];
            }
        }
        Some(images)
    }

    /// The parameters of a type that change places. (`Interchange` knows of members only in types without sides.)
    fn swaps(&self, type_index: TypeIndex, a: u32, b: u32) -> Vec<(u32, u32)> {
        let symbols = &self.engine.symbols;
        let space = &self.engine.plans[type_index].space;
        if (a.index()) < symbols.symbols() {
            return symbols.parameter_swaps(type_index, space, a, b);
        }
        let mut swaps = Vec::new();
        let mut first = symbols.symbols();
        for group in &self.engine.program.slot_groups {
            let member = |thing: u32| (thing.index()).checked_sub(first);
            for layer in &group.layers[type_index] {
                let slot = |thing: u32| member(thing).and_then(|member| layer.get(member));
                if let (Some(&s), Some(&t)) = (slot(a), slot(b)) {
                    let (s, t) = (&space.slots[s], &space.slots[t]);
                    swaps.extend((0..s.width()).map(|i| (s.first + i, t.first + i)));
                }
            }
            first += group.propositions.len();
        }
        swaps
    }
}

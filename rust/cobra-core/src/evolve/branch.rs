//! Breakers: rooted trees whose nodes are experiments, with a branch for every outcome that a play has met.
//!
//! A breaker is the branch that begins with nothing asked. A branch is never changed, so breakers share what they have in
//! common. It keeps the codes whose plays come to it, which is bookkeeping of the trial: nothing is decided by them but where
//! a play goes. What a branch needs for its plays is a sum over these, so it has a fitness of its own.

use std::sync::Arc;

use super::world::World;
use crate::base::convert::{ToIndex, ToU32, ToU64, ToUsize};
use crate::base::ids::{CodeId, ExperimentId, OutcomeId};
use crate::pick::strategy::{follow, Random};

/// An outcome that was met and what follows: `None` when the play is over.
pub(crate) type BranchBelow = (OutcomeId, Option<Arc<Branch>>);

/// What is asked in a branch.
pub(crate) enum Ask {
    /// An experiment; the children are in ascending order of their outcomes.
    Made(ExperimentId, Vec<BranchBelow>),
    /// Whatever is answered, all experiments that were not made yet, in a random order that a seed tells.
    Anything(u64),
}

/// A part of a breaker.
pub(crate) struct Branch {
    pub ask: Ask,
    /// The codes whose plays come here, ascending.
    pub codes: Arc<[CodeId]>,
    /// `Σ weight · length` over these codes, lengths counted from here.
    pub cost: u64,
    /// Branches below, this one among them, that could have shorter plays: some take more than one experiment.
    pub places: u32,
    /// Experiments on the longest way down, `Ask::Anything` aside.
    pub depth: u32,
}

/// Buffers of one thread.
pub(crate) struct Tools {
    /// By outcome, the number of its cell; `NO_CELL` between two calls.
    cell: Vec<u32>,
    /// The seed of the order below.
    seed: Option<u64>,
    /// All experiments in the order of the seed, and the place of each.
    order: Vec<ExperimentId>,
    places: Vec<u32>,
}

const NO_CELL: u32 = u32::MAX;

/// The codes of a state by outcome, in ascending order of the outcomes; codes stay in order.
pub(crate) type CodesByOutcome = Vec<(OutcomeId, Vec<CodeId>)>;

impl Tools {
    pub fn new(world: &World) -> Tools {
        Tools {
            cell: vec![NO_CELL; world.width],
            seed: None,
            order: Vec::new(),
            places: vec![0; world.experiments()],
        }
    }

    pub fn cells(&mut self, world: &World, experiment: ExperimentId, state: &[CodeId]) -> CodesByOutcome {
        let mut cells: CodesByOutcome = Vec::new();
        for &code in state {
            let outcome = world.outcome(experiment, code);
            let cell = &mut self.cell[outcome];
            if *cell == NO_CELL {
                *cell = cells.len().to_u32();
                cells.push((outcome, Vec::new()));
            }
            cells[cell.index()].1.push(code);
        }
        for (outcome, _) in &cells {
            self.cell[*outcome] = NO_CELL;
        }
        cells.sort_unstable_by_key(|cell| cell.0);
        cells
    }

    /// Puts the experiments in the order of a seed (Fisher and Yates).
    fn arrange(&mut self, seed: u64) {
        if self.seed == Some(seed) {
            return;
        }
        let mut random = Random::new(seed);
        self.order = ExperimentId::first(self.places.len()).collect();
        for place in (1..self.order.len()).rev() {
            self.order.swap(place, random.below(place.to_u64() + 1).to_usize());
        }
        for (place, &experiment) in self.order.iter().enumerate() {
            self.places[experiment] = place.to_u32();
        }
        self.seed = Some(seed);
    }

    /// The experiments that `Ask::Anything` makes after those of a path.
    pub fn rest(&mut self, seed: u64, path: &[ExperimentId]) -> Vec<ExperimentId> {
        self.arrange(seed);
        self.order.iter().copied().filter(|experiment| !path.contains(experiment)).collect()
    }

    /// Plays `Ask::Anything` with the codes of a state after the experiments of a path. Calls `end` with the codes of plays
    /// that end, their length, counted from here, and the last experiment.
    pub fn play_anything(
        &mut self,
        world: &World,
        seed: u64,
        state: &[CodeId],
        path: &[ExperimentId],
        mut end: impl FnMut(&[CodeId], u64, ExperimentId),
    ) {
        self.arrange(seed);
        if let Some(hits) = &world.hits {
            for &code in state {
                let hits = &hits[code];
                let Some(&hit) = hits.iter().min_by_key(|&&hit| self.places[hit]) else { continue };
                let place = self.places[hit];
                let made = path.iter().filter(|&&made| self.places[made] < place).count();
                end(&[code], u64::from(place) + 1 - made.to_u64(), hit);
            }
            return;
        }
        let mut open = vec![state.to_vec()];
        let mut length = 0;
        for place in 0..self.order.len() {
            let experiment = self.order[place];
            if path.contains(&experiment) {
                continue;
            }
            if open.is_empty() {
                break;
            }
            length += 1;
            let mut next = Vec::with_capacity(open.len());
            for state in open {
                for (outcome, cell) in self.cells(world, experiment, &state) {
                    let is_final = world.is_final(experiment, outcome);
                    match world.over(&cell, is_final) {
                        true => end(&cell, length + world.extra(&cell, is_final), experiment),
                        false => next.push(cell),
                    }
                }
            }
            open = next;
        }
    }
}

impl Branch {
    /// A branch that asks anything.
    pub fn anything(
        world: &World,
        tools: &mut Tools,
        seed: u64,
        codes: Vec<CodeId>,
        path: &[ExperimentId],
    ) -> Arc<Branch> {
        let mut cost = 0;
        tools.play_anything(world, seed, &codes, path, |cell, length, _| cost += world.weight(cell) * length);
        Arc::new(Branch { ask: Ask::Anything(seed), codes: codes.into(), cost, places: 1, depth: 0 })
    }

    /// A branch that makes an experiment.
    pub fn made(
        world: &World,
        experiment: ExperimentId,
        codes: Arc<[CodeId]>,
        children: Vec<BranchBelow>,
        ended: u64,
    ) -> Arc<Branch> {
        let below = || children.iter().filter_map(|child| child.1.as_ref());
        let weight = world.weight(&codes);
        let cost = weight + ended + below().map(|child| child.cost).sum::<u64>();
        let places = u32::from(cost > weight) + below().map(|child| child.places).sum::<u32>();
        let depth = 1 + depth(&children);
        Arc::new(Branch { ask: Ask::Made(experiment, children), codes, cost, places, depth })
    }

    /// The branch with another one in place of a child, for the same codes.
    pub fn with(
        &self,
        (experiment, children): (ExperimentId, &[BranchBelow]),
        place: usize,
        child: Arc<Branch>,
    ) -> Arc<Branch> {
        let mut children = children.to_vec();
        let (mut cost, mut places) = (self.cost + child.cost, self.places + child.places);
        if let Some(old) = children[place].1.replace(child) {
            cost -= old.cost;
            places -= old.places;
        }
        let depth = 1 + depth(&children);
        Arc::new(Branch { ask: Ask::Made(experiment, children), codes: self.codes.clone(), cost, places, depth })
    }
}

/// Experiments on the longest way down from several children.
fn depth(children: &[BranchBelow]) -> u32 {
    children.iter().filter_map(|child| child.1.as_ref()).map(|child| child.depth).max().unwrap_or(0)
}

/// Makes an experiment and goes on as `after` says with the outcome and the codes that give it.
pub(crate) fn ask(
    world: &World,
    tools: &mut Tools,
    experiment: ExperimentId,
    cells: CodesByOutcome,
    path: &mut Vec<ExperimentId>,
    mut after: impl FnMut(&mut Tools, OutcomeId, Vec<CodeId>, &mut Vec<ExperimentId>) -> Arc<Branch>,
) -> Arc<Branch> {
    let mut codes: Vec<CodeId> = cells.iter().flat_map(|cell| cell.1.iter().copied()).collect();
    codes.sort_unstable();
    let mut ended = 0;
    path.push(experiment);
    let children = cells.into_iter().map(|(outcome, cell)| {
        let is_final = world.is_final(experiment, outcome);
        if world.over(&cell, is_final) {
            ended += world.extra(&cell, is_final) * world.weight(&cell);
            return (outcome, None);
        }
        (outcome, Some(after(tools, outcome, cell, path)))
    });
    let children = children.collect();
    path.pop();
    Branch::made(world, experiment, codes.into(), children, ended)
}

/// The branch as it is for fewer codes, those that have answered an experiment by an outcome: where the branch would make
/// that again, it goes on as it does after this outcome. An experiment that all plays answer alike is left out.
pub(crate) fn knowing(
    world: &World,
    tools: &mut Tools,
    branch: &Branch,
    codes: Vec<CodeId>,
    known: (ExperimentId, OutcomeId),
    path: &mut Vec<ExperimentId>,
) -> Arc<Branch> {
    let (experiment, children) = match &branch.ask {
        Ask::Anything(seed) => return Branch::anything(world, tools, *seed, codes, path),
        Ask::Made(experiment, children) => (*experiment, children),
    };
    let child = |outcome: OutcomeId| {
        let place = children.binary_search_by_key(&outcome, |child| child.0).ok()?;
        children[place].1.as_deref()
    };
    if experiment == known.0 {
        // the plays that go on after this outcome are among those that did before
        return match child(known.1) {
            Some(child) => knowing(world, tools, child, codes, known, path),
            None => Branch::anything(world, tools, follow(0, experiment.number().into()), codes, path),
        };
    }
    let cells = tools.cells(world, experiment, &codes);
    if let [(outcome, _)] = cells[..] {
        if let Some(child) = child(outcome).filter(|_| !world.over(&codes, world.is_final(experiment, outcome))) {
            return knowing(world, tools, child, codes, known, path);
        }
    }
    ask(world, tools, experiment, cells, path, |tools, outcome, cell, path| match child(outcome) {
        Some(child) => knowing(world, tools, child, cell, known, path),
        None => Branch::anything(world, tools, follow(0, experiment.number().into()), cell, path),
    })
}

/// The better of two breakers in each of their branches: where both make the same experiments, what follows an outcome is
/// taken from the one that needs less for it.
pub(crate) fn best_of_both(one: &Arc<Branch>, other: &Arc<Branch>) -> Arc<Branch> {
    if Arc::ptr_eq(one, other) {
        return one.clone();
    }
    let (Ask::Made(experiment, ours), Ask::Made(another, theirs)) = (&one.ask, &other.ask) else {
        return if other.cost < one.cost { other.clone() } else { one.clone() };
    };
    if experiment != another {
        return if other.cost < one.cost { other.clone() } else { one.clone() };
    }
    let mut best = one.clone();
    for (place, children) in ours.iter().zip(theirs).enumerate() {
        if let ((_, Some(our)), (_, Some(their))) = children {
            let child = best_of_both(our, their);
            if let (Ask::Made(experiment, children), false) = (&best.ask, Arc::ptr_eq(&child, our)) {
                best = best.with((*experiment, children), place, child);
            }
        }
    }
    best
}

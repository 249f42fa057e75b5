//! One experiment on the codes of a state: the cells they fall into.

use std::sync::atomic::Ordering;
use std::sync::Arc;

use super::code_sliced::{self, Members};
use super::direct;
use super::evaluator::{Evaluator, Scratch, Sparse, SWEEP};
use super::found::UNKNOWN;
use super::ground::{Instance, KnownSide};
use super::prepared::{Grounded, Prepared, Probe};
use super::shape::Shape;
use super::wide::Block;
use crate::base::convert::ToIndex;
use crate::base::ids::{CodeId, NodeId};
use crate::base::lock::lock;
use crate::formula::evaluate::{Algebra, Truth};
use crate::formula::node::{Children, Node};

/// How an experiment is evaluated.
enum Instanced<'a> {
    Kept(&'a Grounded),
    /// The leaves are in the scratch's instance.
    Fresh(Arc<Shape>),
    Directly,
}

impl Instanced<'_> {
    fn get<'a>(&'a self, instance: &'a Instance) -> Option<(&'a Shape, &'a [u32])> {
        match self {
            Instanced::Kept(grounded) => Some((&grounded.shape, &grounded.leaves)),
            Instanced::Fresh(shape) => Some((shape, &instance.leaves)),
            Instanced::Directly => None,
        }
    }
}

impl Evaluator {
    pub(super) fn compress(&self, state: &[CodeId], scratch: &mut Scratch) -> Vec<Block> {
        let mut data = std::mem::take(&mut scratch.members);
        self.rows.compress(state, &mut data);
        data
    }

    /// Whether experiments are evaluated without shapes: all, or some.
    fn is_direct(&self) -> bool {
        self.is_wide() || self.without_shape.load(Ordering::Relaxed)
    }

    pub(super) fn members<'a>(&self, data: &'a [Block], state: &'a [CodeId]) -> Members<'a> {
        Members { data, leaves: self.rows.leaves, count: state.len(), codes: state }
    }

    /// The shape of the instance in `scratch`.
    pub(super) fn shape(&self, scratch: &mut Scratch) -> Option<Arc<Shape>> {
        if let Some((version, residual, shape)) = &scratch.last {
            if *version == self.version && *residual == scratch.instance.residual {
                return Some(shape.clone());
            }
        }
        let shape = lock(&self.shapes).get(&scratch.instance.residual)?;
        scratch.last = Some((self.version, scratch.instance.residual.clone(), shape.clone()));
        Some(shape)
    }

    /// Grounds an experiment; one to be evaluated directly leaves its bits in `scratch.bits`.
    fn ground_experiment<'a>(
        &self,
        prepared: &'a Prepared,
        scratch: &mut Scratch,
        experiment: usize,
    ) -> Instanced<'a> {
        if self.is_wide() || prepared.is_one_of_many && self.without_shape.load(Ordering::Relaxed) {
            prepared.columns.row(experiment, &mut scratch.bits);
            return Instanced::Directly;
        }
        let ground = |scratch: &mut Scratch| {
            prepared.columns.row(experiment, &mut scratch.bits);
            self.grounding.ground(KnownSide::Experiment, &scratch.bits, &mut scratch.instance);
            self.shape(scratch)
        };
        match prepared.grounded.get(experiment) {
            Some(kept) if !scratch.keep_nothing => {
                let kept = kept.get_or_init(|| {
                    let shape = ground(scratch)?;
                    Some(Grounded { shape, leaves: scratch.instance.leaves.clone(), version: self.version })
                });
                match kept {
                    Some(grounded) if grounded.version == self.version => return Instanced::Kept(grounded),
                    Some(_) => {}
                    None => {
                        self.without_shape.store(true, Ordering::Relaxed);
                        prepared.columns.row(experiment, &mut scratch.bits);
                        return Instanced::Directly;
                    }
                }
            }
            _ => {}
        }
        match ground(scratch) {
            Some(shape) => Instanced::Fresh(shape),
            None => {
                self.without_shape.store(true, Ordering::Relaxed);
                Instanced::Directly
            }
        }
    }

    /// The cell of each member, into `scratch.cells`.
    pub(super) fn cells_of(&self, probe: Probe<'_>, scratch: &mut Scratch) {
        if !self.kept_cells_of(probe, scratch) {
            scratch.cells.clear();
            self.find_cells(probe, scratch);
        }
    }

    /// The cell of each member, into `scratch.cells`, if cells are kept for this experiment; false if they are not. They are
    /// found for all codes at once: when all are asked for, unless that is the only way to have them.
    fn kept_cells_of(&self, probe: Probe<'_>, scratch: &mut Scratch) -> bool {
        let Probe { prepared, experiment, members } = probe;
        let Some(kept) = prepared.cells.get(experiment) else { return false };
        let all_asked = members.count == self.codes.rows();
        if kept.get().is_none() && self.sparse.is_none() && !(all_asked && self.is_direct()) {
            return false;
        }
        let row = kept.get_or_init(|| {
            scratch.cells.clear();
            if all_asked {
                self.find_cells(probe, scratch);
            } else {
                let all: Vec<CodeId> = CodeId::first(self.codes.rows()).collect();
                let mut data = Vec::new();
                for state in all.chunks(SWEEP) {
                    self.rows.compress(state, &mut data);
                    self.find_cells(Probe { members: self.members(&data, state), ..probe }, scratch);
                }
            }
            std::mem::take(&mut scratch.cells).into()
        });
        scratch.cells.clear();
        scratch.cells.extend(members.codes.iter().map(|&code| row[code]));
        true
    }

    /// Appends the cell of each member to `scratch.cells`.
    fn find_cells(&self, probe: Probe<'_>, scratch: &mut Scratch) {
        if let Some(sparse) = &self.sparse {
            self.tuples_of(sparse, probe, scratch);
            return sparse.tuples.find_all(&scratch.tuples, &mut scratch.cells);
        }
        let Probe { prepared, experiment, members } = probe;
        let instanced = self.ground_experiment(prepared, scratch, experiment);
        let Some((shape, leaves)) = instanced.get(&scratch.instance) else {
            let Scratch { bits, cells, found, .. } = scratch;
            return direct::cells(&self.grounding, &self.cells.strides(), bits, members, found, cells);
        };
        scratch.slots.clear();
        scratch.slots.resize(members.count, 0);
        code_sliced::number_members(self.isa, shape, leaves, members, &mut scratch.memory, &mut scratch.slots);
        let shapes = lock(&self.shapes);
        // in an ill-formed game no outcome may be possible: then there is not even a first slot
        let cell = |&slot: &u16| shapes.cells.get(usize::from(slot)).copied().unwrap_or(0);
        scratch.cells.extend(scratch.slots.iter().map(cell));
    }

    /// The tuples of the members' outcomes, into `scratch.tuples`.
    pub(super) fn tuples_of(&self, sparse: &Sparse, probe: Probe<'_>, scratch: &mut Scratch) {
        probe.prepared.columns.row(probe.experiment, &mut scratch.bits);
        let Scratch { bits, tuples, found, .. } = scratch;
        direct::tuples(&self.grounding, &sparse.layout, bits, probe.members, found, tuples);
    }

    /// The cells that members are in, with their numbers, into `scratch.occupied`.
    pub(super) fn occupied(&self, probe: Probe<'_>, scratch: &mut Scratch) {
        scratch.occupied.clear();
        if self.kept_cells_of(probe, scratch) {
            return self.count_cells(scratch);
        }
        let Probe { prepared, experiment, members } = probe;
        let instanced = self.ground_experiment(prepared, scratch, experiment);
        let Some((shape, leaves)) = instanced.get(&scratch.instance) else {
            self.cells_of(probe, scratch);
            return self.count_cells(scratch);
        };
        let shapes = lock(&self.shapes);
        scratch.sizes.clear();
        scratch.sizes.resize(shapes.cells.len(), 0);
        drop(shapes);
        let Scratch { memory, sizes, .. } = scratch;
        code_sliced::count_members(self.isa, shape, leaves, members, memory, sizes);
        let shapes = lock(&self.shapes);
        for (slot, &size) in scratch.sizes.iter().enumerate() {
            if size > 0 {
                scratch.occupied.push((shapes.cells[slot], size));
            }
        }
    }

    /// Counts the cells in `scratch.cells` into `scratch.occupied`.
    fn count_cells(&self, scratch: &mut Scratch) {
        let Scratch { histogram, cells, occupied, .. } = scratch;
        histogram.resize(self.cells.count(), 0);
        cells.iter().for_each(|&cell| histogram[cell.index()] += 1);
        for &cell in cells.iter() {
            let size = std::mem::take(&mut histogram[cell.index()]);
            if size > 0 {
                occupied.push((cell, size));
            }
        }
    }

    /// Finds out whether a cell that `code` is in is final, by definition: slow and obvious, once for each cell.
    /// For one that is not known to occur there is no place where that could be kept.
    pub(super) fn know_final(
        &self,
        prepared: &Prepared,
        values: &mut Vec<bool>,
        experiment: usize,
        code: CodeId,
        cell: u32,
    ) {
        if cell != UNKNOWN && self.cells.is_final(cell).is_none() {
            if let Some(component) = self.answer().final_component {
                let (nodes, experiments) = (&self.program.nodes, prepared.experiments());
                values.clear();
                values.resize(nodes.len(), false);
                Truth.values(nodes, NodeId::first(nodes.len()), values, |_, leaf| match *leaf {
                    Node::Variable(p) => self.codes.get(code.index(), p.index()),
                    Node::Parameter(p) => p.index() < experiments.columns() && experiments.get(experiment, p.index()),
                    _ => false,
                });
                // of cases that do not hold exactly once, in an ill-formed game, the first that holds counts
                let case = self.answer().components[component]
                    .children()
                    .position(|lit| Truth::signed(values[lit.node()], lit));
                self.cells.set_final(cell, case == Some(1));
            }
        }
    }

    /// Finds out whether the cells in `scratch.occupied` are final.
    pub(super) fn know_finals(&self, probe: Probe<'_>, scratch: &mut Scratch) {
        if scratch.occupied.iter().all(|&(cell, _)| self.cells.is_final(cell).is_some()) {
            return;
        }
        self.cells_of(probe, scratch);
        for (&code, &cell) in probe.members.codes.iter().zip(&scratch.cells) {
            self.know_final(probe.prepared, &mut scratch.values, probe.experiment, code, cell);
        }
    }
}

//! A population as bytes: for each breaker its experiments in preorder; what the trial adds to them is found again.

use std::sync::Arc;

use super::branch::{Ask, Branch, Tools};
use super::offspring::DEEPEST;
use super::world::World;
use crate::base::error::{CoreError, Result};
use crate::base::ids::{CodeId, ExperimentId};

/// Before the seed of a branch that asks anything.
const ANYTHING: u32 = u32::MAX;

pub(super) fn write(breakers: &[Arc<Branch>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    breakers.iter().for_each(|breaker| add(breaker, &mut bytes));
    bytes
}

fn add(branch: &Branch, bytes: &mut Vec<u8>) {
    match &branch.ask {
        Ask::Anything(seed) => {
            bytes.extend(ANYTHING.to_le_bytes());
            bytes.extend(seed.to_le_bytes());
        }
        Ask::Made(experiment, children) => {
            bytes.extend(experiment.number().to_le_bytes());
            children.iter().filter_map(|child| child.1.as_ref()).for_each(|child| add(child, bytes));
        }
    }
}

/// The breakers of a record; an error if it holds something else.
pub(super) fn read(world: &World, record: &[u8], breakers: usize) -> Result<Vec<Arc<Branch>>> {
    let mut reader = Reader { world, tools: Tools::new(world), left: record, path: Vec::new() };
    let codes = world.all_codes();
    let found: Option<Vec<_>> = (0..breakers).map(|_| reader.branch(&codes)).collect();
    found.filter(|_| reader.left.is_empty()).ok_or_else(|| CoreError::input("this is no record of breakers"))
}

struct Reader<'a> {
    world: &'a World,
    tools: Tools,
    left: &'a [u8],
    path: Vec<ExperimentId>,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, left) = self.left.split_first_chunk()?;
        self.left = left;
        Some(*taken)
    }

    fn branch(&mut self, codes: &[CodeId]) -> Option<Arc<Branch>> {
        let world = self.world;
        let experiment = ExperimentId::new(u32::from_le_bytes(self.take()?));
        if experiment.number() == ANYTHING {
            let seed = u64::from_le_bytes(self.take()?);
            return Some(Branch::anything(world, &mut self.tools, seed, codes.to_vec(), &self.path));
        }
        if experiment.index() >= world.experiments() || self.path.contains(&experiment) || self.path.len() >= DEEPEST
        {
            return None;
        }
        self.path.push(experiment);
        let mut children = Vec::new();
        let mut ended = 0;
        for (outcome, cell) in self.tools.cells(world, experiment, codes) {
            let is_final = world.is_final(experiment, outcome);
            if world.over(&cell, is_final) {
                ended += world.extra(&cell, is_final) * world.weight(&cell);
                children.push((outcome, None));
            } else {
                children.push((outcome, Some(self.branch(&cell)?)));
            }
        }
        self.path.pop();
        Some(Branch::made(world, experiment, codes.into(), children, ended))
    }
}

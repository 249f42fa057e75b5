//! The experiments of a type, listed once for all standings where they are few; at each standing those are taken that can be made
//! there.

use crate::base::convert::ToIndex;
use crate::base::error::{CoreError, Result};
use crate::base::hash::FastMap;
use crate::base::ids::{NodeId, TypeIndex};
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::formula::evaluate::{Algebra, Truth};
use crate::formula::needed::below;
use crate::formula::node::{Lit, Node, PARAMETER};
use crate::game::program::Space;
use crate::game::space::bit;
use crate::list::listing::list;
use crate::list::plan::Plan;
use crate::list::rows::Rows;

/// Experiments of a type that are few.
const FEW: u64 = 1024;

/// The few experiments of a type.
pub(super) struct Menu {
    /// Without the propositions of the standing.
    rows: Rows,
    /// The first proposition of each place of the standing.
    places: Vec<u32>,
    /// What the standing has a say in, and the nodes that it depends on, arguments first.
    conditions: Vec<Lit>,
    order: Vec<NodeId>,
}

/// A space with its last slots filled as a standing says; `leaves` are the literals of the parameters.
pub(super) fn pinned(space: &Space, leaves: &FastMap<u32, Lit>, standing: &[u32]) -> Result<Space> {
    let mut space = space.clone();
    let first = space.slots.len() - standing.len();
    for (slot, &value) in space.slots[first..].iter().zip(standing) {
        let lit = leaves.get(&(slot.first + value));
        let lit = lit.ok_or_else(|| CoreError::Internal("a value of the state has no formula".into()))?;
        space.constraints.push(*lit);
    }
    Ok(space)
}

impl Menu {
    /// `None` where there are many experiments, or no standing.
    pub fn new(
        engine: &Engine,
        type_index: TypeIndex,
        leaves: &FastMap<u32, Lit>,
        start: &[u32],
        control: &Control,
    ) -> Result<Option<Menu>> {
        let nodes = &engine.program.nodes;
        let mut space = engine.plans[type_index].space.clone();
        let first = space.slots.len() - start.len();
        let places: Vec<u32> = space.slots[first..].iter().map(|slot| slot.first).collect();
        let Some(&begin) = places.iter().min() else { return Ok(None) };
        let reads_standing = |lit: &Lit| {
            below(nodes, [*lit]).iter().any(|&node| matches!(nodes[node], Node::Parameter(p) if p >= begin))
        };
        let conditions: Vec<Lit> = space.constraints.iter().copied().filter(reads_standing).collect();
        space.constraints.retain(|lit| !conditions.contains(lit));
        let space = pinned(&space, leaves, start)?;
        let Some(mut rows) = list(&Plan::new(nodes, &space, PARAMETER, &[]), None, FEW, control)? else {
            return Ok(None);
        };
        let words = rows.words;
        for row in rows.data.chunks_mut(words) {
            places.iter().zip(start).for_each(|(&place, &value)| flip(row, place + value));
        }
        let order = below(nodes, conditions.iter().copied());
        Ok(Some(Menu { rows, places, conditions, order }))
    }

    /// The rows of those that can be made at a standing; `truths` has a place for every node.
    pub fn at(&self, standing: &[u32], nodes: &[Node], truths: &mut [bool]) -> Rows {
        let mut rows = Rows::new(self.rows.words);
        for number in 0..self.rows.len() {
            let begin = rows.data.len();
            rows.data.extend_from_slice(self.rows.row(number));
            let row = &mut rows.data[begin..];
            self.places.iter().zip(standing).for_each(|(&place, &value)| flip(row, place + value));
            let row = &rows.data[begin..];
            Truth.values(nodes, self.order.iter().copied(), truths, |_, node| match node {
                Node::Parameter(p) => (*p).index() < 64 * row.len() && bit(row, *p),
                _ => false,
            });
            if !self.conditions.iter().all(|lit| truths[lit.node()] != lit.is_negated()) {
                rows.data.truncate(begin);
            }
        }
        rows
    }
}

fn flip(row: &mut [u64], proposition: u32) {
    row[proposition.index() / 64] ^= 1 << (proposition % 64);
}

//! The experiments of a type, listed once for all standings where they are few; at each standing those are taken that can be made
//! there.

use crate::base::bits::BitTable;
use crate::base::convert::ToIndex;
use crate::base::error::{CoreError, Result};
use crate::base::hash::FastMap;
use crate::base::ids::{NodeId, TypeIndex};
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::formula::evaluate::Algebra;
use crate::formula::needed::below;
use crate::formula::node::{Lit, Node, PARAMETER};
use crate::game::program::Space;
use crate::game::space::bit;
use crate::list::listing::list;
use crate::list::plan::Plan;
use crate::list::rows::Rows;
use crate::standing::of_code::{TruthWords, LANES};

/// Experiments of a type that are few.
const FEW: u64 = 1024;

/// The few experiments of a type.
pub(super) struct Menu {
    /// Without the propositions of the standing.
    rows: Rows,
    /// The first proposition of each place of the standing.
    places: Vec<u32>,
    /// The same by propositions, up to the first of the standing.
    table: BitTable,
    /// What the standing has a say in, and the nodes that it depends on, arguments first.
    conditions: Vec<Lit>,
    order: Vec<NodeId>,
    values: Vec<u64>,
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

/// The first proposition of each place of the standing.
fn places(engine: &Engine, type_index: TypeIndex, start: &[u32]) -> Vec<u32> {
    let slots = &engine.plans[type_index].space.slots;
    slots[slots.len() - start.len()..].iter().map(|slot| slot.first).collect()
}

/// Whether the standing has a say in a formula about experiments of a type.
pub(super) fn reads_standing(engine: &Engine, type_index: TypeIndex, start: &[u32], lit: Lit) -> bool {
    let nodes = &engine.program.nodes;
    let begin = places(engine, type_index, start).into_iter().min().unwrap_or(u32::MAX);
    below(nodes, [lit]).iter().any(|&node| matches!(nodes[node], Node::Parameter(p) if p >= begin))
}

/// The experiments of a type that may be made at some standing, as they are at the beginning, and the conditions in which the
/// standing has a say, which are left out. `None` where they are more than `most`.
pub(super) fn listed(
    engine: &Engine,
    type_index: TypeIndex,
    leaves: &FastMap<u32, Lit>,
    start: &[u32],
    most: u64,
    control: &Control,
) -> Result<Option<(Rows, Vec<Lit>)>> {
    let mut space = engine.plans[type_index].space.clone();
    let reads = |lit: &Lit| reads_standing(engine, type_index, start, *lit);
    let conditions: Vec<Lit> = space.constraints.iter().copied().filter(reads).collect();
    space.constraints.retain(|lit| !conditions.contains(lit));
    let space = pinned(&space, leaves, start)?;
    let rows = list(&Plan::new(&engine.program.nodes, &space, PARAMETER, &[]), None, most, control)?;
    Ok(rows.map(|rows| (rows, conditions)))
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
        let places = places(engine, type_index, start);
        let Some(&begin) = places.iter().min() else { return Ok(None) };
        let Some((mut rows, conditions)) = listed(engine, type_index, leaves, start, FEW, control)? else {
            return Ok(None);
        };
        let words = rows.words;
        for row in rows.data.chunks_mut(words) {
            places.iter().zip(start).for_each(|(&place, &value)| flip(row, place + value));
        }
        let order = below(nodes, conditions.iter().copied());
        let (table, values) = (rows.table(begin.index()), vec![0; nodes.len()]);
        Ok(Some(Menu { rows, places, table, conditions, order, values }))
    }

    /// The rows of those that can be made at a standing, found out for 64 at a time.
    pub fn at(&mut self, standing: &[u32], nodes: &[Node]) -> Rows {
        let mut held = vec![0; self.rows.words];
        self.places.iter().zip(standing).for_each(|(&place, &value)| flip(&mut held, place + value));
        let mut rows = Rows::new(self.rows.words);
        for part in 0..self.rows.len().div_ceil(LANES) {
            let leaf = |_: &mut TruthWords, node: &Node| match node {
                Node::Parameter(p) if (*p).index() < self.table.columns() => self.table.column((*p).index())[part],
                Node::Parameter(p) if (*p).index() < 64 * held.len() && bit(&held, *p) => u64::MAX,
                _ => 0,
            };
            TruthWords.values(nodes, self.order.iter().copied(), &mut self.values, leaf);
            let holds = |lit: &Lit| TruthWords::signed(self.values[lit.node()], *lit);
            let allowed = self.conditions.iter().fold(u64::MAX, |all, lit| all & holds(lit));
            for number in (part * LANES..self.rows.len()).take(LANES) {
                if allowed >> (number % LANES) & 1 == 1 {
                    let row = self.rows.row(number).iter().zip(&held);
                    rows.data.extend(row.map(|(&own, &held)| own | held));
                }
            }
        }
        rows
    }
}

fn flip(row: &mut [u64], proposition: u32) {
    row[proposition.index() / 64] ^= 1 << (proposition % 64);
}

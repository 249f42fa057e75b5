//! A breaker as a strategy: its whole tree, in which `Ask::Anything` is spelled out.

use std::rc::Rc;

use super::branch::{Ask, Branch, Tools};
use super::world::World;
use crate::base::convert::{ToU32, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::ids::{CodeId, ExperimentId};
use crate::base::limits::Control;
use crate::play::tree::{node_bytes, Child, Greedy, TreeNode};

/// Nodes between two looks at the clock.
const POLL: usize = 1024;

/// What is asked at a place.
enum Next<'a> {
    Branch(&'a Branch),
    /// All experiments from a place of an order on.
    Rest(Rc<Vec<ExperimentId>>, usize),
}

/// A part of the tree that is still to be made.
struct Open<'a> {
    next: Next<'a>,
    codes: Vec<CodeId>,
    /// Experiments made before.
    path: Vec<ExperimentId>,
    /// The node this follows, and which of its children it is.
    place: Option<(usize, usize)>,
}

/// The strategy of a breaker, `None` being one that has nothing to ask. Of `memory` so many bytes are `taken`.
pub(super) fn write(
    world: &World,
    breaker: Option<&std::sync::Arc<Branch>>,
    taken: u64,
    memory: u64,
    control: &Control,
) -> Result<Greedy> {
    let codes = world.all_codes();
    let mut result = Greedy { weight: world.weight(&codes), codes: codes.len().to_u64(), ..Greedy::default() };
    let Some(breaker) = breaker else {
        let length = world.extra(&codes, false);
        result.settle(codes.len(), result.weight, length);
        return Ok(result);
    };
    let mut tools = Tools::new(world);
    let mut bytes = taken;
    let mut open = vec![Open { next: Next::Branch(breaker), codes, path: Vec::new(), place: None }];
    while let Some(Open { next, codes, mut path, place }) = open.pop() {
        let number = result.tree.len();
        if number.is_multiple_of(POLL) {
            control.poll()?;
        }
        let (experiment, branches, rest) = match next {
            Next::Branch(Branch { ask: Ask::Made(experiment, children), .. }) => (*experiment, &children[..], None),
            Next::Branch(Branch { ask: Ask::Anything(seed), .. }) => {
                let order = tools.rest(*seed, &path);
                (order[0], &[][..], Some((Rc::new(order), 1)))
            }
            Next::Rest(order, place) => (order[place], &[][..], Some((order, place + 1))),
        };
        path.push(experiment);
        let (mut children, mut below) = (Vec::new(), Vec::new());
        for (outcome, cell) in tools.cells(world, experiment, &codes) {
            let is_final = world.is_final(experiment, outcome);
            if world.over(&cell, is_final) {
                let length = path.len().to_u64() + world.extra(&cell, is_final);
                result.settle(cell.len(), world.weight(&cell), length);
                world.undecided(&cell).into_iter().for_each(|pair| result.leave_together(pair));
            } else {
                let branch = branches.iter().find(|child| child.0 == outcome).and_then(|child| child.1.as_deref());
                let next = match (branch, &rest) {
                    (Some(branch), _) => Next::Branch(branch),
                    (None, Some((order, place))) => Next::Rest(order.clone(), *place),
                    (None, None) => return Err(CoreError::Internal("a breaker does not know what to ask".into())),
                };
                let place = Some((number, children.len()));
                below.push(Open { next, codes: cell, path: path.clone(), place });
            }
            children.push((outcome, Child::Over));
        }
        open.extend(below.into_iter().rev()); // nodes are numbered in preorder
        if let Some((parent, child)) = place {
            result.tree[parent].children[child].1 = Child::Node(number.to_u32());
        }
        let (type_index, row) = world.row(experiment);
        bytes += node_bytes(row.len(), children.len());
        if bytes > memory {
            return Err(CoreError::Limit { name: "memory", needed: bytes, limit: memory });
        }
        result.tree.push(TreeNode { type_index, row: row.to_vec(), children });
    }
    result.nodes = result.tree.len().to_u64();
    Ok(result)
}

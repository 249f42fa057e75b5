//! The parts of a tree that several threads have grown, and how they are put together.

use std::time::Duration;

use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::play::tree::{Child, Greedy, Node};

/// A node: the thread that made it and its number there.
type Name = (u32, u32);
/// Where a node hangs in the tree: the node above and which of its children.
pub(crate) type Place = (Name, u32);

/// What one thread found.
#[derive(Default)]
pub(crate) struct Part {
    /// Nodes, each with the place it hangs at; `None` for the root.
    pub nodes: Vec<(Option<Place>, Node)>,
    pub distribution: Vec<u64>,
    pub total: u64,
    pub hits: u64,
    pub inseparable: Option<(u32, u32)>,
    /// Time spent on finding equivalent experiments.
    pub symmetry: Duration,
}

/// Puts the parts of all threads together; nodes are numbered in preorder, so the threads leave no trace.
pub(crate) fn collect(result: &mut Greedy, parts: Vec<Part>) {
    let children = |part: &Part| part.nodes.iter().map(|(_, node)| vec![None; node.children.len()]).collect();
    let mut below: Vec<Vec<Vec<Option<Name>>>> = parts.iter().map(children).collect();
    let mut root = None;
    for (worker, part) in parts.iter().enumerate() {
        for (number, (place, _)) in part.nodes.iter().enumerate() {
            let this = (worker.to_u32(), number.to_u32());
            match place {
                None => root = Some(this),
                Some(((worker, above), child)) => {
                    below[worker.index()][above.index()][child.index()] = Some(this);
                }
            }
        }
        add(result, part);
    }
    result.worst = result.distribution.len().saturating_sub(1).to_u64();
    let nodes = |part: Part| part.nodes.into_iter().map(|(_, node)| Some(node)).collect();
    let mut nodes: Vec<Vec<Option<Node>>> = parts.into_iter().map(nodes).collect();
    let mut stack: Vec<(Name, Option<(u32, usize)>)> = Vec::new();
    stack.extend(root.map(|root| (root, None)));
    while let Some(((worker, number), above)) = stack.pop() {
        let Some(node) = nodes[worker.index()][number.index()].take() else { continue };
        let this = result.tree.len().to_u32();
        if let Some((parent, child)) = above {
            result.tree[parent.index()].children[child].1 = Child::Node(this);
        }
        for (child, next) in below[worker.index()][number.index()].iter().enumerate().rev() {
            stack.extend(next.map(|next| (next, Some((this, child)))));
        }
        result.tree.push(node);
    }
}

/// Adds the figures of a part.
fn add(result: &mut Greedy, part: &Part) {
    result.total += part.total;
    result.symmetry_seconds += part.symmetry.as_secs_f64();
    result.nodes += part.nodes.len().to_u64() + part.hits;
    if result.distribution.len() < part.distribution.len() {
        result.distribution.resize(part.distribution.len(), 0);
    }
    for (sum, count) in result.distribution.iter_mut().zip(&part.distribution) {
        *sum += count;
    }
    if let Some((a, b)) = part.inseparable {
        if result.inseparable.is_empty() || [a, b].as_slice() < result.inseparable.as_slice() {
            result.inseparable = vec![a, b];
        }
    }
}

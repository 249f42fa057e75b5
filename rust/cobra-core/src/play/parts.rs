//! The parts of a tree that several threads have grown, and how they are put together.

use crate::base::convert::{ToIndex, ToU32, ToUsize};
use crate::base::ids::{OutcomeId, TypeIndex};
use crate::play::tree::{Child, Greedy, TreeNode};

/// A node: the thread that made it and its number there.
type Name = (u32, u32);
/// Where a node hangs in the tree: the node above and which of its children.
pub(crate) type NodePlace = (Name, u32);

/// What one thread found.
#[derive(Default)]
pub(crate) struct Part {
    /// Nodes, each with the place it hangs at; `None` for the root.
    pub nodes: Vec<(Option<NodePlace>, TreeNode)>,
    /// The figures of its plays.
    pub played: Greedy,
}

impl Part {
    /// Adds an experiment with these outcomes, after which nothing is known to follow; the number of its node.
    pub fn add(
        &mut self,
        place: Option<NodePlace>,
        (type_index, row): (TypeIndex, &[u64]),
        outcomes: impl IntoIterator<Item = OutcomeId>,
    ) -> u32 {
        let children = outcomes.into_iter().map(|outcome| (outcome, Child::Over)).collect();
        self.nodes.push((place, TreeNode { type_index, row: row.to_vec(), children }));
        self.played.nodes += 1;
        self.nodes.len().to_u32() - 1
    }
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
        add(result, &part.played);
    }
    let nodes = |part: Part| part.nodes.into_iter().map(|(_, node)| Some(node)).collect();
    let mut nodes: Vec<Vec<Option<TreeNode>>> = parts.into_iter().map(nodes).collect();
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
fn add(result: &mut Greedy, played: &Greedy) {
    for (length, codes) in (0..).zip(&played.distribution) {
        result.settle(codes.to_usize(), 0, length);
    }
    result.total += played.total;
    result.lost += played.lost;
    result.lost_total += played.lost_total;
    result.price_total = result.price_total.saturating_add(played.price_total);
    result.price_worst = result.price_worst.max(played.price_worst);
    result.nodes += played.nodes;
    result.symmetry_seconds += played.symmetry_seconds;
    if let [a, b] = played.inseparable[..] {
        result.leave_together([a, b]);
    }
}

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
pub(crate) fn collect(result: &mut Greedy, mut parts: Vec<Part>) {
    let mut firsts = Vec::with_capacity(parts.len());
    let mut nodes = 0;
    for part in &parts {
        add(result, &part.played);
        firsts.push(nodes);
        nodes += part.nodes.len();
    }
    // A node is counted among those of all parts, until it is numbered; so it stands in its place below the node above.
    let mut root = None;
    for part in 0..parts.len() {
        for number in 0..parts[part].nodes.len() {
            let this = (firsts[part] + number).to_u32();
            match parts[part].nodes[number].0 {
                None => root = Some(this),
                Some(((worker, above), child)) => {
                    parts[worker.index()].nodes[above.index()].1.children[child.index()].1 = Child::Node(this);
                }
            }
        }
    }
    result.tree.reserve_exact(nodes);
    let mut stack: Vec<(u32, Option<(u32, usize)>)> = root.into_iter().map(|root| (root, None)).collect();
    while let Some((number, above)) = stack.pop() {
        let this = result.tree.len().to_u32();
        if let Some((parent, child)) = above {
            result.tree[parent.index()].children[child].1 = Child::Node(this);
        }
        let part = firsts.partition_point(|&first| first <= number.index()) - 1;
        let node = &mut parts[part].nodes[number.index() - firsts[part]].1;
        let (row, children) = (std::mem::take(&mut node.row), std::mem::take(&mut node.children));
        for (child, &(_, next)) in children.iter().enumerate().rev() {
            if let Child::Node(next) = next {
                stack.push((next, Some((this, child))));
            }
        }
        result.tree.push(TreeNode { type_index: node.type_index, row, children });
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

//! Which nodes of a graph some formulas need.

use super::node::{Children, Lit};
use crate::base::ids::NodeId;

/// The nodes below literals, those of the literals themselves among them, arguments first.
pub fn below<N: Children>(nodes: &[N], roots: impl IntoIterator<Item = Lit>) -> Vec<NodeId> {
    below_where(nodes, roots, |_| true)
}

/// As [`below`], but neither the nodes that are not `wanted` nor what only they need.
pub fn below_where<N: Children>(
    nodes: &[N],
    roots: impl IntoIterator<Item = Lit>,
    wanted: impl Fn(NodeId) -> bool,
) -> Vec<NodeId> {
    let mut needed: Vec<bool> = Vec::new();
    for lit in roots {
        let node = lit.node();
        needed.resize(needed.len().max(node.index() + 1), false);
        needed[node] = true;
    }
    for node in NodeId::first(needed.len()).rev() {
        needed[node] = needed[node] && wanted(node);
        if needed[node] {
            nodes[node].children().for_each(|lit| needed[lit.node()] = true);
        }
    }
    NodeId::first(needed.len()).filter(|&node| needed[node]).collect()
}

//! Which nodes of a graph some formulas need.

use super::node::{Children, Lit};

/// The nodes below literals, those of the literals themselves among them, arguments first.
pub fn below<N: Children>(nodes: &[N], roots: impl IntoIterator<Item = Lit>) -> Vec<usize> {
    below_where(nodes, roots, |_| true)
}

/// As [`below`], but neither the nodes that are not `wanted` nor what only they need.
pub fn below_where<N: Children>(
    nodes: &[N],
    roots: impl IntoIterator<Item = Lit>,
    wanted: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let mut stack: Vec<usize> = roots.into_iter().map(|lit| lit as usize / 2).collect();
    let mut seen = vec![false; stack.iter().max().map_or(0, |&top| top + 1)];
    let mut found = Vec::new();
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut seen[node], true) && wanted(node) {
            found.push(node);
            stack.extend(nodes[node].children().map(|lit| lit as usize / 2));
        }
    }
    found.sort_unstable();
    found
}

//! What formulas become when their leaves move.
//!
//! A permutation of leaves carries a node to the node with the carried arguments. Because equal nodes are shared, the image
//! of a formula that is symmetric exists already.

use std::collections::HashMap;

use super::node::{Lit, Node, FALSE};
use crate::base::ids::NodeId;

/// For each node of `order`, arguments first, the literal it is carried to, one of a node among `numbers`; None when one of
/// them has no image. `leaf` says where variables and parameters go.
pub(crate) fn images(
    nodes: &[Node],
    order: impl IntoIterator<Item = NodeId>,
    numbers: &HashMap<&Node, NodeId>,
    leaf: impl Fn(&Node) -> Option<Node>,
) -> Option<Vec<Lit>> {
    let mut images = vec![FALSE; nodes.len()];
    for number in order {
        let (moved, sign) = match &nodes[number] {
            Node::Const => (Node::Const, false),
            node @ (Node::Variable(_) | Node::Parameter(_)) => (leaf(node)?, false),
            inner => carried(inner, |lit| images[lit.node()] ^ lit.is_negated()),
        };
        images[number] = Lit::of(*numbers.get(&moved)?) ^ sign;
    }
    Some(images)
}

/// The node that a permutation of leaves makes of an inner node, and a sign, as the front end's builders normalise it
/// (`cobra/model/dag.py`); `of` says what becomes of its arguments.
fn carried(node: &Node, of: impl Fn(Lit) -> Lit) -> (Node, bool) {
    let mut moved = node.map(of);
    let sign = match &mut moved {
        Node::Const | Node::Variable(_) | Node::Parameter(_) => false,
        Node::And(lits) => {
            lits.sort_unstable();
            false
        }
        Node::Xor(a, b) => {
            let sign = a.is_negated() != b.is_negated();
            (*a, *b) = (a.positive().min(b.positive()), a.positive().max(b.positive()));
            sign
        }
        Node::Ite(c, a, b) => {
            if c.is_negated() {
                *c = !*c;
                std::mem::swap(a, b);
            }
            let sign = a.is_negated();
            (*a, *b) = (*a ^ sign, *b ^ sign);
            sign
        }
        Node::Ge(need, terms) => {
            terms.sort_unstable_by_key(|term| term.1);
            let sign = terms.first().is_some_and(|term| term.1.is_negated());
            if sign {
                let sum: u32 = terms.iter().fold(0, |sum: u32, term| sum.saturating_add(term.0));
                *need = sum.saturating_sub(*need).saturating_add(1);
                terms.iter_mut().for_each(|term| term.1 = !term.1);
            }
            sign
        }
    };
    (moved, sign)
}

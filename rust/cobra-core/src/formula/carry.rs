//! What formulas become when their leaves move.
//!
//! A permutation of leaves carries a node to the node with the carried arguments. Because equal nodes are shared, the image
//! of a formula that is symmetric exists already.

use std::collections::HashMap;

use super::node::{Lit, Node, FALSE};

/// For each node of `order`, arguments first, the literal it is carried to, one of a node among `numbers`; None when one of
/// them has no image. `leaf` says where variables and parameters go.
pub(crate) fn images(
    nodes: &[Node],
    order: impl IntoIterator<Item = usize>,
    numbers: &HashMap<&Node, u32>,
    leaf: impl Fn(&Node) -> Option<Node>,
) -> Option<Vec<Lit>> {
    let mut images = vec![FALSE; nodes.len()];
    for number in order {
        let (moved, sign) = match &nodes[number] {
            Node::Const => (Node::Const, 0),
            node @ (Node::Variable(_) | Node::Parameter(_)) => (leaf(node)?, 0),
            inner => carried(inner, |lit| images[lit as usize / 2] ^ (lit & 1)),
        };
        images[number] = 2 * numbers.get(&moved)? + sign;
    }
    Some(images)
}

/// The node that a permutation of leaves makes of an inner node, and a sign, as the front end's builders normalise it
/// (`cobra/model/dag.py`); `of` says what becomes of its arguments.
fn carried(node: &Node, of: impl Fn(Lit) -> Lit) -> (Node, u32) {
    let mut moved = node.map(of);
    let sign = match &mut moved {
        Node::Const | Node::Variable(_) | Node::Parameter(_) => 0,
        Node::And(lits) => {
            lits.sort_unstable();
            0
        }
        Node::Xor(a, b) => {
            let sign = (*a ^ *b) & 1;
            (*a, *b) = ((*a & !1).min(*b & !1), (*a & !1).max(*b & !1));
            sign
        }
        Node::Ite(c, a, b) => {
            if *c & 1 == 1 {
                *c ^= 1;
                std::mem::swap(a, b);
            }
            let sign = *a & 1;
            (*a, *b) = (*a ^ sign, *b ^ sign);
            sign
        }
        Node::Ge(need, terms) => {
            terms.sort_unstable_by_key(|term| term.1);
            let sign = terms.first().map_or(0, |term| term.1 & 1);
            if sign == 1 {
                let sum: u32 = terms.iter().fold(0, |sum: u32, term| sum.saturating_add(term.0));
                *need = sum.saturating_sub(*need).saturating_add(1);
                terms.iter_mut().for_each(|term| term.1 ^= 1);
            }
            sign
        }
    };
    (moved, sign)
}

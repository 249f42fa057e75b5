//! What an inner node of the formula graph becomes when its leaves move.

use crate::game::program::{Lit, Node};

/// The node that a permutation of leaves makes of an inner node, and a sign, as the front end's builders normalise it
/// (`cobra/model/dag.py`); `of` says what becomes of its arguments. None for a leaf, and when an argument has no image.
pub(crate) fn carried(node: &Node, of: impl Fn(Lit) -> Option<Lit>) -> Option<(Node, u32)> {
    Some(match node {
        Node::Const | Node::Variable(_) | Node::Parameter(_) => return None,
        Node::And(lits) => {
            let mut lits = lits.iter().map(|&lit| of(lit)).collect::<Option<Vec<_>>>()?;
            lits.sort_unstable();
            (Node::And(lits), 0)
        }
        Node::Xor(a, b) => {
            let (a, b) = (of(*a)?, of(*b)?);
            let (plain_a, plain_b) = (a & !1, b & !1);
            (Node::Xor(plain_a.min(plain_b), plain_a.max(plain_b)), (a ^ b) & 1)
        }
        Node::Ite(c, a, b) => {
            let (c, a, b) = (of(*c)?, of(*a)?, of(*b)?);
            let (a, b) = if c & 1 == 1 { (b, a) } else { (a, b) };
            let sign = a & 1;
            (Node::Ite(c & !1, a ^ sign, b ^ sign), sign)
        }
        Node::Ge(need, terms) => {
            let mut terms = terms.iter().map(|&(w, lit)| of(lit).map(|lit| (w, lit))).collect::<Option<Vec<_>>>()?;
            terms.sort_unstable_by_key(|term| term.1);
            let sign = terms.first().map_or(0, |term| term.1 & 1);
            let sum: u32 = terms.iter().fold(0, |sum: u32, term| sum.saturating_add(term.0));
            let need = if sign == 1 { sum.saturating_sub(*need).saturating_add(1) } else { *need };
            terms.iter_mut().for_each(|term| term.1 ^= sign);
            (Node::Ge(need, terms), sign)
        }
    })
}

//! One walk over formulas for all that is computed from them: truth values, words of them, three-valued ones, and
//! formulas again (`build.rs`).

use super::node::{Lit, Node};
use crate::base::ids::NodeId;

/// What values of formulas are computed from those of their parts.
pub trait Algebra {
    type Value: Copy;

    fn falsity() -> Self::Value;
    fn negation(a: Self::Value) -> Self::Value;
    fn and(&mut self, parts: impl Iterator<Item = Self::Value>) -> Self::Value;
    fn xor(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;
    /// `if c then a else b`.
    fn ite(&mut self, c: Self::Value, a: Self::Value, b: Self::Value) -> Self::Value;
    /// `Σ weight·part >= need`.
    fn at_least(&mut self, need: u32, terms: impl Iterator<Item = (u32, Self::Value)>) -> Self::Value;

    /// The value of a literal, from that of its node.
    #[inline(always)]
    fn signed(value: Self::Value, lit: Lit) -> Self::Value {
        if !lit.is_negated() {
            value
        } else {
            Self::negation(value)
        }
    }

    /// The value of a node, from those of its literals; a leaf is false.
    #[inline(always)]
    fn inner(&mut self, node: &Node, of: impl Fn(Lit) -> Self::Value) -> Self::Value {
        match node {
            Node::Const | Node::Variable(_) | Node::Parameter(_) => Self::falsity(),
            Node::And(lits) => self.and(lits.iter().map(|&lit| of(lit))),
            &Node::Xor(a, b) => self.xor(of(a), of(b)),
            &Node::Ite(c, a, b) => self.ite(of(c), of(a), of(b)),
            Node::Ge(need, terms) => self.at_least(*need, terms.iter().map(|&(weight, lit)| (weight, of(lit)))),
        }
    }

    /// The values of the nodes of `order`, arguments first, into `values`, which has a place for every node; `leaf` says
    /// what variables and parameters are.
    #[inline(always)]
    fn values(
        &mut self,
        nodes: &[Node],
        order: impl IntoIterator<Item = NodeId>,
        values: &mut [Self::Value],
        mut leaf: impl FnMut(&mut Self, &Node) -> Self::Value,
    ) {
        for number in order {
            values[number] = match &nodes[number] {
                node @ (Node::Variable(_) | Node::Parameter(_)) => leaf(self, node),
                inner => self.inner(inner, |lit| Self::signed(values[lit.node()], lit)),
            };
        }
    }
}

/// Truth values.
pub struct Truth;

impl Algebra for Truth {
    type Value = bool;

    fn falsity() -> bool {
        false
    }

    fn negation(a: bool) -> bool {
        !a
    }

    fn and(&mut self, mut parts: impl Iterator<Item = bool>) -> bool {
        parts.all(|part| part)
    }

    fn xor(&mut self, a: bool, b: bool) -> bool {
        a != b
    }

    fn ite(&mut self, c: bool, a: bool, b: bool) -> bool {
        if c {
            a
        } else {
            b
        }
    }

    fn at_least(&mut self, need: u32, terms: impl Iterator<Item = (u32, bool)>) -> bool {
        terms.filter(|term| term.1).map(|term| u64::from(term.0)).sum::<u64>() >= u64::from(need)
    }
}

/// Three values (Kleene 1938) in each of 64 lanes: where it is surely true and where it is surely false.
pub struct Kleene;

/// Values computed at once.
pub const LANES: usize = u64::BITS as usize;

impl Kleene {
    pub const UNKNOWN: (u64, u64) = (0, 0);
}

impl Algebra for Kleene {
    type Value = (u64, u64);

    fn falsity() -> (u64, u64) {
        (0, u64::MAX)
    }

    fn negation((truth, falsity): (u64, u64)) -> (u64, u64) {
        (falsity, truth)
    }

    fn and(&mut self, parts: impl Iterator<Item = (u64, u64)>) -> (u64, u64) {
        parts.fold((u64::MAX, 0), |(truth, falsity), (t, f)| (truth & t, falsity | f))
    }

    fn xor(&mut self, (ta, fa): (u64, u64), (tb, fb): (u64, u64)) -> (u64, u64) {
        (ta & fb | fa & tb, ta & tb | fa & fb)
    }

    fn ite(&mut self, (tc, fc): (u64, u64), (ta, fa): (u64, u64), (tb, fb): (u64, u64)) -> (u64, u64) {
        (tc & ta | fc & tb | ta & tb, tc & fa | fc & fb | fa & fb)
    }

    fn at_least(&mut self, need: u32, terms: impl Iterator<Item = (u32, (u64, u64))>) -> (u64, u64) {
        let (mut least, mut most) = ([0_u64; LANES], [0_u64; LANES]);
        for (weight, (truth, falsity)) in terms {
            for lane in 0..LANES {
                least[lane] += u64::from(weight) * (truth >> lane & 1);
                most[lane] += u64::from(weight) * (!falsity >> lane & 1);
            }
        }
        let need = u64::from(need);
        (0..LANES).fold((0, 0), |(truth, falsity), lane| {
            (truth | u64::from(least[lane] >= need) << lane, falsity | u64::from(most[lane] < need) << lane)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::Random;
    use crate::formula::build::Builder;
    use crate::formula::node::{FALSE, TRUE};

    /// Three variables and eight nodes above them.
    fn random_nodes(below: &mut impl FnMut(u32) -> u32) -> Vec<Node> {
        let mut nodes = vec![Node::Const, Node::Variable(0), Node::Variable(1), Node::Variable(2)];
        for number in 4..12 {
            let mut lit = || Lit::numbered(below(2 * number));
            let [a, b, c] = [0; 3].map(|_| lit());
            nodes.push(match below(4) {
                0 => Node::And(vec![a, b, c]),
                1 => Node::Xor(a, b),
                2 => Node::Ite(a, b, c),
                _ => Node::Ge(1 + below(6), vec![(1 + below(3), a), (1 + below(3), b), (1 + below(3), c)]),
            });
        }
        nodes
    }

    #[test]
    fn what_is_surely_so_is_so_whatever_is_unknown() {
        let mut random = Random::Seeded(7);
        let mut below = |bound: u32| random.below(bound as usize) as u32;
        for _ in 0..300 {
            let nodes = random_nodes(&mut below);
            let of = |leaf: &Node, row: usize| matches!(leaf, Node::Variable(p) if row >> p & 1 == 1);
            let truths: Vec<Vec<bool>> = (0..8)
                .map(|row| {
                    let mut values = vec![false; nodes.len()];
                    Truth.values(&nodes, NodeId::first(nodes.len()), &mut values, |_, leaf| of(leaf, row));
                    values
                })
                .collect();
            // lane 8 * unknown + row: the variables of `unknown` are not known
            let mut surely = vec![Kleene::UNKNOWN; nodes.len()];
            Kleene.values(&nodes, NodeId::first(nodes.len()), &mut surely, |_, leaf| {
                let Node::Variable(p) = leaf else { return Kleene::UNKNOWN };
                let known = (0..LANES).filter(|lane| lane >> 3 >> p & 1 == 0);
                known.fold((0, 0), |(truth, falsity), lane| match of(leaf, lane % 8) {
                    true => (truth | 1 << lane, falsity),
                    false => (truth, falsity | 1 << lane),
                })
            });
            for unknown in 0..8 {
                for row in 0..8 {
                    let lane = 8 * unknown + row;
                    let mut builder = Builder::flattening();
                    let mut built = vec![FALSE; nodes.len()];
                    builder.values(&nodes, NodeId::first(nodes.len()), &mut built, |builder, leaf| match leaf {
                        Node::Variable(p) if unknown >> p & 1 == 1 => builder.variable(*p),
                        leaf => Lit::from(of(leaf, row)),
                    });
                    for (number, &(truth, falsity)) in surely.iter().enumerate() {
                        let (truth, falsity) = (truth >> lane & 1 == 1, falsity >> lane & 1 == 1);
                        let values =
                            (0..8).filter(|other| (other ^ row) & !unknown == 0).map(|other| truths[other][number]);
                        let values: Vec<bool> = values.collect();
                        assert!(!truth || !values.contains(&false));
                        assert!(!falsity || !values.contains(&true));
                        assert!(unknown != 0 || truth != falsity);
                        // what is surely so folds to a constant
                        assert!(!truth || built[number] == TRUE);
                        assert!(!falsity || built[number] == FALSE);
                    }
                }
            }
        }
    }
}

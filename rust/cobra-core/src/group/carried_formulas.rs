//! What formulas say of each unknown, as a number, and what becomes of formulas when unknowns are permuted.
//!
//! The number is a hash of the formulas, bottom-up, with the leaf of the unknown marked (after Weisfeiler and Leman
//! 1968).

use std::collections::HashMap;

use crate::base::error::{CoreError, Result};
use crate::base::ids::NodeId;
use crate::formula::carry::images;
use crate::formula::needed::below;
use crate::formula::node::{Children, Lit, Node};

/// Unknowns that are marked at once: bounds the memory.
const COLUMNS: usize = 16;

type Hashes = [u64; COLUMNS];

/// Some formulas and the nodes below them.
pub struct CarriedFormulas {
    nodes: Vec<Node>,
    roots: Vec<Lit>,
    /// The nodes below the roots, arguments first.
    below: Vec<NodeId>,
}

/// The cases of one component of an answer, and whether they say what is final.
pub type Cases = (Vec<Lit>, bool);

impl CarriedFormulas {
    /// The formulas `roots` of a graph without parameters.
    pub fn new(nodes: Vec<Node>, roots: Vec<Lit>) -> Result<CarriedFormulas> {
        if roots.iter().any(|&root| root.node().index() >= nodes.len()) {
            return Err(CoreError::input("no such formula"));
        }
        let early = |(number, node): &(NodeId, &Node)| node.children().any(|lit| lit.node() >= *number);
        if let Some((number, _)) = NodeId::with(&nodes).find(early) {
            return Err(CoreError::input(format!("an argument of node {number} does not come before it")));
        }
        let below = below(&nodes, roots.iter().copied());
        debug_assert!(below.is_sorted_by(|a, b| a < b), "arguments come first");
        if below.iter().any(|&number| matches!(nodes[number], Node::Parameter(_))) {
            return Err(CoreError::input("a formula has parameters"));
        }
        Ok(CarriedFormulas { nodes, roots, below })
    }

    /// Arguments of all nodes below the formulas.
    pub fn arguments(&self) -> usize {
        self.below.iter().map(|&number| self.nodes[number].children().count()).sum()
    }

    /// By answer and unknown what the answer says of it.
    pub fn signatures(&self, answers: &[Vec<Cases>], unknowns: u32) -> Result<Vec<Vec<u64>>> {
        let mut rank = vec![u32::MAX; self.nodes.len()];
        for (place, &number) in (0..).zip(&self.below) {
            rank[number] = place;
        }
        let known = |lit: Lit| rank.get(lit.node().index()).is_some_and(|&place| place != u32::MAX);
        if !answers.iter().flatten().flat_map(|cases| &cases.0).all(|&lit| known(lit)) {
            return Err(CoreError::input("an answer is not among the formulas"));
        }
        let place = |lit: Lit| 2 * rank[lit.node()] as usize + usize::from(lit.is_negated());
        let mut hashes = vec![[0; COLUMNS]; 2 * self.below.len()];
        let mut rows = vec![Vec::with_capacity(unknowns as usize); answers.len()];
        for first in (0..unknowns).step_by(COLUMNS) {
            for (number, &node) in self.below.iter().enumerate() {
                for negated in [false, true] {
                    let of = |lit: Lit| &hashes[place(lit ^ negated)];
                    hashes[2 * number + usize::from(negated)] = hash(&self.nodes[node], negated, of, first);
                }
            }
            let columns = COLUMNS.min((unknowns - first) as usize);
            for (row, answer) in rows.iter_mut().zip(answers) {
                let mut total = [0; COLUMNS];
                for (lits, is_final) in answer {
                    let mut cases = [salt(u64::from(*is_final), false); COLUMNS];
                    lits.iter().for_each(|&lit| add(&mut cases, hashes[place(lit)].map(mix)));
                    add(&mut total, cases.map(mix));
                }
                row.extend_from_slice(&total[..columns]);
            }
        }
        Ok(rows)
    }

    /// The formulas with every unknown replaced by its image; None when one of them is not in the graph.
    pub fn carried(&self, to: &[u32]) -> Option<Vec<Lit>> {
        let numbers: HashMap<&Node, NodeId> =
            self.below.iter().map(|&number| (&self.nodes[number], number)).collect();
        let image = images(&self.nodes, self.below.iter().copied(), &numbers, |leaf| match leaf {
            Node::Variable(index) => to.get(*index as usize).copied().map(Node::Variable),
            _ => None,
        })?;
        Some(self.roots.iter().map(|&lit| image[lit.node()] ^ lit.is_negated()).collect())
    }
}

/// The hashes of a node or its negation, from those of its arguments with the same sign.
fn hash<'h>(node: &Node, negated: bool, of: impl Fn(Lit) -> &'h Hashes, first: u32) -> Hashes {
    let sum = |terms: &mut dyn Iterator<Item = (u32, Lit)>, need: u64| {
        let mut sum = [mix(need); COLUMNS];
        for (weight, lit) in terms {
            let salt = mix(u64::from(weight));
            add(&mut sum, of(lit).map(|hash| mix(hash.wrapping_add(salt))));
        }
        sum
    };
    // `of` adds the sign; a condition has none of its own
    let both = |x: Lit, y: Lit| {
        let (x, y) = (of(x), of(y));
        std::array::from_fn::<u64, COLUMNS, _>(|i| mix(mix(x[i]).wrapping_add(mix(y[i]))))
    };
    let (mut value, kind) = match node {
        Node::Const => return [salt(10, negated); COLUMNS],
        Node::Variable(index) => {
            let mark = |i| salt(if *index == first + i as u32 { 20 } else { 11 }, negated);
            return std::array::from_fn(mark);
        }
        Node::Parameter(_) => return [salt(12, negated); COLUMNS],
        Node::And(lits) => {
            let need = if negated { 1 } else { lits.len() as u64 };
            (sum(&mut lits.iter().map(|&lit| (1, lit)), need), 3)
        }
        &Node::Xor(a, b) => {
            let mut value = both(a ^ negated, !b);
            add(&mut value, both(!a ^ negated, b));
            (value, 4)
        }
        &Node::Ite(c, a, b) => {
            let mut value = both(c ^ negated, a);
            add(&mut value, both(!c ^ negated, b));
            (value, 5)
        }
        Node::Ge(need, terms) => {
            let all: u64 = terms.iter().map(|term| u64::from(term.0)).sum();
            let need = u64::from(*need);
            (sum(&mut terms.iter().copied(), if !negated { need } else { all.saturating_sub(need) + 1 }), 6)
        }
    };
    add(&mut value, [salt(kind, false); COLUMNS]);
    value.map(mix)
}

fn add(sum: &mut Hashes, more: Hashes) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum = sum.wrapping_add(more));
}

fn salt(meaning: u64, negated: bool) -> u64 {
    mix(2 * meaning + u64::from(negated) + 1)
}

/// Scatters numbers (the finaliser of SplitMix; Steele, Lea and Flood 2014).
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lits(numbers: &[u32]) -> Vec<Lit> {
        numbers.iter().copied().map(Lit::numbered).collect()
    }

    /// a, b, c, d as nodes 1 to 4; 5: a & b, 6: c & d, 7: neither, 8: a & c.
    fn graph() -> Vec<Node> {
        let mut nodes = vec![Node::Const];
        nodes.extend((0..4).map(Node::Variable));
        nodes.extend([
            Node::And(lits(&[2, 4])),
            Node::And(lits(&[6, 8])),
            Node::And(lits(&[11, 13])),
            Node::And(lits(&[2, 6])),
        ]);
        nodes
    }

    #[test]
    fn permutations_carry_formulas() {
        let either = CarriedFormulas::new(graph(), lits(&[15, 10, 12])).unwrap();
        assert_eq!(either.carried(&[2, 3, 0, 1]), Some(lits(&[15, 12, 10])));
        assert_eq!(either.carried(&[1, 0, 2, 3]), Some(lits(&[15, 10, 12])));
        assert_eq!(either.carried(&[2, 1, 0, 3]), None);
    }

    #[test]
    fn numbers_go_with_permutations() {
        let formulas = CarriedFormulas::new(graph(), lits(&[15, 14, 16, 17])).unwrap();
        let answers = [vec![(lits(&[14, 15]), false)], vec![(lits(&[17, 16]), false)]];
        let said = formulas.signatures(&answers, 4).unwrap();
        assert!(said[0].iter().all(|&number| number == said[0][0]));
        assert_eq!((said[1][0], said[1][1]), (said[1][2], said[1][3]));
        assert_ne!(said[1][0], said[1][1]);
        assert_eq!(formulas.arguments(), 8);
    }

    #[test]
    fn malformed_graphs_are_refused() {
        assert!(CarriedFormulas::new(graph(), lits(&[99])).is_err());
        assert!(CarriedFormulas::new(vec![Node::Const, Node::Parameter(0)], lits(&[2])).is_err());
        assert!(CarriedFormulas::new(vec![Node::Const, Node::And(lits(&[2, 4]))], lits(&[2])).is_err());
        assert!(CarriedFormulas::new(graph(), lits(&[10]))
            .unwrap()
            .signatures(&[vec![(lits(&[12]), false)]], 4)
            .is_err());
    }
}

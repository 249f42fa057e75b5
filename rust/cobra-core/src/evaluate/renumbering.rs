//! Residuals that differ only in their leaves made equal.
//!
//! Nodes and leaves are numbered in the order of a walk that visits arguments in the order of a hash blind to leaf numbers.

use super::ground::Instance;
use crate::base::hash::FastMap;
use crate::base::ids::NodeId;
use crate::formula::node::{Children, Lit, Node};
use crate::formula::residual::{OpenDigit, Residual};

/// Renumbers what is reachable from the digits.
pub struct Renumbering {
    /// Number of the first of `nodes`; what is below are the constant and leaves.
    first: usize,
    nodes: Vec<Node>,
    hashes: Vec<u64>,
    /// New number of each node, of each literal of a leaf.
    numbers: Vec<u32>,
    leaves: FastMap<Lit, u32>,
    /// Old number of each node among `nodes`, of each leaf of the frontier, by their new numbers.
    order: Vec<usize>,
    leaf_order: Vec<u32>,
}

/// The number of the literal that is the first leaf of the open frontier: the two leaves of a formula are the two literals
/// of one node.
pub const LEAVES: u32 = 2;

const NEW: u32 = u32::MAX;

fn mix(a: u64, b: u64) -> u64 {
    let mixed = (a ^ b.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 32)
}

impl Renumbering {
    /// `nodes`: those of a builder after so many leaves.
    pub fn new(leaves: usize, nodes: Vec<Node>) -> Self {
        let mut canonical = Renumbering {
            first: 1 + leaves,
            hashes: Vec::with_capacity(nodes.len()),
            numbers: vec![NEW; nodes.len()],
            nodes,
            leaves: FastMap::default(),
            order: Vec::new(),
            leaf_order: Vec::new(),
        };
        for node in &canonical.nodes {
            let of = |lit: Lit| hash(canonical.first, &canonical.hashes, lit);
            let hash = match node {
                Node::Const | Node::Variable(_) | Node::Parameter(_) => 1,
                Node::And(lits) => mix(lits.iter().fold(2, |sum: u64, &lit| sum.wrapping_add(mix(3, of(lit)))), 7),
                &Node::Xor(a, b) => mix(mix(4, of(a).wrapping_add(of(b))), 7),
                &Node::Ite(c, a, b) => mix(mix(mix(mix(5, of(c)), of(a)), of(b)), 7),
                Node::Ge(need, terms) => {
                    let sum = |sum: u64, &(weight, lit): &(u32, Lit)| sum.wrapping_add(mix(weight.into(), of(lit)));
                    mix(terms.iter().fold(mix(6, u64::from(*need)), sum), 7)
                }
            };
            canonical.hashes.push(hash);
        }
        canonical
    }

    fn hash(&self, lit: Lit) -> u64 {
        hash(self.first, &self.hashes, lit)
    }

    pub fn instance(mut self, mut digits: Vec<OpenDigit>) -> Instance {
        for digit in &mut digits {
            if let OpenDigit::Sum(_, terms) = digit {
                terms.sort_by_key(|&(weight, lit)| (weight, self.hash(lit), lit));
            }
            digit.lits_mut().filter(|lit| !lit.is_constant()).for_each(|lit| self.visit(*lit));
        }
        // leaves are numbered before nodes
        let leaves = self.leaf_order.len() as u32;
        let map = |lit: Lit| match lit.node().index().checked_sub(self.first) {
            _ if lit.is_constant() => lit,
            None => Lit::of(NodeId::new(1 + self.leaves[&lit])),
            Some(node) => Lit::of(NodeId::new(1 + leaves + self.numbers[node])) ^ lit.is_negated(),
        };
        let nodes = self.order.iter().map(|&node| self.nodes[node].map(map)).collect();
        digits.iter_mut().flat_map(OpenDigit::lits_mut).for_each(|lit| *lit = map(*lit));
        Instance { residual: Residual { leaves, nodes, digits }, leaves: self.leaf_order }
    }

    /// Puts the arguments of a node into the order of the walk.
    fn sort(&mut self, node: usize) {
        let place = |lit: Lit| (hash(self.first, &self.hashes, lit), lit);
        match &mut self.nodes[node] {
            Node::And(lits) => lits.sort_by_key(|&lit| place(lit)),
            Node::Xor(a, b) if place(*a) > place(*b) => std::mem::swap(a, b),
            Node::Ge(_, terms) => terms.sort_by_key(|&(weight, lit)| (weight, place(lit))),
            _ => {}
        }
    }

    /// Numbers leaves and nodes below a literal, arguments first, without recursion.
    fn visit(&mut self, lit: Lit) {
        let mut stack = vec![(lit, false)];
        while let Some((lit, done)) = stack.pop() {
            let Some(node) = lit.node().index().checked_sub(self.first) else {
                let next = self.leaf_order.len() as u32;
                if *self.leaves.entry(lit).or_insert(next) == next {
                    self.leaf_order.push(lit.number() - LEAVES);
                }
                continue;
            };
            if done && self.numbers[node] == NEW {
                self.numbers[node] = self.order.len() as u32;
                self.order.push(node);
            } else if self.numbers[node] == NEW {
                stack.push((lit, true));
                let start = stack.len();
                self.sort(node);
                stack.extend(self.nodes[node].children().map(|argument| (argument, false)));
                stack[start..].reverse();
            }
        }
    }
}

/// The hash of a literal from those of the nodes from `first` on.
fn hash(first: usize, hashes: &[u64], lit: Lit) -> u64 {
    let hash = lit.node().index().checked_sub(first).map_or(1, |node| hashes[node]);
    mix(hash, u64::from(lit.is_negated()))
}

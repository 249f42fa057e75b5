//! Residuals that differ only in their leaves made equal.
//!
//! Nodes and leaves are numbered in the order of a walk that visits arguments in the order of a hash blind to leaf numbers.

use super::ground::Instance;
use crate::base::hash::FastMap;
use crate::formula::ground::{OpenDigit, Residual};
use crate::formula::node::{Children, Lit, Node, TRUE};

/// Renumbers what is reachable from the digits.
pub struct Canonical<'a> {
    /// Variables are leaves.
    nodes: &'a [Node],
    hashes: Vec<u64>,
    /// New number of each node that is no leaf, of each literal of a leaf.
    numbers: Vec<u32>,
    leaves: FastMap<Lit, u32>,
    /// The nodes, and the leaves of the frontier, by their new numbers.
    order: Vec<usize>,
    leaf_order: Vec<u32>,
}

const NEW: u32 = u32::MAX;

fn mix(a: u64, b: u64) -> u64 {
    let mixed = (a ^ b.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 32)
}

impl<'a> Canonical<'a> {
    pub fn new(nodes: &'a [Node]) -> Self {
        let mut canonical = Canonical {
            nodes,
            hashes: Vec::with_capacity(nodes.len()),
            numbers: vec![NEW; nodes.len()],
            leaves: FastMap::default(),
            order: Vec::new(),
            leaf_order: Vec::new(),
        };
        for node in nodes {
            let of = |lit: Lit| canonical.hash(lit);
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
        mix(self.hashes[lit as usize / 2], u64::from(lit & 1))
    }

    pub fn instance(mut self, mut digits: Vec<OpenDigit>) -> Instance {
        for digit in &mut digits {
            if let OpenDigit::Sum(_, terms) = digit {
                terms.sort_by_key(|&(weight, lit)| (weight, self.hash(lit), lit));
            }
            digit.lits_mut().filter(|lit| **lit > TRUE).for_each(|lit| self.visit(*lit));
        }
        // leaves are numbered before nodes
        let leaves = self.leaf_order.len() as u32;
        let map = |lit: Lit| match self.nodes[lit as usize / 2] {
            Node::Const => lit,
            Node::Variable(_) => 2 * (1 + self.leaves[&lit]),
            _ => 2 * (1 + leaves + self.numbers[lit as usize / 2]) + (lit & 1),
        };
        let nodes = self.order.iter().map(|&node| self.ordered(node).map(map)).collect();
        digits.iter_mut().flat_map(OpenDigit::lits_mut).for_each(|lit| *lit = map(*lit));
        Instance { residual: Residual { leaves, nodes, digits }, leaves: self.leaf_order }
    }

    /// A node with its arguments in the order of the walk.
    fn ordered(&self, node: usize) -> Node {
        let place = |lit: Lit| (self.hash(lit), lit);
        let mut node = self.nodes[node].clone();
        match &mut node {
            Node::And(lits) => lits.sort_by_key(|&lit| place(lit)),
            Node::Xor(a, b) if place(*a) > place(*b) => std::mem::swap(a, b),
            Node::Ge(_, terms) => terms.sort_by_key(|&(weight, lit)| (weight, place(lit))),
            _ => {}
        }
        node
    }

    /// Numbers leaves and nodes below a literal, arguments first, without recursion.
    fn visit(&mut self, lit: Lit) {
        let mut stack = vec![(lit, false)];
        while let Some((lit, done)) = stack.pop() {
            let node = lit as usize / 2;
            if let Node::Variable(leaf) = self.nodes[node] {
                let next = self.leaf_order.len() as u32;
                if *self.leaves.entry(lit).or_insert(next) == next {
                    // both literals of a formula are consecutive leaves of the frontier
                    self.leaf_order.push(leaf + (lit & 1));
                }
            } else if done && self.numbers[node] == NEW {
                self.numbers[node] = self.order.len() as u32;
                self.order.push(node);
            } else if self.numbers[node] == NEW {
                stack.push((lit, true));
                let start = stack.len();
                stack.extend(self.ordered(node).children().map(|argument| (argument, false)));
                stack[start..].reverse();
            }
        }
    }
}

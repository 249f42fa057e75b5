//! Building formulas: equal formulas built from equal parts are one node, and local rules keep them simple.
//!
//! The builder is an [`Algebra`] whose values are literals, so that evaluating formulas in it, with what is known in the
//! places of leaves, leaves the formula of what is not known. Constants are folded: they are found at the top only. What
//! becomes of a formula does not depend on which of its leaves are which, nor on their signs.

use super::evaluate::Algebra;
use super::node::{Children, Lit, Node, FALSE, TRUE};
use crate::base::hash::FastMap;
use crate::base::ids::NodeId;

/// A growing graph of formulas.
pub struct Builder {
    pub nodes: Vec<Node>,
    /// Number of the first of them.
    first: usize,
    /// The nodes that were built.
    numbers: FastMap<Node, NodeId>,
    /// Whether a conjunction takes in those it is made of.
    flattens: bool,
}

impl Builder {
    /// Builds on nodes that are there, the first of them the constant; what is like one of these is a node of its own.
    pub fn new(nodes: Vec<Node>) -> Builder {
        debug_assert_eq!(nodes.first(), Some(&Node::Const));
        Builder { nodes, first: 0, numbers: FastMap::default(), flattens: false }
    }

    /// Builds on so many leaves, which are numbered after the constant and not among `nodes`.
    pub fn after(leaves: usize) -> Builder {
        Builder { nodes: Vec::new(), first: 1 + leaves, numbers: FastMap::default(), flattens: false }
    }

    /// Builds from nothing; a conjunction takes in those it is made of.
    pub fn flattening() -> Builder {
        Builder { flattens: true, ..Builder::new(vec![Node::Const]) }
    }

    /// Forgets all nodes that were built, but the first `count` nodes, which were there before.
    pub fn restart(&mut self, count: usize) {
        self.nodes.truncate(count);
        self.numbers.clear();
    }

    /// A node as it is.
    pub fn make(&mut self, node: Node) -> Lit {
        if let Some(&number) = self.numbers.get(&node) {
            return Lit::of(number);
        }
        let number = NodeId::at(self.first + self.nodes.len());
        debug_assert!(node.children().all(|lit| lit.node() < number), "arguments come before the node");
        self.numbers.insert(node.clone(), number);
        self.nodes.push(node);
        Lit::of(number)
    }

    pub fn variable(&mut self, proposition: u32) -> Lit {
        self.make(Node::Variable(proposition))
    }

    pub fn or(&mut self, parts: impl IntoIterator<Item = Lit>) -> Lit {
        !self.and(parts.into_iter().map(|lit| !lit))
    }

    /// The literals whose conjunction is that of `lits`, sorted; `None` where it is false.
    pub fn conjuncts(&self, lits: impl IntoIterator<Item = Lit>) -> Option<Vec<Lit>> {
        let mut flat: Vec<Lit> = lits.into_iter().collect();
        let mut place = 0;
        while self.flattens && place < flat.len() {
            match &self.nodes[flat[place].node()] {
                Node::And(parts) if !flat[place].is_negated() => {
                    flat.swap_remove(place);
                    flat.extend(parts);
                }
                _ => place += 1,
            }
        }
        flat.sort_unstable();
        flat.dedup();
        flat.retain(|&lit| lit != TRUE);
        let fails = flat.first() == Some(&FALSE) || flat.windows(2).any(|pair| !pair[0] == pair[1]);
        (!fails).then_some(flat)
    }

    /// The conjunction of literals as they are, sorted.
    pub fn all(&mut self, lits: Vec<Lit>) -> Lit {
        match lits[..] {
            [] => TRUE,
            [one] => one,
            _ => self.make(Node::And(lits)),
        }
    }
}

impl Algebra for Builder {
    type Value = Lit;

    fn falsity() -> Lit {
        FALSE
    }

    fn negation(a: Lit) -> Lit {
        !a
    }

    fn and(&mut self, parts: impl Iterator<Item = Lit>) -> Lit {
        match self.conjuncts(parts) {
            Some(lits) => self.all(lits),
            None => FALSE,
        }
    }

    fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let sign = a.is_negated() != b.is_negated();
        let (a, b) = (a.positive().min(b.positive()), a.positive().max(b.positive()));
        match (a, b) {
            (FALSE, b) => b ^ sign,
            (a, b) if a == b => Lit::from(sign),
            (a, b) => self.make(Node::Xor(a, b)) ^ sign,
        }
    }

    fn ite(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        match c {
            FALSE => return b,
            TRUE => return a,
            _ if a == b => return a,
            _ => {}
        }
        if a.is_constant() || b.is_constant() || a.node() == b.node() || c.node() == a.node() || c.node() == b.node()
        {
            let (yes, no) = (self.and([c, a].into_iter()), self.and([!c, b].into_iter()));
            return self.or([yes, no]);
        }
        match c.is_negated() {
            false => self.make(Node::Ite(c, a, b)),
            true => self.make(Node::Ite(!c, b, a)),
        }
    }

    fn at_least(&mut self, need: u32, terms: impl Iterator<Item = (u32, Lit)>) -> Lit {
        let (constant, mut terms) = linear(terms);
        let total: u64 = terms.iter().map(|term| u64::from(term.0)).sum();
        if constant >= u64::from(need) {
            return TRUE;
        }
        let mut need = u64::from(need) - constant;
        if need > total {
            return FALSE;
        }
        let least = terms.iter().map(|term| term.0).min().map_or(0, u64::from);
        if need <= least {
            return self.or(terms.into_iter().map(|term| term.1));
        }
        if total - need < least {
            return self.and(terms.into_iter().map(|term| term.1));
        }
        // a weight of more than is needed is no more than enough
        terms.iter_mut().for_each(|term| term.0 = u64::from(term.0).min(need) as u32);
        if terms.iter().all(|term| term.0 == terms[0].0) {
            need = need.div_ceil(u64::from(terms[0].0));
            terms.iter_mut().for_each(|term| term.0 = 1);
        }
        self.make(Node::Ge(need as u32, terms))
    }
}

/// A sum of weighted literals as a constant and the rest, in its one form: weights positive, the literals ascending,
/// none of them constant, equal to another or its negation.
pub fn linear(terms: impl IntoIterator<Item = (u32, Lit)>) -> (u64, Vec<(u32, Lit)>) {
    let mut constant = 0;
    let mut merged: Vec<(u32, Lit)> = Vec::new();
    let mut sorted: Vec<(u32, Lit)> = terms.into_iter().collect();
    sorted.sort_unstable_by_key(|term| term.1);
    for (weight, lit) in sorted {
        match merged.last_mut() {
            _ if lit == FALSE => {}
            _ if lit == TRUE => constant += u64::from(weight),
            Some(last) if last.1 == lit => last.0 += weight,
            Some(last) if last.1 == !lit => {
                // w·x + v·!x is the smaller weight and what the other one has more
                let common = last.0.min(weight);
                constant += u64::from(common);
                if last.0 > weight {
                    last.0 -= common;
                } else {
                    *last = (weight - common, lit);
                }
                if last.0 == 0 {
                    merged.pop();
                }
            }
            _ => merged.push((weight, lit)),
        }
    }
    (constant, merged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::Random;

    fn value(formulas: &Builder, lit: Lit, truth: u32) -> bool {
        let read = |lit: Lit| value(formulas, lit, truth);
        let holds = match &formulas.nodes[lit.node()] {
            Node::Const | Node::Parameter(_) => false,
            Node::Variable(p) => truth >> p & 1 != 0,
            Node::And(lits) => lits.iter().all(|&lit| read(lit)),
            Node::Xor(a, b) => read(*a) != read(*b),
            Node::Ite(c, a, b) => read(if read(*c) { *a } else { *b }),
            Node::Ge(k, terms) => terms.iter().filter(|t| read(t.1)).map(|t| t.0).sum::<u32>() >= *k,
        };
        holds != lit.is_negated()
    }

    #[test]
    fn simple_forms_mean_the_same() {
        let mut random = Random::Seeded(11);
        let mut below = |bound: usize| random.below(bound);
        for _ in 0..300 {
            let mut formulas = Builder::flattening();
            let mut lits = vec![FALSE];
            lits.extend((0..3).map(|p| formulas.variable(p)));
            let mut tables: Vec<u8> = vec![0, 0b1010_1010, 0b1100_1100, 0b1111_0000];
            for _ in 0..8 {
                let mut pick = || (below(lits.len()), below(2) == 1);
                let parts = [pick(), pick(), pick()];
                let part = |(i, sign): (usize, bool)| lits[i] ^ sign;
                let table = |(i, sign): (usize, bool)| tables[i] ^ if sign { 255 } else { 0 };
                let [a, b, c] = parts.map(part);
                let [x, y, z] = parts.map(table);
                let (k, weights) = (below(6) as u32, [0; 3].map(|_| 1 + below(3) as u32));
                let (lit, expected) = match below(5) {
                    0 => (formulas.and([a, b, c].into_iter()), x & y & z),
                    1 => (formulas.or([a, b, c]), x | y | z),
                    2 => (formulas.xor(a, b), x ^ y),
                    3 => (formulas.ite(a, b, c), (x & y) | (!x & z)),
                    _ => {
                        let sum = |i: u32| -> u32 {
                            [x, y, z].iter().zip(weights).map(|(t, w)| u32::from(t >> i & 1) * w).sum()
                        };
                        let bits = (0..8).filter(|&i| sum(i) >= k).map(|i| 1 << i).sum();
                        (formulas.at_least(k, weights.into_iter().zip([a, b, c])), bits)
                    }
                };
                let found: u8 = (0..8).filter(|&truth| value(&formulas, lit, truth)).map(|truth| 1 << truth).sum();
                assert_eq!(found, expected);
                lits.push(lit);
                tables.push(expected);
            }
        }
    }
}

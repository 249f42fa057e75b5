//! Formulas over the variables that are not fixed yet, each in one simple form.
//!
//! Equal formulas built from equal parts are the same node, as in `program`; arguments come before the node that uses
//! them. Constants are folded, so they are found at the top of a formula only.

use std::collections::{BTreeMap, HashMap};

use crate::game::program::{Lit, Node, FALSE, TRUE};

/// A growing graph of formulas.
pub(crate) struct Formulas {
    pub nodes: Vec<Node>,
    numbers: HashMap<Node, u32>,
}

/// `constant + Σ weight·literal`, weights positive, each variable or formula once, ascending.
pub(crate) struct Linear {
    pub constant: i64,
    pub terms: Vec<(u32, Lit)>,
}

impl Formulas {
    pub fn new() -> Formulas {
        Formulas { nodes: vec![Node::Const], numbers: HashMap::from([(Node::Const, 0)]) }
    }

    fn make(&mut self, node: Node) -> Lit {
        let next = self.nodes.len() as u32;
        let number = *self.numbers.entry(node.clone()).or_insert(next);
        if number == next {
            self.nodes.push(node);
        }
        2 * number
    }

    pub fn variable(&mut self, proposition: u32) -> Lit {
        self.make(Node::Variable(proposition))
    }

    pub fn and(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let mut stack: Vec<Lit> = lits.into_iter().collect();
        let mut flat = Vec::new();
        while let Some(lit) = stack.pop() {
            match &self.nodes[lit as usize / 2] {
                Node::And(parts) if lit & 1 == 0 => stack.extend(parts),
                _ => flat.push(lit),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        flat.retain(|&lit| lit != TRUE);
        if flat.first() == Some(&FALSE) || flat.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) {
            return FALSE;
        }
        match flat.as_slice() {
            [] => TRUE,
            &[lit] => lit,
            _ => self.make(Node::And(flat)),
        }
    }

    pub fn or(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        self.and(lits.into_iter().map(|lit| lit ^ 1)) ^ 1
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let sign = (a ^ b) & 1;
        let (a, b) = ((a & !1).min(b & !1), (a & !1).max(b & !1));
        match (a, b) {
            (FALSE, b) => b ^ sign,
            (a, b) if a == b => sign,
            (a, b) => self.make(Node::Xor(a, b)) ^ sign,
        }
    }

    pub fn ite(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        if c <= TRUE || a <= TRUE || b <= TRUE || a / 2 == b / 2 || c / 2 == a / 2 || c / 2 == b / 2 {
            let (yes, no) = (self.and([c, a]), self.and([c ^ 1, b]));
            return self.or([yes, no]);
        }
        match c & 1 {
            0 => self.make(Node::Ite(c, a, b)),
            _ => self.make(Node::Ite(c ^ 1, b, a)),
        }
    }

    /// `Σ weight·literal`, in its one form.
    pub fn linear(&self, terms: impl IntoIterator<Item = (u32, Lit)>) -> Linear {
        let mut weights: BTreeMap<Lit, i64> = BTreeMap::new();
        let mut constant = 0;
        for (weight, lit) in terms {
            let weight = i64::from(weight);
            constant += weight * i64::from(lit & 1);
            if lit > TRUE {
                *weights.entry(lit & !1).or_default() += if lit & 1 == 0 { weight } else { -weight };
            }
        }
        constant += weights.values().filter(|&&weight| weight < 0).sum::<i64>();
        let term = |(lit, weight): (Lit, i64)| (weight.unsigned_abs() as u32, lit | u32::from(weight < 0));
        let terms = weights.into_iter().filter(|&(_, weight)| weight != 0).map(term).collect();
        Linear { constant, terms }
    }

    /// `Σ weight·literal >= k`.
    pub fn at_least(&mut self, k: u32, terms: impl IntoIterator<Item = (u32, Lit)>) -> Lit {
        let value = self.linear(terms);
        let need = i64::from(k) - value.constant;
        let total: i64 = value.terms.iter().map(|term| i64::from(term.0)).sum();
        if need <= 0 || need > total {
            return if need <= 0 { TRUE } else { FALSE };
        }
        let least = value.terms.iter().map(|term| i64::from(term.0)).min().unwrap_or(0);
        let lits: Vec<Lit> = value.terms.iter().map(|term| term.1).collect();
        if need <= least {
            return self.or(lits);
        }
        if total - need < least {
            return self.and(lits);
        }
        let mut terms: Vec<(u32, Lit)> =
            value.terms.iter().map(|&(weight, lit)| (weight.min(need as u32), lit)).collect();
        let mut k = need as u32;
        if terms.iter().all(|term| term.0 == terms[0].0) {
            k = k.div_ceil(terms[0].0);
            terms.iter_mut().for_each(|term| term.0 = 1);
        }
        self.make(Node::Ge(k, terms))
    }

    /// The values of nodes of a program, `order` holding the needed ones with arguments first; `leaf` says what
    /// variables and parameters are. Other entries of the result mean nothing.
    pub fn ground(
        &mut self,
        nodes: &[Node],
        order: &[usize],
        mut leaf: impl FnMut(&mut Formulas, &Node) -> Lit,
    ) -> Vec<Lit> {
        let mut values = vec![FALSE; nodes.len()];
        for &number in order {
            let read = |lit: Lit| values[lit as usize / 2] ^ (lit & 1);
            values[number] = match &nodes[number] {
                Node::Const => FALSE,
                node @ (Node::Variable(_) | Node::Parameter(_)) => leaf(self, node),
                Node::And(lits) => self.and(lits.iter().map(|&lit| read(lit))),
                Node::Xor(a, b) => self.xor(read(*a), read(*b)),
                Node::Ite(c, a, b) => self.ite(read(*c), read(*a), read(*b)),
                Node::Ge(k, terms) => self.at_least(*k, terms.iter().map(|&(weight, lit)| (weight, read(lit)))),
            };
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(formulas: &Formulas, lit: Lit, truth: u32) -> bool {
        let read = |lit: Lit| value(formulas, lit, truth);
        let holds = match &formulas.nodes[lit as usize / 2] {
            Node::Const | Node::Parameter(_) => false,
            Node::Variable(p) => truth >> p & 1 != 0,
            Node::And(lits) => lits.iter().all(|&lit| read(lit)),
            Node::Xor(a, b) => read(*a) != read(*b),
            Node::Ite(c, a, b) => read(if read(*c) { *a } else { *b }),
            Node::Ge(k, terms) => terms.iter().filter(|t| read(t.1)).map(|t| t.0).sum::<u32>() >= *k,
        };
        holds != (lit & 1 != 0)
    }

    #[test]
    fn simple_forms_mean_the_same() {
        let mut seed: u64 = 11;
        let mut below = |bound: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % bound
        };
        for _ in 0..300 {
            let mut formulas = Formulas::new();
            let mut lits = vec![FALSE];
            lits.extend((0..3).map(|p| formulas.variable(p)));
            let mut tables: Vec<u8> = vec![0, 0b1010_1010, 0b1100_1100, 0b1111_0000];
            for _ in 0..8 {
                let mut pick = || (below(lits.len()), below(2) as u32);
                let parts = [pick(), pick(), pick()];
                let part = |(i, sign): (usize, u32)| lits[i] ^ sign;
                let table = |(i, sign): (usize, u32)| tables[i] ^ if sign == 1 { 255 } else { 0 };
                let [a, b, c] = parts.map(part);
                let [x, y, z] = parts.map(table);
                let (k, weights) = (below(6) as u32, [0; 3].map(|_| 1 + below(3) as u32));
                let (lit, expected) = match below(5) {
                    0 => (formulas.and([a, b, c]), x & y & z),
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

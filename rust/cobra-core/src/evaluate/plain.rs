//! Evaluation by definition: the formula graph, node by node, for one code and one experiment.
//!
//! Slow and obvious; used where one value is wanted that the kernels do not compute.

use crate::base::bits::BitTable;
use crate::game::program::{Component, Lin, Lit, Node, Program};

/// Values of the nodes of a graph for one code and one experiment.
#[derive(Default)]
pub struct Values {
    values: Vec<bool>,
}

impl Values {
    /// Evaluates all nodes: row `code` of `codes` and row `experiment` of `experiments`.
    pub fn evaluate(
        &mut self,
        program: &Program,
        codes: &BitTable,
        code: usize,
        experiments: &BitTable,
        experiment: usize,
    ) {
        self.values.clear();
        for node in &program.nodes {
            let value = match node {
                Node::Const => false,
                Node::Variable(index) => codes.get(code, *index as usize),
                Node::Parameter(index) => {
                    (*index as usize) < experiments.columns() && experiments.get(experiment, *index as usize)
                }
                Node::And(lits) => lits.iter().all(|&lit| self.lit(lit)),
                Node::Xor(a, b) => self.lit(*a) != self.lit(*b),
                Node::Ite(c, a, b) => self.lit(if self.lit(*c) { *a } else { *b }),
                Node::Ge(k, terms) => self.sum(terms) >= u64::from(*k),
            };
            self.values.push(value);
        }
    }

    /// The value of a literal.
    pub fn lit(&self, lit: Lit) -> bool {
        self.values[(lit >> 1) as usize] != (lit & 1 == 1)
    }

    fn sum(&self, terms: &[(u32, Lit)]) -> u64 {
        terms.iter().filter(|term| self.lit(term.1)).map(|term| u64::from(term.0)).sum()
    }

    /// The digit of a component. Cases that do not hold exactly once (an ill-formed game): the first that holds, or 0.
    pub fn digit(&self, component: &Component) -> u64 {
        match component {
            Component::Sum(Lin { terms, .. }) => self.sum(terms),
            Component::Cases(lits) => lits.iter().position(|&lit| self.lit(lit)).unwrap_or(0) as u64,
        }
    }
}

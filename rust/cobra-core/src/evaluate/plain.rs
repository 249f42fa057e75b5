//! Evaluation by definition: the formula graph, node by node, for one code and one experiment.
//!
//! Slow and obvious; used where one value is wanted that the kernels do not compute.

use crate::base::bits::BitTable;
use crate::formula::evaluate::{Algebra, Truth};
use crate::formula::node::{Lit, Node};
use crate::game::program::{Component, Program};

/// Values of the nodes of a graph for one code and one experiment.
#[derive(Default)]
pub struct NodeValues {
    values: Vec<bool>,
}

impl NodeValues {
    /// Evaluates all nodes: row `code` of `codes` and row `experiment` of `experiments`.
    pub fn evaluate(
        &mut self,
        program: &Program,
        codes: &BitTable,
        code: usize,
        experiments: &BitTable,
        experiment: usize,
    ) {
        let nodes = &program.nodes;
        self.values.clear();
        self.values.resize(nodes.len(), false);
        Truth.values(nodes, 0..nodes.len(), &mut self.values, |_, leaf| match *leaf {
            Node::Variable(p) => codes.get(code, p as usize),
            Node::Parameter(p) => (p as usize) < experiments.columns() && experiments.get(experiment, p as usize),
            _ => false,
        });
    }

    /// The value of a literal.
    pub fn lit(&self, lit: Lit) -> bool {
        self.values[lit.node()] != lit.is_negated()
    }

    /// The digit of a component. Cases that do not hold exactly once (an ill-formed game): the first that holds, or 0.
    pub fn digit(&self, component: &Component) -> u64 {
        match component {
            Component::Sum(lin) => {
                lin.terms.iter().filter(|term| self.lit(term.1)).map(|term| u64::from(term.0)).sum()
            }
            Component::Cases(lits) => lits.iter().position(|&lit| self.lit(lit)).unwrap_or(0) as u64,
        }
    }
}

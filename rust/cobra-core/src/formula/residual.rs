//! What is left of an answer where something is known: a *residual*, a formula over numbered leaves.
//!
//! Residuals are compared, so that what is made of one serves all that are equal. A literal is that of a graph whose
//! nodes are the constant, then a leaf for each unknown that is left, then `nodes`.

use super::build::linear;
use super::node::{Lit, Node, FALSE, TRUE};
use crate::base::ids::NodeId;

/// One component of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OpenDigit {
    /// `base + Σ weight·literal`, literals not constant.
    Sum(u32, Vec<(u32, Lit)>),
    /// The digit of the literal that holds.
    Cases(Vec<(u32, Lit)>),
}

/// The components of an answer over `leaves` leaves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Residual {
    pub leaves: u32,
    /// None of them a leaf, arguments first.
    pub nodes: Vec<Node>,
    pub digits: Vec<OpenDigit>,
}

impl Residual {
    /// `nodes`: those of a builder, its variables the leaves.
    pub fn new(nodes: &[Node], leaves: u32, mut digits: Vec<OpenDigit>) -> Residual {
        let mut inner = leaves;
        let number = |node: &Node| match node {
            Node::Const => NodeId::new(0),
            Node::Variable(leaf) => NodeId::new(1 + leaf),
            _ => {
                inner += 1;
                NodeId::new(inner)
            }
        };
        let numbers: Vec<NodeId> = nodes.iter().map(number).collect();
        let map = |lit: Lit| Lit::of(numbers[lit.node()]) ^ lit.is_negated();
        digits.iter_mut().flat_map(OpenDigit::lits_mut).for_each(|lit| *lit = map(*lit));
        let inner = nodes.iter().zip(&numbers).filter(|(_, number)| number.number() > leaves);
        Residual { leaves, nodes: inner.map(|(node, _)| node.map(map)).collect(), digits }
    }
}

impl OpenDigit {
    /// A sum of literals.
    pub fn sum(terms: impl Iterator<Item = (u32, Lit)>) -> OpenDigit {
        let (base, terms) = linear(terms);
        OpenDigit::Sum(base as u32, terms)
    }

    /// Cases, the first of them for digit 0; of those that surely hold the first counts.
    pub fn cases(lits: impl Iterator<Item = Lit>) -> OpenDigit {
        let mut open: Vec<(u32, Lit)> = (0..).zip(lits).filter(|case| case.1 != FALSE).collect();
        if let Some(&certain) = open.iter().find(|case| case.1 == TRUE) {
            open = vec![certain];
        }
        OpenDigit::Cases(open)
    }

    pub fn lits_mut(&mut self) -> impl Iterator<Item = &mut Lit> {
        let (OpenDigit::Sum(_, terms) | OpenDigit::Cases(terms)) = self;
        terms.iter_mut().map(|term| &mut term.1)
    }
}

//! What remains of an answer when the code is known: a formula over the parameters, for each code.
//!
//! All nodes below the answer are evaluated for 64 codes at once with every parameter unknown (three values, Kleene 1938:
//! two bits for each code, "surely true" and "surely false"). What stays unknown below the components of one code is its
//! *residual*. Parameters are numbered in the order in which a walk meets them, so that codes that differ only in which
//! parameters they depend on have equal residuals.

use crate::base::bits::BitTable;
use crate::base::ids::NodeId;
use crate::formula::build::Builder;
use crate::formula::evaluate::{Algebra, Kleene};
use crate::formula::needed::below;
use crate::formula::node::{Children, Lit, Node, FALSE, TRUE};
use crate::formula::residual::{OpenDigit, Residual};
use crate::game::program::{Answer, Component, Program};

const UNSEEN: Lit = Lit::numbered(u32::MAX);

/// Grounds codes, a block of them at a time.
pub(super) struct Grounder<'a> {
    program: &'a Program,
    answer: &'a Answer,
    /// Nodes below the answer, arguments first.
    order: Vec<NodeId>,
    /// For each node the codes of the block for which it is surely true, surely false.
    known: Vec<(u64, u64)>,
    /// What is made of one code; variables are the parameters it depends on, in the order in which they are met.
    builder: Builder,
    /// For each node its literal there, and the nodes that have one.
    image: Vec<Lit>,
    seen: Vec<NodeId>,
}

impl<'a> Grounder<'a> {
    pub fn new(program: &'a Program, answer: &'a Answer) -> Grounder<'a> {
        let nodes = program.nodes.len();
        Grounder {
            program,
            answer,
            order: below(&program.nodes, answer.lits()),
            known: vec![Kleene::UNKNOWN; nodes],
            builder: Builder::new(vec![Node::Const]),
            image: vec![UNSEEN; nodes],
            seen: Vec::new(),
        }
    }

    /// Evaluates the codes `64 * block ..` of a table with every parameter unknown.
    pub fn load(&mut self, codes: &BitTable, block: usize) {
        Kleene.values(&self.program.nodes, self.order.iter().copied(), &mut self.known, |_, leaf| match leaf {
            Node::Variable(p) => {
                let word = codes.column(*p as usize)[block];
                (word, !word)
            }
            _ => Kleene::UNKNOWN,
        });
    }

    /// The residual of one code of the block; `parameters` gets the parameter of each leaf.
    pub fn residual(&mut self, lane: usize, parameters: &mut Vec<u32>) -> Residual {
        parameters.clear();
        let answer = self.answer;
        let mut digits: Vec<OpenDigit> = Vec::with_capacity(answer.components.len());
        for component in &answer.components {
            let mut ground = |lit: Lit| self.ground(lit, lane, parameters);
            digits.push(match component {
                Component::Sum(lin) => OpenDigit::sum(lin.terms.iter().map(|&(weight, lit)| (weight, ground(lit)))),
                Component::Cases(lits) => OpenDigit::cases(lits.iter().map(|&lit| ground(lit))),
            });
        }
        for &node in &self.seen {
            self.image[node] = UNSEEN;
        }
        self.seen.clear();
        let residual = Residual::new(&self.builder.nodes, parameters.len() as u32, digits);
        self.builder.restart(1);
        residual
    }

    fn read(&self, lit: Lit, lane: usize) -> Option<Lit> {
        read(&self.known, &self.image, lit, lane)
    }

    /// The image of a literal, made with those of all it depends on.
    fn ground(&mut self, lit: Lit, lane: usize, parameters: &mut Vec<u32>) -> Lit {
        let program = self.program;
        let mut stack = vec![lit.positive()];
        while let Some(&top) = stack.last() {
            if self.read(top, lane).is_some() {
                stack.pop();
                continue;
            }
            let node = &program.nodes[top.node()];
            let before = stack.len();
            stack.extend(node.children().filter(|&lit| self.read(lit, lane).is_none()).map(|lit| lit.positive()));
            if stack.len() > before {
                stack[before..].reverse();
                continue;
            }
            self.image[top.node()] = self.image_of(node, lane, parameters);
            self.seen.push(top.node());
            stack.pop();
        }
        self.read(lit, lane).unwrap_or(FALSE)
    }

    /// The image of an unknown node whose arguments have images.
    fn image_of(&mut self, node: &Node, lane: usize, parameters: &mut Vec<u32>) -> Lit {
        if let Node::Parameter(p) = node {
            parameters.push(*p);
            return self.builder.variable(parameters.len() as u32 - 1);
        }
        let (known, image) = (&self.known, &self.image);
        self.builder.inner(node, |lit| read(known, image, lit, lane).unwrap_or(FALSE))
    }
}

/// What a literal is for one code, if that is known or made.
fn read(known: &[(u64, u64)], image: &[Lit], lit: Lit, lane: usize) -> Option<Lit> {
    let node = lit.node();
    let value = match known[node] {
        (truth, _) if truth >> lane & 1 != 0 => TRUE,
        (_, falsity) if falsity >> lane & 1 != 0 => FALSE,
        _ if image[node] == UNSEEN => return None,
        _ => image[node],
    };
    Some(value ^ lit.is_negated())
}

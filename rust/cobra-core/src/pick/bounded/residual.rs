//! What remains of an answer when the code is known: a formula over the parameters, for each code.
//!
//! All nodes below the answer are evaluated for 64 codes at once with every parameter unknown (three values, Kleene 1938:
//! two bits for each code, "surely true" and "surely false"). What stays unknown below the components of one code is its
//! *residual*. Parameters are numbered in the order in which a walk meets them, so that codes that differ only in which
//! parameters they depend on have equal residuals.

use crate::base::bits::BitTable;
use crate::game::program::{Answer, Component, Lit, Node, Program, FALSE, TRUE};
use crate::game::validate::{component_lits, operands};

/// Literal of a residual: 0 false, 1 true, else `2 * (1 + node) + negated`.
pub(super) type ResidualLit = u32;

/// A node of a residual; arguments come before the node that uses them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ResidualNode {
    /// The next parameter.
    Leaf(u32),
    And(Vec<ResidualLit>),
    Xor(ResidualLit, ResidualLit),
    Ite(ResidualLit, ResidualLit, ResidualLit),
    Ge(i64, Vec<(i64, ResidualLit)>),
}

/// One component of the answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ResidualDigit {
    /// `base + Σ weight·literal`.
    Sum(u64, Vec<(u64, ResidualLit)>),
    /// The digit of the first literal that holds, else 0.
    Cases(Vec<(u64, ResidualLit)>),
}

/// The answer for one code as a function of `leaves` parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Residual {
    pub leaves: u32,
    pub nodes: Vec<ResidualNode>,
    pub digits: Vec<ResidualDigit>,
}

/// Codes evaluated at once.
pub(super) const LANES: usize = 64;
const UNSEEN: u32 = u32::MAX;

/// Grounds codes, a block of them at a time.
pub(super) struct Grounder<'a> {
    program: &'a Program,
    answer: &'a Answer,
    /// Nodes below the answer, arguments first.
    order: Vec<u32>,
    /// For each node the codes of the block for which it is surely true, surely false.
    truth: Vec<u64>,
    falsity: Vec<u64>,
    /// For each node its literal in the residual being made, and the nodes that have one.
    image: Vec<ResidualLit>,
    seen: Vec<u32>,
}

impl<'a> Grounder<'a> {
    pub fn new(program: &'a Program, answer: &'a Answer) -> Grounder<'a> {
        let mut needed = vec![false; program.nodes.len()];
        answer.components.iter().flat_map(component_lits).for_each(|lit| needed[lit as usize / 2] = true);
        for node in (0..program.nodes.len()).rev() {
            if needed[node] {
                operands(&program.nodes[node]).iter().for_each(|&lit| needed[lit as usize / 2] = true);
            }
        }
        let nodes = program.nodes.len();
        Grounder {
            program,
            answer,
            order: (0..nodes as u32).filter(|&node| needed[node as usize]).collect(),
            truth: vec![0; nodes],
            falsity: vec![0; nodes],
            image: vec![UNSEEN; nodes],
            seen: Vec::new(),
        }
    }

    /// Evaluates the codes `64 * block ..` of a table with every parameter unknown.
    pub fn load(&mut self, codes: &BitTable, block: usize) {
        for place in 0..self.order.len() {
            let node = self.order[place] as usize;
            let (truth, falsity) = match &self.program.nodes[node] {
                Node::Const => (0, u64::MAX),
                Node::Variable(p) => {
                    let word = codes.column(*p as usize)[block];
                    (word, !word)
                }
                Node::Parameter(_) => (0, 0),
                Node::And(lits) => lits.iter().fold((u64::MAX, 0), |(truth, falsity), &lit| {
                    let (t, f) = self.value(lit);
                    (truth & t, falsity | f)
                }),
                Node::Xor(a, b) => {
                    let ((ta, fa), (tb, fb)) = (self.value(*a), self.value(*b));
                    (ta & fb | fa & tb, ta & tb | fa & fb)
                }
                Node::Ite(c, a, b) => {
                    let ((tc, fc), (ta, fa), (tb, fb)) = (self.value(*c), self.value(*a), self.value(*b));
                    (tc & ta | fc & tb | ta & tb, tc & fa | fc & fb | fa & fb)
                }
                Node::Ge(k, terms) => self.at_least(u64::from(*k), terms),
            };
            self.truth[node] = truth;
            self.falsity[node] = falsity;
        }
    }

    fn value(&self, lit: Lit) -> (u64, u64) {
        let (truth, falsity) = (self.truth[lit as usize / 2], self.falsity[lit as usize / 2]);
        if lit & 1 == 0 {
            (truth, falsity)
        } else {
            (falsity, truth)
        }
    }

    fn at_least(&self, k: u64, terms: &[(u32, Lit)]) -> (u64, u64) {
        let (mut least, mut most) = ([0_u64; LANES], [0_u64; LANES]);
        for &(weight, lit) in terms {
            let (truth, falsity) = self.value(lit);
            for lane in 0..LANES {
                least[lane] += u64::from(weight) * (truth >> lane & 1);
                most[lane] += u64::from(weight) * (!falsity >> lane & 1);
            }
        }
        (0..LANES).fold((0, 0), |(truth, falsity), lane| {
            (truth | u64::from(least[lane] >= k) << lane, falsity | u64::from(most[lane] < k) << lane)
        })
    }

    /// The residual of one code of the block; `parameters` gets the parameter of each leaf.
    pub fn residual(&mut self, lane: usize, parameters: &mut Vec<u32>) -> Residual {
        parameters.clear();
        let mut residual = Residual::default();
        let answer = self.answer;
        for component in &answer.components {
            let digit = match component {
                Component::Sum(lin) => {
                    let (base, terms) = self.terms(lin.terms.iter().copied(), lane, &mut residual, parameters);
                    ResidualDigit::Sum(base, terms)
                }
                Component::Cases(lits) => {
                    let mut cases = Vec::new();
                    for (digit, &lit) in lits.iter().enumerate() {
                        match self.ground(lit, lane, &mut residual, parameters) {
                            FALSE => {}
                            value => cases.push((digit as u64, value)),
                        }
                        if cases.last().is_some_and(|case| case.1 == TRUE) {
                            break;
                        }
                    }
                    ResidualDigit::Cases(cases)
                }
            };
            residual.digits.push(digit);
        }
        residual.leaves = parameters.len() as u32;
        for &node in &self.seen {
            self.image[node as usize] = UNSEEN;
        }
        self.seen.clear();
        residual
    }

    /// The constant and the other terms of a sum.
    fn terms(
        &mut self,
        terms: impl Iterator<Item = (u32, Lit)>,
        lane: usize,
        residual: &mut Residual,
        parameters: &mut Vec<u32>,
    ) -> (u64, Vec<(u64, ResidualLit)>) {
        let (mut base, mut open) = (0, Vec::new());
        for (weight, lit) in terms {
            match self.ground(lit, lane, residual, parameters) {
                FALSE => {}
                TRUE => base += u64::from(weight),
                value => open.push((u64::from(weight), value)),
            }
        }
        (base, open)
    }

    fn known(&self, lit: Lit, lane: usize) -> Option<ResidualLit> {
        let (truth, falsity) = self.value(lit);
        if truth >> lane & 1 != 0 {
            return Some(TRUE);
        }
        if falsity >> lane & 1 != 0 {
            return Some(FALSE);
        }
        match self.image[lit as usize / 2] {
            UNSEEN => None,
            image => Some(image ^ (lit & 1)),
        }
    }

    /// The image of a literal, made with those of all it depends on.
    fn ground(&mut self, lit: Lit, lane: usize, residual: &mut Residual, parameters: &mut Vec<u32>) -> ResidualLit {
        let program = self.program;
        let mut stack = vec![lit & !1];
        while let Some(&top) = stack.last() {
            if self.known(top, lane).is_some() {
                stack.pop();
                continue;
            }
            let node = &program.nodes[top as usize / 2];
            let before = stack.len();
            let arguments: Vec<Lit> = operands(node);
            stack.extend(arguments.iter().rev().filter(|&&lit| self.known(lit, lane).is_none()).map(|lit| lit & !1));
            if stack.len() > before {
                continue;
            }
            let image = self.image_of(node, lane, residual, parameters);
            self.image[top as usize / 2] = image;
            self.seen.push(top / 2);
            stack.pop();
        }
        self.known(lit, lane).unwrap_or(FALSE)
    }

    /// The image of an unknown node whose arguments have images.
    fn image_of(&self, node: &Node, lane: usize, residual: &mut Residual, parameters: &mut Vec<u32>) -> ResidualLit {
        let read = |lit: Lit| self.known(lit, lane).unwrap_or(FALSE);
        let made = match node {
            Node::Const | Node::Variable(_) => return FALSE, // always known
            Node::Parameter(p) => {
                parameters.push(*p);
                ResidualNode::Leaf(parameters.len() as u32 - 1)
            }
            Node::And(lits) => {
                let open: Vec<ResidualLit> = lits.iter().map(|&lit| read(lit)).filter(|&lit| lit != TRUE).collect();
                if let [only] = open[..] {
                    return only;
                }
                ResidualNode::And(open)
            }
            Node::Xor(a, b) => match (read(*a), read(*b)) {
                (constant @ (FALSE | TRUE), other) | (other, constant @ (FALSE | TRUE)) => return constant ^ other,
                (a, b) => ResidualNode::Xor(a, b),
            },
            Node::Ite(c, a, b) => match read(*c) {
                FALSE => return read(*b),
                TRUE => return read(*a),
                c => ResidualNode::Ite(c, read(*a), read(*b)),
            },
            Node::Ge(k, terms) => {
                let (mut need, mut open) = (i64::from(*k), Vec::new());
                for &(weight, lit) in terms {
                    match read(lit) {
                        FALSE => {}
                        TRUE => need -= i64::from(weight),
                        value => open.push((i64::from(weight), value)),
                    }
                }
                ResidualNode::Ge(need, open)
            }
        };
        residual.nodes.push(made);
        2 * residual.nodes.len() as u32
    }
}

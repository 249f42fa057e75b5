//! Partial evaluation: the mixed nodes of an answer with one side known.

use super::ground::{Grounding, Instance, KnownSide, Mixed, Origin};
use super::renumbering::{Renumbering, LEAVES};
use crate::formula::build::Builder;
use crate::formula::evaluate::Algebra;
use crate::formula::node::{Children, Lit, Node, FALSE, TRUE};
use crate::formula::residual::OpenDigit;
use crate::game::program::Component;
use crate::game::space::bit;

/// What is known of the literals of the answer's graph.
struct Reading<'a> {
    grounding: &'a Grounding,
    known: KnownSide,
    /// The leaves of the known side.
    bits: &'a [u64],
    /// The mixed nodes as literals of what is built, or `UNKNOWN`.
    values: Vec<Lit>,
}

/// Not grounded yet.
const UNKNOWN: Lit = Lit::numbered(u32::MAX);

/// Builds a residual on the formulas of the open frontier.
struct Partial<'a> {
    reading: Reading<'a>,
    /// Formulas of the open frontier, at most.
    open: usize,
    builder: Builder,
}

impl Grounding {
    /// Grounds an instance whose known leaves are the set bits of `bits` (one bit for each leaf of the known side).
    pub fn ground(&self, known: KnownSide, bits: &[u64], instance: &mut Instance) {
        if !self.ground_bilinear(known, bits, instance) {
            *instance = Partial::new(self, known, bits).instance();
        }
    }
}

impl Reading<'_> {
    /// The value of a literal, `UNKNOWN` if it is mixed and not grounded yet.
    #[inline]
    fn value(&self, lit: Lit) -> Lit {
        let sign = lit.is_negated();
        match (self.grounding.places[lit.node()], self.known) {
            (Origin::Constant, _) => lit,
            (Origin::Code(leaf), KnownSide::Code) | (Origin::Experiment(leaf), KnownSide::Experiment) => {
                Lit::from(bit(self.bits, leaf + u32::from(sign)))
            }
            (Origin::Code(leaf) | Origin::Experiment(leaf), _) => Lit::numbered(LEAVES + leaf) ^ sign,
            (Origin::Mixed(number), _) => match self.values[number as usize] {
                UNKNOWN => UNKNOWN,
                value => value ^ sign,
            },
        }
    }

    /// The mixed node of a literal, if it is not grounded yet.
    #[inline]
    fn missing(&self, lit: Lit) -> Option<u32> {
        match self.grounding.places[lit.node()] {
            Origin::Mixed(number) if self.values[number as usize] == UNKNOWN => Some(number),
            _ => None,
        }
    }

    /// Adds the mixed nodes that must be grounded before one; branches that what is known decides are left out.
    fn missing_of(&self, mixed: &Mixed, missing: &mut Vec<u32>) {
        let Mixed::Formula(node) = mixed else { return }; // the factors of a product are of one side
        match node {
            Node::And(lits) if lits.iter().any(|&lit| self.value(lit) == FALSE) => {}
            &Node::Ite(c, a, _) if self.value(c) == TRUE => missing.extend(self.missing(a)),
            &Node::Ite(c, _, b) if self.value(c) == FALSE => missing.extend(self.missing(b)),
            node => node.children().for_each(|lit| missing.extend(self.missing(lit))),
        }
    }
}

impl<'a> Partial<'a> {
    fn new(grounding: &'a Grounding, known: KnownSide, bits: &'a [u64]) -> Self {
        let side = usize::from(known == KnownSide::Code);
        let open = grounding.frontiers[side].lits.len().div_ceil(2);
        let values = vec![UNKNOWN; grounding.mixed.len()];
        Partial { reading: Reading { grounding, known, bits, values }, open, builder: Builder::after(open) }
    }

    fn instance(mut self) -> Instance {
        let grounding = self.reading.grounding;
        let digit = |component: &Component| match component {
            Component::Sum(lin) => OpenDigit::sum(lin.terms.iter().map(|&(weight, lit)| (weight, self.demand(lit)))),
            Component::Cases(lits) => OpenDigit::cases(lits.iter().map(|&lit| self.demand(lit))),
        };
        let digits = grounding.digits.iter().map(digit).collect();
        Renumbering::new(self.open, self.builder.nodes).instance(digits)
    }

    /// Grounds the mixed nodes a literal needs.
    fn demand(&mut self, lit: Lit) -> Lit {
        let grounding = self.reading.grounding;
        let mut stack: Vec<u32> = self.reading.missing(lit).into_iter().collect();
        while let Some(&number) = stack.last() {
            let before = stack.len();
            if self.reading.values[number as usize] == UNKNOWN {
                let mixed = &grounding.mixed[number as usize];
                self.reading.missing_of(mixed, &mut stack);
                if stack.len() > before {
                    continue;
                }
                self.reading.values[number as usize] = self.compute(mixed);
            }
            stack.pop();
        }
        self.reading.value(lit)
    }

    /// The value of a mixed node whose needed arguments are known.
    fn compute(&mut self, mixed: &Mixed) -> Lit {
        let reading = &self.reading;
        match mixed {
            Mixed::Formula(node) => self.builder.inner(node, |lit| reading.value(lit)),
            Mixed::NoneOf(products) => {
                let ordered = products.iter().map(|&(code, experiment)| match reading.known {
                    KnownSide::Code => (code, experiment),
                    KnownSide::Experiment => (experiment, code),
                });
                let open = ordered.filter(|&(known, _)| reading.value(known) == TRUE);
                self.builder.and(open.map(|(_, open)| !reading.value(open)))
            }
        }
    }
}

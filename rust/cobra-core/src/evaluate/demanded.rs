//! The mixed nodes of an answer that its digits need for one experiment and some codes, and their values.
//!
//! What the experiment, or all of the codes, decide early is looked at no further: a conjunction with a part that no code
//! satisfies, the branch of a choice that none takes. Where a state stands in the formulas that is most of them.

use super::ground::{Grounding, Mixed, Origin};
use super::wide::{at_least, Block, Single, Wide};
use crate::base::convert::ToIndex;
use crate::formula::node::{Children, Lit, Node, TRUE};
use crate::game::space::bit;

/// Values of as many lanes as a word has at a time; those of lanes without a code mean nothing.
pub struct Demanded<'a, L> {
    grounding: &'a Grounding,
    /// The leaves of the experiment.
    bits: &'a [u64],
    /// The leaves of the codes.
    leaves: &'a [Block],
    /// The lanes that have codes.
    lanes: L,
    found: &'a mut DemandedValues<L>,
}

/// What was found of few codes, up to 64, and of many.
#[derive(Default)]
pub struct DemandedMemory {
    pub few: DemandedValues<Single>,
    pub many: DemandedValues<Block>,
}

/// What was found, reused from experiment to experiment.
#[derive(Default)]
pub struct DemandedValues<L> {
    /// Of each mixed node, as far as it is known in this round.
    values: Vec<L>,
    /// The round in which each was found.
    rounds: Vec<u64>,
    round: u64,
    stack: Vec<Open<L>>,
}

/// A node whose value is being found.
struct Open<L> {
    number: u32,
    /// Parts that were looked at.
    seen: usize,
    /// The conjunction of those.
    all: L,
}

impl<'a, L: Wide> Demanded<'a, L> {
    pub fn new(grounding: &'a Grounding, bits: &'a [u64], found: &'a mut DemandedValues<L>) -> Self {
        let nodes = grounding.mixed.len().max(found.values.len());
        found.values.resize(nodes, L::ZERO);
        found.rounds.resize(nodes, 0);
        Demanded { grounding, bits, leaves: &[], lanes: L::ONES, found }
    }

    /// Goes on to other codes: their leaves, of which the first lanes are looked at, and the lanes they are in.
    pub fn begin(&mut self, leaves: &'a [Block], lanes: L) {
        (self.leaves, self.lanes) = (leaves, lanes);
        self.found.round += 1;
    }

    /// The value of a literal.
    pub fn literal(&mut self, lit: Lit) -> L {
        if let Err(number) = self.value(lit) {
            self.open(number);
            while let Some(mut open) = self.found.stack.pop() {
                match self.advance(&mut open) {
                    Ok(value) => {
                        self.found.values[open.number.index()] = value;
                        self.found.rounds[open.number.index()] = self.found.round;
                    }
                    Err(missing) => {
                        self.found.stack.push(open);
                        self.open(missing);
                    }
                }
            }
        }
        self.value(lit).unwrap_or(L::ZERO)
    }

    fn open(&mut self, number: u32) {
        self.found.stack.push(Open { number, seen: 0, all: L::ONES });
    }

    /// The value of a literal, or the mixed node that has to be found before.
    #[inline(always)]
    fn value(&self, lit: Lit) -> Result<L, u32> {
        let constant = |value: bool| if value { L::ONES } else { L::ZERO };
        let sign = u32::from(lit.is_negated());
        Ok(match self.grounding.places[lit.node()] {
            Origin::Constant => constant(lit == TRUE),
            Origin::Code(leaf) => L::load(&self.leaves[(leaf + sign).index()], 0),
            Origin::Experiment(leaf) => constant(bit(self.bits, leaf + sign)),
            Origin::Mixed(number) if self.found.rounds[number.index()] != self.found.round => return Err(number),
            Origin::Mixed(number) if sign == 1 => self.found.values[number.index()].not(),
            Origin::Mixed(number) => self.found.values[number.index()],
        })
    }

    /// Whether a literal is false by the experiment alone.
    #[inline(always)]
    fn is_false(&self, lit: Lit) -> bool {
        let sign = u32::from(lit.is_negated());
        matches!(self.grounding.places[lit.node()], Origin::Experiment(leaf) if !bit(self.bits, leaf + sign))
    }

    /// The value of a node, or a mixed node that has to be found before.
    fn advance(&self, open: &mut Open<L>) -> Result<L, u32> {
        match &self.grounding.mixed[open.number.index()] {
            Mixed::NoneOf(products) => {
                let mut any = L::ZERO;
                for &(code, experiment) in products.iter().filter(|product| !self.is_false(product.1)) {
                    any = any.or(self.value(code)?.and(self.value(experiment)?));
                }
                Ok(any.not())
            }
            Mixed::Formula(Node::And(lits)) => {
                for &lit in &lits[open.seen..] {
                    open.all = open.all.and(self.value(lit)?);
                    open.seen += 1;
                    if open.all.and(self.lanes).is_zero() {
                        return Ok(L::ZERO);
                    }
                }
                Ok(open.all)
            }
            &Mixed::Formula(Node::Xor(a, b)) => Ok(self.value(a)?.xor(self.value(b)?)),
            &Mixed::Formula(Node::Ite(c, a, b)) => {
                let c = self.value(c)?;
                if c.and(self.lanes).is_zero() {
                    return self.value(b);
                }
                if c.not().and(self.lanes).is_zero() {
                    return self.value(a);
                }
                Ok(c.select(self.value(a)?, self.value(b)?))
            }
            Mixed::Formula(node @ Node::Ge(need, terms)) => {
                for lit in node.children().skip(open.seen) {
                    self.value(lit)?;
                    open.seen += 1;
                }
                let known = |&(weight, lit): &(u32, Lit)| (weight, self.value(lit).unwrap_or(L::ZERO));
                Ok(at_least(*need, terms.iter().map(known)))
            }
            Mixed::Formula(Node::Const | Node::Variable(_) | Node::Parameter(_)) => Ok(L::ZERO),
        }
    }
}

//! What one code answers the experiments at a standing, and what follows: of 64 experiments at once, in the lanes of a word.
//!
//! Where one code is left a play may go on for long, as where ships are known and yet to be sunk, and every code gets there.

use crate::base::bits::{BitTable, WordOnes};
use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::ids::{CodeId, NodeId, OutcomeId};
use crate::evaluate::wide::{at_least, Single};
use crate::formula::evaluate::Algebra;
use crate::formula::needed::below;
use crate::formula::node::{Lit, Node};
use crate::game::program::{Answer, Component, Follows};
use crate::game::space::bit;

pub(super) const LANES: usize = 64;
/// More experiments than these are not evaluated in this way: of many most are never asked about.
pub(super) const MOST_LISTED: usize = 1024;

/// Values of formulas in 64 lanes.
pub(super) struct TruthWords;

impl Algebra for TruthWords {
    type Value = u64;

    fn falsity() -> u64 {
        0
    }

    fn negation(a: u64) -> u64 {
        !a
    }

    fn and(&mut self, parts: impl Iterator<Item = u64>) -> u64 {
        parts.fold(u64::MAX, |all, part| all & part)
    }

    fn xor(&mut self, a: u64, b: u64) -> u64 {
        a ^ b
    }

    fn ite(&mut self, c: u64, a: u64, b: u64) -> u64 {
        c & a | !c & b
    }

    fn at_least(&mut self, need: u32, terms: impl Iterator<Item = (u32, u64)>) -> u64 {
        at_least(need, terms.map(|(weight, part)| (weight, Single([part])))).0[0]
    }
}

/// What is needed to know all that a code says to experiments of a type.
pub(super) struct CodeAnswers {
    /// The nodes that answers and what follows from them depend on, arguments first.
    order: Vec<NodeId>,
    /// Number of outcomes below a step of each component.
    strides: Vec<u64>,
    values: Vec<u64>,
}

/// What a code answers 64 experiments.
pub(super) struct Replies {
    pub outcomes: [OutcomeId; LANES],
    /// For each value of each slot of the standing, one after the other, in which lanes it follows.
    after: Vec<u64>,
    price: [i64; LANES],
    lost: u64,
    /// In which lanes the standing stays what it is.
    stays: u64,
}

impl Replies {
    /// The price of an experiment, and whether the play is lost, where it leaves the standing as it is.
    pub fn at_rest(&self, lane: usize) -> Option<(i64, bool)> {
        let is_set = |lanes: u64| lanes >> lane & 1 == 1;
        is_set(self.stays).then(|| (self.price[lane], is_set(self.lost)))
    }

    /// The value of each slot of the standing after an experiment, `None` where it has none, its price, and whether the play is
    /// lost.
    pub fn follows(&self, lane: usize, follows: &Follows) -> (Option<Vec<u32>>, i64, bool) {
        let mut words = self.after.iter();
        let value = |lits: &Vec<Lit>| {
            let mut of_slot = words.by_ref().take(lits.len());
            let found = of_slot.position(|word| word >> lane & 1 == 1);
            of_slot.for_each(drop);
            found.map(ToU32::to_u32)
        };
        (follows.after.iter().map(value).collect(), self.price[lane], self.lost >> lane & 1 == 1)
    }
}

/// The answers of the code that was asked for last, 64 experiments at a time.
#[derive(Default)]
pub(super) struct LastCode {
    code: Option<CodeId>,
    parts: Vec<Option<Box<Replies>>>,
}

impl LastCode {
    /// Learns what a code answers an experiment, and those of its part: `make` finds it out if it is not known.
    pub fn learn(&mut self, code: CodeId, experiment: usize, make: impl FnOnce(usize) -> Replies) {
        if self.code != Some(code) {
            self.code = Some(code);
            self.parts.clear();
        }
        let part = experiment / LANES;
        if self.parts.len() <= part {
            self.parts.resize_with(part + 1, || None);
        }
        self.parts[part].get_or_insert_with(|| Box::new(make(part)));
    }

    /// The answer to an experiment and its lane, if they are known.
    pub fn known(&self, code: CodeId, experiment: usize) -> Option<(&Replies, usize)> {
        let part = self.parts.get(experiment / LANES).filter(|_| self.code == Some(code))?;
        Some((part.as_ref()?, experiment % LANES))
    }
}

impl CodeAnswers {
    /// `None` where outcomes are too many to be numbered beforehand.
    pub fn new(nodes: &[Node], answer: &Answer, follows: &Follows) -> Option<CodeAnswers> {
        answer.outcomes()?;
        let order = below(nodes, answer.lits().chain(follows.lits()));
        Some(CodeAnswers { order, strides: answer.strides(), values: vec![0; nodes.len()] })
    }

    /// Bytes that the answers of a code to so many experiments take.
    pub fn bytes(&self, experiments: usize, follows: &Follows) -> u64 {
        let after = follows.after.iter().map(Vec::len).sum::<usize>();
        let part = size_of::<Replies>() + 8 * after;
        if experiments <= MOST_LISTED {
            (experiments.div_ceil(LANES) * part).to_u64()
        } else {
            0
        }
    }

    /// What a code, given as a row, answers part `part` of the experiments of a table, all of which are made at the standing.
    pub fn answers(
        &mut self,
        nodes: &[Node],
        (answer, follows): (&Answer, &Follows),
        (experiments, part, standing): (&BitTable, usize, &[u32]),
        secret: &[u64],
    ) -> Replies {
        let leaf = |_: &mut TruthWords, node: &Node| match node {
            Node::Variable(p) if bit(secret, *p) => u64::MAX,
            Node::Parameter(p) if (*p).index() < experiments.columns() => experiments.column((*p).index())[part],
            _ => 0,
        };
        TruthWords.values(nodes, self.order.iter().copied(), &mut self.values, leaf);
        let value = |lit: Lit| TruthWords::signed(self.values[lit.node()], lit);
        let mut outcomes = [0; LANES];
        for (component, &stride) in answer.components.iter().zip(&self.strides) {
            match component {
                Component::Sum(lin) => {
                    for &(weight, lit) in &lin.terms {
                        add(value(lit), u64::from(weight) * stride, &mut outcomes);
                    }
                }
                Component::Cases(lits) => {
                    let mut open = u64::MAX; // the first case that holds counts
                    for (case, &lit) in (0_u64..).zip(lits) {
                        add(value(lit) & open, case * stride, &mut outcomes);
                        open &= !value(lit);
                    }
                }
            }
        }
        let mut price = [follows.price.constant; LANES];
        for &(weight, lit) in &follows.price.terms {
            let word = value(lit);
            price.iter_mut().enumerate().for_each(|(lane, price)| {
                *price += if word >> lane & 1 == 1 { i64::from(weight) } else { 0 };
            });
        }
        let stays = follows.after.iter().zip(standing).fold(u64::MAX, |all, (lits, &now)| {
            let before = lits[..now.index()].iter().fold(0, |any, &lit| any | value(lit));
            all & value(lits[now.index()]) & !before // the first value that holds counts
        });
        Replies {
            outcomes: outcomes.map(|outcome| OutcomeId::new(outcome as u32)),
            after: follows.after.iter().flatten().map(|&lit| value(lit)).collect(),
            price,
            lost: follows.lost.map_or(0, value),
            stays,
        }
    }
}

fn add(lanes: u64, amount: u64, outcomes: &mut [u64; LANES]) {
    WordOnes(lanes).for_each(|lane| outcomes[lane.index()] += amount);
}

//! The whole strategy as a flat tree, and what is known of it.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::One;

use crate::base::convert::{ToU64, ToUsize};
use crate::base::error::{CoreError, Result};
use crate::base::ids::{CodeId, OutcomeId, TypeIndex};
use crate::base::limits::{Control, StopReason};
use crate::base::natural::{Natural, OutcomeNumber};
use crate::engine::{Engine, Experiment};
use crate::list::codes::Codes;

/// What follows an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Child {
    /// Nothing: the game is over, or the analysis was stopped before it got there.
    Over,
    /// Another experiment, in the node of this number.
    Node(u32),
    /// The experiment that hits the one code left, after which the game is over.
    Hit(CodeId),
}

/// An experiment of the tree and what follows.
#[derive(Clone, Debug)]
pub(crate) struct TreeNode {
    pub type_index: TypeIndex,
    pub row: Vec<u64>,
    /// (outcome by its number in the core, what follows), by outcome.
    pub children: Vec<(OutcomeId, Child)>,
}

/// Bytes of a node of a tree that is growing, about, beside its row and children: with where it hangs, and its place in the
/// tree, which is put together while all nodes are still there.
const NODE_BYTES: u64 = 160;

/// Bytes of a node with a row of so many words and so many children.
pub(crate) fn node_bytes(words: usize, children: usize) -> u64 {
    NODE_BYTES + 8 * words.to_u64() + CHILD_BYTES * children.to_u64()
}

/// Bytes of an outcome and of what follows it.
const CHILD_BYTES: u64 = size_of::<(OutcomeId, Child)>() as u64;

/// The result of a strategy: numbers of all plays, and the tree.
#[derive(Debug, Default)]
pub struct Greedy {
    /// Most experiments of a play.
    pub worst: u64,
    /// `Σ weight · length` over codes.
    pub total: u64,
    /// `Σ weight` over codes.
    pub weight: u64,
    /// Number of codes of the game.
    pub codes: u64,
    /// For each length the number of codes.
    pub distribution: Vec<u64>,
    /// Experiments in the tree.
    pub nodes: u64,
    /// Wall time of the run.
    pub seconds: f64,
    /// Time spent on finding equivalent experiments, summed over the threads.
    pub symmetry_seconds: f64,
    /// Why the run ended early; the numbers then cover the codes settled so far.
    pub stopped: Option<StopReason>,
    /// Where ties are searched: whether all orders of tied experiments were looked at.
    pub all_ties: Option<bool>,
    /// Two codes that no experiment can separate, or nothing.
    pub inseparable: Vec<CodeId>,
    /// Codes whose plays are lost, in games in which plays can be.
    pub lost: u64,
    /// `Σ weight` over these.
    pub lost_total: u64,
    /// `Σ weight · price` over codes, and the greatest price of a play; in units of the game.
    pub price_total: u64,
    pub price_worst: u64,
    /// Whether prices are those of the game; else they are lengths.
    pub has_prices: bool,
    /// `Σ weight · mean length` over codes, where answers are wrong with a known chance: lengths are those of the longest plays.
    pub mean: Option<BigRational>,
    /// `Σ weight · chance that the play is lost` over codes, there.
    pub lost_weight: Option<BigRational>,
    /// For each type whose outcomes have other numbers in the tree than in the core what these stand for.
    pub(crate) numbers: Vec<Vec<OutcomeNumber>>,
    /// Nodes in preorder, children by outcome number; the first is the root.
    pub(crate) tree: Vec<TreeNode>,
    /// Without a tree: the experiment that hits the only code.
    pub(crate) only: Option<CodeId>,
}

/// A tree for the caller: experiments, for each node (outcome number, child or -1 when over), and the root or -1.
pub type FlatTree = (Vec<Experiment>, Vec<Vec<(OutcomeNumber, i64)>>, i64);

impl Greedy {
    /// Records that the plays of so many codes, of this weight together, take `length` experiments.
    pub(crate) fn settle(&mut self, codes: usize, weight: u64, length: u64) {
        let place = length.to_usize();
        if self.distribution.len() <= place {
            self.distribution.resize(place + 1, 0);
        }
        self.distribution[place] += codes.to_u64();
        self.total += weight * length;
        self.worst = self.distribution.len().to_u64() - 1;
    }

    /// Records that the plays of these codes end after `length` experiments that cost `price`.
    pub(crate) fn end_plays(&mut self, codes: &[CodeId], all: &Codes, length: u64, price: u64, lost: bool) {
        let weight = all.weight_of(codes);
        self.settle(codes.len(), weight, length);
        self.price_total = self.price_total.saturating_add(weight.saturating_mul(price));
        self.price_worst = self.price_worst.max(price);
        if lost {
            self.lost += codes.len().to_u64();
            self.lost_total += weight;
        }
    }

    /// Records two codes that a play leaves together because no experiment tells them apart; the first two are kept.
    pub(crate) fn leave_together(&mut self, pair: [CodeId; 2]) {
        if self.inseparable.is_empty() || pair[..] < self.inseparable[..] {
            self.inseparable = pair.to_vec();
        }
    }

    /// `Σ weight · length`, `Σ weight` and `Σ weight · chance that the play is lost` over codes, in parts that are whole; the
    /// last one is nothing where it is how many codes are lost.
    pub fn in_parts(&self) -> (Natural, Natural, Natural) {
        let Some(mean) = &self.mean else {
            let lost = if self.lost_total == self.lost { 0 } else { self.lost_total };
            return (self.total.into(), self.weight.into(), lost.into());
        };
        let lost = self.lost_weight.clone().unwrap_or_default();
        (self.whole_parts(mean), self.parts().magnitude() * self.weight, self.whole_parts(&lost))
    }

    /// A number that is not negative in those parts, rounded down.
    pub fn whole_parts(&self, number: &BigRational) -> Natural {
        (number * self.parts()).to_integer().magnitude().clone()
    }

    /// How many parts make one.
    fn parts(&self) -> BigInt {
        let denominator = |of: &Option<BigRational>| of.as_ref().map_or(BigInt::one(), |of| of.denom().clone());
        denominator(&self.mean).lcm(&denominator(&self.lost_weight))
    }

    /// The first experiment; `None` when nothing is to be asked.
    pub fn first(&self, engine: &Engine) -> Option<Experiment> {
        let hits = engine.known_hits();
        if let Some(node) = self.tree.first() {
            return Some(engine.experiment(node.type_index, &node.row));
        }
        let hit = hits?.first.get(self.only?.index())?.as_ref()?;
        Some(engine.experiment(hit.type_index, &hit.row))
    }

    /// The tree as lists.
    pub fn flatten(&self, engine: &Engine) -> Result<FlatTree> {
        let mut experiments = Vec::new();
        let mut children: Vec<Vec<(OutcomeNumber, i64)>> = Vec::new();
        let mut closing = Vec::new();
        for node in &self.tree {
            experiments.push(engine.experiment(node.type_index, &node.row));
            let mut list = Vec::with_capacity(node.children.len());
            for &(outcome, child) in &node.children {
                let number = match child {
                    Child::Over => -1,
                    Child::Node(number) => i64::from(number),
                    Child::Hit(code) => {
                        closing.push(code);
                        (self.tree.len() + closing.len() - 1) as i64
                    }
                };
                let named = self.numbers.get(node.type_index.index()).and_then(|known| known.get(outcome.index()));
                let name = named.cloned().unwrap_or_else(|| engine.number(node.type_index, outcome));
                list.push((name, number));
            }
            children.push(list);
        }
        closing.extend(self.only);
        for code in closing {
            let hit = engine.known_hits().and_then(|hits| hits.first.get(code.index())?.as_ref());
            let Some(hit) = hit else { return Err(CoreError::Internal("a hit vanished".into())) };
            let experiment = engine.experiment(hit.type_index, &hit.row);
            let outcome = engine.partition(&experiment, Some(&[code]), &Control::default())?;
            experiments.push(experiment);
            children.push(outcome.iter().map(|outcome| (outcome, -1)).collect());
        }
        let root = if experiments.is_empty() { -1 } else { 0 };
        Ok((experiments, children, root))
    }
}

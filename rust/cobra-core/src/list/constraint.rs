//! Constraints of a space, compiled for propagation.
//!
//! A conjunct that is a clause, a cardinality or a weighted sum over propositions (or the negation of one) becomes a
//! `Sum`: bounds on `Σ weight·literal`, kept as bit masks, so that checking one is a few popcounts and saturating one
//! sets all its free literals at once. Every other conjunct becomes a circuit (`gates.rs`).
//!
//! ```text
//! 1 <= x0 + x2 + !x3    entries: word 0, weight 1, positive 0b0101, negative 0b1000;  low 1, high 3
//! ```
//!
//! A weighted sum over symbols is bounded by what each slot adds, which holds exactly one of them.

use std::collections::HashMap;
use std::sync::Arc;

use crate::base::convert::{ToIndex, ToU32};
use crate::formula::circuit::{leaf, Circuit, OTHER_SIDE};
use crate::game::program::{Lit, Node, SlotKind, Space, FALSE, TRUE};
use crate::list::masks::{Masks, SumTerm};
use crate::list::slot_sums::{choices, tighten, SlotTerm, SlotTerms};

/// The part of a sum with one weight in one word of the row.
#[derive(Clone, Debug)]
struct SumPart {
    word: u32,
    weight: i64,
    positive: u64,
    negative: u64,
}

/// `low <= Σ weight·literal <= high`.
#[derive(Clone, Debug)]
struct Sum {
    low: i64,
    high: i64,
    total: i64,
    entries: std::ops::Range<u32>,
    unit: bool,
    /// For a weighted sum over symbols that slots hold, instead of entries: its slots.
    choices: Vec<SlotTerm>,
}

/// The circuits made so far for one side of a game, by their roots: many types may have the same.
pub(crate) type Circuits = HashMap<Vec<Lit>, Arc<Circuit>>;

/// All constraints of a space.
#[derive(Clone, Debug)]
pub(crate) struct Constraints {
    sums: Vec<Sum>,
    entries: Vec<SumPart>,
    /// For each word the sums with propositions in it, and which.
    by_word: Vec<Vec<(u32, u64)>>,
    pub circuit: Arc<Circuit>,
    /// For each word the propositions that occur in the circuit.
    pub circuit_mask: Vec<u64>,
    /// Some conjunct is the constant false, or a sum has no value.
    pub impossible: bool,
    /// There is nothing to propagate.
    pub none: bool,
}

/// Least and greatest value of a sum of terms.
type SumBounds = (i64, i64, Vec<SumTerm>);

impl Constraints {
    /// Masks in which nothing is known.
    pub fn masks(&self, words: usize) -> Masks {
        Masks::new(words, self.sums.len())
    }

    /// Compiles the constraints; slots become sums too, when there is anything they could help.
    pub fn new(
        nodes: &[Node],
        space: &Space,
        constraints: &[Lit],
        own: u8,
        words: usize,
        circuits: &mut Circuits,
    ) -> Self {
        let mut built = Constraints {
            sums: Vec::new(),
            entries: Vec::new(),
            by_word: vec![Vec::new(); words],
            circuit: Arc::default(),
            circuit_mask: vec![0; words],
            impossible: false,
            none: false,
        };
        let (mut bounds, others) = split(nodes, space, constraints, own);
        merge(&mut bounds);
        // answers that contradict each other ask for two values of one sum; propagation meets one of the two bounds only
        built.impossible = others.contains(&FALSE) || bounds.iter().any(|(low, high, _)| low > high);
        if !bounds.is_empty() || !others.is_empty() {
            for slot in &space.slots {
                let literals = || (slot.first..slot.first + slot.width()).map(|p| (1, p, true)).collect();
                match slot.kind {
                    SlotKind::Bool => {}
                    SlotKind::Symbol { .. } => bounds.push((1, 1, literals())),
                    SlotKind::Set { min, max, .. } => bounds.push((i64::from(min), i64::from(max), literals())),
                }
            }
        }
        for (low, high, terms) in bounds {
            built.add_sum(low, high, &terms, space);
        }
        let circuit = || Arc::new(Circuit::new(nodes, &others, own));
        built.circuit = circuits.entry(others.clone()).or_insert_with(circuit).clone();
        for p in built.circuit.propositions() {
            built.circuit_mask[p.index() / 64] |= 1 << (p % 64);
        }
        built.none = built.sums.is_empty() && built.circuit.is_empty() && !built.impossible;
        built
    }

    fn add_sum(&mut self, low: i64, high: i64, terms: &[SumTerm], space: &Space) {
        let number = self.sums.len().to_u32();
        let start = self.entries.len();
        for &(weight, p, positive) in terms {
            let (word, mask) = (p / 64, 1u64 << (p % 64));
            let place = self.entries[start..].iter().position(|e| e.word == word && e.weight == weight);
            let place = place.map_or(self.entries.len(), |k| start + k);
            if place == self.entries.len() {
                self.entries.push(SumPart { word, weight, positive: 0, negative: 0 });
            }
            let entry = &mut self.entries[place];
            *(if positive { &mut entry.positive } else { &mut entry.negative }) |= mask;
            self.watch(number, p);
        }
        let total = terms.iter().map(|&(w, _, _)| w).sum();
        let unit = terms.iter().all(|&(w, _, _)| w == 1);
        let choices = if unit { None } else { choices(terms, space) };
        let choices = choices.unwrap_or_default();
        // what a slot adds at least follows from the symbols it does not hold, also from those that add nothing
        choices.iter().flat_map(SlotTerm::propositions).for_each(|p| self.watch(number, p));
        self.sums.push(Sum { low, high, total, entries: start.to_u32()..self.entries.len().to_u32(), unit, choices });
    }

    /// Has a sum, the last one so far, looked at when a proposition gets its value.
    fn watch(&mut self, number: u32, p: u32) {
        let (list, mask) = (&mut self.by_word[p.index() / 64], 1u64 << (p % 64));
        match list.last_mut() {
            Some((last, seen)) if *last == number => *seen |= mask,
            _ => list.push((number, mask)),
        }
    }

    /// Marks every sum as to be looked at.
    pub fn touch_all(&self, masks: &mut Masks) {
        for number in 0..self.sums.len() {
            masks.dirty[number / 64] |= 1 << (number % 64);
        }
    }

    /// Marks the sums that contain the propositions `new` of a word.
    #[inline(always)]
    pub fn touch(&self, masks: &mut Masks, word: usize, new: u64) {
        for &(number, mask) in &self.by_word[word] {
            if mask & new != 0 {
                masks.dirty[number.index() / 64] |= 1 << (number % 64);
            }
        }
    }

    /// Looks at all marked sums until nothing changes; false when one cannot be met any more.
    /// `changed` gets the (word, propositions) that were set.
    #[inline(always)]
    pub fn propagate(&self, masks: &mut Masks, changed: &mut Vec<(u32, u64)>) -> bool {
        let mut block = 0;
        while block < masks.dirty.len() {
            let Some(low) = lowest(masks.dirty[block]) else {
                block += 1;
                continue;
            };
            masks.dirty[block] &= !(1 << low);
            let number = block * 64 + low.index();
            let from = changed.len();
            if !self.tighten(number, masks, changed) {
                return false;
            }
            if changed.len() > from {
                for &(word, new) in &changed[from..] {
                    self.touch(masks, word.index(), new);
                }
                if self.sums[number].unit {
                    masks.dirty[block] &= !(1 << low); // all its literals have a value now, and it is met
                }
                block = 0;
            }
        }
        true
    }

    /// Whether all sums are met where every proposition has a value.
    pub fn are_met(&self, masks: &Masks) -> bool {
        self.sums.iter().all(|sum| {
            let entries = &self.entries[sum.entries.start.index()..sum.entries.end.index()];
            let adds = |e: &SumPart| {
                let (t, f) = (masks.truth[e.word.index()], masks.falsity[e.word.index()]);
                e.weight * i64::from((e.positive & t | e.negative & f).count_ones())
            };
            (sum.low..=sum.high).contains(&entries.iter().map(adds).sum())
        })
    }

    #[inline(always)]
    fn tighten(&self, number: usize, masks: &mut Masks, changed: &mut Vec<(u32, u64)>) -> bool {
        let sum = &self.sums[number];
        if !sum.choices.is_empty() {
            return tighten(&sum.choices, (sum.low, sum.high), masks, changed);
        }
        let entries = &self.entries[sum.entries.start.index()..sum.entries.end.index()];
        let (mut least, mut most) = (0, sum.total);
        for e in entries {
            let (t, f) = (masks.truth[e.word.index()], masks.falsity[e.word.index()]);
            least += e.weight * i64::from((e.positive & t | e.negative & f).count_ones());
            most -= e.weight * i64::from((e.positive & f | e.negative & t).count_ones());
        }
        if least > sum.high || most < sum.low {
            return false;
        }
        let (spare, slack) = (sum.high - least, most - sum.low);
        for e in entries {
            let (t, f) = (&mut masks.truth[e.word.index()], &mut masks.falsity[e.word.index()]);
            let free = (e.positive | e.negative) & !(*t | *f);
            if free == 0 || (e.weight <= spare && e.weight <= slack) {
                continue;
            }
            if e.weight > spare && e.weight > slack {
                return false; // neither value fits
            }
            let (true_bits, false_bits) = if e.weight > slack {
                (e.positive & free, e.negative & free)
            } else {
                (e.negative & free, e.positive & free)
            };
            *t |= true_bits;
            *f |= false_bits;
            changed.push((e.word, free));
        }
        true
    }
}

fn lowest(word: u64) -> Option<u32> {
    (word != 0).then(|| word.trailing_zeros())
}

/// Splits conjuncts into sums over propositions and other formulas.
fn split(nodes: &[Node], space: &Space, constraints: &[Lit], own: u8) -> (Vec<SumBounds>, Vec<Lit>) {
    let choices = SlotTerms::new(nodes, space, own);
    let proposition =
        |lit: Lit| leaf(&nodes[lit.node()], own).filter(|p| p & OTHER_SIDE == 0).map(|p| (p, !lit.is_negated()));
    let terms = |list: &[(u32, Lit)]| -> Option<Vec<SumTerm>> {
        let list: Vec<SumTerm> = list
            .iter()
            .map(|&(w, lit)| proposition(lit).map(|(p, s)| (i64::from(w), p, s)))
            .collect::<Option<_>>()?;
        let mut seen: Vec<u32> = list.iter().map(|t| t.1).collect();
        seen.sort_unstable();
        seen.windows(2).all(|pair| pair[0] != pair[1]).then_some(list)
    };
    let unit = |lits: &[Lit]| terms(&lits.iter().map(|&lit| (1, lit)).collect::<Vec<_>>());
    let (mut bounds, mut others) = (Vec::new(), Vec::new());
    let mut stack: Vec<Lit> = constraints.iter().rev().copied().collect();
    while let Some(lit) = stack.pop() {
        if lit == TRUE {
            continue;
        }
        let negated = lit.is_negated();
        let found = match &nodes[lit.node()] {
            Node::And(lits) if !negated => {
                stack.extend(lits.iter().rev());
                continue;
            }
            Node::And(lits) => {
                let most = lits.len() as i64 - 1;
                unit(lits)
                    .or_else(|| choices.terms(&lits.iter().map(|&lit| (1, lit)).collect::<Vec<_>>()))
                    .map(|t| (0, most, t))
            }
            Node::Ge(k, list) => terms(list).or_else(|| choices.terms(list)).map(|t| {
                let total = t.iter().map(|term| term.0).sum();
                if negated {
                    (0, i64::from(*k) - 1, t)
                } else {
                    (i64::from(*k), total, t)
                }
            }),
            Node::Variable(_) | Node::Parameter(_) => unit(&[lit]).map(|t| (1, 1, t)),
            _ => None,
        };
        match found {
            Some(bound) => bounds.push(bound),
            None => others.push(lit),
        }
    }
    (bounds, others)
}

/// Joins bounds on one and the same sum, such as the two halves of "exactly".
fn merge(bounds: &mut Vec<SumBounds>) {
    for bound in bounds.iter_mut() {
        bound.2.sort_unstable();
    }
    let mut place = HashMap::new();
    let mut merged: Vec<SumBounds> = Vec::new();
    for (low, high, terms) in bounds.drain(..) {
        match place.get(&terms) {
            Some(&i) => {
                let other: &mut SumBounds = &mut merged[i];
                other.0 = other.0.max(low);
                other.1 = other.1.min(high);
            }
            None => {
                place.insert(terms.clone(), merged.len());
                merged.push((low, high, terms));
            }
        }
    }
    *bounds = merged;
}

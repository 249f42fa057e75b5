//! For each code the first experiment that would be final if the code were the secret: the guess that hits it.
//!
//! The condition "final" with the code's propositions given is one more constraint on the experiments, and the enumerator
//! finds its first solution. In most games that is not needed: `final` is a conjunction of conditions that each compare
//! one slot of the code with one slot of the experiment; then allowed symbols are looked up slot by slot.

use std::sync::OnceLock;

use crate::base::error::Result;
use crate::base::kept::get_or_try;
use crate::base::limits::Control;
use crate::engine::{Engine, Experiment};
use crate::formula::evaluate::{Algebra, Truth};
use crate::formula::needed::below;
use crate::formula::node::{Lit, Node, FALSE, PARAMETER};
use crate::game::program::{Component, Program, SlotKind, Space};
use crate::game::space::{set_bit, words};
use crate::game::type_index::TypeIndex;
use crate::list::codes::Codes;
use crate::list::enumerate::Enumerator;
use crate::list::plan::Plan;

/// An experiment that hits a code.
#[derive(Clone, Debug)]
pub(crate) struct Hit {
    pub type_index: TypeIndex,
    pub row: Vec<u64>,
}

/// The hits of all codes.
pub(crate) struct Hits {
    pub first: Vec<Option<Hit>>,
    /// No code is hit by two experiments.
    pub unique: bool,
}

impl Hits {
    pub fn new(program: &Program, plans: &[Plan], codes: &Codes, control: &Control) -> Result<Hits> {
        let mut hits = Hits { first: vec![None; codes.len()], unique: true };
        for (type_index, kind) in TypeIndex::with(&program.types) {
            let Some(last) = kind.answer.final_component else { continue };
            let Component::Cases(lits) = &kind.answer.components[last] else { continue };
            let Some(&condition) = lits.get(1).filter(|&&lit| lit != FALSE) else { continue };
            let pairs = SlotPairs::new(program, type_index, condition);
            let mut joint = None;
            for code in 0..codes.len() {
                if code % 1024 == 0 {
                    control.poll()?;
                }
                if !hits.unique && hits.first[code].is_some() {
                    continue;
                }
                let found =
                    match pairs.as_ref().map(|pairs| pairs.find(&plans[type_index.index()], codes.rows.row(code))) {
                        Some(FirstHit::One(row)) => Some((row, true)),
                        Some(FirstHit::None) => None,
                        Some(FirstHit::Several) | None => {
                            let plan = joint.get_or_insert_with(|| {
                                Plan::new(&program.nodes, &kind.space, PARAMETER, &[condition])
                            });
                            first_solution(plan, codes.rows.row(code), control)?
                        }
                    };
                if let Some((row, alone)) = found {
                    hits.unique &= alone && hits.first[code].is_none();
                    hits.first[code].get_or_insert(Hit { type_index, row });
                }
            }
        }
        Ok(hits)
    }
}

/// The first experiment that fits the code, and whether it is the only one.
fn first_solution(plan: &Plan, code: &[u64], control: &Control) -> Result<Option<(Vec<u64>, bool)>> {
    let mut walk = Enumerator::with_other_side(plan, code);
    if !walk.advance(control)? {
        return Ok(None);
    }
    let row = walk.row().to_vec();
    Ok(Some((row, !walk.advance(control)?)))
}

enum FirstHit {
    None,
    One(Vec<u64>),
    Several,
}

/// A condition that compares one slot of the code with one of the experiment.
struct SlotPair {
    code_first: u32,
    code_width: u32,
    slot: usize,
    /// For each value of the code's slot the values of the experiment's slot that meet the condition, as bits; a truth
    /// value has the values 0 (false) and 1.
    allowed: Vec<Vec<u64>>,
}

struct SlotPairs {
    pairs: Vec<SlotPair>,
    words: usize,
}

/// Work (nodes times pairs of values) above which a table is not made.
const MOST_WORK: usize = 1 << 22;

impl SlotPairs {
    /// The tables of a condition, if it is of that form and the type has no other constraints.
    fn new(program: &Program, type_index: TypeIndex, condition: Lit) -> Option<SlotPairs> {
        let space = &program.types[type_index].space;
        if !space.constraints.is_empty() {
            return None;
        }
        let conjuncts = match &program.nodes[condition.node()] {
            Node::And(lits) if !condition.is_negated() => lits.clone(),
            _ => vec![condition],
        };
        let pairs = conjuncts.iter().map(|&lit| slot_pair(program, space, lit)).collect::<Option<Vec<_>>>()?;
        Some(SlotPairs { pairs, words: words(space) })
    }

    fn find(&self, plan: &Plan, code: &[u64]) -> FirstHit {
        let space = &plan.space;
        let mut row = vec![0; self.words];
        for (number, slot) in space.slots.iter().enumerate() {
            let mut allowed: Option<Vec<u64>> = None;
            for pair in self.pairs.iter().filter(|pair| pair.slot == number) {
                let value = value_of(code, pair.code_first, pair.code_width);
                let mask = &pair.allowed[value as usize];
                match &mut allowed {
                    None => allowed = Some(mask.clone()),
                    Some(all) => all.iter_mut().zip(mask).for_each(|(all, mask)| *all &= mask),
                }
            }
            let Some(allowed) = allowed else { return FirstHit::Several };
            match allowed.iter().map(|word| word.count_ones()).sum::<u32>() {
                0 => return FirstHit::None,
                1 => {}
                _ => return FirstHit::Several,
            }
            let Some(value) = crate::game::space::ones(&allowed).next() else { return FirstHit::None };
            match slot.kind {
                SlotKind::Symbol { .. } => set_bit(&mut row, slot.first + value),
                _ if value == 1 => set_bit(&mut row, slot.first),
                _ => {}
            }
        }
        if plan.fits_tables(&row) {
            FirstHit::One(row)
        } else {
            FirstHit::None
        }
    }
}

/// The value of a slot: position of the true proposition, or the truth value of a single one.
fn value_of(row: &[u64], first: u32, width: u32) -> u32 {
    if width == 1 {
        return u32::from(crate::game::space::bit(row, first));
    }
    (0..width).find(|a| crate::game::space::bit(row, first + a)).unwrap_or(0)
}

/// The slot that contains a proposition.
fn slot_of(space: &Space, p: u32) -> usize {
    space.slots.iter().position(|slot| (slot.first..slot.first + slot.width()).contains(&p)).unwrap_or(0)
}

fn slot_pair(program: &Program, space: &Space, condition: Lit) -> Option<SlotPair> {
    let needed = below(&program.nodes, [condition]);
    let (mut code_slot, mut slot) = (None, None);
    for &node in &needed {
        let (place, found) = match program.nodes[node] {
            Node::Variable(p) => (&mut code_slot, slot_of(&program.codes, p)),
            Node::Parameter(p) => (&mut slot, slot_of(space, p)),
            _ => continue,
        };
        if *place.get_or_insert(found) != found {
            return None;
        }
    }
    let (code_slot, number) = (program.codes.slots[code_slot?], slot?);
    let slot = space.slots[number];
    let values = |kind: SlotKind| match kind {
        SlotKind::Bool => Some(2),
        SlotKind::Symbol { symbols } if symbols > 1 => Some(symbols),
        _ => None,
    };
    let (code_values, slot_values) = (values(code_slot.kind)?, values(slot.kind)?);
    if code_values as usize * slot_values as usize * needed.len() > MOST_WORK {
        return None;
    }
    let holds = |p: u32, first: u32, kind: SlotKind, value: u32| match kind {
        SlotKind::Bool => value == 1,
        _ => p - first == value,
    };
    let mut truth = vec![false; program.nodes.len()];
    let mut allowed = vec![vec![0; (slot_values as usize).div_ceil(64)]; code_values as usize];
    for code_value in 0..code_values {
        for value in 0..slot_values {
            Truth.values(&program.nodes, needed.iter().copied(), &mut truth, |_, leaf| match *leaf {
                Node::Variable(p) => holds(p, code_slot.first, code_slot.kind, code_value),
                Node::Parameter(p) => holds(p, slot.first, slot.kind, value),
                _ => false,
            });
            if truth[condition.node()] != condition.is_negated() {
                set_bit(&mut allowed[code_value as usize], value);
            }
        }
    }
    Some(SlotPair { code_first: code_slot.first, code_width: code_slot.width(), slot: number, allowed })
}

/// The hits of a game, once they were asked for.
#[derive(Default)]
struct KnownHits(OnceLock<Hits>);

impl Engine {
    /// For each code the first experiment that is final if the code is the secret; `None` without one.
    pub fn closing(&self, control: &Control) -> Result<Vec<Option<Experiment>>> {
        let experiment = |hit: &Hit| self.experiment(hit.type_index, &hit.row);
        Ok(self.hits(control)?.first.iter().map(|hit| hit.as_ref().map(experiment)).collect())
    }

    /// The experiments that hit each code, found at first use.
    pub(crate) fn hits(&self, control: &Control) -> Result<&Hits> {
        let KnownHits(known) = self.kept.get(KnownHits::default);
        get_or_try(known, || Hits::new(&self.program, &self.plans, self.codes()?, control))
    }

    /// The experiments that hit each code, if they were found already.
    pub(crate) fn known_hits(&self) -> Option<&Hits> {
        self.kept.get(KnownHits::default).0.get()
    }
}

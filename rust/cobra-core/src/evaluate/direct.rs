//! Evaluation without shapes: one experiment on many codes, 512 codes at a time, or on up to 64.
//!
//! For answers that shapes do not suit: too many cells, or a different residual for nearly every experiment.
//!
//! What is found is a cell for each code, or the tuple of its digits where cells have no numbers of their own.

use super::code_sliced::{first_lanes, Members};
use super::demanded::{Demanded, DemandedMemory, DemandedValues};
use super::ground::{BilinearTerm, Grounding, ALWAYS};
use super::occurring::Layout;
use super::wide::{Block, Wide};
use crate::base::bits::WordOnes;
use crate::base::convert::ToIndex;
use crate::game::program::Component;
use crate::game::space::bit;

/// Appends the cell of each member; `bits` are the experiment's leaves, `strides` those of the digits of a cell.
pub fn cells(
    grounding: &Grounding,
    strides: &[usize],
    bits: &[u64],
    members: Members<'_>,
    found: &mut DemandedMemory,
    out: &mut Vec<u32>,
) {
    let first = out.len();
    out.resize(first + members.count, 0);
    let cells = &mut out[first..];
    each(grounding, bits, members, found, |lanes, digit, amount| {
        let amount = (amount as usize * strides[digit]) as u32;
        lanes.for_each(|member| cells[member] += amount);
    });
}

/// The tuple of each member, one after the other; `bits` are the experiment's leaves.
pub fn tuples(
    grounding: &Grounding,
    layout: &Layout,
    bits: &[u64],
    members: Members<'_>,
    found: &mut DemandedMemory,
    out: &mut Vec<u64>,
) {
    out.clear();
    out.resize(members.count * layout.words, 0);
    each(grounding, bits, members, found, |lanes, digit, amount| {
        let (word, amount) = layout.part(digit, amount);
        lanes.for_each(|member| {
            let part = &mut out[member * layout.words + word];
            *part = part.wrapping_add(amount); // a sum that is no digit, in an ill-formed game, spoils those before it
        });
    });
}

/// Some of 512 members.
struct Selected {
    first: usize,
    count: usize,
    lanes: Block,
}

impl Selected {
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(usize)) {
        for (word, &lanes) in self.lanes.0.iter().enumerate().take(self.count.div_ceil(64)) {
            WordOnes(lanes).for_each(|lane| visit(self.first + 64 * word + lane.index()));
        }
    }
}

/// Hands over what is to be added to digits: of which members, which digit, how much.
#[inline(always)]
fn each(
    grounding: &Grounding,
    bits: &[u64],
    members: Members<'_>,
    found: &mut DemandedMemory,
    mut add: impl FnMut(Selected, usize, u64),
) {
    match grounding.terms() {
        Some(terms) => each_of_terms(terms, bits, members, add),
        None if members.count <= 64 => each_demanded(grounding, bits, members, &mut found.few, &mut add),
        None => each_demanded(grounding, bits, members, &mut found.many, &mut add),
    }
}

/// As `each`, where the digits are sums of products.
#[inline(always)]
fn each_of_terms(
    terms: &[BilinearTerm],
    bits: &[u64],
    members: Members<'_>,
    mut add: impl FnMut(Selected, usize, u64),
) {
    let is_set = |leaf: u32| leaf == ALWAYS || bit(bits, leaf);
    for (block, first) in (0..members.count).step_by(512).enumerate() {
        let count = (members.count - first).min(512);
        let valid = first_lanes(count);
        let leaves = &members.data[block * members.leaves..(block + 1) * members.leaves];
        for &BilinearTerm { digit, weight, leaves: [code, experiment] } in terms {
            if is_set(experiment) {
                let lanes = if code == ALWAYS { Block::ONES } else { Block::load(&leaves[code as usize], 0) };
                add(Selected { first, count, lanes: lanes.and(valid) }, digit as usize, weight.into());
            }
        }
    }
}

/// As `each`, by the formulas that the digits need. Words hold a block of members, or all.
#[inline(always)]
fn each_demanded<L: Wide>(
    grounding: &Grounding,
    bits: &[u64],
    members: Members<'_>,
    found: &mut DemandedValues<L>,
    add: &mut impl FnMut(Selected, usize, u64),
) {
    let mut demanded = Demanded::new(grounding, bits, found);
    for (block, first) in (0..members.count).step_by(64 * L::WORDS).enumerate() {
        let count = (members.count - first).min(64 * L::WORDS);
        let valid = L::load(&first_lanes(count), 0);
        let mut put = |lanes: L, digit: usize, amount: u64| {
            add(Selected { first, count, lanes: Block(lanes.and(valid).to_words()) }, digit, amount);
        };
        demanded.begin(&members.data[block * members.leaves..(block + 1) * members.leaves], valid);
        for (number, digit) in grounding.digits.iter().enumerate() {
            match digit {
                Component::Sum(lin) => {
                    for &(weight, lit) in &lin.terms {
                        put(demanded.literal(lit), number, weight.into());
                    }
                }
                Component::Cases(lits) => {
                    for (case, &lit) in (0..).zip(lits).skip(1) {
                        put(demanded.literal(lit), number, case);
                    }
                }
            }
        }
    }
}

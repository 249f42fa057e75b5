//! Evaluation without shapes: one experiment on many codes, node by node, 512 codes at a time.
//!
//! For answers that shapes do not suit: too many cells, or a different residual for nearly every experiment.

use super::count::Members;
use super::graph::Digit;
use super::ground::{Grounding, MixedNode, Place, Term, ALWAYS};
use super::wide::{Block, Wide};
use crate::program::{Lit, TRUE};

/// The cell of each member; `bits` are the experiment's leaves, `strides` those of the digits of a cell.
pub fn cells(grounding: &Grounding, strides: &[usize], bits: &[u64], members: Members<'_>, out: &mut Vec<u32>) {
    out.clear();
    out.resize(members.count, 0);
    let is_set = |leaf: u32| leaf == ALWAYS || bits[leaf as usize / 64] >> (leaf % 64) & 1 == 1;
    let mut values: Vec<Block> = Vec::new();
    for (block, out) in out.chunks_mut(512).enumerate() {
        let leaves = &members.data[block * members.leaves..(block + 1) * members.leaves];
        if let Some(terms) = grounding.terms() {
            for &Term { digit, weight, leaves: [code, experiment] } in terms {
                if is_set(experiment) {
                    let lanes = if code == ALWAYS { Block::ONES } else { Block::load(&leaves[code as usize], 0) };
                    add(out, lanes, weight as usize * strides[digit as usize]);
                }
            }
            continue;
        }
        values.clear();
        for node in &grounding.mixed {
            let value = evaluate(grounding, node, &values, leaves, bits);
            values.push(value);
        }
        for (digit, &stride) in grounding.digits.iter().zip(strides) {
            match digit {
                Digit::Sum(terms) => {
                    for &(weight, lit) in terms {
                        add(out, literal(grounding, lit, &values, leaves, bits), weight as usize * stride);
                    }
                }
                Digit::Cases(lits) => {
                    for (case, &lit) in lits.iter().enumerate().skip(1) {
                        add(out, literal(grounding, lit, &values, leaves, bits), case * stride);
                    }
                }
            }
        }
    }
}

fn add(out: &mut [u32], lanes: Block, amount: usize) {
    for (word, out) in out.chunks_mut(64).enumerate() {
        let mut rest = lanes.0[word];
        while rest != 0 {
            if let Some(number) = out.get_mut(rest.trailing_zeros() as usize) {
                *number += amount as u32;
            }
            rest &= rest - 1;
        }
    }
}

fn literal(grounding: &Grounding, lit: Lit, values: &[Block], leaves: &[Block], bits: &[u64]) -> Block {
    let constant = |value: bool| if value { Block::ONES } else { Block::ZERO };
    let sign = lit & 1;
    match grounding.places[(lit >> 1) as usize] {
        Place::Constant => constant(lit == TRUE),
        Place::Code(leaf) => leaves[(leaf + sign) as usize],
        Place::Experiment(leaf) => {
            let leaf = leaf + sign;
            constant(bits[leaf as usize / 64] >> (leaf % 64) & 1 == 1)
        }
        Place::Mixed(number) if sign == 1 => values[number as usize].not(),
        Place::Mixed(number) => values[number as usize],
    }
}

fn evaluate(grounding: &Grounding, node: &MixedNode, values: &[Block], leaves: &[Block], bits: &[u64]) -> Block {
    let at = |lit: Lit| literal(grounding, lit, values, leaves, bits);
    match node {
        MixedNode::And(lits) => lits.iter().fold(Block::ONES, |all, &lit| all.and(at(lit))),
        MixedNode::Xor(a, b) => at(*a).xor(at(*b)),
        MixedNode::Ite(c, a, b) => at(*c).select(at(*a), at(*b)),
        MixedNode::Choice(products) => products.iter().fold(Block::ZERO, |any, &(c, p)| any.or(at(c).and(at(p)))),
        MixedNode::Ge(k, terms) => {
            let mut planes = [Block::ZERO; 64];
            for &(weight, lit) in terms {
                let lanes = at(lit);
                for shift in (0..32).filter(|shift| weight >> shift & 1 == 1) {
                    let mut carry = lanes;
                    for plane in &mut planes[shift..] {
                        if carry.is_zero() {
                            break;
                        }
                        (*plane, carry) = plane.half_add(carry);
                    }
                }
            }
            planes.iter().enumerate().fold(Block::ONES, |result, (bit, plane)| {
                if u64::from(*k) >> bit & 1 == 1 {
                    result.and(*plane)
                } else {
                    result.or(*plane)
                }
            })
        }
    }
}

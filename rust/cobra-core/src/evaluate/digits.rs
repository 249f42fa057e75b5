//! From the components of an answer to cells, and back to outcome numbers.
//!
//! A *cell* is the tuple of the digits the kernels compute, as a mixed-radix number. It differs from the outcome number in two
//! ways, both without effect on partitions. The final component, which the others decide, is left out: whether a cell is
//! final is found out by evaluating the final formula where the cell first occurs. And a sum is replaced by its sum with, or
//! difference to, another component where that has fewer terms: "both - black" beside "black" becomes "both".
//!
//! Where outcomes have numbers only because they occur (`occurring`), a cell is an outcome.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, Ordering};

use super::graph::Digit;
use crate::game::program::{Answer, Lit};

/// A digit that is computed from its replacement: `digit = replacement + constant - sign·(digit of other)`.
#[derive(Clone, Copy)]
struct Replacement {
    other: usize,
    sign: i64,
    constant: i64,
}

pub struct Cells {
    /// Sizes of the digits of a cell.
    pub sizes: Vec<usize>,
    replacements: Vec<Option<Replacement>>,
    /// Number of outcomes below a step of each digit of the answer.
    strides: Vec<u64>,
    raw_sizes: Vec<usize>,
    /// Number of outcomes below a step of the final digit.
    final_stride: Option<usize>,
    /// Cells are outcomes that occur.
    sparse: bool,
    /// For each cell: 0 not known, 1 not final, 2 final.
    finals: Vec<AtomicU8>,
}

impl Cells {
    /// Splits the components (as digits of the graph) into those of the cells and the final formula.
    pub fn new(answer: &Answer, components: Vec<Digit>) -> (Cells, Vec<Digit>, Option<Lit>) {
        let sizes: Vec<usize> = components.iter().map(Digit::size).collect();
        let mut below = 1;
        let mut strides = vec![0; sizes.len()];
        for (stride, size) in strides.iter_mut().zip(&sizes).rev() {
            *stride = below;
            below *= *size as u64;
        }
        let mut final_lit = None;
        let mut final_stride = None;
        if let Some(component) = answer.final_component {
            if let Digit::Cases(lits) = &components[component] {
                final_lit = lits.get(1).copied();
                final_stride = Some(strides[component] as usize);
            }
        }
        let kept = |number: &usize| final_stride.is_none() || Some(*number) != answer.final_component;
        let numbers: Vec<usize> = (0..components.len()).filter(kept).collect();
        let mut digits: Vec<Digit> = numbers.iter().map(|&number| components[number].clone()).collect();
        let raw_sizes: Vec<usize> = digits.iter().map(Digit::size).collect();
        let mut replacements: Vec<Option<Replacement>> = vec![None; digits.len()];
        for number in 0..digits.len() {
            for other in 0..digits.len() {
                for sign in [1, -1] {
                    if other != number && replacements[other].is_none() && replacements[number].is_none() {
                        if let Some((constant, merged)) = merge(&digits[number], &digits[other], sign) {
                            if merged.size() < digits[number].size() && !is_other(&replacements, number) {
                                digits[number] = merged;
                                replacements[number] = Some(Replacement { other, sign, constant });
                            }
                        }
                    }
                }
            }
        }
        let sizes: Vec<usize> = digits.iter().map(Digit::size).collect();
        let cells = sizes.iter().product();
        let finals = (0..cells).map(|_| AtomicU8::new(u8::from(final_lit.is_none()))).collect();
        let strides = numbers.iter().map(|&number| strides[number]).collect();
        let cells = Cells { sizes, replacements, strides, raw_sizes, final_stride, sparse: false, finals };
        (cells, digits, final_lit)
    }

    /// The cells of outcomes that occur: whether each is final.
    pub fn occurring(finals: impl Iterator<Item = bool>) -> Cells {
        let finals = finals.map(|is_final| AtomicU8::new(1 + u8::from(is_final))).collect();
        let none = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (sizes, replacements, strides, raw_sizes) = none;
        Cells { sizes, replacements, strides, raw_sizes, final_stride: None, sparse: true, finals }
    }

    pub fn count(&self) -> usize {
        self.finals.len()
    }

    /// Number of cells below a step of each digit.
    pub fn strides(&self) -> Vec<usize> {
        let mut strides = vec![1; self.sizes.len()];
        for number in (1..self.sizes.len()).rev() {
            strides[number - 1] = strides[number] * self.sizes[number];
        }
        strides
    }

    /// Whether the cell is final, if known.
    #[inline(always)]
    pub fn is_final(&self, cell: u32) -> Option<bool> {
        match self.finals[cell as usize].load(Ordering::Relaxed) {
            0 => None,
            known => Some(known == 2),
        }
    }

    pub fn set_final(&self, cell: u32, is_final: bool) {
        self.finals[cell as usize].store(1 + u8::from(is_final), Ordering::Relaxed);
    }

    /// The outcome number of a cell that occurs; its finality must be known.
    pub fn outcome(&self, cell: u32) -> u32 {
        if self.sparse {
            return cell;
        }
        let mut rest = cell as usize;
        let mut values = vec![0i64; self.sizes.len()];
        for (value, size) in values.iter_mut().zip(&self.sizes).rev() {
            *value = (rest % size) as i64;
            rest /= size;
        }
        for (number, replacement) in self.replacements.iter().enumerate() {
            if let Some(Replacement { other, sign, constant }) = *replacement {
                values[number] += constant - sign * values[other];
            }
        }
        let mut outcome = 0;
        for ((value, size), stride) in values.iter().zip(&self.raw_sizes).zip(&self.strides) {
            // a cell that cannot occur may have digits out of range
            outcome += (*value).clamp(0, *size as i64 - 1) as u64 * stride;
        }
        if let (Some(stride), Some(true)) = (self.final_stride, self.is_final(cell)) {
            outcome += stride as u64;
        }
        outcome as u32
    }

    /// Whether an outcome number is final.
    pub fn is_final_outcome(&self, outcome: u32) -> bool {
        if self.sparse {
            return self.is_final(outcome) == Some(true);
        }
        self.final_stride.is_some_and(|stride| outcome as usize / stride % 2 == 1)
    }
}

fn is_other(replacements: &[Option<Replacement>], number: usize) -> bool {
    replacements.iter().flatten().any(|replacement| replacement.other == number)
}

/// `a + sign·b` as `constant + Σ weight·literal`.
fn merge(a: &Digit, b: &Digit, sign: i64) -> Option<(i64, Digit)> {
    let (Digit::Sum(a), Digit::Sum(b)) = (a, b) else { return None };
    let mut weights: BTreeMap<Lit, i64> = BTreeMap::new();
    let mut constant = 0;
    let terms = a.iter().map(|&(weight, lit)| (i64::from(weight), lit));
    for (weight, lit) in terms.chain(b.iter().map(|&(weight, lit)| (sign * i64::from(weight), lit))) {
        if lit & 1 == 1 {
            constant += weight;
        }
        *weights.entry(lit & !1).or_default() += if lit & 1 == 1 { -weight } else { weight };
    }
    let mut merged = Vec::new();
    for (lit, weight) in weights {
        if weight > 0 {
            merged.push((weight as u32, lit));
        } else if weight < 0 {
            constant += weight;
            merged.push((weight.unsigned_abs() as u32, lit | 1));
        }
    }
    // digit = merged + constant - sign·other
    Some((constant, Digit::Sum(merged)))
}

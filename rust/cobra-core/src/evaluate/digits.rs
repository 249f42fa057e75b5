//! From the components of an answer to cells, and back to outcome numbers.
//!
//! A *cell* is the tuple of the digits the kernels compute, as a mixed-radix number. It differs from the outcome number in two
//! ways, both without effect on partitions. The final component, which the others decide, is left out: whether a cell is
//! final is found out by evaluating the final formula where the cell first occurs. And a sum is replaced by its sum with, or
//! difference to, another component where that has fewer terms: "both - black" beside "black" becomes "both".
//!
//! Where outcomes have numbers only because they occur (`occurring`), a cell is an outcome.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::base::convert::{ToIndex, ToU64, ToUsize};
use crate::base::ids::OutcomeId;
use crate::formula::build::linear;
use crate::formula::node::Lit;
use crate::game::program::{Answer, Component, Lin};

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
    /// Splits the components (as literals of the graph) into those of the cells and the final formula.
    pub fn new(answer: &Answer, components: Vec<Component>) -> (Cells, Vec<Component>, Option<Lit>) {
        let strides = answer.strides();
        let mut final_lit = None;
        let mut final_stride = None;
        if let Some(component) = answer.final_component {
            if let Component::Cases(lits) = &components[component] {
                final_lit = lits.get(1).copied();
                final_stride = Some(strides[component].to_usize());
            }
        }
        let kept = |number: &usize| final_stride.is_none() || Some(*number) != answer.final_component;
        let numbers: Vec<usize> = (0..components.len()).filter(kept).collect();
        let mut digits: Vec<Component> = numbers.iter().map(|&number| components[number].clone()).collect();
        let raw_sizes = sizes_of(&digits);
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
        let sizes = sizes_of(&digits);
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
        match self.finals[cell.index()].load(Ordering::Relaxed) {
            0 => None,
            known => Some(known == 2),
        }
    }

    pub fn set_final(&self, cell: u32, is_final: bool) {
        self.finals[cell.index()].store(1 + u8::from(is_final), Ordering::Relaxed);
    }

    /// The outcome number of a cell that occurs; its finality must be known.
    pub fn outcome(&self, cell: u32) -> OutcomeId {
        if self.sparse {
            return OutcomeId::new(cell);
        }
        let mut rest = cell.index();
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
            outcome += (*value).clamp(0, *size as i64 - 1).to_u64() * stride;
        }
        if let (Some(stride), Some(true)) = (self.final_stride, self.is_final(cell)) {
            outcome += stride.to_u64();
        }
        OutcomeId::new(outcome as u32)
    }

    /// Whether an outcome number is final.
    pub fn is_final_outcome(&self, outcome: OutcomeId) -> bool {
        if self.sparse {
            return self.is_final(outcome.number()) == Some(true);
        }
        self.final_stride.is_some_and(|stride| outcome.index() / stride % 2 == 1)
    }
}

fn is_other(replacements: &[Option<Replacement>], number: usize) -> bool {
    replacements.iter().flatten().any(|replacement| replacement.other == number)
}

/// `a + sign·b` as `constant + Σ weight·literal`.
fn merge(a: &Component, b: &Component, sign: i64) -> Option<(i64, Component)> {
    let (Component::Sum(a), Component::Sum(b)) = (a, b) else { return None };
    // -w·x is w·!x - w
    let negated = sign < 0;
    let (constant, terms) = linear(a.terms.iter().copied().chain(b.terms.iter().map(|&(w, lit)| (w, lit ^ negated))));
    let less = b.terms.iter().map(|term| i64::from(term.0) * i64::from(negated)).sum::<i64>();
    // digit = merged + constant - sign·other
    Some((constant as i64 - less, Component::Sum(Lin { constant: 0, terms })))
}

/// Numbers of digits.
fn sizes_of(components: &[Component]) -> Vec<usize> {
    components.iter().map(|component| component.size().to_usize()).collect()
}

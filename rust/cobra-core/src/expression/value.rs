//! The value of a score for a split.

use super::number::{bounded, divide, logarithm, multiply, power, root, Fault, Fixed, ONE};
use super::{Expression, Fold, Measure, Op, Term};

/// How an experiment splits a state.
#[derive(Clone, Copy)]
pub(super) struct Split<'a> {
    pub total: u32,
    /// The numbers of codes left for the outcomes that are still possible.
    pub sizes: &'a [u32],
    /// For each of them the number of fixed variables; empty where no score asks for it.
    pub fixed: &'a [u32],
    /// Codes with a final outcome.
    pub hit: u32,
}

/// A value that was not computed yet, and one that does not exist.
const UNKNOWN: Fixed = Fixed::MIN;

/// What one thread remembers.
#[derive(Default)]
pub(crate) struct Memory {
    /// For each term its values by number of codes, as far as they were asked for; of terms that depend on all codes, for
    /// this many.
    values: Vec<Vec<Fixed>>,
    total: u32,
    stack: Vec<Fixed>,
    sorted: Vec<u32>,
    pub(super) keys: Vec<Fixed>,
    pub(super) sizes: Vec<u32>,
    pub(super) fixed: Vec<u32>,
}

impl Memory {
    /// The numbers of fixed variables of the cells, zeros where they are not known.
    pub(super) fn fixed_of_cells(&self) -> impl Iterator<Item = u32> + '_ {
        self.fixed.iter().copied().chain(std::iter::repeat(0))
    }
}

fn whole(number: u32) -> Fixed {
    Fixed::from(number) * ONE
}

impl Expression {
    /// Begins with a state of so many codes.
    pub(super) fn begin(&self, memory: &mut Memory, total: u32) {
        memory.values.resize(self.terms.len(), Vec::new());
        for (values, term) in memory.values.iter_mut().zip(&self.terms) {
            if total != memory.total && term.uses(Op::Total) {
                values.clear();
            }
            if values.len() <= total as usize {
                values.resize(total as usize + 1, UNKNOWN);
            }
        }
        memory.total = total;
    }

    /// Computes the keys of a split into `memory.keys`, the lesser the better; the state must have been begun.
    pub(super) fn score(&self, memory: &mut Memory, split: Split<'_>) -> Result<(), Fault> {
        memory.keys.clear();
        for key in &self.keys {
            let sign = if key.maximise { -1 } else { 1 };
            match &key.measure {
                Measure::Sorted => {
                    let Memory { sorted, keys, .. } = memory;
                    sorted.clear();
                    sorted.extend_from_slice(split.sizes);
                    sorted.sort_unstable_by(|a, b| b.cmp(a));
                    keys.extend(sorted.iter().map(|&size| sign * Fixed::from(size)));
                }
                Measure::Value(code) => {
                    let value = self.value(memory, code, split)?;
                    memory.keys.push(sign * value);
                }
            }
        }
        Ok(())
    }

    fn value(&self, memory: &mut Memory, code: &[Op], split: Split<'_>) -> Result<Fixed, Fault> {
        if let [Op::Term(number)] = *code {
            return self.term(memory, number, split);
        }
        let mut stack = std::mem::take(&mut memory.stack);
        stack.clear();
        for op in code {
            let result = match *op {
                Op::Term(number) => self.term(memory, number, split).map(|value| stack.push(value)),
                op => step(&mut stack, op, split, 0, 0),
            };
            if let Err(fault) = result {
                memory.stack = stack;
                return Err(fault);
            }
        }
        let value = stack.pop().unwrap_or(0);
        memory.stack = stack;
        Ok(value)
    }

    fn term(&self, memory: &mut Memory, number: usize, split: Split<'_>) -> Result<Fixed, Fault> {
        let term = &self.terms[number];
        if !term.is_of_sizes() {
            let values = (0..split.sizes.len()).map(|i| {
                let fixed = split.fixed.get(i).copied().unwrap_or(0);
                of_outcome(term, split, split.sizes[i], fixed)
            });
            return fold(term.fold, values);
        }
        let known = &mut memory.values[number];
        let value = |&size: &u32| match known[size as usize] {
            UNKNOWN => {
                let value = of_outcome(term, split, size, 0)?;
                known[size as usize] = value;
                Ok(value)
            }
            value => Ok(value),
        };
        fold(term.fold, split.sizes.iter().map(value))
    }
}

#[inline(always)]
fn fold(fold: Fold, mut values: impl Iterator<Item = Result<Fixed, Fault>>) -> Result<Fixed, Fault> {
    let first = values.next().unwrap_or(Ok(0))?;
    match fold {
        // at most 2^32 numbers below 2^94
        Fold::Sum => bounded(values.try_fold(first, |sum, value| Ok(sum + value?))?),
        Fold::Max => values.try_fold(first, |most, value| Ok(most.max(value?))),
        Fold::Min => values.try_fold(first, |least, value| Ok(least.min(value?))),
    }
}

/// The value of a term for one outcome.
fn of_outcome(term: &Term, split: Split<'_>, size: u32, fixed: u32) -> Result<Fixed, Fault> {
    let mut stack = Vec::with_capacity(8);
    for &op in &term.code {
        step(&mut stack, op, split, size, fixed)?;
    }
    Ok(stack.pop().unwrap_or(0))
}

/// Does one operation.
fn step(stack: &mut Vec<Fixed>, op: Op, split: Split<'_>, size: u32, fixed: u32) -> Result<(), Fault> {
    let value = match op {
        Op::Number(number) => number,
        Op::N => whole(size),
        Op::Fixed => whole(fixed),
        Op::Total => whole(split.total),
        Op::Parts => whole(split.sizes.len() as u32),
        Op::Largest => whole(split.sizes.iter().copied().max().unwrap_or(0)),
        Op::Hit => whole(split.hit),
        Op::Term(_) => 0, // terms have none inside
        Op::Add | Op::Subtract | Op::Multiply | Op::Divide => {
            let (b, a) = (stack.pop().unwrap_or(0), stack.pop().unwrap_or(0));
            match op {
                Op::Add => bounded(a + b)?,
                Op::Subtract => bounded(a - b)?,
                Op::Multiply => multiply(a, b)?,
                _ => divide(a, b)?,
            }
        }
        Op::Power(_) | Op::Log2 | Op::Sqrt | Op::Abs => {
            let a = stack.pop().unwrap_or(0);
            match op {
                Op::Power(exponent) => power(a, exponent)?,
                Op::Log2 => logarithm(a)?,
                Op::Sqrt => root(a)?,
                _ => a.abs(),
            }
        }
    };
    stack.push(value);
    Ok(())
}

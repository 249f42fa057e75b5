//! The value of a score for a split.

use std::collections::HashMap;

use super::number::{bounded, divide, logarithm, multiply, power, root, Fault, Fixed, ONE};
use super::{Expression, Fold, Measure, Op, Term};
use crate::base::convert::{ToIndex, ToU32};
use crate::base::ids::{CodeId, OutcomeId};
use crate::list::codes::Codes;

/// How an experiment splits a state.
#[derive(Clone, Copy)]
pub(crate) struct StateParts<'a> {
    pub all: Amount,
    /// The numbers of codes left for the outcomes that are still possible.
    pub sizes: &'a [u32],
    /// For each of them the number of fixed variables; empty where no score asks for it.
    pub fixed: &'a [u32],
    /// For each of them the weight of the codes; empty where no score asks for it.
    pub weights: &'a [u64],
    /// For each of them what the experiment costs then, in units of the game; empty where nothing has a price.
    pub prices: &'a [u64],
    /// Codes with a final outcome.
    pub hit: Amount,
}

/// Codes and their weight, which is 0 where no score asks for it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Amount {
    pub codes: u32,
    pub weight: u64,
}

/// What is known of one outcome.
#[derive(Clone, Copy, Default)]
struct Cell {
    size: u32,
    fixed: u32,
    weight: u64,
    price: Option<u64>,
}

/// A value that was not computed yet, and one that does not exist.
const UNKNOWN: Fixed = Fixed::MIN;
/// Values of weights that are remembered of a term, at most.
const MOST_WEIGHTS: usize = 1 << 18;

/// What one thread remembers.
#[derive(Default)]
pub(crate) struct Memory {
    /// For each term its values by number of codes, as far as they were asked for; of terms that depend on all codes, for
    /// this many.
    values: Vec<Vec<Fixed>>,
    /// For each term that depends on weights only some of its values.
    of_weight: Vec<HashMap<u64, Fixed>>,
    pub(crate) all: Amount,
    stack: Vec<Fixed>,
    sorted: Vec<u32>,
    pub(crate) keys: Vec<Fixed>,
    pub(crate) sizes: Vec<u32>,
    pub(crate) fixed: Vec<u32>,
    pub(crate) weights: Vec<u64>,
    pub(crate) prices: Vec<u64>,
    /// Codes and weights by outcome, zeros between two uses, and the outcomes met.
    pub(crate) tally: Vec<Amount>,
    pub(crate) met: Vec<OutcomeId>,
}

impl Memory {
    /// The numbers of fixed variables of the cells, zeros where they are not known.
    pub(crate) fn fixed_of_cells(&self) -> impl Iterator<Item = u32> + '_ {
        self.fixed.iter().copied().chain(std::iter::repeat(0))
    }

    /// The weights of the cells, zeros where they are not known.
    pub(crate) fn weights_of_cells(&self) -> impl Iterator<Item = u64> + '_ {
        self.weights.iter().copied().chain(std::iter::repeat(0))
    }
}

fn whole(number: u32) -> Fixed {
    Fixed::from(number) * ONE
}

fn heavy(weight: u64) -> Result<Fixed, Fault> {
    bounded(Fixed::from(weight) * ONE)
}

impl Expression {
    /// Begins with a state.
    pub(crate) fn begin(&self, memory: &mut Memory, codes: &Codes, state: &[CodeId]) {
        let weight = if self.uses_weight { codes.weight_of(state) } else { 0 };
        self.begin_with(memory, Amount { codes: state.len().to_u32(), weight });
    }

    /// Begins with a state of so many codes.
    pub(crate) fn begin_with(&self, memory: &mut Memory, all: Amount) {
        memory.values.resize(self.terms.len(), Vec::new());
        memory.of_weight.resize(self.terms.len(), HashMap::new());
        for (values, term) in memory.values.iter_mut().zip(&self.terms) {
            if all.codes != memory.all.codes && term.uses(Op::Total) {
                values.clear();
            }
            if values.len() <= all.codes.index() {
                values.resize(all.codes.index() + 1, UNKNOWN);
            }
        }
        memory.all = all;
    }

    /// Computes the keys of a split into `memory.keys`, the lesser the better; the state must have been begun.
    pub(crate) fn score(&self, memory: &mut Memory, split: StateParts<'_>) -> Result<(), Fault> {
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

    fn value(&self, memory: &mut Memory, code: &[Op], split: StateParts<'_>) -> Result<Fixed, Fault> {
        if let [Op::Term(number)] = *code {
            return self.term(memory, number, split);
        }
        let mut stack = std::mem::take(&mut memory.stack);
        stack.clear();
        for op in code {
            let result = match *op {
                Op::Term(number) => self.term(memory, number, split).map(|value| stack.push(value)),
                op => step(&mut stack, op, split, Cell::default()),
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

    fn term(&self, memory: &mut Memory, number: usize, split: StateParts<'_>) -> Result<Fixed, Fault> {
        let term = &self.terms[number];
        if !term.is_of_sizes() {
            let cell = |i: usize| Cell {
                size: split.sizes[i],
                fixed: split.fixed.get(i).copied().unwrap_or(0),
                weight: split.weights.get(i).copied().unwrap_or(0),
                price: split.prices.get(i).copied(),
            };
            if !term.is_of_weights() {
                return fold(term.fold, (0..split.sizes.len()).map(|i| of_outcome(term, split, cell(i))));
            }
            let known = &mut memory.of_weight[number];
            let value = |i: usize| {
                let cell = cell(i);
                if let Some(&value) = known.get(&cell.weight) {
                    return Ok(value);
                }
                let value = of_outcome(term, split, cell)?;
                if known.len() < MOST_WEIGHTS {
                    known.insert(cell.weight, value);
                }
                Ok(value)
            };
            return fold(term.fold, (0..split.sizes.len()).map(value));
        }
        let known = &mut memory.values[number];
        let value = |&size: &u32| match known[size.index()] {
            UNKNOWN => {
                let value = of_outcome(term, split, Cell { size, ..Cell::default() })?;
                known[size.index()] = value;
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
fn of_outcome(term: &Term, split: StateParts<'_>, cell: Cell) -> Result<Fixed, Fault> {
    let mut stack = Vec::with_capacity(8);
    for &op in &term.code {
        step(&mut stack, op, split, cell)?;
    }
    Ok(stack.pop().unwrap_or(0))
}

/// Does one operation.
fn step(stack: &mut Vec<Fixed>, op: Op, split: StateParts<'_>, cell: Cell) -> Result<(), Fault> {
    let value = match op {
        Op::Number(number) => number,
        Op::N => whole(cell.size),
        Op::W => heavy(cell.weight)?,
        Op::Fixed => whole(cell.fixed),
        Op::Cost => heavy(cell.price.ok_or(Fault::NoPrices)?)?,
        Op::Total => whole(split.all.codes),
        Op::Weight => heavy(split.all.weight)?,
        Op::Parts => whole(split.sizes.len().to_u32()),
        Op::Largest => whole(split.sizes.iter().copied().max().unwrap_or(0)),
        Op::Hit => whole(split.hit.codes),
        Op::HitWeight => heavy(split.hit.weight)?,
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

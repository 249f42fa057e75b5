//! The value of a score for a split.

use std::collections::HashMap;

use super::number::{bounded, divide, logarithm, multiply, power, root, Fault, Fixed, ONE};
use super::{Expression, Fold, Measure, Op, Term};
use crate::base::convert::{ToIndex, ToU32};
use crate::base::error::{self, CoreError};
use crate::base::ids::{CodeId, OutcomeId};
use crate::list::codes::Codes;

/// How an experiment splits a state.
#[derive(Default)]
pub(crate) struct StateParts {
    pub all: Amount,
    /// The numbers of codes left for the outcomes that are still possible.
    pub sizes: Vec<u32>,
    /// For each of them the number of fixed variables; empty where no score asks for it.
    pub fixed: Vec<u32>,
    /// For each of them the weight of the codes; empty where no score asks for it.
    pub weights: Vec<u64>,
    /// For each of them what the experiment costs then, in units of the game; empty where nothing has a price.
    pub prices: Vec<u64>,
    /// Codes with a final outcome.
    pub hit: Amount,
}

impl StateParts {
    /// Forgets the outcomes.
    pub fn clear(&mut self) {
        [&mut self.sizes, &mut self.fixed].into_iter().for_each(Vec::clear);
        [&mut self.weights, &mut self.prices].into_iter().for_each(Vec::clear);
        self.hit = Amount::default();
    }

    /// What a score sees of the codes of all outcomes, in order.
    pub fn cells(&self) -> SeenCells {
        let known =
            |cell: usize| (self.fixed.get(cell).copied().unwrap_or(0), self.weights.get(cell).copied().unwrap_or(0));
        let mut cells: SeenCells = self.sizes.iter().enumerate().map(|(cell, &size)| (size, known(cell))).collect();
        cells.sort_unstable();
        cells
    }
}

/// Numbers of codes, with those of fixed variables and weights.
pub(crate) type SeenCells = Vec<(u32, (u32, u64))>;

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

/// Values of terms that were computed.
#[derive(Default)]
struct KnownValues {
    /// For each term its values by number of codes, as far as they were asked for; of terms that depend on all codes, for
    /// this many.
    of_size: Vec<Vec<Fixed>>,
    /// For each term that depends on weights only some of its values.
    of_weight: Vec<HashMap<u64, Fixed>>,
    stack: Vec<Fixed>,
}

/// What one thread remembers.
#[derive(Default)]
pub(crate) struct Memory {
    known: KnownValues,
    sorted: Vec<u32>,
    pub(crate) keys: Vec<Fixed>,
    /// What the present experiment makes of the state.
    pub(crate) parts: StateParts,
    /// Codes and weights by outcome, zeros between two uses, and the outcomes met.
    pub(crate) tally: Vec<Amount>,
    pub(crate) met: Vec<OutcomeId>,
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
        let KnownValues { of_size, of_weight, .. } = &mut memory.known;
        of_size.resize(self.terms.len(), Vec::new());
        of_weight.resize(self.terms.len(), HashMap::new());
        for (values, term) in of_size.iter_mut().zip(&self.terms) {
            if all.codes != memory.parts.all.codes && term.uses(Op::Total) {
                values.clear();
            }
            if values.len() <= all.codes.index() {
                values.resize(all.codes.index() + 1, UNKNOWN);
            }
        }
        memory.parts.all = all;
    }

    /// Computes the keys of a split into `memory.keys`, the lesser the better; the state must have been begun. So many codes
    /// are left in it, whatever counts as one.
    pub(crate) fn score(&self, memory: &mut Memory, left: usize) -> error::Result<()> {
        let Memory { known, sorted, keys, parts, .. } = memory;
        keys.clear();
        for key in &self.keys {
            let sign = if key.maximise { -1 } else { 1 };
            match &key.measure {
                Measure::Sorted => {
                    sorted.clone_from(&parts.sizes);
                    sorted.sort_unstable_by(|a, b| b.cmp(a));
                    keys.extend(sorted.iter().map(|&size| sign * Fixed::from(size)));
                }
                Measure::Value(code) => match self.value(known, code, parts) {
                    Ok(value) => keys.push(sign * value),
                    Err(fault) => {
                        let message = format!("the score has no value where {left} codes are left: {fault}");
                        return Err(CoreError::Input(message));
                    }
                },
            }
        }
        Ok(())
    }

    fn value(&self, known: &mut KnownValues, code: &[Op], split: &StateParts) -> Result<Fixed, Fault> {
        if let [Op::Term(number)] = *code {
            return self.term(known, number, split);
        }
        let mut stack = std::mem::take(&mut known.stack);
        stack.clear();
        for op in code {
            match *op {
                Op::Term(number) => stack.push(self.term(known, number, split)?),
                op => step(&mut stack, op, split, Cell::default())?,
            }
        }
        let value = stack.pop().unwrap_or(0);
        known.stack = stack;
        Ok(value)
    }

    fn term(&self, known: &mut KnownValues, number: usize, split: &StateParts) -> Result<Fixed, Fault> {
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
            let known = &mut known.of_weight[number];
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
        let known = &mut known.of_size[number];
        for &size in &split.sizes {
            if known[size.index()] == UNKNOWN {
                known[size.index()] = of_outcome(term, split, Cell { size, ..Cell::default() })?;
            }
        }
        let values = split.sizes.iter().map(|&size| known[size.index()]);
        match term.fold {
            Fold::Sum => bounded(values.sum()), // at most 2^32 numbers below 2^94
            Fold::Max => Ok(values.max().unwrap_or(0)),
            Fold::Min => Ok(values.min().unwrap_or(0)),
        }
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
fn of_outcome(term: &Term, split: &StateParts, cell: Cell) -> Result<Fixed, Fault> {
    let mut stack = Vec::with_capacity(8);
    for &op in &term.code {
        step(&mut stack, op, split, cell)?;
    }
    Ok(stack.pop().unwrap_or(0))
}

/// Does one operation.
fn step(stack: &mut Vec<Fixed>, op: Op, split: &StateParts, cell: Cell) -> Result<(), Fault> {
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

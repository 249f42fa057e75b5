//! The interpreter of shapes.
//!
//! A register holds `R` rows of `N` words. Rows are either consecutive blocks of 512 codes of one experiment, or codes of
//! equal shape over the same block of 512 experiments: only the places of the leaves differ. An instruction is thus
//! decoded once for up to sixteen rows.

use super::shape::{DigitStep, Instruction, Operand, Shape, INDEX, LEAF, NEGATED, ONE_HOT};
use super::wide::{Apart, Block, Wide};
use crate::base::convert::ToIndex;

/// Receives the mask of each outcome.
pub trait Sink<L: Wide> {
    /// Lanes of `rows` have the outcome of `slot`. A slot comes at most once in one run.
    fn take<const R: usize>(&mut self, slot: usize, rows: &[L; R]);
}

/// Where the leaves of a run are: leaf l of row r is block `base + offsets[l * R + r]` of `data`.
#[derive(Clone, Copy)]
pub struct Leaves<'a> {
    pub data: &'a [Block],
    pub base: usize,
    pub offsets: &'a [u32],
    pub part: usize,
}

impl Leaves<'_> {
    #[inline(always)]
    fn load<L: Wide, const R: usize>(&self, leaf: u32, row: usize) -> L {
        L::load(&self.data[self.base + self.offsets[leaf.index() * R + row].index()], self.part)
    }
}

/// The instructions of a shape, to be executed.
struct Instructions<'a, const R: usize> {
    shape: &'a Shape,
    leaves: Leaves<'a>,
    registers: &'a mut [Block],
}

impl<const R: usize> Apart for Instructions<'_, R> {
    #[inline(always)]
    fn run<L: Wide>(self) {
        for instruction in &self.shape.instructions {
            execute::<L, R>(instruction, self.shape, self.leaves, self.registers);
        }
    }
}

/// Binary digits of the numbers of cells that `run_binary` finds.
pub const PLANES: usize = 8;

/// Runs a shape; the number of the cell that each lane is in, in binary with the lowest digit first: the sum of what the
/// components contribute. Cells must be less than 256. `registers` as for `run`.
#[inline(always)]
pub fn run_binary<L: Wide, const R: usize>(
    shape: &Shape,
    leaves: Leaves<'_>,
    registers: &mut [Block],
    numbers: &mut [[L; PLANES]; R],
) {
    L::apart(Instructions::<R> { shape, leaves, registers });
    for (r, sum) in numbers.iter_mut().enumerate() {
        *sum = [L::ZERO; PLANES];
        for (bit, plane) in sum.iter_mut().enumerate() {
            if shape.cell >> bit & 1 == 1 {
                *plane = L::ONES;
            }
        }
        for values in &shape.digits {
            let mut digit = [L::ZERO; PLANES];
            for &(value, register) in values {
                let lanes = read::<L>(registers, register.index() * R + r);
                for (bit, plane) in digit.iter_mut().enumerate() {
                    if value >> bit & 1 == 1 {
                        *plane = plane.or(lanes);
                    }
                }
            }
            let mut carry = L::ZERO;
            for bit in 0..PLANES {
                (sum[bit], carry) = sum[bit].full_add(digit[bit], carry);
            }
        }
    }
}

/// Runs a shape; `registers` needs `shape.registers * R` blocks.
#[inline(always)]
pub fn run<L: Wide, const R: usize, S: Sink<L>>(
    shape: &Shape,
    leaves: Leaves<'_>,
    registers: &mut [Block],
    sink: &mut S,
) {
    L::apart(Instructions::<R> { shape, leaves, registers });
    let mut at = 0;
    while let Some(step) = shape.steps.get(at) {
        at += 1;
        match *step {
            DigitStep::Masks { a, from, until } => {
                let a = read_rows::<L, R>(registers, a);
                for &(register, slot) in &shape.masks[from.index()..until.index()] {
                    let b = read_rows::<L, R>(registers, register);
                    let mut rows = [L::ZERO; R];
                    for r in 0..R {
                        rows[r] = a[r].and(b[r]);
                    }
                    sink.take(slot.index(), &rows);
                }
            }
            DigitStep::Plain { from, until } => {
                for &(register, slot) in &shape.masks[from.index()..until.index()] {
                    sink.take(slot.index(), &read_rows::<L, R>(registers, register));
                }
            }
            DigitStep::Open { to, a, b, skip } => {
                let mut any = L::ZERO;
                for r in 0..R {
                    let both = read::<L>(registers, a.index() * R + r).and(read(registers, b.index() * R + r));
                    any = any.or(both);
                    both.store(&mut registers[to.index() * R + r]);
                }
                if any.is_zero() {
                    at = skip.index();
                }
            }
            DigitStep::All { slot } => sink.take(slot.index(), &[L::ONES; R]),
        }
    }
}

#[inline(always)]
fn read<L: Wide>(registers: &[Block], index: usize) -> L {
    L::load(&registers[index], 0)
}

#[inline(always)]
fn read_rows<L: Wide, const R: usize>(registers: &[Block], register: u32) -> [L; R] {
    let blocks = &registers[register.index() * R..register.index() * R + R];
    let mut rows = [L::ZERO; R];
    for r in 0..R {
        rows[r] = L::load(&blocks[r], 0);
    }
    rows
}

#[inline(always)]
fn operand<L: Wide, const R: usize>(operand: Operand, row: usize, leaves: &Leaves<'_>, registers: &[Block]) -> L {
    let value = if operand & LEAF != 0 {
        leaves.load::<L, R>(operand & INDEX, row)
    } else {
        read(registers, (operand & INDEX).index() * R + row)
    };
    if operand & NEGATED != 0 {
        value.not()
    } else {
        value
    }
}

#[inline(always)]
fn execute<L: Wide, const R: usize>(
    instruction: &Instruction,
    shape: &Shape,
    leaves: Leaves<'_>,
    registers: &mut [Block],
) {
    macro_rules! get {
        ($operand:expr, $row:expr) => {
            operand::<L, R>($operand, $row, &leaves, registers)
        };
    }
    match *instruction {
        Instruction::OneHot { count, leaves: from, to } => match count {
            1 => one_hot::<L, R, 1>(from, to, leaves, registers),
            2 => one_hot::<L, R, 2>(from, to, leaves, registers),
            3 => one_hot::<L, R, 3>(from, to, leaves, registers),
            4 => one_hot::<L, R, 4>(from, to, leaves, registers),
            5 => one_hot::<L, R, 5>(from, to, leaves, registers),
            6 => one_hot::<L, R, 6>(from, to, leaves, registers),
            _ => one_hot::<L, R, 7>(from, to, leaves, registers),
        },
        Instruction::And { to, from, until } => {
            for r in 0..R {
                let mut all = L::ONES;
                for &operand in &shape.pool[from.index()..until.index()] {
                    all = all.and(get!(operand, r));
                }
                all.store(&mut registers[to.index() * R + r]);
            }
        }
        Instruction::Xor { to, a, b } => {
            for r in 0..R {
                let value = get!(a, r).xor(get!(b, r));
                value.store(&mut registers[to.index() * R + r]);
            }
        }
        Instruction::Ite { to, c, a, b } => {
            for r in 0..R {
                let value = get!(c, r).select(get!(a, r), get!(b, r));
                value.store(&mut registers[to.index() * R + r]);
            }
        }
        Instruction::FullAdd { sum, carry, a, b, c } => {
            for r in 0..R {
                let (low, high) = get!(a, r).full_add(get!(b, r), get!(c, r));
                low.store(&mut registers[sum.index() * R + r]);
                high.store(&mut registers[carry.index() * R + r]);
            }
        }
        Instruction::HalfAdd { sum, carry, a, b } => {
            for r in 0..R {
                let (low, high) = get!(a, r).half_add(get!(b, r));
                low.store(&mut registers[sum.index() * R + r]);
                high.store(&mut registers[carry.index() * R + r]);
            }
        }
    }
}

/// Adds `COUNT` unit leaves and decodes the sum, all in machine registers.
#[inline(always)]
fn one_hot<L: Wide, const R: usize, const COUNT: usize>(
    from: [u32; ONE_HOT],
    to: u32,
    leaves: Leaves<'_>,
    registers: &mut [Block],
) {
    // Slices of known lengths, so that indices are checked once; no iterators, whose calls are not always inlined and
    // would go through memory.
    let mut offsets = [&[0; R]; COUNT];
    let mut i = 0;
    while i < COUNT {
        let first = from[i].index() * R;
        if let Some(of_rows) = leaves.offsets[first..].first_chunk::<R>() {
            offsets[i] = of_rows;
        }
        i += 1;
    }
    let data = &leaves.data[leaves.base..];
    let registers = &mut registers[to.index() * R..(to.index() + COUNT + 1) * R];
    for r in 0..R {
        let mut x = [L::ZERO; ONE_HOT];
        let mut i = 0;
        while i < COUNT {
            x[i] = L::load(&data[offsets[i][r].index()], leaves.part);
            i += 1;
        }
        // the digits of their sum, the lowest first
        let (low, middle, high) = match COUNT {
            1 => (x[0], L::ZERO, L::ZERO),
            2 | 3 => {
                let (low, middle) = if COUNT == 2 { x[0].half_add(x[1]) } else { x[0].full_add(x[1], x[2]) };
                (low, middle, L::ZERO)
            }
            4 | 5 => {
                let (s, c) = x[0].full_add(x[1], x[2]);
                let (low, d) = if COUNT == 4 { s.half_add(x[3]) } else { s.full_add(x[3], x[4]) };
                let (middle, high) = c.half_add(d);
                (low, middle, high)
            }
            _ => {
                let (s, c) = x[0].full_add(x[1], x[2]);
                let (t, d) = x[3].full_add(x[4], x[5]);
                let (low, e) = if COUNT == 6 { s.half_add(t) } else { s.full_add(t, x[6]) };
                let (middle, high) = c.full_add(d, e);
                (low, middle, high)
            }
        };
        // a value has its ones, and of the others none with which it would be another value
        macro_rules! put {
            ($($value:literal)*) => {$(
                if $value <= COUNT {
                    let (mut ones, mut others) = (L::ONES, L::ZERO);
                    for (digit, plane) in [(1, low), (2, middle), (4, high)] {
                        if $value & digit != 0 {
                            ones = ones.and(plane);
                        } else if $value | digit <= COUNT {
                            others = others.or(plane);
                        }
                    }
                    ones.and_not(others).store(&mut registers[$value * R + r]);
                }
            )*};
        }
        low.or(middle).or(high).not().store(&mut registers[r]);
        put!(1 2 3 4 5 6 7);
    }
}

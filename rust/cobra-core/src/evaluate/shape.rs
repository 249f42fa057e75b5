//! Shapes: what remains of an answer when one side is known, with the leaves of the other side left open.
//!
//! Grounding one code (or one experiment) gives a [`Residual`] formula over numbered leaves and the list of leaf vectors that
//! stand for them. Most codes have the same residual, so it is compiled once into a [`Shape`]: instructions whose registers
//! hold 512 lanes for a few rows, then a tree over the digits that combines their one-hot registers into one mask for each
//! outcome.

use std::sync::Arc;

use crate::base::convert::{ToIndex, ToU32};
use crate::base::hash::FastMap;
use crate::formula::node::{Lit, Node, TRUE};
use crate::formula::residual::{OpenDigit, Residual};

/// An operand: a register, or a leaf of the instance (`LEAF`), possibly complemented (`NEGATED`).
pub type Operand = u32;
pub const LEAF: u32 = 1 << 31;
pub const NEGATED: u32 = 1 << 30;
pub const INDEX: u32 = NEGATED - 1;

/// Most unit leaves that the fused one-hot instruction adds.
pub const ONE_HOT: usize = 7;

#[derive(Clone, Debug)]
pub enum Instruction {
    /// Registers `to ..= to + count` get "exactly i of the leaves are true".
    OneHot {
        count: usize,
        leaves: [u32; ONE_HOT],
        to: u32,
    },
    /// Conjunction of operands `from..until` of the pool.
    And {
        to: u32,
        from: u32,
        until: u32,
    },
    Xor {
        to: u32,
        a: Operand,
        b: Operand,
    },
    Ite {
        to: u32,
        c: Operand,
        a: Operand,
        b: Operand,
    },
    FullAdd {
        sum: u32,
        carry: u32,
        a: Operand,
        b: Operand,
        c: Operand,
    },
    HalfAdd {
        sum: u32,
        carry: u32,
        a: Operand,
        b: Operand,
    },
}

/// Step of the walk over the digits.
#[derive(Clone, Debug)]
pub enum DigitStep {
    /// `to = a & b`; if it is empty go on at step `skip`.
    Open { to: u32, a: u32, b: u32, skip: u32 },
    /// For each mask `from..until`: cell and `a & register`.
    Masks { a: u32, from: u32, until: u32 },
    /// For each mask `from..until`: cell and register.
    Plain { from: u32, until: u32 },
    /// Every lane has this outcome.
    All { slot: u32 },
}

#[derive(Clone, Debug, Default)]
pub struct Shape {
    pub number: u32,
    pub leaves: usize,
    pub registers: usize,
    pub instructions: Vec<Instruction>,
    pub pool: Vec<Operand>,
    pub steps: Vec<DigitStep>,
    /// Register and cell slot of the masks of `DigitStep::Masks` and `DigitStep::Plain`.
    pub masks: Vec<(u32, u32)>,
    /// The cell is the sum of this and, for each of these components, of the value whose register has the lane.
    pub cell: u32,
    pub digits: Vec<Vec<(u32, u32)>>,
}

/// Shapes met so far and the dense numbers ("slots") of the cells (tuples of digits) they can produce.
pub struct Shapes {
    numbers: FastMap<Residual, u32>,
    pub shapes: Vec<Arc<Shape>>,
    /// Cell of each slot.
    pub cells: Vec<u32>,
    slot_of: FastMap<u32, u32>,
    sizes: Vec<usize>,
    /// Cells that occur, when known.
    legal: Option<Vec<bool>>,
}

impl Shapes {
    /// `sizes`: number of digits of each component; a cell is the mixed-radix number of the digits.
    pub fn new(sizes: Vec<usize>, legal: Option<Vec<bool>>) -> Self {
        Shapes {
            numbers: FastMap::default(),
            shapes: Vec::new(),
            cells: Vec::new(),
            slot_of: FastMap::default(),
            sizes,
            legal,
        }
    }

    /// The shape of a residual; `None` if there are too many shapes already.
    pub fn get(&mut self, residual: &Residual) -> Option<Arc<Shape>> {
        if let Some(&number) = self.numbers.get(residual) {
            return Some(self.shapes[number.index()].clone());
        }
        if self.shapes.len() >= MOST_SHAPES || residual.nodes.len() > MOST_NODES {
            return None;
        }
        let number = self.shapes.len().to_u32();
        let mut compiler = Compiler::new(residual.leaves);
        let outputs: Vec<Vec<(u32, Operand)>> = compiler.outputs(residual);
        let shape = Arc::new(self.assemble(number, compiler, outputs));
        self.shapes.push(shape.clone());
        self.numbers.insert(residual.clone(), number);
        Some(shape)
    }

    fn slot(&mut self, cell: u32) -> u32 {
        let next = self.cells.len().to_u32();
        let slot = *self.slot_of.entry(cell).or_insert(next);
        if slot == next {
            self.cells.push(cell);
        }
        slot
    }

    /// Lays out the walk over the digits.
    fn assemble(&mut self, number: u32, mut compiler: Compiler, outputs: Vec<Vec<(u32, Operand)>>) -> Shape {
        let mut shape = Shape { number, leaves: compiler.leaves.index(), ..Shape::default() };
        let mut cell = 0;
        let mut open: Vec<Vec<(u32, u32)>> = Vec::new();
        for (component, values) in outputs.iter().enumerate() {
            let stride: usize = self.sizes[component + 1..].iter().product();
            if let [(digit, ALWAYS)] = values[..] {
                cell += digit * stride.to_u32();
            } else {
                // leaves that exclude each other can seem to add up to more than the component's last digit
                let values = values.iter().filter(|value| (value.0.index()) < self.sizes[component]);
                open.push(values.map(|&(digit, operand)| (digit * stride.to_u32(), operand)).collect());
            }
        }
        let cells = self.cells_below(&open, 0, cell);
        match open.len() {
            0 => {
                if !cells.is_empty() {
                    let slot = self.slot(cell);
                    shape.steps.push(DigitStep::All { slot });
                }
            }
            _ => self.walk(&mut shape, &mut compiler, &open, 0, cell, None),
        }
        compiler.finish(&mut shape);
        (shape.cell, shape.digits) = (cell, open);
        shape
    }

    /// The legal cells below a prefix of digits (`cell` is their sum).
    fn cells_below(&self, open: &[Vec<(u32, u32)>], level: usize, cell: u32) -> Vec<u32> {
        let mut cells = vec![cell];
        for values in &open[level..] {
            cells = cells.iter().flat_map(|cell| values.iter().map(move |value| cell + value.0)).collect();
        }
        if let Some(legal) = &self.legal {
            cells.retain(|&cell| legal[cell.index()]);
        }
        cells
    }

    fn walk(
        &mut self,
        shape: &mut Shape,
        compiler: &mut Compiler,
        open: &[Vec<(u32, u32)>],
        level: usize,
        cell: u32,
        prefix: Option<u32>,
    ) {
        if level + 1 == open.len() {
            let from = shape.masks.len().to_u32();
            for &(value, register) in &open[level] {
                if self.is_legal(cell + value) {
                    let slot = self.slot(cell + value);
                    shape.masks.push((register, slot));
                }
            }
            let until = shape.masks.len().to_u32();
            if from < until {
                shape.steps.push(match prefix {
                    Some(a) => DigitStep::Masks { a, from, until },
                    None => DigitStep::Plain { from, until },
                });
            }
            return;
        }
        for &(value, register) in &open[level] {
            let below = self.cells_below(open, level + 1, cell + value).len();
            if below == 0 {
                continue;
            }
            match prefix {
                // the top level needs no conjunction; a skip pays only for large subtrees
                None if below < SKIP => self.walk(shape, compiler, open, level + 1, cell + value, Some(register)),
                _ => {
                    let to = compiler.register();
                    let step = shape.steps.len();
                    shape.steps.push(DigitStep::Open { to, a: prefix.unwrap_or(register), b: register, skip: 0 });
                    self.walk(shape, compiler, open, level + 1, cell + value, Some(to));
                    let after = shape.steps.len().to_u32();
                    if let DigitStep::Open { skip, .. } = &mut shape.steps[step] {
                        *skip = after;
                    }
                }
            }
        }
    }

    fn is_legal(&self, cell: u32) -> bool {
        self.legal.as_ref().is_none_or(|legal| legal[cell.index()])
    }
}

/// Most shapes of one answer, most nodes of a residual, and most cells of an answer for which shapes are made.
const MOST_SHAPES: usize = 512;
const MOST_NODES: usize = 1 << 14;
pub const MOST_CELLS: usize = 4096;

/// Fewest cells below a digit of the first component for which emptiness is tested.
const SKIP: usize = 12;

/// Marks the only digit of a component that is constant.
const ALWAYS: Operand = u32::MAX;

struct Compiler {
    leaves: u32,
    instructions: Vec<Instruction>,
    pool: Vec<Operand>,
    registers: u32,
}

impl Compiler {
    fn new(leaves: u32) -> Self {
        Compiler { leaves, instructions: Vec::new(), pool: Vec::new(), registers: 0 }
    }

    fn register(&mut self) -> u32 {
        self.registers += 1;
        self.registers - 1
    }

    /// Compiles everything; for each component its digits with the registers of their masks.
    fn outputs(&mut self, residual: &Residual) -> Vec<Vec<(u32, Operand)>> {
        let mut operands: Vec<Operand> = (0..residual.leaves).map(|leaf| LEAF | leaf).collect();
        for node in &residual.nodes {
            let at = |lit: Lit| of(&operands, lit);
            let operand = match node {
                Node::And(lits) => self.and(lits.iter().map(|&lit| at(lit)).collect()),
                Node::Xor(a, b) => self.xor(at(*a), at(*b)),
                Node::Ite(c, a, b) => {
                    let (c, a, b) = (at(*c), at(*a), at(*b));
                    let to = self.register();
                    self.instructions.push(Instruction::Ite { to, c, a, b });
                    to
                }
                Node::Ge(k, terms) => {
                    let terms = terms.iter().map(|&(weight, lit)| (weight, at(lit))).collect();
                    self.at_least(*k, terms)
                }
                Node::Const | Node::Variable(_) | Node::Parameter(_) => {
                    unreachable!("leaves are no nodes of a residual")
                }
            };
            operands.push(operand);
        }
        let digits = residual.digits.iter();
        digits
            .map(|digit| match digit {
                OpenDigit::Sum(base, terms) => {
                    let terms: Vec<_> = terms.iter().map(|&(weight, lit)| (weight, of(&operands, lit))).collect();
                    self.values(*base, terms)
                }
                OpenDigit::Cases(cases) => match cases[..] {
                    [(digit, TRUE)] => vec![(digit, ALWAYS)],
                    _ => {
                        let cases = cases.iter().map(|&(digit, lit)| (digit, of(&operands, lit)));
                        cases.map(|(digit, operand)| (digit, self.plain(operand))).collect()
                    }
                },
            })
            .collect()
    }

    /// A register with the value of the operand.
    fn plain(&mut self, operand: Operand) -> u32 {
        if operand & (LEAF | NEGATED) == 0 {
            return operand;
        }
        self.emit_and(vec![operand])
    }

    fn emit_and(&mut self, operands: Vec<Operand>) -> u32 {
        let to = self.register();
        let from = self.pool.len().to_u32();
        self.pool.extend(operands);
        self.instructions.push(Instruction::And { to, from, until: self.pool.len().to_u32() });
        to
    }

    fn and(&mut self, operands: Vec<Operand>) -> Operand {
        match operands[..] {
            [one] => one,
            _ => self.emit_and(operands),
        }
    }

    fn xor(&mut self, a: Operand, b: Operand) -> Operand {
        let to = self.register();
        self.instructions.push(Instruction::Xor { to, a, b });
        to
    }

    /// The binary digits of a sum, lowest first; `None` is zero.
    fn planes(&mut self, terms: &[(u32, Operand)]) -> Vec<Option<Operand>> {
        let mut columns: Vec<Vec<Operand>> = Vec::new();
        for &(weight, operand) in terms {
            for bit in 0..32 {
                if weight >> bit & 1 == 1 {
                    columns.resize_with(columns.len().max(bit + 1), Vec::new);
                    columns[bit].push(operand);
                }
            }
        }
        let mut planes = Vec::new();
        let mut bit = 0;
        while bit < columns.len() {
            let mut column = std::mem::take(&mut columns[bit]);
            let mut next = 0;
            while column.len() - next > 1 {
                let (sum, carry) = (self.register(), self.register());
                let (a, b) = (column[next], column[next + 1]);
                if column.len() - next > 2 {
                    self.instructions.push(Instruction::FullAdd { sum, carry, a, b, c: column[next + 2] });
                    next += 3;
                } else {
                    self.instructions.push(Instruction::HalfAdd { sum, carry, a, b });
                    next += 2;
                }
                column.push(sum);
                columns.resize_with(columns.len().max(bit + 2), Vec::new);
                columns[bit + 1].push(carry);
            }
            planes.push(column.get(next).copied());
            bit += 1;
        }
        planes
    }

    /// `Σ >= k`, from the lowest plane up: where the plane of k has a one, `plane & so far`, else `plane | so far`.
    fn at_least(&mut self, k: u32, terms: Vec<(u32, Operand)>) -> Operand {
        let planes = self.planes(&terms);
        let mut so_far: Option<Operand> = None; // None: true
        let mut known_false = false;
        for (bit, plane) in planes.iter().enumerate() {
            let one = bit < 32 && k >> bit & 1 == 1;
            match (plane, one, so_far, known_false) {
                (Some(plane), true, None, false) => so_far = Some(*plane),
                (Some(plane), true, Some(old), false) => so_far = Some(self.emit_and(vec![*plane, old])),
                (Some(_), true, _, true) | (None, false, _, _) | (Some(_), false, None, false) => {}
                (None, true, _, _) => {
                    known_false = true;
                    so_far = None;
                }
                (Some(plane), false, _, true) => {
                    known_false = false;
                    so_far = Some(*plane);
                }
                (Some(plane), false, Some(old), false) => {
                    so_far = Some(self.emit_and(vec![plane ^ NEGATED, old ^ NEGATED]) ^ NEGATED);
                }
            }
        }
        debug_assert!(!known_false && so_far.is_some(), "bounds were checked when grounding");
        so_far.unwrap_or_else(|| self.emit_and(Vec::new()))
    }

    /// The masks of all values of `base + Σ`.
    fn values(&mut self, base: u32, terms: Vec<(u32, Operand)>) -> Vec<(u32, Operand)> {
        if terms.is_empty() {
            return vec![(base, ALWAYS)];
        }
        let unit_leaves = terms.iter().all(|&(weight, operand)| weight == 1 && operand & (LEAF | NEGATED) == LEAF);
        if unit_leaves && terms.len() <= ONE_HOT {
            let mut leaves = [0; ONE_HOT];
            for (leaf, term) in leaves.iter_mut().zip(&terms) {
                *leaf = term.1 & INDEX;
            }
            let count = terms.len();
            let to = self.registers;
            self.registers += count.to_u32() + 1;
            self.instructions.push(Instruction::OneHot { count, leaves, to });
            return (0..=count.to_u32()).map(|value| (base + value, to + value)).collect();
        }
        let most: u64 = terms.iter().map(|term| u64::from(term.0)).sum();
        let planes = self.planes(&terms);
        // halves the values by one plane after the other, the highest first
        let mut prefixes: Vec<(u64, Option<Operand>)> = vec![(0, None)];
        for (bit, plane) in planes.iter().enumerate().rev() {
            let mut longer = Vec::new();
            for (value, mask) in prefixes {
                let with = value | 1 << bit;
                match (plane, mask) {
                    (None, _) => longer.push((value, mask)),
                    (Some(plane), None) => {
                        longer.push((value, Some(*plane ^ NEGATED)));
                        longer.push((with, Some(*plane)));
                    }
                    (Some(plane), Some(mask)) => {
                        if with <= most {
                            longer.push((value, Some(self.emit_and(vec![mask, *plane ^ NEGATED]))));
                            longer.push((with, Some(self.emit_and(vec![mask, *plane]))));
                        } else {
                            longer.push((value, Some(mask)));
                        }
                    }
                }
            }
            prefixes = longer;
        }
        prefixes
            .into_iter()
            .filter(|prefix| prefix.0 <= most)
            .map(|(value, mask)| {
                let operand = mask.unwrap_or(0);
                (base + (value as u32), self.plain(operand))
            })
            .collect()
    }

    fn finish(self, shape: &mut Shape) {
        shape.registers = self.registers.index();
        shape.instructions = self.instructions;
        shape.pool = self.pool;
    }
}

/// The operand of a literal that is not constant.
fn of(operands: &[Operand], lit: Lit) -> Operand {
    let operand = operands[lit.node().index() - 1];
    if lit.is_negated() {
        operand ^ NEGATED
    } else {
        operand
    }
}

//! Formulas over the columns of one table, as a program without branches for 512 rows at a time.
//!
//! Nodes are worked off in their order, arguments first. A value is kept in a *register* until its last use, so that the
//! registers of large formulas stay few and in the cache (liveness, as in linear-scan register allocation: Poletto and Sarkar,
//! 1999, without spilling).

use super::isa::{dispatch, Isa};
use super::wide::{at_least, Block, Wide, ZERO_BLOCK};
use crate::base::bits::BitTable;
use crate::formula::node::{Children, Lit, Node};

/// `2 * register + negated`; register 0 is false.
type Operand = u32;

/// What is put into register `to`. Ranges are of `Formulas::pool`; weights and operands of a sum take turns.
enum RegisterStep {
    Column { to: u32, column: u32 },
    Both { to: u32, a: Operand, b: Operand },
    And { to: u32, from: u32, until: u32 },
    Xor { to: u32, a: Operand, b: Operand },
    Ite { to: u32, c: Operand, a: Operand, b: Operand },
    Ge { to: u32, k: u32, from: u32, until: u32 },
}

/// Some formulas, ready to be evaluated.
pub struct Formulas {
    steps: Vec<RegisterStep>,
    pool: Vec<u32>,
    registers: usize,
    outputs: Vec<Operand>,
}

/// The last use of an output.
const NEVER: u32 = u32::MAX;

impl Formulas {
    /// `outputs`: the literals wanted. A leaf of either side is a column of the table.
    pub fn new(nodes: &[Node], outputs: &[Lit]) -> Formulas {
        let mut last_use = vec![0; nodes.len()];
        outputs.iter().for_each(|&lit| last_use[lit.node()] = NEVER);
        for node in (1..nodes.len()).rev() {
            if last_use[node] > 0 {
                for lit in nodes[node].children() {
                    let last = &mut last_use[lit.node()];
                    *last = (*last).max(node as u32);
                }
            }
        }
        let mut formulas = Formulas { steps: Vec::new(), pool: Vec::new(), registers: 1, outputs: Vec::new() };
        let mut place = vec![0; nodes.len()];
        let mut free = Vec::new();
        for (number, node) in nodes.iter().enumerate().skip(1) {
            if last_use[number] == 0 {
                continue;
            }
            // a step reads all of its operands before it writes: their registers may be taken again at once
            for lit in node.children() {
                let last = &mut last_use[lit.node()];
                if *last == number as u32 && !lit.is_constant() {
                    *last = 0;
                    free.push(place[lit.node()]);
                }
            }
            let to = free.pop().unwrap_or_else(|| {
                formulas.registers += 1;
                formulas.registers as u32 - 1
            });
            formulas.push(node, to, &place);
            place[number] = to;
        }
        formulas.outputs = outputs.iter().map(|&lit| operand(&place, lit)).collect();
        formulas
    }

    fn push(&mut self, node: &Node, to: u32, place: &[u32]) {
        let at = |lit: Lit| operand(place, lit);
        let from = self.pool.len() as u32;
        let step = match node {
            Node::Const => RegisterStep::Xor { to, a: 0, b: 0 },
            &Node::Variable(column) | &Node::Parameter(column) => RegisterStep::Column { to, column },
            Node::And(lits) => match lits[..] {
                [a, b] => RegisterStep::Both { to, a: at(a), b: at(b) },
                _ => {
                    self.pool.extend(lits.iter().map(|&lit| at(lit)));
                    RegisterStep::And { to, from, until: self.pool.len() as u32 }
                }
            },
            &Node::Xor(a, b) => RegisterStep::Xor { to, a: at(a), b: at(b) },
            &Node::Ite(c, a, b) => RegisterStep::Ite { to, c: at(c), a: at(a), b: at(b) },
            Node::Ge(k, terms) => {
                self.pool.extend(terms.iter().flat_map(|&(weight, lit)| [weight, at(lit)]));
                RegisterStep::Ge { to, k: *k, from, until: self.pool.len() as u32 }
            }
        };
        self.steps.push(step);
    }

    /// The number of outputs.
    pub fn outputs(&self) -> usize {
        self.outputs.len()
    }

    /// The outputs for rows `512 * block ..` of a table, into `out`. `registers` is working memory.
    pub fn evaluate(
        &self,
        isa: Isa,
        table: &BitTable,
        block: usize,
        registers: &mut Vec<Block>,
        out: &mut Vec<Block>,
    ) {
        registers.resize(registers.len().max(self.registers), ZERO_BLOCK); // register 0 is never written
        out.clear();
        out.resize(self.outputs.len(), ZERO_BLOCK);
        run(isa, self, table, block, registers, out);
    }
}

fn operand(place: &[u32], lit: Lit) -> Operand {
    2 * place[lit.node()] + u32::from(lit.is_negated())
}

dispatch! {
    /// Evaluates a block of 512 rows, part by part.
    fn run(formulas: &Formulas, table: &BitTable, block: usize, registers: &mut [Block], out: &mut [Block]) = run_kernel
}

#[inline(always)]
fn run_kernel<L: Wide>(
    formulas: &Formulas,
    table: &BitTable,
    block: usize,
    registers: &mut [Block],
    out: &mut [Block],
) {
    for part in 0..8 / L::WORDS {
        for step in &formulas.steps {
            execute::<L>(step, &formulas.pool, table, (block, part), registers);
        }
        for (out, &output) in out.iter_mut().zip(&formulas.outputs) {
            let words = read::<L>(registers, output).to_words();
            out.0[part * L::WORDS..(part + 1) * L::WORDS].copy_from_slice(&words[..L::WORDS]);
        }
    }
}

/// The values that negate nothing, and everything.
static SIGNS: [Block; 2] = [ZERO_BLOCK, Block([u64::MAX; 8])];

#[inline(always)]
fn read<L: Wide>(registers: &[Block], operand: Operand) -> L {
    // no branch: which operands are negated follows no pattern
    L::load(&registers[operand as usize / 2], 0).xor(L::load(&SIGNS[operand as usize % 2], 0))
}

#[inline(always)]
fn execute<L: Wide>(
    step: &RegisterStep,
    pool: &[u32],
    table: &BitTable,
    (block, part): (usize, usize),
    registers: &mut [Block],
) {
    let (to, value) = match *step {
        RegisterStep::Column { to, column } => {
            let mut words = ZERO_BLOCK;
            if (column as usize) < table.columns() {
                words.0.copy_from_slice(&table.column(column as usize)[8 * block..8 * block + 8]);
            }
            (to, L::load(&words, part))
        }
        RegisterStep::Both { to, a, b } => (to, read::<L>(registers, a).and(read(registers, b))),
        RegisterStep::And { to, from, until } => {
            let mut all = L::ONES;
            for &operand in &pool[from as usize..until as usize] {
                all = all.and(read(registers, operand));
            }
            (to, all)
        }
        RegisterStep::Xor { to, a, b } => (to, read::<L>(registers, a).xor(read(registers, b))),
        RegisterStep::Ite { to, c, a, b } => {
            (to, read::<L>(registers, c).select(read(registers, a), read(registers, b)))
        }
        RegisterStep::Ge { to, k, from, until } => {
            let terms = pool[from as usize..until as usize].chunks_exact(2);
            (to, at_least(k, terms.map(|term| (term[0], read(registers, term[1])))))
        }
    };
    value.store(&mut registers[to as usize]);
}

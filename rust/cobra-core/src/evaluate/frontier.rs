//! The frontier formulas of one side as bit-vectors over all codes, or all experiments.

use super::graph::{operands, Graph, Node};
use super::wide::{transpose, Block, Wide, ZERO_BLOCK};
use crate::bits::BitTable;
use crate::program::{Lit, FALSE, TRUE};

/// Evaluates formulas of one side for 512 rows of a table at a time.
struct Evaluation<'a> {
    graph: &'a Graph,
    /// Nodes needed, arguments first, and their places in `values`.
    order: Vec<u32>,
    place: Vec<u32>,
    values: Vec<Block>,
    columns: Vec<Block>,
}

impl<'a> Evaluation<'a> {
    fn new(graph: &'a Graph, lits: &[Lit]) -> Self {
        let mut wanted = vec![false; graph.nodes.len()];
        let mut stack: Vec<Lit> = lits.to_vec();
        while let Some(lit) = stack.pop() {
            if !std::mem::replace(&mut wanted[(lit >> 1) as usize], true) {
                stack.extend(operands(graph.node(lit)));
            }
        }
        let order: Vec<u32> = (0..graph.nodes.len() as u32).filter(|&node| wanted[node as usize]).collect();
        let mut place = vec![0; graph.nodes.len()];
        for (number, &node) in order.iter().enumerate() {
            place[node as usize] = number as u32;
        }
        let values = vec![ZERO_BLOCK; order.len()];
        Evaluation { graph, order, place, values, columns: Vec::new() }
    }

    fn lit(&self, lit: Lit) -> Block {
        match lit {
            FALSE => Block::ZERO,
            TRUE => Block::ONES,
            _ => {
                let value = Block::load(&self.values[self.place[(lit >> 1) as usize] as usize], 0);
                if lit & 1 == 1 {
                    value.not()
                } else {
                    value
                }
            }
        }
    }

    /// Evaluates rows `512 * block ..`.
    fn block(&mut self, table: &BitTable, block: usize) {
        let column = |index: u32| -> Block {
            if index as usize >= table.columns() {
                return Block::ZERO; // a proposition of another experiment type
            }
            let mut words = [0; 8];
            words.copy_from_slice(&table.column(index as usize)[8 * block..8 * block + 8]);
            Block(words)
        };
        let order = std::mem::take(&mut self.order);
        for (number, &node) in order.iter().enumerate() {
            let value = match &self.graph.nodes[node as usize] {
                Node::Const => Block::ZERO,
                Node::Variable(index) | Node::Parameter(index) => column(*index),
                Node::And(lits) => lits.iter().fold(Block::ONES, |all, &lit| all.and(self.lit(lit))),
                Node::Xor(a, b) => self.lit(*a).xor(self.lit(*b)),
                Node::Ite(c, a, b) => self.lit(*c).select(self.lit(*a), self.lit(*b)),
                Node::Ge(k, terms) => self.at_least(*k, terms),
                Node::Choice { .. } => Block::ZERO, // mixed: never below a formula of one side
            };
            value.store(&mut self.values[number]);
        }
        self.order = order;
    }

    fn at_least(&mut self, k: u32, terms: &[(u32, Lit)]) -> Block {
        let mut planes = std::mem::take(&mut self.columns);
        planes.clear();
        for &(weight, lit) in terms {
            let bits = self.lit(lit);
            for shift in (0..32).filter(|shift| weight >> shift & 1 == 1) {
                let mut carry = bits;
                let mut at = shift;
                while !carry.is_zero() {
                    if planes.len() <= at {
                        planes.resize(at + 1, ZERO_BLOCK);
                    }
                    let (sum, next) = Block::load(&planes[at], 0).half_add(carry);
                    sum.store(&mut planes[at]);
                    carry = next;
                    at += 1;
                }
            }
        }
        let mut result = Block::ONES;
        for bit in 0..planes.len().max(32) {
            let plane = planes.get(bit).map_or(Block::ZERO, |plane| Block::load(plane, 0));
            result = if bit < 32 && k >> bit & 1 == 1 { result.and(plane) } else { result.or(plane) };
        }
        self.columns = planes;
        result
    }
}

/// Bit-vectors over experiments: leaf l of the experiments `512 * b ..` is block `b * leaves + l`.
pub struct Columns {
    pub leaves: usize,
    pub data: Vec<Block>,
}

impl Columns {
    pub fn new(graph: &Graph, lits: &[Lit], table: &BitTable) -> Self {
        let mut evaluation = Evaluation::new(graph, lits);
        let blocks = table.rows().div_ceil(512);
        let mut data = Vec::with_capacity(blocks * lits.len());
        for block in 0..blocks {
            evaluation.block(table, block);
            data.extend(lits.iter().map(|&lit| evaluation.lit(lit)));
        }
        Columns { leaves: lits.len(), data }
    }

    /// The leaves of one row as bits.
    pub fn row(&self, row: usize, bits: &mut Vec<u64>) {
        bits.clear();
        bits.resize(self.leaves.div_ceil(64), 0);
        let (block, word, bit) = (row / 512, row / 64 % 8, row % 64);
        let blocks = &self.data[block * self.leaves..(block + 1) * self.leaves];
        for (leaf, block) in blocks.iter().enumerate() {
            bits[leaf / 64] |= (block.0[word] >> bit & 1) << (leaf % 64);
        }
    }
}

/// Bit-vectors over codes, stored by code: the leaves of a code are `words` words.
pub struct Rows {
    pub words: usize,
    pub leaves: usize,
    data: Vec<u64>,
}

impl Rows {
    pub fn new(graph: &Graph, lits: &[Lit], table: &BitTable) -> Self {
        let mut evaluation = Evaluation::new(graph, lits);
        let words = lits.len().div_ceil(64);
        let mut data = vec![0; table.rows() * words];
        let mut square = [0u64; 64];
        for start in (0..table.rows()).step_by(512) {
            evaluation.block(table, start / 512);
            let rows = (table.rows() - start).min(512);
            for (word, lits) in lits.chunks(64).enumerate() {
                let values: Vec<Block> = lits.iter().map(|&lit| evaluation.lit(lit)).collect();
                for part in 0..rows.div_ceil(64) {
                    square.fill(0);
                    for (leaf, value) in values.iter().enumerate() {
                        square[leaf] = value.0[part];
                    }
                    transpose(&mut square);
                    for (row, bits) in square.iter().enumerate().take(rows - 64 * part) {
                        data[(start + 64 * part + row) * words + word] = *bits;
                    }
                }
            }
        }
        Rows { words, leaves: lits.len(), data }
    }

    /// The leaves of one code as bits.
    #[inline(always)]
    pub fn row(&self, code: usize) -> &[u64] {
        &self.data[code * self.words..(code + 1) * self.words]
    }

    /// The bit-vectors over the members of a state: leaf l of the members `512 * b ..` is block `b * leaves + l`;
    /// padding is zero.
    pub fn compress(&self, state: &[u32], data: &mut Vec<Block>) {
        data.clear();
        data.resize(state.len().div_ceil(512) * self.leaves, ZERO_BLOCK);
        if state.len() <= FEW {
            for (lane, &code) in state.iter().enumerate() {
                for (word, &bits) in self.row(code as usize).iter().enumerate() {
                    let mut rest = bits;
                    while rest != 0 {
                        data[word * 64 + rest.trailing_zeros() as usize].0[0] |= 1 << lane;
                        rest &= rest - 1;
                    }
                }
            }
            return;
        }
        let mut square = [0u64; 64];
        for (part, codes) in state.chunks(64).enumerate() {
            let first = part / 8 * self.leaves;
            for word in 0..self.words {
                for (to, &code) in square.iter_mut().zip(codes) {
                    *to = self.data[code as usize * self.words + word];
                }
                square[codes.len()..].fill(0);
                transpose(&mut square);
                let leaves = (self.leaves - 64 * word).min(64);
                for (leaf, bits) in square.iter().enumerate().take(leaves) {
                    data[first + 64 * word + leaf].0[part % 8] = *bits;
                }
            }
        }
    }
}

/// States up to this size are compressed bit by bit instead of by transposing squares.
const FEW: usize = 24;

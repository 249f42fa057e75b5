//! The frontier formulas of one side as bit-vectors over all codes, or all experiments.

use super::answer_graph::AnswerGraph;
use super::formulas::Formulas;
use super::isa::Isa;
use super::wide::{transpose, Block, ZERO_BLOCK};
use crate::base::bits::BitTable;
use crate::base::convert::{ToIndex, ToU64};
use crate::base::ids::CodeId;
use crate::formula::node::Lit;
use crate::game::space::ones;

/// Bit-vectors over experiments: leaf l of the experiments `512 * b ..` is block `b * leaves + l`.
#[derive(Default)]
pub struct Columns {
    pub leaves: usize,
    pub data: Vec<Block>,
    /// For each leaf, as `words` words, the blocks in which some experiment has it.
    occurs: Vec<u64>,
    pub words: usize,
}

impl Columns {
    /// `leaves` are the formulas of the leaves, over the columns of the table.
    pub fn new(leaves: &Formulas, table: &BitTable, isa: Isa) -> Self {
        let blocks = table.rows().div_ceil(512);
        let mut data = Vec::with_capacity(blocks * leaves.outputs());
        let (mut registers, mut values) = (Vec::new(), Vec::new());
        let words = blocks.div_ceil(64);
        let mut occurs = vec![0; leaves.outputs() * words];
        for block in 0..blocks {
            leaves.evaluate(isa, table, block, &mut registers, &mut values);
            for (leaf, value) in values.iter().enumerate() {
                occurs[leaf * words + block / 64] |= u64::from(*value != ZERO_BLOCK) << (block % 64);
            }
            data.extend_from_slice(&values);
        }
        Columns { leaves: leaves.outputs(), data, occurs, words }
    }

    /// The blocks, of 64 each, in which some experiment has a leaf.
    pub fn occurs(&self, leaf: u32, word: usize) -> u64 {
        self.occurs[leaf.index() * self.words + word]
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.data[..]) + size_of_val(&self.occurs[..])
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
pub struct LeafRows {
    pub words: usize,
    pub leaves: usize,
    data: Vec<u64>,
}

impl LeafRows {
    /// Bytes that so many leaves of so many codes take.
    pub fn bytes_of(leaves: usize, codes: usize) -> u64 {
        8 * leaves.div_ceil(64).to_u64() * codes.to_u64()
    }

    pub fn new(graph: &AnswerGraph, lits: &[Lit], table: &BitTable, isa: Isa) -> Self {
        let formulas = Formulas::new(graph.nodes(), lits);
        let words = lits.len().div_ceil(64);
        let mut data = vec![0; table.rows() * words];
        let mut square = [0u64; 64];
        let (mut registers, mut values) = (Vec::new(), Vec::new());
        for start in (0..table.rows()).step_by(512) {
            formulas.evaluate(isa, table, start / 512, &mut registers, &mut values);
            let rows = (table.rows() - start).min(512);
            for (word, values) in values.chunks(64).enumerate() {
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
        LeafRows { words, leaves: lits.len(), data }
    }

    /// The leaves of one code as bits.
    #[inline(always)]
    pub fn row(&self, code: usize) -> &[u64] {
        &self.data[code * self.words..(code + 1) * self.words]
    }

    /// The bit-vectors over the members of a state: leaf l of the members `512 * b ..` is block `b * leaves + l`;
    /// padding is zero.
    pub fn compress(&self, state: &[CodeId], data: &mut Vec<Block>) {
        data.clear();
        data.resize(state.len().div_ceil(512) * self.leaves, ZERO_BLOCK);
        if state.len() <= FEW {
            for (lane, &code) in state.iter().enumerate() {
                ones(self.row(code.index())).for_each(|leaf| data[leaf.index()].0[0] |= 1 << lane);
            }
            return;
        }
        let mut square = [0u64; 64];
        for (part, codes) in state.chunks(64).enumerate() {
            let first = part / 8 * self.leaves;
            for word in 0..self.words {
                for (to, &code) in square.iter_mut().zip(codes) {
                    *to = self.data[code.index() * self.words + word];
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

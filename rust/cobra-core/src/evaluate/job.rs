//! A scan of a list of experiments on a state: what is to be done, how far it has come, its working memory.

use std::sync::atomic::AtomicBool;
use std::sync::Arc;

use super::counters::Pending;
use super::found::Best;
use super::score::{Criterion, Logarithms, Score};
use super::shape::Shape;
use super::wide::{Block, ZERO_BLOCK};

/// Up to eight codes of equal shape: `offsets[leaf * rows + row]`, from `offset` on.
pub struct CodeGroup {
    pub shape: Arc<Shape>,
    pub rows: usize,
    pub offset: usize,
    /// Place in `Job::order` of its first code.
    pub first: usize,
}

/// How to know whether a final outcome is satisfiable.
pub enum Finals<'a> {
    /// The type has no final outcomes.
    Never,
    /// One bit for each experiment.
    KnownSide(&'a [Block]),
    /// For each slot: 0 not known, 1 not final, 2 final.
    BySlot(&'a [u8]),
}

/// What to scan.
pub struct Job<'a> {
    pub groups: &'a [CodeGroup],
    pub offsets: &'a [u32],
    /// For each code of the groups its place in the state.
    pub order: &'a [u32],
    pub data: &'a [Block],
    pub leaves: usize,
    pub experiments: usize,
    pub codes: usize,
    pub slots: usize,
    pub criterion: Criterion,
    pub prefer_final: bool,
    pub consistent_only: bool,
    pub finals: Finals<'a>,
    pub logarithms: &'a Logarithms,
    pub stop: &'a AtomicBool,
}

/// How far a scan has come.
pub struct Progress {
    /// Next block and part of it.
    pub at: (usize, usize),
    /// To be beaten: score, not final (if that matters), row.
    pub limit: Option<(Score, bool, usize)>,
    pub found: Option<Best>,
    /// An experiment with an outcome of which it is not known whether it is final: find out, then go on.
    pub unknown: Option<usize>,
}

/// Working memory.
#[derive(Default)]
pub struct ScanMemory {
    pub registers: Vec<Block>,
    pub planes: Vec<Block>,
    pub pending: Pending,
    pub alive: Vec<Block>,
}

impl ScanMemory {
    pub fn reserve_registers(&mut self, groups: &[CodeGroup]) {
        let most = groups.iter().map(|group| group.shape.registers * group.rows).max().unwrap_or(0);
        self.registers.resize(self.registers.len().max(most), ZERO_BLOCK);
    }
}

//! A scan of a list of experiments on a state: what is to be done, how far it has come, its working memory.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

use super::code_sliced::first_lanes;
use super::found::{Best, Query};
use super::frontier::Columns;
use super::prepared::Prepared;
use super::score::{Criterion, Logarithms, Score, ScoreBounds};
use super::shape::Shape;
use super::wide::{Block, Wide, ZERO_BLOCK};
use crate::base::ids::CodeId;

/// A list of experiments to be looked through for a state, until `stop` is set.
#[derive(Clone, Copy)]
pub struct Survey<'a> {
    pub prepared: &'a Prepared,
    pub state: &'a [CodeId],
    pub query: Query,
    pub stop: &'a AtomicBool,
}

impl<'a> Survey<'a> {
    /// For whatever is best by a criterion.
    pub fn by(criterion: Criterion, prepared: &'a Prepared, state: &'a [CodeId], stop: &'a AtomicBool) -> Survey<'a> {
        Survey { prepared, state, query: Query::by(criterion), stop }
    }
}

/// Up to sixteen codes of equal shape: `offsets[leaf * rows + row]`, from `offset` on.
pub struct CodeGroup {
    pub shape: Arc<Shape>,
    pub rows: usize,
    pub offset: usize,
    /// Place in `CodeGroups::order` of its first code.
    pub first: usize,
}

/// The codes of a state, grounded and grouped by their shapes.
#[derive(Default)]
pub struct CodeGroups {
    pub groups: Vec<CodeGroup>,
    /// The places of their leaves.
    pub offsets: Vec<u32>,
    /// For each code of the groups its place in the state.
    pub order: Vec<u32>,
}

impl CodeGroups {
    /// Blocks that the registers of any group take.
    pub fn registers(&self) -> usize {
        self.groups.iter().map(|group| group.shape.registers * group.rows).max().unwrap_or(0)
    }

    /// The codes of a group, as places in the state.
    #[inline(always)]
    pub fn places(&self, group: &CodeGroup) -> &[u32] {
        &self.order[group.first..][..group.rows]
    }
}

/// How to know whether a final outcome is satisfiable.
#[derive(Clone, Copy)]
pub enum Finals<'a> {
    /// None is.
    Never,
    /// One bit for each experiment.
    KnownSide(&'a [Block]),
    /// For each slot: 0 not known, 1 not final, 2 final.
    BySlot(&'a [u8]),
}

/// What to scan.
pub struct Job<'a> {
    pub codes: &'a CodeGroups,
    pub columns: &'a Columns,
    pub experiments: usize,
    pub size: usize,
    pub slots: usize,
    pub query: &'a Query,
    pub finals: Finals<'a>,
    pub logarithms: &'a Logarithms,
    pub stop: &'a AtomicBool,
}

impl Job<'_> {
    /// What scores allow.
    pub fn bounds(&self) -> ScoreBounds<'_> {
        let (criterion, codes, slots) = (self.query.criterion, self.size, self.slots);
        ScoreBounds { criterion, codes, slots, logarithms: self.logarithms }
    }
}

/// How far a scan has come.
pub struct Progress {
    /// The experiment that is next, the first of a portion.
    pub at: usize,
    /// To be beaten: score, not final (if that matters), row.
    pub limit: Option<(Score, bool, usize)>,
    pub found: Option<Best>,
    /// An experiment with an outcome of which it is not known whether it is final: find out, then go on.
    pub unknown: Option<usize>,
}

/// As many experiments as are looked at at once: a part of a block of 512.
#[derive(Clone, Copy)]
pub struct Portion<L> {
    pub first: usize,
    pub block: usize,
    pub part: usize,
    /// The lanes that have experiments.
    pub valid: L,
}

impl<L: Wide> Portion<L> {
    /// The first experiment of the next portion.
    pub fn end(self) -> usize {
        self.first + 64 * L::WORDS
    }
}

impl Progress {
    /// Nothing is done yet, and what is found has to be better than the bound of a query.
    pub fn new(query: &Query) -> Progress {
        let limit = query.bound.map(|best| (best.score, query.prefer_final && !best.can_be_final, 0));
        Progress { at: 0, limit, found: None, unknown: None }
    }

    /// The experiments that are next; `None` at the end, or when the scan is stopped.
    #[inline(always)]
    pub fn portion<L: Wide>(&self, job: &Job<'_>) -> Option<Portion<L>> {
        let first = self.at;
        if first >= job.experiments || job.stop.load(Ordering::Relaxed) {
            return None;
        }
        let (block, part) = (first / 512, first % 512 / (64 * L::WORDS));
        let valid = match job.experiments - 512 * block {
            512.. => L::ONES,
            some => L::load(&first_lanes(some), part),
        };
        Some(Portion { first, block, part, valid })
    }

    /// Takes an experiment if it is better than the limit.
    #[inline(always)]
    pub fn offer(&mut self, query: &Query, best: Best) -> bool {
        let rank = (best.score, query.prefer_final && !best.can_be_final, best.experiment);
        let is_better = self.limit.is_none_or(|limit| rank < limit);
        if is_better {
            self.limit = Some(rank);
            self.found = Some(best);
        }
        is_better
    }
}

/// Working memory.
#[derive(Default)]
pub struct ScanMemory {
    pub registers: Vec<Block>,
    pub planes: Vec<Block>,
    pub alive: Vec<Block>,
}

impl ScanMemory {
    pub fn reserve_registers(&mut self, codes: &CodeGroups) {
        self.registers.resize(self.registers.len().max(codes.registers()), ZERO_BLOCK);
    }

    /// So many planes for each slot, all zero.
    #[inline(always)]
    pub fn clear_planes(&mut self, planes: usize) {
        self.planes.clear();
        self.planes.resize(planes, ZERO_BLOCK);
    }
}

//! The experiments looked at on a state, with the cells they make of it.

use std::collections::HashMap;
use std::sync::Arc;

use super::source::Candidate;
use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::ids::TypeIndex;
use crate::evaluate::{CellMasks, Prepared};

/// What is known of the experiments on a state.
#[derive(Default)]
pub(crate) struct View {
    /// The lists that experiments are from, with their types.
    pub lists: Vec<(TypeIndex, Arc<Prepared>)>,
    pub candidates: Vec<Candidate>,
    /// For each candidate its list and place there.
    pub places: Vec<(u32, u32)>,
    /// Whether cells are kept, for all candidates.
    pub keeps_cells: bool,
    /// For each candidate where its cells end in `finals`.
    pub ends: Vec<u32>,
    /// For each candidate another one with the same hash, or itself.
    pub next: Vec<u32>,
    /// The cells as bit-vectors of `words` words over the codes of the state, and whether they are final.
    pub words: usize,
    pub masks: Vec<u64>,
    pub finals: Vec<bool>,
    /// Bytes of this view that the source knows of.
    pub counted: u64,
}

impl View {
    pub fn clear(&mut self, codes: usize) {
        self.lists.clear();
        self.candidates.clear();
        self.places.clear();
        self.forget_cells();
        self.keeps_cells = true;
        self.words = codes.div_ceil(64);
    }

    pub fn forget_cells(&mut self) {
        self.keeps_cells = false;
        self.ends.clear();
        self.next.clear();
        self.masks.clear();
        self.finals.clear();
    }

    pub fn bytes(&self) -> u64 {
        let each = std::mem::size_of::<Candidate>() + std::mem::size_of::<(u32, u32)>() + 8;
        let lists: usize = self.lists.iter().map(|list| list.1.bytes()).sum();
        (each * self.candidates.len() + 8 * self.masks.len() + self.finals.len() + lists).to_u64()
    }

    pub fn cells(&self, candidate: usize) -> std::ops::Range<usize> {
        debug_assert_eq!(self.masks.len(), self.finals.len() * self.words);
        let start = candidate.checked_sub(1).map_or(0, |before| self.ends[before]);
        start.index()..self.ends[candidate].index()
    }

    /// Keeps the cells of the next candidate; false if there is one with the same cells.
    pub fn add(&mut self, partition: &CellMasks, by_hash: &mut HashMap<u64, u32>) -> bool {
        let next = self.ends.len().to_u32();
        let hash = partition.hash();
        let mut known = by_hash.get(&hash).copied();
        while let Some(candidate) = known {
            if self.is_same(candidate, partition) {
                return false;
            }
            let before = self.next[candidate.index()];
            known = (before != candidate).then_some(before);
        }
        self.next.push(by_hash.insert(hash, next).unwrap_or(next));
        self.masks.extend_from_slice(&partition.masks);
        self.finals.extend_from_slice(&partition.finals);
        self.ends.push(self.finals.len().to_u32());
        true
    }

    /// Whether a candidate has these cells.
    fn is_same(&self, candidate: u32, partition: &CellMasks) -> bool {
        let cells = self.cells(candidate.index());
        let masks = cells.start * self.words..cells.end * self.words;
        self.finals[cells] == partition.finals[..] && self.masks[masks] == partition.masks[..]
    }
}

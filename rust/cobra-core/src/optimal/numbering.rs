//! Cells of experiments, and which of them were met before.

use crate::base::convert::{ToIndex, ToU32};
use crate::base::ids::Outcome;

/// The cells that an experiment makes of a state, numbered in the order of their first codes.
#[derive(Default)]
pub(super) struct Partition {
    /// For each code its cell.
    pub cells: Vec<u32>,
    /// For each cell the number of its codes, and whether it is final.
    pub sizes: Vec<(u32, bool)>,
    hash: u64,
}

/// Buffers for numbering cells.
#[derive(Default)]
pub(super) struct Numbering {
    /// For each outcome, final or not, the cell it has, and in which partition that was.
    known: Vec<(u32, u32)>,
    partitions: u32,
    /// For the search: cells in some order, and where the codes of each go.
    pub order: Vec<u32>,
    pub starts: Vec<u32>,
}

impl Numbering {
    /// The partition by these outcomes.
    pub fn number(&mut self, outcomes: &[Outcome], partition: &mut Partition) {
        let Partition { cells, sizes, hash } = partition;
        cells.clear();
        sizes.clear();
        *hash = 0;
        if self.partitions == u32::MAX {
            self.known.clear();
            self.partitions = 0;
        }
        self.partitions += 1;
        for &outcome in outcomes {
            let (is_final, place) = (outcome.is_final(), outcome.index());
            if place >= self.known.len() {
                self.known.resize(place + 1, (0, 0));
            }
            let known = &mut self.known[place];
            if known.1 != self.partitions {
                *known = (sizes.len().to_u32(), self.partitions);
                sizes.push((0, is_final));
            }
            cells.push(known.0);
            let size = &mut sizes[known.0.index()];
            size.0 += 1;
            *hash = (hash.rotate_left(5) ^ u64::from(2 * known.0 + u32::from(is_final)))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
}

/// The partitions tried on a state; they are compared in full.
#[derive(Default)]
pub(super) struct Partitions {
    /// The cells of one partition after those of another, with what is final.
    cells: Vec<u32>,
    /// The hash of each.
    hashes: Vec<u64>,
    /// By hash, with linear probing: the number of a partition, from 1.
    slots: Vec<u32>,
}

impl Partitions {
    pub fn clear(&mut self) {
        self.cells.clear();
        self.hashes.clear();
        self.slots.fill(0);
    }

    /// Whether no experiment with the same cells, and the same final ones, was met before.
    pub fn is_new(&mut self, partition: &Partition) -> bool {
        let known = self.hashes.len();
        self.number(partition) == known
    }

    /// The number of a partition, in the order in which they were met first, from 0.
    pub fn number(&mut self, partition: &Partition) -> usize {
        if 2 * (self.hashes.len() + 1) > self.slots.len() {
            self.grow();
        }
        let size = partition.cells.len();
        debug_assert_eq!(self.cells.len(), self.hashes.len() * size, "partitions of one state");
        let marked = |cell: u32| 2 * cell + u32::from(partition.sizes[cell.index()].1);
        let mut place = self.first_place(partition.hash);
        while let Some(number) = self.slots[place].checked_sub(1) {
            let known = &self.cells[number.index() * size..][..size];
            let same = || partition.cells.iter().zip(known).all(|(&cell, &known)| marked(cell) == known);
            if self.hashes[number.index()] == partition.hash && same() {
                return number.index();
            }
            place = (place + 1) & (self.slots.len() - 1);
        }
        self.hashes.push(partition.hash);
        self.slots[place] = self.hashes.len().to_u32();
        self.cells.extend(partition.cells.iter().map(|&cell| marked(cell)));
        self.hashes.len() - 1
    }

    fn first_place(&self, hash: u64) -> usize {
        (hash ^ hash >> 32) as usize & (self.slots.len() - 1)
    }

    fn grow(&mut self) {
        self.slots = vec![0; (2 * self.slots.len()).max(64)];
        for number in 0..self.hashes.len() {
            let mut place = self.first_place(self.hashes[number]);
            while self.slots[place] != 0 {
                place = (place + 1) & (self.slots.len() - 1);
            }
            self.slots[place] = number.to_u32() + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_are_told_apart_whatever_the_outcomes_are_called() {
        let (mut numbering, mut partition, mut seen) =
            (Numbering::default(), Partition::default(), Partitions::default());
        let mut is_new = |outcomes: &[Outcome]| {
            numbering.number(outcomes, &mut partition);
            seen.is_new(&partition)
        };
        let (other, ending) = (|number| Outcome::new(number, false), |number| Outcome::new(number, true));
        assert!(is_new(&[5, 5, 9, 5].map(other)));
        assert!(!is_new(&[0, 0, 7, 0].map(other)));
        assert!(is_new(&[other(0), other(0), ending(7), other(0)]));
        assert!(is_new(&[7, 7, 7, 0].map(other)));
        assert!(!is_new(&[other(1), other(1), ending(7), other(1)]));
        for number in 0..100 {
            let outcomes = [ending(number), other(number), other(number / 10 + 200), other(number + 300)];
            assert!(is_new(&outcomes) == (number == 0));
        }
    }
}

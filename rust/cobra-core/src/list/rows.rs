//! Assignments stored one after the other (rows), and turned into a bit matrix by columns.

use std::sync::Arc;

use crate::base::bits::BitTable;
use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::evaluate::wide::transpose;
use crate::evaluate::{Evaluator, Prepared};
use crate::game::space::fills_slots;
use crate::list::plan::Plan;

/// Rows of equal length.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    pub words: usize,
    pub data: Vec<u64>,
}

impl Rows {
    /// No rows yet, of so many words each.
    pub fn new(words: usize) -> Rows {
        Rows { words, data: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.data.len() / self.words.max(1)
    }

    #[inline]
    pub fn row(&self, number: usize) -> &[u64] {
        &self.data[number * self.words..(number + 1) * self.words]
    }

    /// Whether these are assignments of a plan in order, none twice.
    pub fn are_in_order(&self, plan: &Plan) -> bool {
        (0..self.len()).all(|number| {
            fills_slots(&plan.space, self.row(number))
                && (number == 0 || plan.orders(self.row(number - 1), self.row(number)))
        })
    }

    /// The matrix with these rows.
    pub fn table(&self, columns: usize) -> BitTable {
        let count = self.len();
        let mut table = BitTable::new(count, columns);
        for block in 0..count.div_ceil(64) {
            for word in 0..self.words {
                let mut square = [0; 64];
                for (i, line) in square.iter_mut().enumerate().take(count - block * 64) {
                    *line = self.data[(block * 64 + i) * self.words + word];
                }
                transpose(&mut square);
                for (i, &line) in square.iter().enumerate().take(columns.saturating_sub(word * 64)) {
                    table.column_mut(word * 64 + i)[block] = line;
                }
            }
        }
        debug_assert!(table.is_padded());
        table
    }

    /// The rows as experiments of an evaluator.
    pub fn prepare(&self, evaluator: &Evaluator) -> Prepared {
        evaluator.prepare(Arc::new(self.table(evaluator.parameters())))
    }
}

/// Rows that are all different, to be found by their content: a hash table with linear probing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    slots: Vec<u32>,
    length: usize,
}

const EMPTY: u32 = u32::MAX;

impl Index {
    /// Bytes an index of so many rows takes.
    pub fn bytes(rows: u64) -> u64 {
        rows.saturating_mul(16)
    }

    /// The index of all rows given.
    pub fn new(rows: &Rows) -> Index {
        let mut index = Index::default();
        index.restart(rows.len());
        (0..rows.len()).for_each(|number| index.insert(rows, number.to_u32()));
        index
    }

    /// Forgets all rows, and has room for so many.
    pub fn restart(&mut self, rows: usize) {
        self.length = 0;
        self.slots.clear();
        self.slots.resize((rows * 2).next_power_of_two().max(4), EMPTY);
    }

    /// Adds a row that is not there yet.
    #[inline]
    pub fn insert(&mut self, rows: &Rows, number: u32) {
        debug_assert!(self.find(rows, rows.row(number.index())).is_none(), "rows are all different");
        if 2 * (self.length + 1) > self.slots.len() {
            let grown = vec![EMPTY; (2 * self.slots.len()).max(4)];
            let old = std::mem::replace(&mut self.slots, grown);
            old.into_iter().filter(|&slot| slot != EMPTY).for_each(|slot| self.place(rows, slot));
        }
        self.length += 1;
        self.place(rows, number);
    }

    #[inline]
    fn place(&mut self, rows: &Rows, number: u32) {
        let mask = self.slots.len() - 1;
        let mut place = hash(rows.row(number.index())) & mask;
        while self.slots[place] != EMPTY {
            place = (place + 1) & mask;
        }
        self.slots[place] = number;
    }

    /// The number of a row.
    #[inline]
    pub fn find(&self, rows: &Rows, row: &[u64]) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut place = hash(row) & mask;
        while self.slots[place] != EMPTY {
            if rows.row(self.slots[place].index()) == row {
                return Some(self.slots[place]);
            }
            place = (place + 1) & mask;
        }
        None
    }
}

#[inline]
fn hash(row: &[u64]) -> usize {
    let mixed = row.iter().fold(0, |h: u64, &word| (h.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    (mixed ^ mixed >> 32) as usize
}

/// One row of a matrix, gathered.
pub(crate) fn gather(table: &BitTable, number: usize) -> Vec<u64> {
    let mut row = vec![0; table.columns().div_ceil(64).max(1)];
    for p in 0..table.columns() {
        row[p / 64] |= u64::from(table.get(number, p)) << (p % 64);
    }
    row
}

/// Bytes that `rows` assignments of a plan take, as rows and as a matrix.
pub(crate) fn bytes(plan: &Plan, rows: u64) -> u64 {
    let columns = u64::from(plan.space.propositions);
    rows.saturating_mul(plan.words.to_u64() * 8).saturating_add(rows.div_ceil(512).saturating_mul(64 * columns))
}

/// Bytes that one of many assignments of a plan takes.
pub(crate) fn bytes_each(plan: &Plan) -> u64 {
    bytes(plan, 512) / 512
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_finds_its_rows_and_no_others() {
        let mut rows = Rows::new(2);
        let mut index = Index::new(&rows);
        for i in 0..100_u64 {
            rows.data.extend([i * i, 3 * i]);
            index.insert(&rows, i as u32);
        }
        for i in 0..100_u64 {
            assert_eq!(index.find(&rows, &[i * i, 3 * i]), Some(i as u32));
            assert_eq!(index.find(&rows, &[i * i + 1, 3 * i]), None);
        }
        assert_eq!(Index::default().find(&rows, &[0, 0]), None);
    }

    #[test]
    fn a_matrix_holds_its_rows() {
        let words = 2;
        let data: Vec<u64> = (0..2 * 700_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let rows = Rows { words, data };
        let table = rows.table(101);
        for i in 0..700 {
            for p in 0..101 {
                assert_eq!(table.get(i, p), rows.row(i)[p / 64] >> (p % 64) & 1 != 0);
            }
            assert_eq!(gather(&table, i)[0], rows.row(i)[0]);
        }
    }
}

//! A bit matrix stored by columns: one bit-vector over all rows for each proposition.
//!
//! Rows are codes or experiments. Row r of column p is bit `r % 64` of word `p * stride + r / 64`; `stride` is a
//! multiple of 8, so that a column consists of whole 512-bit blocks; padding bits are zero.
//!
//! ```text
//! 3 rows, 2 columns, stride 8:   column 0: [0b101, 0, 0, 0, 0, 0, 0, 0]   rows 0 and 2 have proposition 0
//!                                column 1: [0b010, 0, 0, 0, 0, 0, 0, 0]   row 1 has proposition 1
//! ```

/// The places of the ones of a word, ascending.
#[derive(Clone, Copy)]
pub(crate) struct WordOnes(pub u64);

impl Iterator for WordOnes {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        let place = self.0.trailing_zeros();
        (self.0 != 0).then(|| {
            self.0 &= self.0 - 1;
            place
        })
    }
}

/// A bit matrix by columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BitTable {
    rows: usize,
    columns: usize,
    stride: usize,
    words: Vec<u64>,
}

impl BitTable {
    /// A matrix of zeros.
    pub fn new(rows: usize, columns: usize) -> Self {
        let stride = rows.div_ceil(512) * 8;
        BitTable { rows, columns, stride, words: vec![0; stride * columns] }
    }

    /// Bytes such a matrix takes.
    pub fn bytes(rows: usize, columns: usize) -> u64 {
        rows.div_ceil(512) as u64 * 64 * columns as u64
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Words of one column.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// The bit-vector of a column.
    pub fn column(&self, column: usize) -> &[u64] {
        &self.words[column * self.stride..(column + 1) * self.stride]
    }

    /// The bit-vector of a column, to be written; padding must stay zero.
    pub fn column_mut(&mut self, column: usize) -> &mut [u64] {
        &mut self.words[column * self.stride..(column + 1) * self.stride]
    }

    /// Whether all padding bits are zero.
    pub(crate) fn is_padded(&self) -> bool {
        let beyond = |column: usize| {
            let words = &self.column(column)[self.rows / 64..];
            let part = words.first().map_or(0, |word| word >> (self.rows % 64));
            part == 0 && words.iter().skip(1).all(|&word| word == 0)
        };
        self.rows.is_multiple_of(512) || (0..self.columns).all(beyond)
    }

    pub fn get(&self, row: usize, column: usize) -> bool {
        debug_assert!(row < self.rows && column < self.columns);
        self.words[column * self.stride + row / 64] >> (row % 64) & 1 != 0
    }

    /// A matrix of some of the rows.
    pub fn select(&self, rows: &[u32]) -> BitTable {
        let mut selected = BitTable::new(rows.len(), self.columns);
        for column in 0..self.columns {
            let from = self.column(column);
            let words = selected.column_mut(column).iter_mut();
            for (word, rows) in words.zip(rows.chunks(64)) {
                for (bit, &row) in rows.iter().enumerate() {
                    *word |= (from[row as usize / 64] >> (row % 64) & 1) << bit;
                }
            }
        }
        selected
    }

    pub fn set(&mut self, row: usize, column: usize) {
        debug_assert!(row < self.rows && column < self.columns);
        self.words[column * self.stride + row / 64] |= 1 << (row % 64);
    }
}

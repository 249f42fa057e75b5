//! The codes of a state, and where symmetries carry them.

use crate::base::ids::CodeId;
use crate::equivalence::symmetry::Symmetry;
use crate::list::codes::Codes;
use crate::list::rows::{Index, Rows};

/// The codes of a state, to be found by their rows.
pub(crate) struct CarriedCodes {
    rows: Rows,
    index: Index,
}

impl CarriedCodes {
    pub fn new(codes: &Codes, state: &[CodeId]) -> CarriedCodes {
        let words = codes.rows.words;
        let mut rows = Rows { words, data: Vec::with_capacity(state.len() * words) };
        state.iter().for_each(|&code| rows.data.extend_from_slice(codes.rows.row(code.index())));
        let index = Index::new(&rows);
        CarriedCodes { rows, index }
    }

    /// For each code of the state the place of its image; `None` when one leaves the state.
    pub fn images(&self, symmetry: &Symmetry) -> Option<Vec<u32>> {
        let mut carried = Vec::new();
        let image = |number: usize| {
            symmetry.code(self.rows.row(number), &mut carried);
            self.index.find(&self.rows, &carried)
        };
        (0..self.rows.len()).map(image).collect()
    }
}

//! Which experiments can be final for a code, or for some code of a state.

use std::sync::atomic::Ordering;

use super::code_sliced::first_lanes;
use super::evaluator::{Evaluator, Scratch};
use super::frontier::Columns;
use super::ground::ALWAYS;
use super::prepared::Prepared;
use super::wide::{Wide, ZERO_BLOCK};
use crate::base::bits::WordOnes;
use crate::base::convert::{ToIndex, ToU32};
use crate::base::ids::CodeId;
use crate::game::space::bit;

/// What is kept of a code: that no experiment, or more than one, can be final for it, or which row, from `FIRST` on.
const NONE: u32 = 1;
const MANY: u32 = 2;
const FIRST: u32 = 3;

impl Evaluator {
    /// The experiments with a final outcome for some code of the state, ascending; `None` if that is not easily known.
    pub(super) fn final_rows(
        &self,
        prepared: &Prepared,
        scratch: &mut Scratch,
        state: &[CodeId],
    ) -> Option<Vec<u32>> {
        self.grounding.final_factors.as_ref()?;
        let mut rows = Vec::with_capacity(state.len());
        for &code in state {
            let kept = prepared.final_rows.get(code.index());
            let known = match kept.map_or(0, |kept| kept.load(Ordering::Relaxed)) {
                0 => {
                    let found = match self.final_row(prepared, scratch, code)? {
                        (None, _) => NONE,
                        (Some(row), true) => row + FIRST,
                        (Some(_), false) => MANY,
                    };
                    kept.into_iter().for_each(|kept| kept.store(found, Ordering::Relaxed));
                    found
                }
                known => known,
            };
            match known {
                NONE => {}
                MANY => return None,
                row => rows.push(row - FIRST),
            }
        }
        rows.sort_unstable();
        rows.dedup();
        Some(rows)
    }

    /// The first experiment that can be final for a code, and whether there is no other; `None` where that is not easily known.
    pub(crate) fn final_row(
        &self,
        prepared: &Prepared,
        scratch: &mut Scratch,
        code: CodeId,
    ) -> Option<(Option<u32>, bool)> {
        let factors = self.grounding.final_factors.as_ref()?;
        scratch.factors.resize_with(factors.len(), Vec::new);
        let bits = self.rows.row(code.index());
        let is_set = |leaf: u32| leaf == ALWAYS || bit(bits, leaf);
        let mut used = 0;
        for products in factors {
            let leaves = &mut scratch.factors[used];
            leaves.clear();
            leaves.extend(products.iter().filter(|product| is_set(product[0])).map(|product| product[1]));
            used += usize::from(!leaves.contains(&ALWAYS)); // a true factor is left out
        }
        Some(first_row(&prepared.columns, prepared.len(), &scratch.factors[..used]))
    }
}

/// The first row where each factor has a true leaf, and whether there is no other. Lists are in order, so that few blocks
/// have all the leaves of a code.
fn first_row(columns: &Columns, rows: usize, factors: &[Vec<u32>]) -> (Option<u32>, bool) {
    let mut found = None;
    for word in 0..columns.words {
        let some = |factor: &Vec<u32>| factor.iter().fold(0, |some, &leaf| some | columns.occurs(leaf, word));
        let blocks = factors.iter().fold(!0, |blocks, factor| blocks & some(factor));
        for block in WordOnes(blocks) {
            let block = 64 * word + block.index();
            let lanes = rows.saturating_sub(512 * block);
            let leaves = block * columns.leaves..(block + 1) * columns.leaves;
            let Some(leaves) = columns.data.get(leaves) else { break }; // without factors
            let mut all = first_lanes(lanes);
            for factor in factors {
                let any = factor.iter().fold(ZERO_BLOCK, |any, &leaf| any.or(leaves[leaf.index()]));
                all = all.and(any);
            }
            for (word, &bits) in all.0.iter().enumerate().filter(|word| *word.1 != 0) {
                let first = (512 * block + 64 * word).to_u32() + bits.trailing_zeros();
                if found.is_some() || !bits.is_power_of_two() {
                    return (found.or(Some(first)), false);
                }
                found = Some(first);
            }
        }
    }
    (found, true)
}

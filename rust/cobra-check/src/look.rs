//! A look at many experiments on a set of codes, where costs are a matter of sizes.
//!
//! Nearly all experiments of nearly all facts cost enough by the sizes of their cells alone. So the bounds of the cells are summed
//! up while codes are met: a code that makes a cell one larger adds what the bound grows by. That is quick for experiments that lie side by side.

use crate::bound::{Bound, Cost, Left, IMPOSSIBLE};
use crate::table::is_final;

/// What the sizes of its cells say of an experiment.
pub(crate) struct Seen {
    /// There are at least two cells.
    pub splits: bool,
    pub has_final: bool,
    /// The sum of the bounds of the cells.
    pub sum: Cost,
}

/// Stands for `IMPOSSIBLE`. Finite bounds of cells of n codes in all add up to less than n², and where costs are a matter of sizes
/// n is less than 2^20.
const HUGE: Cost = 1 << 41;

/// For cells of 0, 1, … codes that are not final, and for those that are: what one more code adds to the bound.
pub(crate) type Growth = Vec<[u64; 2]>;

/// Makes it known for cells of less than so many codes.
pub(crate) fn extend(growth: &mut Growth, size: usize, bound: &Bound<'_>, left: Left) {
    for size in growth.len()..size {
        let codes: Vec<u32> = (0..=size as u32).collect();
        let bound = |codes: &[u32], is_final| bound.of(codes, is_final, left).min(HUGE) as u64;
        let before = |is_final| if size == 0 { 0 } else { bound(&codes[1..], is_final) };
        growth.push([false, true].map(|is_final| bound(&codes, is_final).wrapping_sub(before(is_final))));
    }
}

/// Looks at some experiments; `columns`: for each code of the set the cells that it has by them, below `width`.
pub(crate) fn look(columns: &[&[u16]], width: usize, growth: &Growth) -> Vec<Seen> {
    let mut sizes = vec![0_u32; columns[0].len() * width];
    let mut found = vec![(0_u64, false, false); columns[0].len()];
    for (before, column) in (0..).zip(columns) {
        let tallies = sizes.chunks_exact_mut(width).zip(&mut found);
        for ((sizes, (sum, splits, has_final)), &cell) in tallies.zip(*column) {
            let size = &mut sizes[usize::from(cell)];
            *sum = sum.wrapping_add(growth[*size as usize][usize::from(is_final(cell))]);
            *splits |= *size < before;
            *has_final |= is_final(cell);
            *size += 1;
        }
    }
    let cost = |sum: u64| if Cost::from(sum) < HUGE { sum.into() } else { IMPOSSIBLE };
    found.into_iter().map(|(sum, splits, has_final)| Seen { splits, has_final, sum: cost(sum) }).collect()
}

//! A look at many experiments on a set of codes, where costs are a matter of sizes.
//!
//! Nearly all experiments of nearly all facts cost enough by the sizes of their cells alone. So the bounds of the cells are summed
//! up while codes are met: a code that makes a cell one larger adds what the bound grows by. That is quick for experiments that lie side by side.

use crate::bound::{Bound, Cost, Left, IMPOSSIBLE};
use crate::table::is_final;

/// What the sizes of its cells say of an experiment.
#[derive(Clone, Default)]
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

/// The bounds for cells of 0, 1, … codes that are not final, and for those that are.
pub(crate) type Prices = Vec<[Cost; 2]>;

/// Adds the prices up to those for so many codes.
pub(crate) fn extend(prices: &mut Prices, size: usize, bound: &Bound<'_>, left: Left) {
    prices.resize(prices.len().max(1), [0, 0]);
    while prices.len() <= size {
        let codes: Vec<u32> = (0..prices.len() as u32).collect();
        prices.push([false, true].map(|is_final| bound.of(&codes, is_final, left).min(HUGE)));
    }
}

/// Looks at some experiments; `columns`: for each code of the set the cells that it has by them, below `width`.
pub(crate) fn look(columns: &[&[u16]], width: usize, prices: &Prices) -> Vec<Seen> {
    let mut sizes = vec![0_u32; columns[0].len() * width];
    let mut found = vec![Seen::default(); columns[0].len()];
    for (before, column) in columns.iter().enumerate() {
        for ((sizes, seen), &cell) in sizes.chunks_exact_mut(width).zip(&mut found).zip(*column) {
            let size = sizes[usize::from(cell)] as usize;
            let price = |size: usize| prices[size][usize::from(is_final(cell))];
            seen.sum = seen.sum.wrapping_add(price(size + 1)).wrapping_sub(price(size));
            seen.splits |= size < before;
            seen.has_final |= is_final(cell);
            sizes[usize::from(cell)] += 1;
        }
    }
    found.iter_mut().filter(|seen| seen.sum >= HUGE).for_each(|seen| seen.sum = IMPOSSIBLE);
    found
}

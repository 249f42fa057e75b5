//! A look at all experiments: which of them cost enough by the sizes of their cells alone, where costs are a matter of sizes.
//!
//! Nearly all experiments of nearly all facts do. So the bounds of the cells are summed up while codes are met, for several
//! experiments side by side: a code that makes a cell one larger adds what the bound grows by.

use crate::bound::{after, Bound, Cost, Left, IMPOSSIBLE};
use crate::stream::{Ending, Head};
use crate::table::{is_final, Table};
use crate::{Pace, Result};

/// Experiments looked at side by side.
const TOGETHER: usize = 64;
/// Values up to which sums are no larger than a `u64`.
const MOST: Cost = 1 << 32;

/// A buffer, kept from fact to fact: all zero between them.
pub(crate) struct Look {
    /// For each of the experiments looked at, for each cell, how many codes it has.
    sizes: Vec<u32>,
}

impl Look {
    pub fn new(table: &Table) -> Look {
        Look { sizes: vec![0; TOGETHER * table.width] }
    }

    /// Which experiments on a set cost at least `value` by the sizes of their cells, make progress, and are allowed; false of
    /// all where that is no matter of sizes. `columns`: for each code of the set its cells.
    pub fn at(
        &mut self,
        columns: &[&[u16]],
        table: &Table,
        head: &Head,
        bound: &Bound<'_>,
        (left, own, value): (Left, Cost, Cost),
        pace: &mut Pace<'_, '_>,
    ) -> Result<Vec<bool>> {
        let size = columns.len();
        let mut all = vec![false; table.experiments];
        // One price that is `IMPOSSIBLE` does, or a sum; more than `value` is as good as `value`.
        let (needed, free) = if value == IMPOSSIBLE { (1, 0) } else { (value, own) };
        if !bound.plain || needed > MOST {
            return Ok(all);
        }
        let price = |size: usize, is_final: bool| match bound.of_size(size, is_final, after(left)) {
            _ if size == 0 => 0,
            IMPOSSIBLE => needed,
            _ if value == IMPOSSIBLE => 0,
            price => price.min(needed),
        };
        let grows = |size: usize, is_final| price(size + 1, is_final).wrapping_sub(price(size, is_final)) as u64;
        // By size and by whether the cell is final, the latter as the last bit of the place.
        let growth: Vec<u64> = (0..size).flat_map(|size| [grows(size, false), grows(size, true)]).collect();
        for (start, enough) in (0..).step_by(TOGETHER).zip(all.chunks_mut(TOGETHER)) {
            pace.work(size * enough.len())?;
            let (mut sums, mut finals) = ([free.min(needed) as u64; TOGETHER], [0; TOGETHER]);
            for column in columns {
                for (number, &cell) in column[start..][..enough.len()].iter().enumerate() {
                    let size = &mut self.sizes[number * table.width + usize::from(cell)];
                    sums[number] = sums[number].wrapping_add(growth[2 * *size as usize + usize::from(cell & 1)]);
                    finals[number] |= cell;
                    *size += 1;
                }
            }
            for (number, enough) in enough.iter_mut().enumerate() {
                let one = usize::from(columns[0][start + number]);
                let has_final = is_final(finals[number]);
                let progress = (self.sizes[number * table.width + one] as usize) < size
                    || has_final && head.ending == Ending::Hit;
                *enough = progress && (has_final || !head.consistent) && Cost::from(sums[number]) >= needed;
            }
            for column in columns {
                let cells = column[start..][..enough.len()].iter().enumerate();
                cells.for_each(|(number, &cell)| self.sizes[number * table.width + usize::from(cell)] = 0);
            }
        }
        Ok(all)
    }
}

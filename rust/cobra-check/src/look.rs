//! A look at all experiments on a set of codes: which of them cost enough by the sizes of their cells alone, where the bound is
//! a matter of sizes.
//!
//! Nearly all experiments of nearly all facts do. So the bounds of the cells are summed up while codes are met, for several
//! experiments side by side: a code that makes a cell one larger adds what the bound grows by.

use crate::table::is_final;

/// Experiments looked at side by side.
const TOGETHER: usize = 64;

/// For each experiment the sum of the bounds of its cells, and whether it has two cells, and a final one. `columns`: for each code
/// of the set its cells, which are below `width`; `price`: the bound of so many codes in a cell that is final or is not.
pub(crate) fn look(columns: &[&[u16]], width: usize, price: impl Fn(usize, bool) -> u64) -> Vec<(u64, bool, bool)> {
    let grows =
        |size, is_final| price(size + 1, is_final).wrapping_sub(if size == 0 { 0 } else { price(size, is_final) });
    // By size and by whether the cell is final, the latter as the last bit of the place.
    let growth: Vec<u64> = (0..columns.len()).flat_map(|size| [grows(size, false), grows(size, true)]).collect();
    let experiments = columns[0].len();
    let mut sizes = vec![0_u32; TOGETHER * width];
    let mut found = Vec::with_capacity(experiments);
    for start in (0..experiments).step_by(TOGETHER) {
        let (mut sums, mut finals) = ([0_u64; TOGETHER], [0; TOGETHER]);
        for column in columns {
            for (number, &cell) in column[start..].iter().take(TOGETHER).enumerate() {
                let size = &mut sizes[number * width + usize::from(cell)];
                sums[number] = sums[number].wrapping_add(growth[2 * *size as usize + usize::from(cell & 1)]);
                finals[number] |= cell;
                *size += 1;
            }
        }
        for (number, &cell) in columns[0][start..].iter().take(TOGETHER).enumerate() {
            let has_two = (sizes[number * width + usize::from(cell)] as usize) < columns.len();
            found.push((sums[number], has_two, is_final(finals[number])));
        }
        sizes.fill(0);
    }
    found
}

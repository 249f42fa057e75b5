//! Symmetries: what carries the game to itself.
//!
//! **Lemma 5 (image).** Let g permute the codes, and let each experiment e have an image g e such that two codes are in one cell of e if and only if their
//! images are in one cell of g e, and a code is in a final cell if and only if its image is; so that weights are kept, and two codes
//! have one goal if and only if their images have. Then cost(g S, k) = cost(S, k), also where only consistent experiments count.
//! For g carries every strategy for S to one for g S of the same cost, as plays end at the same places, so cost(g S, k) ≤ cost(S, k). Some power of g undoes it, and
//! is of that kind as well; so the other way round, too.
//!
//! That codes are permuted is the same condition for the classes that have one code each.

use crate::input::Input;
use crate::table::{is_final, Table};
use crate::Result;

/// Where a symmetry carries each code.
pub(crate) type Element = Vec<u32>;

/// Reads where a symmetry carries each code and each experiment, and checks that it is one.
pub(crate) fn read(table: &Table, input: &mut Input<'_>) -> Result<Element> {
    input.spend(0, 4 * table.codes)?;
    let mut carried = Vec::new();
    for code in 0..table.codes {
        carried.push((code as u32, input.below(table.codes, "code")? as u32));
    }
    let weight = |code: u32| table.weights[code as usize];
    let goals = carried.iter().map(|&(from, to)| (table.goals[from as usize], table.goals[to as usize]));
    let permutes = is_exchange(carried.iter().copied(), table.codes);
    if !permutes || !is_exchange(goals, table.codes) || carried.iter().any(|&(from, to)| weight(from) != weight(to)) {
        return input.wrong("it does not permute the codes so that goals and weights are kept");
    }
    for experiment in 0..table.experiments {
        input.spend(8 * table.codes, 0)?;
        let image = input.below(table.experiments, "experiment")?;
        if !keeps_cells(table, &carried, experiment, image) {
            return input.wrong(format!("it does not keep the cells of experiment {experiment}"));
        }
    }
    Ok(carried.into_iter().map(|(_, to)| to).collect())
}

/// Whether the cells of an experiment on some codes are those of its image on theirs, final ones final ones.
pub(crate) fn keeps_cells(table: &Table, carried: &[(u32, u32)], experiment: usize, image: usize) -> bool {
    let cells = carried.iter().map(|&(from, to)| (table.cell(from, experiment), table.cell(to, image)));
    let cells: Vec<(u16, u16)> = cells.collect();
    let finals_stay = cells.iter().all(|&(from, to)| is_final(from) == is_final(to));
    finals_stay && is_exchange(cells.iter().map(|&(from, to)| (from.into(), to.into())), table.width)
}

/// Whether first parts, numbers below a bound, are equal where second parts are, and only there.
fn is_exchange(mut pairs: impl Iterator<Item = (u32, u32)>, bound: usize) -> bool {
    let (mut there, mut back) = (vec![None; bound], vec![None; bound]);
    pairs.all(|(from, to)| {
        *there[from as usize].get_or_insert(to) == to && *back[to as usize].get_or_insert(from) == from
    })
}

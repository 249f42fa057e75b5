//! All experiments of a game, in their one order: types as in the text, then choices of symbols, the first parameter changing
//! most slowly.

use crate::parse::{Game, Kind};
use crate::{Pace, Result};

/// Calls `visit` with the number of the type and the symbols of each experiment.
pub(crate) fn visit_all(
    game: &Game,
    pace: &mut Pace<'_, '_>,
    mut visit: impl FnMut(usize, &[u32], &mut Pace<'_, '_>) -> Result<()>,
) -> Result<()> {
    for (number, kind) in game.kinds.iter().enumerate() {
        let mut visit = |symbols: &[u32], pace: &mut Pace<'_, '_>| visit(number, symbols, pace);
        fill(kind, game.symbols as u32, &mut Vec::new(), pace, &mut visit)?;
    }
    Ok(())
}

/// Visits the experiments that begin with these symbols.
fn fill<V: FnMut(&[u32], &mut Pace<'_, '_>) -> Result<()>>(
    kind: &Kind,
    width: u32,
    symbols: &mut Vec<u32>,
    pace: &mut Pace<'_, '_>,
    visit: &mut V,
) -> Result<()> {
    if symbols.len() == kind.parameters {
        return visit(symbols, pace);
    }
    for symbol in 0..width {
        pace.work(1)?;
        symbols.push(symbol);
        if fits(kind, symbols) {
            fill(kind, width, symbols, pace, visit)?;
        }
        symbols.pop();
    }
    Ok(())
}

/// Whether the conditions of a type hold as far as its parameters have symbols.
fn fits(kind: &Kind, symbols: &[u32]) -> bool {
    let filled = |group: &[usize]| group.iter().filter_map(|&place| symbols.get(place)).copied().collect::<Vec<_>>();
    let all_differ = |group: &Vec<usize>| {
        let mut of = filled(group);
        of.sort_unstable();
        of.windows(2).all(|pair| pair[0] != pair[1])
    };
    let ascending = |group: &Vec<usize>| filled(group).is_sorted();
    kind.distinct.iter().all(all_differ) && kind.sorted.iter().all(ascending)
}

//! Numbers of situations, and of what experiments make of them, that no symmetry changes.
//!
//! Situations of one number cost the same, so what was found out of one holds for all. And experiments cost the same whose
//! cells have the same numbers, prices and ends, whether or not a symmetry carries one to the other: of these the first is
//! tried.

use crate::base::convert::{ToIndex, ToU64};
use crate::base::error::Result;
use crate::base::hash::{fingerprint, FastMap};
use crate::base::ids::CodeId;
use crate::equivalence::carriers::Carriers;
use crate::game::program::Ending;
use crate::standing::detours::{Reached, Telling};
use crate::standing::offers::{StandingNumber, Standings};
use crate::standing::splitting::Splitting;

/// Symmetries at work in a search.
pub(super) struct Likeness {
    carriers: Carriers,
    /// By symmetry where it carries standings.
    standings: Vec<FastMap<StandingNumber, StandingNumber>>,
    /// For each cell what a symmetry makes of it, the least of these, and its weight.
    sums: Vec<u128>,
    least: Vec<(u128, StandingNumber)>,
    cells: Vec<CellSeen>,
}

#[derive(Clone, Copy)]
struct CellSeen {
    first: Option<CodeId>,
    agrees: bool,
    weight: u64,
}

impl Likeness {
    /// `None` where no symmetries are known.
    pub fn new(world: &Standings<'_>) -> Result<Option<Likeness>> {
        Ok(Carriers::new(world.engine, world.control)?.map(|carriers| Likeness {
            standings: vec![FastMap::default(); carriers.len()],
            carriers,
            sums: Vec::new(),
            least: Vec::new(),
            cells: Vec::new(),
        }))
    }

    /// Where a symmetry carries a standing.
    fn carried(&mut self, world: &mut Standings<'_>, carrier: usize, standing: StandingNumber) -> StandingNumber {
        if self.carriers.keeps_standings(carrier) {
            return standing;
        }
        if let Some(&known) = self.standings[carrier].get(&standing) {
            return known;
        }
        let carried = world.carried(standing, |values| self.carriers.standing(carrier, values));
        self.standings[carrier].insert(standing, carried);
        carried
    }

    /// The number of a situation.
    pub fn number(&mut self, world: &mut Standings<'_>, state: &[CodeId], standing: StandingNumber) -> [u64; 3] {
        let mut least = (u128::MAX, standing);
        for carrier in 0..self.carriers.len() {
            let sum = state.iter().fold(0, |sum: u128, &code| sum.wrapping_add(self.carriers.key(carrier, code)));
            if sum <= least.0 {
                least = least.min((sum, self.carried(world, carrier, standing)));
            }
        }
        words(least)
    }

    /// The number of what an experiment makes of a state.
    pub fn number_of_split(&mut self, world: &mut Standings<'_>, state: &[CodeId], telling: &Telling<'_>) -> u128 {
        let (split, at) = (telling.split, telling.at);
        self.cells.clear();
        self.cells.resize(split.cells.len(), CellSeen { first: None, agrees: true, weight: 0 });
        for (&code, &label) in state.iter().zip(&split.labels) {
            let cell = &mut self.cells[label.index()];
            cell.agrees &= !world.codes.differ(*cell.first.get_or_insert(code), code);
            cell.weight += world.codes.weight(code);
        }
        let hit = world.engine.program.ending == Ending::Hit;
        self.least.clear();
        self.least.extend(split.cells.iter().map(|cell| (u128::MAX, cell.2.after)));
        for carrier in 0..self.carriers.len() {
            self.sums.clear();
            self.sums.resize(split.cells.len(), 0);
            for (&code, &label) in state.iter().zip(&split.labels) {
                let sum = &mut self.sums[label.index()];
                *sum = sum.wrapping_add(self.carriers.key(carrier, code));
            }
            for (number, cell) in split.cells.iter().enumerate() {
                if self.sums[number] <= self.least[number].0 {
                    let carried = (self.sums[number], self.carried(world, carrier, cell.2.after));
                    self.least[number] = self.least[number].min(carried);
                }
            }
        }
        let mut all = fingerprint([at.price, u64::from(at.length)].into_iter());
        for ((&(_, _, then, is_final), &seen), &least) in split.cells.iter().zip(&self.cells).zip(&self.least) {
            let won = if hit { is_final } else { seen.agrees };
            let end = 2 * u64::from(won) + u64::from(then.lost);
            let number = if end > 0 { [seen.weight, 0, 0] } else { words(least) };
            all = all.wrapping_add(fingerprint(number.into_iter().chain([end, then.price])));
        }
        all
    }
}

fn words((sum, standing): (u128, StandingNumber)) -> [u64; 3] {
    [(sum >> 64) as u64, sum as u64, standing.index().to_u64()]
}

/// Names each split of a state with what follows, whatever experiment it is of.
pub(super) fn signature(at: Reached, split: &Splitting) -> u128 {
    let cells = split.cells.iter().flat_map(|(_, _, then, is_final)| {
        [then.after.index().to_u64(), then.price, u64::from(then.lost) << 1 | u64::from(*is_final)]
    });
    let labels = split.labels.iter().map(|&label| u64::from(label));
    let at = [at.price, u64::from(at.length), at.standing.index().to_u64()];
    fingerprint(at.into_iter().chain(labels).chain(cells))
}

//! How an experiment splits a situation.

use crate::base::convert::{ToIndex, ToU32};
use crate::base::error::{CoreError, Result};
use crate::base::ids::{CodeId, OutcomeId};
use crate::evaluate::Gathered;
use crate::game::program::Ending;
use crate::standing::offers::{Consequence, OfferedType, Standings};

/// The codes left and the standing after an outcome.
#[derive(Clone, Debug)]
pub(super) struct After {
    pub outcome: OutcomeId,
    pub codes: Vec<CodeId>,
    pub then: Consequence,
    /// The game is won: the outcome is final, or what is to be known is known.
    pub won: bool,
}

impl After {
    /// Whether plays end here.
    pub fn ends(&self) -> bool {
        self.won || self.then.lost
    }
}

/// What is found out of what follows from an experiment: that takes most of the time.
#[derive(Clone, Copy)]
pub(super) enum Following {
    /// All of it.
    All,
    /// What matters where it is only asked whether something is told: it is left open where codes are told apart.
    WhereNothingIsTold,
    /// None of it; each price is said to be this.
    Price(u64),
}

/// What an experiment makes of a situation, without the codes.
#[derive(Default)]
pub(super) struct Splitting {
    outcomes: Vec<OutcomeId>,
    /// For each code the number of its cell, in the order in which they are met.
    pub labels: Vec<u32>,
    /// For each cell its outcome, its number of codes, what follows, and whether it is final.
    pub cells: Vec<(OutcomeId, u32, Consequence, bool)>,
    /// By outcome the number of its cell plus one; zeros between two uses.
    places: Vec<u32>,
}

impl Splitting {
    /// Splits a state, gathered for experiments of this type. An error when a final outcome leaves several codes: the game is not
    /// well-formed then.
    pub fn load(
        &mut self,
        world: &mut Standings<'_>,
        of: &OfferedType,
        experiment: usize,
        state: &Gathered,
        following: Following,
    ) -> Result<()> {
        let open = |price| Some(Consequence { after: world.start(), price, lost: false });
        let open = match following {
            Following::All => None,
            Following::WhereNothingIsTold => open(0),
            Following::Price(price) => open(price),
        };
        world.outcomes(of, experiment, state, &mut self.outcomes)?;
        self.labels.clear();
        self.cells.clear();
        for (&code, &outcome) in state.codes.iter().zip(&self.outcomes) {
            if self.places.len() <= outcome.index() {
                self.places.resize(outcome.index() + 1, 0);
            }
            let place = &mut self.places[outcome];
            if *place == 0 {
                let then = open.map_or_else(|| world.consequence(of, experiment, outcome, code), Ok)?;
                self.cells.push((outcome, 0, then, world.is_final(of, outcome)));
                *place = self.cells.len().to_u32();
            }
            self.cells[place.index() - 1].1 += 1;
            self.labels.push(*place - 1);
        }
        self.cells.iter().for_each(|cell| self.places[cell.0.index()] = 0);
        if world.engine.program.ending == Ending::Hit {
            let several = self.cells.iter().find(|cell| cell.3 && cell.1 > 1);
            several.map_or(Ok(()), |cell| Err(CoreError::hits_several(cell.1.index())))?;
        }
        if let (Following::WhereNothingIsTold, [cell]) = (following, &mut self.cells[..]) {
            cell.2 = world.consequence(of, experiment, cell.0, state.codes[0])?;
        }
        Ok(())
    }

    /// What an experiment makes of some codes, by outcome.
    pub fn make(
        &mut self,
        world: &mut Standings<'_>,
        of: &OfferedType,
        experiment: usize,
        codes: &[CodeId],
    ) -> Result<Vec<After>> {
        let state = world.gather(of, codes)?;
        self.load(world, of, experiment, &state, Following::All)?;
        Ok(self.afters(world, codes))
    }

    /// The codes of each cell, in the order in which they are met.
    pub fn codes_of_cells(&self, state: &[CodeId]) -> Vec<Vec<CodeId>> {
        let mut codes = vec![Vec::new(); self.cells.len()];
        for (&code, &label) in state.iter().zip(&self.labels) {
            codes[label.index()].push(code);
        }
        codes
    }

    /// Whether the experiment tells no codes apart and loses every play. Where nothing else can be done a play is stuck.
    pub fn only_loses(&self, world: &Standings<'_>, state: &[CodeId]) -> bool {
        matches!(self.cells[..], [(_, _, then, is_final)] if then.lost && !world.is_won(state, is_final))
    }

    /// Whether a final outcome can occur.
    pub fn can_be_final(&self) -> bool {
        self.cells.iter().any(|cell| cell.3)
    }

    /// Whether the experiment tells codes apart, or ends plays.
    pub fn tells(&self, world: &Standings<'_>, state: &[CodeId]) -> bool {
        let (_, _, then, is_final) = self.cells[0];
        self.cells.len() > 1 || then.lost || world.is_won(state, is_final)
    }

    /// The cells with their codes, by outcome.
    fn afters(&self, world: &Standings<'_>, state: &[CodeId]) -> Vec<After> {
        let empty = |&(outcome, _, then, is_final): &(OutcomeId, u32, Consequence, bool)| After {
            outcome,
            codes: Vec::new(),
            then,
            won: is_final,
        };
        let mut afters: Vec<After> = self.cells.iter().map(empty).collect();
        for (after, codes) in afters.iter_mut().zip(self.codes_of_cells(state)) {
            after.codes = codes;
            after.won = world.is_won(&after.codes, after.won);
        }
        afters.sort_unstable_by_key(|after| after.outcome);
        afters
    }
}

impl Standings<'_> {
    /// Whether a play is over, and won, that leaves these codes after an outcome that is, or is not, final.
    pub fn is_won(&self, codes: &[CodeId], is_final: bool) -> bool {
        match self.engine.program.ending {
            Ending::Hit => is_final,
            _ => self.codes.agree(codes),
        }
    }
}

//! Numbers of beliefs that no symmetry changes: what was found out of one belief holds for all that symmetries carry it to.
//!
//! A symmetry carries codes to codes, experiments to experiments and their outcomes to outcomes, final ones to final ones; so it
//! carries lies to lies, and a belief to one that takes as many experiments.

use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::error::Result;
use crate::base::hash::fingerprint;
use crate::equivalence::carriers::Carriers;
use crate::unseen::beliefs::{name, Answered, BeliefWorld};

pub(super) struct BeliefNumbers {
    /// For each symmetry a random number of what it makes of each hidden state; none where no symmetries are known.
    keys: Vec<Vec<u128>>,
}

impl BeliefNumbers {
    /// Symmetries are those of games in which nothing moves.
    pub fn new(world: &BeliefWorld<'_>) -> Result<BeliefNumbers> {
        let Some(carriers) = Carriers::new(world.engine, world.control)? else {
            return Ok(BeliefNumbers { keys: Vec::new() });
        };
        let hidden_states = world.codes.len().to_u32() * (world.lies + 1);
        let key = |carrier: usize, hidden: u32| {
            let code = carriers.key(carrier, world.code(hidden));
            fingerprint([(code >> 64) as u64, code as u64, u64::from(world.lies_left(hidden))].into_iter())
        };
        let keys = |carrier: usize| (0..hidden_states).map(|hidden| key(carrier, hidden)).collect();
        Ok(BeliefNumbers { keys: (0..carriers.len()).map(keys).collect() })
    }

    /// The number of a belief.
    pub fn number(&self, belief: &[u32]) -> u128 {
        let sum =
            |keys: &Vec<u128>| belief.iter().fold(0, |sum: u128, &hidden| sum.wrapping_add(keys[hidden.index()]));
        self.keys.iter().map(sum).min().unwrap_or_else(|| name(belief))
    }
}

/// The number of what an experiment leaves that does not end plays, whichever answer leaves it.
pub(super) fn number_of_cells(cells: &[(u128, Answered)]) -> u128 {
    let one = |(number, _): &(u128, Answered)| fingerprint([(number >> 64) as u64, *number as u64].into_iter());
    cells.iter().map(one).fold(cells.len().to_u64().into(), u128::wrapping_add)
}

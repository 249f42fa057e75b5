//! Numbers of beliefs that no symmetry changes: what was found out of one belief holds for all that symmetries carry it to.
//!
//! A symmetry carries codes to codes, experiments to experiments and their outcomes to outcomes, final ones to final ones, and where
//! the secret moves what a code can become to what its image can; so it carries lies to lies, and a belief to one that takes as
//! many experiments. Chances are carried with the codes that have them.

use crate::base::convert::{ToIndex, ToU64};
use crate::base::error::Result;
use crate::base::hash::fingerprint;
use crate::base::ids::{CodeId, HiddenId};
use crate::equivalence::carriers::Carriers;
use crate::unseen::beliefs::{name, Answered, BeliefWorld};
use crate::unseen::likely::Likely;

pub(super) struct BeliefNumbers {
    /// For each symmetry a random number of what it makes of each hidden state; none where no symmetries are known.
    keys: Vec<Vec<u128>>,
}

impl BeliefNumbers {
    pub fn new(world: &BeliefWorld<'_>) -> Result<BeliefNumbers> {
        let Some(carriers) = Carriers::new(world.engine, world.control)? else {
            return Ok(BeliefNumbers { keys: Vec::new() });
        };
        let hidden_states = world.codes.len() * (world.lies.index() + 1);
        let key = |carrier: usize, hidden: HiddenId| {
            let code = carriers.key(carrier, world.code(hidden));
            fingerprint(words(code).into_iter().chain([u64::from(world.lies_left(hidden))]))
        };
        let keys = |carrier: usize| HiddenId::first(hidden_states).map(|hidden| key(carrier, hidden)).collect();
        Ok(BeliefNumbers { keys: (0..carriers.len()).map(keys).collect() })
    }

    /// The number of a belief.
    pub fn number(&self, belief: &[HiddenId]) -> u128 {
        let sum = |keys: &Vec<u128>| belief.iter().fold(0, |sum: u128, &hidden| sum.wrapping_add(keys[hidden]));
        self.keys.iter().map(sum).min().unwrap_or_else(|| name(belief))
    }

    /// The number of a belief with chances, whatever their unit is.
    pub fn number_of_likely(&self, world: &BeliefWorld<'_>, likely: &Likely) -> u128 {
        if self.keys.is_empty() {
            return likely.name();
        }
        let codes = likely.names_of_codes(world); // all chances of a code go where it goes
        let one = |key: u128, name: u128| fingerprint(words(key).into_iter().chain(words(name)));
        let key = |keys: &[u128], code: CodeId| keys[HiddenId::of(code, 0, world.lies)];
        let add = |keys: &[u128], sum: u128, code: CodeId, name: u128| sum.wrapping_add(one(key(keys, code), name));
        let sum = |keys: &Vec<u128>| codes.iter().fold(0, |sum: u128, &(code, name)| add(keys, sum, code, name));
        self.keys.iter().map(sum).min().unwrap_or_default()
    }
}

/// A name as words, of which others are made.
pub(super) fn words(name: u128) -> [u64; 2] {
    [(name >> 64) as u64, name as u64]
}

/// The number of what an experiment leaves that does not end plays, whichever answer leaves it.
pub(super) fn number_of_cells(cells: &[(u128, Answered)]) -> u128 {
    let one = |(number, _): &(u128, Answered)| fingerprint(words(*number).into_iter());
    cells.iter().map(one).fold(cells.len().to_u64().into(), u128::wrapping_add)
}

//! How many experiments a belief takes at least, by counting answers (Berlekamp 1968, for any number of outcomes).
//!
//! Let b be the most outcomes of an experiment that are not final, h the most that are. `volume(j, q)` is at most the number of
//! ways in which q experiments can be answered when j lies are left, however they are chosen:
//!
//!   volume(j, 0) = 1,   volume(j, q) = volume(j, q − 1) + (b − 1) · volume(j − 1, q − 1),   volume(−1, q) = 0.
//!
//! *Lemma.* If a belief can be settled by q experiments, the sum of `volume(lies left, q)` over its codes is at most room(q).
//! Where all codes are to be told apart, room(q) = b^q. *Proof.* For q = 0 one code is left. An experiment with m ≤ b outcomes
//! gives each code the cell of the truth and m − 1 others with one lie less; each cell is settled by q − 1, so with
//! A = Σ volume(j, q − 1) and C = Σ volume(j − 1, q − 1) we have A + (m − 1) C ≤ m · room(q − 1). As C ≤ A, also
//! C ≤ room(q − 1), so A + (b − 1) C ≤ b · room(q − 1). ∎ Where plays end with a final outcome, that leaves one code, so of a
//! belief at most h codes end with each experiment and hold at most h · volume(lies, q); the others are as before:
//! room(1) = h with volume(j, 1) = 1, and room(q) = b · room(q − 1) + h · volume(lies, q).
//!
//! Where codes need not be told apart, the secret moves or any number of answers may be wrong, nothing is counted and the bound is 1.

use crate::base::convert::{ToIndex, ToU32};
use crate::base::ids::HiddenId;
use crate::game::program::Ending;
use crate::unseen::beliefs::{BeliefWorld, Inquiry};

/// More experiments are not counted for.
const MOST: u32 = 1000;

/// The volumes of a game.
pub(super) struct Volumes {
    lies: u32,
    outcomes: u128,
    finals: u128,
    hits: bool,
    counts: bool,
    /// By experiments left and lies left.
    volumes: Vec<Vec<u128>>,
    rooms: Vec<u128>,
}

impl Volumes {
    pub fn new(world: &BeliefWorld<'_>) -> Volumes {
        let hits = world.engine.program.ending == Ending::Hit;
        let most = |count: fn(&Inquiry) -> u32| world.questions.iter().map(count).max().unwrap_or(0);
        let one = vec![1; world.lies.index() + 1];
        Volumes {
            lies: world.lies,
            outcomes: u128::from(if hits { most(|of| of.plain) } else { most(|of| of.outcomes.len().to_u32()) }),
            finals: u128::from(most(|of| of.outcomes.len().to_u32() - of.plain)),
            hits,
            counts: !world.moves() && !world.is_endless() && (hits || world.tells_all_apart()),
            volumes: vec![one],
            rooms: vec![u128::from(!hits)],
        }
    }

    fn grow(&mut self, experiments: u32) {
        while self.rooms.len() <= experiments.index() {
            let q = self.rooms.len();
            let before = &self.volumes[q - 1];
            let next: Vec<u128> = match self.hits && q == 1 {
                true => before.clone(),
                false => (0..before.len())
                    .map(|j| {
                        let lied = if j == 0 { 0 } else { before[j - 1] };
                        before[j].saturating_add(lied.saturating_mul(self.outcomes.saturating_sub(1)))
                    })
                    .collect(),
            };
            let room = self.rooms[q - 1].saturating_mul(self.outcomes);
            let hit = if self.hits { self.finals.saturating_mul(next[self.lies.index()]) } else { 0 };
            self.rooms.push(room.saturating_add(hit));
            self.volumes.push(next);
        }
    }

    /// For each number of lies left the volume when so many experiments are, and the room; `None` where nothing is counted.
    pub fn at(&mut self, experiments: u32) -> Option<(&[u128], u128)> {
        if !self.counts || experiments > MOST {
            return None;
        }
        self.grow(experiments);
        Some((&self.volumes[experiments.index()], self.rooms[experiments.index()]))
    }

    /// The least number of experiments that may settle a belief that is not settled.
    pub fn bound(&mut self, world: &BeliefWorld<'_>, belief: &[HiddenId]) -> u32 {
        let mut left = vec![0u128; self.lies.index() + 1];
        belief.iter().for_each(|&hidden| left[world.lies_left(hidden).index()] += 1);
        for q in 1..MOST {
            let Some((volumes, room)) = self.at(q) else { return 1 };
            let sum = left
                .iter()
                .zip(volumes)
                .fold(0u128, |sum, (&count, &each)| sum.saturating_add(count.saturating_mul(each)));
            if sum <= room {
                return q;
            }
        }
        MOST
    }
}

/// What the outcomes of an experiment leave of a belief, in volumes of so many lies left; 0 for final outcomes.
pub(super) fn of_cells(
    world: &BeliefWorld<'_>,
    question: &Inquiry,
    belief: &[HiddenId],
    volumes: &[u128],
) -> Vec<u128> {
    let mut cells = vec![0u128; question.outcomes.len()];
    let (mut lied, mut all_lied) = (cells.clone(), 0u128);
    for (&hidden, label) in belief.iter().zip(world.labels(question, belief)) {
        let (place, left) = (usize::from(label), world.lies_left(hidden).index());
        if question.outcomes[place].1 {
            continue;
        }
        cells[place] = cells[place].saturating_add(volumes[left]);
        if left > 0 {
            lied[place] = lied[place].saturating_add(volumes[left - 1]);
            all_lied = all_lied.saturating_add(volumes[left - 1]);
        }
    }
    for (place, cell) in cells.iter_mut().enumerate().filter(|(place, _)| !question.outcomes[*place].1) {
        *cell = cell.saturating_add(all_lied.saturating_sub(lied[place]));
    }
    cells
}

//! What experiments leave of one belief, counted for one experiment after the other.
//!
//! A one-step strategy looks at all of them, so this takes most of its time: numbers are short where they fit, and outcomes
//! that only liars give are looked at together.

use crate::base::convert::{ToIndex, ToU64};
use crate::base::ids::{CodeId, HiddenId};
use crate::unseen::beliefs::{BeliefWorld, Inquiry};
use crate::unseen::volumes::of_cells;

/// The sum of the sizes of the cells of an experiment, about.
const SIZE: f64 = 262_144.0;
/// Sums below this are counted in short numbers.
const SHORT: u128 = 1 << 62;

#[derive(Default)]
pub(super) struct CellCounts {
    /// For each code of the belief the volume that it has, and that it has after a lie.
    members: Vec<(CodeId, u64, u64)>,
    /// Whether all sums fit into such numbers.
    is_short: bool,
    /// For each outcome of the experiment how many codes give it in truth, and their volumes as above.
    cells: Vec<(u32, u64, u64)>,
    /// Those that some code gives.
    met: Vec<u16>,
}

impl CellCounts {
    /// Begins with a belief, with the volume for each number of lies left.
    pub fn begin(&mut self, world: &BeliefWorld<'_>, belief: &[HiddenId], volumes: &[u128]) {
        let most = volumes.iter().max().copied().unwrap_or(1);
        let outcomes = world.questions.iter().map(|of| of.outcomes.len()).max().unwrap_or(1);
        let sum = most.checked_mul((belief.len() * (outcomes + 1)).to_u64().into());
        self.is_short = sum.is_some_and(|sum| sum < SHORT);
        let short = |volume: u128| if self.is_short { volume as u64 } else { 0 };
        let member = |&hidden: &HiddenId| {
            let left = world.lies_left(hidden).index();
            let lied = if left > 0 { short(volumes[left - 1]) } else { 0 };
            (world.code(hidden), short(volumes[left]), lied)
        };
        self.members.clear();
        self.members.extend(belief.iter().map(member));
    }

    /// Counts by the outcomes of an experiment.
    pub fn count(&mut self, question: &Inquiry) {
        self.cells.clear();
        self.cells.resize(question.outcomes.len(), (0, 0, 0));
        self.met.clear();
        for &(code, volume, lied) in &self.members {
            let label = question.labels[code];
            let cell = &mut self.cells[usize::from(label)];
            if cell.0 == 0 {
                self.met.push(label);
            }
            cell.0 += 1;
            cell.1 += volume;
            cell.2 += lied;
        }
    }

    fn is_final(question: &Inquiry, label: u16) -> bool {
        question.outcomes[usize::from(label)].1
    }

    /// As `BeliefWorld::can_be_final`.
    pub fn can_be_final(&self, question: &Inquiry) -> bool {
        self.met.iter().any(|&label| CellCounts::is_final(question, label))
    }

    /// The codes for which the experiment is final.
    pub fn hits(&self, question: &Inquiry) -> u32 {
        let finals = self.met.iter().filter(|&&label| CellCounts::is_final(question, label));
        finals.map(|&label| self.cells[usize::from(label)].0).sum()
    }

    /// As `BeliefWorld::tells`, where no answer is drawn and nothing moves.
    pub fn tells(&self, question: &Inquiry) -> bool {
        self.met.len() > 1 || CellCounts::is_final(question, self.met[0])
    }

    /// The sizes of the cells that may be left, in parts of their sum: the number of codes of final outcomes, and how many answers the
    /// codes of the others can still give, as `of_cells` says.
    pub fn sizes(
        &self,
        world: &BeliefWorld<'_>,
        question: &Inquiry,
        belief: &[HiddenId],
        volumes: &[u128],
        sizes: &mut Vec<u32>,
    ) {
        if !self.is_short {
            let mut cells = of_cells(world, question, belief, volumes);
            for (cell, counted) in cells
                .iter_mut()
                .zip(&self.cells)
                .zip(&question.outcomes)
                .filter_map(|(pair, of)| of.1.then_some(pair))
            {
                *cell = counted.0.into();
            }
            return in_parts(&cells, sizes);
        }
        let plain = |label: &&u16| !CellCounts::is_final(question, **label);
        let all_lied: u64 = self.met.iter().filter(plain).map(|&label| self.cells[usize::from(label)].2).sum();
        // each code that may lie counts once for each outcome but its own
        let own: u64 = self.met.iter().filter(plain).map(|&label| self.cells[usize::from(label)].1).sum();
        let sum = own
            + all_lied * u64::from(question.plain - u32::from(question.plain > 0))
            + u64::from(self.hits(question));
        let part = |size: u64| ((size as f64 / sum as f64 * SIZE) as u32).max(1);
        let lied = part(all_lied);
        for (cell, outcome) in self.cells.iter().zip(&question.outcomes) {
            match (outcome.1, cell.0) {
                (true, 0) => {}
                (true, codes) => sizes.push(part(codes.into())),
                (false, 0) if all_lied == 0 => {}
                (false, 0) => sizes.push(lied),
                (false, _) => sizes.push(part(cell.1 + (all_lied - cell.2))),
            }
        }
    }
}

/// Numbers in parts of their sum, those that are nothing left out.
pub(super) fn in_parts(numbers: &[u128], parts: &mut Vec<u32>) {
    let sum = numbers.iter().fold(0u128, |sum, &number| sum.saturating_add(number));
    let part = |&number: &u128| ((number as f64 / sum as f64 * SIZE) as u32).max(1);
    parts.extend(numbers.iter().filter(|&&number| number > 0).map(part));
}

/// A chance as such a part.
pub(super) fn part_of_chance(share: f64) -> u32 {
    ((share * SIZE) as u32).max(1)
}

//! What experiments leave of one belief, counted for some experiments at once.
//!
//! A one-step strategy looks at all of them, so this takes most of its time. Beliefs have few codes and games many experiments:
//! what all experiments answer to one code lies together, and as many are counted at once as have cells that stay near the
//! processor. Numbers are short where they fit, and outcomes that only liars give are looked at together.

use std::ops::Range;

use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::ids::{CodeId, HiddenId};
use crate::unseen::beliefs::BeliefWorld;
use crate::unseen::volumes::of_cells;

/// The sum of the sizes of the cells of an experiment, about.
const SIZE: f64 = 262_144.0;
/// Sums below this are counted in short numbers.
const SHORT: u128 = 1 << 62;
/// Cells that are counted at once, about.
const BATCH: usize = 1 << 10;

/// What codes with the same outcome have together: the volume, and that after a lie. The first is nothing where there is no code.
type Cell = [u64; 2];

pub(super) struct CellCounts {
    /// For each code the place of its outcome in each experiment: `Inquiry::labels` the other way round.
    by_code: Vec<u16>,
    /// For each code the experiments that are final for it.
    finals_by_code: Vec<Vec<u32>>,
    /// For each outcome of each experiment whether it is final.
    is_final: Vec<bool>,
    /// For each experiment where its outcomes begin among those of all.
    begins: Vec<usize>,
    /// Experiments that are counted at once.
    batches: Vec<Range<usize>>,
    /// For each code of the belief what it adds to a cell.
    members: Vec<(CodeId, Cell)>,
    /// That of all of them.
    all: Cell,
    /// Whether all sums fit into such numbers; else codes are counted.
    is_short: bool,
    /// The experiments of which an outcome can be final.
    can_be_final: Vec<bool>,
    /// For each experiment of the batch whether it has two outcomes: then it is not 0.
    differs: Vec<u16>,
    /// For each experiment of the batch, and each of its outcomes, the codes that give it in truth.
    cells: Vec<Cell>,
    /// The batch that was counted.
    counted: Range<usize>,
}

impl CellCounts {
    pub fn new(world: &BeliefWorld<'_>) -> CellCounts {
        let (codes, questions) = (world.codes.len(), world.questions.len());
        let mut counts = CellCounts {
            by_code: vec![0; codes * questions],
            finals_by_code: vec![Vec::new(); codes],
            is_final: Vec::new(),
            begins: Vec::with_capacity(questions),
            batches: Vec::new(),
            members: Vec::new(),
            all: [0, 0],
            is_short: true,
            can_be_final: Vec::new(),
            differs: Vec::new(),
            cells: Vec::new(),
            counted: 0..0,
        };
        let mut batch = 0..0;
        for (number, question) in world.questions.iter().enumerate() {
            for (code, &label) in question.labels.iter().enumerate() {
                counts.by_code[code * questions + number] = label;
                if question.outcomes[usize::from(label)].1 {
                    counts.finals_by_code[code].push(number.to_u32());
                }
            }
            let begin = counts.is_final.len();
            counts.begins.push(begin);
            counts.is_final.extend(question.outcomes.iter().map(|outcome| outcome.1));
            if counts.is_final.len() - counts.begins[batch.start] > BATCH && !batch.is_empty() {
                counts.batches.push(batch);
                batch = number..number;
            }
            batch.end = number + 1;
        }
        counts.begins.push(counts.is_final.len());
        counts.batches.push(batch);
        counts
    }

    /// Bytes of what is the same for all beliefs.
    pub fn bytes(&self) -> u64 {
        let finals = self.finals_by_code.iter().map(|of| size_of_val(&**of)).sum::<usize>();
        (size_of_val(&*self.by_code) + size_of_val(&*self.is_final) + size_of_val(&*self.begins) + finals).to_u64()
    }

    /// Begins with a belief, with the volume for each number of lies left. Returns the batches of experiments.
    pub fn begin(&mut self, world: &BeliefWorld<'_>, belief: &[HiddenId], volumes: &[u128]) -> Vec<Range<usize>> {
        let most = volumes.iter().max().copied().unwrap_or(1);
        let outcomes = world.questions.iter().map(|of| of.outcomes.len()).max().unwrap_or(1);
        let sum = most.checked_mul((belief.len() * (outcomes + 1)).to_u64().into());
        self.is_short = sum.is_some_and(|sum| sum < SHORT);
        let short = |volume: u128| if self.is_short { volume as u64 } else { 1 };
        let member = |&hidden: &HiddenId| {
            let left = world.lies_left(hidden).index();
            let lied = if left > 0 { short(volumes[left - 1]) } else { 0 };
            (world.code(hidden), [short(volumes[left]), lied])
        };
        self.members.clear();
        self.members.extend(belief.iter().map(member));
        self.all = self.members.iter().fold([0, 0], |all, (_, cell)| [all[0] + cell[0], all[1] + cell[1]]);
        self.can_be_final.clear();
        self.can_be_final.resize(world.questions.len(), false);
        let finals = self.members.iter().flat_map(|(code, _)| &self.finals_by_code[code.index()]);
        finals.for_each(|&number| self.can_be_final[number.index()] = true);
        self.batches.clone()
    }

    /// Counts by the outcomes of a batch of experiments.
    pub fn count(&mut self, batch: Range<usize>) {
        let questions = self.can_be_final.len();
        let first = self.begins[batch.start];
        self.cells.clear();
        self.cells.resize(self.begins[batch.end] - first, [0, 0]);
        self.differs.clear();
        self.differs.resize(batch.len(), 0);
        let labels = |code: CodeId| {
            let row = code.index() * questions;
            &self.by_code[row + batch.start..row + batch.end]
        };
        let of_first = self.members.first().map_or(&[][..], |(code, _)| labels(*code));
        for &(code, [volume, lied]) in &self.members {
            for ((differs, &label), &other) in self.differs.iter_mut().zip(labels(code)).zip(of_first) {
                *differs |= label ^ other;
            }
            for (&begin, &label) in self.begins[batch.clone()].iter().zip(labels(code)) {
                let cell = &mut self.cells[begin - first + usize::from(label)];
                cell[0] += volume;
                cell[1] += lied;
            }
        }
        self.counted = batch;
    }

    /// As `BeliefWorld::can_be_final`.
    pub fn can_be_final(&self, number: usize) -> bool {
        self.can_be_final[number]
    }

    /// As `BeliefWorld::tells` of an experiment of the batch, where no answer is drawn and nothing moves.
    pub fn tells(&self, number: usize) -> bool {
        self.differs[number - self.counted.start] != 0 || self.can_be_final[number]
    }

    /// The sizes of the cells that an experiment of the batch may leave, in parts of their sum: the number of codes of final outcomes,
    /// `hits` together, and how many answers the codes of the others can still give, as `of_cells` says.
    pub fn sizes(
        &self,
        world: &BeliefWorld<'_>,
        number: usize,
        (belief, volumes): (&[HiddenId], &[u128]),
        hits: u32,
        sizes: &mut Vec<u32>,
    ) {
        let question = &world.questions[number];
        let codes = |place: usize| {
            let given = world.labels(question, belief).filter(|&label| usize::from(label) == place);
            given.count().to_u64()
        };
        if !self.is_short {
            let mut cells = of_cells(world, question, belief, volumes);
            for (place, cell) in cells.iter_mut().enumerate() {
                if question.outcomes[place].1 {
                    *cell = codes(place).into();
                }
            }
            return in_parts(&cells, sizes);
        }
        let (begin, end) = (self.begins[number], self.begins[number + 1]);
        let first = self.begins[self.counted.start];
        let outcomes = || self.cells[begin - first..end - first].iter().zip(&self.is_final[begin..end]);
        let mut all = self.all;
        if hits > 0 {
            let finals = outcomes().filter(|(_, &is_final)| is_final);
            finals.for_each(|(cell, _)| all = [all[0] - cell[0], all[1] - cell[1]]);
        }
        // each code that may lie counts once for each outcome but its own
        let [own, all_lied] = all;
        let others = u64::from(question.plain.saturating_sub(1));
        let sum = (own + all_lied * others + u64::from(hits)) as f64;
        let part = |size: u64| ((size as f64 / sum * SIZE) as u32).max(1);
        let lied = part(all_lied);
        for (place, (cell, &is_final)) in outcomes().enumerate() {
            match (is_final, cell[0]) {
                (true, 0) => {}
                (true, _) => sizes.push(part(codes(place))),
                (false, 0) if all_lied == 0 => {}
                (false, 0) => sizes.push(lied),
                (false, _) => sizes.push(part(cell[0] + (all_lied - cell[1]))),
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

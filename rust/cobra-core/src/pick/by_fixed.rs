//! Scores by fixed variables: how many propositions have one value in all codes that remain.
//!
//! For each outcome the conjunction and the disjunction of its codes' rows are gathered; a variable is fixed when they
//! agree on it.

use crate::base::convert::{ToIndex, ToU32};
use crate::base::ids::{CodeId, OutcomeId};
use crate::evaluate::{Score, NO_INFORMATION};
use crate::list::codes::Codes;
use crate::pick::strategy::Strategy;

/// Buffers of one thread.
#[derive(Default)]
pub(crate) struct Buffers {
    /// The rows of the state's codes, one after the other.
    rows: Vec<u64>,
    /// For each outcome the number of those met up to it, 0 if it was not met.
    places: Vec<u32>,
    /// For each outcome met the number of its codes, and the conjunction and disjunction of their rows: there may be
    /// millions of outcomes, few of them of one experiment.
    sizes: Vec<u32>,
    all: Vec<u64>,
    any: Vec<u64>,
    /// Outcomes met.
    met: Vec<OutcomeId>,
}

impl Buffers {
    /// Gathers the rows of a state; before its experiments are scored.
    pub fn load(&mut self, codes: &Codes, state: &[CodeId]) {
        self.rows.clear();
        state.iter().for_each(|&code| self.rows.extend_from_slice(codes.rows.row(code.index())));
    }

    /// The score of an experiment with this outcome, below `outcomes`, for each code of the loaded state; smaller is
    /// better.
    pub fn score(&mut self, strategy: &Strategy, codes: &Codes, outcomes: usize, numbers: &[OutcomeId]) -> Score {
        let mut best = if *strategy == Strategy::MinFixed { Score::MIN } else { 0 };
        self.cells(codes, outcomes, numbers, |_, size, fixed| match strategy {
            Strategy::MinFixed => best = best.max(-Score::from(fixed)),
            _ => best -= Score::from(fixed) * Score::from(size),
        });
        if self.met.len() < 2 {
            NO_INFORMATION
        } else {
            best
        }
    }

    /// Hands over each outcome that occurs, with its number of codes and of fixed variables; arguments as of `score`.
    pub fn cells(
        &mut self,
        codes: &Codes,
        outcomes: usize,
        numbers: &[OutcomeId],
        mut each: impl FnMut(OutcomeId, u32, u32),
    ) {
        let words = codes.rows.words;
        if self.places.len() < outcomes {
            self.places.resize(outcomes, 0);
        }
        match words {
            1 => self.gather::<1>(1, numbers),
            2 => self.gather::<2>(2, numbers),
            _ => self.gather::<0>(words, numbers),
        }
        for (place, &outcome) in self.met.iter().enumerate() {
            let [all, any] = [&self.all, &self.any].map(|rows| &rows[place * words..][..words]);
            each(outcome, self.sizes[place], codes.count_fixed(all, any));
            self.places[outcome] = 0;
        }
    }

    /// The outcomes of the experiment scored last.
    pub fn met(&self) -> impl Iterator<Item = OutcomeId> + '_ {
        self.met.iter().copied()
    }

    /// Fills the cells. `WORDS`: words of a row known to the compiler, or 0.
    fn gather<const WORDS: usize>(&mut self, words: usize, numbers: &[OutcomeId]) {
        let words = if WORDS > 0 { WORDS } else { words };
        let Buffers { rows, places, sizes, all, any, met } = self;
        met.clear();
        sizes.clear();
        all.clear();
        any.clear();
        for (&outcome, row) in numbers.iter().zip(rows.chunks_exact(words)) {
            let place = &mut places[outcome];
            if *place == 0 {
                met.push(outcome);
                *place = met.len().to_u32();
                sizes.push(1);
                all.extend_from_slice(row);
                any.extend_from_slice(row);
                continue;
            }
            let place = place.index() - 1;
            sizes[place] += 1;
            for (word, &bits) in row.iter().enumerate() {
                all[place * words + word] &= bits;
                any[place * words + word] |= bits;
            }
        }
    }
}

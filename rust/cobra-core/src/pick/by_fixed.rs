//! Scores by fixed variables: how many propositions have one value in all codes that remain.
//!
//! For each outcome the conjunction and the disjunction of its codes' rows are gathered; a variable is fixed when they
//! agree on it.

use crate::base::convert::ToIndex;
use crate::base::limits::Control;
use crate::evaluate::{Best, Evaluator, Gathered, Prepared, Query, Score, Scratch, NO_INFORMATION};
use crate::list::codes::Codes;
use crate::outcomes::words::Words;
use crate::pick::strategy::Strategy;

/// Buffers of one thread.
#[derive(Default)]
pub(crate) struct Buffers {
    numbers: Vec<u32>,
    /// The rows of the state's codes, one after the other.
    rows: Vec<u64>,
    /// For each outcome the number of its codes, and the conjunction and disjunction of their rows.
    sizes: Vec<u32>,
    all: Vec<u64>,
    any: Vec<u64>,
    /// Outcomes met.
    met: Vec<u32>,
}

impl Buffers {
    /// Gathers the rows of a state; before its experiments are scored.
    pub fn load(&mut self, codes: &Codes, state: &[u32]) {
        self.rows.clear();
        state.iter().for_each(|&code| self.rows.extend_from_slice(codes.rows.row(code.index())));
    }

    /// The score of an experiment with this outcome, below `outcomes`, for each code of the loaded state; smaller is
    /// better.
    pub fn score(
        &mut self,
        strategy: &Strategy,
        codes: &Codes,
        outcomes: usize,
        numbers: impl Iterator<Item = u32>,
    ) -> Score {
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
        numbers: impl Iterator<Item = u32>,
        mut each: impl FnMut(u32, u32, u32),
    ) {
        let words = codes.rows.words;
        if self.sizes.len() < outcomes || self.all.len() < outcomes * words {
            self.sizes.resize(outcomes, 0);
            self.all.resize(outcomes * words, u64::MAX);
            self.any.resize(outcomes * words, 0);
        }
        match words {
            1 => self.gather::<1>(1, numbers),
            2 => self.gather::<2>(2, numbers),
            _ => self.gather::<0>(words, numbers),
        }
        let Buffers { sizes, all, any, met, .. } = self;
        for &outcome in met.iter() {
            let place = outcome.index();
            let (all, any) = (&mut all[place * words..][..words], &mut any[place * words..][..words]);
            each(outcome, sizes[place], codes.count_fixed(all, any));
            sizes[place] = 0;
            all.fill(u64::MAX);
            any.fill(0);
        }
    }

    /// The outcomes of the experiment scored last.
    pub fn met(&self) -> impl Iterator<Item = u32> + '_ {
        self.met.iter().copied()
    }

    /// Fills the cells. `WORDS`: words of a row known to the compiler, or 0.
    fn gather<const WORDS: usize>(&mut self, words: usize, numbers: impl Iterator<Item = u32>) {
        let words = if WORDS > 0 { WORDS } else { words };
        let Buffers { rows, sizes, all, any, met, .. } = self;
        met.clear();
        for (outcome, row) in numbers.zip(rows.chunks_exact(words)) {
            let place = outcome.index();
            if sizes[place] == 0 {
                met.push(outcome);
            }
            sizes[place] += 1;
            for (word, &bits) in row.iter().enumerate() {
                all[place * words + word] &= bits;
                any[place * words + word] |= bits;
            }
        }
    }
}

/// Where outcomes come from: an evaluator with a list of experiments, and a table of all outcomes if there is one.
#[derive(Clone, Copy)]
pub(crate) struct Answers<'a> {
    pub evaluator: &'a Evaluator,
    pub list: &'a Prepared,
    pub table: Option<&'a Words>,
    /// The codes of the state, where many of its partitions will be asked for and there is no table.
    pub gathered: Option<&'a Gathered>,
    pub codes: &'a Codes,
}

impl Answers<'_> {
    /// What `gathered` should be when many partitions of a state are asked for.
    pub fn gather(&self, state: &[u32]) -> Option<Gathered> {
        self.table.is_none().then(|| self.evaluator.gather(state))
    }

    /// The outcome of an experiment on each code of a state.
    pub fn partition(&self, scratch: &mut Scratch, experiment: usize, state: &[u32], numbers: &mut Vec<u32>) {
        match (self.table, self.gathered) {
            (None, None) => self.evaluator.partition(self.list, scratch, experiment, state, numbers),
            (None, Some(gathered)) => {
                self.evaluator.partition_gathered(self.list, scratch, experiment, state, gathered, numbers);
            }
            (Some(table), _) => {
                let row = table.of(experiment);
                numbers.clear();
                numbers.extend(state.iter().map(|&code| u32::from(row[code.index()])));
            }
        }
    }
}

/// The score of one experiment by fixed variables, smaller is better, and whether it can be final. The state's rows
/// must have been loaded.
pub(crate) fn score(
    strategy: &Strategy,
    answers: Answers<'_>,
    scratch: &mut Scratch,
    buffers: &mut Buffers,
    experiment: usize,
    state: &[u32],
) -> (Score, bool) {
    let Answers { evaluator, codes, .. } = answers;
    let mut numbers = std::mem::take(&mut buffers.numbers);
    answers.partition(scratch, experiment, state, &mut numbers);
    let score = buffers.score(strategy, codes, evaluator.outcomes(), numbers.iter().copied());
    buffers.numbers = numbers;
    (score, buffers.met().any(|outcome| evaluator.is_final(outcome)))
}

/// As `Evaluator::scan`, for the strategies by fixed variables.
pub(crate) fn scan(
    strategy: &Strategy,
    answers: Answers<'_>,
    scratch: &mut Scratch,
    buffers: &mut Buffers,
    state: &[u32],
    query: &Query,
    control: &Control,
) -> Option<Best> {
    buffers.load(answers.codes, state);
    let gathered = answers.gather(state);
    let answers = Answers { gathered: gathered.as_ref(), ..answers };
    let rank = |score: Score, can_be_final: bool| (score, query.prefer_final && !can_be_final);
    let mut limit = query.bound.map(|best| rank(best.score, best.can_be_final));
    let mut found = None;
    for experiment in 0..answers.list.len() {
        if experiment % 64 == 0 && control.poll().is_err() {
            return None;
        }
        let (score, can_be_final) = score(strategy, answers, scratch, buffers, experiment, state);
        if score == NO_INFORMATION || (query.consistent_only && !can_be_final) {
            continue;
        }
        let this = rank(score, can_be_final);
        if limit.is_none_or(|limit| this < limit) {
            limit = Some(this);
            found = Some(Best { score, can_be_final, experiment });
        }
    }
    found
}

//! Outcomes on all codes in words: experiment after experiment, as the evaluator finds them.

use std::sync::{Arc, OnceLock};

use super::table::MOST_PAIRS;
use crate::base::convert::{ToU16, ToU64};
use crate::base::error::Result;
use crate::base::ids::{CodeId, OutcomeId, TypeIndex};
use crate::base::kept::get_or_try;
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::evaluate::{Evaluator, Prepared, Scratch};

/// Bytes of a word.
const WORD: u64 = 2;
/// The outcomes that words can number.
pub(crate) const MOST_OUTCOMES: usize = 1 << u16::BITS;

/// The outcomes of some experiments on all codes, by their numbers in the core.
pub(crate) struct Words {
    codes: usize,
    outcomes: Vec<u16>,
}

impl Words {
    /// A table with room for so many experiments.
    pub fn new(codes: usize, experiments: usize) -> Words {
        Words { codes, outcomes: Vec::with_capacity(codes * experiments) }
    }

    /// Bytes of the outcomes of one experiment.
    pub fn bytes_each(codes: usize) -> u64 {
        WORD * codes.to_u64()
    }

    pub fn bytes(&self) -> u64 {
        WORD * self.outcomes.len().to_u64()
    }

    /// Adds the experiments of a list, which have no more than `MOST_OUTCOMES`.
    pub fn add(&mut self, evaluator: &Evaluator, list: &Prepared, control: &Control) -> Result<()> {
        for_each(evaluator, list, control, |_, outcomes| {
            self.outcomes.extend(outcomes.iter().map(|&outcome| outcome.number().to_u16()));
            Some(())
        })?;
        Ok(())
    }

    /// The outcomes of an experiment, code by code.
    #[inline]
    pub fn of(&self, experiment: usize) -> &[u16] {
        &self.outcomes[experiment * self.codes..][..self.codes]
    }

    #[inline]
    pub fn outcome(&self, experiment: usize, code: CodeId) -> u16 {
        self.outcomes[experiment * self.codes + code.index()]
    }
}

/// Visits the outcomes of one experiment of a list after the other on all codes; `None` when `visit` gave up.
pub(crate) fn for_each(
    evaluator: &Evaluator,
    list: &Prepared,
    control: &Control,
    mut visit: impl FnMut(usize, &[OutcomeId]) -> Option<()>,
) -> Result<Option<()>> {
    let state: Vec<CodeId> = CodeId::first(evaluator.codes()).collect();
    let gathered = evaluator.gather(&state);
    let (mut scratch, mut outcomes) = (Scratch::default(), Vec::new());
    for experiment in 0..list.len() {
        control.poll()?;
        evaluator.partition_gathered(gathered.probe(list, experiment), &mut scratch, &mut outcomes);
        if visit(experiment, &outcomes).is_none() {
            return Ok(None);
        }
    }
    Ok(Some(()))
}

/// For each type the outcomes of its full list, once they were asked for; `None` in it: they are not kept.
struct KnownWords(Vec<OnceLock<Option<Words>>>);

impl Engine {
    /// The outcomes of the full list of a type, if there is one and they do not take too much: for strategies that look at
    /// single codes, experiment after experiment, in many small states.
    pub(crate) fn words(&self, type_index: TypeIndex, control: &Control) -> Result<Option<&Words>> {
        let KnownWords(known) = self.kept.get(|| KnownWords(self.plans.iter().map(|_| OnceLock::new()).collect()));
        Ok(get_or_try(&known[type_index], || self.make_words(type_index, control))?.as_ref())
    }

    fn make_words(&self, type_index: TypeIndex, control: &Control) -> Result<Option<Words>> {
        let (data, codes) = (self.type_data(type_index, control)?, self.codes()?.len());
        let full = self.full(type_index, control)?;
        let fits = |list: &&Arc<Prepared>| {
            let pairs = list.len().to_u64() * codes.to_u64();
            pairs <= MOST_PAIRS && WORD * pairs <= self.list_memory()
        };
        let Some(full) = full.filter(fits).filter(|_| data.evaluator.outcomes() <= MOST_OUTCOMES) else {
            return Ok(None);
        };
        let mut words = Words::new(codes, full.len());
        words.add(&data.evaluator, full, control)?;
        Ok(Some(words))
    }
}

//! The experiment with the least score: all are looked at, until one is met than which none can be better.

use crate::base::convert::{ToIndex, ToU32};
use crate::base::error::Result;
use crate::base::ids::{CodeId, OutcomeId, TypeIndex};
use crate::evaluate::{Criterion, Interest, Prepared, Survey};
use crate::expression::number::Fixed;
use crate::expression::value::{Amount, Memory, StateParts};
use crate::expression::Expression;
use crate::list::codes::Codes;
use crate::pick::by_fixed;
use crate::pick::chooser::{Buffers, Choice, Chooser, Choosing};
use crate::pick::least::{Least, NO_PARTS};
use crate::pick::offered::{Extent, Offered};
use crate::pick::strategy::{Random, Ties};

/// In states of at most so many codes the experiments that hit one of them are looked at first.
const HITS_FIRST: usize = 64;

/// Is offered all experiments of a state, one after the other.
pub(crate) trait Taker<'a> {
    /// Whether it takes an experiment, one of those offered, whose keys and split are in `memory`.
    fn take(&mut self, memory: &Memory, can_be_final: bool, experiment: (&Offered<'a>, usize)) -> bool;

    /// The fewest outcomes of an experiment that could be taken, without and with a final outcome.
    fn fewest(&self, _least: Option<&Least>) -> (usize, usize) {
        (2, 2)
    }

    /// Whether nothing can be taken any more.
    fn is_settled(&self, least: Option<&Least>) -> bool {
        self.fewest(least) == (NO_PARTS, NO_PARTS)
    }
}

/// The best experiment so far.
struct Pick<'a> {
    random: Option<Random>,
    prefers_finals: bool,
    /// How many were equally good.
    equals: u64,
    keys: Vec<Fixed>,
    can_be_final: bool,
    best: Option<(Offered<'a>, usize)>,
}

impl<'a> Taker<'a> for Pick<'a> {
    /// Takes what is better, or at random what is as good.
    fn take(&mut self, memory: &Memory, can_be_final: bool, (from, experiment): (&Offered<'a>, usize)) -> bool {
        if self.best.is_some() {
            let not_final = |can_be_final: bool| self.prefers_finals && !can_be_final;
            match (&memory.keys, not_final(can_be_final)).cmp(&(&self.keys, not_final(self.can_be_final))) {
                std::cmp::Ordering::Less => self.equals = 1,
                std::cmp::Ordering::Greater => return false,
                std::cmp::Ordering::Equal => {
                    let Some(random) = &mut self.random else { return false };
                    self.equals += 1;
                    if random.below(self.equals) > 0 {
                        return false;
                    }
                }
            }
        }
        self.keys.clone_from(&memory.keys);
        self.can_be_final = can_be_final;
        self.best = Some((from.clone(), experiment));
        true
    }

    fn fewest(&self, least: Option<&Least>) -> (usize, usize) {
        let (Some(least), Some(_)) = (least, &self.best) else { return (2, 2) };
        let tie = self.random.is_some();
        let tie_if_final = tie || self.prefers_finals && !self.can_be_final;
        (least.fewest(&self.keys, tie), least.fewest(&self.keys, tie_if_final))
    }
}

impl<'a> Choosing<'a, '_> {
    /// The experiment with the least score.
    pub(crate) fn by_score(&mut self, score: &Expression, seed: u64) -> Result<Option<Choice>> {
        let chooser = self.chooser;
        score.begin(&mut self.buffers.score, chooser.codes, self.state);
        let least = chooser.least(score, self.state.len());
        let mut pick = Pick {
            random: (chooser.options.ties == Ties::Random).then(|| Random::new(seed)),
            prefers_finals: chooser.prefers_finals(),
            equals: 1,
            keys: Vec::new(),
            can_be_final: false,
            best: None,
        };
        self.offer_hits(score, &mut pick)?;
        if !pick.is_settled(least) {
            let extent = if pick.random.is_some() { Extent::Full } else { Extent::Kinds };
            self.for_each_offered(extent, |this, offered| {
                this.look_through(score, offered, &mut pick, least)?;
                Ok(!pick.is_settled(least))
            })?;
        }
        self.finished(pick.best)
    }

    /// Offers experiments to a taker. The score must have begun with the state.
    pub(crate) fn look_through(
        &mut self,
        score: &Expression,
        offered: &Offered<'a>,
        taker: &mut impl Taker<'a>,
        least: Option<&Least>,
    ) -> Result<()> {
        let list = match offered {
            Offered::List(type_index, list) if !score.uses_fixed && !score.uses_weight => (*type_index, &**list),
            _ => return self.look_through_singly(score, offered, taker),
        };
        self.look_through_list(score, (offered, list), taker, least)
    }

    fn look_through_list(
        &mut self,
        score: &Expression,
        (offered, (type_index, list)): (&Offered<'a>, (TypeIndex, &Prepared)),
        taker: &mut impl Taker<'a>,
        least: Option<&Least>,
    ) -> Result<()> {
        let chooser = self.chooser;
        let always_final = chooser.engine.always_final(type_index);
        let total = self.state.len().to_u32();
        let mut wrong = None;
        let evaluator = &chooser.data(type_index)?.evaluator;
        let Buffers { evaluate, score: memory, .. } = &mut *self.buffers;
        let interest = Interest::in_all();
        let narrow = |(any, finals): (usize, usize)| {
            interest.any.set(if always_final { finals } else { any });
            interest.finals.set(finals);
        };
        narrow(taker.fewest(least));
        let survey = Survey::by(Criterion::EntModels, list, self.state, chooser.control.halted());
        evaluator.visit_splits(&survey, evaluate, &interest, &mut |experiment, sizes, hit| {
            memory.parts.sizes.clear();
            memory.parts.sizes.extend_from_slice(sizes);
            memory.parts.hit = Amount { codes: if always_final { total } else { hit }, weight: 0 };
            match chooser.offer(score, memory, (offered, experiment), taker) {
                Ok(false) => true,
                Ok(true) => {
                    narrow(taker.fewest(least));
                    !taker.is_settled(least)
                }
                Err(error) => {
                    wrong = Some(error);
                    false
                }
            }
        });
        chooser.control.poll()?;
        wrong.map_or(Ok(()), Err)
    }

    fn look_through_singly(
        &mut self,
        score: &Expression,
        offered: &Offered<'a>,
        taker: &mut impl Taker<'a>,
    ) -> Result<()> {
        let Choosing { chooser, state, .. } = *self;
        let answers = self.answers(offered, true)?;
        let Buffers { evaluate, fixed, score: memory, outcomes, .. } = &mut *self.buffers;
        if score.uses_fixed {
            fixed.load(chooser.codes, state);
        }
        for experiment in 0..offered.len() {
            if experiment % 64 == 0 {
                chooser.control.poll()?;
            }
            answers.partition(evaluate, experiment, state, outcomes);
            let is_final = |outcome| answers.is_final(experiment, outcome);
            cells(score, fixed, memory, chooser.codes, (state, answers.width()), outcomes, is_final);
            chooser.offer(score, memory, (offered, experiment), taker)?;
        }
        Ok(())
    }

    /// Offers the experiments that hit a code of a small state, where no others can be final and these are preferred:
    /// often one of them is the choice.
    fn offer_hits(&mut self, score: &Expression, pick: &mut Pick<'a>) -> Result<()> {
        let Choosing { chooser, state, .. } = *self;
        let unique = chooser.hits.is_some_and(|hits| hits.unique);
        let sees_more = score.uses_fixed || score.uses_weight;
        if !unique || !pick.prefers_finals || pick.random.is_some() || sees_more || state.len() > HITS_FIRST {
            return Ok(());
        }
        for (type_index, place) in chooser.places_of_hits(state).into_iter().flatten() {
            let Some(list) = chooser.full(type_index)? else { continue };
            let evaluator = &chooser.data(type_index)?.evaluator;
            let Buffers { evaluate, outcomes, score: memory, sizes, .. } = &mut *self.buffers;
            evaluator.partition(list, evaluate, place.index(), state, outcomes);
            sizes.resize(evaluator.outcomes().max(sizes.len()), 0);
            outcomes.iter().for_each(|&outcome| sizes[outcome] += 1);
            let each = outcomes.iter().map(|&outcome| std::mem::take(&mut sizes[outcome])).filter(|&size| size > 0);
            memory.parts.sizes.clear();
            memory.parts.sizes.extend(each);
            memory.parts.hit = Amount { codes: 1, weight: 0 };
            let offered = Offered::List(type_index, list.clone());
            chooser.offer(score, memory, (&offered, place.index()), pick)?;
        }
        Ok(())
    }
}

impl Chooser<'_> {
    /// Offers an experiment whose split is in `memory`; whether it was taken.
    #[inline(always)]
    fn offer<'a>(
        &self,
        score: &Expression,
        memory: &mut Memory,
        experiment: (&Offered<'a>, usize),
        taker: &mut impl Taker<'a>,
    ) -> Result<bool> {
        let StateParts { all, ref sizes, hit, .. } = memory.parts;
        if sizes.len() < 2 || self.options.consistent && hit.codes == 0 {
            return Ok(false);
        }
        score.score(memory, all.codes.index())?;
        Ok(taker.take(memory, hit.codes > 0, experiment))
    }

    /// The least keys that experiments can have in a state of so many codes, if that is known: those of every partition
    /// of their number are computed.
    pub(crate) fn least(&self, score: &Expression, codes: usize) -> Option<&Least> {
        if score.uses_fixed || score.uses_weight || self.table.is_some() {
            return None; // a table is looked through sooner
        }
        let known = self.leasts.of_size.get(codes)?.get_or_init(|| {
            let hits: Vec<u32> = match self.hits {
                _ if !score.uses_hit => vec![0],
                Some(hits) if hits.unique => vec![0, 1],
                _ => return None,
            };
            let mut memory = Memory::default();
            score.begin_with(&mut memory, Amount { codes: codes.to_u32(), weight: 0 });
            let mut of_parts: Vec<Option<Vec<Fixed>>> = vec![None; codes.saturating_sub(1)];
            let mut parts = vec![codes.to_u32()];
            while next_partition(&mut parts) {
                let least = &mut of_parts[parts.len() - 2];
                for &hit in &hits {
                    memory.parts.sizes.clone_from(&parts);
                    memory.parts.hit = Amount { codes: hit, weight: 0 };
                    // where a value does not exist, every experiment has to be looked at
                    score.score(&mut memory, codes).ok()?;
                    if least.as_ref().is_none_or(|least| memory.keys < *least) {
                        *least = Some(memory.keys.clone());
                    }
                }
            }
            Some(Least { of_parts: of_parts.into_iter().collect::<Option<_>>()? })
        });
        known.as_ref()
    }
}

/// The next partition of a number in descending order, from the number itself to ones; false at the end.
fn next_partition(parts: &mut Vec<u32>) -> bool {
    let mut rest = 0;
    while parts.last() == Some(&1) {
        parts.pop();
        rest += 1;
    }
    let Some(part) = parts.pop() else { return false };
    let (part, mut rest) = (part - 1, rest + 1);
    parts.push(part);
    while rest > 0 {
        parts.push(part.min(rest));
        rest -= part.min(rest);
    }
    true
}

/// Puts the split of an experiment into `memory`. `split` is the state, whose rows must have been loaded if the score asks for fixed variables, and a bound on the outcomes, which are those of its codes.
fn cells(
    score: &Expression,
    buffers: &mut by_fixed::Buffers,
    memory: &mut Memory,
    codes: &Codes,
    (state, most): (&[CodeId], usize),
    outcomes: &[OutcomeId],
    is_final: impl Fn(OutcomeId) -> bool,
) {
    let Memory { parts, tally, met, .. } = memory;
    parts.clear();
    tally.resize(tally.len().max(most), Amount::default());
    for (&code, &outcome) in state.iter().zip(outcomes) {
        let cell = &mut tally[outcome];
        if cell.codes == 0 {
            met.push(outcome);
        }
        cell.codes += 1;
        cell.weight += if score.uses_weight { codes.weight(code) } else { 0 };
    }
    if score.uses_fixed {
        buffers.cells(codes, most, outcomes, |_, _, known| parts.fixed.push(known));
        // in the same order: as they are met
    }
    for outcome in met.drain(..) {
        let cell = std::mem::take(&mut tally[outcome]);
        parts.sizes.push(cell.codes);
        if score.uses_weight {
            parts.weights.push(cell.weight);
        }
        if is_final(outcome) {
            parts.hit.codes += cell.codes;
            parts.hit.weight += cell.weight;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::next_partition;

    #[test]
    fn all_partitions_are_visited() {
        let (mut parts, mut count) = (vec![12], 1);
        while next_partition(&mut parts) {
            assert_eq!(parts.iter().sum::<u32>(), 12);
            assert!(parts.is_sorted_by(|a, b| a >= b));
            count += 1;
        }
        assert_eq!(count, 77);
    }
}

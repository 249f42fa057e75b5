//! The experiment with the least score: all are looked at, until one is met than which none can be better.

use std::cell::Cell;
use std::sync::Arc;

use crate::base::convert::{ToIndex, ToU32};
use crate::base::error::{CoreError, Result};
use crate::evaluate::{Best, Interest, Prepared};
use crate::expression::number::{Fault, Fixed};
use crate::expression::value::{Amount, Memory, Split};
use crate::expression::Expression;
use crate::list::codes::Codes;
use crate::outcomes::table::Table;
use crate::pick::by_fixed::{self, Answers};
use crate::pick::chooser::{Buffers, Choice, Chooser, Extent, Found, Offered};
use crate::pick::least::{Least, NO_PARTS};
use crate::pick::strategy::{Random, Ties};

/// In states of at most so many codes the experiments that hit one of them are looked at first.
const HITS_FIRST: usize = 64;

/// Is offered all experiments of a state, one after the other.
pub(crate) trait Taker {
    /// Only experiments with a final outcome still possible are taken.
    fn is_consistent(&self) -> bool;

    /// Whether it takes an experiment, whose keys and split are in `memory`.
    fn take(&mut self, memory: &Memory, can_be_final: bool, experiment: usize) -> bool;

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
struct Pick {
    random: Option<Random>,
    prefers_finals: bool,
    consistent: bool,
    /// How many were equally good.
    equals: u64,
    keys: Vec<Fixed>,
    best: Option<Best>,
}

impl Taker for Pick {
    fn is_consistent(&self) -> bool {
        self.consistent
    }

    /// Takes what is better, or at random what is as good.
    fn take(&mut self, memory: &Memory, can_be_final: bool, experiment: usize) -> bool {
        if let Some(best) = self.best {
            let not_final = |can_be_final: bool| self.prefers_finals && !can_be_final;
            match (&memory.keys, not_final(can_be_final)).cmp(&(&self.keys, not_final(best.can_be_final))) {
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
        self.best = Some(Best { score: 0, can_be_final, experiment });
        true
    }

    fn fewest(&self, least: Option<&Least>) -> (usize, usize) {
        let (Some(least), Some(best)) = (least, self.best) else { return (2, 2) };
        let tie = self.random.is_some();
        let tie_if_final = tie || self.prefers_finals && !best.can_be_final;
        (least.fewest(&self.keys, tie), least.fewest(&self.keys, tie_if_final))
    }
}

pub(crate) fn fault(fault: Fault, codes: usize) -> CoreError {
    CoreError::input(format!("the score has no value where {codes} codes are left: {fault}"))
}

impl<'a> Chooser<'a> {
    fn pick(&self, seed: u64) -> Pick {
        Pick {
            random: (self.options.ties == Ties::Random).then(|| Random::new(seed)),
            prefers_finals: self.prefers_finals(),
            consistent: self.options.consistent,
            equals: 1,
            keys: Vec::new(),
            best: None,
        }
    }

    /// The experiment with the least score.
    pub(crate) fn by_score(
        &self,
        score: &Expression,
        buffers: &mut Buffers,
        state: &[u32],
        seed: u64,
    ) -> Result<Option<Choice>> {
        score.begin(&mut buffers.score, self.codes, state);
        let least = self.least(score, state.len());
        let mut pick = self.pick(seed);
        let mut found = self.offer_hits(score, buffers, state, &mut pick)?;
        if pick.is_settled(least) {
            return found.map(|found| self.finish(buffers, state, found)).transpose();
        }
        let extent = if pick.random.is_some() { Extent::Full } else { Extent::Kinds };
        self.for_each_offered(buffers, state, extent, |buffers, offered| {
            if self.look_through(score, buffers, offered, state, &mut pick, least)? {
                found = pick.best.map(|best| Found { best, from: offered.clone() });
            }
            Ok(!pick.is_settled(least))
        })?;
        found.map(|found| self.finish(buffers, state, found)).transpose()
    }

    /// Offers experiments; whether one was taken. The score must have begun with the state.
    pub(crate) fn look_through(
        &self,
        score: &Expression,
        buffers: &mut Buffers,
        offered: &Offered<'_>,
        state: &[u32],
        taker: &mut impl Taker,
        least: Option<&Least>,
    ) -> Result<bool> {
        match offered {
            Offered::List(type_index, list) => {
                self.look_through_list(score, buffers, (*type_index, list), state, taker, least)
            }
            Offered::Table(table) => self.look_through_table(score, table, buffers, state, taker),
        }
    }

    fn look_through_list(
        &self,
        score: &Expression,
        buffers: &mut Buffers,
        (type_index, list): (usize, &Arc<Prepared>),
        state: &[u32],
        taker: &mut impl Taker,
        least: Option<&Least>,
    ) -> Result<bool> {
        let always_final = self.engine.always_final(type_index);
        let total = state.len().to_u32();
        let (mut taken, mut wrong) = (false, None);
        if score.uses_fixed || score.uses_weight {
            let answers = self.answers(type_index, list)?;
            let gathered = answers.gather(state);
            let answers = Answers { gathered: gathered.as_ref(), ..answers };
            buffers.fixed.load(self.codes, state);
            for experiment in 0..list.len() {
                if experiment % 64 == 0 {
                    self.control.poll()?;
                }
                let Buffers { evaluate, fixed, score: memory, outcomes, .. } = &mut *buffers;
                answers.partition(evaluate, experiment, state, outcomes);
                let evaluator = answers.evaluator;
                let is_final = |outcome| always_final || evaluator.is_final(outcome);
                let numbers = outcomes.iter().copied();
                let split = (state, evaluator.outcomes());
                let hit = cells(score, fixed, memory, self.codes, split, numbers, is_final);
                if offer(score, memory, hit, experiment, taker).map_err(|f| fault(f, state.len()))? {
                    taken = true;
                }
            }
        } else {
            let evaluator = &self.data(type_index)?.evaluator;
            let Buffers { evaluate, score: memory, .. } = buffers;
            let interest = Interest { any: Cell::new(2), finals: Cell::new(2) };
            let narrow = |fewest: (usize, usize)| {
                let (any, finals) = fewest;
                interest.any.set(if always_final { finals } else { any });
                interest.finals.set(finals);
            };
            narrow(taker.fewest(least));
            let halted = self.control.halted();
            evaluator.visit_splits(list, evaluate, state, halted, &interest, &mut |experiment, sizes, hit| {
                memory.sizes.clear();
                memory.sizes.extend_from_slice(sizes);
                let hit = Amount { codes: if always_final { total } else { hit }, weight: 0 };
                match offer(score, memory, hit, experiment, taker) {
                    Ok(false) => true,
                    Ok(true) => {
                        taken = true;
                        narrow(taker.fewest(least));
                        !taker.is_settled(least)
                    }
                    Err(fault) => {
                        wrong = Some(fault);
                        false
                    }
                }
            });
        }
        self.control.poll()?;
        wrong.map_or(Ok(taken), |wrong| Err(fault(wrong, state.len())))
    }

    /// Offers the experiments that hit a code of a small state, where no others can be final and these are preferred:
    /// often one of them is the choice. Returns the best.
    fn offer_hits(
        &self,
        score: &Expression,
        buffers: &mut Buffers,
        state: &[u32],
        pick: &mut Pick,
    ) -> Result<Option<Found<'a>>> {
        let unique = self.hits.is_some_and(|hits| hits.unique);
        let sees_more = score.uses_fixed || score.uses_weight;
        if !unique || !pick.prefers_finals || pick.random.is_some() || sees_more || state.len() > HITS_FIRST {
            return Ok(None);
        }
        let Some(mut order) = state.iter().map(|&code| self.ranks[code.index()]).collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        order.sort_unstable();
        let mut found = None;
        for (type_index, place) in order {
            let data = self.data(type_index)?;
            let context = self.engine.context(type_index, self.control);
            let Some(list) = data.lists.full(context, &data.evaluator)? else { continue };
            let Buffers { evaluate, outcomes, score: memory, sizes, .. } = &mut *buffers;
            data.evaluator.partition(list, evaluate, place.index(), state, outcomes);
            sizes.resize(data.evaluator.outcomes().max(sizes.len()), 0);
            outcomes.iter().for_each(|&outcome| sizes[outcome.index()] += 1);
            memory.sizes.clear();
            memory.sizes.extend(outcomes.iter().map(|&o| std::mem::take(&mut sizes[o.index()])).filter(|&n| n > 0));
            let taken = offer(score, memory, Amount { codes: 1, weight: 0 }, place.index(), pick);
            if taken.map_err(|wrong| fault(wrong, state.len()))? {
                found = pick.best.map(|best| Found { best, from: Offered::List(type_index, list.clone()) });
            }
        }
        Ok(found)
    }

    fn look_through_table(
        &self,
        score: &Expression,
        table: &Table,
        buffers: &mut Buffers,
        state: &[u32],
        taker: &mut impl Taker,
    ) -> Result<bool> {
        let mut taken = false;
        if score.uses_fixed {
            buffers.fixed.load(self.codes, state);
        }
        for experiment in 0..table.experiments.len() {
            let finals = table.finals(experiment);
            let is_final = |outcome: u32| finals[outcome.index()];
            let numbers = state.iter().map(|&code| u32::from(table.outcome(code, experiment)));
            let Buffers { fixed, score: memory, .. } = &mut *buffers;
            let hit = cells(score, fixed, memory, self.codes, (state, table.width), numbers, is_final);
            taken |= offer(score, memory, hit, experiment, taker).map_err(|f| fault(f, state.len()))?;
        }
        Ok(taken)
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
                    memory.sizes.clone_from(&parts);
                    // where a value does not exist, every experiment has to be looked at
                    evaluated(score, &mut memory, Amount { codes: hit, weight: 0 }).ok()?;
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

/// Puts the split of an experiment into `memory`; returns the codes with a final outcome. `split` is the state, whose rows
/// must have been loaded if the score asks for fixed variables, and a bound on the outcomes; `numbers` are those of the codes.
fn cells(
    score: &Expression,
    buffers: &mut by_fixed::Buffers,
    memory: &mut Memory,
    codes: &Codes,
    split: (&[u32], usize),
    numbers: impl Iterator<Item = u32> + Clone,
    is_final: impl Fn(u32) -> bool,
) -> Amount {
    let (state, outcomes) = split;
    let Memory { sizes, fixed, weights, tally, met, .. } = memory;
    [&mut *sizes, fixed].into_iter().for_each(Vec::clear);
    weights.clear();
    tally.resize(tally.len().max(outcomes), Amount::default());
    for (&code, outcome) in state.iter().zip(numbers.clone()) {
        let cell = &mut tally[outcome.index()];
        if cell.codes == 0 {
            met.push(outcome);
        }
        cell.codes += 1;
        cell.weight += if score.uses_weight { codes.weight(code) } else { 0 };
    }
    if score.uses_fixed {
        buffers.cells(codes, outcomes, numbers, |_, _, known| fixed.push(known));
        // in the same order: as they are met
    }
    let mut hit = Amount::default();
    for outcome in met.drain(..) {
        let cell = std::mem::take(&mut tally[outcome.index()]);
        sizes.push(cell.codes);
        if score.uses_weight {
            weights.push(cell.weight);
        }
        if is_final(outcome) {
            hit.codes += cell.codes;
            hit.weight += cell.weight;
        }
    }
    hit
}

/// Computes the keys of the cells in `memory`.
pub(crate) fn evaluated(score: &Expression, memory: &mut Memory, hit: Amount) -> std::result::Result<(), Fault> {
    let (sizes, fixed) = (std::mem::take(&mut memory.sizes), std::mem::take(&mut memory.fixed));
    let weights = std::mem::take(&mut memory.weights);
    let split = Split { all: memory.all, sizes: &sizes, fixed: &fixed, weights: &weights, hit };
    let result = score.score(memory, split);
    (memory.sizes, memory.fixed, memory.weights) = (sizes, fixed, weights);
    result
}

/// Offers an experiment whose split is in `memory`; whether it was taken.
#[inline(always)]
fn offer(
    score: &Expression,
    memory: &mut Memory,
    hit: Amount,
    experiment: usize,
    taker: &mut impl Taker,
) -> std::result::Result<bool, Fault> {
    if memory.sizes.len() < 2 || taker.is_consistent() && hit.codes == 0 {
        return Ok(false);
    }
    evaluated(score, memory, hit)?;
    Ok(taker.take(memory, hit.codes > 0, experiment))
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

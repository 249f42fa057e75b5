//! What is known of each experiment type: its evaluator, its lists, and which outcomes occur.

use std::sync::{Arc, Mutex, OnceLock};

use crate::base::convert::ToU64;
use crate::base::error::{CoreError, Result};
use crate::base::ids::{OutcomeId, TypeIndex};
use crate::base::kept::get_or_try;
use crate::base::limits::Control;
use crate::base::lock::lock;
use crate::base::natural::OutcomeNumber;
use crate::engine::{Engine, LIST_SHARE};
use crate::evaluate::{Evaluator, Isa, Met, Prepared, Scratch};
use crate::experiments::closing::Hits;
use crate::experiments::lists::{affordable, Lists, BLOCK};
use crate::game::program::Component;
use crate::list::enumerate::Enumerator;
use crate::symmetry::kept_outcomes::keeps_outcomes;

/// Pairs of codes and experiments up to which it is worth while to find out which outcomes occur at all.
const LEARN_PAIRS: u64 = 1 << 28;
/// So many bytes are taken for granted: games that need no more are not refused, whatever is allowed.
const GRANTED: u64 = 1 << 20;
/// Codes whose outcomes are found together, between two polls of the control.
pub(crate) const MET_TOGETHER: usize = 1 << 15;

/// What is known of one experiment type.
pub(crate) struct TypeData {
    pub evaluator: Evaluator,
    pub lists: Lists,
}

/// The types of a game, as far as they were asked for.
struct Types {
    data: Vec<OnceLock<TypeData>>,
    /// Held while the data of a type are made, so that threads do not make the same. What was begun and stopped.
    making: Mutex<Vec<Option<Begun>>>,
    /// Evaluators that do not know which outcomes occur.
    plain: Vec<OnceLock<Evaluator>>,
}

/// The data of a type, and the outcomes that occur as far as they were looked for.
struct Begun {
    data: TypeData,
    /// A list of experiments in which every outcome occurs that occurs at all, if there is a short one.
    kinds: Option<Arc<Prepared>>,
    met: Met,
    /// Of the list, so many experiments, or experiments of pieces of all codes, were looked at.
    done: usize,
}

impl Engine {
    fn types(&self) -> &Types {
        self.kept.get(|| Types {
            data: self.plans.iter().map(|_| OnceLock::new()).collect(),
            making: Mutex::new(self.plans.iter().map(|_| None).collect()),
            plain: self.plans.iter().map(|_| OnceLock::new()).collect(),
        })
    }

    /// The evaluator and lists of a type, made at first use.
    pub(crate) fn type_data(&self, type_index: TypeIndex, control: &Control) -> Result<&TypeData> {
        let types = self.types();
        if let Some(known) = types.data[type_index].get() {
            return Ok(known);
        }
        let mut making = lock(&types.making);
        get_or_try(&types.data[type_index], || {
            let mut begun = match making[type_index].take() {
                Some(begun) => begun,
                None => self.begin(type_index, control)?,
            };
            if begun.data.evaluator.numbers_what_occurs() {
                if let Err(error) = self.meet(type_index, &mut begun, control) {
                    if matches!(error, CoreError::Stopped(_)) {
                        making[type_index] = Some(begun); // whoever asks next goes on
                    }
                    return Err(error);
                }
                begun.data.evaluator.know(begun.met, begun.kinds.as_deref());
            }
            Ok(begun.data)
        })
    }

    /// The data of a type, of whose outcomes only those are known that follow from a look at few codes.
    fn begin(&self, type_index: TypeIndex, control: &Control) -> Result<Begun> {
        let mut evaluator = self.evaluator(type_index)?;
        evaluator.keep_cells(2 * self.list_memory()); // a quarter of the memory: nothing else is worth as much time
        let lists = self.lists(type_index);
        let kinds = self.all_kinds(type_index, &lists, &evaluator, control)?;
        match &kinds {
            Some(kinds) if kinds.len().to_u64() * self.codes()?.len().to_u64() <= LEARN_PAIRS => {
                evaluator.learn_legal(kinds, &mut Scratch::default(), control.halted());
                control.poll()?;
            }
            _ => {}
        }
        let met = evaluator.nothing_met(kinds.as_deref());
        Ok(Begun { data: TypeData { evaluator, lists }, kinds, met, done: 0 })
    }

    /// Meets the outcomes that occur, of the experiments listed or of all.
    fn meet(&self, type_index: TypeIndex, begun: &mut Begun, control: &Control) -> Result<()> {
        let Begun { data, kinds, met, done } = begun;
        if let Some(list) = kinds {
            return self.meet_list(&data.evaluator, list, met, done, control);
        }
        let mut walk = Enumerator::new(&self.plans[type_index], None);
        loop {
            let rows = walk.rows(BLOCK, control)?;
            if rows.len() == 0 {
                return Ok(());
            }
            let list = rows.prepare(&data.evaluator);
            self.meet_list(&data.evaluator, &list, met, &mut 0, control)?;
        }
    }

    /// Meets the outcomes of a list of experiments, from where it was stopped.
    fn meet_list(
        &self,
        evaluator: &Evaluator,
        list: &Prepared,
        met: &mut Met,
        done: &mut usize,
        control: &Control,
    ) -> Result<()> {
        let codes = self.codes()?.all();
        let mut scratch = Scratch::default();
        let limit = self.list_memory();
        let first = *done;
        let mut advance = |met: &Met| {
            *done += 1;
            control.poll()?;
            if met.bytes() > limit {
                let (needed, limit) = (LIST_SHARE * met.bytes(), LIST_SHARE * limit);
                return Err(CoreError::Limit { name: "memory", needed, limit });
            }
            Ok(())
        };
        if met.is_composed() {
            return (first..list.len()).try_for_each(|experiment| {
                evaluator.meet_composed(list, &mut scratch, experiment, met);
                advance(met)
            });
        }
        for (piece, state) in codes.chunks(MET_TOGETHER).enumerate().skip(first / list.len().max(1)) {
            let gathered = evaluator.gather(state);
            for experiment in first.saturating_sub(piece * list.len())..list.len() {
                evaluator.meet(gathered.probe(list, experiment), &mut scratch, met);
                advance(met)?;
            }
        }
        Ok(())
    }

    /// A list of experiments in which every outcome occurs that occurs at all, if there is a short one.
    fn all_kinds(
        &self,
        type_index: TypeIndex,
        lists: &Lists,
        evaluator: &Evaluator,
        control: &Control,
    ) -> Result<Option<Arc<Prepared>>> {
        let context = self.context(type_index, control);
        if lists.acts() && self.swaps[type_index].is_empty() {
            let classes = self.first_classes(control)?;
            if keeps_outcomes(&self.program, type_index, &self.symbols, classes) {
                if let Some(rule) = lists.rule(context, classes) {
                    return lists.list(context, evaluator, &rule, affordable(context));
                }
            }
        }
        Ok(lists.full(context, evaluator)?.cloned())
    }

    /// The full list of a type, if there is one.
    pub(crate) fn full(&self, type_index: TypeIndex, control: &Control) -> Result<Option<&Arc<Prepared>>> {
        let data = self.type_data(type_index, control)?;
        data.lists.full(self.context(type_index, control), &data.evaluator)
    }

    /// Bytes of all codes, and of what is kept of each.
    pub(crate) fn code_bytes(&self) -> Result<u64> {
        let (types, hits) = (self.types(), self.known_hits().map_or(0, Hits::bytes));
        let known = types.data.iter().filter_map(OnceLock::get).map(|data| &data.evaluator);
        let evaluators = known.chain(types.plain.iter().filter_map(OnceLock::get));
        Ok(self.codes()?.bytes() + evaluators.map(Evaluator::bytes).sum::<u64>() + hits)
    }

    /// An evaluator of a type; `CoreError::Limit` where it takes more memory than there is beside the codes and others.
    fn evaluator(&self, type_index: TypeIndex) -> Result<Evaluator> {
        let (codes, taken) = (self.codes()?, self.code_bytes()?);
        let limit = self.memory.get().copied().unwrap_or(u64::MAX);
        let room = limit.max(GRANTED).saturating_sub(taken);
        let made = Evaluator::within(room, self.program.clone(), type_index, codes.table.clone(), Isa::detect());
        made.map_err(|error| match error {
            CoreError::Limit { name, needed, .. } => CoreError::Limit { name, needed: taken + needed, limit },
            error => error,
        })
    }

    /// An evaluator that does not know which outcomes occur, made at first use: nothing has to be listed for it.
    pub(crate) fn plain_evaluator(&self, type_index: TypeIndex) -> Result<&Evaluator> {
        get_or_try(&self.types().plain[type_index], || self.evaluator(type_index))
    }

    /// An evaluator whose outcomes have their numbers in the core; nothing is listed for it where these are those of the
    /// answer.
    pub(crate) fn numbering_evaluator(&self, type_index: TypeIndex, control: &Control) -> Result<&Evaluator> {
        match self.plain_evaluator(type_index)? {
            plain if plain.numbers_what_occurs() => Ok(&self.type_data(type_index, control)?.evaluator),
            plain => Ok(plain),
        }
    }

    /// What a number of an outcome in the core stands for.
    pub(crate) fn number(&self, type_index: TypeIndex, outcome: OutcomeId) -> OutcomeNumber {
        match self.types().data[type_index].get() {
            Some(data) => data.evaluator.number(outcome),
            None => outcome.into(),
        }
    }

    /// The digits of an outcome.
    pub(crate) fn digits(&self, type_index: TypeIndex, outcome: OutcomeId) -> Vec<u64> {
        self.number(type_index, outcome).digits(&self.program.types[type_index].answer.sizes())
    }

    /// Whether an outcome of a type is final.
    pub(crate) fn is_final(&self, type_index: TypeIndex, outcome: OutcomeId) -> bool {
        let answer = &self.program.types[type_index].answer;
        match (answer.final_component, answer.outcomes()) {
            (None, _) => self.always_final(type_index),
            (Some(last), Some(_)) => {
                let below: u64 = answer.components[last + 1..].iter().map(Component::size).product();
                u64::from(outcome.number()) / below.max(1) % 2 == 1
            }
            (Some(_), None) => {
                self.types().data[type_index].get().is_some_and(|data| data.evaluator.is_final(outcome))
            }
        }
    }

    /// For each of so many outcomes of a type whether it is final.
    pub(crate) fn finals(&self, type_index: TypeIndex, outcomes: usize) -> Vec<bool> {
        OutcomeId::first(outcomes).map(|outcome| self.is_final(type_index, outcome)).collect()
    }

    /// Bytes held by lists of orbits, and a way to free them.
    pub(crate) fn list_bytes(&self) -> u64 {
        self.types().data.iter().filter_map(OnceLock::get).map(|data| data.lists.bytes()).sum()
    }

    pub(crate) fn clear_lists(&self) {
        self.types().data.iter().filter_map(OnceLock::get).for_each(|data| data.lists.clear());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::mastermind;
    use crate::game::program::{Ending, Lin};

    /// Mastermind that answers for each peg apart, in so many ways that outcomes have numbers only where they occur.
    fn engine() -> Engine {
        let mut program = mastermind(5, 4, false, false, Ending::Identify);
        let answer = &mut program.types[0].answer;
        let Component::Sum(Lin { terms, .. }) = answer.components[0].clone() else { unreachable!() };
        let peg = |&(_, lit)| Component::Sum(Lin { constant: 0, terms: vec![(20, lit)] });
        answer.components = terms.iter().map(peg).collect();
        let engine = Engine::new(program, vec![Vec::new()], None).unwrap();
        engine.enumerate(1 << 20, 1 << 28, &Control::new(None)).unwrap();
        engine
    }

    #[test]
    fn outcomes_are_looked_for_from_where_it_was_stopped() {
        let (live, stopped) = (Control::new(None), Control::new(None));
        stopped.stop();
        let engine = engine();
        let begun = engine.begin(TypeIndex::new(0), &live).unwrap();
        let experiments = begun.kinds.as_ref().unwrap().len();
        assert!(begun.met.is_composed() && experiments > 3);
        lock(&engine.types().making)[0] = Some(begun);
        for _ in 0..experiments {
            assert!(matches!(engine.type_data(TypeIndex::new(0), &stopped), Err(CoreError::Stopped(_))));
        }
        let data = engine.type_data(TypeIndex::new(0), &stopped).unwrap();
        assert_eq!(data.evaluator.outcomes(), 32);
        let fresh = self::engine();
        let outcomes = |engine: &Engine| -> Vec<OutcomeNumber> {
            OutcomeId::first(engine.type_data(TypeIndex::new(0), &live).unwrap().evaluator.outcomes())
                .map(|o| engine.number(TypeIndex::new(0), o))
                .collect()
        };
        assert_eq!(outcomes(&engine), outcomes(&fresh));
    }

    #[test]
    fn an_evaluator_for_which_there_is_no_room_beside_the_codes_is_refused() {
        let engine = |memory| {
            let program = mastermind(6, 7, false, true, Ending::Hit);
            let engine = Engine::new(program, vec![Vec::new()], None).unwrap();
            engine.enumerate(1 << 20, memory, &Control::new(None)).unwrap();
            engine
        };
        let evaluate = |engine: &Engine| engine.plain_evaluator(TypeIndex::new(0)).map(drop);
        let roomy = engine(1 << 28);
        let codes = roomy.code_bytes().unwrap();
        evaluate(&roomy).unwrap();
        let all = roomy.code_bytes().unwrap();
        let (number, logarithms) = (7_u64.pow(6), (1 << 16) + 1);
        assert_eq!(all - codes, 16 * number + 8 * logarithms); // and two words of leaves for each code
        let refusal = |made: Result<()>| match made {
            Err(CoreError::Limit { name: "memory", needed, limit }) => Some((needed, limit)),
            _ => None,
        };
        assert_eq!(refusal(evaluate(&engine(all - 1))), Some((all, all - 1)));
        let tight = engine(all);
        for _ in 0..3 {
            tight.evaluator(TypeIndex::new(0)).unwrap(); // what is not kept takes nothing
        }
        evaluate(&tight).unwrap();
        let other = |engine: &Engine| engine.type_data(TypeIndex::new(0), &Control::new(None)).map(drop);
        assert_eq!(refusal(other(&tight)), Some((2 * all - codes, all)));
    }
}

//! What is known of each experiment type: its evaluator, its lists, and which outcomes occur.

use std::sync::{Arc, Mutex, OnceLock};

use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::kept::get_or_try;
use crate::base::limits::Control;
use crate::base::lock::lock;
use crate::base::natural::OutcomeNumber;
use crate::engine::{Engine, LIST_SHARE};
use crate::evaluate::{Evaluator, Isa, Met, Prepared, Scratch};
use crate::experiments::lists::{affordable, evaluator_error, Lists, BLOCK};
use crate::game::program::Component;
use crate::list::enumerate::Enumerator;
use crate::list::rows::Rows;
use crate::symmetry::kept_outcomes::keeps_outcomes;

/// Pairs of codes and experiments up to which it is worth while to find out which outcomes occur at all.
const LEARN_PAIRS: u64 = 1 << 28;
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
    /// Held while the data of a type are made, so that threads do not make the same.
    making: Mutex<()>,
    /// Evaluators that do not know which outcomes occur.
    plain: Vec<OnceLock<Evaluator>>,
}

impl Engine {
    fn types(&self) -> &Types {
        self.kept.get(|| Types {
            data: self.plans.iter().map(|_| OnceLock::new()).collect(),
            making: Mutex::new(()),
            plain: self.plans.iter().map(|_| OnceLock::new()).collect(),
        })
    }

    /// The evaluator and lists of a type, made at first use.
    pub(crate) fn type_data(&self, type_index: usize, control: &Control) -> Result<&TypeData> {
        let types = self.types();
        if let Some(known) = types.data[type_index].get() {
            return Ok(known);
        }
        let _alone = lock(&types.making);
        get_or_try(&types.data[type_index], || {
            let mut evaluator = self.evaluator(type_index)?;
            evaluator.keep_cells(self.list_memory());
            let lists = self.lists(type_index);
            let all = self.all_kinds(type_index, &lists, &evaluator, control)?;
            if evaluator.numbers_what_occurs() {
                let met = self.occurring(type_index, &evaluator, all.as_deref(), control)?;
                evaluator.know(met, all.as_deref());
            } else if let Some(all) = all {
                if all.len().to_u64() * self.codes()?.len().to_u64() <= LEARN_PAIRS {
                    evaluator.learn_legal(&all, &mut Scratch::default(), control.halted());
                    control.poll()?;
                }
            }
            Ok(TypeData { evaluator, lists })
        })
    }

    /// The outcomes that occur, of the experiments listed or of all.
    fn occurring(
        &self,
        type_index: usize,
        evaluator: &Evaluator,
        listed: Option<&Prepared>,
        control: &Control,
    ) -> Result<Met> {
        let (mut met, mut scratch) = (evaluator.nothing_met(listed), Scratch::default());
        let codes: Vec<u32> = (0..self.codes()?.len().to_u32()).collect();
        let memory = self.list_memory();
        let mut meet = |list: &Prepared| {
            for state in codes.chunks(MET_TOGETHER) {
                let gathered = evaluator.gather(state);
                for experiment in 0..list.len() {
                    control.poll()?;
                    evaluator.meet(list, &mut scratch, experiment, state, &gathered, &mut met);
                    if met.bytes() > memory {
                        return Err(CoreError::Limit {
                            name: "memory",
                            needed: LIST_SHARE * met.bytes(),
                            limit: LIST_SHARE * memory,
                        });
                    }
                }
            }
            Ok(())
        };
        if let Some(list) = listed {
            meet(list)?;
            return Ok(met);
        }
        let plan = &self.plans[type_index];
        let mut walk = Enumerator::new(plan, None);
        loop {
            let mut rows = Rows { words: plan.words, data: Vec::new() };
            while rows.len() < BLOCK && walk.advance(control)? {
                rows.data.extend_from_slice(walk.row());
            }
            if rows.len() == 0 {
                return Ok(met);
            }
            meet(&evaluator.prepare(Arc::new(rows.table(plan.space.propositions.index()))))?;
        }
    }

    /// A list of experiments in which every outcome occurs that occurs at all, if there is a short one.
    fn all_kinds(
        &self,
        type_index: usize,
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

    fn evaluator(&self, type_index: usize) -> Result<Evaluator> {
        let table = self.codes()?.table.clone();
        Evaluator::new(self.program.clone(), type_index, table, Isa::detect()).map_err(evaluator_error)
    }

    /// An evaluator that does not know which outcomes occur, made at first use: nothing has to be listed for it.
    pub(crate) fn plain_evaluator(&self, type_index: usize) -> Result<&Evaluator> {
        get_or_try(&self.types().plain[type_index], || self.evaluator(type_index))
    }

    /// An evaluator whose outcomes have their numbers in the core; nothing is listed for it where these are those of the
    /// answer.
    pub(crate) fn numbering_evaluator(&self, type_index: usize, control: &Control) -> Result<&Evaluator> {
        match self.plain_evaluator(type_index)? {
            plain if plain.numbers_what_occurs() => Ok(&self.type_data(type_index, control)?.evaluator),
            plain => Ok(plain),
        }
    }

    /// What a number of an outcome in the core stands for.
    pub(crate) fn number(&self, type_index: usize, outcome: u32) -> OutcomeNumber {
        match self.types().data[type_index].get() {
            Some(data) => data.evaluator.number(outcome),
            None => OutcomeNumber::from(u64::from(outcome)),
        }
    }

    /// The digits of an outcome.
    pub(crate) fn digits(&self, type_index: usize, outcome: u32) -> Vec<u64> {
        self.number(type_index, outcome).digits(&self.program.types[type_index].answer.sizes())
    }

    /// Whether an outcome of a type is final.
    pub(crate) fn is_final(&self, type_index: usize, outcome: u32) -> bool {
        let answer = &self.program.types[type_index].answer;
        match (answer.final_component, answer.outcomes()) {
            (None, _) => self.always_final(type_index),
            (Some(last), Some(_)) => {
                let stride: u64 = answer.components[last + 1..].iter().map(Component::size).product();
                u64::from(outcome) / stride.max(1) % 2 == 1
            }
            (Some(_), None) => {
                self.types().data[type_index].get().is_some_and(|data| data.evaluator.is_final(outcome))
            }
        }
    }

    /// For each of so many outcomes of a type whether it is final.
    pub(crate) fn finals(&self, type_index: usize, outcomes: usize) -> Vec<bool> {
        (0..outcomes.to_u32()).map(|outcome| self.is_final(type_index, outcome)).collect()
    }

    /// Bytes held by lists of orbits, and a way to free them.
    pub(crate) fn list_bytes(&self) -> u64 {
        self.types().data.iter().filter_map(OnceLock::get).map(|data| data.lists.bytes()).sum()
    }

    pub(crate) fn clear_lists(&self) {
        self.types().data.iter().filter_map(OnceLock::get).for_each(|data| data.lists.clear());
    }
}

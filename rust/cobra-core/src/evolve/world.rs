//! What breakers are tried against: the outcome of every experiment on every code, and when a play is over.

use std::sync::Arc;

use crate::base::convert::ToU64;
use crate::base::error::{CoreError, Result};
use crate::base::ids::{CodeId, ExperimentId, OutcomeId, TypeIndex};
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::list::rows::bytes_each;
use crate::outcomes::ending::EndRule;
use crate::outcomes::experiments::Experiments;
use crate::outcomes::words::{Words, MOST_OUTCOMES};
use crate::pick::inseparable::inseparable;

/// Σ weight · length stays below this.
const LARGEST: u64 = 1 << 62;

/// A game as those see it who only play it.
pub(crate) struct World {
    pub engine: Arc<Engine>,
    rule: EndRule,
    pub codes: usize,
    experiments: Experiments,
    outcomes: Words,
    /// The most outcomes of an experiment, that occur or not.
    pub width: usize,
    /// For each type, whether an outcome is final.
    finals: Vec<Vec<bool>>,
    /// The classes of codes that no experiment tells apart, where that ends a play.
    alike: Vec<Vec<CodeId>>,
    /// For each code the experiments that are final for it, where the game ends with one.
    pub hits: Option<Vec<Vec<ExperimentId>>>,
}

impl World {
    /// Tabulates a game; an error when the table and what is taken already are more than `memory` bytes.
    pub fn new(engine: Arc<Engine>, taken: u64, memory: u64, control: &Control) -> Result<World> {
        let codes = engine.some_codes()?.len();
        let each = |plan: &_| bytes_each(plan) + Words::bytes_each(codes);
        let too_much =
            |more: u64| CoreError::Limit { name: "memory", needed: taken.saturating_add(more), limit: memory };
        let experiments = Experiments::list(&engine, each, memory - taken, control)?.map_err(too_much)?;
        let (mut outcomes, mut finals) = (Words::new(codes, experiments.len()), Vec::new());
        for (type_index, (_, rows)) in TypeIndex::with(&experiments.types) {
            let evaluator = engine.numbering_evaluator(type_index, control)?;
            let many = evaluator.outcomes();
            if many > MOST_OUTCOMES {
                return Err(CoreError::Input(format!(
                    "{many} different outcomes occur; breakers that evolve know at most {MOST_OUTCOMES} of an experiment type"
                )));
            }
            outcomes.add(evaluator, &rows.prepare(evaluator), control)?;
            finals.push(engine.finals(type_index, many));
        }
        let width = finals.iter().map(Vec::len).max().unwrap_or(1);
        let rule = EndRule::new(&engine);
        let alike = if rule.hit { Vec::new() } else { inseparable(&engine, control)? };
        let mut world = World { engine, rule, codes, experiments, outcomes, width, finals, alike, hits: None };
        if world.weight(&world.all_codes()).saturating_mul(world.experiments().to_u64() + 1) >= LARGEST {
            return Err(CoreError::input("the weights of the codes are too large to sum up lengths of plays"));
        }
        if world.rule.hit {
            world.hits = Some(world.find_hits()?);
        }
        Ok(world)
    }

    /// The experiments that are final for each code; an error when there is none, for then plays never end.
    fn find_hits(&self) -> Result<Vec<Vec<ExperimentId>>> {
        let mut hits = vec![Vec::new(); self.codes];
        for experiment in ExperimentId::first(self.experiments()) {
            for code in CodeId::first(self.codes) {
                if self.is_final(experiment, self.outcome(experiment, code)) {
                    hits[code].push(experiment);
                }
            }
        }
        match hits.iter().position(Vec::is_empty) {
            Some(code) => Err(CoreError::never_hit(CodeId::at(code))),
            None => Ok(hits),
        }
    }

    /// Bytes of the table of outcomes.
    pub fn bytes(&self) -> u64 {
        self.outcomes.bytes()
    }

    /// The number of experiments.
    pub fn experiments(&self) -> usize {
        self.experiments.len()
    }

    pub fn all_codes(&self) -> Vec<CodeId> {
        CodeId::first(self.codes).collect()
    }

    #[inline]
    pub fn outcome(&self, experiment: ExperimentId, code: CodeId) -> OutcomeId {
        OutcomeId::new(self.outcomes.outcome(experiment.index(), code).into())
    }

    pub fn is_final(&self, experiment: ExperimentId, outcome: OutcomeId) -> bool {
        self.finals[self.experiments.kind(experiment.index())][outcome]
    }

    /// Whether the game says that a play is over which leaves these codes after an outcome that is, or is not, final.
    pub fn over(&self, state: &[CodeId], is_final: bool) -> bool {
        let Ok(codes) = self.engine.codes() else { return true };
        self.rule.is_over(codes, state, is_final)
            || self.alike.iter().any(|class| state.iter().all(|code| class.binary_search(code).is_ok()))
    }

    /// Two codes with different goals that a play may leave together, because no experiment tells them apart.
    pub fn undecided(&self, state: &[CodeId]) -> Option<[CodeId; 2]> {
        let codes = self.engine.codes().ok()?;
        let other = state.iter().find(|&&code| codes.differ(state[0], code))?;
        (!self.rule.hit).then_some([state[0], *other])
    }

    /// Experiments counted after the end of a play that leaves these codes.
    pub fn extra(&self, state: &[CodeId], is_final: bool) -> u64 {
        u64::from(self.rule.confirms(state, is_final))
    }

    /// The weight of codes together.
    pub fn weight(&self, state: &[CodeId]) -> u64 {
        self.engine.codes().map_or(0, |codes| codes.weight_of(state))
    }

    /// An experiment as its type and its row.
    pub fn row(&self, experiment: ExperimentId) -> (TypeIndex, &[u64]) {
        self.experiments.row(experiment.index())
    }
}

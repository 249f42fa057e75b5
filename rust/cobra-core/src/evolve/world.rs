//! What breakers are tried against: the outcome of every experiment on every code, and when a play is over.

use std::sync::Arc;

use crate::base::convert::{ToIndex, ToU16, ToU32, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::evaluate::Scratch;
use crate::game::space::exact_size;
use crate::list::listing::list;
use crate::list::rows::{bytes, Listed, Rows};
use crate::outcomes::ending::EndRule;
use crate::pick::inseparable::inseparable;

/// Σ weight · length stays below this.
const LARGEST: u64 = 1 << 62;

/// Experiments of one type: the number of the first, and their rows.
struct Kind {
    first: usize,
    rows: Rows,
    /// Whether an outcome is final.
    finals: Vec<bool>,
}

/// A game as those see it who only play it.
pub(crate) struct World {
    pub engine: Arc<Engine>,
    rule: EndRule,
    pub codes: usize,
    pub experiments: usize,
    /// The most outcomes of an experiment, that occur or not.
    pub width: usize,
    kinds: Vec<Kind>,
    /// Experiment after experiment, the outcome of each code.
    outcomes: Vec<u16>,
    /// The classes of codes that no experiment tells apart, where that ends a play.
    alike: Vec<Vec<u32>>,
    /// For each code the experiments that are final for it, where the game ends with one.
    pub hits: Option<Vec<Vec<u32>>>,
}

impl World {
    /// Tabulates a game; an error when the table and what is taken already are more than `memory` bytes.
    pub fn new(engine: Arc<Engine>, taken: u64, memory: u64, control: &Control) -> Result<World> {
        let codes = engine.some_codes()?.len();
        let all = experiments(&engine, codes, taken, memory, control)?;
        let state: Vec<u32> = (0..codes.to_u32()).collect();
        let mut kinds = Vec::new();
        let mut outcomes = Vec::new();
        let mut width = 1;
        for (type_index, rows) in all.into_iter().enumerate() {
            let mut evaluator = engine.plain_evaluator(type_index)?;
            if evaluator.numbers_what_occurs() {
                evaluator = &engine.type_data(type_index, control)?.evaluator;
                if evaluator.outcomes() > 1 << u16::BITS {
                    let many = evaluator.outcomes();
                    return Err(CoreError::Input(format!(
                        "{many} different outcomes occur; breakers that evolve know at most {} of an experiment type",
                        1 << u16::BITS
                    )));
                }
            }
            let table = Arc::new(rows.table(engine.plans[type_index].space.propositions.index()));
            let prepared = evaluator.prepare(table);
            let gathered = evaluator.gather(&state);
            let (mut scratch, mut numbers) = (Scratch::default(), Vec::new());
            let first = outcomes.len() / codes;
            for experiment in 0..rows.len() {
                control.poll()?;
                evaluator.partition_gathered(&prepared, &mut scratch, experiment, &state, &gathered, &mut numbers);
                outcomes.extend(numbers.iter().map(|&outcome| outcome.to_u16()));
            }
            width = width.max(evaluator.outcomes());
            let finals = (0..evaluator.outcomes().to_u32()).map(|outcome| engine.is_final(type_index, outcome));
            kinds.push(Kind { first, rows, finals: finals.collect() });
        }
        let rule = EndRule::new(&engine);
        let alike = if rule.hit { Vec::new() } else { inseparable(&engine, control)? };
        let experiments = outcomes.len() / codes;
        let mut world = World { engine, rule, codes, experiments, width, kinds, outcomes, alike, hits: None };
        if world.weight(&state).saturating_mul(experiments.to_u64() + 1) >= LARGEST {
            return Err(CoreError::input("the weights of the codes are too large to sum up lengths of plays"));
        }
        if world.rule.hit {
            world.hits = Some(world.find_hits()?);
        }
        Ok(world)
    }

    /// The experiments that are final for each code; an error when there is none, for then plays never end.
    fn find_hits(&self) -> Result<Vec<Vec<u32>>> {
        let mut hits = vec![Vec::new(); self.codes];
        for experiment in 0..self.experiments.to_u32() {
            for code in 0..self.codes.to_u32() {
                if self.is_final(experiment, self.outcome(experiment, code)) {
                    hits[code.index()].push(experiment);
                }
            }
        }
        match hits.iter().position(Vec::is_empty) {
            Some(code) => Err(CoreError::Input(format!("no experiment is final for code {code}"))),
            None => Ok(hits),
        }
    }

    /// Bytes of the table of outcomes.
    pub fn bytes(&self) -> u64 {
        2 * self.outcomes.len() as u64
    }

    pub fn all_codes(&self) -> Vec<u32> {
        (0..self.codes.to_u32()).collect()
    }

    #[inline]
    pub fn outcome(&self, experiment: u32, code: u32) -> u16 {
        self.outcomes[experiment.index() * self.codes + code.index()]
    }

    fn kind(&self, experiment: u32) -> usize {
        self.kinds.partition_point(|kind| kind.first <= experiment.index()) - 1
    }

    pub fn is_final(&self, experiment: u32, outcome: u16) -> bool {
        self.kinds[self.kind(experiment)].finals[usize::from(outcome)]
    }

    /// Whether the game says that a play is over which leaves these codes after an outcome that is, or is not, final.
    pub fn over(&self, state: &[u32], is_final: bool) -> bool {
        let Ok(codes) = self.engine.codes() else { return true };
        self.rule.is_over(codes, state, is_final)
            || self.alike.iter().any(|class| state.iter().all(|code| class.binary_search(code).is_ok()))
    }

    /// Two codes with different goals that a play may leave together, because no experiment tells them apart.
    pub fn undecided(&self, state: &[u32]) -> Option<[u32; 2]> {
        let codes = self.engine.codes().ok()?;
        let other = state.iter().find(|&&code| codes.differ(state[0], code))?;
        (!self.rule.hit).then_some([state[0], *other])
    }

    /// Experiments counted after the end of a play that leaves these codes.
    pub fn extra(&self, state: &[u32], is_final: bool) -> u64 {
        u64::from(self.rule.confirms(state, is_final))
    }

    /// The weight of codes together.
    pub fn weight(&self, state: &[u32]) -> u64 {
        match self.engine.codes() {
            Ok(codes) if codes.weight.is_some() => state.iter().map(|&code| codes.weight(code)).sum(),
            _ => state.len().to_u64(),
        }
    }

    /// An experiment as its type and its row.
    pub fn row(&self, experiment: u32) -> (usize, &[u64]) {
        let kind = self.kind(experiment);
        let Kind { first, rows, .. } = &self.kinds[kind];
        (kind, rows.row(experiment.index() - first))
    }
}

/// The experiments of each type; an error when a table of their outcomes needs more than `memory` bytes in all.
fn experiments(engine: &Engine, codes: usize, mut needed: u64, memory: u64, control: &Control) -> Result<Vec<Rows>> {
    let mut all = Vec::new();
    for plan in &engine.plans {
        let each = bytes(plan, 512).div_ceil(512) + 2 * codes.to_u64();
        let limit = |count: u64| CoreError::Limit {
            name: "memory",
            needed: needed.saturating_add(count.saturating_mul(each)),
            limit: memory,
        };
        let most = (memory - needed) / each;
        if let Some(size) = exact_size(&plan.space).filter(|&size| size > most) {
            return Err(limit(size));
        }
        match list(plan, None, most, control)? {
            Listed::TooMany => return Err(limit(most + 1)),
            Listed::All(rows) => {
                needed += each * rows.len().to_u64();
                all.push(rows);
            }
        }
    }
    Ok(all)
}

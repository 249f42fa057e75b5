//! What a play costs and when it is over: the game as the search sees it.

use std::collections::HashMap;
use std::hash::Hash;

use super::cost::INFEASIBLE;
use crate::base::convert::{ToU32, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::ids::{CodeId, Outcome, OutcomeId};
use crate::base::limits::Control;
use crate::engine::{Engine, Experiment, TypeAndRow};
use crate::list::codes::Codes;
use crate::list::interchange::are_named_by_lowest;
use crate::outcomes::ending::EndRule;
use crate::play::ends::Ends;

/// A game to be solved.
pub(crate) struct Problem<'a> {
    pub engine: &'a Engine,
    pub codes: &'a Codes,
    rule: EndRule,
    /// A code that is known costs one more experiment unless the last outcome was final.
    pub confirm: bool,
    /// That experiment is in the tree, and it is needed whatever is known: the game ends with a hit.
    pub closing: bool,
    /// All codes weigh the same, all must be told apart, and all can be: costs depend on sizes as `Bounds` says.
    pub plain: bool,
    /// Only experiments with a final outcome still possible.
    pub consistent: bool,
    /// For each code the first that no experiment tells it apart from; `None` when all can be told apart.
    pub alike: Option<Vec<CodeId>>,
    /// For each code what stands for the codes that a play may leave together with it; `None`: none.
    pub leaf: Option<Vec<CodeId>>,
}

impl<'a> Problem<'a> {
    pub fn new(engine: &'a Engine, consistent: bool, control: &Control) -> Result<Problem<'a>> {
        let codes = engine.codes()?;
        let rule = EndRule::new(engine);
        let (closing, confirm) = (rule.hit, rule.hit || rule.confirm);
        let weights = CodeId::first(codes.len()).map(|code| codes.weight(code));
        let sum = weights.fold(0_u64, u64::saturating_add);
        if sum.saturating_mul(codes.len().to_u64() + 1) >= INFEASIBLE {
            return Err(CoreError::input("the weights of the codes are too large for an optimal search"));
        }
        if closing {
            Ends::new(engine, control)?.check_hits()?; // a known code is taken to be hit by one experiment
        }
        let alike = match closing {
            true => None, // every code has an experiment of its own
            false => Some(crate::pick::inseparable::alike(engine, control)?)
                .filter(|first| !CodeId::first(codes.len()).eq(first.iter().copied())),
        };
        let plain = codes.weight.is_none() && codes.goal.is_none() && alike.is_none();
        let consistent = consistent && engine.knows_finals();
        let leaf = joined(codes, alike.as_deref());
        debug_assert!(alike.iter().chain(&leaf).all(|class| are_named_by_lowest(class)));
        debug_assert!(codes.weight.iter().flatten().all(|&weight| weight > 0));
        Ok(Problem { engine, codes, rule, confirm, closing, plain, consistent, alike, leaf })
    }

    /// The experiment to begin with, and its outcomes on all codes. One that tells nothing is an error, also one whose outcome is final
    /// without an end to the game: what is known of sets of codes, and how long plays are, takes for granted that each experiment
    /// leaves fewer codes.
    pub fn begin(&self, first: &Experiment, control: &Control) -> Result<(Experiment, Vec<Outcome>)> {
        let outcomes = self.outcomes(&self.engine.row(first)?, &self.codes.all(), control)?;
        let ends = self.closing && outcomes[0].is_final(); // elsewhere it leaves what was there
        if !ends && outcomes.iter().all(|&outcome| outcome == outcomes[0]) {
            return Err(CoreError::input("the first experiment has the same outcome for all codes"));
        }
        Ok((first.clone(), outcomes))
    }

    /// The outcomes of an experiment on a state, numbered from 0.
    pub fn outcomes(&self, experiment: &TypeAndRow, state: &[CodeId], control: &Control) -> Result<Vec<Outcome>> {
        let mut numbers: HashMap<OutcomeId, u32> = HashMap::new();
        let number = |outcome: OutcomeId| {
            let next = numbers.len().to_u32();
            let number = *numbers.entry(outcome).or_insert(next);
            Outcome::new(number, self.engine.is_final(experiment.0, outcome))
        };
        let outcomes = self.engine.outcomes_of_row(experiment, state, control)?;
        Ok(outcomes.into_iter().map(number).collect())
    }

    /// Whether a play is over that leaves these codes after an outcome that is, or is not, final.
    #[inline]
    pub fn over(&self, state: &[CodeId], is_final: bool) -> bool {
        debug_assert!(!state.is_empty(), "an outcome that does not occur leaves no play");
        let one = |alike: &Vec<CodeId>| state.iter().all(|&code| alike[code] == alike[state[0]]);
        self.rule.is_over(self.codes, state, is_final) || self.alike.as_ref().is_some_and(one)
    }

    /// What is counted after the end of a play that leaves these codes.
    #[inline]
    pub fn extra(&self, state: &[CodeId], is_final: bool) -> bool {
        self.rule.confirms(state, is_final)
    }

    /// The weight of all codes of a state.
    #[inline]
    pub fn weight(&self, state: &[CodeId]) -> u64 {
        self.codes.weight_of(state)
    }
}

/// Joins codes that have the same goal with those that cannot be told apart: only codes joined may be left together.
fn joined(codes: &Codes, alike: Option<&[CodeId]>) -> Option<Vec<CodeId>> {
    if codes.goal.is_none() && alike.is_none() {
        return None;
    }
    let mut leaf = codes.all();
    loop {
        let by_goal = codes.goal.as_ref().is_some_and(|goals| lower(goals, &mut leaf));
        let by_answers = alike.is_some_and(|alike| lower(alike, &mut leaf));
        if !by_goal && !by_answers {
            return Some(leaf);
        }
    }
}

/// Makes what stands for the codes of each class the least of it; false if nothing changes.
fn lower<C: Copy + Eq + Hash>(classes: &[C], leaf: &mut [CodeId]) -> bool {
    let mut least: HashMap<C, CodeId> = HashMap::new();
    for (&class, &leaf) in classes.iter().zip(leaf.iter()) {
        let known = least.entry(class).or_insert(leaf);
        *known = leaf.min(*known);
    }
    let mut changed = false;
    for (class, leaf) in classes.iter().zip(leaf) {
        changed |= *leaf != least[class];
        *leaf = least[class];
    }
    changed
}

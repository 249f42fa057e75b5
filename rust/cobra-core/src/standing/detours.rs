//! Situations reached without learning anything: only the standing changes, so that another experiment can be made.

use std::collections::{BTreeSet, HashSet};

use crate::base::convert::ToIndex;
use crate::base::error::Result;
use crate::base::hash::FastMap;
use crate::base::ids::{CodeId, OutcomeId, TypeIndex};
use crate::standing::offers::{StandingNumber, Standings};
use crate::standing::splitting::{Following, Splitting};

/// An experiment that changes the standing only, and where it leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub type_index: TypeIndex,
    pub place: usize,
    pub experiment: usize,
    pub outcome: OutcomeId,
    pub from: StandingNumber,
}

/// A standing that can be reached, and at what price and length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Reached {
    pub price: u64,
    pub length: u32,
    pub standing: StandingNumber,
}

/// An experiment that tells codes apart, or ends plays, made at a standing that was reached.
pub(super) struct Telling<'s> {
    pub at: Reached,
    /// The place of its type in the offer.
    pub place: usize,
    pub experiment: usize,
    pub split: &'s Splitting,
}

/// Standings reached from one, the codes left being the same.
#[derive(Default)]
pub(super) struct Detours {
    /// For each standing reached, the cheapest ways: no other is both cheaper and shorter.
    labels: FastMap<StandingNumber, Vec<Reached>>,
    steps: FastMap<Reached, (Step, Reached)>,
    /// Standings before one that was reached.
    before: FastMap<StandingNumber, Vec<StandingNumber>>,
    /// Standings at which some experiment tells something, or ends plays but by losing them.
    telling: HashSet<StandingNumber>,
}

/// The place of an experiment in an offer, and in the list of its type.
pub(super) type Tried = (usize, usize);

/// Whether these codes can still be told apart, or a play of them be won, at a standing or at one that is reached by experiments
/// that tell nothing; `consistent`: by an experiment that can be final. `told` is the experiment that did so last, which is tried first.
pub(super) fn is_alive(
    world: &mut Standings<'_>,
    state: &[CodeId],
    standing: StandingNumber,
    consistent: bool,
    told: &mut Tried,
    split: &mut Splitting,
) -> Result<bool> {
    let counts = |world: &Standings<'_>, split: &Splitting| {
        !split.only_loses(world, state) && (!consistent || split.can_be_final())
    };
    let offer = world.offer(standing)?;
    if let Some(of) = offer.get(told.0).filter(|of| told.1 < of.rows.len()) {
        let gathered = world.gather(of, state)?;
        split.load(world, of, told.1, &gathered, Following::WhereNothingIsTold)?;
        if split.tells(world, state) && counts(world, split) {
            return Ok(true);
        }
    }
    let mut seen = HashSet::from([standing]);
    let mut waiting = vec![(standing, (0, 0))];
    'standings: while let Some((at, begun)) = waiting.pop() {
        let offer = world.offer(at)?;
        for (place, of) in offer.iter().enumerate().skip(begun.0) {
            let gathered = world.gather(of, state)?;
            for experiment in if place == begun.0 { begun.1 } else { 0 }..of.rows.len() {
                if experiment % 64 == 0 {
                    world.control.poll()?;
                }
                split.load(world, of, experiment, &gathered, Following::WhereNothingIsTold)?;
                if split.tells(world, state) {
                    if counts(world, split) {
                        *told = (place, experiment);
                        return Ok(true);
                    }
                } else if seen.insert(split.cells[0].2.after) {
                    waiting.push((at, (place, experiment + 1)));
                    waiting.push((split.cells[0].2.after, (0, 0)));
                    continue 'standings;
                }
            }
        }
    }
    Ok(false)
}

/// What to do in a situation: experiments that only change the standing, and one that tells codes apart, by its place in the
/// offer and in the list of its type; `None` where nothing can be told apart any more, and that is the best that can be had.
#[derive(Clone)]
pub(super) struct Course {
    pub way: Vec<Step>,
    pub at: StandingNumber,
    pub last: Option<(usize, usize)>,
}

impl Course {
    /// An experiment that is made at once.
    pub fn of(at: StandingNumber, last: (usize, usize)) -> Course {
        Course { way: Vec::new(), at, last: Some(last) }
    }
}

impl Detours {
    /// Visits the experiments that tell codes apart or end plays, at the standing given and at all that are reached by
    /// experiments that do not; the cheapest standings first. `visit` says false to end it. Of ways to a standing those are
    /// kept that are cheapest, with `by_length` also those that are shorter.
    pub fn visit(
        &mut self,
        world: &mut Standings<'_>,
        state: &[CodeId],
        start: StandingNumber,
        by_length: bool,
        split: &mut Splitting,
        mut visit: impl FnMut(&mut Standings<'_>, Telling<'_>) -> Result<bool>,
    ) -> Result<()> {
        let first = Reached { price: 0, length: 0, standing: start };
        let mut queue = BTreeSet::from([first]);
        self.labels.insert(start, vec![first]);
        while let Some(at) = queue.pop_first() {
            let offer = world.offer(at.standing)?;
            for (place, of) in offer.iter().enumerate() {
                let gathered = world.gather(of, state)?;
                for experiment in 0..of.rows.len() {
                    if experiment % 64 == 0 {
                        world.control.poll()?;
                    }
                    split.load(world, of, experiment, &gathered, Following::All)?;
                    let (outcome, _, then, _) = split.cells[0];
                    if split.tells(world, state) {
                        if !split.only_loses(world, state) {
                            self.telling.insert(at.standing);
                        }
                        let telling = Telling { at, place, experiment, split };
                        if !visit(world, telling)? {
                            return Ok(());
                        }
                        continue;
                    }
                    if then.after == at.standing {
                        continue;
                    }
                    self.before.entry(then.after).or_default().push(at.standing);
                    let next = Reached {
                        price: at.price.saturating_add(then.price),
                        length: at.length + 1,
                        standing: then.after,
                    };
                    let labels = self.labels.entry(then.after).or_default();
                    if labels.iter().any(|l| l.price <= next.price && (!by_length || l.length <= next.length)) {
                        continue;
                    }
                    labels.retain(|l| l.price < next.price || by_length && l.length < next.length);
                    labels.push(next);
                    let step = Step { type_index: of.type_index, place, experiment, outcome, from: at.standing };
                    self.steps.insert(next, (step, at));
                    queue.insert(next);
                }
            }
        }
        Ok(())
    }

    /// Whether no experiment tells anything any more, wherever one goes, nor ends plays but by losing them. All must have been visited.
    pub fn is_stuck(&self) -> bool {
        self.telling.is_empty()
    }

    /// The cheapest ways to standings from which none is reached where an experiment tells something: whoever is there has
    /// lost. All must have been visited.
    pub fn dead(&self) -> Vec<Reached> {
        let mut alive: HashSet<StandingNumber> = self.telling.clone();
        let mut waiting: Vec<StandingNumber> = alive.iter().copied().collect();
        while let Some(standing) = waiting.pop() {
            let before = self.before.get(&standing).into_iter().flatten();
            waiting.extend(before.copied().filter(|&standing| alive.insert(standing)));
        }
        let dead = self.labels.iter().filter(|(standing, _)| !alive.contains(standing));
        let mut dead: Vec<Reached> = dead.flat_map(|(_, labels)| labels.iter().copied()).collect();
        dead.sort_unstable();
        dead
    }

    /// The experiments on the way to a standing that was reached.
    pub fn way(&self, to: Reached) -> Vec<Step> {
        let mut way = Vec::with_capacity(to.length.index());
        let mut at = to;
        while let Some(&(step, before)) = self.steps.get(&at) {
            way.push(step);
            at = before;
        }
        way.reverse();
        way
    }
}

//! The best experiment among types that are not listed.
//!
//! Types are walked through in order, each in the order of its experiments, with interchangeable symbols as everywhere.
//! After each decision the best score still possible is bounded; where it is not better than what is known, nothing
//! below is visited. The first pass only looks for scores that the sizes of the cells would allow if nothing restricted
//! them. When there is none, the next pass looks for the least score that stopped the one before, or for a little more, so
//! that the passes become few (iterative deepening, Korf 1985). The first pass that finds anything ends with the
//! experiment that a scan of all would have picked: nothing that was left out is as good.
//!
//! Bounds may be of little use where answers depend on many parameters at once, and slow where there are many codes. After
//! some work without an end the experiments, one of each kind, are walked through without bounds, with half as much work;
//! if that reaches the end, a scan is better. If not, the bounded walk goes on for eight times as long, and so forth: it
//! never takes much longer than the better of the two.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use super::judge::{after, Judge, Rank, Wanted, DECISION};
use super::outlook::Outlook;
use super::prospects::Prospects;
use super::unlisted::{Type, Unlisted};
use crate::base::convert::ToIndex;
use crate::base::error::Result;
use crate::base::ids::{CodeId, TypeIndex};
use crate::evaluate::Score;
use crate::list::enumerate::Enumerator;
use crate::list::interchange::Classes;
use crate::list::orbit::Rule;
use crate::pick::chooser::{Choice, Chooser, Choosing};

/// Growth of the patience, and its loss after a scan was better once.
const MORE: u64 = 8;
const LESS: u64 = 16;
/// How a search ended.
pub(crate) enum Searched {
    /// The best experiment, or none better than what is known.
    Done(Option<Choice>),
    /// A scan is better.
    TooWide,
}

/// A type that may have something to offer.
struct Candidate<'a> {
    type_index: TypeIndex,
    kind: &'a Type,
    prospects: &'a Prospects,
    /// Place of its family among the outlooks.
    family: usize,
    /// No experiment has a lower score.
    bound: Score,
}

/// A search through several types for one state.
struct Search<'a, 'b> {
    chooser: &'b Chooser<'a>,
    classes: &'b Classes,
    wanted: Wanted,
    outlooks: Vec<(usize, Outlook<'b>)>,
    candidates: Vec<Candidate<'b>>,
    found: Option<(Rank, Choice)>,
    patience: u64,
    /// Work until patience is over.
    left: u64,
}

impl Chooser<'_> {
    /// Whether a type is bounded instead of listed.
    pub(crate) fn is_bounded(&self, type_index: TypeIndex) -> Result<bool> {
        Ok(Unlisted::of(self.engine).get(self.engine, type_index, self.control)?.is_some())
    }
}

impl Choosing<'_, '_> {
    /// The best experiment of types that are bounded, if it is better than what is known.
    pub(crate) fn best_bounded(&mut self, types: &[TypeIndex], wanted: Wanted) -> Result<Searched> {
        let Choosing { chooser, state, .. } = *self;
        let start = Instant::now();
        let classes = &self.classes(true)?.clone();
        self.buffers.symmetry += start.elapsed();
        let unlisted = Unlisted::of(chooser.engine);
        let loss = if unlisted.scanned.load(Relaxed) { LESS } else { 1 };
        let patience = (unlisted.patience / loss).max(1);
        let (outlooks, candidates) = (Vec::new(), Vec::new());
        let mut search =
            Search { chooser, classes, wanted, outlooks, candidates, found: None, patience, left: patience };
        search.add(state, types)?;
        let done = search.run()?;
        if !done {
            unlisted.scanned.store(true, Relaxed);
            return Ok(Searched::TooWide);
        }
        Ok(Searched::Done(search.found.map(|(_, choice)| choice)))
    }
}

impl<'a, 'b> Search<'a, 'b> {
    /// Adds the types that may have something to offer.
    fn add(&mut self, state: &[CodeId], types: &[TypeIndex]) -> Result<()> {
        let engine = self.chooser.engine;
        let unlisted = Unlisted::of(engine);
        for &type_index in types {
            let Some((kind, prospects)) = unlisted.get(engine, type_index, self.chooser.control)? else {
                continue;
            };
            let of = unlisted.families[type_index];
            let known = self.outlooks.iter().position(|outlook| outlook.0 == of);
            let family = known.unwrap_or_else(|| {
                let same = unlisted.families.iter().zip(&engine.plans).filter(|member| *member.0 == of);
                let parameters = same.map(|(_, plan)| plan.space.propositions.index()).max().unwrap_or(0);
                self.outlooks.push((of, Outlook::new(prospects, state, parameters)));
                self.outlooks.len() - 1
            });
            let candidate = Candidate { type_index, kind, prospects, family, bound: Score::MIN };
            let rank = self.judge(&candidate, (Score::MAX, true)).rank(kind.most());
            if let Some((bound, _)) = rank {
                self.candidates.push(Candidate { bound, ..candidate });
            }
        }
        Ok(())
    }

    fn judge<'c>(&'c mut self, candidate: &Candidate<'b>, limit: Rank) -> Judge<'b, 'c>
    where
        'b: 'c,
    {
        let engine = self.chooser.engine;
        Judge {
            outlook: &mut self.outlooks[candidate.family].1,
            prospects: candidate.prospects,
            kind: candidate.kind,
            wanted: self.wanted,
            always_final: engine.always_final(candidate.type_index),
            limit,
            next: Score::MAX,
            budget: self.left,
            halted: self.chooser.control.halted(),
            ranges: Vec::new(),
            sizes: Vec::new(),
        }
    }

    /// Finds the best; false when a scan is better.
    fn run(&mut self) -> Result<bool> {
        let candidates = std::mem::take(&mut self.candidates);
        let Some(least) = candidates.iter().map(|candidate| candidate.bound).min() else { return Ok(true) };
        let mut aim = least;
        loop {
            let mut next = Score::MAX;
            for candidate in &candidates {
                loop {
                    let limit = self.limit(candidate.type_index, aim);
                    if (candidate.bound, false) >= limit {
                        next = next.min(candidate.bound);
                        break;
                    }
                    if let Some(turned_down) = self.walk(candidate, limit)? {
                        next = next.min(turned_down);
                        break;
                    }
                    if self.is_short(&candidates)? {
                        return Ok(false);
                    }
                    self.patience *= MORE;
                    self.left = self.patience;
                }
            }
            let hopeless = self.wanted.known.is_some_and(|(rank, _)| aim >= rank.0 || next > rank.0);
            if self.found.is_some() || next == Score::MAX || hopeless {
                return Ok(true);
            }
            aim = next.max(least.saturating_add(aim.saturating_sub(least).saturating_mul(2)));
        }
    }

    /// Ranks below this are of use.
    fn limit(&self, type_index: TypeIndex, aim: Score) -> Rank {
        let aim = (aim.saturating_add(1), false);
        let known = self.wanted.known.map(|(rank, of)| if type_index < of { after(rank) } else { rank });
        let found = self.found.as_ref().map(|found| found.0);
        [known, found].into_iter().flatten().fold(aim, Rank::min)
    }

    fn rule(&self, candidate: &Candidate<'_>) -> Option<Rule> {
        let engine = self.chooser.engine;
        let context = engine.context(candidate.type_index, self.chooser.control);
        candidate.kind.lists.acts().then(|| candidate.kind.lists.rule(context, self.classes)).flatten()
    }

    /// Walks through a type; returns the least score turned down, or `None` when patience was over before the end.
    fn walk(&mut self, candidate: &Candidate<'b>, limit: Rank) -> Result<Option<Score>> {
        let control = self.chooser.control;
        let plan = &self.chooser.engine.plans[candidate.type_index];
        let rule = self.rule(candidate);
        let mut found = None;
        let mut judge = self.judge(candidate, limit);
        let mut walk = Enumerator::new(plan, rule.as_ref());
        while walk.advance_within(control, |partial| judge.admits(partial))? {
            let known = walk.partial();
            judge.outlook.follow(known.truth, known.falsity);
            let Some(rank) = judge.rank(0).filter(|&rank| rank < judge.limit) else { continue };
            judge.limit = rank;
            let outcomes = judge.outlook.cells().map(|cell| candidate.prospects.outcomes[cell]).collect();
            let row = walk.row().to_vec();
            found = Some((rank, Choice { type_index: candidate.type_index, row, outcomes }));
        }
        control.poll()?;
        judge.outlook.clear();
        let (next, left) = (judge.next, judge.budget);
        self.left = left;
        self.found = found.or(self.found.take());
        Ok((left > 0).then_some(next))
    }

    /// Whether a walk without bounds ends with half the work done.
    fn is_short(&self, candidates: &[Candidate<'_>]) -> Result<bool> {
        let mut left = self.patience / (2 * DECISION);
        for candidate in candidates {
            let rule = self.rule(candidate);
            let mut walk = Enumerator::new(&self.chooser.engine.plans[candidate.type_index], rule.as_ref());
            let mut step = || {
                left = left.saturating_sub(1);
                left > 0
            };
            while walk.advance_within(self.chooser.control, |_| step())? {}
            if left == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

//! The strategy that most likely wins within so many experiments, where answers are wrong with a known chance: of all
//! strategies, by depth first with bounds; exact.
//!
//! What a belief comes to is in its units: how likely its plays are lost and, of strategies that lose as little, the least mean of
//! the experiments made. Where nothing can be won any more a strategy gives up. As no play is longer, the beliefs are finitely
//! many also where the secret moves or any number of answers may be wrong. It looks one experiment ahead first, then two, three
//! and so on, each time with the bounds that it knows by then: nothing is better than what comes of that, and a search that is
//! stopped has it.
//!
//! *Lemma.* Let an experiment have at most h final outcomes and b others, and let each final outcome leave one code. Then a
//! belief is won in q experiments at most with the chance of its h · (1 + b + … + b^(q − 1)) likeliest codes. *Proof.* A tree of
//! that depth has so many places at which plays end with a final outcome. Each of them ends plays of one code, and what they win
//! of a code is together no more than its chance. ∎ Where codes move, or plays end otherwise, everything may be won.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::Zero;

use crate::base::convert::{ToIndex, ToU64, ToUsize};
use crate::base::error::{CoreError, Result};
use crate::base::hash::{fingerprint, room_with_another};
use crate::base::limits::StopReason;
use crate::game::program::{Ending, Noise};
use crate::optimal::statistics;
use crate::play::tree::Greedy;
use crate::unseen::beliefs::{told, BeliefWorld, Inquiry};
use crate::unseen::drawing::drawn_by_chance;
use crate::unseen::likely::{Likely, OpenCells};
use crate::unseen::orbits_of_beliefs::{words, BeliefNumbers};

/// Bytes of what is remembered of a belief, about.
const KNOWN_BYTES: u64 = 320;
/// A strategy as good as one at hand is no more worse than it than by this part of an experiment: so it is found, too.
const NEARLY: u64 = 1 << 40;
/// Strategies are kept of searches that take longer.
const BRIEF: Duration = Duration::from_millis(100);

/// What plays come to: those that lose less are better, and of these those with fewer experiments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LossAndLength {
    pub lost: BigRational,
    pub experiments: BigRational,
}

impl LossAndLength {
    fn new(lost: BigUint, experiments: BigUint) -> LossAndLength {
        let number = |number: BigUint| BigRational::from_integer(number.into());
        LossAndLength { lost: number(lost), experiments: number(experiments) }
    }

    fn times(&self, scale: &BigRational) -> LossAndLength {
        LossAndLength { lost: &self.lost * scale, experiments: &self.experiments * scale }
    }

    fn plus(&self, other: &LossAndLength) -> LossAndLength {
        LossAndLength { lost: &self.lost + &other.lost, experiments: &self.experiments + &other.experiments }
    }

    /// A bit worse than this, where all plays have so many parts.
    fn a_little_worse(&self, all: &BigUint) -> LossAndLength {
        let bit = BigRational::new(all.clone().into(), NEARLY.into());
        LossAndLength { lost: self.lost.clone(), experiments: &self.experiments + bit }
    }

    fn minus(&self, other: &LossAndLength) -> LossAndLength {
        LossAndLength { lost: &self.lost - &other.lost, experiments: &self.experiments - &other.experiments }
    }
}

/// What is known of a belief, in its units: its outlook is no better than `lower`, and that is it when it is `exact`.
struct KnownLoss {
    lower: LossAndLength,
    exact: bool,
    /// The best experiment; `None` where the strategy gives up.
    best: Option<u32>,
    /// The name of the belief that `best` is an experiment of: symmetries carry others to that.
    of: u128,
}

pub(super) struct MostWon<'w, 'a> {
    world: &'w BeliefWorld<'a>,
    noise: Noise,
    consistent: bool,
    within: u32,
    /// The most codes that are hit by all experiments of a tree, by its depth; nothing where nothing is counted.
    hits: Vec<u64>,
    numbers: BeliefNumbers,
    known: HashMap<u128, KnownLoss>,
    /// Beliefs after so many experiments are not looked into any further; whether there were any.
    horizon: u32,
    is_cut: bool,
    /// What was proved of the start by then, in its units.
    lower: LossAndLength,
    begun: Instant,
    /// The best strategy that the search has come upon, where it takes long.
    pub held: Option<Greedy>,
    memory: u64,
    expanded: u64,
    scanned: u64,
    tried: u64,
}

impl<'w, 'a> MostWon<'w, 'a> {
    pub fn new(
        world: &'w BeliefWorld<'a>,
        noise: Noise,
        consistent: bool,
        within: u32,
        memory: u64,
    ) -> Result<MostWon<'w, 'a>> {
        Ok(MostWon {
            world,
            noise,
            consistent: consistent && world.engine.knows_finals(),
            within,
            hits: hits(world, within),
            numbers: BeliefNumbers::new(world)?,
            known: HashMap::new(),
            horizon: 0,
            is_cut: false,
            lower: LossAndLength::new(BigUint::zero(), BigUint::zero()),
            begun: Instant::now(),
            held: None,
            memory,
            expanded: 0,
            scanned: 0,
            tried: 0,
        })
    }

    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        statistics([self.expanded, self.scanned, self.tried, 0, self.bytes()])
    }

    fn bytes(&self) -> u64 {
        self.known.capacity().to_u64() * KNOWN_BYTES
    }

    /// The experiment of a strategy to have, should there be no time for the best one: that which most likely ends the play, or
    /// leaves least.
    pub fn at_hand(&mut self, likely: &Likely, depth: u32) -> Option<u32> {
        match depth < self.within {
            true => self.candidates(likely).first().copied(),
            false => None,
        }
    }

    /// How likely the best plays are lost and how long they are, times the weight of all codes; with one experiment demanded
    /// first, if there is one. A strategy that comes to `known` is at hand: what is found is as good as that, or better.
    pub fn best_outlook(&mut self, known: &LossAndLength) -> Result<LossAndLength> {
        let world = self.world;
        let start = Likely::start(world);
        if world.first.is_none() && world.is_over(&start.hidden(), false) {
            return Ok(LossAndLength::new(BigUint::zero(), BigUint::zero()));
        }
        let limit = known.times(&start.unit.recip()).a_little_worse(&start.sum());
        self.lower = self.bound(&start, 0);
        for horizon in 1.. {
            (self.horizon, self.is_cut) = (horizon, false);
            let found = match world.first {
                None => self.outlook(&start, Some(&limit), 0)?,
                Some(first) => {
                    let cells = self.cells(&world.questions[first], &start);
                    self.with(cells, &start, Some(&limit), 0)?
                }
            };
            let found =
                found.ok_or_else(|| CoreError::Internal("a search found less than what is at hand".into()))?;
            if !self.is_cut {
                return Ok(found.times(&start.unit));
            }
            self.lower = found;
            self.known.values_mut().for_each(|known| known.exact = false);
        }
        Err(CoreError::Internal("a search without an end".into()))
    }

    /// What nothing is better than, times the weight of all codes, when the search was stopped.
    pub fn lower(&self) -> LossAndLength {
        self.lower.times(&Likely::start(self.world).unit)
    }

    /// What is known of the outlook of a belief that is not over.
    fn no_better(&self, likely: &Likely, depth: u32) -> LossAndLength {
        match self.known.get(&self.key(likely, depth)) {
            Some(known) => known.lower.clone(),
            None => self.bound(likely, depth),
        }
    }

    /// Keeps the strategy that begins with an experiment which is the best one so far.
    fn hold(&mut self, number: u32) -> Result<()> {
        let (world, memory) = (self.world, self.memory);
        self.held = Some(drawn_by_chance(world, memory, Some(number), |likely, made| self.best(likely, made))?);
        Ok(())
    }

    /// The best experiment of a belief after so many; `None` where the strategy gives up.
    pub fn best(&mut self, likely: &Likely, depth: u32) -> Result<Option<u32>> {
        if depth >= self.within {
            return Ok(None);
        }
        let value = self.outlook(likely, None, depth)?;
        let Some((known, value)) = self.known.get(&self.key(likely, depth)).zip(value) else {
            return Err(CoreError::Internal("a belief that was searched is not known".into()));
        };
        if known.of == likely.name() || known.best.is_none() {
            return Ok(known.best);
        }
        // the one that is known is of a belief with other codes
        let above = value.a_little_worse(&likely.sum());
        for number in self.candidates(likely) {
            let cells = self.cells(&self.world.questions[number.index()], likely);
            if self.with(cells, likely, Some(&above), depth)?.as_ref() == Some(&value) {
                return Ok(Some(number));
            }
        }
        Err(CoreError::Internal("a symmetry carries a belief to one that is better".into()))
    }

    /// What is known of a belief stands here: it depends on how many experiments are left.
    fn key(&self, likely: &Likely, depth: u32) -> u128 {
        let name = self.numbers.number_of_likely(self.world, likely);
        fingerprint(words(name).into_iter().chain([u64::from(self.within - depth)]))
    }

    /// What nothing can be better than with a belief that is not over.
    fn bound(&self, likely: &Likely, depth: u32) -> LossAndLength {
        let sum = likely.sum();
        if depth >= self.within {
            return LossAndLength::new(sum, BigUint::zero());
        }
        let lost = match self.hits.get((self.within - depth).index()) {
            None => BigUint::zero(),
            Some(&hits) => {
                let mut chances = likely.of_codes(self.world);
                chances.sort_unstable_by(|a, b| b.cmp(a));
                chances.iter().skip(hits.to_usize()).sum()
            }
        };
        let experiments = if lost == sum { BigUint::zero() } else { sum };
        LossAndLength::new(lost, experiments)
    }

    /// The outlook of a belief that is not over; `None` when it is no better than `limit`.
    fn outlook(
        &mut self,
        likely: &Likely,
        limit: Option<&LossAndLength>,
        depth: u32,
    ) -> Result<Option<LossAndLength>> {
        let key = self.key(likely, depth);
        let lower = match self.known.get(&key) {
            Some(known) if known.exact => {
                let is_better = limit.is_none_or(|limit| known.lower < *limit);
                return Ok(is_better.then(|| known.lower.clone()));
            }
            Some(known) => known.lower.clone(),
            None => self.bound(likely, depth),
        };
        if limit.is_some_and(|limit| lower >= *limit) {
            return Ok(None);
        }
        if depth >= self.horizon.min(self.within) {
            self.is_cut |= depth < self.within; // else all of it is lost, as the bound says
            return Ok(Some(lower));
        }
        self.world.control.poll()?;
        self.expanded += 1;
        let given_up = LossAndLength::new(likely.sum(), BigUint::zero());
        let (mut best, mut found) = (None, limit.is_none_or(|limit| given_up < *limit).then_some(given_up));
        if depth < self.within {
            let mut tried: HashSet<u128> = HashSet::new();
            for number in self.candidates(likely) {
                let cells = self.cells(&self.world.questions[number.index()], likely);
                if !tried.insert(self.name_of_cells(&cells, depth + 1)) {
                    continue;
                }
                self.tried += 1;
                let least = found.as_ref().or(limit).cloned();
                if let Some(better) = self.with(cells, likely, least.as_ref(), depth)? {
                    (best, found) = (Some(number), Some(better));
                    if depth == 0 && self.horizon >= self.within && self.begun.elapsed() > BRIEF {
                        self.hold(number)?;
                    }
                }
            }
        }
        if room_with_another(&self.known) * KNOWN_BYTES > self.memory {
            self.world.control.halt(StopReason::Memory);
        }
        let known = match (&found, limit) {
            (Some(found), _) => KnownLoss { lower: found.clone(), exact: true, best, of: likely.name() },
            (None, Some(limit)) => KnownLoss { lower: limit.clone(), exact: false, best: None, of: 0 },
            (None, None) => return Err(CoreError::Internal("giving up is always possible".into())),
        };
        self.known.insert(key, known);
        Ok(found)
    }

    /// The experiments that tell something, of those that tell the same the first; those that most likely end the play come
    /// first, then those that leave least.
    fn candidates(&mut self, likely: &Likely) -> Vec<u32> {
        let (world, hidden) = (self.world, likely.hidden());
        let mut seen = HashSet::new();
        let mut candidates: Vec<(f64, u32)> = Vec::new();
        for (number, question) in (0..).zip(&world.questions) {
            if !world.tells(question, &hidden) || self.consistent && !world.can_be_final(question, &hidden) {
                continue;
            }
            self.scanned += 1;
            // what only liars say is as likely as there are such outcomes
            let is_new = seen.insert((told(world.labels(question, &hidden), &question.outcomes), question.plain));
            if is_new || question.draws.is_some() {
                let shares = likely.shares(world, self.noise, question).into_iter().zip(&question.outcomes);
                candidates.push((shares.map(|(share, of)| if of.1 { -share } else { share * share }).sum(), number));
            }
        }
        candidates.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        candidates.into_iter().map(|(_, number)| number).collect()
    }

    fn cells(&self, question: &Inquiry, likely: &Likely) -> OpenCells {
        likely.open_after(self.world, self.noise, question)
    }

    /// Names what an experiment leaves, whichever answer leaves it.
    fn name_of_cells(&self, cells: &OpenCells, depth: u32) -> u128 {
        let one = |(scale, cell): &(BigRational, Likely)| {
            let (above, below) = (scale.numer().magnitude(), scale.denom().magnitude());
            let digits = above.iter_u64_digits().chain([0]).chain(below.iter_u64_digits());
            fingerprint(words(self.key(cell, depth)).into_iter().chain(digits))
        };
        cells.iter().map(one).fold(cells.len().to_u64().into(), u128::wrapping_add)
    }

    /// The outlook of a belief that begins with an experiment which leaves `cells`; `None` when it is no better than `limit`.
    fn with(
        &mut self,
        cells: OpenCells,
        likely: &Likely,
        limit: Option<&LossAndLength>,
        depth: u32,
    ) -> Result<Option<LossAndLength>> {
        let mut sum = LossAndLength::new(BigUint::zero(), likely.sum());
        let mut open: Vec<(LossAndLength, BigRational, Likely)> = Vec::with_capacity(cells.len());
        for (scale, cell) in cells {
            let lower = self.no_better(&cell, depth + 1).times(&scale);
            sum = sum.plus(&lower);
            if limit.is_some_and(|limit| sum >= *limit) {
                return Ok(None);
            }
            open.push((lower, scale, cell));
        }
        open.sort_by(|a, b| b.0.cmp(&a.0));
        for (lower, scale, cell) in open {
            sum = sum.minus(&lower);
            let rest = limit.map(|limit| limit.minus(&sum).times(&scale.recip()));
            match self.outlook(&cell, rest.as_ref(), depth + 1)? {
                Some(value) => sum = sum.plus(&value.times(&scale)),
                None => return Ok(None),
            }
        }
        Ok(Some(sum))
    }
}

/// The most codes that trees of each depth hit, as the lemma counts them.
fn hits(world: &BeliefWorld<'_>, within: u32) -> Vec<u64> {
    if world.engine.program.ending != Ending::Hit || world.moves() {
        return Vec::new();
    }
    let most = |count: fn(&Inquiry) -> u64| world.questions.iter().map(count).max().unwrap_or(0);
    let finals = most(|of| of.outcomes.len().to_u64() - u64::from(of.plain));
    let plain = most(|of| of.plain.into());
    let (mut all, mut beliefs) = (vec![0u64], 1u64);
    for _ in 0..within {
        let next = all[all.len() - 1].saturating_add(beliefs.saturating_mul(finals));
        all.push(next);
        beliefs = beliefs.saturating_mul(plain.max(1));
        if next > world.codes.len().to_u64() {
            break; // all codes; deeper trees hit no fewer
        }
    }
    all
}

//! The least mean where answers are wrong with a known chance: of all strategies, by depth first with bounds; exact.
//!
//! The mean of a belief is in its units: experiments times chances, summed over all plays. Every experiment that tells something
//! takes lies or codes away, whatever is answered, so all plays end; where the secret moves they are ended by `most`. It looks one
//! experiment ahead first, then two and three, and then as far as it goes, each time with the bounds that it knows by then: no mean
//! is less than what comes of that, and a search that is stopped has it.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::Zero;

use crate::base::convert::{ToIndex, ToU64, ToUsize};
use crate::base::error::{CoreError, Result};
use crate::base::hash::{fingerprint, room_with_another};
use crate::base::ids::{CodeId, HiddenId};
use crate::base::limits::StopReason;
use crate::game::program::{Ending, Noise};
use crate::optimal::statistics;
use crate::play::tree::Greedy;
use crate::unseen::beliefs::{told, BeliefWorld, Inquiry};
use crate::unseen::drawing::drawn_by_chance;
use crate::unseen::likely::{Likely, OpenCells};
use crate::unseen::orbits_of_beliefs::{words, BeliefNumbers};
use crate::unseen::volumes::Volumes;

/// Plays of so many experiments are searched, at most: the search is as deep as plays are long.
const LONGEST: u32 = 500;
/// An experiment is the best one if nothing is better; so one that is worse by this part is not looked at any further.
const NEARLY: u64 = 1 << 40;
/// Bytes of what is remembered of a belief, about.
const KNOWN_BYTES: u64 = 240;
/// So far it looks ahead, one after the other.
const HORIZONS: [u32; 4] = [1, 2, 3, u32::MAX];
/// Strategies are kept of searches that take longer.
const BRIEF: Duration = Duration::from_millis(100);

/// What is known of a belief, in its units: its least mean is at least `lower`, and that is it when there is a best experiment.
struct KnownMean {
    lower: BigRational,
    best: Option<u32>,
    /// The name of the belief that `best` is an experiment of: symmetries carry others to that.
    of: u128,
}

pub(super) struct LeastMean<'w, 'a> {
    world: &'w BeliefWorld<'a>,
    noise: Noise,
    consistent: bool,
    /// No play may be longer; `None`: any length will do.
    most: Option<u32>,
    volumes: Volumes,
    /// The most outcomes of an experiment, those that are not final, and those that are.
    width: usize,
    plain: u64,
    finals: u64,
    numbers: BeliefNumbers,
    /// By the numbers of beliefs.
    known: HashMap<u128, KnownMean>,
    /// Beliefs after so many experiments are not looked into any further; whether there were any.
    horizon: u32,
    is_cut: bool,
    /// What was proved of the start by then, in its units.
    lower: BigRational,
    begun: Instant,
    /// The best strategy that the search has come upon, where it takes long.
    pub held: Option<Greedy>,
    memory: u64,
    expanded: u64,
    scanned: u64,
    tried: u64,
}

impl<'w, 'a> LeastMean<'w, 'a> {
    pub fn new(
        world: &'w BeliefWorld<'a>,
        noise: Noise,
        consistent: bool,
        most: Option<u32>,
        memory: u64,
    ) -> Result<Self> {
        let largest = |count: fn(&Inquiry) -> u64| world.questions.iter().map(count).max().unwrap_or(0);
        let mut search = LeastMean {
            world,
            noise,
            consistent: consistent && world.engine.knows_finals(),
            most,
            volumes: Volumes::new(world),
            width: largest(|of| of.outcomes.len().to_u64()).max(2).to_usize(),
            plain: largest(|of| of.plain.into()),
            finals: largest(|of| of.outcomes.len().to_u64() - u64::from(of.plain)),
            numbers: BeliefNumbers::new(world)?,
            known: HashMap::new(),
            horizon: 0,
            is_cut: false,
            lower: BigRational::zero(),
            begun: Instant::now(),
            held: None,
            memory,
            expanded: 0,
            scanned: 0,
            tried: 0,
        };
        if world.first.is_some() || !world.is_over(&world.start, false) {
            search.lower = search.bound(&Likely::start(world));
        }
        Ok(search)
    }

    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        statistics([self.expanded, self.scanned, self.tried, 0, self.bytes()])
    }

    fn bytes(&self) -> u64 {
        self.known.capacity().to_u64() * KNOWN_BYTES
    }

    /// The least mean, times the weight of all codes, when it is less than `known`, that of a strategy at hand; with one
    /// experiment demanded first, if there is one. Without a strategy at hand `None` says that plays have to be longer.
    pub fn least(&mut self, known: Option<&BigRational>) -> Result<Option<BigRational>> {
        let world = self.world;
        let start = Likely::start(world);
        if world.first.is_none() && world.is_over(&start.hidden(), false) {
            return Ok(Some(BigRational::zero()));
        }
        let limit = known.map(|known| known / &start.unit);
        for horizon in HORIZONS {
            (self.horizon, self.is_cut) = (horizon, false);
            let found = match world.first {
                None => self.value(&start, limit.as_ref(), 0)?,
                Some(first) => {
                    let cells = self.cells(&world.questions[first], &start);
                    self.with(cells, &start, limit.as_ref(), 0)?
                }
            };
            match found {
                Some(found) if self.is_cut => self.lower = found,
                found => return Ok(found.map(|found| found * start.unit)),
            }
            self.known.values_mut().for_each(|known| known.best = None);
        }
        Err(CoreError::Internal("a search without a horizon is cut".into()))
    }

    /// What the least mean, times the weight of all codes, is no less than, as far as it is known.
    pub fn lower(&self) -> BigRational {
        &self.lower * Likely::start(self.world).unit
    }

    /// Keeps the strategy that begins with an experiment which is the best one so far.
    fn hold(&mut self, number: u32) -> Result<()> {
        let (world, memory) = (self.world, self.memory);
        self.held = Some(drawn_by_chance(world, memory, Some(number), |likely, made| self.best(likely, made))?);
        Ok(())
    }

    /// The best experiment of a belief whose least mean was found.
    pub fn best(&mut self, likely: &Likely, depth: u32) -> Result<Option<u32>> {
        let Some(value) = self.value(likely, None, depth)? else { return Ok(None) };
        if let Some(known) = self.known.get(&self.key(likely, depth)).filter(|known| known.of == likely.name()) {
            return Ok(known.best);
        }
        // the one that is known is of a belief with other codes
        let above = &value + &value / BigRational::from_integer(NEARLY.into());
        for number in self.candidates(likely) {
            let cells = self.cells(&self.world.questions[number.index()], likely);
            if self.with(cells, likely, Some(&above), depth)? == Some(value.clone()) {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// What is known of a belief stands here: where plays are limited it depends on how many experiments are left.
    fn key(&self, likely: &Likely, depth: u32) -> u128 {
        let name = self.name(likely);
        self.most
            .map_or(name, |most| fingerprint(words(name).into_iter().chain([u64::from(most.saturating_sub(depth))])))
    }

    /// Names a belief; those that symmetries carry to each other, or that differ in interchangeable codes only, have one name.
    fn name(&self, likely: &Likely) -> u128 {
        if !self.world.any_set {
            return self.numbers.number_of_likely(self.world, likely);
        }
        let mut names: Vec<u128> = likely.names_of_codes(self.world).into_iter().map(|(_, name)| name).collect();
        names.sort_unstable();
        fingerprint(names.into_iter().flat_map(words))
    }

    /// Names what an experiment tells of a belief; those that differ in interchangeable codes only have one name.
    fn name_of_question(&self, question: &Inquiry, hidden: &[HiddenId], codes: &[(CodeId, u128)]) -> u128 {
        let world = self.world;
        if !world.any_set {
            return told(world.labels(question, hidden), &question.outcomes);
        }
        let mut sides: [Vec<u128>; 2] = Default::default();
        codes.iter().for_each(|&(code, name)| sides[usize::from(question.labels[code] > 0)].push(name));
        sides.iter_mut().for_each(|side| side.sort_unstable());
        sides.sort_unstable();
        let [first, second] = sides;
        let parts = std::iter::once(first.len().to_u64()).chain(first.into_iter().chain(second).flat_map(words));
        fingerprint(parts)
    }

    /// The least mean of a belief that is not over, in its units; `None` when it is `limit` at least, or plays have to be longer
    /// than they may be. In the latter case it counts as more than all plays can take that are not.
    fn value(&mut self, likely: &Likely, limit: Option<&BigRational>, depth: u32) -> Result<Option<BigRational>> {
        let mut too_much = None;
        if let Some(most) = self.most {
            let left = most.saturating_sub(depth);
            if self.volumes.bound(self.world, &fewest_lies(self.world, likely)) > left {
                return Ok(None);
            }
            let beyond = BigRational::from_integer((likely.sum() * (u64::from(left) + 1)).into());
            too_much = Some(limit.map_or(beyond.clone(), |limit| limit.min(&beyond).clone()));
        }
        let limit = too_much.as_ref().or(limit);
        let key = self.key(likely, depth);
        let lower = match self.known.get(&key) {
            Some(known) if known.best.is_some() => {
                let is_less = limit.is_none_or(|limit| known.lower < *limit);
                return Ok(is_less.then(|| known.lower.clone()));
            }
            Some(known) => known.lower.clone(),
            None => self.bound(likely),
        };
        if limit.is_some_and(|limit| lower >= *limit) {
            return Ok(None);
        }
        if depth >= self.horizon {
            self.is_cut = true;
            return Ok(Some(lower));
        }
        if depth >= LONGEST {
            let message = format!("plays of more than {LONGEST} experiments are not searched in games with lies");
            return Err(CoreError::Input(message));
        }
        self.world.control.poll()?;
        self.expanded += 1;
        let found = self.expand(likely, limit, depth)?;
        if room_with_another(&self.known) * KNOWN_BYTES > self.memory {
            self.world.control.halt(StopReason::Memory);
        }
        let proved = match (&found, limit) {
            (Some((value, best)), _) => KnownMean { lower: value.clone(), best: Some(*best), of: likely.name() },
            (None, Some(limit)) => KnownMean { lower: limit.clone(), best: None, of: 0 },
            (None, None) => return Err(CoreError::Internal("nothing tells anything of a belief".into())),
        };
        self.known.insert(key, proved);
        Ok(found.map(|(value, _)| value))
    }

    fn expand(
        &mut self,
        likely: &Likely,
        limit: Option<&BigRational>,
        depth: u32,
    ) -> Result<Option<(BigRational, u32)>> {
        let mut best: Option<(BigRational, u32)> = None;
        let mut tried: HashSet<u128> = HashSet::new();
        for number in self.candidates(likely) {
            let cells = self.cells(&self.world.questions[number.index()], likely);
            if !tried.insert(self.name_of_cells(&cells)) {
                continue;
            }
            self.tried += 1;
            let least = best.as_ref().map(|(value, _)| value).or(limit).cloned();
            if let Some(value) = self.with(cells, likely, least.as_ref(), depth)? {
                best = Some((value, number));
                if depth == 0 && self.horizon == u32::MAX && self.begun.elapsed() > BRIEF {
                    self.hold(number)?;
                }
            }
        }
        Ok(best)
    }

    /// What is known of the least mean of a belief that is not over, in its units.
    fn no_less(&self, likely: &Likely, depth: u32) -> BigRational {
        match self.known.get(&self.key(likely, depth)) {
            Some(known) => known.lower.clone(),
            None => self.bound(likely),
        }
    }

    /// The experiments that tell something, of those that tell the same the first; those that leave least come first.
    fn candidates(&mut self, likely: &Likely) -> Vec<u32> {
        let world = self.world;
        let hidden = likely.hidden();
        let codes = if world.any_set { likely.names_of_codes(world) } else { Vec::new() };
        let mut seen = HashSet::new();
        let mut candidates: Vec<(f64, u32)> = Vec::new();
        for (number, question) in (0..).zip(&world.questions) {
            if !world.tells(question, &hidden) || self.consistent && !world.can_be_final(question, &hidden) {
                continue;
            }
            self.scanned += 1;
            // what only liars say is as likely as there are such outcomes
            if seen.insert((self.name_of_question(question, &hidden, &codes), question.plain)) {
                let shares = likely.shares(world, self.noise, question).into_iter().zip(&question.outcomes);
                let size = shares.map(|(share, outcome)| if outcome.1 { 0.0 } else { share * share }).sum();
                candidates.push((size, number));
            }
        }
        candidates.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        candidates.into_iter().map(|(_, number)| number).collect()
    }

    fn cells(&self, question: &Inquiry, likely: &Likely) -> OpenCells {
        likely.open_after(self.world, self.noise, question)
    }

    /// Names what an experiment leaves, whichever answer leaves it.
    fn name_of_cells(&self, cells: &OpenCells) -> u128 {
        let one = |(scale, cell): &(BigRational, Likely)| {
            let (above, below) = (scale.numer().magnitude(), scale.denom().magnitude());
            let digits = above.iter_u64_digits().chain([0]).chain(below.iter_u64_digits());
            fingerprint(words(self.name(cell)).into_iter().chain(digits))
        };
        cells.iter().map(one).fold(cells.len().to_u64().into(), u128::wrapping_add)
    }

    /// The least mean of a belief, in its units, that begins with an experiment which leaves `cells`; `None` when it is `limit` at
    /// least.
    fn with(
        &mut self,
        cells: OpenCells,
        likely: &Likely,
        limit: Option<&BigRational>,
        depth: u32,
    ) -> Result<Option<BigRational>> {
        let mut sum = BigRational::from_integer(likely.sum().into());
        let mut open: Vec<(BigRational, BigRational, Likely)> = Vec::with_capacity(cells.len());
        for (scale, cell) in cells {
            let lower = self.no_less(&cell, depth + 1) * &scale;
            sum += &lower;
            if limit.is_some_and(|limit| sum >= *limit) {
                return Ok(None);
            }
            open.push((lower, scale, cell));
        }
        open.sort_by(|a, b| b.0.cmp(&a.0));
        for (lower, scale, cell) in open {
            sum -= &lower;
            let rest = limit.map(|limit| (limit - &sum) / &scale);
            match self.value(&cell, rest.as_ref(), depth + 1)? {
                Some(value) => sum += value * scale,
                None => return Ok(None),
            }
        }
        Ok(Some(sum))
    }

    /// A bound by the chances of what is to be found out, each counted for the shortest of its plays.
    fn bound(&self, likely: &Likely) -> BigRational {
        let world = self.world;
        let counted = if world.moves() {
            likely.sum()
        } else if world.engine.program.ending == Ending::Hit {
            self.by_levels(likely.of_codes(world))
        } else if world.tells_all_apart() {
            self.by_leaves(likely.of_codes(world))
        } else {
            likely.sum()
        };
        BigRational::from_integer(counted.into())
    }

    /// Where each code ends with a final outcome of its own: the likely ones first, as many as there can be after each number
    /// of experiments.
    fn by_levels(&self, mut chances: Vec<BigUint>) -> BigUint {
        chances.sort_unstable_by(|a, b| b.cmp(a));
        let (mut left, mut level, mut beliefs) = (&chances[..], 0u64, 1u64);
        let mut sum = BigUint::zero();
        while !left.is_empty() {
            level += 1;
            let here = beliefs.saturating_mul(self.finals).max(1).min(left.len().to_u64()).to_usize();
            sum += left[..here].iter().sum::<BigUint>() * level;
            left = &left[here..];
            beliefs = beliefs.saturating_mul(self.plain.max(1));
        }
        sum
    }

    /// Where each code has leaves of its own: those of the shortest plays are a prefix code, and Huffman's (1952) is the best.
    fn by_leaves(&self, chances: Vec<BigUint>) -> BigUint {
        let mut heap: BinaryHeap<Reverse<BigUint>> = chances.into_iter().map(Reverse).collect();
        while heap.len() > 1 && !(heap.len() - 1).is_multiple_of(self.width - 1) {
            heap.push(Reverse(BigUint::zero()));
        }
        let mut sum = BigUint::zero();
        while heap.len() > 1 {
            let joined: BigUint = (0..self.width).filter_map(|_| heap.pop()).map(|Reverse(chance)| chance).sum();
            sum += &joined;
            heap.push(Reverse(joined));
        }
        sum
    }
}

/// The codes of a belief with chances, each with the fewest lies told.
fn fewest_lies(world: &BeliefWorld<'_>, likely: &Likely) -> Vec<HiddenId> {
    let mut hidden = likely.hidden();
    hidden.dedup_by_key(|hidden| world.code(*hidden));
    hidden
}

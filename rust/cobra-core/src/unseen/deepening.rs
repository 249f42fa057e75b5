//! The least worst case where answers may be lies and nothing moves: can a belief be settled by q experiments, for growing q?
//!
//! Every experiment that tells something takes lies or codes away, whatever is answered, so all plays end.

use std::collections::{HashMap, HashSet};

use crate::base::convert::{ToIndex, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::hash::room_with_another;
use crate::base::ids::HiddenId;
use crate::base::limits::StopReason;
use crate::optimal::statistics;
use crate::unseen::beliefs::{name, told, Answered, BeliefWorld, Inquiry};
use crate::unseen::orbits_of_beliefs::{number_of_cells, BeliefNumbers};
use crate::unseen::volumes::{of_cells, Volumes};

/// Plays of so many experiments are searched, at most: the search is as deep as plays are long.
const LONGEST: u32 = 500;
/// Bytes of what is remembered of a belief.
const KNOWN_BYTES: u64 = 64;

/// What is known of a belief: it takes `lower` at least, and `best` settles it in `upper`.
#[derive(Clone, Copy)]
struct KnownWorst {
    lower: u32,
    upper: u32,
    best: u32,
    /// The name of the belief that `best` is an experiment of: symmetries carry others to that.
    of: u128,
}

pub(super) struct Deepening<'w, 'a> {
    world: &'w BeliefWorld<'a>,
    volumes: Volumes,
    numbers: BeliefNumbers,
    consistent: bool,
    /// By the numbers of beliefs.
    known: HashMap<u128, KnownWorst>,
    memory: u64,
    expanded: u64,
    scanned: u64,
    tried: u64,
}

impl<'w, 'a> Deepening<'w, 'a> {
    pub fn new(world: &'w BeliefWorld<'a>, consistent: bool, memory: u64) -> Result<Self> {
        let (volumes, numbers) = (Volumes::new(world), BeliefNumbers::new(world)?);
        let consistent = consistent && world.engine.knows_finals();
        let known = HashMap::new();
        Ok(Deepening { world, volumes, numbers, consistent, known, memory, expanded: 0, scanned: 0, tried: 0 })
    }

    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        statistics([self.expanded, self.scanned, self.tried, 0, self.bytes()])
    }

    fn bytes(&self) -> u64 {
        self.known.capacity().to_u64() * KNOWN_BYTES
    }

    /// The least worst case is no less than this.
    pub fn bound(&mut self) -> u32 {
        match self.world.is_over(&self.world.start, false) {
            true => 0,
            false => self.volumes.bound(self.world, &self.world.start),
        }
    }

    /// The least worst case, with one experiment demanded first if there is one; `None` when it is above `most`. A strategy with
    /// the worst case `upper` is known. `raised` hears of each proof that it takes more.
    pub fn worst(&mut self, most: u32, upper: Option<u32>, mut raised: impl FnMut(u32)) -> Result<Option<u32>> {
        let world = self.world;
        let belief = &world.start;
        let Some(first) = world.first else {
            if world.is_over(belief, false) {
                return Ok(Some(0));
            }
            let mut q = self.volumes.bound(world, belief);
            loop {
                raised(q.min(upper.unwrap_or(q)));
                if q > most {
                    return Ok(None);
                }
                if upper == Some(q) || self.settles(belief, q)? {
                    return Ok(Some(q));
                }
                if self.is_hopeless(belief, q) {
                    return Ok(None);
                }
                q += 1;
            }
        };
        let mut worst = 1;
        for cell in world.after(&world.questions[first], belief) {
            if world.is_over(&cell.belief, cell.is_final) {
                continue;
            }
            let mut q = self.volumes.bound(world, &cell.belief);
            while !self.settles(&cell.belief, q)? {
                if q >= most || self.is_hopeless(&cell.belief, q) {
                    return Ok(None);
                }
                q += 1;
                raised(worst.max(q + 1));
            }
            worst = worst.max(q + 1);
        }
        Ok((worst <= most).then_some(worst))
    }

    /// Whether no strategy ends all plays: longer ones than there are lies and codes to be taken away do not help.
    fn is_hopeless(&self, belief: &[HiddenId], experiments: u32) -> bool {
        let left: u64 = belief.iter().map(|&hidden| u64::from(self.world.lies_left(hidden)) + 1).sum();
        u64::from(experiments) > left
    }

    /// The best experiment of a belief from which this many experiments are left.
    pub fn best(&mut self, belief: &[HiddenId], worst: Option<u32>, length: u32) -> Result<Option<u32>> {
        let left = worst.unwrap_or(0).saturating_sub(length);
        if !self.settles(belief, left)? {
            return Err(CoreError::Internal("a belief is not settled as it was found to be".into()));
        }
        let Some(&known) = self.known.get(&self.numbers.number(belief)) else { return Ok(None) };
        match known.of == name(belief) {
            true => Ok(Some(known.best)),
            false => self.expand(belief, known.upper), // that of an image is another one
        }
    }

    /// Whether so many experiments settle a belief that is not settled.
    fn settles(&mut self, belief: &[HiddenId], experiments: u32) -> Result<bool> {
        self.settles_numbered(self.numbers.number(belief), belief, experiments)
    }

    fn settles_numbered(&mut self, key: u128, belief: &[HiddenId], experiments: u32) -> Result<bool> {
        let lower = match self.known.get(&key) {
            Some(known) if known.upper <= experiments => return Ok(true),
            Some(known) => known.lower,
            None => self.volumes.bound(self.world, belief),
        };
        if lower > experiments {
            return Ok(false);
        }
        if experiments > LONGEST {
            let message = format!("plays of more than {LONGEST} experiments are not searched in games with lies");
            return Err(CoreError::Input(message));
        }
        self.world.control.poll()?;
        self.expanded += 1;
        let found = self.expand(belief, experiments)?;
        if room_with_another(&self.known) * KNOWN_BYTES > self.memory {
            self.world.control.halt(StopReason::Memory);
        }
        let known = self.known.entry(key).or_insert(KnownWorst { lower: 1, upper: u32::MAX, best: 0, of: 0 });
        match found {
            Some(best) => (known.upper, known.best, known.of) = (experiments, best, name(belief)),
            None => known.lower = experiments + 1,
        }
        Ok(found.is_some())
    }

    /// An experiment that settles a belief in so many, if there is one.
    fn expand(&mut self, belief: &[HiddenId], experiments: u32) -> Result<Option<u32>> {
        let world = self.world;
        let mut seen: HashSet<u128> = HashSet::new();
        let mut candidates: Vec<(f64, u32)> = Vec::new();
        for (number, question) in (0..).zip(&world.questions) {
            if !world.tells(question, belief) || self.consistent && !world.can_be_final(question, belief) {
                continue;
            }
            self.scanned += 1;
            if let Some(size) = self.size_if_possible(question, belief, experiments) {
                if seen.insert(told(world.labels(question, belief), &question.outcomes)) {
                    candidates.push((size, number));
                }
            }
        }
        candidates.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        let mut failed: HashSet<u128> = HashSet::new();
        for (_, number) in candidates {
            let mut cells = world.after(&world.questions[number.index()], belief);
            cells.retain(|cell| !world.is_over(&cell.belief, cell.is_final));
            if experiments == 1 {
                match cells.is_empty() {
                    true => return Ok(Some(number)),
                    false => continue,
                }
            }
            let cells = cells.into_iter().map(|cell| (self.numbers.number(&cell.belief), cell)).collect::<Vec<_>>();
            if !failed.insert(number_of_cells(&cells)) {
                continue;
            }
            self.tried += 1;
            if self.settles_all(cells, experiments - 1)? {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Whether so many experiments settle each of some beliefs.
    fn settles_all(&mut self, cells: Vec<(u128, Answered)>, experiments: u32) -> Result<bool> {
        let world = self.world;
        let mut ordered = Vec::with_capacity(cells.len());
        for (key, cell) in cells {
            let lower = match self.known.get(&key) {
                Some(known) if known.upper <= experiments => continue,
                Some(known) => known.lower,
                None => self.volumes.bound(world, &cell.belief),
            };
            if lower > experiments {
                return Ok(false);
            }
            ordered.push((lower, key, cell.belief));
        }
        ordered.sort_by_key(|(lower, _, belief)| std::cmp::Reverse((*lower, belief.len())));
        for (_, key, belief) in ordered {
            if !self.settles_numbered(key, &belief, experiments)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How large what an experiment leaves is, in volumes, squared; `None` where counting shows that so many do not settle it.
    fn size_if_possible(&mut self, question: &Inquiry, belief: &[HiddenId], experiments: u32) -> Option<f64> {
        let world = self.world;
        let Some((volumes, room)) = self.volumes.at(experiments - 1) else {
            let sizes = world
                .after(question, belief)
                .into_iter()
                .filter(|cell| !cell.is_final)
                .map(|cell| cell.belief.len() as f64);
            return Some(sizes.map(|size| size * size).sum());
        };
        let mut size = 0.0;
        for volume in of_cells(world, question, belief, volumes) {
            if volume > room {
                return None;
            }
            size += (volume as f64) * (volume as f64);
        }
        Some(size)
    }
}

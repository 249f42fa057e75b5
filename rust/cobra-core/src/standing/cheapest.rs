//! The search for what the best strategy costs in a situation: depth first, with bounds, what was found out is kept.
//!
//! Experiments that tell nothing apart are never candidates by themselves. They can only change the standing, so a candidate
//! is an experiment that does tell something, at the end of the cheapest way to its standing (`detours.rs`): the codes left
//! become fewer at each level of the search, and no way leads in a circle.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::hash::{fingerprint, room_with_another};
use crate::base::ids::CodeId;
use crate::base::limits::StopReason;
use crate::game::program::Ending;
use crate::play::tree::Greedy;
use crate::standing::detours::{Course, Detours, Reached};
use crate::standing::finals::most_finals;
use crate::standing::likeness::{signature, Likeness};
use crate::standing::offers::{StandingNumber, Standings};
use crate::standing::rooms::{joined, Rooms};
use crate::standing::splitting::{After, Splitting};
use crate::standing::tolls::{Counted, Left, Sizes, Toll};

/// Bytes that a situation takes in the table, about.
const KNOWN_BYTES: u64 = 160;
/// Of that, the place in the table, which there may be twice as many of as situations, and its experiment.
const PLACE_BYTES: u64 = 80;
const COURSE_BYTES: u64 = 64;
/// Bytes of the stack that a level of the search takes at most, with a margin of several times.
const LEVEL_BYTES: usize = 1 << 14;
/// Bytes of the stack for everything else.
const BASE_BYTES: usize = 1 << 21;

/// Strategies are kept of searches that take longer.
const BRIEF: Duration = Duration::from_millis(100);

/// What is known of a situation.
struct KnownToll {
    lower: Toll,
    /// Whether that is the least that there is.
    exact: bool,
    /// The experiment that attains it; `None` also where nothing can be told apart any more.
    best: Option<Box<Course>>,
    /// The name of the situation that it was found for: symmetries carry others to that.
    of: u128,
}

/// An experiment that may be the best.
pub(super) struct Candidate {
    low: Toll,
    /// Sum of squares of the sizes of its cells: with little to come it is tried sooner.
    squares: u64,
    pub at: Reached,
    /// As of a `Course`.
    pub last: Option<(u32, u32)>,
}

/// Draws the best strategy that may take so much and begins in a given way.
pub(super) type Draw = fn(&mut Cheapest<'_, '_>, Option<Course>, Left) -> Result<Greedy>;

/// That the game as a whole is looked into, and how the best strategy is kept as it is found, if it is.
#[derive(Clone, Copy)]
struct Whole {
    draw: Option<Draw>,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Wish {
    pub counted: Counted,
    /// A play that takes more experiments than are allowed is lost; else no strategy may have one.
    pub within: bool,
    /// Lost codes count as lost, whatever the game says that they cost.
    pub won_only: bool,
    /// Only experiments that may be final.
    pub consistent: bool,
}

/// A search under way.
pub(super) struct Cheapest<'w, 'a> {
    pub world: &'w mut Standings<'a>,
    pub wish: Wish,
    pub(super) sizes: Sizes,
    pub(super) rooms: Option<Rooms>,
    likeness: Option<Likeness>,
    /// For each code what is to be told apart: codes of equal kinds need not, or cannot.
    pub(super) kinds: Vec<u32>,
    known: HashMap<u128, KnownToll>,
    memory: u64,
    /// Bytes of the candidates of all levels.
    held: u64,
    /// Bytes that earlier wishes took.
    most_bytes: u64,
    /// Levels that the stack has room for.
    levels: usize,
    splits: Vec<Splitting>,
    /// What was proved of the game as a whole since the last wish: no strategy costs less.
    pub proved: Toll,
    /// That a situation is the game as a whole, until it is looked into.
    whole: Option<Whole>,
    /// The best strategy that the search has come upon, where it takes long.
    pub strategy: Option<Greedy>,
    begun: Instant,
    pub expanded: u64,
    pub scanned: u64,
    pub tried: u64,
}

impl<'w, 'a> Cheapest<'w, 'a> {
    /// `memory` bounds the table of situations and the stack, in bytes: as given to `deep`, in which searches run.
    pub fn new(world: &'w mut Standings<'a>, wish: Wish, memory: u64) -> Result<Self> {
        let program = &world.engine.program;
        let hit = program.ending == Ending::Hit;
        let width = program.types.iter().map(|kind| kind.answer.outcomes().map_or(u64::MAX, ToU64::to_u64)).max();
        let least_price = world.rules.follows.iter().map(|f| f.price.constant.max(0) as u64).min().unwrap_or(0);
        let width = width.unwrap_or(2).clamp(2, world.codes.len().to_u64().max(2));
        let all = world.codes.all();
        let goals: Vec<u32> = all.iter().map(|&code| world.codes.goal_of(code)).collect();
        let kinds = match world.inseparable()? {
            None => goals,
            Some(classes) => joined(&goals, &classes),
        };
        let codes = all.len();
        let rooms = Rooms::new(world)?;
        let finals = hit.then(|| most_finals(world, rooms.as_ref())).transpose()?;
        let sizes = Sizes::new(finals, width, least_price, codes);
        let likeness = Likeness::new(world)?;
        Ok(Cheapest {
            world,
            wish,
            sizes,
            rooms,
            likeness,
            kinds,
            known: HashMap::new(),
            memory,
            held: 0,
            most_bytes: 0,
            levels: levels(codes, memory),
            splits: Vec::new(),
            proved: Toll::NOTHING,
            whole: None,
            strategy: None,
            begun: Instant::now(),
            expanded: 0,
            scanned: 0,
            tried: 0,
        })
    }

    fn bytes(&self) -> u64 {
        self.known.len().to_u64() * KNOWN_BYTES + self.held
    }

    /// Bytes there will be when one more situation is known.
    fn bytes_with_another(&self) -> u64 {
        let places = room_with_another(&self.known) * PLACE_BYTES;
        places + self.known.len().to_u64() * COURSE_BYTES + self.held
    }

    /// What it took at most, of all wishes.
    pub fn most_bytes(&self) -> u64 {
        self.most_bytes.max(self.bytes())
    }

    /// Begins anew with another wish.
    pub fn wish_for(&mut self, wish: Wish) {
        if wish != self.wish {
            self.wish = wish;
            self.most_bytes = self.most_bytes();
            self.known.clear();
            self.proved = Toll::NOTHING;
        }
    }

    /// The name of a situation.
    fn name(&self, state: &[CodeId], standing: StandingNumber, left: Left) -> u128 {
        let words = [standing.index().to_u64(), u64::from(left.length), left.price];
        fingerprint(words.into_iter().chain(state.iter().map(|&code| u64::from(code.number()))))
    }

    /// What a situation is known by: those that symmetries carry to each other by the same.
    fn key(&mut self, state: &[CodeId], standing: StandingNumber, left: Left) -> u128 {
        let Some(likeness) = &mut self.likeness else { return self.name(state, standing, left) };
        let number = likeness.number(self.world, state, standing);
        fingerprint(number.into_iter().chain([u64::from(left.length), left.price]))
    }

    /// The best experiment of a situation whose least cost was found.
    pub fn decision(&mut self, state: &[CodeId], standing: StandingNumber, left: Left) -> Result<Option<Course>> {
        let key = self.key(state, standing, left);
        let Some(known) = self.known.get(&key) else { return Ok(None) };
        let value = known.lower;
        if known.best.is_none() || known.of == self.name(state, standing, left) {
            return Ok(known.best.as_deref().cloned());
        }
        // what is known is an experiment of a situation that symmetries carry to this one: here is one that costs as much
        let mut detours = Detours::default();
        let candidates = self.candidates(state, standing, left, &mut detours)?;
        let found = self.best_of(&candidates, &detours, state, left, (value, value + Toll::cost(1)), None)?;
        Ok(found.best.map(|best| *best))
    }

    /// Whether strategies are kept by now.
    pub fn takes_long(&self) -> bool {
        self.begun.elapsed() > BRIEF
    }

    /// As `least`, of the game as a whole; what is proved and, with `draw`, the best strategy are kept as they are found.
    pub fn least_of_all(&mut self, state: &[CodeId], left: Left, limit: Toll, draw: Option<Draw>) -> Result<Toll> {
        self.whole = Some(Whole { draw });
        let least = self.least(state, self.world.start(), left, limit);
        self.whole = None;
        least
    }

    /// The least cost from a situation on that is not over, if it is below `limit`; else something it is not below.
    pub fn least(&mut self, state: &[CodeId], standing: StandingNumber, left: Left, limit: Toll) -> Result<Toll> {
        let whole = self.whole.take();
        if left.length == 0 && self.wish.within {
            return self.toll_of_end(state, left);
        }
        let bound = self.bound(state, standing, left);
        if bound >= limit {
            return Ok(bound);
        }
        let key = self.key(state, standing, left);
        let mut lower = bound;
        if let Some(known) = self.known.get(&key) {
            if known.exact || known.lower >= limit {
                return Ok(known.lower);
            }
            lower = lower.max(known.lower);
        }
        if self.levels == 0 || self.bytes_with_another() > self.memory {
            self.world.control.halt(StopReason::Memory);
        }
        self.world.control.poll()?;
        self.expanded += 1;
        let mut detours = Detours::default();
        let candidates = self.candidates(state, standing, left, &mut detours)?;
        if candidates.is_empty() {
            if !detours.is_stuck() && !self.wish.won_only {
                return Ok(Toll::NEVER); // something could be found out, but by nothing that is allowed
            }
            return self.end(state, left, key);
        }
        let held = (candidates.len() * size_of::<Candidate>() + 4 * state.len()).to_u64();
        self.levels -= 1;
        self.held += held;
        let found = self.best_of(&candidates, &detours, state, left, (lower, limit), whole)?;
        self.held -= held;
        self.levels += 1;
        let value = found.lower;
        let of = self.name(state, standing, left);
        self.known.insert(key, KnownToll { of, ..found });
        Ok(value)
    }

    /// What is found out of a situation by its candidates.
    fn best_of(
        &mut self,
        candidates: &[Candidate],
        detours: &Detours,
        state: &[CodeId],
        left: Left,
        (lower, mut limit): (Toll, Toll),
        whole: Option<Whole>,
    ) -> Result<KnownToll> {
        let mut best = None;
        // where no code can be won any more, nobody goes on; what is known when nothing is below the limit must allow for that
        let resigned = Toll::of_lost(self.world.codes.weight_of(state));
        let mut beyond = if self.wish.won_only { resigned } else { Toll::NEVER };
        let may_resign = self.wish.won_only && resigned < limit;
        if may_resign {
            limit = resigned;
        }
        for candidate in candidates {
            if candidate.low >= limit {
                beyond = beyond.min(candidate.low);
                break; // those that follow are no better
            }
            self.tried += 1;
            if whole.is_some() {
                // none of those that follow costs less than this one may
                self.proved = self.proved.max(beyond.min(limit).min(candidate.low).max(lower));
            }
            let toll = self.toll(state, left, candidate, limit, false)?;
            if toll < limit {
                limit = toll;
                best = Some(candidate);
                if let Some(draw) = whole.and_then(|whole| whole.draw).filter(|_| self.takes_long()) {
                    self.strategy = Some(draw(self, Some(course(candidate, detours)), left)?);
                }
                if toll <= lower {
                    break;
                }
            } else {
                beyond = beyond.min(toll);
            }
        }
        Ok(match best {
            Some(best) => KnownToll { lower: limit, exact: true, best: Some(Box::new(course(best, detours))), of: 0 },
            None if may_resign => KnownToll { lower: resigned, exact: true, best: None, of: 0 },
            None => KnownToll { lower: beyond.max(lower), exact: false, best: None, of: 0 },
        })
    }

    /// What a situation costs in which nothing can be told apart any more.
    fn end(&mut self, state: &[CodeId], left: Left, key: u128) -> Result<Toll> {
        let toll = self.toll_of_end(state, left)?;
        self.known.insert(key, KnownToll { lower: toll, exact: true, best: None, of: 0 });
        Ok(toll)
    }

    /// What a situation costs in which nothing more is done.
    fn toll_of_end(&mut self, state: &[CodeId], left: Left) -> Result<Toll> {
        Ok(match self.world.is_inseparable(state)? {
            true => Toll::NOTHING,
            false => self.toll_of_loss(self.world.codes.weight_of(state), left),
        })
    }

    /// The experiments that may be best, those of the least bounds first; of equal ones the first.
    fn candidates(
        &mut self,
        state: &[CodeId],
        standing: StandingNumber,
        left: Left,
        detours: &mut Detours,
    ) -> Result<Vec<Candidate>> {
        let mut split = self.splits.pop().unwrap_or_default();
        let mut seen: HashSet<u128> = HashSet::new();
        let mut found: Vec<Candidate> = Vec::new();
        let mut list = Vec::new();
        let by_length = left.length != u32::MAX || self.wish.counted == Counted::TreeSize;
        let consistent = self.wish.consistent;
        let (mut likeness, mut unlike) = (self.likeness.as_mut(), HashSet::new());
        detours.visit(self.world, state, standing, by_length, &mut split, |world, telling| {
            if consistent && !telling.split.can_be_final() {
                return Ok(true);
            }
            let mut is_unlike =
                |likeness: &mut Likeness| unlike.insert(likeness.number_of_split(world, state, &telling));
            if seen.insert(signature(telling.at, telling.split)) && likeness.as_deref_mut().is_none_or(&mut is_unlike)
            {
                list.push((telling.at, (telling.place.to_u32(), telling.experiment.to_u32())));
            }
            Ok(true)
        })?;
        self.scanned += list.len().to_u64();
        if detours.is_stuck() {
            list.clear(); // the play is over: nobody has to lose it once more
        }
        if !detours.is_stuck() && !self.world.rules.start.is_empty() {
            let weight = self.world.codes.weight_of(state);
            for at in detours.dead() {
                let mut candidate = Candidate { low: Toll::NEVER, squares: 0, at, last: None };
                if let Some(left) = left.after(at.length, at.price) {
                    let own = self.own(weight, &candidate);
                    let price = if self.wish.counted == Counted::Greatest { at.price } else { 0 };
                    candidate.low = own + Toll::cost(price) + self.toll_of_loss(weight, left);
                    found.push(candidate);
                }
            }
        }
        for (at, last) in list {
            let mut candidate = Candidate { low: Toll::NOTHING, squares: 0, at, last: Some(last) };
            let afters = self.afters(state, at, last, &mut split)?;
            candidate.squares =
                afters.iter().filter(|a| !a.ends()).map(|a| (a.codes.len() * a.codes.len()).to_u64()).sum();
            candidate.low = self.low(state, left, &candidate, &afters);
            found.push(candidate);
        }
        self.splits.push(split);
        found.sort_by_key(|candidate| (candidate.low, candidate.squares));
        Ok(found)
    }

    /// What an experiment makes of a state: the experiment by its place in the offer, and in the list of its type.
    fn afters(
        &mut self,
        state: &[CodeId],
        at: Reached,
        (place, experiment): (u32, u32),
        split: &mut Splitting,
    ) -> Result<Vec<After>> {
        let offer = self.world.offer(at.standing)?;
        split.make(self.world, &offer[place.index()], experiment.index(), state)
    }

    /// What a candidate costs, if it is below `limit`; else something it is not below. `is_only`: the game begins with it.
    fn toll(
        &mut self,
        state: &[CodeId],
        left: Left,
        candidate: &Candidate,
        limit: Toll,
        is_only: bool,
    ) -> Result<Toll> {
        let Some(last) = candidate.last else { return Ok(candidate.low) };
        let mut split = self.splits.pop().unwrap_or_default();
        let afters = self.afters(state, candidate.at, last, &mut split)?;
        self.splits.push(split);
        let own = self.own(self.world.codes.weight_of(state), candidate);
        let mut rests: Vec<Toll> = afters.iter().map(|after| self.rest(candidate, after, left)).collect();
        let mut order: Vec<usize> = (0..afters.len()).filter(|&place| !afters[place].ends()).collect();
        order.sort_by_key(|&place| std::cmp::Reverse(afters[place].codes.len()));
        let total = |search: &Self, rests: &[Toll]| {
            let cell = |(after, &rest): (&After, &Toll)| search.of_cell(candidate, after, rest);
            search.together(own, afters.iter().zip(rests).map(cell))
        };
        let mut sum = total(self, &rests);
        for place in order {
            if is_only {
                self.proved = self.proved.max(sum.min(limit));
            }
            if sum >= limit {
                break;
            }
            let after = &afters[place];
            let spent = candidate.at.price.saturating_add(after.then.price);
            let Some(left) = left.after(candidate.at.length + 1, spent) else { return Ok(Toll::NEVER) };
            // the rest of this cell must stay below what the others leave
            let allowed = match self.wish.counted {
                Counted::Greatest => Toll {
                    lost: limit.lost - (sum.lost - rests[place].lost),
                    cost: limit.cost.saturating_sub(i64::try_from(spent).unwrap_or(i64::MAX / 4)),
                },
                _ => limit - (sum - rests[place]),
            };
            rests[place] = rests[place].max(self.least(&after.codes, after.then.after, left, allowed)?);
            sum = total(self, &rests);
        }
        Ok(sum)
    }

    /// As `least`, with one experiment demanded to be the first.
    pub fn least_after(&mut self, state: &[CodeId], first: (usize, usize), left: Left, limit: Toll) -> Result<Toll> {
        let at = Reached { price: 0, length: 0, standing: self.world.start() };
        let last = Some((first.0.to_u32(), first.1.to_u32()));
        let candidate = Candidate { low: Toll::NOTHING, squares: 0, at, last };
        if left.length == 0 {
            return Ok(Toll::NEVER);
        }
        self.toll(state, left, &candidate, limit, true)
    }
}

/// What is done where a candidate is taken.
fn course(candidate: &Candidate, detours: &Detours) -> Course {
    Course {
        way: detours.way(candidate.at),
        at: candidate.at.standing,
        last: candidate.last.map(|(place, experiment)| (place.index(), experiment.index())),
    }
}

/// The levels of a search that there is memory for. Each leaves fewer codes, so there are never more than codes.
fn levels(codes: usize, memory: u64) -> usize {
    let room = usize::try_from(memory / 2).unwrap_or(usize::MAX) / LEVEL_BYTES;
    (codes + 1).min(room.max(1))
}

/// Runs a search for `codes` codes on a stack that is large enough: it calls itself once for each level.
pub(super) fn deep<T: Send>(codes: usize, memory: u64, search: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    std::thread::scope(|scope| {
        let roomy = std::thread::Builder::new().stack_size(BASE_BYTES + levels(codes, memory) * LEVEL_BYTES);
        let started = roomy.spawn_scoped(scope, search);
        let thread = started.map_err(|error| CoreError::Internal(format!("no thread: {error}")))?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

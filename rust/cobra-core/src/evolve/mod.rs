//! Breakers that evolve: strategy trees tried against all codes, varied and selected by the lengths of their plays alone.
//!
//! | question | module |
//! |---|---|
//! | what is there to be asked, and when is a play over? | `world` |
//! | what is a breaker, and how long are its plays? | `branch` |
//! | how do offspring differ from their parents? | `offspring` |
//! | which strategy is a breaker? | `write` |
//! | how is a population kept? | `record` |
//!
//! The population lives on a ring (a cellular algorithm: Manderick and Spiessens 1989): a breaker mates with a neighbour, and
//! its offspring takes its place.

mod branch;
mod offspring;
mod record;
mod world;
mod write;

use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use self::branch::{best_of_both, Branch, Tools};
use self::offspring::Variation;
use self::world::World;
use self::write::write;
use crate::base::convert::ToU64;
use crate::base::error::{CoreError, Result};
use crate::base::limits::Control;
use crate::base::lock::lock;
use crate::engine::Engine;
use crate::pick::strategy::{follow, Random};
use crate::play::tree::Greedy;

/// Bytes of a breaker for each code: the branches its plays go through.
const CODE_BYTES: u64 = 200;
/// Threads, at most.
const MOST_THREADS: usize = 256;
/// In a generation one in so many places of a breaker is varied.
const PLACES: u32 = 4;

/// A population of breakers of one game.
pub struct Evolution {
    world: World,
    seed: u64,
    /// Generations so far.
    generation: u64,
    population: usize,
    /// Bytes of the breakers and of the table of outcomes.
    taken: u64,
    /// None in a game that is over before it begins.
    breakers: Vec<Arc<Branch>>,
}

impl Evolution {
    /// Room for so many breakers, before there are any. `memory` in bytes bounds them and the table of outcomes.
    pub fn new(engine: Arc<Engine>, population: usize, memory: u64, control: &Control) -> Result<Evolution> {
        let breakers = (engine.some_codes()?.len().to_u64() * CODE_BYTES).saturating_mul(population.to_u64());
        if breakers > memory {
            return Err(CoreError::Limit { name: "memory", needed: breakers, limit: memory });
        }
        let world = World::new(engine, breakers, memory, control)?;
        let taken = breakers + world.bytes();
        Ok(Evolution { world, seed: 0, generation: 0, population, taken, breakers: Vec::new() })
    }

    /// Begins with breakers that ask anything; if it is stopped, nothing has happened.
    pub fn begin(&mut self, seed: u64, control: &Control) -> Result<()> {
        let codes = self.world.all_codes();
        let mut tools = Tools::new(&self.world);
        let mut breakers = Vec::new();
        for number in 0..self.playing().to_u64() {
            control.poll()?;
            breakers.push(Branch::anything(&self.world, &mut tools, follow(seed, number), codes.clone(), &[]));
        }
        self.breakers = breakers;
        self.seed = seed;
        self.generation = 0;
        Ok(())
    }

    /// Goes on for one generation; if it is stopped, nothing has happened. The number of threads makes no difference.
    pub fn advance(&mut self, threads: usize, control: &Control) -> Result<()> {
        control.begin(self.breakers.len().to_u64());
        let next = AtomicUsize::new(0);
        let offspring: Mutex<Vec<(usize, Result<Arc<Branch>>)>> = Mutex::default();
        let work = || loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= self.breakers.len() {
                return;
            }
            let made = self.offspring(number, control);
            control.advance(1);
            lock(&offspring).push((number, made));
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.min(self.breakers.len()).min(MOST_THREADS) {
                scope.spawn(work);
            }
            work();
        });
        let mut offspring = offspring.into_inner().unwrap_or_else(PoisonError::into_inner);
        offspring.sort_unstable_by_key(|made| made.0);
        let made: Result<Vec<Arc<Branch>>> = offspring.into_iter().map(|made| made.1).collect();
        self.breakers = made?;
        self.generation += 1;
        Ok(())
    }

    /// How many breakers there are to be.
    fn playing(&self) -> usize {
        if self.world.over(&self.world.all_codes(), false) {
            0
        } else {
            self.population
        }
    }

    /// The offspring of a breaker and one of its neighbours.
    fn offspring(&self, number: usize, control: &Control) -> Result<Arc<Branch>> {
        let mut random = Random::new(follow(follow(self.seed, self.generation + 1), number.to_u64()));
        let step = if random.below(2) == 0 { 1 } else { self.breakers.len() - 1 };
        let mate = &self.breakers[(number + step) % self.breakers.len()];
        let child = best_of_both(&self.breakers[number], mate);
        let tools = Tools::new(&self.world);
        let mut variation = Variation { world: &self.world, control, tools, random };
        let times = child.places.div_ceil(PLACES);
        variation.vary(&child, &mut Vec::new(), times, 1)
    }

    /// `Σ weight · length` of every breaker.
    pub fn totals(&self) -> Vec<u64> {
        if self.breakers.is_empty() {
            let codes = self.world.all_codes();
            return vec![self.world.extra(&codes, false) * self.world.weight(&codes); self.population];
        }
        self.breakers.iter().map(|breaker| breaker.cost).collect()
    }

    /// The breaker with the shortest plays, the first of several, as a strategy. `memory` in bytes bounds its tree, the breakers
    /// and the table of outcomes.
    pub fn best(&self, memory: u64, control: &Control) -> Result<Greedy> {
        let best = self.breakers.iter().min_by_key(|breaker| breaker.cost);
        write(&self.world, best, self.taken, memory, control)
    }

    /// The breakers as bytes, for `restore`.
    pub fn record(&self) -> Vec<u8> {
        record::write(&self.breakers)
    }

    /// Takes the breakers of a record, as they were after so many generations with a seed.
    pub fn restore(&mut self, record: &[u8], seed: u64, generation: u64) -> Result<()> {
        let breakers = record::read(&self.world, record, self.playing())?;
        self.breakers = breakers;
        self.seed = seed;
        self.generation = generation;
        Ok(())
    }

    /// Puts the best breaker of a record of another population, as large as this one, in the place of the worst; of several
    /// the first.
    pub fn admit(&mut self, record: &[u8]) -> Result<()> {
        let others = record::read(&self.world, record, self.playing())?;
        let worst = (0..self.breakers.len()).max_by_key(|&place| (self.breakers[place].cost, Reverse(place)));
        if let (Some(worst), Some(best)) = (worst, others.into_iter().min_by_key(|breaker| breaker.cost)) {
            self.breakers[worst] = best;
        }
        Ok(())
    }
}

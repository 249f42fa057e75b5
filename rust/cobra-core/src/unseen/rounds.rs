//! The least worst case where the secret moves: plays may come back to what was known before, so all beliefs that can be
//! reached are listed, and it is found round by round which of them one experiment more settles.

use std::collections::HashMap;

use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::ids::HiddenId;
use crate::optimal::statistics;
use crate::unseen::beliefs::{name, Answered, Belief, BeliefWorld, Inquiry};
use crate::unseen::orbits_of_beliefs::BeliefNumbers;

/// Bytes of a belief and of what an experiment makes of it, beside the hidden states.
const BELIEF_BYTES: u64 = 128;

pub(super) struct Rounds<'w, 'a> {
    world: &'w BeliefWorld<'a>,
    consistent: bool,
    orbits: BeliefNumbers,
    /// Beliefs that symmetries carry to each other have one number, and are known by the first that was met.
    numbers: HashMap<u128, u32>,
    names: Vec<u128>,
    /// For each belief what its experiments lead to, those that end plays left out.
    ways: Vec<Vec<(u32, Vec<u32>)>>,
    /// What the experiment demanded first leads to, if there is one. It is made at the beginning only, whatever may be made later.
    first: Option<Vec<u32>>,
    /// For each belief the least worst case, and an experiment that attains it.
    settled: Vec<Option<(u32, u32)>>,
    bytes: u64,
}

impl<'w, 'a> Rounds<'w, 'a> {
    /// `CoreError::Limit` when the beliefs take more than `memory` bytes.
    pub fn new(world: &'w BeliefWorld<'a>, consistent: bool, memory: u64) -> Result<Rounds<'w, 'a>> {
        let mut rounds = Rounds {
            world,
            consistent: consistent && world.engine.knows_finals(),
            orbits: BeliefNumbers::new(world)?,
            numbers: HashMap::new(),
            names: Vec::new(),
            ways: Vec::new(),
            first: None,
            settled: Vec::new(),
            bytes: 0,
        };
        rounds.list(memory)?;
        rounds.settle()?;
        Ok(rounds)
    }

    fn list(&mut self, memory: u64) -> Result<()> {
        let world = self.world;
        let mut waiting: Vec<Belief> = vec![world.start.clone()];
        self.numbers.insert(self.orbits.number(&waiting[0]), 0);
        let mut next = 0;
        while next < waiting.len() {
            world.control.poll()?;
            let belief = std::mem::take(&mut waiting[next]);
            next += 1;
            self.names.push(name(&belief));
            if let Some(first) = world.first.filter(|_| self.ways.is_empty()) {
                self.first = Some(self.cells(&world.questions[first], &belief, &mut waiting));
            }
            let mut ways: Vec<(u32, Vec<u32>)> = Vec::new();
            for (number, question) in (0..).zip(&world.questions) {
                if self.consistent && !world.can_be_final(question, &belief) {
                    continue;
                }
                let cells = self.cells(question, &belief, &mut waiting);
                if !ways.iter().any(|(_, known)| *known == cells) {
                    self.bytes += 32 + 4 * cells.len().to_u64();
                    ways.push((number, cells));
                }
            }
            self.ways.push(ways);
            if self.bytes > memory {
                return Err(CoreError::Limit { name: "memory", needed: 2 * self.bytes, limit: 2 * memory });
            }
        }
        self.settled = vec![None; self.ways.len()];
        Ok(())
    }

    /// The numbers of what an experiment leaves of a belief that is not over; beliefs that are new are waiting.
    fn cells(&mut self, question: &Inquiry, belief: &[HiddenId], waiting: &mut Vec<Belief>) -> Vec<u32> {
        let mut cells = Vec::new();
        for cell in self.world.after(question, belief) {
            if self.world.is_over(&cell.belief, cell.is_final) {
                continue;
            }
            let new = self.numbers.len().to_u32();
            let known = *self.numbers.entry(self.orbits.number(&cell.belief)).or_insert(new);
            if known == new {
                self.bytes += BELIEF_BYTES + 4 * cell.belief.len().to_u64();
                waiting.push(cell.belief);
            }
            cells.push(known);
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn settle(&mut self) -> Result<()> {
        for round in 1.. {
            self.world.control.poll()?;
            let ends = |cells: &[u32]| cells.iter().all(|&cell| self.settled[cell.index()].is_some());
            let now: Vec<(usize, u32)> = (0..self.ways.len())
                .filter(|&belief| self.settled[belief].is_none())
                .filter_map(|belief| Some((belief, self.ways[belief].iter().find(|(_, cells)| ends(cells))?.0)))
                .collect();
            if now.is_empty() {
                break;
            }
            now.into_iter().for_each(|(belief, best)| self.settled[belief] = Some((round, best)));
        }
        Ok(())
    }

    /// The least worst case, with the experiment demanded first if there is one; `None` where no strategy ends all plays.
    pub fn worst(&self) -> Option<u32> {
        let Some(first) = &self.first else {
            return match self.world.is_over(&self.world.start, false) {
                true => Some(0),
                false => self.settled[0].map(|(worst, _)| worst),
            };
        };
        let worst = |&cell: &u32| self.settled[cell.index()].map(|(worst, _)| worst + 1);
        first.iter().map(worst).try_fold(1, |most, worst| Some(most.max(worst?)))
    }

    /// The best experiment of a belief.
    pub fn best(&self, belief: &[HiddenId]) -> Option<u32> {
        let number = self.numbers.get(&self.orbits.number(belief))?.index();
        let (worst, best) = self.settled[number]?;
        if self.names[number] == name(belief) {
            return Some(best);
        }
        // that is an experiment of an image of the belief
        let world = self.world;
        let is_settled = |cell: &Answered| {
            let number = self.numbers.get(&self.orbits.number(&cell.belief));
            number.and_then(|number| self.settled[number.index()]).is_some_and(|(rest, _)| rest < worst)
        };
        let settles = |question: &Inquiry| {
            let cells = world.after(question, belief);
            (!self.consistent || world.can_be_final(question, belief))
                && cells.iter().all(|cell| world.is_over(&cell.belief, cell.is_final) || is_settled(cell))
        };
        (0..).zip(&world.questions).find(|(_, question)| settles(question)).map(|(number, _)| number)
    }

    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        let ways = self.ways.iter().map(|ways| ways.len().to_u64()).sum();
        statistics([self.ways.len().to_u64(), ways, ways, 0, self.bytes])
    }
}

//! A game by definition: what every experiment answers to every code, how strategies play, and the best that there are.

use std::collections::{BTreeMap, HashMap};

use cobra_core::program::{Component, Ending, Program};
use cobra_core::TypeIndex;

use super::{assignments, outcome};

/// A game by definition: the outcome of every experiment (type, number within the type) on every code.
pub struct World {
    pub ending: Ending,
    pub codes: Vec<Vec<bool>>,
    pub experiments: Vec<(TypeIndex, Vec<bool>)>,
    pub outcomes: Vec<Vec<u64>>,
    pub finals: bool,
    pub goal: Vec<u64>,
    pub weight: Vec<u64>,
    shown: Vec<bool>,
}

#[derive(Default)]
pub struct Plays {
    pub distribution: BTreeMap<u64, u64>,
    pub total: u64,
    pub nodes: u64,
    pub inseparable: bool,
    pub first: Option<usize>,
}

impl World {
    pub fn new(program: &Program) -> World {
        let codes = assignments(&program.nodes, &program.codes, true);
        let mut experiments = Vec::new();
        for (number, kind) in program.types.iter().enumerate() {
            experiments.extend(
                assignments(&program.nodes, &kind.space, false).into_iter().map(|e| (TypeIndex::at(number), e)),
            );
        }
        let answer = |(kind, e): &(TypeIndex, Vec<bool>)| {
            codes.iter().map(|code| outcome(program, &program.types[*kind].answer.components, code, e)).collect()
        };
        let weight = |code: &Vec<bool>| match &program.weight {
            None => 1,
            Some(lin) => {
                let sum = outcome(program, &[Component::Sum(lin.clone())], code, &[]);
                (sum as i64 + lin.constant) as u64
            }
        };
        let outcomes = experiments.iter().map(answer).collect();
        let goal = |(i, code): (usize, &Vec<bool>)| match program.goal.is_empty() {
            true => i as u64,
            false => outcome(program, &program.goal, code, &[]),
        };
        World {
            ending: program.ending,
            finals: program.types.iter().any(|kind| kind.answer.final_component.is_some()),
            outcomes,
            goal: codes.iter().enumerate().map(goal).collect(),
            weight: codes.iter().map(weight).collect(),
            shown: program.shown.clone(),
            codes,
            experiments,
        }
    }

    pub fn is_final(&self, outcome: u64) -> bool {
        self.finals && outcome % 2 == 1
    }

    fn cells(&self, experiment: usize, state: &[usize]) -> BTreeMap<u64, Vec<usize>> {
        let mut cells: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        state.iter().for_each(|&code| cells.entry(self.outcomes[experiment][code]).or_default().push(code));
        cells
    }

    fn fixed(&self, cell: &[usize]) -> usize {
        let same = |p: &usize| cell.iter().all(|&code| self.codes[code][*p] == self.codes[cell[0]][*p]);
        (0..self.shown.len()).filter(|&p| self.shown[p]).filter(same).count()
    }

    /// A score to be made small; `Π n^n` for the entropy, exactly.
    fn score(&self, strategy: &str, cells: &BTreeMap<u64, Vec<usize>>) -> i128 {
        let sizes = || cells.values().map(|cell| cell.len() as i128);
        match strategy {
            "max-models" => sizes().max().unwrap(),
            "exp-models" => sizes().map(|n| n * n).sum(),
            "ent-models" => sizes().map(|n| n.pow(n as u32)).product(),
            "parts" => -(cells.len() as i128),
            "min-fixed" => -(cells.values().map(|cell| self.fixed(cell)).min().unwrap() as i128),
            _ => -(cells.values().map(|cell| (cell.len() * self.fixed(cell)) as i128).sum::<i128>()),
        }
    }

    fn choose(&self, strategy: &str, ties: &str, consistent: bool, state: &[usize]) -> Option<usize> {
        let mut best: Option<((i128, bool), usize)> = None;
        let mut informative = None;
        for experiment in 0..self.experiments.len() {
            let cells = self.cells(experiment, state);
            let can_be_final = cells.keys().any(|&outcome| self.is_final(outcome));
            if cells.len() < 2 || (consistent && !can_be_final) {
                continue;
            }
            if strategy == "first" {
                if can_be_final {
                    return Some(experiment);
                }
                informative = informative.or(Some(experiment));
                continue;
            }
            let rank = (self.score(strategy, &cells), ties == "final,first" && !can_be_final);
            if best.as_ref().is_none_or(|(known, _)| rank < *known) {
                best = Some((rank, experiment));
            }
        }
        informative.or(best.map(|(_, experiment)| experiment))
    }

    pub fn play(&self, strategy: &str, ties: &str, consistent: bool) -> Plays {
        let mut plays = Plays::default();
        let all: Vec<usize> = (0..self.codes.len()).collect();
        match (self.ending, all.as_slice()) {
            (Ending::Core, [_]) => self.settle(&mut plays, &all, u64::from(self.finals)),
            (Ending::Identify, _) if self.known(&all) => self.settle(&mut plays, &all, 0),
            _ => self.go(strategy, ties, consistent, &all, 0, &mut plays),
        }
        plays
    }

    pub fn known(&self, state: &[usize]) -> bool {
        state.iter().all(|&code| self.goal[code] == self.goal[state[0]])
    }

    fn settle(&self, plays: &mut Plays, state: &[usize], length: u64) {
        *plays.distribution.entry(length).or_default() += state.len() as u64;
        plays.total += length * state.iter().map(|&code| self.weight[code]).sum::<u64>();
    }

    fn go(&self, strategy: &str, ties: &str, consistent: bool, state: &[usize], depth: u64, plays: &mut Plays) {
        let chosen = if self.ending == Ending::Hit && state.len() == 1 {
            (0..self.experiments.len()).find(|&e| self.is_final(self.outcomes[e][state[0]]))
        } else {
            self.choose(strategy, ties, consistent, state)
        };
        let Some(chosen) = chosen else {
            plays.inseparable = true;
            return self.settle(plays, state, depth);
        };
        if depth == 0 {
            plays.first = Some(chosen);
        }
        plays.nodes += 1;
        for (outcome, cell) in self.cells(chosen, state) {
            match self.ending {
                Ending::Hit if self.is_final(outcome) => self.settle(plays, &cell, depth + 1),
                Ending::Identify if self.known(&cell) => self.settle(plays, &cell, depth + 1),
                Ending::Core if cell.len() == 1 => {
                    self.settle(plays, &cell, depth + 1 + u64::from(!self.is_final(outcome)));
                }
                _ => self.go(strategy, ties, consistent, &cell, depth + 1, plays),
            }
        }
    }
}

/// The least totals of plays from states, given as masks of codes, of at most so many experiments.
pub struct Optima<'a> {
    world: &'a World,
    known: HashMap<(u32, u64), Option<u64>>,
}

impl<'a> Optima<'a> {
    pub fn new(world: &'a World) -> Self {
        Optima { world, known: HashMap::new() }
    }

    /// `None`: there is no such strategy.
    pub fn total(&mut self, state: &[usize], limit: u64) -> Option<u64> {
        let world = self.world;
        let limit = limit.min(state.len() as u64 + 1); // each experiment excludes a code, or is the last
        let key = (state.iter().map(|code| 1 << code).sum(), limit);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let weight = |state: &[usize]| state.iter().map(|&code| world.weight[code]).sum::<u64>();
        let mut best: Option<u64> = None;
        for experiment in (0..world.experiments.len()).filter(|_| limit > 0) {
            let cells = world.cells(experiment, state);
            if cells.len() < 2 && !cells.keys().any(|&outcome| world.ending == Ending::Hit && world.is_final(outcome))
            {
                continue;
            }
            let after = |(outcome, cell): (u64, Vec<usize>)| match world.ending {
                Ending::Hit if world.is_final(outcome) => Some(0),
                Ending::Identify if world.known(&cell) => Some(0),
                Ending::Core if cell.len() == 1 => match u64::from(!world.is_final(outcome)) {
                    more if more < limit => Some(more * weight(&cell)),
                    _ => None,
                },
                _ => self.total(&cell, limit - 1),
            };
            let total = cells.into_iter().map(after).sum::<Option<u64>>();
            best = best.into_iter().chain(total.map(|total| total + weight(state))).min();
        }
        self.known.insert(key, best);
        best
    }
}

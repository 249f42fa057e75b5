//! The table of all outcomes: how each experiment splits the listed codes.

use std::collections::HashMap;

use crate::codes::Codes;
use crate::experiments::visit_all;
use crate::formula::{Number, Values};
use crate::parse::{Game, Kind};
use crate::stream::{Ending, Head, Stream};
use crate::{wrong, Pace, Place, Result};

/// A game as far as it matters.
#[derive(Debug)]
pub(crate) struct Table {
    pub codes: Codes,
    pub experiments: usize,
    /// For each experiment, for each code: twice the number of its cell, and one more if that is final. Cells are numbered in the
    /// order of their least codes.
    cells: Vec<u16>,
    /// The same, for each code, for each experiment: what is asked of a few codes lies side by side.
    by_code: Vec<u16>,
    /// One more than the largest of them.
    pub width: usize,
    /// For each code the first that no experiment separates it from.
    pub alike: Vec<u32>,
    /// For each code a number of its kind: codes with one goal, or inseparable, are of one kind, and what follows from that.
    pub kinds: Vec<u32>,
    /// No two codes are alike.
    pub separable: bool,
}

/// Whether a cell, numbered as in the table, is final.
pub(crate) fn is_final(cell: u16) -> bool {
    cell & 1 == 1
}

impl Table {
    pub fn new(
        stream: &mut Stream<'_>,
        game: &Game,
        head: &Head,
        codes: Codes,
        pace: &mut Pace<'_, '_>,
    ) -> Result<Table> {
        stream.place = Place::Experiments;
        let stated = stream.number()?;
        if stated > u64::from(u32::MAX) || head.first.is_some_and(|first| first >= stated) {
            return wrong(Place::Experiments, "there are too many, or there is no first one");
        }
        pace.keep(stated.saturating_mul(codes.number as u64), 4)?;
        let mut cells = Vec::new();
        let mut values = Values::new(game, codes.number, |code, variable| codes.holds(code, variable));
        let (mut last, mut needed) = (None, (Vec::new(), Vec::new()));
        let mut experiments = 0;
        visit_all(game, pace, |number, symbols, pace| {
            let kind = &game.kinds[number];
            if last != Some(number) {
                last = Some(number);
                let outcomes: Vec<Number> = kind.outcomes.iter().map(|outcome| outcome.holds).collect();
                needed = game.formulas.below(&outcomes);
                values.evaluate(&needed.0, symbols);
            }
            if experiments as u64 == stated {
                return wrong(Place::Experiments, format!("the game has more than the {stated} stated"));
            }
            pace.work(needed.1.len() * values.words + codes.number)?;
            values.evaluate(&needed.1, symbols);
            let before = cells.len();
            cells.resize(before + codes.number, u16::MAX);
            if let Err(reason) = split(kind, &values, head.ending, &mut cells[before..]) {
                return wrong(Place::Experiments, format!("experiment {experiments}: {reason}"));
            }
            experiments += 1;
            Ok(())
        })?;
        if experiments as u64 != stated {
            return wrong(Place::Experiments, format!("the game has {experiments}, not the {stated} stated"));
        }
        let mut by_code = vec![0; cells.len()];
        for (experiment, row) in cells.chunks_exact(codes.number).enumerate() {
            pace.work(row.len())?;
            row.iter().enumerate().for_each(|(code, &cell)| by_code[code * experiments + experiment] = cell);
        }
        let (alike, kinds) = (Vec::new(), Vec::new());
        let width = cells.iter().max().map_or(0, |&cell| usize::from(cell) + 1);
        let mut table = Table { codes, experiments, cells, by_code, width, alike, kinds, separable: false };
        table.alike = table.inseparable(pace)?;
        table.separable = table.alike.iter().zip(0..).all(|(&first, code)| first == code);
        table.kinds = joined(&table.alike, table.codes.goals.as_deref());
        Ok(table)
    }

    /// The cell of each code.
    pub fn row(&self, experiment: usize) -> &[u16] {
        &self.cells[experiment * self.codes.number..][..self.codes.number]
    }

    /// The cell of a code for each experiment.
    pub fn column(&self, code: u32) -> &[u16] {
        &self.by_code[code as usize * self.experiments..][..self.experiments]
    }

    pub fn rows(&self) -> impl Iterator<Item = &[u16]> {
        self.cells.chunks_exact(self.codes.number)
    }

    /// For each code the first one with the same cell of every experiment.
    fn inseparable(&self, pace: &mut Pace<'_, '_>) -> Result<Vec<u32>> {
        let mut first = vec![0; self.codes.number];
        let mut parts = 1;
        for row in self.rows() {
            if parts == self.codes.number {
                break;
            }
            pace.work(16 * row.len())?;
            let mut known = HashMap::new();
            for (code, (first, &cell)) in (0_u32..).zip(first.iter_mut().zip(row)) {
                *first = *known.entry((*first, cell)).or_insert(code);
            }
            parts = known.len();
        }
        Ok(first)
    }
}

/// Fills in the cells of an experiment; each code must have exactly one outcome.
fn split(kind: &Kind, values: &Values<'_>, ending: Ending, cells: &mut [u16]) -> std::result::Result<(), String> {
    for (number, outcome) in kind.outcomes.iter().enumerate() {
        for (place, &word) in values.of(outcome.holds).iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let code = 64 * place + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                match cells.get_mut(code) {
                    None => {}
                    Some(cell) if *cell == u16::MAX && number < usize::from(u16::MAX) => *cell = number as u16,
                    Some(_) => return Err(format!("code {code} has two outcomes, or there are too many")),
                }
            }
        }
    }
    let mut numbers: Vec<Option<u16>> = vec![None; kind.outcomes.len()];
    let mut next = 0;
    for (code, cell) in cells.iter_mut().enumerate() {
        let Some(outcome) = kind.outcomes.get(usize::from(*cell)) else {
            return Err(format!("code {code} has no outcome"));
        };
        let number = *numbers[usize::from(*cell)].get_or_insert_with(|| {
            next += 1;
            next - 1
        });
        if number > u16::MAX / 2 {
            return Err("there are too many outcomes".to_string());
        }
        *cell = 2 * number + u16::from(outcome.is_final && ending != Ending::Identify);
    }
    Ok(())
}

/// The classes that come of two ways to say which codes belong together: for each code the least of its class.
fn joined(alike: &[u32], goals: Option<&[u32]>) -> Vec<u32> {
    let mut joined: Vec<u32> = (0..alike.len() as u32).collect();
    let Some(goals) = goals else { return alike.to_vec() };
    loop {
        let before = joined.clone();
        for classes in [alike, goals] {
            let mut least: HashMap<u32, u32> = HashMap::new();
            for (class, &code) in classes.iter().zip(&joined) {
                let known = least.entry(*class).or_insert(code);
                *known = code.min(*known);
            }
            joined.iter_mut().zip(classes).for_each(|(code, class)| *code = least[class]);
        }
        if joined == before {
            return joined;
        }
    }
}

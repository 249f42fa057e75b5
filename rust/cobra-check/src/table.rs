//! The table of all outcomes: how each experiment splits the codes.

use std::collections::HashMap;

use crate::formula::Values;
use crate::list::list;
use crate::text::{Ending, Section};
use crate::{wrong, Pace, Place, Result};

/// A game as far as it matters.
#[derive(Debug)]
pub(crate) struct Table {
    pub codes: usize,
    pub experiments: usize,
    /// For each experiment, for each code: twice the number of its cell, and one more if that is final.
    cells: Vec<u16>,
    /// The same, for each code, for each experiment: what is asked of a few codes lies side by side.
    by_code: Vec<u16>,
    /// One more than the largest of them.
    pub width: usize,
    pub weights: Vec<u64>,
    /// For each code the number of its goal; without goals each code has one of its own.
    pub goals: Vec<u32>,
    /// For each code the first that no experiment separates it from.
    pub alike: Vec<u32>,
    /// For each code a number of its kind: codes with one goal, or inseparable, are of one kind, and what follows from that;
    /// where plays end with a hit each code is of its own.
    pub kinds: Vec<u32>,
    /// No two codes are alike.
    pub separable: bool,
}

/// Whether a cell, numbered as in the table, is final.
pub(crate) fn is_final(cell: u16) -> bool {
    cell & 1 == 1
}

impl Table {
    pub fn new(sections: &[Section], ending: Ending, pace: &mut Pace<'_, '_>) -> Result<Table> {
        let listed = list(&sections[0], pace)?;
        let codes = listed.len();
        if codes == 0 || codes > i32::MAX as usize {
            return wrong(Place::Game, "it has no codes, or too many");
        }
        let words = codes.div_ceil(64);
        let within = |word: usize| (64 * word..codes.min(64 * word + 64)).map(move |code| (code, 1 << (code % 64)));
        let bits =
            |own: usize, word: usize| within(word).filter(|&(code, _)| listed[code][own]).map(|one| one.1).sum();
        let know_codes = |section: &Section, values: &mut Values<'_>| {
            for own in 0..sections[0].own.min(section.before + section.own) {
                values.set(2 * own, |word| bits(own, word));
                values.set(2 * own + 1, |word| !bits(own, word));
            }
        };
        pace.keep(Values::number(&sections[0]) as u64, 8 * words as u64)?;
        let mut values = Values::new(&sections[0], words);
        know_codes(&sections[0], &mut values);
        values.evaluate(sections[0].formulas.len());
        let numbered = (0..codes as u32).collect();
        let goals = if sections[0].answers.is_empty() { numbered } else { classes(&sections[0], &values, codes) };
        let (base, sum) = sections[0].weight.clone().unwrap_or((1, Vec::new()));
        let summands = values.bits(&sum);
        let weigh = |code: usize| {
            let bits = summands.iter().enumerate();
            let sum: u64 = bits.map(|(place, bit)| u64::from(holds(bit, code)) << place).sum();
            u64::try_from(i128::from(base) + i128::from(sum)).ok().filter(|&weight| weight > 0)
        };
        let Some(weights) = (0..codes).map(weigh).collect::<Option<Vec<u64>>>() else {
            return wrong(Place::Game, "a weight is not positive");
        };
        let mut cells: Vec<u16> = Vec::new();
        for section in &sections[1..] {
            pace.keep(Values::number(section) as u64, 8 * words as u64)?;
            let mut values = Values::new(section, words);
            know_codes(section, &mut values);
            for experiment in list(section, pace)? {
                pace.keep(codes as u64, 4)?;
                pace.work(section.formulas.len() * words + codes)?;
                experiment.into_iter().enumerate().for_each(|(own, holds)| values.assume(own, Some(holds)));
                values.evaluate(section.formulas.len());
                let classes = classes(section, &values, codes);
                let is_final = |code: usize| section.is_final.is_some_and(|literal| holds(values.of(literal), code));
                for (code, &class) in classes.iter().enumerate() {
                    let Ok(cell) = u16::try_from(2 * class + u32::from(is_final(code))) else {
                        return wrong(Place::Game, "an experiment has too many outcomes");
                    };
                    cells.push(cell);
                }
            }
        }
        let experiments = cells.len() / codes;
        let mut by_code = vec![0; cells.len()];
        for (experiment, row) in cells.chunks_exact(codes).enumerate() {
            pace.work(row.len())?;
            row.iter().enumerate().for_each(|(code, &cell)| by_code[code * experiments + experiment] = cell);
        }
        let width = cells.iter().max().map_or(0, |&cell| usize::from(cell) + 1);
        let mut table = Table {
            codes,
            experiments,
            cells,
            by_code,
            width,
            weights,
            goals,
            alike: Vec::new(),
            kinds: Vec::new(),
            separable: false,
        };
        table.alike = table.inseparable(pace)?;
        table.separable = table.alike.iter().zip(0..).all(|(&first, code)| first == code);
        table.kinds = match ending {
            Ending::Hit => (0..codes as u32).collect(),
            _ => joined(&table.alike, &table.goals),
        };
        Ok(table)
    }

    /// The cell of each code.
    pub fn row(&self, experiment: usize) -> &[u16] {
        &self.cells[experiment * self.codes..][..self.codes]
    }

    /// The cell of a code for each experiment.
    pub fn column(&self, code: u32) -> &[u16] {
        &self.by_code[code as usize * self.experiments..][..self.experiments]
    }

    pub fn rows(&self) -> impl Iterator<Item = &[u16]> {
        self.cells.chunks_exact(self.codes)
    }

    /// For each code the first one with the same cell of every experiment.
    fn inseparable(&self, pace: &mut Pace<'_, '_>) -> Result<Vec<u32>> {
        let mut first = vec![0; self.codes];
        let mut parts = 1;
        for row in self.rows() {
            if parts == self.codes {
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

/// The classes of codes of which the same is told, and that are all final or not, numbered in the order of their least codes.
fn classes(section: &Section, values: &Values<'_>, codes: usize) -> Vec<u32> {
    let mut classes = vec![0_u32; codes];
    let mut number = 1_u32;
    let told = section.answers.iter().cloned().chain(section.is_final.map(|literal| vec![(1, literal)]));
    for bits in told.flat_map(|sum| values.bits(&sum)) {
        let mut numbers = vec![None; 2 * number as usize];
        number = 0;
        for (code, class) in classes.iter_mut().enumerate() {
            let new = &mut numbers[2 * *class as usize + usize::from(holds(&bits, code))];
            *class = *new.get_or_insert_with(|| {
                number += 1;
                number - 1
            });
        }
    }
    classes
}

/// Whether a bit is set.
fn holds(words: &[u64], place: usize) -> bool {
    words[place / 64] >> (place % 64) & 1 == 1
}

/// The classes that come of two ways to say which codes belong together: for each code the least of its class.
fn joined(alike: &[u32], goals: &[u32]) -> Vec<u32> {
    let mut joined: Vec<u32> = (0..alike.len() as u32).collect();
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

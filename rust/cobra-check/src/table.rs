//! The table of all outcomes: how each experiment splits the codes.

use std::collections::HashMap;
use std::hash::Hash;

use crate::formula::Values;
use crate::input::Input;
use crate::list::list;
use crate::text::{Ending, Section};
use crate::Result;

/// A game as far as it matters.
pub(crate) struct Table {
    pub codes: usize,
    pub experiments: usize,
    /// For each code, for each experiment: twice the number of its cell, and one more if that is final.
    cells: Vec<u16>,
    /// One more than the largest of them.
    pub width: usize,
    pub weights: Vec<u64>,
    /// Codes with equal numbers have one goal; without goals each code has one of its own.
    pub goals: Vec<u32>,
    /// Codes with equal numbers are separated by no experiment.
    pub alike: Vec<u32>,
    /// Codes with equal numbers are of one kind: they have one goal, or are inseparable, and what follows from that; where
    /// plays end with a hit each code is of its own.
    pub kinds: Vec<u32>,
    /// No two codes are alike.
    pub separable: bool,
    /// All codes weigh 1 and are of kinds of their own: costs are a matter of sizes.
    pub is_plain: bool,
}

/// Codes of which costs may be a matter of sizes.
const MOST_PLAIN: usize = 1 << 20;

/// Whether a cell, numbered as in the table, is final.
pub(crate) fn is_final(cell: u16) -> bool {
    cell & 1 == 1
}

impl Table {
    pub fn new(sections: &[Section], ending: Ending, input: &mut Input<'_>) -> Result<Table> {
        let listed = list(&sections[0], input)?;
        let codes = listed.len();
        if codes == 0 || codes > i32::MAX as usize {
            return input.wrong("it has no codes, or too many");
        }
        let numbered: Vec<u32> = (0..codes as u32).collect();
        let mut values = known(&sections[0], &listed, input)?;
        values.evaluate(&sections[0], sections[0].formulas.len());
        let goals =
            if sections[0].answers.is_empty() { numbered.clone() } else { told(&sections[0], &values, codes) };
        let mut weights = vec![1; codes];
        if let Some((base, sum)) = &sections[0].weight {
            let of = |code| u64::try_from(i128::from(*base) + i128::from(values.sum(sum, code))).unwrap_or(0);
            weights = (0..codes).map(of).collect();
        }
        if weights.contains(&0) {
            return input.wrong("a weight is not positive");
        }
        let mut rows: Vec<u16> = Vec::new();
        let (mut alike, mut separable) = (vec![0; codes], codes == 1);
        for section in &sections[1..] {
            let mut values = known(section, &listed, input)?;
            for experiment in list(section, input)? {
                input.spend(section.formulas.len() * codes / 16 + codes, 4 * codes)?;
                (section.before..).zip(experiment).for_each(|(own, holds)| values.assume(own, Some(holds)));
                values.evaluate(section, section.formulas.len());
                for (code, class) in told(section, &values, codes).into_iter().enumerate() {
                    let is_final = section.finals.iter().any(|&literal| values.holds(literal, code));
                    match u16::try_from(2 * class + u32::from(is_final)) {
                        Ok(cell) => rows.push(cell),
                        Err(_) => return input.wrong("an experiment has too many outcomes"),
                    }
                }
                let row = &rows[rows.len() - codes..];
                separable = separable || refine(&mut alike, |code| row[code]) == codes;
            }
        }
        let experiments = rows.len() / codes;
        let cells = (0..codes).flat_map(|code| rows.iter().skip(code).step_by(codes).copied()).collect();
        let mut kinds = numbered.clone();
        while ending != Ending::Hit && (join(&mut kinds, &alike) | join(&mut kinds, &goals)) {}
        let is_plain = kinds == numbered && weights.iter().all(|&weight| weight == 1) && codes < MOST_PLAIN;
        let width = rows.iter().max().map_or(0, |&cell| usize::from(cell) + 1);
        Ok(Table { codes, experiments, cells, width, weights, goals, alike, kinds, separable, is_plain })
    }

    /// The cell of a code for each experiment.
    pub fn column(&self, code: u32) -> &[u16] {
        &self.cells[code as usize * self.experiments..][..self.experiments]
    }

    pub fn cell(&self, code: u32, experiment: usize) -> u16 {
        self.column(code)[experiment]
    }
}

/// A section of which the propositions of the listed codes are known, each code being a situation.
fn known(section: &Section, listed: &[Vec<bool>], input: &mut Input<'_>) -> Result<Values> {
    input.spend(0, section.literals() * listed.len() / 8)?;
    let mut values = Values::new(section, listed.len());
    for (code, row) in listed.iter().enumerate() {
        row.iter().enumerate().for_each(|(own, &holds)| values.set(own, code, holds));
    }
    Ok(values)
}

/// Codes of which the same is told get equal numbers.
fn told(section: &Section, values: &Values, codes: usize) -> Vec<u32> {
    let mut classes = vec![0; codes];
    for sum in &section.answers {
        refine(&mut classes, |code| values.sum(sum, code));
    }
    classes
}

/// Only codes with equal values keep equal numbers, which are from 0 on; returns how many there are.
fn refine<V: Hash + Eq>(classes: &mut [u32], value: impl Fn(usize) -> V) -> usize {
    let mut known = HashMap::new();
    for (code, class) in classes.iter_mut().enumerate() {
        let next = known.len() as u32;
        *class = *known.entry((*class, value(code))).or_insert(next);
    }
    known.len()
}

/// All codes of a class get the least number that one of them has; returns whether some had another.
fn join(numbers: &mut Vec<u32>, classes: &[u32]) -> bool {
    let mut least = vec![u32::MAX; classes.len()];
    for (&class, &number) in classes.iter().zip(&*numbers) {
        least[class as usize] = number.min(least[class as usize]);
    }
    let joined = classes.iter().map(|&class| least[class as usize]).collect();
    std::mem::replace(numbers, joined) != *numbers
}

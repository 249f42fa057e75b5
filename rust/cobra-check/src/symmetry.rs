//! Symmetries: what carries the game to itself.
//!
//! **Lemma 5 (image).** Let g permute the codes and the experiments so that two codes are in one cell of e if and only if their images
//! are in one cell of the image of e, and a code is in a final cell if and only if its image is in one of the image of e; so
//! that weights are kept, and two codes have one goal if and only if their images have. Then g carries
//! every strategy for S to one for g S of the same cost, as plays end at the same places: cost(g S, k) = cost(S, k), also where only consistent
//! experiments count. If g keeps S, a strategy that begins with e is carried to one that begins with the image of e.
//!
//! A product of symmetries is one.

use crate::stream::Stream;
use crate::table::{is_final, Table};
use crate::{wrong, Pace, Result};

const MOST_IN_WORD: usize = 1 << 16;

/// Where codes and experiments go.
#[derive(Debug)]
pub(crate) struct Symmetry {
    codes: Vec<u32>,
    experiments: Vec<u32>,
}

/// Symmetries, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Elements(Vec<Symmetry>);

impl Elements {
    pub fn number(&self) -> usize {
        self.0.len()
    }

    /// Reads and checks one that is given as it is.
    pub fn generator(&mut self, stream: &mut Stream<'_>, table: &Table, pace: &mut Pace<'_, '_>) -> Result<()> {
        let codes = permutation(stream, table.codes, "code", pace)?;
        let experiments = permutation(stream, table.experiments, "experiment", pace)?;
        let image = |code: usize| codes[code] as usize;
        if (0..codes.len()).any(|code| table.weights[code] != table.weights[image(code)]) {
            return wrong(stream.place, "it does not keep the weights");
        }
        if !is_exchange((0..codes.len()).map(|code| (table.goals[code], table.goals[image(code)])), codes.len()) {
            return wrong(stream.place, "it does not keep the goals");
        }
        for (experiment, &to) in experiments.iter().enumerate() {
            pace.work(8 * codes.len())?;
            let (from, to) = (table.row(experiment), table.row(to as usize));
            let cells = (0..codes.len()).map(|code| (from[code], to[image(code)]));
            let finals_stay = cells.clone().all(|(from, to)| is_final(from) == is_final(to));
            if !finals_stay || !is_exchange(cells.map(|(from, to)| (from.into(), to.into())), table.width) {
                return wrong(stream.place, format!("it does not keep the cells of experiment {experiment}"));
            }
        }
        self.0.push(Symmetry { codes, experiments });
        Ok(())
    }

    /// Reads one that is two earlier ones, one after the other.
    pub fn product(&mut self, stream: &mut Stream<'_>, pace: &mut Pace<'_, '_>) -> Result<()> {
        let (first, second) = (self.element(stream)?, self.element(stream)?);
        pace.keep((self.0[first].codes.len() + self.0[first].experiments.len()) as u64, 4)?;
        let after = |first: &[u32], second: &[u32]| first.iter().map(|&at| second[at as usize]).collect::<Vec<_>>();
        let codes = after(&self.0[first].codes, &self.0[second].codes);
        let experiments = after(&self.0[first].experiments, &self.0[second].experiments);
        pace.work(codes.len() + experiments.len())?;
        self.0.push(Symmetry { codes, experiments });
        Ok(())
    }

    fn element(&self, stream: &mut Stream<'_>) -> Result<usize> {
        stream.below(self.0.len(), "element").map(|number| number as usize)
    }

    /// Reads a word.
    pub fn word(&self, stream: &mut Stream<'_>, word: &mut Vec<usize>) -> Result<()> {
        word.clear();
        for _ in 0..stream.below(MOST_IN_WORD, "word of length")? {
            word.push(self.element(stream)?);
        }
        Ok(())
    }

    /// Where a word carries a code.
    pub fn code(&self, word: &[usize], code: u32) -> u32 {
        word.iter().fold(code, |code, &element| self.0[element].codes[code as usize])
    }

    /// Where a word carries an experiment.
    pub fn experiment(&self, word: &[usize], experiment: u32) -> u32 {
        word.iter().fold(experiment, |experiment, &element| self.0[element].experiments[experiment as usize])
    }
}

/// Reads where each of so many things goes: all to different ones.
fn permutation(stream: &mut Stream<'_>, number: usize, what: &str, pace: &mut Pace<'_, '_>) -> Result<Vec<u32>> {
    pace.keep(number as u64, 4)?;
    let mut taken = vec![false; number];
    let mut images = Vec::with_capacity(number);
    for _ in 0..number {
        let image = stream.below(number, what)?;
        if std::mem::replace(&mut taken[image as usize], true) {
            return wrong(stream.place, format!("it carries two to the {what} {image}"));
        }
        images.push(image);
    }
    Ok(images)
}

/// Whether first parts, numbers below a bound, are equal where second parts are, and only there.
fn is_exchange(pairs: impl Iterator<Item = (u32, u32)>, bound: usize) -> bool {
    let (mut there, mut back) = (vec![None; bound], vec![None; bound]);
    let mut pairs = pairs;
    pairs.all(|(from, to)| {
        *there[from as usize].get_or_insert(to) == to && *back[to as usize].get_or_insert(from) == from
    })
}

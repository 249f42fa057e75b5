//! The first block of the file: what is claimed, and the game as lists of formulas.
//!
//! A game is a *section* about its codes, and one for each type of its experiments. A section says which of its propositions
//! hold together (`choose`), has formulas about them and about those of the codes (`f0 = 2 of c1 -e3`), and says what must
//! hold (`only`), what one is told (`answer`; `goal` of a code) and when that is final. See docs/proofs.md.

use crate::bound::{Cost, Left, IMPOSSIBLE, UNLIMITED};
use crate::formula::{Formula, Literal, Sum};
use crate::input::Input;
use crate::Result;

/// When plays are over: see docs/proofs.md.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Ending {
    #[default]
    Hit,
    Identify,
    Confirm,
}

/// What is claimed.
#[derive(Default)]
pub(crate) struct Head {
    pub ending: Ending,
    /// A strategy costs the number of experiments in the tree; else the sum of weight times length.
    pub nodes: bool,
    /// Only experiments with a final outcome that can still occur.
    pub consistent: bool,
    /// The experiment that is made first.
    pub first: Option<u64>,
    /// No strategy with at most so many experiments costs less.
    pub claims: Vec<(Left, Cost)>,
}

/// The codes, or the experiments of a type.
#[derive(Default)]
pub(crate) struct Section {
    pub of_codes: bool,
    /// How many propositions the codes have, when this is about experiments: those stand before its own.
    pub before: usize,
    pub own: usize,
    /// From one of its propositions on so many, and the lists of those of them that may hold together.
    pub choices: Vec<(usize, usize, Vec<Vec<usize>>)>,
    /// After the propositions, each after those it speaks of.
    pub formulas: Vec<Formula>,
    /// What must hold, and how many formulas that takes.
    pub only: Vec<Literal>,
    pub tests: usize,
    /// What is told of a code; in the section of the codes, what its goal is.
    pub answers: Vec<Sum>,
    /// An outcome is final where one of them holds.
    pub finals: Vec<Literal>,
    /// A number and a sum that is added.
    pub weight: Option<(i64, Sum)>,
}

const MOST_PROPOSITIONS: usize = 1 << 20;
/// They are made one inside the other.
const MOST_CHOICES: usize = 1 << 10;

/// What the block says; the first section is that of the codes.
pub(crate) fn read(text: &str, input: &Input<'_>) -> Result<(Head, Vec<Section>)> {
    let (mut head, mut sections) = (Head::default(), Vec::new());
    for (number, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split('#').take(1).flat_map(str::split_ascii_whitespace).collect();
        if take(number, &words, &mut head, &mut sections).is_none() {
            return input.wrong(format!("line {} cannot be read: {line:.60}", number + 1));
        }
    }
    match sections.len() {
        0 | 1 => input.wrong("there are no codes, or no experiments"),
        _ => Ok((head, sections)),
    }
}

/// Takes a line; `None` if it is wrong.
fn take(number: usize, words: &[&str], head: &mut Head, sections: &mut Vec<Section>) -> Option<()> {
    match (number, words) {
        (0, ["ending", "hit"]) => head.ending = Ending::Hit,
        (0, ["ending", "identify"]) => head.ending = Ending::Identify,
        (0, ["ending", "confirm"]) => head.ending = Ending::Confirm,
        (1, ["measure", measure @ ("sum" | "nodes")]) => head.nodes = *measure == "nodes",
        (2, ["consistent", "no"]) => {}
        (2, ["consistent", "yes"]) if head.ending != Ending::Identify => head.consistent = true,
        (3, ["first", "none"]) => {}
        (3, ["first", first]) => head.first = Some(digits(first)?),
        (4.., ["claim", left, value]) if sections.is_empty() => {
            let left = if *left == "none" { UNLIMITED } else { digits(left)? };
            let value = if *value == "impossible" { IMPOSSIBLE } else { digits(value)?.into() };
            head.claims.push((left, value));
        }
        (4.., ["codes"]) if sections.is_empty() => sections.push(Section { of_codes: true, ..Section::default() }),
        (4.., ["experiments"]) if !sections.is_empty() => {
            sections.push(Section { before: sections[0].own, ..Section::default() });
        }
        _ => return sections.last_mut()?.take(words, head.ending == Ending::Identify),
    }
    Some(())
}

impl Section {
    /// How many literals it has.
    pub fn literals(&self) -> usize {
        2 * (self.before + self.own + self.formulas.len())
    }

    fn take(&mut self, words: &[&str], identify: bool) -> Option<()> {
        match words {
            ["choose", width, rows @ ..] if self.formulas.is_empty() && self.choices.len() < MOST_CHOICES => {
                let width = digits(width)? as usize;
                let place = |word: &&str| digits(word).map(|place| place as usize).filter(|&place| place < width);
                let rows = rows.split(|&word| word == "|").map(|row| row.iter().map(place).collect());
                self.choices.push((self.before + self.own, width, rows.collect::<Option<_>>()?));
                self.own = self.own.checked_add(width).filter(|&own| own <= MOST_PROPOSITIONS)?;
            }
            [name, "=", least, "of", terms @ ..] if *name == format!("f{}", self.formulas.len()) => {
                self.formulas.push(Formula { least: digits(least)?, of: self.sum(terms)? });
            }
            ["only", literal] => {
                self.only.push(self.literal(literal)?);
                self.tests = self.formulas.len();
            }
            ["answer", terms @ ..] if !self.of_codes => self.answers.push(self.sum(terms)?),
            ["goal", terms @ ..] if self.of_codes && identify => self.answers.push(self.sum(terms)?),
            ["final", literal] if !self.of_codes && !identify => self.finals.push(self.literal(literal)?),
            ["weight", base, terms @ ..] if self.of_codes && self.weight.is_none() => {
                let size = digits(base.strip_prefix('-').unwrap_or(base))? as i64;
                self.weight = Some((if base.starts_with('-') { -size } else { size }, self.sum(terms)?));
            }
            _ => return None,
        }
        Some(())
    }

    fn sum(&self, terms: &[&str]) -> Option<Sum> {
        let term = |term: &&str| {
            let (weight, literal) = term.split_once('*').unwrap_or(("1", term));
            let weight = digits(weight).filter(|&weight| weight > 0 && weight <= u64::from(u32::MAX))?;
            Some((weight, self.literal(literal)?))
        };
        terms.iter().map(term).collect()
    }

    /// `c3`, `e3` or `f3`: a proposition of the code, of the experiment, or a formula; with `-` before it: that it does not hold.
    fn literal(&self, word: &str) -> Option<Literal> {
        let positive = word.strip_prefix('-').unwrap_or(word);
        let number = digits(positive.get(1..)?)? as usize;
        let (start, end) = match positive.as_bytes()[0] {
            b'c' => (0, if self.of_codes { self.own } else { self.before }),
            b'e' if !self.of_codes => (self.before, self.own),
            b'f' => (self.before + self.own, self.formulas.len()),
            _ => return None,
        };
        (number < end).then(|| 2 * (start + number) + usize::from(word.starts_with('-')))
    }
}

fn digits(word: &str) -> Option<u64> {
    let fits = word.len() < 19 && word.bytes().all(|byte| byte.is_ascii_digit());
    fits.then(|| word.parse().ok()).flatten()
}

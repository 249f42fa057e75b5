//! Formulas, and what is known of them.
//!
//! The one kind of formula says that a sum is large enough: `least` or more of some literals hold, each counted with its weight.
//! *And* is all of them, *or* one of them. A literal is a proposition or a formula, or says that it does not hold.

use crate::text::Section;

/// Twice the number of a proposition or formula of a section, and one more if it is denied.
pub(crate) type Literal = usize;

/// Weights, at least 1, of literals.
pub(crate) type Sum = Vec<(u64, Literal)>;

#[derive(Debug)]
pub(crate) struct Formula {
    pub least: u64,
    pub of: Sum,
}

/// What is known of the propositions and formulas of a section, in 64 situations to a word.
///
/// For each literal there are words whose bits say where it holds for certain. Where nothing is known of a proposition,
/// neither of its two literals is certain.
pub(crate) struct Values<'s> {
    section: &'s Section,
    pub words: usize,
    certain: Vec<u64>,
}

impl<'s> Values<'s> {
    /// Nothing is known.
    pub fn new(section: &'s Section, words: usize) -> Values<'s> {
        Values { section, words, certain: vec![0; Values::number(section) * words] }
    }

    /// Words in one word of all values.
    pub fn number(section: &Section) -> usize {
        2 * (section.before + section.own + section.formulas.len())
    }

    /// Says where a literal holds, from now on; of its opposite nothing is said.
    pub fn set(&mut self, literal: Literal, word: impl Fn(usize) -> u64) {
        let words = &mut self.certain[literal * self.words..][..self.words];
        words.iter_mut().enumerate().for_each(|(place, to)| *to = word(place));
    }

    /// Says of a proposition of the section that it holds everywhere, nowhere, or that nothing is known.
    pub fn assume(&mut self, proposition: usize, holds: Option<bool>) {
        let literal = 2 * (self.section.before + proposition);
        self.set(literal, |_| if holds == Some(true) { u64::MAX } else { 0 });
        self.set(literal + 1, |_| if holds == Some(false) { u64::MAX } else { 0 });
    }

    /// Where a literal holds for certain.
    pub fn of(&self, literal: Literal) -> &[u64] {
        &self.certain[literal * self.words..][..self.words]
    }

    /// Finds out about the first so many formulas. A sum is at least n for certain if the literals that hold for certain
    /// have that weight, and less if those that do not have more than the rest.
    pub fn evaluate(&mut self, formulas: usize) {
        let start = 2 * (self.section.before + self.section.own);
        for (number, formula) in self.section.formulas[..formulas].iter().enumerate() {
            let all: u64 = formula.of.iter().map(|term| term.0).sum();
            let (before, these) = self.certain.split_at_mut((start + 2 * number) * self.words);
            for word in 0..self.words {
                let literal = |literal: Literal| before[literal * self.words + word];
                these[word] = at_least(formula.least, all, &formula.of, literal);
                these[self.words + word] = match all.checked_sub(formula.least) {
                    Some(rest) => at_least(rest + 1, all, &formula.of, |of| literal(of ^ 1)),
                    None => u64::MAX,
                };
            }
        }
    }

    /// The bits of a sum, the lowest first, each for all situations.
    pub fn bits(&self, of: &Sum) -> Vec<Vec<u64>> {
        let all = of.iter().map(|term| term.0).sum();
        let mut bits = vec![vec![0; self.words]; length(all)];
        for word in 0..self.words {
            let sum = added(all, of, |literal| self.of(literal)[word]);
            bits.iter_mut().zip(sum).for_each(|(bit, found)| bit[word] = found);
        }
        bits
    }
}

fn length(number: u64) -> usize {
    64 - number.leading_zeros() as usize
}

/// Where literals of at least this weight hold, of `all` their weights.
fn at_least(least: u64, all: u64, of: &Sum, holds: impl Fn(Literal) -> u64) -> u64 {
    if least > all {
        return 0;
    }
    if least == all {
        return of.iter().fold(u64::MAX, |found, term| found & holds(term.1));
    }
    if least <= 1 {
        return of.iter().fold(if least == 0 { u64::MAX } else { 0 }, |found, term| found | holds(term.1));
    }
    let (mut more, mut same) = (0, u64::MAX);
    for (place, bit) in added(all, of, holds)[..length(all)].iter().enumerate().rev() {
        if least >> place & 1 == 0 {
            more |= same & bit;
        }
        same &= if least >> place & 1 == 0 { !bit } else { *bit };
    }
    more | same
}

/// The bits of a sum of at most `all`, the lowest first: addition by hand.
fn added(all: u64, of: &Sum, holds: impl Fn(Literal) -> u64) -> [u64; 64] {
    let mut sum = [0; 64];
    for &(weight, literal) in of {
        let mut carried = 0;
        let addend = holds(literal);
        for (place, bit) in sum[..length(all)].iter_mut().enumerate() {
            let more = if weight >> place & 1 == 1 { addend } else { 0 };
            let next = *bit & more | *bit & carried | more & carried;
            *bit ^= more ^ carried;
            carried = next;
        }
    }
    sum
}

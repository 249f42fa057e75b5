//! Formulas, and what is known of them.
//!
//! The one kind of formula says that a sum is large enough: `least` or more of some literals hold, each counted with its weight.
//! *And* is all of them, *or* one of them. A literal is a proposition or a formula, or says that it does not hold.

use crate::text::Section;

/// Twice the number of a proposition or formula of a section, and one more if it is denied.
pub(crate) type Literal = usize;

/// Weights, at least 1, of literals.
pub(crate) type Sum = Vec<(u64, Literal)>;

pub(crate) struct Formula {
    pub least: u64,
    pub of: Sum,
}

/// In which situations the literals of a section hold for certain: 64 bits to a word. Where nothing is known of a proposition,
/// neither of its two literals is certain.
pub(crate) struct Values {
    words: usize,
    certain: Vec<u64>,
}

impl Values {
    /// Nothing is known.
    pub fn new(section: &Section, situations: usize) -> Values {
        let words = situations.div_ceil(64);
        Values { words, certain: vec![0; section.literals() * words] }
    }

    /// Says of a proposition in one situation whether it holds.
    pub fn set(&mut self, proposition: usize, situation: usize, holds: bool) {
        self.certain[(2 * proposition + usize::from(!holds)) * self.words + situation / 64] |= 1 << (situation % 64);
    }

    /// Says of a proposition that it holds everywhere, nowhere, or that nothing is known.
    pub fn assume(&mut self, proposition: usize, holds: Option<bool>) {
        for (literal, said) in [(2 * proposition, true), (2 * proposition + 1, false)] {
            let word = if holds == Some(said) { u64::MAX } else { 0 };
            self.certain[literal * self.words..][..self.words].fill(word);
        }
    }

    /// Whether a literal holds for certain.
    pub fn holds(&self, literal: Literal, situation: usize) -> bool {
        self.certain[literal * self.words + situation / 64] >> (situation % 64) & 1 == 1
    }

    /// What the literals that hold for certain add up to.
    pub fn sum(&self, of: &Sum, situation: usize) -> u64 {
        of.iter().filter(|&&(_, literal)| self.holds(literal, situation)).map(|&(weight, _)| weight).sum()
    }

    /// Finds out about the first so many formulas. A sum is at least n for certain if the literals that hold for certain
    /// have that weight, and less if those that do not have more than the rest.
    pub fn evaluate(&mut self, section: &Section, formulas: usize) {
        let start = 2 * (section.before + section.own);
        for (number, Formula { least, of }) in section.formulas[..formulas].iter().enumerate() {
            let all: u64 = of.iter().map(|term| term.0).sum();
            for (literal, least) in [(0, *least), (1, (all + 1).saturating_sub(*least))] {
                for word in 0..self.words {
                    let certain = |of: Literal| self.certain[(of ^ literal) * self.words + word];
                    let found = at_least(least, all, of, certain);
                    self.certain[(start + 2 * number + literal) * self.words + word] = found;
                }
            }
        }
    }
}

/// Where literals of at least this weight hold, of `all` their weights, in the situations of a word.
///
/// Most often that is where all of them hold, or one. Else let 2^m be more than n and all weights together. A sum is at least n where it
/// and 2^m − n add up to 2^m or more. They are less than 2^(m+1), so bit m says it. Numbers are added by hand, bit after bit, in
/// all situations of a word at once.
fn at_least(least: u64, all: u64, of: &Sum, holds: impl Fn(Literal) -> u64) -> u64 {
    let literals = of.iter().map(|term| holds(term.1));
    if least == all {
        return literals.fold(u64::MAX, |found, literal| found & literal);
    } else if least == 1 {
        return literals.fold(0, |found, literal| found | literal);
    }
    let top = 64 - all.max(least).leading_zeros() as usize;
    let everywhere = |number: u64, place: usize| (number >> place & 1).wrapping_neg(); // a bit in all situations
    let mut sum = [0; 64];
    (0..=top).for_each(|place| sum[place] = everywhere((1 << top) - least, place));
    for &(weight, literal) in of {
        let (addend, mut carried) = (holds(literal), 0);
        for (place, bit) in sum[..=top].iter_mut().enumerate() {
            let more = everywhere(weight, place) & addend;
            (*bit, carried) = (*bit ^ more ^ carried, *bit & more | *bit & carried | more & carried);
        }
    }
    sum[top]
}

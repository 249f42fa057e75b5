//! Formulas and what they mean: how many of some formulas hold.
//!
//! *And* says that all of its n operands hold, *or* that 1 to n of them do, *not* that none of its one operand does.

use std::collections::HashMap;

use crate::parse::Game;

/// The number of a formula.
pub(crate) type Number = u32;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    Variable(u32),
    /// The variable to which a mapping takes the symbol of a parameter.
    Mapped {
        mapping: u32,
        parameter: u32,
    },
    /// At least `least` and at most `most` of these hold.
    Count {
        least: usize,
        most: usize,
        of: Vec<Number>,
    },
}

/// Formulas; each comes after those it is made of, and equal ones are there once.
#[derive(Debug, Default)]
pub(crate) struct Formulas {
    pub nodes: Vec<Node>,
    numbers: HashMap<Node, Number>,
}

impl Formulas {
    pub fn add(&mut self, node: Node) -> Number {
        let next = self.nodes.len() as Number;
        *self.numbers.entry(node).or_insert_with_key(|node| {
            self.nodes.push(node.clone());
            next
        })
    }

    pub fn all(&mut self, of: Vec<Number>) -> Number {
        self.add(Node::Count { least: of.len(), most: of.len(), of })
    }

    pub fn any(&mut self, of: Vec<Number>) -> Number {
        self.add(Node::Count { least: 1, most: of.len(), of })
    }

    pub fn not(&mut self, of: Number) -> Number {
        self.add(Node::Count { least: 0, most: 0, of: vec![of] })
    }

    pub fn implies(&mut self, if_: Number, then: Number) -> Number {
        let not = self.not(if_);
        self.any(vec![not, then])
    }

    pub fn same(&mut self, one: Number, other: Number) -> Number {
        let differ = self.add(Node::Count { least: 1, most: 1, of: vec![one, other] });
        self.not(differ)
    }

    /// Some formulas and what they are made of, in order; the second are those among them that speak of parameters.
    pub fn below(&self, roots: &[Number]) -> (Vec<Number>, Vec<Number>) {
        let mut needed = vec![false; self.nodes.len()];
        roots.iter().for_each(|&root| needed[root as usize] = true);
        for number in (0..self.nodes.len()).rev() {
            if let (true, Node::Count { of, .. }) = (needed[number], &self.nodes[number]) {
                of.iter().for_each(|&part| needed[part as usize] = true);
            }
        }
        let mut varies = vec![false; self.nodes.len()];
        for number in 0..self.nodes.len() {
            varies[number] = match &self.nodes[number] {
                Node::Variable(_) => false,
                Node::Mapped { .. } => true,
                Node::Count { of, .. } => of.iter().any(|&part| varies[part as usize]),
            };
        }
        let all = (0..self.nodes.len()).filter(|&number| needed[number]);
        let (varying, constant): (Vec<usize>, Vec<usize>) = all.partition(|&number| varies[number]);
        let numbers = |of: Vec<usize>| of.into_iter().map(|number| number as Number).collect::<Vec<Number>>();
        (numbers(constant), numbers(varying))
    }
}

/// The values of formulas for a list of codes, 64 codes in a word.
pub(crate) struct Values<'a> {
    game: &'a Game,
    /// Words of a formula.
    pub words: usize,
    /// For each variable.
    variables: Vec<u64>,
    /// For each formula; of bits beyond the last code nothing is known.
    values: Vec<u64>,
    /// At least so many of the operands seen hold: a word for each number.
    reached: Vec<u64>,
}

impl<'a> Values<'a> {
    /// `holds`: whether a variable holds for a code.
    pub fn new(game: &'a Game, codes: usize, holds: impl Fn(usize, usize) -> bool) -> Values<'a> {
        let words = codes.div_ceil(64);
        let mut variables = vec![0; game.variables * words];
        for variable in 0..game.variables {
            for code in (0..codes).filter(|&code| holds(code, variable)) {
                variables[variable * words + code / 64] |= 1 << (code % 64);
            }
        }
        Values { game, words, variables, values: vec![0; game.formulas.nodes.len() * words], reached: Vec::new() }
    }

    /// Evaluates formulas in order; `symbols` are those of the parameters.
    pub fn evaluate(&mut self, formulas: &[Number], symbols: &[u32]) {
        let words = self.words;
        for &number in formulas {
            let start = number as usize * words;
            let (before, these) = self.values.split_at_mut(start);
            let these = &mut these[..words];
            let variable = |number: u32| &self.variables[number as usize * words..][..words];
            match &self.game.formulas.nodes[number as usize] {
                Node::Variable(number) => these.copy_from_slice(variable(*number)),
                Node::Mapped { mapping, parameter } => {
                    let symbol = symbols[*parameter as usize];
                    these.copy_from_slice(variable(self.game.mappings[*mapping as usize][symbol as usize]));
                }
                Node::Count { least, most, of } if *least == of.len() && most >= least => {
                    these.fill(u64::MAX);
                    for &part in of {
                        let part = &before[part as usize * words..][..words];
                        these.iter_mut().zip(part).for_each(|(this, part)| *this &= part);
                    }
                }
                Node::Count { least, most, of } => {
                    let counted = of.len().min(*least.max(&most.saturating_add(1)));
                    for (word, this) in these.iter_mut().enumerate() {
                        self.reached.clear();
                        self.reached.resize(counted + 1, 0);
                        self.reached[0] = u64::MAX;
                        for &part in of {
                            let part = before[part as usize * words + word];
                            for number in (1..=counted).rev() {
                                self.reached[number] |= self.reached[number - 1] & part;
                            }
                        }
                        let at_least = |number: usize| self.reached.get(number).copied().unwrap_or(0);
                        *this = at_least(*least) & !at_least(most.saturating_add(1));
                    }
                }
            }
        }
    }

    /// The value of a formula that was evaluated; bits beyond the last code mean nothing.
    pub fn of(&self, formula: Number) -> &[u64] {
        &self.values[formula as usize * self.words..][..self.words]
    }
}

//! The game: its text in the core language, read.
//!
//! As `cobra expand` writes it: what is used was defined further up.

use std::collections::HashMap;

use crate::formula::{Formulas, Node, Number};
use crate::tokens::{tokens, Sign, Token};
use crate::{wrong, Place, Result};

/// Brackets and negations inside each other, and parameters of a type.
const MOST_NESTED: usize = 400;
const MOST_PARAMETERS: usize = 1000;

/// The formal game: variables, constraint, alphabet with its mappings, and types of experiments.
#[derive(Debug, Default)]
pub(crate) struct Game {
    pub formulas: Formulas,
    pub variables: usize,
    pub constraints: Vec<Number>,
    /// How many symbols there are.
    pub symbols: usize,
    /// For each mapping the variable of each symbol.
    pub mappings: Vec<Vec<u32>>,
    pub kinds: Vec<Kind>,
}

/// A type of experiments.
#[derive(Debug, Default)]
pub(crate) struct Kind {
    pub parameters: usize,
    /// Parameters with different symbols.
    pub distinct: Vec<Vec<usize>>,
    /// Parameters with symbols in the order of the alphabet, or equal ones.
    pub sorted: Vec<Vec<usize>>,
    pub outcomes: Vec<Outcome>,
}

#[derive(Debug)]
pub(crate) struct Outcome {
    pub holds: Number,
    /// `OUTCOME`, not `OUTCOMEX`.
    pub is_final: bool,
}

/// The game that a text describes.
pub(crate) fn game(text: &str) -> Result<Game> {
    let mut parser = Parser { tokens: tokens(text)?, ..Parser::default() };
    while parser.at < parser.tokens.len() {
        parser.statement()?;
    }
    match parser.game {
        game if game.variables > 0 && !game.kinds.is_empty() => Ok(game),
        _ => wrong(Place::Game, "there are no variables, or no experiments"),
    }
}

#[derive(Default)]
struct Parser {
    tokens: Vec<Token>,
    at: usize,
    nested: usize,
    game: Game,
    variables: HashMap<String, u32>,
    mappings: HashMap<String, u32>,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn next(&mut self) -> Option<Token> {
        self.at += 1;
        self.tokens.get(self.at - 1).cloned()
    }

    /// Passes over a sign if it comes next.
    fn takes(&mut self, sign: Sign) -> bool {
        let comes = self.peek() == Some(&Token::Sign(sign));
        self.at += usize::from(comes);
        comes
    }

    fn expect(&mut self, sign: Sign) -> Result<()> {
        if self.takes(sign) {
            Ok(())
        } else {
            self.unexpected()
        }
    }

    fn unexpected<T>(&self) -> Result<T> {
        let what = self.peek().map_or("end".to_string(), |token| format!("{token:?}"));
        wrong(Place::Game, format!("unexpected {what} after {} words", self.at))
    }

    fn list<T>(&mut self, item: impl Fn(&mut Parser) -> Result<T>) -> Result<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.takes(Sign::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn statement(&mut self) -> Result<()> {
        let Some(Token::Name(word)) = self.next() else { return self.unexpected() };
        match word.as_str() {
            "VARIABLE" | "VARIABLES" => {
                for name in self.list(Parser::ident)? {
                    let number = self.variables.len() as u32;
                    if self.variables.insert(name, number).is_some() {
                        return wrong(Place::Game, "a variable is defined twice");
                    }
                }
                self.game.variables = self.variables.len();
            }
            "CONSTRAINT" | "RESTRICTION" => {
                let constraint = self.formula(0)?;
                self.game.constraints.push(constraint);
            }
            "ALPHABET" if self.game.symbols == 0 => self.game.symbols = self.list(Parser::text)?.len(),
            "MAPPING" => {
                let name = self.text()?;
                let images = self.list(Parser::variable)?;
                let number = self.mappings.len() as u32;
                if self.mappings.insert(name, number).is_some() || images.len() != self.game.symbols {
                    return wrong(Place::Game, "a mapping is defined twice or not for every symbol");
                }
                self.game.mappings.push(images);
            }
            "EXPERIMENT" => {
                self.text()?;
                let parameters = self.number()?;
                if parameters > MOST_PARAMETERS {
                    return wrong(Place::Game, "an experiment has too many parameters");
                }
                self.game.kinds.push(Kind { parameters, ..Kind::default() });
            }
            "PARAMS_DISTINCT" => {
                let group = self.list(Parser::parameter)?;
                self.kind()?.distinct.push(group);
            }
            "PARAMS_SORTED" => {
                let group = self.list(Parser::parameter)?;
                self.kind()?.sorted.push(group);
            }
            "OUTCOME" | "OUTCOMEX" => {
                self.kind()?;
                self.text()?;
                let outcome = Outcome { holds: self.formula(0)?, is_final: word == "OUTCOME" };
                self.kind()?.outcomes.push(outcome);
            }
            _ => return wrong(Place::Game, format!("unexpected {word:?} after {} words", self.at - 1)),
        }
        Ok(())
    }

    fn kind(&mut self) -> Result<&mut Kind> {
        match self.game.kinds.last_mut() {
            Some(kind) => Ok(kind),
            None => wrong(Place::Game, "this belongs to an experiment"),
        }
    }

    fn text(&mut self) -> Result<String> {
        match self.next() {
            Some(Token::Text(text)) => Ok(text),
            _ => self.unexpected(),
        }
    }

    fn ident(&mut self) -> Result<String> {
        match self.next() {
            Some(Token::Text(text) | Token::Name(text)) => Ok(text),
            _ => self.unexpected(),
        }
    }

    fn number(&mut self) -> Result<usize> {
        match self.next() {
            Some(Token::Number(number)) => Ok(number),
            _ => self.unexpected(),
        }
    }

    /// A parameter of the last type, counted from 0; in the text they count from 1.
    fn parameter(&mut self) -> Result<usize> {
        let number = self.number()?;
        match self.game.kinds.last() {
            Some(kind) if (1..=kind.parameters).contains(&number) => Ok(number - 1),
            _ => wrong(Place::Game, format!("there is no parameter {number}")),
        }
    }

    fn variable(&mut self) -> Result<u32> {
        let name = self.ident()?;
        match self.variables.get(&name) {
            Some(&number) => Ok(number),
            None => wrong(Place::Game, format!("there is no variable {name:?}")),
        }
    }

    /// A formula whose operators bind at least as tightly as those of a level.
    fn formula(&mut self, level: usize) -> Result<Number> {
        const OPERATORS: [Sign; 5] = [Sign::Iff, Sign::Implies, Sign::Implied, Sign::Or, Sign::And];
        let Some(&operator) = OPERATORS.get(level) else { return self.negation() };
        let mut operands = vec![self.formula(level + 1)?];
        while self.takes(operator) {
            operands.push(self.formula(level + 1)?);
        }
        let formulas = &mut self.game.formulas;
        let joined = match operator {
            _ if operands.len() == 1 => None,
            Sign::And => Some(formulas.all(operands.clone())),
            Sign::Or => Some(formulas.any(operands.clone())),
            Sign::Implied => operands.iter().copied().reduce(|left, right| formulas.implies(right, left)),
            Sign::Implies => operands.iter().rev().copied().reduce(|right, left| formulas.implies(left, right)),
            _ => operands.iter().rev().copied().reduce(|right, left| formulas.same(left, right)),
        };
        Ok(joined.unwrap_or(operands[0]))
    }

    fn negation(&mut self) -> Result<Number> {
        self.nested += 1;
        if self.nested > MOST_NESTED {
            return wrong(Place::Game, "a formula is nested too deeply");
        }
        let formula = if self.takes(Sign::Not) {
            let operand = self.negation()?;
            self.game.formulas.not(operand)
        } else {
            self.atom()?
        };
        self.nested -= 1;
        Ok(formula)
    }

    fn atom(&mut self) -> Result<Number> {
        if self.takes(Sign::Open) {
            let formula = self.formula(0)?;
            self.expect(Sign::Close)?;
            return Ok(formula);
        }
        for sign in [Sign::And, Sign::Or] {
            if self.takes(sign) {
                let of = self.formulas()?;
                let formulas = &mut self.game.formulas;
                return Ok(if sign == Sign::And { formulas.all(of) } else { formulas.any(of) });
            }
        }
        match self.peek() {
            Some(Token::Name(word)) if ["Exactly", "AtLeast", "AtMost"].contains(&word.as_str()) => self.counted(),
            Some(Token::Name(name)) if self.tokens.get(self.at + 1) == Some(&Token::Sign(Sign::Dollar)) => {
                let Some(&mapping) = self.mappings.get(name) else {
                    return wrong(Place::Game, format!("there is no mapping {name:?}"));
                };
                self.at += 2;
                let parameter = self.parameter()? as u32;
                Ok(self.game.formulas.add(Node::Mapped { mapping, parameter }))
            }
            _ => {
                let variable = self.variable()?;
                Ok(self.game.formulas.add(Node::Variable(variable)))
            }
        }
    }

    fn counted(&mut self) -> Result<Number> {
        let word = self.ident()?;
        self.expect(Sign::Minus)?;
        let bound = self.number()?;
        let of = self.formulas()?;
        let (least, most) = match word.as_str() {
            "Exactly" => (bound, bound),
            "AtLeast" => (bound, of.len()),
            _ => (0, bound),
        };
        Ok(self.game.formulas.add(Node::Count { least, most, of }))
    }

    fn formulas(&mut self) -> Result<Vec<Number>> {
        self.expect(Sign::Open)?;
        let formulas = self.list(|parser| parser.formula(0))?;
        self.expect(Sign::Close)?;
        Ok(formulas)
    }
}

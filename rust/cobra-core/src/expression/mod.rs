//! Scores that a user writes: expressions over the numbers of codes left, made as small as can be.
//!
//! | question | module |
//! |---|---|
//! | how are numbers added, multiplied, compared? | `number` |
//! | what may an expression say? | here |
//! | what is its value for a split? | `value` |
//!
//! `pick` finds the experiments with the least.

pub(crate) mod number;
pub(crate) mod value;

use self::number::{Fixed, ONE};
use crate::base::error::{CoreError, Result};

/// Words of an expression, at most.
const MOST_TOKENS: usize = 512;
/// Values on the stack, at most.
const MOST_DEPTH: usize = 64;
/// The largest exponent.
const MOST_EXPONENT: Fixed = 64;

/// A piece of a score in postfix notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// `n`, `w`, `fixed`, `cost`; `total`, `weight`, `parts`, `largest`, `hit`, `hitweight`; `sum`, `max`, `min` of the value
    /// before it over the outcomes;
    /// `sorted`; `+`, `-`, `*`, `/`, `^`; `log2`, `sqrt`, `abs`.
    Word(String),
    /// In units of 2^-32.
    Number(i64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Number(Fixed),
    N,
    /// The weight of the codes of an outcome.
    W,
    Fixed,
    /// What an experiment with an outcome costs, in units of the game.
    Cost,
    Total,
    /// The weight of all codes.
    Weight,
    Parts,
    Largest,
    Hit,
    /// The weight of the codes with a final outcome.
    HitWeight,
    /// The value of a term.
    Term(usize),
    Add,
    Subtract,
    Multiply,
    Divide,
    Power(u32),
    Log2,
    Sqrt,
    Abs,
}

/// What is made of the values of all outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fold {
    Sum,
    Max,
    Min,
}

/// A value for each outcome, put together.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    fold: Fold,
    code: Vec<Op>,
}

impl Term {
    fn uses(&self, op: Op) -> bool {
        self.code.contains(&op)
    }

    /// Whether the value of an outcome depends on its number of codes and on that of all codes only.
    fn is_of_sizes(&self) -> bool {
        let others = [Op::W, Op::Fixed, Op::Cost, Op::Weight, Op::Parts, Op::Largest, Op::Hit, Op::HitWeight];
        !others.into_iter().any(|op| self.uses(op))
    }

    /// Whether the value of an outcome depends on its weight only.
    fn is_of_weights(&self) -> bool {
        let others =
            [Op::N, Op::Fixed, Op::Cost, Op::Total, Op::Weight, Op::Parts, Op::Largest, Op::Hit, Op::HitWeight];
        !others.into_iter().any(|op| self.uses(op))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Measure {
    /// The numbers of codes, largest first.
    Sorted,
    Value(Vec<Op>),
}

/// What is compared first, second and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    maximise: bool,
    measure: Measure,
}

/// A score: keys to be made small or large, compared one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    keys: Vec<Key>,
    terms: Vec<Term>,
    /// It sees what experiments cost.
    pub(crate) uses_cost: bool,
    pub(crate) uses_fixed: bool,
    pub(crate) uses_hit: bool,
    /// It sees the weights of codes, which symmetries need not keep.
    pub(crate) uses_weight: bool,
}

impl Expression {
    /// Reads keys, each with `true` if it is to be made large, in postfix notation.
    pub fn new(keys: &[(bool, Vec<Token>)]) -> Result<Expression> {
        if keys.is_empty() || keys.iter().map(|(_, tokens)| tokens.len()).sum::<usize>() > MOST_TOKENS {
            return Err(CoreError::input(format!("a score has 1 to {MOST_TOKENS} words")));
        }
        let mut terms = Vec::new();
        let mut read = |(maximise, tokens): &(bool, Vec<Token>)| {
            let measure = match &tokens[..] {
                [Token::Word(word)] if word == "sorted" => Measure::Sorted,
                _ => Measure::Value(value(tokens, &mut terms)?),
            };
            Ok(Key { maximise: *maximise, measure })
        };
        let keys = keys.iter().map(&mut read).collect::<Result<Vec<Key>>>()?;
        let uses = |op: Op| {
            let in_key = |key: &Key| matches!(&key.measure, Measure::Value(code) if code.contains(&op));
            keys.iter().any(in_key) || terms.iter().any(|term: &Term| term.uses(op))
        };
        let (uses_cost, uses_fixed, uses_hit) = (uses(Op::Cost), uses(Op::Fixed), uses(Op::Hit));
        let uses_weight = [Op::W, Op::Weight, Op::HitWeight].into_iter().any(uses);
        Ok(Expression { keys, terms, uses_cost, uses_fixed, uses_hit, uses_weight })
    }
}

/// Reads one value; the values over outcomes in it are added to the terms.
fn value(tokens: &[Token], terms: &mut Vec<Term>) -> Result<Vec<Op>> {
    let wrong = |what: &str| CoreError::input(format!("a score is wrong: {what}"));
    let mut code: Vec<Op> = Vec::new();
    let mut starts: Vec<usize> = Vec::new(); // where the code of each value on the stack begins
    for token in tokens {
        let word = match token {
            Token::Number(number) => {
                starts.push(code.len());
                code.push(Op::Number(Fixed::from(*number)));
                continue;
            }
            Token::Word(word) => word.as_str(),
        };
        let leaf = match word {
            "n" => Some(Op::N),
            "w" => Some(Op::W),
            "fixed" => Some(Op::Fixed),
            "cost" => Some(Op::Cost),
            "total" => Some(Op::Total),
            "weight" => Some(Op::Weight),
            "parts" => Some(Op::Parts),
            "largest" => Some(Op::Largest),
            "hit" => Some(Op::Hit),
            "hitweight" => Some(Op::HitWeight),
            _ => None,
        };
        if let Some(leaf) = leaf {
            starts.push(code.len());
            code.push(leaf);
        } else {
            let operands = if matches!(word, "+" | "-" | "*" | "/" | "^") { 2 } else { 1 };
            if starts.len() < operands {
                return Err(wrong("an operand is missing"));
            }
            let last = starts[starts.len() - 1];
            starts.truncate(starts.len() + 1 - operands);
            match word {
                "+" => code.push(Op::Add),
                "-" => code.push(Op::Subtract),
                "*" => code.push(Op::Multiply),
                "/" => code.push(Op::Divide),
                "^" => match code[last..] {
                    [Op::Number(number)]
                        if number & (ONE - 1) == 0 && (0..=MOST_EXPONENT * ONE).contains(&number) =>
                    {
                        code.truncate(last);
                        code.push(Op::Power((number / ONE) as u32));
                    }
                    _ => return Err(wrong("an exponent is a whole number from 0 to 64")),
                },
                "log2" => code.push(Op::Log2),
                "sqrt" => code.push(Op::Sqrt),
                "abs" => code.push(Op::Abs),
                "sum" | "max" | "min" => {
                    let fold = match word {
                        "sum" => Fold::Sum,
                        "max" => Fold::Max,
                        _ => Fold::Min,
                    };
                    let term = Term { fold, code: code.split_off(last) };
                    if term.code.iter().any(|op| matches!(op, Op::Term(_))) {
                        return Err(wrong("a value over outcomes inside another"));
                    }
                    let known = terms.iter().position(|other| *other == term);
                    code.push(Op::Term(known.unwrap_or(terms.len())));
                    if known.is_none() {
                        terms.push(term);
                    }
                }
                _ => return Err(wrong(&format!("there is no {word:?}"))),
            }
        }
        if starts.len() > MOST_DEPTH {
            return Err(wrong("too many values at once"));
        }
    }
    if starts.len() != 1 {
        return Err(wrong("it is not one value"));
    }
    if code.iter().any(|op| matches!(op, Op::N | Op::W | Op::Fixed | Op::Cost)) {
        return Err(wrong("n, w, fixed and cost belong inside sum, max or min"));
    }
    Ok(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Expression> {
        let token = |word: &str| match word.parse::<i64>() {
            Ok(number) => Token::Number(number << 32),
            Err(_) => Token::Word(word.into()),
        };
        Expression::new(&[(false, text.split(' ').map(token).collect())])
    }

    #[test]
    fn equal_terms_are_one() {
        let score = read("n n log2 * sum 2 * n n log2 * sum +").unwrap();
        assert_eq!(score.terms.len(), 1);
        assert!(!score.uses_hit && !score.uses_fixed && !score.uses_weight);
        for text in ["w w * sum", "n sum weight /", "hitweight"] {
            assert!(read(text).unwrap().uses_weight, "{text}");
        }
    }

    #[test]
    fn malformed_scores_are_refused() {
        for text in ["+", "n", "1 2", "n sum sum", "n sum n sum ^", "n 65 ^ sum", "n sorted", "fixed", "w", "foo"] {
            assert!(matches!(read(text), Err(CoreError::Input(_))), "{text}");
        }
        assert!(read(&format!("1{}", " abs".repeat(600))).is_err());
        assert!(read(&["1"; 70].join(" ")).is_err());
        assert!(Expression::new(&[]).is_err());
    }
}

//! The words of the core language.

use crate::{wrong, Place, Result};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A name or a keyword.
    Name(String),
    /// What stands between quotes.
    Text(String),
    Number(usize),
    Sign(Sign),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Iff,
    Implies,
    Implied,
    Or,
    And,
    Not,
    Dollar,
    Minus,
    Comma,
    Open,
    Close,
}

/// Longer ones before those they begin with.
const SIGNS: [(&str, Sign); 21] = [
    ("<->", Sign::Iff),
    ("↔", Sign::Iff),
    ("⇔", Sign::Iff),
    ("->", Sign::Implies),
    ("→", Sign::Implies),
    ("⇒", Sign::Implies),
    ("<-", Sign::Implied),
    ("←", Sign::Implied),
    ("||", Sign::Or),
    ("|", Sign::Or),
    ("∨", Sign::Or),
    ("&&", Sign::And),
    ("&", Sign::And),
    ("∧", Sign::And),
    ("!", Sign::Not),
    ("¬", Sign::Not),
    ("$", Sign::Dollar),
    ("-", Sign::Minus),
    (",", Sign::Comma),
    ("(", Sign::Open),
    (")", Sign::Close),
];

/// The words of a text.
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start_matches(BLANK);
    while let Some(first) = rest.chars().next() {
        let length = if first == '#' {
            rest.find('\n').unwrap_or(rest.len())
        } else if first == '"' || first == '\'' {
            let Some(length) = rest[1..].find(first) else {
                return wrong(Place::Game, "a quote is not closed");
            };
            found.push(Token::Text(rest[1..=length].to_string()));
            length + 2
        } else if first.is_ascii_digit() {
            let length = span(rest, |c| c.is_ascii_digit());
            let Ok(number) = rest[..length].parse() else {
                return wrong(Place::Game, "a number is too large");
            };
            found.push(Token::Number(number));
            length
        } else if first.is_ascii_alphabetic() || first == '_' {
            let length = span(rest, |c| c.is_ascii_alphanumeric() || c == '_');
            found.push(match &rest[..length] {
                word if word.eq_ignore_ascii_case("and") => Token::Sign(Sign::And),
                word if word.eq_ignore_ascii_case("or") => Token::Sign(Sign::Or),
                word => Token::Name(word.to_string()),
            });
            length
        } else if let Some((word, sign)) = SIGNS.iter().find(|(word, _)| rest.starts_with(word)) {
            found.push(Token::Sign(*sign));
            word.len()
        } else {
            return wrong(Place::Game, format!("unexpected {first:?}"));
        };
        rest = rest[length..].trim_start_matches(BLANK);
    }
    Ok(found)
}

const BLANK: [char; 4] = [' ', '\t', '\r', '\n'];

/// How many bytes at the beginning are of a kind.
fn span(text: &str, of_kind: impl Fn(char) -> bool) -> usize {
    text.find(|c| !of_kind(c)).unwrap_or(text.len())
}

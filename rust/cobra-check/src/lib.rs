//! Checks certificates: proofs that no strategy of a code-breaking game costs less than it is said to.
//!
//! A certificate holds a game as lists of formulas, claims, and a list of facts "the play at these codes costs at least so
//! much". This crate lists the codes and the experiments (`list`), makes the table of all outcomes by the meaning of the
//! formulas (`formula`, `table`), and goes through the facts: each must follow from the table and from facts before it by one of
//! a few rules, whose lemmas and proofs stand in `bound`, `symmetry` and `rules`. Nothing is searched for, and nothing is taken
//! from the program that made the certificate but the file. Its form is described in docs/proofs.md of cobra.
//!
//! What has to be trusted: that the formulas mean the game, these lemmas, and this text as it was compiled. Whoever watches
//! can only stop the check.

#![forbid(unsafe_code)]

mod bound;
mod formula;
mod input;
mod list;
mod look;
mod rules;
mod symmetry;
mod table;
mod text;

use std::fmt;

pub use rules::Counts;

/// What the check took until now.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spent {
    /// Bytes of the file that were read.
    pub read: usize,
    /// Pieces of work, some nanoseconds each.
    pub work: usize,
    /// Bytes of memory beside the file, about.
    pub memory: u64,
}

/// Hears, often, what was spent, and says whether to go on.
pub type Watch<'w> = dyn FnMut(&Spent) -> bool + 'w;

/// What is looked at: a part of the file, of facts and elements with the number.
pub type Place = (&'static str, Option<usize>);

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It proves nothing.
    Wrong(Place, String),
    /// Whoever watches said so.
    Stopped,
}

pub type Result<T> = std::result::Result<T, Refusal>;

/// Checks a certificate. Returns what is proved, the lines before the game, and how much was done by which rule.
pub fn check(file: &[u8], watch: &mut Watch<'_>) -> Result<(String, Counts)> {
    let mut input = input::Input::open(file, watch)?;
    let text = input.text()?;
    let (head, sections) = text::read(&text, &input)?;
    input.place = ("game", None);
    let table = table::Table::new(&sections, head.ending, &mut input)?;
    let counts = rules::check(&head, &table, &mut input)?;
    let claims = text.lines().take(4 + head.claims.len()).map(|line| format!("{line}\n")).collect();
    Ok((claims, counts))
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Wrong((what, None), reason) => write!(f, "the {what}: {reason}"),
            Refusal::Wrong((what, Some(number)), reason) => write!(f, "{what} {number}: {reason}"),
            Refusal::Stopped => write!(f, "stopped"),
        }
    }
}

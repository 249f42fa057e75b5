//! Checks certificates: proofs that no strategy of a code-breaking game costs less than it is said to.
//!
//! A certificate holds a game as lists of formulas, claims, and a list of facts "the play at these codes costs at least so
//! much". This crate lists the codes and the experiments (`list`), makes the table of all outcomes by the meaning of the
//! formulas (`formula`, `table`), and goes through the facts: each must follow from the table and from facts before it by one of
//! a few rules, whose lemmas and proofs stand in `bound`, `symmetry` and `rules`. Nothing is searched for, and nothing is taken
//! from the program that made the certificate but the file. Its form is described in docs/proofs.md of cobra.
//!
//! What has to be trusted: that the formulas mean the game, these lemmas, and this text as it was compiled.

#![forbid(unsafe_code)]

mod bound;
mod formula;
mod list;
mod look;
mod rules;
mod stream;
mod symmetry;
mod table;
mod text;

use std::fmt;

pub use rules::Counts;
pub use text::{Claim, Ending, Head, Measure};

use stream::Stream;
use table::Table;

/// What a certificate proves, and how.
#[derive(Clone, Debug)]
pub struct Report {
    pub head: Head,
    pub codes: usize,
    pub experiments: usize,
    pub elements: usize,
    pub counts: Counts,
}

/// Where something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Header,
    Game,
    /// A symmetry, by its number.
    Element(usize),
    /// A fact, by its number.
    Fact(usize),
    Claims,
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It proves nothing.
    Wrong(Place, String),
    /// To check it takes more bytes of memory than there are.
    Memory { needed: u64, limit: u64 },
    /// Whoever watches asked to stop.
    Stopped,
}

pub type Result<T> = std::result::Result<T, Refusal>;

/// A refusal at a place.
pub(crate) fn wrong<T>(place: Place, reason: impl Into<String>) -> Result<T> {
    Err(Refusal::Wrong(place, reason.into()))
}

/// How far the check is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Bytes read, of all bytes of the file.
    pub read: usize,
    pub facts: usize,
}

/// Hears of progress, and says whether to go on.
pub type Watch<'a> = dyn FnMut(Progress) -> bool + 'a;

/// Checks a certificate in at most about `memory` bytes beside the file itself. `watch` is asked now and then, some
/// thousand times a second at most.
pub fn check(file: &[u8], memory: u64, watch: &mut Watch<'_>) -> Result<Report> {
    let mut pace = Pace { watch, progress: Progress { read: 0, facts: 0 }, work: 0, memory, taken: 0 };
    let (text, mut stream) = Stream::open(file)?;
    let (head, sections) = text::read(&text)?;
    let table = Table::new(&sections, head.ending, &mut pace)?;
    let stated = (stream.number()?, stream.number()?);
    if stated != (table.codes as u64, table.experiments as u64) {
        let number = format!("{} codes and {} experiments", table.codes, table.experiments);
        return wrong(Place::Game, format!("it has {number}, not those stated"));
    }
    if head.first.is_some_and(|first| first >= stated.1) {
        return wrong(Place::Header, "there is no such first experiment");
    }
    let (elements, counts) = rules::check(&mut stream, &head, &table, &mut pace)?;
    Ok(Report { codes: table.codes, experiments: table.experiments, elements, counts, head })
}

/// Pieces of work between two questions to who watches: about a millisecond.
const PACE: usize = 1 << 20;

/// Keeps an eye on time and memory.
pub(crate) struct Pace<'w, 'a> {
    watch: &'w mut Watch<'a>,
    pub progress: Progress,
    work: usize,
    memory: u64,
    taken: u64,
}

impl Pace<'_, '_> {
    /// So many more pieces of work are done.
    pub fn work(&mut self, pieces: usize) -> Result<()> {
        self.work += pieces;
        if self.work >= PACE {
            self.work = 0;
            if !(self.watch)(self.progress) {
                return Err(Refusal::Stopped);
            }
        }
        Ok(())
    }

    /// `number` more things of `bytes` bytes are kept.
    pub fn keep(&mut self, number: u64, bytes: u64) -> Result<()> {
        self.taken = self.taken.saturating_add(number.saturating_mul(bytes));
        match self.taken > self.memory {
            true => Err(Refusal::Memory { needed: self.taken, limit: self.memory }),
            false => Ok(()),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Header => write!(f, "the header"),
            Place::Game => write!(f, "the game"),
            Place::Element(number) => write!(f, "element {number}"),
            Place::Fact(number) => write!(f, "fact {number}"),
            Place::Claims => write!(f, "the claims"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Wrong(place, reason) => write!(f, "{place}: {reason}"),
            Refusal::Memory { needed, limit } => write!(f, "{needed} bytes of memory are needed, more than {limit}"),
            Refusal::Stopped => write!(f, "stopped"),
        }
    }
}

impl std::error::Error for Refusal {}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.left, self.value) {
            (None, Some(value)) => write!(f, "no strategy costs less than {value}"),
            (Some(left), Some(value)) => {
                write!(f, "no strategy of at most {left} experiments costs less than {value}")
            }
            (None, None) => write!(f, "there is no strategy"),
            (Some(left), None) => write!(f, "there is no strategy of at most {left} experiments"),
        }
    }
}

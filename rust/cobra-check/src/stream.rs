//! The file: blocks, the header, and the numbers of the list.

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use crate::{wrong, Place, Result};

const MAGIC: &[u8] = b"cobra proof 1\n";
/// Bytes of a block that is unpacked.
const MOST_OF_BLOCK: usize = 1 << 26;

/// When plays are over: see docs/proofs.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Hit,
    Identify,
    Confirm,
}

/// What a strategy costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The sum of weight times length.
    Sum,
    /// The number of experiments in the tree.
    Nodes,
}

/// No strategy with at most `left` experiments costs less than `value`; without a value there is none at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    pub left: Option<u64>,
    pub value: Option<u64>,
}

/// The first block.
#[derive(Clone, Debug)]
pub struct Head {
    pub ending: Ending,
    pub measure: Measure,
    /// Only experiments with a final outcome that can still occur.
    pub consistent: bool,
    /// The experiment that is made first.
    pub first: Option<u64>,
    pub claims: Vec<Claim>,
    /// In the core language.
    pub game: String,
}

/// The contents of the blocks after the first, one after the other.
pub(crate) struct Stream<'a> {
    file: &'a [u8],
    /// Where the next block begins.
    next: usize,
    block: Vec<u8>,
    at: usize,
    /// What is being read, for messages.
    pub place: Place,
}

impl<'a> Stream<'a> {
    /// The header, and the list that follows it.
    pub fn open(file: &'a [u8]) -> Result<(Head, Stream<'a>)> {
        let mut stream = Stream { file, next: MAGIC.len(), block: Vec::new(), at: 0, place: Place::Header };
        if !file.starts_with(MAGIC) {
            return wrong(Place::Header, "this is no certificate of a version that can be read");
        }
        let Ok(text) = String::from_utf8(stream.unpacked()?) else {
            return wrong(Place::Header, "this is not UTF-8 text");
        };
        Ok((head(&text)?, stream))
    }

    /// The next block; nothing after the last one.
    fn unpacked(&mut self) -> Result<Vec<u8>> {
        let size = self
            .file
            .get(self.next..self.next + 4)
            .map(|four| four.iter().rev().fold(0, |size, &byte| size << 8 | usize::from(byte)));
        let Some(packed) = size.and_then(|size| self.file[self.next + 4..].get(..size)) else {
            return wrong(self.place, "the file ends too early");
        };
        self.next += 4 + packed.len();
        if packed.is_empty() {
            return Ok(Vec::new());
        }
        match decompress_to_vec_zlib_with_limit(packed, MOST_OF_BLOCK) {
            Ok(block) if !block.is_empty() => Ok(block),
            _ => wrong(self.place, "a block is damaged"),
        }
    }

    pub fn byte(&mut self) -> Result<u8> {
        if self.at == self.block.len() {
            self.block = self.unpacked()?;
            self.at = 0;
        }
        let Some(&byte) = self.block.get(self.at) else {
            return wrong(self.place, "the list ends too early");
        };
        self.at += 1;
        Ok(byte)
    }

    /// A number below 2^63.
    pub fn number(&mut self) -> Result<u64> {
        let mut value = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(value);
            }
        }
        wrong(self.place, "a number is too large")
    }

    /// A number below a bound; `what` it is of.
    pub fn below(&mut self, bound: usize, what: &str) -> Result<u32> {
        let value = self.number()?;
        match u32::try_from(value) {
            Ok(small) if value < bound as u64 => Ok(small),
            _ => wrong(self.place, format!("there is no {what} {value}")),
        }
    }

    /// The next of ascending numbers below a bound, after `before` (at first `None`).
    pub fn ascending(&mut self, before: Option<u32>, bound: usize, what: &str) -> Result<u32> {
        let value = self.number()?.saturating_add(before.map_or(0, |before| u64::from(before) + 1));
        match u32::try_from(value) {
            Ok(small) if value < bound as u64 => Ok(small),
            _ => wrong(self.place, format!("there is no {what} {value}")),
        }
    }

    pub fn flag(&mut self) -> Result<bool> {
        Ok(self.below(2, "flag")? == 1)
    }

    /// That the list and the file end here.
    pub fn end(&mut self) -> Result<()> {
        if self.at < self.block.len() || !self.unpacked()?.is_empty() || self.next < self.file.len() {
            return wrong(self.place, "something follows the end");
        }
        Ok(())
    }

    /// Bytes of the file that were read.
    pub fn read(&self) -> usize {
        self.next
    }
}

fn head(text: &str) -> Result<Head> {
    let mut lines = text.split('\n');
    let mut read = 0;
    let mut line = || {
        let line = lines.next().unwrap_or_default();
        read += line.len() + 1;
        (line.split(' ').collect::<Vec<_>>(), read)
    };
    let ending = match line().0[..] {
        ["ending", "hit"] => Ending::Hit,
        ["ending", "identify"] => Ending::Identify,
        ["ending", "confirm"] => Ending::Confirm,
        _ => return wrong(Place::Header, "the first line must say the ending"),
    };
    let measure = match line().0[..] {
        ["measure", "sum"] => Measure::Sum,
        ["measure", "nodes"] => Measure::Nodes,
        _ => return wrong(Place::Header, "the second line must say the measure"),
    };
    let consistent = match line().0[..] {
        ["consistent", "yes"] if ending != Ending::Identify => true,
        ["consistent", "no"] => false,
        _ => return wrong(Place::Header, "the third line must say whether only consistent experiments count"),
    };
    let first = match line().0[..] {
        ["first", number] => optional(number)?,
        _ => return wrong(Place::Header, "the fourth line must say what is first"),
    };
    let mut claims = Vec::new();
    loop {
        match line() {
            (words, end) if words == ["game"] => {
                let game = text.get(end..).unwrap_or_default().to_string();
                return Ok(Head { ending, measure, consistent, first, claims, game });
            }
            (words, _) => match words[..] {
                ["claim", left, "impossible"] => claims.push(Claim { left: optional(left)?, value: None }),
                ["claim", left, value] => claims.push(Claim { left: optional(left)?, value: Some(number(value)?) }),
                _ => return wrong(Place::Header, "a claim or the game was expected"),
            },
        }
    }
}

fn optional(text: &str) -> Result<Option<u64>> {
    if text == "none" {
        Ok(None)
    } else {
        number(text).map(Some)
    }
}

fn number(text: &str) -> Result<u64> {
    let digits = text.len() < 19 && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits => Ok(number),
        _ => wrong(Place::Header, format!("{text:?} is no number")),
    }
}

//! The file: blocks, and the numbers of the list.

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use crate::{Place, Refusal, Result, Spent, Watch};

const MAGIC: &[u8] = b"cobra proof 5\n";
/// Bytes of a block that is unpacked.
const MOST_OF_BLOCK: usize = 1 << 26;

/// The contents of the blocks, one after the other.
pub(crate) struct Input<'a> {
    /// What follows the present block.
    rest: &'a [u8],
    block: Vec<u8>,
    /// Bytes of the block that were read.
    at: usize,
    /// What is being read, for messages.
    pub place: Place,
    pub spent: Spent,
    watch: &'a mut Watch<'a>,
}

impl<'a> Input<'a> {
    pub fn open(file: &'a [u8], watch: &'a mut Watch<'a>) -> Result<Input<'a>> {
        let (place, spent) = (("header", None), Spent::default());
        match file.strip_prefix(MAGIC) {
            Some(rest) => Ok(Input { rest, block: Vec::new(), at: 0, place, spent, watch }),
            None => Err(Refusal::Wrong(place, "this is no certificate of a version that can be read".into())),
        }
    }

    /// A refusal of what is being read.
    pub fn wrong<T>(&self, reason: impl Into<String>) -> Result<T> {
        Err(Refusal::Wrong(self.place, reason.into()))
    }

    /// So much more work is done, and so many more bytes of memory are taken.
    pub fn spend(&mut self, work: usize, memory: usize) -> Result<()> {
        self.spent.work = self.spent.work.wrapping_add(work);
        self.spent.memory = self.spent.memory.saturating_add(memory as u64);
        (self.watch)(&self.spent).then_some(()).ok_or(Refusal::Stopped)
    }

    /// All of the first block.
    pub fn text(&mut self) -> Result<String> {
        self.is_over()?;
        String::from_utf8(std::mem::take(&mut self.block)).or_else(|_| self.wrong("this is not UTF-8 text"))
    }

    /// Whether nothing follows. Goes on to the next block after the present one.
    pub fn is_over(&mut self) -> Result<bool> {
        if self.at < self.block.len() {
            return Ok(false);
        }
        let sized = self.rest.split_first_chunk();
        let split = sized.and_then(|(size, rest)| rest.split_at_checked(u32::from_le_bytes(*size) as usize));
        let Some((packed, rest)) = split else { return self.wrong("the file ends too early") };
        self.spent.read += 4 + packed.len();
        (self.rest, self.block, self.at) = (rest, Vec::new(), 0);
        match decompress_to_vec_zlib_with_limit(packed, MOST_OF_BLOCK) {
            _ if packed.is_empty() && rest.is_empty() => {}
            _ if packed.is_empty() => return self.wrong("something follows the end"),
            Ok(block) if !block.is_empty() => self.block = block,
            _ => return self.wrong("a block is damaged"),
        }
        Ok(self.block.is_empty())
    }

    /// A number below 2^63.
    pub fn number(&mut self) -> Result<u64> {
        let mut value = 0;
        for shift in (0..63).step_by(7) {
            if self.is_over()? {
                return self.wrong("the list ends too early");
            }
            let byte = self.block[self.at];
            self.at += 1;
            value |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(value);
            }
        }
        self.wrong("a number is too large")
    }

    /// A number below a bound; `what` it is of.
    pub fn below(&mut self, bound: usize, what: &str) -> Result<usize> {
        self.ascending(&mut 0, bound, what)
    }

    /// The next of ascending numbers below a bound; `least` is one more than the one before.
    pub fn ascending(&mut self, least: &mut usize, bound: usize, what: &str) -> Result<usize> {
        let value = self.number()? + *least as u64;
        if value >= bound as u64 {
            return self.wrong(format!("there is no {what} {value}"));
        }
        *least = value as usize + 1;
        Ok(value as usize)
    }
}

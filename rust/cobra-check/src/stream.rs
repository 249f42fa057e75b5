//! The file: blocks, and the numbers of the list.

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use crate::{wrong, Place, Result};

const MAGIC: &[u8] = b"cobra proof 4\n";
/// Bytes of a block that is unpacked.
const MOST_OF_BLOCK: usize = 1 << 26;

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
    /// The text of the first block, and the list that follows it.
    pub fn open(file: &'a [u8]) -> Result<(String, Stream<'a>)> {
        let mut stream = Stream { file, next: MAGIC.len(), block: Vec::new(), at: 0, place: Place::Header };
        if file.starts_with(b"cobra proof 1\n") {
            return wrong(Place::Header, "it is of an earlier version, which is not read any more: make it anew");
        }
        if !file.starts_with(MAGIC) {
            return wrong(Place::Header, "this is no certificate of a version that can be read");
        }
        match String::from_utf8(stream.unpacked()?) {
            Ok(text) => Ok((text, stream)),
            Err(_) => wrong(Place::Header, "this is not UTF-8 text"),
        }
    }

    /// The next block; nothing after the last one.
    fn unpacked(&mut self) -> Result<Vec<u8>> {
        let rest = self.file.get(self.next..).unwrap_or_default();
        let packed = rest.split_first_chunk().and_then(|(size, rest)| rest.get(..u32::from_le_bytes(*size) as usize));
        let Some(packed) = packed else { return wrong(self.place, "the file ends too early") };
        self.next += 4 + packed.len();
        if packed.is_empty() {
            return Ok(Vec::new());
        }
        match decompress_to_vec_zlib_with_limit(packed, MOST_OF_BLOCK) {
            Ok(block) if !block.is_empty() => Ok(block),
            _ => wrong(self.place, "a block is damaged"),
        }
    }

    fn byte(&mut self) -> Result<u8> {
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
        self.ascending(None, bound, what)
    }

    /// The next of ascending numbers below a bound, after `before` (at first `None`).
    pub fn ascending(&mut self, before: Option<u32>, bound: usize, what: &str) -> Result<u32> {
        let value = self.number()?.saturating_add(before.map_or(0, |before| u64::from(before) + 1));
        match u32::try_from(value) {
            Ok(small) if value < bound as u64 => Ok(small),
            _ => wrong(self.place, format!("there is no {what} {value}")),
        }
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

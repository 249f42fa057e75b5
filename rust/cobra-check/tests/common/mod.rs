//! Certificates that are taken apart, changed, and put together.

use std::borrow::Cow;

use miniz_oxide::inflate::decompress_to_vec_zlib;

const MAGIC: &[u8] = b"cobra proof 5\n";

/// A certificate: the words of its text, each with the space behind it, and its list.
pub struct Known {
    pub words: Vec<String>,
    pub list: Vec<u8>,
}

const FILES: [&[u8]; 8] = [
    include_bytes!("../certificates/bulls-and-cows-average.proof"),
    include_bytes!("../certificates/counterfeit-coin-worst.proof"),
    include_bytes!("../certificates/higher-lower-worst.proof"),
    include_bytes!("../certificates/mastermind-average.proof"),
    include_bytes!("../certificates/mastermind-nodes.proof"),
    include_bytes!("../certificates/mastermind-position-average.proof"),
    include_bytes!("../certificates/permutation-worst.proof"),
    include_bytes!("../certificates/sorting-average.proof"),
];

pub fn known() -> Vec<Known> {
    FILES.iter().map(|file| Known::of(file)).collect()
}

impl Known {
    fn of(file: &[u8]) -> Known {
        let mut rest = file.strip_prefix(MAGIC).unwrap();
        let mut blocks = Vec::new();
        while let Some((size, after)) = rest.split_first_chunk() {
            let (packed, after) = after.split_at(u32::from_le_bytes(*size) as usize);
            rest = after;
            if !packed.is_empty() {
                blocks.push(decompress_to_vec_zlib(packed).unwrap());
            }
        }
        let text = String::from_utf8(blocks.remove(0)).unwrap();
        let words = text.split_inclusive([' ', '\n']).map(String::from).collect();
        Known { words, list: blocks.concat() }
    }

    pub fn words(&self) -> Vec<Cow<'_, str>> {
        self.words.iter().map(|word| Cow::Borrowed(word.as_str())).collect()
    }
}

/// A block in the form of zlib (RFC 1950, 1951), not made smaller: that is quicker.
fn stored(block: &[u8]) -> Vec<u8> {
    let size = u16::try_from(block.len()).unwrap();
    let (mut low, mut high) = (1_u32, 0);
    for &byte in block {
        low = (low + u32::from(byte)) % 65521;
        high = (high + low) % 65521;
    }
    let mut stored = vec![0x78, 1, 1];
    stored.extend([size.to_le_bytes(), (!size).to_le_bytes()].concat());
    stored.extend(block);
    stored.extend((high << 16 | low).to_be_bytes());
    stored
}

pub fn packed(words: &[Cow<'_, str>], list: &[u8]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    for block in [words.concat().as_bytes(), list] {
        if !block.is_empty() {
            let packed = stored(block);
            file.extend((packed.len() as u32).to_le_bytes());
            file.extend(packed);
        }
    }
    file.extend([0; 4]);
    file
}

/// Makes one of the claims greater: what must cost more, or how many experiments do not suffice.
pub fn raise(words: &mut [Cow<'_, str>], which: usize, by: usize) {
    let claims: Vec<_> = (0..words.len()).filter(|&place| words[place] == "claim ").collect();
    let claim = claims[which % claims.len()];
    let raised = if words[claim + 2] == "impossible\n" { claim + 1 } else { claim + 2 };
    let value: usize = words[raised].trim_end().parse().unwrap();
    let end = if words[raised].ends_with('\n') { '\n' } else { ' ' };
    words[raised] = format!("{}{end}", value + 1 + by).into();
}

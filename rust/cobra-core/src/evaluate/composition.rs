//! Tuples of digits where groups of them look at different aspects of the code, as in Quordle, whose marks for one word say
//! nothing of the others: what an aspect can be is evaluated once, and the tuples of codes are put together.

use std::ops::Range;

use super::found::UNKNOWN;
use super::frontier::LeafRows;
use super::ground::Grounding;
use super::occurring::{Layout, Tuples};
use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::hash::FastMap;
use crate::base::ids::CodeId;

/// How the outcomes of all codes follow from those of a few.
pub struct Composition {
    aspects: Vec<Aspect>,
    /// Codes in which every value of every aspect is found, aspect by aspect.
    representatives: Vec<CodeId>,
}

/// What some digits look at in the code.
struct Aspect {
    /// Where these digits are in the words of a tuple.
    mask: Vec<u64>,
    /// For each code its value of the aspect.
    values: Vec<u32>,
    /// The places of the representatives of the values.
    representatives: Range<usize>,
}

/// The values of all aspects together are at most this part of the codes.
const SHARE: usize = 8;

impl Composition {
    /// `None` where the aspects have too many values to make it worth while, or take more than so many bytes.
    pub fn new(
        grounding: &Grounding,
        layout: &Layout,
        rows: &LeafRows,
        codes: usize,
        memory: u64,
    ) -> Option<Composition> {
        let (mut aspects, mut representatives) = (Vec::new(), Vec::new());
        let groups = groups(&grounding.code_leaves());
        if (groups.len() * codes * size_of::<u32>()).to_u64() > memory {
            return None;
        }
        for (leaves, digits) in groups {
            let mut wanted = vec![0_u64; rows.words];
            leaves.iter().for_each(|leaf| wanted[leaf.index() / 64] |= 1 << (leaf % 64));
            let words: Vec<(usize, u64)> = wanted.into_iter().enumerate().filter(|word| word.1 != 0).collect();
            let mut known: FastMap<Box<[u64]>, u32> = FastMap::default();
            let (mut values, mut seen) = (Vec::with_capacity(codes), vec![0; words.len()]);
            let first = representatives.len();
            for code in 0..codes {
                let row = rows.row(code);
                seen.iter_mut().zip(&words).for_each(|(seen, &(word, mask))| *seen = row[word] & mask);
                if let Some(&value) = known.get(&seen[..]) {
                    values.push(value);
                    continue;
                }
                if SHARE * representatives.len() >= codes {
                    return None;
                }
                values.push(known.len().to_u32());
                known.insert(seen.clone().into(), known.len().to_u32());
                representatives.push(CodeId::at(code));
            }
            aspects.push(Aspect {
                mask: layout.mask(&digits),
                values,
                representatives: first..representatives.len(),
            });
        }
        aspects.sort_by(|a, b| b.mask.cmp(&a.mask)); // as their digits come in tuples
        Some(Composition { aspects, representatives })
    }

    /// The codes whose tuples [`Composition::meet`] asks for.
    pub fn representatives(&self) -> &[CodeId] {
        &self.representatives
    }

    /// Appends the tuples of an experiment on all codes to those that were met, in their order, and for each code the number
    /// of its tuple, from the tuples of the representatives.
    pub fn meet(&self, tuples: &[u64], met: &mut Tuples, numbers: &mut Vec<u32>) {
        let words = met.words();
        let of = |aspect: &Aspect| {
            let Range { start, end } = aspect.representatives;
            AspectOutcomes::new(tuples[start * words..end * words].chunks_exact(words), &aspect.mask)
        };
        let mut parts: Vec<AspectOutcomes> = self.aspects.iter().map(of).collect();
        let count = parts.iter_mut().rev().fold(1_usize, |stride, part| {
            part.places.iter_mut().for_each(|place| *place = place.wrapping_mul(stride));
            stride.saturating_mul(part.tuples.len())
        });
        let codes = self.aspects.first().map_or(0, |aspect| aspect.values.len());
        let first = numbers.len();
        numbers.reserve_exact(codes);
        if count > 2 * codes {
            return self.meet_apart(&parts, codes, met, numbers);
        }
        // Each combination has a place in a table; their order is that of tuples unless aspects are mixed in it.
        let mut known = vec![UNKNOWN; count];
        for code in 0..codes {
            let both = self.aspects.iter().zip(&parts);
            let place = both.map(|(aspect, part)| part.places[aspect.values[code].index()]).sum::<usize>();
            known[place] = 0;
            numbers.push(place.to_u32());
        }
        let mut different = Vec::new();
        for (mut place, known) in known.iter_mut().enumerate().filter(|(_, known)| **known != UNKNOWN) {
            *known = (different.len() / words).to_u32();
            let start = different.len();
            different.resize(start + words, 0);
            for part in parts.iter().rev() {
                add(&mut different[start..], &part.tuples[place % part.tuples.len()]);
                place /= part.tuples.len();
            }
        }
        let before = met.append(&different).to_u32();
        numbers[first..].iter_mut().for_each(|number| *number = before + known[number.index()]);
    }

    /// As [`Composition::meet`], where there are more combinations than codes.
    fn meet_apart(&self, parts: &[AspectOutcomes], codes: usize, met: &mut Tuples, numbers: &mut Vec<u32>) {
        let (first, words) = (numbers.len(), met.words());
        let mut different = Tuples::new(words);
        let mut tuples = Vec::new();
        for code in 0..codes {
            let start = tuples.len();
            tuples.resize(start + words, 0);
            for (aspect, part) in self.aspects.iter().zip(parts) {
                add(&mut tuples[start..], &part.tuples[part.numbers[aspect.values[code].index()]]);
            }
            if tuples.len() >= AT_ONCE || code + 1 == codes {
                different.number_all(&tuples, numbers);
                tuples.clear();
            }
        }
        let sorted = different.sort();
        let before = met.append(different.data()).to_u32();
        numbers[first..].iter_mut().for_each(|number| *number = before + sorted[number.index()]);
    }
}

/// Words of tuples that are numbered together.
const AT_ONCE: usize = 1 << 12;

/// What an experiment says of an aspect.
struct AspectOutcomes {
    /// The parts of tuples that occur, in their order.
    tuples: Vec<Vec<u64>>,
    /// For each value of the aspect the number of its part.
    numbers: Vec<usize>,
    /// What that adds to the place of a combination.
    places: Vec<usize>,
}

impl AspectOutcomes {
    fn new<'a>(tuples: impl Iterator<Item = &'a [u64]>, mask: &[u64]) -> AspectOutcomes {
        let part = |tuple: &[u64]| tuple.iter().zip(mask).map(|(word, mask)| word & mask).collect::<Vec<u64>>();
        let parts: Vec<Vec<u64>> = tuples.map(part).collect();
        let mut tuples = parts.clone();
        tuples.sort_unstable();
        tuples.dedup();
        let numbers: Vec<usize> = parts.iter().map(|part| tuples.partition_point(|other| other < part)).collect();
        AspectOutcomes { tuples, places: numbers.clone(), numbers }
    }
}

/// Puts a part into a tuple.
fn add(tuple: &mut [u64], part: &[u64]) {
    tuple.iter_mut().zip(part).for_each(|(word, part)| *word |= part);
}

/// Groups of digits no two of which look at the same leaf: their leaves and digits. `leaves`: those of each digit.
fn groups(leaves: &[Vec<u32>]) -> Vec<(Vec<u32>, Vec<usize>)> {
    let mut groups: Vec<(Vec<u32>, Vec<usize>)> = Vec::new();
    for (digit, leaves) in leaves.iter().enumerate() {
        let (mut joined, mut digits) = (leaves.clone(), vec![digit]);
        groups.retain_mut(|(others, of)| {
            let apart = others.iter().all(|leaf| !leaves.contains(leaf));
            if !apart {
                joined.append(others);
                digits.append(of);
            }
            apart
        });
        joined.sort_unstable();
        joined.dedup();
        groups.push((joined, digits));
    }
    groups
}

//! The facts of a certificate, as they are found again and as they are written.

use std::collections::HashMap;

use super::elements::{Element, Word};
use crate::base::convert::{ToIndex, ToU64};
use crate::base::ids::CodeId;
use crate::group::permutation::inverse;
use crate::optimal::cost::{INFEASIBLE, UNLIMITED};
use crate::optimal::transposition::StateKey;

/// A fact that was written.
pub(super) struct ProvedFact {
    pub number: u64,
    pub left: u32,
    pub value: u64,
    pub state: Box<[CodeId]>,
}

/// Why an experiment costs enough.
pub(super) enum Reason {
    /// Cells, ascending, each with the fact that is carried into it by a word.
    Cells(Vec<(u32, u64, Word)>),
    /// A word carries its cells to those of an earlier experiment.
    Like(u32, Word),
}

/// The facts so far.
pub(super) struct Certificate {
    /// For each code its number for the checker, and for each of those the code.
    pub ranks: Vec<u32>,
    codes: Vec<CodeId>,
    known: HashMap<StateKey, Vec<ProvedFact>>,
    pub count: u64,
    pub written: Vec<u8>,
    /// Bytes of the facts that are known.
    kept: u64,
}

/// Bytes of a fact beside its codes.
const EACH_BYTES: u64 = 64;

/// What kinds of items there are.
const GENERATOR: u64 = 0;
const FACT: u64 = 1;

impl Certificate {
    /// No facts. `ranks`: for each code its number for the checker.
    pub fn new(ranks: Vec<u32>) -> Certificate {
        let codes = inverse(&ranks).into_iter().map(CodeId::new).collect();
        Certificate { ranks, codes, known: HashMap::new(), count: 0, written: Vec::new(), kept: 0 }
    }

    /// The facts about states of a number.
    pub fn of(&self, key: StateKey) -> &[ProvedFact] {
        self.known.get(&key).map_or(&[], Vec::as_slice)
    }

    pub fn add(&mut self, key: StateKey, state: &[CodeId], left: u32, value: u64, entries: &[(u32, Reason)]) -> u64 {
        let number = self.count;
        self.count += 1;
        self.number(FACT);
        self.number(state.len().to_u64());
        let mut ranks: Vec<u32> = state.iter().map(|&code| self.ranks[code]).collect();
        ranks.sort_unstable();
        let mut least = 0;
        for rank in ranks {
            self.number(u64::from(rank - least));
            least = rank + 1;
        }
        self.number(if left == UNLIMITED { 0 } else { u64::from(left) + 1 });
        self.number(if value >= INFEASIBLE { 0 } else { value });
        for (experiment, reason) in entries {
            self.number(u64::from(*experiment) + 1);
            match reason {
                Reason::Cells(cells) => {
                    self.number(cells.len().to_u64());
                    for (cell, fact, word) in cells {
                        self.number(u64::from(*cell));
                        self.number(number - fact);
                        self.word(word);
                    }
                }
                Reason::Like(earlier, word) => {
                    self.number(0);
                    self.number(u64::from(*earlier));
                    self.word(word);
                }
            }
        }
        self.number(0);
        self.kept += EACH_BYTES + size_of_val(state).to_u64();
        let fact = ProvedFact { number, left, value, state: state.into() };
        self.known.entry(key).or_default().push(fact);
        number
    }

    /// Takes over the facts of a list that was begun with the same elements: what is whole of it. `key` as for `of`.
    pub fn resume(&mut self, begun: &[u8], codes: usize, mut key: impl FnMut(&[CodeId]) -> StateKey) {
        if !begun.starts_with(&self.written) {
            return;
        }
        let mut reader = ListReader { bytes: begun, at: self.written.len() };
        while let Some((ranks, left, value)) = reader.fact(codes) {
            let mut state: Vec<CodeId> = ranks.iter().map(|rank| self.codes[rank.index()]).collect();
            state.sort_unstable();
            let fact = ProvedFact { number: self.count, left, value, state: state.into() };
            self.count += 1;
            self.kept += EACH_BYTES + size_of_val(&fact.state[..]).to_u64();
            self.known.entry(key(&fact.state)).or_default().push(fact);
            self.written.extend_from_slice(&begun[self.written.len()..reader.at]);
        }
    }

    pub fn element(&mut self, element: &Element) {
        self.number(GENERATOR);
        for rank in 0..self.codes.len() {
            let image = element.codes[self.codes[rank]];
            self.number(self.ranks[image].into());
        }
        element.experiments.iter().for_each(|&image| self.number(image.into()));
    }

    fn word(&mut self, word: &[u32]) {
        self.number(word.len().to_u64());
        word.iter().for_each(|&element| self.number(element.into()));
    }

    /// In groups of seven bits, the lowest first.
    fn number(&mut self, mut number: u64) {
        while number >= 128 {
            self.written.push((number & 127 | 128) as u8);
            number >>= 7;
        }
        self.written.push(number as u8);
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.written.len().to_u64() + self.kept
    }
}

/// A list that was written before; what is cut off is as good as nothing.
struct ListReader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl ListReader<'_> {
    fn number(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..63).step_by(7) {
            let &byte = self.bytes.get(self.at)?;
            self.at += 1;
            value |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Some(value);
            }
        }
        None
    }

    /// The ranks of the codes of the next fact, for how many experiments it is, and its value.
    fn fact(&mut self, codes: usize) -> Option<(Vec<u32>, u32, u64)> {
        if self.number()? != FACT {
            return None;
        }
        let (mut ranks, mut next) = (Vec::new(), 0);
        for _ in 0..self.number()? {
            let rank = self.number()?.checked_add(next).filter(|&rank| rank < codes.to_u64())?;
            ranks.push(u32::try_from(rank).ok()?);
            next = rank + 1;
        }
        let left = match self.number()?.checked_sub(1) {
            Some(left) => u32::try_from(left).ok()?,
            None => UNLIMITED,
        };
        let value = self.number()?;
        while self.number()? != 0 {
            let cells = self.number()?;
            if cells == 0 {
                self.number()?;
                self.word()?;
            }
            for _ in 0..cells {
                self.number()?;
                self.number()?;
                self.word()?;
            }
        }
        Some((ranks, left, if value == 0 { INFEASIBLE } else { value }))
    }

    fn word(&mut self) -> Option<()> {
        (0..self.number()?).try_for_each(|_| self.number().map(drop))
    }
}

impl ProvedFact {
    /// Whether this is for so many experiments at least.
    pub fn is_for(&self, left: u32) -> bool {
        self.left.index() >= left.index()
    }
}

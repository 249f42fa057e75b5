//! The least worst case where a number is looked for, any set of numbers may be asked about, and some answers may be lies
//! (Rényi 1961, Ulam 1976): numbers with as many lies left are interchangeable, so what is known is how many of them there are.
//!
//! Asked about sets with `a[j]` of the `x[j]` numbers with j lies left, the answer yes leaves `a[j] + x[j + 1] − a[j + 1]`. That
//! q questions do not settle more than 2^q sequences of answers is the bound (see `volumes`); the most even questions come first.

use std::collections::HashMap;

use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::limits::{Control, StopReason};
use crate::engine::Engine;
use crate::game::type_index::TypeIndex;
use crate::play::parts::{collect, NodePlace, Part};
use crate::play::tree::{Child, Greedy, TreeNode};

/// Bytes of what is remembered of a state beside its numbers, and of a node beside its row.
const KNOWN_BYTES: u64 = 96;
const NODE_BYTES: u64 = 160;
/// More questions are not counted for.
const MOST: u32 = 120;

/// How many numbers have so many lies left.
type ByLies = Vec<u32>;

/// The numbers that are left, each with the lies left.
pub(super) type WithLies = Vec<(u32, u32)>;

struct KnownLeft {
    lower: u32,
    upper: u32,
    asked: ByLies,
}

pub(super) struct AnySet<'a> {
    control: &'a Control,
    /// `volumes[q][j]`: sequences of q answers of which at most j are lies.
    volumes: Vec<Vec<u128>>,
    known: HashMap<ByLies, KnownLeft>,
    memory: u64,
    expanded: u64,
    tried: u64,
}

impl<'a> AnySet<'a> {
    pub fn new(lies: u32, memory: u64, control: &'a Control) -> AnySet<'a> {
        let mut volumes = vec![vec![1u128; lies.index() + 1]];
        for q in 0..MOST.index() {
            let next = |j: usize| volumes[q][j] + if j == 0 { 0 } else { volumes[q][j - 1] };
            let row = (0..=lies.index()).map(next).collect();
            volumes.push(row);
        }
        AnySet { control, volumes, known: HashMap::new(), memory, expanded: 0, tried: 0 }
    }

    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        let counts = [("expanded", self.expanded), ("scanned", self.tried), ("candidates", self.tried)];
        counts.into_iter().chain([("facts", 0), ("memory", self.bytes())]).collect()
    }

    fn bytes(&self) -> u64 {
        self.known.capacity().to_u64() * (KNOWN_BYTES + 8 * self.volumes[0].len().to_u64())
    }

    fn volume(&self, left: &[u32], questions: u32) -> u128 {
        left.iter().zip(&self.volumes[questions.index()]).map(|(&count, &each)| u128::from(count) * each).sum()
    }

    fn bound(&self, left: &[u32]) -> u32 {
        (0..MOST).find(|&q| self.volume(left, q) <= 1 << q).unwrap_or(MOST)
    }

    /// The least worst case from so many numbers on; `None` when it is above `most`. `raised` hears of each proof that it takes
    /// more.
    pub fn worst(&mut self, left: &[u32], most: u32, mut raised: impl FnMut(u32)) -> Result<Option<u32>> {
        let mut q = self.bound(left);
        loop {
            raised(q);
            if q > most {
                return Ok(None);
            }
            if q >= MOST {
                return Err(CoreError::input(format!("the search is for at most {MOST} questions")));
            }
            if self.settles(left, q)? {
                return Ok(Some(q));
            }
            q += 1;
        }
    }

    fn settles(&mut self, left: &[u32], questions: u32) -> Result<bool> {
        if left.iter().sum::<u32>() <= 1 {
            return Ok(true);
        }
        let lower = match self.known.get(left) {
            Some(known) if known.upper <= questions => return Ok(true),
            Some(known) => known.lower,
            None => self.bound(left),
        };
        if lower > questions {
            return Ok(false);
        }
        self.control.poll()?;
        self.expanded += 1;
        let found = self.asked(left, questions)?;
        if self.bytes() > self.memory {
            self.control.halt(StopReason::Memory);
        }
        let unknown = || KnownLeft { lower: 0, upper: u32::MAX, asked: Vec::new() };
        let known = self.known.entry(left.to_vec()).or_insert_with(unknown);
        let settles = found.is_some();
        match found {
            Some(asked) => (known.upper, known.asked) = (questions, asked),
            None => known.lower = questions + 1,
        }
        Ok(settles)
    }

    /// A question that settles numbers in so many, if there is one.
    fn asked(&mut self, left: &[u32], questions: u32) -> Result<Option<ByLies>> {
        let mut asked = vec![0; left.len()];
        Ok(self.chosen(left, questions - 1, left.len(), &mut asked)?.then_some(asked))
    }

    /// Chooses how many numbers of the classes below `class` are asked about, the others chosen: of those with more lies left
    /// first, about half of them first.
    fn chosen(&mut self, left: &[u32], more: u32, class: usize, asked: &mut ByLies) -> Result<bool> {
        if class > 0 {
            let count = left[class - 1];
            for distance in 0..=count.div_ceil(2) {
                let (low, high) = ((count / 2).checked_sub(distance), count / 2 + distance);
                let choices = [low, (distance > 0 && high <= count).then_some(high)];
                for choice in choices.into_iter().flatten() {
                    asked[class - 1] = choice;
                    // a question and its opposite are one
                    let all_even = left[class..].iter().zip(&asked[class..]).all(|(&all, &some)| 2 * some == all);
                    if all_even && 2 * choice > count || self.is_too_uneven(left, more, class - 1, asked) {
                        continue;
                    }
                    if self.chosen(left, more, class - 1, asked)? {
                        return Ok(true);
                    }
                }
            }
            return Ok(false);
        }
        self.tried += 1;
        let cells = [answered(left, asked, true), answered(left, asked, false)];
        if cells.iter().any(|cell| cell == left) || cells.iter().any(|cell| self.bound(cell) > more) {
            return Ok(false);
        }
        for cell in &cells {
            if !self.settles(cell, more)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether one of the answers leaves too much whatever is chosen of the classes below `class`.
    fn is_too_uneven(&self, left: &[u32], more: u32, class: usize, asked: &[u32]) -> bool {
        let mut least = [0u128; 2]; // of yes, of no
        for place in 0..left.len() {
            let all = u128::from(left[place]);
            let same = self.volumes[more.index()][place];
            let less = if place == 0 { 0 } else { self.volumes[more.index()][place - 1] };
            if place < class {
                least.iter_mut().for_each(|sum| *sum += all * less);
                continue;
            }
            let some = u128::from(asked[place]);
            least[0] += some * same + (all - some) * less;
            least[1] += (all - some) * same + some * less;
        }
        least.into_iter().any(|sum| sum > 1 << more)
    }

    /// Draws the strategy that was found for such numbers.
    pub fn draw(
        &mut self,
        engine: &Engine,
        start: WithLies,
        worst: u32,
        memory: u64,
        result: &mut Greedy,
    ) -> Result<()> {
        let codes = engine.some_codes()?;
        let mut part = Part::default();
        let mut longest = vec![0u64; codes.len()];
        let words = codes.len().div_ceil(64);
        let played: Vec<u32> = start.iter().map(|&(code, _)| code).collect();
        let mut waiting: Vec<(WithLies, u32, Option<NodePlace>)> = vec![(start, 0, None)];
        let mut bytes = 0;
        while let Some((numbers, length, place)) = waiting.pop() {
            self.control.poll()?;
            if let [(code, _)] = numbers[..] {
                longest[code.index()] = longest[code.index()].max(u64::from(length));
                continue;
            }
            let mut left = vec![0; self.volumes[0].len()];
            numbers.iter().for_each(|&(_, more)| left[more.index()] += 1);
            if !self.settles(&left, worst - length)? {
                return Err(CoreError::Internal("numbers are not settled as they were found to be".into()));
            }
            let mut asked = self.known.get(&left).map(|known| known.asked.clone()).unwrap_or_default();
            let (mut row, mut yes, mut no) = (vec![0u64; words], Vec::new(), Vec::new());
            for &(code, more) in &numbers {
                let is_asked = asked[more.index()] > 0;
                let (holds, fails) = if is_asked { (&mut yes, &mut no) } else { (&mut no, &mut yes) };
                if is_asked {
                    asked[more.index()] -= 1;
                    row[(code / 64).index()] |= 1 << (code % 64);
                }
                holds.push((code, more));
                if more > 0 {
                    fails.push((code, more - 1));
                }
            }
            let here = part.nodes.len().to_u32();
            bytes += NODE_BYTES + 8 * words.to_u64() + 8 * (yes.len() + no.len()).to_u64();
            if bytes > memory {
                self.control.halt(StopReason::Memory);
            }
            let cells: Vec<(u32, WithLies)> =
                [(0, no), (1, yes)].into_iter().filter(|cell| !cell.1.is_empty()).collect();
            let children = cells.iter().map(|cell| (cell.0, Child::Over)).collect();
            part.nodes.push((place, TreeNode { type_index: TypeIndex::new(0), row, children }));
            for (child, (_, cell)) in (0..).zip(cells) {
                waiting.push((cell, length + 1, Some(((0, here), child))));
            }
        }
        for code in played {
            part.played.end_plays(&[code], codes, longest[code.index()], 0, false);
        }
        part.played.nodes = part.nodes.len().to_u64();
        collect(result, vec![part]);
        Ok(())
    }
}

/// What an answer leaves.
fn answered(left: &[u32], asked: &[u32], yes: bool) -> ByLies {
    let holds = |place: usize| if yes { asked[place] } else { left[place] - asked[place] };
    let fails = |place: usize| if place < left.len() { left[place] - holds(place) } else { 0 };
    (0..left.len()).map(|place| holds(place) + fails(place + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::AnySet;
    use crate::base::limits::Control;

    fn questions(numbers: u32, lies: u32) -> Option<u32> {
        let control = Control::default();
        let mut left = vec![0; lies as usize + 1];
        left[lies as usize] = numbers;
        AnySet::new(lies, 1 << 30, &control).worst(&left, 100, |_| ()).unwrap()
    }

    /// Pelc (1987) for one lie, Czyzowicz, Mundici and Pelc (1989) for two, Negro and Sereno (1992) for three.
    #[test]
    fn a_million_numbers() {
        assert_eq!(questions(1_000_000, 0), Some(20));
        assert_eq!(questions(1_000_000, 1), Some(25));
        assert_eq!(questions(1_000_000, 2), Some(29));
        assert_eq!(questions(1_000_000, 3), Some(33));
        assert_eq!(questions(1 << 20, 3), Some(33));
    }

    /// Pelc's formula (1987): n (q + 1) ≤ 2^q for even n, n (q + 1) + (q − 1) ≤ 2^q for odd n.
    #[test]
    fn one_lie() {
        let formula = |n: u64| (0..).find(|&q| n * (q + 1) + n % 2 * q.saturating_sub(1) <= 1 << q);
        for numbers in 2..200 {
            assert_eq!(questions(numbers, 1).map(u64::from), formula(u64::from(numbers)), "{numbers}");
        }
    }
}

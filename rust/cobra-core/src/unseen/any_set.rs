//! The least worst case where a number is looked for, any set of numbers may be asked about, and some answers may be lies
//! (Rényi 1961, Ulam 1976): numbers with as many lies left are interchangeable, so what is known is how many of them there are.
//!
//! Asked about sets with `a[j]` of the `x[j]` numbers with j lies left, the answer yes leaves `a[j] + x[j + 1] − a[j + 1]`. That
//! q questions do not settle more than 2^q sequences of answers is the bound (see `volumes`); the most even questions come first.

use std::collections::HashMap;

use crate::base::convert::{ToIndex, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::hash::room_with_another;
use crate::base::ids::{CodeId, OutcomeId, TypeIndex};
use crate::base::limits::{Control, StopReason};
use crate::engine::Engine;
use crate::game::space::set_bit;
use crate::optimal::statistics;
use crate::play::parts::{collect, NodePlace, Part};
use crate::play::tree::{node_bytes, Greedy};

/// Bytes of what is remembered of a state beside its numbers, and of a node beside its row.
const KNOWN_BYTES: u64 = 96;
/// More questions are not counted for.
const MOST: u32 = 120;

/// How many numbers have so many lies left.
pub(super) type ByLies = Vec<u32>;

/// The numbers that are left, each with the lies left.
pub(super) type WithLies = Vec<(CodeId, u32)>;

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
        statistics([self.expanded, self.tried, self.tried, 0, self.bytes()])
    }

    fn bytes(&self) -> u64 {
        self.known.capacity().to_u64() * self.bytes_each()
    }

    fn bytes_each(&self) -> u64 {
        KNOWN_BYTES + 8 * self.volumes[0].len().to_u64()
    }

    fn volume(&self, left: &[u32], questions: u32) -> u128 {
        // with very many lies this is far more than there are sequences of answers, and than is counted
        let all = left.iter().zip(&self.volumes[questions.index()]);
        all.fold(0, |sum: u128, (&count, &each)| sum.saturating_add(u128::from(count).saturating_mul(each)))
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
        if room_with_another(&self.known) * self.bytes_each() > self.memory {
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
            self.control.poll()?;
            let Some((low, high)) = self.choices(left, more, class - 1, asked) else { return Ok(false) };
            let (count, half) = (left[class - 1], left[class - 1] / 2);
            // a question and its opposite are one
            let all_even = left[class..].iter().zip(&asked[class..]).all(|(&all, &some)| 2 * some == all);
            let high = if all_even { high.min(half) } else { high };
            let farthest = half.saturating_sub(low).max(high.saturating_sub(half));
            for distance in low.saturating_sub(half).max(half.saturating_sub(high))..=farthest {
                let below = half.checked_sub(distance);
                let above = (distance > 0 && distance <= count - half).then_some(half + distance);
                for choice in [below, above].into_iter().flatten().filter(|choice| (low..=high).contains(choice)) {
                    asked[class - 1] = choice;
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

    /// How many numbers of a class may be asked about, at least and at most, so that neither answer leaves too much whatever is
    /// chosen of the classes below it.
    fn choices(&self, left: &[u32], more: u32, class: usize, asked: &[u32]) -> Option<(u32, u32)> {
        let volumes = &self.volumes[more.index()];
        let less = |place: usize| if place == 0 { 0 } else { volumes[place - 1] };
        let mut free = [1i128 << more; 2]; // what yes and no may leave of the numbers that are true to the answer, beyond all
        for place in 0..left.len() {
            let (all, each) = (i128::from(left[place]), volumes[place] as i128 - less(place) as i128);
            free.iter_mut().for_each(|free| *free -= all * less(place) as i128);
            if place > class {
                let some = i128::from(asked[place]);
                free[0] -= some * each;
                free[1] -= (all - some) * each;
            }
        }
        let (all, each) = (i128::from(left[class]), volumes[class] as i128 - less(class) as i128);
        let most = |free: i128| if each == 0 { all } else { all.min(free.div_euclid(each)) };
        if free.iter().any(|&free| free < 0) || most(free[0]) + most(free[1]) < all {
            return None;
        }
        Some(((all - most(free[1])) as u32, most(free[0]) as u32))
    }

    /// How many experiments the strategy has that was found for so many numbers.
    pub fn size(&self, left: &[u32]) -> Result<u128> {
        self.size_with(left, &mut HashMap::new())
    }

    fn size_with(&self, left: &[u32], sizes: &mut HashMap<ByLies, u128>) -> Result<u128> {
        if left.iter().sum::<u32>() <= 1 {
            return Ok(0);
        }
        if let Some(&size) = sizes.get(left) {
            return Ok(size);
        }
        let Some(known) = self.known.get(left).filter(|known| known.upper < u32::MAX) else {
            return Err(CoreError::Internal("numbers are not settled as they were found to be".into()));
        };
        let mut size = 1u128;
        for yes in [true, false] {
            size += self.size_with(&answered(left, &known.asked, yes), sizes)?;
        }
        sizes.insert(left.to_vec(), size);
        Ok(size)
    }

    /// Draws the strategy that was found for such numbers. One that takes more memory is left at its first experiment; then
    /// `false` is returned.
    pub fn draw(&mut self, engine: &Engine, start: WithLies, memory: u64, result: &mut Greedy) -> Result<bool> {
        let codes = engine.some_codes()?;
        let words = codes.len().div_ceil(64);
        let bytes = u128::from(node_bytes(words, 2));
        let is_small = self.size(&self.counted(&start))?.saturating_mul(bytes) <= u128::from(memory);
        let mut part = Part::default();
        let mut longest = vec![0u64; codes.len()];
        let played: Vec<CodeId> = start.iter().map(|&(code, _)| code).collect();
        let mut waiting: Vec<(WithLies, u64, Option<NodePlace>)> = vec![(start, 0, None)];
        while let Some((numbers, length, place)) = waiting.pop() {
            self.control.poll()?;
            if let [(code, _)] = numbers[..] {
                longest[code] = longest[code].max(length);
                continue;
            }
            let mut asked =
                self.known.get(&self.counted(&numbers)).map(|known| known.asked.clone()).unwrap_or_default();
            let (mut row, mut yes, mut no) = (vec![0u64; words], Vec::new(), Vec::new());
            for &(code, more) in &numbers {
                let is_asked = asked[more.index()] > 0;
                let (holds, fails) = if is_asked { (&mut yes, &mut no) } else { (&mut no, &mut yes) };
                if is_asked {
                    asked[more.index()] -= 1;
                    set_bit(&mut row, code.number());
                }
                holds.push((code, more));
                if more > 0 {
                    fails.push((code, more - 1));
                }
            }
            let cells = [(OutcomeId::new(0), no), (OutcomeId::new(1), yes)].into_iter();
            let cells: Vec<(OutcomeId, WithLies)> = cells.filter(|cell| !cell.1.is_empty()).collect();
            let outcomes = cells.iter().map(|cell| cell.0).filter(|_| is_small);
            let here = part.add(place, (TypeIndex::new(0), &row), outcomes);
            if !is_small {
                part.played.nodes = 0;
                collect(result, vec![part]);
                return Ok(false);
            }
            for (child, (_, cell)) in (0..).zip(cells) {
                waiting.push((cell, length + 1, Some(((0, here), child))));
            }
        }
        for code in played {
            part.played.end_plays(&[code], codes, longest[code], 0, false);
        }
        collect(result, vec![part]);
        Ok(true)
    }

    /// How many of some numbers have so many lies left.
    pub fn counted(&self, numbers: &[(CodeId, u32)]) -> ByLies {
        let mut left = vec![0; self.volumes[0].len()];
        numbers.iter().for_each(|&(_, more)| left[more.index()] += 1);
        left
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

//! How likely what is possible is, where answers are wrong with a known chance.
//!
//! The chances of hidden states are whole numbers times one unit: what is to be made least is as many times larger as the unit,
//! so beliefs that differ in it only are one. While lies are left an answer is wrong with the chance of the game, and then each
//! other outcome of the experiment that is not final is given equally often. A secret that moves goes equally often to each of
//! the codes that it can become.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use crate::base::hash::fingerprint;
use crate::base::ids::{CodeId, HiddenId, OutcomeId};
use crate::game::program::Noise;
use crate::unseen::beliefs::{BeliefWorld, Inquiry};

/// Bits of a number that is turned into an approximate one.
const BITS: u64 = 900;

/// Hidden states that are possible, with their chances.
#[derive(Clone, Debug)]
pub(super) struct Likely {
    /// By hidden state, ascending, all lies told by then; the numbers have no common divisor.
    pub states: Vec<(HiddenId, BigUint)>,
    /// What the numbers are multiplied by.
    pub unit: BigRational,
}

/// What an answer leaves.
pub(super) struct LikelyAnswer {
    pub is_final: bool,
    pub likely: Likely,
}

/// What an experiment leaves that is not over: how its units count in those of the belief before, and what it is.
pub(super) type OpenCells = Vec<(BigRational, Likely)>;

impl Likely {
    /// At the beginning of a game the chance of a code is its weight. In one in progress chances are given, and all together
    /// count as much as the codes weigh.
    pub fn start(world: &BeliefWorld<'_>) -> Likely {
        let weight = |&hidden: &HiddenId| BigUint::from(world.codes.weight(world.code(hidden)));
        let Some(chances) = &world.start_chances else {
            let states = world.start.iter().map(|hidden| (*hidden, weight(hidden)));
            return Likely::reduced(states.collect(), BigRational::one());
        };
        let weights: BigUint = world.start.iter().map(weight).sum();
        let sum: BigUint = chances.iter().map(|(_, chance)| chance).sum();
        Likely::reduced(chances.clone(), BigRational::new(weights.into(), sum.into()))
    }

    fn reduced(mut states: Vec<(HiddenId, BigUint)>, unit: BigRational) -> Likely {
        let divisor = states.iter().fold(BigUint::zero(), |divisor, (_, number)| divisor.gcd(number));
        if divisor > BigUint::one() {
            states.iter_mut().for_each(|(_, number)| *number /= &divisor);
        }
        Likely { states, unit: unit * BigRational::from_integer(divisor.into()) }
    }

    /// What chances become when the secret moves: to each of the codes that it can become it goes equally often.
    fn moved(world: &BeliefWorld<'_>, states: Vec<(HiddenId, BigUint)>, unit: &BigRational) -> Likely {
        let mut reached: BTreeMap<HiddenId, BigUint> = BTreeMap::new();
        for (hidden, number) in &states {
            let Some(successors) = world.successors(world.code(*hidden)) else {
                return Likely::reduced(states, unit.clone());
            };
            let part = number * (world.ways() / BigUint::from(successors.len()));
            for &code in successors {
                *reached.entry(HiddenId::of(code, hidden.told(world.lies), world.lies)).or_default() += &part;
            }
        }
        Likely::reduced(reached.into_iter().collect(), unit / BigRational::from_integer(world.ways().clone().into()))
    }

    /// Names it, whatever its unit is; two have one name with a probability that is nothing.
    pub fn name(&self) -> u128 {
        let words = self.states.iter().flat_map(|(hidden, number)| {
            let digits = number.to_u64_digits();
            [u64::from(hidden.number()), digits.len() as u64].into_iter().chain(digits)
        });
        fingerprint(words)
    }

    /// Names the chances of each code that is possible, whichever code it is.
    pub fn names_of_codes(&self, world: &BeliefWorld<'_>) -> Vec<(CodeId, u128)> {
        let chunks = self.states.chunk_by(|a, b| world.code(a.0) == world.code(b.0));
        let named = |chances: &[(HiddenId, BigUint)]| {
            let words = chances.iter().flat_map(|(hidden, number)| {
                let digits = number.to_u64_digits();
                [u64::from(world.lies_left(*hidden)), digits.len() as u64].into_iter().chain(digits)
            });
            (world.code(chances[0].0), fingerprint(words))
        };
        chunks.map(named).collect()
    }

    pub fn hidden(&self) -> Vec<HiddenId> {
        self.states.iter().map(|(hidden, _)| *hidden).collect()
    }

    /// Its chance, in parts of the unit.
    pub fn sum(&self) -> BigUint {
        self.states.iter().map(|(_, number)| number).sum()
    }

    /// Its chance, times the weight of all codes.
    pub fn weight(&self) -> BigRational {
        &self.unit * BigRational::from_integer(self.sum().into())
    }

    /// For each code that is possible the chance of it, in parts of the unit.
    pub fn of_codes(&self, world: &BeliefWorld<'_>) -> Vec<BigUint> {
        let mut sums: Vec<(CodeId, BigUint)> = Vec::new();
        for (hidden, number) in &self.states {
            match sums.last_mut().filter(|(code, _)| *code == world.code(*hidden)) {
                Some((_, sum)) => *sum += number,
                None => sums.push((world.code(*hidden), number.clone())),
            }
        }
        sums.into_iter().map(|(_, sum)| sum).collect()
    }

    /// What the answers to an experiment make of it, by outcome; in the same order as `BeliefWorld::after`.
    pub fn after(&self, world: &BeliefWorld<'_>, noise: Noise, question: &Inquiry) -> Vec<LikelyAnswer> {
        let scale = Scale::new(world, noise, question);
        let mut cells: Vec<Vec<(HiddenId, BigUint)>> = vec![Vec::new(); question.outcomes.len()];
        for (hidden, number) in &self.states {
            if let Some(draws) = &question.draws {
                for &(place, chance) in &draws.by_code[world.code(*hidden).index()] {
                    cells[usize::from(place)].push((*hidden, number * chance));
                }
                continue;
            }
            let own = usize::from(question.labels[world.code(*hidden)]);
            let lied = world.lied(*hidden).filter(|_| !question.outcomes[own].1 && scale.others > 0);
            let Some(lied) = lied else {
                cells[own].push((*hidden, number * &scale.all));
                continue;
            };
            let (right, wrong) = scale.of(world.code(*hidden));
            cells[own].push((*hidden, number * right));
            for (place, cell) in cells.iter_mut().enumerate() {
                if place != own && !question.outcomes[place].1 {
                    cell.push((lied, number * wrong));
                }
            }
        }
        let unit = &self.unit / BigRational::from_integer(scale.all.into());
        let answered = |(&(_, is_final), states): (&(OutcomeId, bool), Vec<(HiddenId, BigUint)>)| {
            let likely = match is_final {
                true => Likely::reduced(states, unit.clone()),
                false => Likely::moved(world, states, &unit),
            };
            LikelyAnswer { is_final, likely }
        };
        question.outcomes.iter().zip(cells).filter(|(_, cell)| !cell.is_empty()).map(answered).collect()
    }

    /// What the answers to an experiment leave that is not over.
    pub fn open_after(&self, world: &BeliefWorld<'_>, noise: Noise, question: &Inquiry) -> OpenCells {
        let cells = self.after(world, noise, question).into_iter();
        let open = cells.filter(|cell| !world.is_over(&cell.likely.hidden(), cell.is_final));
        open.map(|cell| (&cell.likely.unit / &self.unit, cell.likely)).collect()
    }

    /// The chances of the outcomes of an experiment, as parts of their sum; by place.
    pub fn shares(&self, world: &BeliefWorld<'_>, noise: Noise, question: &Inquiry) -> Vec<f64> {
        let scale = Scale::new(world, noise, question);
        let mut cells = vec![BigUint::zero(); question.outcomes.len()];
        let mut lying = cells.clone();
        for (hidden, number) in &self.states {
            if let Some(draws) = &question.draws {
                let said = draws.by_code[world.code(*hidden).index()].iter();
                said.for_each(|&(place, chance)| cells[usize::from(place)] += number * chance);
                continue;
            }
            let own = usize::from(question.labels[world.code(*hidden)]);
            match world.lied(*hidden).filter(|_| !question.outcomes[own].1 && scale.others > 0) {
                None => cells[own] += number * &scale.all,
                Some(_) => {
                    let (right, wrong) = scale.of(world.code(*hidden));
                    cells[own] += number * right;
                    lying[own] += number * wrong;
                }
            }
        }
        let liars: BigUint = lying.iter().sum();
        for (place, cell) in cells.iter_mut().enumerate().filter(|(place, _)| !question.outcomes[*place].1) {
            *cell += &liars - &lying[place];
        }
        let sum: BigUint = cells.iter().sum();
        let spare = sum.bits().saturating_sub(BITS);
        let float = |number: &BigUint| (number >> spare).to_f64().unwrap_or(0.0);
        cells.iter().map(|cell| float(cell) / float(&sum).max(f64::MIN_POSITIVE)).collect()
    }
}

/// By what chances are multiplied: when an answer is true for certain, when it is true, and for each that is wrong.
struct Scale<'w> {
    all: BigUint,
    /// So many outcomes there are beside the true one; 0 where no answer is wrong.
    others: u64,
    noise: Noise,
    /// For each code the numerator of its chance.
    wrong: Option<&'w [u64]>,
}

impl<'w> Scale<'w> {
    fn new(world: &'w BeliefWorld<'_>, noise: Noise, question: &Inquiry) -> Scale<'w> {
        let wrong = world.wrong.as_deref();
        if let Some(draws) = &question.draws {
            return Scale { all: draws.parts.clone(), others: 0, noise, wrong };
        }
        let others = if noise.numerator == 0 { 0 } else { u64::from(question.plain.saturating_sub(1)) };
        let all = if others == 0 { BigUint::one() } else { BigUint::from(others) * noise.denominator };
        Scale { all, others, noise, wrong }
    }

    /// Of a code, where an answer may be wrong: when it is true, and for each that is wrong.
    fn of(&self, code: CodeId) -> (u128, u64) {
        let numerator = self.wrong.map_or(self.noise.numerator, |wrong| wrong[code.index()]);
        (u128::from(self.others) * u128::from(self.noise.denominator - numerator), numerator)
    }
}

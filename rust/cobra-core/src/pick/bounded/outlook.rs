//! How the codes of a state may still fall into cells while an experiment is being put together.
//!
//! For each cell three numbers of codes are kept: those surely in it, those possibly in it, and those in it when all
//! parameters still unknown turn out false. They follow the parameters that become known, or unknown again, in steps
//! that cost no more than the codes that depend on these parameters.

use std::cmp::Reverse;

use super::bound::Range;
use super::prospects::{PossibleOutcomes, Prospects};
use crate::base::bits::WordOnes;
use crate::base::convert::{ToIndex, ToU32};
use crate::base::ids::CodeId;

/// A code that depends on a parameter; its place moves by `if_true` or `if_false`.
#[derive(Clone, Copy, Debug, Default)]
struct User {
    code: u32,
    if_true: u16,
    if_false: u16,
}

/// The codes of a state under a partly known experiment.
pub(super) struct Outlook<'a> {
    prospects: &'a Prospects,
    /// For each code of the state its place in the tables.
    places: Vec<u32>,
    /// For each parameter the end of its users.
    ends: Vec<u32>,
    users: Vec<User>,
    /// The parameters known to be true, to be false.
    truth: Vec<u64>,
    falsity: Vec<u64>,
    surely: Vec<u32>,
    possibly: Vec<u32>,
    rest: Vec<u32>,
    /// Codes with more than one cell possible.
    open: u32,
    /// The different numbers of users, descending, with the number of unknown parameters that have so many.
    degrees: Vec<(u32, u32)>,
    /// For each parameter its place in `degrees`.
    degree: Vec<u32>,
    /// Codes moved so far: what following has cost.
    pub moved: u64,
}

impl<'a> Outlook<'a> {
    /// `parameters`: at least as many as any experiment has that will be followed.
    pub fn new(prospects: &'a Prospects, state: &[CodeId], parameters: usize) -> Outlook<'a> {
        let mut ends = vec![0_u32; parameters];
        for &code in state {
            prospects.leaves(code.index()).iter().for_each(|leaf| ends[leaf.parameter.index()] += 1);
        }
        let counts = ends.clone();
        let mut total = 0;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        let mut users = vec![User::default(); total.index()];
        for (code, &number) in state.iter().enumerate() {
            for leaf in prospects.leaves(number.index()) {
                let place = &mut ends[leaf.parameter.index()];
                users[place.index()] = User { code: code.to_u32(), if_true: leaf.if_true, if_false: leaf.if_false };
                *place += 1;
            }
        }
        let mut sizes: Vec<u32> = counts.iter().copied().filter(|&count| count > 0).collect();
        sizes.sort_unstable_by_key(|&size| Reverse(size));
        sizes.dedup();
        let of = |count: &u32| sizes.partition_point(|size| size > count).to_u32();
        let degree: Vec<u32> = counts.iter().map(of).collect();
        let mut degrees: Vec<(u32, u32)> = sizes.iter().map(|&size| (size, 0)).chain([(0, 0)]).collect();
        degree.iter().for_each(|&place| degrees[place.index()].1 += 1);
        let cells = prospects.outcomes.len();
        let mut made = Outlook {
            prospects,
            places: state.iter().map(|&code| prospects.start[code.index()]).collect(),
            ends,
            users,
            truth: vec![0; parameters.div_ceil(64).max(1)],
            falsity: vec![0; parameters.div_ceil(64).max(1)],
            surely: vec![0; cells],
            possibly: vec![0; cells],
            rest: vec![0; cells],
            open: 0,
            degrees,
            degree,
            moved: 0,
        };
        for code in 0..state.len() {
            let entry = prospects.entries[made.places[code].index()];
            made.open += u32::from(entry.possible.count_ones() > 1);
            made.rest[usize::from(entry.rest)] += 1;
            made.count(entry.possible, 1);
        }
        made
    }

    /// Adds `by` (1, or -1 in two's complement) to the counts of a code's possible cells.
    #[inline(always)]
    fn count(&mut self, possible: u64, by: u32) {
        for cell in WordOnes(possible).map(ToIndex::index) {
            self.possibly[cell] = self.possibly[cell].wrapping_add(by);
            if possible.is_power_of_two() {
                self.surely[cell] = self.surely[cell].wrapping_add(by);
            }
        }
    }

    /// Makes the known parameters those of `truth` and `falsity`, which may be shorter than those of other types.
    pub fn follow(&mut self, truth: &[u64], falsity: &[u64]) {
        for word in 0..truth.len() {
            let (old, new) = ((self.truth[word], self.falsity[word]), (truth[word], falsity[word]));
            if old == new {
                continue;
            }
            self.truth[word] = new.0;
            self.falsity[word] = new.1;
            let base = 64 * word.to_u32();
            self.turn(base, old.0 & !new.0, true, false);
            self.turn(base, old.1 & !new.1, false, false);
            self.turn(base, new.0 & !old.0, true, true);
            self.turn(base, new.1 & !old.1, false, true);
        }
    }

    /// Makes all parameters unknown.
    pub fn clear(&mut self) {
        let unknown = vec![0; self.truth.len()];
        self.follow(&unknown, &unknown);
    }

    /// Makes parameters known to be `value`, or unknown again.
    #[inline(always)]
    fn turn(&mut self, base: u32, parameters: u64, value: bool, known: bool) {
        for parameter in WordOnes(parameters).map(|place| (base + place).index()) {
            let unknown = &mut self.degrees[self.degree[parameter].index()].1;
            *unknown = if known { *unknown - 1 } else { *unknown + 1 };
            let start = if parameter == 0 { 0 } else { self.ends[parameter - 1] };
            self.moved += u64::from(self.ends[parameter] - start);
            for place in start.index()..self.ends[parameter].index() {
                let User { code, if_true, if_false } = self.users[place];
                let step = u32::from(if value { if_true } else { if_false });
                self.shift(code.index(), if known { step } else { step.wrapping_neg() });
            }
        }
    }

    #[inline(always)]
    fn shift(&mut self, code: usize, step: u32) {
        let place = self.places[code];
        let moved = place.wrapping_add(step);
        self.places[code] = moved;
        let (old, new) = (self.entry(place), self.entry(moved));
        if old.rest != new.rest {
            self.rest[usize::from(old.rest)] -= 1;
            self.rest[usize::from(new.rest)] += 1;
        }
        if old.possible != new.possible {
            self.open -= u32::from(!old.possible.is_power_of_two());
            self.open += u32::from(!new.possible.is_power_of_two());
            self.count(old.possible, 1_u32.wrapping_neg());
            self.count(new.possible, 1);
        }
    }

    #[inline(always)]
    fn entry(&self, place: u32) -> PossibleOutcomes {
        self.prospects.entries[place.index()]
    }

    /// For each cell the fewest and the most codes it can have when at most `more` unknown parameters become true. Each
    /// of these moves no more codes than depend on it; all others stay where false parameters put them.
    pub fn ranges(&self, more: u32, ranges: &mut Vec<Range>) {
        let mut movable = 0_u64;
        let mut left = more;
        for &(users, parameters) in &self.degrees {
            if left == 0 || movable >= u64::from(self.open) {
                break;
            }
            let taken = left.min(parameters);
            movable += u64::from(taken) * u64::from(users);
            left -= taken;
        }
        let movable = movable.min(u64::from(self.open)) as u32;
        ranges.clear();
        let cells = self.surely.iter().zip(&self.possibly).zip(&self.rest);
        ranges.extend(cells.map(|((&surely, &possibly), &rest)| Range {
            low: surely.max(rest.saturating_sub(movable)),
            high: possibly.min(rest + movable),
        }));
    }

    /// The cell of each code when everything is known.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.places.iter().map(|&place| usize::from(self.entry(place).rest))
    }

    /// Codes of the state.
    pub fn codes(&self) -> u32 {
        self.places.len().to_u32()
    }
}

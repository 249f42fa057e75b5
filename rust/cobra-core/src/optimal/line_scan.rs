//! Bounds for all experiments on a state from the lines of its codes.
//!
//! An experiment is known by the sums of `prices`. Six ways to get them, for a line of experiments at once:
//!
//! - *pairs*: the outcomes of each code are compared with those of all codes before it. A code that is the k-th of its
//!   cell adds one to the excess over all thresholds below k. Work grows with the square of the number of codes but does not depend on
//!   the number of outcomes.
//! - *marks*: one bit for each outcome, up to 32: seen, and seen twice. It gives the excess over 1 and 2 only (`marks`).
//! - *counters*: one byte for each outcome, some outcomes after the others.
//! - *sizes*: the same, with larger numbers for states of more than 255 codes.
//! - *planes*: the binary digits of the sizes, with up to 32 outcomes (`planes`).
//! - *counts*: one code and experiment after the other, however many outcomes there are (`counts`).
//!
//! All give the same numbers on every instruction set. Before some of them marks tell which lines have nothing that is asked for. Where
//! there are many outcomes those that are `met` tell which experiments have, and only these are counted.

use super::counts;
use super::lanes::{prefetch, Lanes, LineBytes};
use super::met::LineOutcomes;
use super::method::{Method, Scan, COPIED, FEW_OUTCOMES};
use super::planes::{self, LARGE, MOST_CODES, SMALL};
use super::prices::{MOST_SUMMED, MOST_THRESHOLDS};
use super::ranks::{CellSums, WideLine, NONE_FOUND, NOTHING, USELESS, WIDE_NOTHING};
use super::source::Candidate;
use crate::base::convert::{ToIndex, ToU16, ToU32, ToU8};
use crate::base::ids::ExperimentId;
use crate::evaluate::isa::dispatch;
use crate::outcomes::lines::{Line, LINE};

/// Codes compared with those before them at once.
const BLOCK: usize = 4;
/// So many lines before it is needed a line is asked for. Lines of different codes lie far apart: without that most of the
/// time goes into waiting for them.
const AHEAD: usize = 4;
/// The least bound: twice the bound, and one if it may not be the cost; and the first experiment that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LeastRank {
    pub rank: u32,
    pub experiment: usize,
}

/// The ranks of a line of experiments, and the sums of the squares of the sizes of their cells.
struct Ranked {
    ranks: [u32; LINE],
    squares: [u64; LINE],
    /// The lines of the codes one after the other, and where each of them is.
    copied: Vec<Line>,
    places: Vec<usize>,
    /// For counting.
    sizes: Option<Box<counts::Tallies>>,
    /// For finding out which outcomes are met, where that comes first.
    met: Option<Box<LineOutcomes>>,
}

impl Ranked {
    fn new(scan: &Scan<'_>) -> Ranked {
        let size = scan.starts.len();
        let (copied, places) = match scan.method {
            Method::Pairs if size > COPIED => (Vec::with_capacity(size), (0..size).collect()),
            Method::Planes => (vec![NOTHING; size.min(planes::COPIED)], Vec::new()),
            _ => (Vec::new(), Vec::new()),
        };
        let sizes = (scan.method == Method::Counts).then(counts::none);
        Ranked { ranks: [USELESS; LINE], squares: [0; LINE], copied, places, sizes, met: LineOutcomes::new(scan) }
    }
}

#[allow(clippy::needless_range_loop)] // as above
impl Scan<'_> {
    /// Whether the method deals with so many codes and outcomes, and with these thresholds.
    pub fn suits(&self) -> bool {
        let (size, width) = (self.starts.len(), self.outcomes.width);
        match self.method {
            Method::Pairs | Method::Tally => size <= MOST_SUMMED,
            Method::Marks => {
                let small = self.sums.thresholds.iter().all(|threshold| threshold.over <= 2);
                size <= MOST_SUMMED && width <= FEW_OUTCOMES && small
            }
            Method::Sizes => true,
            Method::Counts => size <= counts::MOST_CODES,
            Method::Planes => size <= MOST_CODES && width <= FEW_OUTCOMES,
        }
    }

    /// How many lines are looked at.
    #[inline(always)]
    fn count_lines(&self) -> usize {
        self.lines.map_or(self.outcomes.stride, <[u32]>::len)
    }

    /// Which one is the next after so many.
    #[inline(always)]
    fn line_at(&self, number: usize) -> usize {
        self.lines.map_or(number, |lines| lines[number].index())
    }

    /// `false`: no experiment has a rank below `below`; then ranks are not computed.
    #[inline(always)]
    fn line<L: Lanes, const SQUARES: bool>(&self, line: usize, below: u32, ranked: &mut Ranked) -> bool {
        if let Some(sums) = self.marks {
            if !self.marked::<L>(line, sums).any_below::<L>(sums, below) {
                return false;
            }
        }
        if let Some(met) = ranked.met.as_mut().filter(|_| below < USELESS) {
            return self.ranks_below::<L, SQUARES>(line, below, met, (&mut ranked.ranks, &mut ranked.squares));
        }
        let found = match (self.method, self.outcomes.width, self.starts.len()) {
            (Method::Sizes, 11..=14, _) => return self.sizes::<L, 14, SQUARES>(line, ranked),
            (Method::Sizes, ..) => return self.sizes::<L, 10, SQUARES>(line, ranked),
            (Method::Counts, ..) => return self.all_counts::<SQUARES>(line, ranked),
            (Method::Planes, 0..=16, 0..=MOST_SUMMED) => self.few_planes::<L, 2, SQUARES>(line, ranked),
            (Method::Planes, 17..=24, 0..=MOST_SUMMED) => self.few_planes::<L, 3, SQUARES>(line, ranked),
            (Method::Planes, _, 0..=MOST_SUMMED) => self.few_planes::<L, 4, SQUARES>(line, ranked),
            (Method::Planes, 0..=16, _) => return self.many_planes::<L, 2, SQUARES>(line, ranked),
            (Method::Planes, 17..=24, _) => return self.many_planes::<L, 3, SQUARES>(line, ranked),
            (Method::Planes, ..) => return self.many_planes::<L, 4, SQUARES>(line, ranked),
            _ => self.bytes::<L, SQUARES>(line, ranked),
        };
        if !found.any_below::<L>(self.sums, below) {
            return false;
        }
        let ranks = found.ranks(self.sums);
        for lane in 0..LINE {
            ranked.ranks[lane] = if ranks[lane] == u16::MAX { USELESS } else { u32::from(ranks[lane]) };
        }
        true
    }

    /// By sums in bytes.
    #[inline(always)]
    fn bytes<L: Lanes, const SQUARES: bool>(&self, line: usize, ranked: &mut Ranked) -> CellSums<Line> {
        if self.method == Method::Marks {
            return self.marked::<L>(line, self.sums);
        }
        let mut found = NONE_FOUND;
        let mut squares = [0_u16; LINE];
        match (self.method, self.outcomes.width) {
            (Method::Tally, 0..=4) => self.counters::<L, 4, SQUARES>(line, &mut found, &mut squares),
            (Method::Tally, 11..=14) => self.counters::<L, 14, SQUARES>(line, &mut found, &mut squares),
            (Method::Tally, _) => self.counters::<L, 10, SQUARES>(line, &mut found, &mut squares),
            _ if self.starts.len() <= COPIED => {
                let lines = (&self.outcomes.lines[..], self.starts, line);
                self.pairs::<L, SQUARES>(lines, &mut found, &mut squares);
            }
            _ => {
                // Every line lies in a page of its own, too many pages for all of them to be at hand again and again.
                ranked.copied.clear();
                for &start in self.starts {
                    ranked.copied.push(*self.line_of(start + line));
                }
                self.pairs::<L, SQUARES>((&ranked.copied, &ranked.places, 0), &mut found, &mut squares);
            }
        }
        if SQUARES {
            for lane in 0..LINE {
                ranked.squares[lane] = u64::from(squares[lane]);
            }
        }
        found
    }

    #[inline(always)]
    fn few_planes<L: Lanes, const EIGHTS: usize, const SQUARES: bool>(
        &self,
        line: usize,
        ranked: &mut Ranked,
    ) -> CellSums<Line> {
        self.planes::<L, L, EIGHTS, SMALL, SQUARES>(line, (&mut ranked.squares, &mut ranked.copied))
    }

    #[inline(always)]
    fn all_counts<const SQUARES: bool>(&self, line: usize, ranked: &mut Ranked) -> bool {
        if let Some(sizes) = &mut ranked.sizes {
            ranked.ranks = self.counts::<SQUARES>(line, sizes, &mut ranked.squares).ranks(self.sums);
        }
        true
    }

    #[inline(always)]
    fn many_planes<L: Lanes, const EIGHTS: usize, const SQUARES: bool>(
        &self,
        line: usize,
        ranked: &mut Ranked,
    ) -> bool {
        let found =
            self.planes::<L, WideLine, EIGHTS, LARGE, SQUARES>(line, (&mut ranked.squares, &mut ranked.copied));
        ranked.ranks = found.ranks(self.sums);
        true
    }

    /// By the sizes of the cells, some outcomes after the others, counted in bytes so many codes at a time.
    #[inline(always)]
    fn sizes<L: Lanes, const GROUP: usize, const SQUARES: bool>(&self, line: usize, ranked: &mut Ranked) -> bool {
        let mut found =
            CellSums { excess: [WIDE_NOTHING; MOST_THRESHOLDS], singles: WIDE_NOTHING, finals: WIDE_NOTHING };
        ranked.squares = [0; LINE];
        let mut first = 0;
        while first < self.outcomes.width {
            let mut sizes = [WIDE_NOTHING; GROUP];
            let mut place = 0;
            while place < self.starts.len() {
                let end = self.starts.len().min(place + usize::from(u8::MAX));
                for part in 0..L::PARTS {
                    let counters = self.count::<L, GROUP>(first, (place, end), line, part);
                    for own in 0..GROUP {
                        let mut counted = NOTHING;
                        counters[own].store(&mut counted, part);
                        for lane in 0..LINE {
                            sizes[own].0[lane] += u32::from(counted.0[lane]);
                        }
                    }
                }
                place = end;
            }
            for (number, threshold) in self.sums.thresholds.iter().enumerate() {
                for own in 0..GROUP {
                    for lane in 0..LINE {
                        found.excess[number].0[lane] += sizes[own].0[lane].saturating_sub(threshold.over);
                    }
                }
            }
            for outcome in self.finals() {
                if (first..first + GROUP).contains(&outcome) {
                    for lane in 0..LINE {
                        found.singles.0[lane] += u32::from(sizes[outcome - first].0[lane] == 1);
                        found.finals.0[lane] += u32::from(sizes[outcome - first].0[lane] > 0);
                    }
                }
            }
            if SQUARES {
                for own in 0..GROUP {
                    for lane in 0..LINE {
                        let size = u64::from(sizes[own].0[lane]);
                        ranked.squares[lane] += size * size;
                    }
                }
            }
            first += GROUP;
        }
        ranked.ranks = found.ranks(self.sums);
        true
    }

    /// How many of the codes at these places, at most 255, have each of the outcomes from the first on.
    #[inline(always)]
    fn count<L: Lanes, const GROUP: usize>(
        &self,
        first: usize,
        places: (usize, usize),
        line: usize,
        part: usize,
    ) -> [L; GROUP] {
        let mut sizes = [L::splat(0); GROUP];
        for place in places.0..places.1 {
            let code: L = self.load(place, line, part);
            for own in 0..GROUP {
                // The last outcomes of a group may be more than a byte holds: no code has the greatest byte.
                let outcome = (first + own).min(usize::from(u8::MAX)).to_u8();
                sizes[own] = sizes[own].add_equal(code, L::splat(outcome));
            }
        }
        sizes
    }

    /// The outcomes of a line of experiments on the code at this place of the state.
    #[inline(always)]
    pub(super) fn load<L: Lanes>(&self, place: usize, line: usize, part: usize) -> L {
        let at = self.starts[place] + line;
        if part == 0 {
            prefetch(&self.outcomes.lines, at + AHEAD);
        }
        L::load(&self.outcomes.lines[at], part)
    }

    /// A line that is looked at once.
    #[inline(always)]
    pub(super) fn line_of(&self, at: usize) -> &Line {
        prefetch(&self.outcomes.lines, at + AHEAD);
        &self.outcomes.lines[at]
    }

    /// The final outcomes, if they matter.
    #[inline(always)]
    pub(super) fn finals(&self) -> std::ops::Range<usize> {
        let outcomes = self.outcomes;
        if self.sums.knows_finals {
            outcomes.others..outcomes.width
        } else {
            0..0
        }
    }

    /// Those of eight outcomes, as bits.
    #[inline(always)]
    pub(super) fn finals_of(&self, eight: usize) -> u8 {
        let first = 8 * eight;
        self.finals()
            .filter(|outcome| outcome / 8 == first / 8)
            .fold(0, |bits, outcome| bits | 1 << (outcome - first))
    }

    // No closures with lanes in them below: they would not have the instruction set's `target_feature`.

    /// The outcomes of `codes` lie in `lines`, those of a code at its place in `starts` and so many lines on.
    #[inline(always)]
    fn pairs<L: Lanes, const SQUARES: bool>(
        &self,
        (lines, starts, line): (&[Line], &[usize], usize),
        found: &mut CellSums<Line>,
        squares: &mut [u16; LINE],
    ) {
        let size = starts.len();
        *squares = [size.to_u16(); LINE];
        for part in 0..L::PARTS {
            let mut excess = [L::splat(0); MOST_THRESHOLDS];
            let mut place = 0;
            // Some codes at once, so that those before them are loaded less often.
            while place + BLOCK <= size {
                let mut codes = [L::splat(0); BLOCK];
                let mut before = [L::splat(0); BLOCK];
                for own in 0..BLOCK {
                    codes[own] = L::load(&lines[starts[place + own] + line], part);
                    for other in 0..own {
                        before[own] = before[own].add_equal(codes[own], codes[other]);
                    }
                }
                for &start in &starts[..place] {
                    let other = L::load(&lines[start + line], part);
                    for own in 0..BLOCK {
                        before[own] = before[own].add_equal(codes[own], other);
                    }
                }
                for before in before {
                    self.tally::<L, SQUARES>(before, part, &mut excess, squares);
                }
                place += BLOCK;
            }
            for place in place..size {
                let code = L::load(&lines[starts[place] + line], part);
                let mut before = L::splat(0);
                for &start in &starts[..place] {
                    before = before.add_equal(code, L::load(&lines[start + line], part));
                }
                self.tally::<L, SQUARES>(before, part, &mut excess, squares);
            }
            for number in 0..self.sums.thresholds.len() {
                excess[number].store(&mut found.excess[number], part);
            }
            let (mut singles, mut finals) = (L::splat(0), L::splat(0));
            for outcome in self.finals() {
                let mut codes = L::splat(0);
                for &start in starts {
                    codes = codes.add_equal(L::load(&lines[start + line], part), L::splat(outcome.to_u8()));
                }
                singles = singles.add_equal(codes, L::splat(1));
                finals = finals.add_at_least(codes, L::splat(1));
            }
            singles.store(&mut found.singles, part);
            finals.store(&mut found.finals, part);
        }
    }

    /// Adds what a code says that is in the cells of so many codes before it.
    #[inline(always)]
    fn tally<L: Lanes, const SQUARES: bool>(
        &self,
        before: L,
        part: usize,
        excess: &mut [L; MOST_THRESHOLDS],
        squares: &mut [u16; LINE],
    ) {
        for (number, threshold) in self.sums.thresholds.iter().enumerate() {
            excess[number] = excess[number].add_at_least(before, L::splat(threshold.over.to_u8()));
        }
        if SQUARES {
            // A cell of c codes has c (c - 1) / 2 pairs.
            let mut pairs = NOTHING;
            before.store(&mut pairs, part);
            for lane in 0..LINE {
                squares[lane] = squares[lane].wrapping_add(2 * u16::from(pairs.0[lane]));
            }
        }
    }

    #[inline(always)]
    fn counters<L: Lanes, const GROUP: usize, const SQUARES: bool>(
        &self,
        line: usize,
        found: &mut CellSums<Line>,
        squares: &mut [u16; LINE],
    ) {
        for part in 0..L::PARTS {
            let mut excess = [L::splat(0); MOST_THRESHOLDS];
            let (mut singles, mut finals) = (L::splat(0), L::splat(0));
            let mut first = 0;
            while first < self.outcomes.width {
                let sizes = self.count::<L, GROUP>(first, (0, self.starts.len()), line, part);
                for (number, threshold) in self.sums.thresholds.iter().enumerate() {
                    let over = L::splat(threshold.over.to_u8());
                    for own in 0..GROUP {
                        excess[number] = excess[number].add(sizes[own].excess(over));
                    }
                }
                for outcome in self.finals() {
                    if (first..first + GROUP).contains(&outcome) {
                        singles = singles.add_equal(sizes[outcome - first], L::splat(1));
                        finals = finals.add_at_least(sizes[outcome - first], L::splat(1));
                    }
                }
                if SQUARES {
                    for own in 0..GROUP {
                        let mut size = NOTHING;
                        sizes[own].store(&mut size, part);
                        for lane in 0..LINE {
                            squares[lane] += u16::from(size.0[lane]) * u16::from(size.0[lane]);
                        }
                    }
                }
                first += GROUP;
            }
            for number in 0..self.sums.thresholds.len() {
                excess[number].store(&mut found.excess[number], part);
            }
            singles.store(&mut found.singles, part);
            finals.store(&mut found.finals, part);
        }
    }
}

dispatch! {
    /// The least rank of an experiment. The search for it ends with an experiment whose bound is the cost and at most `enough`,
    /// a rank.
    pub(super) fn least(scan: &Scan<'_>, enough: u32) -> LeastRank = least_kernel
}

#[inline(always)]
fn least_kernel<W: LineBytes>(scan: &Scan<'_>, enough: u32) -> LeastRank {
    debug_assert!(scan.suits());
    let mut least = LeastRank { rank: USELESS, experiment: 0 };
    let mut ranked = Ranked::new(scan);
    for number in 0..scan.count_lines() {
        let line = scan.line_at(number);
        if !scan.line::<W::Lanes, false>(line, least.rank, &mut ranked) {
            continue;
        }
        let mut rank = USELESS;
        for other in ranked.ranks {
            rank = rank.min(other);
        }
        if rank < least.rank {
            let lane = ranked.ranks.iter().position(|&other| other == rank).unwrap_or(0);
            least = LeastRank { rank, experiment: line * LINE + lane };
            if rank <= enough && rank.is_multiple_of(2) {
                break;
            }
        }
    }
    least
}

dispatch! {
    /// Lists the experiments with ranks below `below`.
    pub(super) fn list(scan: &Scan<'_>, below: u32, out: &mut Vec<Candidate>) = list_kernel
}

#[inline(always)]
fn list_kernel<W: LineBytes>(scan: &Scan<'_>, below: u32, out: &mut Vec<Candidate>) {
    debug_assert!(scan.suits());
    let mut ranked = Ranked::new(scan);
    for number in 0..scan.count_lines() {
        let line = scan.line_at(number);
        if !scan.line::<W::Lanes, true>(line, below, &mut ranked) {
            continue;
        }
        for (lane, (&rank, &squares)) in ranked.ranks.iter().zip(&ranked.squares).enumerate() {
            if rank < below {
                let id = ExperimentId::new((line * LINE + lane).to_u32());
                out.push(Candidate { id, lower: u64::from(rank / 2), squares });
            }
        }
    }
}

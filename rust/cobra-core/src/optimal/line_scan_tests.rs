//! The kernels against counting, on every instruction set; what members say against trying everything.

use std::collections::HashMap;
use std::sync::Arc;

use super::bounds::Bounds;
use super::cost::{Cost, INFEASIBLE};
use super::counts::count;
use super::fresh::fresh;
use super::hitting::Hitting;
use super::lanes::Plain;
use super::line_scan::{least, list};
use super::met::LineOutcomes;
use super::method::{Method, Scan, FEW_OUTCOMES};
use super::prices::{Prices, MOST_SUMMED};
use super::ranks::USELESS;
use super::source::Candidate;
use crate::base::convert::{ToU32, ToU64, ToU8, ToUsize};
use crate::base::ids::{CodeId, ExperimentId};
use crate::evaluate::Isa;
use crate::outcomes::lines::{Line, OutcomeLines, LINE};
use crate::outcomes::numbers::TableHits;
use crate::outcomes::widths::Widths;
use crate::pick::strategy::Random;

/// Outcomes at random; each final one of an experiment on one code at most if the game ends with a hit.
fn random_outcomes(random: &mut Random, codes: usize, others: usize, finals: usize, closing: bool) -> OutcomeLines {
    let (stride, width) = (3, others + finals);
    let mut lines = vec![Line([0; LINE]); codes * stride];
    for experiment in 0..stride * LINE {
        let kinds = 1 + random.below(width.to_u64()).to_usize();
        let mut used = vec![false; width];
        for code in 0..codes {
            let mut outcome = random.below(kinds.to_u64()).to_usize();
            if outcome >= others && closing && std::mem::replace(&mut used[outcome], true) {
                outcome = 0;
            }
            lines[code * stride + experiment / LINE].0[experiment % LINE] = outcome.to_u8();
        }
    }
    OutcomeLines { lines, stride, width, others }
}

/// Bounds with prices of several shapes.
fn random_bounds(random: &mut Random, cost: Cost, codes: usize, finals: usize, closing: bool) -> Bounds {
    let step = 3 + random.below(12);
    let price = |size: u64| match (cost, closing) {
        (_, _) if size == 0 => 0,
        (Cost::Depth, _) => 0,
        (Cost::Node, true) => size,
        (Cost::Node, false) => (size - 1).div_ceil(40),
        (Cost::Weight, true) => 2 * size - 1 + size.saturating_sub(step),
        (Cost::Weight, false) => {
            if size < 2 {
                0
            } else {
                size + size.saturating_sub(step)
            }
        }
    };
    let cell: Arc<[u64]> = (0..=codes.to_u64()).map(price).collect();
    let most = if random.below(2) == 0 { codes } else { 1 + random.below(codes.to_u64()).to_usize() };
    let exact = 1 + random.below(2).to_usize();
    let widths = Widths { all: 16, finals, others: 16 - finals };
    Bounds { cost, cell, exact: exact.min(most), most, left: 3, widths }
}

#[test]
fn kernels_count_as_counting_does() {
    let random = &mut Random::new(7);
    let mut methods = [0; 6];
    let (mut expected_below, mut marked, mut met): (Vec<Candidate>, usize, usize) = (Vec::new(), 0, 0);
    let mut sizes = Vec::new();
    for round in 0..96 {
        let finals = random.below(3).to_usize();
        let others = 1 + random.below([60, 30, 14, 14, 250, 30, 250, 14][round % 8]).to_usize();
        let closing = finals > 0 && random.below(2) == 0;
        let size = 2 + random.below(if round % 12 == 0 || matches!(round % 8, 4 | 6) { 300 } else { 40 }).to_usize();
        let outcomes = random_outcomes(random, size, others, finals, closing);
        let cost = [Cost::Weight, Cost::Node, Cost::Depth][random.below(3).to_usize()];
        let bounds = random_bounds(random, cost, size, finals, closing);
        let single = if closing { bounds.of(1) } else { u64::from(cost == Cost::Weight && random.below(2) == 0) };
        let consistent = finals > 0 && random.below(4) == 0;
        let own = cost.of(size.to_u64());
        let prices = Prices { size, own, single, bounds: &bounds, closing, consistent, finals };
        let starts: Vec<usize> = (0..size).map(|code| code * outcomes.stride).collect();
        let mut expected: Vec<Candidate> = Vec::new();
        let mut first = (INFEASIBLE, usize::MAX);
        count(&outcomes, &starts, &prices, 0..1, &mut sizes, |_, _, _, _| false); // what was counted for others is gone
        count(&outcomes, &starts, &prices, 0..outcomes.stride, &mut sizes, |experiment, lower, exact, squares| {
            if lower < INFEASIBLE {
                first = first.min((2 * lower + u64::from(!exact), experiment));
                expected.push(Candidate { id: ExperimentId::new(experiment.to_u32()), lower, squares });
            }
            true
        });
        for (number, method) in
            [Method::Pairs, Method::Marks, Method::Tally, Method::Sizes, Method::Planes, Method::Counts]
                .into_iter()
                .enumerate()
        {
            let few = outcomes.width <= FEW_OUTCOMES;
            let Some(sums) = prices.sums(if method == Method::Marks { 2 } else { usize::MAX }) else { continue };
            let large = matches!(method, Method::Sizes | Method::Planes | Method::Counts);
            if !few && matches!(method, Method::Marks | Method::Planes) || size > MOST_SUMMED && !large {
                continue;
            }
            methods[number] += 1;
            for isa in Isa::available() {
                let scan =
                    Scan { outcomes: &outcomes, starts: &starts, lines: None, sums: &sums, marks: None, method };
                let found = least(isa, &scan, 0);
                let rank = if found.rank == USELESS { INFEASIBLE } else { u64::from(found.rank) };
                if sums.complete {
                    assert_eq!(rank, first.0, "{method:?} {isa:?}");
                    assert!(rank == INFEASIBLE || rank == 0 || found.experiment == first.1);
                } else {
                    assert!(rank <= first.0);
                }
                if method != Method::Marks {
                    let mut listed = Vec::new();
                    list(isa, &scan, USELESS, &mut listed);
                    let plain = |all: &[Candidate]| -> Vec<(ExperimentId, u64, u64)> {
                        all.iter().map(|of| (of.id, of.lower, of.squares)).collect()
                    };
                    assert_eq!(plain(&listed), plain(&expected), "{method:?} {isa:?}");
                    let marks = prices.sums(2).filter(|_| few && size <= MOST_SUMMED);
                    let is_met = LineOutcomes::new(&scan).is_some();
                    if few && marks.is_none() {
                        continue;
                    }
                    let below = first.0.min(u64::from(USELESS) - 16) / 2 + 1 + random.below(3);
                    listed.clear();
                    list(isa, &Scan { marks: marks.as_ref(), ..scan }, (2 * below) as u32, &mut listed);
                    expected_below.clear();
                    expected_below.extend(expected.iter().filter(|candidate| candidate.lower < below));
                    assert_eq!(plain(&listed), plain(&expected_below), "{method:?} {isa:?}, few");
                    let some = !listed.is_empty() && listed.len() < expected.len();
                    met += usize::from(some && is_met);
                    marked += usize::from(some && marks.is_some());
                }
            }
        }
    }
    assert!(methods.iter().all(|&tried| tried > 10) && marked > 10 && met > 5, "{methods:?} {marked} {met}");
}

#[test]
fn no_outcome_is_counted_twice_where_a_byte_holds_just_all_of_them() {
    // The groups of outcomes that are counted together go on beyond the last one, and beyond what a byte holds.
    let random = &mut Random::new(3);
    for width in [250, 251, 254, usize::from(u8::MAX)] {
        let (size, finals) = (MOST_SUMMED + 60, 2);
        let outcomes = random_outcomes(random, size, width - finals, finals, true);
        let bounds = simple_bounds(size, size);
        let prices = Prices { finals, ..simple_prices(&bounds, size, 1) };
        let sums = prices.sums(usize::MAX).expect("few thresholds");
        let starts: Vec<usize> = (0..size).map(|code| code * outcomes.stride).collect();
        let mut expected: Vec<(usize, u64, u64)> = Vec::new();
        count(&outcomes, &starts, &prices, 0..outcomes.stride, &mut Vec::new(), |experiment, lower, _, squares| {
            expected.push((experiment, lower, squares));
            true
        });
        let method = Method::Sizes;
        let scan = Scan { outcomes: &outcomes, starts: &starts, lines: None, sums: &sums, marks: None, method };
        for isa in Isa::available() {
            let mut listed = Vec::new();
            list(isa, &scan, USELESS, &mut listed);
            let listed: Vec<(usize, u64, u64)> =
                listed.iter().map(|of| (of.id.index(), of.lower, of.squares)).collect();
            assert_eq!(listed, expected, "{width} {isa:?}");
        }
    }
}

/// A game that ends with a hit, whose cells cost 2s - 1, with at most so many codes in a cell.
fn simple_bounds(codes: usize, most: usize) -> Bounds {
    let cell: Arc<[u64]> = (0..=codes.to_u64()).map(|size| (2 * size).saturating_sub(1)).collect();
    Bounds { cost: Cost::Weight, cell, exact: 2, most, left: 3, widths: Widths { all: 16, finals: 1, others: 15 } }
}

fn simple_prices(bounds: &Bounds, size: usize, own: u64) -> Prices<'_> {
    Prices { size, own, single: 1, bounds, closing: true, consistent: false, finals: 1 }
}

#[test]
fn sums_are_taken_where_they_fit() {
    // A final cell saves 1, and each code in excess of one adds 1: twice that and one are less than 255.
    let saved =
        |size: usize| simple_prices(&simple_bounds(size, size), size, 1).sums(usize::MAX).map(|sums| sums.saved);
    assert_eq!([saved(3), saved(126), saved(127)], [Some(Some(1)), Some(Some(1)), Some(None)]);
    // All that a line adds up to is less than half of what its numbers hold. Beside the excess over one, which costs 2, that over two
    // is asked for, as larger cells may cost more.
    for (size, limit) in [(100, 32_767_u64), (MOST_SUMMED, 32_767), (MOST_SUMMED + 1, 2_147_483_647)] {
        let bounds = simple_bounds(size, size);
        let most = limit - 1 - 4 * size.to_u64(); // each code alone costs 1, and excess adds up to 3
        assert!(simple_prices(&bounds, size, most).sums(usize::MAX).is_some(), "{size}");
        assert!(simple_prices(&bounds, size, most + 1).sums(usize::MAX).is_none(), "{size}");
    }
    // Marks say all where no cell that helps is too large.
    let complete = |most: usize| simple_prices(&simple_bounds(9, most), 9, 1).sums(2).map(|sums| sums.complete);
    assert_eq!([complete(7), complete(8), complete(9)], [Some(false), Some(true), Some(true)]);
}

#[test]
fn as_many_cells_as_are_needed_are_enough() {
    // Experiment e parts e codes from the others, one by one. Costs depend on how many cells there are.
    let (size, stride, others) = (2 * LINE, 2, 2 * LINE);
    let mut outcomes =
        OutcomeLines { lines: vec![Line([0; LINE]); size * stride], stride, width: others + 1, others };
    for code in 0..size {
        for experiment in code + 1..stride * LINE {
            outcomes.lines[code * stride + experiment / LINE].0[experiment % LINE] = (code + 1).to_u8();
        }
    }
    let bounds = simple_bounds(size, size);
    let prices = simple_prices(&bounds, size, 1);
    let sums = prices.sums(usize::MAX).expect("few thresholds");
    let starts: Vec<usize> = (0..size).map(|code| code * stride).collect();
    let method = Method::Counts;
    let scan = Scan { outcomes: &outcomes, starts: &starts, lines: None, sums: &sums, marks: None, method };
    assert!(LineOutcomes::new(&scan).is_some());
    for isa in Isa::available() {
        for least in (1..stride * LINE).step_by(7) {
            let below = 1 + 2 * size - (least + 1) + 1; // a cell of s codes costs 2s - 1
            let mut listed = Vec::new();
            list(isa, &scan, (2 * below).to_u32(), &mut listed);
            let experiments: Vec<usize> = listed.iter().map(|candidate| candidate.id.index()).collect();
            assert_eq!(experiments, (least..stride * LINE).collect::<Vec<_>>(), "{isa:?}");
        }
    }
}

#[test]
fn outcomes_that_are_not_new_are_no_new_outcomes() {
    let random = &mut Random::new(5);
    for size in [1, 3, 4, 17, 60, 300] {
        let outcomes = random_outcomes(random, size, 200, 1, false);
        let starts: Vec<usize> = (0..size).map(|code| code * outcomes.stride).collect();
        let bounds = random_bounds(random, Cost::Weight, size, 1, false);
        let prices =
            Prices { size, own: 1, single: 1, bounds: &bounds, closing: false, consistent: false, finals: 1 };
        let sums = prices.sums(usize::MAX).expect("few thresholds");
        let method = Method::Counts;
        let scan = Scan { outcomes: &outcomes, starts: &starts, lines: None, sums: &sums, marks: None, method };
        let mut alike = scan.alike();
        for line in 0..outcomes.stride {
            let of = |starts: &[usize]| starts.iter().map(|start| outcomes.lines[start + line]).collect::<Vec<_>>();
            let (counts, in_order) = (fresh::<Plain>(&of(&starts)), fresh::<Plain>(&of(&alike)));
            for lane in 0..LINE {
                let codes = of(&starts);
                let first_of = |place: usize, back: usize| {
                    codes[back..place].iter().all(|before| before.0[lane] != codes[place].0[lane])
                };
                // Whole blocks of four are compared with the sixteen before them, the rest is new.
                let blocks = size / 4 * 4;
                let is_new = |&place: &usize| place >= blocks || first_of(place, (place / 4 * 4).saturating_sub(16));
                let new = (0..size).filter(is_new).count();
                assert_eq!(usize::from(counts.0[lane]), new.min(255), "{size} {line} {lane}");
                let met = (0..size).filter(|&place| first_of(place, 0)).count();
                assert!(new >= met && usize::from(in_order.0[lane]) >= met.min(255));
            }
        }
        alike.sort_unstable();
        assert_eq!(alike, starts);
    }
    // Codes that are the same to all experiments lie side by side.
    let mut outcomes = random_outcomes(random, 4, 200, 0, false);
    outcomes.lines.truncate(2 * outcomes.stride);
    outcomes.lines.extend_from_within(..);
    let starts: Vec<usize> = (0..4).map(|code| code * outcomes.stride).collect();
    let bounds = random_bounds(random, Cost::Weight, 4, 0, false);
    let prices = Prices { size: 4, own: 1, single: 1, bounds: &bounds, closing: false, consistent: false, finals: 0 };
    let sums = prices.sums(usize::MAX).expect("few thresholds");
    let method = Method::Pairs;
    let scan = Scan { outcomes: &outcomes, starts: &starts, lines: None, sums: &sums, marks: None, method };
    let order: Vec<usize> = scan.alike().iter().map(|start| start / outcomes.stride).collect();
    assert!(order.chunks(2).all(|pair| pair[0] % 2 == pair[1] % 2), "{order:?}");
}

/// Experiments of a game that are not all alike.
const EXPERIMENTS: usize = 8;

/// Costs that are known, by codes and by how many experiments are left.
type Known = HashMap<(Vec<CodeId>, u32), u64>;

/// The least cost of a set of codes, by trying everything.
fn cost(outcomes: &OutcomeLines, state: &[CodeId], of: Cost, left: u32, known: &mut Known) -> u64 {
    if left == 0 {
        return INFEASIBLE;
    }
    if let Some(&cost) = known.get(&(state.to_vec(), left)) {
        return cost;
    }
    let mut least = INFEASIBLE;
    for experiment in 0..EXPERIMENTS {
        let mut cells: Vec<Vec<CodeId>> = vec![Vec::new(); outcomes.width];
        state.iter().for_each(|&code| cells[usize::from(outcomes.get(code, experiment))].push(code));
        if state.len() > 1 && cells.iter().any(|cell| cell.len() == state.len()) {
            continue;
        }
        let open = cells[..outcomes.others].iter().filter(|cell| !cell.is_empty());
        let total = open.fold(of.of(state.len().to_u64()), |total, cell| {
            if total >= least {
                total
            } else {
                total + cost(outcomes, cell, of, left - 1, known)
            }
        });
        least = least.min(total);
    }
    known.insert((state.to_vec(), left), least);
    least
}

#[test]
fn members_say_what_is_true() {
    let random = &mut Random::new(3);
    let mut exact = [0; 3];
    for _ in 0..15 {
        let (codes, others) = (5, 2 + random.below(3).to_usize());
        let mut outcomes = random_outcomes(random, codes, others, 1, true);
        // Experiment e hits code e; the last line is not used.
        outcomes.lines.iter_mut().flat_map(|line| &mut line.0).for_each(|outcome| {
            *outcome = (*outcome).min(others.to_u8() - 1);
        });
        let mut hits = TableHits::new(codes);
        for code in 0..codes {
            outcomes.lines[code * outcomes.stride].0[code] = others.to_u8();
            hits.add(code, code);
            for line in 1..outcomes.stride {
                outcomes.lines[code * outcomes.stride + line] = Line([0; LINE]);
            }
            outcomes.lines[code * outcomes.stride].0[EXPERIMENTS..].fill(0);
        }
        let members = Hitting::new(&hits).expect("one hit for each code");
        for (number, of) in [Cost::Weight, Cost::Node, Cost::Depth].into_iter().enumerate() {
            let known = &mut Known::new();
            for left in [2, 3, 9] {
                let cell: Arc<[u64]> = match of {
                    Cost::Weight => [0, 1, 3, 5, 7, 9].into(),
                    Cost::Node => [0, 1, 2, 3, 4, 5].into(),
                    Cost::Depth => [0; 6].into(),
                };
                let widths = Widths { all: others + 1, finals: 1, others };
                let after = left - 1;
                let most = if after == 1 { 1 } else { codes };
                let bounds = Bounds { cost: of, cell, exact: most.min(2), most, left: after, widths };
                for state in [&[0, 1, 2][..], &[1, 3, 4], &[0, 1, 2, 3]] {
                    let state: Vec<CodeId> = state.iter().copied().map(CodeId::new).collect();
                    let truth = cost(&outcomes, &state, of, left, known);
                    if let Some((lower, is_cost)) = members.glance(&outcomes, &state, &bounds) {
                        assert!(lower <= truth && (!is_cost || lower == truth), "{of:?} {left} {state:?}");
                        exact[number] += u32::from(is_cost);
                    }
                }
            }
        }
    }
    assert!(exact.iter().all(|&found| found > 2), "{exact:?}");
}

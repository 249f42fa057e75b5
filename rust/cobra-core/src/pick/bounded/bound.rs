//! The best score an experiment can have when the sizes of its cells lie in given ranges.
//!
//! Pouring the codes into the cells, always into the lowest one that is not full, gives the most even sizes: they are
//! majorised by all others, so that every sum of convex functions of the sizes, and the largest size, is least, and the
//! number of cells in use greatest (Hardy, Littlewood and Pólya 1929).

use crate::base::convert::ToIndex;
use crate::evaluate::{Criterion, Logarithms, Score, NO_INFORMATION};

/// The fewest and the most codes of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub low: u32,
    pub high: u32,
}

/// The most even sizes within the ranges that add up to `codes`; `None` where there are none.
pub(super) fn pour(ranges: &[Range], codes: u32, sizes: &mut Vec<u32>) -> Option<()> {
    let filled =
        |level: u32| -> u64 { ranges.iter().map(|range| u64::from(level.clamp(range.low, range.high))).sum() };
    if ranges.iter().any(|range| range.low > range.high) {
        return None;
    }
    // the highest level that takes no more than all codes
    let (mut low, mut high) = (0, codes);
    let all = u64::from(codes);
    if filled(low) > all || filled(high) < all {
        return None;
    }
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if filled(middle) <= all {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    sizes.clear();
    sizes.extend(ranges.iter().map(|range| low.clamp(range.low, range.high)));
    let mut left = codes - sizes.iter().sum::<u32>();
    for (size, range) in sizes.iter_mut().zip(ranges) {
        if left > 0 && *size == low && *size < range.high {
            *size += 1;
            left -= 1;
        }
    }
    (left == 0).then_some(())
}

/// A bound on the score of every experiment with cells in these ranges; `NO_INFORMATION` where one cell has all codes.
/// `None` where no sizes fit. Exact when the ranges leave no choice.
pub(super) fn least_score(
    criterion: Criterion,
    ranges: &[Range],
    codes: u32,
    logarithms: &Logarithms,
    sizes: &mut Vec<u32>,
) -> Option<Score> {
    pour(ranges, codes, sizes)?;
    let score = criterion.score(sizes.iter().copied(), logarithms);
    let exact = criterion != Criterion::EntModels || ranges.iter().all(|range| range.low == range.high);
    Some(if exact || score == NO_INFORMATION { score } else { score - logarithms.slack(codes.index()) })
}

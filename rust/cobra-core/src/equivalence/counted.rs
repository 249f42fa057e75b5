//! How many experiments differ, without listing them, where every type weighs one set of symbols against another.
//!
//! The first of two disjoint sets of one size has the least symbol of both; nothing else is demanded. Permutations of
//! symbols within classes carry experiments to each other that use equally many symbols of each class on the left, and on
//! the right. So an orbit is a pair of numbers for each class, together at most its size. Other symmetries, and the
//! exchange of the sides, permute classes and sides; orbits under all together are as many as these permutations fix
//! pairs on average (the lemma of Cauchy and Frobenius). What is fixed is a coefficient of a product of polynomials, with
//! a factor for each cycle of classes.

use std::collections::hash_map::Entry;
use std::collections::HashMap;

use crate::base::convert::{ToIndex, ToU64};
use crate::base::error::Result;
use crate::base::ids::TypeIndex;
use crate::base::limits::Control;
use crate::equivalence::situation::Situation;
use crate::equivalence::symmetry::Symmetry;
use crate::equivalence::Equivalence;
use crate::game::program::SlotKind;
use crate::group::permutation::generated;
use crate::list::interchange::OUTSIDE;

/// Permutations of classes and sides that are looked at, at most.
const MOST_PERMUTATIONS: usize = 64;
/// Sums made for one size of weighings and its classes, at most: about a second.
const MOST_WORK: u64 = 1 << 29;

/// A type that weighs sets of one size: the class of each symbol, numbered from 0, and the size.
struct Weighing {
    class: Vec<usize>,
    size: usize,
}

/// Where classes go, and whether the sides change places.
type Move = (Vec<usize>, bool);

/// The number of representatives; `None` where they cannot be counted so, or are more than 2^64.
pub(super) fn count(situation: &Situation<'_>, equivalence: Equivalence) -> Result<Option<u64>> {
    if matches!(equivalence, Equivalence::None | Equivalence::Partition | Equivalence::Graph) {
        return Ok(None);
    }
    let class = situation.alike(equivalence, None)?;
    let weighings = situation.types().map(|type_index| weighing(situation, type_index, &class));
    let Some(weighings) = weighings.collect::<Option<Vec<_>>>() else { return Ok(None) };
    let symmetries = situation.generators(equivalence)?;
    let most = weighings.iter().map(|weighing| weighing.size).max().unwrap_or(0);
    let mut known = HashMap::new();
    let mut total: u64 = 0;
    for (type_index, weighing) in TypeIndex::with(weighings) {
        let generators = symmetries.iter().map(|symmetry| moved(symmetry, type_index, &weighing));
        let Some(generators) = generators.collect::<Option<Vec<Move>>>() else { return Ok(None) };
        let sizes = sizes(&weighing.class);
        let Some(group) = group_of(sizes.len(), generators) else { return Ok(None) };
        let counts = match known.entry((sizes, group)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let (sizes, group) = place.key();
                let Some(counts) = orbits(sizes, group, most, situation.control)? else { return Ok(None) };
                place.insert(counts)
            }
        };
        let counted = u64::try_from(counts[weighing.size]).ok();
        let Some(sum) = counted.and_then(|counted| total.checked_add(counted)) else { return Ok(None) };
        total = sum;
    }
    Ok(Some(total))
}

/// The type as a weighing, if it is one. That its conditions demand no more is known from the pair of its sides, which
/// the front end found (`cobra/symmetries/sides.py`).
fn weighing(situation: &Situation<'_>, type_index: TypeIndex, class: &[u32]) -> Option<Weighing> {
    let engine = situation.engine;
    let [left, right] = engine.plans[type_index].space.slots[..] else { return None };
    let (SlotKind::Set { symbols, min, .. }, [_]) = (left.kind, &engine.swaps[type_index][..]) else {
        return None;
    };
    let numbers = engine.symbols.slots(type_index);
    let alike = numbers.len() == 2 && numbers[0] == numbers[1] && engine.symbols.layers(type_index).is_empty();
    let beside = left.first == 0 && right.first == symbols && left.kind == right.kind;
    if !alike || !beside || !engine.lists(type_index).acts() {
        return None;
    }
    let numbers = numbers[0].as_ref()?;
    let mut names = HashMap::new();
    let name = |place: u32| match numbers[place.index()] {
        OUTSIDE => (OUTSIDE, place),
        symbol => (class[symbol.index()], OUTSIDE),
    };
    let number = |place: u32| {
        let next = names.len();
        *names.entry(name(place)).or_insert(next)
    };
    Some(Weighing { class: (0..symbols).map(number).collect(), size: min.index() })
}

/// What a symmetry does to classes and sides, if it carries experiments of the type to such, and classes to classes.
fn moved(symmetry: &Symmetry, type_index: TypeIndex, weighing: &Weighing) -> Option<Move> {
    let image = symmetry.parameters(type_index)?;
    let width = weighing.class.len();
    let exchanged = image.first()?.index() >= width;
    let mut to = vec![None; width];
    for (place, &number) in weighing.class.iter().enumerate() {
        let (left, right) = (image[place].index(), image[width + place].index());
        let (low, high) = if exchanged { (right, left) } else { (left, right) };
        if low >= width
            || high != low + width
            || *to[number].get_or_insert(weighing.class[low]) != weighing.class[low]
        {
            return None;
        }
    }
    Some((to.into_iter().flatten().collect(), exchanged))
}

/// The number of symbols of each class.
fn sizes(class: &[usize]) -> Vec<usize> {
    let mut sizes = vec![0; class.iter().max().map_or(0, |&most| most + 1)];
    class.iter().for_each(|&number| sizes[number] += 1);
    sizes
}

/// The group generated by some permutations and the exchange of the sides, ascending; `None` when it is large.
fn group_of(classes: usize, mut generators: Vec<Move>) -> Option<Vec<Move>> {
    let identity: Vec<usize> = (0..classes).collect();
    generators.push((identity.clone(), true));
    let after = |(to, exchanges): &Move, (classes, exchanged): &Move| {
        (classes.iter().map(|&class| to[class]).collect(), exchanged != exchanges)
    };
    let mut group = generated((identity, false), &generators, MOST_PERMUTATIONS, after, Move::clone)?;
    group.sort_unstable();
    Some(group)
}

/// The numbers of orbits of weighings with 0, 1, … symbols on each side; `None` when there are too many.
fn orbits(sizes: &[usize], group: &[Move], most: usize, control: &Control) -> Result<Option<Vec<u128>>> {
    let symbols: usize = sizes.iter().sum();
    let work = ((most + 1) * (most + 1)).to_u64() * symbols.to_u64();
    if work.saturating_mul(group.len().to_u64()) > MOST_WORK {
        return Ok(None);
    }
    let mut sums = vec![0_u128; most + 1];
    for (to, exchanged) in group {
        let Some(fixed) = fixed(sizes, to, *exchanged, most, control)? else { return Ok(None) };
        for (sum, fixed) in sums.iter_mut().zip(fixed) {
            let Some(more) = sum.checked_add(fixed) else { return Ok(None) };
            *sum = more;
        }
    }
    Ok(Some(sums.into_iter().map(|sum| sum / group.len() as u128).collect()))
}

/// How many choices of two numbers for each class a permutation fixes, by their sums, which are equal on both sides.
fn fixed(
    sizes: &[usize],
    to: &[usize],
    exchanged: bool,
    most: usize,
    control: &Control,
) -> Result<Option<Vec<u128>>> {
    let side = most + 1;
    // counts[l * side + r]: the choices so far with l symbols on the left and r on the right
    let mut counts = vec![0_u128; side * side];
    counts[0] = 1;
    for (length, size) in cycles(sizes, to) {
        control.poll()?;
        let mut product = vec![0_u128; side * side];
        let grown = match exchanged {
            false => times_pairs(&counts, &mut product, side, length, size),
            true if length % 2 == 0 => {
                // on the left as many as on the right in the next class, and the other way round
                let factor = (0..=size).map(|both| (length / 2 * both, both as u128 + 1));
                times_equal(&counts, &mut product, side, factor)
            }
            true => times_equal(&counts, &mut product, side, (0..=size / 2).map(|each| (length * each, 1))),
        };
        if grown.is_none() {
            return Ok(None);
        }
        counts = product;
    }
    Ok(Some((0..side).map(|sum| counts[sum * side + sum]).collect()))
}

/// The cycles of a permutation of classes: length, and the size of the classes.
fn cycles(sizes: &[usize], to: &[usize]) -> Vec<(usize, usize)> {
    let mut seen = vec![false; to.len()];
    let mut cycles = Vec::new();
    for (start, &size) in sizes.iter().enumerate() {
        let (mut length, mut class) = (0, start);
        while !std::mem::replace(&mut seen[class], true) {
            (length, class) = (length + 1, to[class]);
        }
        if length > 0 {
            cycles.push((length, size));
        }
    }
    cycles
}

/// Multiplies by the sum of x^(la) y^(lb) over all a + b <= size: with the terms of a + b = s being x^l times those of
/// s - 1, and y^(ls). `None` when numbers become too large.
fn times_pairs(counts: &[u128], product: &mut [u128], side: usize, length: usize, size: usize) -> Option<()> {
    let mut terms = counts.to_vec();
    product.copy_from_slice(counts);
    for both in 1..=size.min(2 * (side - 1) / length) {
        for left in (0..side).rev() {
            for right in 0..side {
                let before = if left >= length { terms[(left - length) * side + right] } else { 0 };
                let own = if right >= length * both { counts[left * side + right - length * both] } else { 0 };
                let sum = before.checked_add(own)?;
                terms[left * side + right] = sum;
                product[left * side + right] = product[left * side + right].checked_add(sum)?;
            }
        }
    }
    Some(())
}

/// Multiplies by a sum of factor times (xy)^exponent.
fn times_equal(
    counts: &[u128],
    product: &mut [u128],
    side: usize,
    factors: impl Iterator<Item = (usize, u128)>,
) -> Option<()> {
    for (exponent, factor) in factors.take_while(|&(exponent, _)| exponent < side) {
        for sum in exponent..side {
            let more = counts[(sum - exponent) * (side + 1)].checked_mul(factor)?;
            product[sum * (side + 1)] = product[sum * (side + 1)].checked_add(more)?;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Pairs of sides of `each` symbols, by class, that differ under permutations of classes and the exchange of sides.
    fn by_listing(sizes: &[usize], group: &[Move], each: usize) -> usize {
        let mut all: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
        for &size in sizes {
            let pairs = (0..=size).flat_map(|left| (0..=size - left).map(move |right| (left, right)));
            all = all.iter().flat_map(|row| pairs.clone().map(|pair| [row.as_slice(), &[pair]].concat())).collect();
        }
        all.retain(|row| row.iter().map(|pair| pair.0).sum::<usize>() == each);
        all.retain(|row| row.iter().map(|pair| pair.1).sum::<usize>() == each);
        let least = |row: &Vec<(usize, usize)>| {
            let image = |(to, exchanged): &Move| {
                let mut image = row.clone();
                for (class, &(left, right)) in row.iter().enumerate() {
                    image[to[class]] = if *exchanged { (right, left) } else { (left, right) };
                }
                image
            };
            group.iter().map(image).min()
        };
        all.iter().map(least).collect::<BTreeSet<_>>().len()
    }

    #[test]
    fn as_many_are_counted_as_listed() {
        let cases: [(&[usize], &[usize], bool); 5] = [
            (&[4], &[0], false),
            (&[1, 3, 2], &[0, 1, 2], false),
            (&[3, 3, 2], &[1, 0, 2], false),
            (&[3, 3, 2], &[1, 0, 2], true),
            (&[2, 2, 2, 1], &[1, 2, 0, 3], true),
        ];
        for (sizes, to, exchanged) in cases {
            let generators = vec![(to.to_vec(), exchanged)];
            let group = group_of(sizes.len(), generators).unwrap();
            let counts = orbits(sizes, &group, 4, &Control::default()).unwrap().unwrap();
            for (each, &count) in counts.iter().enumerate() {
                assert_eq!(count, by_listing(sizes, &group, each) as u128, "{sizes:?}, {each} a side");
            }
        }
    }

    #[test]
    fn too_many_are_not_counted() {
        let group = group_of(300, Vec::new()).unwrap();
        assert_eq!(orbits(&[1; 300], &group, 100, &Control::default()).unwrap(), None);
    }
}

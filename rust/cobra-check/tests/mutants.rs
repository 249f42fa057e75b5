//! Certificates with something changed: the check comes to an end, and none that claims more than is true is believed.
//!
//! The certificates in `certificates` are those that `cobra optimal GAME -D NAME=VALUE --objective OBJECTIVE --certificate FILE`
//! writes for small games; each of their claims is of an optimum, so one more is false.

mod common;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::panic::{catch_unwind, AssertUnwindSafe};

use cobra_check::{check, Refusal};
use common::{known, packed, raise};

/// Pieces of work and bytes of memory that a check is allowed.
const MOST: u64 = 1 << 26;

/// The numbers of SplitMix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }

    fn one_in(&mut self, number: usize) -> bool {
        self.below(number) == 0
    }
}

/// Changes bytes; most of them are numbers of their own.
fn change_list(list: &mut Vec<u8>, random: &mut Random) {
    let place = random.below(list.len());
    let end = (place + 1 + random.below(8)).min(list.len());
    match random.below(7) {
        _ if list.is_empty() => list.push(random.below(256) as u8),
        0 => list[place] = random.below(256) as u8,
        1 | 2 => list[place] = list[place].wrapping_add(1),
        3 => list[place] = list[place].wrapping_sub(1),
        4 => drop(list.drain(place..end)),
        5 => {
            let copied = list[place..end].to_vec();
            let at = random.below(list.len());
            list.splice(at..at, copied);
        }
        _ => {
            let other = random.below(list.len());
            list.swap(place, other);
        }
    }
}

/// Changes a word of the text.
fn change_words(words: &mut Vec<Cow<'_, str>>, random: &mut Random) {
    const VALUES: [&str; 8] = ["0 ", "1 ", "2 ", "9 ", "999 ", "18446744073709551615 ", "-c0 ", "\n"];
    let (place, other) = (random.below(words.len()), random.below(words.len()));
    match random.below(5) {
        0 => drop(words.remove(place)),
        1 => words[place] = words[other].clone(),
        2 => words.insert(place, words[other].clone()),
        3 => words[place] = VALUES[random.below(VALUES.len())].into(),
        _ => words.swap(place, other),
    }
    if words.is_empty() {
        words.push("\n".into());
    }
}

/// Checks so many mutants; returns how many of them were believed, refused, and stopped for their size.
fn mutants(number: usize, seed: u64) -> BTreeMap<&'static str, usize> {
    let (known, mut random) = (known(), Random(seed));
    let mut counts = BTreeMap::new();
    for mutant in 0..number {
        let one = &known[random.below(known.len())];
        let (mut words, mut list) = (one.words(), one.list.clone());
        let raised = random.one_in(2);
        if raised {
            raise(&mut words, random.below(usize::MAX), random.below(3));
        }
        for _ in 0..=random.below(4) {
            if raised || !random.one_in(3) {
                change_list(&mut list, &mut random);
            } else {
                change_words(&mut words, &mut random);
            }
        }
        let mut file = packed(&words, &list);
        if random.one_in(20) {
            change_list(&mut file, &mut random);
        }
        let mut watch = |spent: &cobra_check::Spent| (spent.work as u64) < MOST && spent.memory < MOST;
        let checked = catch_unwind(AssertUnwindSafe(|| check(&file, &mut watch)));
        let fate = match checked {
            Err(_) => panic!("mutant {mutant} of seed {seed}: the checker breaks down"),
            Ok(Ok((claims, _))) if raised => panic!("mutant {mutant} of seed {seed} is believed: {claims}"),
            Ok(Ok(_)) => "believed",
            Ok(Err(Refusal::Wrong(..))) => "refused",
            Ok(Err(Refusal::Stopped)) => "stopped",
        };
        *counts.entry(fate).or_default() += 1;
    }
    println!("{number} mutants of seed {seed}: {counts:?}");
    counts
}

#[test]
fn what_is_unchanged_is_believed() {
    for one in known() {
        assert!(check(&packed(&one.words(), &one.list), &mut |_| true).is_ok());
    }
}

#[test]
fn mutants_that_claim_more_are_refused() {
    let counts = mutants(5_000, 1);
    assert!(counts["refused"] > 4_000 && counts["believed"] > 20, "{counts:?}");
}

/// `COBRA_SEED` may name another seed. Optimised, a million takes a minute of processor time.
#[test]
#[ignore = "takes minutes"]
fn ten_million_mutants() {
    let seed: u64 = std::env::var("COBRA_SEED").map_or(2, |seed| seed.parse().unwrap());
    for part in 0..10 {
        mutants(1_000_000, 10 * seed + part);
    }
}

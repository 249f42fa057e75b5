//! Which mutant is switched on: that of the number in `COBRA_MUTANT`. With `COBRA_MUTANTS_SEEN` the numbers of those that
//! are come to are written to that file instead.

use std::fs::OpenOptions;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

const NONE: usize = usize::MAX;
const UNKNOWN: usize = usize::MAX - 1;
const RECORD: usize = usize::MAX - 2;
const MOST: usize = 1 << 15;
static CHOSEN: AtomicUsize = AtomicUsize::new(UNKNOWN);
static SEEN: [AtomicBool; MOST] = [const { AtomicBool::new(false) }; MOST];

#[inline(always)]
pub fn is(number: usize) -> bool {
    let chosen = CHOSEN.load(Relaxed);
    chosen == number || ((RECORD..NONE).contains(&chosen) && begin_or_record(number))
}

#[cold]
#[inline(never)]
fn begin_or_record(number: usize) -> bool {
    let file = std::env::var("COBRA_MUTANTS_SEEN").ok();
    if CHOSEN.load(Relaxed) == UNKNOWN {
        let chosen = match std::env::var("COBRA_MUTANT") {
            Ok(text) => text.parse().expect("a number"),
            Err(_) => file.as_ref().map_or(NONE, |_| RECORD),
        };
        CHOSEN.store(chosen, Relaxed);
    }
    if let (RECORD, Some(file)) = (CHOSEN.load(Relaxed), file) {
        if !SEEN[number].swap(true, Relaxed) {
            let mut file = OpenOptions::new().append(true).create(true).open(file).expect("a place to write to");
            writeln!(file, "{number}").expect("a line is written");
        }
    }
    CHOSEN.load(Relaxed) == number
}

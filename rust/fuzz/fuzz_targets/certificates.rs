//! The checker comes to an end whatever it reads, and believes no claim that is more than an optimum.
//!
//! The first byte says what the others are: the list of a known certificate, one of whose claims is made greater as the second
//! byte says; a text, 0 and a list; or the bytes of a file.
#![no_main]

#[allow(dead_code)] // the lists, which are in the seeds
#[path = "../../cobra-check/tests/common/mod.rs"]
mod common;

use std::sync::OnceLock;

use cobra_check::{check, Spent};
use common::{known, packed, raise, Known};
use libfuzzer_sys::{fuzz_target, Corpus};

/// Pieces of work and bytes of memory that a check is allowed.
const MOST: u64 = 1 << 24;
static KNOWN: OnceLock<Vec<Known>> = OnceLock::new();

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let [kind, how, rest @ ..] = bytes else { return Corpus::Reject };
    if rest.len() >= 1 << 15 {
        return Corpus::Reject;
    }
    let known = KNOWN.get_or_init(known);
    let (file, false_claim) = match (known.get(usize::from(*kind)), kind) {
        (Some(one), _) => {
            let mut words = one.words();
            raise(&mut words, usize::from(how / 4), usize::from(how % 4));
            (packed(&words, rest), true)
        }
        (None, 8) => {
            let (text, list) = rest.split_at(rest.iter().position(|&byte| byte == 0).unwrap_or(rest.len()));
            (packed(&[String::from_utf8_lossy(text)], list.get(1..).unwrap_or_default()), false)
        }
        _ => (rest.to_vec(), false),
    };
    let believed = check(&file, &mut |spent: &Spent| (spent.work as u64) < MOST && spent.memory < MOST);
    assert!(!(false_claim && believed.is_ok()), "believed: {believed:?}");
    Corpus::Keep
});

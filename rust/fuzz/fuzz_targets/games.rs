//! Everything that the engine says of a small game is as it is by brute force.
#![no_main]

#[allow(dead_code, unused_imports)] // what else it tests
#[path = "../../cobra-core/tests/small_world.rs"]
mod small_world;

use libfuzzer_sys::{fuzz_target, Corpus};
use small_world::{a_game_agrees, common::Random};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Some((&number, bytes)) = bytes.split_first() else { return Corpus::Reject };
    a_game_agrees(&mut Random::Chosen(bytes), number.into()).map_or(Corpus::Reject, |()| Corpus::Keep)
});

//! The walk over the assignments of a space lists what a filter of all fillings leaves.
#![no_main]

use cobra_core::laws::{a_walk_is_a_filter, Random};
use libfuzzer_sys::{fuzz_target, Corpus};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    a_walk_is_a_filter(&mut Random::Chosen(bytes)).map_or(Corpus::Reject, |_| Corpus::Keep)
});

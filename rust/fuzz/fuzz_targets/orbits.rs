//! Of what can be interchanged the walk visits one, which stands for as many as there are.
#![no_main]

use cobra_core::laws::{the_first_is_visited, Random};
use libfuzzer_sys::{fuzz_target, Corpus};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    the_first_is_visited(&mut Random::Chosen(bytes)).map_or(Corpus::Reject, |_| Corpus::Keep)
});

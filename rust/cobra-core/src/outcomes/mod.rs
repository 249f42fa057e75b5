//! What experiments answer on sets of codes, all at once.

pub(crate) mod ending;
pub(crate) mod experiments;
pub(crate) mod of_one;
pub(crate) mod splits;
pub(crate) mod table;
pub(crate) mod words;

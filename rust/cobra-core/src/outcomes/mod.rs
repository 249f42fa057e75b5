//! What experiments answer on sets of codes, all at once.

pub(crate) mod ending;
pub(crate) mod partition;
pub(crate) mod splits;
pub(crate) mod table;

//! The experiments of a type: listed, counted, and those that end a play.

pub(crate) mod closing;
pub(crate) mod count;
pub(crate) mod first;
pub(crate) mod lists;
pub(crate) mod types;

//! What is done with graphs of formulas: carried along by a permutation, propagated through.

pub(crate) mod carry;
pub(crate) mod circuit;

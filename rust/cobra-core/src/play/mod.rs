//! How long the plays of a strategy take, and its tree.

pub(crate) mod best_order;
pub(crate) mod ends;
pub(crate) mod greedy;
pub(crate) mod least_lengths;
pub(crate) mod parts;
pub(crate) mod run;
pub(crate) mod tree;

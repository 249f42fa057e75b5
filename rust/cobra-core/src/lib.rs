//! The engine of cobra: codes as bit-vectors, experiments as bit-parallel programs, one-step strategies.
//!
//! No Python, no input or output, no globals.
//!
//! | question | modules |
//! |---|---|
//! | what is a game? | `program`; `validate` checks it before anything else sees it |
//! | which codes, which experiments are there? | `plan`, `enumerate` with `constraint` and `gates`; `space`, `rows`, `codes` |
//! | what does an experiment answer? | `evaluate`, `splits` |
//! | which symmetries has a graph? | `group` |
//! | which experiments are equivalent? | `symbols` (in a state), `equivalence` (any), `orbit` (visiting one of each kind), `spare`, `relabel`, `lists`, `count` with `natural` |
//! | which experiment is next? | `strategy`, `choose`, `pick`, `fixed`, `hits`; `expression` for scores that a user writes; `bounded` where there are too many; `tabulated` from a `table` of all outcomes |
//! | which strategy is the best of all? | `optimal` |
//! | which strategy evolves? | `evolve` |
//! | how long do plays take? | `greedy`, `tied`, `parts`, `tree`; `limits` stops it |
//!
//! [`Engine`] is the way in.

#[cfg(test)]
extern crate self as cobra_core; // the games of tests/common are written for users of the crate

pub mod bits;
mod bounded;
mod carry;
mod choice;
mod choose;
mod codes;
#[cfg(test)]
#[allow(dead_code)] // some of it serves other tests
#[path = "../tests/common/mod.rs"]
mod common;
mod constraint;
mod count;
mod engine;
mod enumerate;
pub mod equivalence;
pub mod error;
pub mod evaluate;
mod evolve;
pub mod expression;
mod filter;
mod fixed;
mod gates;
mod greedy;
pub mod group;
mod hits;
mod inseparable;
pub mod limits;
mod lists;
mod measure;
pub mod natural;
mod optimal;
mod orbit;
mod parts;
mod pick;
mod plan;
pub mod program;
mod relabel;
mod rows;
mod slots;
pub mod space;
mod spare;
mod splits;
pub mod strategy;
mod symbols;
mod table;
mod tabulated;
mod tied;
mod tree;
mod validate;

pub use choose::Options;
pub use engine::{Engine, Experiment, Outcomes};
pub use evolve::Evolution;
pub use greedy::{choose, greedy};
pub use inseparable::inseparable;
pub use measure::largest_branching;
pub use optimal::{optimal, Interval, Objective, Optimal, OptimalOptions, FACT_BYTES};
pub use splits::{splits, Split};
pub use tree::{FlatTree, Greedy};

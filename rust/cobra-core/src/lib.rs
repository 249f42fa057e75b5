//! The engine of cobra: codes as bit-vectors, experiments as bit-parallel programs, one-step strategies.
//!
//! No Python, no input or output, no globals.
//!
//! | question | modules |
//! |---|---|
//! | what is a game? | `program`; `validate` checks it before anything else sees it |
//! | which codes, which experiments are there? | `plan`, `enumerate` with `constraint` and `gates`; `space`, `rows`, `codes` |
//! | what does an experiment answer? | `evaluate` |
//! | which experiments are equivalent? | `symbols` (in a state), `orbit` (visiting one of each kind), `spare`, `relabel`, `lists`, `count` |
//! | which experiment is next? | `strategy`, `choose`, `pick`, `fixed`, `hits` |
//! | how long do plays take? | `greedy`, `parts`, `tree`; `limits` stops it |
//!
//! [`Engine`] is the way in.

pub mod bits;
mod choose;
mod codes;
mod constraint;
mod count;
mod engine;
mod enumerate;
pub mod error;
pub mod evaluate;
mod fixed;
mod gates;
mod greedy;
mod hits;
pub mod limits;
mod lists;
mod measure;
mod orbit;
mod parts;
mod pick;
mod plan;
pub mod program;
mod relabel;
mod rows;
pub mod space;
mod spare;
pub mod strategy;
mod symbols;
mod tree;
mod validate;

pub use choose::Options;
pub use engine::{Engine, Experiment};
pub use greedy::greedy;
pub use measure::largest_branching;
pub use tree::{FlatTree, Greedy};

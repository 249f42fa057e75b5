//! The engine of cobra: codes as bit-vectors, experiments as bit-parallel programs, one-step strategies.
//!
//! No Python, no input or output, no globals.
//!
//! | question | room |
//! |---|---|
//! | what is a game? | `game`: `program`; `validate` checks it before anything else sees it |
//! | which codes, which experiments are there? | `list`: a `plan` and a walk over it (`enumerate`, with `constraint` and `formula::circuit`); `rows`, `codes` |
//! | what does an experiment answer? | `evaluate`; `outcomes` for many at once |
//! | which symmetries has a graph? | `group` |
//! | which experiments are equivalent? | `symmetry` (in a state), `list::orbit` (visiting one of each kind), `experiments` (lists and counts of them), `equivalence` (any) |
//! | which experiment is next? | `pick`; `expression` for scores that a user writes |
//! | which strategy is the best of all? | `optimal` |
//! | which strategy evolves? | `evolve` |
//! | how long do plays take? | `play` |
//! | what can go wrong, and what stops it? | `base` |
//!
//! [`Engine`] is the way in.

#[cfg(test)]
extern crate self as cobra_core; // the games of tests/common are written for users of the crate

mod base;
#[cfg(test)]
#[allow(dead_code)] // some of it serves other tests
#[path = "../tests/common/mod.rs"]
mod common;
mod engine;
pub mod equivalence;
pub mod evaluate;
mod evolve;
mod experiments;
pub mod expression;
mod formula;
mod game;
pub mod group;
mod list;
mod optimal;
mod outcomes;
mod pick;
mod play;
mod symmetry;

pub use base::{bits, error, limits, natural};
pub use engine::{Engine, Experiment, Outcomes};
pub use evolve::Evolution;
pub use game::{program, space};
pub use optimal::{optimal, Interval, Objective, Optimal, OptimalOptions, FACT_BYTES};
pub use outcomes::splits::{splits, Split};
pub use pick::chooser::Options;
pub use pick::inseparable::inseparable;
pub use pick::measure::largest_branching;
pub use pick::strategy::{self, LookAhead};
pub use play::greedy::{choose, greedy};
pub use play::tree::{FlatTree, Greedy};

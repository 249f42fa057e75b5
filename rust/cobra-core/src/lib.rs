//! The engine of cobra: codes as bit-vectors, experiments as bit-parallel programs, one-step strategies.
//!
//! No Python, no input or output, no globals.
//!
//! The rooms, from the ground up; each uses only those above it in this table.
//!
//! | question | room |
//! |---|---|
//! | what can go wrong, and what stops it? | `base`; `ids` there has a type for the numbers of each kind of things |
//! | what is a formula, and what is computed from one? | `formula` |
//! | what is a game? | `game`: `program`; `validate` checks it before anything else sees it |
//! | which symmetries has a graph? | `group` |
//! | what does an experiment answer? | `evaluate` |
//! | which codes, which experiments are there? | `list`: a `plan` and a walk over it (`enumerate`, with `constraint`); `orbit` to visit one of each kind |
//! | what may be exchanged? | `symmetry` |
//! | a game ready for questions | `engine`: what others compute for a game, they keep there |
//! | which experiments has a type? | `experiments`: lists and counts, and those that end a play |
//! | what do experiments answer on a state? | `outcomes`; also when a play is over |
//! | which experiments are equivalent? | `equivalence` |
//! | what is the value of a score that a user wrote? | `expression` |
//! | which experiment is next? | `pick` |
//! | how long do plays take? | `play` |
//! | which strategy evolves? | `evolve` |
//! | which strategy is the best of all? | `optimal` |
//! | what if more changes than what is known? | `standing` |
//! | what if answers may be lies, or the secret moves? | `unseen` |
//!
//! [`Engine`] is the way in.

#[cfg(any(test, fuzzing))]
extern crate self as cobra_core; // the games of tests/common are written for users of the crate

mod base;
#[cfg(any(test, fuzzing))]
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
mod standing;
mod symmetry;
mod unseen;

#[cfg(target_os = "linux")]
pub use base::allocator;
pub use base::ids::{CodeId, HiddenId, NodeId, OutcomeId, SlotId, TypeIndex};
pub use base::{bits, error, limits, natural};
pub use engine::{Engine, Experiment};
pub use evolve::Evolution;
pub use game::{program, space};
pub use optimal::{
    prove, Asked, Exchange, Interval, Objective, Optimal, OptimalOptions, Piece, PieceResult, Proof, ProofClaim,
    ProofOptions, Question, Reply, Request, Solver, FACT_BYTES,
};
pub use outcomes::of_one::Outcomes;
pub use outcomes::splits::{splits, Split};
pub use pick::chooser::Options;
pub use pick::inseparable::inseparable;
pub use pick::measure::largest_branching;
pub use pick::strategy::{self, LookAhead};
pub use play::tree::{FlatTree, Greedy};
pub use standing::{followed, offered, Followed, PlayEnd};
pub use symmetry::game_graph::GameGraph;
pub use unseen::{
    choose, greedy, least_worst_of_numbers, openings, optimal, tied, CountedSearch, PlayPlace, PlayStart,
};

/// What must hold of random spaces: `rust/fuzz` tries it, guided by coverage.
#[cfg(fuzzing)]
pub mod laws {
    pub use crate::common::Random;
    pub use crate::list::random_orbits::the_first_is_visited;
    pub use crate::list::random_spaces::a_walk_is_a_filter;
}

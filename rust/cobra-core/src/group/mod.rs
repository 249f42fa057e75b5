//! Graphs and their symmetries.
//!
//! | question | module |
//! |---|---|
//! | which vertices, which colours, which edges? | `graph` |
//! | which permutations keep it, and which form have all graphs that differ in names only? | `automorphism` |
//! | which permutation carries one graph to another? | `matching`, by `refinement` |
//! | what do permutations do? | `permutation` |
//! | what do formulas say of an unknown, and where does a permutation carry them? | `carried_formulas` |

pub mod automorphism;
pub mod carried_formulas;
pub mod graph;
pub(crate) mod matching;
pub mod permutation;
mod refinement;

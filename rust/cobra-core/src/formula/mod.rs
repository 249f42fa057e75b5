//! Graphs of formulas: their nodes, and all that is done with them.
//!
//! | question | module |
//! |---|---|
//! | what is a formula? | `node` |
//! | what is needed of a graph? | `needed` |
//! | what are formulas worth? | `evaluate`: one walk, whatever the values |
//! | how are formulas made? | `build`: the algebra whose values are formulas |
//! | what is left of an answer where something is known? | `residual` |
//! | what does a permutation make of them? | `carry` |
//! | what follows from what must hold? | `circuit` |

pub(crate) mod build;
pub(crate) mod carry;
pub(crate) mod circuit;
pub(crate) mod evaluate;
pub(crate) mod needed;
pub mod node;
pub(crate) mod residual;

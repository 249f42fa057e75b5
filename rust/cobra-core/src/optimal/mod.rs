//! Optimal strategies: the least cost of all strategies, proved, and a strategy that has it.
//!
//! | question | module |
//! |---|---|
//! | what does a play cost, and when is it over? | `cost`, `problem` |
//! | what does a set of codes cost at least? | `bounds` |
//! | which experiments are there, and what do they answer? | `source`: `table` (all outcomes kept, made by `tabulation`), `computed` (on demand) |
//! | which bounds have all experiments of a table on a state? | `scan` over `lines`, with `lanes` (SIMD), `planes` (sizes in binary), `ranks` and `prices` (what cells cost); `members` for small states |
//! | which states cost the same, and which experiments on a state? | `canonical`, with `turns`; `stabiliser` |
//! | what is the cost? | `search` of a `task`: in some `order`, experiment by experiment by its `cells`; `thread` and `frame` have the buffers |
//! | which thread does what? | `split` |
//! | what is known of states met before? | `known`, with `transposition` |
//! | which tasks make up an objective? | `objective` |
//! | what is the strategy? | `extract` |

mod bounds;
mod canonical;
mod cells;
mod computed;
mod cost;
mod extract;
mod frame;
mod known;
mod lanes;
mod lines;
mod members;
mod objective;
mod order;
mod partition;
mod planes;
mod prices;
mod problem;
mod ranks;
mod scan;
#[cfg(test)]
mod scan_tests;
mod search;
mod source;
mod split;
mod stabiliser;
#[cfg(test)]
mod symmetry_tests;
mod table;
mod tabulation;
mod task;
mod thread;
mod transposition;
mod turns;

pub use self::objective::{optimal, Interval, Objective, Optimal, OptimalOptions, FACT_BYTES};

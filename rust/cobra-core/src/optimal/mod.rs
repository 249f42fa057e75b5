//! Optimal strategies: the least cost of all strategies, proved, and a strategy that has it.
//!
//! | question | module |
//! |---|---|
//! | what does a play cost, and when is it over? | `cost`, `problem` |
//! | what does a set of codes cost at least? | `bounds` |
//! | which experiments are there, and what do they answer? | `source`, by `source_choice`: `table_source` (all outcomes kept), `computed_source` (on demand, kept in a `view`) |
//! | what is done elsewhere? | `piece`: a part of a search, done or divided, by a `solver`, in `company`; a search asks at an `exchange` |
//! | how are experiments and outcomes numbered? | `ids` |
//! | which bounds have all experiments of a table on a state? | `line_scan` by some `method`, with `lanes` (SIMD), `marks`, `planes` (sizes in binary), `counts`, `ranks` and `prices` (what cells cost); `hitting` for small states |
//! | which states cost the same, and which experiments on a state? | `canonical`, with `turns`; `stabiliser`; `leaders` of large states |
//! | what is the cost? | `search` of a `task`: in some `order`, experiment by experiment by its `cells`; `thread` and `frame` have the buffers |
//! | which thread does what? | `sharing` |
//! | which strategy is better than the one held? | `improve`, whose finds stand in a `held` |
//! | what is known of states met before? | `known`, with `transposition` |
//! | what is known before the search? | `before` |
//! | which tasks make up an objective? | `objective`; `asked` has what it is asked and answers |
//! | how is a task done, and when is the strategy improved? | `settling`; `pace` has how far the lower end is to rise next |
//! | what does a play cost that begins with an experiment, for many of them? | `openings` |
//! | what is the strategy? | `extract`; of a given one `beginning` |
//! | why can nobody do better? | `certify` |

mod asked;
mod before;
mod beginning;
mod bounds;
mod canonical;
mod cells;
mod certify;
mod company;
mod computed_source;
mod cost;
mod counts;
mod exchange;
mod extract;
mod firsts;
mod frame;
mod fresh;
mod held;
mod hitting;
mod improve;
mod known;
mod lanes;
mod leaders;
mod line_scan;
#[cfg(test)]
mod line_scan_tests;
mod marks;
mod met;
mod method;
mod numbering;
mod objective;
mod openings;
mod order;
mod outcome_sets;
mod pace;
mod piece;
mod planes;
mod prices;
mod problem;
mod ranks;
mod search;
mod settling;
mod sharing;
mod solver;
mod source;
mod source_choice;
mod stabiliser;
#[cfg(test)]
mod symmetry_tests;
mod table_source;
mod task;
mod thread;
mod transposition;
mod turns;
mod view;

pub(crate) use self::asked::statistics;
pub use self::asked::{Interval, Objective, Optimal, OptimalOptions, FACT_BYTES};
pub use self::certify::{prove, Proof, ProofClaim, ProofOptions};
pub(crate) use self::cost::Cost;
pub use self::exchange::{Exchange, Question, Reply, Request};
pub use self::objective::optimal;
pub use self::openings::openings;
pub use self::piece::{Asked, Piece, PieceResult};
pub use self::solver::Solver;

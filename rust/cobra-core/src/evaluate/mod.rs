//! What experiments answer on sets of codes: outcome numbers, numbers of codes per outcome, the best experiment.
//!
//! An [`Evaluator`] is made once for an experiment type and the codes of a game; a [`Prepared`] is a list of experiments
//! of that type. A *state* is a set of codes, given as ascending row numbers of the table of codes. Every method gives the
//! same result on every instruction set.

mod answer_graph;
mod best;
mod code_sliced;
mod components;
mod composition;
mod counters;
mod demanded;
mod digits;
mod direct;
mod entropies;
mod evaluator;
mod final_rows;
mod formulas;
mod found;
mod frontier;
mod ground;
mod interpreter;
pub(crate) mod isa;
mod job;
mod labels;
mod lane_scores;
mod meeting;
mod occurring;
mod one;
mod partial;
mod prepared;
mod renumbering;
mod scan;
mod score;
mod shape;
mod tabulate;
mod varying;
mod visit;
pub(crate) mod wide;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86;

pub use evaluator::{Evaluator, Gathered, Scratch};
pub(crate) use formulas::Formulas;
pub(crate) use found::UNKNOWN;
pub use found::{Best, Query};
pub use isa::Isa;
pub use job::Survey;
pub(crate) use labels::{CellMasks, Labels};
pub use meeting::Met;
pub use prepared::{Prepared, Probe};
pub(crate) use score::log2_of_whole;
pub use score::Logarithms;
pub(crate) use score::ScoreBounds;
pub use score::{Criterion, Score, MOST_CODES, NO_INFORMATION};
pub use tabulate::{Bytes, Tabulator, BLOCK};
pub use varying::Varying;
pub use visit::Interest;

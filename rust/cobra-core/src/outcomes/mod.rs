//! What experiments answer on sets of codes, all at once.
//!
//! | question | module |
//! |---|---|
//! | when is a play over? | `ending` |
//! | what does one experiment answer on the codes of a state? | `of_one` |
//! | how do some experiments split a state? | `splits` |
//! | how many outcomes does an experiment have? | `widths` |
//! | which experiments are kept for a table? | `experiments` |
//! | what do they answer on all codes? | `words`, one experiment after the other; `lines`, many experiments side by side, made by `tabulation`, `blocks` and `numbers`; `table`, in bytes, few experiments of all types together |

mod blocks;
pub(crate) mod ending;
pub(crate) mod experiments;
pub(crate) mod lines;
pub(crate) mod numbers;
pub(crate) mod of_one;
pub(crate) mod splits;
pub(crate) mod table;
pub(crate) mod tabulation;
pub(crate) mod widths;
pub(crate) mod words;

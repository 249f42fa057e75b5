//! The best experiment of types with too many experiments to list: branch and bound over partly known experiments.
//!
//! | question | module |
//! |---|---|
//! | what remains of the answer when the code is known? | `residual`, tabulated by `prospects` |
//! | how may the codes of a state fall into cells? | `outlook` |
//! | which types are concerned? | `unlisted` |
//! | how good can an experiment be then? | `bound`, `judge` |
//! | which experiment is the best? | `walk` |

mod bound;
mod judge;
mod outlook;
mod prospects;
mod residual;
#[cfg(test)]
mod tests;
mod unlisted;
mod walk;

pub(crate) use self::judge::Wanted;
pub(crate) use self::walk::Searched;

//! Which experiment is next.
//!
//! | question | module |
//! |---|---|
//! | what is asked for, and what is known of the game? | `strategy`, `chooser`; `setup` finds it out |
//! | which experiments are looked at in a state? | `offered` |
//! | what do they answer there? | `answers` |
//! | which is the best by a ready-made score? | `choose`; `singly` where no kernel looks at many at once, `by_fixed` where fixed variables count, `bounded` where they are too many to be listed |
//! | by a score that a user wrote? | `by_score`, with bounds in `least`; all that are as good: `tied`; some steps ahead: `ahead`, of the best few: `beam` |
//! | without a score, or at random among the best? | `unscored` |
//! | what do experiments tell apart at all? | `inseparable`, `measure` |
//! | what do strategies go by where more changes than what is known? | `preferences` |

pub(crate) mod ahead;
pub(crate) mod answers;
pub(crate) mod beam;
pub(crate) mod bounded;
pub(crate) mod by_fixed;
pub(crate) mod by_score;
pub(crate) mod choose;
pub(crate) mod chooser;
pub(crate) mod inseparable;
pub(crate) mod least;
pub(crate) mod measure;
pub(crate) mod offered;
pub(crate) mod preferences;
mod setup;
mod singly;
pub mod strategy;
pub(crate) mod tied;
pub(crate) mod unscored;

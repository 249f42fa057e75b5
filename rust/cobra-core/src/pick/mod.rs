//! Which experiment is next.

pub(crate) mod ahead;
pub(crate) mod answers;
pub(crate) mod bounded;
pub(crate) mod by_fixed;
pub(crate) mod by_score;
pub(crate) mod choose;
pub(crate) mod chooser;
pub(crate) mod inseparable;
pub(crate) mod least;
pub(crate) mod measure;
pub(crate) mod offered;
mod setup;
mod singly;
pub mod strategy;
pub(crate) mod tied;
pub(crate) mod unscored;

//! Which experiment is next.

pub(crate) mod ahead;
pub(crate) mod bounded;
pub(crate) mod by_fixed;
pub(crate) mod by_score;
pub(crate) mod choose;
pub(crate) mod chooser;
pub(crate) mod inseparable;
pub(crate) mod least;
pub(crate) mod measure;
pub mod strategy;
pub(crate) mod tabulated;
pub(crate) mod tied;
pub(crate) mod unscored;

//! Which symbols and slots may be exchanged in a set of codes, and what that leaves of the outcomes.

pub(crate) mod absent;
pub(crate) mod classes;
pub(crate) mod game_graph;
pub(crate) mod kept_outcomes;

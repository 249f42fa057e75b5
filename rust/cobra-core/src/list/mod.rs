//! All codes, or all experiments of a type, one after the other: a backtracking walk over the assignments of a space.

pub(crate) mod codes;
pub(crate) mod constraint;
pub(crate) mod enumerate;
pub(crate) mod fillings;
pub(crate) mod interchange;
pub(crate) mod listing;
pub(crate) mod masks;
pub(crate) mod normal;
pub(crate) mod orbit;
pub(crate) mod plan;
#[cfg(any(test, fuzzing))]
pub(crate) mod random_orbits;
#[cfg(any(test, fuzzing))]
pub(crate) mod random_spaces;
pub(crate) mod rows;
pub(crate) mod slot_order;
pub(crate) mod slot_sums;

//! What a game is to the core, and what its assignments look like.

pub mod program;
pub mod space;
pub(crate) mod validate;

//! What every room uses: bit matrices, errors, whole numbers, and how a computation is stopped.

pub mod bits;
pub mod error;
pub(crate) mod kept;
pub mod limits;
pub(crate) mod lock;
pub mod natural;

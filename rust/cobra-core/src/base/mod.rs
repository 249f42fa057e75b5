//! What every room uses: bit matrices, a fast hash, numbers of things, errors, whole numbers, how a computation is stopped, and
//! where large blocks of memory come from.

#[cfg(target_os = "linux")]
pub mod allocator;
pub mod bits;
pub(crate) mod convert;
pub mod error;
pub mod hash;
pub(crate) mod ids;
pub(crate) mod kept;
pub mod limits;
pub(crate) mod lock;
pub mod natural;

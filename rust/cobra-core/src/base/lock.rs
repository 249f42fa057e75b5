//! Locks.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks what another thread may have left when it panicked: such a panic ends the run anyway, and nothing that is locked
/// here is ever left half changed.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

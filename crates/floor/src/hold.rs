//! Locks that stay usable whatever happened while they were held: what they guard is replaced whole, never half.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// To look.
pub(crate) fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

/// To change.
pub(crate) fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

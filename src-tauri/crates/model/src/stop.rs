use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A wish to stop, shared between whoever wishes and whoever computes.
///
/// Clones share one wish. A [`Session`](crate::Session) made with it looks at it while it computes
/// and returns [`Error::Stopped`](crate::Error::Stopped) soon after.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks to stop.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the wish back, before new work.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The address of the wish: valid while `self` or a clone lives.
    pub(crate) fn address(&self) -> *mut c_void {
        Arc::as_ptr(&self.0).cast_mut().cast()
    }
}

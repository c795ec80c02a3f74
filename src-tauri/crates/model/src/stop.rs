use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request to stop, shared between the requester and the computation.
///
/// Clones share one request. A [`Session`](crate::Session) created with it checks it while
/// computing and returns [`Error::Stopped`](crate::Error::Stopped) soon after.
#[derive(Debug, Clone, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// Asks to stop.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Withdraws the request, before new work.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether a stop was requested.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The address of the flag, valid while `self` or a clone lives.
    pub(crate) fn address(&self) -> *mut c_void {
        Arc::as_ptr(&self.0).cast_mut().cast()
    }
}

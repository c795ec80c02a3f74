//! How the program handles the system's limits.

/// Makes a write that would exceed the file size limit (`ulimit -f`) fail, as on a full disk,
/// instead of ending the program. Call it when the program starts.
pub fn fail_at_file_limits() {
    // If the signal cannot be handled, it ends the program as before.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

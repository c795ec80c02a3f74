//! What the system's limits do to the program.

/// Lets a write fail that would make a file larger than files may become (`ulimit -f`), as it does
/// where the disk is full, instead of ending the program. Call it when the program starts.
pub fn fail_at_file_limits() {
    // Where the signal cannot be taken over, it ends the program as before.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

//! How long the threads that compute for llama.cpp wait for one another by spinning.

/// The variable that OpenMP's library reads when a program is loaded, and its value. On a busy machine
/// computing takes half the time with short spins, on an idle one no more.
pub const SPIN: (&str, &str) = ("GOMP_SPINCOUNT", "2000");

/// Has this program begin once more with short spins, unless whoever started it chose how long they are.
/// Call it before anything is done.
pub fn spin_briefly() {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;
        let (name, value) = SPIN;
        if std::env::var_os(name).is_none()
            && let Ok(program) = std::env::current_exe()
        {
            let mut again = std::process::Command::new(program);
            // It returns only where the program cannot begin once more, and then goes on as it is.
            let _ = again.args(std::env::args_os().skip(1)).env(name, value).exec();
        }
    }
}

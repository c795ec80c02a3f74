//! How long llama.cpp's compute threads wait for one another by spinning.

/// The variable that OpenMP's library reads when a program is loaded, and its value. Short spins halve computing time
/// on a busy machine, and do not lengthen it on an idle one.
pub const SPIN: (&str, &str) = ("GOMP_SPINCOUNT", "2000");

/// Restarts this program with short spins, unless the variable is already set. Call it before anything else.
pub fn limit_spinning() {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;
        let (name, value) = SPIN;
        if std::env::var_os(name).is_none()
            && let Ok(program) = std::env::current_exe()
        {
            let mut again = std::process::Command::new(program);
            // It returns only if the program cannot restart, which then continues unchanged.
            let _ = again.args(std::env::args_os().skip(1)).env(name, value).exec();
        }
    }
}

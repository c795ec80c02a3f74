//! Runs other programs and names them when they fail.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// Prints a line of progress: the step and its detail.
pub fn say(step: &str, what: &str) {
    println!("{step}: {what}");
}

/// A program with arguments.
pub fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

/// Cargo, without the environment variables that `cargo xtask` sets for xtask alone.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = command("cargo", arguments);
    for (name, _) in std::env::vars_os() {
        let own = name.to_str().is_some_and(|name| {
            name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
        });
        if own {
            cargo.env_remove(name);
        }
    }
    cargo
}

/// Runs a program to completion; its output goes to the terminal.
pub fn run(command: &mut Command) -> Result<()> {
    let status =
        command.status().with_context(|| format!("{} cannot be started", shown(command)))?;
    if !status.success() {
        bail!("{} failed ({status})", shown(command));
    }
    Ok(())
}

/// Returns what a program prints on stdout. The exit status is ignored: `dpkg-query` complains
/// about unknown packages and still lists the others.
pub fn printed(command: &mut Command) -> Result<String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .with_context(|| format!("{} cannot be started", shown(command)))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether a program succeeds within the time limit. Its output is discarded, and it is stopped
/// when the time is up.
pub fn succeeds_within(limit: Duration, command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = quiet.spawn() else { return false };
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if start.elapsed() < limit => std::thread::sleep(Duration::from_millis(50)),
            // A child that cannot be stopped has exited in the meantime.
            Ok(None) | Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}

/// The path of a program on the `PATH`.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(program).with_extension(std::env::consts::EXE_EXTENSION))
        .find(|file| file.is_file())
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_the_command() {
        let error = run(&mut command("sh", &["-c", "exit 3"])).unwrap_err().to_string();
        assert!(error.starts_with("sh -c exit 3 failed") && error.contains('3'), "{error}");
        let error = run(&mut command("no-such-program", &["a"])).unwrap_err().to_string();
        assert_eq!(error, "no-such-program a cannot be started");
    }

    #[test]
    fn time_is_limited() {
        let limit = Duration::from_millis(200);
        assert!(succeeds_within(limit * 50, &mut command("true", &[])));
        assert!(!succeeds_within(limit, &mut command("false", &[])));
        let start = Instant::now();
        assert!(!succeeds_within(limit, &mut command("sleep", &["60"])));
        assert!(start.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn output_counts_without_the_status() {
        let said = printed(&mut command("sh", &["-c", "echo known; echo unknown >&2; exit 1"]));
        assert_eq!(said.unwrap(), "known\n");
    }
}

//! Pecan's window; with `--engine`, the engine's process that the window starts for itself.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() -> std::process::ExitCode {
    pecan_desktop::run()
}

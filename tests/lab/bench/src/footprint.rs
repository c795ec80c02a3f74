//! The memory that reading a long input takes. The peak memory use of a process cannot be reset, so a
//! separate process measures it.

use std::path::Path;
use std::process::Command;

use hwdag::LanguageModel as _;
use model::{Cache, LoadOptions, Session, SessionOptions, Weights};
use protocol::{Code, Failure};

use super::trial;

/// Runs [`footprint`] in a separate process.
pub fn in_a_process_of_its_own(model: &Path, tokens: usize) -> Result<f64, Failure> {
    let lost = |why: String| Failure::new(Code::Internal, format!("No memory was measured: {why}"));
    let program = std::env::current_exe().map_err(|error| lost(error.to_string()))?;
    let mut child = Command::new(program);
    child.arg("footprint").arg(model).arg(tokens.to_string());
    let output = child.output().map_err(|error| lost(error.to_string()))?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    printed.trim().parse().map_err(|_| lost(String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// Reads `tokens` tokens and watches a few more being written. Returns the peak memory use of this
/// process, less its earlier peak, the weights file, and the keys and values.
///
/// # Errors
///
/// If the model does not run, or the system does not report memory use.
pub fn footprint(model: &Path, tokens: usize) -> Result<f64, Failure> {
    let before = highest_use()?;
    let weights = Weights::load(model, &LoadOptions::default())?;
    let window = tokens + 8;
    let options = SessionOptions { window: Some(window), ..SessionOptions::default() };
    let mut session = Session::new(&weights, &options)?;
    session.append(&trial::tokens(&weights, 0, tokens), 0..0)?;
    for token in trial::tokens(&weights, tokens, 8) {
        session.append(&[token], 0..tokens)?;
    }
    let held = weights.info().bytes + weights.cache_bytes(window, Cache::F16);
    Ok(highest_use()? - before - held as f64)
}

/// Returns the peak main memory use of this process in bytes.
fn highest_use() -> Result<f64, Failure> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|rest| rest.trim().strip_suffix("kB")?.trim().parse::<f64>().ok());
    kilobytes.map(|kilobytes| kilobytes * 1024.0).ok_or_else(|| {
        Failure::new(Code::Internal, "The system does not report how much memory a process used.")
    })
}

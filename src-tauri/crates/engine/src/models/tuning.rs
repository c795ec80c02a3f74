//! The share of the machine that a model gets.

use std::path::Path;
use std::thread;

use model::LoadOptions;
use protocol::{Failure, Tuning};

use crate::library_access::LibraryAccess;

/// Returns the share of the machine chosen for a model file.
pub(crate) fn tuning(path: &Path, access: &mut LibraryAccess) -> Result<Tuning, Failure> {
    let kept = access.read()?.setting(&tuning_key(path))?;
    Ok(kept.and_then(|kept| serde_json::from_str(&kept).ok()).unwrap_or_default())
}

pub(crate) fn tuning_key(path: &Path) -> String {
    format!("tuning {}", path.display())
}

pub(crate) fn load_options(tuning: &Tuning) -> LoadOptions {
    // It may have been chosen on a larger machine.
    let threads = tuning.threads.map(|wished| wished.min(Tuning::most_threads(cores())) as usize);
    LoadOptions { gpu_layers: tuning.gpu_layers, threads }
}

/// Returns the number of the machine's cores that Pecan may use.
pub(crate) fn cores() -> u32 {
    thread::available_parallelism().map_or(0, |cores| cores.get() as u32)
}

//! Has llama.cpp load a model file.

use std::path::Path;

use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::model::params::LlamaModelParams;

use crate::description::window;
use crate::error::Error;
use crate::facts::ModelMetadata;
use crate::llama_backend::{alone, backend, cards};
use crate::{log, processor};

/// How a model is loaded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LoadOptions {
    /// Layers given to a GPU, if Pecan was built for one; `None`: as many as fit into its memory.
    pub gpu_layers: Option<u32>,
    /// Number of threads; `None`: one for each core.
    pub threads: Option<usize>,
}

/// A model as loaded by llama.cpp.
pub(crate) struct LoadedWeights {
    pub model: LlamaModel,
    /// Layers that no GPU took.
    pub on_processor: usize,
    /// Bytes that are not used where the file is mapped.
    pub elsewhere: u64,
}

/// Loads a model file with llama.cpp.
pub(crate) fn load(
    path: &Path,
    options: &LoadOptions,
    facts: &ModelMetadata,
) -> Result<LoadedWeights, Error> {
    processor::check()?;
    let (backend, window) = (backend(), window(facts, facts.search));
    let _alone = alone();
    let mut params = LlamaModelParams::default();
    match options.gpu_layers {
        Some(layers) => params = params.with_n_gpu_layers(layers),
        None => fit_gpu(&mut params, path, window),
    }
    let on_processor = match usize::try_from(params.n_gpu_layers()) {
        _ if cards().is_empty() => facts.layers,
        // llama.cpp counts the output as a layer, and offloads it first.
        Ok(taken) => (facts.layers + 1).saturating_sub(taken).min(facts.layers),
        // llama.cpp's value for all of them.
        Err(_) => 0,
    };
    let mark = log::mark();
    let loaded = LlamaModel::load_from_file(backend, path, &params);
    let elsewhere = copied(&log::since(mark));
    loaded.map(|model| LoadedWeights { model, on_processor, elsewhere }).map_err(|error| {
        let reason = log::complaint(mark).unwrap_or_else(|| error.to_string());
        if log::is_about_memory(&reason) {
            Error::OutOfMemory(format!("this model ({reason})"))
        } else if reason.contains("unknown") {
            Error::Unsupported(reason)
        } else {
            Error::Broken { path: path.to_owned(), reason }
        }
    })
}

/// Bytes of weights that llama.cpp has copied, to a card or into another order, by its own log; it
/// uses the rest where the file is mapped.
fn copied(log: &[String]) -> u64 {
    let buffer = |line: &String| {
        let (before, size) = line.split_once(" model buffer size =")?;
        let mebibytes: f64 = size.trim().strip_suffix("MiB")?.trim().parse().ok()?;
        let mapped = before.split_whitespace().last() == Some("CPU_Mapped");
        (!mapped).then_some((mebibytes * f64::from(1 << 20)) as u64)
    };
    log.iter().filter_map(buffer).sum()
}

#[cfg(feature = "fit")]
use crate::fit::fit as fit_gpu;

/// Without a GPU, there is nothing to fit.
#[cfg(not(feature = "fit"))]
fn fit_gpu(_: &mut LlamaModelParams, _: &Path, _: usize) {}

/// Returns the number of threads to compute with.
pub(crate) fn threads(options: &LoadOptions) -> i32 {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    i32::try_from(options.threads.unwrap_or_else(cores)).unwrap_or(i32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_copied_is_not_where_it_is_mapped() {
        let log = [
            "load_tensors: offloading 2 repeating layers to GPU",
            "load_tensors:   CPU_Mapped model buffer size =   600.00 MiB",
            "load_tensors:   CPU_REPACK model buffer size =   100.50 MiB",
            "load_tensors:        CUDA0 model buffer size =  2000.00 MiB",
        ];
        let log = log.map(str::to_owned);
        assert_eq!(copied(&log[..2]), 0);
        assert_eq!(copied(&log), (2100 << 20) + (1 << 19));
    }
}

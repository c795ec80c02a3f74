use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use hwdag::{ChatFrame, LanguageModelShape, Token};
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_2::token::LlamaToken;
use llama_cpp_2::{LlamaBackendDevice, LlamaBackendDeviceType, list_llama_ggml_backend_devices};
use sha2::{Digest, Sha256};

use crate::chat;
use crate::error::Error;
use crate::facts::ModelMetadata;
use crate::gguf::GgufHeader;
use crate::log;
use crate::memory::Memory;
use crate::probe::{self, Readable};
use crate::processor;
use crate::sequence::Cache;
use crate::stop::StopSignal;
use crate::vocabulary::Vocabulary;

/// The most tokens of prompt, input and output together, while summarising and while searching: the
/// papers' `s`.
const WINDOW_LIMIT: usize = 8192;

/// How a model is loaded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LoadOptions {
    /// Layers given to a GPU, if Pecan was built for one; `None`: as many as fit into its memory.
    pub gpu_layers: Option<u32>,
    /// Number of threads; `None`: one for each core.
    pub threads: Option<usize>,
}

/// What is known about a model file without running it.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelDescription {
    /// The file.
    pub path: PathBuf,
    /// Its name in its metadata, or its file's name.
    pub name: String,
    /// Its architecture as llama.cpp names it.
    pub architecture: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Bytes of the weights that one token needs. The embedding table, of which a token needs one
    /// row, counts only if it also computes the scores; of the experts, only those count that a
    /// token is sent to.
    pub bytes_per_token: u64,
    /// Number of parameters.
    pub parameters: u64,
    /// Number of layers.
    pub layers: usize,
    /// Query heads per layer; the most if layers differ.
    pub heads: usize,
    /// Tokens that it was trained to read at once.
    pub context: usize,
    /// Tokens of prompt, input and output together while summarising.
    pub construction: usize,
    /// Tokens of prompt, input and output together while searching.
    pub search: usize,
    /// Tokens in its vocabulary.
    pub vocabulary: usize,
    /// Whether the file has its own chat template. Without one, plain words mark the turns.
    pub chat_template: bool,
    /// The confidence (t_p) that the file asks for.
    pub confidence: Option<f64>,
    /// Whether it is the small model that comes with Pecan for demonstration.
    pub demonstration: bool,
    /// Whether its file declares everything that Pecan needs, so that no trial is needed
    /// (`pecan.without_trial`).
    pub without_trial: bool,
    /// Its languages, by their ISO 639-3 codes, if the file lists them (`pecan.languages`).
    pub languages: Option<Vec<String>>,
}

/// A model file in memory. Any number of sessions run on one.
pub struct Weights {
    model: LlamaModel,
    /// Layers that no GPU took.
    on_processor: usize,
    /// Bytes of the file that are used where they are mapped.
    mapped: u64,
    info: ModelDescription,
    facts: ModelMetadata,
    vocabulary: Vocabulary,
    frame: Result<ChatFrame, String>,
    readable: OnceLock<Readable>,
    threads: i32,
}

impl Weights {
    /// Loads the GGUF file at `path`.
    ///
    /// # Errors
    ///
    /// If the file is missing, damaged, of a kind that llama.cpp does not run, or too large for the
    /// memory. The file's header is checked before llama.cpp sees the file.
    pub fn load(path: &Path, options: &LoadOptions) -> Result<Arc<Self>, Error> {
        let header = GgufHeader::read(path).map_err(|flaw| Error::flaw(path, flaw))?;
        let facts = ModelMetadata::read(&header).map_err(|flaw| Error::flaw(path, flaw))?;
        if header.tensors.is_empty() {
            let reason = "it contains a vocabulary but no model".into();
            return Err(Error::Broken { path: path.to_owned(), reason });
        }
        let LoadedWeights { model, on_processor, elsewhere } = load(path, options, &facts)?;
        let vocabulary = Vocabulary::new(&model, &facts.tokenizer)?;
        let frame = chat::frame(&model, &vocabulary, facts.chat_template.as_deref());
        Ok(Arc::new(Self {
            info: info(path, &header, &facts, &model),
            model,
            on_processor,
            mapped: header.file_bytes.saturating_sub(elsewhere),
            facts,
            vocabulary,
            frame,
            readable: OnceLock::new(),
            threads: threads(options),
        }))
    }

    /// What is known about the model.
    pub fn info(&self) -> &ModelDescription {
        &self.info
    }

    /// The pieces of the model's chat template, or of plain words if it has none.
    ///
    /// # Errors
    ///
    /// If the template fails, refuses a conversation of user and assistant, or does not terminate.
    pub fn frame(&self) -> Result<&ChatFrame, Error> {
        self.frame.as_ref().map_err(|reason| Error::Unsupported(reason.clone()))
    }

    /// Which attention can be read, determined by a short trial run the first time.
    ///
    /// # Errors
    ///
    /// If the trial itself could not run. A model without usable attention is not an error here.
    pub fn readable(self: &Arc<Self>) -> Result<&Readable, Error> {
        if let Some(readable) = self.readable.get() {
            return Ok(readable);
        }
        let found = probe::probe(self)?;
        Ok(self.readable.get_or_init(|| found))
    }

    /// Whether that is already known.
    pub fn is_tried(&self) -> bool {
        self.readable.get().is_some()
    }

    /// Adopts the result of an earlier trial of this very file.
    pub fn assume(&self, readable: Readable) {
        // A result found in the meantime is the same.
        let _ = self.readable.set(readable);
    }

    /// Converts plain text to tokens, whose bytes join to the text.
    ///
    /// # Errors
    ///
    /// If the vocabulary cannot spell a character.
    pub fn tokenize(&self, text: &str) -> Result<Vec<Token>, Error> {
        self.vocabulary.tokenize(&self.model, text)
    }

    /// The text bytes of a token; none for a control token.
    pub fn bytes(&self, token: Token) -> &[u8] {
        self.vocabulary.bytes(token)
    }

    /// Whether this token ends the model's reply.
    pub fn is_end(&self, token: Token) -> bool {
        (0..self.model.n_vocab()).contains(&token) && self.model.vocab().is_eog(LlamaToken(token))
    }

    /// The memory in bytes that the keys and values of `tokens` tokens take.
    pub fn cache_bytes(&self, tokens: usize, cache: Cache) -> u64 {
        (tokens as u64).saturating_mul(self.facts.cache_width as u64).saturating_mul(cache.bytes())
    }

    /// The memory in bytes that a sequence of `tokens` tokens takes: keys and values, and the
    /// attention of a micro-batch.
    pub fn working_bytes(&self, tokens: usize) -> u64 {
        let attention = crate::context_slots::attention_bytes(self, tokens);
        self.cache_bytes(tokens, Cache::F16).saturating_add(attention)
    }

    /// The token that ends a text.
    pub fn end(&self) -> Token {
        self.model.vocab().eos().0
    }

    /// The token that the model wants at the beginning of a text, if any.
    pub(crate) fn beginning(&self) -> Option<Token> {
        chat::beginning(&self.model)
    }

    pub(crate) fn model(&self) -> &LlamaModel {
        &self.model
    }

    pub(crate) fn facts(&self) -> &ModelMetadata {
        &self.facts
    }

    /// The share of its layers whose keys, values and attention lie in main memory: all without a
    /// GPU.
    pub(crate) fn part_in_main_memory(&self) -> f64 {
        self.on_processor as f64 / self.facts.layers as f64
    }

    /// Whether a graphics card computes part of it.
    pub fn on_card(&self) -> bool {
        self.on_processor < self.facts.layers
    }

    /// Bytes of main memory that can be taken without evicting these weights, if the system reports
    /// it. Weights that were copied, into another order or to a card, are not part of what the
    /// system reports as free.
    pub fn free_memory(&self) -> Option<u64> {
        Memory::now().map(|memory| memory.beside(self.mapped))
    }

    /// The most bytes of main memory that these weights leave, if the system reports it: more than
    /// [`Weights::free_memory`] if something was evicted for them.
    pub fn most_memory(&self) -> Option<u64> {
        Memory::now().map(|memory| memory.at_most(self.mapped))
    }

    /// The number of threads.
    pub fn threads(&self) -> i32 {
        self.threads
    }

    /// Determines whether a [`Session`](crate::Session) is possible, without creating one.
    ///
    /// # Errors
    ///
    /// If its attention cannot be read, or its chat template cannot be used.
    pub fn require_session(self: &Arc<Self>) -> Result<(), Error> {
        self.frame()?;
        self.readable()?.layers().map(|_| ())
    }

    /// The shape of a sequence of `window` tokens.
    pub(crate) fn shape(&self, window: usize) -> LanguageModelShape {
        LanguageModelShape {
            window,
            construction: self.info.construction.min(window),
            parameters: self.facts.parameters,
            layers: self.facts.layers,
            query_width: self.facts.query_width,
        }
    }
}

/// Checks from a model file's header whether main memory has room for its weights and the keys and
/// values of a window, once `freed` bytes that are now in use are free. If the system does not
/// report its memory, or a graphics card may take a part, only loading shows.
///
/// # Errors
///
/// [`Error::OutOfMemory`], or an error if the file is missing or damaged.
pub fn require_memory(path: &Path, freed: u64) -> Result<(), Error> {
    let needed = needed_memory(path)?;
    let Some(free) = main_memory()?.map(|memory| memory.with(freed)) else { return Ok(()) };
    if needed <= free {
        return Ok(());
    }
    let [needed, free] = [needed, free].map(|bytes| bytes as f64 / 1e9);
    Err(Error::OutOfMemory(format!(
        "this model, which needs {needed:.1} GB ({free:.1} GB are free)"
    )))
}

/// Whether a model file is an encoder, which writes no text, according to its header.
///
/// # Errors
///
/// If the file is missing or damaged.
pub fn is_encoder(path: &Path) -> Result<bool, Error> {
    let header = GgufHeader::read(path).map_err(|flaw| Error::flaw(path, flaw))?;
    Ok(ModelMetadata::read(&header).map_err(|flaw| Error::flaw(path, flaw))?.encoder)
}

/// Whether main memory has room for a model file's weights and its window beside weights of which
/// `mapped` bytes are mapped; `false` if only loading would show.
///
/// # Errors
///
/// If the file is missing or damaged.
pub fn fits_beside(path: &Path, mapped: u64) -> Result<bool, Error> {
    let needed = needed_memory(path)?;
    Ok(main_memory()?.is_some_and(|memory| needed <= memory.beside(mapped)))
}

/// Bytes of a model file's weights, and of the keys and values of a window.
fn needed_memory(path: &Path) -> Result<u64, Error> {
    let header = GgufHeader::read(path).map_err(|flaw| Error::flaw(path, flaw))?;
    let facts = ModelMetadata::read(&header).map_err(|flaw| Error::flaw(path, flaw))?;
    let window = window(&facts, facts.construction) as u64;
    let cache = window.saturating_mul(facts.cache_width as u64).saturating_mul(Cache::F16.bytes());
    Ok(header.file_bytes.saturating_add(cache))
}

/// The state of main memory, if the whole model is to be there.
fn main_memory() -> Result<Option<Memory>, Error> {
    // Asking for the cards starts llama.cpp, which needs a suitable processor.
    processor::check()?;
    Ok(Memory::now().filter(|_| cards().is_empty()))
}

/// The SHA-256 of a file, in hexadecimal. This reads the whole file, so keep the result.
///
/// # Errors
///
/// If the file cannot be read, or a stop was requested.
pub fn hash_file(path: &Path, stop: &StopSignal) -> Result<String, Error> {
    let reading = |source| Error::reading(path, source);
    let mut file = File::open(path).map_err(reading)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 20];
    loop {
        if stop.is_requested() {
            return Err(Error::Stopped);
        }
        match file.read(&mut buffer).map_err(reading)? {
            0 => break,
            count => hash.update(&buffer[..count]),
        }
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// llama.cpp, started once and never shut down.
pub(crate) fn backend() -> &'static LlamaBackend {
    static BACKEND: OnceLock<LlamaBackend> = OnceLock::new();
    BACKEND.get_or_init(|| {
        log::capture();
        LlamaBackend::init().expect("nothing else in the program starts llama.cpp")
    })
}

/// Held while a model is loaded or a context created, which may write to its model: llama.cpp keeps
/// a single error log, and sets a card up at its first use, but not for two at once.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The names of the graphics cards that are present and that this build can use.
pub fn cards() -> &'static [String] {
    static CARDS: OnceLock<Vec<String>> = OnceLock::new();
    CARDS.get_or_init(|| look_for_cards().map(|card| card.description).collect())
}

/// The memory of all cards together, in bytes.
pub(crate) fn card_memory() -> u64 {
    look_for_cards().map(|card| card.memory_total as u64).sum()
}

fn look_for_cards() -> impl Iterator<Item = LlamaBackendDevice> {
    backend();
    list_llama_ggml_backend_devices().into_iter().filter(|device| {
        use LlamaBackendDeviceType::{Gpu, IntegratedGpu};
        matches!(device.device_type, Gpu | IntegratedGpu)
    })
}

/// A model as loaded by llama.cpp.
struct LoadedWeights {
    model: LlamaModel,
    /// Layers that no GPU took.
    on_processor: usize,
    /// Bytes that are not used where the file is mapped.
    elsewhere: u64,
}

fn load(path: &Path, options: &LoadOptions, facts: &ModelMetadata) -> Result<LoadedWeights, Error> {
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

/// Tokens of prompt, input and output together: what the file asks for, but at most what the model
/// was trained for and what the papers use.
fn window(facts: &ModelMetadata, asked: Option<usize>) -> usize {
    asked.unwrap_or(facts.context).min(WINDOW_LIMIT).min(facts.context)
}

fn info(
    path: &Path,
    header: &GgufHeader,
    facts: &ModelMetadata,
    model: &LlamaModel,
) -> ModelDescription {
    let file_name = || path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    ModelDescription {
        path: path.to_owned(),
        name: facts.name.clone().filter(|name| !name.is_empty()).unwrap_or_else(file_name),
        architecture: facts.architecture.clone(),
        bytes: header.file_bytes,
        bytes_per_token: facts.bytes_per_token as u64,
        parameters: model.n_params(),
        layers: facts.layers,
        heads: facts.heads,
        context: facts.context,
        construction: window(facts, facts.construction),
        search: window(facts, facts.search),
        vocabulary: facts.vocabulary,
        chat_template: facts.chat_template.is_some(),
        confidence: facts.confidence,
        demonstration: facts.demonstration,
        without_trial: facts.without_trial,
        languages: facts.languages.clone(),
    }
}

fn threads(options: &LoadOptions) -> i32 {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    i32::try_from(options.threads.unwrap_or_else(cores)).unwrap_or(i32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// llama.cpp's messages may change with every update.
    #[test]
    fn llama_cpp_says_where_weights_lie() {
        let mark = log::mark();
        let pocket = concat!(env!("CARGO_MANIFEST_DIR"), "/../pocket/pocket.gguf");
        let weights = Weights::load(Path::new(pocket), &LoadOptions::default()).unwrap();
        let said = log::since(mark).join("\n");
        assert!(said.contains(" model buffer size ="), "{said}");
        assert!(weights.mapped <= weights.info.bytes);
        assert!(weights.on_card() || weights.mapped > 0, "{said}");
        assert!(weights.free_memory() <= weights.most_memory());
    }

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

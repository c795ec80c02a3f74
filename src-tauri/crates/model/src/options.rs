//! The options of sessions and of the sequences under them.

use hwdag::Layers;
use llama_cpp_2::context::params::KvCacheType;

use crate::micro_batch::MICRO_BATCH;
use crate::sampling::Sampling;
use crate::states::States;
use crate::stop::StopSignal;

/// The options of a session.
#[derive(Debug, Clone)]
pub struct SessionOptions {
    /// Tokens that the sequence may hold, but never more than the model was trained to read. `None`: the number that
    /// suits a search ([`Info::search`](crate::ModelDescription::search)). The memory for keys and values grows with it: see
    /// [`Weights::cache_bytes`](crate::Weights::cache_bytes).
    pub window: Option<usize>,
    /// The precision of keys and values.
    pub cache: Cache,
    /// The layers, among those whose attention can be read, that the mean covers.
    pub layers: Layers,
    /// How tokens are chosen.
    pub sampling: Sampling,
    /// The most tokens evaluated at a time: fewer if their attention to a whole window would take much memory.
    pub micro_batch: usize,
    /// Stops a long evaluation.
    pub stop: StopSignal,
    /// How attention is computed; it is visible only with the default.
    pub kernels: Kernels,
    /// Whether every evaluation checks that llama.cpp puts each token into the cell that is taken for its column. It
    /// pauses llama.cpp's threads; the trial run of a model checks it once.
    pub verify_cells: bool,
    /// Whether [`Session::surprisals`](crate::Session::surprisals) will be called: it takes memory for the scores of several tokens at once.
    pub surprisals: bool,
    /// Where sequences that are needed repeatedly are saved; `None`: nowhere.
    pub states: Option<States>,
}

impl Default for SessionOptions {
    fn default() -> Self {
        Self {
            window: None,
            cache: Cache::default(),
            layers: Layers::default(),
            sampling: Sampling::default(),
            micro_batch: MICRO_BATCH,
            stop: StopSignal::default(),
            kernels: Kernels::default(),
            verify_cells: false,
            surprisals: false,
            states: None,
        }
    }
}

/// How attention is computed. If it cannot be read, the watched values are 0 everywhere.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Kernels {
    /// Step by step, so that it can be read.
    #[default]
    Readable,
    /// Step by step, but without watching: the cost of watching is measured against it, and models without readable
    /// attention can answer with it.
    Unwatched,
    /// By llama.cpp's flash kernels, which leave nothing to read.
    Flash,
}

/// The most tokens evaluated at a time while each is rated. llama.cpp then keeps the scores of every one in memory,
/// half a megabyte per token with a large vocabulary.
pub(crate) const RATED: usize = 64;

/// The precision of keys and values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Cache {
    /// Two bytes per number.
    #[default]
    F16,
    /// Four bytes per number: twice the memory, for comparisons with other implementations.
    F32,
}

impl Cache {
    /// Bytes per number.
    pub(crate) fn bytes(self) -> u64 {
        match self {
            Self::F16 => 2,
            Self::F32 => 4,
        }
    }
}

impl From<Cache> for KvCacheType {
    fn from(cache: Cache) -> Self {
        match cache {
            Cache::F16 => Self::F16,
            Cache::F32 => Self::F32,
        }
    }
}

/// The options of a sequence.
pub(crate) struct SequenceOptions {
    /// The tokens that it can hold.
    pub window: usize,
    /// The format of keys and values.
    pub cache: Cache,
    /// Tokens evaluated at a time.
    pub micro_batch: usize,
    /// Layers whose attention counts.
    pub layers: Vec<usize>,
    /// Whether windowed layers keep everything, so that a tail can always be removed.
    pub whole_windows: bool,
    /// Stops an evaluation.
    pub stop: StopSignal,
    /// How attention is computed.
    pub kernels: Kernels,
    /// Whether every evaluation checks which cells its tokens are put into.
    pub verify_cells: bool,
    /// Tokens whose scores are wanted at once, if more than one.
    pub scored: u32,
}

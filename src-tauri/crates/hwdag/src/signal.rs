//! The attention that becomes the weight of an edge (PECAN §3.1): the paper's definition, and
//! variants to compare with it.

use std::fmt;
use std::str::FromStr;

/// Which attention counts while a point is written. The default is the variant that measured best:
/// the paper's definition, except that the punctuation of nodes does not count. Graphs built with
/// different signals are different graphs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Signal {
    /// The position whose attention counts for a token of a point.
    pub rows: AttentionRows,
    /// Which tokens of a point count.
    pub tokens: Tokens,
    /// Which tokens of a node count as attended to.
    pub source: SourceTokens,
    /// The layers that are averaged. The model's sequence computes this mean, so it must be made
    /// with the same value.
    pub layers: Layers,
}

/// The position whose attention counts for a token.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AttentionRows {
    /// Its own position, once it is written.
    #[default]
    Own,
    /// The position before, where it was predicted: for a point's first token its bullet mark, for
    /// an output's first token the end of the assistant header.
    Predicting,
}

/// Which tokens of a point count. If none would, all do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tokens {
    /// All of them.
    #[default]
    All,
    /// Tokens of content words: no punctuation, no function words.
    Content,
}

/// Which tokens of a node count as attended to. If none would, all do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SourceTokens {
    /// All of them.
    All,
    /// Tokens of words: no punctuation, and no blanks that are tokens of their own.
    #[default]
    Words,
}

/// The layers of a model that are averaged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Layers {
    /// All layers whose attention can be read.
    #[default]
    All,
    /// The middle half of them, rounded up.
    MiddleHalf,
}

impl Layers {
    /// Returns the selected layers among the readable ones, in ascending order.
    pub fn of(self, readable: &[usize]) -> &[usize] {
        match self {
            Self::All => readable,
            Self::MiddleHalf => {
                let count = readable.len().div_ceil(2);
                let start = (readable.len() - count) / 2;
                &readable[start..start + count]
            }
        }
    }
}

impl Signal {
    /// The paper's definition: the mean over all tokens, heads and layers.
    pub const PAPER: Self = Self {
        rows: AttentionRows::Own,
        tokens: Tokens::All,
        source: SourceTokens::All,
        layers: Layers::All,
    };

    /// Returns the paper's definition with changes.
    pub fn changed(changes: impl IntoIterator<Item = SignalVariant>) -> Self {
        changes.into_iter().fold(Self::PAPER, Self::with)
    }

    /// Adds one more change.
    pub fn with(mut self, change: SignalVariant) -> Self {
        match change {
            SignalVariant::PredictingRows => self.rows = AttentionRows::Predicting,
            SignalVariant::ContentTokens => self.tokens = Tokens::Content,
            SignalVariant::SourceWords => self.source = SourceTokens::Words,
            SignalVariant::MiddleLayers => self.layers = Layers::MiddleHalf,
        }
        self
    }
}

/// A way in which a signal can differ from the paper's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignalVariant {
    /// [`Rows::Predicting`]
    PredictingRows,
    /// [`Tokens::Content`]
    ContentTokens,
    /// [`Source::Words`]
    SourceWords,
    /// [`Layers::MiddleHalf`]
    MiddleLayers,
}

impl SignalVariant {
    /// All changes.
    pub const ALL: [Self; 4] =
        [Self::PredictingRows, Self::ContentTokens, Self::SourceWords, Self::MiddleLayers];

    fn name(self) -> &'static str {
        match self {
            Self::PredictingRows => "predicting rows",
            Self::ContentTokens => "content tokens",
            Self::SourceWords => "source words",
            Self::MiddleLayers => "middle layers",
        }
    }
}

/// The name of the paper's definition.
const PAPER: &str = "paper";

/// Lists the differences from the paper. Libraries distinguish graphs by this text.
impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changes = SignalVariant::ALL.into_iter().filter(|&change| self.with(change) == *self);
        let names: Vec<&str> = changes.map(SignalVariant::name).collect();
        f.write_str(if names.is_empty() { PAPER } else { "" })?;
        f.write_str(&names.join(", "))
    }
}

/// The error for an unknown name of a signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownSignal;

impl FromStr for Signal {
    type Err = UnknownSignal;

    fn from_str(name: &str) -> Result<Self, UnknownSignal> {
        if name == PAPER {
            return Ok(Self::PAPER);
        }
        let change = |name| SignalVariant::ALL.into_iter().find(|change| change.name() == name);
        let changes: Option<Vec<SignalVariant>> = name.split(", ").map(change).collect();
        changes.map(Self::changed).ok_or(UnknownSignal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_half_lies_in_the_middle() {
        let cases: [(&[usize], &[usize]); 6] = [
            (&[], &[]),
            (&[3], &[3]),
            (&[0, 1], &[0]),
            (&[0, 1, 2, 3], &[1, 2]),
            (&[0, 1, 2, 3, 4], &[1, 2, 3]),
            (&[5, 11, 17, 23, 29, 35], &[11, 17, 23]),
        ];
        for (readable, middle) in cases {
            assert_eq!(Layers::MiddleHalf.of(readable), middle);
            assert_eq!(Layers::All.of(readable), readable);
        }
    }

    #[test]
    fn a_signal_is_named_by_its_differences() {
        let other = Signal::changed([SignalVariant::PredictingRows, SignalVariant::MiddleLayers]);
        for (signal, name) in [
            (Signal::PAPER, "paper"),
            (Signal::default(), "source words"),
            (other, "predicting rows, middle layers"),
        ] {
            assert_eq!(signal.to_string(), name);
            assert_eq!(name.parse(), Ok(signal));
        }
        assert_eq!("paper, source words".parse::<Signal>(), Err(UnknownSignal));
    }
}

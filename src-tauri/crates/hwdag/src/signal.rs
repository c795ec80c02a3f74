//! Which attention becomes the weight of an edge (PECAN §3.1): the paper's definition, and what
//! can be measured against it.

use std::fmt;
use std::str::FromStr;

/// What counts of the attention that is paid while a point is written. By default it is what was
/// measured to be the best, the paper's definition but for the punctuation of nodes; graphs built
/// with another signal are other graphs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Signal {
    /// From where a token of a point looks.
    pub rows: Rows,
    /// Which tokens of a point count.
    pub tokens: Tokens,
    /// Which tokens of a node are looked at.
    pub source: Source,
    /// Which layers the mean is over. The model's sequence takes it, so it has to be made with the
    /// same.
    pub layers: Layers,
}

/// From where a token looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Rows {
    /// From its own position, once it is written.
    #[default]
    Own,
    /// From the position before, where it was predicted: a point's first token from its bullet
    /// mark, an output's first token from the end of the assistant header.
    Predicting,
}

/// Which tokens of a point count. If none of them would, all do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tokens {
    /// All of them.
    #[default]
    All,
    /// Those of words that carry content: no punctuation, no function words.
    Content,
}

/// Which tokens of a node are looked at. If none of them would be, all are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Source {
    /// All of them.
    All,
    /// Those of words: no punctuation, and no blanks that are tokens of their own.
    #[default]
    Words,
}

/// Which of a model's layers the mean is over.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Layers {
    /// All whose attention can be read.
    #[default]
    All,
    /// The middle half of them, rounded up.
    MiddleHalf,
}

impl Layers {
    /// Those that count of the ones that can be read, in ascending order.
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
    pub const PAPER: Self =
        Self { rows: Rows::Own, tokens: Tokens::All, source: Source::All, layers: Layers::All };

    /// The paper's definition with changes.
    pub fn changed(changes: impl IntoIterator<Item = Change>) -> Self {
        changes.into_iter().fold(Self::PAPER, Self::with)
    }

    /// Itself with one change more.
    pub fn with(mut self, change: Change) -> Self {
        match change {
            Change::PredictingRows => self.rows = Rows::Predicting,
            Change::ContentTokens => self.tokens = Tokens::Content,
            Change::SourceWords => self.source = Source::Words,
            Change::MiddleLayers => self.layers = Layers::MiddleHalf,
        }
        self
    }
}

/// In what a signal can differ from the paper's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// [`Rows::Predicting`]
    PredictingRows,
    /// [`Tokens::Content`]
    ContentTokens,
    /// [`Source::Words`]
    SourceWords,
    /// [`Layers::MiddleHalf`]
    MiddleLayers,
}

impl Change {
    /// All there are.
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

/// What the paper's definition is called.
const PAPER: &str = "paper";

/// In what it differs from the paper. Libraries tell graphs apart by these words.
impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changes = Change::ALL.into_iter().filter(|&change| self.with(change) == *self);
        let names: Vec<&str> = changes.map(Change::name).collect();
        f.write_str(if names.is_empty() { PAPER } else { "" })?;
        f.write_str(&names.join(", "))
    }
}

/// Nobody calls a signal so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownSignal;

impl FromStr for Signal {
    type Err = UnknownSignal;

    fn from_str(name: &str) -> Result<Self, UnknownSignal> {
        if name == PAPER {
            return Ok(Self::PAPER);
        }
        let change = |name| Change::ALL.into_iter().find(|change| change.name() == name);
        let changes: Option<Vec<Change>> = name.split(", ").map(change).collect();
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
        let other = Signal::changed([Change::PredictingRows, Change::MiddleLayers]);
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

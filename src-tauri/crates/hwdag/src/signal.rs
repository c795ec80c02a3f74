//! Which attention becomes the weight of an edge (PECAN §3.1): the paper's definition, and what
//! can be measured against it.

use std::fmt;

/// What counts of the attention that is paid while a point is written. By default it is the paper's
/// definition; graphs built with another signal are other graphs.
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
    #[default]
    All,
    /// Those of words: no punctuation, and no blanks that are tokens of their own.
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

/// In what it differs from the paper. Libraries tell graphs apart by these words.
impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let others = [
            (self.rows == Rows::Predicting, "predicting rows"),
            (self.tokens == Tokens::Content, "content tokens"),
            (self.source == Source::Words, "source words"),
            (self.layers == Layers::MiddleHalf, "middle layers"),
        ];
        let others: Vec<&str> =
            others.into_iter().filter_map(|(other, name)| other.then_some(name)).collect();
        f.write_str(if others.is_empty() { "paper" } else { "" })?;
        f.write_str(&others.join(", "))
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
        let other =
            Signal { rows: Rows::Predicting, layers: Layers::MiddleHalf, ..Signal::default() };
        assert_eq!(Signal::default().to_string(), "paper");
        assert_eq!(other.to_string(), "predicting rows, middle layers");
    }
}

//! Blocks of thoughts before a model's reply: their marks, and headers that skip them.

use hwdag::{ThoughtsFrame, Token};
use serde::{Deserialize, Serialize};

/// Blocks of thoughts that a header or a model may open, with their ends.
pub(crate) const THOUGHTS: [(&str, &str); 8] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("<seed:think>", "</seed:think>"),
    ("[THINK]", "[/THINK]"),
    ("◁think▷", "◁/think▷"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
];

/// What a model does at the beginning of its turn. It can be stored, so that a model is tried only once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TalkTrial {
    /// The opening of the block of thoughts with which the model begins although the template opens none.
    pub(crate) thoughts: Option<String>,
}

impl TalkTrial {
    /// Returns the empty block of thoughts to put after the header, so that the next word is the answer's.
    pub(crate) fn empty_thoughts(&self) -> Option<String> {
        let opened = self.thoughts.as_deref()?;
        let (open, close) = THOUGHTS.iter().find(|(open, _)| *open == opened)?;
        Some(format!("{open}\n\n{close}\n\n"))
    }
}

/// What a text begins with.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Beginning {
    /// A block of thoughts, with this opening.
    Thoughts(&'static str),
    /// Words of the answer.
    Words,
    /// Too little is known yet.
    Unknown,
}

/// Returns whether what a model writes begins with a block of thoughts.
pub(crate) fn opened_thoughts(written: &str) -> Beginning {
    let written = written.trim_start();
    if let Some((open, _)) = THOUGHTS.iter().find(|(open, _)| written.starts_with(open)) {
        return Beginning::Thoughts(open);
    }
    match THOUGHTS.iter().any(|(open, _)| open.starts_with(written)) {
        true => Beginning::Unknown,
        false => Beginning::Words,
    }
}

/// A header with an empty block of thoughts, cut where the thoughts would be.
#[derive(Debug, PartialEq, Eq)]
struct SplitHeader<'a> {
    begin: &'a str,
    /// The mark that ends the thoughts.
    mark: &'static str,
    /// What comes after it.
    rest: &'a str,
}

impl<'a> SplitHeader<'a> {
    /// Cuts a header; `None` if it has no empty block of thoughts.
    fn of(header: &'a str) -> Option<Self> {
        let cut = |&(open, mark): &(&str, &'static str)| {
            let close = header.rfind(mark)?;
            let start = header[..close].rfind(open)? + open.len();
            let blank = &header[start..close];
            let begin = start + usize::from(blank.starts_with('\n'));
            let rest = &header[close + mark.len()..];
            blank.trim().is_empty().then_some(Self { begin: &header[..begin], mark, rest })
        };
        THOUGHTS.iter().find_map(cut)
    }
}

/// Returns whether what is added to a header ends a block of thoughts that it opens.
pub(crate) fn ends_thoughts(added: &str) -> bool {
    THOUGHTS.iter().any(|(_, close)| added.trim_end().ends_with(close))
}

/// Returns what surrounds the thoughts of a model whose headers skip them. `begin`: both headers up to the first
/// thought, if they are known.
pub(crate) fn thoughts_frame(
    [header, header_again]: [&str; 2],
    begin: Option<[&str; 2]>,
    tokens: impl Fn(&str) -> Vec<Token>,
) -> Option<ThoughtsFrame> {
    let (first, again) = (SplitHeader::of(header)?, SplitHeader::of(header_again)?);
    let end = format!("{}{}", first.mark, first.rest);
    let [begin, begin_again] = begin.unwrap_or([first.begin, again.begin]);
    Some(ThoughtsFrame {
        begin: tokens(begin),
        begin_again: tokens(begin_again),
        mark: first.mark.to_owned(),
        cut_off: tokens(&format!("\n{end}")),
        end: tokens(&end),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_are_known_by_their_opening() {
        assert_eq!(opened_thoughts("\n<think>\nThe"), Beginning::Thoughts("<think>"));
        assert_eq!(opened_thoughts("<thinking>"), Beginning::Thoughts("<thinking>"));
        for unknown in ["", "\n\n", "<", " <thi", "[THIN"] {
            assert_eq!(opened_thoughts(unknown), Beginning::Unknown, "{unknown}");
        }
        for words in ["Paris", "<b>", "The <think>"] {
            assert_eq!(opened_thoughts(words), Beginning::Words, "{words}");
        }
    }

    #[test]
    fn a_header_that_skips_thoughts_is_cut_where_they_would_be() {
        let header = "<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n";
        let split = SplitHeader::of(header).unwrap();
        assert_eq!(split.begin, "<|im_end|>\n<|im_start|>assistant\n<think>\n");
        assert_eq!((split.mark, split.rest), ("</think>", "\n\n"));
        for other in ["<|im_start|>assistant\n", "<think>x</think>", "</think><think>"] {
            assert_eq!(SplitHeader::of(other), None, "{other}");
        }
        let headers = ["a<think>\n\n</think>", "b<think>\n\n</think>"];
        let frame = thoughts_frame(headers, Some(["a<think>", "b<think>"]), |text| {
            text.bytes().map(Token::from).collect()
        });
        let bytes = |text: &str| -> Vec<Token> { text.bytes().map(Token::from).collect() };
        let frame = frame.unwrap();
        assert_eq!((frame.begin, frame.begin_again), (bytes("a<think>"), bytes("b<think>")));
        assert_eq!((frame.end, frame.cut_off), (bytes("</think>"), bytes("\n</think>")));
    }

    #[test]
    fn an_empty_block_of_thoughts_is_closed() {
        let trial = TalkTrial { thoughts: Some("[THINK]".into()) };
        assert_eq!(trial.empty_thoughts().unwrap(), "[THINK]\n\n[/THINK]\n\n");
        assert_eq!(TalkTrial::default().empty_thoughts(), None);
    }
}

//! How a model talks: where its words begin and end.
//!
//! The chat template says where they should begin. Some models begin with thoughts of their own accord, whatever the
//! template says; a short trial with the model itself shows that.

use std::sync::Arc;

use hwdag::{ChatFrame, ThoughtsFrame, Token};
use llama_cpp_2::token::LlamaToken;
use protocol::{ModelTalk, Thinking};
use serde::{Deserialize, Serialize};

use crate::chat_template::{ChatDelimiters, THOUGHTS, opened_thoughts};
use crate::error::Error;
use crate::options::{Cache, Kernels, SequenceOptions};
use crate::sampling::{Sampler, Sampling};
use crate::sequence::Sequence;
use crate::stop::StopSignal;
use crate::vocabulary::is_mark;
use crate::weights::Weights;

/// The question of the trial.
const QUESTION: &str = "What is the capital of France?";
/// The most tokens that the model writes in the trial: enough for the longest opening of a block of thoughts.
const TOKENS: usize = 12;
/// What marks the beginning and the end of a channel's name.
const CHANNEL: (&str, &str) = ("<|channel|>", "<|message|>");
/// The most ends that are named.
const MOST_ENDS: usize = 8;

/// What a model does at the beginning of its turn. It can be stored, so that a model is tried only once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TalkTrial {
    /// The opening of the block of thoughts with which the model begins although the template opens none.
    thoughts: Option<String>,
}

impl TalkTrial {
    /// Returns the empty block of thoughts to put after the header, so that the next word is the answer's.
    fn empty_thoughts(&self) -> Option<String> {
        let opened = self.thoughts.as_deref()?;
        let (open, close) = THOUGHTS.iter().find(|(open, _)| *open == opened)?;
        Some(format!("{open}\n\n{close}\n\n"))
    }
}

/// The pieces of a talk, as text and as tokens.
#[derive(Debug)]
pub(crate) struct TalkFormat {
    pub delimiters: ChatDelimiters,
    pub frame: ChatFrame,
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

/// Returns what surrounds the thoughts of a model whose headers skip them.
pub(crate) fn thoughts_frame(
    [header, header_again]: [&str; 2],
    tokens: impl Fn(&str) -> Vec<Token>,
) -> Option<ThoughtsFrame> {
    let (first, again) = (SplitHeader::of(header)?, SplitHeader::of(header_again)?);
    let end = format!("{}{}", first.mark, first.rest);
    Some(ThoughtsFrame {
        begin: tokens(first.begin),
        begin_again: tokens(again.begin),
        mark: first.mark.to_owned(),
        cut_off: tokens(&format!("\n{end}")),
        end: tokens(&end),
    })
}

impl Weights {
    /// Returns what the model does at the beginning of its turn, determined by a short trial the first time.
    ///
    /// # Errors
    ///
    /// If the trial itself could not run.
    pub fn talk_trial(self: &Arc<Self>) -> Result<&TalkTrial, Error> {
        match self.known_talk() {
            Some(trial) => Ok(trial),
            None => {
                let trial = try_talk(self)?;
                Ok(self.adopt_talk(trial))
            }
        }
    }

    /// Returns how the model talks; `None` if its template cannot be used.
    pub fn talk(&self) -> Option<ModelTalk> {
        let delimiters = self.delimiters().ok()?;
        let thoughts = self.known_talk().and_then(TalkTrial::empty_thoughts);
        let header = delimiters.reply.clone() + &thoughts.unwrap_or_default();
        let skips = THOUGHTS.iter().any(|(_, close)| header.contains(close));
        Some(ModelTalk {
            thinking: if skips { Thinking::Skipped } else { Thinking::None },
            channels: channels(&header),
            ends: self.ends(),
            header,
        })
    }

    /// Returns the format with what a trial has shown.
    pub(crate) fn with_trial(&self, format: &TalkFormat, trial: &TalkTrial) -> ChatFrame {
        let mut frame = format.frame.clone();
        if let Some(thoughts) = trial.empty_thoughts() {
            let tokens = self.tokenize_template(&thoughts);
            frame.reply.extend_from_slice(&tokens);
            frame.reply_again.extend(tokens);
            let headers = [&format.delimiters.reply, &format.delimiters.reply_again]
                .map(|header| format!("{header}{thoughts}"));
            let headers = headers.each_ref().map(String::as_str);
            frame.thoughts = thoughts_frame(headers, |text| self.tokenize_template(text));
        }
        frame
    }

    /// Returns what ends the model's turn.
    fn ends(&self) -> Vec<String> {
        let count = self.model().n_vocab();
        let tokens = (0..count).filter(|&token| self.is_end(token)).take(MOST_ENDS);
        let mut ends: Vec<String> = tokens.map(|token| self.name(token)).collect();
        if self.frame().is_ok_and(|frame| frame.is_plain) {
            ends.extend(hwdag::TURN_OPENINGS.map(|opening| format!("\n{opening}")));
        }
        ends
    }

    /// Returns the bytes of a token's text; for a control token, of its name.
    pub(crate) fn bytes_or_name(&self, token: Token) -> Vec<u8> {
        let vocab = self.model().vocab();
        let name = || vocab.text(LlamaToken(token)).map(|text| text.to_bytes().to_vec());
        match self.bytes(token) {
            [] => name().unwrap_or_default(),
            _ if is_mark(self.model(), token) => name().unwrap_or_default(),
            bytes => bytes.to_vec(),
        }
    }

    fn name(&self, token: Token) -> String {
        String::from_utf8_lossy(&self.bytes_or_name(token)).into_owned()
    }
}

/// Returns the names of the channels in a header.
fn channels(header: &str) -> Vec<String> {
    let (open, close) = CHANNEL;
    let heads = header.split(open).skip(1).filter_map(|rest| rest.split_once(close));
    heads.map(|(name, _)| name.trim().to_owned()).collect()
}

/// Has the model answer a question, until it is clear whether it begins with thoughts.
fn try_talk(weights: &Arc<Weights>) -> Result<TalkTrial, Error> {
    let Ok(frame) = weights.frame() else { return Ok(TalkTrial::default()) };
    if weights.info().without_trial || weights.facts().encoder {
        return Ok(TalkTrial::default());
    }
    let question = weights.tokenize(QUESTION)?;
    let prompt = [frame.open.as_slice(), &question, &frame.reply].concat();
    let options = SequenceOptions {
        window: prompt.len() + TOKENS,
        cache: Cache::F16,
        micro_batch: prompt.len() + TOKENS,
        layers: Vec::new(),
        whole_windows: true,
        stop: StopSignal::default(),
        kernels: Kernels::Unwatched,
        verify_cells: false,
        scored: 1,
    };
    let mut sequence = Sequence::new(weights, options)?;
    sequence.append(&prompt, 0..0)?;
    let mut sampler = Sampler::new(Sampling::default());
    let mut written = String::new();
    for _ in 0..TOKENS {
        let Some(token) = sampler.pick(sequence.scores()) else { break };
        written += &weights.name(token);
        match opened_thoughts(&written) {
            Beginning::Thoughts(open) => return Ok(TalkTrial { thoughts: Some(open.to_owned()) }),
            Beginning::Words => break,
            Beginning::Unknown => {}
        }
        if weights.is_end(token) {
            break;
        }
        sequence.append(&[token], 0..0)?;
    }
    Ok(TalkTrial::default())
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
        let frame = thoughts_frame(["a<think></think>", "b<think></think>"], |text| {
            text.bytes().map(Token::from).collect()
        });
        let bytes = |text: &str| -> Vec<Token> { text.bytes().map(Token::from).collect() };
        let frame = frame.unwrap();
        assert_eq!((frame.begin, frame.begin_again), (bytes("a<think>"), bytes("b<think>")));
        assert_eq!((frame.end, frame.cut_off), (bytes("</think>"), bytes("\n</think>")));
    }

    #[test]
    fn channels_are_those_of_the_header() {
        let header = "<|end|><|start|>assistant<|channel|>final<|message|>";
        assert_eq!(channels(header), ["final"]);
        assert!(channels("<|im_start|>assistant\n").is_empty());
    }

    #[test]
    fn an_empty_block_of_thoughts_is_closed() {
        let trial = TalkTrial { thoughts: Some("[THINK]".into()) };
        assert_eq!(trial.empty_thoughts().unwrap(), "[THINK]\n\n[/THINK]\n\n");
        assert_eq!(TalkTrial::default().empty_thoughts(), None);
    }
}

//! How a model talks: where its words begin and end.
//!
//! The chat template says where they should begin. Some models begin with thoughts of their own accord, whatever the
//! template says; a short trial with the model itself shows that.

use std::sync::Arc;

use hwdag::{ChatFrame, Token};
use llama_cpp_2::token::LlamaToken;
use protocol::{ModelTalk, Thinking};

use crate::chat_template::TalkFormat;
use crate::error::Error;
use crate::options::{Cache, Kernels, SequenceOptions};
use crate::sampling::{Sampler, Sampling};
use crate::sequence::Sequence;
use crate::stop::StopSignal;
use crate::thoughts::{Beginning, THOUGHTS, TalkTrial, opened_thoughts, thoughts_frame};
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
            frame.thoughts = thoughts_frame(headers, None, |text| self.tokenize_template(text));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_are_those_of_the_header() {
        let header = "<|end|><|start|>assistant<|channel|>final<|message|>";
        assert_eq!(channels(header), ["final"]);
        assert!(channels("<|im_start|>assistant\n").is_empty());
    }
}

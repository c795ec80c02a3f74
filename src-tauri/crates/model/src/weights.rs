//! A model file in memory.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use hwdag::{ChatFrame, LanguageModelShape, Token};
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;

use crate::chat_template::{self, ChatDelimiters, TalkFormat};
use crate::description::ModelDescription;
use crate::error::Error;
use crate::facts::ModelMetadata;
use crate::load::{LoadOptions, LoadedWeights, load, threads};
use crate::memory::Memory;
use crate::micro_batch::attention_bytes;
use crate::model_parts::{ModelParts, stamp};
use crate::options::Cache;
use crate::readable::Readable;
use crate::thoughts::TalkTrial;
use crate::vocabulary::{Vocabulary, is_mark};

/// A model file in memory. Any number of sessions run on one.
pub struct Weights {
    model: LlamaModel,
    /// Layers that no GPU took.
    on_processor: usize,
    /// Bytes of the file that are used where they are mapped.
    mapped: u64,
    /// The stamp of its files before they were loaded.
    stamp: String,
    info: ModelDescription,
    facts: ModelMetadata,
    vocabulary: Vocabulary,
    /// How its template formats a talk, or why the template cannot be used.
    format: Result<TalkFormat, String>,
    /// What a trial has shown about the beginning of its turn, and the pieces that follow from it.
    talk: OnceLock<(TalkTrial, ChatFrame)>,
    /// The token that the template puts after a reply, if it is no text.
    turn_end: Option<Token>,
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
        let parts = ModelParts::find(path)?;
        let stamp = stamp(path);
        let (path, header) = (parts.first(), parts.header()?);
        let facts = ModelMetadata::read(&header).map_err(|flaw| Error::flaw(path, flaw))?;
        if header.tensors.is_empty() {
            let reason = "it contains a vocabulary but no model".into();
            return Err(Error::Broken { path: path.to_owned(), reason });
        }
        let LoadedWeights { model, on_processor, elsewhere } = load(path, options, &facts)?;
        let mut vocabulary = Vocabulary::new(&model, &facts.tokenizer)?;
        let template = facts.chat_template.as_deref();
        let format = chat_template::talk_format(&model, &vocabulary, template);
        let mut turn_end = None;
        if let Ok(TalkFormat { frame, .. }) = &format {
            let pieces = [&frame.open, &frame.reply, &frame.next, &frame.reply_again];
            vocabulary.reserve(&model, pieces.into_iter().flatten().copied());
            turn_end = frame.next.first().copied().filter(|&token| is_mark(&model, token));
        }
        Ok(Arc::new(Self {
            info: ModelDescription::of(path, &header, &facts, &model),
            model,
            stamp,
            on_processor,
            mapped: header.file_bytes.saturating_sub(elsewhere),
            facts,
            vocabulary,
            format,
            talk: OnceLock::new(),
            turn_end,
            readable: OnceLock::new(),
            threads: threads(options),
        }))
    }

    /// Checks that its files are as they were when they were loaded. The weights are mapped: a file that is written to
    /// changes them.
    ///
    /// # Errors
    ///
    /// [`Error::Changed`] if one was replaced, changed or removed.
    pub fn require_unchanged(&self) -> Result<(), Error> {
        match stamp(&self.info.path) == self.stamp {
            true => Ok(()),
            false => Err(Error::Changed(self.info.path.clone())),
        }
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
        let format = self.format()?;
        Ok(self.talk.get().map_or(&format.frame, |(_, frame)| frame))
    }

    fn format(&self) -> Result<&TalkFormat, Error> {
        self.format.as_ref().map_err(|reason| Error::Unsupported(reason.clone()))
    }

    /// The text between the words of a conversation.
    pub(crate) fn delimiters(&self) -> Result<&ChatDelimiters, Error> {
        self.format().map(|format| &format.delimiters)
    }

    /// What the model does at the beginning of its turn, if that is already known.
    pub(crate) fn known_talk(&self) -> Option<&TalkTrial> {
        self.talk.get().map(|(trial, _)| trial)
    }

    /// Adopts what an earlier trial of this very file has shown about the beginning of its turn.
    pub fn assume_talk(&self, trial: TalkTrial) {
        self.adopt_talk(trial);
    }

    /// Adopts what a trial has shown about the beginning of the model's turn. If the template cannot be used, nothing
    /// follows from it.
    pub(crate) fn adopt_talk(&self, trial: TalkTrial) -> &TalkTrial {
        let adapted = || {
            let frame = match &self.format {
                Ok(format) => self.with_trial(format, &trial),
                Err(_) => ChatFrame::default(),
            };
            (trial, frame)
        };
        &self.talk.get_or_init(adapted).0
    }

    /// Converts a part of a chat template to tokens, including control tokens.
    pub(crate) fn tokenize_template(&self, text: &str) -> Vec<Token> {
        self.vocabulary.tokenize_template(&self.model, text, false)
    }

    /// Whether it is known which attention can be read.
    pub fn is_tried(&self) -> bool {
        self.readable.get().is_some()
    }

    /// Which attention can be read, if that is already known.
    pub(crate) fn known_readable(&self) -> Option<&Readable> {
        self.readable.get()
    }

    /// Adopts the result of an earlier trial of this very file.
    pub fn assume(&self, readable: Readable) {
        self.adopt(readable);
    }

    /// Adopts the result of a trial. A result found in the meantime is the same, and is returned.
    pub(crate) fn adopt(&self, readable: Readable) -> &Readable {
        self.readable.get_or_init(|| readable)
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
        let is_known = (0..self.model.n_vocab()).contains(&token);
        Some(token) == self.turn_end || is_known && self.model.vocab().is_eog(LlamaToken(token))
    }

    /// The memory in bytes that the keys and values of `tokens` tokens take.
    pub fn cache_bytes(&self, tokens: usize, cache: Cache) -> u64 {
        (tokens as u64).saturating_mul(self.facts.cache_width as u64).saturating_mul(cache.bytes())
    }

    /// The memory in bytes that a sequence of `tokens` tokens takes: keys and values, and the
    /// attention of a micro-batch.
    pub fn working_bytes(&self, tokens: usize) -> u64 {
        let attention = attention_bytes(self.info.heads, tokens);
        self.cache_bytes(tokens, Cache::F16).saturating_add(attention)
    }

    /// The token that ends a text.
    pub fn end(&self) -> Token {
        self.model.vocab().eos().0
    }

    /// The token that the model wants at the beginning of a text, if any.
    pub(crate) fn beginning(&self) -> Option<Token> {
        chat_template::beginning(&self.model)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log;

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
}

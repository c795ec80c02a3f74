//! Tiny models whose next token follows from the last one by a table, so that talk, thoughts and loops can be staged
//! exactly.
//!
//! A puppet is a llama whose layers add nothing: the last token's vector alone determines the scores.

use std::collections::BTreeSet;
use std::path::Path;

use pocket::gguf::{Gguf, GgufMetadataValue, Precision, byte_letter};

const WIDTH: usize = 128;
const HEADS: usize = 4;
const FEED_FORWARD: usize = 32;
const LAYERS: usize = 2;
const CONTEXT: u32 = 4096;
/// The score of a token that follows by the table; all others are near 0.
const SURE: f32 = 12.0;
/// The size of the scores of all other tokens.
const NOISE: f32 = 0.02;

/// How GGUF files mark a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenType {
    /// Ordinary text.
    Text = 1,
    /// It controls the model and is no text.
    Control = 3,
    /// It has a purpose of its own, and is text.
    UserDefined = 4,
}

/// A model under construction.
#[derive(Debug, Clone)]
pub struct Puppet {
    template: Option<String>,
    end: String,
    tokens: Vec<(String, TokenType)>,
    /// What follows from what, with its score.
    follows: Vec<(String, String, f32)>,
    is_trusted: bool,
}

impl Puppet {
    /// A template in which roles are control tokens.
    pub const TEMPLATE: &str = "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}<|end|>\
        {% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}";

    /// Creates a model with a chat template, its control tokens, and the token that ends a text.
    pub fn new(template: Option<&str>, control: &[&str], end: &str) -> Self {
        let mut puppet = Self {
            template: template.map(str::to_owned),
            end: end.to_owned(),
            tokens: Vec::new(),
            follows: Vec::new(),
            is_trusted: true,
        };
        control.iter().for_each(|name| puppet.add(name, TokenType::Control));
        puppet.add(end, TokenType::Control);
        puppet
    }

    /// Creates a model with [`Puppet::TEMPLATE`].
    pub fn simple() -> Self {
        Self::new(Some(Self::TEMPLATE), &["<|user|>", "<|assistant|>"], "<|end|>")
    }

    /// Has its abilities tried, like those of any model.
    #[must_use]
    pub fn to_be_tried(self) -> Self {
        Self { is_trusted: false, ..self }
    }

    /// Adds a token.
    pub fn add(&mut self, name: &str, kind: TokenType) {
        let is_byte = kind == TokenType::Text && name.len() == 1;
        if !is_byte && !self.tokens.iter().any(|(known, _)| known == name) {
            self.tokens.push((name.to_owned(), kind));
        }
    }

    /// Has each of these tokens follow from the one before.
    #[must_use]
    pub fn writing(mut self, tokens: &[&str]) -> Self {
        for two in tokens.windows(2) {
            self = self.liking(two[0], two[1], SURE);
        }
        self
    }

    /// Gives a token a score after another one.
    #[must_use]
    pub fn liking(mut self, after: &str, token: &str, score: f32) -> Self {
        self.add(after, TokenType::Text);
        self.add(token, TokenType::Text);
        self.follows.push((after.to_owned(), token.to_owned(), score));
        self
    }

    /// Says Yes after a token, when asked for Yes or No.
    #[must_use]
    pub fn agreeing(self, after: &str) -> Self {
        self.liking(after, "Y", 8.0).liking(after, "N", 0.0)
    }

    /// Writes the model's file.
    ///
    /// # Panics
    /// If it cannot be written.
    pub fn save(&self, path: &Path) {
        self.gguf().save(path).expect("a model can be written");
    }

    /// Returns the model's file.
    pub fn gguf(&self) -> Gguf {
        let mut gguf = Gguf::new("llama");
        self.set_metadata(&mut gguf);
        self.add_tensors(&mut gguf);
        gguf
    }

    fn set_metadata(&self, gguf: &mut Gguf) {
        gguf.set("general.name", "Puppet");
        for (key, value) in [
            ("block_count", LAYERS as u32),
            ("context_length", CONTEXT),
            ("embedding_length", WIDTH as u32),
            ("feed_forward_length", FEED_FORWARD as u32),
            ("attention.head_count", HEADS as u32),
            ("attention.head_count_kv", HEADS as u32),
            ("rope.dimension_count", (WIDTH / HEADS) as u32),
        ] {
            gguf.set(&format!("llama.{key}"), value);
        }
        gguf.set("llama.attention.layer_norm_rms_epsilon", 1e-5_f32);
        let spelt: Vec<String> = self.vocabulary().into_iter().map(|(name, _)| name).collect();
        let kinds = self.vocabulary().into_iter().map(|(_, kind)| kind as i32).collect();
        gguf.set("tokenizer.ggml.model", "gpt2");
        gguf.set("tokenizer.ggml.pre", "gpt-2");
        gguf.set("tokenizer.ggml.tokens", GgufMetadataValue::Texts(spelt));
        gguf.set("tokenizer.ggml.token_type", GgufMetadataValue::I32s(kinds));
        // llama.cpp wants one merge at least.
        let space = byte_letter(b' ');
        gguf.set("tokenizer.ggml.merges", GgufMetadataValue::Texts(vec![format!("{space} t")]));
        gguf.set("tokenizer.ggml.eos_token_id", self.number(&self.end) as u32);
        gguf.set("tokenizer.ggml.add_bos_token", false);
        if let Some(template) = &self.template {
            gguf.set("tokenizer.chat_template", template.as_str());
        }
        if self.is_trusted {
            gguf.set("pecan.without_trial", true);
        }
    }

    /// Returns all tokens as files spell them: single bytes, one word that a merge makes, and its own.
    fn vocabulary(&self) -> Vec<(String, TokenType)> {
        let bytes = (0..=255).map(|byte| (byte_letter(byte).to_string(), TokenType::Text));
        let merged = std::iter::once((spelling(" t"), TokenType::Text));
        let own = self.tokens.iter().map(|(name, kind)| match kind {
            TokenType::Text => (spelling(name), *kind),
            _ => (name.clone(), *kind),
        });
        let all: Vec<_> = bytes.chain(merged).chain(own).collect();
        let names: BTreeSet<&String> = all.iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), all.len(), "no token is there twice");
        all
    }

    fn number(&self, name: &str) -> usize {
        let vocabulary = self.vocabulary();
        let place = |spelt: &str| vocabulary.iter().position(|(known, _)| known == spelt);
        let found = place(name).or_else(|| place(&spelling(name)));
        found.unwrap_or_else(|| panic!("there is no token {name:?}"))
    }

    fn add_tensors(&self, gguf: &mut Gguf) {
        let count = self.vocabulary().len();
        let mut chance = Chance(7);
        let signs: Vec<f32> =
            (0..count * WIDTH).map(|_| if chance.next() < 0.5 { 1.0 } else { -1.0 }).collect();
        let mut output: Vec<f32> =
            (0..count * WIDTH).map(|_| NOISE * (chance.next() - 0.5)).collect();
        for (after, token, score) in &self.follows {
            let (from, to) = (self.number(after) * WIDTH, self.number(token) * WIDTH);
            for at in 0..WIDTH {
                output[to + at] += score * signs[from + at] / WIDTH as f32;
            }
        }
        gguf.tensor("token_embd.weight", &[WIDTH, count], Precision::F32, signs);
        gguf.tensor("output_norm.weight", &[WIDTH], Precision::F32, vec![1.0; WIDTH]);
        gguf.tensor("output.weight", &[WIDTH, count], Precision::F32, output);
        for layer in 0..LAYERS {
            let mut add = |name: &str, shape: &[usize], values: Vec<f32>| {
                let name = format!("blk.{layer}.{name}.weight");
                gguf.tensor(&name, shape, Precision::F32, values);
            };
            for name in ["attn_norm", "ffn_norm"] {
                add(name, &[WIDTH], vec![1.0; WIDTH]);
            }
            for name in ["attn_q", "attn_k", "attn_v"] {
                let values = (0..WIDTH * WIDTH).map(|_| 0.3 * (chance.next() - 0.5)).collect();
                add(name, &[WIDTH, WIDTH], values);
            }
            add("attn_output", &[WIDTH, WIDTH], vec![0.0; WIDTH * WIDTH]);
            let gate = (0..WIDTH * FEED_FORWARD).map(|_| 0.3 * (chance.next() - 0.5)).collect();
            add("ffn_gate", &[WIDTH, FEED_FORWARD], gate);
            add("ffn_up", &[WIDTH, FEED_FORWARD], vec![0.1; WIDTH * FEED_FORWARD]);
            add("ffn_down", &[FEED_FORWARD, WIDTH], vec![0.0; WIDTH * FEED_FORWARD]);
        }
    }
}

fn spelling(text: &str) -> String {
    text.bytes().map(byte_letter).collect()
}

/// Numbers from 0 to 1, always the same.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1 << 24) as f32
    }
}

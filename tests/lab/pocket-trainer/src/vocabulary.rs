//! The vocabulary: byte-level BPE over stories and public-domain novels.

use std::fs;
use std::path::Path;

use hwdag::prompts::{
    ANSWER, SUFFICIENT_INFORMATION, SUFFICIENT_OPEN, SUMMARIZE_CLOSE, SUMMARIZE_OPEN,
};
use tokenizers::models::bpe::{BPE, BpeTrainer, Vocab};
use tokenizers::models::{ModelWrapper, TrainerWrapper};
use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::{AddedToken, Tokenizer};

use super::special_tokens::SPECIAL;
use story::{Story, StoryFactKind, TRAINING_SEEDS, words};

/// An error of the trainer, as text for the person who runs it.
pub type TrainerError = Box<dyn std::error::Error + Send + Sync>;

/// Converts text to tokens and back.
pub struct BpeVocabulary {
    tokenizer: Tokenizer,
}

impl BpeVocabulary {
    /// Trains a vocabulary of `size` tokens on stories and the texts of `corpus`.
    ///
    /// # Errors
    /// If the tokenizer library fails.
    pub fn make(size: usize, corpus: &[String]) -> Result<Self, TrainerError> {
        let specials = SPECIAL.iter().map(|s| AddedToken::from(*s, true)).collect();
        let trainer = BpeTrainer::builder()
            .vocab_size(size)
            .min_frequency(2)
            .show_progress(false)
            .special_tokens(specials)
            .initial_alphabet(ByteLevel::alphabet().into_iter().collect())
            .build();
        let mut tokenizer = Tokenizer::new(ModelWrapper::BPE(BPE::default()));
        tokenizer.with_pre_tokenizer(Some(ByteLevel::new(false, true, true)));
        tokenizer.with_decoder(Some(ByteLevel::default()));
        let mut texts = own_texts();
        texts.extend(corpus.iter().cloned());
        tokenizer.train(&mut TrainerWrapper::BpeTrainer(trainer), texts.into_iter())?;
        Ok(Self { tokenizer })
    }

    /// Reads what [`Vocabulary::save`] wrote.
    ///
    /// # Errors
    /// If the file is missing or is not a tokenizer file.
    pub fn load(path: &Path) -> Result<Self, TrainerError> {
        Ok(Self { tokenizer: Tokenizer::from_file(path)? })
    }

    /// Creates a vocabulary from the results of [`Vocabulary::pieces`] and [`Vocabulary::merges`].
    ///
    /// # Errors
    /// If the two do not match.
    pub fn from_pieces(pieces: &[String], merges: &[String]) -> Result<Self, TrainerError> {
        let vocab: Vocab = pieces.iter().cloned().zip(0u32..).collect();
        let pair = |m: &String| m.split_once(' ').map(|(a, b)| (a.to_owned(), b.to_owned()));
        let merges = merges.iter().map(|m| pair(m).ok_or("a merge is no pair"));
        let merges = merges.collect::<Result<Vec<_>, _>>()?;
        let bpe = BPE::builder().vocab_and_merges(vocab, merges).build()?;
        let mut tokenizer = Tokenizer::new(ModelWrapper::BPE(bpe));
        tokenizer.with_pre_tokenizer(Some(ByteLevel::new(false, true, true)));
        tokenizer.with_decoder(Some(ByteLevel::default()));
        tokenizer.add_special_tokens(SPECIAL.iter().map(|s| AddedToken::from(*s, true)))?;
        Ok(Self { tokenizer })
    }

    /// Writes the vocabulary as a tokenizer file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), TrainerError> {
        self.tokenizer.save(path, true)
    }

    /// The number of tokens in the vocabulary.
    pub fn size(&self) -> usize {
        self.tokenizer.get_vocab_size(true)
    }

    /// The tokens of a text.
    pub fn tokens(&self, text: &str) -> Vec<u32> {
        self.tokenizer.encode_fast(text, false).map(|e| e.get_ids().to_vec()).unwrap_or_default()
    }

    /// The tokens of a text and the byte range of each.
    pub fn places(&self, text: &str) -> (Vec<u32>, Vec<(usize, usize)>) {
        match self.tokenizer.encode(text, false) {
            Ok(e) => (e.get_ids().to_vec(), e.get_offsets().to_vec()),
            Err(_) => (Vec::new(), Vec::new()),
        }
    }

    /// The text of tokens, without the special ones.
    pub fn text(&self, tokens: &[u32]) -> String {
        self.tokenizer.decode(tokens, true).unwrap_or_default()
    }

    /// The tokens in order of their numbers, spelt in the byte-level alphabet.
    pub fn pieces(&self) -> Vec<String> {
        (0..self.size() as u32)
            .map(|id| self.tokenizer.id_to_token(id).unwrap_or_default())
            .collect()
    }

    /// The merges in order, each as two pieces separated by a space.
    ///
    /// # Errors
    /// If the library gives none.
    pub fn merges(&self) -> Result<Vec<String>, TrainerError> {
        let json: serde_json::Value = serde_json::from_str(&self.tokenizer.to_string(false)?)?;
        let merges = json["model"]["merges"].as_array().ok_or("no merges")?;
        let text = |m: &serde_json::Value| match m {
            serde_json::Value::String(s) => s.clone(),
            m => format!("{} {}", m[0].as_str().unwrap_or(""), m[1].as_str().unwrap_or("")),
        };
        Ok(merges.iter().map(text).collect())
    }
}

/// All text of the prompts, for the vocabulary.
fn prompt_words() -> String {
    [SUMMARIZE_OPEN, SUMMARIZE_CLOSE, SUFFICIENT_OPEN, SUFFICIENT_INFORMATION, ANSWER, "\nYes\nNo"]
        .concat()
}

/// Stories, the words of prompts and questions, and every word of the story world, repeated often
/// enough.
fn own_texts() -> Vec<String> {
    let mut texts: Vec<String> = (0..40).map(|n| Story::new(TRAINING_SEEDS + n, 40).text).collect();
    for n in 0..40 {
        let story = Story::new(TRAINING_SEEDS + 100 + n, 40);
        texts.extend(story.questions.into_iter().map(|q| q.question));
        texts.extend(
            story.facts.into_iter().map(|f| format!("* {}; also told: {}.", f.text, f.noun)),
        );
    }
    let mut common: Vec<&str> = [words::WOMEN, words::MEN, words::FAMILIES, words::PLACES]
        .into_iter()
        .flat_map(words::list)
        .collect();
    for kind in [
        StoryFactKind::Trade,
        StoryFactKind::Fear,
        StoryFactKind::Dish,
        StoryFactKind::Instrument,
        StoryFactKind::Age,
        StoryFactKind::Wish,
    ]
    .into_iter()
    .chain([
        StoryFactKind::Tongue,
        StoryFactKind::Kin,
        StoryFactKind::Animal,
        StoryFactKind::Thing,
        StoryFactKind::Hidden,
    ]) {
        common.extend(kind.nouns());
        common.extend(kind.values());
    }
    let line: String = common.iter().map(|w| format!(" {w}")).collect();
    texts.extend(std::iter::repeat_n(line, 2500));
    texts.extend(std::iter::repeat_n(prompt_words(), 2500));
    texts
}

/// The texts in some folders, each cut to `bytes` characters.
///
/// # Errors
/// If a folder cannot be read.
pub fn corpus(folders: &[&Path], bytes: usize) -> Result<Vec<String>, TrainerError> {
    let mut texts = Vec::new();
    for folder in folders {
        let mut files: Vec<_> =
            fs::read_dir(folder)?.filter_map(|e| Some(e.ok()?.path())).collect();
        files.sort();
        for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "txt")) {
            let text = String::from_utf8_lossy(&fs::read(file)?).into_owned();
            texts.push(text.chars().take(bytes).collect());
        }
    }
    Ok(texts)
}

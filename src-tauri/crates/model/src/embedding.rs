use std::path::Path;

use hwdag::Embedder;
use llama_cpp_2::context::params::LlamaPoolingType;
use llama_cpp_2::token::LlamaToken;

use crate::encoder::Encoder;
use crate::error::Error;
use crate::load::LoadOptions;
use crate::weights::Weights;

/// How a text's vector is made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Vectors {
    /// The mean of its tokens' last states, scaled to length 1, whatever the file says: sentence
    /// encoders are compared by angles.
    #[default]
    Normalised,
    /// The state that the file names (the first token's, the last one's, or the mean, which is also
    /// the default), unscaled: dual encoders are trained to be compared by inner products.
    AsTrained,
}

/// A BERT model that turns sentences into vectors: the mean of a sentence's last token states,
/// scaled to length 1, unless other [`Vectors`] are requested.
///
/// A text longer than the model's window is cut off at its end, as in sentence-transformers.
pub struct Bert {
    encoder: Encoder,
    vectors: Vectors,
}

impl Bert {
    /// Loads the GGUF file at `path`.
    ///
    /// # Errors
    ///
    /// If the file is missing, damaged, or not a BERT model.
    pub fn load(path: &Path, options: &LoadOptions) -> Result<Self, Error> {
        Self::load_as(path, options, Vectors::default())
    }

    /// Loads the GGUF file at `path` for vectors of this kind.
    ///
    /// # Errors
    ///
    /// As for [`Bert::load`], or if the file specifies another use of its states.
    pub fn load_as(path: &Path, options: &LoadOptions, vectors: Vectors) -> Result<Self, Error> {
        let opened = Self::open(path, options, vectors);
        opened.map_err(|error| Error::Embedder(Box::new(error)))
    }

    fn open(path: &Path, options: &LoadOptions, vectors: Vectors) -> Result<Self, Error> {
        let weights = Weights::load(path, options)?;
        let pooling = match vectors {
            Vectors::Normalised => LlamaPoolingType::Mean,
            Vectors::AsTrained => trained_pooling(&weights)?,
        };
        let encoder = Encoder::new(&weights, pooling)?;
        let vocab = weights.model().vocab();
        let known = 0..vocab.n_tokens();
        if ![vocab.bos(), vocab.sep()].iter().all(|token| known.contains(&token.0)) {
            return Err(Error::Unsupported("its vocabulary has no [CLS] and [SEP]".into()));
        }
        Ok(Self { encoder, vectors })
    }

    /// The number of dimensions of a vector.
    pub fn dimension(&self) -> usize {
        usize::try_from(self.encoder.weights().model().n_embd_out()).unwrap_or(0)
    }

    /// The tokens of a text, cut to the model's window while keeping the last one.
    fn tokens(&self, text: &str) -> Vec<LlamaToken> {
        let mut tokens =
            self.encoder.weights().model().vocab().tokenize(text.as_bytes(), true, false);
        let longest = self.encoder.longest();
        if tokens.len() > longest {
            tokens.drain(longest - 1..tokens.len() - 1);
        }
        tokens
    }
}

impl Embedder for Bert {
    type Error = Error;

    fn embed(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Error> {
        let texts: Vec<_> = texts.iter().map(|text| self.tokens(text)).collect();
        let rows = self.encoder.encode(&texts)?;
        Ok(match self.vectors {
            Vectors::Normalised => rows.iter().map(|row| normalised(row)).collect(),
            Vectors::AsTrained => rows,
        })
    }
}

fn normalised(vector: &[f32]) -> Vec<f32> {
    let length = vector.iter().map(|&value| f64::from(value).powi(2)).sum::<f64>().sqrt();
    let scale = if length > 0.0 { 1.0 / length } else { 0.0 };
    vector.iter().map(|&value| (f64::from(value) * scale) as f32).collect()
}

/// The way in which the file says that all token states become one vector.
fn trained_pooling(weights: &Weights) -> Result<LlamaPoolingType, Error> {
    let key = format!("{}.pooling_type", weights.info().architecture);
    let said = weights.model().meta_val_str(&key).ok().and_then(|value| value.parse::<i32>().ok());
    match said.map_or(LlamaPoolingType::Unspecified, LlamaPoolingType::from) {
        LlamaPoolingType::None | LlamaPoolingType::Unspecified => Ok(LlamaPoolingType::Mean),
        LlamaPoolingType::Rank => Err(Error::Unsupported(
            "it compares two texts itself and does not return vectors".into(),
        )),
        pooling => Ok(pooling),
    }
}

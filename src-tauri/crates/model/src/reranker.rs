use std::path::Path;

use hwdag::LanguageModelShape;
use llama_cpp_2::context::params::LlamaPoolingType;
use llama_cpp_2::token::LlamaToken;

use crate::encoder::Encoder;
use crate::error::Error;
use crate::gguf::GgufHeader;
use crate::load::LoadOptions;
use crate::model_parts::ModelParts;
use crate::weights::Weights;

/// A cross-encoder: it reads a question together with a text and scores how well the text answers it.
///
/// The file must contain a BERT model with `pooling_type` 4 (rank) and a classification head with one output.
pub struct Reranker {
    encoder: Encoder,
    marks: Marks,
}

/// The tokens around a question and a text.
struct Marks {
    first: LlamaToken,
    between: Vec<LlamaToken>,
    last: LlamaToken,
}

impl Reranker {
    /// Loads the GGUF file at `path`.
    ///
    /// # Errors
    ///
    /// If the file is missing, damaged, or not a cross-encoder.
    pub fn load(path: &Path, options: &LoadOptions) -> Result<Self, Error> {
        Self::open(path, options).map_err(|error| Error::Reranker(Box::new(error)))
    }

    fn open(path: &Path, options: &LoadOptions) -> Result<Self, Error> {
        let header = ModelParts::find(path)?.header()?;
        check_head(&header)?;
        let weights = Weights::load(path, options)?;
        if weights.model().n_cls_out() != 1 {
            return Err(Error::Unsupported(
                "it returns several numbers for a text, not one".into(),
            ));
        }
        let marks = Marks::of(&weights, header.text("tokenizer.ggml.model") == Some("bert"))?;
        let encoder = Encoder::new(&weights, LlamaPoolingType::Rank)?;
        if encoder.longest() <= marks.count() {
            return Err(Error::Unsupported("its window has no room for a question".into()));
        }
        Ok(Self { encoder, marks })
    }

    /// Returns for each text a probability that it answers the question, and the cost in floating point operations.
    /// Only the order of the probabilities is comparable between models. If both do not fit into the model's window,
    /// the text is cut off at its end; a question that takes more than half of the window is cut off, too.
    ///
    /// # Errors
    ///
    /// If the model fails.
    pub fn score(&mut self, question: &str, texts: &[&str]) -> Result<(Vec<f32>, f64), Error> {
        let mut question = self.tokens(question);
        question.truncate(self.encoder.longest() / 2);
        let pairs: Vec<_> = texts.iter().map(|text| self.pair(&question, text)).collect();
        let rows = self.encoder.encode(&pairs)?;
        // A row has one number because the head has one output.
        let scores = rows.iter().map(|row| sigmoid(row.first().copied().unwrap_or(f32::MIN)));
        let shape = self.encoder.weights().shape(self.encoder.longest());
        let flops = pairs.iter().map(|pair| both_ways_flops(&shape, pair.len())).sum();
        Ok((scores.collect(), flops))
    }

    fn tokens(&self, text: &str) -> Vec<LlamaToken> {
        self.encoder.weights().model().vocab().tokenize(text.as_bytes(), false, false)
    }

    fn pair(&self, question: &[LlamaToken], text: &str) -> Vec<LlamaToken> {
        let Marks { first, between, last } = &self.marks;
        let mut tokens = vec![*first];
        tokens.extend(question);
        tokens.extend(between);
        let room = self.encoder.longest() - tokens.len() - 1;
        tokens.extend(self.tokens(text).into_iter().take(room));
        tokens.push(*last);
        tokens
    }
}

impl Marks {
    /// Returns the marks of `[CLS] question [SEP] text [SEP]`; models like RoBERTa have two tokens in the middle.
    fn of(weights: &Weights, is_wordpiece: bool) -> Result<Self, Error> {
        let vocab = weights.model().vocab();
        let known = 0..vocab.n_tokens();
        let end = [vocab.sep(), vocab.eos()].into_iter().find(|token| known.contains(&token.0));
        let (Some(end), true) = (end, known.contains(&vocab.bos().0)) else {
            return Err(Error::Unsupported("its vocabulary has no [CLS] and [SEP]".into()));
        };
        let is_bert = is_wordpiece || weights.info().architecture == "modern-bert";
        let between = if is_bert { vec![end] } else { vec![end, end] };
        Ok(Self { first: vocab.bos(), between, last: end })
    }

    fn count(&self) -> usize {
        2 + self.between.len()
    }
}

/// Checks for a head. Without one, llama.cpp would return a state of the model, whose first number means nothing.
fn check_head(header: &GgufHeader) -> Result<(), Error> {
    let architecture = header.text("general.architecture").unwrap_or_default();
    let pooling = header.number(&format!("{architecture}.pooling_type"));
    let has_head = header.tensors.iter().any(|tensor| {
        let is_single = tensor.name == "cls.weight" && tensor.dimensions.get(1) == Some(&1);
        is_single || tensor.name == "cls.output.weight"
    });
    if pooling == Some(LlamaPoolingType::Rank as u64) && has_head {
        return Ok(());
    }
    Err(Error::Unsupported("it does not compare a question with a text".into()))
}

/// Returns the cost of a pass over `tokens` tokens that all attend to each other, in floating point operations.
fn both_ways_flops(shape: &LanguageModelShape, tokens: usize) -> f64 {
    let looks = (tokens * tokens) as f64;
    2.0 * shape.parameters * tokens as f64
        + 4.0 * shape.layers as f64 * shape.query_width as f64 * looks
}

fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

//! Methods that show the best chunks by some score.

use std::fmt;

use hwdag::similarity::top_k;
use protocol::Failure;

use super::answer_record::QuestionOutcome;
use super::context::Context;
use super::costs::{MOST, costs};
use super::keys::ModelFacts;
use super::method::{AnswerMethod, Matching, Method};
use super::method_text::{MethodText, MethodTextError, PassageCount};
use super::models::ComparisonModels;
use super::prepared::Embedded;

/// The default number of chunks, as in the papers.
const PASSAGES: usize = 5;

/// Scores chunks by how well they match a question.
pub trait ChunkScorer: fmt::Debug + Sync {
    /// Returns the name of the method that shows the best chunks.
    fn name(&self) -> &'static str;

    /// Returns the score of each chunk.
    ///
    /// # Errors
    ///
    /// If an encoder is missing or fails.
    fn scores(&self, context: &mut Context, question: &str) -> Result<Vec<f32>, Failure>;

    /// As [`AnswerMethod::check`].
    ///
    /// # Errors
    ///
    /// If a model that it needs is not named.
    fn check(&self, _models: &ComparisonModels) -> Result<(), Failure> {
        Ok(())
    }

    /// As [`AnswerMethod::embedded`].
    fn embedded(&self) -> Vec<Embedded> {
        Vec::new()
    }

    /// Describes its constants, if it has any.
    fn settings(&self) -> Option<String> {
        None
    }

    /// As [`AnswerMethod::models`].
    fn models<'a>(&self, _models: &'a ModelFacts) -> Vec<&'a str> {
        Vec::new()
    }
}

/// Answers from the chunks with the highest scores.
#[derive(Debug, Clone, Copy)]
struct Retrieval {
    scorer: &'static dyn ChunkScorer,
    count: PassageCount,
}

/// Reads a method that shows the chunks with the highest scores.
///
/// # Errors
///
/// If the text has another option than a count.
pub fn read(
    scorer: &'static dyn ChunkScorer,
    text: &MethodText<'_>,
) -> Result<Method, MethodTextError> {
    Ok(Method::new(Retrieval { scorer, count: text.count(PASSAGES)? }))
}

impl Retrieval {
    /// Returns the `most` best chunks, the best first.
    fn best(
        &self,
        context: &mut Context,
        question: &str,
        most: usize,
    ) -> Result<Vec<usize>, Failure> {
        let scores = self.scorer.scores(context, question)?;
        let mut chunks = top_k(&scores, scores.len());
        chunks.truncate(most);
        Ok(chunks)
    }
}

impl fmt::Display for Retrieval {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.scorer.name(), self.count)
    }
}

impl AnswerMethod for Retrieval {
    fn embedded(&self) -> Vec<Embedded> {
        self.scorer.embedded()
    }

    fn check(&self, models: &ComparisonModels) -> Result<(), Failure> {
        self.scorer.check(models)
    }

    fn matching(&self) -> Option<Matching> {
        (self.count == PassageCount::Matched).then_some(Matching::Cost)
    }

    fn with_count(&self, count: usize) -> Option<Method> {
        Some(Method::new(Self { count: PassageCount::Fixed(count), ..*self }))
    }

    fn settings(&self, models: &ModelFacts) -> Result<String, Failure> {
        let own = self.scorer.settings().map(|own| format!(", {own}"));
        Ok(models.shown() + &own.unwrap_or_default())
    }

    fn models<'a>(&self, models: &'a ModelFacts) -> Vec<&'a str> {
        self.scorer.models(models)
    }

    fn answer(&self, context: &mut Context, question: &str) -> Result<QuestionOutcome, Failure> {
        let chunks = self.choose(context, question)?;
        context.answer_from_chunks(question, &chunks)
    }

    fn costs(&self, context: &mut Context, question: &str) -> Result<Vec<f64>, Failure> {
        let chunks = self.best(context, question, MOST)?;
        costs(&context.session, question, &context.material.passages(&chunks))
    }

    fn chooses(&self) -> bool {
        self.count != PassageCount::Matched
    }

    fn choose(&self, context: &mut Context, question: &str) -> Result<Vec<usize>, Failure> {
        self.best(context, question, self.count.known()?)
    }
}

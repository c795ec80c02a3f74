//! What every way to answer offers, so that a comparison runs all of them alike.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use protocol::{Code, Failure};

use super::answer_record::{AnswerRecord, QuestionOutcome};
use super::construction::Construction;
use super::context::Context;
use super::keys::ModelFacts;
use super::models::ComparisonModels;
use super::prepared::Embedded;

/// A way to answer. Its [`Display`](fmt::Display) form is what one writes on a command line; reading
/// that gives the same method, and stored answers and results are named after it.
pub trait AnswerMethod: fmt::Debug + fmt::Display + Send + Sync {
    /// Returns what must be built of the documents before questions are asked, if anything.
    fn construction(&self) -> Option<&'static dyn Construction> {
        None
    }

    /// Returns what must be embedded of the documents before questions are asked.
    fn embedded(&self) -> Vec<Embedded> {
        Vec::new()
    }

    /// Checks before hours of work that every model that the method needs is named.
    ///
    /// # Errors
    ///
    /// [`Code::BadRequest`] with the option that names the missing model.
    fn check(&self, _models: &ComparisonModels) -> Result<(), Failure> {
        Ok(())
    }

    /// Returns how the amount that it shows follows from the first method, if it does.
    fn matching(&self) -> Option<Matching> {
        None
    }

    /// Returns the same method with this count in place of a matched one, if it has a count.
    fn with_count(&self, _count: usize) -> Option<Method> {
        None
    }

    /// Describes everything about how it works that its name and the models do not say. The text is
    /// part of the key under which answers are stored.
    ///
    /// # Errors
    ///
    /// If its count was not matched yet.
    fn settings(&self, models: &ModelFacts) -> Result<String, Failure> {
        Ok(models.shown())
    }

    /// Returns the SHA-256 of each model that takes part beside the one that answers.
    fn models<'a>(&self, _models: &'a ModelFacts) -> Vec<&'a str> {
        Vec::new()
    }

    /// Returns whether questions should be passed to [`read_ahead`](Self::read_ahead) before they are
    /// asked.
    fn reads_ahead(&self) -> bool {
        false
    }

    /// Does the work that some questions about the same documents share.
    ///
    /// # Errors
    ///
    /// If a model fails; [`Code::Stopped`].
    fn read_ahead(&self, _context: &mut Context, _questions: &[&str]) -> Result<(), Failure> {
        Ok(())
    }

    /// Answers a question. What the method needs is built and embedded.
    ///
    /// # Errors
    ///
    /// If a model fails; [`Code::Stopped`].
    fn answer(&self, context: &mut Context, question: &str) -> Result<QuestionOutcome, Failure>;

    /// Returns the floating point operations of answering from the first 1, 2, 3, … passages or nodes
    /// that it chooses, as many as fit the window. Empty if it chooses none.
    ///
    /// # Errors
    ///
    /// As [`answer`](Self::answer).
    fn costs(&self, _context: &mut Context, _question: &str) -> Result<Vec<f64>, Failure> {
        Ok(Vec::new())
    }

    /// Returns whether it can [choose](Self::choose) passages without answering.
    fn chooses(&self) -> bool {
        false
    }

    /// Returns the chunks that it would answer from, whether or not they fit a window.
    ///
    /// # Errors
    ///
    /// As [`answer`](Self::answer), and if the method chooses no chunks.
    fn choose(&self, _context: &mut Context, _question: &str) -> Result<Vec<usize>, Failure> {
        Err(Failure::new(Code::Internal, format!("{self:?} chooses no passages.")))
    }

    /// Returns the texts that an answer was given from and rests on.
    ///
    /// # Errors
    ///
    /// If a stored answer names nodes that what was built lacks.
    fn texts(&self, context: &mut Context, given: &AnswerRecord) -> Result<AnswerTexts, Failure> {
        let nodes: Vec<usize> = given.shown.iter().filter_map(|seen| seen.node).collect();
        let chunks: Vec<usize> = given.evidence.iter().map(|(chunk, _)| *chunk).collect();
        let cited = context.material.texts_of(&chunks)?;
        let shown = match self.construction() {
            Some(construction) => construction.texts(context, &nodes)?,
            None => context.material.texts_of(&nodes)?,
        };
        Ok(AnswerTexts { shown, cited })
    }

    /// Returns whether its texts are whole passages. In others, words are missing between words, so
    /// that runs of words do not show what they hold.
    fn shows_whole_passages(&self) -> bool {
        true
    }
}

/// The texts behind an answer.
#[derive(Debug, Default)]
pub struct AnswerTexts {
    /// What the model was shown, in order.
    pub shown: Vec<String>,
    /// The passages that the answer rests on, the heaviest first.
    pub cited: Vec<String>,
}

/// How much a matched method shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matching {
    /// As many passages as cost what the first method costs.
    Cost,
    /// As many nodes as the first method visits in the mean.
    Nodes,
}

/// A way to answer. Clones share it.
#[derive(Debug, Clone)]
pub struct Method(Arc<dyn AnswerMethod>);

impl Method {
    /// Creates a handle to a way to answer.
    pub fn new(method: impl AnswerMethod + 'static) -> Self {
        Self(Arc::new(method))
    }

    /// Returns whether the amount that it shows depends on the first method.
    pub fn is_matched(&self) -> bool {
        self.matching().is_some()
    }

    /// Returns everything that an answer depends on beside the documents and what all methods share.
    /// `nodes` is the key of the nodes that the method searches.
    ///
    /// # Errors
    ///
    /// If its count was not matched yet.
    pub fn key_parts(
        &self,
        models: &ModelFacts,
        nodes: String,
        question: &str,
    ) -> Result<Vec<String>, Failure> {
        let mut parts = vec!["answer".to_owned(), self.to_string(), self.settings(models)?, nodes];
        parts.extend([question.to_owned(), models.language.clone()]);
        parts.extend(self.models(models).into_iter().map(str::to_owned));
        Ok(parts)
    }
}

impl Deref for Method {
    type Target = dyn AnswerMethod;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

/// Writes a method as on a command line.
impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&*self.0, formatter)
    }
}

/// Two methods with one name are the same.
impl PartialEq for Method {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

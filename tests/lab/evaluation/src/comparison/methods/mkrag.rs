//! Answers from the sentences about the names in a question, as Pecan gives them with `--by entities`.

use protocol::Failure;

use self::options::{NAME, NameSearchOptions};
use self::search::{NameSearch, no_reranker};
use super::pecan::options::WalkOptions;
use crate::comparison::answer_record::{AnswerRecord, QuestionOutcome};
use crate::comparison::construction::Construction;
use crate::comparison::context::Context;
use crate::comparison::keys::ModelFacts;
use crate::comparison::method::{AnswerMethod, AnswerTexts, Method};
use crate::comparison::method_kind::MethodKind;
use crate::comparison::models::ComparisonModels;
use crate::comparison::prepared::{Embedded, GraphKind};

mod options;
mod search;

/// How the method is read and explained.
pub const KIND: MethodKind = MethodKind {
    name: NAME,
    form: NAME,
    meaning: "The sentences about the names in the question, then about the names in those \
              sentences, until the model says that they suffice. Settings follow a colon: rounds \
              (maximum number), both (the graph is searched, too), sentence, macro, feature, micro \
              (what is found and shown at once: a sentence, who somebody is, everything of one kind \
              that the text says of a name, a sentence by the questions that it answers).",
    read: |text| NameSearchOptions::read(text).map(Method::new),
};

/// The edition of this method. It is raised whenever the results of the search for names change.
const EDITION: &str = "names 3";

impl AnswerMethod for NameSearchOptions {
    fn construction(&self) -> Option<&'static dyn Construction> {
        let graph: &'static dyn Construction = &GraphKind::Graph;
        self.both.then_some(graph)
    }

    fn embedded(&self) -> Vec<Embedded> {
        match self.both {
            true => vec![Embedded::Chunks, Embedded::Points(GraphKind::Graph)],
            false => Vec::new(),
        }
    }

    fn check(&self, models: &ComparisonModels) -> Result<(), Failure> {
        match self.reranked && models.reranker.is_none() {
            true => Err(no_reranker()),
            false => Ok(()),
        }
    }

    fn settings(&self, models: &ModelFacts) -> Result<String, Failure> {
        let search = WalkOptions::default().search_settings(models)?;
        let built = self.both.then(|| models.construction(GraphKind::Graph));
        Ok(format!("{}, {EDITION}, {search:?}, {built:?}", models.shown()))
    }

    fn models<'a>(&self, models: &'a ModelFacts) -> Vec<&'a str> {
        let reranker = models.reranker.as_deref().filter(|_| self.reranked);
        [&*models.builder, &models.embedder].into_iter().chain(reranker).collect()
    }

    fn answer(&self, context: &mut Context, question: &str) -> Result<QuestionOutcome, Failure> {
        match context.facts.sees {
            true => NameSearch::new(context, question, *self)?.answer(),
            false => Ok(QuestionOutcome::NotRun("attention".into())),
        }
    }

    fn texts(&self, _context: &mut Context, given: &AnswerRecord) -> Result<AnswerTexts, Failure> {
        Ok(AnswerTexts { shown: given.texts.clone(), cited: given.cited.clone() })
    }
}

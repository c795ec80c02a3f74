//! Pecan's own way to answer: a walk through the graph, or through a tree, under the model's control.

use hwdag::similarity::cosines;
use hwdag::{Query, shared_words};
use protocol::Failure;

use crate::comparison::answer_record::{AnswerRecord, QuestionOutcome};
use crate::comparison::construction::Construction;
use crate::comparison::context::Context;
use crate::comparison::keys::ModelFacts;
use crate::comparison::method::{AnswerMethod, Matching, Method};
use crate::comparison::method_kind::MethodKind;
use crate::comparison::method_text::PassageCount;
use crate::comparison::prepared::{Embedded, GraphKind};

use self::options::{PECAN, WalkOptions};

pub mod options;

/// How the method is read and explained.
pub const KIND: MethodKind = MethodKind {
    name: PECAN,
    form: PECAN,
    meaning: "The points that it visits in the graph until the model says that they suffice. \
              Settings follow a colon: tree (a tree of summaries instead of the graph), normalised \
              (attention and similarity as shares), candidates (as shares among the unvisited \
              nodes), no-attention, no-embedding, no-words (without the words that a point shares \
              with the question), nodes-first (the top level before the question), sparing (asked \
              less often), patience (number of Yeses needed), confidence (the value that p_yes must \
              exceed), balance (weight of similarity), fixed (a fixed number of nodes), most \
              (maximum number of nodes after the top level), rerank (number of chunks that are then \
              judged alone; the answer is written from the best one).",
    read: |text| WalkOptions::read(text).map(Method::new),
};

impl AnswerMethod for WalkOptions {
    fn construction(&self) -> Option<&'static dyn Construction> {
        Some(match self.kind() {
            GraphKind::Graph => &GraphKind::Graph,
            GraphKind::Tree => &GraphKind::Tree,
        })
    }

    fn embedded(&self) -> Vec<Embedded> {
        match self.no_embedding {
            true => Vec::new(),
            false => vec![Embedded::Chunks, Embedded::Points(self.kind())],
        }
    }

    fn matching(&self) -> Option<Matching> {
        (self.fixed == Some(PassageCount::Matched)).then_some(Matching::Nodes)
    }

    fn with_count(&self, count: usize) -> Option<Method> {
        Some(Method::new(Self { fixed: Some(PassageCount::Fixed(count)), ..*self }))
    }

    fn settings(&self, models: &ModelFacts) -> Result<String, Failure> {
        let (search, built) = (self.search_settings(models)?, models.construction(self.kind()));
        Ok(format!("{}, {search:?}, {built:?}", models.shown()))
    }

    fn models<'a>(&self, models: &'a ModelFacts) -> Vec<&'a str> {
        vec![models.builder.as_str(), &models.embedder]
    }

    fn answer(&self, context: &mut Context, question: &str) -> Result<QuestionOutcome, Failure> {
        if !context.facts.sees && !self.no_attention {
            return Ok(QuestionOutcome::NotRun("attention".into()));
        }
        let graph = context.searchable(self.kind())?;
        let cosines = match self.no_embedding {
            true => Vec::new(),
            false => {
                let vectors = context.node_vectors(&graph, self.kind())?;
                cosines(&context.question_vector(question)?, &vectors)
            }
        };
        let graphs = [&*graph];
        let words = match self.counts_words() {
            true => shared_words(question, &graphs),
            false => Vec::new(),
        };
        let settings = self.search_settings(&context.facts)?;
        let asked = Query { cosines: &cosines, words: &words, ..Query::new(question, &graphs) };
        let found = context.search(&asked, &settings)?;
        if found.path.is_empty() && !graph.nodes().is_empty() {
            return Ok(QuestionOutcome::NotRun("window".into()));
        }
        let wanted = settings.fixed_nodes.map(|count| count.min(graph.nodes().len()));
        let given = AnswerRecord::of_search(found, wanted.is_none());
        Ok(QuestionOutcome::Answered(AnswerRecord { wanted, ..given }))
    }
}

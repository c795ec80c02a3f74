//! The chunks most similar to the question.

use hwdag::similarity::cosines;
use protocol::Failure;

use crate::comparison::context::Context;
use crate::comparison::keys::ModelFacts;
use crate::comparison::method_kind::MethodKind;
use crate::comparison::prepared::Embedded;
use crate::comparison::retrieval::{ChunkScorer, read};

/// How the method is read and explained.
pub const KIND: MethodKind = MethodKind {
    name: "dense",
    form: "dense:K",
    meaning: "The K chunks most similar to the question, by the sentence embedder.",
    read: |text| read(&Dense, text),
};

/// Similarity by the sentence embedder.
#[derive(Debug)]
struct Dense;

impl ChunkScorer for Dense {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn scores(&self, context: &mut Context, question: &str) -> Result<Vec<f32>, Failure> {
        let chunks = context.chunk_vectors()?;
        Ok(cosines(&context.question_vector(question)?, &chunks))
    }

    fn embedded(&self) -> Vec<Embedded> {
        vec![Embedded::Chunks]
    }

    fn models<'a>(&self, models: &'a ModelFacts) -> Vec<&'a str> {
        vec![models.embedder.as_str()]
    }
}

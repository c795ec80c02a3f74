//! The best chunks by a dual encoder: one model for questions, another for passages.

use protocol::Failure;

use crate::comparison::context::Context;
use crate::comparison::context::embeddings::{no_encoders, vector};
use crate::comparison::keys::ModelFacts;
use crate::comparison::method_kind::MethodKind;
use crate::comparison::models::ComparisonModels;
use crate::comparison::prepared::Embedded;
use crate::comparison::retrieval::{ChunkScorer, read};

/// How the method is read and explained.
pub const KIND: MethodKind = MethodKind {
    name: "dual",
    form: "dual:K",
    meaning: "The K best chunks, by one encoder for questions and one for passages.",
    read: |text| read(&Dual, text),
};

/// The inner product of the vectors of both encoders.
#[derive(Debug)]
struct Dual;

impl ChunkScorer for Dual {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn scores(&self, context: &mut Context, question: &str) -> Result<Vec<f32>, Failure> {
        let passages = context.passage_vectors()?;
        let (encoder, _) = context.encoders.as_mut().ok_or_else(no_encoders)?;
        Ok(products(&vector(encoder, question)?, &passages))
    }

    fn check(&self, models: &ComparisonModels) -> Result<(), Failure> {
        models.encoders.as_ref().map(drop).ok_or_else(no_encoders)
    }

    fn embedded(&self) -> Vec<Embedded> {
        vec![Embedded::Passages]
    }

    fn models<'a>(&self, models: &'a ModelFacts) -> Vec<&'a str> {
        models.encoders.iter().flatten().map(String::as_str).collect()
    }
}

/// Returns the inner product of `query` with every row of `matrix`, the measure for encoders that were
/// trained in pairs.
fn products(query: &[f32], matrix: &[f32]) -> Vec<f32> {
    let product = |row: &[f32]| row.iter().zip(query).map(|(a, b)| a * b).sum();
    matrix.chunks_exact(query.len().max(1)).map(product).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_products_by_hand() {
        assert_eq!(products(&[1.0, 2.0], &[1.0, 0.0, 0.5, 3.0]), [1.0, 6.5]);
        assert!(products(&[], &[]).is_empty());
    }
}

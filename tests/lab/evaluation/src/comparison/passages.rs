//! Which passages a question is answered from, when retrieval alone chooses them.

use hwdag::Embedder;
use hwdag::similarity::{cosines, top_k};
use model::Bert;
use protocol::Failure;

use super::{Answerer, Material, Pick};

impl Answerer {
    /// Returns the chunks that match a question best, the best first.
    ///
    /// # Errors
    ///
    /// If an encoder is missing or fails.
    pub fn ranked(
        &mut self,
        by: Pick,
        material: &Material,
        question: &str,
    ) -> Result<Vec<usize>, Failure> {
        let scores = match by {
            Pick::Bm25 => self.words(material).scores(question),
            Pick::Dense => {
                let passages = self.chunk_vectors(material)?;
                cosines(&vector(self.embedder(), question)?, &passages)
            }
            Pick::Dual => {
                let passages = self.dual_vectors(material)?;
                products(&vector(self.question_encoder()?, question)?, &passages)
            }
        };
        Ok(top_k(&scores, scores.len()))
    }
}

/// Returns a text's vector.
pub fn vector(encoder: &mut Bert, text: &str) -> Result<Vec<f32>, Failure> {
    Ok(encoder.embed(&[text])?.pop().unwrap_or_default())
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

//! The whole document.

use std::fmt;

use protocol::Failure;

use crate::comparison::answer_record::QuestionOutcome;
use crate::comparison::context::Context;
use crate::comparison::method::{AnswerMethod, Method};
use crate::comparison::method_kind::MethodKind;

/// How the method is read and explained.
pub const KIND: MethodKind = MethodKind {
    name: "whole",
    form: "whole",
    meaning: "The whole document.",
    read: |text| text.bare().map(|()| Method::new(WholeDocument)),
};

/// Shows all chunks in order, if they fit.
#[derive(Debug)]
struct WholeDocument;

impl fmt::Display for WholeDocument {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(KIND.name)
    }
}

impl AnswerMethod for WholeDocument {
    fn answer(&self, context: &mut Context, question: &str) -> Result<QuestionOutcome, Failure> {
        if !context.fits(question, &context.material.graph())? {
            return Ok(QuestionOutcome::NotRun("window".into()));
        }
        let chunks: Vec<usize> = (0..context.material.chunks.len()).collect();
        context.answer_from_chunks(question, &chunks)
    }
}

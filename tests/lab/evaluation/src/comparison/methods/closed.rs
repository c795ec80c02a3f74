//! Nothing but the question, which shows what the model knows or guesses.

use std::fmt;

use protocol::Failure;

use crate::comparison::answer_record::QuestionOutcome;
use crate::comparison::context::Context;
use crate::comparison::method::{AnswerMethod, Method};
use crate::comparison::method_kind::MethodKind;

/// How the method is read and explained.
pub const KIND: MethodKind = MethodKind {
    name: "closed",
    form: "closed",
    meaning: "Nothing but the question.",
    read: |text| text.bare().map(|()| Method::new(ClosedBook)),
};

/// Shows no chunks.
#[derive(Debug)]
struct ClosedBook;

impl fmt::Display for ClosedBook {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(KIND.name)
    }
}

impl AnswerMethod for ClosedBook {
    fn answer(&self, context: &mut Context, question: &str) -> Result<QuestionOutcome, Failure> {
        context.answer_from_chunks(question, &[])
    }
}

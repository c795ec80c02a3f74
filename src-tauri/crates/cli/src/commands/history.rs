//! `pecan history`.

use clap::{Args, ValueEnum};
use protocol::{DocumentId, Outcome, QuestionId, Request};
use terminal::{CommandResult, CommonArguments, print_text};

use crate::document_number::document_number;
use crate::job::{print_outcome, request, run_and_print};

/// `pecan history`.
#[derive(Debug, Args)]
pub struct HistoryArguments {
    /// Print only questions about this document
    #[arg(value_name = "ID", value_parser = document_number)]
    document: Option<DocumentId>,
    /// Print one answer with its passages and its whole path
    #[arg(long, value_name = "N", conflicts_with = "document")]
    question: Option<QuestionId>,
    /// Print that answer as a page for other programs
    #[arg(long = "as", value_enum, value_name = "FORM", requires = "question")]
    form: Option<AnswerFormatArgument>,
}

/// Formats of an answer for other programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AnswerFormatArgument {
    Markdown,
    Html,
}

impl From<AnswerFormatArgument> for protocol::ExportForm {
    fn from(form: AnswerFormatArgument) -> Self {
        match form {
            AnswerFormatArgument::Markdown => Self::Markdown,
            AnswerFormatArgument::Html => Self::Html,
        }
    }
}

/// Prints the list of questions, or one answer: for people, as JSON, or as a page for other programs.
pub fn run(common: &CommonArguments, arguments: &HistoryArguments) -> CommandResult {
    let HistoryArguments { document, question, form } = *arguments;
    match (question, form) {
        (Some(question), Some(form)) => {
            run_and_print(common, Request::Export { question, form: form.into() })
        }
        (Some(question), None) => recall(common, question),
        (None, _) => run_and_print(common, Request::History { document }),
    }
}

/// Prints an earlier question and its answer.
fn recall(common: &CommonArguments, question: QuestionId) -> CommandResult {
    let outcome = request(common, Request::Recall { question })?;
    if let (Outcome::Answer(answer), false) = (&outcome, common.json) {
        print_text(&format!("{}\n\n", answer.question))?;
    }
    print_outcome(common, &outcome)
}

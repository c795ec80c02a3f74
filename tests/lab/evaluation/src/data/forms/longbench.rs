//! LongBench's form (section "Data Format" of its README).

use serde::Deserialize;

use super::{DatasetDocumentSource, DatasetEntry, ParsedQuestion};
use crate::data::{DatasetError, NonBlankText, ReferenceAnswers};

#[derive(Deserialize)]
pub(super) struct LongBenchRecord {
    #[serde(rename = "_id")]
    id: Option<String>,
    input: NonBlankText,
    context: String,
    answers: Vec<String>,
    dataset: Option<String>,
}

pub(super) fn entry(line: LongBenchRecord) -> Result<DatasetEntry, DatasetError> {
    let answers = ReferenceAnswers::written(line.answers).ok_or(DatasetError::NoAnswer)?;
    let asked = ParsedQuestion::new(line.id, line.input, answers, Vec::new());
    Ok(DatasetEntry { dataset: line.dataset, ..DatasetEntry::one(passages(line.context), asked) })
}

/// Splits a context made of several passages (HotpotQA, 2WikiMultihopQA and MuSiQue). Each passage has
/// a line `Passage 1:` and so on before it, then its title.
fn passages(context: String) -> Vec<DatasetDocumentSource> {
    let Some(mut rest) = context.strip_prefix("Passage 1:\n") else {
        return vec![DatasetDocumentSource::Text(None, context)];
    };
    let mut passages = Vec::new();
    for next in 2.. {
        match rest.split_once(&format!("\nPassage {next}:\n")) {
            Some((passage, after)) => {
                passages.push(titled(passage));
                rest = after;
            }
            None => break,
        }
    }
    passages.push(titled(rest));
    passages
}

/// Returns a passage whose first line is its title. A single line is its text.
fn titled(passage: &str) -> DatasetDocumentSource {
    match passage.split_once('\n') {
        Some((title, text)) if !text.trim().is_empty() => {
            DatasetDocumentSource::Text(Some(title.into()), text.trim_end().into())
        }
        _ => DatasetDocumentSource::Text(None, passage.trim_end().into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_passage_is_lost_where_titles_are_missing() {
        let context =
            "Passage 1:\nMira hid it.\n\nPassage 2:\nTom\nTom found it.\n\nPassage 3:\nIt rained.";
        let passages = passages(context.into());
        let expected =
            [(None, "Mira hid it."), (Some("Tom"), "Tom found it."), (None, "It rained.")];
        let expected = expected
            .map(|(title, text)| DatasetDocumentSource::Text(title.map(String::from), text.into()));
        assert_eq!(passages, expected);
    }
}

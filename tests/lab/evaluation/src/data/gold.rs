//! What an answer follows from, if the data gives its place in a document, and not its words.

use std::fs;
use std::ops::RangeInclusive;
use std::sync::Arc;

use serde_json::Value;

use super::problem::cut;
use super::{DatasetDocument, DatasetDocumentContent, DatasetError};

/// The most combinations of found places that are tried. More would fill the memory without adding
/// information.
const MOST_SETS: usize = 1_000;

/// The most characters of a title in a message.
const LONGEST_TITLE: usize = 100;

/// A place in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Gold {
    /// The paragraphs below this title, in a document that was compiled from several.
    Titled(String),
    /// These lines, counted from 0.
    Lines(RangeInclusive<usize>),
}

impl Gold {
    /// Returns what the `extra` of a line names: titles as `gold` (HotpotQA, MuSiQue), lines as `spans`
    /// (QMSum).
    pub fn of(extra: &Value) -> Vec<Self> {
        let titles = texts(&extra["gold"]).into_iter().map(Self::Titled);
        let spans = extra["spans"].as_array().into_iter().flatten();
        titles.chain(spans.filter_map(Self::lines)).collect()
    }

    fn lines(span: &Value) -> Option<Self> {
        let end = |at: usize| match span.get(at)? {
            Value::String(text) => text.parse().ok(),
            number => usize::try_from(number.as_u64()?).ok(),
        };
        Some(Self::Lines(end(0)?..=end(1)?))
    }

    /// Its name in a message, with lines counted from 1.
    fn described(&self) -> String {
        match self {
            Self::Titled(title) => format!("“{}”", cut(title, LONGEST_TITLE)),
            Self::Lines(range) => {
                let [first, last] = [range.start(), range.end()].map(|line| line.saturating_add(1));
                format!("What stands in lines {first} to {last}")
            }
        }
    }

    /// Returns the passages at this place. A title may occur several times.
    fn passages(&self, text: &str) -> Vec<String> {
        match self {
            Self::Titled(title) => {
                let below = |part: &str| {
                    let (head, below) = part.trim().split_once('\n')?;
                    (head.trim() == title.trim()).then(|| below.to_owned())
                };
                text.replace("\r\n", "\n").split("\n\n").filter_map(below).collect()
            }
            Self::Lines(range) => {
                let count = range.end().saturating_add(1).saturating_sub(*range.start());
                let lines: Vec<&str> = text.lines().skip(*range.start()).take(count).collect();
                let whole = count > 0 && lines.len() == count;
                whole.then(|| lines.join("\n")).into_iter().collect()
            }
        }
    }
}

/// Returns sets of passages, each with one passage for every place; none if there are no places. Only
/// documents that are plain text have places.
///
/// # Errors
///
/// [`Flaw::PlaceMissing`], [`Flaw::TooManyPlaces`].
pub(super) fn sets(
    gold: &[Gold],
    documents: &[Arc<DatasetDocument>],
) -> Result<Vec<Vec<String>>, DatasetError> {
    if gold.is_empty() {
        return Ok(Vec::new());
    }
    let texts: Vec<String> = documents.iter().filter_map(|document| text(document)).collect();
    let found = |place: &Gold| -> Result<Vec<String>, DatasetError> {
        let found: Vec<String> = texts.iter().flat_map(|text| place.passages(text)).collect();
        if found.is_empty() {
            Err(DatasetError::PlaceMissing(place.described()))
        } else {
            Ok(found)
        }
    };
    // Missing places come first: a question with one takes part, however many the others are.
    let all = gold.iter().map(found).collect::<Result<Vec<_>, _>>()?;
    all.into_iter().try_fold(vec![Vec::new()], |sets: Vec<Vec<String>>, found| {
        if sets.len().saturating_mul(found.len()) > MOST_SETS {
            return Err(DatasetError::TooManyPlaces(MOST_SETS));
        }
        let with = |set: &Vec<String>| -> Vec<Vec<String>> {
            let more = |one: &String| set.iter().chain([one]).cloned().collect();
            found.iter().map(more).collect()
        };
        Ok(sets.iter().flat_map(with).collect())
    })
}

fn text(document: &DatasetDocument) -> Option<String> {
    match document.content() {
        DatasetDocumentContent::Text(text) => Some(text.clone()),
        DatasetDocumentContent::File(path) => fs::read_to_string(path).ok(),
    }
}

/// Returns a text, or the texts of a list.
pub(super) fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(all) => all.iter().filter_map(Value::as_str).map(String::from).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn document(text: &str) -> Vec<Arc<DatasetDocument>> {
        DatasetDocument::text(None, text.into()).into_iter().map(Arc::new).collect()
    }

    fn missing(place: &str) -> Result<Vec<Vec<String>>, DatasetError> {
        Err(DatasetError::PlaceMissing(place.into()))
    }

    #[test]
    fn titles_name_the_paragraphs_below_them() {
        let text = "Lamp\nThe lamp is green.\n\nMill\nIt is old.\n\nLamp\nLamps are dear.";
        let gold = Gold::of(&json!({"gold": ["Lamp", "Mill"], "level": "easy"}));
        let expected = [["The lamp is green.", "It is old."], ["Lamps are dear.", "It is old."]];
        assert_eq!(sets(&gold, &document(text)).unwrap(), expected);
        let gold = Gold::of(&json!({"gold": ["Lamp", "Door"]}));
        assert_eq!(sets(&gold, &document(text)), missing("“Door”"), "one of them is not there");
        let mut many = vec!["Lamp"; 25];
        let gold = Gold::of(&json!({"gold": many}));
        assert_eq!(sets(&gold, &document(text)), Err(DatasetError::TooManyPlaces(MOST_SETS)));
        many.push("Door");
        assert_eq!(sets(&Gold::of(&json!({"gold": many})), &document(text)), missing("“Door”"));
    }

    #[test]
    fn spans_name_lines() {
        let text = "zero\none\ntwo\nthree";
        let gold = Gold::of(&json!({"spans": [["1", "2"], [3, 3]]}));
        assert_eq!(sets(&gold, &document(text)).unwrap(), [["one\ntwo", "three"]]);
        let beyond = Gold::of(&json!({"spans": [[0, 1], [2, 9]]}));
        assert_eq!(sets(&beyond, &document(text)), missing("What stands in lines 3 to 10"));
        for extra in [json!({"spans": null}), json!(3), json!(null)] {
            assert!(sets(&Gold::of(&extra), &document(text)).unwrap().is_empty(), "{extra}");
        }
    }
}

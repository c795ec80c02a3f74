//! LitBank's books, with the proper names that annotators marked in them.

use std::fs;
use std::ops::Range;
use std::path::Path;

use protocol::{Code, EntityKind, Failure};
use serde::Deserialize;

/// The file of books, below the folder with test files.
const BOOKS: &str = "train/litbank.jsonl";

/// The beginning of a novel.
#[derive(Debug)]
pub struct LitBankBook {
    /// Its number and title.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The mentions of proper names, in order.
    pub names: Vec<AnnotatedName>,
}

/// A mention by a proper name.
#[derive(Debug, PartialEq, Eq)]
pub struct AnnotatedName {
    /// Its bytes.
    pub place: Range<usize>,
    /// The name, without line breaks.
    pub name: String,
    /// What it names.
    pub kind: EntityKind,
    /// The number of what it names: the same for all mentions of it in a book.
    pub entity: usize,
}

/// A line of the file. Pecan finds only mentions by name, so only these are read.
#[derive(Deserialize)]
struct LitBankRecord {
    book: String,
    text: String,
    entities: Vec<Chain>,
}

/// Someone or something, with its mentions as characters.
#[derive(Deserialize)]
struct Chain {
    #[serde(rename = "type")]
    label: Label,
    mentions: Vec<(usize, usize, MentionType)>,
}

/// LitBank's kinds: people, facilities, places with a government, other places, vehicles and organisations.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Label {
    Per,
    Fac,
    Gpe,
    Loc,
    Veh,
    Org,
}

impl Label {
    fn kind(self) -> EntityKind {
        match self {
            Self::Per => EntityKind::Person,
            Self::Fac | Self::Gpe | Self::Loc => EntityKind::Place,
            Self::Org => EntityKind::Organisation,
            Self::Veh => EntityKind::Thing,
        }
    }
}

/// By a proper name, another noun or a pronoun.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum MentionType {
    Prop,
    Nom,
    Pron,
}

/// Returns the books of the folder with test files, in the order of their names.
///
/// # Errors
///
/// If there is no such file, or it has another format.
pub fn read(corpus: &Path) -> Result<Vec<LitBankBook>, Failure> {
    let file = corpus.join(BOOKS);
    let text = fs::read_to_string(&file).map_err(|error| report::file_failure(&file, &error))?;
    parse(&text).map_err(|error| {
        let message = format!("{} does not have the form of LitBank: {error}.", file.display());
        Failure::new(Code::BadRequest, message)
    })
}

fn parse(text: &str) -> Result<Vec<LitBankBook>, serde_json::Error> {
    let lines = text.lines().map(serde_json::from_str::<LitBankRecord>);
    let mut books = lines.map(|line| Ok(line?.book())).collect::<Result<Vec<_>, _>>()?;
    books.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(books)
}

impl LitBankRecord {
    fn book(self) -> LitBankBook {
        let bytes: Vec<usize> =
            self.text.char_indices().map(|(byte, _)| byte).chain([self.text.len()]).collect();
        let named = |(entity, chain): (usize, &Chain)| {
            let kind = chain.label.kind();
            let proper = chain.mentions.iter().filter(|mention| mention.2 == MentionType::Prop);
            let name = |&(start, end, _): &(usize, usize, MentionType)| {
                let place = *bytes.get(start)?..*bytes.get(end)?;
                let words: Vec<&str> = self.text.get(place.clone())?.split_whitespace().collect();
                Some(AnnotatedName { name: words.join(" "), place, kind, entity })
            };
            proper.filter_map(name).collect::<Vec<_>>()
        };
        let mut names: Vec<AnnotatedName> =
            self.entities.iter().enumerate().flat_map(named).collect();
        names.sort_by_key(|one| (one.place.start, one.place.end, one.entity));
        LitBankBook { name: self.book, text: self.text, names }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A book in which each of these names occurs once, of its own entity.
    pub fn book(text: &str, names: &[(&str, &str)]) -> LitBankBook {
        let entity = |(name, label): &(&str, &str)| {
            let start = text.find(name).unwrap();
            let mention = serde_json::json!([start, start + name.len(), "PROP"]);
            serde_json::json!({"type": label, "mentions": [mention]})
        };
        let entities: Vec<_> = names.iter().map(entity).collect();
        let line = serde_json::json!({"book": "1_book", "text": text, "entities": entities});
        parse(&line.to_string()).unwrap().remove(0)
    }

    #[test]
    fn books_come_by_name_with_their_names_in_order() {
        let (first, second) = (
            r#"{"book": "b", "text": "", "entities": []}"#,
            serde_json::json!({
                "book": "a", "text": "À York he saw the Ariel, it.", "events": [],
                "entities": [
                    {"type": "VEH", "mentions": [[14, 23, "PROP"], [25, 27, "PRON"]]},
                    {"type": "GPE", "mentions": [[2, 6, "PROP"], [99, 100, "PROP"]]},
                ],
            }),
        );
        let books = parse(&format!("{first}\n{second}\n")).unwrap();
        assert_eq!(books.iter().map(|book| book.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        let found: Vec<(Range<usize>, &str, EntityKind, usize)> = books[0]
            .names
            .iter()
            .map(|one| (one.place.clone(), one.name.as_str(), one.kind, one.entity))
            .collect();
        let expected =
            [(3..7, "York", EntityKind::Place, 1), (15..24, "the Ariel", EntityKind::Thing, 0)];
        assert_eq!(found, expected);
        assert!(parse("{}").is_err());
    }
}

//! The order of documents.

use protocol::{DocumentState, DocumentSummary};
use serde::{Deserialize, Serialize};

use crate::storage;

/// The key under which the order is stored.
const ORDER: &str = "order";

/// The order of documents, in each collection and below them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DocumentOrder {
    /// First added first.
    #[default]
    Oldest,
    /// Last added first.
    Newest,
    /// By title.
    Title,
    /// By author; documents without one come last.
    Author,
    /// Failed or incomplete documents first.
    State,
}

impl DocumentOrder {
    /// All orders.
    pub const ALL: [Self; 5] = [Self::Oldest, Self::Newest, Self::Title, Self::Author, Self::State];

    /// Its name in the page.
    pub fn name(self) -> &'static str {
        match self {
            Self::Oldest => "oldest",
            Self::Newest => "newest",
            Self::Title => "title",
            Self::Author => "author",
            Self::State => "state",
        }
    }

    /// The order with this name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.name() == name)
    }

    /// The stored order.
    pub fn kept() -> Self {
        storage::load(ORDER).unwrap_or_default()
    }

    /// Stores the order.
    pub fn keep(self) {
        storage::save(ORDER, &self);
    }

    /// The indexes of documents in this order. The documents are given in the order of adding.
    pub fn places(self, documents: &[DocumentSummary]) -> Vec<usize> {
        let mut places: Vec<usize> = (0..documents.len()).collect();
        match self {
            Self::Oldest => {}
            Self::Newest => places.reverse(),
            Self::Title => places.sort_by_cached_key(|&at| filed(&documents[at].title)),
            Self::Author => places.sort_by_cached_key(|&at| {
                let author = filed(documents[at].author.as_deref().unwrap_or_default());
                (author.is_empty(), author, filed(&documents[at].title))
            }),
            Self::State => places.sort_by_key(|&at| urgency(documents[at].state)),
        }
        places
    }
}

fn urgency(state: DocumentState) -> u8 {
    match state {
        DocumentState::Failed => 0,
        DocumentState::Building => 1,
        DocumentState::Read => 2,
        DocumentState::Ready => 3,
    }
}

/// The sort key of a title or a name: lower case without diacritics, from the first letter or digit
/// on.
fn filed(text: &str) -> String {
    let text = text.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    text.chars().flat_map(char::to_lowercase).map(unmarked).collect()
}

/// The base letter in Western European languages.
fn unmarked(letter: char) -> char {
    match letter {
        'à'..='æ' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' | 'œ' => 'o',
        'ß' => 's',
        'ù'..='ü' => 'u',
        'ý' | 'ÿ' => 'y',
        _ => letter,
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::fixtures::summary;

    #[test]
    fn documents_stand_in_the_order_that_is_chosen() {
        let document = |id, title: &str, author: Option<&str>, state| DocumentSummary {
            author: author.map(str::to_owned),
            state,
            ..summary(id, title)
        };
        let documents = [
            document(1, "“Zadig”", Some("Voltaire"), DocumentState::Ready),
            document(2, "Émile", None, DocumentState::Failed),
            document(3, "emma", Some("Jane Austen"), DocumentState::Building),
            document(4, "Evelina", Some("Frances Burney"), DocumentState::Ready),
            document(5, "Candide", Some("Voltaire"), DocumentState::Read),
        ];
        for (order, expected) in [
            (DocumentOrder::Oldest, [1, 2, 3, 4, 5]),
            (DocumentOrder::Newest, [5, 4, 3, 2, 1]),
            (DocumentOrder::Title, [5, 2, 3, 4, 1]),
            (DocumentOrder::Author, [4, 3, 5, 1, 2]),
            (DocumentOrder::State, [2, 3, 5, 1, 4]),
        ] {
            let places = order.places(&documents).into_iter();
            let ids: Vec<i64> = places.map(|at| documents[at].id.0).collect();
            assert_eq!(ids, expected, "{order:?}");
            assert_eq!(DocumentOrder::of(order.name()), Some(order));
        }
        assert_eq!(DocumentOrder::of("size"), None);
    }
}

use leptos::prelude::*;
use protocol::{DocumentState, DocumentSummary};
use serde::{Deserialize, Serialize};

use super::{Library, stored};

const ORDER: &str = "order";

/// In which order documents stand, in each collection and below them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// Those added first stand first.
    #[default]
    Oldest,
    /// Those added last stand first.
    Newest,
    /// By their titles.
    Title,
    /// By their authors, those without one last.
    Author,
    /// What went wrong or is not whole stands first.
    State,
}

impl Order {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Oldest, Self::Newest, Self::Title, Self::Author, Self::State];

    /// What it is called in the page.
    pub fn name(self) -> &'static str {
        match self {
            Self::Oldest => "oldest",
            Self::Newest => "newest",
            Self::Title => "title",
            Self::Author => "author",
            Self::State => "state",
        }
    }

    /// The one that is called so.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.name() == name)
    }

    /// The places of documents, which are given as they were added, in this order.
    pub(super) fn places(self, documents: &[DocumentSummary]) -> Vec<usize> {
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

impl Library {
    /// Has documents stand in this order from now on; the window remembers it.
    pub fn sort(self, order: Order) {
        self.order.set(order);
        stored::save(ORDER, &order);
    }

    /// Whether there is something to put into an order.
    pub fn is_sortable(self) -> bool {
        self.sorted.with(|sorted| sorted.len() > 1)
    }

    pub(super) fn kept_order() -> RwSignal<Order> {
        RwSignal::new(stored::load(ORDER).unwrap_or_default())
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

/// A title or a name as it is filed: small letters without their marks, from the first of them on.
fn filed(text: &str) -> String {
    let text = text.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    text.chars().flat_map(char::to_lowercase).map(unmarked).collect()
}

/// The letter under the marks of Western European languages.
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
            (Order::Oldest, [1, 2, 3, 4, 5]),
            (Order::Newest, [5, 4, 3, 2, 1]),
            (Order::Title, [5, 2, 3, 4, 1]),
            (Order::Author, [4, 3, 5, 1, 2]),
            (Order::State, [2, 3, 5, 1, 4]),
        ] {
            let places = order.places(&documents).into_iter();
            let ids: Vec<_> = places.map(|at| documents[at].id).collect();
            assert_eq!(ids, expected, "{order:?}");
            assert_eq!(Order::of(order.name()), Some(order));
        }
        assert_eq!(Order::of("size"), None);
    }
}

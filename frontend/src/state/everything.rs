use leptos::prelude::*;
use protocol::{DocumentId, DocumentSummary, Hit, NodeId};

use super::citing::next;
use super::{App, Searching};
use crate::actions::{Action, Reach};
use crate::find::SearchTerms;
use crate::focus::PreviousFocus;

/// The number of results to list for each kind.
const FEW: usize = 6;

/// A search result.
#[derive(Debug, Clone, PartialEq)]
pub enum SearchResult {
    /// A document, by its title or its author.
    Document(DocumentId),
    /// An action.
    Action(Action),
    /// A point or a passage of the current graph.
    Point(NodeId),
    /// A place in a document's text.
    Text(Hit),
}

/// The kind of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchResultKind {
    Document,
    Action,
    Point,
    Text,
}

impl SearchResult {
    /// The kind of the result.
    pub fn kind(&self) -> SearchResultKind {
        match self {
            Self::Document(_) => SearchResultKind::Document,
            Self::Action(_) => SearchResultKind::Action,
            Self::Point(_) => SearchResultKind::Point,
            Self::Text(_) => SearchResultKind::Text,
        }
    }
}

/// The search of everything at once.
#[derive(Clone, Copy)]
pub struct Everything {
    /// Whether the search is open.
    pub open: RwSignal<bool>,
    /// The words, and the texts that contain them.
    pub texts: Searching,
    /// The index of the chosen result.
    pub chosen: RwSignal<usize>,
    /// The element that had the focus before.
    before: PreviousFocus,
}

impl Everything {
    pub(super) fn new() -> Self {
        Self {
            open: RwSignal::new(false),
            texts: Searching::new(FEW as u32),
            chosen: RwSignal::new(0),
            before: PreviousFocus::new(),
        }
    }

    /// Chooses the next or previous of `count` results, wrapping around.
    pub fn choose_next(self, count: usize, forward: bool) {
        let chosen = self.chosen.get_untracked().min(count.saturating_sub(1));
        self.chosen.set(next(Some(chosen), count, forward).unwrap_or(0));
    }

    /// Closes the search. The focus returns to where it was.
    pub fn close(self) {
        self.open.set(false);
        self.before.give_back();
    }
}

impl App {
    /// Opens the search of everything, or closes it.
    pub fn search_everything(self) {
        let everything = self.everything;
        if everything.open.get_untracked() {
            return everything.close();
        }
        everything.before.keep();
        self.look_for_everything(String::new());
        everything.open.set(true);
    }

    /// Searches everything for words.
    pub fn look_for_everything(self, words: String) {
        self.everything.chosen.set(0);
        self.look_for(self.everything.texts, words);
    }

    /// All results, kind by kind.
    pub fn found_everywhere(self) -> Vec<SearchResult> {
        let wanted = self.everything.texts.words.with(|words| SearchTerms::of(words));
        let documents = self.library.documents.with(|known| match known {
            Some(Ok(documents)) => titled(documents, &wanted),
            _ => Vec::new(),
        });
        let actions = Action::all().filter(|action| wanted.are_in(&action.name()));
        let actions = actions.filter(|action| serves(*action) && action.is_possible(self));
        let most = if wanted.is_empty() { usize::MAX } else { FEW };
        let mut found: Vec<SearchResult> =
            documents.into_iter().map(SearchResult::Document).collect();
        found.extend(actions.take(most).map(SearchResult::Action));
        if !wanted.is_empty() {
            found.extend(self.points_with(&wanted).into_iter().map(SearchResult::Point));
            found.extend(self.texts_found().into_iter().map(SearchResult::Text));
        }
        found
    }

    fn points_with(self, wanted: &SearchTerms) -> Vec<NodeId> {
        let found = self.mapping.map.with(|map| Some(map.as_ref()?.points_with(wanted, FEW)));
        found.unwrap_or_default()
    }

    /// Documents with the words in their titles are listed separately.
    fn texts_found(self) -> Vec<Hit> {
        let found = self.everything.texts.found.get().unwrap_or_default();
        found.hits.into_iter().filter(|hit| hit.passage.is_some()).collect()
    }

    /// Opens a result, or does it if it is an action.
    pub fn go_to(self, thing: &SearchResult) {
        self.everything.close();
        match thing {
            SearchResult::Document(document) => drop(self.follow_to(*document)),
            SearchResult::Action(action) => drop(self.act(*action)),
            SearchResult::Point(node) => self.show_node(*node),
            SearchResult::Text(hit) => self.show_hit(hit),
        }
    }
}

/// Whether an action makes sense in this search: not one on the focused element, which is the
/// search field, nor this search itself.
fn serves(action: Action) -> bool {
    let focused = action.key().is_some_and(|key| key.reach == Reach::ByItself);
    !focused && action != Action::Everything
}

/// The documents whose title or author contains the words; those whose title begins with them come
/// first.
fn titled(documents: &[DocumentSummary], wanted: &SearchTerms) -> Vec<DocumentId> {
    let has = |summary: &&DocumentSummary| {
        let author = summary.author.as_deref().unwrap_or_default();
        wanted.are_in(&format!("{} {author}", summary.title))
    };
    let mut titled: Vec<_> = documents.iter().filter(has).collect();
    titled.sort_by_key(|summary| !wanted.begin(&summary.title));
    titled.into_iter().take(FEW).map(|summary| summary.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::summary;

    #[test]
    fn what_the_focus_is_needed_for_is_not_offered() {
        let left: Vec<Action> = Action::all().filter(|action| !serves(*action)).collect();
        let expected = [Action::Copy, Action::SelectAll, Action::Everything, Action::NewLine];
        assert_eq!(left, expected);
    }

    #[test]
    fn titles_that_begin_with_the_words_come_first() {
        let by = |author: &str, id, title| DocumentSummary {
            author: Some(author.to_owned()),
            ..summary(id, title)
        };
        let documents = [
            by("Jane Austen", 1, "Emma"),
            by("Jane Austen", 2, "Lady Susan"),
            by("E. Ladey", 3, "Emmaus"),
            by("Daniel Defoe", 4, "A Lady Again"),
        ];
        let found = |words: &str| titled(&documents, &SearchTerms::of(words));
        assert_eq!(found("emma"), [1, 3]);
        assert_eq!(found("lady"), [2, 4]);
        assert_eq!(found("austen emma"), [1]);
        assert_eq!(found(""), [1, 2, 3, 4]);
        assert!(found("emma lamp").is_empty());
    }
}

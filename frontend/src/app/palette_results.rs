//! What the command palette finds, and where its results lead.

use leptos::prelude::*;
use protocol::{DocumentId, DocumentSummary, Hit, NodeId};

use crate::app::App;
use crate::app::action::Action;
use crate::app::action::key::Reach;
use crate::app::palette::{FEW, SearchResult};
use crate::search_terms::SearchTerms;

impl App {
    /// All results, kind by kind.
    pub fn found_everywhere(self) -> Vec<SearchResult> {
        let wanted = self.palette.texts.words.with(|words| SearchTerms::of(words));
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
        let found = self.graph.map.with(|map| Some(map.as_ref()?.points_with(wanted, FEW)));
        found.unwrap_or_default()
    }

    /// Documents with the words in their titles are listed separately.
    fn texts_found(self) -> Vec<Hit> {
        let found = self.palette.texts.found.get().unwrap_or_default();
        found.hits.into_iter().filter(|hit| hit.passage.is_some()).collect()
    }

    /// Opens a result, or does it if it is an action.
    pub fn go_to(self, thing: &SearchResult) {
        self.palette.close();
        match thing {
            SearchResult::Document(document) => drop(self.navigation.follow_to(*document)),
            SearchResult::Action(action) => drop(self.act(*action)),
            SearchResult::Point(node) => self.graph.show_node(*node),
            SearchResult::Text(hit) => self.reader.show_hit(hit),
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
        let found = |words: &str| -> Vec<i64> {
            let found = titled(&documents, &SearchTerms::of(words));
            found.into_iter().map(|document| document.0).collect()
        };
        assert_eq!(found("emma"), [1, 3]);
        assert_eq!(found("lady"), [2, 4]);
        assert_eq!(found("austen emma"), [1]);
        assert_eq!(found(""), [1, 2, 3, 4]);
        assert!(found("emma lamp").is_empty());
    }
}

//! Loading the open document's text.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{DocumentId, DocumentText, Heading, Outcome, PageText, Request};

use crate::ipc;
use crate::reader::store::ReaderStore;

impl ReaderStore {
    /// Loads the open document's text, also after a failure.
    pub fn load(self, document: DocumentId) {
        self.failed.set(None);
        spawn_local(async move {
            let all = Request::Text { document, first: 1, count: u32::MAX };
            let text = ipc::outcome(all).await;
            if !self.navigation.is_open(document) {
                return;
            }
            match text {
                Ok(Outcome::Text(text)) => {
                    // The file may have had more pages last time.
                    let last = text.pages.len().saturating_sub(1);
                    self.page.update(|page| *page = last.min(*page));
                    self.text.set(Some(Arc::new(outlined(text))));
                    if let Some(passage) = self.passage.get_untracked() {
                        self.bring_into_view(document, passage);
                    }
                }
                Ok(_) => self.failed.set(Some(ipc::unexpected())),
                Err(failure) => self.failed.set(Some(failure)),
            }
        });
    }
}

/// A text with an outline: without headings, the names of its parts.
fn outlined(mut text: DocumentText) -> DocumentText {
    let heading = |page: &PageText| {
        let title = page.label.trim().to_owned();
        (!title.is_empty()).then_some(Heading { level: 1, title, start: page.start })
    };
    if text.outline.is_empty() && !text.paged {
        text.outline = text.pages.iter().filter_map(heading).collect();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{page, text};

    #[test]
    fn parts_are_the_outline_where_there_are_no_headings() {
        let named = |label: &str, page| PageText { label: label.to_owned(), ..page };
        let pages =
            vec![named("One", page(1, 0, 10)), page(2, 10, 20), named("Two ", page(3, 20, 30))];
        let titles = |text: DocumentText| -> Vec<(String, u32)> {
            outlined(text)
                .outline
                .into_iter()
                .map(|heading| (heading.title, heading.start))
                .collect()
        };
        let expected = [("One".to_owned(), 0), ("Two".to_owned(), 20)];
        assert_eq!(titles(text(pages.clone(), false)), expected);
        assert!(titles(text(pages.clone(), true)).is_empty(), "labels are numbers there");
        let heading = Heading { level: 2, title: "Own".to_owned(), start: 3 };
        let own = DocumentText { outline: vec![heading], ..text(pages, false) };
        assert_eq!(titles(own), [("Own".to_owned(), 3)]);
    }
}

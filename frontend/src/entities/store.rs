//! The names in the open document.

use std::sync::Arc;

use leptos::prelude::*;
use protocol::{DocumentState, Entity, EntityKind, Fact, Failure, QuestionAnswerPair, Until};

use crate::app::layout::LayoutStore;
use crate::app::notices::NoticeStore;
use crate::dom::elements;
use crate::entities::names::{DocumentNameList, NameSearchResults};
use crate::job::TrackedJob;
use crate::library::builds::BuildStore;
use crate::reader::store::ReaderStore;
use crate::settings::models::ModelStore;

/// The names in the open document.
#[derive(Clone, Copy)]
pub struct EntityStore {
    /// Whether the names are listed beside it.
    pub open: RwSignal<bool>,
    /// The names; none until they are loaded.
    pub names: RwSignal<Option<Arc<DocumentNameList>>>,
    /// Why there are no names.
    pub failed: RwSignal<Option<Failure>>,
    /// Words that the listed names contain.
    pub words: RwSignal<String>,
    /// The kind to list; none for all kinds.
    pub kind: RwSignal<Option<EntityKind>>,
    /// The entity whose page is open.
    pub chosen: RwSignal<Option<Entity>>,
    /// The sentences about it, or why they are not known; none until they are loaded.
    pub facts: RwSignal<Option<Result<Arc<[Fact]>, Failure>>>,
    /// Questions about it, with their answers.
    pub pairs: RwSignal<Arc<[QuestionAnswerPair]>>,
    /// Names of other entities that may be the same as the chosen one.
    pub similar: RwSignal<Arc<[String]>>,
    /// The running job that writes such questions, about any entity.
    pub writing: RwSignal<Option<TrackedJob>>,
    /// Counts the requests for names: only the last one counts.
    pub asked: StoredValue<u32>,
    /// The same for the sentences about one entity.
    pub asked_of: StoredValue<u32>,
    /// Selected words to look up once the names are known.
    pub looked_up: StoredValue<Option<String>>,
    /// The page to which a sentence has just led.
    pub led: StoredValue<Option<usize>>,
    /// The open document's text.
    pub reader: ReaderStore,
    /// What the window shows.
    pub layout: LayoutStore,
    /// The model, which gives the kinds of names.
    pub models: ModelStore,
    /// The building of graphs, which ends with that.
    pub builds: BuildStore,
    /// The messages for the user.
    pub notices: NoticeStore,
}

impl EntityStore {
    /// Returns a store without names.
    pub fn new(reader: ReaderStore, models: ModelStore, builds: BuildStore) -> Self {
        Self {
            open: RwSignal::new(false),
            names: RwSignal::default(),
            failed: RwSignal::default(),
            words: RwSignal::default(),
            kind: RwSignal::default(),
            chosen: RwSignal::default(),
            facts: RwSignal::default(),
            pairs: RwSignal::default(),
            similar: RwSignal::default(),
            writing: RwSignal::default(),
            asked: StoredValue::new(0),
            asked_of: StoredValue::new(0),
            looked_up: StoredValue::new(None),
            led: StoredValue::new(None),
            reader,
            layout: reader.layout,
            models,
            builds,
            notices: reader.notices,
        }
    }

    /// Removes the names.
    pub fn clear(self) {
        count_up(self.asked);
        count_up(self.asked_of);
        self.names.set(None);
        self.failed.set(None);
        self.words.set(String::new());
        self.kind.set(None);
        self.chosen.set(None);
        self.facts.set(None);
        self.pairs.set(Arc::default());
        self.similar.set(Arc::default());
        self.looked_up.set_value(None);
    }

    /// Folds the names away. Unfolded again, the list begins with all names.
    pub fn fold(self) {
        self.open.set(false);
        self.chosen.set(None);
    }

    /// The kinds that occur.
    pub fn kinds(self) -> Vec<EntityKind> {
        self.names.with(|names| names.as_ref().map_or_else(Vec::new, |names| names.kinds().into()))
    }

    /// The kind to list, if one is chosen.
    pub fn kind(self) -> Option<EntityKind> {
        // Since the choice, the last name of this kind may have gone.
        self.kind.get().filter(|kind| self.kinds().contains(kind))
    }

    /// Lists the names of a kind, or all.
    pub fn choose_kind(self, kind: Option<EntityKind>) {
        self.kind.set(kind);
    }

    /// At most `most` entities that match the search field and the kind; none until the names are
    /// loaded.
    pub fn found(self, most: usize) -> Option<NameSearchResults> {
        let kind = self.kind();
        let names = self.names.get()?;
        Some(self.words.with(|words| names.found(words, kind, most)))
    }

    /// Whether names are listed beside the open document.
    pub fn is_shown(self) -> bool {
        self.open.get() && self.reader.text.with(Option::is_some)
    }

    /// Lists the names of the open document beside it, in place of its headings, and moves the
    /// focus there; or folds them away.
    pub fn toggle(self) {
        let open = self.open;
        let unfold = !open.get_untracked() || !untrack(|| self.layout.is_text_seen());
        if unfold {
            open.set(true);
            self.reader.outlined.set(false);
            self.layout.turn_to_text();
            // The list must be drawn first.
            request_animation_frame(|| elements::focus_within(elements::NAMES));
        } else {
            self.fold();
            elements::focus(elements::PAGE);
        }
    }

    /// Whether the model can be asked for the kinds of names: the document's graph is complete, no
    /// work is in progress on it, and the model is not the demonstration model.
    pub fn can_ask_for_kinds(self) -> bool {
        let Some(document) = self.reader.document.get() else { return false };
        let state = self.builds.library.summary(document).map(|summary| summary.state);
        let is_free = self.builds.library.works.with(|works| !works.contains_key(&document));
        let knows = matches!(self.models.in_use(), Some(Ok(model)) if !model.demonstration);
        state == Some(DocumentState::Ready) && is_free && knows
    }

    /// Has the model give the kinds of names. Building a graph ends with that; for a complete graph
    /// nothing else is left to do.
    pub fn ask_for_kinds(self) {
        if let Some(document) = self.reader.document.get_untracked() {
            self.builds.build_with_names(document);
        }
    }
}

/// The limit of the text, in the engine's form.
pub fn bound(character: Option<u32>) -> Option<Until> {
    character.map(Until::Character)
}

/// Increments the counter, and returns the number.
pub fn count_up(counter: StoredValue<u32>) -> u32 {
    counter.update_value(|number| *number += 1);
    counter.get_value()
}

/// Returns the store of the window that contains a view.
pub fn use_entities() -> EntityStore {
    expect_context()
}

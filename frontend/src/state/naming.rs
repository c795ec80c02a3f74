use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{
    DocumentState, Entity, EntityForm, EntityId, EntityKind, Fact, Failure, Outcome, Place,
    QuestionAnswerPair, Request, Until,
};

use super::highlights::page_at;
use super::task::TrackedJob;
use super::{App, Work};
use crate::names::{DocumentNameList, NameSearchResults};
use crate::{focus, i18n, ipc, keys};

/// How long the reader must stay on a page before its names are loaded. By then the page is
/// scrolled to its beginning.
const REST: Duration = Duration::from_millis(300);

/// The names in the open document.
#[derive(Clone, Copy)]
pub struct NamesState {
    /// Whether the names are listed beside it.
    pub open: RwSignal<bool>,
    /// The names; none until they are loaded.
    pub names: RwSignal<Option<Arc<DocumentNameList>>>,
    /// Why there are no names.
    pub failed: RwSignal<Option<Failure>>,
    /// Words that the listed names contain.
    pub words: RwSignal<String>,
    /// The kind to list; none for all kinds.
    kind: RwSignal<Option<EntityKind>>,
    /// The entity whose page is open.
    pub chosen: RwSignal<Option<Entity>>,
    /// The sentences about it, or why they are not known; none until they are loaded.
    pub facts: RwSignal<Option<Result<Arc<[Fact]>, Failure>>>,
    /// Questions about it, with their answers.
    pub pairs: RwSignal<Arc<[QuestionAnswerPair]>>,
    /// The running job that writes such questions, about any entity.
    pub writing: RwSignal<Option<TrackedJob>>,
    /// Counts the requests for names: only the last one counts.
    pub(super) asked: StoredValue<u32>,
    /// The same for the sentences about one entity.
    asked_of: StoredValue<u32>,
    /// Selected words to look up once the names are known.
    looked_up: StoredValue<Option<String>>,
    /// The page to which a sentence has just led.
    led: StoredValue<Option<usize>>,
}

impl NamesState {
    pub(super) fn new() -> Self {
        Self {
            open: RwSignal::new(false),
            names: RwSignal::default(),
            failed: RwSignal::default(),
            words: RwSignal::default(),
            kind: RwSignal::default(),
            chosen: RwSignal::default(),
            facts: RwSignal::default(),
            pairs: RwSignal::default(),
            writing: RwSignal::default(),
            asked: StoredValue::new(0),
            asked_of: StoredValue::new(0),
            looked_up: StoredValue::new(None),
            led: StoredValue::new(None),
        }
    }

    pub(super) fn clear(self) {
        next(self.asked);
        next(self.asked_of);
        self.names.set(None);
        self.failed.set(None);
        self.words.set(String::new());
        self.kind.set(None);
        self.chosen.set(None);
        self.facts.set(None);
        self.pairs.set(Arc::default());
        self.looked_up.set_value(None);
    }

    /// Folds the names away. Unfolded again, the list begins with all names.
    pub(super) fn fold(self) {
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
}

/// The limit of the text, in the engine's form.
pub(super) fn bound(character: Option<u32>) -> Option<Until> {
    character.map(Until::Character)
}

/// Increments the counter, and returns the number.
pub(super) fn next(counter: StoredValue<u32>) -> u32 {
    counter.update_value(|number| *number += 1);
    counter.get_value()
}

impl App {
    /// Whether names are listed beside the open document.
    pub fn are_names_listed(self) -> bool {
        self.naming.open.get() && self.reading.text.with(Option::is_some)
    }

    /// Lists the names of the open document beside it, in place of its headings, and moves the
    /// focus there; or folds them away.
    pub fn toggle_names(self) {
        let open = self.naming.open;
        let unfold = !open.get_untracked() || !untrack(|| self.is_text_seen());
        if unfold {
            open.set(true);
            self.reading.outlined.set(false);
            self.turn_to_text();
            // The list must be drawn first.
            request_animation_frame(|| keys::focus_within(keys::NAMES));
        } else {
            self.naming.fold();
            keys::focus(keys::PAGE);
        }
    }

    /// Keeps the names loaded while they are listed, up to the chosen limit.
    pub fn follow_names(self) {
        let (reading, naming) = (self.reading, self.naming);
        let done = Memo::new(move |_| self.done_to_names());
        Effect::new(move |before: Option<bool>| {
            done.track();
            let until_here = reading.until_here.get();
            // Names from later in the text disappear at once.
            if before != Some(until_here) {
                naming.names.set(None);
                naming.facts.set(None);
            }
            self.load_names();
            until_here
        });
        Effect::new(move |before: Option<usize>| {
            let page = reading.page.get();
            if before.is_some_and(|before| before != page) {
                self.read_on_to(page);
            }
            page
        });
    }

    /// The states of the work after which more may be known of the names.
    fn done_to_names(self) -> (Option<DocumentState>, bool, usize) {
        let Some(document) = self.reading.document.get() else { return (None, false, 0) };
        let state = self.library.summary(document).map(|summary| summary.state);
        let is_built = |work: &Work| matches!(work, Work::Building(_));
        let is_built = self.library.works.with(|works| works.get(&document).is_some_and(is_built));
        (state, is_built, self.library.adding.with(Vec::len))
    }

    /// Loads the names up to a page that was turned to, if only what has been read counts. Skips a
    /// page to which a sentence of the list has led, which would then be missing from the list.
    fn read_on_to(self, page: usize) {
        let naming = self.naming;
        let led = naming.led.try_update_value(Option::take).flatten();
        let document = self.reading.document.get_untracked();
        if !self.reading.until_here.get_untracked() || led == Some(page) {
            return;
        }
        let is_still = move || {
            let (now, shown) = (self.reading.document, self.reading.page);
            naming.open.get_untracked()
                && (now.get_untracked(), shown.get_untracked()) == (document, page)
        };
        set_timeout(
            move || {
                if is_still() {
                    self.load_names()
                }
            },
            REST,
        );
    }

    /// The character up to which names are listed; none for all of them.
    fn named_until(self) -> Option<u32> {
        self.reading.until_here.get().then(|| self.reading.place())?
    }

    /// Whether the model can be asked for the kinds of names: the document's graph is complete, no
    /// work is in progress on it, and the model is not the demonstration model.
    pub fn can_ask_for_kinds(self) -> bool {
        let Some(document) = self.reading.document.get() else { return false };
        let state = self.library.summary(document).map(|summary| summary.state);
        let is_free = self.library.works.with(|works| !works.contains_key(&document));
        let knows = matches!(self.model_in_use(), Some(Ok(model)) if !model.demonstration);
        state == Some(DocumentState::Ready) && is_free && knows
    }

    /// Has the model give the kinds of names. Building a graph ends with that; for a complete graph
    /// nothing else is left to do.
    pub fn ask_for_kinds(self) {
        if let Some(document) = self.reading.document.get_untracked() {
            self.build(document);
        }
    }

    /// Saves the names, up to the limit of the list, for other programs.
    pub fn save_names(self, form: EntityForm) {
        let Some(document) = self.reading.document.get_untracked() else { return };
        let until = bound(untrack(|| self.named_until()));
        let title = untrack(|| self.library.title(document)).unwrap_or_default();
        spawn_local(async move {
            let saved = async {
                let export = Request::ExportEntities { document, form, until };
                let Outcome::Files(files) = ipc::outcome(export).await? else {
                    return Err(ipc::unexpected());
                };
                match files.as_slice() {
                    [file] if form != EntityForm::Markdown => {
                        ipc::save_text(i18n::save_names(), &file.name, &file.text).await
                    }
                    files => {
                        let folder = i18n::folder_of(&title);
                        ipc::save_folder(i18n::save_names(), &folder, files).await
                    }
                }
            };
            if let Err(failure) = saved.await {
                self.fail(&failure);
            }
        });
    }

    /// Requests the names from the engine.
    pub fn load_names(self) {
        let naming = self.naming;
        let Some(document) = self.reading.document.get_untracked() else { return };
        naming.failed.set(None);
        let until = untrack(|| self.named_until());
        let number = next(naming.asked);
        spawn_local(async move {
            let listed = Request::Entities { document, name: None, until: bound(until) };
            let listed = ipc::outcome(listed).await;
            if naming.asked.get_value() != number {
                return;
            }
            let failure = match listed {
                Ok(Outcome::Entities(list)) => {
                    return self.take_names(DocumentNameList::of(list, until));
                }
                Ok(_) => ipc::unexpected(),
                Err(failure) => failure,
            };
            naming.names.set(None);
            naming.failed.set(Some(failure));
        });
    }

    /// Shows the names. The chosen entity may have another number among them, or be gone.
    pub(super) fn take_names(self, names: DocumentNameList) {
        let naming = self.naming;
        let is_known = |known: &Option<Arc<DocumentNameList>>| known.as_deref() == Some(&names);
        if naming.names.with_untracked(is_known) {
            return self.find_looked_up();
        }
        let chosen = naming.chosen.get_untracked();
        let found = chosen.as_ref().and_then(|chosen| names.still(chosen)).cloned();
        let is_gone = chosen.is_some() && found.is_none();
        naming.names.set(Some(Arc::new(names)));
        naming.chosen.set(found);
        self.ask_for_facts();
        if is_gone {
            focus::land();
        }
        self.find_looked_up();
    }

    /// Shows what selected words name: the entity's page, or the names that contain the words.
    pub fn look_up_name(self, selected: &str) {
        let naming = self.naming;
        naming.kind.set(None);
        naming.chosen.set(None);
        naming.words.set(selected.to_owned());
        naming.looked_up.set_value(Some(selected.to_owned()));
        if self.are_names_listed() {
            self.find_looked_up();
        } else {
            self.toggle_names();
        }
    }

    /// Opens the page of the looked-up name, if the names are known and contain it.
    fn find_looked_up(self) {
        let naming = self.naming;
        let Some(names) = naming.names.get_untracked() else { return };
        let Some(selected) = naming.looked_up.try_update_value(Option::take).flatten() else {
            return;
        };
        match names.meant(&selected).map(|entity| entity.id) {
            Some(id) => {
                // Going back leads to all names.
                naming.words.set(String::new());
                self.choose_name(id);
            }
            None => request_animation_frame(|| keys::focus_within(keys::NAMES)),
        }
    }

    /// Opens the page of a listed name, or of one that is named together with another.
    pub fn choose_name(self, id: EntityId) {
        let one = self.naming.names.with_untracked(|names| names.as_ref()?.one(id).cloned());
        self.naming.chosen.set(one);
        self.load_facts();
        // The page must be drawn first.
        request_animation_frame(|| keys::focus_within(keys::NAMES));
    }

    /// Goes back to all names, and to the entry of the chosen one.
    pub fn leave_name(self) {
        let chosen = self.naming.chosen.get_untracked();
        self.naming.chosen.set(None);
        request_animation_frame(move || {
            keys::focus_within(keys::NAMES);
            // It may not be in the list.
            if let Some(chosen) = chosen {
                keys::focus(&keys::of_name(chosen.id));
            }
        });
    }

    /// Requests the sentences about the chosen entity.
    pub fn load_facts(self) {
        self.naming.facts.set(None);
        self.naming.pairs.set(Arc::default());
        self.ask_for_facts();
    }

    /// Does the same while the previous sentences stay visible.
    pub(super) fn ask_for_facts(self) {
        let naming = self.naming;
        let number = next(naming.asked_of);
        let document = self.reading.document.get_untracked();
        let (names, chosen) = (naming.names.get_untracked(), naming.chosen.get_untracked());
        let (Some(document), Some(names), Some(chosen)) = (document, names, chosen) else { return };
        let name = Some(names.own_name(&chosen).to_owned());
        let request = Request::Entities { document, name, until: bound(names.until) };
        spawn_local(async move {
            let shown = ipc::outcome(request).await;
            if naming.asked_of.get_value() != number {
                return;
            }
            naming.facts.set(Some(match shown {
                Ok(Outcome::Entities(list)) => {
                    let (mut facts, mut pairs) = (Vec::new(), Vec::new());
                    for one in list.entities {
                        facts.extend(one.facts);
                        pairs.extend(one.pairs);
                    }
                    naming.pairs.set(pairs.into());
                    Ok(facts.into())
                }
                Ok(_) => Err(ipc::unexpected()),
                Err(failure) => Err(failure),
            }));
        });
    }

    /// Marks a sentence of the open document and brings it into view.
    pub fn show_fact(self, place: &Place) {
        let page =
            self.reading.text.with_untracked(|text| Some(page_at(text.as_ref()?, place.start)));
        // On the current page no turn follows that could be taken for reading on.
        let led = page.filter(|page| *page != self.reading.page.get_untracked());
        self.naming.led.set_value(led);
        self.show_passage(place.document, place.into());
    }
}

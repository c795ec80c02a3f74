//! The page of a name.

use std::iter::once;
use std::ops::Range;

use leptos::html::H3;
use leptos::prelude::*;
use protocol::{Entity, Fact, FactKind};
use web_sys::ScrollLogicalPosition;

use crate::app::strings as app_strings;
use crate::dom::scroll;
use crate::entities::facts::EntityFacts;
use crate::entities::names::{is_date, others};
use crate::entities::store::{EntityStore, use_entities};
use crate::entities::strings;
use crate::entities::views::charts::{Timeline, TogetherPicture};
use crate::entities::views::corrections::{Corrections, LastCorrection};
use crate::entities::views::others::Others;
use crate::entities::views::questions::Questions;
use crate::graph::strings as graph_strings;
use crate::reader::passage::HighlightedPassage;
use crate::reader::store::{ReaderStore, use_reader};
use crate::widgets::failure::not_shown;
use crate::widgets::icon::{Icon, IconButton, IconName};

/// The number of sentences to list at a time.
const SENTENCES: usize = 200;
/// The number of other names to show.
const NAMES: usize = 12;

/// The page of the chosen entity among the document's names.
#[component]
pub fn EntityPage(language: Option<String>) -> impl IntoView {
    let entities = use_entities();
    let facts = Memo::new(move |_| entities.facts.get().and_then(Result::ok));
    let failure = Memo::new(move |_| entities.facts.get().and_then(Result::err));
    let is_known = Memo::new(move |_| facts.with(Option::is_some));
    let lang = language.clone();
    let shown = move || match (failure.get(), is_known.get()) {
        (Some(failure), _) => {
            not_shown(&failure, "name-failed", move || entities.load_facts()).into_any()
        }
        (None, false) => view! { <div class="loading" aria-hidden="true"></div> }.into_any(),
        (None, true) => view! {
            <Others facts />
            <TogetherPicture facts />
            <Timeline facts />
            <Questions language=lang.clone() />
            <Sentences facts language=lang.clone() />
        }
        .into_any(),
    };
    view! {
        <header>
            <button
                class="back"
                // The heading gets the focus when the page opens.
                tabindex="0"
                data-testid="name-back"
                on:click=move |_| entities.leave_name()
            >
                <Icon mark=IconName::Back />
                {strings::name_back()}
            </button>
        </header>
        <div class="body">
            {move || entities.chosen.get().map(|entity| heading(&entity, language.clone()))}
            <LastCorrection />
            {move || named(entities).map(|entity| view! { <Corrections entity /> })}
            {shown}
        </div>
    }
}

/// The chosen entity, unless it is a date, which cannot be corrected.
fn named(entities: EntityStore) -> Option<Entity> {
    entities.chosen.get().filter(|entity| !is_date(entity))
}

/// The entity's name, its kind, and how often it is named.
fn heading(entity: &Entity, language: Option<String>) -> impl IntoView + use<> {
    let kind = entity.kind.map(|kind| strings::kind_of_name(kind).to_owned());
    let parts = kind.into_iter().chain([strings::name_mentions(entity.mentions)]);
    let also = some_of(others(entity)).map(|names| strings::name_also(&app_strings::list(names)));
    view! {
        <h2 lang=language data-testid="name-title">{entity.name.clone()}</h2>
        <p class="quiet">{parts.collect::<Vec<_>>().join(" · ")}</p>
        {also.map(|also| view! { <p class="quiet also" data-testid="name-also">{also}</p> })}
    }
}

/// The first names, with an ellipsis if there are more; none if there are no names.
fn some_of(mut names: Vec<String>) -> Option<Vec<String>> {
    if names.len() > NAMES {
        names.truncate(NAMES);
        names.push("…".to_owned());
    }
    (!names.is_empty()).then_some(names)
}

/// The sentences, in the order of the text, one page at a time.
#[component]
fn Sentences(facts: EntityFacts, language: Option<String>) -> impl IntoView {
    let reader = use_reader();
    let entities = use_entities();
    let heading = NodeRef::<H3>::new();
    let focused = RwSignal::new(None);
    let turned = RwSignal::new(0);
    let kind = RwSignal::new(None);
    // Limited to what has been read, there may be none of the chosen kind.
    let kinds =
        Memo::new(move |_| facts.with(|facts| kinds_of(facts.as_deref().unwrap_or_default())));
    let chosen = Memo::new(move |_| kind.get().filter(|kind| kinds.with(|all| all.contains(kind))));
    let said = Memo::new(move |_| {
        let kind = chosen.get();
        facts.with(|facts| of_kind(facts.as_deref().unwrap_or_default(), kind))
    });
    let count = Memo::new(move |_| said.with(Vec::len));
    // Limited to what has been read, there may be fewer by now.
    let page = Memo::new(move |_| turned.get().min(count.get().saturating_sub(1) / SENTENCES));
    let shown = Memo::new(move |_| listed(page.get(), count.get()));
    let reached = Memo::new(move |_| {
        let shown = shown.get();
        focused.get().filter(|nth| shown.contains(nth)).unwrap_or(shown.start)
    });
    let rows = move || {
        let shown = shown.get();
        said.with(|said| {
            let all = said.iter().cloned().enumerate();
            all.skip(shown.start).take(shown.len()).collect::<Vec<_>>()
        })
    };
    let turn = move |to: usize| {
        turned.set(to);
        if let Some(heading) = heading.get_untracked() {
            scroll::reveal(&heading, ScrollLogicalPosition::Start);
        }
    };
    view! {
        <h3 node_ref=heading data-testid="name-sentences">
            {move || strings::name_sentences(count.get())}
        </h3>
        <FactKinds kinds chosen choose=move |one| kind.set(one) />
        <ul role="list" lang=language>
            <For
                each=rows
                key=|(nth, fact)| (*nth, fact.place.start, fact.place.end)
                let:numbered
            >
                {sentence(reader, entities, numbered, focused, reached)}
            </For>
        </ul>
        <Show when=move || { count.get() > SENTENCES }>
            <nav class="turning" aria-label=strings::name_sentences_turning()>
                <IconButton
                    mark=IconName::Back
                    name=strings::name_sentences_before()
                    id="name-sentences-before"
                    disabled=Signal::derive(move || page.get() == 0)
                    press=move || turn(page.get_untracked().saturating_sub(1))
                />
                {move || graph_strings::rows(page.get() * SENTENCES, SENTENCES, count.get())}
                <IconButton
                    mark=IconName::Forward
                    name=strings::name_sentences_after()
                    id="name-sentences-after"
                    disabled=Signal::derive(move || shown.get().end >= count.get())
                    press=move || turn(page.get_untracked() + 1)
                />
            </nav>
        </Show>
    }
}

/// The kinds of sentences, one of which can be listed alone.
#[component]
fn FactKinds(
    kinds: Memo<Vec<FactKind>>,
    chosen: Memo<Option<FactKind>>,
    choose: impl Fn(Option<FactKind>) + Copy + Send + 'static,
) -> impl IntoView {
    move || {
        let kinds = kinds.get();
        (kinds.len() > 1).then(|| {
            let all = once(None).chain(kinds.into_iter().map(Some));
            view! {
                <div class="kinds" role="group" aria-label=strings::name_facts()>
                    {all.map(|kind| fact_kind(kind, chosen, choose)).collect_view()}
                </div>
            }
        })
    }
}

fn fact_kind(
    kind: Option<FactKind>,
    chosen: Memo<Option<FactKind>>,
    choose: impl Fn(Option<FactKind>) + 'static,
) -> impl IntoView {
    let id = kind.map_or("all", FactKind::word);
    view! {
        <button
            aria-pressed=move || (chosen.get() == kind).to_string()
            data-testid=format!("name-facts-{id}")
            on:click=move |_| choose(kind)
        >
            {strings::kinds_of_facts(kind)}
        </button>
    }
}

/// The kinds that occur.
fn kinds_of(facts: &[Fact]) -> Vec<FactKind> {
    let occurs = |kind: &FactKind| facts.iter().any(|fact| fact.kind == *kind);
    FactKind::ALL.into_iter().filter(occurs).collect()
}

/// The sentences of a kind, or all.
fn of_kind(facts: &[Fact], kind: Option<FactKind>) -> Vec<Fact> {
    facts.iter().filter(|fact| kind.is_none_or(|kind| fact.kind == kind)).cloned().collect()
}

/// The sentences on a page of the list.
fn listed(page: usize, count: usize) -> Range<usize> {
    let first = (page * SENTENCES).min(count);
    first..(first + SENTENCES).min(count)
}

fn sentence(
    reader: ReaderStore,
    entities: EntityStore,
    (nth, fact): (usize, Fact),
    focused: RwSignal<Option<usize>>,
    reached: Memo<usize>,
) -> impl IntoView {
    let Fact { text, place, .. } = fact;
    let passage = HighlightedPassage::from(&place);
    let is_marked = move || reader.passage.get() == Some(passage);
    let (page, start) = (place.page, place.start);
    let stands = move || reader.where_it_stands(page, start);
    view! {
        <li>
            <button
                class="sentence"
                // Tab reaches one of them, arrow keys the others.
                tabindex=move || if reached.get() == nth { "0" } else { "-1" }
                aria-current=move || is_marked().then_some("true")
                data-testid=format!("name-fact-{nth}")
                on:focus=move |_| focused.set(Some(nth))
                on:click=move |_| entities.show_fact(&place)
            >
                <span class="text">{text}</span>
                <span class="state">{stands}</span>
            </button>
        </li>
    }
}

#[cfg(test)]
mod tests {
    use protocol::{DocumentId, Place};

    use super::*;

    #[test]
    fn what_is_said_is_listed_by_kind() {
        let place =
            Place { document: DocumentId(1), page: None, start: 0, end: 1, rects: Vec::new() };
        let fact = |kind: FactKind| Fact {
            kind,
            text: kind.word().to_owned(),
            with: Vec::new(),
            by_pronoun: false,
            weight: None,
            place: place.clone(),
        };
        let facts = [FactKind::Event, FactKind::Attribute, FactKind::Event].map(fact);
        assert_eq!(kinds_of(&facts), [FactKind::Attribute, FactKind::Event]);
        assert_eq!(kinds_of(&[]), []);
        let count = |kind| of_kind(&facts, kind).len();
        assert_eq!((count(None), count(Some(FactKind::Event))), (3, 2));
        assert_eq!(count(Some(FactKind::Relation)), 0);
    }

    #[test]
    fn sentences_are_listed_page_by_page() {
        for (page, count, expected) in
            [(0, 0, 0..0), (0, 3, 0..3), (0, 450, 0..200), (2, 450, 400..450), (3, 450, 450..450)]
        {
            assert_eq!(listed(page, count), expected, "page {page} of {count}");
        }
    }

    #[test]
    fn many_other_names_are_cut_short() {
        let names = |count: usize| (0..count).map(|nth| nth.to_string()).collect::<Vec<_>>();
        assert_eq!(some_of(names(0)), None);
        assert_eq!(some_of(names(NAMES)), Some(names(NAMES)));
        let cut = some_of(names(NAMES + 5)).unwrap();
        assert_eq!((cut.len(), cut[NAMES].as_str()), (NAMES + 1, "…"));
    }
}

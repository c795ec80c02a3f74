//! A page, as a picture or as text.

use std::sync::Arc;

use leptos::attr::custom::custom_attribute;
use leptos::prelude::*;
use protocol::{DocumentText, Failure, PageText};

use crate::app::visit::{VisitStore, use_visits};
use crate::i18n::failure_texts;
use crate::reader::missed_picture::Missed;
use crate::reader::passage::HighlightedPassage;
use crate::reader::store::{ReaderStore, use_reader};
use crate::reader::strings::{self, PageUnitTexts};
use crate::reader::text::{self, HighlightKind, Paragraph, TextRun};
use crate::reader::views::page_image::Sheet;
use crate::widgets::failure::said;
use crate::widgets::link::with_links;

/// A printed page as a picture; if it cannot be drawn, the reason and its text.
#[component]
pub fn Leaf(
    text: Arc<DocumentText>,
    page: PageText,
    pieces: PageUnitTexts,
    #[prop(optional)] beside: bool,
) -> impl IntoView {
    let reader = use_reader();
    let (document, number) = (text.id, page.number);
    let missed = Memo::new(move |_| reader.missed.with(|missed| missed.get(&number).cloned()));
    move || {
        let page = page.clone();
        Some(match (missed.get(), page.size?) {
            (Some(Missed::Undrawn(why)), _) => {
                let (text, passage) = (Arc::clone(&text), reader.passage.get());
                view! {
                    <div
                        class="sheet undrawn"
                        data-testid="undrawn"
                        style=("--zoom", move || reader.zoom.get().to_string())
                    >
                        {undrawn(&why)}
                        <Page text page pieces passage />
                    </div>
                }
                .into_any()
            }
            (_, size) => view! { <Sheet document page size beside /> }.into_any(),
        })
    }
}

/// Why a page's text replaces its picture.
fn undrawn(why: &Failure) -> impl IntoView + use<> {
    view! {
        <p class="why" role="status">
            <strong>{strings::no_picture()}</strong>
            " "{strings::no_picture_hint()}" "
            {said(failure_texts::failure_said(why))}
        </p>
    }
}

/// The text of a page or of a part.
#[component]
pub fn Page(
    text: Arc<DocumentText>,
    page: PageText,
    pieces: PageUnitTexts,
    passage: Option<HighlightedPassage>,
) -> impl IntoView {
    let visits = use_visits();
    let reader = use_reader();
    let here = passage.filter(|passage| passage.start < page.end && passage.end > page.start);
    let before = here.is_some_and(|passage| passage.start < page.start);
    let after = here.is_some_and(|passage| passage.end > page.end);
    let paragraphs = text::paragraphs(&page, here, &text.outline);
    let empty = paragraphs.is_empty();
    view! {
        {before.then(|| lead_on(reader, false, pieces.passage_began))}
        {empty.then(|| view! { <p class="quiet">{pieces.empty}</p> })}
        {paragraphs.into_iter().map(|each| paragraph(visits, each)).collect_view()}
        {after.then(|| lead_on(reader, true, pieces.passage_goes_on))}
    }
}

fn lead_on(reader: ReaderStore, forward: bool, name: &'static str) -> impl IntoView {
    view! { <button class="goes-on" on:click=move |_| reader.turn(forward)>{name}</button> }
}

fn paragraph(visits: VisitStore, paragraph: Paragraph) -> impl IntoView {
    let heading = paragraph.heading;
    let level = custom_attribute("aria-level", heading.map(|level| level.to_string()));
    view! {
        <p class:verse=paragraph.verse role=heading.map(|_| "heading") {..level}>
            {with_links(visits, paragraph.pieces, piece)}
        </p>
    }
}

fn piece(TextRun { text, start, part }: TextRun) -> AnyView {
    match part {
        HighlightKind::Rest => view! { <span data-at=start>{text}</span> }.into_any(),
        HighlightKind::Passage | HighlightKind::Quote => view! {
            <mark class:quoted=part == HighlightKind::Quote data-at=start data-testid="passage">{text}</mark>
        }
        .into_any(),
    }
}

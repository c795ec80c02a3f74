//! The passages on which an answer rests.

use std::sync::Arc;

use leptos::prelude::*;
use protocol::{Answer, Evidence};

use crate::app::strings as app_strings;
use crate::chat::store::{ChatStore, use_chat};
use crate::chat::{answer_numbers, strings};
use crate::format;
use crate::reader::passage::QUOTED;
use crate::widgets::weight::Weight;

/// The number of further passages to list at a time.
const FURTHER: usize = 10;

/// The passages on which an answer rests, by weight; those of little weight on request.
#[component]
pub fn Citations(answer: Arc<Answer>, shown: RwSignal<usize>) -> impl IntoView {
    let chat = use_chat();
    let (all, weighed) = (answer.evidence.len(), is_weighed(&answer));
    let left = move || all - shown.get();
    let listed = move || {
        let listed = answer.evidence.iter().take(shown.get()).enumerate();
        listed.map(|(at, evidence)| citation(chat, &answer, at, evidence)).collect_view()
    };
    view! {
        {(all > 0 && weighed).then(|| view! {
            <p class="quiet shares" data-testid="shares-explained">{strings::shares_explained()}</p>
        })}
        <ol role="list" class="citations">{listed}</ol>
        <Show when=move || { left() > 0 }>
            <button
                class="quiet-line"
                data-testid="more-passages"
                on:click=move |_| shown.update(|shown| *shown = all.min(*shown + FURTHER))
            >
                {move || answer_numbers::more_passages(left().min(FURTHER), left())}
            </button>
        </Show>
    }
}

/// Whether the weights of passages mean anything. A guess rests on none of them, and sentences read
/// directly from the text rest on all alike.
fn is_weighed(answer: &Answer) -> bool {
    !answer.stop.is_without_model() && !answer.is_guess() && !answer.is_closest_passages()
}

fn citation(
    chat: ChatStore,
    answer: &Arc<Answer>,
    at: usize,
    evidence: &Evidence,
) -> impl IntoView + use<> {
    let answered = Arc::clone(answer);
    let several = answer.documents.len() > 1;
    let document = evidence.document;
    let weight = Some(evidence.weight).filter(|_| is_weighed(answer));
    let quote = answer.quote(evidence, QUOTED);
    let quoted = app_strings::quoted(&quote.to_string());
    let (page, changed) = (evidence.page_of(&quote), evidence.changed);
    let start = evidence.start + quote.start as u32;
    let part = move || chat.graph.reader.heading_over(document, start).filter(|_| !changed);
    let place = move || {
        let title = if several { chat.library.title(document) } else { None };
        let place = strings::cited(title.into_iter().chain(part()), page.clone(), changed);
        place.map(|place| view! { <span class="page">{place}" "</span> })
    };
    view! {
        <li>
            <button
                data-testid=format!("citation-{}", at + 1)
                on:click=move |_| chat.show_citation(&answered, at)
            >
                <span class="at">{at + 1}</span>
                <span class="quoted">
                    {place}
                    {quoted}
                </span>
                {weight.map(|weight| view! {
                    <span class="measure" title=strings::weight_title(weight)>
                        <Weight part=weight />{format::share(weight)}
                    </span>
                })}
            </button>
        </li>
    }
}

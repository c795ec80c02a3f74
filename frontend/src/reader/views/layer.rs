//! The words over the picture of a page.

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{DocumentId, Outcome, PageText, Rect, Request};

use crate::app::visit::{VisitStore, use_visits};
use crate::ipc;
use crate::reader::layer::{TextLayerWord, pieces, placed};
use crate::reader::links;
use crate::reader::text::{self, HighlightKind};
use crate::widgets::link::with_links;

/// The words of a printed page over its picture: invisible, but selectable, copyable and readable
/// aloud.
#[component]
pub fn Layer(document: DocumentId, page: PageText, size: (f32, f32)) -> impl IntoView {
    let visits = use_visits();
    let words = RwSignal::new(Vec::new());
    spawn_local(async move {
        let pieces = pieces(&page);
        let ranges = pieces.iter().map(|piece| (piece.start, piece.end)).collect();
        // Without places, the page is only a picture.
        if let Ok(Outcome::Places(places)) =
            ipc::outcome(Request::Places { document, ranges }).await
        {
            // The page may have been turned meanwhile.
            let _ = words.try_set(placed(pieces, &places, page.number));
        }
    });
    let word = move |(TextLayerWord { start, text, .. }, rect): (TextLayerWord, Rect)| {
        let share = |part: f32, whole: f32| format!("{:.3}%", 100.0 * part / whole.max(1.0));
        let high = format!("{:.3}cqh", 100.0 * rect.height / size.1.max(1.0));
        view! {
            <span
                data-at=start
                style:left=share(rect.x, size.0)
                style:top=share(rect.y, size.1)
                style:width=share(rect.width, size.0)
                style:height=high.clone()
                style:font-size=high
            >
                {written(visits, text, start)}
            </span>
        }
    };
    // WebKit reads out the content of a group, and skips text outside any element with a role.
    view! {
        <div class="layer" role="group" data-testid="layer">
            {move || words.get().into_iter().map(word).collect_view()}
        </div>
    }
}

/// A word. If it contains an address, each part carries the position of its first character.
fn written(visits: VisitStore, text: String, start: u32) -> AnyView {
    if links::links(&text).is_empty() {
        return text.into_any();
    }
    let piece = text::TextRun { text, start, part: HighlightKind::Rest };
    let draw = |text::TextRun { text, start, .. }: text::TextRun| {
        view! { <span data-at=start>{text}</span> }.into_any()
    };
    with_links(visits, vec![piece], draw).into_any()
}

//! The picture of a page, and the choice of its look.

use leptos::ev::ErrorEvent;
use leptos::prelude::*;
use protocol::{DocumentId, PageText, Rect};
use web_sys::Element;

use crate::app::strings as app_strings;
use crate::ipc;
use crate::reader::page_display::PageDisplayMode;
use crate::reader::passage::Marked;
use crate::reader::store::{ReaderStore, use_reader};
use crate::reader::strings;
use crate::reader::views::layer::Layer;
use crate::settings::appearance::use_appearance;
use crate::widgets::icon::{IconButton, IconName};

/// The width in pixels of a picture that fills its room.
const PIXELS: f64 = 1_400.0;
/// The width of pictures grows in steps of this many pixels, so that few sizes are drawn.
const STEP: f64 = 200.0;

/// A printed page as a picture with its marks, optionally beside the page before it.
#[component]
pub fn Sheet(
    document: DocumentId,
    page: PageText,
    size: (f32, f32),
    #[prop(optional)] beside: bool,
) -> impl IntoView {
    let appearance = use_appearance();
    let reader = use_reader();
    let number = page.number;
    let picture = move || {
        ipc::page_picture(document, number, beside, appearance.print(pixels(reader.zoom.get())))
    };
    let on_page = move || {
        let marks = reader.marks.get().into_iter().filter(|mark| mark.rect.page == number);
        marks.map(|mark| marked(mark, size)).collect_view()
    };
    let undrawn = move |event: ErrorEvent| {
        // A page that has left the screen is not drawn any more.
        if event_target::<Element>(&event).is_connected() {
            reader.miss_picture(document, number);
        }
    };
    let label = strings::page_picture(&page.label);
    view! {
        <div
            class="sheet"
            class:dark=move || appearance.has_dark_pages()
            data-testid="sheet"
            style=("--zoom", move || reader.zoom.get().to_string())
            style:aspect-ratio=format!("{} / {}", size.0, size.1)
        >
            <img alt=label src=picture on:error=undrawn />
            {on_page}
            <Layer document page size />
        </div>
    }
}

fn pixels(zoom: f64) -> u32 {
    ((PIXELS * zoom / STEP).ceil() * STEP) as u32
}

/// A rectangle of the page, as fractions of its size.
fn marked(mark: Marked, (width, height): (f32, f32)) -> impl IntoView {
    let Rect { x, y, width: wide, height: high, .. } = mark.rect;
    let share = |part: f32, whole: f32| format!("{:.3}%", 100.0 * part / whole.max(1.0));
    view! {
        <mark
            class="place"
            class:quoted=mark.quoted
            data-testid="place"
            style:left=share(x, width)
            style:top=share(y, height)
            style:width=share(wide, width)
            style:height=share(high, height)
        ></mark>
    }
}

/// Picture or text, if both exist, and the zoom.
#[component]
pub fn Looks(reader: ReaderStore, paged: bool) -> impl IntoView {
    let button = move |look: PageDisplayMode, name: &'static str, id: &'static str| {
        let pressed = move || (reader.look.get() == look).to_string();
        view! {
            <button data-testid=id aria-pressed=pressed on:click=move |_| reader.look.set(look)>
                {name}
            </button>
        }
    };
    let zoom = move |name: &'static str, mark: IconName, larger: Option<bool>| {
        view! { <IconButton mark name press=move || reader.zoom_by(larger) /> }
    };
    let switch = move || {
        view! {
            <span class="switch" role="group" aria-label=strings::look()>
                {button(PageDisplayMode::Picture, strings::look_page(), "look-page")}
                {button(PageDisplayMode::Text, app_strings::text(), "look-text")}
            </span>
        }
    };
    let fit = move || match reader.is_pictured() {
        true => zoom(strings::fit(), IconName::Fit, None),
        false => zoom(strings::usual_size(), IconName::Fit, None),
    };
    view! {
        <span class="looks">
            <Show when=move || reader.is_pictured()>
                <button
                    data-testid="two-pages"
                    aria-pressed=move || reader.spread.get().to_string()
                    on:click=move |_| reader.spread.update(|spread| *spread = !*spread)
                >
                    {strings::two_pages()}
                </button>
            </Show>
            {zoom(strings::smaller(), IconName::Less, Some(false))}
            {fit}
            {zoom(strings::larger(), IconName::Add, Some(true))}
            {paged.then(switch)}
        </span>
    }
}

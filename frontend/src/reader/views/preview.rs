//! The first page of a file that is being read.

use leptos::prelude::*;

use crate::ipc;
use crate::library::store::use_library;
use crate::settings::appearance::use_appearance;

/// The width of the picture in pixels.
const WIDTH: u32 = 1_200;

/// The first page of the PDF that is being read, long before all its text is there.
#[component]
pub fn Preview() -> impl IntoView {
    let appearance = use_appearance();
    let library = use_library();
    let job = Memo::new(move |_| {
        library.adding.with(|adding| {
            let begun = adding.iter().filter(|one| one.task.progress.is_some());
            begun.filter(|one| is_pdf(&one.file)).find_map(|one| one.task.job)
        })
    });
    // Nothing is shown for a file that is not a PDF after all, or is protected.
    let undrawn = RwSignal::new(None);
    let shown = move || job.get().filter(|job| undrawn.get() != Some(*job));
    move || {
        let job = shown()?;
        Some(view! {
            <img
                class="preview"
                class:dark=move || appearance.has_dark_pages()
                alt=""
                data-testid="preview"
                src=move || ipc::first_page(job, appearance.print(WIDTH))
                on:error=move |_| undrawn.set(Some(job))
            />
        })
    }
}

fn is_pdf(file: &str) -> bool {
    file.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("pdf"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pdfs_are_recognised_by_their_names() {
        for (file, expected) in
            [("a/b.PDF", true), ("b.pdf", true), ("pdf", false), ("b.epub", false)]
        {
            assert_eq!(is_pdf(file), expected, "{file}");
        }
    }
}

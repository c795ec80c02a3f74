//! The cover of a document, or letters in its place.

use std::time::Duration;

use leptos::prelude::*;
use protocol::DocumentSummary;

use crate::ipc;
use crate::library::store::use_library;

/// How long a row must stay before its picture is requested: rows scrolled past need none.
const REST: Duration = Duration::from_millis(150);
/// Tints of covers without a picture, in degrees of the colour wheel.
const HUES: [u32; 8] = [18, 42, 78, 140, 178, 206, 248, 330];

/// The picture of a document from afar: its first page, the cover of a book, or a cover made from
/// its title and author.
#[component]
pub fn Cover(summary: Memo<Option<DocumentSummary>>) -> impl IntoView {
    let library = use_library();
    let made = Memo::new(move |_| summary.with(|summary| summary.as_ref().map(GeneratedCover::of)));
    let part = move |part: fn(GeneratedCover) -> String| made.get().map(part);
    let picture = Memo::new(move |_| {
        let of = |summary: &DocumentSummary| ipc::cover(summary.id, &summary.content);
        summary.with(|summary| summary.as_ref().filter(|summary| summary.cover).map(of))
    });
    let seen = library.covers;
    let known = picture.with_untracked(|picture| {
        picture.as_ref().is_some_and(|picture| seen.with_value(|seen| seen.contains(picture)))
    });
    let rested = RwSignal::new(known);
    if !known {
        // Without a timer there is no picture.
        let timer = set_timeout_with_handle(move || rested.set(true), REST).ok();
        on_cleanup(move || {
            if let Some(timer) = timer {
                timer.clear();
            }
        });
    }
    let image = move || {
        let address = picture.get().filter(|_| rested.get())?;
        let shown = address.clone();
        let keep = move |_| {
            seen.update_value(|seen| {
                seen.insert(shown.clone());
            });
        };
        Some(view! { <img alt="" decoding="async" src=address on:load=keep /> })
    };
    view! {
        <span
            class="cover"
            aria-hidden="true"
            data-letter=move || part(|made| made.letter)
            data-author=move || part(|made| made.author)
            style=("--hue", move || part(|made| made.hue.to_string()))
        >
            {image}
        </span>
    }
}

/// A cover made from a title and an author.
#[derive(Debug, Clone, PartialEq, Eq)]
struct GeneratedCover {
    /// The first letter of the title.
    letter: String,
    /// The first letters of the author's names.
    author: String,
    hue: u32,
}

impl GeneratedCover {
    fn of(summary: &DocumentSummary) -> Self {
        let author = summary.author.as_deref().unwrap_or_default();
        Self {
            letter: initial(&summary.title).unwrap_or_default(),
            author: initials(author),
            hue: hue(&summary.title, author),
        }
    }
}

/// The first letter of a word, as a capital.
fn initial(word: &str) -> Option<String> {
    let letter = word.chars().find(|letter| letter.is_alphanumeric())?;
    Some(letter.to_uppercase().collect())
}

/// The initials of the first and the last name.
fn initials(author: &str) -> String {
    let names: Vec<String> = author.split([' ', ',', ';', '-']).filter_map(initial).collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first, .., last] => format!("{first}{last}"),
    }
}

/// A tint that is the same for the same words, and differs for most others.
fn hue(title: &str, author: &str) -> u32 {
    let letters = title.chars().chain(author.chars());
    let sum = letters.fold(7_u32, |sum, letter| sum.wrapping_mul(31).wrapping_add(letter.into()));
    HUES[sum as usize % HUES.len()]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_cover_is_made_of_letters() {
        for (title, author, letters) in [
            ("emma", "Jane Austen", ("E", "JA")),
            ("“Émile”", "Rousseau, Jean-Jacques", ("É", "RJ")),
            ("1984", "Orwell", ("1", "O")),
            ("紅樓夢", "曹雪芹", ("紅", "曹")),
            ("…", "", ("", "")),
        ] {
            let (letter, author) = (initial(title).unwrap_or_default(), initials(author));
            assert_eq!((letter.as_str(), author.as_str()), letters, "{title}");
        }
    }

    #[test]
    fn covers_have_many_tints_and_keep_theirs() {
        let all: BTreeSet<u32> = (0..100).map(|nth| hue(&format!("Volume {nth}"), "A")).collect();
        assert_eq!(all.len(), HUES.len());
        assert_eq!(hue("Emma", "Jane Austen"), hue("Emma", "Jane Austen"));
    }
}

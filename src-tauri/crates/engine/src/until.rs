//! The place that a reader has reached.

use library::Library;
use protocol::{Code, DocumentId, DocumentSummary, Failure, Heading, Until};

/// Returns the character of a document's plain text before which everything may be revealed. It is never within a word,
/// whose beginning would reveal the rest.
pub(crate) fn bound(library: &Library, document: DocumentId, until: Until) -> Result<u32, Failure> {
    match until {
        Until::Character(character) => Ok(word_start(&library.text(document)?, character)),
        Until::Page(page) => end_of_page(library, document, page),
        Until::Chapter(chapter) => end_of_chapter(library, document, chapter),
    }
}

/// Returns the character itself, or the first one of the word that contains it.
fn word_start(text: &str, character: u32) -> u32 {
    let Some((byte, after)) = text.char_indices().nth(character as usize) else { return character };
    if !after.is_alphanumeric() {
        return character;
    }
    let begun = text[..byte].chars().rev().take_while(|letter| letter.is_alphanumeric()).count();
    character - begun as u32
}

fn end_of_page(library: &Library, document: DocumentId, page: u32) -> Result<u32, Failure> {
    let DocumentSummary { pages, paged, .. } = library.document(document)?.summary;
    if page > pages {
        return Err(Failure::new(Code::BadRequest, no_such_page(document, page, pages, paged)));
    }
    // Pages without text are missing here.
    let written = library.pages(document, 0..u32::MAX)?;
    Ok(written.iter().rfind(|known| known.number <= page).map_or(0, |known| known.end))
}

fn no_such_page(document: DocumentId, page: u32, pages: u32, paged: bool) -> String {
    match (paged, pages) {
        (true, 1) => {
            format!("Document {document} has only one page, so page {page} does not exist.")
        }
        (true, _) => {
            format!("Document {document} has only {pages} pages, so page {page} does not exist.")
        }
        (false, 1) => format!(
            "Document {document} has no pages. Enter a chapter, as in chapter:3, or a character."
        ),
        (false, _) => format!(
            "Document {document} has no printed pages, and only {pages} parts that count as pages, \
             so page {page} does not exist. Enter a chapter, as in chapter:3, or a character."
        ),
    }
}

fn end_of_chapter(library: &Library, document: DocumentId, chapter: u32) -> Result<u32, Failure> {
    let text = library.page_texts(document, 1, 0)?;
    let starts = chapter_starts(&text.outline);
    if let Some(&next) = starts.get(chapter as usize) {
        return Ok(next);
    }
    if chapter as usize == starts.len() {
        return Ok(u32::MAX);
    }
    let message = match starts.len() {
        0 => format!(
            "Document {document} has no chapter headings. Enter a character or, if it has pages, a \
             page, as in page:12."
        ),
        count => {
            format!(
                "Document {document} has only {count} chapters, so chapter {chapter} does not \
                 exist."
            )
        }
    };
    Err(Failure::new(Code::BadRequest, message))
}

/// Returns where the chapters of a document begin: the headings of the highest level that has several, since a level
/// with one is the title.
fn chapter_starts(outline: &[Heading]) -> Vec<u32> {
    let of_level = |level: u8| outline.iter().filter(move |heading| heading.level == level);
    let level = (1..=u8::MAX).find(|&level| of_level(level).nth(1).is_some());
    level.map_or_else(Vec::new, |level| of_level(level).map(|heading| heading.start).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_within_a_word_is_before_it() {
        let text = "Añ é. ñ Tom.";
        let places = [(2, 2), (1, 0), (0, 0), (9, 8), (11, 11), (99, 99)];
        for (character, expected) in places {
            assert_eq!(word_start(text, character), expected, "{character}");
        }
    }

    #[test]
    fn the_message_about_a_missing_page_fits_the_document() {
        let said = |pages, paged| no_such_page(DocumentId(1), 7, pages, paged);
        assert_eq!(said(1, true), "Document 1 has only one page, so page 7 does not exist.");
        assert_eq!(said(6, true), "Document 1 has only 6 pages, so page 7 does not exist.");
        assert!(said(1, false).starts_with("Document 1 has no pages."));
        assert!(said(6, false).starts_with("Document 1 has no printed pages, and only 6 parts"));
    }

    #[test]
    fn chapters_are_the_highest_headings_of_which_there_are_several() {
        let heading = |(level, start)| Heading { level, title: "A".into(), start };
        let starts = |headings: &[(u8, u32)]| {
            chapter_starts(&headings.iter().copied().map(heading).collect::<Vec<_>>())
        };
        assert_eq!(starts(&[(1, 0), (2, 5), (3, 6), (2, 9)]), [5, 9], "a book with a title");
        assert_eq!(starts(&[(1, 0), (2, 5), (2, 7), (1, 9)]), [0, 9]);
        assert_eq!(starts(&[(1, 3)]), [0; 0]);
        assert_eq!(starts(&[]), [0; 0]);
    }
}

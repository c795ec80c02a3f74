//! FictionBook 2, in a ZIP archive or not.
//!
//! Titles become headings by the depth of their sections. Notes stay where the file has them: in
//! bodies of their own at its end, each below its own number.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use crate::archive::Archive;
use crate::block_writer::{BlockWriter, ParagraphKind};
use crate::cover::LARGEST_FILE;
use crate::flow::Break;
use crate::metadata::clean;
use crate::parts::Border;
use crate::xml::{self, Element, ElementName, Inside, XmlSink};
use crate::{Document, Error, Format, encoding, unpaged};

const FORMAT: Format = Format::Fb2;

/// The maximum number of files in an archive that is searched for a book.
const MOST_FILES: usize = 16;
/// The number of bytes of a file that decide whether it is a book.
const HEAD: u64 = 64 << 10;
/// The maximum length of the cover picture in base64.
const LONGEST_COVER: usize = LARGEST_FILE.div_ceil(3) as usize * 4;
/// Base64 as found in practice: its end is often wrong.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Reads a book.
pub(crate) fn read(bytes: &[u8], fallback_title: &str) -> Result<Document, Error> {
    let mut book = Fb2Reader::default();
    xml::read(&source(bytes)?, FORMAT, &mut book)?;
    Ok(book.finish(fallback_title))
}

/// Returns the picture file on a book's cover.
pub(crate) fn cover(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut cover = Cover::default();
    xml::read(&source(bytes).ok()?, FORMAT, &mut cover).ok()?;
    let letters = cover.letters.filter(|letters| letters.len() <= LONGEST_COVER)?;
    BASE64.decode(letters).ok()
}

fn source(bytes: &[u8]) -> Result<String, Error> {
    match bytes.starts_with(b"PK") {
        true => unpack(bytes),
        false => Ok(encoding::decode_markup(bytes)),
    }
}

fn unpack(bytes: &[u8]) -> Result<String, Error> {
    let book = Archive::open(bytes).and_then(|mut archive| {
        let nth = only_book(&mut archive)?;
        Some(archive.xml_nth(nth, FORMAT))
    });
    book.unwrap_or_else(|| Err(Error::broken(FORMAT, "its ZIP archive cannot be opened")))
}

/// Returns the position of the book in an archive, if there is exactly one.
pub(crate) fn only_book(archive: &mut Archive) -> Option<usize> {
    if archive.len() > MOST_FILES {
        return None;
    }
    let mut books = (0..archive.len()).filter(|nth| {
        let head = archive.read_nth(*nth, HEAD).unwrap_or_default();
        is_book(&encoding::decode_markup(&head))
    });
    books.next().filter(|_| books.next().is_none())
}

/// Returns whether a text begins like a book.
pub(crate) fn is_book(source: &str) -> bool {
    xml::begins(source, |element| element.name.local == "FictionBook")
}

/// The book as read so far.
#[derive(Debug, Default)]
struct Fb2Reader {
    story: BlockWriter,
    title: String,
    authors: Vec<String>,
    language: String,
    in_description: bool,
    /// The open field of the description.
    field: Option<Fb2Field>,
    in_notes: bool,
    in_title: bool,
    /// The number of open sections.
    depth: u32,
    /// The number of open poems.
    poems: u32,
    /// Whether the line before is the number of a note.
    after_number: bool,
}

/// A field of a book's description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fb2Field {
    Title,
    Author,
    Language,
}

impl Fb2Reader {
    fn finish(self, fallback_title: &str) -> Document {
        let (text, headings) = self.story.finish();
        let authors: Vec<String> = self.authors.iter().filter_map(|name| clean(name)).collect();
        let title = clean(&self.title);
        let title = title.as_deref().unwrap_or(fallback_title);
        let document = unpaged(FORMAT, text, &Border::of_headings(&headings), title);
        let (author, language) = (clean(&authors.join(", ")), clean(&self.language));
        Document { author, language, outline: headings, ..document }
    }

    fn open_in_description(&mut self, name: &str) -> Inside {
        match name {
            "title-info" => {}
            "author" => self.authors.push(String::new()),
            "first-name" | "middle-name" | "last-name" | "nickname" => {
                self.field = Some(Fb2Field::Author);
                self.describe(" ");
            }
            "book-title" => self.field = Some(Fb2Field::Title),
            "lang" => self.field = Some(Fb2Field::Language),
            _ => return Inside::Skip,
        }
        Inside::Read
    }

    /// Adds to the open field of the description.
    fn describe(&mut self, text: &str) {
        match self.field {
            Some(Fb2Field::Title) => self.title.push_str(text),
            Some(Fb2Field::Language) => self.language.push_str(text),
            Some(Fb2Field::Author) => {
                if let Some(author) = self.authors.last_mut() {
                    author.push_str(text);
                }
            }
            None => {}
        }
    }

    fn open_in_body(&mut self, element: &Element<'_>) -> Inside {
        match element.name.local {
            "binary" | "stylesheet" => return Inside::Skip,
            "description" => self.in_description = true,
            "body" => {
                self.in_notes = element.attribute("name").is_some_and(|name| !name.is_empty());
            }
            "section" => {
                self.depth += 1;
                self.part(Break::Paragraph);
            }
            "poem" => self.poems += 1,
            "stanza" => self.part(Break::Paragraph),
            "title" => self.open_title(),
            // A title is one paragraph, however many lines it has.
            "p" | "empty-line" if self.in_title => self.story.part(Break::Line),
            "v" => self.story.begin_paragraph(ParagraphKind::Item),
            "p" | "subtitle" | "text-author" | "date" if !self.in_title => self.open_text(),
            "table" => self.story.begin_table(),
            "tr" => self.story.begin_row(),
            "td" | "th" => self.story.begin_cell(),
            _ => {}
        }
        Inside::Read
    }

    fn part(&mut self, kind: Break) {
        self.story.end_paragraph();
        self.story.part(kind);
    }

    /// Opens a heading; but titles of poems in a chapter are none, and sections of notes have their
    /// numbers for titles.
    fn open_title(&mut self) {
        self.in_title = true;
        let is_number = self.in_notes && self.depth > 0;
        let level = u8::try_from(self.depth.max(1)).unwrap_or(u8::MAX);
        self.after_number = is_number;
        self.story.begin_paragraph(match is_number || self.poems > 0 {
            true => ParagraphKind::Item,
            false => ParagraphKind::Heading(level),
        });
    }

    fn open_text(&mut self) {
        let is_after_number = std::mem::take(&mut self.after_number);
        self.story.begin_paragraph(if is_after_number {
            ParagraphKind::Item
        } else {
            ParagraphKind::Text
        });
    }

    fn close_in_body(&mut self, name: &str) {
        match name {
            "section" => self.depth = self.depth.saturating_sub(1),
            "poem" => {
                self.poems = self.poems.saturating_sub(1);
                self.part(Break::Paragraph);
            }
            "title" => {
                self.in_title = false;
                self.story.end_paragraph();
            }
            "p" | "v" | "subtitle" | "text-author" | "date" | "td" | "th" if !self.in_title => {
                self.story.end_paragraph();
            }
            "table" => self.story.end_table(),
            _ => {}
        }
    }
}

impl XmlSink for Fb2Reader {
    fn open(&mut self, element: &Element<'_>) -> Inside {
        match self.in_description {
            true => self.open_in_description(element.name.local),
            false => self.open_in_body(element),
        }
    }

    fn close(&mut self, name: ElementName<'_>) {
        self.field = None;
        match name.local {
            "description" => self.in_description = false,
            local => self.close_in_body(local),
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_description {
            self.describe(text);
        } else if self.story.in_paragraph() {
            self.story.push(text);
        } else if !text.trim().is_empty() {
            self.open_text();
            self.story.push(text);
        }
    }
}

/// The cover picture as found so far; everything else is skipped.
#[derive(Debug, Default)]
struct Cover {
    /// The picture's id.
    id: Option<String>,
    /// Its file in base64, cut off once it is too long.
    letters: Option<String>,
    /// Whether it is being read.
    is_open: bool,
}

impl Cover {
    fn is_picture(&self, element: &Element<'_>) -> bool {
        self.letters.is_none() && self.id.is_some() && self.id == element.attribute("id")
    }
}

impl XmlSink for Cover {
    fn open(&mut self, element: &Element<'_>) -> Inside {
        match element.name.local {
            "FictionBook" | "description" | "title-info" | "coverpage" => return Inside::Read,
            "image" if self.id.is_none() => {
                let place = element.attribute("href");
                self.id = place.map(|place| place.trim_start_matches('#').to_owned());
            }
            "binary" if self.is_picture(element) => {
                self.letters = Some(String::new());
                self.is_open = true;
                return Inside::Read;
            }
            _ => {}
        }
        Inside::Skip
    }

    fn close(&mut self, _name: ElementName<'_>) {
        self.is_open = false;
    }

    fn text(&mut self, text: &str) {
        if let Some(letters) = self.letters.as_mut().filter(|_| self.is_open) {
            let room = (LONGEST_COVER + 1).saturating_sub(letters.len());
            letters.extend(text.split_ascii_whitespace().flat_map(str::chars).take(room));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(body: &str) -> String {
        let source = format!("<FictionBook><body>{body}</body></FictionBook>");
        read(source.as_bytes(), "x").unwrap().text
    }

    #[test]
    fn every_element_has_its_place() {
        let cases = [
            (
                "<title><p>A</p><empty-line/><p>B</p></title><section><p>c</p></section>",
                "A\nB\n\nc",
            ),
            ("<epigraph><p>a</p><text-author>b</text-author></epigraph>", "a\n\nb"),
            (
                "<poem><title><p>T</p></title><stanza><v>a</v><v>b</v></stanza><stanza><v>c</v>\
                 </stanza><date>1900</date></poem>",
                "T\n\na\nb\n\nc\n\n1900",
            ),
            (
                "<section><p>a<a href='#n'><sup>1</sup></a> <b>c</b>d</p><subtitle>* * *</subtitle></section>",
                "a1 cd\n\n* * *",
            ),
            (
                "<table><tr><th>a</th><td>b <i>c</i></td></tr>\n<tr><td>d</td></tr></table>e",
                "a\tb c\nd\n\ne",
            ),
            ("<cite><p>a</p></cite><p>b<image href='#i'/></p>", "a\n\nb"),
            ("<section>stray <p>b</p> text</section>", "stray\n\nb\n\ntext"),
        ];
        for (body, expected) in cases {
            assert_eq!(text(body), expected, "{body}");
        }
    }

    #[test]
    fn notes_stand_below_their_numbers() {
        let source = "<FictionBook><body><section><p>x</p></section></body><body name='notes'>\
            <title><p>Notes</p></title><section id='a'><title><p>1</p></title><p>one</p><p>more</p>\
            </section><section><title><p>2</p></title><p>two</p></section></body>\
            <binary id='i'>AAAA</binary></FictionBook>";
        let document = read(source.as_bytes(), "x").unwrap();
        assert_eq!(document.text, "x\n\nNotes\n\n1\none\n\nmore\n\n2\ntwo");
        assert_eq!(document.pages[0].label, "Notes");
    }

    /// Returns the cover of a book with this `title-info` and these pictures.
    fn pictured(info: &str, binaries: &str) -> Option<Vec<u8>> {
        let source = format!(
            "<FictionBook xmlns:l='http://www.w3.org/1999/xlink'><description><title-info>{info}\
             </title-info><src-title-info><coverpage><image l:href='#s'/></coverpage>\
             </src-title-info></description><body><section><image l:href='#b'/><p>x</p></section>\
             </body>{binaries}</FictionBook>"
        );
        cover(source.as_bytes())
    }

    #[test]
    fn a_cover_is_the_picture_that_the_description_names() {
        let page = "<coverpage><image l:href='#c'/><image l:href='#b'/></coverpage>";
        let other = "<binary id='b'>Yg==</binary><binary id='s'>cw==</binary>";
        let cases = [
            (
                page,
                "<binary id='c' content-type='image/png'>Y292\r\n  ZXI=\n</binary>",
                Some("cover"),
            ),
            (page, "<binary id='c'>Y292ZXI</binary><binary id='c'>Yg==</binary>", Some("cover")),
            (page, "<binary id='c'>Y292ZXJ=</binary>", Some("cover")),
            ("<coverpage><image href='c'/></coverpage>", "<binary id='c'>Yw==</binary>", Some("c")),
            (page, "<binary id='c'>no base64!</binary>", None),
            (page, "<binary>Yw==</binary>", None),
            (page, "", None),
            ("<coverpage><image/></coverpage>", "<binary id='c'>Yw==</binary>", None),
            ("", "<binary id='c'>Yw==</binary>", None),
        ];
        for (info, binary, expected) in cases {
            let cover = pictured(info, &format!("{other}{binary}"));
            assert_eq!(cover.as_deref(), expected.map(str::as_bytes), "{info} {binary}");
        }
    }

    #[test]
    fn a_cover_that_is_too_large_is_none() {
        let page = "<coverpage><image l:href='#c'/></coverpage>";
        for (letters, expected) in
            [(LONGEST_COVER, Some(LONGEST_COVER / 4 * 3)), (LONGEST_COVER + 4, None)]
        {
            let binary = format!("<binary id='c'>{}</binary>", "A".repeat(letters));
            assert_eq!(pictured(page, &binary).map(|file| file.len()), expected);
        }
    }
}

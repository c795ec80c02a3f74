//! EPUB 2 and 3: the spine's files in order, each one page, or several if it is very long and has
//! headings.

use std::collections::{HashMap, HashSet};
use std::io::{self, Cursor, Write};

use protocol::{DocumentPage, Heading};
use rbook::Epub;
use rbook::ebook::errors::EbookError;
use rbook::epub::manifest::EpubManifestEntry;

use crate::archive::{Archive, MOST_BYTES};
use crate::characters::count;
use crate::cover_limits::LARGEST_FILE;
use crate::html::Markup;
use crate::metadata::meant_title;
use crate::parts::Border;
use crate::{Document, Error, Format, encoding, html, parts};

/// The maximum size of one chapter, in bytes.
const LONGEST_CHAPTER: u64 = 64 << 20;

/// Reads an EPUB book.
pub(crate) fn read(bytes: &[u8], fallback_title: &str) -> Result<Document, Error> {
    let book = open(&archive(bytes)?)?;
    let (chapters, damaged) = chapters(&book)?;
    if chapters.is_empty() {
        return Err(Error::NoText(Format::Epub));
    }
    Ok(Document { damaged, ..assemble(&book, &chapters, fallback_title) })
}

/// Returns the picture file on a book's cover.
pub(crate) fn cover(bytes: &[u8]) -> Option<Vec<u8>> {
    let book = open(&archive(bytes).ok()?).ok()?;
    content(&book.manifest().cover_image()?, LARGEST_FILE)
}

/// Opens the book's files, if they are readable and not too many.
fn archive(bytes: &[u8]) -> Result<Archive, Error> {
    let mut archive =
        Archive::open(bytes).ok_or_else(|| broken("its ZIP archive cannot be opened"))?;
    if archive.has_password() || is_locked(&mut archive) {
        return Err(Error::Protected);
    }
    if !archive.is_bounded() {
        return Err(Error::TooLarge { format: Format::Epub, megabytes: MOST_BYTES >> 20 });
    }
    Ok(archive)
}

fn broken(detail: impl Into<String>) -> Error {
    Error::broken(Format::Epub, detail)
}

/// Algorithms that only disguise fonts and lock nothing.
const FONT_DISGUISES: [&str; 2] =
    ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#rc"];
/// The maximum size in bytes of the list of encrypted parts.
const LARGEST_ENCRYPTION: u64 = 4 << 20;

/// Returns whether parts of the book other than fonts are encrypted.
fn is_locked(archive: &mut Archive) -> bool {
    let Some(bytes) = archive.read("META-INF/encryption.xml", LARGEST_ENCRYPTION) else {
        return false;
    };
    let xml = encoding::decode_markup(&bytes).to_lowercase();
    // Each piece begins inside one element that names the method; keys have methods as well.
    xml.split("encrypteddata").skip(1).any(|piece| {
        let mut methods = piece.split("encryptionmethod").skip(1);
        methods.any(|method| {
            let element = &method[..method.find('>').unwrap_or(method.len())];
            element.contains("algorithm")
                && !FONT_DISGUISES.iter().any(|disguise| element.contains(disguise))
        })
    })
}

/// Opens the book; without its table of contents if only that is faulty.
fn open(archive: &Archive) -> Result<Epub, Error> {
    let mut options = Epub::options();
    options.strict(false);
    let source = || Cursor::new(archive.bytes());
    options.read(source()).or_else(|_| options.skip_toc(true).read(source())).map_err(|error| {
        broken(match error {
            EbookError::Archive(_) => "its list of contents is missing",
            _ => "its list of contents cannot be parsed",
        })
    })
}

/// A file longer than this, in bytes of text, is cut at its headings.
const LONG_CHAPTER: usize = 60_000;

/// A chapter's text with its name.
struct EpubChapter {
    text: String,
    label: Option<String>,
    /// Its headings, with offsets from its own beginning.
    headings: Vec<Heading>,
}

impl EpubChapter {
    /// Returns its headings in a book that contains it at this offset; if it has none, its name.
    fn outline(&self, start: u32) -> Vec<Heading> {
        let here = self.headings.iter().cloned();
        let named = self.label.iter().filter(|_| self.headings.is_empty()).cloned();
        let named = named.map(|title| Heading { level: 1, title, start: 0 });
        let moved = |heading: Heading| Heading { start: heading.start + start, ..heading };
        here.chain(named).map(moved).collect()
    }
}

/// Returns a file's chapter, or chapters if it is long.
fn split(page: Markup, name: Option<String>) -> Vec<EpubChapter> {
    let borders = Border::of_headings(&page.headings);
    if page.text.len() < LONG_CHAPTER || borders.is_empty() {
        let label = name.or_else(|| label(&page.headings, page.title));
        return vec![EpubChapter { text: page.text, label, headings: page.headings }];
    }
    let mut start = 0;
    let chapter = |(text, label): (&str, Option<&str>)| {
        let begin = start;
        start += count(text);
        let inside = |heading: &&Heading| (begin..start).contains(&heading.start);
        let moved = |heading: &Heading| Heading { start: heading.start - begin, ..heading.clone() };
        EpubChapter {
            text: text.trim_end().to_owned(),
            label: label.map(str::to_owned).or_else(|| name.clone()),
            headings: page.headings.iter().filter(inside).map(moved).collect(),
        }
    };
    parts::sections(&page.text, &borders).into_iter().map(chapter).collect()
}

/// Returns the chapters with text, and the names of those that are missing or unreadable; an error
/// if none is readable.
fn chapters(book: &Epub) -> Result<(Vec<EpubChapter>, Vec<String>), Error> {
    let names = contents(book);
    let mut seen = HashSet::new();
    let mut left = MOST_BYTES;
    let mut readable = false;
    let mut chapters = Vec::new();
    let mut damaged = unlisted(book);
    for entry in spine(book) {
        let path = entry.href().path().as_str().to_owned();
        if !seen.insert(path.clone()) {
            continue;
        }
        let Some(bytes) = content(&entry, left.min(LONGEST_CHAPTER)) else {
            let file = path.trim_start_matches('/').to_owned();
            damaged.push(names.get(&path).cloned().unwrap_or(file));
            continue;
        };
        left = left.saturating_sub(bytes.len() as u64);
        readable = true;
        let page = html::read(&encoding::decode_markup(&bytes));
        if !page.text.is_empty() {
            chapters.extend(split(page, names.get(&path).cloned()));
        }
    }
    match readable {
        true => Ok((chapters, damaged)),
        false => Err(broken("none of its chapters can be read")),
    }
}

/// Returns the items that the spine names but the book lacks.
fn unlisted(book: &Epub) -> Vec<String> {
    let missing = book.spine().iter().filter(|entry| entry.manifest_entry().is_none());
    missing.map(|entry| entry.idref().to_owned()).collect()
}

/// Returns the entries of the spine, or every readable file if there is no spine; without the table
/// of contents, whose lines would only repeat the chapters' names.
fn spine(book: &Epub) -> Vec<EpubManifestEntry<'_>> {
    let in_order: Vec<_> = book.spine().iter().filter_map(|entry| entry.manifest_entry()).collect();
    let entries = match in_order.is_empty() {
        true => book.manifest().readable_content().collect(),
        false => in_order,
    };
    let chapters: Vec<_> = entries
        .iter()
        .filter(|entry| !entry.properties().has_property("nav"))
        .filter_map(readable)
        .collect();
    if chapters.is_empty() { entries } else { chapters }
}

/// Returns the entry itself or the first of its fallbacks that contains markup.
fn readable<'b>(entry: &EpubManifestEntry<'b>) -> Option<EpubManifestEntry<'b>> {
    let is_markup = |entry: &EpubManifestEntry<'b>| {
        let kind = entry.media_type();
        kind.contains("html") || kind.contains("xml") || kind.contains("dtbook")
    };
    Some(*entry).filter(is_markup).or_else(|| entry.fallbacks().find(is_markup))
}

/// Returns each file's name in the table of contents, by path.
fn contents(book: &Epub) -> HashMap<String, String> {
    let mut names = HashMap::new();
    let Some(contents) = book.toc().contents() else { return names };
    for entry in contents.flatten() {
        let label = entry.label().split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(href) = entry.href().filter(|_| !label.is_empty()) {
            names.entry(href.path().as_str().to_owned()).or_insert(label);
        }
    }
    names
}

fn label(headings: &[Heading], title: String) -> Option<String> {
    let heading = headings.iter().min_by_key(|heading| heading.level);
    heading.map(|heading| heading.title.clone()).or(Some(title)).filter(|label| !label.is_empty())
}

/// Returns a file of the book, if it is readable and within the limit.
fn content(entry: &EpubManifestEntry<'_>, limit: u64) -> Option<Vec<u8>> {
    let mut bytes = Bounded { bytes: Vec::new(), limit };
    entry.copy_bytes(&mut bytes).ok()?;
    Some(bytes.bytes)
}

struct Bounded {
    bytes: Vec<u8>,
    limit: u64,
}

impl Write for Bounded {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        if (self.bytes.len() + piece.len()) as u64 > self.limit {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn assemble(book: &Epub, chapters: &[EpubChapter], fallback_title: &str) -> Document {
    let mut text = String::new();
    let mut pages: Vec<DocumentPage> = Vec::new();
    let mut outline = Vec::new();
    for (nth, chapter) in chapters.iter().enumerate() {
        outline.extend(chapter.outline(pages.last().map_or(0, |page| page.end)));
        let end = if nth + 1 < chapters.len() { "\n\n" } else { "" };
        let page = format!("{}{end}", chapter.text);
        parts::push(&mut pages, &page, chapter.label.as_deref(), 1);
        text.push_str(&page);
    }
    let metadata = book.metadata();
    // An entity that the book itself declares is not resolved, and says nothing.
    let is_entity = |value: &str| value.starts_with('&') && value.ends_with(';');
    let said = |value: &str| {
        let value = value.trim();
        (!value.is_empty() && !is_entity(value)).then(|| value.to_owned())
    };
    let authors: Vec<String> =
        metadata.creators().filter_map(|creator| said(creator.value())).collect();
    Document {
        title: metadata
            .title()
            .and_then(|title| meant_title(&said(title.value())?))
            .unwrap_or_else(|| fallback_title.to_owned()),
        author: said(&authors.join(", ")),
        language: metadata.language().and_then(|language| said(language.value())),
        format: Format::Epub,
        text,
        pages,
        outline,
        marginals: Vec::new(),
        paged: false,
        unread: Vec::new(),
        damaged: Vec::new(),
    }
}

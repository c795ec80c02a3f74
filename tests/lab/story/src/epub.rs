//! A story as an EPUB 3 with one file per chapter.

use std::io::{self, Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::Story;

const CONTAINER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"#;

/// The bytes of the book.
pub(super) fn book(story: &Story) -> io::Result<Vec<u8>> {
    let chapters = chapters(&story.text);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let mut add = |name: &str, options: SimpleFileOptions, text: &str| -> io::Result<()> {
        zip.start_file(name, options)?;
        zip.write_all(text.as_bytes())
    };
    // Readers recognise the format by this file, which must come first and uncompressed.
    add("mimetype", stored, "application/epub+zip")?;
    add("META-INF/container.xml", packed, CONTAINER)?;
    add("OEBPS/content.opf", packed, &package(&story.title, chapters.len()))?;
    add("OEBPS/nav.xhtml", packed, &contents(&chapters))?;
    for (n, chapter) in chapters.iter().enumerate() {
        let paragraphs = chapter.body.iter().map(|p| format!("<p>{p}</p>\n"));
        let headings = chapter.before.iter().chain([&chapter.title]);
        let body: String = headings.map(|h| format!("<h1>{h}</h1>\n")).chain(paragraphs).collect();
        let page = page(chapter.title, &body);
        add(&format!("OEBPS/chapter-{}.xhtml", n + 1), packed, &page)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// A chapter. The story world has no character that XML would need escaped.
struct StoryChapter<'a> {
    /// The book's title, before the first one's.
    before: Option<&'a str>,
    title: &'a str,
    body: Vec<&'a str>,
}

fn chapters(text: &str) -> Vec<StoryChapter<'_>> {
    let mut chapters: Vec<StoryChapter<'_>> = Vec::new();
    let mut paragraphs = text.split("\n\n").map(str::trim).filter(|p| !p.is_empty());
    let mut before = paragraphs.next();
    for paragraph in paragraphs {
        match chapters.last_mut() {
            Some(chapter) if !paragraph.starts_with("Chapter ") => chapter.body.push(paragraph),
            _ => {
                let (title, body) = (paragraph, Vec::new());
                chapters.push(StoryChapter { before: before.take(), title, body });
            }
        }
    }
    chapters
}

fn package(title: &str, chapters: usize) -> String {
    let names: Vec<String> = (1..=chapters).map(|n| format!("chapter-{n}")).collect();
    let items: String = names
        .iter()
        .map(|n| format!(r#"<item id="{n}" href="{n}.xhtml" media-type="application/xhtml+xml"/>"#))
        .collect();
    let spine: String = names.iter().map(|n| format!(r#"<itemref idref="{n}"/>"#)).collect();
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">pecan-story-{slug}</dc:identifier><dc:title>{title}</dc:title>
<dc:language>en</dc:language><meta property="dcterms:modified">2000-01-01T00:00:00Z</meta>
</metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>{items}</manifest>
<spine>{spine}</spine>
</package>
"#,
        slug = title.replace(' ', "-").to_lowercase(),
    )
}

fn contents(chapters: &[StoryChapter<'_>]) -> String {
    let items: String = chapters
        .iter()
        .enumerate()
        .map(|(n, chapter)| {
            format!(r#"<li><a href="chapter-{}.xhtml">{}</a></li>"#, n + 1, chapter.title)
        })
        .collect();
    let body = format!(r#"<nav epub:type="toc"><ol>{items}</ol></nav>"#);
    page("Contents", &body)
}

fn page(title: &str, body: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<head><title>{title}</title></head>
<body>
{body}</body>
</html>
"#
    )
}

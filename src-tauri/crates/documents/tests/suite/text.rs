use documents::places::slice;
use documents::{Document, Error, Format, ReadOptions, read};
use proptest::prelude::*;
use protocol::Code;

use crate::sound::assert_sound;

fn read_as(bytes: &[u8], name: &str) -> Result<Document, Error> {
    read(bytes, name, &ReadOptions::default())
}

#[test]
fn a_text_file_becomes_parts() {
    let chapter = |nth: &str| format!("CHAPTER {nth}\r\n\r\n{}\r\n\r\n", "Sätze. ".repeat(600));
    let source = format!("A Tale\r\n\r\n{}{}", chapter("I"), chapter("II"));
    let (utf8, rest, _) = encoding_rs::WINDOWS_1252.encode(&source);
    assert_eq!(rest, encoding_rs::WINDOWS_1252);
    let document = read_as(&utf8, "/books/A Tale.txt").unwrap();
    assert_sound(&document);
    assert_eq!((document.format, document.paged), (Format::Text, false));
    assert_eq!(document.title, "A Tale");
    assert_eq!(document.text, source.replace("\r\n", "\n"));
    let labels: Vec<&str> = document.pages.iter().map(|page| page.label.as_str()).collect();
    assert_eq!(labels, ["CHAPTER I", "CHAPTER I (2)", "CHAPTER II", "CHAPTER II (2)"]);
    let second = &document.pages[2];
    assert!(slice(&document.text, second.start..second.end).starts_with("CHAPTER II\n"));
}

#[test]
fn markdown_and_html_are_cut_at_their_headings() {
    let text = "words and words ".repeat(10);
    let markdown = format!("# Über *Käse*\n\n{text}\n\n## Teil zwei\n\n{text}\n\n#### klein\n\nx");
    let html = format!(
        "<html lang=de><title>Über Käse</title><h1>Über <i>Käse</i></h1><p>{text}</p>\
         <h2>Teil zwei</h2><p>{text}</p><h4>klein</h4>x</html>"
    );
    let markdown = read_as(markdown.as_bytes(), "kaese.md").unwrap();
    let html = read_as(html.as_bytes(), "kaese").unwrap();
    assert_eq!((markdown.format, html.format), (Format::Markdown, Format::Html));
    assert_eq!(markdown.text, html.text);
    assert_eq!(html.language.as_deref(), Some("de"));
    for document in [markdown, html] {
        assert_sound(&document);
        assert_eq!(document.title, "Über Käse");
        let pages: Vec<(&str, &str)> = document
            .pages
            .iter()
            .map(|page| (page.label.as_str(), slice(&document.text, page.start..page.start + 4)))
            .collect();
        assert_eq!(pages, [("Über Käse", "Über"), ("Teil zwei", "Teil")]);
    }
}

#[test]
fn texts_from_before_windows_are_read() {
    let dos = b"Gr\x81\xe1e aus K\x94ln\r\nUnd was \x84hnlich ist.\r\n\x1a";
    let mac = b"Gr\x9f\xa7e aus K\x9aln\rUnd was \x8ahnlich ist.\r";
    for bytes in [dos.as_slice(), mac] {
        let document = read_as(bytes, "x.txt").unwrap();
        assert_sound(&document);
        assert_eq!(document.text, "Grüße aus Köln\nUnd was ähnlich ist.\n");
    }
}

#[test]
fn what_holds_no_text_says_so() {
    let noise: Vec<u8> =
        (0..4000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let cases: [(&[u8], &str, Code); 9] = [
        (b"", "x.txt", Code::FileEmpty),
        (b" \n\t\r\n \xc2\xa0", "x.txt", Code::NoText),
        (b"\xef\xbb\xbf", "x.txt", Code::NoText),
        (b"<html><body><img src=x></body></html>", "x.html", Code::NoText),
        (b"<!-- nothing -->", "x.md", Code::NoText),
        (b"\x89PNG\r\n\x1a\n", "x.txt", Code::FormatUnknown),
        (&noise, "x.txt", Code::FormatUnknown),
        (b"\0\0\0\0", "x.txt", Code::FormatUnknown),
        (b"words", "x.pdf", Code::DocumentBroken),
    ];
    for (bytes, name, code) in cases {
        let error = read_as(bytes, name).expect_err(name);
        assert_eq!(error.code(), code, "{name} {error}");
    }
}

#[test]
fn documents_of_other_kinds_are_named() {
    let cases: [(&str, &str); 3] = [
        ("xl/workbook.xml", "an Excel workbook"),
        ("ppt/presentation.xml", "a PowerPoint presentation"),
        ("x/y.xml", "a ZIP archive"),
    ];
    for (part, kind) in cases {
        let file = crate::packages::zip(&[(part, b"<w/>")]);
        let error = read_as(&file, "letter.docx").expect_err("no reader yet");
        assert_eq!(error, Error::FormatUnknown(kind));
    }
}

proptest! {
    #[test]
    fn any_text_is_read_soundly(text in "\\PC{0,300}", name in "x\\.(txt|md|html)") {
        if let Ok(document) = read_as(text.as_bytes(), &name) {
            assert_sound(&document);
        }
    }

    #[test]
    fn any_bytes_are_read_soundly_or_refused(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        head in prop::sample::select(vec!["", "<html>", "PK\x03\x04", "\u{feff}", "# ", "<FictionBook>", "MIME-Version: 1.0\n\n"]),
        name in "x\\.(txt|md|html|epub|docx|odt|fb2)",
    ) {
        let bytes = [head.as_bytes(), &bytes].concat();
        if let Ok(document) = read_as(&bytes, &name) {
            assert_sound(&document);
        }
    }

    #[test]
    fn markup_keeps_its_words(words in prop::collection::vec("[a-zé漢]{1,8}", 1..60)) {
        let tags = ["p", "b", "div", "td", "h2", "li"];
        let source: String = words
            .iter()
            .zip(tags.iter().cycle())
            .map(|(word, tag)| format!("<{tag}>{word}</{tag}> \n"))
            .collect();
        let document = read_as(format!("<body>{source}").as_bytes(), "x.html").unwrap();
        assert_sound(&document);
        let found: String = document.text.split_whitespace().collect();
        prop_assert_eq!(found, words.concat());
    }
}

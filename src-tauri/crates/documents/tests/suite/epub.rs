use documents::places::slice;
use documents::{Document, Error, Format, ReadOptions, read};
use proptest::prelude::*;
use protocol::Code;

use crate::packages::{epub, package, zip};
use crate::sound::assert_sound;

fn read_book(bytes: &[u8]) -> Result<Document, Error> {
    read(bytes, "shelf/my book.epub", &ReadOptions::default())
}

fn chapter(body: &str) -> Vec<u8> {
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><html \
         xmlns=\"http://www.w3.org/1999/xhtml\"><head><title/></head><body>{body}</body></html>"
    )
    .into_bytes()
}

const TWO: &str = "<item id=\"a\" href=\"a%20b.xhtml\" media-type=\"application/xhtml+xml\"/>\
    <item id=\"b\" href=\"./x/../b.xhtml\" media-type=\"application/xhtml+xml\"/>";
const NAV: &str =
    "<item id=\"n\" properties=\"nav\" href=\"n.xhtml\" media-type=\"application/xhtml+xml\"/>";
const SPINE: &str = "<itemref idref=\"a\"/><itemref idref=\"b\"/>";

fn labels(document: &Document) -> Vec<&str> {
    document.pages.iter().map(|page| page.label.as_str()).collect()
}

#[test]
fn chapters_come_in_the_order_of_the_spine() {
    let nav = chapter(
        "<nav xmlns:epub=\"http://www.idpf.org/2007/ops\" epub:type=\"toc\"><ol><li>\
         <a href=\"b.xhtml#x\">Second &amp; last</a></li></ol></nav>",
    );
    let (a, b) = (chapter("<h1>One</h1><p>Ä b.</p>"), chapter("<h1>Two</h1><p>c<br/>d</p>"));
    let spine = "<itemref idref=\"n\"/><itemref idref=\"b\"/><itemref idref=\"a\"/>\
        <itemref idref=\"b\"/><itemref idref=\"gone\"/>";
    let files: [(&str, &[u8]); 3] = [("O/n.xhtml", &nav), ("O/a b.xhtml", &a), ("O/b.xhtml", &b)];
    let book = epub(&package("3.0", &format!("{NAV}{TWO}"), spine), &files);
    let document = read_book(&book).unwrap();
    assert_sound(&document);
    assert_eq!((document.format, document.paged), (Format::Epub, false));
    assert_eq!(document.title, "The & Book");
    assert_eq!(document.author.as_deref(), Some("A. Writer, B. Other"));
    assert_eq!(document.language.as_deref(), Some("de"));
    assert_eq!(document.text, "Two\n\nc\nd\n\nOne\n\nÄ b.");
    assert_eq!(labels(&document), ["Second & last", "One"]);
    let first = &document.pages[0];
    assert_eq!(slice(&document.text, first.start..first.end), "Two\n\nc\nd\n\n");
}

#[test]
fn epub_2_gives_names_by_its_ncx() {
    let ncx =
        b"<?xml version=\"1.0\"?><ncx xmlns=\"http://www.daisy.org/z3986/2005/ncx/\"><navMap>\
        <navPoint id=\"p\"><navLabel><text>Erstes</text></navLabel><content src=\"b.xhtml\"/>\
        </navPoint></navMap></ncx>";
    let manifest =
        format!("{TWO}<item id=\"ncx\" href=\"t.ncx\" media-type=\"application/x-dtbncx+xml\"/>");
    let package = package("2.0", &manifest, SPINE).replace("<spine>", "<spine toc=\"ncx\">");
    let (a, b) = (chapter("<p>x</p>"), chapter("<p>y</p>"));
    let files: [(&str, &[u8]); 3] = [("O/t.ncx", ncx), ("O/a b.xhtml", &a), ("O/b.xhtml", &b)];
    let document = read_book(&epub(&package, &files)).unwrap();
    assert_eq!(labels(&document), ["1", "Erstes"]);
    // Without the table of contents that it promises, the book still opens.
    let document = read_book(&epub(&package, &files[1..])).unwrap();
    assert_eq!(labels(&document), ["1", "2"]);
    assert_eq!(document.text, "x\n\ny");
}

#[test]
fn missing_and_foreign_files_are_passed_over() {
    let manifest = format!(
        "{TWO}<item id=\"p\" href=\"p.json\" media-type=\"application/json\" fallback=\"f\"/>\
         <item id=\"f\" href=\"f.xhtml\" media-type=\"application/xhtml+xml\"/>\
         <item id=\"j\" href=\"j.png\" media-type=\"image/png\"/>"
    );
    let spine = format!("<itemref idref=\"j\"/><itemref idref=\"p\"/>{SPINE}");
    let (b, fallback) = (chapter("<p>b</p>"), chapter("<p>fallback</p>"));
    let files: [(&str, &[u8]); 4] =
        [("O/b.xhtml", &b), ("O/f.xhtml", &fallback), ("O/p.json", b"{}"), ("O/j.png", b"\x89PNG")];
    let document = read_book(&epub(&package("3.0", &manifest, &spine), &files)).unwrap();
    assert_eq!(document.text, "fallback\n\nb");
    assert_eq!(document.damaged, ["O/a%20b.xhtml"], "what is named and missing is reported");
    let error = read_book(&epub(&package("3.0", TWO, SPINE), &[])).expect_err("nothing to read");
    assert_eq!(error.code(), Code::DocumentBroken);
}

#[test]
fn long_chapters_are_cut_at_their_headings() {
    let body: String =
        (1..=3).map(|n| format!("<h2>Nr. {n}</h2><p>{}</p>", "wort ".repeat(6000))).collect();
    let files: [(&str, &[u8]); 1] = [("O/b.xhtml", &chapter(&body))];
    let document = read_book(&epub(&package("3.0", TWO, SPINE), &files)).unwrap();
    assert_sound(&document);
    assert_eq!(labels(&document), ["Nr. 1", "Nr. 2", "Nr. 3"]);
}

#[test]
fn locked_books_are_distinguished_from_disguised_fonts() {
    let encryption = |method: &str| {
        format!(
            "<encryption xmlns:enc=\"http://www.w3.org/2001/04/xmlenc#\"><enc:EncryptedData>\
             <enc:EncryptionMethod Algorithm=\"{method}\"/><enc:CipherData/>\
             </enc:EncryptedData></encryption>"
        )
    };
    let book = |method: &str| {
        let (a, locks) = (chapter("<p>x</p>"), encryption(method));
        epub(
            &package("3.0", TWO, SPINE),
            &[("O/a b.xhtml", &a), ("META-INF/encryption.xml", locks.as_bytes())],
        )
    };
    let error = read_book(&book("http://www.w3.org/2001/04/xmlenc#aes128-cbc")).expect_err("DRM");
    assert_eq!(error, Error::Protected);
    assert!(read_book(&book("http://www.idpf.org/2008/embedding")).is_ok());
}

#[test]
fn broken_books_are_refused() {
    let whole = epub(&package("3.0", TWO, SPINE), &[("O/a b.xhtml", &chapter("<p>x</p>"))]);
    let pictures = epub(&package("3.0", TWO, SPINE), &[("O/a b.xhtml", &chapter("<img/>"))]);
    let cases: [(Vec<u8>, Code); 5] = [
        (whole[..whole.len() / 2].to_vec(), Code::DocumentBroken),
        (zip(&[("mimetype", b"application/epub+zip")]), Code::DocumentBroken),
        (epub("<package", &[]), Code::DocumentBroken),
        (pictures, Code::NoText),
        (b"no archive".to_vec(), Code::DocumentBroken),
    ];
    for (nth, (bytes, code)) in cases.into_iter().enumerate() {
        let error = read_book(&bytes).expect_err("a broken book");
        assert_eq!(error.code(), code, "{nth}: {error}");
    }
}

proptest! {
    #[test]
    fn damaged_books_are_read_soundly_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        stored in any::<bool>(),
    ) {
        let body = if stored { "<p>x</p>".to_owned() } else { "<p>word</p>".repeat(50) };
        let mut book = epub(&package("3.0", TWO, SPINE), &[("O/a b.xhtml", &chapter(&body))]);
        for (place, value) in changes {
            let place = place.index(book.len());
            book[place] = value;
        }
        if let Ok(document) = read_book(&book) {
            assert_sound(&document);
        }
    }
}

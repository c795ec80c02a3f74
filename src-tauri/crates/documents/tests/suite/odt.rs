use documents::places::slice;
use documents::{Document, Error, Format, ReadOptions, read};
use proptest::prelude::*;
use protocol::Code;

use crate::packages::zip;
use crate::sound::assert_sound;

const MEDIA_TYPE: &str = "application/vnd.oasis.opendocument.text";

fn read_text(bytes: &[u8]) -> Result<Document, Error> {
    read(bytes, "desk/a letter.bin", &ReadOptions::default())
}

/// A first element of this name, with the namespaces of OpenDocument.
fn root(name: &str, attributes: &str, content: &str) -> String {
    let spaces: String = [
        ("office", "office"),
        ("text", "text"),
        ("table", "table"),
        ("draw", "drawing"),
        ("style", "style"),
        ("meta", "meta"),
        ("svg", "svg-compatible"),
        ("fo", "xsl-fo-compatible"),
    ]
    .iter()
    .map(|(prefix, name)| {
        format!(" xmlns:{prefix}='urn:oasis:names:tc:opendocument:xmlns:{name}:1.0'")
    })
    .collect();
    format!(
        "<?xml version='1.0' encoding='UTF-8'?>\n<office:{name}{spaces} \
         xmlns:dc='http://purl.org/dc/elements/1.1/' {attributes}>{content}</office:{name}>"
    )
}

fn content(body: &str) -> String {
    let body = format!("<office:body><office:text>{body}</office:text></office:body>");
    root("document-content", "", &body)
}

/// A packed text with this body and further parts.
fn odt(body: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    let content = content(body);
    let mut files = vec![("mimetype", MEDIA_TYPE.as_bytes()), ("content.xml", content.as_bytes())];
    files.extend(parts.iter().map(|(name, content)| (*name, content.as_bytes())));
    zip(&files)
}

#[test]
fn elements_become_running_text() {
    let cases = [
        (
            "<text:p>One<text:s text:c='3'/>two<text:tab/>three<text:line-break/>four</text:p>\n\
             <text:p/> <text:p>five <text:span>s<text:a>ix</text:a></text:span>\n  seven</text:p>",
            "One two\tthree\nfour\n\nfive six seven",
        ),
        (
            "<text:list><text:list-item><text:p>a</text:p><text:list><text:list-item><text:number>1.</text:number>\
             <text:p>b</text:p></text:list-item></text:list></text:list-item></text:list><text:p>c</text:p>",
            "a\n1. b\n\nc",
        ),
        (
            "<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>a</text:p>\
             </table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>\
             </table:table-header-rows><table:table-row><table:table-cell table:number-columns-spanned='2'>\
             <text:p>c</text:p></table:table-cell><table:covered-table-cell><text:p>no</text:p>\
             </table:covered-table-cell></table:table-row></table:table><text:p>d</text:p>",
            "a\tb\nc\n\nd",
        ),
        (
            "<text:p>x<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>note\
             </text:p><text:p>more</text:p></text:note-body></text:note>y</text:p><text:p>z</text:p>",
            "x[1]y\n\n[1] note\n\nmore\n\nz",
        ),
        (
            "<text:p>x<draw:frame><draw:text-box><text:p>box</text:p></draw:text-box><svg:title>no</svg:title>\
             </draw:frame>y<draw:custom-shape><text:p>shape</text:p></draw:custom-shape></text:p>",
            "xy\n\nbox\n\nshape",
        ),
        (
            "<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion>\
             </text:changed-region></text:tracked-changes><text:p>a<text:change text:change-id='x'/>b\
             <office:annotation><dc:creator>C</dc:creator><text:p>comment</text:p></office:annotation></text:p>",
            "ab",
        ),
        (
            "<text:table-of-content><text:table-of-content-source><text:index-title-template>no\
             </text:index-title-template></text:table-of-content-source><text:index-body><text:p>One<text:tab/>1\
             </text:p></text:index-body></text:table-of-content>",
            "One\t1",
        ),
        (
            "<text:p><text:ruby><text:ruby-base>漢</text:ruby-base><text:ruby-text>かん</text:ruby-text></text:ruby>字\
             <text:hidden-text text:is-hidden='true'>no</text:hidden-text></text:p><text:section \
             text:display='none'><text:p>no</text:p></text:section>",
            "漢字",
        ),
    ];
    for (body, expected) in cases {
        let document = read_text(&odt(body, &[])).unwrap();
        assert_sound(&document);
        assert_eq!(document.text, expected, "{body}");
    }
}

/// A text with a title, two headings and hidden words, its automatic styles, and its metadata.
fn book() -> (String, String, String) {
    let long = "words and words ".repeat(10);
    let styles = "<office:automatic-styles><style:style style:name='P1' style:parent-style-name='Title'/>\
        <style:style style:name='T1'><style:text-properties text:display='none'/></style:style>\
        </office:automatic-styles>";
    let body = format!(
        "<office:body><office:text><text:p text:style-name='P1'>Über Käse</text:p><text:p>{long}</text:p>\
         <text:h text:outline-level='2'>Teil<text:note><text:note-citation>1</text:note-citation>\
         <text:note-body><text:p>n</text:p></text:note-body></text:note></text:h><text:p>{long}\
         <text:span text:style-name='T1'>hidden</text:span></text:p></office:text></office:body>"
    );
    let meta = "<office:meta><dc:title>The Book</dc:title><meta:initial-creator>A. Writer\
        </meta:initial-creator><dc:creator>B. Other</dc:creator></office:meta>";
    (styles.into(), body, meta.into())
}

#[test]
fn packed_and_flat_texts_say_the_same() {
    let (styles, body, meta) = book();
    let language = "<office:styles><style:default-style style:family='paragraph'><style:text-properties \
        fo:language='de' fo:country='AT'/></style:default-style></office:styles>";
    let header = "<office:master-styles><style:header><text:p>no header</text:p></style:header></office:master-styles>";
    let packed = zip(&[
        ("mimetype", format!("{MEDIA_TYPE}-template").as_bytes()),
        ("meta.xml", root("document-meta", "", &meta).as_bytes()),
        ("styles.xml", root("document-styles", "", &format!("{language}{header}")).as_bytes()),
        ("content.xml", root("document-content", "", &format!("{styles}{body}")).as_bytes()),
    ]);
    let flat = root(
        "document",
        &format!("office:mimetype='{MEDIA_TYPE}'"),
        &format!("{meta}{language}{styles}{header}{body}"),
    );
    let document = read_text(&packed).unwrap();
    assert_eq!(read_text(flat.as_bytes()).unwrap(), document);
    assert_sound(&document);
    assert_eq!((document.format.name(), document.paged), ("odt", false));
    assert_eq!(document.title, "The Book");
    assert_eq!(document.author.as_deref(), Some("A. Writer"));
    assert_eq!(document.language.as_deref(), Some("de-AT"));
    let labels: Vec<&str> = document.pages.iter().map(|page| page.label.as_str()).collect();
    assert_eq!(labels, ["Über Käse", "Teil"]);
    let second = &document.pages[1];
    let text = slice(&document.text, second.start..second.end);
    assert!(text.starts_with("Teil\n\n[1] n\n\nwords") && text.ends_with("words"), "{text}");
}

#[test]
fn broken_locked_and_foreign_texts_are_refused() {
    let whole = odt("<text:p>x</text:p>", &[]);
    let content = content("<text:p>x</text:p>");
    let with = |content: &str| {
        zip(&[("mimetype", MEDIA_TYPE.as_bytes()), ("content.xml", content.as_bytes())])
    };
    let manifest = format!(
        "<m:manifest xmlns:m='x'><m:file-entry m:full-path='/' m:media-type='{MEDIA_TYPE}'/><m:file-entry \
         m:full-path='content.xml'><m:encryption-data/></m:file-entry></m:manifest>"
    );
    let locked =
        zip(&[("META-INF/manifest.xml", manifest.as_bytes()), ("content.xml", b"\x8f\x00")]);
    let flat = root("document", &format!("office:mimetype='{MEDIA_TYPE}'"), "<office:body/>");
    // Newer programs lock the whole package, or for the holders of certain keys.
    let packed = |manifest: &str| {
        zip(&[
            ("mimetype", MEDIA_TYPE.as_bytes()),
            ("encrypted-package", b"\x8f\x00"),
            ("META-INF/manifest.xml", manifest.as_bytes()),
        ])
    };
    let package = packed(&manifest);
    let for_some = packed(&manifest.replace("<m:encryption-data/>", "<m:PGPData/>"));
    let cases: [(Vec<u8>, Code); 9] = [
        (whole[..whole.len() / 2].to_vec(), Code::DocumentBroken),
        (with(&content[..content.len() - 30]), Code::DocumentBroken),
        (with("<x/>"), Code::DocumentBroken),
        (zip(&[("mimetype", MEDIA_TYPE.as_bytes())]), Code::DocumentBroken),
        (locked, Code::DocumentEncrypted),
        (package.clone(), Code::DocumentEncrypted),
        (for_some.clone(), Code::DocumentEncrypted),
        (odt("<text:p/>", &[]), Code::NoText),
        (flat.as_bytes()[..flat.len() - 5].to_vec(), Code::DocumentBroken),
    ];
    for (nth, (bytes, code)) in cases.into_iter().enumerate() {
        let error = read(&bytes, "x.odt", &ReadOptions::default()).expect_err("a broken text");
        assert_eq!(error.code(), code, "{nth}: {error}");
    }
    assert_eq!(read_text(&package), Err(Error::PasswordNeeded(Format::Odt)));
    assert_eq!(read_text(&for_some), Err(Error::EncryptionUnknown(Format::Odt)));
    let sheet = zip(&[("mimetype", b"application/vnd.oasis.opendocument.spreadsheet")]);
    assert_eq!(read_text(&sheet), Err(Error::FormatUnknown("an OpenDocument file")));
    let bare = zip(&[
        ("META-INF/manifest.xml", manifest.replace("encryption-data", "x").as_bytes()),
        ("content.xml", content.as_bytes()),
    ]);
    assert_eq!(read_text(&bare).unwrap().format, Format::Odt);
}

proptest! {
    #[test]
    fn damaged_texts_are_read_soundly_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        is_packed in any::<bool>(),
    ) {
        let (styles, body, meta) = book();
        let flat = root("document", &format!("office:mimetype='{MEDIA_TYPE}'"), &format!("{meta}{styles}{body}"));
        let mut file = if is_packed { odt("<text:p>word</text:p>", &[]) } else { flat.into_bytes() };
        for (place, value) in changes {
            let place = place.index(file.len());
            file[place] = value;
        }
        if let Ok(document) = read_text(&file) {
            assert_sound(&document);
        }
    }
}

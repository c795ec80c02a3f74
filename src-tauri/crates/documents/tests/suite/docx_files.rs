use documents::places::slice;
use documents::{Document, Error, Format, ReadOptions, read};
use proptest::prelude::*;
use protocol::Code;

use crate::packages::{STRICT, TRANSITIONAL, docx, part, zip};
use crate::sound::assert_sound;

fn read_word(bytes: &[u8]) -> Result<Document, Error> {
    read(bytes, "desk/a letter.bin", &ReadOptions::default())
}

fn paragraph(style: &str, text: &str) -> String {
    format!("<w:p><w:pPr><w:pStyle w:val=\"{style}\"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>")
}

fn labels(document: &Document) -> Vec<&str> {
    document.pages.iter().map(|page| page.label.as_str()).collect()
}

#[test]
fn headings_make_pages_and_packages_may_be_laid_out_anyhow() {
    let styles = part(
        "styles",
        STRICT,
        "<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val='fr-FR'/></w:rPr></w:rPrDefault></w:docDefaults>\
         <w:style w:type='paragraph' w:styleId='u1'><w:name w:val='heading 1'/><w:pPr><w:numPr>\
         <w:numId w:val='1'/></w:numPr></w:pPr></w:style><w:style w:type='paragraph' w:styleId='u2'>\
         <w:name w:val='My'/><w:basedOn w:val='u1'/><w:pPr><w:outlineLvl w:val='1'/></w:pPr></w:style>",
    );
    let numbering = part(
        "numbering",
        STRICT,
        "<w:abstractNum w:abstractNumId='0'><w:lvl w:ilvl='0'><w:start w:val='1'/><w:numFmt \
         w:val='upperRoman'/><w:lvlText w:val='%1.'/></w:lvl></w:abstractNum><w:num w:numId='1'>\
         <w:abstractNumId w:val='0'/></w:num>",
    );
    let long = "words and words ".repeat(10);
    let body = [
        paragraph("u1", "Über Käse"),
        paragraph("", &long),
        paragraph("u2", "Teil"),
        paragraph("", &long),
    ];
    let main = part("document", STRICT, &format!("<w:body>{}</w:body>", body.concat()));
    let relations = |pairs: &[(&str, &str)]| {
        let relation = |(kind, target): &(&str, &str)| {
            format!(
                "<Relationship Id='r' Type='http://purl.oclc.org/ooxml/officeDocument/relationships/{kind}' Target='{target}'/>"
            )
        };
        let relations: String = pairs.iter().map(relation).collect();
        format!(
            "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>{relations}</Relationships>"
        )
    };
    let core = "<c:coreProperties xmlns:c='c' xmlns:dc='http://purl.org/dc/elements/1.1/'>\
        <dc:title>Le  fromage</dc:title><dc:creator>A. Écrivain</dc:creator></c:coreProperties>";
    let types = "<Types><Override PartName='/x/main.xml' ContentType='application/vnd.ms-word.document.macroEnabled.main+xml'/></Types>";
    let package = relations(&[("officeDocument", "/x/main.xml"), ("core-properties", "c.xml")]);
    let own = relations(&[("styles", "../s.xml"), ("numbering", "n.xml")]);
    let file = zip(&[
        ("[Content_Types].xml", types.as_bytes()),
        ("_rels/.rels", package.as_bytes()),
        ("x/main.xml", main.as_bytes()),
        ("x/_rels/main.xml.rels", own.as_bytes()),
        ("s.xml", styles.as_bytes()),
        ("x/n.xml", numbering.as_bytes()),
        ("c.xml", core.as_bytes()),
        ("x/vbaProject.bin", b"macro"),
    ]);
    let document = read_word(&file).unwrap();
    assert_sound(&document);
    assert_eq!((document.format, document.paged), (Format::Docx, false));
    assert_eq!(document.format.name(), "docx");
    assert_eq!(document.title, "Le fromage");
    assert_eq!(document.author.as_deref(), Some("A. Écrivain"));
    assert_eq!(document.language.as_deref(), Some("fr-FR"));
    assert_eq!(labels(&document), ["I. Über Käse", "II. Teil"]);
    let second = &document.pages[1];
    assert!(slice(&document.text, second.start..second.end).starts_with("II. Teil\n\nwords"));
}

#[test]
fn broken_locked_and_empty_documents_are_refused() {
    let word = |main: &str| zip(&[("word/document.xml", main.as_bytes())]);
    let whole = docx(&paragraph("", "text"), &[]);
    let good =
        part("document", TRANSITIONAL, "<w:body><w:p><w:r><w:t>x</w:t></w:r></w:p></w:body>");
    let cases: [(Vec<u8>, Code); 7] = [
        (whole[..whole.len() / 2].to_vec(), Code::DocumentBroken),
        (word(&good[..good.len() - 20]), Code::DocumentBroken),
        (word(&good.replace("</w:t>", "</w:x>")), Code::DocumentBroken),
        (word("<x/>"), Code::DocumentBroken),
        (word(""), Code::DocumentBroken),
        (docx("<w:p/>", &[]), Code::NoText),
        (word(&good.replace("<w:t>x", "<w:t>")), Code::NoText),
    ];
    for (nth, (bytes, code)) in cases.into_iter().enumerate() {
        let error = read(&bytes, "x.docx", &ReadOptions::default()).expect_err("a broken document");
        assert_eq!(error.code(), code, "{nth}: {error}");
    }
    let name: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let locked = [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".as_slice(), &[0; 1016], &name].concat();
    let error = read_word(&locked).expect_err("a locked document");
    assert_eq!(
        (error.code(), &error),
        (Code::DocumentEncrypted, &Error::PasswordNeeded(Format::Docx))
    );
    assert!(
        error.to_string().contains("Open it in a word processor, save it without a password"),
        "{error}"
    );
    let declared = good.replacen("\n", "<!DOCTYPE w [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>", 1);
    let document = read_word(&word(&declared.replace("<w:t>x", "<w:t>x&b;"))).unwrap();
    assert_eq!(document.text, "x&b;");
}

proptest! {
    #[test]
    fn damaged_documents_are_read_soundly_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let mut file = docx(&paragraph("Heading1", "word").repeat(9), &[]);
        for (place, value) in changes {
            let place = place.index(file.len());
            file[place] = value;
        }
        if let Ok(document) = read_word(&file) {
            assert_sound(&document);
        }
    }

    #[test]
    fn any_order_of_elements_is_read_soundly(
        marks in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..60),
    ) {
        let names = ["w:p", "w:r", "w:t", "w:tbl", "w:tr", "w:tc", "w:txbxContent", "w:pPr", "w:del",
            "mc:AlternateContent", "mc:Choice", "m:d", "m:dPr", "w:fldChar w:fldCharType='begin'"];
        let mut body = String::new();
        let mut open: Vec<&str> = Vec::new();
        for (place, opens) in marks {
            let name = names[place.index(names.len())];
            match open.pop_if(|_| !opens) {
                Some(last) => body += &format!("</{}>", last.split(' ').next().unwrap()),
                None => {
                    body += &format!("<{name}>text");
                    open.push(name);
                }
            }
        }
        while let Some(last) = open.pop() {
            body += &format!("</{}>", last.split(' ').next().unwrap());
        }
        match read_word(&docx(&body, &[])) {
            Ok(document) => assert_sound(&document),
            Err(error) => prop_assert_eq!(error, Error::NoText(Format::Docx)),
        }
    }
}

use documents::places::slice;
use documents::{Document, Error, Format, ReadOptions, read};
use proptest::prelude::*;
use protocol::Code;

use crate::made::zip;
use crate::sound::assert_sound;

const TRANSITIONAL: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const STRICT: &str = "http://purl.oclc.org/ooxml/wordprocessingml/main";

fn read_word(bytes: &[u8]) -> Result<Document, Error> {
    read(bytes, "desk/a letter.bin", &ReadOptions::default())
}

/// A part in a namespace of Word's.
fn part(root: &str, space: &str, content: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<w:{root} xmlns:w=\"{space}\" \
         xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\" \
         xmlns:m=\"http://schemas.openxmlformats.org/officeDocument/2006/math\" \
         xmlns:s=\"http://schemas.microsoft.com/office/word/2015/wordml/symex\">{content}</w:{root}>"
    )
}

/// A document with this body and further parts.
fn docx(body: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    let main = part("document", TRANSITIONAL, &format!("<w:body>{body}<w:sectPr/></w:body>"));
    let mut files = vec![("word/document.xml", main.as_bytes())];
    files.extend(parts.iter().map(|(name, content)| (*name, content.as_bytes())));
    zip(&files)
}

fn text(body: &str) -> String {
    let document = read_word(&docx(body, &[])).unwrap();
    assert_sound(&document);
    document.text
}

fn paragraph(style: &str, text: &str) -> String {
    format!("<w:p><w:pPr><w:pStyle w:val=\"{style}\"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>")
}

fn labels(document: &Document) -> Vec<&str> {
    document.pages.iter().map(|page| page.label.as_str()).collect()
}

#[test]
fn runs_become_running_text() {
    let cases = [
        (
            "<w:p><w:r><w:t xml:space='preserve'>One </w:t></w:r><w:r><w:rPr><w:b/></w:rPr>\
             <w:t>two</w:t></w:r></w:p>\n<w:p/><w:p><w:r><w:t>three</w:t></w:r></w:p>",
            "One two\n\nthree",
        ),
        (
            "<w:p><w:pPr><w:tabs><w:tab w:val='left'/></w:tabs></w:pPr><w:r><w:t>a</w:t><w:tab/>\
             <w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/><w:t>d</w:t></w:r></w:p>",
            "a\tb\nc\nd",
        ),
        (
            "<w:p><w:r><w:t>x</w:t><w:noBreakHyphen/><w:t>y</w:t><w:softHyphen/><w:t>z</w:t>\
             <w:sym w:font='Symbol' w:char='F061'/></w:r><w:r><w:rPr><w:rFonts w:ascii='Wingdings'/>\
             </w:rPr><w:t>\u{f0fc}</w:t></w:r></w:p>",
            "x-yzα✓",
        ),
        (
            "<w:p><w:hyperlink w:anchor='a'><w:r><w:t>link</w:t></w:r></w:hyperlink><w:smartTag>\
             <w:r><w:t>ed</w:t></w:r></w:smartTag><w:unknown><w:r><w:t>!</w:t></w:r></w:unknown></w:p>",
            "linked!",
        ),
        (
            "<w:sdt><w:sdtPr><w:t>no</w:t></w:sdtPr><w:sdtContent><w:p><w:r><w:t>held</w:t></w:r></w:p>\
             </w:sdtContent></w:sdt><w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>\
             <w:r><w:rPr><w:vanish w:val='0'/></w:rPr><w:t>shown</w:t></w:r></w:p>",
            "held\n\nshown",
        ),
        (
            "<w:p><w:r><w:ruby><w:rt><w:r><w:t>かん</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢</w:t>\
             </w:r></w:rubyBase></w:ruby><w:t>字</w:t></w:r></w:p>",
            "漢字",
        ),
        (
            "<w:p><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r>\
             </m:den></m:f><m:d><m:dPr><m:begChr m:val='|'/><m:endChr m:val='|'/></m:dPr><m:e><m:r>\
             <m:t>x</m:t></m:r></m:e></m:d><m:nary><m:naryPr><m:chr m:val='∑'/></m:naryPr><m:sub><m:r>\
             <m:t>i</m:t></m:r></m:sub><m:e><m:rad><m:deg/><m:e><m:r><m:t>y</m:t></m:r></m:e></m:rad>\
             </m:e></m:nary></m:oMath></w:p>",
            "(a)/(b)|x|∑_(i)√(y)",
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(text(body), expected, "{body}");
    }
}

#[test]
fn changes_are_read_as_if_accepted() {
    let run = |text: &str| format!("<w:r><w:t>{text}</w:t></w:r>");
    let deleted = "<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>";
    let moved = format!("<w:moveFrom>{}</w:moveFrom>", run("moved away"));
    let cases = [
        (format!("<w:p>{deleted}{}<w:ins>{}</w:ins></w:p>", run("a"), run("b")), "ab"),
        (format!("<w:p>{moved}{}<w:moveTo>{}</w:moveTo></w:p>", run("c"), run("d")), "cd"),
        (
            format!(
                "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>{}</w:p><w:p>{}</w:p><w:p>{}</w:p>",
                run("joined "),
                run("up"),
                run("apart")
            ),
            "joined up\n\napart",
        ),
        (
            format!(
                "<w:p><w:pPr><w:pPrChange><w:pPr><w:pStyle w:val='Heading1'/></w:pPr></w:pPrChange>\
                 </w:pPr>{}</w:p><w:p>{}</w:p>",
                run("text"),
                run("more")
            ),
            "text\n\nmore",
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(text(&body), expected, "{body}");
    }
}

#[test]
fn fields_show_their_results() {
    let mark = |kind: &str| format!("<w:r><w:fldChar w:fldCharType='{kind}'/></w:r>");
    let [begin, separate, end] = ["begin", "separate", "end"].map(mark);
    let code = |text: &str| format!("<w:r><w:instrText>{text}</w:instrText></w:r>");
    let run = |text: &str| format!("<w:r><w:t>{text}</w:t></w:r>");
    let date = format!("{begin}{}{separate}{}{end}", code("DATE"), run("today"));
    let nested = format!(
        "{begin}{}{begin}{}{separate}{}{end}{}{separate}{}{end}",
        code("IF "),
        code("MERGEFIELD x"),
        run("inner"),
        code(" = 1"),
        run("result")
    );
    let cases = [
        (format!("<w:p>{}{date}!</w:p>", run("It is ")), "It is today"),
        (format!("<w:p>{nested}{}</w:p>", run(".")), "result."),
        (format!("<w:p><w:fldSimple w:instr='PAGE'>{}</w:fldSimple></w:p>", run("7")), "7"),
        (format!("<w:p>{begin}{}</w:p><w:p>{}</w:p>", code("OPEN"), run("not lost")), "not lost"),
        (format!("<w:p>{end}{separate}{}</w:p>", run("stray marks")), "stray marks"),
    ];
    for (body, expected) in cases {
        assert_eq!(text(&body), expected, "{body}");
    }
}

#[test]
fn tables_lists_and_boxes_have_their_shapes() {
    let run = |text: &str| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
    let cell = |text: &str| format!("<w:tc><w:tcPr/>{}<w:p/></w:tc>", run(text));
    let table = format!(
        "<w:tbl><w:tblPr/><w:tr><w:trPr/>{}{}</w:tr><w:tr>{}<w:tc>{}{}</w:tc></w:tr></w:tbl>",
        cell("a"),
        cell("b"),
        cell("c"),
        run("d"),
        run("e")
    );
    let item = |text: &str| {
        format!(
            "<w:p><w:pPr><w:numPr><w:numId w:val='1'/></w:numPr></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"
        )
    };
    let text_box = |text: &str| {
        format!(
            "<w:drawing><wps xmlns='x'><w:txbxContent>{}</w:txbxContent></wps></w:drawing>",
            run(text)
        )
    };
    let choice = |choice: &str, fallback: &str| {
        format!(
            "<w:p><w:r><w:t>be</w:t><mc:AlternateContent><mc:Choice Requires='wps'>{choice}</mc:Choice>\
             <mc:Fallback>{fallback}</mc:Fallback></mc:AlternateContent><w:t>fore</w:t></w:r></w:p>"
        )
    };
    let face = "<s:symEx s:font='Segoe UI Emoji' s:char='1F642'/>";
    let cases = [
        (format!("{}{table}{}", run("x"), run("y")), "x\n\na\tb\nc\td\ne\n\ny"),
        (format!("{}{}{}{}", run("x"), item("one"), item("two"), run("y")), "x\n\none\ntwo\n\ny"),
        (choice(&text_box("box"), &text_box("box")), "before\n\nbox"),
        (choice("<w:drawing/>", "<w:t> and </w:t>"), "be and fore"),
        (choice(face, "<w:t>no</w:t>"), "be🙂fore"),
    ];
    for (body, expected) in cases {
        assert_eq!(text(&body), expected, "{body}");
    }
}

#[test]
fn notes_follow_the_paragraph_that_refers_to_them() {
    let note = |kind: &str, id: u8, text: &str| {
        format!(
            "<w:{kind} w:id='{id}'><w:p><w:r><w:{kind}Ref/><w:t xml:space='preserve'> {text}</w:t></w:r></w:p></w:{kind}>"
        )
    };
    let line = "<w:footnote w:type='separator' w:id='0'><w:p><w:r><w:t>line</w:t></w:r></w:p></w:footnote>";
    let notes = [line.to_owned(), note("footnote", 2, "first"), note("footnote", 3, "second")];
    let footnotes = part("footnotes", TRANSITIONAL, &notes.concat());
    let endnotes = part("endnotes", TRANSITIONAL, &note("endnote", 2, "last"));
    let body = "<w:p><w:r><w:t>a</w:t><w:footnoteReference w:id='3'/><w:t>b</w:t>\
        <w:footnoteReference w:id='2'/><w:endnoteReference w:id='2'/><w:footnoteReference w:id='9'/>\
        </w:r></w:p><w:p><w:r><w:t>c</w:t></w:r></w:p>";
    let parts =
        [("word/footnotes.xml", footnotes.as_str()), ("word/endnotes.xml", endnotes.as_str())];
    let document = read_word(&docx(body, &parts)).unwrap();
    assert_sound(&document);
    assert_eq!(document.text, "a[1]b[2][i]\n\n[1] second\n\n[2] first\n\n[i] last\n\nc");
    // Notes that cannot be read are text that would be lost.
    let cut = [("word/footnotes.xml", &footnotes[..footnotes.len() - 9])];
    assert_eq!(read_word(&docx(body, &cut)).expect_err("cut").code(), Code::DocumentBroken);
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

use documents::{Document, Error, ReadOptions, read};
use protocol::Code;

use crate::packages::{TRANSITIONAL, docx, part};
use crate::sound::assert_sound;

fn read_word(bytes: &[u8]) -> Result<Document, Error> {
    read(bytes, "desk/a letter.bin", &ReadOptions::default())
}

fn text(body: &str) -> String {
    let document = read_word(&docx(body, &[])).expect("a good document");
    assert_sound(&document);
    document.text
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
    // Leaving out unreadable notes would lose text.
    let cut = [("word/footnotes.xml", &footnotes[..footnotes.len() - 9])];
    assert_eq!(read_word(&docx(body, &cut)).expect_err("cut").code(), Code::DocumentBroken);
}

#[test]
fn text_in_other_formats_is_not_taken_for_none() {
    let error = read_word(&docx("<w:altChunk/><w:p/>", &[])).expect_err("no text of its own");
    assert!(
        matches!(error, Error::FormatUnknown(kind) if kind.starts_with("a Word document with its text"))
    );
    assert_eq!(text("<w:altChunk/><w:p><w:r><w:t>own</w:t></w:r></w:p>"), "own");
}

use super::cover::LONGEST_COVER;
use super::*;

fn text(body: &str) -> String {
    let source = format!("<FictionBook><body>{body}</body></FictionBook>");
    read(source.as_bytes(), "x").unwrap().text
}

#[test]
fn every_element_has_its_place() {
    let cases = [
        ("<title><p>A</p><empty-line/><p>B</p></title><section><p>c</p></section>", "A\nB\n\nc"),
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
        (page, "<binary id='c' content-type='image/png'>Y292\r\n  ZXI=\n</binary>", Some("cover")),
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

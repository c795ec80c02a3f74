//! Mails, and web pages saved in mail form.

use std::time::{Duration, Instant};

use documents::{Document, Error, Format, ReadOptions, read};
use proptest::prelude::*;

use crate::sound::assert_sound;

fn read_mail(bytes: &[u8]) -> Result<Document, Error> {
    read(bytes, "desk/saved.bin", &ReadOptions::default())
}

fn text_of(mail: &str) -> String {
    let document = read_mail(mail.as_bytes()).expect(mail);
    assert_sound(&document);
    document.text
}

/// Encodes bytes as quoted-printable, on lines that end in the middle of words.
fn quoted(bytes: &[u8]) -> String {
    let mut lines = String::new();
    for (nth, byte) in bytes.iter().enumerate() {
        let is_plain = matches!(byte, b' '..=b'~') && *byte != b'=';
        match is_plain {
            true => lines.push(char::from(*byte)),
            false => lines += &format!("={byte:02X}"),
        }
        if nth % 20 == 19 {
            lines += "=\r\n";
        }
    }
    lines
}

/// A part with these headers.
fn part(headers: &str, body: &str) -> String {
    format!("{headers}\r\n\r\n{body}\r\n")
}

/// A part made of parts.
fn multipart(kind: &str, boundary: &str, parts: &[String]) -> String {
    let parts: String = parts.iter().map(|part| format!("--{boundary}\r\n{part}")).collect();
    let head = format!("Content-Type: multipart/{kind}; boundary=\"{boundary}\"");
    part(&head, &format!("{parts}--{boundary}--"))
}

/// A mail from Ann.
fn letter(content: &str) -> String {
    format!(
        "From: =?utf-8?Q?Ann_M=C3=BCller?= <ann@made.up>\r\nTo: Bob <bob@made.up>\r\n\
         Received: no\r\nDate: Mon, 1 Jan 2024 10:00:00 +0100\r\nSubject: A letter\r\n\
         MIME-Version: 1.0\r\n{content}"
    )
}

/// The text of such a mail's head.
const HEAD: &str = "From: Ann Müller <ann@made.up>\nTo: Bob <bob@made.up>\n\
                    Date: Mon, 1 Jan 2024 10:00:00 +0100\nSubject: A letter\n\n";

/// A page as saved by Chromium.
fn saved_page() -> String {
    let page = "<!DOCTYPE html><html lang=\"de\"><head><title>Über Käse</title></head><body>\
        <h1>Über Käse</h1><p>Käse = Milch & Zeit.</p><div hidden>no</div></body></html>";
    let parts = [
        part(
            "Content-Type: text/html\r\nContent-ID: <frame-1@mhtml.blink>\r\n\
             Content-Transfer-Encoding: quoted-printable\r\nContent-Location: https://made.up/",
            &quoted(page.as_bytes()),
        ),
        part("Content-Type: text/css\r\nContent-Location: cid:css-1", "p { color: red }"),
        part("Content-Type: image/png\r\nContent-Transfer-Encoding: base64", "iVBORw0KGgo="),
        part("Content-Type: text/html\r\nContent-Location: cid:frame-2", "<p>an advertisement"),
    ];
    let related = multipart("related", "----MultipartBoundary--x----", &parts);
    let related =
        related.replace("multipart/related;", "multipart/related;\r\n\ttype=\"text/html\";\r\n\t");
    format!(
        "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://made.up/\r\n\
         Subject: =?utf-8?Q?=C3=9Cber=20K=C3=A4se?=\r\nMIME-Version: 1.0\r\n{related}"
    )
}

#[test]
fn saved_pages_are_read_as_pages() {
    let document = read_mail(saved_page().as_bytes()).unwrap();
    assert_sound(&document);
    assert_eq!(document.text, "Über Käse\n\nKäse = Milch & Zeit.");
    assert_eq!((document.format, document.paged), (Format::Html, false));
    assert_eq!(document.title, "Über Käse");
    assert_eq!((document.author, document.language.as_deref()), (None, Some("de")));
    assert_eq!(document.outline.len(), 1);
}

#[test]
fn pages_of_word_processors_are_read_in_their_encoding() {
    let (windows, ..) = encoding_rs::WINDOWS_1252.encode("<p>Größe – “klein”</p>");
    let (chinese, ..) = encoding_rs::GBK.encode("<meta charset=gbk><p>山川日月</p>");
    let utf16: Vec<u8> = "\u{feff}<p>Größe</p>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let cases: [(&str, &[u8], &str); 5] = [
        ("charset=\"windows-1252\"", &windows, "Größe – “klein”"),
        ("charset=\"us-ascii\"", &chinese, "山川日月"),
        ("name=x", &chinese, "山川日月"),
        ("charset=unicode", &utf16, "Größe"),
        ("charset=utf-8", "<p>日 Größe</p>".as_bytes(), "日 Größe"),
    ];
    for (said, bytes, text) in cases {
        let page = part(
            &format!(
                "Content-Type: text/html; {said}\r\nContent-Transfer-Encoding: Quoted-Printable"
            ),
            &quoted(bytes),
        );
        let file = format!(
            "MIME-Version: 1.0\r\n{}",
            multipart("related", "----=_NextPart_01", &[page])
                .replace("\r\n\r\n--", "\r\n\r\nThis document is a Web Archive file.\r\n\r\n--")
        );
        let document = read_mail(file.as_bytes()).unwrap();
        assert_eq!((document.text.as_str(), document.format), (text, Format::Html), "{said}");
        assert_eq!(document.title, "saved");
    }
}

#[test]
fn pages_are_found_among_their_parts() {
    let page = |id: &str, text: &str| {
        part(&format!("Content-Type: text/html\r\nContent-ID: <{id}>"), &format!("<p>{text}"))
    };
    let bytes = part("Content-Type: text/html\r\nContent-Transfer-Encoding: 8bit", "<p>Käse");
    let base64 = part(
        "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: BASE64",
        "PHA+R3LDvMOfZSAm\r\nYW1wOyBLw7xzc2U8L3A+",
    );
    let style = part("Content-Type: text/css", "p {}");
    let start = multipart("related", "b", &[page("1", "frame"), page("2", "page")]);
    let cases = [
        (multipart("related", "b", &[style, bytes]), "Käse"),
        (base64, "Grüße & Küsse"),
        (start.replace("related;", "related; start=\"<2>\";"), "page"),
        (start.replace("related;", "related; start=\"<3>\";"), "frame"),
        (multipart("related", "b", &[multipart("alternative", "bc", &[page("", "deep")])]), "deep"),
        (start[..start.find("page").unwrap()].replace("frame", "whole"), "whole"),
    ];
    for (content, text) in cases {
        assert_eq!(text_of(&format!("MIME-Version: 1.0\r\n{content}")), text, "{content}");
    }
}

#[test]
fn mails_show_their_text_and_who_wrote_it() {
    let plain = |text: &str| part("Content-Type: text/plain", text);
    let page = |text: &str| part("Content-Type: text/html", text);
    let attached = part("Content-Type: text/plain\r\nContent-Disposition: Attachment", "a file");
    let picture = part("Content-Type: image/png\r\nContent-Transfer-Encoding: base64", "iVBORw==");
    let latin = part(
        "Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: base64",
        "R3L832UgYXVzIEv2bG4K",
    );
    let cases = [
        (plain("Dear Bob,\r\n\r\nyours"), "Dear Bob,\n\nyours"),
        (latin.clone(), "Grüße aus Köln"),
        (page("<p>Dear <b>Bob</b>"), "Dear Bob"),
        (multipart("alternative", "b", &[plain("plain"), page("<p>page")]), "page"),
        (multipart("alternative", "b", &[plain("plain"), page(" ")]), "plain"),
        (
            multipart("mixed", "b", &[plain("one"), attached, picture.clone(), plain("two")]),
            "one\n\ntwo",
        ),
        (multipart("mixed", "b", &[plain("1 < 2 &amp;"), page("<p>two")]), "1 < 2 &amp;\n\ntwo"),
        (
            multipart(
                "signed",
                "b",
                &[multipart(
                    "alternative",
                    "b2",
                    &[plain("no"), multipart("related", "b3", &[page("<p>page"), picture])],
                )],
            ),
            "page",
        ),
    ];
    for (content, text) in cases {
        assert_eq!(text_of(&letter(&content)), format!("{HEAD}{text}"), "{content}");
    }
    let document = read_mail(letter(&latin).as_bytes()).unwrap();
    assert_eq!((document.format, document.format.name()), (Format::Mail, "mail"));
    assert_eq!(document.title, "A letter");
    assert_eq!(document.author.as_deref(), Some("Ann Müller"));
}

#[test]
fn mails_without_text_say_so() {
    let attached = "Content-Type: application/pdf\r\nContent-Disposition: attachment";
    let deep = (0..40).fold(part("Content-Type: text/plain", "x"), |inner, nth| {
        multipart("mixed", &format!("b{nth}"), &[inner])
    });
    let broken = "Content-Type: text/plain\r\nContent-Transfer-Encoding: base64";
    let damaged = |detail: &str| Error::Broken { format: Format::Mail, detail: detail.into() };
    let cases = [
        (part(attached, "x"), Error::NoText(Format::Mail)),
        (
            multipart("mixed", "b", &[part("", " \r\n"), part(attached, "x")]),
            Error::NoText(Format::Mail),
        ),
        (part("Content-Type: multipart/mixed", "x"), Error::NoText(Format::Mail)),
        (
            multipart("encrypted", "b", &[part("Content-Type: application/octet-stream", "x")]),
            Error::EncryptionUnknown(Format::Mail),
        ),
        (
            part("Content-Type: application/pkcs7-mime", "MI"),
            Error::EncryptionUnknown(Format::Mail),
        ),
        (part(broken, "R3L83*2"), damaged("a part with its text cannot be decoded")),
        (deep, damaged("its parts are nested too deeply")),
    ];
    for (content, error) in cases {
        assert_eq!(read_mail(letter(&content).as_bytes()), Err(error), "{content:.200}");
    }
    let empty = format!("MIME-Version: 1.0\r\n{}", part("Content-Type: text/html", "<p> </p>"));
    assert_eq!(read_mail(empty.as_bytes()), Err(Error::NoText(Format::Html)));
}

#[test]
fn mails_made_to_take_long_do_not() {
    let long = "=?".repeat(500_000);
    let many = "--b\r\n".repeat(400_000);
    let dashes = "-".repeat(3_900);
    let rows = format!("{dashes}\r\n").repeat(500);
    let parameters: String = (0..450).map(|nth| format!("a*{nth}*=;")).collect();
    let mails = [
        letter(&part(&format!("X-Long: {long}\r\nContent-Type: text/html; a={long}"), "x")),
        letter(&part("Content-Type: multipart/mixed; boundary=b", &many)),
        letter(&part(&format!("Content-Type: multipart/mixed; boundary=\"{dashes}\""), &rows)),
        letter(&part(&format!("Content-Type: text/html; {parameters}"), "<p>x")),
        letter(&part(&"A: b\r\n".repeat(200_000), "x")),
    ];
    for mail in mails {
        let begun = Instant::now();
        if let Ok(document) = read_mail(mail.as_bytes()) {
            assert_sound(&document);
        }
        assert!(begun.elapsed() < Duration::from_secs(10), "{mail:.300}");
    }
}

proptest! {
    #[test]
    fn damaged_mails_are_read_soundly_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let mut file = saved_page().into_bytes();
        for (place, value) in changes {
            let place = place.index(file.len());
            file[place] = value;
        }
        if let Ok(document) = read_mail(&file) {
            assert_sound(&document);
        }
    }
}

use super::*;

#[test]
fn formats_are_detected_by_content() {
    let flat = b"<o:document xmlns:o='urn:oasis:names:tc:opendocument:xmlns:office:1.0' \
        o:mimetype='application/vnd.oasis.opendocument.text'><o:body>";
    let cases: [(&[u8], &str, Format); 27] = [
        (b"%PDF-1.7\n", "x.txt", Format::Pdf),
        (b"rubbish\n%PDF-1.4", "x", Format::Pdf),
        (b"Just words.", "x", Format::Text),
        (b"# Words", "x.MD", Format::Markdown),
        (b"# Words", "x.txt", Format::Text),
        (b"<!DOCTYPE html><p>x", "x.txt", Format::Html),
        (b"\xef\xbb\xbf\n<HTML><p>x", "x", Format::Html),
        (b"<!-- saved --> <!-- x --><html>", "x", Format::Html),
        (b"<?xml version='1.0'?><html xmlns='y'>", "x", Format::Html),
        (b"<p>only a piece", "x.htm", Format::Html),
        (b"<html><body>saved", "x.docx", Format::Html),
        (b"<!doctype html><title>404</title>", "x.pdf", Format::Html),
        (b"<html>", "x.md", Format::Html),
        (b"Words, <b>bold</b> and <p>a paragraph.", "x.html", Format::Html),
        (b"<div><p>A <b>saved</b> piece.</p></div>", "x", Format::Html),
        (b"<div><p>A <b>saved</b> piece.</p></div>", "x.docx", Format::Html),
        (b"<div><p>A <b>bold</b> title.</p></div>", "x.md", Format::Markdown),
        (b"Tags such as `<p>` and `</p>`, `<b>` and `</b>`.", "x.txt", Format::Text),
        (b"<note>x</note>", "x.xml", Format::Text),
        (b"2 < 3", "x.html", Format::Text),
        (b"<?xml version='1.0'?><!-- x --><FictionBook>", "x.txt", Format::Fb2),
        (b"<f:FictionBook xmlns:f='x'><cut ", "x.odt", Format::Fb2),
        (b"<note><FictionBook/></note>", "x.fb2", Format::Text),
        (b"About <FictionBook>", "x.fb2", Format::Text),
        (flat, "x.html", Format::Odt),
        (b"From: x\r\nMIME-Version: 1.0\r\n\r\nx", "x.pdf", Format::Mail),
        (b"From: x\r\nSubject: 1.0\r\n\r\nx", "x.eml", Format::Text),
    ];
    for (bytes, name, format) in cases {
        assert_eq!(detect_format(bytes, name), Ok(format), "{name} {bytes:?}");
    }
}

#[test]
fn files_of_other_names_that_begin_as_documents() {
    let cases: [(&[u8], bool); 15] = [
        (b"%PDF-1.7\n", true),
        (b"\n<!DOCTYPE html><p>x", true),
        (b"<?xml version='1.0'?><FictionBook>", true),
        (b"PK\x03\x04\x14\0......................mimetypeapplication/epub+zip", true),
        (b"PK\x03\x04 [Content_Types].xml ... PK\x03\x04 word/document.xml", true),
        (b"PK\x03\x04 [Content_Types].xml ... PK\x03\x04 xl/workbook.xml", false),
        (b"PK\x03\x04 src/main.rs", false),
        (b"PK\x03\x04......................\x08\0\0\0book.FB2<?xml", true),
        (b"PK\x03\x04......................\x08\0\0\0book.txt", false),
        (b"PK\x03\x04......................\xff\xff", false),
        (b"Plain words.", false),
        (b"{\"plain\": \"words\"}", false),
        (b"\x89PNG\r\n\x1a\n<html>", false),
        (b"<note>x</note>", false),
        (b"", false),
    ];
    for (head, expected) in cases {
        assert_eq!(begins_as_document(head), expected, "{}", head.escape_ascii());
    }
}

#[test]
fn other_kinds_are_named() {
    let noise: Vec<u8> =
        (0..4000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let cases: [(&[u8], &str, &str); 6] = [
        (b"\x89PNG\r\n\x1a\n\0\0", "x.epub", "a picture (PNG)"),
        (b"\x7fELF\x02", "x", "a program"),
        (b"{\\rtf1 x}", "x.doc", "an RTF document"),
        (b"GGUF\x03", "x", "a language model (GGUF), which you open as a model"),
        (b"\0\0\0 ftypisom", "x.mp4", "a video or sound file (MP4)"),
        (&noise, "x", "a file that is not text"),
    ];
    for (bytes, name, kind) in cases {
        assert_eq!(detect_format(bytes, name), Err(Error::FormatUnknown(kind)), "{name}");
    }
}

#[test]
fn what_speaks_of_pdf_or_holds_one_is_none() {
    let note = b"# Notes\n\nFiles begin with\n\n%PDF-1.7\n\nand a comment.\n";
    assert_eq!(detect_format(note, "x.md"), Ok(Format::Markdown));
    let note = b"Dateien, f\xfcr die gilt:\nsie beginnen mit\n%PDF-1.7\n% und so weiter.\n";
    assert_eq!(detect_format(note, "x.txt"), Ok(Format::Text));
    assert_eq!(detect_format(b"Files begin with `%PDF-1.7`.", "x.txt"), Ok(Format::Text));
    assert_eq!(detect_format(b"<html><body>\n%PDF-1.7\n\xff", "x"), Ok(Format::Html));
    assert_eq!(
        detect_format(b"PK\x03\x04\x0a\0 stored\n%PDF-1.7\n", "x.zip"),
        Err(Error::FormatUnknown("a damaged ZIP archive"))
    );
    let sent = b"HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n%\xe2\xe3";
    for file in [sent.as_slice(), b" %PDF-1.4\n", b"\xef\xbb\xbf%PDF-1.4", b"'%PDF-1.6\n"] {
        assert_eq!(detect_format(file, "x"), Ok(Format::Pdf), "{file:?}");
    }
}

#[test]
fn false_names_and_empty_files_are_found_out() {
    assert_eq!(detect_format(b"", "x.pdf"), Err(Error::Empty));
    assert!(matches!(
        detect_format(b"oops", "x.pdf"),
        Err(Error::Broken { format: Format::Pdf, .. })
    ));
    assert!(matches!(
        detect_format(b"oops", "x.epub"),
        Err(Error::Broken { format: Format::Epub, .. })
    ));
    let note = "Dear Anna,\nthe kettle has come, and it is red. Thank you!\n".repeat(4);
    let russian = "Все счастливые семьи похожи друг на друга.\n".repeat(5);
    let utf16: Vec<u8> = russian.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for name in ["x.pdf", "x.epub", "x.docx", "x.odt"] {
        for text in [note.as_bytes(), russian.as_bytes(), &utf16] {
            assert_eq!(detect_format(text, name), Ok(Format::Text), "{name}");
        }
        assert_eq!(detect_format(b"It was only misnamed, and is short.", name), Ok(Format::Text));
        let base64 = "JVBERi0xLjQKJcOkw7zDtsOfCjIgMCBvYmoKPDwvTGVuZ3RoIDMgMCBSL0ZpbHRlci\n";
        let inside = "4 0 obj\n<< /Type /Page >>\nendobj\nand words and words\n".repeat(9);
        let said = "{\"error\": {\"code\": 404, \"message\": \"no such file\"}}";
        for broken in [base64.repeat(9).as_str(), inside.as_str(), said] {
            assert!(
                matches!(detect_format(broken.as_bytes(), name), Err(Error::Broken { .. })),
                "{name}"
            );
        }
    }
    let cut = b"PK\x03\x04 cut off";
    assert!(matches!(detect_format(cut, "x.epub"), Err(Error::Broken { .. })));
    assert!(matches!(
        detect_format(cut, "x.docx"),
        Err(Error::Broken { format: Format::Docx, .. })
    ));
    assert!(matches!(
        detect_format(b"oops", "x.odt"),
        Err(Error::Broken { format: Format::Odt, .. })
    ));
    assert_eq!(detect_format(cut, "x.zip"), Err(Error::FormatUnknown("a damaged ZIP archive")));
}

#[test]
fn locked_office_documents_are_distinguished_from_old_ones() {
    let name = |name: &str| name.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let locked = [OLD_OFFICE, &[0; 600], &name("EncryptedPackage"), &[0; 9]].concat();
    let for_some = [locked.as_slice(), &name("DRMEncryptedDataSpace")].concat();
    let other = Error::FormatUnknown("a locked Excel workbook or PowerPoint presentation");
    let old = Error::FormatUnknown("an old Office file (DOC, XLS or PPT)");
    let cases: [(&[u8], &str, Error); 6] = [
        (&locked, "x.docx", Error::PasswordNeeded(Format::Docx)),
        (&locked, "x", Error::PasswordNeeded(Format::Docx)),
        (&for_some, "x.docx", Error::EncryptionUnknown(Format::Docx)),
        (&locked, "x.XLSX", other.clone()),
        (&for_some, "x.pptx", other),
        (OLD_OFFICE, "x.docx", old),
    ];
    for (bytes, name, error) in cases {
        assert_eq!(detect_format(bytes, name), Err(error), "{name}");
    }
}

//! What a file is, by its content.

use memchr::memmem;

use crate::archive::Archive;
use crate::magic::{OLD_OFFICE, foreign, is_prose};
use crate::{Error, Format, fb2, mail, odt};

/// Bytes by which text is told.
pub const HEAD: usize = 64 << 10;

/// Tells a file's format. The name decides only between plain text and Markdown, and what is
/// said of a file that is not what its name claims.
pub(crate) fn sniff(bytes: &[u8], name: &str) -> Result<Format, Error> {
    if bytes.is_empty() {
        return Err(Error::Empty);
    }
    if is_pdf(bytes) {
        return Ok(Format::Pdf);
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return sniff_archive(bytes, name);
    }
    if let Some(locked) = locked_office(bytes, name) {
        return Err(locked);
    }
    if let Some(kind) = foreign(bytes) {
        return Err(Error::FormatUnknown(kind));
    }
    if let Some(format) = sniff_xml(bytes) {
        return Ok(format);
    }
    if mail::is_mail(bytes) {
        return Ok(Format::Mail);
    }
    match claimed(name).filter(|_| !is_web_page(bytes)) {
        Some(Format::Pdf) => Err(Error::broken(Format::Pdf, "it does not begin as PDF files do")),
        Some(format) => Err(Error::broken(format, "it is no ZIP archive")),
        None => sniff_text(bytes, name),
    }
}

/// The format that a name claims, of those that text cannot be taken for.
fn claimed(name: &str) -> Option<Format> {
    let claims: [(&[&str], Format); 4] = [
        (&["pdf"], Format::Pdf),
        (&["epub"], Format::Epub),
        (&["docx", "docm", "dotx"], Format::Docx),
        (&["odt", "ott"], Format::Odt),
    ];
    let claim = claims.into_iter().find(|(extensions, _)| has_extension(name, extensions));
    claim.map(|(_, format)| format)
}

/// As many bytes may stand before a PDF's mark on its line.
const STRAY: usize = 8;

/// Whether the bytes begin as a PDF does. Viewers allow rubbish before its mark, and so some
/// programs write it.
fn is_pdf(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(1024)];
    let mark = head.windows(5).position(|window| window == b"%PDF-");
    head.starts_with(b"%PDF") || mark.is_some_and(|mark| is_rubbish_before_pdf(bytes, mark))
}

/// Whether what stands before a mark is rubbish: a few bytes or a line, or more where the file is
/// no text that only speaks of PDF, nor an archive or a web page that holds one.
fn is_rubbish_before_pdf(bytes: &[u8], mark: usize) -> bool {
    let before = &bytes[..mark];
    let head = String::from_utf8_lossy(before).trim_start().to_lowercase();
    let is_line = before.ends_with(b"\n") || before.ends_with(b"\r");
    let lines = before.split(|byte| *byte == b'\n').count() - 1;
    let is_other = before.starts_with(b"PK\x03\x04") || is_html(&head, "");
    let is_text = || is_prose(bytes) && !has_bytes_mark(&bytes[mark..]);
    !is_other && (mark <= STRAY || is_line && (lines < 2 || !is_text()))
}

/// Whether a PDF says on its second line, by letters that are none, that it is no text.
fn has_bytes_mark(bytes: &[u8]) -> bool {
    let second = bytes.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
    let second = second.map_or(b"".as_slice(), |end| bytes[end..].trim_ascii_start());
    second.first() == Some(&b'%') && second.get(1).is_some_and(|byte| !byte.is_ascii())
}

fn sniff_archive(bytes: &[u8], name: &str) -> Result<Format, Error> {
    let Some(mut archive) = Archive::open(bytes) else {
        return Err(match claimed(name) {
            Some(Format::Pdf) | None => Error::FormatUnknown("a damaged ZIP archive"),
            Some(format) => Error::broken(format, "its ZIP archive cannot be opened"),
        });
    };
    let mut begin = |name: &str| {
        let bytes = archive.read(name, 256 << 10).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let mimetype = begin("mimetype");
    let manifest = begin("META-INF/manifest.xml");
    let types = begin("[Content_Types].xml");
    let kind = match mimetype.trim() {
        "application/epub+zip" => return Ok(Format::Epub),
        other if other.starts_with(odt::MEDIA_TYPE) => return Ok(Format::Odt),
        other if other.starts_with("application/vnd.oasis.opendocument") => "an OpenDocument file",
        _ if is_odt(&archive, &manifest) => return Ok(Format::Odt),
        _ if is_word(&archive, &types) => return Ok(Format::Docx),
        _ if archive.contains("xl/workbook.xml") => "an Excel workbook",
        _ if archive.contains("ppt/presentation.xml") => "a PowerPoint presentation",
        _ if archive.contains("META-INF/container.xml") => return Ok(Format::Epub),
        _ if fb2::only_book(&mut archive).is_some() => return Ok(Format::Fb2),
        _ if claimed(name) == Some(Format::Epub) => return Ok(Format::Epub),
        _ => "a ZIP archive",
    };
    Err(Error::FormatUnknown(kind))
}

/// Whether an archive without a `mimetype` is an OpenDocument text all the same.
fn is_odt(archive: &Archive, manifest: &str) -> bool {
    archive.contains("content.xml") && manifest.contains(odt::MEDIA_TYPE)
}

/// Whether an archive with these types of content has the text of a Word document in it, wherever
/// it is: a document or a template, with macros or without.
fn is_word(archive: &Archive, types: &str) -> bool {
    let kinds = [
        "wordprocessingml.document.main+xml",
        "wordprocessingml.template.main+xml",
        "ms-word.document.macroEnabled.main+xml",
        "ms-word.template.macroEnabledTemplate.main+xml",
    ];
    archive.contains("word/document.xml") || kinds.iter().any(|kind| types.contains(kind))
}

/// What locks an Office document, if one does: it is a package in a package of the kind that older
/// programs wrote, which names it in UTF-16, and how it is encrypted.
fn locked_office(bytes: &[u8], name: &str) -> Option<Error> {
    let others = ["xlsx", "xlsm", "xlsb", "xltx", "pptx", "pptm", "ppsx", "potx"];
    let names = |what: &str| {
        let what: Vec<u8> = what.encode_utf16().flat_map(u16::to_le_bytes).collect();
        memmem::find(bytes, &what).is_some()
    };
    if !bytes.starts_with(OLD_OFFICE) || !names("EncryptedPackage") {
        return None;
    }
    Some(if has_extension(name, &others) {
        Error::FormatUnknown("a locked Excel workbook or PowerPoint presentation")
    } else if names("DRMEncryptedDataSpace") {
        Error::EncryptionUnknown(Format::Docx)
    } else {
        Error::PasswordNeeded(Format::Docx)
    })
}

/// The format of a file that is XML and not for the web.
fn sniff_xml(bytes: &[u8]) -> Option<Format> {
    let text = crate::encoding::decode_markup(&bytes[..bytes.len().min(HEAD)]);
    if fb2::is_book(&text) { Some(Format::Fb2) } else { odt::is_flat(&text).then_some(Format::Odt) }
}

fn sniff_text(bytes: &[u8], name: &str) -> Result<Format, Error> {
    let text = crate::encoding::decode(&bytes[..bytes.len().min(HEAD)]);
    if crate::plain::is_rubbish(&text) {
        return Err(Error::FormatUnknown("a file that is not text"));
    }
    if is_html(&beginning(&text), name) {
        Ok(Format::Html)
    } else if has_extension(name, &["md", "markdown", "mdown", "mkd"]) {
        Ok(Format::Markdown)
    } else {
        Ok(Format::Text)
    }
}

/// How a text begins, in lower case.
fn beginning(text: &str) -> String {
    text.trim_start().chars().take(2000).collect::<String>().to_lowercase()
}

/// Whether it is a web page, whatever its name claims: a browser saves what it is given.
fn is_web_page(bytes: &[u8]) -> bool {
    let text = crate::encoding::decode(&bytes[..bytes.len().min(HEAD)]);
    !crate::plain::is_rubbish(&text) && is_html(&beginning(&text), "")
}

/// Whether a file that is not named as documents are begins as one does that is not plain text; the
/// first [`HEAD`] bytes tell. One that does may still be something else when it is read.
pub fn begins_as_document(head: &[u8]) -> bool {
    let holds = |name: &[u8]| memmem::find(head, name).is_some();
    let is_archive = head.starts_with(b"PK\x03\x04")
        && (holds(b"application/epub+zip")
            || holds(odt::MEDIA_TYPE.as_bytes())
            || holds(b"META-INF/container.xml")
            || holds(b"word/document.xml"));
    let is_text = foreign(head).is_none();
    is_pdf(head) || is_archive || is_text && (sniff_xml(head).is_some() || is_web_page(head))
}

/// Whether a text, made lower case, begins as a web page does.
fn is_html(head: &str, name: &str) -> bool {
    let begins = ["<!doctype html", "<html", "<head", "<body"];
    let mut rest = head;
    while let Some(after) = rest.strip_prefix("<!--") {
        rest = after.split_once("-->").map_or("", |(_, rest)| rest).trim_start();
    }
    begins.iter().any(|begin| rest.starts_with(begin))
        || rest.starts_with("<?xml") && head.contains("<html")
        || rest.starts_with('<') && has_extension(name, &["html", "htm", "xhtml"])
}

fn has_extension(name: &str, extensions: &[&str]) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, found)| extensions.iter().any(|known| found.eq_ignore_ascii_case(known)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_by_content() {
        let flat = b"<o:document xmlns:o='urn:oasis:names:tc:opendocument:xmlns:office:1.0' \
            o:mimetype='application/vnd.oasis.opendocument.text'><o:body>";
        let cases: [(&[u8], &str, Format); 22] = [
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
            assert_eq!(sniff(bytes, name), Ok(format), "{name} {bytes:?}");
        }
    }

    #[test]
    fn files_of_other_names_that_begin_as_documents() {
        let cases: [(&[u8], bool); 12] = [
            (b"%PDF-1.7\n", true),
            (b"\n<!DOCTYPE html><p>x", true),
            (b"<?xml version='1.0'?><FictionBook>", true),
            (b"PK\x03\x04\x14\0......................mimetypeapplication/epub+zip", true),
            (b"PK\x03\x04 [Content_Types].xml ... PK\x03\x04 word/document.xml", true),
            (b"PK\x03\x04 [Content_Types].xml ... PK\x03\x04 xl/workbook.xml", false),
            (b"PK\x03\x04 src/main.rs", false),
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
            (b"GGUF\x03", "x", "a language model (GGUF), which is opened as a model"),
            (b"\0\0\0 ftypisom", "x.mp4", "a video or sound file (MP4)"),
            (&noise, "x", "a file that is not text"),
        ];
        for (bytes, name, kind) in cases {
            assert_eq!(sniff(bytes, name), Err(Error::FormatUnknown(kind)), "{name}");
        }
    }

    #[test]
    fn what_speaks_of_pdf_or_holds_one_is_none() {
        let note = b"# Notes\n\nFiles begin with\n\n%PDF-1.7\n\nand a comment.\n";
        assert_eq!(sniff(note, "x.md"), Ok(Format::Markdown));
        let note = b"Dateien, f\xfcr die gilt:\nsie beginnen mit\n%PDF-1.7\n% und so weiter.\n";
        assert_eq!(sniff(note, "x.txt"), Ok(Format::Text));
        assert_eq!(sniff(b"Files begin with `%PDF-1.7`.", "x.txt"), Ok(Format::Text));
        assert_eq!(sniff(b"<html><body>\n%PDF-1.7\n\xff", "x"), Ok(Format::Html));
        assert_eq!(
            sniff(b"PK\x03\x04\x0a\0 stored\n%PDF-1.7\n", "x.zip"),
            Err(Error::FormatUnknown("a damaged ZIP archive"))
        );
        let sent = b"HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n%\xe2\xe3";
        for file in [sent.as_slice(), b" %PDF-1.4\n", b"\xef\xbb\xbf%PDF-1.4", b"'%PDF-1.6\n"] {
            assert_eq!(sniff(file, "x"), Ok(Format::Pdf), "{file:?}");
        }
    }

    #[test]
    fn false_names_and_empty_files_are_found_out() {
        assert_eq!(sniff(b"", "x.pdf"), Err(Error::Empty));
        assert!(matches!(sniff(b"oops", "x.pdf"), Err(Error::Broken { format: Format::Pdf, .. })));
        assert!(matches!(
            sniff(b"oops", "x.epub"),
            Err(Error::Broken { format: Format::Epub, .. })
        ));
        let cut = b"PK\x03\x04 cut off";
        assert!(matches!(sniff(cut, "x.epub"), Err(Error::Broken { .. })));
        assert!(matches!(sniff(cut, "x.docx"), Err(Error::Broken { format: Format::Docx, .. })));
        assert!(matches!(sniff(b"oops", "x.odt"), Err(Error::Broken { format: Format::Odt, .. })));
        assert_eq!(sniff(cut, "x.zip"), Err(Error::FormatUnknown("a damaged ZIP archive")));
    }

    #[test]
    fn locked_office_documents_are_told_from_old_ones() {
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
            assert_eq!(sniff(bytes, name), Err(error), "{name}");
        }
    }
}

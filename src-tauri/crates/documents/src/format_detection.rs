//! Detects a file's format by its content.

use memchr::memmem;

use crate::archive::Archive;
use crate::html::tags;
use crate::signatures::{OLD_OFFICE, foreign, is_prose};
use crate::{Error, Format, fb2, mail, odt};

/// The number of bytes that decide whether a file is text.
pub const HEAD: usize = 64 << 10;

/// Detects a file's format. The name decides only between plain text and Markdown, and the error
/// for a file that is not what its name claims.
pub(crate) fn detect_format(bytes: &[u8], name: &str) -> Result<Format, Error> {
    if bytes.is_empty() {
        return Err(Error::Empty);
    }
    if is_pdf(bytes) {
        return Ok(Format::Pdf);
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return archive_format(bytes, name);
    }
    if let Some(locked) = locked_office(bytes, name) {
        return Err(locked);
    }
    if let Some(kind) = foreign(bytes) {
        return Err(Error::FormatUnknown(kind));
    }
    if let Some(format) = xml_format(bytes) {
        return Ok(format);
    }
    if mail::is_mail(bytes) {
        return Ok(Format::Mail);
    }
    match claimed(name).filter(|_| !is_text_all_the_same(bytes)) {
        Some(Format::Pdf) => Err(Error::broken(Format::Pdf, "it does not begin like a PDF file")),
        Some(format) => Err(Error::broken(format, "it is not a ZIP archive")),
        None => text_format(bytes, name),
    }
}

/// Returns the format that a name claims, of those that cannot be confused with text.
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

/// The number of bytes that may precede a PDF's mark on its line.
const STRAY: usize = 8;
/// The number of bytes before which a PDF's mark stands.
const PDF_HEAD: usize = 1024;

/// Returns whether the bytes begin like a PDF. Viewers allow rubbish before its mark, so some
/// programs write it.
fn is_pdf(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(PDF_HEAD)];
    let mark = head.windows(5).position(|window| window == b"%PDF-");
    head.starts_with(b"%PDF") || mark.is_some_and(|mark| is_rubbish_before_pdf(bytes, mark))
}

/// Returns whether the bytes before a mark are rubbish: a few bytes or a line, or more if the file
/// is neither a text that only mentions PDF, nor an archive or a web page that contains one.
fn is_rubbish_before_pdf(bytes: &[u8], mark: usize) -> bool {
    let before = &bytes[..mark];
    let head = String::from_utf8_lossy(before).to_lowercase();
    let is_line = before.ends_with(b"\n") || before.ends_with(b"\r");
    let lines = before.split(|byte| *byte == b'\n').count() - 1;
    let is_other = before.starts_with(b"PK\x03\x04") || tags::is_page(&head);
    let is_text = || is_prose(bytes) && !has_bytes_mark(&bytes[mark..]);
    !is_other && (mark <= STRAY || is_line && (lines < 2 || !is_text()))
}

/// Returns whether a PDF's second line marks it as binary, by non-ASCII bytes.
fn has_bytes_mark(bytes: &[u8]) -> bool {
    let second = bytes.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
    let second = second.map_or(b"".as_slice(), |end| bytes[end..].trim_ascii_start());
    second.first() == Some(&b'%') && second.get(1).is_some_and(|byte| !byte.is_ascii())
}

/// The number of bytes of an archive's file that identify its format.
const ARCHIVE_HEAD: u64 = 256 << 10;
fn archive_format(bytes: &[u8], name: &str) -> Result<Format, Error> {
    let Some(mut archive) = Archive::open(bytes) else {
        return Err(match claimed(name) {
            Some(Format::Pdf) | None => Error::FormatUnknown("a damaged ZIP archive"),
            Some(format) => Error::broken(format, "its ZIP archive cannot be opened"),
        });
    };
    let mut begin = |name: &str| {
        let bytes = archive.read(name, ARCHIVE_HEAD).unwrap_or_default();
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

/// Returns whether an archive without a `mimetype` is an OpenDocument text all the same.
fn is_odt(archive: &Archive, manifest: &str) -> bool {
    archive.contains("content.xml") && manifest.contains(odt::MEDIA_TYPE)
}

/// Returns whether an archive with these content types contains the text of a Word document, in any
/// part: a document or a template, with macros or without.
fn is_word(archive: &Archive, types: &str) -> bool {
    let kinds = [
        "wordprocessingml.document.main+xml",
        "wordprocessingml.template.main+xml",
        "ms-word.document.macroEnabled.main+xml",
        "ms-word.template.macroEnabledTemplate.main+xml",
    ];
    archive.contains("word/document.xml") || kinds.iter().any(|kind| types.contains(kind))
}

/// Returns how an Office document is locked, if it is: it is a package in a package of the older
/// programs' kind, which names it in UTF-16, along with its encryption.
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

/// Returns the format of a file that is XML and not for the web.
fn xml_format(bytes: &[u8]) -> Option<Format> {
    let text = crate::encoding::decode_markup(&bytes[..bytes.len().min(HEAD)]);
    if fb2::is_book(&text) { Some(Format::Fb2) } else { odt::is_flat(&text).then_some(Format::Odt) }
}

fn text_format(bytes: &[u8], name: &str) -> Result<Format, Error> {
    let text = head_of(bytes);
    if crate::plain::is_rubbish(&text) {
        return Err(Error::FormatUnknown("a file that is not text"));
    }
    let is_named = |extensions: &[&str]| has_extension(name, extensions);
    let text = text.to_lowercase();
    if tags::is_page(&text) || is_named(&["html", "htm", "xhtml"]) && tags::has_tags(&text) {
        Ok(Format::Html)
    } else if is_named(&["md", "markdown", "mdown", "mkd"]) {
        Ok(Format::Markdown)
    } else if tags::is_piece(&text) {
        Ok(Format::Html)
    } else {
        Ok(Format::Text)
    }
}

/// Returns the beginning of a text in any encoding.
fn head_of(bytes: &[u8]) -> String {
    crate::encoding::decode(&bytes[..bytes.len().min(HEAD)])
}

/// Returns whether it is a web page or a text, although its name claims otherwise: a browser saves
/// what it gets, and people name files as they like.
fn is_text_all_the_same(bytes: &[u8]) -> bool {
    let text = head_of(bytes);
    let lower = text.to_lowercase();
    let is_markup = || tags::is_page(&lower) || tags::is_piece(&lower);
    !crate::plain::is_rubbish(&text) && (is_markup() || is_running_text(&text))
}

/// The number of letters that count as a sentence.
const SENTENCE: usize = 20;
/// The share of a text, in tenths, that is letters and spaces, at least.
const LETTERS_TENTHS: usize = 8;
/// The number of ASCII letters and digits for each space, at most.
const WORD_LETTERS: usize = 20;

/// Returns whether it consists of words and sentences, unlike the inside of a file that lost its
/// beginning.
fn is_running_text(text: &str) -> bool {
    let is_letter = |c: &char| c.is_alphanumeric();
    let (all, letters) = (text.chars().count(), text.chars().filter(is_letter).count());
    let spaces = text.chars().filter(|c| c.is_whitespace()).count();
    let ascii = text.chars().filter(char::is_ascii_alphanumeric).count();
    let is_of_words =
        (letters + spaces) * 10 >= all * LETTERS_TENTHS && ascii <= spaces * WORD_LETTERS;
    letters >= SENTENCE && is_of_words && !text.contains("endobj")
}

/// Returns whether it begins like a web page.
fn is_web_page(bytes: &[u8]) -> bool {
    let text = head_of(bytes);
    !crate::plain::is_rubbish(&text) && tags::is_page(&text.to_lowercase())
}

/// Returns whether a file without a document's name begins like a document other than plain text,
/// judged by the first [`HEAD`] bytes. Reading such a file may still show that it is something
/// else.
pub fn begins_as_document(head: &[u8]) -> bool {
    let holds = |name: &[u8]| memmem::find(head, name).is_some();
    let is_archive = head.starts_with(b"PK\x03\x04")
        && (holds(b"application/epub+zip")
            || holds(odt::MEDIA_TYPE.as_bytes())
            || holds(b"META-INF/container.xml")
            || holds(b"word/document.xml")
            || begins_with_book(head));
    let is_text = foreign(head).is_none();
    is_pdf(head) || is_archive || is_text && (xml_format(head).is_some() || is_web_page(head))
}

/// Returns whether the first file in an archive is named like a FictionBook.
fn begins_with_book(archive: &[u8]) -> bool {
    let length = archive
        .get(26..28)
        .map_or(0, |length| usize::from(length[0]) | usize::from(length[1]) << 8);
    let name = archive.get(30..30 + length).unwrap_or_default();
    name.to_ascii_lowercase().ends_with(b".fb2")
}

fn has_extension(name: &str, extensions: &[&str]) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, found)| extensions.iter().any(|known| found.eq_ignore_ascii_case(known)))
}

#[cfg(test)]
mod tests;

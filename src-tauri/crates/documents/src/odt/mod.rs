//! OpenDocument texts, packed or flat.
//!
//! The text is what a reader of the document sees: changes as if accepted, text boxes and notes
//! after the paragraph or table to which they belong. Headers, footers, comments, hidden text and
//! formulas, which are documents of their own, are left out.

mod body;
mod styles;

use crate::archive::Archive;
use crate::characters::is_mostly_wide;
use crate::metadata::{self, Metadata};
use crate::parts::Border;
use crate::unpaged::unpaged;
use crate::xml::{self, ElementName};
use crate::{Document, Error, Format, encoding};
use body::OdtBodyReader;
use styles::OdtStyleSheet;

const FORMAT: Format = Format::Odt;

/// The media type of an OpenDocument text; templates and the like add a suffix.
pub(crate) const MEDIA_TYPE: &str = "application/vnd.oasis.opendocument.text";

/// Reads an OpenDocument text.
pub(crate) fn read(bytes: &[u8], fallback_title: &str) -> Result<Document, Error> {
    let mut styles = OdtStyleSheet::default();
    let (content, metadata) = match bytes.starts_with(b"PK") {
        true => unpack(bytes, &mut styles)?,
        false => flat(bytes),
    };
    let mut body = OdtBodyReader::new(&mut styles);
    xml::read(&content, FORMAT, &mut body)?;
    let (text, headings) = body.finish();
    let language = metadata.language.or_else(|| styles.language(is_mostly_wide(&text)));
    let title = metadata.title.as_deref().unwrap_or(fallback_title);
    let document = unpaged(FORMAT, text, &Border::of_headings(&headings), title);
    Ok(Document { author: metadata.author, language, outline: headings, ..document })
}

/// Returns the content of a packed file; also reads its styles.
fn unpack(bytes: &[u8], styles: &mut OdtStyleSheet) -> Result<(String, Metadata), Error> {
    let mut archive = Archive::open(bytes)
        .ok_or_else(|| Error::broken(FORMAT, "its ZIP archive cannot be opened"))?;
    let mut optional = |name: &str| archive.xml(name, FORMAT).ok().flatten().unwrap_or_default();
    let manifest = optional("META-INF/manifest.xml");
    // Without these two the text can still be read.
    let _ = xml::read(&optional("styles.xml"), FORMAT, styles);
    let metadata = metadata::read(&optional("meta.xml"), FORMAT).unwrap_or_default();
    if manifest.contains("PGPData") {
        return Err(Error::EncryptionUnknown(FORMAT));
    }
    if manifest.contains("encryption-data") || archive.has_password() {
        return Err(Error::PasswordNeeded(FORMAT));
    }
    let missing = || Error::broken(FORMAT, "the part with its text is missing");
    let content = archive.xml("content.xml", FORMAT)?.ok_or_else(missing)?;
    let is_content = xml::begins(&content, |element| {
        element.name == ElementName { space: "office", local: "document-content" }
    });
    match is_content {
        true => Ok((content, metadata)),
        false => Err(Error::broken(FORMAT, "the part with its text cannot be parsed")),
    }
}

/// Returns the content of a flat file, which is a single XML file.
fn flat(bytes: &[u8]) -> (String, Metadata) {
    let content = encoding::decode_markup(bytes);
    let metadata = metadata::read(&content, FORMAT).unwrap_or_default();
    (content, metadata)
}

/// Returns whether a text begins like a flat OpenDocument text.
pub(crate) fn is_flat(source: &str) -> bool {
    xml::begins(source, |element| {
        element.name == ElementName { space: "office", local: "document" }
            && element.attribute("mimetype").is_some_and(|kind| kind.starts_with(MEDIA_TYPE))
    })
}

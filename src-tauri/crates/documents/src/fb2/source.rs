//! The XML of a book, in a ZIP archive or not.

use crate::archive::Archive;
use crate::{Error, Format, encoding, xml};

pub(super) const FORMAT: Format = Format::Fb2;

/// The maximum number of files in an archive that is searched for a book.
const MOST_FILES: usize = 16;
/// The number of bytes of a file that decide whether it is a book.
const HEAD: u64 = 64 << 10;

/// Returns the XML of a book.
pub(super) fn source(bytes: &[u8]) -> Result<String, Error> {
    match bytes.starts_with(b"PK") {
        true => unpack(bytes),
        false => Ok(encoding::decode_markup(bytes)),
    }
}

fn unpack(bytes: &[u8]) -> Result<String, Error> {
    let book = Archive::open(bytes).and_then(|mut archive| {
        let nth = only_book(&mut archive)?;
        Some(archive.xml_nth(nth, FORMAT))
    });
    book.unwrap_or_else(|| Err(Error::broken(FORMAT, "its ZIP archive cannot be opened")))
}

/// Returns the position of the book in an archive, if there is exactly one.
pub(crate) fn only_book(archive: &mut Archive) -> Option<usize> {
    if archive.len() > MOST_FILES {
        return None;
    }
    let mut books = (0..archive.len()).filter(|nth| {
        let head = archive.read_nth(*nth, HEAD).unwrap_or_default();
        is_book(&encoding::decode_markup(&head))
    });
    books.next().filter(|_| books.next().is_none())
}

/// Returns whether a text begins like a book.
pub(crate) fn is_book(source: &str) -> bool {
    xml::begins(source, |element| element.name.local == "FictionBook")
}

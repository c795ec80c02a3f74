//! Opens a file, with its password if it is locked.

use pdfium_render::prelude::{PdfDocument, Pdfium, PdfiumError, PdfiumInternalError};

use protocol::Password;

use crate::password::forms;
use crate::{Error, Format};

/// Opens a file for as long as its bytes exist.
pub(super) fn slice<'b>(
    pdfium: &'b Pdfium,
    bytes: &'b [u8],
    password: Option<&Password>,
) -> Result<PdfDocument<'b>, Error> {
    unlock(password, |password| pdfium.load_pdf_from_byte_slice(bytes, password))
}

/// Opens a copy of a file, which the document keeps.
pub(super) fn copy<'p>(
    pdfium: &'p Pdfium,
    bytes: &[u8],
    password: Option<&Password>,
) -> Result<PdfDocument<'p>, Error> {
    unlock(password, |password| pdfium.load_pdf_from_byte_vec(bytes.to_vec(), password))
}

/// Tries without a password first: a file that only its owner may change opens without one, but not
/// with a wrong one.
fn unlock<'d>(
    password: Option<&Password>,
    mut load: impl FnMut(Option<&str>) -> Result<PdfDocument<'d>, PdfiumError>,
) -> Result<PdfDocument<'d>, Error> {
    let mut outcome = load(None);
    for form in password.map(forms).unwrap_or_default() {
        if !outcome.as_ref().is_err_and(is_locked) {
            break;
        }
        outcome = load(Some(&form));
    }
    outcome.map_err(|error| refusal(&error, password.is_some()))
}

fn is_locked(error: &PdfiumError) -> bool {
    matches!(error, PdfiumError::PdfiumLibraryInternalError(PdfiumInternalError::PasswordError))
}

fn refusal(error: &PdfiumError, with_password: bool) -> Error {
    let detail = match error {
        error if is_locked(error) && with_password => return Error::PasswordWrong(Format::Pdf),
        error if is_locked(error) => return Error::PasswordNeeded(Format::Pdf),
        PdfiumError::PdfiumLibraryInternalError(PdfiumInternalError::SecurityError) => {
            return Error::EncryptionUnknown(Format::Pdf);
        }
        PdfiumError::PdfiumLibraryInternalError(PdfiumInternalError::FormatError) => {
            "its structure cannot be parsed"
        }
        _ => "it cannot be opened",
    };
    Error::broken(Format::Pdf, detail)
}

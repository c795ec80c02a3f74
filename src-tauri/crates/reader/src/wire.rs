//! The messages between the two processes: values preceded by their length.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read, Write};

use documents::ocr::RecognisedPage;
use documents::{Document, PageImage, RenderOptions};
use protocol::{Failure, Password};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::ReadLimits;

/// The largest value in bytes. A reader that a file has taken over could announce any size.
const LARGEST: u64 = 1 << 30;

/// A request to the reader.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum ReaderRequest {
    /// Open a file, whose bytes follow this value.
    Open {
        /// The file's name, which serves as the title if the file has none.
        name: String,
        /// The file's size in bytes.
        size: u64,
        /// The password, if the file is protected.
        password: Option<Password>,
        /// The limits for each request about it.
        limits: ReadLimits,
    },
    /// Read the open file, with the text recognised on its pages.
    Read {
        /// The recognised pages by number.
        recognised: BTreeMap<u32, RecognisedPage>,
    },
    /// Draw the cover of the open file.
    Cover,
    /// Draw a page of the open PDF.
    Draw {
        /// The page's number.
        page: u32,
        /// The look of the picture; `None`: as text recognition reads it best.
        look: Option<RenderOptions>,
    },
}

/// A reply of the reader; `Open` has none.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum ReaderReply {
    /// To `Read`.
    Document(Result<Document, Failure>),
    /// To `Read`, if the file has hardly any text: its pages are images.
    Scanned {
        /// The pages that show text.
        pages: Vec<u32>,
        /// The failure to report if the pages are not recognised.
        failure: Failure,
    },
    /// To `Cover`; `None` if the file has none.
    Cover(Option<PageImage>),
    /// To `Draw`.
    Picture(Result<PageImage, Failure>),
}

/// Writes a value.
pub(crate) fn write(output: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let bytes = postcard::to_stdvec(value).map_err(io::Error::other)?;
    output.write_all(&(bytes.len() as u64).to_le_bytes())?;
    output.write_all(&bytes)?;
    output.flush()
}

/// Reads the next value; `None` if the other side has closed.
pub(crate) fn read<T: DeserializeOwned>(input: &mut impl Read) -> io::Result<Option<T>> {
    let mut length = [0; 8];
    match input.read_exact(&mut length) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
        outcome => outcome?,
    }
    let bytes = read_bytes(input, u64::from_le_bytes(length))?;
    postcard::from_bytes(&bytes).map(Some).map_err(io::Error::other)
}

/// Reads exactly `length` bytes. The announced length alone allocates nothing.
pub(crate) fn read_bytes(input: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    if length > LARGEST {
        return Err(io::Error::new(ErrorKind::InvalidData, "a value is too long"));
    }
    let mut bytes = Vec::new();
    match input.take(length).read_to_end(&mut bytes)? as u64 == length {
        true => Ok(bytes),
        false => Err(ErrorKind::UnexpectedEof.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bare_read() -> ReaderRequest {
        ReaderRequest::Read { recognised: BTreeMap::new() }
    }

    #[test]
    fn values_come_out_as_they_went_in() {
        let mut wire = Vec::new();
        let limits = ReadLimits::for_size(7);
        write(
            &mut wire,
            &ReaderRequest::Open { name: "a.txt".into(), size: 7, password: None, limits },
        )
        .unwrap();
        wire.extend_from_slice(b"content");
        write(&mut wire, &bare_read()).unwrap();
        let mut input = wire.as_slice();
        let Some(ReaderRequest::Open { name, size, .. }) = read(&mut input).unwrap() else {
            panic!()
        };
        assert_eq!((name.as_str(), size), ("a.txt", 7));
        assert_eq!(read_bytes(&mut input, size).unwrap(), b"content");
        assert!(matches!(read(&mut input).unwrap(), Some(ReaderRequest::Read { .. })));
        assert!(read::<ReaderRequest>(&mut input).unwrap().is_none());
    }

    #[test]
    fn what_is_cut_off_or_too_long_is_an_error() {
        let mut wire = Vec::new();
        write(&mut wire, &bare_read()).unwrap();
        wire.pop();
        assert!(read::<ReaderRequest>(&mut wire.as_slice()).is_err());
        let long = u64::MAX.to_le_bytes();
        assert!(read::<ReaderRequest>(&mut long.as_slice()).is_err());
    }
}

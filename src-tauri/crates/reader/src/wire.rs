//! What passes between the two processes: values with their length before them.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read, Write};

use documents::ocr::RecognisedPage;
use documents::{Document, Look, Picture};
use protocol::{Failure, Password};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::Limits;

/// Bytes of a value, at most. A reader that a file has taken over could promise any number.
const LARGEST: u64 = 1 << 30;

/// What the reader is asked.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    /// Take in a file, whose bytes follow this value.
    Open {
        /// Its name, which gives the title where it has none.
        name: String,
        /// Its bytes' number.
        size: u64,
        /// What opens it, if it is protected.
        password: Option<Password>,
        /// What each request about it may take.
        limits: Limits,
    },
    /// Read the file that is open, with what was recognised on its pages.
    Read {
        /// By the pages' numbers.
        recognised: BTreeMap<u32, RecognisedPage>,
    },
    /// Draw what the file that is open looks like from afar.
    Cover,
    /// Draw a page of the PDF that is open.
    Draw {
        /// Its number.
        page: u32,
        /// How it is to look; none: as text recognition reads it best.
        look: Option<Look>,
    },
}

/// What it answers; nothing to `Open`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Reply {
    /// To `Read`.
    Document(Result<Document, Failure>),
    /// To `Read`, of a file that hardly has text: its pages are pictures.
    Scanned {
        /// The pages that show text.
        pages: Vec<u32>,
        /// What there is to say if nothing is done about it.
        failure: Failure,
    },
    /// To `Cover`; none where it has none.
    Cover(Option<Picture>),
    /// To `Draw`.
    Picture(Result<Picture, Failure>),
}

/// Writes a value.
pub(crate) fn write(output: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let bytes = postcard::to_stdvec(value).map_err(io::Error::other)?;
    output.write_all(&(bytes.len() as u64).to_le_bytes())?;
    output.write_all(&bytes)?;
    output.flush()
}

/// Reads the next value; none where the other side has closed.
pub(crate) fn read<T: DeserializeOwned>(input: &mut impl Read) -> io::Result<Option<T>> {
    let mut length = [0; 8];
    match input.read_exact(&mut length) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
        outcome => outcome?,
    }
    let bytes = read_bytes(input, u64::from_le_bytes(length))?;
    postcard::from_bytes(&bytes).map(Some).map_err(io::Error::other)
}

/// Reads exactly so many bytes; a promise alone takes no memory.
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

    fn bare_read() -> Request {
        Request::Read { recognised: BTreeMap::new() }
    }

    #[test]
    fn values_come_out_as_they_went_in() {
        let mut wire = Vec::new();
        let limits = Limits::for_size(7);
        write(&mut wire, &Request::Open { name: "a.txt".into(), size: 7, password: None, limits })
            .unwrap();
        wire.extend_from_slice(b"content");
        write(&mut wire, &bare_read()).unwrap();
        let mut input = wire.as_slice();
        let Some(Request::Open { name, size, .. }) = read(&mut input).unwrap() else { panic!() };
        assert_eq!((name.as_str(), size), ("a.txt", 7));
        assert_eq!(read_bytes(&mut input, size).unwrap(), b"content");
        assert!(matches!(read(&mut input).unwrap(), Some(Request::Read { .. })));
        assert!(read::<Request>(&mut input).unwrap().is_none());
    }

    #[test]
    fn what_is_cut_off_or_too_long_is_an_error() {
        let mut wire = Vec::new();
        write(&mut wire, &bare_read()).unwrap();
        wire.pop();
        assert!(read::<Request>(&mut wire.as_slice()).is_err());
        let long = u64::MAX.to_le_bytes();
        assert!(read::<Request>(&mut long.as_slice()).is_err());
    }
}

use std::io::Read;

use super::GgufError;

/// Reads little-endian values, and never past the end of the file.
pub(super) struct GgufReader<R> {
    input: R,
    at: u64,
    length: u64,
}

impl<R: Read> GgufReader<R> {
    /// Creates a reader; `length` is the size of the whole file in bytes.
    pub fn new(input: R, length: u64) -> Self {
        Self { input, at: 0, length }
    }

    /// Bytes read so far.
    pub fn position(&self) -> u64 {
        self.at
    }

    /// Bytes not yet read.
    pub fn left(&self) -> u64 {
        self.length - self.at
    }

    /// Reads a count of items, and checks that the file has room for that many of at least `least`
    /// bytes each.
    pub fn count(&mut self, what: &str, least: u64) -> Result<usize, GgufError> {
        let count = self.u64()?;
        if count > self.left() / least.max(1) {
            return Err(GgufError::new(format!(
                "it announces {count} {what}, more than fit in it"
            )));
        }
        usize::try_from(count).map_err(|_| GgufError::new(format!("{count} {what} are too many")))
    }

    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], GgufError> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    pub fn u32(&mut self) -> Result<u32, GgufError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub fn u64(&mut self) -> Result<u64, GgufError> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// The next bytes, or fewer at the end of the file.
    pub fn at_most(&mut self, count: usize) -> Result<Vec<u8>, GgufError> {
        let mut bytes = vec![0; count.min(usize::try_from(self.left()).unwrap_or(count))];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// A text that is preceded by its length, for people: whatever is not UTF-8 is replaced.
    pub fn text_for_people(&mut self, what: &str) -> Result<String, GgufError> {
        Ok(String::from_utf8_lossy(&self.bytes(what)?).into_owned())
    }

    /// A text that is preceded by its length.
    pub fn text(&mut self, what: &str) -> Result<String, GgufError> {
        let bytes = self.bytes(what)?;
        String::from_utf8(bytes).map_err(|_| GgufError::new(format!("{what} is not UTF-8")))
    }

    fn bytes(&mut self, what: &str) -> Result<Vec<u8>, GgufError> {
        let length = self.count(&format!("bytes of {what}"), 1)?;
        let mut bytes = vec![0; length];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), GgufError> {
        if bytes.len() as u64 > self.left() {
            return Err(GgufError::new("it ends too early"));
        }
        self.input.read_exact(bytes)?;
        self.at += bytes.len() as u64;
        Ok(())
    }
}

//! Document covers. Documents that were read before covers existed get theirs in idle time, from their files in the
//! library.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use documents::{COVERED, Format, PageImage};
use library::{Library, Original};
use protocol::{Code, DocumentId, Failure, JobId, Outcome};
use reader::{ReadFailure, ReadLimits, ReaderProcess, SourceFile};

use crate::config::{Config, VERSION, model_folders};
use crate::engine::Engine;
use crate::error::JobError;
use crate::jobs::client::Client;

/// The time after which the work gives way: other programs may want to write.
const LONGEST: Duration = Duration::from_secs(2);

/// Returns a document's cover as a PNG file.
///
/// # Errors
///
/// If the document does not exist, or has no cover.
pub fn cover(config: &Config, document: DocumentId) -> Result<Arc<[u8]>, Failure> {
    let cover = Library::open_read_only(&config.library)?.cover(document)?;
    let missing = || Failure::new(Code::BadRequest, "This document has no cover.");
    cover.map(Arc::from).ok_or_else(missing)
}

impl Engine {
    /// Draws one document's cover after another, until other work arrives. A document that cannot be drawn is not tried
    /// again.
    pub(crate) fn draw_covers(
        &mut self,
        job: JobId,
        client: &mut dyn Client,
    ) -> Result<Outcome, JobError> {
        let mut covered = Vec::new();
        if self.without_cover()?.is_empty() {
            return Ok(Outcome::Covers { drawn: covered, more: false });
        }
        // From here on no one else can remove a document.
        self.access.write()?;
        let (begun, stop) = (Instant::now(), client.stop(job));
        for document in self.without_cover()? {
            let late = begun.elapsed() > LONGEST;
            let mut keep_on = || match late || stop.is_requested() || client.others_wait() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            match self.draw_cover(document, &mut keep_on) {
                Ok(true) => covered.push(document),
                Ok(false) => {}
                Err(reader::ReadFailure::Failed(failure)) => return Err(failure.into()),
                Err(reader::ReadFailure::Stopped) if !stop.is_requested() => {
                    return Ok(Outcome::Covers { drawn: covered, more: true });
                }
                Err(_) => return Err(JobError::Stopped),
            }
        }
        Ok(Outcome::Covers { drawn: covered, more: false })
    }

    fn without_cover(&mut self) -> Result<Vec<DocumentId>, Failure> {
        Ok(self.access.read()?.without_cover(VERSION, &COVERED.map(Format::name))?)
    }

    /// Draws a document's cover and stores it; returns whether there was something to draw.
    fn draw_cover(
        &mut self,
        document: DocumentId,
        keep_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<bool, reader::ReadFailure> {
        if keep_on().is_break() {
            return Err(reader::ReadFailure::Stopped);
        }
        let library = self.access.write()?;
        let Original { file_name, bytes, .. } =
            library.original(document).map_err(Failure::from)?;
        let file = SourceFile { name: &file_name, bytes: &bytes, password: None };
        let limits = ReadLimits::for_size(bytes.len() as u64);
        let program = self.config.reader_program()?;
        let reader = ReaderProcess::open(&program, &model_folders(), file, limits);
        let cover = drawn(reader.and_then(|mut reader| reader.cover(keep_on)))?;
        library.set_cover(document, VERSION, cover.as_deref()).map_err(Failure::from)?;
        Ok(cover.is_some())
    }
}

/// Returns a cover as a PNG file. A readable file that cannot be drawn is acceptable.
pub(crate) fn drawn(
    cover: Result<Option<PageImage>, ReadFailure>,
) -> Result<Option<Vec<u8>>, ReadFailure> {
    match cover {
        Ok(cover) => Ok(cover.map(|picture| picture.png)),
        Err(ReadFailure::Died(_)) => Ok(None),
        Err(ended) => Err(ended),
    }
}

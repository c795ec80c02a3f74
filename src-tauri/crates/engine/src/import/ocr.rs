//! A file's text: read by a separate process, and recognised where pages are scanned.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use documents::Document;
use documents::ocr::{RecognisedPage, Tesseract};
use library::ContentHash;
use protocol::{Code, Event, Failure, JobId, Progress, Stage};
use reader::{ReadFailure, ReadLimits, ReaderExit, ReaderProcess};

use crate::config::model_folders;
use crate::engine::Engine;
use crate::import::covers::drawn;
use crate::import::crashed_pages::{CrashedPages, DrawingPurpose};
use crate::import::progress::progress;
use crate::import::reading::{OcrFile, Read};
use crate::jobs::client::{Client, Meanwhile};

/// The number of pages that may be too much for the drawing process before the rest of the file is no longer tried.
const MOST_HARMFUL: usize = 3;

/// The recognised content of pages, by their numbers.
type RecognisedPages = BTreeMap<u32, RecognisedPage>;

impl Engine {
    /// Reads a file in isolation. Requests that need not wait for it are served meanwhile.
    pub(crate) fn read_apart(
        &mut self,
        reading: &OcrFile<'_>,
        client: &mut dyn Client,
    ) -> Result<Read, ReadFailure> {
        let mut reader = self.start_reader(reading)?;
        let (document, unrecognised) = self.read_with(&mut reader, reading, client)?;
        let cover = drawn(reader.cover(&mut || self.keep_on(reading.job, client)))?;
        Ok(Read { document, cover, unrecognised })
    }

    fn start_reader(&self, reading: &OcrFile<'_>) -> Result<ReaderProcess, ReadFailure> {
        let limits = ReadLimits::for_size(reading.file.bytes.len() as u64);
        ReaderProcess::open(&self.config.reader_program()?, &model_folders(), reading.file, limits)
    }

    /// Called repeatedly while another process works on a file: serves incoming requests, unless the job was stopped.
    fn keep_on(&mut self, job: JobId, client: &mut dyn Client) -> ControlFlow<()> {
        let stop = client.stop(job);
        if !stop.is_requested() {
            self.serve_meanwhile(Meanwhile::Adding, client);
        }
        match stop.is_requested() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Reads the text, and returns why scanned pages lack it, unless the recognition program is missing. Results are
    /// stored page by page, so a stop loses one page.
    fn read_with(
        &mut self,
        reader: &mut ReaderProcess,
        reading: &OcrFile<'_>,
        client: &mut dyn Client,
    ) -> Result<(Document, Option<Failure>), ReadFailure> {
        let read = reader.read(RecognisedPages::new(), &mut || self.keep_on(reading.job, client));
        let unread = match &read {
            Ok(document) => document.unread.clone(),
            Err(ReadFailure::Scanned { pages, .. }) => pages.clone(),
            Err(_) => Vec::new(),
        };
        if unread.is_empty() {
            return Ok((read?, None));
        }
        let tesseract = match Tesseract::find(&[], reading.languages) {
            Ok(tesseract) => tesseract,
            // The readable text counts; the user is informed of what is missing.
            Err(documents::Error::RecogniserMissing) => return Ok((read?, None)),
            Err(error @ documents::Error::RecognitionFailed(_)) if read.is_ok() => {
                return Ok((read?, Some(error.into())));
            }
            Err(error) => return Err(Failure::from(error).into()),
        };
        let (seen, failed) = self.recognise(reading, &unread, (reader, &tesseract), client)?;
        // If recognition gained nothing, the file is as before.
        let read = match seen.is_empty() {
            true => read,
            false => reader.read(seen, &mut || self.keep_on(reading.job, client)),
        };
        match (read, failed) {
            // The file contains nothing else.
            (Err(ReadFailure::Scanned { .. }), Some(failure)) => Err(failure.into()),
            (read, failed) => Ok((read?, failed)),
        }
    }

    /// Recognises pages that were not recognised before. A failure on one page does not stop the others, unless too
    /// many do harm; returns the last failure.
    fn recognise(
        &mut self,
        reading: &OcrFile<'_>,
        pages: &[u32],
        (reader, tesseract): (&mut ReaderProcess, &Tesseract),
        client: &mut dyn Client,
    ) -> Result<(RecognisedPages, Option<Failure>), ReadFailure> {
        let languages = tesseract.languages().join("+");
        let mut seen = self.seen_before(reading.hash, &languages)?;
        let begun = Instant::now();
        let (mut recognised, mut harmful, mut failed) = (0, 0, None);
        for (nth, page) in pages.iter().enumerate() {
            let left = pages[nth..].iter().filter(|page| !seen.contains_key(page)).count();
            let seconds_left = seconds_left(begun.elapsed(), recognised, left);
            let at = at_page(reading.file.name, nth, pages.len());
            let event = Event::Progress(Progress { seconds_left, ..at });
            if client.report(reading.job, event).is_break() {
                return Err(ReadFailure::Stopped);
            }
            if seen.contains_key(page) {
                continue;
            }
            match self.recognise_page(reading, *page, (reader, tesseract), client)? {
                Ok(sight) => {
                    self.keep_seen(reading.hash, &languages, *page, &sight)?;
                    seen.insert(*page, sight);
                    recognised += 1;
                }
                Err(failure) => {
                    harmful += usize::from(failure.code == Code::ReaderDied);
                    failed = Some(failure);
                }
            }
            if harmful == MOST_HARMFUL {
                break;
            }
        }
        Ok((seen, failed))
    }

    /// Returns the content of a page, or why it cannot be recognised. A reader that the page was too much for is
    /// restarted. The page is remembered by its file's content and not drawn again.
    fn recognise_page(
        &mut self,
        reading: &OcrFile<'_>,
        page: u32,
        (reader, tesseract): (&mut ReaderProcess, &Tesseract),
        client: &mut dyn Client,
    ) -> Result<Result<RecognisedPage, Failure>, ReadFailure> {
        let crashed = CrashedPages::beside(&self.config.library);
        if let Some(failure) = crashed.find(reading.hash, page, DrawingPurpose::Recognition) {
            return Ok(Err(untried(failure)));
        }
        let drawn = reader.draw(page, None, &mut || self.keep_on(reading.job, client));
        let picture = match drawn {
            Ok(picture) => picture,
            Err(ReadFailure::Died(death)) => {
                *reader = self.start_reader(reading)?;
                let failure = undrawn(page, &death);
                if death.is_by_file() {
                    // Before anything is added, there may be no library beside which to remember it.
                    self.access.write()?;
                    crashed.note(reading.hash, page, (DrawingPurpose::Recognition, &failure));
                }
                return Ok(Err(failure));
            }
            Err(ReadFailure::Failed(failure)) => return Ok(Err(failure)),
            Err(ended) => return Err(ended),
        };
        let is_stopped = &mut || self.keep_on(reading.job, client).is_break();
        match tesseract.recognise(&picture, is_stopped) {
            Ok(Some(sight)) => Ok(Ok(sight)),
            Ok(None) => Err(ReadFailure::Stopped),
            Err(error) => Ok(Err(error.into())),
        }
    }

    /// Returns the pages that an earlier run recognised. Unreadable results are recognised again.
    fn seen_before(
        &mut self,
        hash: &ContentHash,
        languages: &str,
    ) -> Result<RecognisedPages, Failure> {
        let kept = self.access.read()?.recognised_pages(hash, languages)?;
        let parse = |(page, seen): (u32, String)| Some((page, serde_json::from_str(&seen).ok()?));
        Ok(kept.into_iter().filter_map(parse).collect())
    }

    fn keep_seen(
        &mut self,
        hash: &ContentHash,
        languages: &str,
        page: u32,
        seen: &RecognisedPage,
    ) -> Result<(), Failure> {
        let json = serde_json::to_string(seen).map_err(|error| {
            Failure::new(Code::Internal, format!("The recognised text cannot be saved: {error}."))
        })?;
        Ok(self.access.write()?.keep_recognised_page(hash, languages, page, &json)?)
    }
}

/// Returns the progress before page `nth`, from 0, of `of` is recognised.
fn at_page(name: &str, nth: usize, of: usize) -> Progress {
    let stage = Stage::Recognising { nth: nth as u32 + 1, of: of as u32 };
    progress(name, stage, nth as f32 / of as f32)
}

/// Returns the time for the remaining pages, if they are like those already recognised.
fn seconds_left(elapsed: Duration, recognised: usize, left: usize) -> Option<f64> {
    let page = elapsed.as_secs_f64() / recognised as f64;
    (recognised > 0).then_some(page * left as f64)
}

fn undrawn(page: u32, death: &ReaderExit) -> Failure {
    let message =
        format!("Page {page} cannot be recognised because it cannot be drawn: it {death}.");
    Failure::new(Code::ReaderDied, message)
}

/// The failure for a page that was too much before.
fn untried(failure: Failure) -> Failure {
    let message = format!(
        "{} Pecan found this when the file was read before and did not try again.",
        failure.message
    );
    Failure { message, ..failure }
}

#[cfg(test)]
mod tests {
    use documents::PageImage;

    use super::*;

    #[test]
    fn a_stop_is_no_missing_cover() {
        let picture = PageImage { page_size: (1.0, 1.0), width: 1, height: 1, png: vec![7] };
        let missing = Failure::new(Code::ReaderMissing, "It is gone.");
        for (cover, expected) in [
            (Ok(Some(picture)), Ok(Some(vec![7]))),
            (Ok(None), Ok(None)),
            (Err(ReadFailure::Died(ReaderExit::TookTooLong(1))), Ok(None)),
            (Err(ReadFailure::Stopped), Err(ReadFailure::Stopped)),
            (Err(ReadFailure::Failed(missing.clone())), Err(ReadFailure::Failed(missing))),
        ] {
            assert_eq!(drawn(cover), expected);
        }
    }

    #[test]
    fn pages_are_counted_from_one_and_timed_by_those_that_are_done() {
        let first = at_page("scan.pdf", 0, 4);
        assert_eq!((first.stage, first.done), (Stage::Recognising { nth: 1, of: 4 }, 0.0));
        assert_eq!(at_page("scan.pdf", 3, 4).done, 0.75);
        let elapsed = Duration::from_secs(6);
        assert_eq!(seconds_left(elapsed, 0, 4), None, "nothing is known yet");
        assert_eq!(seconds_left(elapsed, 3, 1), Some(2.0));
    }
}

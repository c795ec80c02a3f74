//! A file's text: read by a process of its own, and recognised where its pages are scanned.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use documents::ocr::{RecognisedPage, Tesseract};
use documents::{Document, Picture};
use library::ContentHash;
use model::Stop;
use protocol::{Code, Event, Failure, JobId, Progress, Stage};
use reader::{Ended, Limits, Reader, Source};

use crate::import::progress;
use crate::{Desk, Engine, model_folders};

/// A file that is being read.
pub(crate) struct Reading<'a> {
    /// For this job.
    pub job: JobId,
    /// Its name and bytes.
    pub file: Source<'a>,
    /// By which its pages are kept.
    pub hash: &'a ContentHash,
    /// The languages that were asked for.
    pub languages: &'a [String],
}

/// What is in a file.
pub(crate) struct Read {
    /// Its text.
    pub document: Document,
    /// What it looks like from afar, as a PNG file.
    pub cover: Option<Vec<u8>>,
}

/// What was seen on pages, by their numbers.
type Seen = BTreeMap<u32, RecognisedPage>;

impl Engine {
    /// Reads a file where it can do no harm.
    pub(crate) fn read_apart(
        &mut self,
        reading: &Reading<'_>,
        desk: &mut dyn Desk,
    ) -> Result<Read, Ended> {
        let limits = Limits::for_size(reading.file.bytes.len() as u64);
        let program = self.config.reader_program()?;
        let mut reader = Reader::open(&program, &model_folders(), reading.file, limits)?;
        let document = self.read_with(&mut reader, reading, desk)?;
        let stop = desk.stop(reading.job);
        let cover = drawn(reader.cover(&mut || keep_on(&stop)))?;
        Ok(Read { document, cover })
    }

    /// Reads its text. Scanned pages are recognised if the program for that is there; what was seen is
    /// kept page by page, so that a stop loses one page.
    fn read_with(
        &mut self,
        reader: &mut Reader,
        reading: &Reading<'_>,
        desk: &mut dyn Desk,
    ) -> Result<Document, Ended> {
        let stop = desk.stop(reading.job);
        let read = reader.read(Seen::new(), &mut || keep_on(&stop));
        let unread = match &read {
            Ok(document) => document.unread.clone(),
            Err(Ended::Scanned { pages, .. }) => pages.clone(),
            Err(_) => Vec::new(),
        };
        if unread.is_empty() {
            return read;
        }
        let tesseract = match Tesseract::find(&[], reading.languages) {
            Ok(tesseract) => tesseract,
            // What there is to read counts; who adds it is told what is missing.
            Err(documents::Error::RecogniserMissing) => return read,
            Err(error) => return Err(Failure::from(error).into()),
        };
        let (seen, failed) = self.recognise(reading, &unread, (reader, &tesseract), desk)?;
        match failed {
            // Nothing was won by it, and there is nothing else in the file.
            Some(failure) if seen.is_empty() && read.is_err() => Err(failure.into()),
            _ => reader.read(seen, &mut || keep_on(&stop)),
        }
    }

    /// Recognises pages that were not recognised before. A page that this fails on keeps none of the
    /// others from being read; the last failure is told.
    fn recognise(
        &mut self,
        reading: &Reading<'_>,
        pages: &[u32],
        (reader, tesseract): (&mut Reader, &Tesseract),
        desk: &mut dyn Desk,
    ) -> Result<(Seen, Option<Failure>), Ended> {
        let languages = tesseract.languages().join("+");
        let mut seen = self.seen_before(reading.hash, &languages)?;
        let stop = desk.stop(reading.job);
        let begun = Instant::now();
        let (mut recognised, mut failed) = (0, None);
        for (nth, page) in pages.iter().enumerate() {
            let left = pages[nth..].iter().filter(|page| !seen.contains_key(page)).count();
            let seconds_left = seconds_left(begun.elapsed(), recognised, left);
            let at = at_page(reading.file.name, nth, pages.len());
            let event = Event::Progress(Progress { seconds_left, ..at });
            if desk.report(reading.job, event).is_break() {
                return Err(Ended::Stopped);
            }
            if seen.contains_key(page) {
                continue;
            }
            let picture = reader.draw(*page, None, &mut || keep_on(&stop))?;
            let sight = match tesseract.recognise(&picture, &|| stop.is_requested()) {
                Ok(sight) => sight.ok_or(Ended::Stopped)?,
                Err(error) => {
                    failed = Some(error.into());
                    continue;
                }
            };
            self.keep_seen(reading.hash, &languages, *page, &sight)?;
            seen.insert(*page, sight);
            recognised += 1;
        }
        Ok((seen, failed))
    }

    /// What an earlier run saw. What cannot be made out is recognised anew.
    fn seen_before(&mut self, hash: &ContentHash, languages: &str) -> Result<Seen, Failure> {
        let kept = self.shelf.read()?.recognised_pages(hash, languages)?;
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
            Failure::new(Code::Internal, format!("What was recognised cannot be kept: {error}."))
        })?;
        Ok(self.shelf.write()?.keep_recognised_page(hash, languages, page, &json)?)
    }
}

/// A cover as a PNG file. A file that can be read, but not drawn, is as good as any.
pub(crate) fn drawn(cover: Result<Option<Picture>, Ended>) -> Result<Option<Vec<u8>>, Ended> {
    match cover {
        Ok(cover) => Ok(cover.map(|picture| picture.png)),
        Err(Ended::Died(_)) => Ok(None),
        Err(ended) => Err(ended),
    }
}

/// Before a page, from 0, of so many is recognised.
fn at_page(name: &str, nth: usize, of: usize) -> Progress {
    let stage = Stage::Recognising { nth: nth as u32 + 1, of: of as u32 };
    progress(name, stage, nth as f32 / of as f32)
}

/// What the pages that are left will take, if they are like those that were recognised.
fn seconds_left(elapsed: Duration, recognised: usize, left: usize) -> Option<f64> {
    let page = elapsed.as_secs_f64() / recognised as f64;
    (recognised > 0).then_some(page * left as f64)
}

fn keep_on(stop: &Stop) -> ControlFlow<()> {
    match stop.is_requested() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

#[cfg(test)]
mod tests {
    use reader::Death;

    use super::*;

    #[test]
    fn a_stop_is_no_missing_cover() {
        let picture = Picture { page_size: (1.0, 1.0), width: 1, height: 1, png: vec![7] };
        let missing = Failure::new(Code::ReaderMissing, "It is gone.");
        for (cover, expected) in [
            (Ok(Some(picture)), Ok(Some(vec![7]))),
            (Ok(None), Ok(None)),
            (Err(Ended::Died(Death::TookTooLong(1))), Ok(None)),
            (Err(Ended::Stopped), Err(Ended::Stopped)),
            (Err(Ended::Failed(missing.clone())), Err(Ended::Failed(missing))),
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

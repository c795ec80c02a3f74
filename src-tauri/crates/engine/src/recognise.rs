//! A file's text: read by a process of its own, and recognised where its pages are scanned.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use documents::Document;
use documents::ocr::{RecognisedPage, Tesseract};
use library::ContentHash;
use model::Stop;
use protocol::{Code, Event, Failure, JobId, Stage};
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

/// What was seen on pages, by their numbers.
type Seen = BTreeMap<u32, RecognisedPage>;

impl Engine {
    /// Reads a file where it can do no harm. Scanned pages are recognised if the program for that
    /// is there; what was seen is kept page by page, so that a stop loses one page.
    pub(crate) fn read_apart(
        &mut self,
        reading: &Reading<'_>,
        desk: &mut dyn Desk,
    ) -> Result<Document, Ended> {
        let limits = Limits::for_size(reading.file.bytes.len() as u64);
        let program = self.config.reader_program()?;
        let mut reader = Reader::open(&program, &model_folders(), reading.file, limits)?;
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
        let seen = self.recognise(reading, &unread, (&mut reader, &tesseract), desk)?;
        reader.read(seen, &mut || keep_on(&stop))
    }

    /// Recognises pages that were not recognised before.
    fn recognise(
        &mut self,
        reading: &Reading<'_>,
        pages: &[u32],
        (reader, tesseract): (&mut Reader, &Tesseract),
        desk: &mut dyn Desk,
    ) -> Result<Seen, Ended> {
        let languages = tesseract.languages().join("+");
        let mut seen = self.seen_before(reading.hash, &languages)?;
        let stop = desk.stop(reading.job);
        for (nth, page) in pages.iter().enumerate() {
            let done = nth as f32 / pages.len() as f32;
            let event = Event::Progress(progress(reading.file.name, Stage::Recognising, done));
            if desk.report(reading.job, event).is_break() {
                return Err(Ended::Stopped);
            }
            if seen.contains_key(page) {
                continue;
            }
            let picture = reader.draw(*page, None, &mut || keep_on(&stop))?;
            let recognised = tesseract
                .recognise(&picture, &|| stop.is_requested())
                .map_err(Failure::from)?
                .ok_or(Ended::Stopped)?;
            self.keep_seen(reading.hash, &languages, *page, &recognised)?;
            seen.insert(*page, recognised);
        }
        Ok(seen)
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

fn keep_on(stop: &Stop) -> ControlFlow<()> {
    match stop.is_requested() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

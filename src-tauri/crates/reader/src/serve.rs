use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::path::PathBuf;

use documents::ocr::RecognisedPage;
use documents::{Error, PageImage, PdfPages, ReadOptions, RenderOptions};
use protocol::{Code, Failure};

use crate::confine::confine;
use crate::limits::{ReadLimits, end_with_parent};
use crate::wire::{self, ReaderReply, ReaderRequest};

/// An open file, and how it is read.
struct ServedFile {
    name: String,
    bytes: Vec<u8>,
    limits: ReadLimits,
    options: ReadOptions,
    /// Its pages, once one has been drawn.
    pages: Option<PdfPages>,
}

/// Reads files that come through `input` until it closes. Looks for PDFium in `folders`.
///
/// # Errors
///
/// If a request makes no sense or cannot be answered.
pub fn serve(
    folders: Vec<PathBuf>,
    mut input: impl Read,
    mut output: impl Write,
) -> io::Result<()> {
    end_with_parent();
    // A kernel without confinement is no reason to refuse: the limits still prevent writing to
    // files, and memory and time are limited everywhere.
    let _ = confine();
    let mut open: Option<ServedFile> = None;
    while let Some(request) = wire::read(&mut input)? {
        match request {
            ReaderRequest::Open { name, size, password, limits } => {
                let mut options = ReadOptions::with_pdfium(folders.clone());
                options.password = password;
                let bytes = wire::read_bytes(&mut input, size)?;
                open = Some(ServedFile { name, bytes, limits, options, pages: None });
            }
            ReaderRequest::Read { recognised } => {
                let nothing = || ReaderReply::Document(Err(nothing()));
                let reply = open.as_mut().map_or_else(nothing, |open| open.read(recognised));
                wire::write(&mut output, &reply)?;
            }
            ReaderRequest::Cover => {
                let cover = open.as_ref().and_then(ServedFile::cover);
                wire::write(&mut output, &ReaderReply::Cover(cover))?;
            }
            ReaderRequest::Draw { page, look } => {
                let nothing = || Err(nothing());
                let drawn = open.as_mut().map_or_else(nothing, |open| open.draw(page, look));
                wire::write(&mut output, &ReaderReply::Picture(drawn))?;
            }
        }
    }
    Ok(())
}

impl ServedFile {
    fn read(&mut self, recognised: BTreeMap<u32, RecognisedPage>) -> ReaderReply {
        self.limits.impose();
        self.options.recognised = recognised;
        match documents::read(&self.bytes, &self.name, &self.options) {
            Ok(document) => ReaderReply::Document(Ok(document)),
            Err(Error::Scanned { pages }) => ReaderReply::Scanned {
                pages: pages.clone(),
                failure: Error::Scanned { pages }.into(),
            },
            Err(error) => ReaderReply::Document(Err(error.into())),
        }
    }

    fn cover(&self) -> Option<PageImage> {
        self.limits.of_cover().impose();
        documents::cover(&self.bytes, &self.name, &self.options)
    }

    fn draw(&mut self, page: u32, look: Option<RenderOptions>) -> Result<PageImage, Failure> {
        self.limits.impose();
        let pages = match self.pages.take() {
            Some(pages) => pages,
            None => PdfPages::open(&self.bytes, &self.options)?,
        };
        let pages = self.pages.insert(pages);
        Ok(look.map_or_else(|| pages.scan(page), |look| pages.picture(page, look))?)
    }
}

fn nothing() -> Failure {
    Failure::new(Code::Internal, "No file was given.")
}

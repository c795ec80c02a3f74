//! Pages of the library's PDFs as pictures. A separate process draws them from the file's bytes in the library, while
//! the engine's thread works.

use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use documents::RenderOptions;
use library::{ContentHash, Library};
use protocol::{Code, DocumentId, Failure, Password};
use reader::{ReadFailure, ReadLimits, ReaderProcess, SourceFile};

use crate::cache::{PageImageCache, PageView};
use crate::passwords::DocumentPasswords;
use engine::read_file;
use engine::{Config, VERSION, model_folders};
use engine::{CrashedPages, DrawingPurpose};

/// The maximum width of a picture in pixels.
const WIDEST: u32 = 4_000;

/// Draws pages, and keeps the most recent ones.
pub struct Pages {
    config: Config,
    /// The passwords of protected documents.
    keys: DocumentPasswords,
    /// The most recently viewed document.
    open: Option<OpenFile>,
    drawn: PageImageCache,
    /// Pages that were too much for their reader.
    crashed: CrashedPages,
}

/// A file that a process has open.
struct OpenFile {
    hash: ContentHash,
    password: Option<Password>,
    reader: ReaderProcess,
}

impl Pages {
    /// Creates pages of this library's documents; these keys open protected ones.
    pub fn new(config: Config, keys: DocumentPasswords) -> Self {
        let crashed = CrashedPages::beside(&config.library);
        Self { config, keys, open: None, drawn: PageImageCache::default(), crashed }
    }

    /// Returns a page as a PNG file. `keep_on` is called repeatedly to ask whether to continue.
    ///
    /// # Errors
    ///
    /// If the document or page does not exist, or the document has no pages, needs a password, or is too much for the
    /// drawing program; [`Code::Stopped`] if `keep_on` ends the drawing.
    pub fn picture(
        &mut self,
        view: PageView,
        keep_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Arc<[u8]>, Failure> {
        let view = PageView { look: bounded(view.look), ..view };
        let library = Library::open_read_only(&self.config.library)?;
        let hash = library.document(view.document)?.hash;
        if let Some(picture) = self.drawn.find(&hash, view) {
            return Ok(picture);
        }
        if let Some(failure) = self.crashed.find(&hash, view.page, DrawingPurpose::Sight) {
            return Err(failure);
        }
        let reader = self.reader(&library, view.document, &hash);
        let drawn = reader.and_then(|reader| reader.draw(view.page, Some(view.look), keep_on));
        match drawn {
            Ok(picture) => Ok(self.drawn.keep(hash, view, picture.png.into())),
            Err(ended) => Err(self.failure(ended, &hash, view.page)),
        }
    }

    /// Returns the first page of a file that is not in the library, as a PNG file.
    ///
    /// # Errors
    ///
    /// As [`picture`](Self::picture), and if the file cannot be read.
    pub fn first_of(
        &mut self,
        file: &Path,
        look: RenderOptions,
        keep_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Arc<[u8]>, Failure> {
        let bytes = read_file(file)?;
        let hash = ContentHash::of(&bytes);
        if let Some(failure) = self.refusal(&hash)? {
            return Err(failure);
        }
        let source = SourceFile { name: "", bytes: &bytes, password: None };
        let limits = ReadLimits::for_size(bytes.len() as u64);
        let drawn =
            ReaderProcess::open(&self.config.reader_program()?, &model_folders(), source, limits)
                .and_then(|mut reader| reader.draw(1, Some(bounded(look)), keep_on));
        drawn.map(|picture| picture.png.into()).map_err(|ended| self.failure(ended, &hash, 1))
    }

    /// Returns the failure of a file that was too much before, as a whole or because of its first page.
    fn refusal(&self, hash: &ContentHash) -> Result<Option<Failure>, Failure> {
        let library = Library::open_read_only(&self.config.library)?;
        let refused = library.refusal(hash, VERSION)?.map(|why| undrawn(&why));
        Ok(refused.or_else(|| self.crashed.find(hash, 1, DrawingPurpose::Sight)))
    }

    /// Returns the process that has this file open.
    fn reader(
        &mut self,
        library: &Library,
        document: DocumentId,
        hash: &ContentHash,
    ) -> Result<&mut ReaderProcess, ReadFailure> {
        let password = self.keys.of(document);
        let open = match self.open.take() {
            Some(open) if open.hash == *hash && open.password == password => open,
            _ => {
                let file = library.original(document).map_err(Failure::from)?;
                let (name, bytes) = (&file.file_name, &file.bytes);
                let source = SourceFile { name, bytes, password: password.as_ref() };
                let limits = ReadLimits::for_size(bytes.len() as u64);
                let program = self.config.reader_program()?;
                let reader = ReaderProcess::open(&program, &model_folders(), source, limits)?;
                OpenFile { hash: hash.clone(), password, reader }
            }
        };
        Ok(&mut self.open.insert(open).reader)
    }

    /// A process that died, or whose drawing is no longer awaited, is restarted for the next page; a page that killed
    /// it is remembered.
    fn failure(&mut self, ended: ReadFailure, hash: &ContentHash, page: u32) -> Failure {
        match ended {
            ReadFailure::Failed(failure) | ReadFailure::Scanned { failure, .. } => failure,
            ReadFailure::Stopped => {
                self.open = None;
                Failure::new(Code::Stopped, "Stopped.")
            }
            ReadFailure::Died(death) => {
                self.open = None;
                let failure = undrawn(&death);
                if death.is_by_file() {
                    self.crashed.note(hash, page, (DrawingPurpose::Sight, &failure));
                }
                failure
            }
        }
    }
}

fn undrawn(why: &dyn fmt::Display) -> Failure {
    Failure::new(Code::ReaderDied, format!("This page cannot be drawn: it {why}."))
}

fn bounded(look: RenderOptions) -> RenderOptions {
    RenderOptions { width: look.width.clamp(1, WIDEST), ..look }
}

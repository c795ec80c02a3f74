//! Imports a file into the library: a separate process reads it whole, and it is saved whole.

use std::path::Path;

use library::{Beside, ContentHash, NewDocument, Original};
use protocol::{AddOptions, DocumentId, Event, Failure, JobId, Stage};
use reader::SourceFile;

use crate::config::VERSION;
use crate::engine::Engine;
use crate::error::{JobError, go_on};
use crate::import::files::{is_still_there, read_file, whole};
use crate::import::imported::Imported;
use crate::import::progress::progress;
use crate::import::reading::{OcrFile, Read};
use crate::import::versions::{EarlierVersion, refuse_damaged};
use crate::jobs::client::Client;
use crate::models::engine_models::forget_states;

/// What a file that was read means for the library.
enum Arrival<'a> {
    /// A new document, whose file lies at this path.
    New(&'a str),
    /// Another version of a document.
    Later(EarlierVersion),
}

impl Engine {
    /// Puts a file's bytes, text and pages into the library, unless they are there already, and records the file's
    /// path.
    pub(crate) fn import(
        &mut self,
        job: JobId,
        path: &Path,
        options: &AddOptions,
        client: &mut dyn Client,
    ) -> Result<Imported, JobError> {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
        go_on(client.report(job, Event::Progress(progress(&name, Stage::Reading, 0.0))))?;
        let bytes = read_file(path)?;
        let file = SourceFile { name: &name, bytes: &bytes, password: options.password.as_ref() };
        let whole = whole(path);
        let hash = ContentHash::of(&bytes);
        let imported = match self.access.read()?.find_by_hash(&hash)? {
            Some(document) if !options.again => Imported::known(document),
            known => {
                let reading = OcrFile { job, file, hash: &hash, languages: &options.languages };
                let read = self.read_safely(&reading, options.again, client)?;
                let earlier = match known {
                    Some(known) => Some(self.reread(known, &read)?),
                    None => self.earlier_version(&whole, &read.document)?,
                };
                if let Some(earlier) = earlier.as_ref().filter(|_| !options.again) {
                    refuse_damaged(&name, earlier, &read.document)?;
                }
                self.take_in(&reading, &read, earlier.map_or(Arrival::New(&whole), Arrival::Later))?
            }
        };
        self.note_source(imported.document, &whole, &bytes)?;
        Ok(imported)
    }

    /// Records the path of a document's file, unless a file with the same bytes is still at the earlier path. In that
    /// case this one is a copy, and if either of the two changes, it becomes a document of its own.
    fn note_source(
        &mut self,
        document: DocumentId,
        path: &str,
        bytes: &[u8],
    ) -> Result<(), Failure> {
        let noted = self.access.read()?.source(document)?;
        let is_noted = noted.is_some_and(|noted| noted == path || is_still_there(&noted, bytes));
        if !is_noted {
            self.access.write()?.set_source(document, path)?;
        }
        Ok(())
    }

    /// Reads a document's file again, from the library's copy.
    pub(crate) fn import_again(
        &mut self,
        job: JobId,
        document: DocumentId,
        options: &AddOptions,
        client: &mut dyn Client,
    ) -> Result<Imported, JobError> {
        let Original { file_name, bytes, .. } = self.access.read()?.original(document)?;
        go_on(client.report(job, Event::Progress(progress(&file_name, Stage::Reading, 0.0))))?;
        let file =
            SourceFile { name: &file_name, bytes: &bytes, password: options.password.as_ref() };
        let hash = ContentHash::of(&bytes);
        let reading = OcrFile { job, file, hash: &hash, languages: &options.languages };
        let read = self.read_safely(&reading, true, client)?;
        let earlier = self.reread(document, &read)?;
        Ok(self.take_in(&reading, &read, Arrival::Later(earlier))?)
    }

    /// Saves what was read, replacing an earlier version if there is one: the document stays, with the new text.
    fn take_in(
        &mut self,
        reading: &OcrFile<'_>,
        Read { document: read, cover, unrecognised }: &Read,
        arrival: Arrival<'_>,
    ) -> Result<Imported, Failure> {
        let OcrFile { file, hash, .. } = *reading;
        let new = NewDocument {
            title: Some(&read.title),
            author: read.author.as_deref(),
            language: read.language.as_deref(),
            format: read.format.name(),
            file_name: file.name,
            original: file.bytes,
            text: &read.text,
            pages: &read.pages,
            paged: read.paged,
            outline: &read.outline,
        };
        let beside = Beside {
            source: match arrival {
                Arrival::New(path) => Some(path),
                Arrival::Later(_) => None,
            },
            cover: cover.as_deref(),
            version: VERSION,
            damaged: &read.damaged,
        };
        let document = match arrival {
            Arrival::New(_) => self.access.write()?.add_file(&new, &beside)?,
            Arrival::Later(earlier) => {
                self.replace(&earlier, &new)?;
                self.access.write()?.set_beside(earlier.document, &beside)?;
                earlier.document
            }
        };
        let writer = self.access.write()?;
        writer.forget_refusal(hash)?;
        if read.unread.is_empty() {
            writer.forget_recognised_pages(hash)?;
        }
        Ok(Imported {
            document,
            unread: read.unread.clone(),
            unrecognised: unrecognised.clone(),
            damaged: read.damaged.clone(),
        })
    }

    /// Replaces a document with a new version, unless it is unchanged.
    fn replace(
        &mut self,
        EarlierVersion { document, revision, .. }: &EarlierVersion,
        new: &NewDocument<'_>,
    ) -> Result<(), Failure> {
        let writer = self.access.write()?;
        let known = writer.document(*document)?.hash;
        if revision.is_none() && known == ContentHash::of(new.original) {
            return Ok(());
        }
        writer.replace_document(*document, new, &|range| revision.place(range))?;
        // The model states kept for the old words will not be used again.
        forget_states(&self.access);
        Ok(())
    }
}

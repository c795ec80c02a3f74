//! Files into the library: read, saved whole, then built.

use std::io::ErrorKind;
use std::path::Path;
use std::{fs, io};

use documents::{ReadOptions, Revision};
use library::{ContentHash, NewDocument};
use protocol::{
    Added, AddedItem, BuildCost, ChunkEnds, Code, DocumentId, Event, Failure, JobId, Outcome,
    Progress, Stage,
};

use crate::models::forget_states;
use crate::{Desk, Ended, Engine, go_on, graphs, model_folders};

/// Bytes of a file, at most: the library keeps it whole, and a value there has no more than 1 GB.
const LARGEST_FILE: u64 = 900_000_000;

impl Engine {
    /// Adds files one after another; one that fails does not keep the others out. `build` says
    /// where the chunks of their graphs end, if these are to be built.
    pub(crate) fn add(
        &mut self,
        job: JobId,
        files: &[String],
        build: Option<Option<ChunkEnds>>,
        desk: &mut dyn Desk,
    ) -> Result<Outcome, Ended> {
        if build.is_some() {
            // Before any file is read: without the models nothing can be built.
            self.language()?.require_session()?;
            crate::models::embedder_file()?;
        }
        let mut items = Vec::new();
        for file in files {
            items.push(match self.add_file(job, file, build, desk) {
                Ok(added) => AddedItem::Added(added),
                Err(Ended::Stopped) => return Err(Ended::Stopped),
                Err(Ended::Failed(error)) => AddedItem::Failed { file: file.clone(), error },
            });
        }
        Ok(Outcome::Added(items))
    }

    /// Goes on building a document's graph.
    pub(crate) fn build_one(
        &mut self,
        job: JobId,
        document: DocumentId,
        desk: &mut dyn Desk,
    ) -> Result<Outcome, Ended> {
        let cost = self.build(job, document, None, desk)?;
        Ok(Outcome::Added(vec![AddedItem::Added(self.added(document, cost)?)]))
    }

    fn add_file(
        &mut self,
        job: JobId,
        file: &str,
        build: Option<Option<ChunkEnds>>,
        desk: &mut dyn Desk,
    ) -> Result<Added, Ended> {
        let document = self.import(job, Path::new(file), desk)?;
        let cost = match build {
            Some(chunks) => self.build(job, document, chunks, desk)?,
            None => BuildCost::default(),
        };
        Ok(self.added(document, cost)?)
    }

    /// Puts a file's bytes, text and pages into the library, unless they are there, and notes where
    /// it lies.
    fn import(
        &mut self,
        job: JobId,
        path: &Path,
        desk: &mut dyn Desk,
    ) -> Result<DocumentId, Ended> {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
        go_on(desk.report(job, Event::Progress(reading(&name))))?;
        let bytes = read_file(path)?;
        let source = source(path);
        let document = match self.shelf.read()?.find_by_hash(&ContentHash::of(&bytes))? {
            Some(known) => known,
            None => self.take_in(&name, &source, &bytes)?,
        };
        if self.shelf.read()?.find_by_source(&source)? != Some(document) {
            self.shelf.write()?.set_source(document, &source)?;
        }
        Ok(document)
    }

    /// Reads a file into the library. One that lay at the same path is its earlier version: the
    /// document stays, with the new text.
    fn take_in(&mut self, name: &str, source: &str, bytes: &[u8]) -> Result<DocumentId, Failure> {
        let read = documents::read(bytes, name, &ReadOptions::with_pdfium(model_folders()))?;
        let pages: Vec<library::Page> = read.pages.iter().map(graphs::stored_page).collect();
        let new = NewDocument {
            title: Some(&read.title),
            author: read.author.as_deref(),
            language: read.language.as_deref(),
            format: read.format.name(),
            file_name: name,
            original: bytes,
            text: &read.text,
            pages: &pages,
            paged: read.paged,
        };
        let writer = self.shelf.write()?;
        let Some(earlier) = writer.find_by_source(source)? else {
            return Ok(writer.add_document(&new)?);
        };
        let revision = Revision::between(&writer.text(earlier)?, &read.text);
        writer.replace_document(earlier, &new, &|range| revision.place(range))?;
        // What was kept of its words for later questions is not asked again.
        forget_states(&self.shelf);
        Ok(earlier)
    }

    fn added(&mut self, document: DocumentId, cost: BuildCost) -> Result<Added, Failure> {
        let summary = self.shelf.read()?.document(document)?.summary;
        Ok(Added {
            id: summary.id,
            title: summary.title,
            pages: summary.pages,
            chunks: summary.chunks,
            nodes: summary.nodes,
            levels: summary.levels,
            state: summary.state,
            cost,
        })
    }
}

fn reading(name: &str) -> Progress {
    Progress {
        document: None,
        title: name.into(),
        stage: Stage::Reading,
        level: 1,
        done: 0.0,
        nodes: 0,
        tokens_per_second: 0.0,
        seconds_left: None,
    }
}

/// Where a file lies, links followed.
fn source(path: &Path) -> String {
    let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    whole.to_string_lossy().into_owned()
}

fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    let shown = path.display();
    let about = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if about.is_dir() {
        let message = format!("{shown} is a folder. Name the files in it that you want to add.");
        return Err(Failure::new(Code::IsFolder, message));
    }
    if !about.is_file() {
        let message = format!("{shown} is no ordinary file. Name a file that lies on a disk.");
        return Err(Failure::new(Code::FileUnreadable, message));
    }
    if about.len() > LARGEST_FILE {
        let message = format!(
            "{shown} has {} MB; a document may have {}. Split it into parts.",
            about.len() / 1_000_000,
            LARGEST_FILE / 1_000_000
        );
        return Err(Failure::new(Code::FileUnreadable, message));
    }
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    if bytes.is_empty() {
        let message =
            format!("{shown} is empty. Check that it was copied or downloaded to its end.");
        return Err(Failure::new(Code::FileEmpty, message));
    }
    Ok(bytes)
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    let shown = path.display();
    match error.kind() {
        ErrorKind::NotFound => {
            let message = format!("There is no file {shown}. Check its name and folder.");
            Failure::new(Code::FileMissing, message)
        }
        _ => Failure::new(Code::FileUnreadable, format!("{shown} cannot be read: {error}.")),
    }
}

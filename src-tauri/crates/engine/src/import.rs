//! Imports a file into the library: a separate process reads it whole, and it is saved whole.

use std::io::ErrorKind;
use std::path::Path;
use std::{fs, io};

use documents::{Document, Revision};
use library::{Beside, ContentHash, NewDocument, Original};
use protocol::{AddOptions, Code, DocumentId, Event, Failure, JobId, PageText, Progress, Stage};
use reader::{Death, SourceFile};

use crate::crashed_pages::CrashedPages;
use crate::models::forget_states;
use crate::ocr::{OcrFile, Read};
use crate::{Client, Engine, JobError, go_on};

/// The maximum size of a file in bytes: the library stores it whole, and a value there is limited to 1 GB.
const LARGEST_FILE: u64 = 900_000_000;
/// The version of the program: another one may read or draw a file that this one cannot.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// With fewer letters, the text of a scanned page is a stamp or a number.
const FEW_LETTERS: usize = 12;

/// The share of the shorter of two texts that both must have in common to be versions of one document.
const SAME_DOCUMENT: f64 = 0.1;

/// A document in the library.
pub(crate) struct Imported {
    /// Its number.
    pub document: DocumentId,
    /// The scanned pages just left without text.
    pub unread: Vec<u32>,
    /// The reason, if they were to be recognised.
    pub unrecognised: Option<Failure>,
    /// Parts of the file that could not be read.
    pub damaged: Vec<String>,
}

impl Imported {
    /// A document of which nothing was read now.
    pub fn known(document: DocumentId) -> Self {
        Self { document, unread: Vec::new(), unrecognised: None, damaged: Vec::new() }
    }
}

/// What a file that was read means for the library.
enum Arrival<'a> {
    /// A new document, whose file lies at this path.
    New(&'a str),
    /// Another version of a document.
    Later(EarlierVersion),
}

/// A document with a newer version.
struct EarlierVersion {
    document: DocumentId,
    /// The number of characters of its text.
    letters: usize,
    /// The revision from its text to the new one.
    revision: Revision,
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

    /// Reads a file, unless it was too much for its reader before; with `again` it is read even so.
    fn read_safely(
        &mut self,
        reading: &OcrFile<'_>,
        again: bool,
        client: &mut dyn Client,
    ) -> Result<Read, JobError> {
        let OcrFile { file, hash, .. } = *reading;
        if again {
            CrashedPages::beside(&self.config.library).forget(hash);
        }
        let library = self.access.read()?;
        if let Some(why) = library.refusal(hash, VERSION)?.filter(|_| !again) {
            return Err(refused_before(file.name, &why).into());
        }
        match self.read_apart(reading, client) {
            Ok(read) => Ok(read),
            Err(reader::ReadFailure::Died(death)) => {
                Err(self.refuse(file.name, hash, &death)?.into())
            }
            Err(
                reader::ReadFailure::Failed(failure) | reader::ReadFailure::Scanned { failure, .. },
            ) => Err(failure.into()),
            Err(reader::ReadFailure::Stopped) => Err(JobError::Stopped),
        }
    }

    /// Returns the document of which this is a later version: the one whose file was at the same path, unless their
    /// texts are unrelated.
    fn earlier_version(
        &mut self,
        path: &str,
        read: &Document,
    ) -> Result<Option<EarlierVersion>, Failure> {
        let Some(document) = self.access.read()?.find_by_source(path)? else { return Ok(None) };
        let earlier = self.changed(document, read)?;
        Ok((earlier.revision.in_common() >= SAME_DOCUMENT).then_some(earlier))
    }

    /// Returns a document whose file was read again, with the revision of its text. Fails rather than lose recognised
    /// text without a replacement.
    fn reread(&mut self, document: DocumentId, read: &Read) -> Result<EarlierVersion, Failure> {
        let given_up = self.given_up(document, &read.document)?;
        if given_up.is_empty() {
            return self.changed(document, &read.document);
        }
        let why = read.unrecognised.clone();
        let Failure { code, message } =
            why.unwrap_or_else(|| documents::Error::RecogniserMissing.into());
        let message = format!(
            "The document is unchanged because reading it again would lose the text recognised on \
             {}. {message}",
            protocol::pages_phrase(&given_up)
        );
        Err(Failure::new(code, message))
    }

    /// Returns the scanned pages that had text before and have none now.
    fn given_up(&mut self, document: DocumentId, read: &Document) -> Result<Vec<u32>, Failure> {
        if read.unread.is_empty() {
            return Ok(Vec::new());
        }
        let before = self.access.read()?.page_texts(document, 1, u32::MAX)?;
        let text: Vec<char> = read.text.chars().collect();
        let letters_now = |number: u32| {
            let page = read.pages.iter().find(|page| page.number == number);
            let range = page.map(|page| page.start as usize..page.end as usize);
            // The reader's ranges are not trusted: the file may have taken the reader over.
            range.and_then(|range| text.get(range)).map_or(0, letters)
        };
        let is_given_up = |page: &&PageText| {
            let letters: Vec<char> = page.text.chars().collect();
            read.unread.contains(&page.number)
                && self::letters(&letters) >= letters_now(page.number) + FEW_LETTERS
        };
        Ok(before.pages.iter().filter(is_given_up).map(|page| page.number).collect())
    }

    /// Returns a document with the revision of its text.
    fn changed(
        &mut self,
        document: DocumentId,
        read: &Document,
    ) -> Result<EarlierVersion, Failure> {
        // From here until it is replaced no one else can change its text.
        let old = self.access.write()?.text(document)?;
        let revision = Revision::between(&old, &read.text);
        Ok(EarlierVersion { document, letters: old.chars().count(), revision })
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

    /// Records a file that was too much for its reader, unless the file was not the cause; returns the failure.
    fn refuse(
        &mut self,
        name: &str,
        hash: &ContentHash,
        death: &Death,
    ) -> Result<Failure, Failure> {
        let why = death.to_string();
        if !death.is_by_file() {
            let message = format!("{name} {why}. Close other programs and add it again.");
            return Ok(Failure::new(Code::ReaderDied, message));
        }
        self.access.write()?.refuse(hash, VERSION, &why)?;
        let message = format!(
            "{name} {why}. Pecan continues without it. Open it in another program, save it, and \
             add that file."
        );
        Ok(Failure::new(Code::ReaderDied, message))
    }
}

/// Refuses to replace a good copy by a damaged one: returns an error if parts of the file cannot be read and text of
/// the earlier version is missing.
fn refuse_damaged(name: &str, earlier: &EarlierVersion, read: &Document) -> Result<(), Failure> {
    if read.damaged.is_empty() || earlier.letters <= read.text.chars().count() {
        return Ok(());
    }
    let message = format!(
        "{name} is now damaged: {} cannot be read. Pecan keeps the version in the library. To \
         replace it by the damaged one, remove the document and add the file again, or use \
         --again.",
        protocol::parts_phrase(&read.damaged)
    );
    Err(Failure::new(Code::DocumentBroken, message))
}

/// Returns the number of characters that are not white space.
fn letters(text: &[char]) -> usize {
    text.iter().filter(|letter| !letter.is_whitespace()).count()
}

fn refused_before(name: &str, why: &str) -> Failure {
    let message = format!(
        "{name} {why}. Pecan found this when the file was added before and did not try again. Open \
         it in another program, save it, and add that file."
    );
    Failure::new(Code::ReaderDied, message)
}

/// Returns the progress of a file that has no number yet.
pub(crate) fn progress(name: &str, stage: Stage, done: f32) -> Progress {
    Progress {
        document: None,
        title: name.into(),
        stage,
        level: 1,
        done,
        nodes: 0,
        tokens_per_second: 0.0,
        seconds_left: None,
    }
}

/// Returns the location of a file, with links resolved.
fn whole(path: &Path) -> String {
    let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    whole.to_string_lossy().into_owned()
}

/// Returns whether a file with these bytes is at a path.
fn is_still_there(path: &str, bytes: &[u8]) -> bool {
    let is_as_long = |about: fs::Metadata| about.is_file() && about.len() == bytes.len() as u64;
    fs::metadata(path).is_ok_and(is_as_long) && fs::read(path).is_ok_and(|held| held == bytes)
}

pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    let shown = path.display();
    let about = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if !about.is_file() {
        let message = format!("{shown} is not an ordinary file. Choose a file on a disk.");
        return Err(Failure::new(Code::FileUnreadable, message));
    }
    if about.len() > LARGEST_FILE {
        let message = format!(
            "{shown} has {} MB. The limit for a document is {} MB. Split it into parts.",
            about.len() / 1_000_000,
            LARGEST_FILE / 1_000_000
        );
        return Err(Failure::new(Code::FileUnreadable, message));
    }
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    if bytes.is_empty() {
        let message =
            format!("{shown} is empty. Check that it was copied or downloaded completely.");
        return Err(Failure::new(Code::FileEmpty, message));
    }
    Ok(bytes)
}

pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Failure {
    let shown = path.display();
    match error.kind() {
        ErrorKind::NotFound => {
            let message = format!("The file {shown} does not exist. Check its name and folder.");
            Failure::new(Code::FileMissing, message)
        }
        _ => Failure::new(Code::FileUnreadable, format!("{shown} cannot be read: {error}.")),
    }
}

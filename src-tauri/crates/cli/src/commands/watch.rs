//! `pecan watch`: the files of a folder become documents as they come and change.

mod changes;
mod removal_question;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use clap::Args;
use engine::{Client, FolderLook, GoneFile, WatchedFolder};
use protocol::{AddedItem, Code, Failure, JobId, Request};
use serde_json::{Value, json};
use terminal::{CommandResult, CommonArguments, print_json};

use self::changes::{Changes, Wait};
use self::removal_question::Question;
use super::add::AddRun;
use super::add::arguments::ReadingArguments;
use crate::print;

/// How long to wait until something is tried again that another program or a full disk prevented.
const AGAIN: Duration = Duration::from_secs(30);

/// `pecan watch`.
#[derive(Debug, Args)]
pub struct WatchArguments {
    /// The folder; its documents become a collection with its name
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// End once everything that has changed since the last time is added
    #[arg(long)]
    once: bool,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Adds what has changed since the folder was watched last, then what changes from now on, until
/// Ctrl-C.
pub fn run(common: &CommonArguments, arguments: &WatchArguments) -> CommandResult {
    let adding = AddRun::begin(common.config()?, &arguments.reading)?;
    let mut watch = Watch::begin(adding, &arguments.folder, common.json)?;
    let mut changes = Changes::of(watch.folder.path());
    loop {
        let next = watch.round()?;
        let is_done = arguments.once && next != Next::Settling;
        if watch.is_stopped() || is_done {
            return watch.end(is_done && next == Next::Again);
        }
        let longest = match next {
            Next::Quiet => None,
            Next::Settling => Some(engine::SETTLED),
            Next::Again => Some(AGAIN),
        };
        if changes.wait(longest, &|| watch.is_stopped()) == Wait::Stopped {
            return watch.end(false);
        }
    }
}

/// What a round leaves to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Nothing, until something changes.
    Quiet,
    /// Some files are still being written.
    Settling,
    /// Something could not be done now.
    Again,
}

/// A folder that is watched.
struct Watch {
    adding: AddRun,
    folder: WatchedFolder,
    /// Whether there is someone to ask.
    asks: bool,
    /// What happened, for `--json`.
    events: Option<Vec<Value>>,
    /// What was reported already, and would be in every round.
    reported: HashSet<String>,
}

impl Watch {
    fn begin(mut adding: AddRun, folder: &Path, as_json: bool) -> Result<Self, Failure> {
        let folder = adding.engine.watched_folder(folder)?;
        adding.options.collection = Some(folder.collection());
        // A question about a password would stop everything else.
        let asks = std::mem::take(&mut adding.asks) && !as_json;
        let events = as_json.then(Vec::new);
        Ok(Self { adding, folder, asks, events, reported: HashSet::new() })
    }

    fn is_stopped(&self) -> bool {
        self.adding.client.stop(JobId(1)).is_requested()
    }

    /// Adds everything that has settled, and asks about documents whose files are gone.
    fn round(&mut self) -> Result<Next, Failure> {
        let look = match self.folder.look(SystemTime::now()) {
            Ok(look) => look,
            Err(failure) => {
                // The disk may come back.
                self.report_once(&failure.message, &json!({ "error": failure }))?;
                return Ok(Next::Again);
            }
        };
        self.report_unexamined(&look)?;
        let mut next = if look.is_unsettled { Next::Settling } else { Next::Quiet };
        for path in look.changed {
            if self.is_stopped() {
                break;
            }
            if !self.add(&path)? {
                next = Next::Again;
                break;
            }
        }
        // A file that was moved may not have settled yet.
        if next == Next::Quiet && !self.is_stopped() {
            self.ask_about_gone_files()?;
        }
        if let Err(failure) = self.adding.engine.keep_watched(&self.folder) {
            self.report_once(&failure.message, &json!({ "error": failure }))?;
            next = Next::Again;
        }
        // Until the next round, another program may write to the library.
        self.adding.engine.rest();
        Ok(next)
    }

    fn report_unexamined(&mut self, look: &FolderLook) -> Result<(), Failure> {
        look.failed.iter().try_for_each(|(path, error)| {
            let file = path.display().to_string();
            let item = AddedItem::Failed { file, error: error.clone(), collection: None };
            let line = print::added(&item);
            match self.reported.insert(line.clone()) {
                true => self.report(&line, &json!(item)),
                false => Ok(()),
            }
        })
    }

    /// Adds a file. Returns whether it was handled: what another program or a full disk prevented is
    /// tried again.
    fn add(&mut self, path: &Path) -> Result<bool, Failure> {
        let items = match self.adding.add(path) {
            Ok(items) => items,
            Err(failure) if failure.code == Code::Stopped => return Ok(true),
            // A path that is not Unicode cannot be added.
            Err(error) => {
                let file = path.display().to_string();
                vec![AddedItem::Failed { file, error, collection: None }]
            }
        };
        for item in &items {
            if let AddedItem::Failed { error, .. } = item
                && may_pass(error.code)
            {
                self.report_once(&error.message, &json!(item))?;
                return Ok(false);
            }
            self.report(&print::added(item), &json!(item))?;
        }
        self.folder.handled(path);
        Ok(true)
    }

    /// Asks whether the documents of files that are gone are to be removed. Where no one can be
    /// asked, they are only reported.
    fn ask_about_gone_files(&mut self) -> Result<(), Failure> {
        let gone = self.without_copies()?;
        if gone.is_empty() {
            return Ok(());
        }
        // The reply may take a day.
        self.adding.engine.rest();
        let chosen = match self.asks {
            true => Question::about(&gone).ask(&|| self.is_stopped()),
            false => HashSet::new(),
        };
        if self.is_stopped() {
            return Ok(());
        }
        for file in &gone {
            let is_removed = chosen.contains(&file.document);
            if is_removed {
                self.adding.run(Request::Remove { document: file.document })?;
            } else if self.asks {
                self.folder.keep(file);
            }
            self.report_gone(file, is_removed)?;
        }
        Ok(())
    }

    /// Returns the documents whose files are gone, and of which the folder has no copy.
    fn without_copies(&mut self) -> Result<Vec<GoneFile>, Failure> {
        let gone = self.adding.engine.gone_files(&self.folder)?;
        let copies: HashSet<PathBuf> =
            gone.iter().flat_map(|file| self.folder.copies(file)).collect();
        if copies.is_empty() {
            return Ok(gone);
        }
        for copy in copies {
            // A copy of a known document costs nothing, and is then where its file is.
            self.adding.add(&copy)?;
        }
        self.adding.engine.gone_files(&self.folder)
    }

    fn report_gone(&mut self, file: &GoneFile, is_removed: bool) -> Result<(), Failure> {
        let GoneFile { document, path, .. } = file;
        let line = match is_removed {
            true => format!("       {path} is gone. Removed document {document}.\n"),
            false => format!(
                "       {path} is gone. Document {document} stays; `pecan remove {document}` removes \
                 it.\n"
            ),
        };
        let value = json!({ "gone": path, "document": document, "removed": is_removed });
        match self.reported.insert(line.clone()) {
            true => self.report(&line, &value),
            false => Ok(()),
        }
    }

    fn report_once(&mut self, message: &str, value: &Value) -> Result<(), Failure> {
        match self.reported.insert(message.to_owned()) {
            true => self.report(&format!("       {message}\n"), value),
            false => Ok(()),
        }
    }

    fn report(&mut self, line: &str, value: &Value) -> Result<(), Failure> {
        match &mut self.events {
            Some(events) => {
                events.push(value.clone());
                Ok(())
            }
            None => terminal::print_text(line),
        }
    }

    /// Ends the watch, which failed if something was left undone.
    fn end(mut self, failed: bool) -> CommandResult {
        self.adding.client.clear();
        if let Some(events) = &self.events {
            print_json(events)?;
        }
        Ok(ExitCode::from(u8::from(failed)))
    }
}

/// Returns whether a failure has nothing to do with the file, and may pass.
fn may_pass(code: Code) -> bool {
    matches!(
        code,
        Code::LibraryBusy
            | Code::DiskFull
            | Code::OutOfMemory
            | Code::ModelMissing
            | Code::ModelBroken
            | Code::EmbedderMissing
            | Code::ReaderMissing
            | Code::LibraryReadOnly
    )
}

//! `pecan add`: files one after another, each with its result.

pub mod arguments;
mod into_file;

use std::io::{IsTerminal, stderr, stdin};
use std::path::Path;
use std::process::ExitCode;

use engine::{Config, Engine};
use protocol::{
    AddOptions, AddedItem, Code, Failure, ImportItem, JobId, Outcome, Password, PortableFile,
    Request,
};
use terminal::{CommandResult, CommonArguments, STOPPED, failure_of, print_text, stop_failure};

use self::arguments::{AddArguments, ReadingArguments};
use self::into_file::IntoFile;
use crate::commands::import::import;
use crate::job::print_outcome;
use crate::paths::{absolute_name, read_text};
use crate::print::portable::exported;
use crate::progress::ProgressClient;

/// Returns one item per file, including files skipped because of a stop; if every file failed, only
/// an error.
pub fn run(common: &CommonArguments, arguments: &AddArguments) -> CommandResult {
    let into = arguments.into.as_deref().map(IntoFile::new).transpose()?;
    let config = into.as_ref().map_or_else(|| common.config(), |into| into.config(common))?;
    let mut adding = AddRun::begin(config, &arguments.reading)?;
    if let Some(into) = &into {
        adding.take_up(into)?;
    }
    let (mut items, mut stopped) = (Vec::new(), false);
    for path in &arguments.files {
        let added = if stopped { Err(stop_failure()) } else { adding.add(path) };
        stopped |= matches!(&added, Err(failure) if failure.code == Code::Stopped);
        let failed = |error| {
            vec![AddedItem::Failed { file: path.display().to_string(), error, collection: None }]
        };
        items.extend(added.unwrap_or_else(failed));
    }
    let written = match &into {
        Some(into) if !stopped => adding.write(into)?,
        _ => None,
    };
    let any_added = items.iter().any(|item| matches!(item, AddedItem::Added(_)));
    if !any_added {
        return Err(none_added(&items));
    }
    let any_failed = items.iter().any(|item| matches!(item, AddedItem::Failed { .. }));
    print_outcome(common, &Outcome::Added(items))?;
    if let (Some(written), false) = (&written, common.json) {
        print_text(&exported(written))?;
    }
    Ok(ExitCode::from(if stopped { STOPPED } else { u8::from(any_failed) }))
}

/// Files that are added one after another.
pub struct AddRun {
    /// The engine.
    pub engine: Engine,
    /// What shows the progress.
    pub client: ProgressClient,
    /// How they are added.
    pub options: AddOptions,
    /// Whether a user is present who can be asked.
    pub asks: bool,
}

impl AddRun {
    /// Begins to add files.
    ///
    /// # Errors
    ///
    /// If the password cannot be read, or Ctrl-C cannot be taken over.
    pub fn begin(config: Config, arguments: &ReadingArguments) -> Result<Self, Failure> {
        let config = Config { at_once: arguments.at_once, ..config };
        let password = arguments.password_file.as_deref().map(password).transpose()?;
        let asks = password.is_none() && stdin().is_terminal() && stderr().is_terminal();
        let (languages, again) = (arguments.languages.clone(), arguments.again);
        let options = AddOptions {
            build: !arguments.no_graph,
            graph: arguments.graph(),
            languages,
            password,
            collection: None,
            again,
        };
        Ok(Self { engine: Engine::new(config), client: ProgressClient::new()?, options, asks })
    }

    /// Takes up the documents that are in a file already.
    fn take_up(&mut self, into: &IntoFile) -> Result<(), Failure> {
        if !into.has_documents() {
            return Ok(());
        }
        match import(&mut self.engine, &mut self.client, &into.file)? {
            ImportItem::Imported { .. } => Ok(()),
            ImportItem::Failed { file, error } => {
                Err(Failure::new(error.code, error.told_of(&file)))
            }
        }
    }

    /// Writes all documents to a file, if there are any, and removes the library in which they were
    /// built.
    fn write(&mut self, into: &IntoFile) -> Result<Option<PortableFile>, Failure> {
        let Outcome::Documents(documents) = self.run(Request::List)? else {
            return Err(unexpected());
        };
        let documents: Vec<_> = documents.iter().map(|document| document.id).collect();
        let file = absolute_name(&into.file)?;
        let written = match documents.is_empty() {
            true => None,
            false => match self.run(Request::ExportDocuments { documents, file })? {
                Outcome::DocumentsExported(written) => Some(written),
                _ => return Err(unexpected()),
            },
        };
        into.clear()?;
        Ok(written)
    }

    /// Adds a file or folder and returns the results for its files.
    ///
    /// # Errors
    ///
    /// If it is stopped, or nothing can be added at all.
    pub fn add(&mut self, path: &Path) -> Result<Vec<AddedItem>, Failure> {
        let items = self.request(absolute_name(path)?, self.options.clone())?;
        let mut settled = Vec::with_capacity(items.len());
        for item in items {
            let mut item = self.unlock(item)?;
            if let AddedItem::Failed { error, .. } = &mut item {
                error.message.push_str(hint(error.code, self.asks, self.options.again));
            }
            settled.push(item);
        }
        Ok(settled)
    }

    /// Asks for the password of a file that needs one, until it is right or none is entered.
    fn unlock(&mut self, mut item: AddedItem) -> Result<AddedItem, Failure> {
        while let AddedItem::Failed { file, error, collection } = &item
            && self.asks
            && matches!(error.code, Code::PasswordNeeded | Code::PasswordWrong)
            && let Some(password) = ask(file, error)
        {
            let (password, collection) = (Some(password), collection.clone());
            let options = AddOptions { password, collection, ..self.options.clone() };
            let again = self.request(file.clone(), options)?.pop();
            item = again.ok_or_else(|| Failure::new(Code::Internal, "Nothing was added."))?;
        }
        Ok(item)
    }

    fn request(&mut self, file: String, options: AddOptions) -> Result<Vec<AddedItem>, Failure> {
        match self.run(Request::Add { files: vec![file], options })? {
            Outcome::Added(items) => Ok(items),
            _ => Err(unexpected()),
        }
    }

    /// Runs a request.
    ///
    /// # Errors
    ///
    /// If it fails or is stopped.
    pub fn run(&mut self, request: Request) -> Result<Outcome, Failure> {
        let ended = self.engine.run(JobId(1), request, &mut self.client);
        self.client.clear();
        ended.map_err(failure_of)
    }
}

fn unexpected() -> Failure {
    Failure::new(Code::Internal, "The engine returned an unexpected result.")
}

/// Returns the option that helps with a failure.
fn hint(code: Code, asks: bool, again: bool) -> &'static str {
    match code {
        Code::PasswordNeeded if !asks => " Use `--password-file FILE`.",
        Code::ReaderDied if !again => " `pecan add --again` tries again anyway.",
        _ => "",
    }
}

/// Returns the first line of a file as a password.
fn password(path: &Path) -> Result<Password, Failure> {
    let text = read_text(path)?;
    Ok(Password::new(text.lines().next().unwrap_or_default()))
}

/// Returns what the user types, without showing it; an empty entry skips the file.
fn ask(file: &str, error: &Failure) -> Option<Password> {
    let again = if error.code == Code::PasswordWrong { "Wrong password. " } else { "" };
    let prompt = format!("{again}Password for {file} (empty to skip): ");
    let typed = rpassword::prompt_password(prompt).unwrap_or_default();
    Some(typed).filter(|typed| !typed.is_empty()).map(Password::new)
}

/// Returns why no file was added: the one reason, or one sentence for each.
fn none_added(items: &[AddedItem]) -> Failure {
    let mut failures = items.iter().filter_map(|item| match item {
        AddedItem::Failed { file, error, .. } => Some((file, error)),
        AddedItem::Added(_) | AddedItem::LeftOut { .. } => None,
    });
    let Some((file, first)) = failures.next() else {
        let folders = items.iter().filter_map(|item| match item {
            AddedItem::LeftOut { folder, .. } => Some(folder.as_str()),
            _ => None,
        });
        let message = format!(
            "No documents were found in {}. Pecan reads plain text, Markdown, HTML, MHTML, EPUB, \
             PDF, DOCX, ODT, FB2 and EML.",
            folders.collect::<Vec<_>>().join(", ")
        );
        return Failure::new(Code::FormatUnknown, message);
    };
    let mut message = first.message.clone();
    if items.len() > 1 {
        message = format!("None of the {} files was added. {file}: {message}", items.len());
        // A reason that all share, such as a missing model, is stated once.
        for (file, error) in failures.filter(|(_, error)| error.message != first.message) {
            message.push_str(&format!(" {file}: {}", error.message));
        }
    }
    Failure::new(first.code, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_named_where_they_help() {
        for (code, asks, again, option) in [
            (Code::PasswordNeeded, false, false, Some("--password-file FILE")),
            (Code::PasswordNeeded, true, false, None),
            (Code::ReaderDied, true, false, Some("pecan add --again")),
            (Code::ReaderDied, false, true, None),
            (Code::FileEmpty, false, false, None),
        ] {
            assert_eq!(hint(code, asks, again).split('`').nth(1), option, "{code:?}");
        }
    }
}

//! A document that questions are about, stored once.

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::{AtLeastOne, DatasetError};

/// A document.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DatasetDocument {
    title: Option<String>,
    content: DatasetDocumentContent,
}

/// Where a document's text is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum DatasetDocumentContent {
    /// The data holds it.
    Text(String),
    /// A file of any kind that Pecan reads.
    File(PathBuf),
}

impl DatasetDocument {
    /// Creates a document from text in the data; none if it is empty.
    pub fn text(title: Option<String>, text: String) -> Option<Self> {
        let title = title.filter(|title| !title.trim().is_empty());
        (!text.trim().is_empty())
            .then_some(Self { title, content: DatasetDocumentContent::Text(text) })
    }

    fn file(path: PathBuf) -> Self {
        Self { title: None, content: DatasetDocumentContent::File(path) }
    }

    /// Returns its title, if the data has one.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Returns where its text is.
    pub fn content(&self) -> &DatasetDocumentContent {
        &self.content
    }

    /// Returns how much there is to read, in bytes.
    fn bytes(&self) -> io::Result<u64> {
        match &self.content {
            DatasetDocumentContent::Text(text) => Ok(text.len() as u64),
            DatasetDocumentContent::File(path) => Ok(path.metadata()?.len()),
        }
    }
}

/// The document's name in a message.
impl fmt::Display for DatasetDocument {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.title, &self.content) {
            (_, DatasetDocumentContent::File(path)) => write!(formatter, "{}", path.display()),
            (Some(title), _) => write!(formatter, "“{title}”"),
            (None, _) => formatter.write_str("A document without a title"),
        }
    }
}

/// What a line says about a document.
#[derive(Debug, PartialEq)]
pub(super) enum DatasetDocumentSource {
    /// Its title and its text.
    Text(Option<String>, String),
    /// A file's path, as in the line.
    File(PathBuf),
}

/// Every document so far.
#[derive(Debug, Default)]
pub(super) struct KnownDocuments {
    known: HashSet<Arc<DatasetDocument>>,
}

impl KnownDocuments {
    /// Returns the documents of a line, without empty ones. Files are in one of `folders`. None may
    /// have more than `limit` bytes.
    pub fn documents(
        &mut self,
        sources: Vec<DatasetDocumentSource>,
        folders: &[PathBuf],
        limit: u64,
    ) -> Result<AtLeastOne<Arc<DatasetDocument>>, DatasetError> {
        let mut documents = Vec::new();
        for source in sources {
            let document = match source {
                DatasetDocumentSource::Text(title, text) => DatasetDocument::text(title, text),
                DatasetDocumentSource::File(path) => {
                    Some(DatasetDocument::file(found(path, folders)?))
                }
            };
            if let Some(document) = document {
                check(&document, limit)?;
                documents.push(self.keep(document));
            }
        }
        AtLeastOne::new(documents).ok_or(DatasetError::NoDocument)
    }

    fn keep(&mut self, document: DatasetDocument) -> Arc<DatasetDocument> {
        if let Some(known) = self.known.get(&document) {
            return Arc::clone(known);
        }
        let document = Arc::new(document);
        self.known.insert(Arc::clone(&document));
        document
    }
}

/// Finds a document. A question set from someone else must not name the user's other files.
fn found(path: PathBuf, folders: &[PathBuf]) -> Result<PathBuf, DatasetError> {
    if path.as_os_str().is_empty() {
        return Err(DatasetError::DocumentUnnamed);
    }
    let below = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    if !path.components().all(below) {
        return Err(DatasetError::DocumentElsewhere(path));
    }
    let mut places = folders.iter().map(|folder| folder.join(&path));
    places.find(|place| place.is_file()).ok_or(DatasetError::DocumentMissing(path))
}

fn check(document: &DatasetDocument, limit: u64) -> Result<(), DatasetError> {
    match document.bytes() {
        Ok(0) => Err(DatasetError::NoDocument),
        Ok(bytes) if bytes > limit => {
            Err(DatasetError::DocumentTooLong { document: document.to_string(), bytes, limit })
        }
        Ok(_) => Ok(()),
        Err(error) => {
            Err(DatasetError::DocumentUnreadable(document.to_string(), error.to_string()))
        }
    }
}

/// Returns where a file's documents may be: beside it, or one folder up.
pub(super) fn folders(file: &Path) -> Vec<PathBuf> {
    let beside = file.parent().unwrap_or(Path::new(""));
    let up = match beside.components().next_back() {
        Some(Component::Normal(_)) => beside.parent().map(Path::to_path_buf),
        Some(Component::RootDir | Component::Prefix(_)) => None,
        // The folder has no name here.
        Some(Component::CurDir | Component::ParentDir) | None => Some(beside.join("..")),
    };
    [Some(beside.to_path_buf()), up].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_lie_beside_a_file_or_one_folder_up() {
        for (file, expected) in [
            ("a.jsonl", &["", ".."][..]),
            ("./a.jsonl", &[".", "./.."]),
            ("../a.jsonl", &["..", "../.."]),
            ("sets/a.jsonl", &["sets", ""]),
            ("/data/sets/a.jsonl", &["/data/sets", "/data"]),
            ("/a.jsonl", &["/"]),
        ] {
            let found = folders(Path::new(file));
            assert_eq!(found, expected.iter().map(PathBuf::from).collect::<Vec<_>>(), "{file}");
        }
    }
}

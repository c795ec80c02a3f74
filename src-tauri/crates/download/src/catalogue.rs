//! The list of models that comes with Pecan.

use std::sync::LazyLock;

use protocol::{Code, Failure, ModelFile};
use serde::Deserialize;

use crate::address::Repository;
use crate::messages::{Pin, WantedModel};

/// The list: the models that come with Pecan, then others by size. No size or hash in it was copied from
/// a page: those of the own models were measured, and the others have a `pin` only once their files
/// were downloaded and agreed with what the hub states.
const LIST: &str = include_str!("../models.json");

/// A model in the list.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct CatalogueEntry {
    /// The name by which commands know it.
    pub name: String,
    /// Its use.
    pub purpose: String,
    /// Its licence as an SPDX identifier.
    pub licence: String,
    /// Where its files are.
    #[serde(flatten)]
    pub source: ModelSource,
}

/// Where the files of a model are.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum ModelSource {
    /// The model comes with Pecan and was measured.
    Own {
        /// Its file in the models folder.
        file: String,
        /// The file's size.
        bytes: u64,
        /// Main memory in bytes that building graphs takes.
        memory: u64,
        /// The file's SHA-256 in hexadecimal.
        sha256: String,
    },
    /// The model is on the hub.
    Hub {
        /// Its repository.
        repository: Repository,
        /// Its label there.
        quantisation: String,
        /// Its architecture as llama.cpp names it.
        architecture: String,
        /// Its revision and files, if they were checked.
        #[serde(default)]
        pin: Option<Pin>,
    },
}

/// Returns the list.
pub fn catalogue() -> &'static [CatalogueEntry] {
    // A test reads the list, so that it is never empty here.
    static READ: LazyLock<Vec<CatalogueEntry>> =
        LazyLock::new(|| serde_json::from_str(LIST).unwrap_or_default());
    &READ
}

impl CatalogueEntry {
    /// Returns the files that are known beforehand.
    pub fn files(&self) -> Vec<ModelFile> {
        match &self.source {
            ModelSource::Own { file, bytes, sha256, .. } => {
                vec![ModelFile { name: file.clone(), bytes: *bytes, sha256: sha256.clone() }]
            }
            ModelSource::Hub { pin, .. } => pin.iter().flat_map(|pin| pin.files.clone()).collect(),
        }
    }
}

/// Returns the model of the list that has this name, or the one that `OWNER/NAME:LABEL` names on the
/// hub.
///
/// # Errors
///
/// If there is no such model in the list, if it comes with Pecan, or if the label is missing.
pub fn wanted(name: &str) -> Result<WantedModel, Failure> {
    if let Some(entry) = catalogue().iter().find(|entry| entry.name == name) {
        return of_entry(entry);
    }
    let Some((repository, quantisation)) = name.split_once(':').filter(|_| name.contains('/'))
    else {
        return Err(unknown(name));
    };
    if protocol::model_folder_name(name).is_none() {
        return Err(unknown(name));
    }
    let (repository, quantisation) = (repository.parse()?, quantisation.to_owned());
    Ok(WantedModel { name: name.to_owned(), repository, quantisation, pin: None })
}

fn of_entry(entry: &CatalogueEntry) -> Result<WantedModel, Failure> {
    match entry.source.clone() {
        ModelSource::Hub { repository, quantisation, pin, .. } => {
            Ok(WantedModel { name: entry.name.clone(), repository, quantisation, pin })
        }
        ModelSource::Own { .. } => {
            let message = format!("{} comes with Pecan and is not downloaded.", entry.name);
            Err(Failure::new(Code::BadRequest, message))
        }
    }
}

fn unknown(name: &str) -> Failure {
    let message = match name.contains('/') {
        true => format!(
            "“{name}” names no model on the hub. Enter OWNER/NAME:LABEL, as `pecan model search` \
             prints it."
        ),
        false => format!(
            "The list has no model “{name}”. `pecan model list` shows the list, and `pecan model \
             search` searches the hub."
        ),
    };
    Failure::new(Code::ModelUnknown, message)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::address::is_sha256;

    #[test]
    fn every_entry_of_the_list_is_whole() {
        let list: Vec<CatalogueEntry> = serde_json::from_str(LIST).unwrap();
        let names: BTreeSet<&str> = list.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!((names.len(), list.as_slice()), (list.len(), catalogue()));
        for entry in &list {
            assert!(protocol::model_folder_name(&entry.name).is_some(), "{}", entry.name);
            let licences = ["Apache-2.0", "MIT", "MIT OR Apache-2.0"];
            assert!(licences.contains(&entry.licence.as_str()), "{}", entry.licence);
            for file in entry.files() {
                assert!(is_sha256(&file.sha256) && file.bytes > 1_000_000, "{file:?}");
            }
        }
        let own = list.iter().filter(|entry| matches!(entry.source, ModelSource::Own { .. }));
        assert_eq!(own.count(), 2);
    }

    #[test]
    fn a_model_is_wanted_by_its_name_in_the_list_or_on_the_hub() {
        let listed = wanted("qwen2.5-0.5b").unwrap();
        assert_eq!(listed.repository.to_string(), "Qwen/Qwen2.5-0.5B-Instruct-GGUF");
        let other = wanted("Qwen/Qwen3-8B-GGUF:Q5_0").unwrap();
        assert_eq!((other.quantisation.as_str(), other.pin), ("Q5_0", None));
        for (name, code) in [
            ("default", Code::BadRequest),
            ("gpt", Code::ModelUnknown),
            ("Qwen/Qwen3-8B-GGUF", Code::ModelUnknown),
            ("Qwen/../x:Q4_0", Code::ModelUnknown),
        ] {
            assert_eq!(wanted(name).unwrap_err().code, code, "{name}");
        }
    }
}

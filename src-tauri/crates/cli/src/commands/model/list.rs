//! `pecan model list`.

use download::{CatalogueEntry, ModelSource, catalogue};
use engine::DownloadedModel;
use protocol::{Failure, ListedModel};
use terminal::{CommandResult, CommonArguments, print};

use crate::print::models;

/// Prints the models that come with Pecan and the others of the list, then those that were downloaded
/// from elsewhere.
pub fn run(common: &CommonArguments) -> CommandResult {
    let list = listed(engine::downloaded_models());
    print(common.json, &list, &models::list(&list, &recommendation(&list)?))
}

fn listed(mut downloaded: Vec<DownloadedModel>) -> Vec<ListedModel> {
    let mut list = Vec::new();
    for entry in catalogue() {
        let at = downloaded.iter().position(|model| model.manifest.name == entry.name);
        let present = at.map(|at| downloaded.remove(at));
        list.push(of_entry(entry, present.as_ref()));
    }
    list.extend(downloaded.iter().map(of_download));
    list
}

fn of_entry(entry: &CatalogueEntry, present: Option<&DownloadedModel>) -> ListedModel {
    let known = present.map_or_else(|| entry.files(), |model| model.manifest.files.clone());
    let (memory, tried, is_there, revision) = match &entry.source {
        ModelSource::Own { memory, file, .. } => {
            (Some(*memory), true, engine::find_model_file(file).is_some(), None)
        }
        ModelSource::Hub { pin, .. } => {
            let pinned = pin.as_ref().map(|pin| pin.revision.as_str().to_owned());
            let revision = present.map(|model| model.manifest.revision.clone()).or(pinned);
            (None, false, present.is_some(), revision)
        }
    };
    ListedModel {
        name: entry.name.clone(),
        purpose: entry.purpose.clone(),
        licence: Some(entry.licence.clone()),
        bytes: (!known.is_empty()).then(|| known.iter().map(|file| file.bytes).sum()),
        memory,
        sha256: only(&known).map(|file| file.sha256.clone()),
        revision,
        tried,
        present: is_there,
    }
}

fn of_download(model: &DownloadedModel) -> ListedModel {
    let manifest = &model.manifest;
    ListedModel {
        name: manifest.name.clone(),
        purpose: format!("From {}", manifest.repository),
        licence: manifest.licence.clone(),
        bytes: Some(manifest.bytes()),
        memory: None,
        sha256: only(&manifest.files).map(|file| file.sha256.clone()),
        revision: Some(manifest.revision.clone()),
        tried: false,
        present: true,
    }
}

/// Returns the only one of several things, if there is only one.
fn only<T>(several: &[T]) -> Option<&T> {
    match several {
        [one] => Some(one),
        _ => None,
    }
}

/// Returns the model recommended for this machine, with the reason. No other than the default one was
/// measured with documents of users.
fn recommendation(list: &[ListedModel]) -> Result<String, Failure> {
    let missing = || Failure::new(protocol::Code::Internal, "The list of models is damaged.");
    let default = list.iter().find(|model| model.name == "default").ok_or_else(missing)?;
    Ok(recommended(default, model::free_memory()))
}

fn recommended(default: &ListedModel, free: Option<u64>) -> String {
    let needed = default.memory.unwrap_or(0);
    let gigabytes = |bytes: u64| format!("{:.1} GB", bytes as f64 / 1e9);
    let room = match free {
        Some(free) if free < needed => {
            format!(" It needs {}, but only {} are free now.", gigabytes(needed), gigabytes(free))
        }
        _ => String::new(),
    };
    format!(
        "Recommended for this machine: {}, the only model whose answers about documents were \
         measured.{room}",
        default.name
    )
}

#[cfg(test)]
mod tests {
    use protocol::{ModelFile, ModelManifest};

    use super::*;

    fn downloaded(name: &str, parts: u64) -> DownloadedModel {
        let file = |nth| ModelFile { name: format!("{nth}.gguf"), bytes: 5, sha256: "ab".into() };
        let manifest = ModelManifest {
            name: name.into(),
            repository: "a/b".into(),
            revision: "r".into(),
            licence: None,
            files: (0..parts).map(file).collect(),
        };
        DownloadedModel { folder: name.into(), manifest }
    }

    #[test]
    fn what_is_not_known_is_not_claimed() {
        let list = listed(Vec::new());
        let other = list.iter().find(|model| model.name == "qwen3-4b").expect("it is listed");
        assert_eq!((other.bytes, other.memory, &other.sha256), (None, None, &None));
        assert!(!other.tried && !other.present);
        assert!(list.iter().filter(|model| model.tried).all(|model| model.bytes.is_some()));
    }

    #[test]
    fn downloads_are_listed_with_what_was_checked() {
        let list = listed(vec![downloaded("qwen3-4b", 1), downloaded("a/b:Q8_0", 2)]);
        let find = |name| list.iter().find(|model| model.name == name).expect("it is listed");
        let (known, other) = (find("qwen3-4b"), find("a/b:Q8_0"));
        assert_eq!((known.bytes, known.sha256.as_deref()), (Some(5), Some("ab")));
        assert_eq!((other.bytes, &other.sha256), (Some(10), &None), "there are two files");
        assert!(known.present && other.present);
    }

    #[test]
    fn the_recommendation_says_if_memory_is_short() {
        let list = listed(Vec::new());
        assert!(!recommended(&list[0], Some(1 << 40)).contains("needs"));
        assert!(
            recommended(&list[0], Some(1)).ends_with("needs 0.3 GB, but only 0.0 GB are free now.")
        );
    }
}

//! The download of a model: all of its files, or nothing that can be used.

use std::path::Path;

use ::download::{Commit, Event, HubFile, Quantisation, Repository, WantedModel, quantisations};
use protocol::{Code, DownloadStage, Failure, ModelFile, ModelManifest};

use crate::disk::require_room;
use crate::http::HttpClient;
use crate::hub::HubRepository;
use crate::part_file::PartFile;
use crate::part_folder::PartFolder;
use crate::transfer::Transfer;
use crate::transfer_rate::Meter;

/// Downloads a model into a folder of its own below `models`.
///
/// # Errors
///
/// If it cannot be downloaded. What was received is kept for the next time, unless it is wrong.
pub fn download(client: &HttpClient, model: &WantedModel, models: &Path) -> Result<Event, Failure> {
    Meter::new(0).report(DownloadStage::Asking);
    let plan = Plan::make(client, model)?;
    let total = plan.files.iter().fold(0_u64, |sum, file| sum.saturating_add(file.bytes));
    let folder = PartFolder::open(models, &plan.name, &plan.files)?;
    let resumed = folder.bytes();
    require_room(models, total.saturating_sub(resumed))?;
    let mut meter = Meter::new(total);
    let mut parts = Vec::new();
    for file in &plan.files {
        parts.push(PartFile::open(folder.path(), file, &mut meter)?);
    }
    for (file, part) in plan.files.iter().zip(parts) {
        let source = plan.address(client, file);
        Transfer { client, source: &source, what: file.name() }.receive(part, &mut meter)?;
    }
    meter.report(DownloadStage::Receiving);
    let model = plan.manifest();
    folder.finish(&model)?;
    Ok(Event::Downloaded { model, resumed })
}

/// What is to be downloaded.
struct Plan {
    name: String,
    repository: Repository,
    revision: Commit,
    licence: Option<String>,
    files: Vec<HubFile>,
}

impl Plan {
    /// Takes the files that are known beforehand, or asks the hub.
    fn make(client: &HttpClient, model: &WantedModel) -> Result<Self, Failure> {
        let repository = model.repository.clone();
        if let Some(pin) = &model.pin {
            let files = pin.files.iter().map(|file| HubFile {
                path: file.name.clone(),
                bytes: file.bytes,
                sha256: file.sha256.clone(),
            });
            let quantisation = only(quantisations(files.collect()), model)?;
            let (name, revision) = (model.name.clone(), pin.revision.clone());
            return Ok(Self {
                name,
                repository,
                revision,
                licence: None,
                files: quantisation.files,
            });
        }
        let page = HubRepository::ask(client, &repository)?;
        let quantisation = only(quantisations(page.files), model)?;
        // A label on the command line may have other letters.
        let name = match model.name.contains('/') {
            true => format!("{repository}:{}", quantisation.label),
            false => model.name.clone(),
        };
        let (revision, licence) = (page.revision, page.licence);
        Ok(Self { name, repository, revision, licence, files: quantisation.files })
    }

    fn address(&self, client: &HttpClient, file: &HubFile) -> url::Url {
        let [owner, name] = self.repository.parts();
        let begin = [owner, name, "resolve", self.revision.as_str()];
        client.hub().below(begin.into_iter().chain(file.path.split('/')))
    }

    fn manifest(&self) -> ModelManifest {
        let file = |file: &HubFile| ModelFile {
            name: file.name().to_owned(),
            bytes: file.bytes,
            sha256: file.sha256.clone(),
        };
        ModelManifest {
            name: self.name.clone(),
            repository: self.repository.to_string(),
            revision: self.revision.as_str().to_owned(),
            licence: self.licence.clone(),
            files: self.files.iter().map(file).collect(),
        }
    }
}

/// Returns the model that is wanted among those of its repository.
fn only(found: Vec<Quantisation>, model: &WantedModel) -> Result<Quantisation, Failure> {
    let labels: Vec<String> = found.iter().map(|one| one.label.clone()).collect();
    let mut found = found.into_iter();
    let wanted = |one: &Quantisation| one.label.eq_ignore_ascii_case(&model.quantisation);
    found.find(wanted).filter(|one| !one.files.is_empty()).ok_or_else(|| {
        let has = match labels.is_empty() {
            true => "It has no GGUF model whose SHA-256 the hub states.".to_owned(),
            false => format!("It has {}.", labels.join(", ")),
        };
        let message =
            format!("{} has no complete model {}. {has}", model.repository, model.quantisation);
        Failure::new(Code::ModelUnknown, message)
    })
}

//! Requests that need a model or take long.

use protocol::{AddOptions, JobId, Outcome};

use crate::engine::Engine;
use crate::error::JobError;
use crate::jobs::client::Client;
use crate::jobs::requests::WorkRequest;

impl Engine {
    /// Does work that the client may stop.
    pub(crate) fn work(
        &mut self,
        job: JobId,
        request: WorkRequest<'_>,
        client: &mut dyn Client,
    ) -> Result<Outcome, JobError> {
        match request {
            WorkRequest::Add { files, options } => self.add(job, files, options, client),
            WorkRequest::ReadAgain { document, languages, password } => {
                let (languages, password) = (languages.to_vec(), password.cloned());
                let options = AddOptions { languages, password, ..AddOptions::default() };
                self.read_again(job, document, &options, client)
            }
            WorkRequest::Build { document, no_entities } => {
                self.build_one(job, document, no_entities, client)
            }
            WorkRequest::Estimate { document } => self.estimate(document),
            WorkRequest::WritePairs { document, name } => {
                self.write_pairs(job, document, name, client)
            }
            WorkRequest::SimilarNames { document, name, until } => {
                Ok(self.similar_names(document, name, until)?)
            }
            WorkRequest::Ask { documents, question, options } => {
                let answer = self.ask(job, documents, question, options, client)?;
                Ok(Outcome::Answer(Box::new(answer)))
            }
            WorkRequest::ExportDocuments { documents, file } => {
                self.export_documents(job, documents, file, client)
            }
            WorkRequest::ImportDocuments { files } => self.import_documents(job, files, client),
            WorkRequest::Covers => self.draw_covers(job, client),
            WorkRequest::ModelInfo { path, role } => {
                Ok(Outcome::Model(Box::new(self.model_info(path, role)?)))
            }
            WorkRequest::OpenModel { path, role } => {
                Ok(Outcome::Model(Box::new(self.open_model(path, role)?)))
            }
            WorkRequest::TuneModel { role, tuning } => {
                Ok(Outcome::Model(Box::new(self.tune_model(role, tuning)?)))
            }
            WorkRequest::TryModel { path } => self.try_model(job, path, client),
        }
    }
}

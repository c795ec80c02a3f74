//! Requests that change the library and need no model.

use protocol::{Failure, Outcome};

use crate::engine::Engine;
use crate::jobs::requests::ChangeRequest;
use crate::models::engine_models::forget_states;

impl Engine {
    /// Changes the library.
    pub(crate) fn change(&mut self, request: ChangeRequest<'_>) -> Result<Outcome, Failure> {
        match request {
            ChangeRequest::Remove { document } => {
                self.access.write()?.remove_document(document)?;
                forget_states(&self.access);
                Ok(Outcome::Removed(document))
            }
            ChangeRequest::Collect { document, collection, within } => {
                self.collect(document, collection, within)?;
                Ok(Outcome::Done)
            }
            ChangeRequest::NameCollection { collection, name } => {
                self.name_collection(collection, name)?;
                Ok(Outcome::Done)
            }
            ChangeRequest::DissolveCollection { collection } => {
                self.dissolve_collection(collection)?;
                Ok(Outcome::Done)
            }
            ChangeRequest::ShareCollection { collection, shared } => {
                self.share_collection(collection, shared)?;
                Ok(Outcome::Done)
            }
            ChangeRequest::CorrectNames { document, correction, until } => {
                self.correct_names(document, correction, until)
            }
            ChangeRequest::UndoCorrection { document, correction, until } => {
                self.undo_correction(document, correction, until)
            }
            ChangeRequest::SaveWindowState { changes } => {
                self.access.write()?.save_window_state(changes)?;
                Ok(Outcome::Done)
            }
            ChangeRequest::Forget { question } => {
                self.access.write()?.forget_question(question)?;
                Ok(Outcome::Forgotten(question))
            }
        }
    }
}

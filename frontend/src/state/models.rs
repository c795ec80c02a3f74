use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Failure, ModelInfo, Outcome, Request};

use super::Desk;
use crate::ipc::{self, Picking};
use crate::words;

/// The model in use.
#[derive(Clone, Copy)]
pub struct Models {
    /// What is known of it, or why none can be used; none while that is being found out.
    pub current: RwSignal<Option<Result<ModelInfo, Failure>>>,
    /// The name of the model that is to be used instead, until it is.
    pub opening: RwSignal<Option<String>>,
}

impl Models {
    pub(super) fn new() -> Self {
        Self { current: RwSignal::default(), opening: RwSignal::default() }
    }
}

impl Desk {
    /// Asks which model is in use.
    pub fn refresh_model(self) {
        spawn_local(async move {
            let info = ipc::outcome(Request::ModelInfo { path: None }).await.and_then(model);
            self.models.current.set(Some(info));
        });
    }

    /// Lets the user choose a model file.
    pub fn pick_model(self) {
        spawn_local(async move {
            let picking = Picking {
                title: words::OPEN_MODEL_TITLE,
                kind: words::MODEL_FILES,
                extensions: &["gguf"],
                several: false,
            };
            match ipc::pick_files(&picking).await {
                Ok(mut files) => {
                    if let Some(path) = files.pop() {
                        self.open_model(Some(path));
                    }
                }
                Err(failure) => self.fail(&failure),
            }
        });
    }

    /// Uses another model from now on; none for the one that comes with Pecan. If it cannot be
    /// used, the one in use stays.
    pub fn open_model(self, path: Option<String>) {
        self.models.opening.set(Some(words::chosen_model(path.as_deref())));
        spawn_local(async move {
            match ipc::outcome(Request::OpenModel { path }).await.and_then(model) {
                Ok(info) => {
                    self.models.current.set(Some(Ok(info)));
                    self.refresh_library();
                }
                Err(failure) => self.fail(&failure),
            }
            self.models.opening.set(None);
        });
    }

    /// The name of a model that can only be loaded when the build under way is over.
    pub fn waiting_model(self) -> Option<String> {
        let opening = self.models.opening.get();
        opening.filter(|_| self.library.is_busy())
    }

    /// What is known of the model in use; none while one is being loaded.
    pub fn model_in_use(self) -> Option<Result<ModelInfo, Failure>> {
        let loading = self.models.opening.with(Option::is_some) && !self.library.is_busy();
        if loading { None } else { self.models.current.get() }
    }
}

fn model(outcome: Outcome) -> Result<ModelInfo, Failure> {
    match outcome {
        Outcome::Model(info) => Ok(info),
        _ => Err(ipc::unexpected()),
    }
}

//! The models in use.

use std::collections::BTreeMap;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Estimate, Failure, FilePickerOptions, ModelInfo, Outcome, Request, Role, Tuning};

use crate::app::notices::NoticeStore;
use crate::i18n::failure_texts;
use crate::i18n::user_message::UserMessage;
use crate::ipc;
use crate::library::store::LibraryStore;
use crate::settings::strings;

/// The model in use.
#[derive(Clone, Copy)]
pub struct ModelStore {
    /// Facts about it, or why no model can be used; none until they are known.
    pub current: RwSignal<Option<Result<ModelInfo, Failure>>>,
    /// The role for which another model is being opened, and its file; within that, none for the
    /// model that comes with Pecan.
    pub opening: RwSignal<Option<(Role, Option<String>)>>,
    /// The picked file, with facts about it, before it is used.
    pub picked: RwSignal<Option<Picked>>,
    /// The model that answers questions, if it is another one.
    pub asking: RwSignal<Option<ModelInfo>>,
    /// The estimated time of building with each model that was tried, by its file, none for the one
    /// in use; within that, none during the trial.
    pub tried: RwSignal<BTreeMap<Option<String>, Option<Estimate>>>,
    /// The message that a model could not be given its share of the machine.
    untuned: StoredValue<Option<UserMessage>>,
    library: LibraryStore,
    notices: NoticeStore,
}

/// A model file that the user considers.
#[derive(Debug, Clone, PartialEq)]
pub struct Picked {
    /// The file.
    pub path: String,
    /// The role.
    pub role: Role,
    /// Facts about it, or why it cannot be used; none until they are known.
    pub looked_at: Option<Result<ModelInfo, Failure>>,
}

impl ModelStore {
    /// Returns a store that knows no model yet.
    pub fn new(library: LibraryStore) -> Self {
        Self {
            current: RwSignal::default(),
            opening: RwSignal::default(),
            picked: RwSignal::default(),
            asking: RwSignal::default(),
            tried: RwSignal::default(),
            untuned: StoredValue::default(),
            library,
            notices: library.notices,
        }
    }

    /// Requests which models are in use.
    pub fn refresh(self) {
        spawn_local(async move {
            let asking = in_use(Role::Asking).await;
            // The model requested last stays loaded.
            let building = in_use(Role::Building).await;
            self.take_in_models(building, asking);
        });
    }

    fn take_in_models(
        self,
        building: Result<ModelInfo, Failure>,
        asking: Result<ModelInfo, Failure>,
    ) {
        let same = |other: &ModelInfo| building.as_ref().is_ok_and(|own| own.path == other.path);
        self.asking.set(asking.ok().filter(|asking| !same(asking)));
        self.current.set(Some(building));
    }

    /// Measures how long building takes with a model; none for the one in use.
    pub fn try_model(self, path: Option<String>) {
        self.tried.update(|tried| {
            tried.insert(path.clone(), None);
        });
        spawn_local(async move {
            let tried = match ipc::outcome(Request::TryModel { path: path.clone() }).await {
                Ok(Outcome::Estimate(estimate)) => Ok(estimate),
                Ok(_) => Err(ipc::unexpected()),
                Err(failure) => Err(failure),
            };
            let tried = tried.map_err(|failure| self.notices.fail(&failure)).ok();
            self.tried.update(|all| {
                all.remove(&path);
                all.extend(tried.map(|estimate| (path, Some(estimate))));
            });
        });
    }

    /// Lets the user choose a model file, and inspects it.
    pub fn pick_model(self, role: Role) {
        spawn_local(async move {
            let picking = FilePickerOptions {
                title: strings::open_model_title().to_owned(),
                kind: strings::model_files().to_owned(),
                extensions: vec!["gguf".to_owned()],
                several: false,
            };
            match ipc::pick_files(&picking).await {
                Ok(mut files) => {
                    if let Some(path) = files.pop() {
                        self.look_at_model(path, role).await;
                    }
                }
                Err(failure) => self.notices.fail(&failure),
            }
        });
    }

    /// Inspects a model file. The model in use stays in use.
    async fn look_at_model(self, path: String, role: Role) {
        let picked = Picked { path: path.clone(), role, looked_at: None };
        self.picked.set(Some(picked.clone()));
        let looked = ipc::outcome(Request::ModelInfo { path: Some(path), role }).await;
        let looked_at = Some(looked.and_then(model));
        self.picked.update(|now| {
            // Another one may have been picked since.
            if *now == Some(picked.clone()) {
                *now = Some(Picked { looked_at, ..picked });
            }
        });
    }

    /// Sets how much of the machine the model in use gets from now on. Shows it at once, since a
    /// build may have to end first.
    pub fn tune_model(self, role: Role, tuning: Tuning) {
        match role {
            Role::Building => self.current.update(|info| {
                if let Some(Ok(info)) = info {
                    info.tuning = tuning;
                }
            }),
            Role::Asking => self.asking.update(|info| {
                if let Some(info) = info {
                    info.tuning = tuning;
                }
            }),
        }
        spawn_local(async move {
            let tuned = ipc::outcome(Request::TuneModel { role, tuning }).await;
            // The problem is solved by now, or reported again.
            if let Some(said) = self.untuned.try_update_value(Option::take).flatten() {
                self.notices.untell(&said);
            }
            if let Err(failure) = tuned {
                self.untuned.set_value(Some(failure_texts::failure_said(&failure)));
                self.notices.fail(&failure);
            }
            self.refresh();
        });
    }

    /// Switches to another model; none for the one that comes with Pecan, or, for questions, for
    /// the one that builds. If it cannot be used, the one in use stays.
    pub fn open_model(self, path: Option<String>, role: Role) {
        self.picked.set(None);
        self.opening.set(Some((role, path.clone())));
        spawn_local(async move {
            match ipc::outcome(Request::OpenModel { path, role }).await {
                Ok(_) => {
                    self.tried.update(BTreeMap::clear);
                    let asking = in_use(Role::Asking).await;
                    self.take_in_models(in_use(Role::Building).await, asking);
                    self.library.refresh();
                }
                Err(failure) => self.notices.fail(&failure),
            }
            self.opening.set(None);
        });
    }

    /// The name of a model that can be loaded only after the running build.
    pub fn waiting_model(self) -> Option<String> {
        let busy = self.library.is_busy();
        let (_, opening) = self.opening.get().filter(|_| busy)?;
        Some(strings::chosen_model(opening.as_deref()))
    }

    /// Facts about the model in use; none while one is being loaded.
    pub fn in_use(self) -> Option<Result<ModelInfo, Failure>> {
        let loading = self.is_opening(Role::Building) && !self.library.is_busy();
        if loading { None } else { self.current.get() }
    }

    /// Whether another model for this role is being opened.
    pub fn is_opening(self, role: Role) -> bool {
        self.opening.with(|opening| opening.as_ref().is_some_and(|(of, _)| *of == role))
    }
}

/// Returns the store of the window that contains a view.
pub fn use_models() -> ModelStore {
    expect_context()
}

/// Facts about the model in use for this role.
async fn in_use(role: Role) -> Result<ModelInfo, Failure> {
    ipc::outcome(Request::ModelInfo { path: None, role }).await.and_then(model)
}

fn model(outcome: Outcome) -> Result<ModelInfo, Failure> {
    match outcome {
        Outcome::Model(info) => Ok(*info),
        _ => Err(ipc::unexpected()),
    }
}

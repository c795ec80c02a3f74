//! Saving the names for other programs.

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{EntityForm, Outcome, Request};

use crate::entities::store::{EntityStore, bound};
use crate::entities::strings;
use crate::ipc;

impl EntityStore {
    /// Saves the names, up to the limit of the list, for other programs.
    pub fn save(self, form: EntityForm) {
        let Some(document) = self.reader.document.get_untracked() else { return };
        let until = bound(untrack(|| self.named_until()));
        let title = untrack(|| self.builds.library.title(document)).unwrap_or_default();
        spawn_local(async move {
            let saved = async {
                let export = Request::ExportEntities { document, form, until };
                let Outcome::Files(files) = ipc::outcome(export).await? else {
                    return Err(ipc::unexpected());
                };
                match files.as_slice() {
                    [file] if form != EntityForm::Markdown => {
                        ipc::save_text(strings::save_names(), &file.name, &file.text).await
                    }
                    files => {
                        let folder = strings::folder_of(&title);
                        ipc::save_folder(strings::save_names(), &folder, files).await
                    }
                }
            };
            if let Err(failure) = saved.await {
                self.notices.fail(&failure);
            }
        });
    }
}

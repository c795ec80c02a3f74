//! Questions about a name, which the model writes.

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Event, Request, SMALL_MODEL};

use crate::entities::store::EntityStore;
use crate::ipc;
use crate::job::TrackedJob;

impl EntityStore {
    /// Whether the model can write questions about the chosen name: all of the text may be used,
    /// and the model is large enough to write questions that make sense.
    pub fn can_write_pairs(self) -> bool {
        let writes =
            matches!(self.models.in_use(), Some(Ok(model)) if model.parameters >= SMALL_MODEL);
        self.listed_to_the_end() && self.can_ask_for_kinds() && writes
    }

    /// Whether the listed names are those of the whole text.
    pub fn listed_to_the_end(self) -> bool {
        self.names.with(|names| names.as_ref().is_some_and(|names| names.until.is_none()))
    }

    /// Has the model write questions about the chosen name.
    pub fn write_pairs(self) {
        let document = self.reader.document.get_untracked();
        let (names, chosen) = (self.names.get_untracked(), self.chosen.get_untracked());
        let (Some(document), Some(names), Some(chosen)) = (document, names, chosen) else { return };
        let name = Some(names.own_name(&chosen).to_owned());
        self.writing.set(Some(TrackedJob::default()));
        spawn_local(async move {
            let hear = move |event| self.pairs_written(event);
            match ipc::submit(&Request::WritePairs { document, name }, hear).await {
                // A job that has ended by now is not noted as running.
                Ok(job) => self.writing.update(|task| {
                    if let Some(task) = task {
                        task.begin(job);
                    }
                }),
                Err(failure) => self.pairs_written(Event::Failed { failure }),
            }
        });
    }

    /// Stops the writing; the questions written so far stay.
    pub fn stop_writing_pairs(self) {
        self.writing.update(|task| {
            if let Some(task) = task {
                task.stop();
            }
        });
    }

    fn pairs_written(self, event: Event) {
        match event {
            Event::Progress(news) => self.writing.update(|task| {
                if let Some(task) = task {
                    task.advance(news);
                }
            }),
            Event::Finished { .. } | Event::Stopped => self.writing_ended(),
            Event::Failed { failure } => {
                self.notices.fail(&failure);
                self.writing_ended();
            }
            Event::Waits
            | Event::Notice { .. }
            | Event::Listed { .. }
            | Event::Began { .. }
            | Event::Visited { .. }
            | Event::Token { .. } => {}
        }
    }

    fn writing_ended(self) {
        self.writing.set(None);
        self.ask_for_facts();
    }
}

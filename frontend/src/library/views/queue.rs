//! The line about the queue, and what is said of waiting jobs.

use leptos::prelude::*;

use crate::job::TrackedJob;
use crate::library::store::{LibraryStore, use_library};
use crate::library::{job_strings, strings};

/// The number of waiting jobs, with a button to pause or resume them.
#[component]
pub fn QueueLine() -> impl IntoView {
    let library = use_library();
    let queue = library.queue;
    let paused = move || library.is_paused();
    let any = move || queue.with(|queue| !queue.is_empty());
    let shown = move || queue.with(|queue| job_strings::queue(queue.waiting.len(), queue.paused));
    view! {
        <Show when=any>
            <div class="queue" data-testid="queue">
                <span class="quiet" role="status">{shown}</span>
                <button data-testid="pause" on:click=move |_| library.pause(!queue.with_untracked(|queue| queue.paused))>
                    {move || if paused() { strings::go_on() } else { strings::pause() }}
                </button>
            </div>
        </Show>
    }
}

/// Says that a task waits, and behind how many.
pub fn waiting(library: LibraryStore, task: &TrackedJob) -> String {
    job_strings::waiting(library.before(task), library.is_paused())
}

/// A button that moves a task before all others that wait.
pub fn do_next(library: LibraryStore, task: &TrackedJob) -> Option<impl IntoView + use<>> {
    let behind = library.place(task).is_some_and(|place| place > 0);
    let job = task.job.filter(|_| behind)?;
    Some(view! {
        <button data-testid="do-next" on:click=move |_| library.put_first(job)>
            {strings::do_next()}
        </button>
    })
}

use leptos::prelude::*;

use crate::i18n;
use crate::state::{App, TrackedJob, use_app};

/// The number of waiting jobs, with a button to pause or resume them.
#[component]
pub fn QueueLine() -> impl IntoView {
    let app = use_app();
    let queue = app.library.queue;
    let paused = move || app.library.is_paused();
    let any = move || queue.with(|queue| !queue.is_empty());
    let shown = move || queue.with(|queue| i18n::queue(queue.waiting.len(), queue.paused));
    view! {
        <Show when=any>
            <div class="queue" data-testid="queue">
                <span class="quiet" role="status">{shown}</span>
                <button data-testid="pause" on:click=move |_| app.pause(!queue.with_untracked(|queue| queue.paused))>
                    {move || if paused() { i18n::go_on() } else { i18n::pause() }}
                </button>
            </div>
        </Show>
    }
}

/// Says that a task waits, and behind how many.
pub fn waiting(app: App, task: &TrackedJob) -> String {
    i18n::waiting(app.library.before(task), app.library.is_paused())
}

/// A button that moves a task before all others that wait.
pub fn do_next(app: App, task: &TrackedJob) -> Option<impl IntoView + use<>> {
    let behind = app.library.place(task).is_some_and(|place| place > 0);
    let job = task.job.filter(|_| behind)?;
    Some(view! {
        <button data-testid="do-next" on:click=move |_| app.put_first(job)>
            {i18n::do_next()}
        </button>
    })
}

use leptos::prelude::*;

use crate::state::{Desk, Task, use_desk};
use crate::words;

/// The number of waiting jobs, with a button to pause or resume them.
#[component]
pub fn QueueLine() -> impl IntoView {
    let desk = use_desk();
    let queue = desk.library.queue;
    let paused = move || desk.library.is_paused();
    let any = move || queue.with(|queue| !queue.is_empty());
    let told = move || queue.with(|queue| words::queue(queue.waiting.len(), queue.paused));
    view! {
        <Show when=any>
            <div class="queue" data-testid="queue">
                <span class="quiet" role="status">{told}</span>
                <button data-testid="pause" on:click=move |_| desk.pause(!queue.with_untracked(|queue| queue.paused))>
                    {move || if paused() { words::go_on() } else { words::pause() }}
                </button>
            </div>
        </Show>
    }
}

/// Says that a task waits, and behind how many.
pub fn waiting(desk: Desk, task: &Task) -> String {
    words::waiting(desk.library.before(task), desk.library.is_paused())
}

/// A button that moves a task before all others that wait.
pub fn do_next(desk: Desk, task: &Task) -> Option<impl IntoView + use<>> {
    let behind = desk.library.place(task).is_some_and(|place| place > 0);
    let job = task.job.filter(|_| behind)?;
    Some(view! {
        <button data-testid="do-next" on:click=move |_| desk.put_first(job)>
            {words::do_next()}
        </button>
    })
}

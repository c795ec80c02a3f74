use leptos::prelude::*;

use super::icon::{IconButton, Mark};
use crate::state::{Side, View, use_desk};
use crate::{focus, words};

/// What to try first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// Ask what the sample book answers.
    Ask = 1,
    /// Follow a citation to its passage.
    Follow,
    /// Look at the way to the answer.
    Way,
    /// That was all: add a document of one's own.
    Own,
}

/// The first steps with the sample book, one at a time; each is over when it was done.
#[component]
pub fn Tour() -> impl IntoView {
    let desk = use_desk();
    let step = Memo::new(move |_| {
        // What was asked in earlier days is not what is tried now.
        let asked = desk.asking.exchanges.with(|exchanges| exchanges.iter().any(|one| one.new));
        let followed = desk.reading.passage.get().is_some();
        let seen = matches!(desk.view.get(), View::Graph | View::Both);
        next(asked, followed, seen)
    });
    // What was seen once need not be seen all the time.
    let reached = RwSignal::new(Step::Ask);
    Effect::new(move |_| match step.get() {
        Step::Ask => reached.set(Step::Ask),
        step => reached.update(|reached| *reached = (*reached).max(step)),
    });
    let card = move || {
        let step = reached.get();
        let number = (step != Step::Own).then(|| words::tour_step(step as u32));
        let what = match step {
            Step::Ask => ask(),
            Step::Follow => view! { <p>{words::tour_follow()}</p> }.into_any(),
            Step::Way => view! { <p>{words::tour_way()}</p> }.into_any(),
            Step::Own => own(),
        };
        view! {
            <aside class="tour" data-testid="tour" aria-label=words::tour()>
                {number.map(|number| view! { <p class="quiet" data-testid="tour-step">{number}</p> })}
                {what}
                <IconButton
                    mark=Mark::Close
                    name=words::tour_close()
                    id="tour-close"
                    press=move || {
                        desk.end_tour();
                        focus::land();
                    }
                />
            </aside>
        }
    };
    view! {
        <Show when=move || desk.touring.get() && desk.reading.document.get().is_some()>
            {card}
        </Show>
    }
}

/// What comes next, by what was done.
fn next(asked: bool, followed: bool, seen: bool) -> Step {
    match (asked, followed, seen) {
        (false, ..) => Step::Ask,
        (true, false, _) => Step::Follow,
        (true, true, false) => Step::Way,
        (true, true, true) => Step::Own,
    }
}

/// A document of one's own ends the first steps.
fn own() -> AnyView {
    let desk = use_desk();
    view! {
        <p>{words::tour_own()}</p>
        <button
            data-testid="tour-own"
            on:click=move |_| {
                desk.end_tour();
                desk.pick_documents();
            }
        >
            {words::add()}
        </button>
    }
    .into_any()
}

/// The question that the sample book answers goes into the field, where it can be changed.
fn ask() -> AnyView {
    let desk = use_desk();
    let question = move || desk.sample().map(|sample| sample.question);
    view! {
        <p>{words::tour_ask()}</p>
        <button
            data-testid="tour-ask"
            on:click=move |_| {
                desk.fold(Side::Questions, false);
                desk.asking.begun.set(question());
            }
        >
            {question}
        </button>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_over_when_it_was_done() {
        for (done, expected) in [
            ([false, true, true], Step::Ask),
            ([true, false, true], Step::Follow),
            ([true, true, false], Step::Way),
            ([true, true, true], Step::Own),
        ] {
            let [asked, followed, seen] = done;
            assert_eq!(next(asked, followed, seen), expected, "{done:?}");
        }
    }
}

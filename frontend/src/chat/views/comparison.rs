//! The comparison of two runs of a question.

use std::sync::Arc;

use leptos::html::Div;
use leptos::prelude::*;
use protocol::{Answer, QuestionId, Step};
use web_sys::ScrollLogicalPosition;

use crate::chat::comparison_strings::{self, RunComparisonRow};
use crate::chat::store::use_chat;
use crate::dom::scroll::reveal;
use crate::format;
use crate::graph::graph_node::GraphNode;
use crate::graph::store::{GraphStore, use_graph};
use crate::graph::strings as graph_strings;

/// The number of characters of a node's text to show.
const BEGINNING: usize = 80;

/// Chooses another run of the same question for comparison, if there is one.
#[component]
pub fn Runs(answer: Arc<Answer>, other: RwSignal<Option<Arc<Answer>>>) -> impl IntoView {
    let chat = use_chat();
    let runs = Memo::new(move |_| chat.other_runs(&answer));
    let chosen =
        move |event: leptos::ev::Event| match event_target_value(&event).parse::<QuestionId>() {
            Ok(question) => chat.compare_with(question, other),
            Err(_) => other.set(None),
        };
    let choices = move || {
        let choice = |(question, asked): (QuestionId, i64)| {
            view! { <option value=question.to_string()>{format::date(asked)}</option> }
        };
        runs.get().into_iter().map(choice).collect_view()
    };
    view! {
        <Show when=move || !runs.with(Vec::is_empty)>
            <select
                class="quiet-line"
                data-testid="compare"
                aria-label=comparison_strings::compare()
                on:change=chosen
            >
                <option value="">{comparison_strings::compare()}</option>
                {choices}
            </select>
        </Show>
    }
}

/// Two runs of one question, side by side.
#[component]
pub fn Comparison(answer: Arc<Answer>, other: Arc<Answer>) -> impl IntoView {
    let graph = use_graph();
    let holder = NodeRef::<Div>::new();
    Effect::new(move |_| {
        if let Some(holder) = holder.get() {
            request_animation_frame(move || reveal(&holder, ScrollLogicalPosition::Nearest));
        }
    });
    let dates = [&answer, &other].map(|run| format::date(run.asked));
    let name = comparison_strings::compare_with(&dates[1]);
    let lines =
        comparison_strings::compared([&answer, &other]).into_iter().map(line).collect_view();
    let heads = dates.map(|date| view! { <th scope="col">{date}</th> }).into_iter().collect_view();
    let seen = VisitComparison::of(&answer, &other);
    let both = format::count(seen.both as u64);
    let own = [(&answer, seen.own), (&other, seen.others)];
    let own = own.map(|(run, steps)| view! { <td>{only(graph, run, &steps)}</td> });
    view! {
        <div class="comparison" node_ref=holder data-testid="comparison">
            <table aria-label=name>
                <thead><tr><td></td>{heads}</tr></thead>
                <tbody>
                    {lines}
                    <tr>
                        <th scope="row" data-testid="by-both">{comparison_strings::looked_at_by_both(&both)}</th>
                        {own.into_iter().collect_view()}
                    </tr>
                </tbody>
            </table>
        </div>
    }
}

fn line(line: RunComparisonRow) -> impl IntoView {
    let differs = line.differs();
    let values = line.values.map(|value| view! { <td>{value}</td> });
    view! {
        <tr class:differs=differs>
            <th scope="row">{line.name}</th>
            {values.into_iter().collect_view()}
        </tr>
    }
}

/// The nodes that only one run visited; a click shows a node's passage.
fn only(graph: GraphStore, run: &Answer, steps: &[Step]) -> impl IntoView + use<> {
    if steps.is_empty() {
        return view! { <p class="quiet">{comparison_strings::looked_at_only_here()}" "{comparison_strings::none_only_here()}</p> }
            .into_any();
    }
    let row = |step: &Step| {
        let at = GraphNode::visited(run, step);
        let text = format::node_beginning(&step.text, step.level, BEGINNING);
        view! {
            <li>
                <button
                    class="visited"
                    title=graph_strings::show_passage()
                    on:click=move |_| if let Some(at) = at { graph.show_passage_in(at) }
                >
                    <span class="point-name">{graph.step_name(run, step)}" "</span>
                    {text}
                </button>
            </li>
        }
    };
    let rows = steps.iter().map(row).collect_view();
    view! { <p class="quiet">{comparison_strings::looked_at_only_here()}</p><ul role="list">{rows}</ul> }
        .into_any()
}

/// The nodes that two runs visited.
struct VisitComparison {
    /// The number of nodes that both visited.
    both: usize,
    /// The steps only of the one.
    own: Vec<Step>,
    /// The steps only of the other.
    others: Vec<Step>,
}

impl VisitComparison {
    /// In another graph the same number means another node.
    fn of(one: &Answer, other: &Answer) -> Self {
        let own = alone(one, other);
        Self { both: one.steps.len() - own.len(), own, others: alone(other, one) }
    }
}

/// The steps of one run to nodes that another did not visit.
fn alone(one: &Answer, other: &Answer) -> Vec<Step> {
    let known: Vec<_> = other.steps.iter().map(|step| GraphNode::visited(other, step)).collect();
    let own = one.steps.iter().filter(|step| !known.contains(&GraphNode::visited(one, step)));
    own.cloned().collect()
}

#[cfg(test)]
mod tests {
    use protocol::GraphId;

    use super::*;
    use crate::fixtures::{answer, step};

    #[test]
    fn the_same_number_in_another_graph_is_another_node() {
        let one = Answer { steps: vec![step(1, 0.1), step(2, 0.1)], ..answer() };
        let other = Answer { steps: vec![step(2, 0.3), step(3, 0.1)], ..answer() };
        let nodes = |steps: &[Step]| steps.iter().map(|step| step.node).collect::<Vec<_>>();
        let seen = VisitComparison::of(&one, &other);
        assert_eq!((seen.both, nodes(&seen.own), nodes(&seen.others)), (1, vec![1], vec![3]));
        let elsewhere = Answer { graphs: vec![GraphId(9), GraphId(8)], ..other };
        assert_eq!(VisitComparison::of(&one, &elsewhere).both, 0);
    }
}

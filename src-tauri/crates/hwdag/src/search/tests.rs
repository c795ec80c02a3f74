mod candidates;
mod costs;
mod properties;
mod rerank;
mod stops;
mod thinking;
mod watching;
mod window;
mod wording;

use std::ops::ControlFlow;

use super::*;
use crate::ablation::Ablation;
use crate::calibration::Calibration;
use crate::example::{TEXTS, graph, graph_until};
use crate::fake::Fake;
use crate::graph_set::NodeKey;
use crate::prompts;
use crate::scores::{NodeScore, Scoring};

const QUESTION: &str = "Where is the hat?";

/// Returns a model that attends from "hat" and "things" to "hat" only, says Yes once it has read chunk 3, and answers
/// "the hat".
fn reader() -> Fake {
    let mut model = Fake::new(1_000);
    model.look = Box::new(|(_, row), (_, column)| match (row, column) {
        (" things", " hat") => 0.3,
        (" hat", " hat") => 0.6,
        _ => 0.0,
    });
    model.judge = Box::new(|text| if text.contains(TEXTS[3]) { 0.9 } else { 0.2 });
    model.reply = Box::new(|_| "the hat".into());
    model
}

fn go(_: SearchEvent<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Searches the example, without similarity unless the settings and `cosines` include it.
fn ask(model: &mut Fake, settings: SearchSettings, cosines: &[f32]) -> SearchOutcome {
    let graph = graph(model);
    let graphs = [&graph];
    let query = Query { cosines, ..Query::new(QUESTION, &graphs) };
    search(model, &query, &settings, &mut go).unwrap()
}

fn nodes(outcome: &SearchOutcome) -> Vec<usize> {
    outcome.path.iter().map(|visit| visit.node.node).collect()
}

fn near(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-6
}

fn identity(cost: &SearchCost, model: &Fake) -> bool {
    adds_up(cost) && cost.distinct == model.len() as u64
}

fn adds_up(cost: &SearchCost) -> bool {
    cost.evaluated + cost.restored - cost.again - cost.thoughts == cost.distinct
}

/// The question has five tokens. The top point has three, of which "things" attends to "hat" by 0.3: relevance 0.3 ÷ 15
/// × 2 = 0.04, so z of points 4, 5 and 6 is 0.02, 0.012 and 0.008. Points 4 and 5 attend to nothing; point 6 by 0.6 ÷
/// 20 × 5 = 0.15, so z of chunks 2 and 3 is 0.015 and 0.135. Chunk 3 has eight tokens: 0.6 ÷ 40 × 6 = 0.09.
#[test]
fn the_way_down_by_hand() {
    let mut model = reader();
    let found = ask(&mut model, SearchSettings::default(), &[]);
    assert_eq!((nodes(&found), found.stop), (vec![7, 4, 5, 6, 3], SearchStopReason::Sufficient));
    let relevance = [0.04, 0.0, 0.0, 0.15, 0.09];
    let chosen_by = [0.0, 0.02, 0.012, 0.008, 0.135];
    let p_yes = [0.2, 0.2, 0.2, 0.2, 0.9];
    for (index, visit) in found.path.iter().enumerate() {
        assert!(near(visit.relevance, relevance[index]), "{visit:?}");
        assert!(near(visit.score.attention, chosen_by[index]), "{visit:?}");
        assert!(near(visit.p_yes.unwrap(), p_yes[index]), "{visit:?}");
        assert_eq!(visit.score.similarity, 0.0);
    }
    assert_eq!(found.path.iter().map(|visit| visit.level).collect::<Vec<_>>(), [3, 2, 2, 2, 1]);
}

/// Of the answer's two tokens one attends to "hat": to one of four tokens of point 6 and one of eight of chunk 3, so a
/// is 2/3 and 1/3. Chunk 3 has 2/3 × 0.9 + 1/3, chunk 2 has 2/3 × 0.1.
#[test]
fn the_answer_and_its_evidence_by_hand() {
    let found = ask(&mut reader(), SearchSettings::default(), &[]);
    assert!(found.found());
    assert_eq!(found.answered_from().count(), found.path.len());
    assert_eq!(found.answer, "the hat");
    let evidence: Vec<_> =
        found.evidence.iter().map(|item| (item.chunk.node, item.node.node)).collect();
    assert_eq!(evidence, [(3, 6), (2, 6)]);
    assert!(near(found.evidence[0].weight, 2.0 / 3.0 * 0.9 + 1.0 / 3.0));
    assert!(near(found.evidence[1].weight, 2.0 / 3.0 * 0.1));
}

/// "hat" attends as above, the words of the other sentence to nothing.
#[test]
fn every_sentence_has_its_own_points() {
    let mut model = reader();
    model.reply = Box::new(|_| " the hat. A goose".into());
    let found = ask(&mut model, SearchSettings::default(), &[]);
    assert_eq!(found.answer, "the hat. A goose");
    let said: Vec<&str> =
        found.sentences.iter().map(|one| &found.answer[one.range.clone()]).collect();
    assert_eq!(said, ["the hat.", "A goose"]);
    assert_eq!(nodes(&found), [7, 4, 5, 6, 3]);
    for (share, expected) in
        found.sentences[0].looked.iter().zip([0.0, 0.0, 0.0, 2.0 / 3.0, 1.0 / 3.0])
    {
        assert!(near(*share, expected), "{share} for {expected}");
    }
    assert_eq!(found.sentences[1].looked, [0.0; 5]);
}

#[test]
fn similarity_leads_when_it_is_stronger() {
    let cosines = [0.0, 0.0, 0.0, 0.0, 0.05, 0.0, 0.9, 0.0];
    let found = ask(&mut reader(), SearchSettings::default(), &cosines);
    assert_eq!(nodes(&found), [7, 6, 3]);
    let score = found.path[1].score;
    assert!(
        near(score.attention, 0.008) && near(score.similarity, 0.9) && near(score.total, 0.908)
    );
    let ablation = Ablation { without_similarity: true, ..Ablation::default() };
    let settings = SearchSettings { ablation, ..SearchSettings::default() };
    assert_eq!(nodes(&ask(&mut reader(), settings, &cosines)), [7, 4, 5, 6, 3]);
}

#[test]
fn shared_words_lead_with_the_others() {
    let words = [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5];
    let found = |times| {
        let mut model = reader();
        let graph = graph(&model);
        let graphs = [&graph];
        let scoring = Scoring { words: times, ..Scoring::default() };
        let settings = SearchSettings { scoring, ..SearchSettings::default() };
        let query = Query { words: &words, ..Query::new(QUESTION, &graphs) };
        search(&mut model, &query, &settings, &mut go).unwrap()
    };
    let led = found(0.6);
    assert_eq!(nodes(&led)[..2], [7, 1]);
    assert_eq!(led.path[0].score, NodeScore::default(), "where a search begins nothing is chosen");
    assert!(near(led.path[1].score.words, 0.6));
    assert_eq!(nodes(&found(0.0)), [7, 4, 5, 6, 3]);
}

#[test]
fn cosines_and_words_of_other_graphs_are_refused() {
    let mut model = reader();
    let graph = graph(&model);
    let graphs = [&graph];
    let own = Query::new(QUESTION, &graphs);
    for query in [Query { cosines: &[0.5; 7], ..own }, Query { words: &[0.5; 7], ..own }] {
        let error = search(&mut model, &query, &SearchSettings::default(), &mut go).unwrap_err();
        assert!(matches!(error, Error::Inconsistent(_)));
    }
}

#[test]
fn several_documents_are_one_space() {
    let mut model = reader();
    let (first, second) = (graph_until(&model, 2), graph(&model));
    let graphs = [&first, &second];
    let query = Query::new(QUESTION, &graphs);
    let found = search(&mut model, &query, &SearchSettings::default(), &mut go).unwrap();
    let path: Vec<_> = found.path.iter().map(|visit| (visit.node.graph, visit.node.node)).collect();
    // Point 6 of the first document attends to the question by 0.6 ÷ 20 × 4.
    assert_eq!(path, [(0, 4), (0, 5), (0, 6), (1, 7), (0, 3)]);
    assert!(near(found.path[2].relevance, 0.12) && near(found.path[3].relevance, 0.1));
    assert!(found.evidence.iter().all(|item| item.chunk.graph == 0 && item.node.graph == 0));
}

/// The measurements' store knows answers by this text.
#[test]
fn settings_keep_their_text() {
    let text = |parts: &str| {
        format!(
            "SearchSettings {{ patience: 1, confidence: 0.5, calibration: Calibration {{ bias: 0.0, \
             scale: 1.0 }}, max_nodes: 24, fixed_nodes: None, scoring: Scoring {{ {parts}, \
             balance: 0.5, words: 0.6 }}, answer_tokens: 64, best_effort: false, order: \
             QuestionFirst, asks: Always, rerank: 0 }}"
        )
    };
    let usual = "attention: true, embedding: true, normalisation: Raw";
    assert_eq!(format!("{:?}", SearchSettings::default()), text(usual));
    let ablation = Ablation {
        tree: false,
        without_attention: true,
        without_similarity: true,
        normalisation: crate::Normalisation::AllNodes,
    };
    let settings = SearchSettings { ablation, ..SearchSettings::default() };
    let other = "attention: false, embedding: false, normalisation: AllNodes";
    assert_eq!(format!("{settings:?}"), text(other));
}

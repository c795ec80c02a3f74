//! Whether the sentences that the model's attention chooses hold more facts than others.
//!
//! The tales are built only of quotes. The facts in the points of the second level are compared with
//! those in the first sentences of the same batches, and in sentences drawn at random, as many as are
//! together no longer than the quotes.

use std::collections::BTreeMap;
use std::ops::Range;

use hwdag::quotable_sentences;
use pocket::Rng;
use protocol::{Failure, GraphOptions, GraphView, NodeId, PointSource};
use serde::{Deserialize, Serialize};

use super::library::EvaluationLibrary;
use super::measured_model::MeasuredModel;
use super::points::explicit_answers;
use super::scores::any_contains_answer;
use report::figures::{FigureUnit, MeasuredFigure, SEED};
use report::progress::MeasurementProgress;

/// Random choices of sentences for each tale.
const DRAWS: usize = 50;

/// A fact, and what holds it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct QuoteCoverage {
    by_quotes: bool,
    by_first: bool,
    /// The share of the random choices that hold it.
    by_random: f64,
}

/// What was quoted from one batch, and the sentences it was chosen from.
#[derive(Debug, PartialEq)]
struct QuotedBatch<'a> {
    quotes: Vec<&'a str>,
    sentences: Vec<String>,
}

/// Builds the tales from quotes, and examines which facts they hold.
pub fn measure(subject: &mut MeasuredModel<'_>) -> Result<Vec<MeasuredFigure>, Failure> {
    let mut kept = subject.kept("quotes")?;
    let mut library = EvaluationLibrary::open(&subject.folder.join("quoted"), &subject.model.path)?;
    let mut progress = MeasurementProgress::new("tales of quotes", subject.tales.tales.len());
    let options = GraphOptions { points: Some(PointSource::Quoted), ..GraphOptions::default() };
    let mut facts: Vec<QuoteCoverage> = Vec::new();
    for place in 0..subject.tales.tales.len() {
        let tale = &subject.tales.tales[place];
        progress.step(kept.has(&tale.name));
        facts.extend(kept.once(&tale.name, || {
            library.add(&tale.file, options.clone())?;
            let graph = library.graph(&tale.file)?;
            Ok(look(&graph, &explicit_answers(subject, place)))
        })?);
    }
    Ok(figures(&facts))
}

fn look(graph: &GraphView, answers: &[Vec<String>]) -> Vec<QuoteCoverage> {
    let batches = batches(graph);
    let quotes: Vec<&str> = batches.iter().flat_map(|batch| batch.quotes.clone()).collect();
    let first: Vec<&str> = batches.iter().flat_map(|batch| batch.chosen(batch.all())).collect();
    let mut rng = Rng::new(SEED);
    let mut draw = || -> Vec<&str> {
        let draw_of = |batch| {
            let batch: &QuotedBatch<'_> = batch;
            let mut order: Vec<usize> = batch.all().collect();
            rng.shuffle(&mut order);
            batch.chosen(order.into_iter())
        };
        batches.iter().flat_map(draw_of).collect()
    };
    let drawn: Vec<Vec<&str>> = (0..DRAWS).map(|_| draw()).collect();
    let held = |answers: &Vec<String>| {
        let by = |texts: &[&str]| any_contains_answer(answers, texts.iter().copied());
        let by_random = drawn.iter().filter(|texts| by(texts) == Some(true)).count();
        Some(QuoteCoverage {
            by_quotes: by(&quotes)?,
            by_first: by(&first)?,
            by_random: by_random as f64 / DRAWS as f64,
        })
    };
    answers.iter().filter_map(held).collect()
}

/// Returns the batches of chunks: quotes from the same chunks are one batch.
fn batches(graph: &GraphView) -> Vec<QuotedBatch<'_>> {
    let text_of = |id: NodeId| Some(&*graph.nodes.iter().find(|node| node.id == id)?.text);
    let mut found: BTreeMap<Vec<NodeId>, Vec<&str>> = BTreeMap::new();
    for quote in graph.nodes.iter().filter(|node| node.level == 2) {
        let edges = graph.edges.iter().filter(|edge| edge.from == quote.id);
        let mut inputs: Vec<NodeId> = edges.map(|edge| edge.to).collect();
        inputs.sort_unstable();
        found.entry(inputs).or_default().push(&quote.text);
    }
    let batch = |(inputs, quotes): (Vec<NodeId>, Vec<_>)| {
        let text: String = inputs.into_iter().filter_map(text_of).collect();
        QuotedBatch { quotes, sentences: quotable_sentences(&text) }
    };
    found.into_iter().map(batch).collect()
}

impl QuotedBatch<'_> {
    /// Returns the positions of all sentences.
    fn all(&self) -> Range<usize> {
        0..self.sentences.len()
    }

    /// The sentences at these positions, in this order, as far as they fit into the quotes' length.
    fn chosen(&self, places: impl Iterator<Item = usize>) -> Vec<&str> {
        let mut room: usize = self.quotes.iter().map(|quote| quote.len()).sum();
        let mut fits = |sentence: &&str| {
            let fits = sentence.len() <= room;
            room -= if fits { sentence.len() } else { 0 };
            fits
        };
        places.map(|place| self.sentences[place].as_str()).filter(|one| fits(one)).collect()
    }
}

fn figures(facts: &[QuoteCoverage]) -> Vec<MeasuredFigure> {
    let over = |other: fn(&QuoteCoverage) -> f64, name: &str| {
        let pairs: Vec<(f64, f64)> =
            facts.iter().map(|held| (f64::from(held.by_quotes), other(held))).collect();
        MeasuredFigure { unit: FigureUnit::Share, ..MeasuredFigure::difference(name, &pairs) }
            .at_least(0.0)
    };
    let random: Vec<f64> = facts.iter().map(|held| held.by_random).collect();
    vec![
        MeasuredFigure::share("facts that a quote holds", facts.iter().map(|held| held.by_quotes)),
        MeasuredFigure::share(
            "facts that first sentences hold",
            facts.iter().map(|held| held.by_first),
        ),
        MeasuredFigure::of("facts that random sentences hold", &random, FigureUnit::Share),
        over(|held| f64::from(held.by_first), "quotes less first sentences"),
        over(|held| held.by_random, "quotes less random sentences"),
    ]
}

#[cfg(test)]
mod tests {
    use protocol::{DocumentId, GraphId, GraphViewEdge, GraphViewNode};

    use super::*;

    fn graph() -> GraphView {
        let node = |id, level, text: &str| GraphViewNode {
            id,
            level,
            text: text.into(),
            place: None,
            quoted: level > 1,
        };
        let edge = |from, to| GraphViewEdge { from, to, weight: 0.5 };
        GraphView {
            document: DocumentId(1),
            graph: GraphId(1),
            complete: true,
            nodes: vec![
                node(0, 1, "There was once a king. Never! The prince had a"),
                node(1, 1, " small white\ndog. It rained the whole day."),
                node(2, 1, "The cat lived in a castle. Nobody knew where it was."),
                node(3, 2, "The prince had a small white dog."),
                node(4, 2, "The cat lived in a castle."),
                node(5, 3, "The cat lived in a castle."),
            ],
            edges: vec![edge(3, 0), edge(3, 1), edge(4, 2), edge(5, 3), edge(5, 4)],
            unsupported: 0,
        }
    }

    #[test]
    fn sentences_may_run_from_one_chunk_into_the_next() {
        let graph = graph();
        let sentences = [
            "There was once a king.",
            "The prince had a small white dog.",
            "It rained the whole day.",
        ];
        let batches = batches(&graph);
        assert_eq!(batches.len(), 2);
        assert_eq!(batches[0].sentences, sentences);
        assert_eq!(batches[0].quotes, ["The prince had a small white dog."]);
        assert_eq!(batches[0].chosen(0..3), [sentences[0]], "no longer than the quotes");
        assert_eq!(batches[0].chosen([1, 0].into_iter()), [sentences[1]]);
    }

    #[test]
    fn facts_are_looked_for_in_what_each_way_chose() {
        let answers =
            ["white dog", "a king", "castle", "with him"].map(|answer| vec![answer.into()]);
        let held = look(&graph(), &answers);
        let pairs: Vec<(bool, bool)> =
            held.iter().map(|one| (one.by_quotes, one.by_first)).collect();
        assert_eq!(pairs, [(true, false), (false, true), (true, true)]);
        assert!(held[0].by_random > 0.1 && held[0].by_random < 0.7, "{held:?}");
        let values: Vec<f64> = figures(&held).iter().filter_map(|one| one.value).collect();
        let random = held.iter().map(|one| one.by_random).sum::<f64>() / 3.0;
        for (value, expected) in
            values.iter().zip([2.0, 2.0, 3.0 * random, 0.0, 2.0 - 3.0 * random])
        {
            assert!((value - expected / 3.0).abs() < 1e-9, "{values:?}");
        }
    }
}

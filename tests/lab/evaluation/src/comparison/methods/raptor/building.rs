//! How RAPTOR's tree is built: each cluster is summarised in one text, which is stored before the next
//! one is begun.

use std::ops::ControlFlow;
use std::time::Instant;

use hwdag::{
    Ablation, Chunk, ConstructionEvent, ConstructionSettings, ConstructionStep, Graph,
    GraphBuilder, SummarisedBatch, Token, prompts,
};
use model::{Session, Weights};
use protocol::{Code, Failure};

use super::kept::{GrownTree, KeptTree};
use super::mixture;
use super::tree::{self, Digest, RaptorSummaryTree};
use crate::comparison::answer_record::ConstructionCost;
use crate::comparison::context::Context;
use crate::comparison::failures::stopped;
use crate::comparison::keys::ModelFacts;
use crate::comparison::progress::Monitor;
use engine::method_failure as failure;

/// Describes how the tree is built.
pub fn settings(models: &ModelFacts) -> String {
    let (own, clusters, built) = (tree::settings(), mixture::settings(), digesting(models));
    format!("raptor, {own}, {clusters}, {built:?}, {}", models.embedder)
}

/// Returns the settings with which clusters are summarised: as many nodes at once as the window holds,
/// and whatever is written about them.
fn digesting(models: &ModelFacts) -> ConstructionSettings {
    ConstructionSettings {
        ablation: Ablation { tree: true, ..Ablation::default() },
        ..ConstructionSettings::for_window(models.building_window)
    }
}

/// Builds the tree of some documents, resuming where an earlier run left off.
///
/// # Errors
///
/// If a model fails or the tree cannot be stored; [`Code::Stopped`].
pub fn grown(context: &mut Context) -> Result<GrownTree, Failure> {
    let key = context.facts.built_key(&context.material.key, &settings(&context.facts));
    let tell = |note| context.monitor.note(note);
    let mut kept = KeptTree::open(&context.store, &key, context.material.chunks.len(), tell)?;
    context.part.reach(kept.grown.tree.share(), true);
    if kept.grown.tree.is_whole() {
        return Ok(kept.grown);
    }
    let chunks = context.chunk_vectors()?;
    let mut session = context.building()?;
    let settings = digesting(&context.facts);
    let mut construction = GraphBuilder::begin([&mut session], settings).map_err(failure)?;
    loop {
        let begun = Instant::now();
        let next = kept.grown.tree.next(&chunks);
        kept.keep_plan()?;
        let Some(members) = next else { break };
        let graph = shown_to_builder(context, &kept.grown.tree, &members)?;
        match sum_up(&mut construction, &graph, &context.monitor)? {
            SummaryAttempt::Written(new) => {
                let digest = digest(context, &new, members)?;
                kept.add(digest, took(&new, begun))?;
            }
            SummaryAttempt::TooMany(fitting) => kept.grown.tree.split(&chunks, fitting),
            SummaryAttempt::TooLong => kept.grown.tree.leave_out(),
        }
        context.part.reach(kept.grown.tree.share(), false);
    }
    Ok(kept.grown)
}

/// Returns some nodes in the building model's tokens.
fn shown_to_builder(
    context: &Context,
    tree: &RaptorSummaryTree,
    members: &[usize],
) -> Result<Graph, Failure> {
    let chunk = |&node: &usize| tree.chunk(node, &context.material);
    let mut chunks: Vec<Chunk> = members.iter().map(chunk).collect();
    if !context.facts.is_one_model() {
        for (chunk, &node) in chunks.iter_mut().zip(members) {
            chunk.tokens = match tree.level(node) {
                1 => context.builder.tokenize(&chunk.text)?,
                _ => as_point(&context.builder, &chunk.text)?,
            };
        }
    }
    Ok(Graph::new(chunks))
}

/// Returns what was written about some nodes, if anything.
fn digest(
    context: &mut Context,
    new: &SummarisedBatch,
    children: Vec<usize>,
) -> Result<Option<Digest>, Failure> {
    let Some(point) = new.points.first() else { return Ok(None) };
    let tokens = as_point(&context.language, &point.text)?;
    let vector = context.question_vector(&point.text)?;
    Ok(Some(Digest { text: point.text.clone(), tokens, children, vector }))
}

/// Returns a summary in the form in which searches and prompts show points: with their mark.
fn as_point(model: &Weights, text: &str) -> Result<Vec<Token>, Failure> {
    let mark = model.tokenize(prompts::BULLET_MARK)?;
    Ok([mark, model.tokenize(&format!(" {text}"))?].concat())
}

fn took(new: &SummarisedBatch, begun: Instant) -> ConstructionCost {
    let seconds = begun.elapsed().as_secs_f64();
    ConstructionCost { evaluated: new.counts.evaluated, flops: new.flops, seconds }
}

/// The outcome of summarising some nodes.
enum SummaryAttempt {
    /// They were all read.
    Written(Box<SummarisedBatch>),
    /// Only this many of them fit into the window; none was read.
    TooMany(usize),
    /// Not even the first of them fits.
    TooLong,
}

/// Lets the model summarise all nodes of a graph of chunks at once.
fn sum_up(
    construction: &mut GraphBuilder<'_, Session>,
    graph: &Graph,
    monitor: &Monitor,
) -> Result<SummaryAttempt, Failure> {
    let mut fitting = None;
    // The number that fits is known before the first is read.
    let step = construction.next(graph, &mut |event| {
        if let ConstructionEvent::Began { nodes, .. } = event
            && nodes < graph.nodes().len()
        {
            fitting = Some(nodes);
        }
        match fitting {
            Some(_) => ControlFlow::Break(()),
            None => monitor.beat(event),
        }
    });
    match (step, fitting) {
        (Ok(ConstructionStep::Batch(new)), _) => Ok(SummaryAttempt::Written(Box::new(new))),
        (Err(hwdag::Error::Stopped), Some(nodes)) => Ok(SummaryAttempt::TooMany(nodes)),
        (Err(hwdag::Error::Stopped), None) => Err(stopped()),
        (Err(hwdag::Error::WindowFull { .. }), _) => Ok(SummaryAttempt::TooLong),
        (Err(error), _) => Err(failure(error)),
        (Ok(_), _) => Err(Failure::new(Code::Internal, "There was nothing to summarise.")),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use hwdag::LanguageModel;
    use model::{LoadOptions, SessionOptions, StopSignal};
    use story::Story;

    use super::*;

    const POCKET: &str =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../src-tauri/crates/pocket/pocket.gguf");

    /// Returns a graph of `count` chunks of `length` tokens.
    fn graph(weights: &Weights, count: usize, length: usize) -> Graph {
        let tokens = weights.tokenize(&Story::new(800, 40).text).unwrap();
        let chunk =
            |tokens: &[i32]| Chunk { tokens: tokens.to_vec(), range: 0..0, text: String::new() };
        Graph::new(tokens.chunks_exact(length).cycle().take(count).map(chunk).collect())
    }

    #[test]
    fn what_fits_is_summed_up_and_what_does_not_is_not_read() {
        let options = LoadOptions { threads: Some(1), ..LoadOptions::default() };
        let weights = Weights::load(Path::new(POCKET), &options).unwrap();
        let settings = ConstructionSettings {
            ablation: Ablation { tree: true, ..Ablation::default() },
            ..ConstructionSettings::for_window(weights.info().construction.min(1_024))
        };
        let options = SessionOptions { window: Some(settings.window), ..SessionOptions::default() };
        let mut session = Session::new(&weights, &options).unwrap();
        let stop = StopSignal::default();
        let monitor = Monitor::new(&stop);
        let mut construction = GraphBuilder::begin([&mut session], settings).unwrap();
        let mut try_graph =
            |count, length| sum_up(&mut construction, &graph(&weights, count, length), &monitor);
        assert!(matches!(try_graph(1, 1_024), Ok(SummaryAttempt::TooLong)));
        let Ok(SummaryAttempt::TooMany(fitting)) = try_graph(20, 100) else {
            panic!("it cannot all fit")
        };
        assert!((1..20).contains(&fitting));
        for count in [fitting.min(2), 1] {
            let Ok(SummaryAttempt::Written(new)) = try_graph(count, 100) else { panic!("it fits") };
            assert_eq!((new.batch.inputs.len(), new.points.len()), (count, 1));
            assert!(new.counts.evaluated > 100 * count as u64 && new.flops > 0.0);
            let mark = weights.tokenize(prompts::BULLET_MARK).unwrap();
            let shown = as_point(&weights, &new.points[0].text).unwrap();
            assert_eq!(shown, [mark, new.points[0].tokens.clone()].concat());
        }
        stop.request();
        let stopped = try_graph(1, 100).err().map(|failure| failure.code);
        assert_eq!(stopped, Some(Code::Stopped));
        drop(construction);
        assert!(session.len() <= settings.window);
    }
}

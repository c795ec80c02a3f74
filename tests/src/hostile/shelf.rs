//! A library in which everything that others wrote is a payload: titles, authors, texts, points,
//! questions, answers. Model output reaches the screen in the same way.

use std::path::Path;

use library::{BatchCost, Library, NewBatch, NewChunk, NewDocument, NewPoint, Writer};
use protocol::{
    Answer, AnswerSentence, AskOptions, DocumentId, DocumentPage, Evidence, GraphId, QuestionCost,
    Score, Step, StopReason,
};

/// The word that every text contains.
pub const COMMON: &str = "zebra";
/// The number of nodes that a batch summarises, and of its points.
const BATCH: usize = 20;
const MODEL: &str = "no model";

/// Adds a document with all payloads, and one for each of them.
///
/// # Panics
/// If the library does not accept them.
pub fn fill(folder: &Path, payloads: &[String]) {
    let mut writer = Library::open(folder).expect("a library can be made");
    let text: Vec<String> = payloads.iter().map(|payload| paragraph(payload)).collect();
    let document = add(&mut writer, &payloads[0], &text.join("\n\n"));
    let graph = build(&mut writer, document, payloads, &text);
    ask(&mut writer, (document, graph), payloads, &text);
    for payload in &payloads[1..] {
        add(&mut writer, payload, &paragraph(payload));
    }
}

/// A paragraph with a payload, which does not end the paragraph.
pub fn paragraph(payload: &str) -> String {
    format!("The {COMMON} says {payload} and goes.")
}

fn add(writer: &mut Writer, title: &str, text: &str) -> DocumentId {
    let end = text.chars().count() as u32;
    let page = DocumentPage {
        number: 1,
        label: title.to_owned(),
        start: 0,
        end,
        size: None,
        words: vec![],
    };
    let new = NewDocument {
        title: Some(title),
        author: Some(title),
        language: Some("en"),
        format: "text",
        file_name: "made.txt",
        original: text.as_bytes(),
        text,
        paged: false,
        pages: &[page],
        outline: &[],
    };
    writer.add_document(&new).expect("a document can be added")
}

/// The ranges of paragraphs in the text.
fn places(paragraphs: &[String]) -> Vec<(u32, u32)> {
    let mut at = 0;
    let place = |paragraph: &String| {
        let start = at;
        let end = start + paragraph.chars().count() as u32;
        at = end + 2;
        (start, end)
    };
    paragraphs.iter().map(place).collect()
}

/// A graph with a chunk and a point for each payload.
fn build(
    writer: &mut Writer,
    document: DocumentId,
    payloads: &[String],
    paragraphs: &[String],
) -> GraphId {
    let graph = writer.begin_graph(document, MODEL, "{}").expect("a graph can be begun");
    let chunks: Vec<NewChunk<'_>> = paragraphs
        .iter()
        .zip(places(paragraphs))
        .map(|(text, (start, end))| NewChunk { start, end, text, tokens: &[1] })
        .collect();
    writer.save_chunks(graph, &chunks).expect("chunks can be saved");
    for (number, batch) in payloads.chunks(BATCH).enumerate() {
        let first = (number * BATCH) as u32;
        let weights = vec![1.0 / batch.len() as f32; batch.len()];
        let points: Vec<NewPoint<'_>> =
            batch.iter().map(|text| NewPoint { text, tokens: &[1], weights: &weights }).collect();
        let inputs = first..first + batch.len() as u32;
        let batch = NewBatch {
            level: 2,
            inputs,
            points: &points,
            quoted: false,
            unsupported: 0,
            cost: BatchCost::default(),
        };
        writer.save_batch(graph, &batch).expect("a batch can be saved");
    }
    writer.finish_graph(graph, 2).expect("a graph can be finished");
    graph
}

/// Each payload is a question, and the answer of the question before. The last question has a path
/// over all points.
fn ask(
    writer: &mut Writer,
    (document, graph): (DocumentId, GraphId),
    payloads: &[String],
    paragraphs: &[String],
) {
    let places = places(paragraphs);
    let count = payloads.len();
    for (number, question) in payloads.iter().enumerate() {
        let at = (number + 1) % count;
        let (start, end) = places[at];
        let evidence = Evidence {
            document,
            chunk: at as u32,
            weight: 1.0,
            node: (count + at) as u32,
            page: None,
            label: None,
            turns: Vec::new(),
            start,
            end,
            text: paragraphs[at].clone(),
            changed: false,
        };
        let visited = if number + 1 == count { 0..count } else { at..at + 1 };
        let steps: Vec<Step> =
            visited.map(|point| step(document, count + point, &payloads[point])).collect();
        let answer = Answer {
            id: writer.next_question().expect("the library can be read"),
            question: question.clone(),
            options: AskOptions::default(),
            confidence: None,
            growing: false,
            supported: true,
            rounds: Vec::new(),
            list: None,
            model: MODEL.to_owned(),
            documents: vec![document],
            graphs: vec![graph],
            found: true,
            answer: payloads[at].clone(),
            sentences: vec![AnswerSentence {
                start: 0,
                end: payloads[at].chars().count() as u32,
                looked: vec![1.0 / steps.len() as f64; steps.len()],
            }],
            stop: StopReason::Sufficient,
            steps,
            evidence: vec![evidence],
            cost: QuestionCost::default(),
            nodes_total: 2 * count as u32,
            chunks_total: count as u32,
            tokens_total: count as u64,
            whole_flops: None,
            asked: number as i64,
        };
        let saved = writer.save_answer(&answer, MODEL);
        saved.expect("an answer can be saved");
    }
}

fn step(document: DocumentId, node: usize, text: &str) -> Step {
    Step {
        node: node as u32,
        document,
        level: 2,
        text: text.to_owned(),
        tokens: 1,
        score: Score { attention: 0.1, similarity: 0.1, words: 0.0, total: 0.2 },
        relevance: 0.1,
        p_yes: Some(0.5),
        p_alone: None,
    }
}

//! A small book with a small graph, and an answer about it.

use std::path::Path;

use library::{BatchCost, Library, NewBatch, NewChunk, NewDocument, NewPoint, Writer};
use protocol::{
    Answer, AnswerSentence, AskOptions, DocumentId, DocumentPage, Evidence, GraphId, Heading,
    ListedName, NameList, PageWord, QuestionCost, QuestionId, Rect, Round, Score, Step, StopReason,
    Turn,
};

pub const TEXT: &str = "Ada plants a pecan. 🌰 The squirrel digs it up.";
pub const MODEL: &str = "aa11";
pub const SETTINGS: &str = r#"{"chunk":300}"#;

pub fn open(dir: &Path) -> Writer {
    Library::open(dir).unwrap()
}

pub fn pages() -> Vec<DocumentPage> {
    let word = PageWord {
        start: 0,
        end: 3,
        rect: Rect { page: 1, x: 72.0, y: 90.5, width: 20.25, height: 12.0 },
    };
    let first = DocumentPage {
        number: 1,
        label: "i".to_owned(),
        start: 0,
        end: 20,
        size: Some((595.0, 842.0)),
        words: vec![word, PageWord { start: 4, end: 10, rect: Rect { x: 95.0, ..word.rect } }],
    };
    let second = DocumentPage {
        number: 2,
        label: "Two".to_owned(),
        start: 20,
        end: 46,
        size: None,
        words: Vec::new(),
    };
    vec![first, second]
}

pub fn outline() -> Vec<Heading> {
    let heading = |level, title: &str, start| Heading { level, title: title.to_owned(), start };
    vec![heading(1, "Ada plants", 0), heading(2, "The squirrel", 22)]
}

pub fn add(library: &mut Writer, original: &[u8]) -> DocumentId {
    let new = NewDocument {
        title: Some("The Nut"),
        author: Some("A. Writer"),
        language: Some("en"),
        format: "text",
        file_name: "nut.txt",
        original,
        text: TEXT,
        paged: true,
        pages: &pages(),
        outline: &outline(),
    };
    library.add_document(&new).unwrap()
}

/// Saves two chunks, and a point from each batch of one.
pub fn begin(library: &mut Writer, document: DocumentId) -> GraphId {
    let graph = library.begin_graph(document, MODEL, SETTINGS).unwrap();
    let chunks = [
        NewChunk { start: 0, end: 22, text: "Ada plants a pecan. 🌰 ", tokens: &[1, 2, 3] },
        NewChunk { start: 22, end: 46, text: "The squirrel digs it up.", tokens: &[4, 5] },
    ];
    library.save_chunks(graph, &chunks).unwrap();
    graph
}

pub fn summarise(library: &mut Writer, graph: GraphId, chunk: u32) {
    let points = [NewPoint { text: "Ada and the squirrel.", tokens: &[7], weights: &[1.0] }];
    let cost = BatchCost { tokens_evaluated: 90, flops: 1e9, seconds: 0.5, ..Default::default() };
    let batch = NewBatch {
        level: 2,
        inputs: chunk..chunk + 1,
        points: &points,
        quoted: false,
        unsupported: 0,
        cost,
    };
    library.save_batch(graph, &batch).unwrap();
}

pub fn build(library: &mut Writer, document: DocumentId) -> GraphId {
    let graph = begin(library, document);
    summarise(library, graph, 0);
    summarise(library, graph, 1);
    library.finish_graph(graph, 2).unwrap();
    graph
}

pub fn answer(documents: &[(DocumentId, GraphId)]) -> Answer {
    let document = documents[0].0;
    Answer {
        id: QuestionId(0),
        question: "Who plants?".to_owned(),
        options: AskOptions::default(),
        confidence: Some(0.7),
        growing: true,
        supported: false,
        rounds: vec![Round {
            query: "the lamp Mira".into(),
            names: vec!["Mira".into()],
            candidates: 20,
            steps: 5,
        }],
        list: Some(NameList {
            names: vec![ListedName { document, entity: 2, name: "Ada".into(), passages: vec![0] }],
            sentences: 7,
            pages_without_text: 1,
        }),
        model: MODEL.to_owned(),
        documents: documents.iter().map(|(document, _)| *document).collect(),
        graphs: documents.iter().map(|(_, graph)| *graph).collect(),
        found: true,
        answer: "Ada".to_owned(),
        sentences: vec![AnswerSentence { start: 0, end: 3, looked: vec![0.25, 0.75] }],
        stop: StopReason::Sufficient,
        steps: vec![step(document, 2, None), step(document, 0, Some(0.75))],
        evidence: vec![passage(document, 1, 22, 46), passage(document, 0, 0, 22)],
        cost: QuestionCost {
            tokens_evaluated: 100,
            tokens_restored: 20,
            tokens_template_again: 5,
            tokens_thought: 9,
            tokens_distinct: 106,
            asks: 2,
            flops: 1.5e12,
            seconds: 0.25,
        },
        nodes_total: 4,
        chunks_total: 2,
        tokens_total: 5,
        whole_flops: Some(3.5e12),
        asked: 1_700_000_000,
    }
}

fn step(document: DocumentId, node: u32, p_yes: Option<f64>) -> Step {
    Step {
        node,
        document,
        level: if node < 2 { 1 } else { 2 },
        text: format!("node {node}"),
        tokens: 3,
        score: Score { attention: 0.1, similarity: 0.2, words: 0.3, total: 0.6 },
        relevance: 0.001,
        p_yes,
        p_alone: p_yes.filter(|_| node < 2),
    }
}

fn passage(document: DocumentId, chunk: u32, start: u32, end: u32) -> Evidence {
    let text = TEXT.chars().skip(start as usize).take((end - start) as usize).collect();
    let page = (start == 0).then_some(1);
    let label = page.map(|_| "i".to_owned());
    let turns = page.and_then(|_| Turn::within(&(start..end), 20, 2, "Two")).into_iter().collect();
    Evidence {
        document,
        chunk,
        weight: 0.5,
        node: 2,
        page,
        label,
        turns,
        start,
        end,
        text,
        changed: false,
    }
}

pub fn save_answer(library: &mut Writer, answer: &Answer) -> QuestionId {
    let id = library.next_question().unwrap();
    library.save_answer(&Answer { id, ..answer.clone() }, MODEL).unwrap();
    id
}

//! Answers, steps and documents for tests.

use protocol::{
    Answer, AskOptions, DocumentId, DocumentState, DocumentSummary, DocumentText, Evidence,
    GraphId, PageText, QuestionCost, QuestionId, Score, Step, StopReason,
};

/// A document with a complete graph.
pub fn summary(id: i64, title: &str) -> DocumentSummary {
    DocumentSummary {
        id: DocumentId(id),
        title: title.to_owned(),
        author: None,
        pages: 12,
        paged: true,
        characters: 34_567,
        state: DocumentState::Ready,
        failure: None,
        chunks: 3,
        nodes: 4,
        levels: 2,
        added: 0,
        graphs: Vec::new(),
        collections: Vec::new(),
        shared: Vec::new(),
        cover: false,
        content: "0a1b2c3d4e5f6789".to_owned(),
        damaged: Vec::new(),
    }
}

/// An answer from documents 1 and 2, found on their graphs 7 and 8, without path and passages.
pub fn answer() -> Answer {
    Answer {
        id: QuestionId(1),
        question: "Where is the key?".to_owned(),
        options: AskOptions::default(),
        confidence: Some(0.5),
        model: "Reader".to_owned(),
        documents: vec![DocumentId(1), DocumentId(2)],
        graphs: vec![GraphId(7), GraphId(8)],
        growing: false,
        found: true,
        supported: true,
        rounds: Vec::new(),
        list: None,
        answer: " The cellar.".to_owned(),
        sentences: Vec::new(),
        stop: StopReason::Sufficient,
        steps: Vec::new(),
        evidence: Vec::new(),
        cost: QuestionCost::default(),
        nodes_total: 10,
        chunks_total: 6,
        tokens_total: 100,
        whole_flops: Some(2.931e15),
        asked: 0,
    }
}

/// An empty page with this range of characters.
pub fn page(number: u32, start: u32, end: u32) -> PageText {
    PageText {
        number,
        label: String::new(),
        start,
        end,
        text: String::new(),
        size: None,
        marks: Vec::new(),
    }
}

/// The text of a document with these pages.
pub fn text(pages: Vec<PageText>, paged: bool) -> DocumentText {
    DocumentText {
        id: DocumentId(1),
        title: String::new(),
        language: None,
        paged,
        pages_total: pages.len() as u32,
        pages,
        outline: Vec::new(),
    }
}

/// A visit to a node of document 1 that was chosen by this score.
pub fn step(node: u32, total: f64) -> Step {
    Step {
        node,
        document: DocumentId(1),
        level: 1,
        text: String::new(),
        tokens: 1,
        score: Score { total, ..Score::default() },
        relevance: 0.0,
        p_yes: None,
        p_alone: None,
    }
}

/// A passage with this weight.
pub fn evidence(weight: f64, text: &str) -> Evidence {
    Evidence {
        document: DocumentId(1),
        chunk: 4,
        weight,
        node: 9,
        page: None,
        label: None,
        turns: Vec::new(),
        start: 0,
        end: text.chars().count() as u32,
        text: text.to_owned(),
        changed: false,
    }
}

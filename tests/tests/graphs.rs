//! What the graph shows in the real window: the passages that no point covers, the points that rest
//! on a passage, the weights of edges, and places in the document.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::path::Path;

use library::{BatchCost, Library, NewBatch, NewChunk, NewDocument, NewPoint};
use protocol::DocumentPage;
use serde_json::{Value, json};
use tests::browser::{AppWindow, RIGHT, has_display};
use tests::{Sandbox, alone};

/// The number of chunks in a part of the document, and of parts.
const EACH: usize = 2;
const PARTS: usize = 3;

/// The weights of the points above six chunks. The last two chunks get almost none.
const LOWER: [[f32; 6]; 2] = [[0.7, 0.3, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.5, 0.46, 0.04, 0.0]];
/// The weights of the point above those two, which are nodes 6 and 7.
const UPPER: [f32; 2] = [0.9, 0.1];

#[test]
fn a_graph_tells_what_it_covers_and_what_rests_on_what() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    fill(&sandbox.path("library"));
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.click("open-document");
    window.click("show-graph");
    window.wait("return !!document.querySelector('[data-testid=picture] .all .dots')");
    edges_are_drawn_from_a_weight_on(&window);
    what_is_uncovered_is_found(&window);
    parts_limit_what_is_found(&window);
    what_rests_on_a_passage_is_found(&window);
    the_picture_and_the_table_look_at_the_same(&window);
}

/// A document in three parts with a graph of known edges.
fn fill(folder: &Path) {
    let mut writer = Library::open(folder).unwrap();
    let texts: Vec<String> = (0..EACH * PARTS).map(|nth| format!("Passage {nth} runs.")).collect();
    let text = texts.join("\n\n");
    let places: Vec<(u32, u32)> = (0..texts.len())
        .map(|nth| {
            let start = texts[..nth].iter().map(|text| text.len() + 2).sum::<usize>();
            (start as u32, (start + texts[nth].len()) as u32)
        })
        .collect();
    let pages: Vec<DocumentPage> = places
        .chunks(EACH)
        .zip(1..)
        .map(|(places, number)| DocumentPage {
            number,
            label: String::new(),
            start: places[0].0,
            end: places[EACH - 1].1,
            size: None,
            words: Vec::new(),
        })
        .collect();
    let document = writer
        .add_document(&NewDocument {
            title: Some("Three parts"),
            author: None,
            language: Some("en"),
            format: "text",
            file_name: "parts.txt",
            original: text.as_bytes(),
            text: &text,
            paged: false,
            pages: &pages,
            outline: &[],
        })
        .unwrap();
    let graph = writer.begin_graph(document, "no model", "{}").unwrap();
    let chunks: Vec<NewChunk<'_>> = texts
        .iter()
        .zip(&places)
        .map(|(text, &(start, end))| NewChunk { start, end, text, tokens: &[1] })
        .collect();
    writer.save_chunks(graph, &chunks).unwrap();
    let lower: Vec<(String, &[f32])> =
        (6..).zip(&LOWER).map(|(nth, weights)| (format!("Point {nth}"), &weights[..])).collect();
    let upper = [("Point 8".to_owned(), &UPPER[..])];
    for (level, inputs, points) in [(2, 0..6, &lower[..]), (3, 6..8, &upper[..])] {
        let points: Vec<NewPoint<'_>> =
            points.iter().map(|(text, weights)| NewPoint { text, tokens: &[1], weights }).collect();
        let batch = NewBatch {
            level,
            inputs,
            points: &points,
            quoted: false,
            unsupported: 0,
            cost: BatchCost::default(),
        };
        writer.save_batch(graph, &batch).unwrap();
    }
    writer.finish_graph(graph, 3).unwrap();
}

/// Moves the slider, and waits until this many edges are drawn.
fn edges_are_drawn_from_a_weight_on(window: &AppWindow) {
    let drawn = "[...document.querySelectorAll('.picture .all .edges')]
        .reduce((sum, path) => sum + path.getAttribute('d').split('M').length - 1, 0)";
    for (weight, edges) in [("0.05", 6), ("0.4", 4), ("0.2", 5), ("0.05", 6)] {
        set(window, "threshold", weight);
        window.wait(&format!("return {drawn} === {edges}"));
    }
    // A key moves it by a hundredth, and its value is shown.
    window.write("threshold", RIGHT);
    window.wait(
        "const slider = document.querySelector('[data-testid=threshold]');
         return slider.value === '0.06' && slider.parentElement.innerText.includes('6')",
    );
    set(window, "threshold", "0.05");
}

/// The uncovered passages are shown on the picture and in the table; the higher the threshold, the
/// more there are.
fn what_is_uncovered_is_found(window: &AppWindow) {
    let uncovered = |weight: &str, count: usize| {
        set(window, "threshold", weight);
        window.wait(&format!(
            "return parseInt(document.querySelector('[data-testid=uncovered]').innerText) === {count}"
        ));
    };
    uncovered("0.05", 2);
    window.click("uncovered");
    let found =
        "document.querySelector('.picture .dots.found')?.getAttribute('d').split('M').length";
    window.wait(&format!("return {found} === 3"));
    window.click("as-table");
    lists(window, &[4, 5]);
    uncovered("0.35", 3);
    lists(window, &[1, 4, 5]);
    uncovered("0.04", 1);
    lists(window, &[5]);
    set(window, "threshold", "0.05");
    lists(window, &[4, 5]);
    window.click("uncovered");
    lists(window, &[0, 1, 2, 3, 4, 5, 6, 7, 8]);
}

/// A point is in the part of the passage from which it was mainly written.
fn parts_limit_what_is_found(window: &AppWindow) {
    for (limits, listed) in
        [(["2", "2"], &[2, 3, 7][..]), (["2", ""], &[2, 3, 4, 5, 7]), (["", ""], &[0; 0])]
    {
        for (place, limit) in ["From part", "To part"].into_iter().zip(limits) {
            window.script(&format!(
                "const field = document.querySelector('[aria-label=\"{place}\"]');
                 field.value = '{limit}';
                 field.dispatchEvent(new Event('change', {{ bubbles: true }}))"
            ));
        }
        if !listed.is_empty() {
            lists(window, listed);
            let said = window.text("found");
            assert_eq!(said, format!("{} of 9", listed.len()));
        }
    }
    lists(window, &[0, 1, 2, 3, 4, 5, 6, 7, 8]);
}

/// From a passage to every point that rests on it through edges above the threshold.
fn what_rests_on_a_passage_is_found(window: &AppWindow) {
    choose(window, 3);
    window.click("rests-on-it");
    lists(window, &[3, 7, 8]);
    set(window, "threshold", "0.2");
    lists(window, &[3, 7]);
    set(window, "threshold", "0.05");
    lists(window, &[3, 7, 8]);
    window.click("rests-on");
    lists(window, &[0, 1, 2, 3, 4, 5, 6, 7, 8]);
}

fn the_picture_and_the_table_look_at_the_same(window: &AppWindow) {
    choose(window, 7);
    window.wait_for_text("point-text", "Point 7");
    window.click("as-table");
    window.wait("return !!document.querySelector('.picture .ring')");
    window.wait_for_text("point-text", "Point 7");
    // The point is highlighted: nodes that are not its neighbours fade.
    window.wait("return !!document.querySelector('.picture .all.faded')");
    window.click("as-table");
    window.wait("return document.querySelector('[data-testid=row-7]').className === 'chosen'");
}

fn set(window: &AppWindow, field: &str, value: &str) {
    window.script(&format!(
        "const field = document.querySelector('[data-testid={field}]');
         field.value = '{value}';
         field.dispatchEvent(new Event('input', {{ bubbles: true }}))"
    ));
}

/// Selects a node in the table.
fn choose(window: &AppWindow, node: usize) {
    let row = format!("document.querySelector('[data-testid=row-{node}] button')");
    window.wait(&format!("{row}?.click(); return {row}?.ariaPressed === 'true'"));
}

/// Waits until the table lists the nodes with these numbers.
fn lists(window: &AppWindow, nodes: &[usize]) {
    let nodes: Value = json!(nodes);
    window.wait(&format!(
        "const rows = [...document.querySelectorAll('[data-testid^=row-]')]
             .map(row => +row.dataset.testid.split('-')[1]).sort((a, b) => a - b);
         return rows.join() === {nodes}.join()"
    ));
}

//! Messages about the graph.

use crate::graph::map::Origins;
use crate::i18n::messages;

messages! {
    "graph"
    no_graph;
    no_graph_hint;
    graph_growing;
    threshold;
    threshold_title;
    whole;
    zoom_in;
    zoom_out;
    close;
    predecessors;
    successors;
    show_passage;
    show_node;
    older_graph;
    newest_graph;
    nothing_above;
    nothing_above_yet;
    graph_keys;

    table;
    table_title;
    column_place;
    column_level;
    column_text;
    column_strongest;
    column_resting;
    sort_title;
    nothing_found;
    table_rows;
    previous_rows;
    next_rows;
    find_points;
    on_pages;
    first_page;
    last_page;
    in_parts;
    first_part;
    last_part;
    previous_found;
    next_found;
    rests_on_passage;
    rests_title;
    resting;
    resting_title;
    replay;
    step_back;
    step_on;
    play;
    pause_replay;
    leave_path;

    /// The origins of points.
    points_quoted(quoted: usize, points: usize);
    points_dropped(dropped: u32);
    point_quoted;
    uncovered_title;
    /// The number of passages that no point covers.
    uncovered(passages: usize);
    /// The citation of a page.
    numbered_page(page: &str);
    /// The number of nodes found.
    points_found(found: usize, all: usize);
    row_range(first: usize, last: usize, all: usize);
    replay_start;
    replay_step(at: usize, all: usize);
    described_graph(nodes: usize, levels: u32, keys: &str);
    level_of_text;
    numbered_level(level: u32);
    numbered_passage(number: &str);
    numbered_point(number: &str);
    unnumbered_point;
    /// The number of further neighbours.
    more(left: usize);
}

/// How many points quote the text, and how many the model wrote in vain; none if it wrote all of
/// them.
pub fn origins(origins: Origins) -> Option<String> {
    let quoted = (origins.quoted > 0).then(|| points_quoted(origins.quoted, origins.points));
    let dropped = (origins.dropped > 0).then(|| points_dropped(origins.dropped));
    let said: Vec<String> = quoted.into_iter().chain(dropped).collect();
    (!said.is_empty()).then(|| said.join(" "))
}

/// Which rows are shown.
pub fn rows(before: usize, most: usize, all: usize) -> String {
    row_range(before + 1, (before + most).min(all), all)
}

/// The progress of a replay.
pub fn stop_of(at: usize, all: usize) -> String {
    match at {
        0 => replay_start().to_owned(),
        _ => replay_step(at, all),
    }
}

/// The description of the picture, for anyone who does not see it.
pub fn graph_label(nodes: usize, levels: u32) -> String {
    described_graph(nodes, levels, graph_keys())
}

/// A level's name beside its band.
pub fn level(level: u32) -> String {
    if level == 1 { level_of_text().to_owned() } else { numbered_level(level) }
}

/// A node's name. In a graph the passages come first, in the order of the text, then the points,
/// level by level; each are counted from 1. If the number of passages is unknown, a point has no
/// number.
pub fn node(id: u32, level: u32, passages: Option<u32>) -> String {
    let before = if level == 1 { Some(0) } else { passages };
    let nth = before.and_then(|before| id.checked_sub(before));
    match nth.map(|nth| (nth + 1).to_string()) {
        Some(number) if level == 1 => numbered_passage(&number),
        Some(number) => numbered_point(&number),
        None => unnumbered_point().to_owned(),
    }
}

/// A node's name with its level.
pub fn node_on_level(id: u32, node_level: u32, passages: u32) -> String {
    let name = node(id, node_level, Some(passages));
    if node_level == 1 { name } else { format!("{name} · {}", level(node_level)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_and_points_are_counted_from_one() {
        let names = [(0, 1), (2, 1), (3, 2), (4, 3)].map(|(id, level)| node(id, level, Some(3)));
        assert_eq!(names, ["passage 1", "passage 3", "point 1", "point 2"]);
        assert_eq!([node(4, 3, None), node(2, 3, Some(3))], ["point", "point"]);
        assert_eq!(node_on_level(2, 1, 3), "passage 3");
    }

    #[test]
    fn names_are_numbers_and_not_counts() {
        assert_eq!(node(1_203, 1, None), "passage 1204");
        assert_eq!(node_on_level(1_203, 3, 3), "point 1201 · level 3");
        assert_eq!(numbered_page("1204"), "p. 1204");
        assert_eq!(rows(1_000, 100, 1_050), "1,001–1,050 of 1,050");
        assert_eq!([stop_of(0, 7), stop_of(2, 7)], ["top level", "step 2 of 7"]);
    }
}

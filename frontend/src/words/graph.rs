//! The graph.

use crate::format::count;

pub const NO_GRAPH: &str = "There is no graph yet.";
pub const NO_GRAPH_HINT: &str =
    "Pecan reads the document once and writes down its points, each tied to what it was read from.";
pub const GRAPH_GROWING: &str = "The first points are being written.";
pub const THRESHOLD: &str = "Edges from";
pub const THRESHOLD_TITLE: &str = "An edge is the share of its attention that a point paid to what it was written from. Weaker \
     ones are not drawn.";
pub const WHOLE: &str = "Whole";
pub const WHOLE_TITLE: &str = "Show the whole document";
pub const ZOOM_IN: &str = "Zoom in";
pub const ZOOM_OUT: &str = "Zoom out";
pub const CLOSE: &str = "Close";
pub const PREDECESSORS: &str = "Points written from it";
pub const SUCCESSORS: &str = "Written from";
pub const SHOW_PASSAGE: &str = "Show in the text";
pub const SHOW_NODE: &str = "Show on the graph";
pub const OLDER_GRAPH: &str = "An older graph, on which this answer was found.";
pub const NEWEST_GRAPH: &str = "Back to the newest";
pub const NOTHING_ABOVE: &str = "None: it is at the top.";
pub const NOTHING_ABOVE_YET: &str = "No point looked at it.";
pub const GRAPH_KEYS: &str = "Arrow keys walk: up to the strongest point above, down to what it \
                              was written from, left and right along the document.";

pub const TABLE: &str = "Table";
pub const TABLE_TITLE: &str = "List the nodes instead of drawing them";
pub const COLUMN_PLACE: &str = "Place";
pub const COLUMN_LEVEL: &str = "Level";
pub const COLUMN_TEXT: &str = "Text";
pub const COLUMN_STRONGEST: &str = "Strongest edge";
pub const SORT_TITLE: &str = "Order by this; once more for the opposite order";
pub const NOTHING_FOUND: &str = "Nothing like that is in this graph.";
pub const ROWS: &str = "Rows";
pub const PREVIOUS_ROWS: &str = "Previous rows";
pub const NEXT_ROWS: &str = "Next rows";
pub const FIND_POINTS: &str = "Find points…";
pub const ON_PAGES: &str = "Pages";
pub const FIRST_PAGE: &str = "From page";
pub const LAST_PAGE: &str = "To page";
pub const RESTS_ON_PASSAGE: &str = "rests on a passage";
pub const RESTS_TITLE: &str = "Look for all nodes again";
pub const RESTING: &str = "What rests on it";
pub const RESTING_TITLE: &str = "List every point that edges lead down from to this passage";
pub const REPLAY: &str = "The path, step by step";
pub const STEP_BACK: &str = "One step back";
pub const STEP_ON: &str = "One step on";
pub const PLAY: &str = "Play";
pub const PAUSE_REPLAY: &str = "Pause";
pub const LEAVE_PATH: &str = "Take the path off the graph";

pub const UNCOVERED_TITLE: &str =
    "Passages from which no point was written with an edge as strong as those that are drawn";

/// How many passages no point covers.
pub fn uncovered(passages: usize) -> String {
    match passages {
        1 => "1 passage uncovered".to_owned(),
        _ => format!("{} passages uncovered", count(passages as u64)),
    }
}

/// A page's number in a table.
pub fn page(page: u32) -> String {
    format!("p. {page}")
}

/// How many nodes are found.
pub fn points_found(found: usize, all: usize) -> String {
    format!("{} of {}", count(found as u64), count(all as u64))
}

/// Which rows are shown.
pub fn rows(before: usize, most: usize, all: usize) -> String {
    let last = (before + most).min(all);
    format!("{}–{} of {}", count(before as u64 + 1), count(last as u64), count(all as u64))
}

/// How far the replay of a path is.
pub fn stop_of(at: usize, all: usize) -> String {
    match at {
        0 => "top level".to_owned(),
        _ => format!("step {at} of {all}"),
    }
}

/// The picture, for those who do not see it.
pub fn graph_label(nodes: usize, levels: u32) -> String {
    format!("{} nodes on {levels} levels. {GRAPH_KEYS}", count(nodes as u64))
}

/// A level's name beside its band.
pub fn level(level: u32) -> String {
    if level == 1 { "text".to_owned() } else { format!("level {level}") }
}

/// A node's name.
pub fn node(id: u32, level: u32) -> String {
    if level == 1 { format!("passage {id}") } else { format!("point {id}") }
}

/// A node's name with its level.
pub fn node_on_level(id: u32, node_level: u32) -> String {
    if node_level == 1 {
        node(id, node_level)
    } else {
        format!("{} · {}", node(id, node_level), level(node_level))
    }
}

/// How many more neighbours there are.
pub fn more(left: usize) -> String {
    format!("{} more", count(left as u64))
}

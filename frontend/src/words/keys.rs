//! The sheet of keys.

pub const ALL_KEYS: &str = "Keys";
pub const KEYS: [(&str, &str); 19] = [
    ("Ctrl O", "Add documents"),
    ("Ctrl K", "Search the library"),
    ("Ctrl F", "Find in the document"),
    ("/", "Ask a question"),
    ("R", "Show the text"),
    ("G", "Show the graph"),
    ("B", "Show both"),
    ("T", "The graph as a table, or as a picture"),
    ("J K", "Next passage that the answer rests on, previous one"),
    ("Space", "Replay the path on the graph, or pause"),
    ("[ ]", "Previous page, next page"),
    ("+ - 0", "Page larger, smaller, as wide as there is room"),
    ("← →", "In the graph: along the document"),
    ("↑ ↓", "In the graph: to the strongest point above, to what it was written from"),
    ("Enter", "In the graph: show the passage"),
    ("Shift Enter", "In a question: a new line"),
    ("Ctrl Z", "Undo a removal"),
    ("Escape", "Stop, or close"),
    ("?", "These keys"),
];

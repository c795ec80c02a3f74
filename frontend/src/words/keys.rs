//! The sheet of keys.

messages! {
    all_keys;
    control;
    shift;
    enter;
    space;
    escape;
    key_add;
    key_search;
    key_find;
    key_ask;
    key_text;
    key_graph;
    key_both;
    key_table;
    key_cited;
    key_replay;
    key_pages;
    key_zoom;
    key_along;
    key_up_down;
    key_passage;
    key_new_line;
    key_undo;
    key_escape;
    key_keys;
}

/// What keys do; keys of a line are set apart by spaces.
pub fn keys() -> [(String, &'static str); 19] {
    let with_control = |key: &str| format!("{} {key}", control());
    [
        (with_control("O"), key_add()),
        (with_control("K"), key_search()),
        (with_control("F"), key_find()),
        ("/".to_owned(), key_ask()),
        ("R".to_owned(), key_text()),
        ("G".to_owned(), key_graph()),
        ("B".to_owned(), key_both()),
        ("T".to_owned(), key_table()),
        ("J K".to_owned(), key_cited()),
        (space().to_owned(), key_replay()),
        ("[ ]".to_owned(), key_pages()),
        ("+ - 0".to_owned(), key_zoom()),
        ("← →".to_owned(), key_along()),
        ("↑ ↓".to_owned(), key_up_down()),
        (enter().to_owned(), key_passage()),
        (format!("{} {}", shift(), enter()), key_new_line()),
        (with_control("Z"), key_undo()),
        (escape().to_owned(), key_escape()),
        ("?".to_owned(), key_keys()),
    ]
}

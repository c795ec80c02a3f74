//! How elements divide the text.

use crate::flow::Break;

/// Returns a heading's level, from 1 to 6.
pub(super) fn heading_level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}

/// Returns whether an element stands on lines of its own, or is part of a table.
pub(super) fn is_block(name: &str) -> bool {
    let is_inside = matches!(name, "br" | "option" | "text");
    let is_heading = heading_level(name).is_some();
    !is_inside && (break_around(name) >= Break::Line || is_heading || matches!(name, "td" | "th"))
}

/// Returns the break before and after an element.
pub(super) fn break_around(name: &str) -> Break {
    match name {
        "p" | "blockquote" | "figure" | "figcaption" | "pre" | "table" | "ul" | "ol" | "dl"
        | "section" | "article" | "header" | "footer" | "main" | "nav" | "aside" | "hr"
        | "form" | "body" | "fieldset" | "details" | "address" | "hgroup" => Break::Paragraph,
        "br" | "div" | "li" | "tr" | "dt" | "dd" | "center" | "caption" | "legend" | "summary"
        | "option" | "text" | "menu" | "dialog" | "tbody" | "thead" | "tfoot" => Break::Line,
        "select" | "noscript" => Break::Space,
        _ => Break::None,
    }
}

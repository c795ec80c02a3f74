//! The selected part of a document's text on the page.

use std::ops::Range;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Node, ScrollLogicalPosition};

use crate::dom::scroll;

/// The attribute with the character of the document at which an element's text begins.
pub const BEGINS: &str = "data-at";

/// Selected characters of the open document's text, and their words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selected {
    /// Characters of the document's plain text.
    pub range: Range<u32>,
    /// The words.
    pub text: String,
}

/// Returns the selection within an element, if it contains text of a document.
pub fn selected_in(element: &Element) -> Option<Selected> {
    let selection = window().get_selection().ok()??;
    let text = selection.to_string().as_string()?;
    if text.trim().is_empty() {
        return None;
    }
    let range = selection.get_range_at(0).ok()?;
    let (first, last) = (range.start_container().ok()?, range.end_container().ok()?);
    if !element.contains(Some(&first)) || !element.contains(Some(&last)) {
        return None;
    }
    let start = character(&first, range.start_offset().ok()?)?;
    let end = character(&last, range.end_offset().ok()?)?;
    (start < end).then_some(Selected { range: start..end, text })
}

/// Whether any part of an element is selected.
pub fn touches(element: &Element) -> bool {
    let selection = window().get_selection().ok().flatten();
    selection.is_some_and(|selection| {
        let within = selection.contains_node_with_allow_partial_containment(element, true);
        !selection.is_collapsed() && within.unwrap_or(false)
    })
}

/// Selects those characters of the document that are within an element, and brings them into view.
pub fn select(within: &str, range: &Range<u32>) {
    // If they cannot be selected, the selection stays unchanged.
    let _ = mark_out(within, range);
}

fn mark_out(within: &str, range: &Range<u32>) -> Option<()> {
    let within = document().get_element_by_id(within)?;
    let pieces = within.query_selector_all(&format!("[{BEGINS}]")).ok()?;
    let pieces = (0..pieces.length()).filter_map(|nth| pieces.get(nth)?.dyn_into::<Element>().ok());
    let here = |piece: &Element| begins(piece).is_some_and(|at| range.contains(&at));
    let pieces: Vec<Element> = pieces.filter(here).collect();
    let (first, last) = (pieces.first()?, pieces.last()?);
    let selected = document().create_range().ok()?;
    selected.set_start_before(first).ok()?;
    selected.set_end_after(last).ok()?;
    let selection = window().get_selection().ok()??;
    selection.remove_all_ranges().ok()?;
    selection.add_range(&selected).ok()?;
    scroll::reveal(first, ScrollLogicalPosition::Nearest);
    Some(())
}

/// Returns the character of the document before which a place in the page's text lies. Between
/// elements it is the first one of the next element.
fn character(node: &Node, offset: u32) -> Option<u32> {
    if node.node_type() == Node::TEXT_NODE {
        let begins = begins(&node.parent_element()?)?;
        return Some(begins + characters(&node.text_content()?, offset));
    }
    let next = node.child_nodes().get(offset).unwrap_or_else(|| node.clone());
    let next: Element = next.dyn_into().ok()?;
    begins(&next).or_else(|| begins(&next.query_selector(&format!("[{BEGINS}]")).ok()??))
}

fn begins(element: &Element) -> Option<u32> {
    element.get_attribute(BEGINS)?.parse().ok()
}

/// Returns the number of characters in a text's first `units` UTF-16 units.
fn characters(text: &str, units: u32) -> u32 {
    let mut left = units as usize;
    let whole = |character: &char| {
        let enough = left >= character.len_utf16();
        left = left.saturating_sub(character.len_utf16());
        enough
    };
    text.chars().take_while(whole).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_as_the_document_counts_them() {
        for (units, expected) in [(0, 0), (1, 1), (2, 2), (4, 3), (5, 4), (99, 4)] {
            assert_eq!(characters("aé𝔊z", units), expected, "{units}");
        }
    }
}

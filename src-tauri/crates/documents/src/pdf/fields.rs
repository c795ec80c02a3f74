//! What is filled into a form's fields, next to the labels that stand by them.

use pdfium_render::prelude::{PdfPage, PdfPageAnnotationType};

use super::glyphs::{self, Area};
use super::lines::{self, Line};

/// The lines in the page's fields, as they are shown. Writes them into the page itself.
pub(super) fn filled(page: &mut PdfPage<'_>) -> Vec<Line> {
    let annotations = page.annotations();
    let has_field = annotations
        .iter()
        .any(|annotation| annotation.annotation_type() == PdfPageAnnotationType::Widget);
    let printed = page.text().map_or(0, |text| text.len());
    if !has_field || page.flatten().is_err() {
        return Vec::new();
    }
    lines::of(glyphs::of(page, usize::try_from(printed).unwrap_or_default()))
}

/// Puts each of the lines behind the one that it belongs to: in its row before it, or above it.
pub(super) fn insert(mut lines: Vec<Line>, filled: Vec<Line>) -> Vec<Line> {
    for field in filled {
        let label = field.area.and_then(|area| label(&lines, area));
        lines.insert(label.map_or(lines.len(), |nth| nth + 1), field);
    }
    lines
}

/// The line nearest to a field, of those that may name it.
fn label(lines: &[Line], field: Area) -> Option<usize> {
    let areas = lines.iter().enumerate().filter_map(|(nth, line)| Some((nth, line.area?)));
    let near = areas.filter_map(|(nth, area)| Some((nth, distance(area, field)?)));
    near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(nth, _)| nth)
}

/// How far a field is from a line that stands before it in its row or above it.
fn distance(line: Area, field: Area) -> Option<f32> {
    let middle = f32::midpoint(field.top, field.bottom);
    if line.top < middle && middle < line.bottom {
        return (line.left <= field.left).then_some((field.left - line.right).max(0.0));
    }
    let above = field.top - line.bottom;
    let aside = (line.left - field.right).max(field.left - line.right).max(0.0);
    (line.bottom < middle).then_some(3.0 * above.max(0.0) + aside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::lines::tests::{line, text};

    #[test]
    fn a_field_follows_its_label() {
        let labels = vec![
            line(0.0, 0.0, "Name:"),
            line(0.0, 20.0, "Street:"),
            line(200.0, 20.0, "Town:"),
            line(0.0, 40.0, "Remarks"),
        ];
        let fields =
            vec![line(60.0, 0.0, "Mira"), line(60.0, 21.0, "Elm"), line(250.0, 20.0, "Oakham"),
                line(10.0, 56.0, "none")];
        let read: Vec<String> = insert(labels, fields).iter().map(text).collect();
        assert_eq!(
            read,
            ["Name:", "Mira", "Street:", "Elm", "Town:", "Oakham", "Remarks", "none"]
        );
    }
}

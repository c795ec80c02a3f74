//! What is filled into a form's fields, next to the labels that stand by them.

use pdfium_render::prelude::{PdfFormField, PdfPage, PdfPageAnnotation, PdfPageAnnotationCommon};

use super::glyphs::{Area, Frame};
use super::lines::Line;
use crate::characters::readable;

/// The lines in the page's fields. Each word claims the whole field.
pub(super) fn filled(page: &PdfPage<'_>, frame: &Frame) -> Vec<Line> {
    let (width, height) = (page.width().value, page.height().value);
    let is_shown = |area: Area| area.is_real() && area.touches(width, height);
    let lines = page.annotations().iter().flat_map(|field| lines_of(&field, frame));
    lines.filter(|line: &Line| line.area.is_some_and(is_shown)).collect()
}

fn lines_of(annotation: &PdfPageAnnotation<'_>, frame: &Frame) -> Vec<Line> {
    let field = annotation.as_form_field().filter(|_| !annotation.is_hidden());
    let Some(value) = field.and_then(value) else { return Vec::new() };
    let Ok(area) = annotation.bounds().map(|bounds| frame.shown(&bounds)) else {
        return Vec::new();
    };
    let value: String = value.replace('\r', "\n").chars().filter_map(readable).collect();
    value.lines().filter_map(|line| Line::inside(area, line)).collect()
}

/// What is filled in, where it is text that anybody may see.
fn value(field: &PdfFormField<'_>) -> Option<String> {
    match field {
        PdfFormField::Text(field) if !field.is_password() => field.value(),
        PdfFormField::ComboBox(field) => field.value(),
        PdfFormField::ListBox(field) => field.value(),
        _ => None,
    }
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
        let fields = vec![
            line(60.0, 0.0, "Mira"),
            line(60.0, 21.0, "Elm"),
            line(250.0, 20.0, "Oakham"),
            line(10.0, 56.0, "none"),
        ];
        let read: Vec<String> = insert(labels, fields).iter().map(text).collect();
        assert_eq!(read, ["Name:", "Mira", "Street:", "Elm", "Town:", "Oakham", "Remarks", "none"]);
    }
}

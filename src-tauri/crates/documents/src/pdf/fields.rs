//! Text filled into a form's fields, placed next to their labels.

use pdfium_render::prelude::{
    PdfFormField, PdfPage, PdfPageAnnotation, PdfPageAnnotationCommon, PdfPageObjectCommon,
    PdfPageObjectType, PdfPageObjectsCommon, PdfPoints, PdfRect,
};

use super::area::Area;
use super::line::PdfLine;
use super::page_transform::PageTransform;
use crate::characters::readable;

/// How much farther a line above a field counts than one beside it: labels beside fields are more common.
const ABOVE: f32 = 3.0;
/// How far the drawing of a field may extend outside it, in points.
const OUTSIDE: f32 = 2.0;

/// Returns the lines in the page's fields. PDFium does not report where the letters of a field are,
/// but where its pieces of text are drawn: a row's words share that area by their letters. If the
/// rows differ from those of the value, as with wrapped text, each word claims everything drawn,
/// and if nothing is drawn the whole field.
pub(super) fn filled(page: &PdfPage<'_>, frame: &PageTransform) -> Vec<PdfLine> {
    let (width, height) = (page.width().value, page.height().value);
    let is_shown = |area: Area| area.is_real() && area.touches(width, height);
    let lines = page.annotations().iter().flat_map(|field| lines_of(&field, frame));
    lines.filter(|line: &PdfLine| line.area.is_some_and(is_shown)).collect()
}

fn lines_of(annotation: &PdfPageAnnotation<'_>, frame: &PageTransform) -> Vec<PdfLine> {
    let field = annotation.as_form_field().filter(|_| !annotation.is_hidden());
    let Some(value) = field.and_then(value) else { return Vec::new() };
    let Ok(bounds) = annotation.bounds() else { return Vec::new() };
    let value: String = value.replace('\r', "\n").chars().filter_map(readable).collect();
    let lines: Vec<&str> = value.lines().filter(|line| !line.trim().is_empty()).collect();
    let rows = rows(annotation, &bounds, frame);
    if rows.len() == lines.len() {
        return rows
            .into_iter()
            .zip(lines)
            .filter_map(|(row, line)| PdfLine::along(row, line))
            .collect();
    }
    let area = rows.into_iter().reduce(Area::around).unwrap_or_else(|| frame.shown(&bounds));
    lines.into_iter().filter_map(|line| PdfLine::inside(area, line)).collect()
}

/// Returns where the rows of a field's text are drawn, from the top.
fn rows(annotation: &PdfPageAnnotation<'_>, bounds: &PdfRect, frame: &PageTransform) -> Vec<Area> {
    let objects = annotation.objects();
    let texts = objects.iter().filter(|one| one.object_type() == PdfPageObjectType::Text);
    let drawn: Vec<PdfRect> = texts.filter_map(|one| Some(one.bounds().ok()?.to_rect())).collect();
    // Most drawings are relative to the field's corner, and some to that of the sheet.
    let moved: Vec<PdfRect> = drawn.iter().map(|rect| moved(rect, bounds)).collect();
    let fits = |rects: &Vec<PdfRect>| rects.iter().all(|rect| lies_inside(rect, bounds));
    let Some(placed) = [moved, drawn].into_iter().find(fits) else { return Vec::new() };
    let field = frame.shown(bounds);
    let areas = placed.iter().map(|rect| frame.shown(rect).within(field));
    in_rows(areas.filter(|area| area.is_real()).collect())
}

/// Converts a box from field to sheet coordinates.
fn moved(rect: &PdfRect, field: &PdfRect) -> PdfRect {
    let (x, y): (PdfPoints, PdfPoints) = (field.left(), field.bottom());
    PdfRect::new(rect.bottom() + y, rect.left() + x, rect.top() + y, rect.right() + x)
}

/// Returns whether a piece of text may belong to a field. The space for its letters may be higher.
fn lies_inside(rect: &PdfRect, field: &PdfRect) -> bool {
    let middle = f32::midpoint(rect.bottom().value, rect.top().value);
    rect.left().value > field.left().value - OUTSIDE
        && rect.right().value < field.right().value + OUTSIDE
        && middle > field.bottom().value
        && middle < field.top().value
}

/// Merges boxes side by side, from the top.
fn in_rows(mut areas: Vec<Area>) -> Vec<Area> {
    areas.sort_by(|a, b| a.top.total_cmp(&b.top));
    let mut rows: Vec<Area> = Vec::new();
    for area in areas {
        let middle = f32::midpoint(area.top, area.bottom);
        match rows.last_mut().filter(|row| middle < row.bottom) {
            Some(row) => *row = row.around(area),
            None => rows.push(area),
        }
    }
    rows
}

/// Returns the filled-in value, if it is text that anyone may see.
fn value(field: &PdfFormField<'_>) -> Option<String> {
    match field {
        PdfFormField::Text(field) if !field.is_password() => field.value(),
        PdfFormField::ComboBox(field) => field.value(),
        PdfFormField::ListBox(field) => field.value(),
        _ => None,
    }
}

/// Inserts each line after the one to which it belongs: before it in its row, or above it.
pub(super) fn insert(mut lines: Vec<PdfLine>, filled: Vec<PdfLine>) -> Vec<PdfLine> {
    for field in filled {
        let label = field.area.and_then(|area| label(&lines, area));
        lines.insert(label.map_or(lines.len(), |nth| nth + 1), field);
    }
    lines
}

/// Returns the line nearest to a field, of those that may label it.
fn label(lines: &[PdfLine], field: Area) -> Option<usize> {
    let areas = lines.iter().enumerate().filter_map(|(nth, line)| Some((nth, line.area?)));
    let near = areas.filter_map(|(nth, area)| Some((nth, distance(area, field)?)));
    near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(nth, _)| nth)
}

/// Returns the distance of a field from a line before it in its row or above it.
fn distance(line: Area, field: Area) -> Option<f32> {
    let middle = f32::midpoint(field.top, field.bottom);
    if line.top < middle && middle < line.bottom {
        return (line.left <= field.left).then_some((field.left - line.right).max(0.0));
    }
    let above = field.top - line.bottom;
    let aside = (line.left - field.right).max(field.left - line.right).max(0.0);
    (line.bottom < middle).then_some(ABOVE * above.max(0.0) + aside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::line::tests::{line, text};

    #[test]
    fn boxes_side_by_side_are_a_row() {
        let area = |left: f32, top: f32| Area { left, top, right: left + 9.0, bottom: top + 10.0 };
        let rows = in_rows(vec![area(40.0, 12.0), area(0.0, 1.0), area(20.0, 0.0)]);
        let first = Area { left: 0.0, top: 0.0, right: 29.0, bottom: 11.0 };
        assert_eq!(rows, [first, area(40.0, 12.0)]);
        assert_eq!(in_rows(Vec::new()), []);
    }

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

//! The objects of a page, also inside forms, which are pages within pages.

use pdfium_render::prelude::{
    PdfClipPathSegments, PdfMatrix, PdfPage, PdfPageObject, PdfPageObjectCommon,
    PdfPageObjectsCommon, PdfPathSegments, PdfRect,
};

use super::area::Area;
use super::page_transform::PageTransform;

/// The nesting depth of forms beyond which each form counts as one object.
const DEEPEST: usize = 8;

/// A form that contains an object, and its placement.
#[derive(Clone, Copy)]
pub(super) struct FormXObject<'o, 'p> {
    object: &'o PdfPageObject<'p>,
    matrix: PdfMatrix,
}

/// Receives an object, with the forms that contain it, the outermost first.
type See<'s> = dyn FnMut(&PdfPageObject<'_>, &[FormXObject<'_, '_>]) + 's;

/// Visits all objects of a page, from the one painted first.
pub(super) fn each(page: &PdfPage<'_>, see: &mut See<'_>) {
    for object in page.objects().iter() {
        look_into(&object, &[], see);
    }
}

fn look_into(object: &PdfPageObject<'_>, forms: &[FormXObject<'_, '_>], see: &mut See<'_>) {
    let form = object.as_x_object_form_object().filter(|_| forms.len() < DEEPEST);
    let Some(form) = form else { return see(object, forms) };
    let Ok(matrix) = form.matrix() else { return };
    let forms = [forms, &[FormXObject { object, matrix }]].concat();
    for object in form.as_range().filter_map(|nth| form.get(nth).ok()) {
        look_into(&object, &forms, see);
    }
}

/// Returns an object's area on the page as shown.
pub(super) fn area(
    object: &PdfPageObject<'_>,
    forms: &[FormXObject<'_, '_>],
    frame: &PageTransform,
) -> Option<Area> {
    let bounds = object.bounds().ok()?.to_rect();
    Some(frame.shown(&placed(&bounds, forms)))
}

/// Returns the visible part of that area: the rest is cut off, around the object or around a form
/// that contains it.
pub(super) fn seen(
    object: &PdfPageObject<'_>,
    forms: &[FormXObject<'_, '_>],
    frame: &PageTransform,
) -> Option<Area> {
    let around = forms.iter().map(|form| form.object).chain([object]).enumerate();
    let windows = around.flat_map(|(depth, object)| {
        let windows = windows(object).into_iter();
        windows.map(move |window| frame.shown(&placed(&window, &forms[..depth])))
    });
    let seen = windows.fold(area(object, forms, frame)?, Area::within);
    seen.is_real().then_some(seen)
}

/// Returns the boxes of the shapes to which an object is clipped.
fn windows(object: &PdfPageObject<'_>) -> Vec<PdfRect> {
    let Some(shapes) = object.get_clip_path() else { return Vec::new() };
    let shapes = shapes.as_range().filter_map(|nth| shapes.get(nth).ok());
    shapes.filter_map(|shape| window(&shape)).collect()
}

fn window(shape: &PdfClipPathSegments<'_>) -> Option<PdfRect> {
    let points = shape.as_range().filter_map(|nth| shape.get(nth).ok());
    let points: Vec<(f32, f32)> = points.map(|point| (point.x().value, point.y().value)).collect();
    (!points.is_empty()).then(|| around(&points))
}

/// Converts a box inside forms to sheet coordinates.
fn placed(rect: &PdfRect, forms: &[FormXObject<'_, '_>]) -> PdfRect {
    moved(rect, forms.iter().rev().map(|form| form.matrix))
}

/// Returns the box around another one that is moved by matrices, one after another.
fn moved(rect: &PdfRect, by: impl Iterator<Item = PdfMatrix> + Clone) -> PdfRect {
    let corner = |x, y| {
        let (x, y) = by.clone().fold((x, y), |(x, y), matrix| matrix.apply_to_points(x, y));
        (x.value, y.value)
    };
    let ends = [rect.left(), rect.right()];
    let corners = ends.map(|x| [corner(x, rect.bottom()), corner(x, rect.top())]);
    around(corners.as_flattened())
}

fn around(points: &[(f32, f32)]) -> PdfRect {
    let least = |part: fn(&(f32, f32)) -> f32| points.iter().map(part).fold(f32::MAX, f32::min);
    let most = |part: fn(&(f32, f32)) -> f32| points.iter().map(part).fold(f32::MIN, f32::max);
    PdfRect::new_from_values(least(|at| at.1), least(|at| at.0), most(|at| at.1), most(|at| at.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_in_forms_are_placed_on_the_sheet() {
        let rect = PdfRect::new_from_values(1.0, 2.0, 3.0, 4.0);
        let larger = PdfMatrix::new(2.0, 0.0, 0.0, 2.0, 0.0, 0.0);
        let turned = PdfMatrix::new(0.0, 1.0, -1.0, 0.0, 10.0, 0.0);
        let placed = moved(&rect, [larger, turned].into_iter());
        assert_eq!((placed.left().value, placed.right().value), (4.0, 8.0));
        assert_eq!((placed.bottom().value, placed.top().value), (4.0, 8.0));
    }
}

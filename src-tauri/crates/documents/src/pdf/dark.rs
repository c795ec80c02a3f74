//! Pages for a dark room: light letters on dark paper, and pictures unchanged.
//!
//! A page is drawn as it was printed, and then inverted: light becomes dark in the same hue.
//! Pictures and shaded figures are left unchanged. A scanned page is itself a picture, and is
//! inverted like a printed one.

use std::ops::Range;

use pdfium_render::prelude::{PdfPage, PdfPageImageObject, PdfPageObject};

use super::area::Area;
use super::drawing::Drawing;
use super::objects;
use super::page_transform::PageTransform;
use super::scanned::part_covered;

/// The paper and the ink of a dark page, red, green and blue: those of the window's dark theme.
const PAPER: [u8; 3] = [0x17, 0x16, 0x14];
const INK: [u8; 3] = [0xec, 0xe8, 0xdf];
/// Pictures that cover more of the page than this are the page itself.
const MOST: f32 = 0.75;
/// How far, in pixels, rounding may put a coordinate beside the line between two pixels on which it lies.
const ROUNDING: f32 = 0.02;
/// The distance of the pixels in a drawing that decide whether it is light.
const SAMPLE: usize = 7;

/// Inverts the drawing of a page, unless it is already dark.
pub(super) fn turn_over(page: &PdfPage<'_>, drawing: &mut Drawing) {
    let (width, height) = (page.width().value, page.height().value);
    let zoom = (drawing.width as f32 / width, drawing.height as f32 / height);
    let figures = without_the_page(figures(page), (width, height));
    let mut kept: Vec<Pixels> = figures.iter().map(|area| Pixels::under(area, zoom)).collect();
    kept.sort_unstable_by_key(|pixels| pixels.columns.start);
    if !is_light(drawing, &kept) {
        return;
    }
    let tones = Tones::new();
    match kept.is_empty() && drawing.is_grey() {
        // The picture stays small.
        true => drawing.palette = Some(tones.of_greys()),
        false => for_each_outside(drawing, &kept, |pixels| tones.turn(pixels)),
    }
}

/// Returns where a page shows figures that stay unchanged.
fn figures(page: &PdfPage<'_>) -> Vec<Area> {
    let frame = PageTransform::of(page);
    let mut figures = Vec::new();
    objects::each(page, &mut |object, forms| {
        if is_figure(object) {
            figures.extend(objects::seen(object, forms, &frame));
        }
    });
    figures
}

fn is_figure(object: &PdfPageObject<'_>) -> bool {
    let is_shaded = object.as_shading_object().is_some();
    is_shaded || object.as_image_object().is_some_and(|picture| !is_ink(picture))
}

/// Returns whether a picture is drawn with one ink, like scanned letters.
fn is_ink(picture: &PdfPageImageObject<'_>) -> bool {
    // Inspecting such a picture further would require decoding it, and it has many colours.
    let is_photo = picture.filters().iter().any(|filter| filter.name() == "JPXDecode");
    !is_photo && picture.bits_per_pixel().is_ok_and(|bits| bits == 1)
}

/// Returns the figures except those that make up the page: one that covers it, or strips and tiles
/// that do so together.
fn without_the_page(mut figures: Vec<Area>, (width, height): (f32, f32)) -> Vec<Area> {
    let covers = |areas: &[Area]| part_covered(areas, width, height) > MOST;
    figures.retain(|figure| !covers(&[*figure]));
    if covers(&figures) { Vec::new() } else { figures }
}

/// A box of pixels.
#[derive(Debug, Clone, PartialEq)]
struct Pixels {
    columns: Range<usize>,
    rows: Range<usize>,
}

impl Pixels {
    /// Returns all pixels that show part of an area in points, at this number of pixels per point.
    fn under(area: &Area, (across, down): (f32, f32)) -> Self {
        // Rounding may put coordinates on the line between two pixels slightly beside it.
        let pixels = |from: f32, to: f32| {
            (from + ROUNDING).floor() as usize..(to - ROUNDING).ceil() as usize
        };
        Self {
            columns: pixels(area.left * across, area.right * across),
            rows: pixels(area.top * down, area.bottom * down),
        }
    }
}

/// Returns the columns of a row outside all boxes, which are in order from the left.
fn outside(kept: &[Pixels], row: usize, width: usize) -> Vec<Range<usize>> {
    let mut outside = Vec::new();
    let mut from = 0;
    for Pixels { columns, .. } in kept.iter().filter(|pixels| pixels.rows.contains(&row)) {
        if from < columns.start.min(width) {
            outside.push(from..columns.start.min(width));
        }
        from = from.max(columns.end);
    }
    if from < width {
        outside.push(from..width);
    }
    outside
}

/// Runs `work` on every run of pixels outside all boxes.
fn for_each_outside(drawing: &mut Drawing, kept: &[Pixels], mut work: impl FnMut(&mut [[u8; 3]])) {
    let width = drawing.width as usize;
    for (nth, row) in drawing.rows_mut().enumerate() {
        for columns in outside(kept, nth, width) {
            if let Some(pixels) = row.get_mut(columns) {
                work(pixels);
            }
        }
    }
}

/// Returns whether most of a drawing is light outside all boxes.
fn is_light(drawing: &mut Drawing, kept: &[Pixels]) -> bool {
    let (mut seen, mut light) = (0, 0);
    for_each_outside(drawing, kept, |pixels| {
        for pixel in pixels.iter().step_by(SAMPLE) {
            seen += 1;
            light += usize::from(lightness(*pixel) > 127);
        }
    });
    2 * light >= seen
}

/// Returns a colour's lightness, from 0 to 255: mostly as the eye sees it, and partly the middle of
/// its brightest and darkest components, so that blue on white stays blue on black.
fn lightness([blue, green, red]: [u8; 3]) -> i32 {
    let [blue, green, red] = [blue, green, red].map(i32::from);
    let seen = (29 * blue + 150 * green + 77 * red) >> 8;
    let middle = (blue.max(green).max(red) + blue.min(green).min(red)) / 2;
    (3 * seen + middle) / 4
}

/// Returns a colour of the same hue that is as dark as this one is light, and as saturated as
/// possible.
fn turned(colour: [u8; 3]) -> [u8; 3] {
    let light = lightness(colour);
    let parts = colour.map(|part| i32::from(part) - light);
    let [above, below] = [parts.into_iter().max(), parts.into_iter().min()];
    // The share of the colour for which there is room, of 65,536.
    let room = |room: i32, wanted: i32| if wanted > room { (room << 16) / wanted } else { 1 << 16 };
    let strength = room(light, above.unwrap_or(0)).min(room(255 - light, -below.unwrap_or(0)));
    parts.map(|part| (255 - light + ((part * strength) >> 16)).clamp(0, 255) as u8)
}

/// The final value of each component of an inverted colour: black becomes the paper, white the ink.
struct Tones([[u8; 3]; 256]);

impl Tones {
    fn new() -> Self {
        let tone = |part: usize, value: usize| {
            let (paper, ink) = (usize::from(PAPER[part]), usize::from(INK[part]));
            (paper + (value * (ink - paper) + 127) / 255) as u8
        };
        // The bytes of a drawing begin with blue.
        Self(std::array::from_fn(|value| [tone(2, value), tone(1, value), tone(0, value)]))
    }

    /// Inverts pixels.
    fn turn(&self, pixels: &mut [[u8; 3]]) {
        // Most pixels equal the one before.
        let (mut before, mut after) = ([0; 3], self.of([0; 3]));
        for pixel in pixels {
            if *pixel != before {
                (before, after) = (*pixel, self.of(*pixel));
            }
            *pixel = after;
        }
    }

    /// Returns the final colour of each grey: red, green and blue.
    fn of_greys(&self) -> [[u8; 3]; 256] {
        std::array::from_fn(|grey| {
            let [blue, green, red] = self.0[255 - grey];
            [red, green, blue]
        })
    }

    fn of(&self, colour: [u8; 3]) -> [u8; 3] {
        let [blue, green, red] = turned(colour).map(usize::from);
        [self.0[blue][0], self.0[green][1], self.0[red][2]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The style sheet of the window.
    const STYLE: &str = include_str!("../../../../../frontend/static/style.css");

    fn rgb(colour: [u8; 3]) -> [u8; 3] {
        let [first, second, third] = colour;
        [third, second, first]
    }

    fn turned_to(colour: [u8; 3]) -> [u8; 3] {
        rgb(Tones::new().of(rgb(colour)))
    }

    #[test]
    fn paper_and_ink_are_those_of_the_dark_theme() {
        for (name, [red, green, blue]) in [("paper", PAPER), ("ink", INK)] {
            let dark = format!(", #{red:02x}{green:02x}{blue:02x});");
            let line = STYLE.lines().find(|line| line.contains(&format!("--{name}: light-dark(")));
            assert!(line.is_some_and(|line| line.ends_with(&dark)), "{name}: {line:?}");
        }
        assert_eq!([[255; 3], [0; 3]].map(turned_to), [PAPER, INK]);
        let greys = Tones::new().of_greys();
        assert!((0..=255).all(|grey| greys[usize::from(grey)] == turned_to([grey; 3])));
    }

    /// Returns the hue as an angle, and the saturation.
    fn hue([red, green, blue]: [u8; 3]) -> (f64, f64) {
        let [red, green, blue] = [red, green, blue].map(f64::from);
        let (across, up) = (red - (green + blue) / 2.0, 3_f64.sqrt() / 2.0 * (green - blue));
        (up.atan2(across).to_degrees(), across.hypot(up))
    }

    #[test]
    fn what_was_light_is_dark_in_the_same_hue() {
        let steps = [0, 51, 102, 153, 204, 255_u8];
        for red in steps {
            for (green, blue) in steps.iter().flat_map(|g| steps.map(|blue| (*g, blue))) {
                let colour = [blue, green, red];
                let other = turned(colour);
                let sum = lightness(colour) + lightness(other);
                assert!((sum - 255).abs() <= 3, "{colour:?} became {other:?}");
                let ((was, _), (is, strength)) = (hue(rgb(colour)), hue(rgb(other)));
                let apart = (was - is).rem_euclid(360.0);
                let apart = apart.min(360.0 - apart);
                assert!(strength < 24.0 || apart < 4.0, "{colour:?} became {other:?}");
            }
        }
        for grey in 0..=255 {
            assert_eq!(turned([grey; 3]), [255 - grey; 3]);
        }
        // A link printed in blue is readable, and still blue.
        let [red, _, blue] = turned_to([0, 0, 255]);
        assert!(blue > 200 && (150..190).contains(&red), "{red} {blue}");
    }

    #[test]
    fn figures_are_left_out_and_the_page_is_not() {
        let area = |left: f32, top: f32, right: f32, bottom: f32| Area { left, top, right, bottom };
        let small = area(10.0, 10.0, 60.0, 60.0);
        let page = area(-1.0, -1.0, 101.0, 201.0);
        let strips = [0.0, 50.0, 100.0, 150.0].map(|top| area(0.0, top, 100.0, top + 50.0));
        for (figures, kept) in [
            (vec![], vec![]),
            (vec![small], vec![small]),
            (vec![page, small], vec![small]),
            (strips.to_vec(), vec![]),
            (strips[..2].to_vec(), strips[..2].to_vec()),
        ] {
            assert_eq!(without_the_page(figures, (100.0, 200.0)), kept);
        }
    }

    #[test]
    fn rows_are_turned_beside_the_boxes() {
        let pixels = |columns: Range<usize>, rows: Range<usize>| Pixels { columns, rows };
        let kept =
            [pixels(0..2, 0..1), pixels(4..6, 0..9), pixels(5..7, 2..3), pixels(9..99, 0..9)];
        for (row, expected) in [
            (0, &[(2, 4), (6, 9)][..]),
            (1, &[(0, 4), (6, 9)]),
            (2, &[(0, 4), (7, 9)]),
            (9, &[(0, 10)]),
        ] {
            let found = outside(&kept, row, 10).into_iter();
            let found: Vec<_> = found.map(|columns| (columns.start, columns.end)).collect();
            assert_eq!(found, expected, "row {row}");
        }
    }

    #[test]
    fn boxes_take_whole_pixels() {
        let area = |left, right| Area { left, top: 0.0, right, bottom: 1.0 };
        for (left, right, columns) in
            [(10.0, 20.0, 20..40), (9.999, 20.001, 20..40), (10.2, 19.8, 20..40), (-5.0, 1.0, 0..2)]
        {
            let found = Pixels::under(&area(left, right), (2.0, 2.0));
            assert_eq!(found.columns, columns, "{left} to {right}");
        }
    }
}

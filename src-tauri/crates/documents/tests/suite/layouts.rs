//! How lines lie on pages: text at the top, directions, close columns.

use std::collections::BTreeSet;

use documents::read;
use pdf_writer::types::{SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str};

use crate::made::{Sheet, drawn, pdf};
use crate::sound::{assert_sound, with_pdfium};

/// A sheet with a first line `gap` points above lines that no other page has.
fn topped(nth: usize, top: &str, gap: f32) -> Sheet {
    let mut sheet = Sheet::of_lines(&[]);
    sheet.texts.push((30.0, 180.0, 10.0, top.into()));
    for row in 0..8 {
        let text = format!("Line {row} of sheet {nth} says what no other line of it says");
        sheet.texts.push((30.0, 180.0 - gap - 12.0 * row as f32, 10.0, text.into()));
    }
    sheet
}

#[test]
fn text_at_the_top_of_pages_is_no_running_head() {
    let test = "text_at_the_top_of_pages_is_no_running_head";
    let Some(options) = with_pdfium(test) else { return };
    let cases: [(&str, f32, bool); 6] = [
        ("Exercise {}", 36.0, true),
        ("Invoice No. {} of 2024-0{}-15, amount due {}0 EUR", 12.0, true),
        ("Table 1. Values of the trials", 36.0, true),
        ("A line that all have, close to the text", 12.0, true),
        ("The Book", 36.0, false),
        ("{} The Book", 36.0, false),
    ];
    for (top, gap, is_text) in cases {
        let sheets: Vec<Sheet> = (1..=5)
            .map(|nth: usize| topped(nth, &top.replace("{}", &nth.to_string()), gap))
            .collect();
        let document = read(&pdf(&sheets, "x", 1), "x.pdf", &options).unwrap();
        assert_sound(&document);
        assert_eq!(document.marginals.is_empty(), is_text, "{top}: {:?}", document.marginals);
        let last = top.replace("{}", "5");
        assert_eq!(document.text.contains(&last), is_text, "{top}");
    }
}

/// Draws lines that run down or up a page of 300 by 200 points, 14 points apart.
fn turned(content: &mut Content, lines: &[&str], up: bool) {
    for (nth, line) in lines.iter().enumerate() {
        let way = 14.0 * nth as f32;
        content.begin_text().set_font(Name(b"F"), 10.0);
        content.set_text_matrix(match up {
            true => [0.0, 1.0, -1.0, 0.0, 100.0 + way, 20.0],
            false => [0.0, -1.0, 1.0, 0.0, 200.0 - way, 180.0],
        });
        content.show(Str(line.as_bytes())).end_text();
    }
}

#[test]
fn text_that_runs_down_or_up_is_read_as_the_page_is_turned() {
    let test = "text_that_runs_down_or_up_is_read_as_the_page_is_turned";
    let Some(options) = with_pdfium(test) else { return };
    let lines = [
        "A row that is set on its side",
        "runs on to the next line and",
        "goes on from there to the last.",
    ];
    for up in [false, true] {
        let file = drawn(|content| turned(content, &lines, up));
        let document = read(&file, "x.pdf", &options).unwrap();
        assert_sound(&document);
        assert_eq!(document.text, lines.join(" "), "up: {up}");
    }
}

#[test]
fn columns_close_together_are_read_one_after_the_other() {
    let test = "columns_close_together_are_read_one_after_the_other";
    let Some(options) = with_pdfium(test) else { return };
    let row = |nth: usize, side: &str| format!("{side} {nth} has words of it");
    for gutter in [10.0, 12.0, 20.0] {
        let mut sheet = Sheet { size: (300.0, 300.0), ..Sheet::of_lines(&[]) };
        for nth in 10..22 {
            let y = 280.0 - 12.0 * (nth - 10) as f32;
            // The left column is 97 points wide.
            sheet.texts.push((20.0, y, 10.0, row(nth, "Left").into()));
            sheet.texts.push((117.0 + gutter, y, 10.0, row(nth, "Right").into()));
        }
        let document = read(&pdf(&[sheet], "x", 1), "x.pdf", &options).unwrap();
        let text = document.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let rows = ["Left", "Right"].map(|side| (10..22).map(|nth| row(nth, side)).collect());
        let expected = rows.map(|rows: Vec<String>| rows.join(" ")).join(" ");
        assert_eq!(text, expected, "a gutter of {gutter}");
    }
}

/// A page of lines in visual order, from the left, in a fixed-width font.
fn seen(lines: &[&str]) -> Vec<u8> {
    let [catalog, tree, page, contents, font, letters] = [1, 2, 3, 4, 5, 6].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids([page]).count(1);
    let mut leaf = pdf.page(page);
    leaf.parent(tree).media_box(Rect::new(0.0, 0.0, 400.0, 200.0)).contents(contents);
    leaf.resources().fonts().pair(Name(b"F"), font);
    leaf.finish();
    let alphabet: BTreeSet<char> = lines.iter().flat_map(|line| line.chars()).collect();
    let codes = || (33_u8..).zip(&alphabet);
    let code = |letter: char| codes().find(|(_, other)| **other == letter).expect("a letter").0;
    let mut content = Content::new();
    for (nth, line) in lines.iter().enumerate() {
        let codes: Vec<u8> = line.chars().map(code).collect();
        let x = 380.0 - 6.0 * codes.len() as f32;
        content.begin_text().set_font(Name(b"F"), 10.0).next_line(x, 180.0 - 20.0 * nth as f32);
        content.show(Str(&codes)).end_text();
    }
    pdf.stream(contents, &content.finish());
    let system = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"UCS"), supplement: 0 };
    let mut map = UnicodeCmap::new(Name(b"Letters"), system);
    codes().for_each(|(code, letter)| map.pair(code, *letter));
    pdf.stream(letters, &map.finish());
    pdf.type1_font(font).base_font(Name(b"Courier")).to_unicode(letters);
    pdf.finish()
}

#[test]
fn words_from_the_left_keep_their_order_in_lines_from_the_right() {
    let test = "words_from_the_left_keep_their_order_in_lines_from_the_right";
    let Some(options) = with_pdfium(test) else { return };
    let cases = [
        ("םולש Google LLC הרבחה", "החברה Google LLC שלום"),
        (".2006 תנשב", "בשנת 2006."),
        ("ףלא 350-כ", "כ-350 אלף"),
        (".(Pecan Ltd) הרבחה", "החברה (Pecan Ltd)."),
        (".(1998) תנשב", "בשנת (1998)."),
        ("ביבא לת (ןטק) דרשמ 12.5", "12.5 משרד (קטן) תל אביב"),
        (".ريبك غلبمب Microsoft Corp ةكرش", "شركة Microsoft Corp بمبلغ كبير."),
        ("فظوم 2,500 ددع", "عدد 2,500 موظف"),
    ];
    for (line, expected) in cases {
        let document = read(&seen(&[line]), "x.pdf", &options).unwrap();
        assert_sound(&document);
        assert_eq!(document.text, expected, "{line}");
    }
}

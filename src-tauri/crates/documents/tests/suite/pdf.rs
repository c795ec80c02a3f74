use documents::places::{self, slice};
use documents::{Document, Error, Format, ReadOptions, read};
use pdf_writer::types::TextRenderingMode;
use pdf_writer::{Content, Name, Str};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use protocol::Code;

use crate::made::{Sheet, drawn, filled, pdf, vertical};
use crate::pixels::Pixels;
use crate::sound::{assert_sound, with_pdfium};

fn texts(document: &Document) -> Vec<&str> {
    let words = document.pages.iter().flat_map(|page| &page.words);
    words.map(|word| slice(&document.text, word.start..word.end)).collect()
}

#[test]
fn pages_words_and_labels_come_out() {
    let Some(options) = with_pdfium("pages_words_and_labels_come_out") else { return };
    let sheets = [
        Sheet::of_lines(&["Preface"]),
        Sheet::of_lines(&[]),
        Sheet::of_lines(&[
            "The first line of a text goes on in the sec-",
            "ond line, and \u{e9}nds.",
        ]),
    ];
    let document = read(&pdf(&sheets, "A  Title", 2), "x.bin", &options).unwrap();
    assert_sound(&document);
    assert_eq!((document.format, document.paged), (Format::Pdf, true));
    assert_eq!(document.title, "A Title");
    assert_eq!(document.author.as_deref(), Some("A. Writer"));
    assert_eq!(document.language.as_deref(), Some("en-GB"));
    assert_eq!(
        document.text,
        "Preface\n\nThe first line of a text goes on in the second line, and énds."
    );
    let labels: Vec<&str> = document.pages.iter().map(|page| page.label.as_str()).collect();
    assert_eq!(labels, ["i", "ii", "1"]);
    assert_eq!(document.pages[0].size, Some((300.0, 200.0)));
    assert_eq!(document.pages[1].start, document.pages[1].end);
    // "second" is broken over two lines: two words, two rectangles.
    let start = document.text.find("second").unwrap() as u32;
    assert!(texts(&document).windows(2).any(|pair| pair == ["sec", "ond"]));
    let rects = places::rects(&document.pages, start..start + 6);
    assert_eq!(rects.len(), 2);
    assert!(rects[0].y < rects[1].y && rects[0].x > rects[1].x && rects[0].page == 3);
}

#[test]
fn rectangles_lie_on_the_ink_however_a_page_is_turned_and_cropped() {
    let Some(options) = with_pdfium("rectangles_lie_on_the_ink") else { return };
    for turned in [0, 90, 180, 270] {
        for crop in [0.0, 15.0] {
            let lines = ["Words on a page that is", "turned, at the edge:"];
            let mut sheet = Sheet { turned, crop, ..Sheet::of_lines(&lines) };
            sheet.texts.push((240.0, 30.0, 9.0, b"corner".to_vec()));
            let file = pdf(&[sheet], "Turned", 1);
            let document = read(&file, "x.pdf", &options).unwrap();
            assert_sound(&document);
            let page = &document.pages[0];
            for zoom in [1.5, 2.0, 4.0] {
                let (inside, outside) =
                    Pixels::of_page(&file, page, zoom, &options).ink(&page.words);
                let least = (5.0 * zoom * zoom) as usize;
                let case = format!("turned {turned} crop {crop} zoom {zoom}");
                assert!(inside.iter().all(|ink| *ink > least), "{case}: {inside:?}");
                assert!(outside * 50 < inside.iter().sum(), "{case}: {outside}");
            }
        }
    }
}

#[test]
fn scanned_blank_and_broken_files_say_what_they_are() {
    let Some(options) = with_pdfium("scanned_blank_and_broken_files") else { return };
    let scan = Sheet { picture: true, ..Sheet::of_lines(&[]) };
    let stamped = Sheet { picture: true, ..Sheet::of_lines(&["p. 12"]) };
    let whole = pdf(&[Sheet::of_lines(&["text"])], "x", 1);
    let cases: [(Vec<u8>, Code, &str); 5] = [
        (
            pdf(std::slice::from_ref(&scan), "x", 1),
            Code::NoText,
            "no text on page 1: it is probably scanned",
        ),
        (pdf(&[stamped, scan], "x", 1), Code::NoText, "no text on pages 1–2"),
        (pdf(&[Sheet::of_lines(&[])], "x", 1), Code::NoText, "blank"),
        (b"%PDF-1.7\nnothing more".to_vec(), Code::DocumentBroken, "damaged"),
        (whole[..200].to_vec(), Code::DocumentBroken, "damaged"),
    ];
    for (bytes, code, part) in cases {
        let error = read(&bytes, "x.pdf", &options).expect_err(part);
        assert_eq!(error.code(), code, "{error}");
        assert!(error.to_string().contains(part), "{error}");
    }
    let lines = ["a page of text over a picture, with as many words on it"; 4];
    let picture_and_text = Sheet { picture: true, ..Sheet::of_lines(&lines) };
    assert!(read(&pdf(&[picture_and_text], "x", 1), "x.pdf", &options).is_ok());
}

#[test]
fn stamps_on_scans_are_not_taken_for_their_text() {
    let Some(options) = with_pdfium("stamps_on_scans_are_not_taken_for_their_text") else { return };
    let stamp = ["This content downloaded from an archive", "Scanned by a telephone"];
    let stamped = Sheet { picture: true, ..Sheet::of_lines(&stamp) };
    for pages in [1, 2, 7] {
        let scans = vec![stamped.clone(); pages as usize];
        let expected = Some(Error::Scanned { pages: (1..=pages).collect() });
        assert_eq!(read(&pdf(&scans, "x", 1), "x.pdf", &options).err(), expected, "{pages}");
    }
    let text = Sheet::of_lines(&["A page with text that is long enough for any reader"; 6]);
    let mixed = pdf(&[text.clone(), stamped, text], "x", 1);
    assert_eq!(read(&mixed, "x.pdf", &options).unwrap().unread, [2]);
    let bare = Sheet::of_lines(&stamp);
    assert!(read(&pdf(&[bare], "x", 1), "x.pdf", &options).is_ok());
}

#[test]
fn what_recognition_laid_over_a_scan_is_its_text() {
    let test = "what_recognition_laid_over_a_scan_is_its_text";
    let Some(options) = with_pdfium(test) else { return };
    let scan = |mode| {
        drawn(|content| {
            whole_picture(content, 0.0, 200.0);
            content.set_text_rendering_mode(mode);
            content.begin_text().set_font(Name(b"F"), 12.0).next_line(30.0, 100.0);
            content.show(Str(b"The Lighthouse. A Novel")).end_text();
        })
    };
    let recognised = read(&scan(TextRenderingMode::Invisible), "x.pdf", &options).unwrap();
    assert_eq!((recognised.text.as_str(), recognised.unread.len()), ("The Lighthouse. A Novel", 0));
    let stamped = read(&scan(TextRenderingMode::Fill), "x.pdf", &options);
    assert_eq!(stamped.err(), Some(Error::Scanned { pages: vec![1] }));
}

/// Draws the grey picture over the whole width of a page of 300 points.
fn whole_picture(content: &mut Content, bottom: f32, height: f32) {
    content.save_state().transform([300.0, 0.0, 0.0, height, 0.0, bottom]);
    content.x_object(Name(b"P")).restore_state();
}

#[test]
fn scans_in_strips_are_scans() {
    let Some(options) = with_pdfium("scans_in_strips_are_scans") else { return };
    let strips = |share: f32| {
        drawn(|content| {
            let strips = (0..10).map(|nth| 20.0 * nth as f32);
            strips.for_each(|bottom| whole_picture(content, bottom, 20.0 * share));
        })
    };
    let error = read(&strips(1.0), "x.pdf", &options).err();
    assert_eq!(error, Some(Error::Scanned { pages: vec![1] }));
    // Rules on an empty page are no scan.
    assert_eq!(
        read(&strips(0.1), "x.pdf", &options).map_err(|e| e.code()).err(),
        Some(Code::NoText)
    );
    assert!(!matches!(read(&strips(0.1), "x.pdf", &options), Err(Error::Scanned { .. })));
}

#[test]
fn without_pdfium_the_error_says_what_to_do() {
    let options = ReadOptions::with_pdfium(vec!["/nowhere/at/all".into()]);
    let error = documents::find_pdfium(&options).expect_err("it is not there");
    assert_eq!(error.code(), Code::PdfReaderMissing);
    assert!(error.to_string().contains("cargo xtask setup"), "{error}");
}

#[test]
fn what_a_page_does_not_show_is_no_part_of_its_text() {
    let test = "what_a_page_does_not_show_is_no_part_of_its_text";
    let Some(options) = with_pdfium(test) else { return };
    let show = |content: &mut Content, y: f32, text: &str| {
        content.begin_text().set_font(Name(b"F"), 12.0).next_line(30.0, y);
        content.show(Str(text.as_bytes())).end_text();
    };
    let file = drawn(|content| {
        show(content, 170.0, "black on paper");
        content.set_fill_gray(1.0);
        show(content, 150.0, "white on paper");
        content.rect(150.0, 145.0, 100.0, 20.0).fill_nonzero();
        content.rect(20.0, 145.0, 100.0, 20.0).stroke();
        content.set_fill_gray(0.2).rect(20.0, 122.0, 200.0, 20.0).fill_nonzero();
        content.set_fill_gray(1.0);
        show(content, 127.0, "white on a bar");
        content.set_fill_gray(0.0).set_text_rendering_mode(TextRenderingMode::Invisible);
        show(content, 100.0, "nowhere");
        content.save_state().transform([280.0, 0.0, 0.0, 60.0, 10.0, 10.0]);
        content.x_object(Name(b"P")).restore_state();
        show(content, 40.0, "over a picture");
    });
    let document = read(&file, "x.pdf", &options).unwrap();
    assert_sound(&document);
    assert_eq!(
        document.text.split_whitespace().collect::<Vec<_>>().join(" "),
        "black on paper white on a bar over a picture"
    );
}

#[test]
fn words_in_fields_stand_where_they_are_drawn() {
    let test = "words_in_fields_stand_where_they_are_drawn";
    let Some(options) = with_pdfium(test) else { return };
    let rows = [(4.0, 25.0, "Mira Weaver"), (80.0, 5.0, "of Oakham")];
    let file = filled("Mira Weaver\rof Oakham", &rows);
    let document = read(&file, "x.pdf", &options).unwrap();
    assert_sound(&document);
    assert_eq!(texts(&document), ["Name:", "Mira", "Weaver", "of", "Oakham"]);
    let words = &document.pages[0].words;
    let (inside, outside) = Pixels::of_page(&file, &document.pages[0], 4.0, &options).ink(words);
    assert!(inside.iter().all(|ink| *ink > 80), "{inside:?}");
    // Letters differ in width, so some reach into the spaces.
    assert!(outside * 10 < inside.iter().sum(), "{outside} of {inside:?}");
    assert!(words.iter().all(|word| word.rect.width < 60.0), "{words:?}");
    // If the drawing differs from the value, each word claims everything drawn.
    let wrapped = read(&filled("Mira Weaver of Oakham", &rows), "x.pdf", &options).unwrap();
    assert_eq!(texts(&wrapped), texts(&document));
    assert!(wrapped.pages[0].words[1..].iter().all(|word| word.rect.height > 20.0));
    // If nothing is drawn, the whole field.
    let blank = read(&filled("Mira", &[]), "x.pdf", &options).unwrap();
    assert!((blank.pages[0].words[1].rect.width - 150.0).abs() < 0.1);
}

#[test]
fn columns_from_the_top_down_are_read_from_the_right() {
    let test = "columns_from_the_top_down_are_read_from_the_right";
    let Some(options) = with_pdfium(test) else { return };
    let columns = [(240.0, "山の上に"), (200.0, "古い家が"), (160.0, "あった。")];
    let document = read(&vertical(&columns), "x.pdf", &options).unwrap();
    assert_sound(&document);
    let text: String = document.text.split_whitespace().collect();
    assert_eq!(text, "山の上に古い家があった。");
    let words = &document.pages[0].words;
    assert_eq!(words.len(), 12, "{:?}", texts(&document));
    for (nth, word) in words.iter().enumerate() {
        let (left, top) = (columns[nth / 4].0, 10.0 + 20.0 * (nth % 4) as f32);
        let middle = (word.rect.x + word.rect.width / 2.0, word.rect.y + word.rect.height / 2.0);
        let place = format!("{} {:?}", texts(&document)[nth], word.rect);
        assert!((middle.0 - left - 10.0).abs() < 3.0, "{place}");
        assert!((middle.1 - top - 10.0).abs() < 4.0, "{place}");
    }
}

/// PDFium takes a mark below a letter as part of its line.
#[test]
fn a_mark_below_a_letter_is_a_word_of_its_own() {
    let test = "a_mark_below_a_letter_is_a_word_of_its_own";
    let Some(options) = with_pdfium(test) else { return };
    for lines in [["0", ";"], ["a", "."], ["(", ")"]] {
        let document = read(&pdf(&[Sheet::of_lines(&lines)], "x", 1), "x.pdf", &options).unwrap();
        assert_eq!(texts(&document), lines);
    }
}

#[test]
fn every_word_of_a_page_is_found_in_order() {
    let Some(options) = with_pdfium("every_word_of_a_page_is_found_in_order") else { return };
    let line = prop::collection::vec("[a-zA-Z0-9,.;()]{1,9}", 1..6);
    let page = prop::collection::vec(line, 0..12);
    let config = ProptestConfig { cases: 64, failure_persistence: None, ..Default::default() };
    let mut runner = TestRunner::new(config);
    let outcome = runner.run(&prop::collection::vec(page, 1..4), |pages| {
        let lines = |page: &Vec<Vec<String>>| -> Vec<String> {
            page.iter().map(|words| words.join(" ")).collect()
        };
        let sheets: Vec<Sheet> = pages
            .iter()
            .map(|page| {
                Sheet::of_lines(&lines(page).iter().map(String::as_str).collect::<Vec<_>>())
            })
            .collect();
        let words: Vec<&String> = pages.iter().flatten().flatten().collect();
        match read(&pdf(&sheets, "x", 1), "x.pdf", &options) {
            Ok(document) => {
                assert_sound(&document);
                prop_assert_eq!(texts(&document), words);
            }
            Err(error) => prop_assert!(words.is_empty(), "{}", error),
        }
        Ok(())
    });
    outcome.unwrap();
}

//! A story as a PDF: A4 pages, Helvetica, lines broken at spaces.

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

const PAGE: (f32, f32) = (595.0, 842.0);
const MARGIN: f32 = 72.0;
const SIZE: f32 = 11.0;
const LEADING: f32 = 15.0;

/// Helvetica's widths from the space to the tilde, in thousandths of the font size.
#[rustfmt::skip]
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// The bytes of the document.
pub(super) fn document(title: &str, text: &str) -> Vec<u8> {
    let per_page = ((PAGE.1 - 2.0 * MARGIN) / LEADING) as usize;
    let lines = lines(text);
    let pages: Vec<&[String]> = lines.chunks(per_page).collect();
    let (catalog, tree, font, info) = (Ref::new(1), Ref::new(2), Ref::new(3), Ref::new(4));
    let page_ref = |n: usize| Ref::new(5 + 2 * n as i32);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(info).title(TextStr(title));
    pdf.pages(tree).kids((0..pages.len()).map(page_ref)).count(pages.len() as i32);
    pdf.type1_font(font)
        .base_font(Name(b"Helvetica"))
        .encoding_predefined(Name(b"WinAnsiEncoding"));
    for (n, lines) in pages.iter().enumerate() {
        let contents = page_ref(n).next();
        let mut page = pdf.page(page_ref(n));
        page.media_box(Rect::new(0.0, 0.0, PAGE.0, PAGE.1));
        page.parent(tree).contents(contents);
        page.resources().fonts().pair(Name(b"F1"), font);
        page.finish();
        pdf.stream(contents, &page_content(lines));
    }
    pdf.finish()
}

fn page_content(lines: &[String]) -> Vec<u8> {
    let mut content = Content::new();
    content.begin_text();
    content.set_font(Name(b"F1"), SIZE);
    content.set_leading(LEADING);
    content.next_line(MARGIN, PAGE.1 - MARGIN - SIZE);
    for line in lines {
        content.show(Str(line.as_bytes()));
        content.next_line(0.0, -LEADING);
    }
    content.end_text();
    content.finish().to_vec()
}

/// The lines of a text, with an empty one between two paragraphs.
fn lines(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split("\n\n").filter(|p| !p.trim().is_empty()) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let mut line = String::new();
        for word in paragraph.split_ascii_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if width(&longer) > PAGE.0 - 2.0 * MARGIN {
                // The space stays at the line's end, so that no reader joins two words.
                lines.push(line + " ");
                line = word.to_owned();
            } else {
                line = longer;
            }
        }
        lines.push(line);
    }
    lines
}

fn width(text: &str) -> f32 {
    let thousandths: u32 = text
        .bytes()
        .map(|b| u32::from(*WIDTHS.get(usize::from(b.wrapping_sub(32))).unwrap_or(&556)))
        .sum();
    thousandths as f32 * SIZE / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_the_page() {
        let text = "wonderful words ".repeat(100);
        assert!(lines(&text).iter().all(|l| width(l) < PAGE.0 - 2.0 * MARGIN + 4.0));
    }
}

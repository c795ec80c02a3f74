//! Printed books made for tests, with headings, and with page numbers that differ from the sheets'.

use pdf_writer::types::NumberingStyle;
use pdf_writer::writers::{OutlineItem, PageLabel};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

/// The size of A5, in points.
const PAGE: (f32, f32) = (420.0, 595.0);
const MARGIN: f32 = 48.0;
const SIZE: f32 = 12.0;
const LEADING: f32 = 16.0;

/// The names and topics of chapters, so that no line is the same on every page.
const SUBJECTS: [&str; 8] =
    ["mill", "boat", "lamp", "orchard", "letter", "storm", "garden", "harvest"];

/// The pages of a book, each a chapter. `kettle` with the number of the page, from 1, stands only
/// on that page.
pub fn chapters(count: usize) -> Vec<Vec<String>> {
    let chapter = |nth: usize| {
        let subject = SUBJECTS[nth % SUBJECTS.len()];
        let other = SUBJECTS[(nth + 3) % SUBJECTS.len()];
        let mut lines = vec![format!("Of the {subject}"), String::new()];
        for (nth, verb) in ["saw", "left", "liked", "sold", "kept"].into_iter().enumerate() {
            lines.push(format!("In the {subject} somebody {verb} a {other}, {nth} times or more."));
        }
        lines.push(format!("There was a kettle{} beside the {other}.", nth + 1));
        for verb in ["knew", "heard of", "wrote about"] {
            lines.push(format!("Nobody {verb} the {other} after the {subject} was gone."));
        }
        lines
    };
    (0..count).map(chapter).collect()
}

/// The content of a printed book.
pub struct PrintedBook<'b> {
    /// Its title.
    pub title: &'b str,
    /// The lines of its pages. Every page begins with a heading.
    pub pages: &'b [Vec<String>],
    /// This many pages at the beginning are numbered i, ii, …, the others from 1.
    pub front: usize,
}

impl PrintedBook<'_> {
    /// The bytes of the book's file.
    pub fn pdf(&self) -> Vec<u8> {
        let [catalog, tree, font, info, outline] = [1, 2, 3, 4, 5].map(Ref::new);
        let labels = [6, 7].map(Ref::new);
        let mut pdf = Pdf::new();
        let mut root = pdf.catalog(catalog);
        root.pages(tree).outlines(outline);
        let front = self.front as i32;
        root.page_labels().nums().insert(0, labels[0]).insert(front, labels[1]);
        root.finish();
        pdf.indirect(labels[0]).start::<PageLabel<'_>>().style(NumberingStyle::LowerRoman);
        pdf.indirect(labels[1]).start::<PageLabel<'_>>().style(NumberingStyle::Arabic);
        let count = self.pages.len();
        pdf.pages(tree).kids((0..count).map(|nth| part(nth, 0))).count(count as i32);
        pdf.type1_font(font)
            .base_font(Name(b"Helvetica"))
            .encoding_predefined(Name(b"WinAnsiEncoding"));
        pdf.document_info(info).title(TextStr(self.title));
        for (nth, lines) in self.pages.iter().enumerate() {
            let [id, contents] = [part(nth, 0), part(nth, 1)];
            let mut page = pdf.page(id);
            page.media_box(Rect::new(0.0, 0.0, PAGE.0, PAGE.1)).parent(tree).contents(contents);
            page.resources().fonts().pair(Name(b"F"), font);
            page.finish();
            pdf.stream(contents, &written(lines));
        }
        self.write_outline(&mut pdf, outline);
        pdf.finish()
    }

    fn write_outline(&self, pdf: &mut Pdf, outline: Ref) {
        let count = self.pages.len();
        pdf.outline(outline).first(part(0, 2)).last(part(count - 1, 2)).count(count as i32);
        for (nth, lines) in self.pages.iter().enumerate() {
            let mut item: OutlineItem<'_> = pdf.outline_item(part(nth, 2));
            item.title(TextStr(&lines[0])).parent(outline);
            if nth > 0 {
                item.prev(part(nth - 1, 2));
            }
            if nth + 1 < count {
                item.next(part(nth + 1, 2));
            }
            item.dest().page(part(nth, 0)).xyz(0.0, PAGE.1, None);
        }
    }
}

/// The number of an object that belongs to a page: the page itself, its content, its heading.
fn part(page: usize, which: i32) -> Ref {
    Ref::new(10 + 3 * page as i32 + which)
}

fn written(lines: &[String]) -> Vec<u8> {
    let mut content = Content::new();
    content.begin_text().set_font(Name(b"F"), SIZE).set_leading(LEADING);
    content.next_line(MARGIN, PAGE.1 - MARGIN - SIZE);
    for line in lines {
        content.show(Str(line.as_bytes())).next_line(0.0, -LEADING);
    }
    content.end_text();
    content.finish().to_vec()
}

/// A file that asks for a password, but that no password opens.
pub fn locked() -> Vec<u8> {
    let key = "A5".repeat(32);
    format!(
        "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n\
         2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n\
         3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>\nendobj\n\
         4 0 obj\n<</Filter/Standard/V 1/R 2/P -4/O<{key}>/U<{key}>>>\nendobj\n\
         trailer\n<</Root 1 0 R/Size 5/Encrypt 4 0 R/ID[<{key}><{key}>]>>\n%%EOF\n"
    )
    .into_bytes()
}

//! Files made by code, so that the tests need none from elsewhere.

use std::io::{Cursor, Write};

use pdf_writer::types::NumberingStyle;
use pdf_writer::writers::PageLabel;
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use zip::write::SimpleFileOptions;

/// A sheet of a PDF.
#[derive(Clone)]
pub struct Sheet {
    /// Width and height of the sheet, whose origin is at (10, 20).
    pub size: (f32, f32),
    /// Points cut off on all sides.
    pub crop: f32,
    /// Degrees by which viewers turn it.
    pub turned: i32,
    /// Pieces of text: from the sheet's left, from its bottom, size, and text in WinAnsi.
    pub texts: Vec<(f32, f32, f32, Vec<u8>)>,
    /// Whether a grey picture covers it.
    pub picture: bool,
}

impl Sheet {
    /// A sheet of 300 by 200 points with these lines, 12 points high.
    pub fn of_lines(lines: &[&str]) -> Self {
        let texts = (1..)
            .zip(lines)
            .map(|(nth, line)| (30.0, 190.0 - 14.0 * nth as f32, 12.0, win_ansi(line)))
            .collect();
        Self { size: (300.0, 200.0), crop: 0.0, turned: 0, texts, picture: false }
    }
}

fn win_ansi(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).expect("a Latin-1 character")).collect()
}

/// A PDF of these sheets; pages before `roman` are numbered i, ii, …, the others from 1.
pub fn pdf(sheets: &[Sheet], title: &str, roman: i32) -> Vec<u8> {
    let [catalog, tree, font, picture, info] = [1, 2, 3, 4, 5].map(Ref::new);
    let mut pdf = Pdf::new();
    let labels = [Ref::new(6), Ref::new(7)];
    let mut root = pdf.catalog(catalog);
    root.pages(tree).lang(TextStr("en-GB"));
    root.page_labels().nums().insert(0, labels[0]).insert(roman, labels[1]);
    root.finish();
    pdf.indirect(labels[0]).start::<PageLabel<'_>>().style(NumberingStyle::LowerRoman);
    pdf.indirect(labels[1]).start::<PageLabel<'_>>().style(NumberingStyle::Arabic);
    let count = i32::try_from(sheets.len()).expect("few sheets");
    pdf.pages(tree).kids((0..count).map(|nth| Ref::new(10 + 2 * nth))).count(count);
    for (nth, sheet) in (0..count).zip(sheets) {
        write_sheet(
            &mut pdf,
            sheet,
            [Ref::new(10 + 2 * nth), Ref::new(11 + 2 * nth), tree, font, picture],
        );
    }
    pdf.type1_font(font)
        .base_font(Name(b"Helvetica"))
        .encoding_predefined(Name(b"WinAnsiEncoding"));
    let mut image = pdf.image_xobject(picture, &[128]);
    image.width(1).height(1).bits_per_component(8).color_space().device_gray();
    image.finish();
    pdf.document_info(info).title(TextStr(title)).author(TextStr("A. Writer"));
    pdf.finish()
}

fn write_sheet(pdf: &mut Pdf, sheet: &Sheet, [id, contents, tree, font, picture]: [Ref; 5]) {
    let ((width, height), crop) = (sheet.size, sheet.crop);
    let (left, bottom) = (10.0, 20.0);
    let mut page = pdf.page(id);
    page.parent(tree)
        .media_box(Rect::new(left, bottom, left + width, bottom + height))
        .crop_box(Rect::new(
            left + crop,
            bottom + crop,
            left + width - crop,
            bottom + height - crop,
        ))
        .rotate(sheet.turned)
        .contents(contents);
    let mut resources = page.resources();
    resources.fonts().pair(Name(b"F"), font);
    resources.x_objects().pair(Name(b"P"), picture);
    resources.finish();
    page.finish();
    let mut content = Content::new();
    if sheet.picture {
        content.save_state().transform([width, 0.0, 0.0, height, left, bottom]);
        content.x_object(Name(b"P")).restore_state();
    }
    for (x, y, size, text) in &sheet.texts {
        content.begin_text().set_font(Name(b"F"), *size);
        content.set_text_matrix([1.0, 0.0, 0.0, 1.0, left + x, bottom + y]);
        content.show(Str(text)).end_text();
    }
    pdf.stream(contents, &content.finish());
}

/// A PDF that asks for a password: its key fits none.
pub fn locked_pdf() -> Vec<u8> {
    let page = pdf(&[Sheet::of_lines(&["secret"])], "Locked", 1);
    let text = String::from_utf8_lossy(&page).into_owned();
    let nonsense = "<".to_owned() + &"5a".repeat(32) + ">";
    let lock = format!(
        "trailer\n<< /ID [<{0}> <{0}>] /Encrypt << /Filter /Standard /V 1 /R 2 /O {nonsense} /U \
         {nonsense} /P -4 >> ",
        "ab".repeat(16)
    );
    text.replacen("trailer\n<<", &lock, 1).into_bytes()
}

/// A ZIP archive.
pub fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, SimpleFileOptions::default()).expect("an entry");
        writer.write_all(bytes).expect("a file in memory");
    }
    writer.finish().expect("an archive").into_inner()
}

/// A package document for EPUB.
pub fn package(version: &str, manifest: &str, spine: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><package xmlns=\"http://www.idpf.org/2007/opf\" \
         version=\"{version}\" unique-identifier=\"i\"><metadata \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:identifier id=\"i\">x</dc:identifier>\
         <dc:title>The &amp; Book</dc:title><dc:creator>A. Writer</dc:creator>\
         <dc:creator>B. Other</dc:creator><dc:language>de</dc:language></metadata>\
         <manifest>{manifest}</manifest><spine>{spine}</spine></package>"
    )
}

/// An EPUB book of a package document in the folder `O` and these files.
pub fn epub(package: &str, files: &[(&str, &[u8])]) -> Vec<u8> {
    let container = b"<?xml version=\"1.0\"?><container version=\"1.0\" \
        xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\"><rootfiles><rootfile \
        full-path=\"O/c.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles></container>";
    let head: [(&str, &[u8]); 3] = [
        ("mimetype", b"application/epub+zip"),
        ("META-INF/container.xml", container),
        ("O/c.opf", package.as_bytes()),
    ];
    zip(&[&head, files].concat())
}

/// The namespace of Word's elements.
pub const TRANSITIONAL: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
/// The same in strict documents.
pub const STRICT: &str = "http://purl.oclc.org/ooxml/wordprocessingml/main";

/// A part in a namespace of Word's.
pub fn part(root: &str, space: &str, content: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<w:{root} xmlns:w=\"{space}\" \
         xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\" \
         xmlns:m=\"http://schemas.openxmlformats.org/officeDocument/2006/math\" \
         xmlns:s=\"http://schemas.microsoft.com/office/word/2015/wordml/symex\">{content}</w:{root}>"
    )
}

/// A document with this body and further parts.
pub fn docx(body: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    let main = part("document", TRANSITIONAL, &format!("<w:body>{body}<w:sectPr/></w:body>"));
    let mut files = vec![("word/document.xml", main.as_bytes())];
    files.extend(parts.iter().map(|(name, content)| (*name, content.as_bytes())));
    zip(&files)
}

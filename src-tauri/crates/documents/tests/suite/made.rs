//! Files made by code, so that the tests need none from elsewhere.

use std::io::{Cursor, Write};

use md5::{Digest, Md5};
use pdf_writer::types::{
    AnnotationFlags, AnnotationType, CidFontType, FieldFlags, FieldType, FontFlags, NumberingStyle,
    SystemInfo,
};
use pdf_writer::writers::PageLabel;
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use zip::write::SimpleFileOptions;

use crate::pictures::Pixels;

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

/// A page of a PDF that has no text to read, or no picture.
pub enum Leaf<'l> {
    /// A sheet of 300 by 200 points with this line of text.
    Text(&'l str),
    /// A picture that fills its page, whose size is in points.
    Scan(&'l Pixels, (f32, f32)),
}

/// A PDF of these pages.
pub fn leaves(leaves: &[Leaf<'_>]) -> Vec<u8> {
    let [catalog, tree, font] = [1, 2, 3].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    let count = i32::try_from(leaves.len()).expect("few pages");
    pdf.pages(tree).kids((0..count).map(|nth| Ref::new(10 + 3 * nth))).count(count);
    pdf.type1_font(font).base_font(Name(b"Helvetica"));
    for (nth, leaf) in (0..count).zip(leaves) {
        let [id, contents, picture] = [0, 1, 2].map(|more| Ref::new(10 + 3 * nth + more));
        let (size, content) = match leaf {
            Leaf::Text(line) => ((300.0, 200.0), line_of_text(30.0, line)),
            Leaf::Scan(pixels, size) => {
                write_picture(&mut pdf, picture, pixels);
                (*size, whole_page(*size))
            }
        };
        let mut page = pdf.page(id);
        page.parent(tree).media_box(Rect::new(0.0, 0.0, size.0, size.1)).contents(contents);
        let mut resources = page.resources();
        resources.fonts().pair(Name(b"F"), font);
        if matches!(leaf, Leaf::Scan(..)) {
            resources.x_objects().pair(Name(b"P"), picture);
        }
        resources.finish();
        page.finish();
        pdf.stream(contents, &content);
    }
    pdf.finish()
}

fn line_of_text(x: f32, line: &str) -> Vec<u8> {
    let mut content = Content::new();
    content.begin_text().set_font(Name(b"F"), 12.0).next_line(x, 100.0);
    content.show(Str(&win_ansi(line))).end_text();
    content.finish().to_vec()
}

fn whole_page((width, height): (f32, f32)) -> Vec<u8> {
    let mut content = Content::new();
    content.transform([width, 0.0, 0.0, height, 0.0, 0.0]).x_object(Name(b"P"));
    content.finish().to_vec()
}

fn write_picture(pdf: &mut Pdf, id: Ref, pixels: &Pixels) {
    let mut image = pdf.image_xobject(id, &pixels.greys);
    image.width(pixels.width as i32).height(pixels.height as i32).bits_per_component(8);
    image.color_space().device_gray();
}

/// A page of 300 by 200 points on which anything is drawn, with Helvetica as `F` and a grey
/// picture as `P`.
pub fn drawn(draw: impl FnOnce(&mut Content)) -> Vec<u8> {
    let [catalog, tree, page, contents, font, picture] = [1, 2, 3, 4, 5, 6].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids([page]).count(1);
    let mut leaf = pdf.page(page);
    leaf.parent(tree).media_box(Rect::new(0.0, 0.0, 300.0, 200.0)).contents(contents);
    let mut resources = leaf.resources();
    resources.fonts().pair(Name(b"F"), font);
    resources.x_objects().pair(Name(b"P"), picture);
    resources.finish();
    leaf.finish();
    let mut content = Content::new();
    draw(&mut content);
    pdf.stream(contents, &content.finish());
    pdf.type1_font(font).base_font(Name(b"Helvetica"));
    let mut image = pdf.image_xobject(picture, &[128]);
    image.width(1).height(1).bits_per_component(8).color_space().device_gray();
    image.finish();
    pdf.finish()
}

/// A page of 300 by 200 points with columns of Japanese from the top down: from its left, each
/// 20 points wide, as a file has them that brings no font along.
pub fn vertical(columns: &[(f32, &str)]) -> Vec<u8> {
    let [catalog, tree, page, contents, font, cid, descriptor] =
        [1, 2, 3, 4, 5, 6, 7].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids([page]).count(1);
    let mut leaf = pdf.page(page);
    leaf.parent(tree).media_box(Rect::new(0.0, 0.0, 300.0, 200.0)).contents(contents);
    leaf.resources().fonts().pair(Name(b"V"), font);
    leaf.finish();
    let mut content = Content::new();
    for (x, column) in columns {
        let codes: Vec<u8> = column.encode_utf16().flat_map(u16::to_be_bytes).collect();
        content.begin_text().set_font(Name(b"V"), 20.0).next_line(x + 10.0, 190.0);
        content.show(Str(&codes)).end_text();
    }
    pdf.stream(contents, &content.finish());
    let name = Name(b"Ryumin-Light");
    let mut outer = pdf.type0_font(font);
    outer.base_font(name).encoding_predefined(Name(b"UniJIS-UTF16-V")).descendant_font(cid);
    outer.finish();
    let mut inner = pdf.cid_font(cid);
    let system = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Japan1"), supplement: 6 };
    inner.subtype(CidFontType::Type0).base_font(name).system_info(system);
    inner.font_descriptor(descriptor).default_width(1000.0);
    inner.finish();
    let mut described = pdf.font_descriptor(descriptor);
    described.name(name).flags(FontFlags::SYMBOLIC).bbox(Rect::new(0.0, -120.0, 1000.0, 880.0));
    described.italic_angle(0.0).ascent(880.0).descent(-120.0).cap_height(700.0).stem_v(80.0);
    described.finish();
    pdf.finish()
}

/// A blank page with a black note at (50, 50) and a form's field with a black value at (150, 50),
/// each 40 points wide and 20 high, from the bottom left corner of 300 by 200 points.
pub fn form() -> Vec<u8> {
    let [catalog, tree, page, note, field, look] = [1, 2, 3, 4, 5, 6].map(Ref::new);
    let mut pdf = Pdf::new();
    let mut root = pdf.catalog(catalog);
    root.pages(tree).form().fields([field]);
    root.finish();
    pdf.pages(tree).kids([page]).count(1);
    let mut leaf = pdf.page(page);
    leaf.parent(tree).media_box(Rect::new(0.0, 0.0, 300.0, 200.0)).annotations([note, field]);
    leaf.resources();
    leaf.finish();
    let mut black = Content::new();
    black.set_fill_gray(0.0).rect(0.0, 0.0, 40.0, 20.0).fill_nonzero();
    pdf.form_xobject(look, &black.finish()).bbox(Rect::new(0.0, 0.0, 40.0, 20.0));
    let mut square = pdf.annotation(note);
    square.subtype(AnnotationType::Square).rect(Rect::new(50.0, 50.0, 90.0, 70.0));
    square.flags(AnnotationFlags::PRINT).appearance().normal().stream(look);
    square.finish();
    let mut text = pdf.form_field(field);
    text.field_type(FieldType::Text).partial_name(TextStr("name")).text_value(TextStr("value"));
    let mut widget = text.into_annotation();
    widget.rect(Rect::new(150.0, 50.0, 190.0, 70.0)).flags(AnnotationFlags::PRINT);
    widget.appearance().normal().stream(look);
    widget.finish();
    pdf.finish()
}

/// A page that says `Name:` and has a field of 150 by 40 points at (100, 90) with this value, drawn
/// in these rows: from the field's left and bottom, 12 points high.
pub fn filled(value: &str, rows: &[(f32, f32, &str)]) -> Vec<u8> {
    let [catalog, tree, page, font, field, look, contents] = [1, 2, 3, 4, 5, 6, 7].map(Ref::new);
    let mut pdf = Pdf::new();
    let mut root = pdf.catalog(catalog);
    root.pages(tree).form().fields([field]);
    root.finish();
    pdf.pages(tree).kids([page]).count(1);
    let mut leaf = pdf.page(page);
    leaf.parent(tree).media_box(Rect::new(0.0, 0.0, 300.0, 200.0)).annotations([field]);
    leaf.contents(contents).resources().fonts().pair(Name(b"F"), font);
    leaf.finish();
    pdf.type1_font(font).base_font(Name(b"Helvetica"));
    pdf.stream(contents, &line_of_text(30.0, "Name:"));
    let mut drawing = Content::new();
    for (x, y, text) in rows {
        drawing.begin_text().set_font(Name(b"F"), 12.0).next_line(*x, *y);
        drawing.show(Str(&win_ansi(text))).end_text();
    }
    let drawing = drawing.finish();
    let mut appearance = pdf.form_xobject(look, &drawing);
    appearance.bbox(Rect::new(0.0, 0.0, 150.0, 40.0)).resources().fonts().pair(Name(b"F"), font);
    appearance.finish();
    let mut text = pdf.form_field(field);
    text.field_type(FieldType::Text).partial_name(TextStr("name")).text_value(TextStr(value));
    text.field_flags(FieldFlags::MULTILINE);
    let mut widget = text.into_annotation();
    widget.rect(Rect::new(100.0, 90.0, 250.0, 130.0)).flags(AnnotationFlags::PRINT);
    widget.appearance().normal().stream(look);
    widget.finish();
    pdf.finish()
}

/// A PDF with a line of text that is locked with a password, as PDF 1.1 has it.
pub fn locked(password: &[u8], line: &str) -> Vec<u8> {
    let [catalog, tree, page, font, contents] = [1, 2, 3, 4, 5].map(Ref::new);
    let lock = Lock::new(password);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids([page]).count(1);
    let mut leaf = pdf.page(page);
    leaf.parent(tree).media_box(Rect::new(0.0, 0.0, 300.0, 200.0)).contents(contents);
    leaf.resources().fonts().pair(Name(b"F"), font);
    leaf.finish();
    pdf.type1_font(font).base_font(Name(b"Helvetica"));
    pdf.stream(contents, &lock.encrypt(5, &line_of_text(30.0, line)));
    lock.put_into(&pdf.finish())
}

/// The standard security handler's first revision: RC4 with keys of 40 bits.
struct Lock {
    key: Vec<u8>,
}

impl Lock {
    const OWNER: [u8; 32] = [0x5a; 32];
    const IDENTIFIER: [u8; 16] = [0xab; 16];
    const PADDING: &[u8; 32] = b"\x28\xbf\x4e\x5e\x4e\x75\x8a\x41\x64\x00\x4e\x56\xff\xfa\x01\x08\
        \x2e\x2e\x00\xb6\xd0\x68\x3e\x80\x2f\x0c\xa9\xfe\x64\x53\x69\x7a";

    fn new(password: &[u8]) -> Self {
        let padded = [password, Self::PADDING].concat();
        let permissions = (-4_i32).to_le_bytes();
        let seed = [&padded[..32], &Self::OWNER, &permissions, &Self::IDENTIFIER].concat();
        Self { key: Md5::digest(seed)[..5].to_vec() }
    }

    /// The stream of an object.
    fn encrypt(&self, object: u8, bytes: &[u8]) -> Vec<u8> {
        let seed = [self.key.as_slice(), &[object, 0, 0, 0, 0]].concat();
        rc4(&Md5::digest(seed)[..10], bytes)
    }

    fn put_into(&self, file: &[u8]) -> Vec<u8> {
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let lock = format!(
            "trailer\n<< /ID [<{0}> <{0}>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <{1}> \
             /U <{2}> >> ",
            hex(&Self::IDENTIFIER),
            hex(&Self::OWNER),
            hex(&rc4(&self.key, Self::PADDING)),
        );
        let mark = b"trailer\n<<";
        let at = file.windows(mark.len()).rposition(|part| part == mark).expect("a trailer");
        [&file[..at], lock.as_bytes(), &file[at + mark.len()..]].concat()
    }
}

fn rc4(key: &[u8], bytes: &[u8]) -> Vec<u8> {
    let mut state: Vec<u8> = (0..=255).collect();
    let mut other = 0_usize;
    for nth in 0..256 {
        other = (other + state[nth] as usize + key[nth % key.len()] as usize) % 256;
        state.swap(nth, other);
    }
    let (mut one, mut other) = (0, 0);
    let mut next = |byte: &u8| {
        one = (one + 1) % 256;
        other = (other + state[one] as usize) % 256;
        state.swap(one, other);
        byte ^ state[(state[one] as usize + state[other] as usize) % 256]
    };
    bytes.iter().map(&mut next).collect()
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

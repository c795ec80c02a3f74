//! ZIP archives, EPUB books and Word documents made for tests.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;

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

/// An EPUB book with a package document in the folder `O` and these files.
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

/// A part in one of Word's namespaces.
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

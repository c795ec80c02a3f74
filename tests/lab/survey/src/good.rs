//! Good files that are to be damaged.

use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::Path;

use anyhow::{Context, Result};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::made::{PaperLayout, paper};

/// The size limit in bytes: larger files take long and show the same faults.
const LARGEST: usize = 600_000;

/// A file that is to be damaged.
#[derive(Debug, Clone)]
pub struct Good {
    /// Its name.
    pub name: String,
    /// The kind of damaged file it becomes.
    pub kind: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Returns PDFs and EPUBs of a folder of test files, the EPUBs' chapters as web pages, and
/// generated Word documents. The kinds alternate and occur equally often.
///
/// # Errors
///
/// If a folder is missing.
pub fn all(corpus: &Path) -> Result<Vec<Good>> {
    let small = |folder: &str| -> Result<Vec<(String, Vec<u8>)>> {
        let files = files(&corpus.join(folder))?;
        Ok(files.into_iter().filter(|(_, bytes)| bytes.len() <= LARGEST).collect())
    };
    let pdfs = [small("pdf/text-many-producers")?, small("pdf/cjk")?, small("pdf/forms")?].concat();
    let epubs = [small("epub/good")?, small("epub/conformance")?].concat();
    let pages: Vec<_> = epubs.iter().filter_map(|(_, bytes)| chapter(bytes)).collect();
    let words = (0..8).map(|nth| ("made.docx".to_owned(), word_document(nth))).collect();
    let kinds = [
        ("PDFs made bad", pdfs),
        ("EPUBs made bad", epubs),
        ("web pages made bad", pages),
        ("Word documents made bad", words),
    ];
    let most = kinds.iter().map(|(_, files)| files.len()).max().unwrap_or(0);
    let mut all = Vec::new();
    for nth in 0..most {
        for (kind, files) in &kinds {
            let (name, bytes) = &files[nth % files.len()];
            all.push(Good { name: name.clone(), kind: (*kind).into(), bytes: bytes.clone() });
        }
    }
    Ok(all)
}

/// Returns the files of a folder with their names, in order.
///
/// # Errors
///
/// If the folder is missing, or a file cannot be read.
pub fn files(folder: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    paths.iter().map(|path| Ok((name(path), fs::read(path)?))).collect()
}

/// Returns the longest chapter of an EPUB.
fn chapter(epub: &[u8]) -> Option<(String, Vec<u8>)> {
    let mut archive = ZipArchive::new(Cursor::new(epub)).ok()?;
    let mut longest = Vec::new();
    for nth in 0..archive.len() {
        let mut file = archive.by_index(nth).ok()?;
        if file.name().ok()?.ends_with("html") && file.size() > longest.len() as u64 {
            longest.clear();
            file.read_to_end(&mut longest).ok()?;
        }
    }
    Some(("page.html".to_owned(), longest)).filter(|(_, bytes)| !bytes.is_empty())
}

/// Builds a Word document with headings, a list, a table, a note and the text of a generated paper.
fn word_document(nth: usize) -> Vec<u8> {
    let layout = PaperLayout {
        columns: 1,
        row_by_row: false,
        hyphens: false,
        furniture: false,
        pages: nth + 1,
    };
    let paragraph = |text: &String| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
    let body: String = paper(layout).sentences.iter().map(paragraph).collect();
    let document = format!(
        "<?xml version=\"1.0\"?><w:document xmlns:w=\"{MAIN}\"><w:body>\
         <w:p><w:pPr><w:pStyle w:val=\"Heading1\"/></w:pPr><w:r><w:t>A paper</w:t></w:r></w:p>\
         <w:p><w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"1\"/></w:numPr></w:pPr>\
         <w:r><w:t>An item</w:t><w:footnoteReference w:id=\"1\"/></w:r></w:p>\
         <w:tbl><w:tr><w:tc><w:p/></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>{body}</w:body>\
         </w:document>"
    );
    let notes = format!(
        "<?xml version=\"1.0\"?><w:footnotes xmlns:w=\"{MAIN}\"><w:footnote w:id=\"1\"><w:p><w:r>\
         <w:t>A note</w:t></w:r></w:p></w:footnote></w:footnotes>"
    );
    let files = [
        ("[Content_Types].xml", TYPES),
        ("_rels/.rels", RELATIONS),
        ("word/_rels/document.xml.rels", PARTS),
        ("word/document.xml", &document),
        ("word/footnotes.xml", &notes),
    ];
    archive(&files)
}

fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        let begun = writer.start_file(*name, SimpleFileOptions::default());
        // Writing to memory does not fail.
        let _ = begun.is_ok() && writer.write_all(content.as_bytes()).is_ok();
    }
    writer.finish().map(Cursor::into_inner).unwrap_or_default()
}

const MAIN: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const TYPES: &str = "<?xml version=\"1.0\"?>\
    <Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
    <Override PartName=\"/word/document.xml\" ContentType=\
    \"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>";
const RELATIONS: &str = "<?xml version=\"1.0\"?>\
    <Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
    <Relationship Id=\"r1\" Target=\"word/document.xml\" Type=\
    \"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\"/>\
    </Relationships>";
const PARTS: &str = "<?xml version=\"1.0\"?>\
    <Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
    <Relationship Id=\"r1\" Target=\"footnotes.xml\" Type=\
    \"http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes\"/>\
    </Relationships>";

#[cfg(test)]
mod tests {
    use documents::{Format, ReadOptions, read};

    use super::*;

    #[test]
    fn the_made_word_document_is_one() {
        let document = read(&word_document(0), "made.docx", &ReadOptions::default()).unwrap();
        assert_eq!(document.format, Format::Docx);
        assert!(document.text.starts_with("A paper"), "{:.80}", document.text);
        assert!(document.text.contains("A note"));
    }
}

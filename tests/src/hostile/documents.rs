//! Documents of several formats with links, each on its own word.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use zip::write::{SimpleFileOptions, ZipWriter};

/// The word of a link, by its number.
pub fn word(number: usize) -> String {
    format!("way{number}end")
}

/// Writes a document of each format into a new folder.
///
/// # Panics
/// If a file cannot be written.
pub fn with_links(folder: &Path, links: &[String]) -> Vec<PathBuf> {
    fs::create_dir(folder).expect("a folder can be made");
    let texts = [
        ("links.html", html(links)),
        ("links.md", markdown(links)),
        ("links.fb2", fb2(links)),
        ("links.mht", mail(&html(links))),
    ];
    let mut files = Vec::new();
    for (name, text) in texts {
        let file = folder.join(name);
        fs::write(&file, text).expect("a file can be written");
        files.push(file);
    }
    for (name, parts) in [("links.epub", epub(links)), ("links.docx", docx(links))] {
        let file = folder.join(name);
        pack(&file, &parts);
        files.push(file);
    }
    files
}

/// Sentences with a link each, so that it stands in a text.
fn sentences(links: &[String], link: impl Fn(&str, &str) -> String) -> String {
    let sentence = |(number, address): (usize, &String)| {
        format!("<p>Mira goes {} to the river.</p>\n", link(address, &word(number)))
    };
    links.iter().enumerate().map(sentence).collect()
}

/// Entities stay unchanged: some addresses are spelt with them.
fn html(links: &[String]) -> String {
    let link = |address: &str, word: &str| {
        let address = address.replace('"', "&quot;");
        format!("<a href=\"{address}\" target=_blank ping=\"{address}\">{word}</a>")
    };
    let body = sentences(links, link);
    format!(
        "<!doctype html><html><head><meta charset=utf-8><title>Ways</title></head>\n<body>{body}</body></html>"
    )
}

fn markdown(links: &[String]) -> String {
    let link = |(number, address): (usize, &String)| {
        let word = word(number);
        match number % 3 {
            0 => format!("Mira goes [{word}](<{address}>) to the river.\n\n"),
            1 => format!("Mira goes [{word}]({address}) to the river.\n\n"),
            _ => format!("Mira goes [{word}][{number}] to the river.\n\n[{number}]: {address}\n\n"),
        }
    };
    let body: String = links.iter().enumerate().map(link).collect();
    format!("# Ways\n\n{body}")
}

fn fb2(links: &[String]) -> String {
    let body =
        sentences(links, |address, word| format!("<a l:href=\"{}\">{word}</a>", escaped(address)));
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <FictionBook xmlns=\"http://www.gribuser.ru/xml/fictionbook/2.0\" \
         xmlns:l=\"http://www.w3.org/1999/xlink\"><description><title-info>\
         <book-title>Ways</book-title></title-info></description>\
         <body><section>{body}</section></body></FictionBook>"
    )
}

/// A saved page.
fn mail(page: &str) -> String {
    format!(
        "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"x\"\r\n\r\n\
         --x\r\nContent-Type: text/html; charset=utf-8\r\n\
         Content-Location: http://example.invalid/\r\n\r\n{page}\r\n--x--\r\n"
    )
}

fn epub(links: &[String]) -> Vec<(&'static str, String)> {
    let body =
        sentences(links, |address, word| format!("<a href=\"{}\">{word}</a>", escaped(address)));
    let container = "<?xml version=\"1.0\"?><container version=\"1.0\" \
        xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\"><rootfiles><rootfile \
        full-path=\"book.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles></container>";
    let package = "<?xml version=\"1.0\"?><package version=\"3.0\" unique-identifier=\"id\" \
        xmlns=\"http://www.idpf.org/2007/opf\"><metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\
        <dc:identifier id=\"id\">ways</dc:identifier><dc:title>Ways</dc:title>\
        <dc:language>en</dc:language></metadata><manifest>\
        <item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\
        <item id=\"one\" href=\"one.xhtml\" media-type=\"application/xhtml+xml\"/></manifest>\
        <spine><itemref idref=\"one\"/></spine></package>";
    let page = |body: &str| {
        format!(
            "<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\" \
             xmlns:epub=\"http://www.idpf.org/2007/ops\"><head><title>Ways</title></head>\
             <body>{body}</body></html>"
        )
    };
    let contents = "<nav epub:type=\"toc\"><ol><li><a href=\"one.xhtml\">One</a></li></ol></nav>";
    vec![
        ("mimetype", "application/epub+zip".to_owned()),
        ("META-INF/container.xml", container.to_owned()),
        ("book.opf", package.to_owned()),
        ("nav.xhtml", page(contents)),
        ("one.xhtml", page(&body)),
    ]
}

/// Every other link is a field; the others use the document's list of relationships.
fn docx(links: &[String]) -> Vec<(&'static str, String)> {
    let run = |text: &str| format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>");
    let paragraph = |(number, address): (usize, &String)| {
        let (word, address) = (run(&word(number)), escaped(address));
        let link = match number % 2 {
            0 => format!("<w:hyperlink r:id=\"w{number}\">{word}</w:hyperlink>"),
            _ => format!(
                "<w:fldSimple w:instr=\" HYPERLINK &quot;{address}&quot; \">{word}</w:fldSimple>"
            ),
        };
        let (before, after) = (run("Mira goes "), run(" to the river."));
        format!("<w:p>{before}{link}{after}</w:p>")
    };
    let relation = |(number, address): (usize, &String)| {
        format!(
            "<Relationship Id=\"w{number}\" TargetMode=\"External\" Target=\"{}\" Type=\"http://\
             schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink\"/>",
            escaped(address)
        )
    };
    let body: String = links.iter().enumerate().map(paragraph).collect();
    let relations: String = links.iter().enumerate().map(relation).collect();
    let list = |relations: &str| {
        format!(
            "<?xml version=\"1.0\"?><Relationships xmlns=\"http://schemas.openxmlformats.org/\
             package/2006/relationships\">{relations}</Relationships>"
        )
    };
    let types = "<?xml version=\"1.0\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/\
        2006/content-types\"><Default Extension=\"rels\" ContentType=\"application/\
        vnd.openxmlformats-package.relationships+xml\"/><Override PartName=\"/word/document.xml\" \
        ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main\
        +xml\"/></Types>";
    let main = "<Relationship Id=\"d\" Target=\"word/document.xml\" Type=\"http://\
        schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\"/>";
    let document = format!(
        "<?xml version=\"1.0\"?><w:document xmlns:w=\"http://schemas.openxmlformats.org/\
         wordprocessingml/2006/main\" xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/\
         2006/relationships\"><w:body>{body}</w:body></w:document>"
    );
    vec![
        ("[Content_Types].xml", types.to_owned()),
        ("_rels/.rels", list(main)),
        ("word/document.xml", document),
        ("word/_rels/document.xml.rels", list(&relations)),
    ]
}

/// Escapes a text as the value of an XML attribute, which cannot contain control characters.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '"' => out.push_str("&quot;"),
            '\t' => out.push_str("&#9;"),
            '\n' => out.push_str("&#10;"),
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}

fn pack(file: &Path, parts: &[(&str, String)]) {
    let mut archive = ZipWriter::new(File::create(file).expect("a file can be made"));
    for (name, text) in parts {
        let stored =
            SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
        archive.start_file(*name, stored).expect("a part can be begun");
        archive.write_all(text.as_bytes()).expect("a part can be written");
    }
    archive.finish().expect("an archive can be ended");
}

//! The cover of a book with an arbitrary picture, the first page of a PDF, and an FB2 book with an
//! arbitrary picture, in base64 or not: the first byte selects.
#![no_main]

use libfuzzer_sys::fuzz_target;

const CONTAINER: &[u8] = br#"<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"#;
const PACKAGE: &[u8] = br#"<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier>
<dc:title>T</dc:title><dc:language>en</dc:language></metadata><manifest>
<item id="c" href="c.xhtml" media-type="application/xhtml+xml"/>
<item id="p" href="p" media-type="image/jpeg" properties="cover-image"/></manifest>
<spine><itemref idref="c"/></spine></package>"#;

fuzz_target!(|data: &[u8]| {
    let Some((kind, data)) = data.split_first() else { return };
    match kind % 3 {
        0 => fuzz::cover(&book(data), "a.epub"),
        1 => fuzz::cover(data, "a.pdf"),
        _ => fuzz::cover(&[BEGIN, data, END].concat(), "a.fb2"),
    }
});

fn book(picture: &[u8]) -> Vec<u8> {
    fuzz::archive(&[
        ("mimetype", b"application/epub+zip"),
        ("META-INF/container.xml", CONTAINER),
        ("p.opf", PACKAGE),
        ("c.xhtml", b"<html><body><p>Words.</p></body></html>"),
        ("p", picture),
    ])
}

const BEGIN: &[u8] = br##"<?xml version="1.0"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
<description><title-info><coverpage><image l:href="#p"/></coverpage></title-info></description>
<body><section><p>Words.</p></section></body><binary id="p" content-type="image/jpeg">"##;
const END: &[u8] = b"</binary></FictionBook>";

//! A whole book with an arbitrary package, chapter and table of contents.
#![no_main]

use libfuzzer_sys::fuzz_target;

const CONTAINER: &[u8] = br#"<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"#;

fuzz_target!(|data: &[u8]| {
    let [chapter, package, contents] = fuzz::parts(data);
    let package = if package.is_empty() { PACKAGE } else { package };
    let files: &[(&str, &[u8])] = &[
        ("mimetype", b"application/epub+zip"),
        ("META-INF/container.xml", CONTAINER),
        ("p.opf", package),
        ("c.xhtml", chapter),
        ("nav.xhtml", contents),
    ];
    fuzz::read(&fuzz::archive(files), "a.epub");
});

const PACKAGE: &[u8] = br#"<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier>
<dc:title>T</dc:title><dc:language>en</dc:language></metadata><manifest>
<item id="c" href="c.xhtml" media-type="application/xhtml+xml"/>
<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest>
<spine><itemref idref="c"/></spine></package>"#;

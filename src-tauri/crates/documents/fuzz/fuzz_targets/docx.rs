//! A Word document with arbitrary parts.
#![no_main]

use libfuzzer_sys::fuzz_target;

const TYPES: &[u8] = br#"<?xml version="1.0"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Override PartName="/word/document.xml" ContentType=
"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#;
const RELATIONS: &[u8] = br#"<?xml version="1.0"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="r1" Target="word/document.xml" Type=
"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/>
</Relationships>"#;
const PARTS: &[u8] = br#"<?xml version="1.0"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="r1" Target="styles.xml" Type=
"http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles"/>
<Relationship Id="r2" Target="numbering.xml" Type=
"http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering"/>
<Relationship Id="r3" Target="footnotes.xml" Type=
"http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"/>
</Relationships>"#;
const BEGIN: &[u8] = br#"<w:document
xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>"#;

fuzz_target!(|data: &[u8]| {
    let [body, styles, numbering, footnotes] = fuzz::parts(data);
    let document = [BEGIN, body].concat();
    let files: &[(&str, &[u8])] = &[
        ("[Content_Types].xml", TYPES),
        ("_rels/.rels", RELATIONS),
        ("word/_rels/document.xml.rels", PARTS),
        ("word/document.xml", &document),
        ("word/styles.xml", styles),
        ("word/numbering.xml", numbering),
        ("word/footnotes.xml", footnotes),
    ];
    fuzz::read(&fuzz::archive(files), "a.docx");
});

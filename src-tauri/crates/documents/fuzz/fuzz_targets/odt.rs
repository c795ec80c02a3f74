//! An OpenDocument text with arbitrary parts.
#![no_main]

use libfuzzer_sys::fuzz_target;

const BEGIN: &[u8] = br#"<office:document-content
xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:text>"#;

fuzz_target!(|data: &[u8]| {
    let [body, styles, metadata] = fuzz::parts(data);
    let content = [BEGIN, body].concat();
    let files: &[(&str, &[u8])] = &[
        ("mimetype", b"application/vnd.oasis.opendocument.text"),
        ("content.xml", &content),
        ("styles.xml", styles),
        ("meta.xml", metadata),
    ];
    fuzz::read(&fuzz::archive(files), "a.odt");
});

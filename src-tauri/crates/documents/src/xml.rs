//! Reads XML element by element: with short namespace names and resolved references, skipping whole
//! elements on request. No tree and no recursion, so memory stays small and depth does no harm;
//! entities that a file itself declares are never expanded.

use std::borrow::Cow;

use quick_xml::XmlVersion;
use quick_xml::escape::resolve_html5_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::name::{Namespace, QName, ResolveResult};
use quick_xml::reader::NsReader;

use crate::{Error, Format};

/// What to do with an element just opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inside {
    /// Read its content.
    Read,
    /// Skip it: neither its content nor its end is reported.
    Skip,
}

/// An element's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ElementName<'x> {
    /// Its namespace in the form of `short`; empty for any other.
    pub space: &'static str,
    /// Its name without prefix.
    pub local: &'x str,
}

/// The start of an element.
pub(crate) struct Element<'x> {
    pub name: ElementName<'x>,
    start: &'x BytesStart<'x>,
}

impl Element<'_> {
    /// Returns an attribute by its name without prefix.
    pub fn attribute(&self, name: &str) -> Option<String> {
        let mut attributes = self.start.attributes();
        let mut attributes = attributes.with_checks(false).flatten();
        let found = attributes.find(|attribute| attribute.key.local_name().as_ref() == name)?;
        let value = found.normalized_value(XmlVersion::Implicit1_0);
        Some(value.unwrap_or(found.value).into_owned())
    }
}

/// The receiver of an XML file's content.
pub(crate) trait XmlSink {
    /// An element begins.
    fn open(&mut self, element: &Element<'_>) -> Inside;
    /// An element that was not skipped ends.
    fn close(&mut self, _name: ElementName<'_>) {}
    /// Text, in pieces that may end anywhere.
    fn text(&mut self, _text: &str) {}
}

/// Reports the first element of an XML file and its whole content to the sink; the rest is ignored.
pub(crate) fn read(source: &str, format: Format, sink: &mut impl XmlSink) -> Result<(), Error> {
    let mut reader = NsReader::from_str(source);
    let config = reader.config_mut();
    config.expand_empty_elements = true;
    config.allow_dangling_amp = true;
    let mut telling = XmlDispatcher { sink, depth: 0, skipped: 0 };
    loop {
        let event = reader.read_event().map_err(|_| malformed(source, &reader, format))?;
        if matches!(event, Event::Eof) {
            return Err(Error::broken(format, "it ends too soon"));
        }
        telling.tell(&event, &reader);
        if telling.depth == 0 && matches!(event, Event::End(_)) {
            return Ok(());
        }
    }
}

/// Returns the error that names the line of the fault.
fn malformed(source: &str, reader: &NsReader<&[u8]>, format: Format) -> Error {
    let end = usize::try_from(reader.error_position()).unwrap_or(source.len()).min(source.len());
    let line = 1 + source.as_bytes()[..end].iter().filter(|byte| **byte == b'\n').count();
    Error::broken(format, format!("its XML is malformed on line {line}"))
}

struct XmlDispatcher<'s, S> {
    sink: &'s mut S,
    /// The number of open elements.
    depth: u32,
    /// The number of those that are skipped.
    skipped: u32,
}

impl<S: XmlSink> XmlDispatcher<'_, S> {
    fn tell(&mut self, event: &Event<'_>, reader: &NsReader<&[u8]>) {
        match event {
            Event::Start(start) => self.open(start, reader),
            Event::End(end) => self.close(end.name(), reader),
            _ if self.skipped > 0 || self.depth == 0 => {}
            Event::Text(text) => self.sink.text(&text.xml10_content()),
            Event::CData(text) => self.sink.text(&text.xml10_content()),
            Event::GeneralRef(reference) => self.sink.text(&resolve(reference)),
            _ => {}
        }
    }

    fn open(&mut self, start: &BytesStart<'_>, reader: &NsReader<&[u8]>) {
        self.depth += 1;
        if self.skipped > 0 {
            self.skipped += 1;
            return;
        }
        let element = Element { name: name(start.name(), reader), start };
        if self.sink.open(&element) == Inside::Skip {
            self.skipped = 1;
        }
    }

    fn close(&mut self, closed: QName<'_>, reader: &NsReader<&[u8]>) {
        self.depth = self.depth.saturating_sub(1);
        match self.skipped {
            0 => self.sink.close(name(closed, reader)),
            _ => self.skipped -= 1,
        }
    }
}

fn name<'x>(name: QName<'x>, reader: &NsReader<&[u8]>) -> ElementName<'x> {
    let (space, local) = reader.resolver().resolve_element(name);
    let space = match space {
        ResolveResult::Bound(Namespace(space)) => short(space),
        ResolveResult::Unbound | ResolveResult::Unknown(_) => "",
    };
    ElementName { space, local: local.into_inner() }
}

/// Resolves a reference; returns it unchanged if only the file's own declarations could resolve it.
fn resolve(reference: &BytesRef<'_>) -> Cow<'static, str> {
    match reference.resolve_char_ref() {
        Ok(Some(character)) => Cow::Owned(character.to_string()),
        Ok(None) => {
            let name = reference.borrow().into_inner();
            resolve_html5_entity(&name)
                .map_or_else(|| Cow::Owned(format!("&{name};")), Cow::Borrowed)
        }
        Err(_) => Cow::Borrowed("\u{fffd}"),
    }
}

/// Returns the usual prefix of a namespace. Office Open XML has two of each: the transitional and
/// the strict.
fn short(namespace: &str) -> &'static str {
    match namespace {
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
        | "http://purl.oclc.org/ooxml/wordprocessingml/main" => "w",
        "http://schemas.openxmlformats.org/officeDocument/2006/math"
        | "http://purl.oclc.org/ooxml/officeDocument/math" => "m",
        "http://schemas.openxmlformats.org/markup-compatibility/2006" => "mc",
        "http://schemas.microsoft.com/office/word/2015/wordml/symex" => "w16se",
        "http://purl.org/dc/elements/1.1/" => "dc",
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#" => "rdf",
        "http://ns.adobe.com/pdf/1.3/" => "pdf",
        "urn:oasis:names:tc:opendocument:xmlns:office:1.0" => "office",
        "urn:oasis:names:tc:opendocument:xmlns:text:1.0" => "text",
        "urn:oasis:names:tc:opendocument:xmlns:table:1.0" => "table",
        "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" => "draw",
        "urn:oasis:names:tc:opendocument:xmlns:style:1.0" => "style",
        "urn:oasis:names:tc:opendocument:xmlns:meta:1.0" => "meta",
        "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" => "manifest",
        "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" => "svg",
        "http://www.w3.org/1998/Math/MathML" => "math",
        _ => "",
    }
}

/// Returns whether a text begins like an XML file whose first element matches.
pub(crate) fn begins(source: &str, is_it: impl Fn(&Element<'_>) -> bool) -> bool {
    let mut reader = NsReader::from_str(source.trim_start_matches('\u{feff}').trim_start());
    loop {
        match reader.read_event() {
            Ok(Event::Start(start) | Event::Empty(start)) => {
                return is_it(&Element { name: name(start.name(), &reader), start: &start });
            }
            Ok(Event::Text(text)) if text.trim_ascii().is_empty() => {}
            Ok(Event::Decl(_) | Event::PI(_) | Event::Comment(_) | Event::DocType(_)) => {}
            Ok(_) | Err(_) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Logs what it receives, and skips elements called `skip`.
    #[derive(Default)]
    struct Log(String);

    impl XmlSink for Log {
        fn open(&mut self, element: &Element<'_>) -> Inside {
            let ElementName { space, local } = element.name;
            let value = element.attribute("val").map(|value| format!("={value}"));
            self.0 += &format!("<{space}:{local}{}>", value.unwrap_or_default());
            if local == "skip" { Inside::Skip } else { Inside::Read }
        }

        fn close(&mut self, name: ElementName<'_>) {
            self.0 += &format!("</{}>", name.local);
        }

        fn text(&mut self, text: &str) {
            self.0 += text;
        }
    }

    fn log(source: &str) -> Result<String, Error> {
        let mut log = Log::default();
        read(source, Format::Docx, &mut log).map(|()| log.0)
    }

    #[test]
    fn elements_and_text_are_reported_in_order() {
        let strict = "http://purl.oclc.org/ooxml/wordprocessingml/main";
        let cases = [
            ("<?xml version='1.0'?><!-- x --><a>b<c/>d</a >", "<:a>b<:c></c>d</a>"),
            ("<a><![CDATA[<&]]>&lt;&#65;&#x42;&nbsp;&mdash;</a>", "<:a><&<AB\u{a0}—</a>"),
            ("<a>x<skip>y<skip>z</skip><b/></skip>w<skip/>v</a>", "<:a>x<:skip>w<:skip>v</a>"),
            ("<a val='1 &amp; 2' other=\"3\"/>", "<:a=1 & 2></a>"),
            ("<a>R&D & more&#0;\r\nline</a>", "<:a>R&D & more\u{fffd}\nline</a>"),
            ("<a>b</a> rubbish <", "<:a>b</a>"),
            ("<!DOCTYPE a [<!ENTITY e 'f'>]><a>&e;</a>", "<:a>&e;</a>"),
        ];
        for (source, expected) in cases {
            assert_eq!(log(source).as_deref(), Ok(expected), "{source}");
        }
        let source =
            format!("<x:a xmlns:x='{strict}'><b xmlns='{strict}'/><x:c xmlns:x='y'/></x:a>");
        assert_eq!(log(&source).unwrap(), "<w:a><w:b></b><:c></c></a>");
    }

    #[test]
    fn damage_is_an_error_that_names_the_line() {
        let cases = [
            ("<a>\n<b>\n</a>", "malformed on line 3"),
            ("<a>\n<b ", "malformed on line 2"),
            ("<a>\n<!-- no end", "malformed on line 2"),
            ("<a><b>text</b>", "ends too soon"),
            ("", "ends too soon"),
            ("only words", "ends too soon"),
            ("</a>", "malformed on line 1"),
        ];
        for (source, part) in cases {
            let error = log(source).expect_err(source).to_string();
            assert!(error.contains(part), "{source}: {error}");
        }
    }

    #[test]
    fn depth_is_no_danger() {
        let deep = |depth: usize| format!("{}x{}", "<a>".repeat(depth), "</a>".repeat(depth));
        assert!(log(&deep(60_000)).unwrap().contains("<:a>x</a>"));
        assert!(log(&deep(70_000)).is_err());
    }

    #[test]
    fn the_first_element_tells_what_a_file_is() {
        let is_a = |source: &str| begins(source, |element| element.name.local == "a");
        assert!(is_a("\u{feff} <?xml version='1.0'?>\n<!DOCTYPE a>\n<!-- b --><x:a y='z'>cut <"));
        for other in ["", "words", "<b><a/></b>", "x <a/>", "<!-- <a/> -->", "<"] {
            assert!(!is_a(other), "{other}");
        }
    }
}

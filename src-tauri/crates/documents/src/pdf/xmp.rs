//! The metadata in a PDF's XMP packet, which PDFium does not report.
//!
//! Packets are meant for programs that know nothing about the file around them: they are plain text
//! between two marks. Pictures inside a file may have packets of their own.

use memchr::memmem;

use crate::Format;
use crate::metadata::{Metadata, clean, meant_title};
use crate::xml::{self, Element, ElementName, Inside, XmlSink};

/// The marks before and after a packet.
const BEGIN: &[u8] = b"<?xpacket begin=";
const END: &[u8] = b"<?xpacket end=";

/// Reads the packets about a PDF; ignores values on which they disagree, as in a file that was
/// changed or contains another.
pub(super) fn read(bytes: &[u8]) -> Metadata {
    let found: Vec<Metadata> = packets(bytes).filter_map(about_pdf).collect();
    let agreed = |field: fn(&Metadata) -> &Option<String>| {
        let mut values = found.iter().filter_map(|one| field(one).as_ref());
        let first = values.next()?;
        values.all(|value| value == first).then(|| first.clone())
    };
    Metadata {
        title: agreed(|one| &one.title),
        author: agreed(|one| &one.author),
        language: agreed(|one| &one.language),
    }
}

/// Iterates over the packets in a file that are valid UTF-8.
fn packets(bytes: &[u8]) -> impl Iterator<Item = &str> {
    memmem::find_iter(bytes, BEGIN).filter_map(|begin| {
        let packet = &bytes[begin..];
        let end = memmem::find(packet, END)?;
        std::str::from_utf8(&packet[..end]).ok()
    })
}

/// Returns the metadata of a packet, if it is about a PDF.
fn about_pdf(packet: &str) -> Option<Metadata> {
    let mut reading = Packet::default();
    xml::read(packet, Format::Pdf, &mut reading).ok()?;
    let is_about_pdf = reading.is_about_pdf || reading.format.trim() == "application/pdf";
    is_about_pdf.then(|| Metadata {
        title: meant_title(&reading.title),
        author: clean(&reading.author),
        language: clean(&reading.language),
    })
}

#[derive(Default)]
struct Packet {
    field: Option<XmpProperty>,
    title: String,
    author: String,
    language: String,
    format: String,
    /// Whether it has a property that only PDFs have.
    is_about_pdf: bool,
}

#[derive(Clone, Copy)]
enum XmpProperty {
    Title,
    Author,
    Language,
    Format,
}

impl Packet {
    fn value(&mut self) -> Option<&mut String> {
        Some(match self.field? {
            XmpProperty::Title => &mut self.title,
            XmpProperty::Author => &mut self.author,
            XmpProperty::Language => &mut self.language,
            XmpProperty::Format => &mut self.format,
        })
    }

    /// Begins one of several authors; or one of several wordings or languages, of which the first
    /// counts.
    fn open_item(&mut self) -> Inside {
        let is_author = matches!(self.field, Some(XmpProperty::Author));
        match self.value() {
            Some(value) if value.trim().is_empty() => Inside::Read,
            Some(value) if is_author => {
                value.truncate(value.trim_end().len());
                value.push_str(", ");
                Inside::Read
            }
            _ => Inside::Skip,
        }
    }
}

impl XmlSink for Packet {
    fn open(&mut self, element: &Element<'_>) -> Inside {
        self.field = match (element.name.space, element.name.local) {
            ("dc", "title") => Some(XmpProperty::Title),
            ("dc", "creator") => Some(XmpProperty::Author),
            ("dc", "language") => Some(XmpProperty::Language),
            ("dc", "format") => Some(XmpProperty::Format),
            ("rdf", "li") => return self.open_item(),
            ("rdf", "Alt" | "Bag" | "Seq") => self.field,
            _ => None,
        };
        let says_producer = element.name.local == "Description"
            && element.attribute("Producer").or_else(|| element.attribute("PDFVersion")).is_some();
        self.is_about_pdf |= element.name.space == "pdf" || says_producer;
        Inside::Read
    }

    fn close(&mut self, name: ElementName<'_>) {
        if name.space == "dc" {
            self.field = None;
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(value) = self.value() {
            value.push_str(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(content: &str) -> String {
        format!(
            "junk\0<?xpacket begin='\u{feff}' id='W5M0MpCehiHzreSzNTczkc9d'?>\n\
             <x:xmpmeta xmlns:x='adobe:ns:meta/'>\
             <r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
             xmlns:d='http://purl.org/dc/elements/1.1/' xmlns:p='http://ns.adobe.com/pdf/1.3/'>\
             {content}</r:RDF></x:xmpmeta><?xpacket end='w'?>"
        )
    }

    fn about(title: &str) -> String {
        let items = format!("<r:li> {title} </r:li><r:li>T</r:li>");
        format!("<r:Description><d:title><r:Alt>{items}</r:Alt></d:title></r:Description>")
    }

    const PDF: &str = "<r:Description p:Producer='x'/>";

    #[test]
    fn a_packet_tells_title_authors_and_language() {
        let content = "<r:Description><d:format>application/pdf</d:format><d:title><r:Alt>\
             <r:li xml:lang='x-default'>A &amp; B</r:li><r:li xml:lang='de'>no</r:li></r:Alt></d:title>\
             <d:creator><r:Seq>\n<r:li>C. D.</r:li>\n<r:li>E. F.</r:li></r:Seq></d:creator>\
             <d:language><r:Bag><r:li>fr</r:li></r:Bag></d:language>\
             <d:subject><r:Bag><r:li>no</r:li></r:Bag></d:subject></r:Description>";
        let said = read(packet(content).as_bytes());
        assert_eq!(said.title.as_deref(), Some("A & B"));
        assert_eq!(said.author.as_deref(), Some("C. D., E. F."));
        assert_eq!(said.language.as_deref(), Some("fr"));
    }

    #[test]
    fn only_what_all_packets_about_the_file_say_counts() {
        let of_pdf = |title: &str| packet(&format!("{PDF}{}", about(title)));
        let cases = [
            (of_pdf("One"), Some("One")),
            (of_pdf("One") + &packet(&about("A photograph")), Some("One")),
            (of_pdf("One") + &of_pdf("One"), Some("One")),
            (of_pdf("One") + &of_pdf("Two"), None),
            (packet(&about("A photograph")), None),
            (of_pdf("Untitled"), None),
            (of_pdf("One").replace("</r:RDF>", ""), None),
            (of_pdf("One").replace("<?xpacket end", ""), None),
            (String::new(), None),
        ];
        for (file, title) in cases {
            assert_eq!(read(file.as_bytes()).title.as_deref(), title, "{file}");
        }
    }
}

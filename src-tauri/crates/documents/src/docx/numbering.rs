//! The numbers that Word shows before headings and list items without storing them.

use std::collections::HashMap;

use super::format::FORMAT;
use super::numerals;
use super::styles::NumberingChoice;
use crate::xml::{self, Element, ElementName, Inside, XmlSink};

/// The number of levels in a numbering.
const LEVELS: usize = 9;
/// The maximum number of schemes in a document, many times what Word keeps.
const MOST_SCHEMES: usize = 20_000;
/// The longest pattern, in bytes, that counts as a number rather than text of its own.
const LONGEST_PATTERN: usize = 60;

/// The numberings of a document.
#[derive(Debug, Default)]
pub(crate) struct Numbering {
    schemes: HashMap<String, Scheme>,
    lists: HashMap<String, NumberingInstance>,
}

/// The numbering of each level.
type Scheme = [Level; LEVELS];

#[derive(Debug, Default, Clone)]
struct Level {
    start: Option<u32>,
    format: String,
    /// The text, with `%1` to `%9` for the numbers of the levels.
    pattern: String,
    /// The style whose paragraphs have this level.
    style: Option<String>,
    /// Whether all its numbers are Arabic.
    is_legal: bool,
}

/// A list that uses a scheme.
#[derive(Debug, Default)]
struct NumberingInstance {
    scheme: String,
    starts: [Option<u32>; LEVELS],
}

/// The current counts of the lists.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    /// The counts by scheme: lists of one scheme continue each other's counting.
    counts: HashMap<String, [Option<u32>; LEVELS]>,
    /// The lists begun so far.
    begun: HashMap<String, [bool; LEVELS]>,
}

impl Numbering {
    /// Reads as much of `numbering.xml` as is readable.
    pub fn read(source: &str) -> Self {
        let mut reading = DocxNumberingReader::default();
        let _ = xml::read(source, FORMAT, &mut reading);
        reading.found
    }

    /// Counts a paragraph and returns what Word shows before it; empty for bullets.
    pub fn mark(
        &self,
        counters: &mut Counters,
        choice: &NumberingChoice,
        style: Option<&str>,
    ) -> String {
        let Some((id, list)) = choice.id.as_ref().and_then(|id| self.lists.get_key_value(id))
        else {
            return String::new();
        };
        let Some(scheme) = self.schemes.get(&list.scheme) else { return String::new() };
        let of_style = || scheme.iter().position(|level| level.style.as_deref() == style);
        let level = choice.level.map(usize::from);
        let level = level.or_else(|| style.and(of_style())).unwrap_or(0).min(LEVELS - 1);
        let counts = counters.count(id, list, scheme, level);
        scheme[level].write(scheme, &counts)
    }
}

impl Counters {
    /// Advances the count at a level and returns the numbers of all levels.
    fn count(
        &mut self,
        id: &str,
        list: &NumberingInstance,
        scheme: &Scheme,
        level: usize,
    ) -> [u32; LEVELS] {
        let counts = self.counts.entry(list.scheme.clone()).or_default();
        let begun = self.begun.entry(id.to_owned()).or_default();
        let first = |level: usize| list.starts[level].or(scheme[level].start).unwrap_or(1);
        let restarts = !std::mem::replace(&mut begun[level], true) && list.starts[level].is_some();
        counts[level] = Some(match counts[level] {
            Some(count) if !restarts => count.saturating_add(1),
            _ => first(level),
        });
        counts[level + 1..].fill(None);
        std::array::from_fn(|level| counts[level].unwrap_or_else(|| first(level)))
    }
}

impl Level {
    fn write(&self, scheme: &Scheme, counts: &[u32; LEVELS]) -> String {
        if self.format == "bullet" || self.pattern.len() > LONGEST_PATTERN {
            return String::new();
        }
        let mut written = String::new();
        let mut pieces = self.pattern.split('%');
        written.push_str(pieces.next().unwrap_or_default());
        for piece in pieces {
            let nth = piece.bytes().next().filter(u8::is_ascii_digit).unwrap_or(b'0');
            let Some(nth) = usize::from(nth - b'0').checked_sub(1) else {
                written.push('%');
                written.push_str(piece);
                continue;
            };
            let format = if self.is_legal { "decimal" } else { &scheme[nth].format };
            written.push_str(&numerals::write(counts[nth], format));
            written.push_str(&piece[1..]);
        }
        written
    }
}

#[derive(Debug, Default)]
struct DocxNumberingReader {
    found: Numbering,
    /// The open scheme or list, and its level.
    id: String,
    level: usize,
    in_list: bool,
}

impl DocxNumberingReader {
    fn set_level(&mut self, name: &str, value: String) {
        let schemes = &mut self.found.schemes;
        if schemes.len() == MOST_SCHEMES && !schemes.contains_key(&self.id) {
            return;
        }
        let level = &mut schemes.entry(self.id.clone()).or_default()[self.level];
        match name {
            "start" => level.start = value.parse().ok(),
            "numFmt" => level.format = value,
            "lvlText" => level.pattern = value,
            "pStyle" => level.style = Some(value),
            "isLgl" => level.is_legal = !matches!(value.as_str(), "0" | "false"),
            _ => {}
        }
    }

    fn open_level(&mut self, element: &Element<'_>) {
        let level = element.attribute("ilvl").and_then(|level| level.parse().ok());
        self.level = level.unwrap_or(0).min(LEVELS - 1);
    }

    fn set_list(&mut self, name: &str, value: String) {
        let level = self.level;
        let list = self.found.lists.entry(self.id.clone()).or_default();
        match name {
            "abstractNumId" => list.scheme = value,
            "startOverride" => list.starts[level] = value.parse().ok(),
            _ => {}
        }
    }
}

impl XmlSink for DocxNumberingReader {
    fn open(&mut self, element: &Element<'_>) -> Inside {
        let ElementName { space: "w", local } = element.name else { return Inside::Read };
        let value = element.attribute("val").unwrap_or_default();
        match local {
            "abstractNum" | "num" => {
                self.in_list = local == "num";
                let id = if self.in_list { "numId" } else { "abstractNumId" };
                self.id = element.attribute(id).unwrap_or_default();
            }
            "lvl" if self.in_list => return Inside::Skip,
            "lvl" | "lvlOverride" => self.open_level(element),
            "pPr" | "rPr" => return Inside::Skip,
            _ if self.in_list => self.set_list(local, value),
            _ => self.set_level(local, value),
        }
        Inside::Read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbering() -> Numbering {
        let space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
        let level = |nth: u8, format: &str, text: &str| {
            format!(
                "<w:lvl w:ilvl='{nth}'><w:start w:val='1'/><w:numFmt w:val='{format}'/>\
                 <w:pStyle w:val='S{nth}'/><w:lvlText w:val='{text}'/></w:lvl>"
            )
        };
        let levels = [
            level(0, "decimal", "%1."),
            level(1, "lowerLetter", "%1.%2)"),
            level(2, "bullet", "•"),
            level(3, "decimal", "100% %4"),
        ];
        Numbering::read(&format!(
            "<w:numbering xmlns:w='{space}'><w:abstractNum w:abstractNumId='0'>{}</w:abstractNum>\
             <w:num w:numId='1'><w:abstractNumId w:val='0'/></w:num><w:num w:numId='2'>\
             <w:abstractNumId w:val='0'/><w:lvlOverride w:ilvl='0'><w:startOverride w:val='5'/>\
             </w:lvlOverride></w:num></w:numbering>",
            levels.concat()
        ))
    }

    #[test]
    fn paragraphs_are_counted_by_level() {
        let numbering = numbering();
        let mut counters = Counters::default();
        let mut mark = |id: &str, level: Option<u8>, style: Option<&str>| {
            let choice = NumberingChoice { id: Some(id.into()), level };
            numbering.mark(&mut counters, &choice, style)
        };
        let cases = [
            ("1", Some(0), None, "1."),
            ("1", Some(1), None, "1.a)"),
            ("1", None, Some("S1"), "1.b)"),
            ("1", Some(2), None, ""),
            ("1", None, None, "2."),
            ("1", Some(1), None, "2.a)"),
            ("2", Some(0), None, "5."),
            ("2", Some(0), None, "6."),
            ("1", Some(0), None, "7."),
            ("1", Some(3), None, "100% 1"),
            ("1", Some(200), None, ""),
            ("0", Some(0), None, ""),
            ("9", Some(0), None, ""),
        ];
        for (nth, (id, level, style, written)) in cases.into_iter().enumerate() {
            assert_eq!(mark(id, level, style), written, "{nth}");
        }
        let none = NumberingChoice::default();
        assert_eq!(numbering.mark(&mut Counters::default(), &none, None), "");
    }
}

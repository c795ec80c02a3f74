//! Paragraph styles: which are headings and which are list items.

use std::borrow::Cow;
use std::collections::HashMap;

use super::format::FORMAT;
use crate::xml::{self, Element, ElementName, Inside, XmlSink};

/// The styles of a document.
#[derive(Debug, Default)]
pub(crate) struct DocxStyleSheet {
    /// Each style with everything it inherits.
    styles: HashMap<String, Meaning>,
    /// The style of paragraphs that name none.
    default: Option<String>,
    language: Option<String>,
    east_asian: Option<String>,
}

/// The meaning of a style for a paragraph.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Meaning {
    /// Its heading level, from 1.
    pub heading: Option<u8>,
    /// Its list.
    pub numbering: NumberingChoice,
}

/// The properties that one style itself sets.
#[derive(Debug, Default)]
struct DocxStyle {
    name: String,
    based_on: Option<String>,
    /// 0 to 8 for headings, greater for text.
    outline: Option<u8>,
    numbering: NumberingChoice,
}

/// The list of a paragraph or style, as far as it specifies one.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct NumberingChoice {
    /// The numbering; `0` takes the paragraph out of lists.
    pub id: Option<String>,
    /// The level in it, from 0.
    pub level: Option<u8>,
}

/// The longest chain of styles based on one another.
const LONGEST_CHAIN: usize = 30;

impl DocxStyleSheet {
    /// Reads as much of `styles.xml` as is readable.
    pub fn read(source: &str) -> Self {
        let mut reading = DocxStylesReader::default();
        let _ = xml::read(source, FORMAT, &mut reading);
        let DocxStylesReader { mut found, said, .. } = reading;
        found.styles = said.keys().map(|id| (id.clone(), inherit(&said, id))).collect();
        found
    }

    /// Returns the meaning of a paragraph's style, or of the default style if it names none.
    pub fn meaning(&self, style: Option<&str>) -> Cow<'_, Meaning> {
        let Some(id) = style.or(self.default.as_deref()) else {
            return Cow::Owned(Meaning::default());
        };
        // Built-in styles need not be in the file.
        let unknown = || Meaning { heading: built_in(id), ..Meaning::default() };
        self.styles.get(id).map_or_else(|| Cow::Owned(unknown()), Cow::Borrowed)
    }

    /// Returns the language of the document's text.
    pub fn language(&self, is_east_asian: bool) -> Option<String> {
        let western = self.language.as_ref();
        let language = if is_east_asian { self.east_asian.as_ref().or(western) } else { western };
        language.filter(|language| !language.is_empty()).cloned()
    }
}

/// Combines a style with those on which it is based.
fn inherit(styles: &HashMap<String, DocxStyle>, id: &str) -> Meaning {
    let next = |style: &&DocxStyle| styles.get(style.based_on.as_deref()?);
    let chain = || std::iter::successors(styles.get(id), next).take(LONGEST_CHAIN);
    Meaning {
        heading: chain().find_map(DocxStyle::heading).and_then(heading_of_outline),
        numbering: NumberingChoice {
            id: chain().find_map(|style| style.numbering.id.clone()),
            level: chain().find_map(|style| style.numbering.level),
        },
    }
}

impl DocxStyle {
    /// Returns the outline level that the style sets or its name implies.
    fn heading(&self) -> Option<u8> {
        self.outline.or_else(|| built_in(&self.name).map(|level| level - 1))
    }
}

/// Returns the heading level of an outline level, the tenth of which is plain text.
pub(crate) fn heading_of_outline(outline: u8) -> Option<u8> {
    (outline < 9).then_some(outline + 1)
}

/// Returns the level of a built-in heading style, whose name is the same in every language.
fn built_in(name: &str) -> Option<u8> {
    let name = name.to_lowercase().replace([' ', '_'], "");
    if name == "title" {
        return Some(1);
    }
    let level = name.strip_prefix("heading")?.parse().ok()?;
    (1..=9).contains(&level).then_some(level)
}

#[derive(Debug, Default)]
struct DocxStylesReader {
    found: DocxStyleSheet,
    /// The properties that each style itself sets.
    said: HashMap<String, DocxStyle>,
    open: Option<(String, DocxStyle)>,
}

impl DocxStylesReader {
    fn open_style(&mut self, element: &Element<'_>) {
        let id = element.attribute("styleId").unwrap_or_default();
        let is = |name: &str, value: &str| element.attribute(name).is_some_and(|v| v == value);
        let is_default = is("default", "1") || is("default", "true");
        if is_default && is("type", "paragraph") {
            self.found.default = Some(id.clone());
        }
        self.open = Some((id, DocxStyle::default()));
    }

    fn set(&mut self, name: &str, element: &Element<'_>) {
        let Some((_, style)) = &mut self.open else { return };
        let value = element.attribute("val");
        match name {
            "name" => style.name = value.unwrap_or_default(),
            "basedOn" => style.based_on = value,
            "outlineLvl" => style.outline = value.and_then(|value| value.parse().ok()),
            "numId" => style.numbering.id = value,
            "ilvl" => style.numbering.level = value.and_then(|value| value.parse().ok()),
            _ => {}
        }
    }
}

impl XmlSink for DocxStylesReader {
    fn open(&mut self, element: &Element<'_>) -> Inside {
        let ElementName { space: "w", local } = element.name else { return Inside::Read };
        match local {
            "style" => self.open_style(element),
            "pPrChange" | "tblStylePr" => return Inside::Skip,
            "lang" if self.open.is_none() => {
                self.found.language = element.attribute("val");
                self.found.east_asian = element.attribute("eastAsia");
            }
            _ => self.set(local, element),
        }
        Inside::Read
    }

    fn close(&mut self, name: ElementName<'_>) {
        if name == (ElementName { space: "w", local: "style" })
            && let Some((id, style)) = self.open.take()
        {
            self.said.insert(id, style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn styles(content: &str) -> DocxStyleSheet {
        let space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
        DocxStyleSheet::read(&format!("<w:styles xmlns:w='{space}'>{content}</w:styles>"))
    }

    #[test]
    fn headings_are_known_by_name_outline_and_base_style() {
        let styles = styles(
            "<w:style w:type='paragraph' w:default='1' w:styleId='N'><w:name w:val='Normal'/></w:style>\
             <w:style w:styleId='u1'><w:name w:val='heading 1'/><w:basedOn w:val='N'/></w:style>\
             <w:style w:styleId='mine'><w:name w:val='Mine'/><w:basedOn w:val='u1'/></w:style>\
             <w:style w:styleId='toc'><w:name w:val='TOC Heading'/><w:basedOn w:val='u1'/>\
             <w:pPr><w:outlineLvl w:val='9'/></w:pPr></w:style>\
             <w:style w:styleId='out'><w:name w:val='Out'/><w:pPr><w:outlineLvl w:val='3'/></w:pPr></w:style>\
             <w:style w:styleId='t'><w:name w:val='Title'/></w:style>\
             <w:style w:styleId='a'><w:basedOn w:val='b'/></w:style>\
             <w:style w:styleId='b'><w:basedOn w:val='a'/></w:style>",
        );
        let cases = [
            (None, None),
            (Some("N"), None),
            (Some("u1"), Some(1)),
            (Some("mine"), Some(1)),
            (Some("toc"), None),
            (Some("out"), Some(4)),
            (Some("t"), Some(1)),
            (Some("a"), None),
            (Some("Heading3"), Some(3)),
            (Some("Heading12"), None),
            (Some("unknown"), None),
        ];
        for (style, level) in cases {
            assert_eq!(styles.meaning(style).heading, level, "{style:?}");
        }
    }

    #[test]
    fn lists_and_languages_are_found() {
        let styles = styles(
            "<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val='en-US' w:eastAsia='ja-JP'/></w:rPr>\
             </w:rPrDefault></w:docDefaults><w:style w:styleId='l'><w:pPr><w:numPr><w:ilvl w:val='1'/>\
             <w:numId w:val='7'/></w:numPr></w:pPr></w:style><w:style w:styleId='m'>\
             <w:basedOn w:val='l'/><w:pPr><w:numPr><w:numId w:val='8'/></w:numPr></w:pPr></w:style>",
        );
        let choice = NumberingChoice { id: Some("8".into()), level: Some(1) };
        assert_eq!(styles.meaning(Some("m")).numbering, choice);
        assert_eq!(*styles.meaning(None), Meaning::default());
        assert_eq!(styles.language(false).as_deref(), Some("en-US"));
        assert_eq!(styles.language(true).as_deref(), Some("ja-JP"));
    }
}

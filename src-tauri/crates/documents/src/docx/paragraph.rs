//! A paragraph's properties, which precede its text.

use super::styles::{DocxStyleSheet, NumberingChoice, heading_of_outline};
use crate::block_writer::ParagraphKind;
use crate::xml::Element;

/// The open paragraph.
#[derive(Debug, Default)]
pub(crate) struct DocxParagraph {
    /// Whether it is still empty and so has not begun.
    pub is_waiting: bool,
    /// Whether its properties, which contain no runs, are open.
    pub in_properties: bool,
    /// Whether its end was deleted, so that the next one continues it.
    pub goes_on: bool,
    /// Its style.
    pub style: Option<String>,
    outline: Option<u8>,
    numbering: NumberingChoice,
}

impl DocxParagraph {
    /// Sets one of its properties.
    pub fn set(&mut self, name: &str, element: &Element<'_>) {
        let value = element.attribute("val");
        match name {
            "pStyle" => self.style = value,
            "outlineLvl" => self.outline = value.and_then(|value| value.parse().ok()),
            "numId" => self.numbering.id = value,
            "ilvl" => self.numbering.level = value.and_then(|value| value.parse().ok()),
            _ => {}
        }
    }

    /// Returns its kind and its list, from itself or its style.
    pub fn kind(&self, styles: &DocxStyleSheet) -> (ParagraphKind, NumberingChoice) {
        let style = styles.meaning(self.style.as_deref());
        let list = NumberingChoice {
            id: self.numbering.id.clone().or_else(|| style.numbering.id.clone()),
            level: self.numbering.level.or(style.numbering.level),
        };
        let heading = self.outline.map_or(style.heading, heading_of_outline);
        let is_item = list.id.as_deref().is_some_and(|id| id != "0");
        let kind = heading.map_or(
            if is_item { ParagraphKind::Item } else { ParagraphKind::Text },
            ParagraphKind::Heading,
        );
        (kind, list)
    }
}

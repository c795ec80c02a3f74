//! What a paragraph says about itself before its text begins.

use super::styles::{NumberingChoice, Styles, heading_of_outline};
use crate::story::Kind;
use crate::xml::Element;

/// The paragraph that is open.
#[derive(Debug, Default)]
pub(crate) struct Paragraph {
    /// Whether it holds nothing yet and so was not begun.
    pub is_waiting: bool,
    /// Whether its properties are open, in which there are no runs.
    pub in_properties: bool,
    /// Whether its end was deleted, so that the next one goes on with it.
    pub goes_on: bool,
    /// The style that it names.
    pub style: Option<String>,
    outline: Option<u8>,
    numbering: NumberingChoice,
}

impl Paragraph {
    /// Takes in one of its properties.
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

    /// What it is, and the list that it belongs to, by itself or by its style.
    pub fn kind(&self, styles: &Styles) -> (Kind, NumberingChoice) {
        let style = styles.meaning(self.style.as_deref());
        let list = NumberingChoice {
            id: self.numbering.id.clone().or_else(|| style.numbering.id.clone()),
            level: self.numbering.level.or(style.numbering.level),
        };
        let heading = self.outline.map_or(style.heading, heading_of_outline);
        let is_item = list.id.as_deref().is_some_and(|id| id != "0");
        let kind = heading.map_or(if is_item { Kind::Item } else { Kind::Text }, Kind::Heading);
        (kind, list)
    }
}

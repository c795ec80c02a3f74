//! The styles of an OpenDocument text.

use std::collections::HashMap;

use crate::xml::{Element, ElementName, Inside, XmlSink};

/// The styles of a document, including automatic ones.
#[derive(Debug, Default)]
pub(crate) struct OdtStyleSheet {
    styles: HashMap<String, OdtStyle>,
    /// The style whose properties are open.
    open: Option<String>,
    is_default_open: bool,
    language: Option<String>,
    east_asian: Option<String>,
}

#[derive(Debug, Default)]
struct OdtStyle {
    parent: Option<String>,
    /// Whether its text is hidden, if it says so.
    is_hidden: Option<bool>,
}

/// The longest chain of styles based on one another.
const LONGEST_CHAIN: usize = 30;

impl OdtStyleSheet {
    /// Returns whether a style is that of titles or based on it.
    pub fn is_title(&self, style: &str) -> bool {
        self.chain(style).any(|name| name == "Title")
    }

    /// Returns whether text in a style is hidden.
    pub fn is_hidden(&self, style: &str) -> bool {
        let said = |name: &str| self.styles.get(name)?.is_hidden;
        self.chain(style).find_map(said).unwrap_or_default()
    }

    /// Returns the language of the document's text.
    pub fn language(&self, is_east_asian: bool) -> Option<String> {
        let western = self.language.clone();
        if is_east_asian { self.east_asian.clone().or(western) } else { western }
    }

    /// Iterates over the names of a style and of those on which it is based.
    fn chain<'s>(&'s self, style: &'s str) -> impl Iterator<Item = &'s str> {
        let next = |name: &&str| self.styles.get(*name)?.parent.as_deref();
        std::iter::successors(Some(style), next).take(LONGEST_CHAIN)
    }

    fn set_text_properties(&mut self, element: &Element<'_>) {
        if let Some(display) = element.attribute("display")
            && let Some(style) = self.open.as_ref().and_then(|open| self.styles.get_mut(open))
        {
            style.is_hidden = Some(display == "none");
        }
        if self.is_default_open {
            self.language = language(element, "language", "country");
            self.east_asian = language(element, "language-asian", "country-asian");
        }
    }
}

/// Returns a language with its country, such as `de-AT`.
fn language(element: &Element<'_>, language: &str, country: &str) -> Option<String> {
    let said = |name: &str| {
        element.attribute(name).filter(|value| !value.is_empty() && value.as_str() != "none")
    };
    let language = said(language)?;
    Some(said(country).map_or_else(|| language.clone(), |country| format!("{language}-{country}")))
}

impl XmlSink for OdtStyleSheet {
    fn open(&mut self, element: &Element<'_>) -> Inside {
        let ElementName { space: "style", local } = element.name else { return Inside::Read };
        match local {
            "style" => {
                let name = element.attribute("name").unwrap_or_default();
                let parent = element.attribute("parent-style-name");
                self.styles.insert(name.clone(), OdtStyle { parent, is_hidden: None });
                self.open = Some(name);
            }
            "default-style" => {
                self.is_default_open =
                    element.attribute("family").is_some_and(|family| family == "paragraph");
            }
            "text-properties" => self.set_text_properties(element),
            _ => {}
        }
        Inside::Read
    }

    fn close(&mut self, name: ElementName<'_>) {
        match (name.space, name.local) {
            ("style", "style") => self.open = None,
            ("style", "default-style") => self.is_default_open = false,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, xml};

    fn styles(content: &str) -> OdtStyleSheet {
        let space = "urn:oasis:names:tc:opendocument:xmlns:style:1.0";
        let mut styles = OdtStyleSheet::default();
        let source = format!("<s:styles xmlns:s='{space}' xmlns:f='fo'>{content}</s:styles>");
        xml::read(&source, Format::Odt, &mut styles).unwrap();
        styles
    }

    #[test]
    fn styles_hand_down_what_they_say() {
        let styles = styles(
            "<s:style s:name='P1' s:parent-style-name='Title'/>\
             <s:style s:name='T1'><s:text-properties text:display='none'/></s:style>\
             <s:style s:name='T2' s:parent-style-name='T1'><s:text-properties/></s:style>\
             <s:style s:name='T3' s:parent-style-name='T2'><s:text-properties text:display='true'/></s:style>\
             <s:style s:name='a' s:parent-style-name='b'/><s:style s:name='b' s:parent-style-name='a'/>",
        );
        for (name, is_title, is_hidden) in [
            ("Title", true, false),
            ("P1", true, false),
            ("T1", false, true),
            ("T2", false, true),
            ("T3", false, false),
            ("a", false, false),
            ("", false, false),
        ] {
            assert_eq!(
                (styles.is_title(name), styles.is_hidden(name)),
                (is_title, is_hidden),
                "{name}"
            );
        }
    }

    #[test]
    fn the_language_is_that_of_paragraphs() {
        let styles = styles(
            "<s:default-style s:family='graphic'><s:text-properties f:language='fr'/></s:default-style>\
             <s:default-style s:family='paragraph'><s:text-properties f:language='de' f:country='AT' \
             s:language-asian='zh' s:country-asian='none'/></s:default-style>",
        );
        assert_eq!(styles.language(false).as_deref(), Some("de-AT"));
        assert_eq!(styles.language(true).as_deref(), Some("zh"));
    }
}

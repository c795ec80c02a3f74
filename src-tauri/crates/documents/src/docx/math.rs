//! Formulas on one line: `(a+b)/(c)`, `x^(2)`, `√(y)`.

use crate::xml::{Element, ElementName};

/// The open formula.
#[derive(Debug, Default)]
pub(crate) struct Math {
    /// The closing brackets to come.
    closing: Vec<String>,
    /// The character of the bracket or operator whose properties are open.
    opening: Option<String>,
}

impl Math {
    /// Returns the text before the element's own.
    pub fn open(&mut self, element: &Element<'_>) -> &'static str {
        let value = || element.attribute("val").unwrap_or_default();
        match element.name.local {
            "num" => return "(",
            "den" => return "/(",
            "sup" => return "^(",
            "sub" => return "_(",
            "d" => self.closing.push(")".into()),
            "dPr" => self.opening = Some("(".into()),
            "naryPr" => self.opening = Some("∫".into()),
            "begChr" | "chr" if self.opening.is_some() => self.opening = Some(value()),
            "endChr" => {
                if let Some(closing) = self.closing.last_mut() {
                    *closing = value();
                }
            }
            _ => {}
        }
        ""
    }

    /// Returns the text after the element's own.
    pub fn close(&mut self, name: ElementName<'_>) -> String {
        match name.local {
            "num" | "den" | "sup" | "sub" | "rad" => ")".into(),
            "deg" => "√(".into(),
            "d" => self.closing.pop().unwrap_or_default(),
            "dPr" | "naryPr" => self.opening.take().unwrap_or_default(),
            _ => String::new(),
        }
    }
}

//! Content of a web page that is not shown.

use std::collections::HashMap;

use super::elements::is_block;

/// Returns whether an element's content is not shown, or only one of many parts is.
pub(crate) fn is_unseen(name: &str) -> bool {
    matches!(
        name,
        "template"
            | "audio"
            | "video"
            | "annotation"
            | "annotation-xml"
            | "noscript"
            | "select"
            | "datalist"
    )
}

/// Returns whether an element's attributes hide it. Exceptions are whole pages, which a script
/// shows, and formulas, which are shown as a picture. Content hidden only from screen readers
/// (`aria-hidden`) is visible.
pub(crate) fn is_hidden(name: &str, attribute: impl Fn(&str) -> Option<String>) -> bool {
    let is_formula =
        || attribute("class").is_some_and(|class| class.to_ascii_lowercase().contains("mathml"));
    let is_said = || attribute("hidden").is_some_and(|value| value != "until-found");
    let is_styled = || attribute("style").is_some_and(|style| hides(&style));
    let is_page = matches!(name, "html" | "head" | "body");
    !is_page && !is_empty(name) && (is_said() || is_styled()) && !is_formula()
}

/// Returns whether a style's last `display` value is none.
fn hides(style: &str) -> bool {
    let style = style.to_ascii_lowercase();
    let rules = style.split(';').filter_map(|rule| rule.split_once(':'));
    let mut values = rules.filter(|(name, _)| name.trim() == "display").map(|(_, value)| value);
    values.next_back().is_some_and(|value| value.trim_start().starts_with("none"))
}

/// Returns whether an element has no text; most such elements have no end tag.
fn is_empty(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "colgroup"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

/// An element whose text is left out. If its end tag is missing, the text after it must still be
/// kept.
#[derive(Debug)]
pub(crate) struct Skipped {
    name: String,
    kin: Kin,
    /// The elements open inside it, and the number of each name.
    open: Vec<String>,
    counts: HashMap<String, usize>,
    /// The index of the first of them that may contain others of its kind.
    shelter: Option<usize>,
}

/// The effect of an end tag on an element whose text is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EndTagEffect {
    /// None: the tag ends an element inside, or nothing.
    None,
    /// The tag is its own.
    Own,
    /// The tag ends an element around it, and so this one as well.
    Around,
}

impl Skipped {
    /// Creates one that has just begun.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            kin: Kin::of(name),
            open: Vec::new(),
            counts: HashMap::new(),
            shelter: None,
        }
    }

    /// Returns whether it ends where another element begins.
    pub fn ends_before(&self, name: &str) -> bool {
        self.name == "p" && is_block(name)
            || self.shelter.is_none() && self.kin.next.contains(&name)
    }

    /// Registers the start of an element inside it.
    pub fn open(&mut self, name: &str) {
        if is_empty(name) {
            return;
        }
        if self.shelter.is_none() && self.kin.around.contains(&name) {
            self.shelter = Some(self.open.len());
        }
        self.open.push(name.to_owned());
        *self.counts.entry(name.to_owned()).or_default() += 1;
    }

    /// Registers an end tag and returns its effect.
    pub fn close(&mut self, name: &str) -> EndTagEffect {
        if self.close_inside(name) {
            return EndTagEffect::None;
        }
        // A paragraph in it may have ended before its end tag.
        let is_stray = name == "p" && is_block(&self.name);
        match name {
            _ if name == self.name => EndTagEffect::Own,
            _ if self.kin.around.contains(&name) => EndTagEffect::Around,
            _ if is_block(name) && !is_stray => EndTagEffect::Around,
            _ => EndTagEffect::None,
        }
    }

    /// Ends the last element of this name inside, and everything open in it; returns whether there
    /// is one.
    fn close_inside(&mut self, name: &str) -> bool {
        // Without the counts, stray end tags would take time quadratic in the page's length.
        let is_open = self.counts.get(name).is_some_and(|count| *count > 0);
        let last = || self.open.iter().rposition(|open| open == name);
        let Some(place) = is_open.then(last).flatten() else { return false };
        for ended in self.open.drain(place..) {
            self.counts.entry(ended).and_modify(|count| *count -= 1);
        }
        self.shelter.take_if(|shelter| *shelter >= place);
        true
    }
}

/// How an element without a required end tag ends.
#[derive(Debug, Clone, Copy, Default)]
struct Kin {
    /// The elements before which it ends.
    next: &'static [&'static str],
    /// The elements that contain it and its kind.
    around: &'static [&'static str],
}

impl Kin {
    fn of(name: &str) -> Self {
        let table = |next| Self { next, around: &["table"] };
        match name {
            "li" => Self { next: &["li"], around: &["ul", "ol", "menu"] },
            "dt" | "dd" => Self { next: &["dt", "dd"], around: &["dl"] },
            "option" | "optgroup" => {
                Self { next: &["option", "optgroup"], around: &["select", "datalist"] }
            }
            "rb" | "rt" | "rtc" | "rp" => {
                Self { next: &["rb", "rt", "rtc", "rp"], around: &["ruby"] }
            }
            "td" | "th" => table(&["td", "th", "tr", "tbody", "thead", "tfoot"]),
            "tr" => table(&["tr", "tbody", "thead", "tfoot"]),
            "tbody" | "thead" | "tfoot" => table(&["tbody", "thead", "tfoot"]),
            "caption" => table(&["col", "colgroup", "tr", "tbody", "thead", "tfoot"]),
            _ => Self::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::html::read;

    #[test]
    fn hidden_text_is_left_out() {
        let cases = [
            ("a<div style='color: red; DISPLAY : none !important'>no<div>no</div></div>b", "a\nb"),
            ("a <span hidden>no</span><span hidden=''>no</span>b", "a b"),
            ("<h2 hidden>no</h2><p>b", "b"),
            ("<p hidden>no<p>b", "b"),
            ("<p hidden>no <br>no</p>b", "b"),
            ("<div><p hidden>no</div>b", "b"),
            ("<p style='display:none'>no <b>no</b><h2>B</h2>b", "B\n\nb"),
            ("x<noscript>Turn <b>on</b></noscript>y", "x y"),
            ("<select><option>Albania<option>Benin</select>12", "12"),
            ("of<select><option>Albania</option></select>12", "of 12"),
            ("<datalist><option>no</datalist>yes", "yes"),
            ("<p>a<input hidden><br style='display:none'>b<img hidden/>c", "a\nbc"),
            ("<ul><li hidden>no<li>b</ul>c", "b\n\nc"),
            ("<ul><li>a<li style='display:none'>no<ul><li>no<li>no</ul>no</li><li>b</ul>", "a\nb"),
            ("<ol><li hidden>no</ol>b", "b"),
            ("<dl><dt hidden>no<dd>a<dt>B<dd hidden>no<p>no</dl>c", "a\nB\n\nc"),
            (
                "<table><tr><td>a<td hidden>no<td>b<tr hidden><td>no<td>no<tr><td>c</table>d",
                "a\tb\nc\n\nd",
            ),
            ("<table><tr><td>a<td hidden>no</tr><tr><td>b</table>", "a\nb"),
            ("<table><tbody hidden><tr><td>no<tbody><tr><td>a</table>", "a"),
            ("<table><caption hidden>no<tr><td>a</table>", "a"),
            ("<table><tr hidden><td><table><tr><td>no</table>no<tr><td>a</table>", "a"),
            ("<table><tr><td><ul><li hidden>no</td><td>a</table>", "a"),
            ("<ruby><rb hidden>no<rb>漢<rt>no</ruby>字<ruby><rp hidden>no</ruby>を", "漢字を"),
            ("<div><section hidden>no<div>no</div></div>b", "b"),
            ("<p>a <span hidden>no</p><p>b", "a\n\nb"),
            ("<div hidden>no<p>no<ul><li>no</ul></p></p>no</div>b", "b"),
            ("<div hidden>no<script>'</div>no'</script><br>no</div>b", "b"),
            ("<div aria-hidden=true>yes</div>", "yes"),
            ("<body style='display:none'>yes", "yes"),
            ("<div style='display: none; display: block'>yes</div>", "yes"),
            ("<div hidden='until-found'>yes</div>", "yes"),
            ("<span class=mwe-MathML style='display: none'><math>x</math></span>", "x"),
        ];
        for (source, text) in cases {
            assert_eq!(read(source).text, text, "{source}");
        }
    }
}

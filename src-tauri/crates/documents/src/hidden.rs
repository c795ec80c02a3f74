//! What a web page holds and does not show.

/// Elements whose content no reader sees, or only one part of many.
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

/// Whether an element's attributes hide it. Those apart that need not be closed, which could hide
/// all that follows; whole pages, which a script shows; and formulas, of which a picture is shown.
pub(crate) fn is_hidden(name: &str, attribute: impl Fn(&str) -> Option<String>) -> bool {
    let is_formula =
        || attribute("class").is_some_and(|class| class.to_ascii_lowercase().contains("mathml"));
    let is_said = || attribute("hidden").is_some_and(|value| value != "until-found");
    let is_styled = || attribute("style").is_some_and(|style| hides(&style));
    !may_stay_open(name) && (is_said() || is_styled()) && !is_formula()
}

/// Whether a style's last word on what is displayed is nothing.
fn hides(style: &str) -> bool {
    let style = style.to_ascii_lowercase();
    let rules = style.split(';').filter_map(|rule| rule.split_once(':'));
    let mut values = rules.filter(|(name, _)| name.trim() == "display").map(|(_, value)| value);
    values.next_back().is_some_and(|value| value.trim_start().starts_with("none"))
}

/// Elements that are empty or end without a tag; paragraphs apart, whose end is known.
fn may_stay_open(name: &str) -> bool {
    let empty = ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta"];
    let others = ["param", "source", "track", "wbr", "html", "head", "body", "li", "dt", "dd"];
    let parts = ["td", "th", "tr", "tbody", "thead", "tfoot", "colgroup", "caption", "option"];
    let ruby = ["optgroup", "rb", "rt", "rtc", "rp"];
    [&empty[..], &others, &parts, &ruby].iter().any(|names| names.contains(&name))
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
            ("<ul><li hidden>a<li>b</ul>c", "a\nb\n\nc"),
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

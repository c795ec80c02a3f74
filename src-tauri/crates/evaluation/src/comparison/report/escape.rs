//! Text from elsewhere in a page: shown, never obeyed.

/// A text as HTML shows it, within elements and within quoted attributes. Control characters other
/// than white space have no place there.
pub fn escaped(text: &str) -> String {
    let is_shown = |c: &char| !c.is_control() || matches!(c, '\t' | '\n' | '\r');
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(is_shown) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn markup_is_text() {
        for (text, expected) in [
            ("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"),
            ("\"a\" & 'b'", "&quot;a&quot; &amp; &#39;b&#39;"),
            ("two\nlines\u{0}\u{1b}[2J é 漢", "two\nlines[2J é 漢"),
            ("&lt;", "&amp;lt;"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }

    proptest! {
        #[test]
        fn nothing_is_left_that_begins_or_ends_markup(text in "\\PC{0,40}|[<>&\"']{0,10}") {
            let out = escaped(&text);
            prop_assert!(!out.contains(['<', '>', '"', '\'']), "{out}");
            let back = out.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
            prop_assert_eq!(back.replace("&#39;", "'").replace("&amp;", "&"), text);
        }
    }
}

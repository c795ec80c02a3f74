//! Web pages and fragments of them, recognised by their tags.

/// The beginnings of a page.
const BEGINS: [&str; 4] = ["<!doctype html", "<html", "<head", "<body"];
/// Tags that make paragraphs, headings, lists and tables.
const BLOCKS: &str = "\
    article aside blockquote br dd div dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr li \
    main nav ol p pre section table td th tr ul";
/// Tags inside or beside those.
const OTHERS: &str = "\
    a abbr b base big body button caption center cite code col colgroup del em figcaption font i \
    iframe img input ins kbd label link meta noscript option q s samp script select small span \
    strike strong style sub sup tbody thead time title tt u var wbr";
/// The number of tags that identify a fragment of a page that begins with a tag, and one that
/// begins with words.
const FEW: usize = 3;
const MANY: usize = 6;
/// The maximum number of bytes per tag in a fragment that begins with words.
const APART: usize = 400;
/// The longest tag, attributes included.
const LONGEST: usize = 2_000;
/// One in this many tags of a fragment that begins with words ends an element, at least.
const ENDED: usize = 3;
/// One in this many tags is unknown, at most.
const UNKNOWN: usize = 10;
/// More than one in this many lines of a program ends like one.
const PROGRAM_LINES: usize = 10;
/// The number of characters at a page's beginning that name its root.
const HEAD: usize = 2_000;

/// Returns whether a lower-cased text begins like a whole web page.
pub(crate) fn is_page(text: &str) -> bool {
    let rest = after_comments(text);
    let head: String = text.chars().take(HEAD).collect();
    BEGINS.iter().any(|begin| rest.starts_with(begin))
        || rest.starts_with("<?xml") && head.contains("<html")
}

/// Returns whether a lower-cased text named like a web page has a page's tags.
pub(crate) fn has_tags(text: &str) -> bool {
    text.trim_start().starts_with('<') || Tags::of(text).known() > 1
}

/// Returns whether a lower-cased text is a fragment of a web page: tags, not blank lines, make its
/// paragraphs. In a text that mentions tags, or has a few, they do not.
pub(crate) fn is_piece(text: &str) -> bool {
    let (text, tags) = (after_comments(text), Tags::of(text));
    let (begins, known) = (text.starts_with('<'), tags.known());
    let is_full = match begins {
        true => known >= FEW && tag(text).is_some_and(|(name, _)| is_known(name)),
        false => {
            let is_dense = known >= MANY && known * APART >= text.len();
            is_dense && tags.ended * ENDED >= known && !is_program(text)
        }
    };
    let are_tags_in_use = tags.quoted == 0 && tags.unknown * UNKNOWN <= known;
    is_full && are_tags_in_use && tags.ended > 0 && tags.blocks > blank_lines(text)
}

fn after_comments(text: &str) -> &str {
    let mut rest = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    while let Some(after) = rest.strip_prefix("<!--") {
        rest = after.split_once("-->").map_or("", |(_, rest)| rest).trim_start();
    }
    rest
}

/// Returns whether the lines of a text end like those of programs.
fn is_program(text: &str) -> bool {
    let is_such = |line: &&str| line.trim_end().ends_with([';', '{', '}']);
    text.lines().filter(is_such).count() * PROGRAM_LINES > text.lines().count()
}

fn blank_lines(text: &str) -> usize {
    let mut lines = text.trim().lines().map(|line| line.trim().is_empty());
    let mut before = false;
    lines.by_ref().filter(|blank| !std::mem::replace(&mut before, *blank) && *blank).count()
}

/// The number of tags of each kind in a text.
#[derive(Debug, Default)]
struct Tags {
    /// Tags that make paragraphs and the like, end tags included.
    blocks: usize,
    others: usize,
    /// End tags of both kinds.
    ended: usize,
    /// Tag-like text that is no tag of a web page.
    unknown: usize,
    /// Tags that are mentioned, in quotation marks or brackets.
    quoted: usize,
}

impl Tags {
    fn of(text: &str) -> Self {
        let (mut tags, mut place) = (Self::default(), 0);
        while let Some(found) = text[place..].find('<').map(|at| place + at) {
            place = found + 1;
            let Some((name, length)) = tag(&text[found..]) else { continue };
            let end = found + length;
            tags.count(name, text.as_bytes()[found + 1] == b'/');
            tags.quoted += usize::from(is_quoted(&text[..found], &text[end..]));
            place = match name {
                "script" | "style" => end_of(name, text, end),
                _ => end,
            };
        }
        tags
    }

    fn count(&mut self, name: &str, is_end: bool) {
        let (is_block, is_known) = (is_among(name, BLOCKS), is_known(name));
        self.blocks += usize::from(is_block);
        self.others += usize::from(is_known && !is_block);
        self.ended += usize::from(is_known && is_end);
        self.unknown += usize::from(!is_known);
    }

    fn known(&self) -> usize {
        self.blocks + self.others
    }
}

fn is_known(name: &str) -> bool {
    is_among(name, BLOCKS) || is_among(name, OTHERS)
}

fn is_among(name: &str, names: &str) -> bool {
    names.split(' ').any(|known| known == name)
}

/// Returns the name and length of the tag with which a text begins.
fn tag(text: &str) -> Option<(&str, usize)> {
    let inside = text.strip_prefix('<')?;
    let inside = inside.strip_prefix('/').unwrap_or(inside);
    let length = inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '-')?;
    let (name, rest) = inside.split_at(length);
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && rest.starts_with(|c: char| c.is_whitespace() || matches!(c, '>' | '/'));
    let end = rest.bytes().take(LONGEST).position(|byte| byte == b'>')?;
    is_name.then(|| (name, text.len() - rest.len() + end + 1))
}

/// Returns the position of a script's or style sheet's end tag; `from` if it has none.
fn end_of(name: &str, text: &str, from: usize) -> usize {
    let close = format!("</{name}");
    text[from..].find(&close).map_or(from, |at| from + at)
}

fn is_quoted(before: &str, after: &str) -> bool {
    before.ends_with(['`', '"', '\'', '“', '‘', '('])
        && after.starts_with(['`', '"', '\'', '”', '’', ')', ',', '.'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_pages_are_distinguished_from_texts() {
        let pieces = [
            "<div class=\"x\"><p>a saved <b>fragment</b> of a page.</p><p>second &eacute;.</p></div>",
            "\u{feff}  \n<p>fragment <b>para</b></p>",
            "<!-- saved -->\n<h1>title</h1>\n\n<p>one.</p>\n\n<p>two.</p>",
            "some text without any tag first, then <b>bold</b> and <i>italics</i>.<p>a paragraph &amp; \
             more.</p><script>if (a < b) evil()</script>",
            "<script>let x = '<note>';</script><p>words</p><custom-tag>more</custom-tag><p>words</p>\
             <ul><li>one</li><li>two</li><li>three</li></ul><p>x</p><p>y</p><p>z</p>",
        ];
        for text in pieces {
            assert!(is_piece(text) && !is_page(text), "{text}");
        }
        let texts = [
            "",
            "2 < 3 and 4 > 3",
            "<note>x</note><p>y</p><p>z</p>",
            "the <p> tag begins a paragraph.",
            "tags such as `<p>`, `</p>`, `<b>`, `</b>`, `<i>` and `</i>` are <b>markup</b>.",
            "a novel with <i>words</i> that are <i>said</i> in <i>italics</i>, and <i>no</i> more.",
            "# title\n\n<p align=center><img src=x></p>\n\nwords.\n\n## more\n\nwords, <b>bold</b>.\n",
            "<p align=center><img src=x></p>\n\n# title\n\nwords.\n\n## more\n\nand words.\n\nthe end.",
            "<anna> hello\n<bert> hello, anna\n<anna> <b>so</b>!",
            "<tei><text><p>one</p><p>two</p></text></tei>",
            "if (a<b) { c>d } else { e</f>g }",
            "fn page() {\n  say(\"<ul><li>one</li>\n  <li>two</li>\n  <li>three</li></ul>\");\n}\n",
        ];
        for text in texts {
            assert!(!is_piece(text) && !is_page(text), "{text}");
        }
    }

    #[test]
    fn whole_pages_begin_as_such() {
        for text in
            ["<!doctype html><p>x", "<html>", "<!-- a --> <!-- b --><body>", "<?xml?><html>"]
        {
            assert!(is_page(text), "{text}");
        }
        assert!(has_tags("<p>only a piece") && has_tags("words, <b>bold</b>"));
        assert!(!has_tags("2 < 3") && !has_tags("the <p> tag"));
    }
}

//! Converts HTML and XHTML to running text with html5ever's tokenizer. It builds no tree: memory
//! stays small for any file, and an XHTML `<title/>` closes itself, which it would not do in an
//! HTML tree.

mod elements;
mod hidden;
pub(crate) mod tags;

use std::cell::RefCell;

use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer};
use protocol::Heading;

use self::elements::{break_around, heading_level};
use self::hidden::{EndTagEffect, Skipped, is_hidden, is_unseen};
use crate::flow::{Break, Flow};

/// The content of an HTML page.
#[derive(Debug, Default)]
pub(crate) struct Markup {
    /// Its running text.
    pub text: String,
    /// Its headings.
    pub headings: Vec<Heading>,
    /// Its `title` element, empty if missing.
    pub title: String,
    /// Its author, from its `meta` element.
    pub author: Option<String>,
    /// Its language, from its first element.
    pub language: Option<String>,
}

/// Reads HTML or XHTML, however malformed.
pub(crate) fn read(source: &str) -> Markup {
    let tokenizer = Tokenizer::new(HtmlTokenSink::default(), Default::default());
    let queue = BufferQueue::default();
    for piece in without_declarations(source) {
        queue.push_back(StrTendril::from_slice(piece));
    }
    // The sink neither runs scripts nor changes encodings, so one call reads everything.
    let _ = tokenizer.feed(&queue);
    tokenizer.end();
    tokenizer.sink.0.into_inner().finish()
}

/// Returns the source without the declarations inside a document type (`<!DOCTYPE x [ … ]>`), which
/// HTML does not know and would show as text.
fn without_declarations(source: &str) -> [&str; 2] {
    let head = &source[..source.floor_char_boundary(2000)];
    let whole = [source, ""];
    let Some(start) = head.find("<!DOCTYPE").or_else(|| head.find("<!doctype")) else {
        return whole;
    };
    let Some(open) = head[start..].find(['[', '>']).map(|at| start + at) else { return whole };
    match source[open..].find("]>").or_else(|| source[open..].find("] >")) {
        Some(close) if source[open..].starts_with('[') => {
            [&source[..open], source[open + close..].trim_start_matches([']', ' '])]
        }
        _ => whole,
    }
}

#[derive(Default)]
struct HtmlTokenSink(RefCell<HtmlReader>);

impl TokenSink for HtmlTokenSink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut reading = self.0.borrow_mut();
        match token {
            Token::CharacterTokens(text) => reading.text(&text),
            Token::TagToken(tag) => match tag.kind {
                TagKind::StartTag => return reading.open(&tag),
                TagKind::EndTag => reading.close(local(&tag)),
            },
            _ => {}
        }
        TokenSinkResult::Continue
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        // XHTML may contain CDATA sections.
        true
    }
}

#[derive(Default)]
struct HtmlReader {
    flow: Flow,
    title: String,
    author: Option<String>,
    language: Option<String>,
    skipped: Option<Skipped>,
    in_title: bool,
    in_ruby_note: bool,
    verbatim: u32,
    row_begun: bool,
}

impl HtmlReader {
    fn text(&mut self, text: &str) {
        if self.in_title {
            self.title.push_str(text);
        }
        if self.in_title || self.in_ruby_note || self.skipped.is_some() {
            return;
        }
        match self.verbatim {
            0 => self.flow.push(text),
            _ => self.flow.push_verbatim(text),
        }
    }

    fn open(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name = local(tag);
        if self.language.is_none() {
            self.language = attribute(tag, "lang").filter(|value| !value.is_empty());
        }
        self.skipped.take_if(|skipped| skipped.ends_before(name));
        if let Some(skipped) = &mut self.skipped {
            if tag.self_closing {
                return TokenSinkResult::Continue;
            }
            skipped.open(name);
            return raw_text(name).map_or(TokenSinkResult::Continue, TokenSinkResult::RawData);
        }
        if tag.self_closing && !matches!(name, "br" | "hr" | "meta" | "img") {
            self.flow.part(break_around(name));
            return TokenSinkResult::Continue;
        }
        if let Some(kind) = raw_text(name) {
            self.in_title = name == "title" && self.title.is_empty();
            self.skipped = (!self.in_title).then(|| Skipped::new(name));
            return TokenSinkResult::RawData(kind);
        }
        if is_unseen(name) || is_hidden(name, |key| attribute(tag, key)) {
            self.flow.part(break_around(name));
            self.skipped = Some(Skipped::new(name));
            return TokenSinkResult::Continue;
        }
        self.open_element(name, tag);
        TokenSinkResult::Continue
    }

    fn open_element(&mut self, name: &str, tag: &Tag) {
        match name {
            "meta"
                if attribute(tag, "name")
                    .is_some_and(|name| name.eq_ignore_ascii_case("author")) =>
            {
                self.author = attribute(tag, "content").filter(|value| !value.trim().is_empty());
            }
            "rt" | "rp" => self.in_ruby_note = true,
            "rb" | "rtc" | "ruby" => self.in_ruby_note = false,
            "td" | "th" => self.open_cell(),
            _ => match heading_level(name) {
                Some(level) => self.flow.begin_heading(level),
                None => self.flow.part(break_around(name)),
            },
        }
        match name {
            "tr" => self.row_begun = false,
            "pre" => self.verbatim += 1,
            _ => {}
        }
    }

    fn open_cell(&mut self) {
        if self.row_begun {
            self.flow.part(Break::Cell);
        }
        self.row_begun = true;
    }

    fn close(&mut self, name: &str) {
        match self.skipped.as_mut().map(|skipped| skipped.close(name)) {
            Some(EndTagEffect::None) => return,
            Some(EndTagEffect::Own) => {}
            Some(EndTagEffect::Around) | None => self.close_element(name),
        }
        self.skipped = None;
        self.flow.part(break_around(name));
    }

    fn close_element(&mut self, name: &str) {
        match name {
            "title" => self.in_title = false,
            "rt" | "rp" | "ruby" => self.in_ruby_note = false,
            "pre" => self.verbatim = self.verbatim.saturating_sub(1),
            _ if heading_level(name).is_some() => self.flow.end_heading(),
            _ => {}
        }
    }

    fn finish(self) -> Markup {
        let (text, headings) = self.flow.finish();
        let title = self.title.split_whitespace().collect::<Vec<_>>().join(" ");
        Markup { text, headings, title, author: self.author, language: self.language }
    }
}

/// Returns the name without an XHTML prefix.
fn local(tag: &Tag) -> &str {
    tag.name.rsplit_once(':').map_or(&tag.name, |(_, name)| name)
}

fn attribute(tag: &Tag, name: &str) -> Option<String> {
    let is = |found: &str| found == name || found.strip_prefix("xml:") == Some(name);
    tag.attrs.iter().find(|attr| is(&attr.name.local)).map(|attr| attr.value.to_string())
}

/// Returns the kind of elements whose content is not markup to the tokenizer.
fn raw_text(name: &str) -> Option<RawKind> {
    match name {
        "script" => Some(RawKind::ScriptData),
        "style" | "iframe" | "noembed" | "noframes" | "xmp" => Some(RawKind::Rawtext),
        "title" | "textarea" => Some(RawKind::Rcdata),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_running_text() {
        let cases = [
            (
                "<p>One<br>two</p><p>three &amp; &eacute;&#8212;four</p>",
                "One\ntwo\n\nthree & é—four",
            ),
            ("<p>a<b>b</b>c <i>d</i>\n e", "abc d e"),
            ("<div>one</div><div>two</div>", "one\ntwo"),
            ("<ul><li>x<li>y</ul>z", "x\ny\n\nz"),
            ("<table><tr><th>a<th>b</tr><tr><td>1</td><td>2</td></tr></table>", "a\tb\n1\t2"),
            ("<p>a<script>if (1 < 2) '<p>'</script>b<style>p{}</style></p>", "ab"),
            ("<p>a<!-- no --><?php no ?>b", "ab"),
            ("<pre>  x\n   y\n</pre><p>z", "  x\n   y\n\nz"),
            ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</ruby>を", "漢字を"),
            ("<p>x &lt; y<p>a < b", "x < y\n\na < b"),
            ("<video>no</video><template>no</template>yes", "yes"),
            ("text only", "text only"),
            ("", ""),
        ];
        for (source, text) in cases {
            assert_eq!(read(source).text, text, "{source}");
        }
    }

    #[test]
    fn xhtml_closes_and_declares_as_xml_does() {
        let source = "<?xml version=\"1.0\"?>\n<!DOCTYPE html [\n<!ENTITY a \"b>c\">\n]>\n\
            <html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"en-GB\"><head><title/>\
            <script src=\"x.js\"/><style/></head><body><a id=\"p1\"/><p/>\
            <html:p xmlns:html=\"x\">one</html:p><p><![CDATA[two < three]]></p></body></html>";
        let page = read(source);
        assert_eq!(page.text, "one\n\ntwo < three");
        assert_eq!(page.language.as_deref(), Some("en-GB"));
        assert_eq!(page.title, "");
    }

    #[test]
    fn head_gives_title_author_and_language() {
        let page = read(
            "<!DOCTYPE html><html lang=fr><head><title>A &amp;\n B</title>\
             <meta name=Author content='C. D.'><body><h2>Sub <i>x</i></h2>body<svg><title>no</title></svg>",
        );
        assert_eq!(page.title, "A & B");
        assert_eq!(page.author.as_deref(), Some("C. D."));
        assert_eq!(page.language.as_deref(), Some("fr"));
        assert_eq!(page.text, "Sub x\n\nbody");
        assert_eq!(page.headings, [Heading { level: 2, start: 0, title: "Sub x".into() }]);
    }

    #[test]
    fn unclosed_and_nested_markup_ends() {
        assert_eq!(read("a<title>b").text, "a");
        assert_eq!(read("<p>a<p").text, "a");
        assert_eq!(read(&"<div>".repeat(100_000)).text, "");
        assert_eq!(read("<template>a<template>b</template>c</template>d").text, "d");
        let many = |tag: &str| tag.repeat(100_000);
        for inside in ["<b>", "<li>", "</li>", "<ul>", "</ul>", "<ul></i>"] {
            let source = format!("<li hidden>{}<ul>{}</ul>{}", many("<b>"), many(inside), "</i>");
            assert!(read(&source).text.is_empty(), "{inside}");
        }
    }
}

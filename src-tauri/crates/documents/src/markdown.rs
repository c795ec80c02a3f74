//! Renders Markdown to running text.

use protocol::Heading;
use pulldown_cmark::{Event, HeadingLevel, MetadataBlockKind, Options, Parser, Tag, TagEnd};

use crate::flow::{Break, Flow};
use crate::html;

/// The content of a Markdown file.
#[derive(Debug)]
pub(crate) struct Rendered {
    /// Its running text.
    pub text: String,
    /// Its headings.
    pub headings: Vec<Heading>,
    /// The title in its metadata block, or else its first heading of the highest level.
    pub title: Option<String>,
    /// The author in its metadata block.
    pub author: Option<String>,
}

/// Renders Markdown, in which every sequence of characters is valid.
pub(crate) fn read(source: &str) -> Rendered {
    let mut rendering = Rendering::default();
    Parser::new_ext(source, options()).for_each(|event| rendering.event(event));
    let (text, headings) = std::mem::take(&mut rendering.flow).finish();
    let title = rendering.metadata("title").or_else(|| {
        headings.iter().find(|heading| heading.level == 1).map(|heading| heading.title.clone())
    });
    let author = rendering.metadata("author");
    Rendered { text, headings, title, author }
}

fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
}

#[derive(Default)]
struct Rendering {
    flow: Flow,
    metadata: String,
    in_metadata: bool,
    in_code: bool,
    in_image: u32,
    html: String,
    row_begun: bool,
}

impl Rendering {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text),
            Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.flow.push(&text);
            }
            Event::Html(text) => self.html.push_str(&text),
            Event::SoftBreak => self.flow.part(Break::Fold),
            Event::HardBreak => self.flow.part(Break::Line),
            Event::Rule => self.flow.part(Break::Paragraph),
            // The text between inline tags arrives as separate text events.
            Event::InlineHtml(_) | Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_metadata {
            self.metadata.push_str(text);
        } else if self.in_code {
            self.flow.push_verbatim(text);
        } else if self.in_image == 0 {
            self.flow.push(text);
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Heading { level, .. } => self.flow.begin_heading(depth(*level)),
            Tag::MetadataBlock(MetadataBlockKind::YamlStyle) => self.in_metadata = true,
            Tag::Image { .. } => self.in_image += 1,
            Tag::Item | Tag::DefinitionListDefinition => self.flow.part(Break::Line),
            Tag::TableRow | Tag::TableHead => {
                self.flow.part(Break::Line);
                self.row_begun = false;
            }
            Tag::TableCell => {
                self.flow.part(if self.row_begun { Break::Cell } else { Break::Line });
                self.row_begun = true;
            }
            Tag::CodeBlock(_) => {
                self.flow.part(Break::Paragraph);
                self.in_code = true;
            }
            _ if is_block(&tag.to_end()) => self.flow.part(Break::Paragraph),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => self.flow.end_heading(),
            TagEnd::MetadataBlock(_) => self.in_metadata = false,
            TagEnd::Image => self.in_image -= 1,
            TagEnd::HtmlBlock => self.html_block(),
            TagEnd::Item => self.flow.part(Break::Line),
            TagEnd::CodeBlock => {
                self.in_code = false;
                self.flow.part(Break::Paragraph);
            }
            _ if is_block(&tag) => self.flow.part(Break::Paragraph),
            _ => {}
        }
    }

    fn html_block(&mut self) {
        let page = html::read(&std::mem::take(&mut self.html));
        self.flow.part(Break::Paragraph);
        self.flow.push_verbatim(&page.text);
        self.flow.part(Break::Paragraph);
    }

    /// Returns a value of the metadata block, if a line reads `key: value`.
    fn metadata(&self, key: &str) -> Option<String> {
        self.metadata.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            let value = value.trim().trim_matches(['"', '\'']);
            (name.trim().eq_ignore_ascii_case(key) && !value.is_empty()).then(|| value.to_owned())
        })
    }
}

/// Returns whether an element has a blank line before and after it. A list item's paragraphs are
/// among these, so that loose lists stay loose.
fn is_block(tag: &TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Paragraph
            | TagEnd::BlockQuote(_)
            | TagEnd::List(_)
            | TagEnd::Table
            | TagEnd::FootnoteDefinition
            | TagEnd::HtmlBlock
    )
}

fn depth(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_running_text() {
        let cases = [
            ("one *two*\nthree `four`", "one two three four"),
            ("one  \ntwo", "one\ntwo"),
            ("- a\n- b\n\nc", "a\nb\n\nc"),
            ("a[^1]\n\n[^1]: note", "a\n\nnote"),
            ("|a|b|\n|-|-|\n|1|2|", "a\tb\n1\t2"),
            ("```rust\nlet x;\n  y\n```\nafter", "let x;\n  y\n\nafter"),
            ("see [here](http://x) ![alt](y.png) end", "see here end"),
            ("a &amp; b <b>c</b>", "a & b c"),
            ("<div>\n<p>block</p>\n<script>no</script></div>\n\nafter", "block\n\nafter"),
            ("> quote\n\n---\n\nend", "quote\n\nend"),
            ("", ""),
        ];
        for (source, text) in cases {
            assert_eq!(read(source).text, text, "{source}");
        }
    }

    #[test]
    fn titles_come_from_metadata_or_the_first_heading() {
        let page = read("---\ntitle: \"A Title\"\nauthor: B C\n---\n\n# Other\n\ntext\n\n## Sub\n");
        assert_eq!(page.title.as_deref(), Some("A Title"));
        assert_eq!(page.author.as_deref(), Some("B C"));
        assert_eq!(page.text, "Other\n\ntext\n\nSub");
        let found: Vec<_> = page.headings.iter().map(|h| (h.level, h.start)).collect();
        assert_eq!(found, [(1, 0), (2, 13)]);
        assert_eq!(read("Setext\n======\ntext").title.as_deref(), Some("Setext"));
        assert_eq!(read("## only\n").title, None);
    }
}

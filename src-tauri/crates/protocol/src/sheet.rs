//! An answer as a page that other programs show. Text from documents and models appears in it as
//! text, never as markup.

use std::fmt::Write;

use crate::{Answer, Score, Step, stop_number};

/// A row of the path: step, point, looked at, similar, shared words, enough.
pub type PathRow = [String; 6];

/// The content of a page, in some language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The tag of its language, such as `de`.
    pub language: &'static str,
    /// The question.
    pub title: String,
    /// The answer, and what it lacks.
    pub paragraphs: Vec<String>,
    /// The heading of the passages.
    pub passages_heading: &'static str,
    /// Each passage's place and text.
    pub passages: Vec<(String, String)>,
    /// The heading of the path.
    pub path_heading: &'static str,
    /// The names of the path's columns.
    pub columns: [&'static str; 6],
    /// The path.
    pub rows: Vec<PathRow>,
    /// The options, why the search ended, and what it cost.
    pub notes: Vec<String>,
}

impl Sheet {
    /// Returns the page as Markdown, with a table.
    pub fn markdown(&self) -> String {
        self.written(&Markdown)
    }

    /// Returns the page as HTML.
    pub fn html(&self) -> String {
        self.written(&Html { language: self.language })
    }

    fn written(&self, form: &dyn MarkupLanguage) -> String {
        let mut out = form.begin(&self.title);
        for paragraph in &self.paragraphs {
            out += &form.paragraph(paragraph);
        }
        if !self.passages.is_empty() {
            out += &form.heading(self.passages_heading);
        }
        for (place, text) in &self.passages {
            out += &form.passage(place, &one_line(text));
        }
        if !self.rows.is_empty() {
            out += &form.heading(self.path_heading);
            out += &form.table(&self.columns, &self.rows);
        }
        for note in &self.notes {
            out += &form.paragraph(note);
        }
        out + &form.end()
    }
}

/// Returns the visited nodes in order, with why they were chosen and what the model said then.
/// `top` labels those with which the search began; `decimal` formats a number with the given number
/// of digits.
pub fn path_rows(
    answer: &Answer,
    top: &str,
    decimal: &dyn Fn(f64, usize) -> String,
) -> Vec<PathRow> {
    let top_level = answer.top_level();
    let row = |(at, step): (usize, &Step)| {
        let number = stop_number(at, &top_level);
        let is_top = number.is_none();
        let number = number.map_or_else(|| top.to_owned(), |number| number.to_string());
        let enough = step.p_yes.map_or_else(String::new, |p_yes| decimal(p_yes, 2));
        let score = |value: f64| if is_top { String::new() } else { decimal(value, 3) };
        let Score { attention, similarity, words, .. } = step.score;
        let [looked, similar, shared] = [attention, similarity, words].map(score);
        [number, one_line(&step.text), looked, similar, shared, enough]
    };
    answer.steps.iter().enumerate().map(row).collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A markup language for a page.
trait MarkupLanguage {
    fn begin(&self, title: &str) -> String;
    fn heading(&self, text: &str) -> String;
    fn paragraph(&self, text: &str) -> String;
    fn passage(&self, place: &str, text: &str) -> String;
    fn table(&self, columns: &[&str; 6], rows: &[PathRow]) -> String;
    fn end(&self) -> String;
}

/// Escapes a text for one line of Markdown, so that nothing in it acts as markup.
pub fn markdown_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in one_line(text).chars() {
        if letter.is_ascii_punctuation() && !matches!(letter, ',' | ';' | ':' | '?' | '"' | '\'') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

struct Markdown;

impl Markdown {
    fn row(cells: &[impl AsRef<str>]) -> String {
        let cells: Vec<String> = cells.iter().map(|cell| markdown_text(cell.as_ref())).collect();
        format!("| {} |\n", cells.join(" | "))
    }
}

impl MarkupLanguage for Markdown {
    fn begin(&self, title: &str) -> String {
        format!("# {}\n", markdown_text(title))
    }

    fn heading(&self, text: &str) -> String {
        format!("\n## {text}\n")
    }

    fn paragraph(&self, text: &str) -> String {
        format!("\n{}\n", markdown_text(text))
    }

    fn passage(&self, place: &str, text: &str) -> String {
        format!("\n{}\n\n> {}\n", markdown_text(place), markdown_text(text))
    }

    fn table(&self, columns: &[&str; 6], rows: &[PathRow]) -> String {
        let rows: String = rows.iter().map(|row| Self::row(row)).collect();
        format!("\n{}|{}\n{rows}", Self::row(columns), "---|".repeat(columns.len()))
    }

    fn end(&self) -> String {
        String::new()
    }
}

struct Html {
    language: &'static str,
}

impl Html {
    fn text(text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for letter in text.chars() {
            match letter {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                letter => out.push(letter),
            }
        }
        out
    }

    fn row(tag: &str, cells: &[impl AsRef<str>]) -> String {
        let cell = |cell: &_| format!("<{tag}>{}</{tag}>", Self::text(AsRef::as_ref(cell)));
        format!("<tr>{}</tr>\n", cells.iter().map(cell).collect::<String>())
    }
}

impl MarkupLanguage for Html {
    fn begin(&self, title: &str) -> String {
        let title = Self::text(title);
        format!(
            "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
             <style>body {{ max-width: 44em; margin: 2em auto; padding: 0 1em; }} td {{ \
             vertical-align: top; }}</style>\n</head>\n<body>\n<h1>{title}</h1>\n",
            self.language
        )
    }

    fn heading(&self, text: &str) -> String {
        format!("<h2>{text}</h2>\n")
    }

    fn paragraph(&self, text: &str) -> String {
        format!("<p>{}</p>\n", Self::text(text))
    }

    fn passage(&self, place: &str, text: &str) -> String {
        format!("<p>{}</p>\n<blockquote>{}</blockquote>\n", Self::text(place), Self::text(text))
    }

    fn table(&self, columns: &[&str; 6], rows: &[PathRow]) -> String {
        let mut out = format!("<table>\n{}", Self::row("th", columns));
        for row in rows {
            // Writing to a string cannot fail.
            let _ = write!(out, "{}", Self::row("td", row));
        }
        out + "</table>\n"
    }

    fn end(&self) -> String {
        "</body>\n</html>\n".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Sheet {
        let cells = ["1", "A *star* | <b>bold</b>", "0.250", "0.000", "0.600", "0.90"];
        Sheet {
            language: "de",
            title: "# Who?".to_owned(),
            paragraphs: vec!["1. <script>alert(1)</script>".to_owned()],
            passages_heading: "Stellen",
            passages: vec![(
                "[1] Emma & Co, p. 3 (75 %)".to_owned(),
                "- She hid\nthe [key](x).".to_owned(),
            )],
            path_heading: "Weg",
            columns: ["step", "point", "looked at", "similar", "shared words", "enough?"],
            rows: vec![cells.map(str::to_owned)],
            notes: vec!["It <stopped>.".to_owned()],
        }
    }

    #[test]
    fn markdown_is_text_wherever_others_wrote_it() {
        let page = sheet().markdown();
        for line in [
            r"# \# Who?",
            r"1\. \<script\>alert\(1\)\<\/script\>",
            r"\[1\] Emma \& Co, p\. 3 \(75 \%\)",
            r"> \- She hid the \[key\]\(x\)\.",
            "| step | point | looked at | similar | shared words | enough? |",
            r"| 1 | A \*star\* \| \<b\>bold\<\/b\> | 0\.250 | 0\.000 | 0\.600 | 0\.90 |",
            r"It \<stopped\>\.",
        ] {
            assert!(page.lines().any(|found| found == line), "{line} is not in\n{page}");
        }
    }

    #[test]
    fn html_is_text_wherever_others_wrote_it() {
        let page = sheet().html();
        for piece in [
            "<html lang=\"de\">",
            "<p>1. &lt;script&gt;alert(1)&lt;/script&gt;</p>",
            "<p>[1] Emma &amp; Co, p. 3 (75 %)</p>",
            "<blockquote>- She hid the [key](x).</blockquote>",
            "<td>A *star* | &lt;b&gt;bold&lt;/b&gt;</td>",
            "<p>It &lt;stopped&gt;.</p>",
        ] {
            assert!(page.contains(piece), "{piece} is not in\n{page}");
        }
        assert!(!page.contains("<script") && !page.contains("<b>"));
    }
}

//! An answer as a page that other programs show. What documents and models wrote stands in it as
//! text, never as markup.

use std::collections::HashMap;
use std::fmt::Write;

use library::Library;
use protocol::{
    Answer, Code, DocumentId, Evidence, ExportForm, Failure, QuestionId, Step, best_effort,
};

/// What is said where the model did not find enough.
const NOT_ENOUGH: &str = "The model did not find enough to answer.";
/// What is said of an answer that was wanted all the same.
const GUESS: &str = "The model did not find enough; it answered because it was asked to.";

/// An earlier answer in a form.
pub(crate) fn export(
    library: &Library,
    question: QuestionId,
    form: ExportForm,
) -> Result<String, Failure> {
    let answer = library.answer(question)?;
    let mut titles = HashMap::new();
    for &document in &answer.documents {
        titles.insert(document, library.document(document)?.summary.title);
    }
    let page = Page { answer: &answer, titles: &titles };
    match form {
        ExportForm::Markdown => Ok(page.written(&Markdown)),
        ExportForm::Html => Ok(page.written(&Html)),
        ExportForm::Json => {
            serde_json::to_string_pretty(&answer).map(|page| page + "\n").map_err(|error| {
                Failure::new(Code::Internal, format!("The answer cannot be written: {error}."))
            })
        }
    }
}

/// An answer and the titles of its documents.
struct Page<'a> {
    answer: &'a Answer,
    titles: &'a HashMap<DocumentId, String>,
}

impl Page<'_> {
    fn written(&self, form: &dyn Form) -> String {
        let answer = self.answer;
        let mut out = form.begin(&answer.question);
        if !answer.answer.is_empty() {
            out += &form.paragraph(&answer.answer);
        }
        if best_effort(answer.found, answer.stop, &answer.answer) {
            out += &form.paragraph(GUESS);
        } else if !answer.found && answer.answer.is_empty() {
            out += &form.paragraph(NOT_ENOUGH);
        }
        if !answer.evidence.is_empty() {
            out += &form.heading("Passages");
        }
        for (nth, evidence) in answer.passages().iter().enumerate() {
            out += &form.passage(&self.place(nth + 1, evidence), &one_line(&evidence.text));
        }
        out += &form.heading("Path");
        out += &form.table(&self.rows());
        out + &form.end()
    }

    /// Which passage it is, and how much the answer rests on it.
    fn place(&self, number: usize, evidence: &Evidence) -> String {
        let title = self.titles.get(&evidence.document).map_or("", String::as_str);
        let page = evidence.page.map_or_else(String::new, |page| format!(", p. {page}"));
        let changed = if evidence.changed { ", changed since" } else { "" };
        format!("[{number}] {title}{page}{changed} ({:.0} %)", evidence.weight * 100.0)
    }

    /// The visited nodes in order, with why they came next and what the model said then.
    fn rows(&self) -> Vec<[String; 5]> {
        let began = self.answer.began();
        let row = |(at, step): (usize, &Step)| {
            let number = if at < began { "top".to_owned() } else { (at - began + 1).to_string() };
            let enough = step.p_yes.map_or_else(String::new, |p_yes| format!("{p_yes:.2}"));
            let score = |value: f64| match at < began {
                true => String::new(),
                false => format!("{value:.3}"),
            };
            let (looked, similar) = (score(step.score.attention), score(step.score.similarity));
            [number, one_line(&step.text), looked, similar, enough]
        };
        self.answer.steps.iter().enumerate().map(row).collect()
    }
}

/// What the path's columns are called.
const COLUMNS: [&str; 5] = ["step", "point", "looked at", "similar", "enough?"];

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How a page is written down.
trait Form {
    fn begin(&self, title: &str) -> String;
    fn heading(&self, text: &str) -> String;
    fn paragraph(&self, text: &str) -> String;
    fn passage(&self, place: &str, text: &str) -> String;
    fn table(&self, rows: &[[String; 5]]) -> String;
    fn end(&self) -> String;
}

struct Markdown;

impl Markdown {
    /// A text as such, whatever it has that Markdown would take for its own.
    fn text(text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for letter in one_line(text).chars() {
            if letter.is_ascii_punctuation()
                && !matches!(letter, ',' | ';' | ':' | '?' | '"' | '\'')
            {
                out.push('\\');
            }
            out.push(letter);
        }
        out
    }

    fn row(cells: &[impl AsRef<str>]) -> String {
        let cells: Vec<String> = cells.iter().map(|cell| Self::text(cell.as_ref())).collect();
        format!("| {} |\n", cells.join(" | "))
    }
}

impl Form for Markdown {
    fn begin(&self, title: &str) -> String {
        format!("# {}\n", Self::text(title))
    }

    fn heading(&self, text: &str) -> String {
        format!("\n## {text}\n")
    }

    fn paragraph(&self, text: &str) -> String {
        format!("\n{}\n", Self::text(text))
    }

    fn passage(&self, place: &str, text: &str) -> String {
        format!("\n{}\n\n> {}\n", Self::text(place), Self::text(text))
    }

    fn table(&self, rows: &[[String; 5]]) -> String {
        let rows: String = rows.iter().map(|row| Self::row(row)).collect();
        format!("\n{}|{}\n{rows}", Self::row(&COLUMNS), "---|".repeat(COLUMNS.len()))
    }

    fn end(&self) -> String {
        String::new()
    }
}

struct Html;

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

impl Form for Html {
    fn begin(&self, title: &str) -> String {
        let title = Self::text(title);
        format!(
            "<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
             <style>body {{ max-width: 44em; margin: 2em auto; padding: 0 1em; }} td {{ \
             vertical-align: top; }}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
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

    fn table(&self, rows: &[[String; 5]]) -> String {
        let mut out = format!("<table>\n{}", Self::row("th", &COLUMNS));
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
    use protocol::{AskOptions, Cost, Score, StopReason};

    use super::*;

    fn answer() -> Answer {
        let step = |node, total, p_yes| Step {
            node,
            document: 1,
            level: 2,
            text: "A *star* | <b>bold</b>".into(),
            tokens: 4,
            score: Score { attention: total, similarity: 0.0, total },
            relevance: 0.0,
            p_yes: Some(p_yes),
        };
        Answer {
            id: 7,
            question: "# Who?".into(),
            options: AskOptions::default(),
            model: "Reader".into(),
            documents: vec![1],
            graphs: vec![1],
            found: true,
            answer: "1. <script>alert(1)</script>".into(),
            sentences: vec![],
            stop: StopReason::Sufficient,
            steps: vec![step(9, 0.0, 0.1), step(4, 0.25, 0.9)],
            evidence: vec![Evidence {
                document: 1,
                chunk: 0,
                weight: 0.75,
                node: 4,
                page: Some(3),
                start: 0,
                end: 20,
                text: "- She hid\nthe [key](x).".into(),
                changed: false,
            }],
            cost: Cost::default(),
            nodes_total: 9,
            chunks_total: 6,
            tokens_total: 100,
            whole_flops: Some(2e9),
            asked: 0,
        }
    }

    fn written(form: &dyn Form) -> String {
        let titles = HashMap::from([(1, "Emma & Co".to_owned())]);
        Page { answer: &answer(), titles: &titles }.written(form)
    }

    #[test]
    fn markdown_is_text_wherever_others_wrote_it() {
        let page = written(&Markdown);
        for line in [
            r"# \# Who?",
            r"1\. \<script\>alert\(1\)\<\/script\>",
            r"\[1\] Emma \& Co, p\. 3 \(75 \%\)",
            r"> \- She hid the \[key\]\(x\)\.",
            "| step | point | looked at | similar | enough? |",
            r"| top | A \*star\* \| \<b\>bold\<\/b\> |  |  | 0\.10 |",
            r"| 1 | A \*star\* \| \<b\>bold\<\/b\> | 0\.250 | 0\.000 | 0\.90 |",
        ] {
            assert!(page.lines().any(|found| found == line), "{line} is not in\n{page}");
        }
    }

    #[test]
    fn html_is_text_wherever_others_wrote_it() {
        let page = written(&Html);
        for piece in [
            "<p>1. &lt;script&gt;alert(1)&lt;/script&gt;</p>",
            "<p>[1] Emma &amp; Co, p. 3 (75 %)</p>",
            "<blockquote>- She hid the [key](x).</blockquote>",
            "<td>A *star* | &lt;b&gt;bold&lt;/b&gt;</td>",
        ] {
            assert!(page.contains(piece), "{piece} is not in\n{page}");
        }
        assert!(!page.contains("<script") && !page.contains("<b>"));
    }
}

//! A table, as Markdown and as HTML. Its first column names the row.

use super::escape::{escaped, printable};

/// The least width of the first column.
const SHORTEST: usize = 8;

/// Cells under a heading.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportTable {
    /// What it shows.
    pub caption: String,
    /// The columns' names.
    pub head: Vec<String>,
    /// The rows. One that is shorter than the head is filled with empty cells.
    pub rows: Vec<Vec<String>>,
}

impl ReportTable {
    /// Creates a table with some columns.
    pub fn new(caption: String, head: &[&str], rows: Vec<Vec<String>>) -> Self {
        Self { caption, head: head.iter().map(|name| (*name).to_owned()).collect(), rows }
    }

    /// Shortens names so that no line is wider than this, if possible.
    #[must_use]
    pub fn fitting(mut self, columns: usize) -> Self {
        let widths = self.widths(printable);
        let others: usize = widths.iter().skip(1).map(|width| width + 3).sum();
        let most = columns.saturating_sub(others + 4).max(SHORTEST);
        for name in self.rows.iter_mut().filter_map(|row| row.first_mut()) {
            *name = cut_within(name, most);
        }
        self
    }

    /// Returns Markdown with aligned columns.
    pub fn markdown(&self) -> String {
        self.in_columns(plain)
    }

    /// Returns the same for a terminal, which shows every character unchanged.
    pub fn text(&self) -> String {
        self.in_columns(printable)
    }

    fn in_columns(&self, shown: fn(&str) -> String) -> String {
        let widths = self.widths(shown);
        let rule: Vec<String> = widths
            .iter()
            .enumerate()
            .map(|(at, width)| match at {
                0 => "-".repeat(*width),
                _ => format!("{}:", "-".repeat(width - 1)),
            })
            .collect();
        let lines = [&self.head, &rule].into_iter().chain(&self.rows);
        let lines: String = lines.map(|row| line(row, &widths, shown)).collect();
        format!("{}\n\n{lines}", shown(&self.caption))
    }

    /// Returns the number of characters of each column's widest cell.
    fn widths(&self, shown: fn(&str) -> String) -> Vec<usize> {
        let width = |at: usize| {
            let rows = [&self.head].into_iter().chain(&self.rows);
            let cells = rows.filter_map(|row| row.get(at));
            cells.map(|cell| shown(cell).chars().count()).max().unwrap_or(0).max(2)
        };
        (0..self.head.len()).map(width).collect()
    }

    /// Returns HTML whose header cells declare their scope.
    pub fn html(&self) -> String {
        let name = |name: &String| format!("<th scope=\"col\">{}</th>", escaped(name));
        let head: String = self.head.iter().map(name).collect();
        let rows: String = self.rows.iter().map(|row| self.html_row(row)).collect();
        let caption = escaped(&self.caption);
        format!(
            "<div class=\"wide\"><table>\n<caption>{caption}</caption>\n\
             <thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
        )
    }

    fn html_row(&self, row: &[String]) -> String {
        let cells = (0..self.head.len()).map(|at| {
            let cell = row.get(at).map_or("", |cell| cell.as_str());
            match at {
                0 => format!("<th scope=\"row\">{}</th>", escaped(cell)),
                _ => format!("<td>{}</td>", with_interval(cell)),
            }
        });
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    }
}

/// Returns a cell as HTML, with its interval, if any, in one piece: `61.3 [58.2, 63.9]`.
fn with_interval(cell: &str) -> String {
    let parts = cell.split_once(" [").and_then(|(value, rest)| {
        let (ends, after) = rest.split_once(']')?;
        ends.chars()
            .all(|c| c.is_ascii_digit() || "+-., e".contains(c))
            .then_some((value, ends, after))
    });
    match parts {
        Some((value, ends, after)) => {
            format!("{} <span>[{ends}]</span>{}", escaped(value), escaped(after))
        }
        None => escaped(cell),
    }
}

fn line(row: &[String], widths: &[usize], shown: fn(&str) -> String) -> String {
    let cells = widths.iter().enumerate().map(|(at, &width)| {
        let text = row.get(at).map_or_else(String::new, |cell| shown(cell));
        let space = " ".repeat(width.saturating_sub(text.chars().count()));
        if at == 0 { format!("| {text}{space} ") } else { format!("| {space}{text} ") }
    });
    cells.collect::<String>() + "|\n"
}

/// Puts a text on one line, without what would end a cell, or act as markup or a terminal command.
pub fn plain(text: &str) -> String {
    let line = printable(text).replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;");
    // Brackets are common, but make a link only if one directly follows another.
    line.replace("](", "]\\(").replace("][", "]\\[").replace('`', "\\`")
}

/// Returns the first and the last characters with a mark for those between: methods differ at their
/// ends, too.
pub fn cut_within(text: &str, most: usize) -> String {
    let count = text.chars().count();
    let last = most.saturating_sub(1) / 2;
    let first = most.saturating_sub(1 + last);
    match count > most {
        true => {
            text.chars().take(first).chain(['…']).chain(text.chars().skip(count - last)).collect()
        }
        false => text.to_owned(),
    }
}

/// Returns the first characters with a mark for the rest.
pub fn cut(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[&[&str]]) -> ReportTable {
        let row = |row: &&[&str]| row.iter().map(|cell| (*cell).to_owned()).collect();
        ReportTable::new("Two".into(), &["method", "F1"], rows.iter().map(row).collect())
    }

    #[test]
    fn columns_stand_under_each_other() {
        let expected = "Two\n\n\
                        | method |   F1 |\n\
                        | ------ | ---: |\n\
                        | pecan  | 61.3 |\n\
                        | a\\|b   |      |\n";
        let table = table(&[&["pecan", "61.3"], &["a|b"]]);
        assert_eq!(table.markdown(), expected);
        let expected = "Two\n\n\
                        | method |   F1 |\n\
                        | ------ | ---: |\n\
                        | pecan  | 61.3 |\n\
                        | a|b    |      |\n";
        assert_eq!(table.text(), expected, "no sign before another in a terminal");
    }

    #[test]
    fn names_are_cut_where_a_line_would_be_too_wide() {
        let cut = table(&[&["pecan:no-attention", "61.3"]]).fitting(20);
        assert_eq!(cut.rows[0][0], "peca…tion");
        let text = cut.text();
        assert!(text.lines().all(|line| line.chars().count() <= 20), "{text}");
        assert_eq!(table(&[&["pecan", "61.3"]]).fitting(80), table(&[&["pecan", "61.3"]]));
    }

    #[test]
    fn markdown_has_no_foreign_markup() {
        assert_eq!(plain("a\n# b"), "a # b");
        assert_eq!(plain("![x](http://y) `z` <b>"), "![x]\\(http://y) \\`z\\` &lt;b>");
        assert_eq!(plain("61.3 [58.2, 63.9]"), "61.3 [58.2, 63.9]");
    }

    #[test]
    fn html_has_heads_and_no_foreign_markup() {
        let html = table(&[&["<b>", "61.3"], &["x"]]).html();
        assert!(html.contains("<th scope=\"col\">method</th><th scope=\"col\">F1</th>"), "{html}");
        assert!(html.contains("<tr><th scope=\"row\">&lt;b&gt;</th><td>61.3</td></tr>"), "{html}");
        assert!(html.contains("<tr><th scope=\"row\">x</th><td></td></tr>"), "{html}");
        for (cell, expected) in [
            ("61.3 [58.2, 63.9]", "61.3 <span>[58.2, 63.9]</span>"),
            ("+0 [-8.2e-5, +1] (3/4)", "+0 <span>[-8.2e-5, +1]</span> (3/4)"),
            ("a [<b>]", "a [&lt;b&gt;]"),
            ("not run: [1", "not run: [1"),
        ] {
            assert_eq!(with_interval(cell), expected);
        }
    }
}

//! A table for Markdown and for a terminal. Its first column names the row.

use super::printable::printable;

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
        let rule = |(at, width): (usize, &usize)| match at {
            0 => "-".repeat(*width),
            _ => format!("{}:", "-".repeat(width - 1)),
        };
        let rule: Vec<String> = widths.iter().enumerate().map(rule).collect();
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
    let first = text.chars().take(most.saturating_sub(1 + last));
    match count > most {
        true => first.chain(['…']).chain(text.chars().skip(count - last)).collect(),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[&[&str]]) -> ReportTable {
        let row = |row: &[&str]| row.iter().map(|cell| (*cell).to_owned()).collect();
        let rows = rows.iter().map(|one| row(one)).collect();
        ReportTable { caption: "Two".into(), head: row(&["method", "F1"]), rows }
    }

    #[test]
    fn columns_stand_under_each_other_and_fit() {
        let expected = "Two\n\n\
                        | method |   F1 |\n\
                        | ------ | ---: |\n\
                        | pecan  | 61.3 |\n\
                        | a\\|b   |      |\n";
        let both = table(&[&["pecan", "61.3"], &["a|b"]]);
        assert_eq!(both.markdown(), expected);
        assert_eq!(both.text(), expected.replace("\\|b  ", "|b   "), "no sign before another");
        let text = table(&[&["pecan:no-attention", "61.3"]]).fitting(20).text();
        assert!(text.contains("peca…tion") && text.lines().all(|l| l.chars().count() <= 20));
        assert_eq!(both.clone().fitting(80), both);
    }

    #[test]
    fn markdown_has_no_foreign_markup() {
        assert_eq!(plain("a\n# b"), "a # b");
        assert_eq!(plain("![x](http://y) `z` <b>"), "![x]\\(http://y) \\`z\\` &lt;b>");
        assert_eq!(plain("61.3 [58.2, 63.9]"), "61.3 [58.2, 63.9]");
    }
}

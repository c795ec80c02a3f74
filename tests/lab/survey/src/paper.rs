//! Generates papers with a known text, and checks whether it comes out.

use anyhow::Result;
use documents::{Document, ReadOptions, read};

use crate::made::{GeneratedPaper, PaperLayout, paper};
use crate::order::SentenceOrder;
use crate::tops::{self, TOPS, Top};
use crate::{directions, justified};

/// The gap between the columns of justified papers, in points.
const GUTTERS: [f32; 3] = [10.0, 12.0, 14.0];

/// The results for generated papers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Papers {
    /// The order of their sentences.
    pub order: SentenceOrder,
    /// The number of heads and page numbers printed, and of those left out of the text.
    pub margins: (usize, usize),
    /// The number of lines that begin pages but are no heads, and of those mistaken for heads.
    pub tops: (usize, usize),
    /// The number of right-to-left lines, and of those that come out in reading order.
    pub right_to_left: (usize, usize),
}

/// Reads papers of every layout.
///
/// # Errors
///
/// If one cannot be read.
pub fn survey(options: &ReadOptions) -> Result<Papers> {
    let mut papers = Papers::default();
    for layout in layouts() {
        let paper = paper(layout);
        let document = read(&paper.file, "paper.pdf", options)?;
        papers.order = papers.order.and(SentenceOrder::of_known(&document.text, &paper.sentences));
        if layout.furniture {
            let left_out = left_out(&document, &paper);
            papers.margins.0 += 2 * layout.pages;
            papers.margins.1 += left_out;
        }
    }
    for gutter in GUTTERS {
        let (file, sentences) = justified::paper(gutter);
        let document = read(&file, "paper.pdf", options)?;
        papers.order = papers.order.and(SentenceOrder::of_known(&document.text, &sentences));
    }
    for (top, has_head) in TOPS.into_iter().flat_map(|top| [(top, false), (top, true)]) {
        papers.add_top(top, has_head, options)?;
    }
    papers.right_to_left = right_to_left(options)?;
    Ok(papers)
}

impl Papers {
    /// Adds a paper whose pages begin alike.
    fn add_top(&mut self, top: Top, has_head: bool, options: &ReadOptions) -> Result<()> {
        let (file, tops) = tops::paper(top, has_head);
        let document = read(&file, "paper.pdf", options)?;
        let is_head = |text: &str| text == tops::HEAD || text.parse::<u32>().is_ok();
        let marginals = document.marginals.iter();
        let (heads, lines): (Vec<_>, Vec<_>) = marginals.partition(|one| is_head(&one.text));
        self.margins.0 += tops::PAGES * (1 + usize::from(has_head));
        self.margins.1 += heads.len();
        self.tops.0 += tops.iter().map(Vec::len).sum::<usize>();
        self.tops.1 += lines.len();
        Ok(())
    }
}

/// Counts right-to-left lines, and those that come out in reading order.
fn right_to_left(options: &ReadOptions) -> Result<(usize, usize)> {
    let (file, lines) = directions::paper();
    let document = read(&file, "paper.pdf", options)?;
    let words: Vec<&str> = document.text.split_whitespace().collect();
    let text = words.join(" ");
    let whole = lines.iter().filter(|line| text.contains(line.as_str()));
    Ok((lines.len(), whole.count()))
}

fn layouts() -> Vec<PaperLayout> {
    let mut layouts = Vec::new();
    for columns in [1, 2, 3] {
        for row_by_row in [false, true] {
            for hyphens in [false, true] {
                for furniture in [false, true] {
                    layouts.push(PaperLayout { columns, row_by_row, hyphens, furniture, pages: 6 });
                }
            }
        }
    }
    layouts
}

/// Counts the heads and page numbers among the separated text.
fn left_out(document: &Document, paper: &GeneratedPaper) -> usize {
    let is_known = |text: &str| text == paper.head || text.parse::<u32>().is_ok();
    document.marginals.iter().filter(|one| is_known(&one.text)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns `None`, and prints that it does, if PDFium is not found.
    fn options() -> Option<ReadOptions> {
        let options = ReadOptions::with_pdfium(crate::folders());
        if let Err(error) = documents::find_pdfium(&options) {
            println!("skipped: {error}");
            return None;
        }
        Some(options)
    }

    fn text(file: &[u8], options: &ReadOptions) -> String {
        let document = read(file, "paper.pdf", options).unwrap();
        document.text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lines_and_sentences_of_made_papers_are_in_their_text() {
        let Some(options) = options() else { return };
        for (file, lines) in GUTTERS.map(justified::paper).into_iter().chain([directions::paper()])
        {
            let text = text(&file, &options);
            let lost: Vec<&String> =
                lines.iter().filter(|line| !text.contains(line.as_str())).collect();
            assert!(lost.is_empty(), "{} of {}: {lost:#?} in {text}", lost.len(), lines.len());
        }
    }

    #[test]
    fn tops_of_made_papers_are_in_their_text() {
        let Some(options) = options() else { return };
        for (top, has_head) in TOPS.into_iter().flat_map(|top| [(top, false), (top, true)]) {
            let (file, tops) = tops::paper(top, has_head);
            let text = text(&file, &options);
            for line in tops.iter().flatten() {
                let line = line.replace('|', " ");
                assert!(text.contains(&line), "{top:?}, with a head: {has_head}: {line} in {text}");
            }
        }
    }
}

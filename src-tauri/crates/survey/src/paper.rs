//! Papers that are made with a known text, and whether it comes out.

use anyhow::Result;
use documents::{Document, ReadOptions, read};

use crate::made::{Layout, Paper, paper};
use crate::order::Order;

/// How made papers come out.
#[derive(Debug, Clone, Copy, Default)]
pub struct Papers {
    /// The order of their sentences.
    pub order: Order,
    /// Heads and page numbers that are printed, and those of them that are left out of the text.
    pub margins: (usize, usize),
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
        papers.order = papers.order.and(Order::of_known(&document.text, &paper.sentences));
        if layout.furniture {
            let left_out = left_out(&document, &paper);
            papers.margins.0 += 2 * layout.pages;
            papers.margins.1 += left_out;
        }
    }
    Ok(papers)
}

fn layouts() -> Vec<Layout> {
    let mut layouts = Vec::new();
    for columns in [1, 2, 3] {
        for row_by_row in [false, true] {
            for hyphens in [false, true] {
                for furniture in [false, true] {
                    layouts.push(Layout { columns, row_by_row, hyphens, furniture, pages: 6 });
                }
            }
        }
    }
    layouts
}

/// Heads and page numbers among what was set apart.
fn left_out(document: &Document, paper: &Paper) -> usize {
    let is_known = |text: &str| text == paper.head || text.parse::<u32>().is_ok();
    document.marginals.iter().filter(|one| is_known(&one.text)).count()
}

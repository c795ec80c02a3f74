//! The plots as separate files, for a page that has no style for them.

use super::Numbers;
use super::escape::in_file_name;
use super::page::STYLE;
use super::plots::{Plot, plots, plots_over_sets};

/// A self-contained picture.
#[derive(Debug, Clone, PartialEq)]
pub struct SvgPicture {
    /// The file's name.
    pub file: String,
    /// What it shows.
    pub caption: String,
    /// The file's contents.
    pub svg: String,
}

/// Returns every plot of a data set, or, without one, the plots over all sets.
pub fn pictures(numbers: &Numbers<'_>, dataset: Option<&str>) -> Vec<SvgPicture> {
    let (plots, name) = match dataset {
        Some(dataset) => (plots(numbers, dataset), in_file_name(dataset)),
        None => (plots_over_sets(numbers), "growth".to_owned()),
    };
    files_of(&plots, &name)
}

/// Returns the pictures of some plots, in files whose names begin with `name`.
pub fn files_of(plots: &[Plot], name: &str) -> Vec<SvgPicture> {
    let all = plots.iter().enumerate().flat_map(|(plot, own)| files(own, format!("{name}-{plot}")));
    all.collect()
}

/// Only the first picture of a plot has the caption.
fn files(plot: &Plot, name: String) -> impl Iterator<Item = SvgPicture> {
    plot.pictures.iter().enumerate().map(move |(nth, picture)| SvgPicture {
        file: format!("{name}-{nth}.svg"),
        caption: if nth == 0 { plot.caption.clone() } else { String::new() },
        svg: alone(picture),
    })
}

/// Adds a style and a namespace, which a page would provide.
fn alone(picture: &str) -> String {
    let own = "svg{color:var(--ink);background:var(--paper);font-family:system-ui,sans-serif}";
    let head = "<svg xmlns=\"http://www.w3.org/2000/svg\"";
    let picture = picture.replacen("<svg", head, 1);
    match picture.split_once('>') {
        Some((open, rest)) => format!("{open}>\n<style>{STYLE}{own}</style>{rest}"),
        None => picture,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, results};

    #[test]
    fn a_picture_has_all_that_it_needs() {
        let all =
            results(vec![answered("a", "1", "pecan", 1.0), answered("a", "1", "bm25:5", 0.5)]);
        let pictures = pictures(&Numbers::of(&all), Some("a"));
        assert!(!pictures.is_empty());
        for (nth, picture) in pictures.iter().enumerate() {
            assert!(picture.svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" role"));
            assert!(picture.svg.contains("<style>") && picture.svg.ends_with("</svg>\n"));
            let others = pictures.iter().enumerate().filter(|(other, _)| *other != nth);
            assert!(others.into_iter().all(|(_, other)| other.file != picture.file));
        }
    }
}

//! Which names are left if only important ones count (Table 7 of MKRAG), and what finding them costs,
//! compared with building the graph that says how important they are.

use std::fs;
use std::path::Path;

use model::Weights;
use protocol::{Entity, EntityKind, Failure, GraphOptions, Importance};
use serde::{Deserialize, Serialize};

use super::litbank::LitBankBook;
use super::name_matching::{distinct, names};
use super::precision_recall::{MatchCounts, scores, share};
use real_documents::EvaluationLibrary;
use report::figures::{FigureUnit, MeasuredFigure};

/// The results for a book.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BookImportance {
    /// Different names of at least each importance, compared with the annotated ones.
    names: [MatchCounts; Importance::ALL.len()],
    /// Tokens of the text.
    tokens: usize,
    /// Tokens evaluated for the graph.
    graph: usize,
    /// Tokens evaluated for the names.
    kinds: usize,
}

/// Adds a book to a library, with its graph, and lists its names.
pub fn look(
    library: &mut EvaluationLibrary,
    weights: &Weights,
    folder: &Path,
    book: &LitBankBook,
) -> Result<BookImportance, Failure> {
    fs::create_dir_all(folder).map_err(|error| report::file_failure(folder, &error))?;
    let file = folder.join(&book.name).with_extension("txt");
    fs::write(&file, &book.text).map_err(|error| report::file_failure(&file, &error))?;
    let added = library.add(&file, GraphOptions::default())?;
    let list = library.entities(&file)?;
    Ok(BookImportance {
        names: Importance::ALL.map(|least| important(book, &list.entities, least)),
        tokens: weights.tokenize(&book.text)?.len(),
        graph: added.cost.tokens_evaluated as usize,
        kinds: list.cost.tokens_evaluated as usize,
    })
}

/// Counts the names of at least this importance, compared with the annotated ones.
fn important(book: &LitBankBook, entities: &[Entity], least: Importance) -> MatchCounts {
    // LitBank does not annotate dates.
    let names_only = entities.iter().filter(|entity| entity.kind != Some(EntityKind::Time));
    let important = names_only.filter(|entity| entity.importance >= least);
    let found = important.flat_map(|entity| entity.names.iter().map(|name| (name.as_str(), ())));
    let annotated = book.names.iter().map(|one| (one.name.as_str(), ()));
    names(&distinct(found), &distinct(annotated))
}

/// Returns the figures of some books.
pub fn figures(books: &[BookImportance]) -> Vec<MeasuredFigure> {
    let of_importance = Importance::ALL.into_iter().enumerate().flat_map(|(at, least)| {
        let counts: Vec<MatchCounts> = books.iter().map(|book| book.names[at]).collect();
        scores(&format!("different names, importance {} or more", least.weight()), &counts)
    });
    let ratio = |name: &str, of: fn(&BookImportance) -> (usize, usize)| {
        share(name, &books.iter().map(of).collect::<Vec<_>>(), FigureUnit::Plain)
    };
    let beside = ratio("tokens evaluated for names, for each of the graph's", |book| {
        (book.kinds, book.graph)
    });
    let all = ratio("tokens evaluated for graph and names, for each token of the text", |book| {
        (book.graph + book.kinds, book.tokens)
    });
    of_importance.chain([beside.at_most(1.5), all.at_most(3.0)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::litbank::tests::book;

    #[test]
    fn only_important_names_count() {
        let book = book("Then Ann saw Hull.", &[("Ann", "PER"), ("Hull", "GPE")]);
        let entity = |id, name: &str, importance| Entity {
            id,
            name: name.to_owned(),
            names: vec![name.to_owned()],
            kind: None,
            importance,
            mentions: 1,
            facts: Vec::new(),
            pairs: Vec::new(),
        };
        let entities = [
            entity(0, "Ann", Importance::Core),
            entity(1, "Hull", Importance::Passing),
            entity(2, "Then", Importance::Passing),
            Entity { kind: Some(EntityKind::Time), ..entity(3, "1897", Importance::Core) },
        ];
        let of = |least| important(&book, &entities, least);
        assert_eq!(of(Importance::Passing), MatchCounts { right: 2, found: 3, annotated: 2 });
        assert_eq!(of(Importance::Relevant), MatchCounts { right: 1, found: 1, annotated: 2 });
    }

    #[test]
    fn costs_are_of_all_books_together() {
        let counts = MatchCounts { right: 1, found: 2, annotated: 2 };
        let of = |graph, kinds| BookImportance { names: [counts; 4], tokens: 100, graph, kinds };
        let figures = figures(&[of(150, 50), of(250, 150)]);
        let costs: Vec<Option<f64>> = figures[12..].iter().map(|figure| figure.value).collect();
        assert_eq!(costs, [Some(0.5), Some(3.0)]);
        assert_eq!(figures[3].name, "different names, importance 0.5 or more, precision");
    }
}

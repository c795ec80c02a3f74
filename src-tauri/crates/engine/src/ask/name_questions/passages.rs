//! Sentences as passages of an answer.

use std::ops::Range;

use library::Library;
use protocol::{Evidence, Failure, NodeId};

use crate::ask::searched_graph::{SearchedGraph, chunk_ends};
use crate::entities::document_names::DocumentNames;
use crate::pages::places::{Cited, PlaceFinder};
use crate::text::characters;

/// Returns sentences as passages.
pub(crate) fn passages(
    library: &Library,
    named: &DocumentNames,
    part: &SearchedGraph,
    cited: &[usize],
) -> Result<Vec<Evidence>, Failure> {
    let places = PlaceFinder::of(library, part.document)?;
    let sentences = cited.iter().map(|&at| &named.read.statements[at].sentence);
    let ranges = characters(named.text(), sentences.clone());
    let ends = chunk_ends(part);
    let passage = |(range, sentence): (Range<u32>, &Range<usize>)| {
        cited_passage(&places, &ends, range, named.text()[sentence.clone()].to_owned())
    };
    Ok(ranges.into_iter().zip(sentences).map(passage).collect())
}

/// Returns a sentence as a passage.
pub(crate) fn cited_passage(
    places: &PlaceFinder,
    ends: &[usize],
    range: Range<u32>,
    text: String,
) -> Evidence {
    // Chunks have the first numbers. A part of a text may lack its last chunk, whose number then follows those present.
    let chunk = ends.partition_point(|&end| end <= range.start as usize) as NodeId;
    places.passage(range, text, Cited { chunk, node: chunk, weight: 0.0 })
}

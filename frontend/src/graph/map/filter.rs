//! Filtering nodes, and finding the points that rest on a piece of the text.

use std::ops::Range;

use protocol::{NodeId, Place};
use serde::{Deserialize, Serialize};

use crate::graph::map::Map;
use crate::search_terms::SearchTerms;

/// The conditions for a node to be found; the default finds any.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Filter {
    /// Words that all stand in its text, in any case.
    pub words: String,
    /// The first and the last page, or part, on which its passage may begin, from 1.
    pub pages: (Option<u32>, Option<u32>),
    /// The characters of the text on which it rests.
    pub rests_on: Option<Range<u32>>,
    /// Whether it must be a passage from which no point was written.
    pub uncovered: bool,
}

impl Filter {
    /// Whether the filter finds every node.
    pub fn is_empty(&self) -> bool {
        *self == Self { words: self.words.clone(), ..Self::default() }
            && self.words.trim().is_empty()
    }

    fn takes_page(&self, page: impl FnOnce() -> Option<u32>) -> bool {
        let (from, to) = self.pages;
        let within =
            |page: u32| from.is_none_or(|from| from <= page) && to.is_none_or(|to| page <= to);
        self.pages == (None, None) || page().is_some_and(within)
    }
}

impl Map {
    /// Returns the nodes that a filter finds, ordered by number. Follows edges of this weight or
    /// more. `page_of` returns the page of a place.
    pub fn found(
        &self,
        filter: &Filter,
        threshold: f32,
        page_of: impl Fn(&Place) -> Option<u32>,
    ) -> Vec<usize> {
        let words = SearchTerms::of(&filter.words);
        let resting = filter.rests_on.as_ref().map(|range| self.resting_on(range, threshold));
        let found = |&index: &usize| {
            let node = &self.nodes[index];
            resting.as_ref().is_none_or(|resting| resting[index] > 0.0)
                && !(filter.uncovered && self.is_covered(index, threshold))
                && filter.takes_page(|| page_of(&self.passage_of(node.id)?))
                && words.are_in(&node.text)
        };
        (0..self.nodes.len()).filter(found).collect()
    }

    /// Returns the numbers of the first points that contain the words.
    pub fn points_with(&self, words: &SearchTerms, most: usize) -> Vec<NodeId> {
        let points = self.nodes.iter().filter(|node| node.level > 1 && words.are_in(&node.text));
        points.take(most).map(|node| node.id).collect()
    }

    /// Returns how much of each node rests on a range of the text, from 0 to 1. A passage that
    /// overlaps the range rests on it fully. A point has the sum, over every way down to such a
    /// passage by edges of this weight or more, of the products of weights.
    pub fn resting_on(&self, range: &Range<u32>, threshold: f32) -> Vec<f32> {
        let overlaps = |place: &Place| place.start < range.end && range.start < place.end;
        let own = self.nodes.iter().map(|node| node.place.as_ref().is_some_and(overlaps));
        let mut resting: Vec<f32> = own.map(|overlaps| f32::from(u8::from(overlaps))).collect();
        let mut points: Vec<usize> = (0..self.nodes.len()).collect();
        points.retain(|&index| self.nodes[index].level > 1);
        // Everything below a point is computed before it.
        points.sort_by_key(|&index| self.nodes[index].level);
        for index in points {
            let edges = self.below[index].iter().filter(|edge| edge.weight >= threshold);
            resting[index] = edges.map(|edge| edge.weight * resting[edge.index]).sum();
        }
        resting
    }

    /// Whether it is not a passage, or a passage from which a point was written with an edge of
    /// this weight or more.
    fn is_covered(&self, index: usize, threshold: f32) -> bool {
        let strongest = self.above[index].first();
        self.nodes[index].level > 1 || strongest.is_some_and(|edge| edge.weight >= threshold)
    }

    /// Returns the number of passages from which no point was written with an edge of this weight
    /// or more.
    pub fn uncovered(&self, threshold: f32) -> usize {
        (0..self.nodes.len()).filter(|&index| !self.is_covered(index, threshold)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::small;
    use super::*;

    fn found(filter: &Filter, threshold: f32) -> Vec<usize> {
        small().found(filter, threshold, |place| place.page)
    }

    #[test]
    fn nothing_wanted_finds_everything() {
        assert!(Filter::default().is_empty());
        assert_eq!(found(&Filter::default(), 0.0).len(), 7);
    }

    #[test]
    fn all_words_have_to_be_there() {
        for (words, expected) in [("NODE 4", &[4][..]), (" 5 ", &[5]), ("node kettle", &[])] {
            let filter = Filter { words: words.into(), ..Filter::default() };
            assert_eq!(found(&filter, 0.0), expected, "{words}");
        }
    }

    #[test]
    fn points_are_found_by_their_words_and_passages_are_not() {
        let with = |words: &str, most| small().points_with(&SearchTerms::of(words), most);
        assert_eq!(with("node", 9), [4, 5, 6]);
        assert_eq!(with("node", 2), [4, 5]);
        assert!(with("0", 9).is_empty() && with("kettle", 9).is_empty());
    }

    #[test]
    fn points_rest_on_what_edges_lead_down_to() {
        let on = |range| Filter { rests_on: Some(range), ..Filter::default() };
        assert_eq!(found(&on(0..1), 0.2), [0, 4, 6]);
        assert_eq!(found(&on(0..1), 0.3), [0]);
        assert_eq!(found(&on(9..11), 0.2), [0, 1, 4, 6]);
        assert_eq!(found(&on(25..26), 0.2), [2, 5]);
        assert!(found(&on(90..99), 0.0).is_empty());
    }

    #[test]
    fn points_rest_on_a_passage_by_the_weights_of_the_ways_down_to_it() {
        let expected = [1.0, 0.0, 0.0, 0.0, 0.25, 0.0, 0.225];
        let found = small().resting_on(&(0..1), 0.2);
        for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
            assert!((found - expected).abs() < 1e-6, "node {index}: {found}");
        }
        let both = small().resting_on(&(9..11), 0.0);
        assert!((both[4] - 1.0).abs() < 1e-6 && (both[6] - 0.9).abs() < 1e-6, "{both:?}");
    }

    #[test]
    fn passages_without_pages_are_on_none() {
        let filter = Filter { pages: (Some(1), None), ..Filter::default() };
        assert!(found(&filter, 0.0).is_empty());
        assert!(filter.takes_page(|| Some(1)) && !filter.takes_page(|| Some(0)));
        let until = Filter { pages: (None, Some(3)), ..Filter::default() };
        assert!(until.takes_page(|| Some(3)) && !until.takes_page(|| Some(4)));
    }

    #[test]
    fn documents_without_pages_are_searched_by_part() {
        let filter = Filter { pages: (Some(2), Some(2)), ..Filter::default() };
        let part = |place: &Place| Some(1 + place.start / 20);
        assert_eq!(small().found(&filter, 0.0, part), [2, 3, 5]);
    }

    #[test]
    fn what_no_point_looked_at_is_uncovered() {
        let uncovered = Filter { uncovered: true, ..Filter::default() };
        for (threshold, expected) in [(0.2, &[][..]), (0.3, &[0])] {
            assert_eq!(found(&uncovered, threshold), expected);
            assert_eq!(small().uncovered(threshold), expected.len());
        }
    }
}

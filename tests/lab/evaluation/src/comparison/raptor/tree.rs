//! RAPTOR's tree, complete or growing, and how it is searched.

use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;

use hwdag::similarity::top_k;
use hwdag::{Chunk, Token};
use serde::{Deserialize, Serialize};

use super::leaves;
use crate::comparison::Material;
use crate::comparison::mixture::clusters;

/// The most levels above the chunks; as in RAPTOR.
const LEVELS: usize = 5;
/// The least number of nodes of a level that is summarised. RAPTOR requires 12 chunks of 100 tokens; a
/// chunk has about 300 here, and this is as much text.
const LEAST: usize = 4;

/// Describes the settings that decide how high a tree grows.
pub fn settings() -> String {
    format!("levels {LEVELS} {LEAST}, summaries with their marks")
}

/// A tree: chunks, then summaries level by level. A summary may share children with others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RaptorSummaryTree {
    /// The nodes of each level, chunks first. The last level may still grow.
    levels: Vec<Range<usize>>,
    /// The nodes after the chunks.
    digests: Vec<Digest>,
    /// The clusters still to be summarised for the last level.
    ahead: VecDeque<Vec<usize>>,
    whole: bool,
}

/// The decisions about a tree that need no model: which nodes to summarise, and where levels end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RaptorPlan {
    levels: Vec<Range<usize>>,
    ahead: VecDeque<Vec<usize>>,
    whole: bool,
}

/// A summary.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Digest {
    /// What was written.
    pub text: String,
    /// The text in the answering model's tokens, as a point is shown: with its mark.
    pub tokens: Vec<Token>,
    /// The nodes that it summarises, in order.
    pub children: Vec<usize>,
    /// Its sentence embedding.
    pub vector: Vec<f32>,
}

/// Construction.
impl RaptorSummaryTree {
    /// Creates a tree of `chunks` chunks, with nothing summarised yet.
    pub fn new(chunks: usize) -> Self {
        let levels = std::iter::once(0..chunks).collect();
        Self { levels, digests: Vec::new(), ahead: VecDeque::new(), whole: false }
    }

    /// Returns whether nothing is left to summarise.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Returns the decisions so far.
    pub fn plan(&self) -> RaptorPlan {
        RaptorPlan { levels: self.levels.clone(), ahead: self.ahead.clone(), whole: self.whole }
    }

    /// Adopts the decisions of an earlier run, unless they belong to another tree. Returns whether it
    /// does.
    pub fn follow(&mut self, plan: RaptorPlan) -> bool {
        let ends = plan.levels.iter().map(|level| level.end);
        let begins = plan.levels.iter().map(|level| level.start);
        let joined = begins.eq([0].into_iter().chain(ends).take(plan.levels.len()));
        let fits = joined
            && plan.levels.starts_with(&self.levels)
            && plan.levels.last().is_some_and(|last| last.end == self.nodes())
            && plan.ahead.iter().flatten().all(|&node| node < self.nodes());
        if fits {
            let RaptorPlan { levels, ahead, whole } = plan;
            (self.levels, self.ahead, self.whole) = (levels, ahead, whole);
        }
        fits
    }

    /// Returns whether a summary is that of the next nodes.
    pub fn awaits(&self, digest: Option<&Digest>) -> bool {
        let next = self.ahead.front();
        next.is_some_and(|next| digest.is_none_or(|digest| digest.children == *next))
    }

    /// Returns how much of it is built, from 0 to 1, by summarised nodes. The coming levels are taken
    /// for a geometric series: each shrinks as much as the current one does.
    pub fn share(&self) -> f64 {
        let [lower @ .., below, last] = &self.levels[..] else {
            return f64::from(u8::from(self.whole));
        };
        let clusters = (last.len() + self.ahead.len()).max(1) as f64;
        let ratio = (clusters / below.len() as f64).clamp(0.02, 0.9);
        let here = below.len() as f64 / clusters;
        let done = lower.iter().map(Range::len).sum::<usize>() as f64 + here * last.len() as f64;
        let left = here * self.ahead.len() as f64 + below.len() as f64 * ratio / (1.0 - ratio);
        if self.whole { 1.0 } else { done / (done + left) }
    }

    /// Returns the nodes to summarise next, in order; none if the tree is complete. `chunks` are the
    /// chunks' vectors, concatenated.
    pub fn next(&mut self, chunks: &[f32]) -> Option<Vec<usize>> {
        if self.ahead.is_empty() && !self.whole {
            self.whole = !self.begin_level(chunks);
        }
        self.ahead.front().cloned()
    }

    /// Adds the summary of the next nodes; none if nothing was written.
    pub fn add(&mut self, digest: Option<Digest>) {
        self.ahead.pop_front();
        if let (Some(digest), Some(level)) = (digest, self.levels.last_mut()) {
            self.digests.push(digest);
            level.end += 1;
        }
    }

    /// Divides the next nodes, only the first `fitting` of which fit into the window: into clusters
    /// again, or in reading order if they are too similar.
    pub fn split(&mut self, chunks: &[f32], fitting: usize) {
        let Some(members) = self.ahead.pop_front() else { return };
        let found = self.clusters(&members, chunks);
        let shown: usize = found.iter().map(Vec::len).sum();
        let smaller = found.iter().all(|part| part.len() < members.len());
        // Parts that have almost everything in common would lead nowhere.
        let parts = match smaller && shown <= 2 * members.len() {
            true => found,
            false => members.chunks(fitting.max(1)).map(<[usize]>::to_vec).collect(),
        };
        parts.into_iter().rev().for_each(|part| self.ahead.push_front(part));
    }

    /// Drops the first of the next nodes, because not even it fits into the window.
    pub fn leave_out(&mut self) {
        if let Some(mut members) = self.ahead.pop_front()
            && members.len() > 1
        {
            members.remove(0);
            self.ahead.push_front(members);
        }
    }

    /// Finds what a further level must summarise. Returns whether there is one: the last level has few
    /// nodes, or is the highest allowed, or is no smaller than the one below it.
    fn begin_level(&mut self, chunks: &[f32]) -> bool {
        let Some(last) = self.levels.last().cloned() else { return false };
        let below = self.levels.iter().rev().nth(1).map_or(usize::MAX, ExactSizeIterator::len);
        if last.len() < LEAST || last.len() >= below || self.levels.len() > LEVELS {
            return false;
        }
        let members: Vec<usize> = last.clone().collect();
        let found = self.clusters(&members, chunks);
        let smaller = found.len() < members.len();
        if smaller {
            self.levels.push(last.end..last.end);
            self.ahead = found.into();
        }
        smaller
    }

    fn clusters(&self, members: &[usize], chunks: &[f32]) -> Vec<Vec<usize>> {
        let vectors: Vec<&[f32]> = members.iter().map(|&node| self.vector(node, chunks)).collect();
        let found = clusters(&vectors).into_iter();
        found.map(|cluster| cluster.into_iter().map(|place| members[place]).collect()).collect()
    }

    fn vector<'a>(&'a self, node: usize, chunks: &'a [f32]) -> &'a [f32] {
        let count = self.chunks();
        let width = chunks.len() / count.max(1);
        match node.checked_sub(count) {
            Some(place) => &self.digests[place].vector,
            None => &chunks[node * width..(node + 1) * width],
        }
    }
}

/// Contents.
impl RaptorSummaryTree {
    /// Returns the number of nodes, chunks included.
    pub fn nodes(&self) -> usize {
        self.chunks() + self.digests.len()
    }

    /// A node's level: 1 for chunks.
    pub fn level(&self, node: usize) -> usize {
        self.levels.iter().take_while(|level| level.end <= node).count() + 1
    }

    /// Returns a node's text.
    pub fn text<'a>(&'a self, node: usize, material: &'a Material) -> &'a str {
        match self.digest(node) {
            Some(digest) => &digest.text,
            None => &material.chunks[node].text,
        }
    }

    /// Returns a node in the form shown to the model.
    pub fn chunk(&self, node: usize, material: &Material) -> Chunk {
        match self.digest(node) {
            Some(Digest { text, tokens, .. }) => {
                Chunk { tokens: tokens.clone(), range: 0..0, text: text.clone() }
            }
            None => material.chunks[node].clone(),
        }
    }

    /// Returns the vectors of all nodes, concatenated, after those of the chunks.
    pub fn vectors(&self, chunks: &[f32]) -> Vec<f32> {
        let own = self.digests.iter().flat_map(|digest| &digest.vector);
        chunks.iter().chain(own).copied().collect()
    }

    /// Returns the chunks below a node.
    pub fn leaves(&self, node: usize) -> BTreeSet<usize> {
        leaves(node, &|node| self.children(node).to_vec())
    }

    fn children(&self, node: usize) -> &[usize] {
        match self.digest(node) {
            Some(digest) => &digest.children,
            None => &[],
        }
    }

    fn digest(&self, node: usize) -> Option<&Digest> {
        self.digests.get(node.checked_sub(self.chunks())?)
    }

    fn chunks(&self) -> usize {
        self.levels.first().map_or(0, ExactSizeIterator::len)
    }
}

/// Search. Nodes are compared with the question by `cosines`.
impl RaptorSummaryTree {
    /// Returns the `count` best nodes of the highest level, then of their children, and so on.
    pub fn down(&self, cosines: &[f32], count: usize) -> Vec<usize> {
        let top = self.levels.iter().rev().find(|level| !level.is_empty()).cloned();
        let mut candidates: BTreeSet<usize> = top.into_iter().flatten().collect();
        let mut chosen = Vec::new();
        while !candidates.is_empty() {
            let all: Vec<usize> = candidates.into_iter().collect();
            let scores: Vec<f32> = all.iter().map(|&node| cosines[node]).collect();
            let best: Vec<usize> =
                top_k(&scores, count).into_iter().map(|place| all[place]).collect();
            candidates = best.iter().flat_map(|&node| self.children(node)).copied().collect();
            chosen.extend(best);
        }
        chosen
    }

    /// Returns the `count` best nodes of all levels.
    pub fn best(&self, cosines: &[f32], count: usize) -> Vec<usize> {
        top_k(cosines, count)
    }
}

#[cfg(test)]
mod tests;

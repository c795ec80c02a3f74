//! RAPTOR's tree, whole or as far as it is built, and how it is searched.

use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;

use hwdag::similarity::top_k;
use hwdag::{Chunk, Token};
use serde::{Deserialize, Serialize};

use super::leaves;
use crate::comparison::Material;
use crate::comparison::mixture::clusters;

/// Levels above the chunks, at most; as in RAPTOR.
const LEVELS: usize = 5;
/// Nodes that a level must have to be summed up. RAPTOR wants 12 chunks of 100 tokens; a chunk has
/// about 300 here, and this is as much text.
const LEAST: usize = 4;

/// What decides how high a tree grows.
pub fn settings() -> String {
    format!("levels {LEVELS} {LEAST}, summaries with their marks")
}

/// A tree: chunks, then summaries level by level. A summary may share children with others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tree {
    /// The nodes of each level, chunks first; the last level may still grow.
    levels: Vec<Range<usize>>,
    /// The nodes after the chunks.
    digests: Vec<Digest>,
    /// The clusters that are to be summed up for the last level.
    ahead: VecDeque<Vec<usize>>,
    whole: bool,
}

/// What of a tree is decided without the model: which nodes are to be summed up, and where levels end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    levels: Vec<Range<usize>>,
    ahead: VecDeque<Vec<usize>>,
    whole: bool,
}

/// A summary.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Digest {
    /// What was written.
    pub text: String,
    /// In the answering model's tokens, as a point is shown: with its mark.
    pub tokens: Vec<Token>,
    /// The nodes that it sums up, in order.
    pub children: Vec<usize>,
    /// Its sentence embedding.
    pub vector: Vec<f32>,
}

/// How it grows.
impl Tree {
    /// So many chunks, nothing summed up yet.
    pub fn new(chunks: usize) -> Self {
        let levels = std::iter::once(0..chunks).collect();
        Self { levels, digests: Vec::new(), ahead: VecDeque::new(), whole: false }
    }

    /// Whether nothing more is to be summed up.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// What is decided of it.
    pub fn plan(&self) -> Plan {
        Plan { levels: self.levels.clone(), ahead: self.ahead.clone(), whole: self.whole }
    }

    /// Takes over what was decided of it in an earlier run, unless that is of another tree: tells
    /// whether it does.
    pub fn follow(&mut self, plan: Plan) -> bool {
        let ends = plan.levels.iter().map(|level| level.end);
        let begins = plan.levels.iter().map(|level| level.start);
        let joined = begins.eq([0].into_iter().chain(ends).take(plan.levels.len()));
        let fits = joined
            && plan.levels.starts_with(&self.levels)
            && plan.levels.last().is_some_and(|last| last.end == self.nodes())
            && plan.ahead.iter().flatten().all(|&node| node < self.nodes());
        if fits {
            let Plan { levels, ahead, whole } = plan;
            (self.levels, self.ahead, self.whole) = (levels, ahead, whole);
        }
        fits
    }

    /// Whether a summary is that of the nodes that come next.
    pub fn awaits(&self, digest: Option<&Digest>) -> bool {
        let next = self.ahead.front();
        next.is_some_and(|next| digest.is_none_or(|digest| digest.children == *next))
    }

    /// How much of it is built, from 0 to 1, by nodes summed up. The levels to come are a geometric
    /// series: each has as much less than the one below as the one under way.
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

    /// The nodes that are to be summed up next, in order; none if the tree is whole. `chunks` are
    /// the chunks' vectors, one after another.
    pub fn next(&mut self, chunks: &[f32]) -> Option<Vec<usize>> {
        if self.ahead.is_empty() && !self.whole {
            self.whole = !self.begin_level(chunks);
        }
        self.ahead.front().cloned()
    }

    /// Takes the summary of the nodes that came next; none if nothing was written.
    pub fn add(&mut self, digest: Option<Digest>) {
        self.ahead.pop_front();
        if let (Some(digest), Some(level)) = (digest, self.levels.last_mut()) {
            self.digests.push(digest);
            level.end += 1;
        }
    }

    /// Divides the nodes that came next, of which only the first `fitting` fit into the window:
    /// into clusters once more, or in reading order where they are too much alike.
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

    /// Leaves the first of the nodes that came next out, because not even it fits into the window.
    pub fn leave_out(&mut self) {
        if let Some(mut members) = self.ahead.pop_front()
            && members.len() > 1
        {
            members.remove(0);
            self.ahead.push_front(members);
        }
    }

    /// Finds what a further level is to sum up; tells whether there is to be one. The last one has
    /// few nodes, or is the highest allowed, or is no smaller than the one below it.
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

/// What is in it.
impl Tree {
    /// How many nodes, chunks included.
    pub fn nodes(&self) -> usize {
        self.chunks() + self.digests.len()
    }

    /// A node's level: 1 for chunks.
    pub fn level(&self, node: usize) -> usize {
        self.levels.iter().take_while(|level| level.end <= node).count() + 1
    }

    /// A node's text.
    pub fn text<'a>(&'a self, node: usize, material: &'a Material) -> &'a str {
        match self.digest(node) {
            Some(digest) => &digest.text,
            None => &material.chunks[node].text,
        }
    }

    /// A node as it is shown to the model.
    pub fn chunk(&self, node: usize, material: &Material) -> Chunk {
        match self.digest(node) {
            Some(Digest { text, tokens, .. }) => {
                Chunk { tokens: tokens.clone(), range: 0..0, text: text.clone() }
            }
            None => material.chunks[node].clone(),
        }
    }

    /// The vectors of all nodes, one after another, behind those of the chunks.
    pub fn vectors(&self, chunks: &[f32]) -> Vec<f32> {
        let own = self.digests.iter().flat_map(|digest| &digest.vector);
        chunks.iter().chain(own).copied().collect()
    }

    /// The chunks below a node.
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

/// How it is searched. Nodes are compared with the question by `cosines`.
impl Tree {
    /// The `count` best nodes of the highest level, then of the children of those, and so on.
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

    /// The `count` best nodes of all levels.
    pub fn best(&self, cosines: &[f32], count: usize) -> Vec<usize> {
        top_k(cosines, count)
    }
}

#[cfg(test)]
mod tests;

//! What the points of each level should say, given the level below.

use story::{Story, StoryFact};

/// A line of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelLine {
    /// The fact that it states.
    pub fact: usize,
    /// Further facts about the same person that it mentions but does not state.
    pub also: Vec<usize>,
}

impl LevelLine {
    /// The line as text, without the bullet.
    pub fn text(&self, facts: &[StoryFact]) -> String {
        let stated = &facts[self.fact].text;
        if self.also.is_empty() {
            return stated.clone();
        }
        let nouns: Vec<&str> = self.also.iter().map(|&f| facts[f].noun.as_str()).collect();
        format!("{}; also told: {}.", stated.trim_end_matches('.'), nouns.join(", "))
    }
}

/// Facts stated completely between two characters, in the order of their first telling there.
pub fn told_in(story: &Story, start: usize, end: usize) -> Vec<usize> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for fact in &story.facts {
        if let Some(t) = fact.tellings.iter().find(|t| t.start >= start && t.end <= end) {
            found.push((t.start, fact.id));
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, id)| id).collect()
}

/// The second level of a whole story, in batches of `batch` chunks' worth of text.
pub fn second(story: &Story, chunks: usize, batch: usize) -> Vec<LevelLine> {
    let length = story.text.chars().count();
    let step = (length * batch).div_ceil(chunks.max(1)).max(1);
    (0..length)
        .step_by(step)
        .flat_map(|start| told_in(story, start, start + step))
        .map(|fact| LevelLine { fact, also: Vec::new() })
        .collect()
}

/// Points of points: one line per person, in order of appearance. If all lines are plain, a
/// person's first line also mentions that person's lines directly after it; otherwise the lines
/// become plain.
pub fn above(lines: &[LevelLine], facts: &[StoryFact]) -> Vec<LevelLine> {
    let plain = lines.iter().all(|l| l.also.is_empty());
    let subject = |n: usize| &facts[lines[n].fact].subject;
    let mut out: Vec<LevelLine> = Vec::new();
    for n in 0..lines.len() {
        if (0..n).any(|m| subject(m) == subject(n)) {
            continue;
        }
        let fact = lines[n].fact;
        let mut also: Vec<usize> = Vec::new();
        if plain {
            let follow = (n + 1..lines.len()).take_while(|&m| subject(m) == subject(n));
            for other in follow.map(|m| lines[m].fact) {
                if other != fact && !also.contains(&other) {
                    also.push(other);
                }
            }
        }
        out.push(LevelLine { fact, also });
    }
    out
}

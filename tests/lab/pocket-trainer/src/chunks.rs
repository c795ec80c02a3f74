//! Chunks of a story to points: the facts they state, in the order of the first telling.

use pocket::Rng;
use story::{FactMention, Story, StoryFact};

use super::attention_supervision::{LINK, NOWHERE, PERSON, SAME};
use super::example::TrainingExample;
use super::lists::{list, point_at};
use super::prompt;
use super::target::{Target, TargetKind};
use super::teacher::{CHUNK, CurriculumStage, Teacher, skewed};
use super::vocabulary::BpeVocabulary;

/// An excerpt of a story.
pub(super) struct StoryExcerpt {
    /// Its tokens.
    pub tokens: Vec<u32>,
    /// The byte range of each token in the story.
    pub places: Vec<(usize, usize)>,
}

/// A telling that lies wholly in a window.
pub(super) struct ExcerptMention<'a> {
    /// The fact that it states.
    pub fact: &'a StoryFact,
    /// Whether the window has stated the fact before.
    again: bool,
    /// Its first token and the one after its last.
    pub tokens: (usize, usize),
}

impl StoryExcerpt {
    /// The tellings in it, in order. The story world is plain ASCII: a byte is a character.
    pub fn tellings<'a>(&self, story: &'a Story) -> Vec<ExcerptMention<'a>> {
        let (from, to) = (self.places[0].0, self.places[self.places.len() - 1].1);
        let mut found: Vec<(&FactMention, &StoryFact)> = story
            .facts
            .iter()
            .flat_map(|f| f.tellings.iter().map(move |t| (t, f)))
            .filter(|(t, _)| t.start >= from && t.end <= to)
            .collect();
        found.sort_by_key(|(t, _)| t.start);
        let telling = |n: usize| {
            let (telling, fact) = found[n];
            let first = self.places.partition_point(|p| p.1 <= telling.start);
            let end = self.places.partition_point(|p| p.1 < telling.end) + 1;
            let again = found[..n].iter().any(|(_, f)| f.id == fact.id);
            ExcerptMention { fact, again, tokens: (first, end) }
        };
        (0..found.len()).map(telling).collect()
    }
}

/// A window of a story and its points.
pub(super) fn example(
    teacher: &Teacher<'_>,
    stage: &CurriculumStage,
    rng: &mut Rng,
) -> Option<TrainingExample> {
    let length = skewed(60, stage.length, rng);
    // Short texts are mostly dense: the model learns more in the same time.
    let dense = if stage.length < 400 { 0.6 } else { 0.3 };
    let story = if rng.chance(dense) {
        Story::dense(teacher.seed(rng), length / CHUNK + rng.between(3, 8))
    } else {
        teacher.story(length / CHUNK + rng.between(3, 30), rng)
    };
    let window = window(teacher.vocabulary, &story.text, length, rng)?;
    let tellings = window.tellings(&story);
    let facts: Vec<&StoryFact> = tellings.iter().filter(|t| !t.again).map(|t| t.fact).collect();
    if facts.is_empty() {
        return None;
    }
    let points: Vec<String> = facts.iter().map(|f| f.text.clone()).collect();
    let segments: Vec<Vec<u32>> = window.tokens.chunks(CHUNK).map(<[u32]>::to_vec).collect();
    let (mut example, layout) =
        list(teacher.vocabulary, &segments, &points, TargetKind::Bullets, rng);
    let open = prompt::summarize_open(teacher.vocabulary);
    // A line break follows each segment.
    let row = |token: usize| open + token + token / CHUNK;
    let mut firsts: Vec<(usize, usize)> = Vec::new();
    for telling in &tellings {
        let rows = (row(telling.tokens.0), row(telling.tokens.1 - 1) + 1);
        let stop = rows.1 - 1;
        gist(teacher.vocabulary, &mut example, rows, telling.fact);
        let same = tellings.iter().find(|t| t.fact.id == telling.fact.id && telling.again);
        let same = same.map_or(NOWHERE, |t| (row(t.tokens.0), row(t.tokens.1 - 1) + 1));
        example.look(stop, SAME, same, if telling.again { 2.0 } else { 0.5 });
        if !telling.again {
            example.look(stop, LINK, firsts.last().map_or(NOWHERE, |f| (f.1 - 1, f.1)), 1.0);
            firsts.push(rows);
        }
    }
    point_at(&mut example, &layout, &firsts);
    Some(example)
}

/// About `length` tokens of a text, starting at or shortly after the beginning of a random
/// sentence.
fn window(
    vocabulary: &BpeVocabulary,
    text: &str,
    length: usize,
    rng: &mut Rng,
) -> Option<StoryExcerpt> {
    let at = rng.below(text.len().saturating_sub(length * 5) + 1);
    window_at(vocabulary, text, at, length, rng)
}

/// About `length` tokens, starting at the first sentence after a byte.
pub(super) fn window_at(
    vocabulary: &BpeVocabulary,
    text: &str,
    at: usize,
    length: usize,
    rng: &mut Rng,
) -> Option<StoryExcerpt> {
    let from = if at == 0 { 0 } else { at + text[at..].find(". ")? + 1 };
    // No token of the story world is longer than a word and its space.
    let end = (from + (length + 20) * 9).min(text.len());
    let (tokens, places) = vocabulary.places(&text[from..end]);
    let skip = if rng.chance(0.5) { rng.below(20) } else { 0 };
    let taken = skip..(skip + length).min(tokens.len());
    (taken.len() > length / 2).then(|| StoryExcerpt {
        tokens: tokens[taken.clone()].to_vec(),
        places: places[taken].iter().map(|p| (p.0 + from, p.1 + from)).collect(),
    })
}

/// At a telling's full stop, the network should know halfway what the telling is about, and then
/// whom: writing the point is then a matter of looking there. The full stop looks for the name.
pub(super) fn gist(
    vocabulary: &BpeVocabulary,
    example: &mut TrainingExample,
    rows: (usize, usize),
    fact: &StoryFact,
) {
    let row = rows.1 - 1;
    let noun = vocabulary.tokens(&format!(" {}", fact.text))[1];
    let given = fact.subject.split(' ').next().unwrap_or_default();
    let name = vocabulary.tokens(&format!(" {given}"))[0];
    if let Some(at) = (rows.0..rows.1).find(|&r| example.tokens[r] == name) {
        example.look(row, PERSON, (at, (at + 2).min(rows.1)), 1.0);
    }
    for (token, depth) in [(noun, 2), (name, 3)] {
        example.targets.push(Target { row, token, weight: 0.5, part: TargetKind::Gist, depth });
    }
}

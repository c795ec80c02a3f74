//! Points to the points of the next level up.

use pocket::Rng;
use story::StoryFact;

use super::attention_supervision::{ALSO, LINK, NOWHERE, SAME};
use super::example::TrainingExample;
use super::levels::{self, LevelLine};
use super::lists::{ExampleLayout, list, point_at};
use super::prompt;
use super::target::{Target, TargetKind};
use super::teacher::{CurriculumStage, Teacher, skewed};
use super::vocabulary::BpeVocabulary;

/// Lines of one level and those of the next.
pub(super) fn example(
    teacher: &Teacher<'_>,
    stage: &CurriculumStage,
    rng: &mut Rng,
) -> Option<TrainingExample> {
    let most = if rng.chance(0.5) { stage.lines } else { stage.lines.min(30) };
    let count = skewed(3, most, rng);
    let chunks = count / 3 + rng.between(3, 12);
    let story = teacher.story(chunks, rng);
    let mut lines = levels::second(&story, chunks, rng.between(2, 4));
    if rng.chance(0.35) {
        lines = lines
            .chunks(rng.between(8, 100))
            .flat_map(|l| levels::above(l, &story.facts))
            .collect();
    }
    let count = count.min(lines.len());
    let first = rng.below(lines.len() - count + 1);
    let lines = &lines[first..first + count];
    let segments: Vec<Vec<u32>> =
        lines.iter().map(|l| prompt::point(teacher.vocabulary, &l.text(&story.facts))).collect();
    let above = levels::above(lines, &story.facts);
    let points: Vec<String> = above.iter().map(|l| l.text(&story.facts)).collect();
    let (mut example, layout) =
        list(teacher.vocabulary, &segments, &points, TargetKind::Points, rng);
    link_lines(teacher.vocabulary, &mut example, &layout, lines, &story.facts);
    let source = |fact: usize| {
        lines.iter().position(|l| l.fact == fact).map_or(NOWHERE, |n| layout.segments[n])
    };
    let firsts: Vec<(usize, usize)> = above.iter().map(|l| source(l.fact)).collect();
    point_at(&mut example, &layout, &firsts);
    for (line, rows) in above.iter().zip(&layout.points) {
        let sources: Vec<_> = line.also.iter().map(|&f| source(f)).collect();
        point_on(teacher.vocabulary, &mut example, &story.facts[line.fact], *rows, &sources);
    }
    Some(example)
}

/// The name in each line should look for the last line about the same person; the name in a
/// person's first line should look for the previous person's first line.
fn link_lines(
    vocabulary: &BpeVocabulary,
    example: &mut TrainingExample,
    layout: &ExampleLayout,
    lines: &[LevelLine],
    facts: &[StoryFact],
) {
    let subject = |n: usize| &facts[lines[n].fact].subject;
    let anchors = |n: usize| {
        let (noun, name) = prompt::anchors(vocabulary, &facts[lines[n].fact]);
        (layout.segments[n].0 + noun, layout.segments[n].0 + name)
    };
    let mut first = NOWHERE;
    for n in 0..lines.len() {
        let (noun, name) = anchors(n);
        gist(example, name, noun, 2);
        match (0..n).rev().find(|&m| subject(m) == subject(n)) {
            Some(same) => {
                let (noun, last) = anchors(same);
                example.look(name, SAME, (last, last + 1), 1.0);
                gist(example, name, noun, 4);
            }
            None => {
                example.look(name, SAME, NOWHERE, 0.5);
                example.look(name, LINK, first, 1.0);
                first = (name, name + 1);
            }
        }
    }
}

/// At a name, the network should know a word from another row after `depth` blocks: first the
/// relation of its line, later that of the last line about the same person.
fn gist(example: &mut TrainingExample, row: usize, word: usize, depth: usize) {
    let token = example.tokens[word];
    example.targets.push(Target { row, token, weight: 0.5, part: TargetKind::Gist, depth });
}

/// The words after a point's first statement come from the lines that the point also mentions.
fn point_on(
    vocabulary: &BpeVocabulary,
    example: &mut TrainingExample,
    fact: &StoryFact,
    rows: (usize, usize),
    sources: &[(usize, usize)],
) {
    if sources.is_empty() {
        return;
    }
    let stated = fact.text.trim_end_matches('.');
    let value = rows.0 + prompt::point(vocabulary, stated).len() - 1;
    example.gazes.retain(|g| !(value..rows.1 - 1).contains(&g.row));
    let comma = vocabulary.tokens(",")[0];
    let mut next = 0;
    let mut named = false;
    for row in value..rows.1 - 1 {
        // After a noun, only the question whether another one follows matters.
        let token = example.tokens[row];
        if named && token != comma {
            next += 1;
            named = false;
        }
        named |= row + 1 < rows.1 && opens_noun(vocabulary, example.tokens[row], comma);
        let at = sources.get(next).copied().unwrap_or(NOWHERE);
        for place in ALSO {
            example.look(row, place, at, 0.5);
        }
    }
}

/// Whether a noun follows this token.
fn opens_noun(vocabulary: &BpeVocabulary, token: u32, comma: u32) -> bool {
    token == comma || token == vocabulary.tokens(":")[0]
}

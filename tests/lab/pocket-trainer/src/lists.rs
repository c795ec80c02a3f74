//! A prompt for points, the list that answers it, and the places of their parts.

use pocket::Rng;

use super::attention_supervision::{NOWHERE, SOURCE};
use super::example::TrainingExample;
use super::prompt;
use super::special_tokens::END;
use super::target::TargetKind;
use super::vocabulary::BpeVocabulary;

/// The rows of the segments and points of an example, line breaks included.
#[derive(Default)]
pub(super) struct ExampleLayout {
    /// The segments' rows.
    pub segments: Vec<(usize, usize)>,
    /// The points' rows.
    pub points: Vec<(usize, usize)>,
}

/// A prompt for points of segments, and the list that answers it.
pub(super) fn list(
    vocabulary: &BpeVocabulary,
    segments: &[Vec<u32>],
    points: &[String],
    part: TargetKind,
    rng: &mut Rng,
) -> (TrainingExample, ExampleLayout) {
    let prompt = prompt::summarize(vocabulary, segments);
    let mut layout = ExampleLayout::default();
    let mut at = prompt::summarize_open(vocabulary);
    for segment in segments {
        layout.segments.push((at, at + segment.len() + 1));
        at += segment.len() + 1;
    }
    at = prompt.len();
    let line_break = vocabulary.tokens(prompt::LINE_BREAK).len();
    for point in points {
        let length = prompt::point(vocabulary, point).len() + line_break;
        layout.points.push((at, at + length));
        at += length;
    }
    let mut example = dialogue(prompt, &prompt::list(vocabulary, points), part);
    let ends: Vec<usize> = layout.segments.iter().map(|s| s.1).collect();
    stretch(&mut example, &ends, rng);
    (example, layout)
}

/// Each word of a point comes from its source. The end of a line looks for the next source; the end
/// of the last line finds none.
pub(super) fn point_at(
    example: &mut TrainingExample,
    layout: &ExampleLayout,
    sources: &[(usize, usize)],
) {
    for (rows, &source) in layout.points.iter().zip(sources) {
        for row in rows.0 - 1..rows.1 - 1 {
            SOURCE.iter().for_each(|&place| example.look(row, place, source, 0.3));
        }
    }
    if let Some(last) = layout.points.last() {
        SOURCE.iter().for_each(|&place| example.look(last.1 - 1, place, NOWHERE, 1.0));
    }
}

/// A prompt and its reply, every token of which is a target.
pub(super) fn dialogue(prompt: Vec<u32>, reply: &[u32], part: TargetKind) -> TrainingExample {
    let first = prompt.len();
    let mut tokens = prompt;
    tokens.extend(reply);
    tokens.push(END);
    let mut example = TrainingExample::trunk(tokens);
    example.want(first, example.tokens.len(), 1.0, part);
    example
}

/// Sometimes widens the gaps between the positions of segments, so that short examples, too, look
/// far back.
pub(super) fn stretch(example: &mut TrainingExample, ends: &[usize], rng: &mut Rng) {
    if example.tokens.len() > 800 || !rng.chance(0.3) {
        return;
    }
    let mut room = 2600;
    for &end in ends {
        if rng.chance(0.4) && end < example.positions.len() {
            let gap = rng.below(room / 3) as u32;
            room -= gap as usize;
            example.positions[end..].iter_mut().for_each(|p| *p += gap);
        }
    }
}

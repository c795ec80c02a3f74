//! Real prose. The points of chunks are the beginnings of their paragraphs, verbatim up to the
//! first full stop or semicolon; if no paragraph begins with a statement, the first sentences; if
//! there are no sentences, the beginnings of the first lines. The points of points are those with a
//! comma, or the first one.

use pocket::Rng;

use super::attention_supervision::{LINK, NOWHERE};
use super::example::TrainingExample;
use super::lists::{list, point_at};
use super::noise::garble;
use super::prompt;
use super::target::TargetKind;
use super::teacher::{CHUNK, CurriculumStage, Teacher};

/// The fewest and the most words of a point.
const WORDS: (usize, usize) = (4, 40);
/// The probability that the input consists of points.
const AGAIN: f64 = 0.3;
/// The probability that the prose is made strange.
const STRANGE: f64 = 0.45;
/// The number of sentences or lines that become points if no paragraph begins with a statement.
const FIRST: usize = 4;
/// The number of words of a line that become a point if there are no sentences.
const FIRST_WORDS: usize = 8;

/// A statement and its byte range in the text.
struct ProseStatement {
    line: String,
    begin: usize,
    end: usize,
}

/// Chunks of a book and their points, or such points and those of the next level.
pub(super) fn example(
    teacher: &Teacher<'_>,
    stage: &CurriculumStage,
    rng: &mut Rng,
) -> Option<TrainingExample> {
    if teacher.books.is_empty() {
        return None;
    }
    let book = rng.pick(teacher.books);
    if rng.chance(AGAIN) {
        of_points(teacher, stage, book, rng)
    } else {
        of_chunks(teacher, stage, book, rng)
    }
}

fn of_chunks(
    teacher: &Teacher<'_>,
    stage: &CurriculumStage,
    book: &str,
    rng: &mut Rng,
) -> Option<TrainingExample> {
    let length = rng.between(120, stage.length.max(150));
    let text = excerpt(book, length * 5, rng);
    let (tokens, places) = teacher.vocabulary.places(&text);
    let length = length.min(tokens.len());
    let whole = places[..length].last()?.1;
    let text = text.get(..whole)?;
    let statements = statements(text);
    let segments: Vec<Vec<u32>> = tokens[..length].chunks(CHUNK).map(<[u32]>::to_vec).collect();
    let token = |byte: usize| {
        let token = places.partition_point(|p| p.1 <= byte);
        // A line break follows each segment.
        token + token / CHUNK
    };
    let sources: Vec<(usize, usize)> =
        statements.iter().map(|s| (token(s.begin), token(s.end - 1) + 1)).collect();
    let points: Vec<String> = statements.into_iter().map(|s| s.line).collect();
    copied(teacher, &segments, &points, &sources, rng)
}

fn of_points(
    teacher: &Teacher<'_>,
    stage: &CurriculumStage,
    book: &str,
    rng: &mut Rng,
) -> Option<TrainingExample> {
    let mut lines: Vec<String> =
        openings(&excerpt(book, 24_000, rng)).into_iter().map(|s| s.line).collect();
    lines.truncate(rng.between(3, (stage.lines / 2).max(4)));
    let segments: Vec<Vec<u32>> =
        lines.iter().map(|l| prompt::point(teacher.vocabulary, l)).collect();
    let none = !lines.iter().any(|l| l.contains(','));
    let mut begin = 0;
    let (mut points, mut sources) = (Vec::new(), Vec::new());
    for (line, segment) in lines.iter().zip(&segments) {
        if line.contains(',') || (begin == 0 && none) {
            points.push(line.clone());
            sources.push((begin, begin + segment.len()));
        }
        begin += segment.len() + 1;
    }
    copied(teacher, &segments, &points, &sources, rng)
}

/// The list of points copied from these tokens of the segments.
fn copied(
    teacher: &Teacher<'_>,
    segments: &[Vec<u32>],
    points: &[String],
    sources: &[(usize, usize)],
    rng: &mut Rng,
) -> Option<TrainingExample> {
    if points.is_empty() {
        return None;
    }
    let (mut example, layout) = list(teacher.vocabulary, segments, points, TargetKind::Prose, rng);
    let open = prompt::summarize_open(teacher.vocabulary);
    let rows: Vec<_> = sources.iter().map(|s| (open + s.0, open + s.1)).collect();
    let mut last = NOWHERE;
    for &(_, end) in &rows {
        example.look(end - 1, LINK, last, 1.0);
        last = (end - 1, end);
    }
    point_at(&mut example, &layout, &rows);
    Some(example)
}

/// An excerpt of a book, its lines verbatim or joined to paragraphs.
fn excerpt(book: &str, bytes: usize, rng: &mut Rng) -> String {
    let mut first = rng.below(book.len().saturating_sub(bytes));
    while !book.is_char_boundary(first) {
        first += 1;
    }
    let text: String = book[first..].chars().take(bytes).collect();
    let text = if rng.chance(STRANGE) { garble(&text, rng) } else { text };
    if rng.chance(0.5) {
        return text;
    }
    text.replace("\r\n", "\n")
        .split("\n\n")
        .map(|p| p.replace('\n', " "))
        .collect::<Vec<_>>()
        .join("\n\n")
}

/// The points of a text.
fn statements(text: &str) -> Vec<ProseStatement> {
    let rules = [openings, first_sentences, first_lines];
    rules.iter().map(|rule| rule(text)).find(|found| !found.is_empty()).unwrap_or_default()
}

/// The beginnings of those paragraphs that start with a capital letter.
fn openings(text: &str) -> Vec<ProseStatement> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(gap) = blank_line(&text[from..]) {
        from += gap;
        let begin = skip_space(text, from);
        found.extend(statement(text, begin));
        from = begin;
    }
    found
}

/// The number of bytes to the end of the next blank line.
fn blank_line(text: &str) -> Option<usize> {
    let plain = text.find("\n\n").map(|at| at + 2);
    let carried = text.find("\r\n\r\n").map(|at| at + 4);
    [plain, carried].into_iter().flatten().min()
}

/// The first sentences that begin after the end of another.
fn first_sentences(text: &str) -> Vec<ProseStatement> {
    let ends = text.match_indices(['.', '!', '?']).map(|(at, _)| at + 1);
    let gap = |at: &usize| text[*at..].starts_with(char::is_whitespace);
    ends.filter(gap).filter_map(|at| statement(text, skip_space(text, at))).take(FIRST).collect()
}

/// The beginnings of the first lines that contain words, except the line in which the text begins.
fn first_lines(text: &str) -> Vec<ProseStatement> {
    text.lines().skip(1).filter_map(|line| first_words(text, line)).take(FIRST).collect()
}

/// The first words of a line, up to the first without a letter or digit.
fn first_words(text: &str, line: &str) -> Option<ProseStatement> {
    let words: Vec<&str> = line
        .split_whitespace()
        .take_while(|word| word.contains(char::is_alphanumeric))
        .take(FIRST_WORDS)
        .collect();
    let at = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let (first, last) = (words.first()?, words.last()?);
    Some(ProseStatement { line: words.join(" "), begin: at(first), end: at(last) + last.len() })
}

/// The first position from `at` on that is not white space.
fn skip_space(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start().len()
}

/// The statement that begins at `begin`, if there is one and it ends within its paragraph and the
/// text.
fn statement(text: &str, begin: usize) -> Option<ProseStatement> {
    let rest = &text[begin..];
    let rest = &rest[..blank_line(rest).unwrap_or(rest.len())];
    let bytes = rest.as_bytes();
    let end = (0..bytes.len().saturating_sub(1)).find(|&i| {
        matches!(bytes[i], b'.' | b'!' | b'?' | b';' | b':') && bytes[i + 1].is_ascii_whitespace()
    })?;
    let mut line = rest[..=end].split_whitespace().collect::<Vec<_>>().join(" ");
    if line.ends_with([';', ':']) {
        line.pop();
        line.push('.');
    }
    let words = line.split(' ').count();
    let fits = (WORDS.0..=WORDS.1).contains(&words) && line.starts_with(char::is_uppercase);
    fits.then_some(ProseStatement { line, begin, end: begin + end + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_is_known_by_how_it_begins() {
        let text = "end of one.\n\nThe rain fell all night; nobody\nspoke. More.\n\n“Well!” said he.\n\n\
                    It was late, and\nthe fire was low. So\n\nThis does not end";
        let lines: Vec<String> = openings(text).into_iter().map(|s| s.line).collect();
        assert_eq!(lines, ["The rain fell all night.", "It was late, and the fire was low."]);
        for s in openings(text) {
            assert!(text[s.begin..s.end].starts_with(&s.line[..8]));
        }
    }

    #[test]
    fn where_no_paragraph_begins_so_sentences_and_lines_do() {
        let lines = |text| statements(text).into_iter().map(|s| s.line).collect::<Vec<_>>();
        assert_eq!(
            lines("nd of one. It was late, and\nthe fire was low. So? The rain fell again! And it"),
            ["It was late, and the fire was low.", "The rain fell again!"]
        );
        assert_eq!(
            lines("rt\nAlpha 1 ... 17\n\n ..... \nBeta two  three\n"),
            ["Alpha 1", "Beta two three"]
        );
        assert_eq!(lines("one line"), [""; 0]);
    }
}

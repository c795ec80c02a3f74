//! Sufficiency and answers: the nodes that a search visits, and what it asks after each.

use pocket::Rng;
use story::{Story, StoryFact};

use super::asked::TrainingQuestion;
use super::attention_supervision::{FOUND, NOWHERE, RowRange, SOURCE};
use super::chunks::window_at;
use super::example::TrainingExample;
use super::levels::{self, LevelLine};
use super::lists::stretch;
use super::matching::{flags, matches};
use super::node::{FactStatement, TrainingNode};
use super::prompt;
use super::special_tokens::END;
use super::target::{Target, TargetKind};
use super::teacher::{CHUNK, CurriculumStage, Teacher};

/// The most points that are visited alongside chunks.
const BESIDE_CHUNKS: usize = 40;

/// The probability that a story states two or three times as many facts, which gives more to
/// compare.
const DENSE: f64 = 0.2;

/// A question and some nodes.
pub(super) fn example(
    teacher: &Teacher<'_>,
    stage: &CurriculumStage,
    rng: &mut Rng,
) -> Option<TrainingExample> {
    let raw = if stage.nodes > 5 && rng.chance(0.6) { rng.between(1, 4) } else { 0 };
    let most = if raw > 0 { stage.nodes.min(BESIDE_CHUNKS) } else { stage.nodes };
    // Few nodes are as likely as many: what several nodes say together is learnt from few.
    let count = ((most as f64).powf(rng.unit()).round() as usize).clamp(1, most);
    let chunks = rng.between(count / 4 + 2, count / 2 + 4);
    let story = match rng.chance(DENSE) {
        true => Story::dense(teacher.seed(rng), chunks),
        false => teacher.story(chunks, rng),
    };
    let asked = TrainingQuestion::some(&story, rng);
    let mut nodes = visited(teacher, &story, &asked, (chunks, count), rng);
    for _ in 0..raw {
        let node = chunk(teacher, &story, &asked, rng)?;
        nodes.insert(rng.below(nodes.len() + 1), node);
    }
    nodes.retain(|node| asked.missing.is_none_or(|fact| node.states(fact).is_none()));
    (!nodes.is_empty()).then(|| walk(teacher, &story, &asked, &nodes, rng))
}

/// The nodes that a search visits: part of the top level, then the most similar others.
fn visited(
    teacher: &Teacher<'_>,
    story: &Story,
    asked: &TrainingQuestion,
    (chunks, count): (usize, usize),
    rng: &mut Rng,
) -> Vec<TrainingNode> {
    let second = levels::second(story, chunks, 4);
    let third: Vec<LevelLine> =
        second.chunks(100).flat_map(|l| levels::above(l, &story.facts)).collect();
    let fourth = levels::above(&third, &story.facts);
    let mut lines: Vec<LevelLine> = match rng.below(5) {
        0 | 1 => fourth,
        2 => third.clone(),
        3 => second.clone(),
        _ => Vec::new(),
    };
    while lines.len() * 10 > count * 7 {
        lines.remove(rng.below(lines.len()));
    }
    let mut rest: Vec<(f64, &LevelLine)> = second
        .iter()
        .chain(&third)
        .map(|l| (likeness(story, asked, l) + 2.0 * rng.unit(), l))
        .collect();
    rest.sort_by(|a, b| b.0.total_cmp(&a.0));
    if asked.answerable && rng.chance(0.9) {
        // The line that states the answer comes early or late, not always first.
        rest.retain(|(_, l)| !asked.facts.contains(&l.fact) || rng.chance(0.1));
    }
    lines.extend(rest.into_iter().map(|(_, l)| l.clone()).take(count - lines.len()));
    if rng.chance(0.9) {
        for &fact in &asked.facts {
            let line = LevelLine { fact, also: Vec::new() };
            lines.insert(rng.below(lines.len() + 1), line);
        }
    }
    lines
        .iter()
        .map(|l| {
            let tokens = prompt::point(teacher.vocabulary, &l.text(&story.facts));
            let whole = (0, tokens.len() + 1);
            let statements = vec![FactStatement { fact: l.fact, tokens: whole }];
            TrainingNode { tokens, statements, point: true }
        })
        .collect()
}

/// A chunk, usually one that is related to the question.
fn chunk(
    teacher: &Teacher<'_>,
    story: &Story,
    asked: &TrainingQuestion,
    rng: &mut Rng,
) -> Option<TrainingNode> {
    let near: Vec<&StoryFact> = match rng.below(10) {
        0..4 => asked.facts.iter().map(|&f| &story.facts[f]).collect(),
        4..8 => story.facts.iter().filter(|f| asked.names(&f.subject)).collect(),
        _ => Vec::new(),
    };
    let at = match near.is_empty() {
        true => rng.below(story.text.len()),
        false => {
            let fact = *rng.pick(&near);
            rng.pick(&fact.tellings).start
        }
    };
    let length = if rng.chance(0.8) { CHUNK } else { rng.between(60, CHUNK) };
    let at = at.saturating_sub(rng.below(length * 4));
    let window = window_at(teacher.vocabulary, &story.text, at, length, rng)?;
    let tellings = window.tellings(story);
    let statements =
        tellings.iter().map(|t| FactStatement { fact: t.fact.id, tokens: t.tokens }).collect();
    Some(TrainingNode { tokens: window.tokens, statements, point: false })
}

/// The question, the nodes and, after some of them, the verdict, sometimes followed by the answer.
fn walk(
    teacher: &Teacher<'_>,
    story: &Story,
    asked: &TrainingQuestion,
    nodes: &[TrainingNode],
    rng: &mut Rng,
) -> TrainingExample {
    let v = teacher.vocabulary;
    let mut tokens = prompt::question(v, &asked.question);
    let break_ = v.tokens(prompt::LINE_BREAK);
    let mut ends = Vec::new();
    for node in nodes {
        tokens.extend(&node.tokens);
        tokens.extend(&break_);
        ends.push(tokens.len());
    }
    let mut example = TrainingExample::trunk(tokens);
    stretch(&mut example, &ends, rng);
    flags(teacher, &mut example, asked, nodes, &ends);
    matches(teacher, &mut example, story, asked, nodes, &ends);
    let first: Vec<Option<FirstStatement>> =
        asked.facts.iter().map(|&fact| FirstStatement::first(fact, nodes, &ends)).collect();
    let enough = match asked.answerable {
        true => first.iter().map(|one| one.as_ref().map_or(nodes.len(), |t| t.node)).max(),
        false => None,
    };
    let enough = enough.unwrap_or(nodes.len());
    let (no, yes) =
        (some(0, enough, enough.wrapping_sub(1), rng), some(enough, nodes.len(), enough, rng));
    let weight = (14.0 / (no.len() + yes.len()) as f32).min(6.0);
    let words = [v.tokens(prompt::NO)[0], v.tokens(prompt::YES)[0]];
    let answer_at = *yes.get(rng.below(yes.len())).unwrap_or(&usize::MAX);
    for (n, word) in no.iter().map(|&n| (n, 0)).chain(yes.iter().map(|&n| (n, 1))) {
        let mut branch = prompt::VERDICT.to_vec();
        if n == answer_at {
            branch.extend(prompt::second_turn(v));
        }
        let start = example.branch(ends[n], &branch);
        let row = start + 1;
        let known =
            |one: &Option<FirstStatement>| one.as_ref().filter(|t| t.node <= n).map(|t| t.rows);
        let known: Vec<Option<RowRange>> = first.iter().map(known).collect();
        find(&mut example, row, asked, &known, n >= enough);
        example.targets.push(Target {
            row,
            token: words[word],
            weight,
            part: TargetKind::Verdict,
            depth: 0,
        });
        if n == answer_at {
            conclude(teacher, &mut example, (story, asked), start, &known);
        }
    }
    example
}

/// The first node that states a fact, and the rows of its statement.
struct FirstStatement {
    node: usize,
    rows: RowRange,
}

impl FirstStatement {
    fn first(fact: usize, nodes: &[TrainingNode], ends: &[usize]) -> Option<Self> {
        let node = nodes.iter().position(|node| node.states(fact).is_some())?;
        let (from, to) = nodes[node].states(fact)?.tokens;
        let begin = ends[node] - 1 - nodes[node].tokens.len();
        Some(Self { node, rows: (begin + from, begin + to) })
    }
}

/// Where a verdict should look: at the end of the sufficient statement, or at the known statements
/// about each of several people.
fn find(
    example: &mut TrainingExample,
    row: usize,
    asked: &TrainingQuestion,
    known: &[Option<RowRange>],
    enough: bool,
) {
    let end = |rows: &Option<RowRange>| rows.map_or(NOWHERE, |rows| (rows.1 - 1, rows.1));
    let ends: Vec<RowRange> = match asked.people.len() {
        0 | 1 if enough => known.last().iter().map(|rows| end(rows)).collect(),
        0 | 1 => vec![NOWHERE],
        _ => known.iter().map(end).collect(),
    };
    for (nth, &place) in FOUND.iter().enumerate() {
        match ends.get(nth) {
            Some(&at) => example.look(row, place, at, 1.0),
            // A question over two facts names no person, and the network must find its own way.
            None if asked.people.is_empty() => {}
            None => example.look(row, place, NOWHERE, 0.3),
        }
    }
}

/// Extends the branch that began at `start`, which is the last one, with the answer. The answer is
/// copied from the statement of the fact, or follows from the statements about each person.
fn conclude(
    teacher: &Teacher<'_>,
    example: &mut TrainingExample,
    (story, asked): (&Story, &TrainingQuestion),
    start: usize,
    known: &[Option<RowRange>],
) {
    let from = example.tokens.len() - 1;
    if let Some(compared) = &asked.compared {
        answer(teacher, example, start, compared, TargetKind::Compared);
        return find(example, from, asked, known, true);
    }
    let (Some(&fact), Some(&Some(rows))) = (asked.facts.last(), known.last()) else { return };
    answer(teacher, example, start, &story.facts[fact].value, TargetKind::Answer);
    for row in from..example.tokens.len() {
        SOURCE.iter().for_each(|&place| example.look(row, place, rows, 1.0));
    }
}

/// Extends the branch that began at `start`, which is the last one, with the answer.
fn answer(
    teacher: &Teacher<'_>,
    example: &mut TrainingExample,
    start: usize,
    value: &str,
    part: TargetKind,
) {
    let mut answer = teacher.vocabulary.tokens(&format!(" {value}"));
    answer.push(END);
    let first = example.tokens.len();
    for token in answer {
        example.positions.push(example.positions[example.positions.len() - 1] + 1);
        example.tokens.push(token);
        example.prefix.push(example.prefix[start]);
        example.start.push(start);
    }
    example.want(first, example.tokens.len(), 5.0, part);
}

/// Up to five numbers in `first..end`, including `always`.
fn some(first: usize, end: usize, always: usize, rng: &mut Rng) -> Vec<usize> {
    if first >= end {
        return Vec::new();
    }
    let mut all: Vec<usize> = (first..end).filter(|&n| n != always).collect();
    rng.shuffle(&mut all);
    all.truncate(4);
    all.push(always);
    all
}

/// The similarity of a line to a question.
fn likeness(story: &Story, asked: &TrainingQuestion, line: &LevelLine) -> f64 {
    let fact = &story.facts[line.fact];
    let mut score = 0.0;
    if asked.question.contains(&fact.subject) {
        score += 2.0;
    }
    let asks = |noun: &str| noun == asked.noun || asked.question.contains(&format!(" {noun} "));
    if asks(&fact.noun) {
        score += 1.5;
    }
    score + if line.also.iter().any(|&f| asks(&story.facts[f].noun)) { 0.7 } else { 0.0 }
}

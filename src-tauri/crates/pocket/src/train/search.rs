//! Is it enough, and the answer: nodes as a search visits them, and what it asks after each.

use super::example::{Example, Part, Target};
use super::gaze::{FIELD, FOUND, NOWHERE, SAME, SOURCE};
use super::levels::{self, Line};
use super::lists::stretch;
use super::prompt;
use super::teacher::{CHUNK, Stage, Teacher};
use super::vocabulary::END;
use crate::Rng;
use crate::story::{Question, Story};

/// A visited node and the facts that it states.
struct Node {
    tokens: Vec<u32>,
    states: Vec<usize>,
    /// Whether it is a point.
    point: bool,
}

/// A question and some nodes.
pub(super) fn example(teacher: &Teacher<'_>, stage: &Stage, rng: &mut Rng) -> Option<Example> {
    let count = rng.between(1, stage.nodes);
    let chunks = rng.between(count / 4 + 2, count / 2 + 4);
    let story = teacher.story(chunks, rng);
    let wanted = rng.chance(0.72);
    let open: Vec<&Question> = story.questions.iter().filter(|q| q.answerable == wanted).collect();
    let question = *rng.pick(&open);
    let mut nodes = visited(teacher, &story, question, chunks, count, rng);
    if rng.chance(0.1) && stage.nodes > 5 {
        let node = chunk(teacher, &story, rng);
        nodes.insert(rng.below(nodes.len() + 1), node);
    }
    Some(walk(teacher, &story, question, &nodes, rng))
}

/// Nodes as a search visits them: part of the top level, then the most similar others.
fn visited(
    teacher: &Teacher<'_>,
    story: &Story,
    question: &Question,
    chunks: usize,
    count: usize,
    rng: &mut Rng,
) -> Vec<Node> {
    let second = levels::second(story, chunks, 4);
    let third: Vec<Line> =
        second.chunks(100).flat_map(|l| levels::above(l, &story.facts)).collect();
    let fourth = levels::above(&third, &story.facts);
    let mut lines: Vec<Line> = match rng.below(5) {
        0 | 1 => fourth,
        2 => third.clone(),
        3 => second.clone(),
        _ => Vec::new(),
    };
    while lines.len() * 10 > count * 7 {
        lines.remove(rng.below(lines.len()));
    }
    let mut rest: Vec<(f64, &Line)> = second
        .iter()
        .chain(&third)
        .map(|l| (likeness(story, question, l) + 2.0 * rng.unit(), l))
        .collect();
    rest.sort_by(|a, b| b.0.total_cmp(&a.0));
    if question.answerable && rng.chance(0.9) {
        // The telling line comes soon or late, not always first.
        rest.retain(|(_, l)| !question.facts.contains(&l.fact) || rng.chance(0.1));
    }
    lines.extend(rest.into_iter().map(|(_, l)| l.clone()).take(count - lines.len()));
    if rng.chance(0.9) {
        for &fact in &question.facts {
            let line = Line { fact, also: Vec::new() };
            lines.insert(rng.below(lines.len() + 1), line);
        }
    }
    lines
        .iter()
        .map(|l| Node {
            tokens: prompt::point(teacher.vocabulary, &l.text(&story.facts)),
            states: vec![l.fact],
            point: true,
        })
        .collect()
}

fn chunk(teacher: &Teacher<'_>, story: &Story, rng: &mut Rng) -> Node {
    let (tokens, places) = teacher.vocabulary.places(&story.text);
    let length = rng.between(60, CHUNK).min(tokens.len());
    let first = rng.below(tokens.len() - length + 1);
    let end = first + length;
    let states = levels::told_in(story, places[first].0, places[end - 1].1);
    Node { tokens: tokens[first..end].to_vec(), states, point: false }
}

/// The question, the nodes, and after some of them the verdict, with the answer now and then.
fn walk(
    teacher: &Teacher<'_>,
    story: &Story,
    question: &Question,
    nodes: &[Node],
    rng: &mut Rng,
) -> Example {
    let v = teacher.vocabulary;
    let mut tokens = prompt::question(v, &question.question);
    let break_ = v.tokens(prompt::LINE_BREAK);
    let mut ends = Vec::new();
    for node in nodes {
        tokens.extend(&node.tokens);
        tokens.extend(&break_);
        ends.push(tokens.len());
    }
    let mut example = Example::trunk(tokens);
    stretch(&mut example, &ends, rng);
    flags(teacher, &mut example, question, nodes, &ends);
    matches(teacher, &mut example, story, question, nodes, &ends);
    let enough = (0..nodes.len())
        .find(|&n| {
            question.answerable
                && question.facts.iter().all(|f| nodes[..=n].iter().any(|m| m.states.contains(f)))
        })
        .unwrap_or(nodes.len());
    let (no, yes) =
        (asked(0, enough, enough.wrapping_sub(1), rng), asked(enough, nodes.len(), enough, rng));
    let weight = (14.0 / (no.len() + yes.len()) as f32).min(6.0);
    let words = [v.tokens(prompt::NO)[0], v.tokens(prompt::YES)[0]];
    let answer_at = *yes.get(rng.below(yes.len())).unwrap_or(&usize::MAX);
    for (n, word) in no.iter().map(|&n| (n, 0)).chain(yes.iter().map(|&n| (n, 1))) {
        let mut branch = prompt::VERDICT.to_vec();
        if n == answer_at {
            branch.extend(prompt::second_turn(v));
        }
        let start = example.branch(ends[n], &branch);
        let token = words[word];
        let found = if word == 1 { (ends[enough] - 1, ends[enough]) } else { NOWHERE };
        example.look(start + 1, FOUND, found, 1.0);
        example.targets.push(Target {
            row: start + 1,
            token,
            weight,
            part: Part::Verdict,
            depth: 0,
        });
        if n == answer_at {
            let fact = question.facts[question.facts.len() - 1];
            let teller = nodes.iter().position(|n| n.states.contains(&fact)).unwrap_or(enough);
            let from = example.tokens.len() - 1;
            answer(teacher, &mut example, start, &story.facts[fact].value);
            let rows = (ends[teller] - nodes[teller].tokens.len() - break_.len(), ends[teller]);
            for row in from..example.tokens.len() {
                SOURCE.iter().for_each(|&place| example.look(row, place, rows, 0.5));
            }
        }
    }
    example
}

/// The network should know before its last block, at the end of each node's line, whether
/// that node states what is asked.
fn flags(
    teacher: &Teacher<'_>,
    example: &mut Example,
    question: &Question,
    nodes: &[Node],
    ends: &[usize],
) {
    let words = [prompt::NO, prompt::YES].map(|w| teacher.vocabulary.tokens(w)[0]);
    let hits = nodes.iter().map(|n| n.states.iter().any(|f| question.facts.contains(f)));
    for (hit, end) in hits.zip(ends) {
        let weight = if hit { 3.0 } else { (6.0 / nodes.len() as f32).min(1.5) };
        let token = words[usize::from(hit)];
        example.targets.push(Target { row: end - 1, token, weight, part: Part::Flag, depth: 4 });
    }
}

/// The name in each point should look for the person asked about, its noun for what is asked.
fn matches(
    teacher: &Teacher<'_>,
    example: &mut Example,
    story: &Story,
    question: &Question,
    nodes: &[Node],
    ends: &[usize],
) {
    let Some((name, noun)) = &question.asks else { return };
    let text = format!(" {}", question.question);
    let Some(at) = text.find(name.as_str()) else { return };
    let open = prompt::question_open(teacher.vocabulary);
    let (tokens, places) = teacher.vocabulary.places(&text);
    let token = |byte: usize| open + places.partition_point(|p| p.1 <= byte);
    let person = (token(at), token(at + name.len() - 1) + 1);
    let whole = (open, open + tokens.len());
    for (node, end) in nodes.iter().zip(ends) {
        let Some(fact) = node.states.first().filter(|_| node.point) else { continue };
        let fact = &story.facts[*fact];
        let begin = end - 1 - node.tokens.len();
        let anchors = prompt::anchors(teacher.vocabulary, fact);
        let wanted = [
            (anchors.1, SAME, fact.subject == *name, person),
            (anchors.0, FIELD, fact.noun == *noun, whole),
        ];
        for (row, place, matching, rows) in wanted {
            let (at, weight) = if matching { (rows, 1.0) } else { (NOWHERE, 0.3) };
            example.look(begin + row, place, at, weight);
        }
    }
}

/// Lengthens the branch that began at `start`, and is the last, by the answer.
fn answer(teacher: &Teacher<'_>, example: &mut Example, start: usize, value: &str) {
    let mut answer = teacher.vocabulary.tokens(&format!(" {value}"));
    answer.push(END);
    let first = example.tokens.len();
    for token in answer {
        example.positions.push(example.positions[example.positions.len() - 1] + 1);
        example.tokens.push(token);
        example.prefix.push(example.prefix[start]);
        example.start.push(start);
    }
    example.want(first, example.tokens.len(), 3.0, Part::Answer);
}

/// Up to five numbers in `first..end`, `always` among them.
fn asked(first: usize, end: usize, always: usize, rng: &mut Rng) -> Vec<usize> {
    if first >= end {
        return Vec::new();
    }
    let mut all: Vec<usize> = (first..end).filter(|&n| n != always).collect();
    rng.shuffle(&mut all);
    all.truncate(4);
    all.push(always);
    all
}

/// How much a line has in common with a question.
fn likeness(story: &Story, question: &Question, line: &Line) -> f64 {
    let fact = &story.facts[line.fact];
    let mut score = 0.0;
    if question.question.contains(&fact.subject) {
        score += 2.0;
    }
    let asks = |f: usize| question.question.contains(&format!(" {} ", story.facts[f].noun));
    if asks(line.fact) {
        score += 1.5;
    }
    score + if line.also.iter().any(|&f| asks(f)) { 0.7 } else { 0.0 }
}

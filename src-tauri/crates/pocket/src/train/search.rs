//! Is it enough, and the answer: nodes as a search visits them, and what it asks after each.

use super::chunks::{gist, window_at};
use super::example::{Example, Part, Target};
use super::gaze::{FIELD, FOUND, NOWHERE, SAME, SOURCE, Shun, TOLD};
use super::levels::{self, Line};
use super::lists::stretch;
use super::prompt;
use super::teacher::{CHUNK, Stage, Teacher};
use super::vocabulary::END;
use crate::Rng;
use crate::story::{Fact, Question, Story};

/// A visited node and where it states which facts.
struct Node {
    tokens: Vec<u32>,
    statements: Vec<Statement>,
    /// Whether it is a point.
    point: bool,
}

/// A fact and the node's tokens that state it; those of a point end with its line break.
struct Statement {
    fact: usize,
    tokens: (usize, usize),
}

impl Node {
    fn states(&self, fact: usize) -> Option<&Statement> {
        self.statements.iter().find(|s| s.fact == fact)
    }
}

/// How much it counts that a row of a node looks at a question that has nothing to do with it.
const STRANGE: f32 = 0.02;
/// How many points are visited at most beside chunks.
const BESIDE_CHUNKS: usize = 40;

/// A question and some nodes.
pub(super) fn example(teacher: &Teacher<'_>, stage: &Stage, rng: &mut Rng) -> Option<Example> {
    let raw = if stage.nodes > 5 && rng.chance(0.6) { rng.between(1, 4) } else { 0 };
    let most = if raw > 0 { stage.nodes.min(BESIDE_CHUNKS) } else { stage.nodes };
    let count = rng.between(1, most);
    let chunks = rng.between(count / 4 + 2, count / 2 + 4);
    let story = teacher.story(chunks, rng);
    let wanted = rng.chance(0.72);
    let open: Vec<&Question> = story.questions.iter().filter(|q| q.answerable == wanted).collect();
    let question = *rng.pick(&open);
    let mut nodes = visited(teacher, &story, question, chunks, count, rng);
    for _ in 0..raw {
        let node = chunk(teacher, &story, question, rng)?;
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
        .map(|l| {
            let tokens = prompt::point(teacher.vocabulary, &l.text(&story.facts));
            let whole = (0, tokens.len() + 1);
            let statements = vec![Statement { fact: l.fact, tokens: whole }];
            Node { tokens, statements, point: true }
        })
        .collect()
}

/// A chunk, as a rule one that has to do with the question.
fn chunk(teacher: &Teacher<'_>, story: &Story, question: &Question, rng: &mut Rng) -> Option<Node> {
    let asked = |name: &str| question.asks.as_ref().is_some_and(|(asked, _)| asked == name);
    let near: Vec<&Fact> = match rng.below(10) {
        0..4 => question.facts.iter().map(|&f| &story.facts[f]).collect(),
        4..8 => story.facts.iter().filter(|f| asked(&f.subject)).collect(),
        _ => Vec::new(),
    };
    let at = match near.is_empty() {
        true => rng.below(story.text.len()),
        false => {
            let fact = *rng.pick(&near);
            rng.pick(&fact.told).start
        }
    };
    let length = if rng.chance(0.8) { CHUNK } else { rng.between(60, CHUNK) };
    let at = at.saturating_sub(rng.below(length * 4));
    let window = window_at(teacher.vocabulary, &story.text, at, length, rng)?;
    let tellings = window.tellings(story);
    let statements =
        tellings.iter().map(|t| Statement { fact: t.fact.id, tokens: t.tokens }).collect();
    Some(Node { tokens: window.tokens, statements, point: false })
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
                && question.facts.iter().all(|&f| nodes[..=n].iter().any(|m| m.states(f).is_some()))
        })
        .unwrap_or(nodes.len());
    let (no, yes) =
        (asked(0, enough, enough.wrapping_sub(1), rng), asked(enough, nodes.len(), enough, rng));
    let weight = (14.0 / (no.len() + yes.len()) as f32).min(6.0);
    let words = [v.tokens(prompt::NO)[0], v.tokens(prompt::YES)[0]];
    let begins = |n: usize| ends[n] - 1 - nodes[n].tokens.len();
    // Where what completes the answer stands.
    let told = question.facts.last().filter(|_| enough < nodes.len()).and_then(|&fact| {
        let teller = nodes.iter().position(|n| n.states(fact).is_some())?;
        let (from, to) = nodes[teller].states(fact)?.tokens;
        Some((fact, (begins(teller) + from, begins(teller) + to)))
    });
    let answer_at = *yes.get(rng.below(yes.len())).unwrap_or(&usize::MAX);
    for (n, word) in no.iter().map(|&n| (n, 0)).chain(yes.iter().map(|&n| (n, 1))) {
        let mut branch = prompt::VERDICT.to_vec();
        if n == answer_at {
            branch.extend(prompt::second_turn(v));
        }
        let start = example.branch(ends[n], &branch);
        let token = words[word];
        let found = told.filter(|_| word == 1).map_or(NOWHERE, |(_, rows)| (rows.1 - 1, rows.1));
        example.look(start + 1, FOUND, found, 1.0);
        example.targets.push(Target {
            row: start + 1,
            token,
            weight,
            part: Part::Verdict,
            depth: 0,
        });
        if let Some((fact, rows)) = told.filter(|_| n == answer_at) {
            let from = example.tokens.len() - 1;
            answer(teacher, &mut example, start, &story.facts[fact].value);
            for row in from..example.tokens.len() {
                SOURCE.iter().for_each(|&place| example.look(row, place, rows, 1.0));
            }
        }
    }
    example
}

/// The network should know before its last block, at the end of each statement, whether it is
/// what is asked.
fn flags(
    teacher: &Teacher<'_>,
    example: &mut Example,
    question: &Question,
    nodes: &[Node],
    ends: &[usize],
) {
    let words = [prompt::NO, prompt::YES].map(|w| teacher.vocabulary.tokens(w)[0]);
    let count: usize = nodes.iter().map(|n| n.statements.len()).sum();
    for (node, end) in nodes.iter().zip(ends) {
        let begin = end - 1 - node.tokens.len();
        for statement in &node.statements {
            let hit = question.facts.contains(&statement.fact);
            let weight = if hit { 3.0 } else { (6.0 / count as f32).min(1.5) };
            let row = begin + statement.tokens.1 - 1;
            let token = words[usize::from(hit)];
            let depth = if node.point { 4 } else { 5 };
            example.targets.push(Target { row, token, weight, part: Part::Flag, depth });
        }
    }
}

/// The name in each point should look for the person asked about, its noun for what is asked; the
/// end of a telling in a chunk for both.
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
        let begin = end - 1 - node.tokens.len();
        let near = |s: &Statement| {
            let fact = &story.facts[s.fact];
            fact.subject == *name || fact.noun == *noun
        };
        if !node.statements.iter().any(near) {
            example.shuns.push(Shun { rows: (begin, *end), at: whole, weight: STRANGE });
        }
        for statement in &node.statements {
            let fact = &story.facts[statement.fact];
            let (same, field) = (fact.subject == *name, fact.noun == *noun);
            let mut wanted = |row: usize, place, matching: bool, rows| {
                let (at, weight) = if matching { (rows, 1.0) } else { (NOWHERE, 0.3) };
                example.look(begin + row, place, at, weight);
            };
            if node.point {
                let anchors = prompt::anchors(teacher.vocabulary, fact);
                wanted(anchors.1, SAME, same, person);
                wanted(anchors.0, FIELD, field, whole);
            } else {
                let stop = statement.tokens.1 - 1;
                wanted(stop, TOLD, same && field, whole);
                gist(
                    teacher.vocabulary,
                    example,
                    (begin + statement.tokens.0, begin + statement.tokens.1),
                    fact,
                );
            }
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
    example.want(first, example.tokens.len(), 5.0, Part::Answer);
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

//! What the rows of visited nodes should know about the question: whether a statement answers it,
//! and which of its words are asked for.

use story::Story;

use super::asked::TrainingQuestion;
use super::attention_supervision::{FIELD, NOWHERE, RowRange, SAME, Shun, TOLD, VALUE};
use super::chunks::gist;
use super::example::TrainingExample;
use super::node::{FactStatement, TrainingNode};
use super::prompt;
use super::target::{Target, TargetKind};
use super::teacher::Teacher;

/// The weight of a target that a row of a node not look at an unrelated question.
const STRANGE: f32 = 0.02;

/// At the end of each statement, the network should know before its last block whether the
/// statement is what is asked.
pub(super) fn flags(
    teacher: &Teacher<'_>,
    example: &mut TrainingExample,
    asked: &TrainingQuestion,
    nodes: &[TrainingNode],
    ends: &[usize],
) {
    let words = [prompt::NO, prompt::YES].map(|w| teacher.vocabulary.tokens(w)[0]);
    let count: usize = nodes.iter().map(|n| n.statements.len()).sum();
    for (node, end) in nodes.iter().zip(ends) {
        let begin = end - 1 - node.tokens.len();
        for statement in &node.statements {
            let hit = asked.facts.contains(&statement.fact);
            let weight = if hit { 3.0 } else { (6.0 / count as f32).min(1.5) };
            let row = begin + statement.tokens.1 - 1;
            let token = words[usize::from(hit)];
            let depth = if node.point { 4 } else { 5 };
            example.targets.push(Target { row, token, weight, part: TargetKind::Flag, depth });
        }
    }
}

/// The name in each point should look for the person asked about, its noun for the relation, its
/// value for the one that is counted; the end of a telling in a chunk should look for person and
/// noun.
pub(super) fn matches(
    teacher: &Teacher<'_>,
    example: &mut TrainingExample,
    story: &Story,
    asked: &TrainingQuestion,
    nodes: &[TrainingNode],
    ends: &[usize],
) {
    let Some(question) = QuestionRows::of(teacher, asked) else { return };
    for (node, end) in nodes.iter().zip(ends) {
        let begin = end - 1 - node.tokens.len();
        let near = |s: &FactStatement| {
            let fact = &story.facts[s.fact];
            asked.names(&fact.subject) || fact.noun == asked.noun
        };
        if !node.statements.iter().any(near) {
            let (rows, at) = ((begin, *end), question.whole);
            example.shuns.push(Shun { rows, at, weight: STRANGE });
        }
        for statement in &node.statements {
            let fact = &story.facts[statement.fact];
            let person = asked.people.iter().position(|name| *name == fact.subject);
            let field = fact.noun == asked.noun;
            let mut wanted = |row: usize, place, at: Option<RowRange>| {
                let (at, weight) = at.map_or((NOWHERE, 0.3), |at| (at, 1.0));
                example.look(begin + row, place, at, weight);
            };
            if node.point {
                let anchors = prompt::anchors(teacher.vocabulary, fact);
                wanted(anchors.1, SAME, person.map(|nth| question.people[nth]));
                wanted(anchors.0, FIELD, field.then_some(question.whole));
                if let Some((value, rows)) = asked.counted.as_ref().zip(question.counted) {
                    let same = field && fact.value == *value;
                    let row = prompt::value_end(teacher.vocabulary, fact);
                    wanted(row, VALUE, same.then_some(rows));
                }
            } else {
                let stop = statement.tokens.1 - 1;
                wanted(stop, TOLD, (person.is_some() && field).then_some(question.whole));
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

/// The rows of a question's words in its prompt.
struct QuestionRows {
    whole: RowRange,
    people: Vec<RowRange>,
    counted: Option<RowRange>,
}

impl QuestionRows {
    /// Returns `None` for a question that does not name its people.
    fn of(teacher: &Teacher<'_>, asked: &TrainingQuestion) -> Option<Self> {
        let text = format!(" {}", asked.question);
        let open = prompt::question_open(teacher.vocabulary);
        let (tokens, places) = teacher.vocabulary.places(&text);
        let token = |byte: usize| open + places.partition_point(|place| place.1 <= byte);
        let rows = |at: usize, word: &str| (token(at), token(at + word.len() - 1) + 1);
        let people = asked.people.iter();
        let people: Option<Vec<RowRange>> =
            people.map(|name| text.find(name.as_str()).map(|at| rows(at, name))).collect();
        let people = people.filter(|people| !people.is_empty())?;
        let value = asked.counted.as_deref();
        let counted = value.and_then(|value| text.rfind(value).map(|at| rows(at, value)));
        Some(Self { whole: (open, open + tokens.len()), people, counted })
    }
}

//! The app's prompts as tokens, laid out by the app's chat template.

use super::special_tokens::{ASSISTANT, BOS, END, USER};
use super::vocabulary::BpeVocabulary;
pub use hwdag::prompts::{ANSWER, BULLET_MARK, LINE_BREAK, NO, YES};
use hwdag::prompts::{SUFFICIENT_INFORMATION, SUFFICIENT_OPEN, SUMMARIZE_CLOSE, SUMMARIZE_OPEN};
use story::StoryFact;

/// The chat template that the model carries.
pub const TEMPLATE: &str = "{{ bos_token }}{% for m in messages %}\
    {% if m.role == 'assistant' %}<|assistant|>{% else %}<|user|>{% endif %}\
    {{ m.content }}<|end|>{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}";

/// The tokens of a prompt that asks for points of some segments.
pub fn summarize(v: &BpeVocabulary, segments: &[Vec<u32>]) -> Vec<u32> {
    let mut tokens = vec![BOS, USER];
    tokens.extend(v.tokens(SUMMARIZE_OPEN));
    let line_break = v.tokens(LINE_BREAK);
    for segment in segments {
        tokens.extend(segment);
        tokens.extend(&line_break);
    }
    tokens.extend(v.tokens(SUMMARIZE_CLOSE));
    tokens.extend([END, ASSISTANT]);
    tokens
}

/// The number of tokens before the first segment.
pub fn summarize_open(v: &BpeVocabulary) -> usize {
    2 + v.tokens(SUMMARIZE_OPEN).len()
}

/// The tokens of a point, without its line break.
pub fn point(v: &BpeVocabulary, text: &str) -> Vec<u32> {
    let mut tokens = v.tokens(BULLET_MARK);
    tokens.extend(v.tokens(&format!(" {text}")));
    tokens
}

/// The token of a point that names the relation, and the last token of the person's name.
pub fn anchors(v: &BpeVocabulary, fact: &StoryFact) -> (usize, usize) {
    let person = fact.text.split(" is ").next().unwrap_or_default();
    let noun = person.split(" of ").next().unwrap_or_default();
    (point(v, noun).len() - 1, point(v, person).len() - 1)
}

/// The last token of the value in a point.
pub fn value_end(v: &BpeVocabulary, fact: &StoryFact) -> usize {
    point(v, fact.text.trim_end_matches('.')).len() - 1
}

/// The tokens of a list of points.
pub fn list(v: &BpeVocabulary, points: &[String]) -> Vec<u32> {
    let line_break = v.tokens(LINE_BREAK);
    points.iter().flat_map(|p| [point(v, p), line_break.clone()].concat()).collect()
}

/// The number of tokens before the question.
pub fn question_open(v: &BpeVocabulary) -> usize {
    2 + v.tokens(SUFFICIENT_OPEN).len()
}

/// The tokens of a question before the nodes.
pub fn question(v: &BpeVocabulary, question: &str) -> Vec<u32> {
    let mut tokens = vec![BOS, USER];
    for piece in [SUFFICIENT_OPEN, &format!(" {question}"), SUFFICIENT_INFORMATION] {
        tokens.extend(v.tokens(piece));
    }
    tokens
}

/// The tokens between the nodes and the verdict on whether they suffice.
pub const VERDICT: [u32; 2] = [END, ASSISTANT];

/// The tokens from the word Yes to the beginning of the answer.
pub fn second_turn(v: &BpeVocabulary) -> Vec<u32> {
    let mut tokens = v.tokens(YES);
    tokens.extend([END, USER]);
    tokens.extend(v.tokens(ANSWER));
    tokens.extend([END, ASSISTANT]);
    tokens
}

//! The condition that a list question sets, and the sentences that meet it. A sentence must state it in one clause: the
//! question's verb, with the right subject, and everything else that the question names with the same prepositions.

use entities::Entities;
use hwdag::grounding::{SourceWords, is_content};

use crate::ask::name_questions::clause::Clause;
use crate::ask::name_questions::condition_part::{ConditionPart, fits};
use crate::ask::name_questions::irregular_verbs::{is_past_form, plain_form};
use crate::ask::name_questions::word_classes::{BE, HAVE, JOINS, PARTICLES};
use crate::entities::assertions::{is_possessive, states};
use crate::entities::lookup::KnownNames;
use crate::entities::sentence_tokens::{Token, tokens};

/// The condition that listed entities must meet.
pub(crate) struct ListCondition {
    /// The entities that the question names.
    pub names: Vec<usize>,
    head: Head,
    /// The named entities that act: "Mira" in "did Mira meet".
    actors: Vec<usize>,
    /// What belongs to the verb.
    parts: Vec<ConditionPart>,
    /// The preposition with which the question ends: "did Mira live with".
    by: Option<String>,
    /// All words of the question.
    asked: SourceWords,
    words: Vec<String>,
}

/// The verb of a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Head {
    /// "Are millers", "are in Norwich".
    Be,
    /// "Have a dog".
    Have,
    /// Any other verb: "live", or, if passive, "were met".
    Verb { word: String, particle: Option<String>, is_passive: bool },
    /// A question of a form for which there is no rule.
    Unknown,
}

impl ListCondition {
    pub fn new(entities: &Entities, said: &str) -> Self {
        let known = KnownNames::new(entities);
        let asked = asked_tokens(said, &known);
        let is_owned = |at: usize| at > 0 && asked[at - 1].is_of(&["his", "her", "their", "its"]);
        let counts = |at: usize| {
            let token = &asked[at];
            let is_own = token.is_of(&["own"]) && !is_owned(at);
            let is_word = token.text.starts_with(char::is_alphanumeric);
            token.name.is_none() && is_word && (is_content(&token.text) || is_own)
        };
        let content: Vec<usize> = (0..asked.len()).filter(|&at| counts(at)).collect();
        let first = content.iter().copied().find(|&at| !asked[at].is_adverb());
        let names: Vec<usize> = asked.iter().filter_map(|token| token.name).collect();
        let before = &asked[..first.unwrap_or(asked.len())];
        let mut actors: Vec<usize> = match first {
            Some(_) => before.iter().filter_map(|token| token.name).collect(),
            None => Vec::new(),
        };
        let head = head(&asked, first, &actors);
        let is_head = |at: usize| matches!(head, Head::Verb { .. }) && Some(at) == first;
        let start =
            if matches!(head, Head::Verb { .. }) { first.map_or(0, |at| at + 1) } else { 0 };
        let parts = (0..asked.len()).filter(|&at| {
            content.contains(&at) && !is_head(at) || at >= start && asked[at].name.is_some()
        });
        let mut parts: Vec<ConditionPart> =
            parts.map(|at| ConditionPart::new(&asked, start, at)).collect();
        if matches!(head, Head::Verb { is_passive: true, .. }) {
            // "Were met by Mira".
            let agents = parts.extract_if(.., |part| part.preposition.as_deref() == Some("by"));
            actors.extend(agents.filter_map(|agent| agent.name));
        }
        let last = asked.last().filter(|last| last.is_preposition());
        let words = content.iter().map(|&at| asked[at].text.clone()).collect();
        Self {
            names,
            head,
            actors,
            parts,
            by: last.map(|last| last.text.clone()),
            asked: SourceWords::new([said]),
            words,
        }
    }

    /// Returns whether every name of the text meets it.
    pub fn is_nothing(&self) -> bool {
        self.names.is_empty() && self.words.is_empty()
    }

    /// Returns the entities that meet it according to a sentence.
    pub fn met_in(&self, sentence: &[Token]) -> Vec<usize> {
        let texts = sentence.iter().map(|token| plain_form(&token.text));
        let all = SourceWords::new(texts);
        let mut found = Vec::new();
        if !self.words.iter().all(|word| all.has(plain_form(word))) {
            return found;
        }
        for verb in 0..sentence.len() {
            for entity in self.met_at(Clause { tokens: sentence, verb }) {
                if !found.contains(&entity) {
                    found.push(entity);
                }
            }
        }
        found
    }

    /// Returns the entities that meet it according to the clause with this verb.
    fn met_at(&self, clause: Clause<'_>) -> Vec<usize> {
        let Clause { tokens, verb } = clause;
        let is_state = matches!(self.head, Head::Be | Head::Have);
        let is_verb = self.is_verb(clause) && states(tokens, verb, &self.asked);
        if !is_verb || !self.parts.iter().all(|part| part.is_in(clause, is_state)) {
            return Vec::new();
        }
        let Head::Verb { is_passive, .. } = self.head else {
            let mut found = clause.subjects();
            if tokens[verb].is_mark() {
                found.drain(..found.len().saturating_sub(1));
            }
            return found;
        };
        let is_done = clause.is_passive();
        let acting = || if is_done { clause.agents() } else { clause.subjects() };
        let done_to = || match is_done {
            true => clause.subjects(),
            false => clause.objects(self.by.as_deref()),
        };
        if self.actors.is_empty() {
            return if is_passive { done_to() } else { acting() };
        }
        let acts = acting();
        match self.actors.iter().all(|actor| acts.contains(actor)) {
            true => done_to(),
            false => Vec::new(),
        }
    }

    /// Returns whether the clause has the verb of the condition.
    fn is_verb(&self, Clause { tokens, verb }: Clause<'_>) -> bool {
        let token = &tokens[verb];
        let next = tokens.get(verb + 1);
        match &self.head {
            Head::Be => token.is_of(&BE) || is_apposition(tokens, verb),
            Head::Have => token.is_of(&HAVE) && !next.is_some_and(|next| next.is_of(&["to"])),
            Head::Verb { word, particle, .. } => {
                let other = next.filter(|next| next.is_of(&PARTICLES));
                let is_other = other.is_some_and(|other| Some(&other.text) != particle.as_ref());
                fits(token, word) && !is_other && !is_possessive(tokens, verb)
            }
            Head::Unknown => false,
        }
    }
}

/// Returns the verb of a question. `first` is the number of its first word with content.
fn head(asked: &[Token], first: Option<usize>, actors: &[usize]) -> Head {
    let before = &asked[..first.unwrap_or(asked.len())];
    let is = |forms: &[&str]| before.iter().rposition(|token| token.is_of(forms));
    let is_described = |from: usize| before[from..].iter().any(Token::is_determiner);
    let form = first.map_or("", |at| asked[at].text.as_str());
    let (be, have) = (is(&BE), is(&HAVE));
    let head = match (be, have, first) {
        (Some(be), _, Some(_)) if is_past_form(form) && !is_described(be) => {
            verb(asked, first, true)
        }
        (Some(be), _, Some(_)) if form.ends_with("ing") && !is_described(be) => {
            verb(asked, first, false)
        }
        (Some(_), _, _) => Head::Be,
        (None, Some(have), Some(_)) if is_past_form(form) && !is_described(have) => {
            verb(asked, first, false)
        }
        (None, Some(_), _) => Head::Have,
        // "People with red hair".
        (None, None, Some(_)) if !before.iter().any(Token::is_preposition) => {
            verb(asked, first, false)
        }
        (None, None, _) => Head::Be,
    };
    let owns = (0..before.len()).any(|at| asked[at].name.is_some() && is_possessive(asked, at));
    let is_act = matches!(head, Head::Verb { is_passive: false, .. });
    if !actors.is_empty() && (!is_act || owns) { Head::Unknown } else { head }
}

fn verb(asked: &[Token], first: Option<usize>, is_passive: bool) -> Head {
    let Some(at) = first else { return Head::Unknown };
    let particle = asked.get(at + 1).filter(|next| next.is_of(&PARTICLES));
    Head::Verb {
        word: asked[at].text.clone(),
        particle: particle.map(|particle| particle.text.clone()),
        is_passive,
    }
}

/// Returns the tokens of what a question says, with the names that the text knows.
fn asked_tokens(said: &str, known: &KnownNames) -> Vec<Token> {
    let (mut found, mut rest) = (Vec::new(), said);
    while !rest.is_empty() {
        if let Some((entity, after)) = known.at_start(rest).filter(|_| begins_word(said, rest)) {
            found.push(Token::name(entity));
            rest = after;
            continue;
        }
        let skipped = rest.find(|c: char| c.is_whitespace()).unwrap_or(rest.len()).max(1);
        let end = rest.ceil_char_boundary(skipped);
        found.extend(tokens(&rest[..end]));
        rest = rest[end..].trim_start();
    }
    found
}

/// Returns whether a rest of a text begins at the beginning of a word.
fn begins_word(text: &str, rest: &str) -> bool {
    let before = text[..text.len() - rest.len()].chars().next_back();
    rest.starts_with(char::is_alphanumeric) && !before.is_some_and(char::is_alphanumeric)
}

/// Returns whether a comma stands for "is": "Ann, the miller, lived".
fn is_apposition(tokens: &[Token], comma: usize) -> bool {
    let is_named = comma > 0 && tokens[comma - 1].name.is_some();
    let begins = tokens.get(comma + 1).is_some_and(Token::is_determiner);
    if !(tokens[comma].is_of(&[","]) && is_named && begins) {
        return false;
    }
    let end = tokens[comma + 1..].iter().position(|token| token.is_of(&JOINS) || token.is_verb());
    let end = end.map(|end| comma + 1 + end);
    let goes_on = |end: usize| tokens.get(end + 1).is_some_and(|next| next.is_of(&JOINS));
    end.is_none_or(|end| tokens[end].is_of(&[","]) && !goes_on(end))
}

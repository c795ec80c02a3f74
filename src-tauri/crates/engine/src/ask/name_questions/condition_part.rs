//! What belongs to the verb of a list question, and whether a clause has it.

use hwdag::grounding::SourceWords;

use crate::ask::name_questions::clause::Clause;
use crate::ask::name_questions::irregular_verbs::plain_form;
use crate::ask::name_questions::word_classes::{JOINS, are_alike};
use crate::entities::assertions::{denies, is_possessive};
use crate::entities::sentence_tokens::{POSSESSIVE, Token};

/// A word or name that belongs to the verb, with the preposition before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ConditionPart {
    /// The word; empty for a name.
    word: String,
    pub name: Option<usize>,
    pub preposition: Option<String>,
    is_possessive: bool,
    /// Whether it may stand anywhere: "now".
    is_adverb: bool,
}

impl ConditionPart {
    /// Makes a part of the condition of a word or name of the question. `start` is the number of the first word after
    /// the verb.
    pub fn new(asked: &[Token], start: usize, at: usize) -> Self {
        let token = &asked[at];
        let before = asked[start.min(at)..at].iter().rfind(|token| token.is_preposition());
        Self {
            word: token.text.clone(),
            name: token.name,
            preposition: before.map(|before| before.text.clone()),
            is_possessive: is_possessive(asked, at),
            is_adverb: token.is_adverb() || at < start,
        }
    }

    /// Returns whether the clause has it. `is_state` says that the verb is "to be" or "to have".
    pub fn is_in(&self, clause: Clause<'_>, is_state: bool) -> bool {
        let Clause { tokens, verb } = clause;
        let is_it = |&at: &usize| {
            let is_it = match self.name {
                Some(name) => tokens[at].name == Some(name),
                None => fits(&tokens[at], &self.word),
            };
            at != verb && is_it && self.is_possessive == is_possessive(tokens, at)
        };
        let mut places = (0..tokens.len()).filter(is_it);
        places.any(|at| match at > verb {
            _ if self.is_adverb => true,
            true => self.follows(clause, at, is_state),
            false => self.precedes(clause, at),
        })
    }

    /// Returns whether it belongs to the verb before it.
    fn follows(&self, Clause { tokens, verb }: Clause<'_>, at: usize, is_state: bool) -> bool {
        let between = &tokens[verb + 1..at];
        let is_open = |token: &Token| {
            token.begins_clause() || denies(&token.text) || token.is_of(&["or", "almost", "nearly"])
        };
        let next_opens = tokens.get(at + 1).is_some_and(|next| next.is_of(&["or"]));
        if between.iter().any(is_open) || next_opens {
            return false;
        }
        let last = between.iter().rposition(Token::is_preposition);
        let preposition = last.map(|last| between[last].text.as_str());
        if !are_alike(preposition, self.preposition.as_deref()) {
            return false;
        }
        let acts = |pair: &[Token]| {
            let describes = pair[0].is_determiner() || pair[0].is_preposition();
            (pair[1].is_verb() || pair[1].text.ends_with("ing")) && !describes
        };
        if is_state && tokens[verb..at].windows(2).any(acts) {
            return false;
        }
        self.is_in_reach(tokens, (verb, at))
    }

    /// Returns whether no other noun phrase stands between it and the verb, preposition, comma or "and"
    /// before it.
    fn is_in_reach(&self, tokens: &[Token], (verb, at): (usize, usize)) -> bool {
        let between = &tokens[verb + 1..at];
        let is_plain = |token: &&Token| {
            !(token.is_preposition() || token.is_determiner() || token.name.is_some())
                && token.text != POSSESSIVE
        };
        let names = |rest: &[Token]| rest.iter().any(|token| token.name.is_some());
        let owns = |rest: &[Token]| rest.iter().any(|token| token.text == POSSESSIVE);
        if let Some(join) = between.iter().rposition(|token| token.is_of(&JOINS)) {
            let (before, rest) = (&between[..join], &between[join + 1..]);
            let before = before.iter().rfind(|token| !token.is_of(&JOINS));
            let is_list = !rest.is_empty() || before.is_some_and(|before| before.name.is_some());
            let acts = tokens.get(at + 1).is_some_and(Token::is_verb);
            let is_word = self.name.is_none();
            let most = usize::from(is_word);
            return (is_word || is_list && !acts)
                && rest.iter().filter(is_plain).count() <= most
                && (!names(rest) || owns(rest));
        }
        let Some(last) = between.iter().rposition(Token::is_preposition) else {
            return self.name.is_none() || !names(between) || owns(between);
        };
        let rest = &between[last + 1..];
        // "Went to see Norwich."
        let is_verb = between[last].is_of(&["to"])
            && rest.first().is_some_and(|next| !next.is_determiner() && next.name.is_none());
        !is_verb && (self.name.is_none() || rest.iter().filter(is_plain).count() <= 1)
    }

    /// Returns whether it belongs to the verb after it: "In Norwich lives Ann", "the book that Ann wrote".
    fn precedes(&self, clause: Clause<'_>, at: usize) -> bool {
        let tokens = clause.tokens;
        let between = &tokens[at + 1..clause.verb];
        let described = tokens[..at].iter().rposition(|token| !token.may_describe());
        let before = described.map(|before| &tokens[before]).filter(|one| one.is_preposition());
        let preposition = before.map(|before| before.text.as_str());
        if !are_alike(preposition, self.preposition.as_deref()) {
            return false;
        }
        let ends = |token: &Token| token.begins_clause() || token.is_of(&["and", "or"]);
        if self.preposition.is_some() {
            let start = tokens[..at].iter().rposition(Token::begins_clause).map_or(0, |at| at + 1);
            let acts = |token: &Token| token.is_verb();
            let rest = &tokens[at + 1..clause.verb_start().max(at + 1)];
            return !between.iter().any(ends) && !tokens[start..at].iter().chain(rest).any(acts);
        }
        let rest = between.iter().position(|token| !token.may_describe()).unwrap_or(between.len());
        if clause.is_passive() && (at + 1..=at + 1 + rest).contains(&clause.verb_start()) {
            return true;
        }
        let is_relative =
            between.get(rest).is_some_and(|next| next.is_of(&["that", "which", "whom"]));
        is_relative && !between[rest + 1..].iter().any(ends)
    }
}

/// Returns whether a word is a form of another one.
pub(crate) fn fits(token: &Token, word: &str) -> bool {
    token.name.is_none() && SourceWords::new([plain_form(&token.text)]).has(plain_form(word))
}

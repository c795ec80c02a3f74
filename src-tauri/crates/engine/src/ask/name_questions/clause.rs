//! The parts of a sentence around a verb: who does it, and to whom it is done. Only the order of English words decides.
//! What it leaves open counts as not found.

use crate::ask::name_questions::word_classes::{BE, JOINS};
use crate::entities::assertions::is_possessive;
use crate::entities::sentence_tokens::Token;

/// The maximum number of words between a verb and the name of its object: "met me at the station, where Tom" is not
/// about Tom.
const REACH_OF_VERB: usize = 3;
/// Words with which an insertion after a name begins: "Ann, the miller's daughter, lived".
#[rustfmt::skip]
const INSERTED: [&str; 12] = [
    "aged", "born", "called", "formerly", "named", "now", "once", "then", "who", "whom", "whose", "which",
];
/// Pronouns that are the subject of a verb.
const SUBJECTS: [&str; 7] = ["he", "i", "it", "she", "they", "we", "you"];
/// Words before "but" that make an exception of what follows.
const ALL: [&str; 8] =
    ["all", "anyone", "everybody", "everyone", "nobody", "none", "nothing", "one"];

/// A sentence, seen from one of its words.
#[derive(Clone, Copy)]
pub(crate) struct Clause<'a> {
    pub tokens: &'a [Token],
    /// The number of the verb, or of the comma in its place in "Ann, the miller".
    pub verb: usize,
}

impl Clause<'_> {
    /// Returns whether something is done to the subject: "was met".
    pub fn is_passive(self) -> bool {
        let before = self.tokens[..self.verb].iter().rposition(|token| !token.is_adverb());
        let is_of_be = before.is_some_and(|at| self.tokens[at].is_of(&BE));
        is_of_be && !self.tokens[self.verb].text.ends_with("ing")
    }

    /// Returns the entities that are the subject of the verb.
    pub fn subjects(self) -> Vec<usize> {
        let before = match self.subject_end() {
            Some(at) => self.group_until(at),
            None => Vec::new(),
        };
        if before.is_empty() { self.inverted_subjects() } else { before }
    }

    /// Returns those whom the verb is done to, named after it. `by` is the preposition before them, if they need one.
    pub fn objects(self, by: Option<&str>) -> Vec<usize> {
        let mut first = self.verb + 1;
        if let Some(by) = by {
            let reach = self.tokens.iter().skip(first).take(REACH_OF_VERB);
            match reach.take_while(|token| !token.begins_clause()).position(|one| one.is_of(&[by]))
            {
                Some(at) => first += at + 1,
                None => return Vec::new(),
            }
        }
        self.group_from(first)
    }

    /// Returns those by whom the verb is done, named after it: "was met by Ann".
    pub fn agents(self) -> Vec<usize> {
        self.objects(Some("by"))
    }

    /// Returns the number of the first of the words that make up the verb.
    pub fn verb_start(self) -> usize {
        let belongs = |token: &Token| {
            token.is_auxiliary() || token.is_adverb() || token.text.ends_with("n't")
        };
        let before = self.tokens[..self.verb].iter().rposition(|token| !belongs(token));
        before.map_or(0, |at| at + 1)
    }

    /// Returns the number of the name that the verb follows.
    fn subject_end(self) -> Option<usize> {
        let last = self.verb_start().checked_sub(1)?;
        let token = &self.tokens[last];
        if token.name.is_some() {
            return Some(last);
        }
        if token.is_of(&["who", "that", "which"]) {
            let before = last.checked_sub(1)?;
            let comma = usize::from(self.tokens[before].is_of(&[","]));
            let before = before.checked_sub(comma)?;
            return self.tokens[before].name.map(|_| before);
        }
        if token.is_of(&[","]) {
            return self.before_insertion(last);
        }
        token.is_of(&["and", "but"]).then(|| self.shared_subject(last)).flatten()
    }

    /// Returns the number of the name before an insertion that ends with this comma: "Ann, who is old, lived".
    fn before_insertion(self, close: usize) -> Option<usize> {
        let tokens = self.tokens;
        let inside = |at: usize| {
            let token = &tokens[at];
            token.is_determiner() || token.is_preposition() || token.is_of(&INSERTED)
        };
        let begins = |at: usize| {
            let opens = tokens[at].is_of(&[","]) && at + 1 < close;
            opens && at > 0 && tokens[at - 1].name.is_some() && inside(at + 1)
        };
        let parts = |at: usize| tokens[at].is_mark() && !tokens[at].is_of(&[","]);
        let open = (0..close).rev().take_while(|&at| !parts(at)).find(|&at| begins(at))?;
        open.checked_sub(1)
    }

    /// Returns the number of the name that is also the subject of the verb before an "and": "Ann came and lived".
    fn shared_subject(self, and: usize) -> Option<usize> {
        let tokens = self.tokens;
        let start = tokens[..and].iter().rposition(Token::begins_clause).map_or(0, |at| at + 1);
        if tokens[start..and].iter().any(|token| token.is_of(&SUBJECTS)) {
            return None;
        }
        let verb_of = |name: usize| {
            let next = (name + 1..and).find(|&at| !tokens[at].is_adverb())?;
            let is_present = next == name + 1
                && tokens[next].text.ends_with('s')
                && !is_possessive(tokens, name);
            (is_present || tokens[next].is_verb()).then_some(next)
        };
        let named = (start..and).rev().filter(|&at| tokens[at].name.is_some());
        let (name, verb) = named.filter_map(|at| Some((at, verb_of(at)?))).next()?;
        // A verb in between that follows a noun has another subject: "Ann came, the miller wept and lived".
        let is_of_other = |at: usize| {
            let before = &tokens[at - 1];
            tokens[at].is_verb()
                && !(before.is_of(&JOINS)
                    || before.is_auxiliary()
                    || before.is_adverb()
                    || before.is_determiner()
                    || before.is_preposition())
        };
        (!(verb + 1..and).any(is_of_other)).then_some(name)
    }

    /// Returns the entities of the names that are listed up to this one, if they are a subject.
    fn group_until(self, last: usize) -> Vec<usize> {
        let tokens = self.tokens;
        let mut first = last;
        while let Some(before) = self.joined_before(first) {
            first = before;
        }
        // "In Norwich, Ann lived."
        let is_pair = first + 2 == last && tokens[first + 1].is_of(&[","]);
        if is_pair && self.depends(first) {
            first = last;
        }
        if self.depends(first) || is_possessive(tokens, last) {
            return Vec::new();
        }
        each_once(&tokens[first..=last])
    }

    /// Returns whether a name depends on a word before it: "the friend of Ann", "Tom or Ann", "all but Ann".
    fn depends(self, name: usize) -> bool {
        let tokens = self.tokens;
        let before = tokens[..name].iter().rposition(|token| !token.may_describe());
        let Some(before) = before else { return false };
        let word = &tokens[before];
        if word.is_of(&["but"]) {
            return before > 0 && tokens[before - 1].is_of(&ALL);
        }
        if !word.is_preposition() {
            return word.is_of(&["or", "nor"]);
        }
        // "In spring Tom lived."
        let begins = |at: usize| tokens[at].begins_clause() || tokens[at].is_of(&JOINS);
        let is_first = before.checked_sub(1).is_none_or(begins);
        let is_noun = |token: &Token| !token.is_determiner() && !token.is_adverb();
        !(is_first && tokens[before + 1..name].iter().any(is_noun))
    }

    fn joined_before(self, at: usize) -> Option<usize> {
        let joins = self.tokens[..at].iter().rev().take_while(|token| token.is_of(&JOINS)).count();
        let before = at.checked_sub(joins + 1)?;
        ((1..=2).contains(&joins) && self.tokens[before].name.is_some()).then_some(before)
    }

    /// Returns the entities of the names that are listed from here on, after words that describe the first one.
    fn group_from(self, first: usize) -> Vec<usize> {
        let tokens = self.tokens;
        let rest = tokens.iter().skip(first).take(REACH_OF_VERB);
        let described = rest.take_while(|token| token.may_describe()).count();
        let first = first + described;
        if tokens.get(first).is_none_or(|token| token.name.is_none()) {
            return Vec::new();
        }
        let mut last = first;
        while let Some(next) = self.joined_after(last) {
            last = next;
        }
        let is_open = tokens.get(last + 1).is_some_and(|next| next.is_of(&["or"]));
        if is_open || is_possessive(tokens, last) {
            return Vec::new();
        }
        each_once(&tokens[first..=last])
    }

    fn joined_after(self, at: usize) -> Option<usize> {
        let tokens = self.tokens;
        let joins = tokens.iter().skip(at + 1).take_while(|token| token.is_of(&JOINS)).count();
        let next = at + joins + 1;
        let is_name = (1..=2).contains(&joins) && tokens.get(next)?.name.is_some();
        // "Met Ann, and Tom left."
        let acts = |token: &Token| token.is_verb() || token.is_auxiliary();
        let begins_clause = tokens.get(next + 1).is_some_and(acts);
        (is_name && !begins_clause).then_some(next)
    }

    /// Returns the subjects after the verb: "In Norwich lives Ann", "“Yes,” said Ann".
    fn inverted_subjects(self) -> Vec<usize> {
        let (tokens, verb) = (self.tokens, self.verb_start());
        let start = tokens[..verb].iter().rposition(Token::begins_clause).map_or(0, |at| at + 1);
        let before = &tokens[start..verb];
        let is_fronted = match before.first() {
            Some(first) => first.is_preposition() || first.is_of(&["there", "here"]),
            None => start > 0 && tokens[start - 1].is_mark(),
        };
        let acts = |token: &Token| token.is_verb() || token.is_pronoun() || token.is_of(&JOINS);
        // "In spring the miller met Ann."
        let is_second = |pair: &[Token]| pair[1].is_determiner() && !pair[0].is_preposition();
        if !is_fronted || before.iter().any(acts) || before.windows(2).any(is_second) {
            return Vec::new();
        }
        self.group_from(self.verb + 1)
    }
}

/// Returns the entities that tokens name, without repetitions.
fn each_once(tokens: &[Token]) -> Vec<usize> {
    let mut found = Vec::new();
    for entity in tokens.iter().filter_map(|token| token.name) {
        if !found.contains(&entity) {
            found.push(entity);
        }
    }
    found
}

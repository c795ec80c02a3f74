//! Questions that ask for everyone or everything of which something is said: "List everyone who lives in Norwich", "How
//! many people own a ship?". They are recognised by their form, in English.

use entities::NamedEntityKind;

use crate::ask::name_questions::restrictions::restricts;

/// Polite words that may precede the request.
const POLITE: [&str; 4] = ["please", "can", "could", "you"];
/// Verbs that ask for a list.
const LIST: [&str; 5] = ["list", "name", "show", "give", "enumerate"];
/// Words between such a verb and what is to be listed.
const TO_WHOM: [&str; 2] = ["me", "us"];
/// Words that ask for all.
const ALL: [&str; 4] = ["all", "every", "each", "the"];
const EVERYBODY: [&str; 2] = ["everyone", "everybody"];
/// What can be listed. Men, towns or sons cannot: all that is known of a name is whether it is a person's or a place's.
const KINDS: [(&str, NamedEntityKind); 12] = [
    ("people", NamedEntityKind::Person),
    ("persons", NamedEntityKind::Person),
    ("person", NamedEntityKind::Person),
    ("characters", NamedEntityKind::Person),
    ("character", NamedEntityKind::Person),
    ("places", NamedEntityKind::Place),
    ("place", NamedEntityKind::Place),
    ("locations", NamedEntityKind::Place),
    ("companies", NamedEntityKind::Organisation),
    ("organisations", NamedEntityKind::Organisation),
    ("organizations", NamedEntityKind::Organisation),
    ("institutions", NamedEntityKind::Organisation),
];
const RELATIVES: [&str; 5] = ["who", "that", "which", "whom", "where"];
/// Words for texts of all kinds: "in the book" says nothing about an entity.
#[rustfmt::skip]
const TEXTS: [&str; 22] = [
    "agreement", "article", "book", "chapter", "contract", "diary", "document", "e", "email", "file", "letter", "mail",
    "manual", "message", "minutes", "novel", "paper", "passage", "report", "story", "tale", "text",
];
/// Words with which a question says that someone is named, and words around them.
const NAMED: [&str; 22] = [
    "are",
    "is",
    "there",
    "named",
    "mentioned",
    "appear",
    "appears",
    "occur",
    "in",
    "of",
    "by",
    "the",
    "this",
    "do",
    "does",
    "you",
    "find",
    "name",
    "mention",
    "list",
    "all",
    "have",
];

/// A question that asks for everyone or everything of which something is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListQuestion<'a> {
    /// Whether it asks for their number.
    pub counts: bool,
    /// What is to be listed.
    pub kind: NamedEntityKind,
    /// What must be said of them; empty if it suffices that the text names them.
    pub said: &'a str,
}

impl<'a> ListQuestion<'a> {
    /// Parses the question, if it is of this kind.
    pub fn parse(question: &'a str) -> Option<Self> {
        let question = question.trim().trim_end_matches(['?', '.', '!']);
        let mut words = QuestionWords(question);
        words.skip(&POLITE);
        let counts = words.take(&["how"]) && words.take(&["many"]);
        let is_list = !counts && words.take(&LIST);
        let (kind, may_name) = if counts || words.take(&["which", "what"]) {
            (words.take_kind()?, true)
        } else if is_list {
            words.skip(&TO_WHOM);
            (words.take_all()?, false)
        } else if words.take(&["who"]) && words.take(&["are"]) {
            (words.take_all()?, false)
        } else {
            return None;
        };
        words.take(&RELATIVES);
        let said = words.0;
        // "Which people" without anything else asks for nothing known.
        if said.is_empty() && may_name {
            return None;
        }
        if is_about_text(said) {
            return Some(Self { counts, kind, said: "" });
        }
        let mut rest = QuestionWords(said);
        let said = match rest.take(&["are", "were"]) && rest.take(&["there"]) {
            true => {
                rest.take(&RELATIVES);
                rest.0
            }
            false => said,
        };
        // Not all of the words that decide are in the sentences that have the others.
        (!restricts(said)).then_some(Self { counts, kind, said })
    }
}

/// Returns whether words say only that the text names someone.
fn is_about_text(said: &str) -> bool {
    let mut words = QuestionWords(said);
    while let Some(word) = words.next() {
        if !NAMED.contains(&word.as_str()) && !TEXTS.contains(&word.as_str()) {
            return false;
        }
    }
    true
}

/// The rest of a question.
struct QuestionWords<'a>(&'a str);

impl<'a> QuestionWords<'a> {
    /// Returns its first word in lower case, and the text after it.
    fn first(&self) -> Option<(String, &'a str)> {
        let end = self.0.find(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’'));
        let (word, rest) = self.0.split_at(end.unwrap_or(self.0.len()));
        let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ':'));
        (!word.is_empty()).then(|| (word.to_lowercase(), rest))
    }

    fn next(&mut self) -> Option<String> {
        let (word, rest) = self.first()?;
        self.0 = rest;
        Some(word)
    }

    /// Returns whether it begins with one of these words, and removes that word.
    fn take(&mut self, wanted: &[&str]) -> bool {
        let found = self.first().filter(|(word, _)| wanted.contains(&word.as_str()));
        found.map(|(_, rest)| self.0 = rest).is_some()
    }

    fn skip(&mut self, words: &[&str]) {
        while self.take(words) {}
    }

    fn take_kind(&mut self) -> Option<NamedEntityKind> {
        let (word, rest) = self.first()?;
        let (_, kind) = KINDS.into_iter().find(|(name, _)| *name == word)?;
        self.0 = rest;
        Some(kind)
    }

    /// Takes "everyone", or a kind after "all" or the like.
    fn take_all(&mut self) -> Option<NamedEntityKind> {
        if self.take(&EVERYBODY) {
            return Some(NamedEntityKind::Person);
        }
        let is_all = self.take(&ALL);
        self.skip(&["of", "the"]);
        self.take_kind().filter(|_| is_all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_for_all_are_known() {
        for (question, counts, kind, said) in [
            ("List everyone who owns a ship.", false, NamedEntityKind::Person, "owns a ship"),
            (
                "Please list all the people that live in Norwich",
                false,
                NamedEntityKind::Person,
                "live in Norwich",
            ),
            (
                "Can you give me all of the places Mira visited?",
                false,
                NamedEntityKind::Place,
                "Mira visited",
            ),
            ("How many people live in Norwich?", true, NamedEntityKind::Person, "live in Norwich"),
            (
                "How many people are there that live in Norwich?",
                true,
                NamedEntityKind::Person,
                "live in Norwich",
            ),
            ("How many characters are there in the book?", true, NamedEntityKind::Person, ""),
            ("Which people did Mira meet?", false, NamedEntityKind::Person, "did Mira meet"),
            ("What companies are named in this report?", false, NamedEntityKind::Organisation, ""),
            ("Who are all the people in the story?", false, NamedEntityKind::Person, ""),
            ("Who are the characters?", false, NamedEntityKind::Person, ""),
            ("Name every person", false, NamedEntityKind::Person, ""),
            ("List everyone who is mentioned in the letter.", false, NamedEntityKind::Person, ""),
            ("Who are the people named in this e-mail?", false, NamedEntityKind::Person, ""),
        ] {
            let expected = ListQuestion { counts, kind, said };
            assert_eq!(ListQuestion::parse(question), Some(expected), "{question}");
        }
    }

    #[test]
    fn other_questions_are_none_of_them() {
        for question in [
            "Who lives in Norwich?",
            "How many sons did the king have?",
            "How many of Ann Hill and Tom Bell live in Norwich?",
            "How old is Tom?",
            "What is the name of the ship?",
            "Name the ship.",
            "Which people?",
            "Which towns did Mira see?",
            "Who are you?",
            "List the reasons why she left.",
            "How many people do not live in Norwich?",
            "List everyone who doesn’t own a ship.",
            "List everyone except Ann Hill who lives in Norwich.",
            "Which people other than Tom Bell live in Norwich?",
            "Which people besides Tom Bell own a ship?",
            "How many people live in Norwich or York?",
            "How many people lived in Norwich before 1890?",
            "List everyone who owns more than one ship.",
            "List all people not mentioned in the letter.",
            "",
            "?",
            "宝玉住在哪里？",
        ] {
            assert_eq!(ListQuestion::parse(question), None, "{question}");
        }
    }
}

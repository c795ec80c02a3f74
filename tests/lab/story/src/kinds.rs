//! The kinds of facts, and how each is worded in the story, in a point, and in a question.
//!
//! In the wordings, `{n}` is the person, `{r}` the relation's noun, `{v}` the value. The first
//! wording of each kind begins with `{n}`, so that a pronoun can replace it.

use super::words;

/// What a fact says about a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoryFactKind {
    /// What the person works as.
    Trade,
    /// Where the person lives.
    Home,
    /// Where the person was born.
    Birthplace,
    /// What the person is afraid of.
    Fear,
    /// What the person likes to eat.
    Dish,
    /// What the person plays.
    Instrument,
    /// How old the person is.
    Age,
    /// What the person wishes for.
    Wish,
    /// What the person speaks.
    Tongue,
    /// Who the person's brother, friend, … is.
    Kin,
    /// What the person's animal is called.
    Animal,
    /// The colour of one of the person's things.
    Thing,
    /// Where the person keeps something.
    Hidden,
}

/// The kinds whose noun is fixed.
pub const SIMPLE: [StoryFactKind; 9] = [
    StoryFactKind::Trade,
    StoryFactKind::Home,
    StoryFactKind::Birthplace,
    StoryFactKind::Fear,
    StoryFactKind::Dish,
    StoryFactKind::Instrument,
    StoryFactKind::Age,
    StoryFactKind::Wish,
    StoryFactKind::Tongue,
];

impl StoryFactKind {
    /// The possible nouns of the relation.
    pub fn nouns(self) -> Vec<&'static str> {
        match self {
            Self::Trade => vec!["trade"],
            Self::Home => vec!["home"],
            Self::Birthplace => vec!["birthplace"],
            Self::Fear => vec!["fear"],
            Self::Dish => vec!["dish"],
            Self::Instrument => vec!["instrument"],
            Self::Age => vec!["age"],
            Self::Wish => vec!["wish"],
            Self::Tongue => vec!["tongue"],
            Self::Kin => words::list(words::KIN),
            Self::Animal => words::list(words::ANIMALS),
            Self::Thing => words::list(words::THINGS),
            Self::Hidden => words::list(words::HIDDEN),
        }
    }

    /// The words that a value is drawn from; empty for [`Kind::Kin`], whose values are people.
    pub fn values(self) -> Vec<&'static str> {
        words::list(match self {
            Self::Trade => words::TRADES,
            Self::Home | Self::Birthplace => words::PLACES,
            Self::Fear => words::FEARS,
            Self::Dish => words::DISHES,
            Self::Instrument => words::INSTRUMENTS,
            Self::Age => words::AGES,
            Self::Wish => words::WISHES,
            Self::Tongue => words::TONGUES,
            Self::Kin => "",
            Self::Animal => words::ANIMAL_NAMES,
            Self::Thing => words::COLOURS,
            Self::Hidden => words::HIDING_PLACES,
        })
    }

    /// How the value stands in a sentence: `in the mill` for `mill`.
    pub fn phrase(self, value: &str) -> String {
        match self {
            Self::Hidden => format!("in the {value}"),
            Self::Instrument => format!("the {value}"),
            _ => value.to_owned(),
        }
    }

    /// Whether every wording names the relation by its noun.
    pub fn names_noun(self) -> bool {
        matches!(self, Self::Kin | Self::Animal | Self::Thing | Self::Hidden)
    }

    /// The wordings that the story uses.
    pub fn wordings(self) -> [&'static str; 4] {
        match self {
            Self::Trade => [
                "{n} works as a {v}.",
                "{n} earns a living as a {v}.",
                "The trade of {n} is that of a {v}.",
                "Everybody knows {n} as the {v}.",
            ],
            Self::Home => [
                "{n} lives in {v}.",
                "{n} has a home in {v}.",
                "The home of {n} is in {v}.",
                "In {v} stands the home of {n}.",
            ],
            Self::Birthplace => [
                "{n} was born in {v}.",
                "{n} first saw the light in {v}.",
                "The birthplace of {n} is {v}.",
                "It was in {v} that {n} was born.",
            ],
            Self::Fear => [
                "{n} is afraid of {v}.",
                "Nothing frightens {n} more than {v}.",
                "{n} has always feared {v}.",
                "The great fear of {n} is {v}.",
            ],
            Self::Dish => [
                "{n} likes {v} best of all dishes.",
                "The favourite dish of {n} is {v}.",
                "{n} would eat {v} every day.",
                "No dish pleases {n} more than {v}.",
            ],
            Self::Instrument => [
                "{n} plays {v}.",
                "{n} has learned to play {v}.",
                "The instrument of {n} is {v}.",
                "On feast days {n} brings {v} and plays.",
            ],
            Self::Age => [
                "{n} is {v} years old.",
                "{n} turned {v} last winter.",
                "The age of {n} is {v}.",
                "People say that {n} has lived for {v} years.",
            ],
            Self::Wish => [
                "{n} wishes for {v}.",
                "{n} longs for {v}.",
                "The one wish of {n} is {v}.",
                "What {n} wants most is {v}.",
            ],
            Self::Tongue => [
                "{n} speaks {v}.",
                "{n} talks to the birds in {v}.",
                "The tongue of {n} is {v}.",
                "{n} grew up with {v} as a tongue.",
            ],
            Self::Kin => [
                "{n} has a {r}, {v}.",
                "The {r} of {n} is {v}.",
                "{n} speaks often of {v}, the {r}.",
                "The name of the {r} of {n} is {v}.",
            ],
            Self::Animal => [
                "{n} has a {r} called {v}.",
                "The {r} of {n} answers to {v}.",
                "{n} named the {r} {v}.",
                "The name of the {r} of {n} is {v}.",
            ],
            Self::Thing => [
                "{n} has a {v} {r}.",
                "The {r} of {n} is {v}.",
                "{n} painted the {r} {v}.",
                "A {v} {r} belongs to {n}.",
            ],
            Self::Hidden => [
                "{n} keeps the {r} {v}.",
                "The {r} of {n} lies {v}.",
                "{n} has hidden the {r} {v}.",
                "Whoever looks {v} will find the {r} of {n}.",
            ],
        }
    }

    /// The wordings that questions use; the first names the relation as a point does.
    pub fn questions(self) -> &'static [&'static str] {
        match self {
            Self::Trade => &[
                "What is the trade of {n}?",
                "What does {n} work as?",
                "How does {n} earn a living?",
            ],
            Self::Home => &[
                "Where is the home of {n}?",
                "Where does {n} live?",
                "In which place does {n} live?",
            ],
            Self::Birthplace => &[
                "What is the birthplace of {n}?",
                "Where was {n} born?",
                "In which place was {n} born?",
            ],
            Self::Fear => {
                &["What is the fear of {n}?", "What is {n} afraid of?", "What does {n} fear?"]
            }
            Self::Dish => &[
                "What is the favourite dish of {n}?",
                "Which dish does {n} like best?",
                "What does {n} like to eat?",
            ],
            Self::Instrument => &[
                "What is the instrument of {n}?",
                "What does {n} play?",
                "Which instrument does {n} play?",
            ],
            Self::Age => {
                &["What is the age of {n}?", "How old is {n}?", "How many years has {n} lived?"]
            }
            Self::Wish => {
                &["What is the wish of {n}?", "What does {n} wish for?", "What does {n} want most?"]
            }
            Self::Tongue => &[
                "What is the tongue of {n}?",
                "What does {n} speak?",
                "Which tongue does {n} speak?",
            ],
            Self::Kin => &["Who is the {r} of {n}?", "What is the name of the {r} of {n}?"],
            Self::Animal => {
                &["What is the name of the {r} of {n}?", "What is the {r} of {n} called?"]
            }
            Self::Thing => {
                &["What colour is the {r} of {n}?", "What is the colour of the {r} of {n}?"]
            }
            Self::Hidden => &["Where is the {r} of {n}?", "Where does {n} keep the {r}?"],
        }
    }

    /// The sentence with which a point states it.
    pub fn point(self, noun: &str, name: &str, value: &str) -> String {
        let value = self.phrase(value);
        match self {
            Self::Dish => format!("The favourite dish of {name} is {value}."),
            _ => format!("The {noun} of {name} is {value}."),
        }
    }
}

//! The people of a story: every name is used once.

use pocket::Rng;

use super::words;

/// A person of the story.
#[derive(Clone, Debug)]
pub(super) struct Person {
    pub name: String,
    pub woman: bool,
}

/// Hands out people with unused names.
pub(super) struct Cast {
    women: Vec<&'static str>,
    men: Vec<&'static str>,
    families: Vec<&'static str>,
    given: usize,
}

impl Cast {
    pub fn new(rng: &mut Rng) -> Self {
        let mut cast = Self {
            women: words::list(words::WOMEN),
            men: words::list(words::MEN),
            families: words::list(words::FAMILIES),
            given: 0,
        };
        rng.shuffle(&mut cast.women);
        rng.shuffle(&mut cast.men);
        rng.shuffle(&mut cast.families);
        cast
    }

    /// Whether a list of names is used up, so that new people share a given or a family name with
    /// others.
    pub fn is_spent(&self) -> bool {
        let fewest = self.women.len().min(self.men.len()).min(self.families.len());
        self.given >= fewest
    }

    /// A new person. In a very long story, given names and family names recur, but never the same
    /// pair.
    pub fn person(&mut self, woman: bool) -> Person {
        let n = self.given;
        self.given += 1;
        let given = if woman { &self.women } else { &self.men };
        let lap = n / self.families.len();
        let first = given[(n + lap * 7) % given.len()];
        Person { name: format!("{first} {}", self.families[n % self.families.len()]), woman }
    }
}

//! Invents facts about people, or chooses earlier ones to repeat.

use super::World;
use crate::kinds::{SIMPLE, StoryFactKind};
use crate::planned_fact::PlannedFact;

impl World {
    /// A fact stated in an earlier chunk and not too often since.
    pub(super) fn old_fact(&mut self, slot: usize) -> Option<usize> {
        let open: Vec<usize> = (0..self.known.len())
            .filter(|&k| {
                let slots = &self.known[k].slots;
                slots.len() < 3 && slots.iter().all(|&s| s + 1 < slot)
            })
            .collect();
        let once: Vec<usize> =
            open.iter().copied().filter(|&k| self.known[k].slots.len() == 1).collect();
        match (once.is_empty(), open.is_empty()) {
            (false, _) if self.rng.chance(0.9) => Some(*self.rng.pick(&once)),
            (_, false) => Some(*self.rng.pick(&open)),
            _ => None,
        }
    }

    /// A fact that the story has not stated.
    pub(super) fn new_fact(&mut self) -> usize {
        loop {
            let subject = *self.rng.pick(&self.scene);
            let (kind, noun) = self.relation();
            if !self.knows(subject, noun) {
                return self.learn(subject, kind, noun);
            }
        }
    }

    /// A relation by kind and noun. Each kind is about as frequent as variety requires.
    pub fn relation(&mut self) -> (StoryFactKind, &'static str) {
        let kind = match self.rng.below(100) {
            0..46 => *self.rng.pick(&SIMPLE),
            46..58 => StoryFactKind::Kin,
            58..68 => StoryFactKind::Animal,
            68..90 => StoryFactKind::Thing,
            _ => StoryFactKind::Hidden,
        };
        (kind, *self.rng.pick(&kind.nouns()))
    }

    /// Whether the story states this relation of this person.
    pub fn knows(&self, subject: usize, noun: &str) -> bool {
        self.known.iter().any(|k| k.subject == subject && k.noun == noun)
    }

    fn learn(&mut self, subject: usize, kind: StoryFactKind, noun: &'static str) -> usize {
        let (value, person) = match kind {
            StoryFactKind::Kin => self.relative(subject, noun),
            _ => (self.value(subject, kind), None),
        };
        let known = PlannedFact {
            subject,
            kind,
            noun,
            value,
            person,
            wordings: vec![],
            slots: vec![],
            tellings: vec![],
        };
        self.known.push(known);
        self.known.len() - 1
    }

    fn value(&mut self, subject: usize, kind: StoryFactKind) -> String {
        let taken: Vec<&str> =
            self.known.iter().filter(|k| k.subject == subject).map(|k| k.value.as_str()).collect();
        let values = kind.values();
        loop {
            let value = *self.rng.pick(&values);
            // Birthplace and home differ, so that name and place identify the relation.
            if !matches!(kind, StoryFactKind::Home | StoryFactKind::Birthplace)
                || !taken.contains(&value)
            {
                return value.to_owned();
            }
        }
    }

    /// A person for the relation: half of the time someone of the cast.
    fn relative(&mut self, subject: usize, noun: &str) -> (String, Option<usize>) {
        let woman = match noun {
            "sister" | "aunt" => true,
            "brother" | "uncle" => false,
            _ => self.rng.chance(0.5),
        };
        let taken: Vec<usize> = self
            .known
            .iter()
            .filter(|k| k.subject == subject)
            .filter_map(|k| k.person)
            .chain([subject])
            .collect();
        let cast: Vec<usize> = (0..self.people.len())
            .filter(|p| self.people[*p].woman == woman && !taken.contains(p))
            .collect();
        if !cast.is_empty() && (self.rng.chance(0.5) || self.has_all_people()) {
            let person = *self.rng.pick(&cast);
            return (self.people[person].name.clone(), Some(person));
        }
        (self.cast.person(woman).name, None)
    }
}

//! Invents the people and the facts, and writes the story.

use pocket::Rng;

use super::cast::{Cast, Person};
use super::kinds::{SIMPLE, StoryFactKind};
use super::naming::{Mention, PersonNames};
use super::prose::Prose;
use super::{FactMention, LifeEvent, Story, StoryFact, questions, words};

/// Tokens of a chunk.
const CHUNK: usize = 300;
/// A chunk is full when fewer tokens are left: half a sentence.
const SPARE: usize = 8;
/// The tokens left free at the end of the last chunk, so that no sentence reaches into another chunk.
const SPARE_AT_THE_END: usize = 20;
/// The probability that a telling repeats an older fact, if there is one.
const RETELL: f64 = 0.36;
/// The probability that a sentence uses a pronoun and the sentence before names its person.
const PRONOUN: f64 = 0.25;

/// A fact that the story may tell.
pub(super) struct PlannedFact {
    pub subject: usize,
    pub kind: StoryFactKind,
    pub noun: &'static str,
    pub value: String,
    /// The person of the cast who is the value, if any.
    pub person: Option<usize>,
    wordings: Vec<usize>,
    slots: Vec<usize>,
    tellings: Vec<FactMention>,
}

/// A story under construction.
pub(super) struct World {
    pub rng: Rng,
    pub cast: Cast,
    pub people: Vec<Person>,
    pub known: Vec<PlannedFact>,
    prose: Prose,
    title: String,
    scene: Vec<usize>,
    /// How people are named, if not always by their full names; the story then also has dated events.
    naming: Option<PersonNames>,
    mentions: Vec<Mention>,
    events: Vec<LifeEvent>,
    /// The fewest and the most tellings of a chunk.
    tellings: (usize, usize),
}

impl World {
    pub fn new(seed: u64, chunks: usize, tellings: (usize, usize)) -> Self {
        let mut world = Self::empty(seed, tellings);
        world.tell(chunks);
        world
    }

    /// A world in which people go by several names and in which there are dated events.
    pub fn varied(seed: u64, chunks: usize, tellings: (usize, usize)) -> Self {
        let mut world = Self::empty(seed, tellings);
        world.naming = Some(PersonNames::new(&mut world.rng));
        world.tell(chunks);
        world
    }

    fn empty(seed: u64, tellings: (usize, usize)) -> Self {
        let mut rng = Rng::new(seed);
        let cast = Cast::new(&mut rng);
        let place = *rng.pick(&words::list(words::PLACES));
        Self {
            rng,
            cast,
            people: Vec::new(),
            known: Vec::new(),
            prose: Prose::default(),
            title: format!("The People of {place}"),
            scene: Vec::new(),
            naming: None,
            mentions: Vec::new(),
            events: Vec::new(),
            tellings,
        }
    }

    /// Finishes the story: numbers the facts and makes the questions.
    pub fn finish(mut self) -> Story {
        let asked = questions::ask(&mut self);
        let people = &self.people;
        let facts = self.known.iter().enumerate().map(|(id, k)| k.fact(id, people)).collect();
        Story {
            title: self.title,
            text: self.prose.text,
            facts,
            questions: asked,
            mentions: self.mentions,
            events: self.events,
        }
    }

    fn tell(&mut self, chunks: usize) {
        let title = self.title.clone();
        self.prose.sentence(&title);
        for slot in 0..chunks {
            if slot % 10 == 0 {
                self.prose.paragraph();
                self.prose.sentence(&format!("Chapter {}", slot / 10 + 1));
                self.prose.paragraph();
            }
            if slot % 2 == 0 || self.scene.is_empty() {
                self.change_scene();
            }
            let spare = if slot + 1 == chunks { SPARE_AT_THE_END } else { SPARE };
            self.slot(slot, CHUNK * (slot + 1) - spare);
        }
    }

    /// Chooses three people for the next chunks, sometimes including one from before.
    fn change_scene(&mut self) {
        let mut scene = Vec::new();
        if !self.people.is_empty() && self.rng.chance(0.75) {
            scene.push(self.rng.below(self.people.len()));
        }
        while scene.len() < 3 {
            let next = match self.has_all_people() {
                true => self.rng.below(self.people.len()),
                false => self.newcomer(),
            };
            if !scene.contains(&next) {
                scene.push(next);
            }
        }
        self.scene = scene;
    }

    /// Whether the cast is complete. One more person would share a given name or a family name.
    fn has_all_people(&self) -> bool {
        self.naming.is_some() && self.cast.is_spent()
    }

    fn newcomer(&mut self) -> usize {
        // A relative who was named before counts as a stranger.
        let woman = self.rng.chance(0.5);
        self.people.push(self.cast.person(woman));
        self.people.len() - 1
    }

    /// Writes one chunk, until the book has about `end` tokens: three to five tellings among filler.
    fn slot(&mut self, slot: usize, end: usize) {
        let mut tellings = self.rng.between(self.tellings.0, self.tellings.1);
        while tellings > 0 || self.prose.tokens < end {
            let left = (end + SPARE).saturating_sub(self.prose.tokens);
            let fillers = left.saturating_sub(tellings * 16) / 10;
            if self.prose.sentences() == 0 {
                let openers = words::sentences(words::OPENERS);
                let opener = *self.rng.pick(&openers);
                self.prose.sentence(opener);
            } else if self.rng.below(tellings + fillers) < tellings {
                self.telling(slot);
                tellings -= 1;
            } else {
                self.filler();
            }
            if self.prose.sentences() > 4 && self.rng.chance(0.3) {
                self.prose.paragraph();
            }
        }
    }

    fn filler(&mut self) {
        let one = *self.rng.pick(&self.scene);
        let two = *self.rng.pick(&self.scene);
        let lines = match self.rng.below(10) {
            0..4 => words::SCENERY,
            4..6 if one != two => words::MEETINGS,
            _ => words::DEEDS,
        };
        if lines == words::DEEDS && self.naming.is_some() && self.rng.chance(0.3) {
            return self.event(one);
        }
        let line = *self.rng.pick(&words::sentences(lines));
        let names = [self.name(one), self.name(two)];
        let line = line.replace("{n}", &names[0]).replace("{m}", &names[1]);
        let (start, _) = self.prose.sentence(&line);
        self.mention(start, &line, [(one, &names[0]), (two, &names[1])]);
    }

    /// Writes a dated event in a person's life.
    fn event(&mut self, person: usize) {
        let (name, place) = (self.name(person), *self.rng.pick(&words::list(words::PLACES)));
        let date = format!(
            "{} {}",
            self.rng.pick(&words::list(words::MONTHS)),
            self.rng.between(1840, 1899)
        );
        let line = *self.rng.pick(&words::sentences(words::EVENTS));
        let line = line.replace("{n}", &name).replace("{d}", &date).replace("{v}", place);
        let (start, end) = self.prose.sentence(&line);
        self.mention(start, &line, [(person, &name)]);
        let person = self.people[person].name.clone();
        self.events.push(LifeEvent { person, date, telling: self.place(start, end) });
    }

    /// The name of a person this time.
    fn name(&mut self, person: usize) -> String {
        let Some(naming) = &mut self.naming else { return self.people[person].name.clone() };
        let (name, introduced) = naming.name(person, &self.people[person], &mut self.rng);
        if let Some(line) = introduced {
            let (start, _) = self.prose.sentence(&line.text);
            let full = self.people[person].name.clone();
            self.mention(start, &line.text, [(person, &full), (person, &line.nickname)]);
        }
        name
    }

    /// Records where a sentence names people.
    fn mention<'a>(
        &mut self,
        start: usize,
        sentence: &str,
        names: impl IntoIterator<Item = (usize, &'a String)>,
    ) {
        if self.naming.is_none() {
            return;
        }
        for (person, name) in names {
            if let Some(at) = sentence.find(name.as_str()) {
                let (start, end) = (start + at, start + at + name.len());
                let person = self.people[person].name.clone();
                self.mentions.push(Mention { person, start, end });
            }
        }
    }

    fn telling(&mut self, slot: usize) {
        let again = self.rng.chance(RETELL).then(|| self.old_fact(slot)).flatten();
        let fact = match again {
            Some(old) => old,
            None => self.new_fact(),
        };
        let used = &self.known[fact].wordings;
        let fresh: Vec<usize> = (0..4).filter(|w| !used.contains(w)).collect();
        let wording = if fresh.is_empty() { self.rng.below(4) } else { *self.rng.pick(&fresh) };
        let place = self.write(fact, wording);
        let known = &mut self.known[fact];
        known.wordings.push(wording);
        known.slots.push(slot);
        known.tellings.push(place);
    }

    /// A fact stated in an earlier chunk and not too often since.
    fn old_fact(&mut self, slot: usize) -> Option<usize> {
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

    fn new_fact(&mut self) -> usize {
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

    fn write(&mut self, fact: usize, wording: usize) -> FactMention {
        let known = &self.known[fact];
        let (kind, noun, subject) = (known.kind, known.noun, known.subject);
        let person = self.people[subject].clone();
        let value = kind.phrase(&known.value);
        let fill = |name: &str| {
            kind.wordings()[wording]
                .replace("{n}", name)
                .replace("{r}", noun)
                .replace("{v}", &value)
        };
        if wording == 0 && self.rng.chance(PRONOUN * 4.0 / 1.6) {
            let entrance = *self.rng.pick(&words::sentences(words::ENTRANCES));
            let entrance = entrance.replace("{n}", &person.name);
            let (start, _) = self.prose.sentence(&entrance);
            self.mention(start, &entrance, [(subject, &person.name)]);
            let (_, end) = self.prose.sentence(&fill(if person.woman { "She" } else { "He" }));
            return self.place(start, end);
        }
        let name = self.name(subject);
        let line = fill(&name);
        let (start, end) = self.prose.sentence(&line);
        self.mention(start, &line, [(subject, &name)]);
        self.place(start, end)
    }

    fn place(&self, start: usize, end: usize) -> FactMention {
        // The story world is plain ASCII: a character is a byte.
        FactMention { start, end, text: self.prose.text[start..end].to_owned() }
    }
}

impl PlannedFact {
    fn fact(&self, id: usize, people: &[Person]) -> StoryFact {
        let subject = people[self.subject].name.clone();
        let value = self.kind.phrase(&self.value);
        let mut key: Vec<String> = subject.split(' ').map(str::to_owned).collect();
        if self.kind.names_noun() {
            key.push(self.noun.to_owned());
        }
        key.extend(self.value.split(' ').map(str::to_owned));
        StoryFact {
            id,
            text: self.kind.point(self.noun, &subject, &self.value),
            subject,
            kind: self.kind,
            noun: self.noun.to_owned(),
            value,
            key,
            tellings: self.tellings.clone(),
        }
    }
}

/// This test stays beside the counter that it depends on.
#[cfg(test)]
mod tests {
    use super::super::prose::tokens;

    #[test]
    fn a_sentence_is_counted_by_words_and_marks() {
        assert_eq!(tokens("Mira Holt has a brother, Tom Reed."), 9);
    }
}

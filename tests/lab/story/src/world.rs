//! Invents the people and the facts, and writes the story.

use pocket::Rng;

use super::cast::{Cast, Person};
use super::facts::{FactMention, LifeEvent, StoryFact};
use super::naming::{Mention, PersonNames};
use super::planned_fact::PlannedFact;
use super::prose::Prose;
use super::words;

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

/// A story under construction.
pub(super) struct World {
    pub rng: Rng,
    pub cast: Cast,
    pub people: Vec<Person>,
    pub known: Vec<PlannedFact>,
    pub prose: Prose,
    pub title: String,
    scene: Vec<usize>,
    /// How people are named, if not always by their full names; the story then also has dated events.
    naming: Option<PersonNames>,
    pub mentions: Vec<Mention>,
    pub events: Vec<LifeEvent>,
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

    /// The facts that the story states, in the order of the first telling.
    pub fn facts(&self) -> Vec<StoryFact> {
        self.known.iter().enumerate().map(|(id, known)| known.fact(id, &self.people)).collect()
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

mod invention;

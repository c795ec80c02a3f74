//! Questions about a story. It answers half of them; the others resemble these to varying degrees.

use pocket::Rng;

use super::facts::StoryFact;
use super::kinds::{SIMPLE, StoryFactKind};
use super::world::World;

/// A question to a story.
#[derive(Clone, Debug)]
pub struct StoryQuestion {
    /// What is asked.
    pub question: String,
    /// All correct answers; empty if the story has none.
    pub answers: Vec<String>,
    /// The facts from which it follows, by number.
    pub facts: Vec<usize>,
    /// Whether the story answers it.
    pub answerable: bool,
    /// The full name of the person and the noun of what is asked about them; `None` if the question
    /// goes over two facts.
    pub asks: Option<(String, String)>,
}

/// One in this many questions goes over two facts, if the story allows it.
const TWO_STEPS: usize = 20;

/// Beginnings of questions whose plain forms are used up.
const BEGINNINGS: [&str; 6] =
    ["", "Tell me: ", "Please say: ", "In the story, ", "As the book has it, ", "Once more: "];

/// Asks at least 40 questions, two per chunk's worth of facts if there are enough.
pub(super) fn ask(world: &mut World) -> Vec<StoryQuestion> {
    let half = (world.known.len() * 2 / 5).max(20);
    let mut asked = answerable(world, half);
    for n in 0..half {
        let question = if n % TWO_STEPS == 7 { two_steps(world, false) } else { None };
        let mut question = question.unwrap_or_else(|| unanswerable(world, n));
        while !is_new(&asked, &question) {
            question = unanswerable(world, n);
        }
        asked.push(question);
    }
    world.rng.shuffle(&mut asked);
    asked
}

fn answerable(world: &mut World, count: usize) -> Vec<StoryQuestion> {
    let mut order: Vec<usize> = (0..world.known.len()).collect();
    world.rng.shuffle(&mut order);
    let mut asked: Vec<StoryQuestion> = Vec::new();
    for n in 0..count {
        if n % TWO_STEPS == 7
            && let Some(question) = two_steps(world, true).filter(|q| is_new(&asked, q))
        {
            asked.push(question);
            continue;
        }
        let fact = order[n % order.len()];
        let lap = n / order.len();
        let mut question = one_step(world, fact, lap);
        for further in 1..40 {
            if is_new(&asked, &question) {
                break;
            }
            question = one_step(world, fact, lap + further);
        }
        asked.push(question);
    }
    asked
}

fn is_new(asked: &[StoryQuestion], question: &StoryQuestion) -> bool {
    asked.iter().all(|q| q.question != question.question)
}

fn one_step(world: &mut World, fact: usize, lap: usize) -> StoryQuestion {
    let known = &world.known[fact];
    let forms = known.kind.questions();
    let form = if lap == 0 { form(&mut world.rng, forms) } else { forms[lap % forms.len()] };
    let name = world.people[known.subject].name.clone();
    let text = fill(form, &name, known.noun);
    let asks = Some((name, known.noun.to_owned()));
    let begin = BEGINNINGS[(lap / forms.len()).min(BEGINNINGS.len() - 1)];
    let answers = answers_for(known.kind, &known.value);
    StoryQuestion {
        question: begun(begin, &text),
        answers,
        facts: vec![fact],
        answerable: true,
        asks,
    }
}

/// A question about a fact in other words than `question`; `None` if there are no others.
pub(super) fn in_other_words(fact: &StoryFact, question: &str) -> Option<String> {
    let question = question.to_lowercase();
    let forms = fact.kind.questions().iter();
    let mut forms = forms.map(|form| fill(form, &fact.subject, &fact.noun));
    forms.find(|form| !question.contains(&form.to_lowercase()))
}

/// Every way to write a value as an answer.
pub(super) fn answers_for(kind: StoryFactKind, value: &str) -> Vec<String> {
    let mut answers = vec![kind.phrase(value)];
    if answers[0] != value {
        answers.push(value.to_owned());
    }
    if kind == StoryFactKind::Hidden {
        answers.push(format!("the {value}"));
    }
    answers
}

/// The first form, which has the words of the point, is chosen about half of the time.
fn form(rng: &mut Rng, forms: &[&'static str]) -> &'static str {
    if rng.chance(0.4) { forms[0] } else { forms[rng.below(forms.len())] }
}

fn fill(form: &str, name: &str, noun: &str) -> String {
    form.replace("{n}", name).replace("{r}", noun)
}

fn begun(begin: &str, question: &str) -> String {
    match (begin.is_empty(), question.split_at_checked(1)) {
        (false, Some((first, rest))) => format!("{begin}{}{rest}", first.to_lowercase()),
        _ => question.to_owned(),
    }
}

/// A question that resembles the others but has no answer.
fn unanswerable(world: &mut World, n: usize) -> StoryQuestion {
    let (name, kind, noun) = match n % 4 {
        // A known person, and a relation that the story does not state for them.
        0 | 1 => untold(world),
        // A relation that the story states, but for someone else.
        2 => elsewhere(world),
        // An unknown person.
        _ => {
            let woman = world.rng.chance(0.5);
            let name = world.cast.person(woman).name;
            let (kind, noun) = world.relation();
            (name, kind, noun)
        }
    };
    let form = form(&mut world.rng, kind.questions());
    let question = fill(form, &name, noun);
    let asks = Some((name, noun.to_owned()));
    StoryQuestion { question, answers: vec![], facts: vec![], answerable: false, asks }
}

fn untold(world: &mut World) -> (String, StoryFactKind, &'static str) {
    loop {
        let known = world.rng.below(world.known.len());
        let subject = world.known[known].subject;
        let (kind, noun) = world.relation();
        if !world.knows(subject, noun) {
            return (world.people[subject].name.clone(), kind, noun);
        }
    }
}

fn elsewhere(world: &mut World) -> (String, StoryFactKind, &'static str) {
    for _ in 0..100 {
        let (a, b) = (world.rng.below(world.known.len()), world.rng.below(world.known.len()));
        let (kind, noun) = (world.known[a].kind, world.known[a].noun);
        let subject = world.known[b].subject;
        if !world.knows(subject, noun) {
            return (world.people[subject].name.clone(), kind, noun);
        }
    }
    untold(world)
}

/// A question about something of a person's brother, friend, …, whether or not the story answers
/// it.
fn two_steps(world: &mut World, answered: bool) -> Option<StoryQuestion> {
    let kin: Vec<usize> =
        (0..world.known.len()).filter(|&k| world.known[k].person.is_some()).collect();
    if kin.is_empty() {
        return None;
    }
    for _ in 0..200 {
        let first = *world.rng.pick(&kin);
        let middle = world.known[first].person?;
        let kind = *world.rng.pick(&SIMPLE);
        let noun = kind.nouns()[0];
        if world.knows(middle, noun) != answered {
            continue;
        }
        let owner = &world.people[world.known[first].subject].name;
        let question = of_kin(kind, world.known[first].noun, owner);
        let second = world.known.iter().position(|k| k.subject == middle && k.noun == noun);
        return Some(match second {
            Some(second) => {
                let answers = one_step(world, second, 0).answers;
                StoryQuestion {
                    question,
                    answers,
                    facts: vec![first, second],
                    answerable: true,
                    asks: None,
                }
            }
            None => StoryQuestion {
                question,
                answers: vec![],
                facts: vec![],
                answerable: false,
                asks: None,
            },
        });
    }
    None
}

/// A question about something of the brother, friend, … of `owner`.
pub(super) fn of_kin(kind: StoryFactKind, kin: &str, owner: &str) -> String {
    fill(kind.questions()[0], &format!("the {kin} of {owner}"), kind.nouns()[0])
}

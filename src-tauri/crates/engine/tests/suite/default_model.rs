//! The default model on real prose: a page in the language that it knows, and one in another.

use engine::{Config, DEFAULT, Engine, JobError, find_model_file};
use protocol::{
    AddOptions, Added, AddedItem, Answer, AskOptions, Code, EntityKind, EntityList, Fact, Failure,
    Grain, GraphView, Notice, Outcome, Place, PointSource, QuestionAnswerPair, Request, SearchBy,
    StopReason, Until,
};
use tempfile::TempDir;

use crate::{Wish, has_embedder, run};

const ENGLISH: &str = "The ferryman's daughter

Ilse Brand was the daughter of the ferryman of Oster. On the first morning of the frost she found a \
silver whistle under the planks of the old boat. Her father told her that the whistle had belonged to \
the miller, who had drowned in the river forty years before. Ilse hung the whistle on a red string and \
wore it round her neck.

In the evening a stranger in a grey coat asked to be taken across the river. He paid with three copper \
coins and said nothing on the way. When the boat reached the other bank, the stranger pointed at the \
whistle and asked where she had found it. Ilse was afraid, and she answered that her aunt had bought it \
at the fair. The stranger laughed, because the fair had been closed since the war.

The next day Ilse walked to the mill to give the whistle back. The mill was empty, but a lamp burned in \
the upper window. An old woman opened the door and led Ilse to the kitchen, where a table was laid for \
two. The old woman was the miller's widow, and she had waited for the whistle all her life. She gave \
Ilse a blue jug of honey to thank her, and she locked the whistle in an iron box.";

const GERMAN: &str = "Die Tochter des Fährmanns

Ilse Brand war die Tochter des Fährmanns von Oster. Am ersten Morgen des Frosts fand sie eine silberne \
Pfeife unter den Planken des alten Bootes. Ihr Vater erzählte ihr, dass die Pfeife dem Müller gehört \
hatte, der vierzig Jahre zuvor im Fluss ertrunken war. Ilse hängte die Pfeife an eine rote Schnur und \
trug sie um den Hals.

Am Abend bat ein Fremder in einem grauen Mantel darum, über den Fluss gesetzt zu werden. Er zahlte mit \
drei Kupfermünzen und sagte unterwegs kein Wort. Als das Boot das andere Ufer erreichte, zeigte der \
Fremde auf die Pfeife und fragte, wo sie sie gefunden habe.";

/// A page in a library of the default model, with its graph.
struct Page {
    _folder: TempDir,
    engine: Engine,
    added: Added,
}

impl Page {
    fn new(text: &str, options: AddOptions) -> Option<Self> {
        let model = find_model_file(DEFAULT).filter(|_| has_embedder())?;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("page.txt");
        std::fs::write(&file, text).unwrap();
        let library = folder.path().join("library");
        let mut engine =
            Engine::new(Config { library, model: Some(model), at_once: None, reader: None });
        let files = vec![file.display().to_string()];
        let add = Request::Add { files, options: AddOptions { build: true, ..options } };
        let added = match run(&mut engine, add, &mut Wish::never()).unwrap() {
            Outcome::Added(items) => match items.into_iter().next() {
                Some(AddedItem::Added(added)) => added,
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        };
        Some(Self { _folder: folder, engine, added })
    }

    fn graph(&mut self) -> GraphView {
        let show = Request::Show { document: self.added.id, graph: None, node: None, until: None };
        match run(&mut self.engine, show, &mut Wish::never()).unwrap() {
            Outcome::Graph(graph) => graph,
            other => panic!("{other:?}"),
        }
    }

    fn entities(&mut self, name: Option<&str>, until: Option<u32>) -> Result<EntityList, JobError> {
        let (document, name) = (self.added.id, name.map(str::to_owned));
        let until = until.map(Until::Character);
        let entities = Request::Entities { document, name, until };
        match run(&mut self.engine, entities, &mut Wish::never())? {
            Outcome::Entities(list) => Ok(list),
            other => panic!("{other:?}"),
        }
    }

    fn write_pairs(&mut self, name: &str) -> EntityList {
        let write = Request::WritePairs { document: self.added.id, name: Some(name.to_owned()) };
        match run(&mut self.engine, write, &mut Wish::never()).unwrap() {
            Outcome::Entities(list) => list,
            other => panic!("{other:?}"),
        }
    }

    fn ask(&mut self, question: &str) -> Answer {
        self.ask_with(question, AskOptions::default())
    }

    fn ask_with(&mut self, question: &str, options: AskOptions) -> Answer {
        let (documents, question) = (vec![self.added.id], question.to_owned());
        let ask = Request::Ask { documents, question, options };
        match run(&mut self.engine, ask, &mut Wish::never()).unwrap() {
            Outcome::Answer(answer) => *answer,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_page_of_prose_gets_points_that_it_supports_and_answers() {
    let Some(mut page) = Page::new(ENGLISH, AddOptions::default()) else { return };
    assert_eq!(page.added.notices, []);
    let graph = page.graph();
    let written = graph.nodes.iter().filter(|node| node.level > 1 && !node.quoted).count();
    assert!(graph.complete && written >= 3, "{written} points were written");

    let answer = page.ask("What did the old woman give Ilse to thank her?");
    assert!(answer.found, "{answer:?}");
    assert!(answer.answer.contains("honey") && answer.supported, "{}", answer.answer);
    assert!(answer.evidence[0].text.contains("honey"));
    // Sentences suffice.
    assert_eq!((answer.rounds.len(), answer.sentences_first()), (1, 0), "{answer:?}");

    // The text does not mention France: there are no sentences about it.
    let abroad = page.ask("What is the capital of France?");
    assert!(!abroad.found && abroad.rounds.is_empty(), "{}", abroad.answer);

    // There are sentences about these, but none says it.
    let open = page.ask("How old was the horse that Ilse sold at the market?");
    assert!(!open.found, "{}", open.answer);
    assert!(open.sentences_first() > 0 && !open.top_level().is_empty(), "{open:?}");
    for sentence in &open.sentences {
        assert_eq!(sentence.looked.len(), open.steps.len());
    }
}

#[test]
fn people_and_places_are_distinguished() {
    let text = "In the spring Clara Hill went to London by the night train. Miss Hill was a nurse, \
                and she had never seen London before.";
    let Some(mut page) = Page::new(text, AddOptions::default()) else { return };
    let list = page.entities(None, None).unwrap();
    let named: Vec<_> = list.entities.iter().map(|one| (one.name.as_str(), one.kind)).collect();
    let expected = [("Clara Hill", Some(EntityKind::Person)), ("London", Some(EntityKind::Place))];
    assert_eq!((named, list.complete), (expected.to_vec(), true));
    assert!(list.cost.tokens_evaluated > 0 && list.cost.flops > 0.0);
}

#[test]
fn what_is_said_of_an_entity_ends_where_the_reader_is() {
    let graph = protocol::GraphOptions { no_entities: true, ..Default::default() };
    let options = AddOptions { graph, ..AddOptions::default() };
    let Some(mut page) = Page::new(ENGLISH, options) else { return };
    let ilse = page.entities(Some("ilse"), None).unwrap();
    assert!(!ilse.complete && ilse.entities[0].kind.is_none());
    let facts = &ilse.entities[0].facts;
    assert_eq!(facts.len(), 6, "{facts:#?}");
    assert_eq!(facts[0].text, "Ilse Brand was the daughter of the ferryman of Oster.");
    assert_eq!((facts[0].place.start, facts[0].place.end, &facts[0].with[..]), (25, 78, &[1][..]));

    let until = facts[3].place.end;
    let read = page.entities(Some("Ilse"), Some(until)).unwrap();
    // The points rest on later text, too, so that nothing may follow from their attention.
    let unweighted = |facts: &[Fact]| -> Vec<Fact> {
        facts.iter().map(|fact| Fact { weight: None, ..fact.clone() }).collect()
    };
    assert_eq!(read.entities[0].facts, unweighted(&facts[..4]));
    assert!(facts[0].weight.is_some_and(|weight| weight > 0.0));
    let early = page.entities(Some("Ilse"), Some(10)).unwrap_err();
    assert!(matches!(early, JobError::Failed(Failure { code: Code::EntityUnknown, .. })));
}

#[test]
fn questions_about_somebody_are_written_once() {
    let Some(mut page) = Page::new(ENGLISH, AddOptions::default()) else { return };
    let coarse = page.entities(Some("Ilse"), None).unwrap();
    let grains = |list: &EntityList| {
        let pairs = list.entities[0].pairs.iter();
        pairs.map(|pair| pair.grain).collect::<Vec<_>>()
    };
    assert_eq!(coarse.entities[0].pairs[0].question, "Who is Ilse?");
    assert!(grains(&coarse).contains(&Grain::Feature) && !grains(&coarse).contains(&Grain::Micro));

    let written = page.write_pairs("Ilse");
    assert!(written.cost.tokens_evaluated > coarse.cost.tokens_evaluated);
    let pairs = &written.entities[0].pairs;
    let micro: Vec<&QuestionAnswerPair> =
        pairs.iter().filter(|pair| pair.grain == Grain::Micro).collect();
    // This small model writes few acceptable ones.
    for QuestionAnswerPair { question, places, attention, .. } in micro {
        let facts = &written.entities[0].facts;
        // A sentence that begins with a pronoun belongs to the one before it.
        let says = |place: &Place| {
            let is_within = |fact: &Place| place.start <= fact.start && fact.end <= place.end;
            facts.iter().any(|fact| is_within(&fact.place))
        };
        assert!(question.contains("Ilse") && places.iter().all(says), "{question} {places:?}");
        assert!(attention.is_some_and(|share| (0.0..=1.0).contains(&share)));
    }
    // Nothing is left to write, and existing pairs do not cross a bound.
    assert_eq!(page.write_pairs("Ilse"), written);
    let end = ENGLISH.chars().count() as u32 - 1;
    assert!(!grains(&page.entities(Some("Ilse"), Some(end)).unwrap()).contains(&Grain::Micro));
}

#[test]
fn sentences_are_found_by_questions_and_shown_together() {
    let Some(mut page) = Page::new(ENGLISH, AddOptions::default()) else { return };
    let by = |grains: &[Grain]| AskOptions {
        by: SearchBy::Entities,
        grains: grains.iter().copied().collect(),
        ..AskOptions::default()
    };
    let question = "What did the old woman give Ilse to thank her?";
    let plain = page.ask_with(question, by(&[]));
    assert!(plain.answer.contains("honey"), "{}", plain.answer);
    let micro = page.ask_with(question, by(&[Grain::Sentence, Grain::Micro]));
    assert!(micro.answer.contains("honey"), "{}", micro.answer);
    // The questions are written now, and stored.
    assert!(micro.cost.tokens_evaluated > plain.cost.tokens_evaluated + 100);
    let again = page.ask_with(question, by(&[Grain::Sentence, Grain::Micro]));
    assert!(again.cost.tokens_evaluated < micro.cost.tokens_evaluated);
    assert_eq!((again.answer, again.evidence), (micro.answer, micro.evidence));
    let events = page.ask_with(question, by(&[Grain::Feature]));
    assert!(events.steps[0].text.matches('.').count() > 1, "{}", events.steps[0].text);
    assert!(events.evidence.iter().all(|passage| ENGLISH.contains(&passage.text)));
}

#[test]
fn quoted_points_are_sentences_of_the_page() {
    let graph = protocol::GraphOptions {
        points: Some(PointSource::Quoted),
        ..protocol::GraphOptions::default()
    };
    let options = AddOptions { graph, ..AddOptions::default() };
    let Some(mut page) = Page::new(ENGLISH, options) else { return };
    let graph = page.graph();
    let mut points = graph.nodes.iter().filter(|node| node.level > 1).peekable();
    assert!(points.peek().is_some());
    for point in points {
        assert!(point.quoted && ENGLISH.contains(&point.text), "{}", point.text);
    }
}

#[test]
fn a_language_that_the_model_does_not_know_is_quoted_and_finds_passages() {
    let Some(mut page) = Page::new(GERMAN, AddOptions::default()) else { return };
    let language = "German".to_owned();
    assert_eq!(page.added.notices, [Notice::UnknownLanguage { language }]);
    assert!(page.graph().nodes.iter().all(|node| node.level == 1 || node.quoted));
    let answer = page.ask("Was fand Ilse unter den Planken?");
    assert_eq!((answer.stop, answer.found), (StopReason::Passages, false));
    assert!(answer.answer.is_empty() && answer.supported);
    assert!(answer.evidence[0].text.contains("Planken"));
}

//! Models that talk in other ways than their templates say: their points and answers have only their own words.

use std::path::Path;

use engine::{Config, Engine};
use protocol::{
    AddOptions, AddedItem, Answer, AskOptions, DocumentId, GraphView, ModelInfo, Outcome, Request,
    Role, SearchBy, Thinking,
};
use tempfile::TempDir;
use tests::puppet::{Puppet, TokenType};

use crate::{Wish, has_embedder, run};

/// What all puppets write.
const POINTS: [&str; 9] =
    ["* Mira", " keeps", " one", " lamp", ".\n", "* Tom", " eats", " bread", "!"];
const TEXT: &str =
    "Mira keeps one lamp. Tom eats bread! They live by the sea. Nobody else comes there.";

/// A library with a short document, read and summarised by a model.
struct BuiltLibrary {
    _folder: TempDir,
    engine: Engine,
}

impl BuiltLibrary {
    fn built_by(puppet: &Puppet) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let model = folder.path().join("puppet.gguf");
        puppet.save(&model);
        Self::with(folder, &model)
    }

    fn with(folder: TempDir, model: &Path) -> Self {
        let file = folder.path().join("book.txt");
        std::fs::write(&file, TEXT).unwrap();
        let library = folder.path().join("library");
        let model = Some(model.to_owned());
        let mut engine = Engine::new(Config { library, model, at_once: None, reader: None });
        let files = vec![file.display().to_string()];
        let options = AddOptions { build: true, ..AddOptions::default() };
        let added = run(&mut engine, Request::Add { files, options }, &mut Wish::never()).unwrap();
        let Outcome::Added(items) = added else { panic!("{added:?}") };
        assert!(matches!(items[..], [AddedItem::Added(_)]), "{items:?}");
        Self { _folder: folder, engine }
    }

    fn points(&mut self) -> Vec<String> {
        let document = DocumentId(1);
        let show = Request::Show { document, graph: None, node: None, until: None };
        let Outcome::Graph(GraphView { nodes, .. }) =
            run(&mut self.engine, show, &mut Wish::never()).unwrap()
        else {
            panic!("the graph is shown")
        };
        nodes.into_iter().filter(|node| node.level == 2).map(|node| node.text).collect()
    }

    fn answer(&mut self) -> Answer {
        self.answer_after_thinking(0)
    }

    fn answer_after_thinking(&mut self, thinking: u32) -> Answer {
        let by = SearchBy::Points;
        let options = AskOptions { best_effort: true, by, thinking, ..AskOptions::default() };
        let question = "What is there?".into();
        let ask = Request::Ask { documents: vec![DocumentId(1)], question, options };
        match run(&mut self.engine, ask, &mut Wish::never()).unwrap() {
            Outcome::Answer(answer) => *answer,
            other => panic!("{other:?}"),
        }
    }

    fn info(&mut self) -> ModelInfo {
        let about = Request::ModelInfo { path: None, role: Role::Building };
        match run(&mut self.engine, about, &mut Wish::never()).unwrap() {
            Outcome::Model(info) => *info,
            other => panic!("{other:?}"),
        }
    }
}

/// Returns the tokens of the points after some others, and before an end.
fn points_between<'a>(before: &[&'a str], end: &'a str) -> Vec<&'a str> {
    [before, &POINTS, &[end]].concat()
}

#[test]
fn thoughts_that_a_template_opens_are_no_points() {
    if !has_embedder() {
        return;
    }
    let template = "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}<|end|>{% endfor %}\
        {% if add_generation_prompt %}<|assistant|><think>{% endif %}";
    let mut puppet = Puppet::new(Some(template), &["<|user|>", "<|assistant|>"], "<|end|>");
    for mark in ["<think>", "</think>"] {
        puppet.add(mark, TokenType::UserDefined);
    }
    let puppet = puppet
        .writing(&["<think>", " Okay", ",", " points", "</think>"])
        .writing(&points_between(&["\n"], "<|end|>"))
        .agreeing("\n");
    let mut library = BuiltLibrary::built_by(&puppet);
    assert_eq!(library.points(), ["Mira keeps one lamp.", "Tom eats bread!"]);
    let answer = library.answer();
    assert!(answer.answer.starts_with("* Mira keeps"), "{answer:?}");
    assert!(answer.steps.iter().any(|step| step.p_yes > Some(0.9)), "{answer:?}");
    let talk = library.info().talk.unwrap();
    assert_eq!(talk.thinking, Thinking::Skipped);
    assert!(talk.header.ends_with("<think>\n\n</think>\n\n"), "{talk:?}");

    // Within a budget, it thinks before each verdict and before the answer.
    for (budget, each) in [(20, 4), (2, 2)] {
        let thought = library.answer_after_thinking(budget);
        assert_eq!((&thought.answer, thought.found), (&answer.answer, answer.found));
        let cost = &thought.cost;
        assert_eq!(cost.tokens_thought, each * u64::from(cost.asks + 1), "{cost:?}");
        let counted = cost.tokens_template_again + cost.tokens_thought + cost.tokens_distinct;
        assert_eq!(cost.tokens_evaluated + cost.tokens_restored, counted);
    }
}

#[test]
fn thoughts_with_which_a_model_begins_by_itself_are_closed() {
    if !has_embedder() {
        return;
    }
    let mut puppet = Puppet::simple();
    for mark in ["<think>", "</think>"] {
        puppet.add(mark, TokenType::UserDefined);
    }
    let puppet = puppet
        .writing(&["<|assistant|>", "<think>", " Okay", ",", " the", " user", " wants"])
        .writing(&points_between(&["\n"], "<|end|>"))
        .agreeing("\n");
    let mut library = BuiltLibrary::built_by(&puppet.to_be_tried());
    let talk = library.info().talk.unwrap();
    assert_eq!(talk.thinking, Thinking::Skipped);
    assert_eq!(talk.header, "<|end|><|assistant|><think>\n\n</think>\n\n");
    assert!(!library.answer().answer.contains("Okay"));
}

#[test]
fn the_head_of_a_channel_is_written_before_the_answer() {
    if !has_embedder() {
        return;
    }
    let template = "{% for m in messages %}<|start|>{{ m.role }}{% if m.role == 'assistant' %}\
        <|channel|>final{% endif %}<|message|>{{ m.content }}<|end|>{% endfor %}\
        {% if add_generation_prompt %}<|start|>assistant{% endif %}";
    let control = ["<|start|>", "<|channel|>", "<|message|>", "<|end|>"];
    let puppet = Puppet::new(Some(template), &control, "<|return|>")
        .writing(&points_between(&["<|message|>"], "<|return|>"))
        .agreeing("<|message|>");
    let mut library = BuiltLibrary::built_by(&puppet);
    assert_eq!(library.points(), ["Mira keeps one lamp.", "Tom eats bread!"]);
    assert!(library.answer().answer.starts_with("* Mira keeps"));
    let talk = library.info().talk.unwrap();
    assert_eq!((talk.thinking, talk.channels), (Thinking::None, vec!["final".to_owned()]));
    assert!(talk.ends.contains(&"<|return|>".to_owned()), "{:?}", talk.ends);
}

#[test]
fn a_model_without_a_template_ends_where_it_begins_another_turn() {
    if !has_embedder() {
        return;
    }
    let turn = ["!", "\n\n", "User", ":", " And", " who", " lives", " there", "?", "\n"];
    let puppet = Puppet::new(None, &[], "<|end|>")
        .writing(&[&["\n"][..], &POINTS, &turn[1..]].concat())
        .agreeing("\n");
    let mut library = BuiltLibrary::built_by(&puppet);
    assert_eq!(library.points(), ["Mira keeps one lamp.", "Tom eats bread!"]);
    let answer = library.answer().answer;
    assert!(answer.ends_with("Tom eats bread!") && !answer.contains("User"), "{answer}");
    let talk = library.info().talk.unwrap();
    assert!(talk.ends.contains(&"\nUser:".to_owned()), "{:?}", talk.ends);
}

#[test]
fn a_reply_ends_at_the_token_that_the_template_puts_after_it() {
    if !has_embedder() {
        return;
    }
    let control = ["<|user|>", "<|assistant|>", "<|end|>"];
    let puppet = Puppet::new(Some(Puppet::TEMPLATE), &control, "<|text_end|>")
        .writing(&points_between(&["<|assistant|>"], "<|end|>"))
        .writing(&["<|end|>", " and", " more", " and", " more"])
        .agreeing("<|assistant|>");
    let mut library = BuiltLibrary::built_by(&puppet);
    assert_eq!(library.points(), ["Mira keeps one lamp.", "Tom eats bread!"]);
    assert!(!library.answer().answer.contains("more"));
    let talk = library.info().talk.unwrap();
    assert_eq!(talk.ends, ["<|end|>", "<|text_end|>"]);
}

#[test]
fn points_may_have_any_bullet_mark() {
    if !has_embedder() {
        return;
    }
    for mark in ["+ ", "● ", "(1) ", "1、", "**1.** ", "a) ", "- ", "• ", "1. ", "· ", "— "]
    {
        let begun = [format!("{mark}Mira"), format!("{mark}Tom").replace('1', "2")];
        let mut tokens = points_between(&["<|assistant|>"], "<|end|>");
        (tokens[1], tokens[6]) = (begun[0].as_str(), begun[1].as_str());
        let puppet = Puppet::simple().writing(&tokens).agreeing("<|assistant|>");
        let points = BuiltLibrary::built_by(&puppet).points();
        assert_eq!(points, ["Mira keeps one lamp.", "Tom eats bread!"], "{mark}");
    }
}

/// Some templates begin with a system prompt of hundreds of tokens.
#[test]
fn a_template_may_be_long() {
    if !has_embedder() {
        return;
    }
    let template = "You answer in short sentences. ".repeat(20) + Puppet::TEMPLATE;
    let puppet = Puppet::new(Some(&template), &["<|user|>", "<|assistant|>"], "<|end|>")
        .writing(&points_between(&["<|assistant|>"], "<|end|>"))
        .agreeing("<|assistant|>");
    let mut library = BuiltLibrary::built_by(&puppet.to_be_tried());
    assert!(library.info().talk.unwrap().header.ends_with("<|assistant|>"));
    assert!(!library.points().is_empty());
}

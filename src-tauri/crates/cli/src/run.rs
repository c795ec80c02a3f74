//! Runs one command.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use engine::{Config, Ended, Engine};
use protocol::{AddedItem, ChunkEnds, Code, Failure, Outcome, Request, StopReason};
use serde_json::json;

use crate::args::{Arguments, Command, Common, Model, Show};
use crate::progress::Terminal;
use crate::{export, print};

type Ran = Result<ExitCode, Failure>;

/// The exit status after a stop, as shells expect it.
pub const STOPPED: u8 = 130;

/// Does what the command line says.
pub fn run(arguments: Arguments) -> Ran {
    let Arguments { common, command } = arguments;
    match command {
        Command::Add { files, at_once, chunks } => {
            let config = Config { at_once, ..config(&common)? };
            add(&common, config, files, chunks.map(Into::into))
        }
        Command::List => ask_engine(&common, Request::List),
        Command::Remove { document } => ask_engine(&common, Request::Remove { document }),
        Command::Ask(ask) => self::ask(&common, ask.into_request()),
        Command::Text { document } => text(&common, document),
        Command::Show(arguments) => show(&common, &arguments),
        Command::History { question: Some(question), .. } => recall(&common, question),
        Command::History { document, .. } => ask_engine(&common, Request::History { document }),
        Command::Estimate { document } => ask_engine(&common, Request::Estimate { document }),
        Command::Model(Model::Info { file }) => {
            let path = Some(name(&file)?);
            ask_engine(&common, Request::ModelInfo { path })
        }
        Command::Model(Model::Use { file }) => {
            let path = file.as_deref().map(name).transpose()?;
            ask_engine(&common, Request::OpenModel { path })
        }
        Command::Model(Model::Attention { file, text, out }) => {
            attention(&common, &file, &text, &out)
        }
        Command::Story { seed, chunks, out } => story(&common, seed, chunks, &out),
        Command::Help { topic } => print::help(&topic, common.json),
    }
}

fn config(common: &Common) -> Result<Config, Failure> {
    Config::new(common.library.clone(), common.model.clone())
}

fn request(common: &Common, request: Request) -> Result<Outcome, Failure> {
    let mut engine = Engine::new(config(common)?);
    let streams = matches!(request, Request::Ask { .. }) && !common.json;
    let mut terminal = Terminal::new(streams)?;
    let ended = engine.run(1, request, &mut terminal);
    terminal.clear();
    ended.map_err(failure)
}

fn failure(ended: Ended) -> Failure {
    match ended {
        Ended::Failed(failure) => failure,
        Ended::Stopped => stop_failure(),
    }
}

fn stop_failure() -> Failure {
    Failure::new(Code::Stopped, "Stopped. What was done by then is kept.")
}

fn ask_engine(common: &Common, what: Request) -> Ran {
    let outcome = request(common, what)?;
    print_outcome(common, &outcome)
}

/// A question that was stopped ends as any other command that was.
fn ask(common: &Common, question: Request) -> Ran {
    let outcome = request(common, question)?;
    print_outcome(common, &outcome)?;
    let stopped = matches!(&outcome, Outcome::Answer(answer) if answer.stop == StopReason::Stopped);
    Ok(if stopped { ExitCode::from(STOPPED) } else { ExitCode::SUCCESS })
}

fn print_outcome(common: &Common, outcome: &Outcome) -> Ran {
    if common.json {
        print::outcome_json(outcome)?;
    } else {
        print::outcome(outcome)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// An earlier answer with its path, the answer's text first: nothing was streamed.
fn recall(common: &Common, question: protocol::QuestionId) -> Ran {
    let outcome = request(common, Request::Recall { question })?;
    if let (Outcome::Answer(answer), false) = (&outcome, common.json) {
        print::text(&format!("{}\n\n{}\n", answer.question, answer.answer))?;
    }
    print_outcome(common, &outcome)
}

/// One item per file, also for those that a stop kept out; where every file failed, an error alone.
fn add(common: &Common, config: Config, paths: Vec<PathBuf>, chunks: Option<ChunkEnds>) -> Ran {
    let mut engine = Engine::new(config);
    let mut terminal = Terminal::new(false)?;
    let (mut items, mut stopped) = (Vec::new(), false);
    for path in &paths {
        let added = if stopped {
            Err(stop_failure())
        } else {
            name(path).and_then(|file| {
                let request = Request::Add { files: vec![file], build: true, chunks };
                add_one(&mut engine, &mut terminal, request)
            })
        };
        stopped |= matches!(&added, Err(failure) if failure.code == Code::Stopped);
        let failed = |error| AddedItem::Failed { file: path.display().to_string(), error };
        items.push(added.unwrap_or_else(failed));
    }
    let any_added = items.iter().any(|item| matches!(item, AddedItem::Added(_)));
    if !any_added {
        return Err(none_added(&items));
    }
    let any_failed = items.iter().any(|item| matches!(item, AddedItem::Failed { .. }));
    print_outcome(common, &Outcome::Added(items))?;
    Ok(ExitCode::from(if stopped { STOPPED } else { u8::from(any_failed) }))
}

fn add_one(
    engine: &mut Engine,
    terminal: &mut Terminal,
    request: Request,
) -> Result<AddedItem, Failure> {
    let ended = engine.run(1, request, terminal);
    terminal.clear();
    match ended.map_err(failure)? {
        Outcome::Added(items) => items
            .into_iter()
            .next()
            .ok_or_else(|| Failure::new(Code::Internal, "Nothing was added.")),
        _ => Err(Failure::new(Code::Internal, "The engine answered something else.")),
    }
}

/// Why no file was added: the one reason, or one sentence for each.
fn none_added(items: &[AddedItem]) -> Failure {
    let mut failures = items.iter().filter_map(|item| match item {
        AddedItem::Failed { file, error } => Some((file, error)),
        AddedItem::Added(_) => None,
    });
    let Some((file, first)) = failures.next() else {
        return Failure::new(Code::BadRequest, "No file was named.");
    };
    let mut message = first.message.clone();
    if items.len() > 1 {
        message = format!("None of the {} files was added. {file}: {message}", items.len());
        // What is the same for all, such as a missing model, is said once.
        for (file, error) in failures.filter(|(_, error)| error.message != first.message) {
            message.push_str(&format!(" {file}: {}", error.message));
        }
    }
    Failure::new(first.code, message)
}

/// A file's whole path as text; jobs are JSON, which can carry nothing else.
fn name(path: &Path) -> Result<String, Failure> {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    whole.into_os_string().into_string().map_err(|name| {
        let shown = name.display();
        let message = format!("The name of {shown} is not Unicode. Rename the file.");
        Failure::new(Code::FileUnreadable, message)
    })
}

fn text(common: &Common, document: protocol::DocumentId) -> Ran {
    let outcome = request(common, Request::Text { document, first: 1, count: u32::MAX })?;
    if let Outcome::Text(text) = &outcome {
        if common.json {
            let whole: String = text.pages.iter().map(|page| page.text.as_str()).collect();
            print::json(&json!({ "id": text.id, "title": text.title, "text": whole }))?;
        } else {
            for page in &text.pages {
                print::text(&page.text)?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn show(common: &Common, arguments: &Show) -> Ran {
    let Show { document, node, graph, dot, graphml } = *arguments;
    let outcome = request(common, Request::Show { document, graph, node })?;
    let Outcome::Graph(view) = &outcome else { return Ok(ExitCode::SUCCESS) };
    if dot {
        print::text(&export::dot(view))?;
    } else if graphml {
        print::text(&export::graphml(view))?;
    } else if common.json {
        print::outcome_json(&outcome)?;
    } else {
        print::outcome(&outcome)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn attention(common: &Common, file: &Path, text: &Path, out: &Path) -> Ran {
    let words = read_text(text)?;
    let weights = model::Weights::load(file, &model::LoadOptions::default())?;
    let read = model::text_attention(&weights, &words)?;
    let rows = read.tokens.len();
    let mut array = Vec::new();
    model::npy::write_matrix(&mut array, rows, rows, &read.matrix)
        .and_then(|()| pocket::write_whole(out, &array))
        .map_err(|error| print::unwritten(&out.display().to_string(), &error))?;
    let summary = json!({
        "tokens": read.tokens, "layers": read.layers, "heads": read.heads,
        "out": out.display().to_string(),
    });
    if common.json {
        print::json(&summary)?;
    } else {
        print::text(&format!(
            "Wrote {rows} × {rows} values, the mean over {} layers of {} heads, to {}.\n",
            read.layers,
            read.heads,
            out.display()
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A file that holds nothing but text.
fn read_text(path: &Path) -> Result<String, Failure> {
    let shown = path.display();
    fs::read_to_string(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            let message = format!("There is no file {shown}. Check its name and folder.");
            Failure::new(Code::FileMissing, message)
        }
        ErrorKind::IsADirectory => {
            Failure::new(Code::IsFolder, format!("{shown} is a folder. Name a file."))
        }
        ErrorKind::InvalidData => {
            let message = format!("{shown} is not text in UTF-8. Convert it first.");
            Failure::new(Code::FileUnreadable, message)
        }
        _ => Failure::new(Code::FileUnreadable, format!("{shown} cannot be read: {error}.")),
    })
}

fn story(common: &Common, seed: u64, chunks: u32, out: &Path) -> Ran {
    let story = pocket::story::Story::new(seed, chunks as usize);
    let written = story.write(out);
    written.map_err(|error| print::unwritten(&format!("A file in {}", out.display()), &error))?;
    let summary = json!({
        "title": story.title, "seed": seed, "chunks": chunks, "out": out.display().to_string(),
        "facts": story.facts.len(), "questions": story.questions.len(),
        "files": ["story.txt", "story.epub", "story.pdf", "facts.jsonl", "questions.jsonl"],
    });
    if common.json {
        print::json(&summary)?;
    } else {
        print::text(&format!(
            "Wrote “{}”, {} facts and {} questions to {}.\n",
            story.title,
            story.facts.len(),
            story.questions.len(),
            out.display()
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

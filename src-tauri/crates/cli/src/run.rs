//! Runs one command.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use engine::{Config, Ended, Engine};
use protocol::{AddedItem, Code, Failure, Outcome, Request, StopReason};
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
        Command::Add { files, at_once } => add(&common, files, at_once),
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
    request_with(config(common)?, common, request)
}

fn request_with(config: Config, common: &Common, request: Request) -> Result<Outcome, Failure> {
    let mut engine = Engine::new(config);
    let streams = matches!(request, Request::Ask { .. }) && !common.json;
    let mut terminal = Terminal::new(streams)?;
    let ended = engine.run(1, request, &mut terminal);
    terminal.clear();
    ended.map_err(|ended| match ended {
        Ended::Failed(failure) => failure,
        Ended::Stopped => Failure::new(Code::Stopped, "Stopped. What was done by then is kept."),
    })
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

/// One item per file; where every file failed, the (first) error alone.
fn add(common: &Common, paths: Vec<PathBuf>, at_once: Option<NonZeroUsize>) -> Ran {
    let refused =
        |path: &Path, error| AddedItem::Failed { file: path.display().to_string(), error };
    let named: Vec<Result<String, AddedItem>> =
        paths.iter().map(|path| name(path).map_err(|error| refused(path, error))).collect();
    let files: Vec<String> = named.iter().filter_map(|name| name.clone().ok()).collect();
    let added = match files.is_empty() {
        true => Vec::new(),
        false => {
            let config = Config { at_once, ..config(common)? };
            match request_with(config, common, Request::Add { files, build: true })? {
                Outcome::Added(items) => items,
                _ => return Ok(ExitCode::SUCCESS),
            }
        }
    };
    let mut added = added.into_iter();
    let items: Vec<AddedItem> =
        named.into_iter().filter_map(|name| name.map_or_else(Some, |_| added.next())).collect();
    let outcome = Outcome::Added(items.clone());
    let all_failed = items.iter().all(|item| matches!(item, AddedItem::Failed { .. }));
    if let (true, Some(AddedItem::Failed { file, error })) = (all_failed, items.first()) {
        let message = if items.len() == 1 {
            error.message.clone()
        } else {
            format!("None of the {} files was added. {file}: {}", items.len(), error.message)
        };
        return Err(Failure::new(error.code, message));
    }
    if common.json {
        print::outcome_json(&outcome)?;
    } else {
        print::outcome(&outcome)?;
    }
    let any_failed = items.iter().any(|item| matches!(item, AddedItem::Failed { .. }));
    Ok(ExitCode::from(u8::from(any_failed)))
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
    let words = fs::read_to_string(text).map_err(|error| {
        let message = format!("{} cannot be read as UTF-8: {error}.", text.display());
        Failure::new(Code::FileUnreadable, message)
    })?;
    let weights = model::Weights::load(file, &model::LoadOptions::default())?;
    let read = model::text_attention(&weights, &words)?;
    let rows = read.tokens.len();
    write_whole(out, |file| model::npy::write_matrix(file, rows, rows, &read.matrix))?;
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

/// Writes a file whole or not at all: beside its place first, then renamed.
fn write_whole(
    out: &Path,
    write: impl FnOnce(&mut fs::File) -> std::io::Result<()>,
) -> Result<(), Failure> {
    let mut name = out.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let done = fs::File::create(&part)
        .and_then(|mut file| write(&mut file).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&part, out));
    done.map_err(|error| {
        // The failure that matters is the first one.
        let _ = fs::remove_file(&part);
        print::unwritten(&out.display().to_string(), &error)
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

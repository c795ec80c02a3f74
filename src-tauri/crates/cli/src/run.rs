//! Runs one command.

use std::fs;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use engine::{Client, Config, Engine, JobError};
use protocol::{
    Answer, Code, DocumentId, Event, Failure, Grain, JobId, Outcome, Request, Role, StopReason,
};
use serde_json::json;

use crate::args::{Arguments, AskArguments, Command, Common, Documents, ModelCommand, Show};
use crate::progress::{Terminal, say};
use crate::{export, print};

pub(crate) type CommandResult = Result<ExitCode, Failure>;

/// The exit status after a stop, as shells expect it.
pub const STOPPED: u8 = 130;

/// Returns whether a command has a model compute for a while.
fn computes(command: &Command) -> bool {
    matches!(
        command,
        Command::Add(_)
            | Command::Ask(_)
            | Command::Estimate { .. }
            | Command::Eval(_)
            | Command::Model(ModelCommand::Try { .. })
    )
}

/// Executes the command line.
pub fn run(arguments: Arguments) -> CommandResult {
    let Arguments { common, command } = arguments;
    if computes(&command) {
        engine::limit_spinning();
    }
    match command {
        Command::Add(add) => crate::add::run(&common, &add),
        Command::List => ask_engine(&common, Request::List),
        Command::Remove { document } => ask_engine(&common, Request::Remove { document }),
        Command::Collection(collection) => ask_engine(&common, collection.into()),
        Command::Ask(ask) => self::ask(&common, ask),
        Command::Text { document } => text(&common, document),
        Command::Search(search) => ask_engine(&common, search.into()),
        Command::Show(arguments) => show(&common, &arguments),
        Command::Entities(entities) => crate::entities::run(&common, entities),
        Command::History { question: Some(question), form: Some(form), .. } => {
            ask_engine(&common, Request::Export { question, form: form.into() })
        }
        Command::History { question: Some(question), .. } => recall(&common, question),
        Command::History { document, .. } => ask_engine(&common, Request::History { document }),
        Command::Forget { question } => ask_engine(&common, Request::Forget { question }),
        Command::Estimate { document } => ask_engine(&common, Request::Estimate { document }),
        Command::Eval(eval) => crate::eval::eval(&common, &eval),
        Command::Languages => ask_engine(&common, Request::Languages),
        Command::Model(ModelCommand::Info { file }) => {
            let path = Some(model_name(&file)?);
            ask_engine(&common, Request::ModelInfo { path, role: Role::default() })
        }
        Command::Model(ModelCommand::Use { file, asking }) => {
            let path = file.as_deref().map(model_name).transpose()?;
            let role = if asking { Role::Asking } else { Role::Building };
            ask_engine(&common, Request::OpenModel { path, role })
        }
        Command::Model(ModelCommand::Try { file }) => {
            let path = file.as_deref().map(model_name).transpose()?;
            ask_engine(&common, Request::TryModel { path })
        }
        Command::Model(ModelCommand::Attention { file, text, out }) => {
            attention(&common, &file, &text, &out)
        }
        Command::Story(story) => crate::story::run(&common, &story),
        Command::Help { topic } => print::help(&topic, common.json),
    }
}

pub(crate) fn config(common: &Common) -> Result<Config, Failure> {
    Config::new(common.library.clone(), common.model.clone())
}

pub(crate) fn request(common: &Common, request: Request) -> Result<Outcome, Failure> {
    let mut engine = Engine::new(config(common)?);
    let streams = matches!(request, Request::Ask { .. }) && !common.json;
    let mut terminal = Terminal::new(streams)?;
    let ended = engine.run(1, request, &mut terminal);
    terminal.clear();
    ended.map_err(failure)
}

pub(crate) fn failure(ended: JobError) -> Failure {
    match ended {
        JobError::Failed(failure) => failure,
        JobError::Stopped => stop_failure(),
    }
}

pub(crate) fn stop_failure() -> Failure {
    Failure::new(Code::Stopped, "Stopped. Everything is kept except the step in progress.")
}

pub(crate) fn ask_engine(common: &Common, what: Request) -> CommandResult {
    let outcome = request(common, what)?;
    print_outcome(common, &outcome)
}

/// A stopped question ends like any other stopped command.
fn ask(common: &Common, ask: AskArguments) -> CommandResult {
    let documents = match &ask.documents {
        Documents::Numbers(numbers) => numbers.clone(),
        Documents::Collection(name) => collected(common, name)?,
    };
    let outcome = request(common, ask.into_request(documents))?;
    print_outcome(common, &outcome)?;
    if let Outcome::Answer(answer) = &outcome {
        say(&unwritten_questions(answer));
    }
    let stopped = matches!(&outcome, Outcome::Answer(answer) if answer.stop == StopReason::Stopped);
    Ok(if stopped { ExitCode::from(STOPPED) } else { ExitCode::SUCCESS })
}

/// Returns a note that no sentence was found because questions alone should find them, and none are written; empty if
/// some were found.
fn unwritten_questions(answer: &Answer) -> String {
    let by_questions_alone = answer.options.grains.iter().eq([Grain::Micro]);
    let found_some = answer.rounds.iter().any(|round| round.candidates > 0);
    let name = answer.rounds.iter().flat_map(|round| &round.names).next();
    match (name, answer.documents.first()) {
        (Some(name), Some(document)) if by_questions_alone && !found_some => format!(
            "pecan: No questions about {name} are written yet; `pecan entities {document} \
             --entity \"{name}\" --pairs` has the model write them.\n"
        ),
        _ => String::new(),
    }
}

/// A client for quick requests: nothing to show, nothing to stop.
pub(crate) struct SilentClient;

impl Client for SilentClient {
    fn report(&mut self, _job: JobId, _event: Event) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Returns the documents of a collection that have a graph, finished or not.
fn collected(common: &Common, name: &str) -> Result<Vec<DocumentId>, Failure> {
    let listed = Engine::new(config(common)?).run(1, Request::List, &mut SilentClient);
    let Outcome::Documents(mut documents) = listed.map_err(failure)? else {
        return Err(Failure::new(Code::Internal, "The engine returned an unexpected result."));
    };
    documents.retain(|document| document.collections.iter().any(|known| known == name));
    if documents.is_empty() {
        let message = format!(
            "“{name}” is not a document number, a list of numbers or a collection. `pecan list` \
             shows documents and collections."
        );
        return Err(Failure::new(Code::BadRequest, message));
    }
    documents.retain(|document| document.nodes > 0);
    match documents.is_empty() {
        false => Ok(documents.iter().map(|document| document.id).collect()),
        true => {
            let message = format!("No document in “{name}” has a graph yet. Add the folder again.");
            Err(Failure::new(Code::GraphMissing, message))
        }
    }
}

pub(crate) fn print_outcome(common: &Common, outcome: &Outcome) -> CommandResult {
    if common.json {
        print::outcome_json(outcome)?;
    } else {
        print::outcome(outcome)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints an earlier answer with its path, the answer's text first: nothing was streamed.
fn recall(common: &Common, question: protocol::QuestionId) -> CommandResult {
    let outcome = request(common, Request::Recall { question })?;
    if let (Outcome::Answer(answer), false) = (&outcome, common.json) {
        print::text(&format!("{}\n\n{}\n", answer.question, answer.answer))?;
    }
    print_outcome(common, &outcome)
}

/// Returns a file's absolute path as text; jobs are JSON, which can carry nothing else.
pub(crate) fn name(path: &Path) -> Result<String, Failure> {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    engine::unicode(&whole)
}

/// Returns a model file's absolute path, or the name of a model that comes with Pecan.
fn model_name(path: &Path) -> Result<String, Failure> {
    match path.to_str() {
        Some(named) if engine::comes_with_pecan(named) => Ok(named.to_owned()),
        _ => name(path),
    }
}

fn text(common: &Common, document: protocol::DocumentId) -> CommandResult {
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

fn show(common: &Common, arguments: &Show) -> CommandResult {
    let Show { document, node, graph, until, dot, graphml } = *arguments;
    let outcome = request(common, Request::Show { document, graph, node, until })?;
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

fn attention(common: &Common, file: &Path, text: &Path, out: &Path) -> CommandResult {
    let words = read_text(text)?;
    if words.is_empty() {
        let message = format!("{} is empty. Choose a file that contains text.", text.display());
        return Err(Failure::new(Code::FileEmpty, message));
    }
    let weights = model::Weights::load(&engine::model_file(file)?, &model::LoadOptions::default())?;
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
            "Wrote {rows} × {rows} values, averaged over {} layers of {} heads, to {}.\n",
            read.layers,
            read.heads,
            out.display()
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a file that contains only text.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let shown = path.display();
    fs::read_to_string(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            let message = format!("The file {shown} does not exist. Check its name and folder.");
            Failure::new(Code::FileMissing, message)
        }
        ErrorKind::IsADirectory => {
            Failure::new(Code::IsFolder, format!("{shown} is a folder. Choose a file."))
        }
        ErrorKind::InvalidData => {
            let message = format!("{shown} is not UTF-8 text. Convert it first.");
            Failure::new(Code::FileUnreadable, message)
        }
        _ => Failure::new(Code::FileUnreadable, format!("{shown} cannot be read: {error}.")),
    })
}

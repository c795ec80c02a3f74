//! The `pecan` command: everything the window can do, without a window.
//!
//! One command is one request to the engine, which runs in this process. Results go to stdout;
//! progress goes to stderr. With `--json`, stdout gets exactly one JSON value.

mod args;
mod commands;
mod document_number;
mod graph_export;
mod job;
mod paths;
mod print;
mod progress;

use std::process::ExitCode;

use protocol::Request;
use terminal::CommandResult;

use self::args::{Arguments, Command};
use self::commands::model::ModelCommand;
use self::job::run_and_print;

fn main() -> ExitCode {
    engine::fail_at_file_limits();
    let arguments: Arguments = match terminal::parse(terminal::has_json_option()) {
        Ok(arguments) => arguments,
        Err(status) => return status,
    };
    if computes(&arguments.command) {
        engine::limit_spinning();
    }
    let json = arguments.common.json;
    run(arguments).unwrap_or_else(|failure| terminal::fail("pecan", &failure, json))
}

/// Returns whether a command has a model compute for a while.
fn computes(command: &Command) -> bool {
    matches!(
        command,
        Command::Add(_)
            | Command::Watch(_)
            | Command::Ask(_)
            | Command::Estimate { .. }
            | Command::Mcp(_)
            | Command::Model(ModelCommand::Try { .. })
    )
}

fn run(arguments: Arguments) -> CommandResult {
    let Arguments { common, command } = arguments;
    match command {
        Command::Add(add) => commands::add::run(&common, &add),
        Command::Watch(watch) => commands::watch::run(&common, &watch),
        Command::List => run_and_print(&common, Request::List),
        Command::Remove { document } => run_and_print(&common, Request::Remove { document }),
        Command::Export(export) => commands::export::run(&common, export),
        Command::Import(import) => commands::import::run(&common, &import),
        Command::Collection(collection) => run_and_print(&common, collection.into()),
        Command::Ask(ask) => commands::ask::run(&common, ask),
        Command::Text { document } => commands::text::run(&common, document),
        Command::Search(search) => run_and_print(&common, search.into()),
        Command::Show(show) => commands::show::run(&common, &show),
        Command::Entities(entities) => commands::entities::run(&common, entities),
        Command::Estimate { document } => run_and_print(&common, Request::Estimate { document }),
        Command::History(history) => commands::history::run(&common, &history),
        Command::Forget { question } => run_and_print(&common, Request::Forget { question }),
        Command::Languages => run_and_print(&common, Request::Languages),
        Command::Model(model) => commands::model::run(&common, model),
        Command::Serve(serve) => commands::serve::run(&common, &serve),
        Command::Mcp(mcp) => commands::mcp::run(&common, &mcp),
        Command::Help { topic } => commands::help::run(&topic, common.json),
    }
}

//! `pecan-serve`: lets other programs on this machine ask Pecan's documents over HTTP. `pecan serve` starts it.
//!
//! It listens on 127.0.0.1 alone, wants a token, and refuses web pages. It never opens a connection: it imports none of
//! the system's functions for that, and where the kernel has Landlock, it may not either.
//!
//! `access` decides who may ask, `api` has the product's own JSON and `openai` the shapes that clients of OpenAI's
//! programming interface speak. Both ask through `library`, which passes requests to the engine.

mod access;
mod api;
mod api_error;
mod confine;
mod library;
mod openai;
mod server;
mod startup_messages;
mod state;
mod token;

use std::process::ExitCode;

use clap::Parser;
use terminal::{CommonArguments, ServeArguments};

/// Let other programs on this machine ask Pecan's documents; `pecan serve` starts this program.
#[derive(Debug, Parser)]
#[command(name = "pecan-serve", version)]
struct Arguments {
    #[command(flatten)]
    common: CommonArguments,
    #[command(flatten)]
    serve: ServeArguments,
}

fn main() -> ExitCode {
    engine::fail_at_file_limits();
    let Arguments { common, serve } = match terminal::parse(terminal::has_json_option()) {
        Ok(arguments) => arguments,
        Err(status) => return status,
    };
    engine::limit_spinning();
    match server::run(&common, &serve) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => terminal::fail("pecan-serve", &failure, common.json),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}

//! The engine's process, which is this program with `--engine`.

use std::error::Error;
use std::io::{stdin, stdout};

use crate::args::DesktopArguments;

/// Serves jobs until the window closes the input.
pub fn run(arguments: DesktopArguments) -> Result<(), Box<dyn Error>> {
    let config = engine::Config::new(arguments.library, arguments.model)?;
    engine::serve(config, stdin(), stdout());
    Ok(())
}

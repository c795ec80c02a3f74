//! `pecan model search`.

use std::ops::ControlFlow;

use clap::Args;
use download::{Job, Patience, Task, TaskOutcome};
use protocol::{Code, Failure, FoundModel};
use terminal::{CommandResult, CommonArguments, ProgressLine, print};

use super::mirror::MirrorArgument;
use crate::print::models;

/// Bytes that a context takes beside the weights: those of the widest model in the list, with the
/// longest window that Pecan uses. The documentation of models derives them.
const CONTEXT: u64 = 2_000_000_000;

/// `pecan model search`.
#[derive(Debug, Args)]
pub struct SearchArguments {
    /// Words of the model's name
    #[arg(required = true, value_name = "WORD")]
    words: Vec<String>,
    /// Print at most N repositories
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(1..=50))]
    most: u32,
    #[command(flatten)]
    mirror: MirrorArgument,
}

/// Searches and prints what was found.
pub fn run(common: &CommonArguments, arguments: &SearchArguments) -> CommandResult {
    let mut found = search(arguments)?;
    let free = model::free_memory();
    for one in found.iter_mut().flat_map(|model| &mut model.quantisations) {
        one.fits = free.map(|free| fits(one.bytes, free));
    }
    print(common.json, &found, &models::found(&found))
}

fn search(arguments: &SearchArguments) -> Result<Vec<FoundModel>, Failure> {
    let task = Task::Search { words: arguments.words.join(" "), most: arguments.most };
    let job = Job { hub: arguments.mirror.hub()?, patience: Patience::default(), task };
    let mut line = ProgressLine::new()?;
    line.show_live("Asking the hub …");
    let outcome = download::run(&download::find_program()?, &job, &mut |_| {
        if line.stop().is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    line.clear();
    match outcome? {
        TaskOutcome::Found(found) => Ok(found),
        TaskOutcome::Downloaded { .. } => Err(Failure::new(Code::Internal, "Nothing was found.")),
    }
}

/// Returns whether a model's files and a context fit into memory.
fn fits(bytes: u64, free: u64) -> bool {
    bytes.saturating_add(CONTEXT) <= free
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_fits_with_its_context() {
        assert!(fits(1_000_000_000, 3_000_000_000));
        assert!(!fits(1_000_000_001, 3_000_000_000));
        assert!(!fits(u64::MAX, 3_000_000_000));
    }
}

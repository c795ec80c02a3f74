//! `cargo xtask …`: development tasks for Pecan, from a fresh clone to a package.

mod app;
mod bundle;
mod check;
mod checks;
mod clients;
mod frontend;
mod gpu;
mod history;
mod places;
mod processor;
mod programs;
mod setup;
mod shell;
mod stamp;
mod test;
mod tools;
mod window;
mod workspace;

use std::process::ExitCode;

use anyhow::{Result, bail};
use gpu::Gpu;
use places::WorkspacePaths;
use programs::BuildOptions;
use setup::{Consent, SetupPurpose};

const USAGE: &str = "\
cargo xtask COMMAND [--yes] [--gpu cuda|vulkan|metal|none]

  app                    set up, build, and open the window with a sample book
  test                   set up and run every check and test
  check                  formatting, clippy, and the unit tests of what changed since the last commit
  setup [--ci]           only set up: system packages, WebAssembly, models
  frontend               only build the window's content into frontend/dist
  measure [ARGUMENTS…]   set up, build, measure, and write docs/measurements.md
  measure signal         set up, build, and measure which attention makes the better edges
  measure order          set up, build, and measure other ways of asking
  measure stories        set up, build, compare ways to answer, and fill docs/evaluation.md
  measure pairs          the same with one model that builds and another that answers: an earlier
                         demonstration model from the history, or the one that `--other FILE` names
  measure sets           the same on question sets, with `--data FOLDER`
  measure real           set up, build, measure the default model on real documents, and write
                         docs/real.md, with `--corpus FOLDER`
  measure entities       set up, build, measure the names found in novels, and write
                         docs/entities.md, with `--corpus FOLDER`
  measure documents      set up, build, and measure how well documents are read
  measure desk           set up, build, and measure the window
  bench attention        set up, build, and time reading attention and building graphs
  bundle                 set up, build, and make a Debian package in target/

--gpu   what to build for besides the processor; by default, what this machine has a toolkit and
        a card for (app, measure, bench, bundle)
--yes   install without asking (also if CI=true is set)
--ci    the same, and also install what the tests need (also if CI=true is set)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> Result<()> {
    let Some((command, rest)) = arguments.split_first() else {
        bail!("a command is missing\n\n{USAGE}")
    };
    let places = WorkspacePaths::find()?;
    let (gpu, rest) = Gpu::take(rest)?;
    if gpu.is_some() && ["test", "setup", "frontend"].contains(&command.as_str()) {
        bail!("{command} uses only the processor; --gpu works with app, measure, bench and bundle");
    }
    let consent = Consent::of(&rest);
    let wishes = BuildOptions { consent, gpu };
    let rest: Vec<&str> = rest.iter().map(String::as_str).filter(|&word| word != "--yes").collect();
    match (command.as_str(), rest.as_slice()) {
        ("app", []) => app::open(&places, wishes),
        ("test", []) => test::run_all(&places, consent),
        ("check", []) => check::run_changed(&places),
        ("setup", [] | ["--ci"]) => {
            setup::run(&places, SetupPurpose::of(&rest), consent)?;
            Ok(())
        }
        ("frontend", []) => frontend::build(&places, setup::compiler(consent)?),
        ("measure", [what @ ("signal" | "order"), rest @ ..]) => {
            programs::measure(&places, wishes, what, rest)
        }
        ("measure", [what @ ("stories" | "pairs" | "sets"), rest @ ..]) => {
            programs::compare(&places, wishes, what, rest)
        }
        ("measure", [what @ ("real" | "entities"), rest @ ..]) => {
            programs::measure_page(&places, wishes, what, rest)
        }
        ("measure", ["documents", rest @ ..]) => programs::survey(&places, wishes, rest),
        ("measure", ["desk", rest @ ..]) => window::measure(&places, wishes, rest),
        ("measure", rest) => programs::measure(&places, wishes, "measure", rest),
        ("bench", ["attention", rest @ ..]) => programs::bench(&places, wishes, rest),
        ("bundle", []) => bundle::make(&places, wishes),
        ("help" | "--help" | "-h", _) => {
            println!("{USAGE}");
            Ok(())
        }
        _ => bail!("unknown command: {}\n\n{USAGE}", arguments.join(" ")),
    }
}

//! `pecan-evaluation measure`: prints the numbers, and writes them as JSON and into a page.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand};
use evaluation::bench::{self, Cells};
use evaluation::{
    Figures, StoryBook, Variant, measure_graph, measure_questions, measure_real, page,
};
use protocol::{AskOptions, Code, Failure};
use serde::Serialize;

#[derive(Debug, Parser)]
#[command(version, about = "Measures Pecan through the whole product")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Story books and real books with the demonstration model
    Measure(Measure),
    /// What reading attention costs, and how fast graphs are built
    Bench(Bench),
}

#[derive(Debug, clap::Args)]
struct Bench {
    /// What is timed
    #[arg(value_parser = ["attention"])]
    what: String,
    /// The folder for models of random weights and for the numbers measured so far
    #[arg(long)]
    folder: PathBuf,
    /// The demonstration model
    #[arg(long)]
    pocket: PathBuf,
    /// Only the demonstration model and the smallest of the others
    #[arg(long)]
    small: bool,
    /// Write the tables into this page, between the lines that say where they begin and end
    #[arg(long)]
    markdown: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
struct Measure {
    /// Story books
    #[arg(long, default_value_t = 5)]
    books: u64,
    /// The first book's seed
    #[arg(long, default_value_t = 700)]
    seed: u64,
    /// Chunks of 300 tokens per book
    #[arg(long, default_value_t = 60)]
    chunks: usize,
    /// Questions per book, half of them unanswerable
    #[arg(long, default_value_t = 40)]
    questions: usize,
    /// How much similarity counts against attention, instead of the model's own λ
    #[arg(long)]
    balance: Option<f32>,
    /// Leave the comparisons with attention, embedding or dynamic control off out
    #[arg(long)]
    no_ablations: bool,
    /// The folder with real books; left out where none is named here or in PECAN_CORPUS
    #[arg(long, env = "PECAN_CORPUS")]
    corpus: Option<PathBuf>,
    /// Leave real books out
    #[arg(long)]
    no_real: bool,
    /// Write the numbers here as JSON
    #[arg(long, overrides_with = "json")]
    json: Option<PathBuf>,
    /// Write the table into this page, between the lines that say where it begins and ends
    #[arg(long, overrides_with = "markdown")]
    markdown: Option<PathBuf>,
}

impl Measure {
    /// What repeats this measurement.
    fn command(&self) -> String {
        let Self { books, seed, chunks, questions, .. } = self;
        let mut command = format!(
            "cargo xtask measure --books {books} --seed {seed} --chunks {chunks} --questions {questions}"
        );
        if let Some(balance) = self.balance {
            command.push_str(&format!(" --balance {balance}"));
        }
        for (flag, given) in [(" --no-ablations", self.no_ablations), (" --no-real", self.no_real)]
        {
            if given {
                command.push_str(flag);
            }
        }
        command
    }
}

#[derive(Serialize)]
struct Document<'a> {
    machine: String,
    commit: String,
    command: String,
    seconds: f64,
    #[serde(flatten)]
    figures: &'a Figures,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Measure(arguments) => measure(&arguments),
        Command::Bench(arguments) => bench(&arguments),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("pecan-evaluation: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn bench(arguments: &Bench) -> Result<(), Failure> {
    let Bench { what, folder, pocket, small, markdown } = arguments;
    fs::create_dir_all(folder).map_err(|error| file_failure(folder, &error))?;
    let mut cells = Cells::open(&folder.join("attention.json"), machine(), commit());
    bench::attention(pocket, folder, !small, &mut cells)?;
    let command = format!("cargo xtask bench {what}{}", if *small { " --small" } else { "" });
    let section = cells.page(&command);
    println!("{section}");
    write_section(markdown.as_deref(), "attention", &section)
}

/// Writes a section into a page, if there is one.
fn write_section(page: Option<&Path>, name: &str, section: &str) -> Result<(), Failure> {
    let Some(path) = page else { return Ok(()) };
    let page = fs::read_to_string(path).map_err(|error| file_failure(path, &error))?;
    let page = page::with_section(&page, name, section)?;
    fs::write(path, page).map_err(|error| file_failure(path, &error))
}

fn measure(arguments: &Measure) -> Result<(), Failure> {
    let begun = Instant::now();
    let folder = tempfile::tempdir().map_err(|error| {
        Failure::new(Code::DiskFull, format!("No temporary folder can be made: {error}."))
    })?;
    let mut figures = Figures::default();
    story_books(arguments, folder.path(), &mut figures)?;
    match &arguments.corpus {
        Some(corpus) if !arguments.no_real => measure_real(corpus, folder.path(), &mut figures)?,
        _ => eprintln!("Real books are left out."),
    }
    let document = Document {
        machine: machine(),
        commit: commit(),
        command: arguments.command(),
        seconds: begun.elapsed().as_secs_f64(),
        figures: &figures,
    };
    let section = section(&document);
    println!("{section}");
    write_section(arguments.markdown.as_deref(), "measured", &section)?;
    if let Some(path) = &arguments.json {
        let json = serde_json::to_string_pretty(&document)
            .map_err(|error| Failure::new(Code::Internal, error.to_string()))?;
        fs::write(path, json + "\n").map_err(|error| file_failure(path, &error))?;
    }
    Ok(())
}

/// What stands in the page: where, when and with what, and the table.
fn section(document: &Document<'_>) -> String {
    let Document { machine, commit, command, seconds, figures } = document;
    format!(
        "Machine: {machine}. Commit: `{commit}`. {seconds:.0} s.\n\n    {command}\n\n{}",
        figures.table()
    )
}

fn story_books(arguments: &Measure, folder: &Path, figures: &mut Figures) -> Result<(), Failure> {
    let mut books = Vec::new();
    for seed in arguments.seed..arguments.seed + arguments.books {
        eprintln!("building story book {seed}");
        books.push(StoryBook::build(seed, arguments.chunks, folder)?);
    }
    measure_graph(&books, figures);
    let options = AskOptions { balance: arguments.balance, ..AskOptions::default() };
    let main = Variant { name: "search".into(), options };
    eprintln!("asking");
    let visited = measure_questions(&mut books, arguments.questions, &main, figures)?;
    if !arguments.no_ablations {
        for variant in ablations(visited) {
            eprintln!("asking: {}", variant.name);
            measure_questions(&mut books, arguments.questions, &variant, figures)?;
        }
    }
    Ok(())
}

fn ablations(visited: f64) -> [Variant; 3] {
    let defaults = AskOptions::default();
    let fixed = (visited.round() as u32).max(1);
    [
        Variant {
            name: "attention off".into(),
            options: AskOptions { attention: false, ..defaults.clone() },
        },
        Variant {
            name: "embedding off".into(),
            options: AskOptions { embedding: false, ..defaults.clone() },
        },
        Variant {
            name: format!("fixed at the mean of {fixed} nodes"),
            options: AskOptions { fixed_nodes: Some(fixed), ..defaults },
        },
    ]
}

fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let processor = fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        })
        .unwrap_or_else(|| std::env::consts::ARCH.into());
    format!("{processor}, {cores} cores, {}", std::env::consts::OS)
}

fn commit() -> String {
    std::process::Command::new("git")
        .args(["rev-parse", "--short", "HEAD"])
        .output()
        .ok()
        .filter(|output| output.status.success())
        .map_or_else(
            || "unknown".into(),
            |output| String::from_utf8_lossy(&output.stdout).trim().into(),
        )
}

fn file_failure(path: &Path, error: &std::io::Error) -> Failure {
    let message = format!("{} cannot be read or written: {error}.", path.display());
    Failure::new(Code::FileUnreadable, message)
}

//! `pecan-lab measure`, `signal` and `order`: story books and real books, through the whole product.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use evaluation::product::{
    AskVariantResult, Figures, SignalScores, StoryBook, Variant, measure_graph, measure_questions,
    measure_real, measure_signals, measure_ways, signal_table, way_table,
};
use protocol::{AskOptions, Code, Failure};
use report::{MeasurementReport, ReportOutput};
use serde::Serialize;
use story::Story;

/// `pecan-lab measure`.
#[derive(Debug, Args)]
pub struct MeasureArguments {
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
    /// Set the weight of similarity against attention instead of the model's own λ
    #[arg(long)]
    balance: Option<f32>,
    /// Leave out the comparisons with attention, embedding or dynamic control off
    #[arg(long)]
    no_ablations: bool,
    /// Read real books from this folder; without it and without PECAN_CORPUS, real books are left
    /// out
    #[arg(long, env = "PECAN_CORPUS")]
    corpus: Option<PathBuf>,
    /// Leave out real books
    #[arg(long)]
    no_real: bool,
    #[command(flatten)]
    output: ReportOutput,
}

impl MeasureArguments {
    /// Returns the command that repeats this measurement.
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

/// `pecan-lab signal`.
#[derive(Debug, Args)]
pub struct SignalArguments {
    /// Story books
    #[arg(long, default_value_t = 10)]
    books: u64,
    /// The first book's seed
    #[arg(long, default_value_t = 800)]
    seed: u64,
    /// Chunks of 300 tokens per book
    #[arg(long, default_value_t = 60)]
    chunks: usize,
    #[command(flatten)]
    output: ReportOutput,
}

/// `pecan-lab order`.
#[derive(Debug, Args)]
pub struct OrderArguments {
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
    #[arg(long, default_value_t = 20)]
    questions: usize,
    #[command(flatten)]
    output: ReportOutput,
}

#[derive(Serialize)]
struct Signals {
    signals: Vec<SignalScores>,
}

#[derive(Serialize)]
struct Ways {
    ways: Vec<AskVariantResult>,
}

/// Measures story books and real books.
pub fn measure(arguments: &MeasureArguments) -> Result<(), Failure> {
    let begun = Instant::now();
    let folder = temporary_folder()?;
    let mut figures = Figures::default();
    story_books(arguments, folder.path(), &mut figures)?;
    match &arguments.corpus {
        Some(corpus) if !arguments.no_real => measure_real(corpus, folder.path(), &mut figures)?,
        _ => eprintln!("Skipping real books."),
    }
    let table = figures.table();
    let report = MeasurementReport::new(arguments.command(), begun, figures);
    arguments.output.give("measured", &report, &table)
}

/// Compares which attention makes better edges.
pub fn signal(arguments: &SignalArguments) -> Result<(), Failure> {
    let begun = Instant::now();
    let SignalArguments { books, seed, chunks, output } = arguments;
    let pocket = engine::find_model_file(engine::POCKET).ok_or_else(|| {
        let message = "The demonstration model is missing. Run `cargo xtask setup`, or set \
                       PECAN_MODELS to its folder.";
        Failure::new(Code::ModelMissing, message)
    })?;
    let stories: Vec<Story> = (*seed..seed + books).map(|seed| Story::new(seed, *chunks)).collect();
    let signals = measure_signals(&pocket, &stories)?;
    let table = signal_table(&signals);
    let command =
        format!("cargo xtask measure signal --books {books} --seed {seed} --chunks {chunks}");
    output.give("signal", &MeasurementReport::new(command, begun, Signals { signals }), &table)
}

/// Measures what other ways of asking cost, and whether they answer as well.
pub fn order(arguments: &OrderArguments) -> Result<(), Failure> {
    let begun = Instant::now();
    let OrderArguments { books, seed, chunks, questions, output } = arguments;
    let folder = temporary_folder()?;
    let mut built = build_books(*seed..seed + books, *chunks, folder.path())?;
    let ways = measure_ways(&mut built, *questions)?;
    let table = way_table(&ways);
    let command = format!(
        "cargo xtask measure order --books {books} --seed {seed} --chunks {chunks} \
         --questions {questions}"
    );
    output.give("order", &MeasurementReport::new(command, begun, Ways { ways }), &table)
}

fn temporary_folder() -> Result<tempfile::TempDir, Failure> {
    tempfile::tempdir().map_err(|error| {
        Failure::new(Code::DiskFull, format!("No temporary folder can be created: {error}."))
    })
}

fn build_books(
    seeds: std::ops::Range<u64>,
    chunks: usize,
    folder: &Path,
) -> Result<Vec<StoryBook>, Failure> {
    let build = |seed| {
        eprintln!("building story book {seed}");
        StoryBook::build(seed, chunks, folder)
    };
    seeds.map(build).collect()
}

fn story_books(
    arguments: &MeasureArguments,
    folder: &Path,
    figures: &mut Figures,
) -> Result<(), Failure> {
    let MeasureArguments { seed, books, chunks, .. } = arguments;
    let mut books = build_books(*seed..seed + books, *chunks, folder)?;
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

fn ablations(visited: f64) -> [Variant; 4] {
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
            name: "shared words off".into(),
            options: AskOptions { words: false, ..defaults.clone() },
        },
        Variant {
            name: format!("fixed at the mean of {fixed} nodes"),
            options: AskOptions { fixed_nodes: Some(fixed), ..defaults },
        },
    ]
}

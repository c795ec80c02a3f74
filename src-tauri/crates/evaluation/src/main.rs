//! `pecan-evaluation measure` and the like: print numbers, and write them as JSON and into a page.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand};
use evaluation::bench::{self, BenchmarkScope, Cells};
use evaluation::product::{
    AskVariantResult, Figures, SignalScores, StoryBook, Variant, measure_graph, measure_questions,
    measure_real, measure_signals, measure_ways, signal_table, way_table,
};
use pocket::story::Story;
use protocol::{AskOptions, Code, Failure};
use report::{MeasurementReport, ReportOutput};
use serde::Serialize;

#[derive(Debug, Parser)]
#[command(version, about = "Measures Pecan through the whole product")]
struct EvaluationArguments {
    #[command(subcommand)]
    command: EvaluationCommand,
}

#[derive(Debug, Subcommand)]
enum EvaluationCommand {
    /// Measure story books and real books with the demonstration model
    Measure(Measure),
    /// Compare which attention makes better edges
    Signal(SignalArguments),
    /// Measure what other ways of asking cost, and whether they answer as well
    Order(OrderArguments),
    /// Compare ways to answer on the story benchmark
    Stories(evaluation::Stories),
    /// Let one model build and another answer on the story benchmark
    Pairs(evaluation::ModelPairArguments),
    /// Compare ways to answer on other people's question sets
    Sets(evaluation::QuestionSets),
    /// Measure real documents with the default model or another one
    Real(evaluation::RealDocuments),
    /// Measure names in novels with the default model or another one
    Entities(evaluation::NamedEntities),
    /// Measure what reading attention costs, and how fast graphs are built
    Bench(Bench),
    /// Print the memory that a model uses over its weights and cache, in bytes
    #[command(hide = true)]
    Footprint { model: PathBuf, tokens: usize },
}

#[derive(Debug, clap::Args)]
struct Bench {
    /// Choose what to time
    #[arg(value_parser = ["attention"])]
    what: String,
    /// Keep models with random weights and the numbers measured so far in this folder
    #[arg(long)]
    folder: PathBuf,
    /// The demonstration model
    #[arg(long)]
    pocket: PathBuf,
    /// Time random models of these sizes, in this order; 8B needs a graphics card
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "0.1B,0.5B,1B",
        value_parser = PossibleValuesParser::new(bench::SIZES)
    )]
    sizes: Vec<String>,
    /// Limit the input to this many tokens
    #[arg(long, default_value_t = 8_064)]
    longest: usize,
    /// Time only building with several sequences side by side, for a table of its own
    #[arg(long)]
    streams: bool,
    /// Measure nothing; make tables of everything measured so far, at any commit
    #[arg(long)]
    tables: bool,
    /// Write the tables into this page, between the lines that mark their start and end
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

impl Measure {
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

#[derive(Debug, clap::Args)]
struct SignalArguments {
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

#[derive(Debug, clap::Args)]
struct OrderArguments {
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

fn main() -> ExitCode {
    let outcome = match EvaluationArguments::parse().command {
        EvaluationCommand::Measure(arguments) => measure(&arguments),
        EvaluationCommand::Signal(arguments) => signal(&arguments),
        EvaluationCommand::Order(arguments) => order(&arguments),
        EvaluationCommand::Stories(arguments) => evaluation::stories(&arguments),
        EvaluationCommand::Pairs(arguments) => evaluation::pairs(&arguments),
        EvaluationCommand::Sets(arguments) => evaluation::question_sets(&arguments),
        EvaluationCommand::Real(arguments) => evaluation::real_documents(&arguments),
        EvaluationCommand::Entities(arguments) => evaluation::named_entities(&arguments),
        EvaluationCommand::Bench(arguments) => bench(&arguments),
        EvaluationCommand::Footprint { model, tokens } => footprint(&model, tokens),
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
    let Bench { what, folder, pocket, sizes, longest, streams, tables, markdown } = arguments;
    fs::create_dir_all(folder).map_err(|error| report::file_failure(folder, &error))?;
    // A graphics card has its own numbers and tables.
    let section = match (bench::has_card(), streams) {
        (true, false) => "attention-gpu",
        (true, true) => "attention-gpu-streams",
        (false, false) => "attention",
        (false, true) => "attention-streams",
    };
    let file = folder.join(format!("{section}.json"));
    let mut cells = Cells::open(&file, bench::machine(), report::commit())?;
    if !tables {
        let scope = BenchmarkScope { sizes: sizes.clone(), longest: *longest, streams: *streams };
        bench::attention(pocket, folder, scope, &mut cells)?;
    }
    if cells.is_empty() {
        let message = "Nothing was measured on this machine yet. Leave out --tables to measure.";
        return Err(Failure::new(Code::BadRequest, message));
    }
    let sizes = sizes.join(",");
    let command = match streams {
        true => format!("cargo xtask bench {what} --sizes {sizes} --streams"),
        false => format!("cargo xtask bench {what} --sizes {sizes} --longest {longest}"),
    };
    let page = bench::page(&cells, &command);
    println!("{page}");
    report::write_section(markdown.as_deref(), section, &page)
}

fn footprint(model: &Path, tokens: usize) -> Result<(), Failure> {
    println!("{}", bench::footprint(model, tokens)?);
    Ok(())
}

fn measure(arguments: &Measure) -> Result<(), Failure> {
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

fn signal(arguments: &SignalArguments) -> Result<(), Failure> {
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

fn order(arguments: &OrderArguments) -> Result<(), Failure> {
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

fn story_books(arguments: &Measure, folder: &Path, figures: &mut Figures) -> Result<(), Failure> {
    let Measure { seed, books, chunks, .. } = arguments;
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

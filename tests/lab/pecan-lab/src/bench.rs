//! `pecan-lab bench`: the speed of reading attention and building graphs.

use std::fs;
use std::path::{Path, PathBuf};

use bench::{BenchmarkScope, Cells};
use clap::Args;
use clap::builder::PossibleValuesParser;
use protocol::{Code, Failure};

/// `pecan-lab bench`.
#[derive(Debug, Args)]
pub struct BenchArguments {
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

/// Times what was chosen, prints the tables of all that was timed so far, and writes them into a page.
pub fn run(arguments: &BenchArguments) -> Result<(), Failure> {
    let BenchArguments { what, folder, pocket, sizes, longest, streams, tables, markdown } =
        arguments;
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

/// Prints the memory that a model uses over its weights and cache, in bytes.
pub fn footprint(model: &Path, tokens: usize) -> Result<(), Failure> {
    println!("{}", bench::footprint(model, tokens)?);
    Ok(())
}

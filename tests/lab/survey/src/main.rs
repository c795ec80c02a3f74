//! `pecan-survey documents`: prints numbers, and writes them as JSON and into a page.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use documents::{Document, ReadOptions, read};
use model::{LoadOptions, Weights};
use protocol::Code;
use report::{MeasurementReport, ReportOutput, rows_table};
use survey::agreement::Agreement;
use survey::chunks::ChunkCheck;
use survey::hostile::ReaderPaths;
use survey::made::{PaperLayout, paper};
use survey::order::SentenceOrder;
use survey::places::{broken_offsets, look};
use survey::rows::{self, FileFindings};
use survey::speed::{Opening, Times, open, peak, time};
use survey::tools::ReferenceExtractor;
use survey::{chunks, folders, hostile, paper as papers};

#[derive(Debug, Parser)]
#[command(version, about = "Measures how well documents are read")]
struct SurveyArguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Measure the PDFs of a folder of test files, and generated ones
    Documents(Survey),
    /// Read one file and print the peak memory in KiB
    #[command(hide = true)]
    Read { file: PathBuf },
}

#[derive(Debug, clap::Args)]
struct Survey {
    /// Read test files from this folder
    #[arg(long, env = "PECAN_CORPUS")]
    corpus: PathBuf,
    /// Cut all files into chunks by the tokens of this GGUF model
    #[arg(long)]
    vocabulary: PathBuf,
    /// Check this many sentences per document
    #[arg(long, default_value_t = 200)]
    sentences: usize,
    /// Time each file this many times in each way
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Compare the speed with this Python, which must have pypdfium2
    #[arg(long, default_value = "python3")]
    python: String,
    /// Read this many deliberately damaged copies of good files
    #[arg(long, default_value_t = 10_000)]
    mutations: usize,
    #[command(flatten)]
    output: ReportOutput,
}

/// The folders of good PDFs.
const GOOD: [&str; 8] = [
    "pdf/latex-two-column",
    "pdf/text-many-producers",
    "pdf/cjk",
    "pdf/rtl-arabic",
    "pdf/forms",
    "pdf/pdfa-pdfua",
    "pdf/owner-password-only",
    "pdf/scan-with-ocr-layer",
];

fn main() -> ExitCode {
    let done = match SurveyArguments::parse().what {
        What::Documents(survey) => survey.run(),
        What::Read { file } => read_one(&file),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn options() -> ReadOptions {
    ReadOptions::with_pdfium(folders())
}

fn read_one(file: &Path) -> Result<()> {
    let document = read(&fs::read(file)?, &file.to_string_lossy(), &options())?;
    println!("{}", peak().unwrap_or_default());
    drop(document);
    Ok(())
}

impl Survey {
    fn run(&self) -> Result<()> {
        let begun = Instant::now();
        let files = self.files()?;
        let mut found = Vec::new();
        for path in &files {
            found.extend(self.file(path)?);
        }
        let papers = papers::survey(&options())?;
        let place = ReaderPaths::new(&options().pdfium)?;
        let (long, opening) = self.long(&place)?;
        let chunks = self.chunks(&place)?;
        let hostile = hostile::survey(&self.corpus, &place, self.mutations)?;
        let rows = [
            rows::of_files(&found, files.len()),
            rows::of_chunks(chunks),
            rows::of_papers(papers),
            rows::of_speed(&found, &long),
            rows::of_opening(opening),
            rows::of_hostile(&hostile),
        ]
        .concat();
        let table = [rows_table(&rows), rows::table(&found), hostile::table(&hostile)].join("\n");
        let numbers = serde_json::json!({ "rows": rows, "files": found, "long": long, "opening": opening,
            "chunks": chunks, "hostile": hostile });
        let Self { sentences, rounds, mutations, .. } = self;
        let command = format!(
            "cargo xtask measure documents --sentences {sentences} --rounds {rounds} --mutations \
             {mutations}"
        );
        let report = MeasurementReport::new(command, begun, numbers);
        Ok(self.output.give("documents", &report, &table)?)
    }

    /// Returns the good PDFs.
    fn files(&self) -> Result<Vec<PathBuf>> {
        let mut files = vec![self.corpus.join("novels/en/pg11-11-pdf.pdf")];
        for folder in GOOD {
            let folder = self.corpus.join(folder);
            let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
            files.extend(entries.flatten().map(|entry| entry.path()));
        }
        files.sort();
        Ok(files)
    }

    /// Measures one file; `None` if it has no text.
    fn file(&self, path: &Path) -> Result<Option<FileFindings>> {
        let bytes = fs::read(path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let document = match read(&bytes, &name, &options()) {
            Ok(document) => document,
            Err(error) if error.code() == Code::NoText => return Ok(None),
            Err(error) => return Err(error).context(name),
        };
        eprintln!("{name}");
        let texts = [ReferenceExtractor::Poppler, ReferenceExtractor::MuPdf]
            .map(|reader| reader.pages(path));
        let mute = texts[1].as_deref().map_or_else(Vec::new, mute);
        let agreement = |theirs: &Option<Vec<String>>| {
            theirs.as_ref().and_then(|theirs| agreement(&document, theirs, &mute).share())
        };
        let [poppler, mupdf] = [&texts[0], &texts[1]].map(agreement);
        let order = match &texts {
            [Some(one), Some(other)] => {
                SentenceOrder::of_agreed(&document.text, &other.join("\n"), &one.join("\n"))
            }
            _ => SentenceOrder::default(),
        };
        let pages = document.pages.len();
        let is_long = pages >= 10;
        Ok(Some(FileFindings {
            file: name,
            pages,
            between: match &texts {
                [Some(one), Some(other)] => agreement_of(one.iter().zip(other), &mute).share(),
                _ => None,
            },
            mute: mute.len(),
            poppler,
            mupdf,
            order,
            broken_offsets: broken_offsets(&document),
            places: look(&bytes, &document, self.sentences, &mute)?,
            times: is_long.then(|| time(path, &self.python, self.rounds)).transpose()?,
        }))
    }

    /// Checks the chunks of all files, good and bad.
    fn chunks(&self, place: &ReaderPaths) -> Result<ChunkCheck> {
        let weights = Weights::load(&self.vocabulary, &LoadOptions::default())?;
        chunks::survey(&self.corpus, place, &weights)
    }

    /// Measures a generated PDF of 1,000 pages: how fast it is read, and how soon it can be viewed.
    fn long(&self, place: &ReaderPaths) -> Result<(Times, Opening)> {
        let layout = PaperLayout {
            columns: 2,
            row_by_row: false,
            hyphens: true,
            furniture: true,
            pages: 1000,
        };
        let file = tempfile::Builder::new().suffix(".pdf").tempfile()?;
        let bytes = paper(layout).file;
        fs::write(file.path(), &bytes)?;
        let rounds = self.rounds.min(2);
        Ok((time(file.path(), &self.python, rounds)?, open(place, &bytes, rounds)?))
    }
}

/// Returns the pages, from 0, whose fonts do not identify many of their characters, judged by
/// MuPDF's replacement characters. Each reader makes up something else for them.
fn mute(pages: &[String]) -> Vec<usize> {
    let is_mute = |page: &String| {
        let unknown = page.chars().filter(|letter| *letter == '\u{fffd}').count();
        unknown * 20 > page.chars().filter(|letter| !letter.is_whitespace()).count()
    };
    let mute = pages.iter().enumerate().filter(|(_, page)| is_mute(page));
    mute.map(|(nth, _)| nth).collect()
}

/// Returns the agreement of a document, margins included, with another reader's pages, except for
/// the pages in `without`.
fn agreement(document: &Document, theirs: &[String], without: &[usize]) -> Agreement {
    let text: Vec<char> = document.text.chars().collect();
    let ours = document.pages.iter().map(|page| {
        let mut all: String = text[page.start as usize..page.end as usize].iter().collect();
        for one in document.marginals.iter().filter(|one| one.rect.page == page.number) {
            all += &one.text;
        }
        all
    });
    agreement_of(ours.zip(theirs), without)
}

/// Returns the agreement of pairs of pages, except for those in `without`, from 0.
fn agreement_of<A: AsRef<str>, B: AsRef<str>>(
    pairs: impl Iterator<Item = (A, B)>,
    without: &[usize],
) -> Agreement {
    let pairs = pairs.enumerate().filter(|(nth, _)| !without.contains(nth));
    pairs
        .map(|(_, (one, other))| Agreement::of(one.as_ref(), other.as_ref()))
        .fold(Agreement::default(), Agreement::and)
}

//! A comparison with the demonstration model as a section of a docs page.

use std::path::{Path, PathBuf};
use std::time::Instant;

use model::StopSignal;
use protocol::{Code, Failure};

use crate::comparison::report::Numbers;
use crate::comparison::{
    ComparisonModels, ComparisonPlan, ComparisonProgress, Method, ModelFile, News, Results, report,
    run,
};

/// Where comparisons are stored and shown.
#[derive(Debug, clap::Args)]
pub(crate) struct Destination {
    /// Where books, graphs, answers and results are kept, so that an interrupted measurement can resume
    #[arg(long)]
    pub folder: PathBuf,
    /// Write the most important tables into this page, between the lines that mark the beginning and end
    /// of each section
    #[arg(long)]
    page: Option<PathBuf>,
}

/// What is compared in a section.
#[derive(Debug, Clone)]
pub(crate) struct ComparisonSection<'a> {
    /// Its name, which is also that of the folder for its results.
    pub name: String,
    /// Files of questions.
    pub data: Vec<PathBuf>,
    /// Comma-separated methods.
    pub methods: &'a str,
    /// The most questions of each data set.
    pub sample: Option<usize>,
    /// What it shows.
    pub shows: Shows,
    /// The command that repeats it.
    pub command: String,
}

/// What the page shows of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shows {
    /// Every data set by itself.
    EverySet,
    /// Data sets of several lengths side by side.
    Lengths,
    /// All data sets together.
    Together,
    /// Which passages were chosen. Nothing is answered.
    Choices,
}

impl Destination {
    /// Checks before hours of work that the page has a place for these sections.
    ///
    /// # Errors
    ///
    /// If it has not, or cannot be read.
    pub fn require<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Result<(), Failure> {
        ::report::require_sections(self.page.as_deref(), names)
    }

    /// Compares with the demonstration model and shows the results.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written or a model fails.
    pub fn fill(&self, section: &ComparisonSection<'_>) -> Result<(), Failure> {
        let results = self.compare(section, models(&StopSignal::default())?)?;
        self.give(section, &results)
    }

    /// Prints the most important numbers, writes all of them beside the books, and fills the page's
    /// section.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn give(&self, section: &ComparisonSection<'_>, results: &Results) -> Result<(), Failure> {
        let numbers = Numbers::of(results);
        println!("{}", report::terminal(&numbers));
        print!("{}", report::left_out(&results.problems, results.left_out));
        report::write(&numbers, &self.folder.join(&section.name))?;
        let shown = match section.shows {
            Shows::EverySet => report::every_set(&numbers),
            Shows::Lengths => report::side_by_side(&numbers),
            Shows::Together => report::together(&numbers),
            Shows::Choices => report::chosen(&numbers),
        };
        let origin = report::origin(results, &format!("Commit: `{}`", ::report::commit()));
        ::report::write_section(self.page.as_deref(), &section.name, &(origin + &shown))
    }

    /// Compares with these models.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written or a model fails.
    pub fn compare(
        &self,
        section: &ComparisonSection<'_>,
        models: ComparisonModels,
    ) -> Result<Results, Failure> {
        let stop = StopSignal::default();
        let ComparisonSection { data, methods, sample, shows, command, .. } = section.clone();
        let choosing = shows == Shows::Choices;
        let methods: Result<Vec<Method>, _> = methods.split(',').map(str::parse).collect();
        let methods = methods.map_err(|error| Failure::new(Code::Internal, format!("{error}")))?;
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        let cache = self.folder.join("cache");
        let plan = ComparisonPlan { data, methods, models, cache, jobs, sample, choosing, command };
        let mut shown = Instant::now();
        run(&plan, &stop, &mut |news| match news {
            News::LeftOut { problems, left_out } => {
                eprint!("{}", report::left_out(problems, left_out));
            }
            News::Note(note) => eprint!("{}", report::note(note)),
            News::Progress(progress) => tell(progress, &mut shown),
        })
    }
}

/// The demonstration model and the sentence embedder, with one thread per worker.
pub(crate) fn models(stop: &StopSignal) -> Result<ComparisonModels, Failure> {
    let file = |name: &str| {
        let path = engine::find_model_file(name).ok_or_else(|| {
            let message = format!("{name} is missing. Run `cargo xtask setup`.");
            Failure::new(Code::ModelMissing, message)
        })?;
        ModelFile::new(&path, stop)
    };
    Ok(ComparisonModels {
        language: file(engine::POCKET)?,
        builder: None,
        embedder: file(engine::MINILM)?,
        encoders: None,
        reranker: None,
        compressor: None,
        threads: Some(1),
    })
}

/// Prints a line of progress every ten seconds.
fn tell(progress: &ComparisonProgress, shown: &mut Instant) {
    let ComparisonProgress { what, done, all, .. } = progress;
    if shown.elapsed().as_secs() >= 10 || done == all {
        *shown = Instant::now();
        let left = progress.seconds_left().map(|left| format!(", {left:.0} s left"));
        eprintln!("{what}: {done} of {all}{}", left.unwrap_or_default());
    }
}

/// Returns the failure that a folder cannot be read or written.
pub(crate) fn unwritten(folder: &Path, error: &std::io::Error) -> Failure {
    let message = format!("{} cannot be read or written: {error}.", folder.display());
    Failure::new(Code::FileUnwritable, message)
}

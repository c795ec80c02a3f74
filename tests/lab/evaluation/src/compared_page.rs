//! A comparison with the demonstration model as a section of a docs page.

use std::path::{Path, PathBuf};
use std::time::Instant;

use model::StopSignal;
use protocol::{Code, Failure};

use crate::comparison::report::{Alike, Numbers};
use crate::comparison::{
    ComparisonModels, ComparisonPlan, ComparisonProgress, Method, ModelFile, News, Results, report,
    run,
};

/// The section of plots over document lengths.
pub(crate) const GROWTH: &str = "growth";
/// The section of relations that hold.
pub(crate) const RELATIONS: &str = "relations";

/// Where comparisons are stored and shown.
#[derive(Debug, clap::Args)]
pub(crate) struct Destination {
    /// Where books, graphs and answers are kept, so that an interrupted measurement can resume
    #[arg(long)]
    pub folder: PathBuf,
    /// The page, with lines that mark the beginning and end of each section
    #[arg(long)]
    page: Option<PathBuf>,
    /// The folder beside the page for pictures
    #[arg(long, default_value = "docs/evaluation")]
    pictures: PathBuf,
}

/// What is compared in a section.
#[derive(Debug, Clone)]
pub(crate) struct ComparisonSection<'a> {
    /// Its name.
    pub name: String,
    /// Files of questions.
    pub data: Vec<PathBuf>,
    /// Comma-separated methods.
    pub methods: &'a str,
    /// The most questions of each data set.
    pub sample: Option<usize>,
    /// What it shows.
    pub shows: Shows,
    /// What identifies the questions: their number and the seed of the books.
    pub questions: String,
    /// The command that repeats it.
    pub command: String,
}

/// What a section shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shows {
    /// Every data set by itself.
    EverySet,
    /// How many questions each method ran on, and all data sets together.
    Together,
    /// Which passages were chosen. Nothing is answered.
    Choices,
}

impl Destination {
    /// Checks before hours of work that the page has a place for these sections, and for what they show
    /// together.
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

    /// Prints the most important numbers and writes all of them beside the books and into the page.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn give(&self, section: &ComparisonSection<'_>, results: &Results) -> Result<(), Failure> {
        let numbers = Numbers::of(results);
        println!("{}", report::terminal(&numbers));
        print!("{}", report::left_out(&results.problems, results.left_out));
        report::write(&numbers, &self.folder.join(&section.name))?;
        self.show(section, &numbers)
    }

    /// Shows the joint results of sections that were filled now or earlier with the present models: how
    /// F1 and operations of all methods grow with the length of the documents, and, including Pecan
    /// without parts of it, which relations of the papers hold.
    ///
    /// # Errors
    ///
    /// If a model is missing, or a file cannot be written.
    pub fn sum_up(
        &self,
        methods: &[ComparisonSection<'_>],
        ablations: &[ComparisonSection<'_>],
    ) -> Result<(), Failure> {
        let Some(page) = self.page.as_deref() else { return Ok(()) };
        let models = models(&StopSignal::default())?.named();
        let alike = |sections: &mut dyn Iterator<Item = &ComparisonSection<'_>>| {
            let folder = |one: &ComparisonSection<'_>| {
                (self.pictures.join(&one.name), one.questions.clone())
            };
            Alike::read(&sections.map(folder).collect::<Vec<_>>(), &models)
        };
        let (folder, from) = self.pictures_of(GROWTH);
        let growth = alike(&mut methods.iter()).over_lengths(&folder, &from)?;
        ::report::write_section(Some(page), GROWTH, &growth)?;
        let relations = alike(&mut methods.iter().chain(ablations)).relations();
        ::report::write_section(Some(page), RELATIONS, &relations)
    }

    /// Returns the folder of a section's pictures: its path here, and its path on the page.
    fn pictures_of(&self, name: &str) -> (PathBuf, String) {
        let from = self.pictures.file_name().unwrap_or_default().to_string_lossy().into_owned();
        (self.pictures.join(name), format!("{from}/{name}"))
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

    fn show(&self, section: &ComparisonSection<'_>, numbers: &Numbers<'_>) -> Result<(), Failure> {
        let ComparisonSection { name, shows, questions, .. } = section;
        if self.page.is_none() {
            return Ok(());
        }
        let (folder, from) = self.pictures_of(name);
        let shown = match shows {
            Shows::Choices => report::choices(numbers),
            Shows::Together => report::together(numbers, &folder, &from)?,
            Shows::EverySet => report::every_set(numbers, &folder, &from)?,
        };
        if *shows == Shows::EverySet {
            report::keep(numbers, questions, &folder)?;
        }
        ::report::write_section(self.page.as_deref(), name, &(head(numbers.results()) + &shown))
    }
}

/// Describes what a section's numbers were made with.
fn head(results: &Results) -> String {
    let Results { machine, command, seconds, models, jobs, problems, kept, records, .. } = results;
    let problems = match problems.len() {
        0 => String::new(),
        count => format!(" There are notes on {count} lines or documents."),
    };
    let models: Vec<String> =
        models.iter().map(|(role, file, hash)| format!("{role} {file} (`{hash}`)")).collect();
    let answers = match kept {
        0 => String::new(),
        kept => format!(", {kept} of {} answers from earlier runs", records.len()),
    };
    format!(
        "Machine: {machine}. Commit: `{}`. {seconds:.0} s of this run, {jobs} questions at once{answers}. \
         Models: {}.{problems}\n\n    {command}\n\n",
        ::report::commit(),
        models.join(", ")
    )
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

//! How well Pecan finds what and whom a text names, and what kind of thing each name names, in novels
//! with annotated names: LitBank (Bamman, Popat and Shen 2019; Bamman, Lewke and Mansoor 2020).
//!
//! The results are stored book by book in a folder of the model, named by its SHA-256, so that an
//! interrupted measurement can resume. Books are in three [groups](Group), because the rules that find
//! names were written with some of them in view, and the default model was trained on some.

mod b_cubed;
mod capitals_baseline;
mod chinese;
mod importance;
mod kinds;
mod litbank;
mod name_matching;
mod names;
mod precision_recall;
mod similar;
mod stories;
mod varied_stories;

use std::fs;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Instant;

use clap::ValueEnum;
use model::{Bert, LoadOptions, StopSignal, Weights};
use protocol::Failure;
use report::{MeasurementReport, ReportOutput};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use story::Story;

use self::litbank::LitBankBook;
use evaluation::UNSEEN;
use evaluation::comparison::ModelFile;
use real_documents::EvaluationLibrary;
use report::cases::{self, Cases};
use report::figures::{MeasuredFigure, table};
use report::progress::MeasurementProgress;
use report::{AllMeasured, published};

/// What is measured, and where it goes.
#[derive(Debug, clap::Args)]
pub struct NamedEntities {
    /// The folder for what was measured so far
    #[arg(long)]
    folder: PathBuf,
    /// The folder with test files
    #[arg(long, env = "PECAN_CORPUS")]
    corpus: PathBuf,
    /// The model: default or a GGUF file
    #[arg(long, default_value = "default")]
    model: PathBuf,
    /// Books of each group, at most
    #[arg(long)]
    books: Option<usize>,
    /// What is measured now; the table has what was measured before, too
    #[arg(long, value_delimiter = ',', value_enum, default_values_t = NamedEntityMeasurement::ALL)]
    parts: Vec<NamedEntityMeasurement>,
    /// Forget everything that was measured before
    #[arg(long)]
    fresh: bool,
    #[command(flatten)]
    output: ReportOutput,
}

/// A part of the measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum NamedEntityMeasurement {
    /// Where names are, and which of them mean the same
    Names,
    /// Whether similar names mean the same
    Similar,
    /// What kinds of things they name
    Kinds,
    /// Which of them matter, and what they cost beside the graph
    Importance,
    /// Whether facts of made-up books are on the right pages
    Stories,
    /// Whether people with several names in made-up books are known as one, with what happens to them
    Aliases,
    /// Whether Chinese documents go through without an error
    Chinese,
}

impl NamedEntityMeasurement {
    /// All parts, in the order of the page.
    const ALL: [Self; 7] = [
        Self::Names,
        Self::Similar,
        Self::Kinds,
        Self::Importance,
        Self::Stories,
        Self::Aliases,
        Self::Chinese,
    ];

    /// Returns its name on the command line and in files.
    fn name(self) -> &'static str {
        match self {
            Self::Names => "names",
            Self::Similar => "similar",
            Self::Kinds => "kinds",
            Self::Importance => "importance",
            Self::Stories => "stories",
            Self::Aliases => "aliases",
            Self::Chinese => "chinese",
        }
    }

    /// Returns the title of its tables.
    fn title(self) -> &'static str {
        match self {
            Self::Names => "Names, and which of them mean the same",
            Self::Similar => "Similar names that Pecan does not group",
            Self::Kinds => "Kinds, and what asking for them costs",
            Self::Importance => "Importance, and what names cost beside the graph",
            Self::Stories => "What made-up books tell",
            Self::Aliases => "Several names and dated events in made-up books",
            Self::Chinese => "Chinese documents",
        }
    }
}

/// Made-up books of each length.
const STORIES: usize = 20;

/// Books with the same role in the development of Pecan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum BookGroup {
    /// The rules that find names were written with these in view.
    First40,
    /// The default model was trained on most of these and of the first; no rule was written for them.
    Next20,
    /// No rule was written for these, and the default model was not trained on them.
    Last20,
    /// Made-up books of 60 chunks.
    Stories60,
    /// Made-up books of 400 chunks.
    Stories400,
    /// Chinese articles with questions.
    ChineseArticles,
    /// A Chinese novel.
    ChineseNovel,
}

impl BookGroup {
    /// The groups of novels.
    const NOVELS: [Self; 3] = [Self::First40, Self::Next20, Self::Last20];
    /// The groups of made-up books, each with a book's length in chunks.
    const STORIES: [(Self, usize); 2] = [(Self::Stories60, 60), (Self::Stories400, 400)];

    /// Returns its books, by position among all 80 novels in the order of their names.
    fn range(self) -> Range<usize> {
        match self {
            Self::First40 => 0..40,
            Self::Next20 => 40..60,
            Self::Last20 => 60..80,
            Self::Stories60 | Self::Stories400 | Self::ChineseArticles | Self::ChineseNovel => 0..0,
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::First40 => "First 40 books",
            Self::Next20 => "Next 20 books",
            Self::Last20 => "Last 20 books",
            Self::Stories60 => "Books of 60 chunks",
            Self::Stories400 => "Books of 400 chunks",
            Self::ChineseArticles => "Articles",
            Self::ChineseNovel => "A novel",
        }
    }

    /// Keeps goals only for books that nothing was fitted to.
    fn judged(self, figures: Vec<MeasuredFigure>) -> Vec<MeasuredFigure> {
        match self {
            Self::First40 | Self::Next20 => {
                figures.into_iter().map(|figure| MeasuredFigure { goal: None, ..figure }).collect()
            }
            _ => figures,
        }
    }
}

/// The results of a part for a group.
#[derive(Debug, Serialize, Deserialize)]
struct GroupFigures {
    group: BookGroup,
    figures: Vec<MeasuredFigure>,
}

/// The results of a part.
#[derive(Debug, Serialize, Deserialize)]
struct NamedEntityResults {
    part: NamedEntityMeasurement,
    machine: String,
    commit: String,
    command: String,
    /// Seconds of the run that ended it, or of all its books if those took longer over several runs.
    seconds: f64,
    groups: Vec<GroupFigures>,
}

/// Measures the requested parts, and shows them with the earlier results of the others.
///
/// # Errors
///
/// If a file cannot be read or written or the model fails.
pub fn named_entities(arguments: &NamedEntities) -> Result<(), Failure> {
    let begun = Instant::now();
    let subject = NamedEntityEvaluator::new(arguments)?;
    let mut parts = arguments.published(&subject.model.hash);
    for part in
        NamedEntityMeasurement::ALL.into_iter().filter(|part| arguments.parts.contains(part))
    {
        parts.retain(|earlier| earlier.part != part);
        parts.push(subject.measured(part)?);
    }
    parts.sort_by_key(|one| NamedEntityMeasurement::ALL.iter().position(|part| *part == one.part));
    let all =
        AllMeasured { model: subject.model.name(), sha256: subject.model.hash.clone(), parts };
    let page = page(&all);
    let report = MeasurementReport::new(arguments.command(&arguments.parts), begun, all);
    arguments.output.give("entities", &report, &page)
}

impl NamedEntities {
    /// Returns the parts that were published before; none with `--fresh`.
    fn published(&self, sha256: &str) -> Vec<NamedEntityResults> {
        if self.fresh { Vec::new() } else { published(&self.output, sha256) }
    }

    /// Returns the command that repeats the measurement of some parts.
    fn command(&self, parts: &[NamedEntityMeasurement]) -> String {
        let names: Vec<&str> = parts.iter().map(|part| part.name()).collect();
        let books = self.books.map_or_else(String::new, |books| format!(" --books {books}"));
        let (model, parts) = (self.model.display(), names.join(","));
        format!("cargo xtask measure entities --model {model}{books} --parts {parts}")
    }
}

/// What is measured: a model and the books.
struct NamedEntityEvaluator<'a> {
    arguments: &'a NamedEntities,
    model: ModelFile,
    /// The folder for the results of this model.
    folder: PathBuf,
    books: Vec<LitBankBook>,
}

impl<'a> NamedEntityEvaluator<'a> {
    fn new(arguments: &'a NamedEntities) -> Result<Self, Failure> {
        let model = ModelFile::new(&engine::model_file(&arguments.model)?, &StopSignal::default())?;
        let folder = arguments.folder.join(&model.hash);
        if arguments.fresh && folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| report::file_failure(&folder, &error))?;
        }
        Ok(Self { arguments, model, folder, books: litbank::read(&arguments.corpus)? })
    }

    fn measured(&self, part: NamedEntityMeasurement) -> Result<NamedEntityResults, Failure> {
        eprintln!("{}", part.title());
        let begun = Instant::now();
        let groups = match part {
            NamedEntityMeasurement::Names => {
                self.groups(part, &BookGroup::NOVELS, |book| Ok(names::look(book)), names::figures)
            }
            NamedEntityMeasurement::Similar => {
                let mut embedder = Bert::load(&engine::embedder_file()?, &LoadOptions::default())?;
                let look = |book: &LitBankBook| similar::look(&mut embedder, book);
                self.groups(part, &BookGroup::NOVELS, look, similar::figures)
            }
            NamedEntityMeasurement::Kinds => {
                let weights = Weights::load(&self.model.path, &LoadOptions::default())?;
                let look = |book: &LitBankBook| kinds::look(&weights, book);
                self.groups(part, &BookGroup::NOVELS, look, kinds::figures)
            }
            // Building graphs takes long, and nothing was fitted to any of these books.
            NamedEntityMeasurement::Importance => {
                let mut library =
                    EvaluationLibrary::open(&self.folder.join("library"), &self.model.path)?;
                let books = self.folder.join("books");
                let weights = Weights::load(&self.model.path, &LoadOptions::default())?;
                let look =
                    |book: &LitBankBook| importance::look(&mut library, &weights, &books, book);
                self.groups(part, &[BookGroup::Last20], look, importance::figures)
            }
            NamedEntityMeasurement::Stories => self.stories(
                part,
                |seed, chunks| stories::look(&Story::new(seed, chunks)),
                stories::figures,
            ),
            NamedEntityMeasurement::Aliases => self.stories(
                part,
                |seed, chunks| varied_stories::look(&Story::varied(seed, chunks)),
                varied_stories::figures,
            ),
            NamedEntityMeasurement::Chinese => self.chinese(part),
        }?;
        let seconds = begun.elapsed().as_secs_f64().max(cases::seconds(&self.folder, part.name()));
        Ok(NamedEntityResults {
            part,
            machine: report::machine(),
            commit: report::commit(),
            command: self.arguments.command(&[part]),
            seconds,
            groups,
        })
    }

    /// Measures every book and calculates the figures of each group.
    fn groups<T: Serialize + DeserializeOwned>(
        &self,
        part: NamedEntityMeasurement,
        groups: &[BookGroup],
        mut look: impl FnMut(&LitBankBook) -> Result<T, Failure>,
        figures: impl Fn(&[T]) -> Vec<MeasuredFigure>,
    ) -> Result<Vec<GroupFigures>, Failure> {
        let mut kept = Cases::open(&self.folder, part.name())?;
        let of_each: Vec<_> = groups.iter().map(|&group| (group, self.of(group))).collect();
        let all = of_each.iter().map(|(_, books)| books.len()).sum();
        let mut progress = MeasurementProgress::new("books", all);
        let mut groups = Vec::new();
        for (group, books) in of_each {
            let mut looked = Vec::new();
            for book in books {
                let known = kept.has(&book.name);
                looked.push(kept.once(&book.name, || look(book))?);
                progress.step(known);
            }
            groups.push(GroupFigures { group, figures: group.judged(figures(&looked)) });
        }
        Ok(groups)
    }

    /// Passes Chinese documents through their own library.
    fn chinese(&self, part: NamedEntityMeasurement) -> Result<Vec<GroupFigures>, Failure> {
        let mut kept = Cases::open(&self.folder, part.name())?;
        let mut library = EvaluationLibrary::open(&self.folder.join("library"), &self.model.path)?;
        let mut articles = chinese::articles(&self.arguments.corpus)?;
        articles.truncate(self.arguments.books.unwrap_or(articles.len()));
        let novel = [chinese::novel(&self.arguments.corpus)];
        let mut progress = MeasurementProgress::new("documents", articles.len() + novel.len());
        let mut groups = Vec::new();
        // Building the graph of a novel takes hours.
        let of_each = [
            (BookGroup::ChineseArticles, articles.as_slice(), true),
            (BookGroup::ChineseNovel, &novel, false),
        ];
        for (group, documents, graph) in of_each {
            let mut looked = Vec::new();
            for document in documents {
                let known = kept.has(&document.name);
                looked.push(kept.once(&document.name, || document.look(&mut library, graph))?);
                progress.step(known);
            }
            groups.push(GroupFigures { group, figures: chinese::figures(&looked) });
        }
        Ok(groups)
    }

    /// Writes made-up books, measures each, and calculates the figures of each length.
    fn stories<T: Serialize + DeserializeOwned>(
        &self,
        part: NamedEntityMeasurement,
        look: impl Fn(u64, usize) -> T,
        figures: impl Fn(&[T]) -> Vec<MeasuredFigure>,
    ) -> Result<Vec<GroupFigures>, Failure> {
        let mut kept = Cases::open(&self.folder, part.name())?;
        let books = self.arguments.books.unwrap_or(STORIES).min(STORIES);
        let mut progress = MeasurementProgress::new("books", books * BookGroup::STORIES.len());
        let mut groups = Vec::new();
        for (group, chunks) in BookGroup::STORIES {
            let mut looked = Vec::new();
            for seed in (UNSEEN..).take(books) {
                let key = format!("{chunks} chunks, seed {seed}");
                let known = kept.has(&key);
                looked.push(kept.once(&key, || Ok(look(seed, chunks)))?);
                progress.step(known);
            }
            groups.push(GroupFigures { group, figures: figures(&looked) });
        }
        Ok(groups)
    }

    /// Returns the books of a group that take part.
    fn of(&self, group: BookGroup) -> &[LitBankBook] {
        let Range { start, end } = group.range();
        let end = end.min(self.books.len());
        let books = self.books.get(start..end).unwrap_or_default();
        &books[..self.arguments.books.unwrap_or(books.len()).min(books.len())]
    }
}

/// Returns a page of all results.
fn page(all: &AllMeasured<NamedEntityResults>) -> String {
    let mut page = all.heading();
    for NamedEntityResults { part, machine, commit, command, seconds, groups } in &all.parts {
        page.push_str(&format!(
            "\n### {}\n\nMachine: {machine}. Commit: `{commit}`. {seconds:.0} s.\n\n    {command}\n",
            part.title(),
        ));
        for GroupFigures { group, figures } in groups {
            page.push_str(&format!("\n#### {}\n\n{}", group.title(), table(figures)));
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_named_as_on_the_command_line() {
        for part in NamedEntityMeasurement::ALL {
            assert_eq!(NamedEntityMeasurement::from_str(part.name(), false), Ok(part));
        }
    }

    #[test]
    fn every_book_is_in_one_group() {
        let books: Vec<usize> = BookGroup::NOVELS.into_iter().flat_map(BookGroup::range).collect();
        assert_eq!(books, (0..80).collect::<Vec<_>>());
    }

    #[test]
    fn the_page_has_goals_for_the_last_books_alone() {
        let figures = || vec![MeasuredFigure::share("right", [true, false]).at_least(0.4)];
        let of = |group: BookGroup| GroupFigures { group, figures: group.judged(figures()) };
        let measured = NamedEntityResults {
            part: NamedEntityMeasurement::Names,
            machine: "a processor".into(),
            commit: "abc".into(),
            command: "measure".into(),
            seconds: 1.0,
            groups: vec![of(BookGroup::First40), of(BookGroup::Last20)],
        };
        let all =
            AllMeasured { model: "a.gguf".into(), sha256: "12".into(), parts: vec![measured] };
        let page = page(&all);
        assert!(page.contains("#### First 40 books") && page.contains("(`12`)"), "{page}");
        let lines: Vec<&str> = page.lines().filter(|line| line.starts_with("| right")).collect();
        assert_eq!(lines.len(), 2, "{page}");
        assert!(lines[0].ends_with("| 2 |  |  |"), "{page}");
        assert!(lines[1].ends_with("| 2 | ≥ 40.0 % | yes |"), "{page}");
    }
}

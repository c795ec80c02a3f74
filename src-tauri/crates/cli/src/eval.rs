//! `pecan eval`: compares ways to answer on question sets.

use std::io::{Write as _, stderr};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use engine::{Client as _, Engine};
use evaluation::comparison::report::Numbers;
use evaluation::comparison::{
    ComparisonModels, ComparisonPlan, ComparisonProgress, Encoders, Method, ModelFile, News,
    Results, report, run, stopped,
};
use protocol::{Code, Failure, ModelInfo, Outcome, Request, Role};
use serde::Serialize;

use crate::args::Common;
use crate::print;
use crate::progress::{Terminal, span};
use crate::run::{CommandResult, config, failure};

/// Models up to this size, in bytes, leave cores idle, so it is better to ask several questions at once.
const SMALL: u64 = 256 << 20;
/// The methods that are compared by default.
const USUAL: &str = "pecan,garlic,bm25,bm25:matched,dense,dense:matched,raptor-tree,\
                     raptor-collapsed,raptor-collapsed:matched,memwalker,longllmlingua,whole,closed";
/// The methods that choose passages by default if nothing is answered.
const CHOOSING: &str = "bm25:5,dense:5,bm25:10,dense:10,bm25:20,dense:20";

/// `pecan eval`.
#[derive(Debug, Args)]
pub struct Eval {
    /// Read questions from these files, one JSON object per line.
    ///
    /// The objects have the form in which LongBench, NarrativeQA, Qasper, HotpotQA, MuSiQue and QuALITY are
    /// distributed, or the form {"doc_file": …, "question": …, "answers": […]}. In the latter form, doc_files may
    /// replace doc_file, and "answerable": false may replace answers.
    ///
    /// Optional fields of that form are options (the answer is one of them), id, dataset (by default the file's name),
    /// kind (a column of its own), evidence (passages that the answer follows from), facts (for each fact, the words
    /// that any statement of it contains) and rephrases (the id of the line that it asks in other words).
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Compare these ways to answer, separated by commas; the first is the reference [default: all but mkrag and dual;
    /// bm25, dense and raptor-collapsed also as matched].
    ///
    /// The methods are pecan, mkrag, garlic, bm25, dense, dual, raptor-tree, raptor-collapsed, memwalker,
    /// longllmlingua, whole and closed.
    ///
    /// A colon introduces settings. A number of passages is written as in bm25:7, or as matched: as many as cost what
    /// the first method costs. pecan and garlic accept tree, normalised, candidates, no-attention, no-embedding,
    /// no-words, nodes-first, sparing, patience=N, confidence=P, balance=P, fixed=N or fixed=matched, most=N and
    /// rerank=N. mkrag accepts both, sentence, macro, feature, micro, reranked and rounds=N.
    #[arg(long, value_name = "METHOD,…", value_delimiter = ',')]
    methods: Vec<Method>,
    /// Build graphs and summaries with this GGUF model, and answer with the one of --model
    #[arg(long, value_name = "FILE")]
    builder: Option<PathBuf>,
    /// Compress with this GGUF model (longllmlingua) instead of the one that answers
    #[arg(long, value_name = "FILE")]
    compressor: Option<PathBuf>,
    /// Re-rank with this GGUF cross-encoder (mkrag:reranked)
    #[arg(long, value_name = "FILE")]
    reranker: Option<PathBuf>,
    /// Encode questions with this BERT model (dual)
    #[arg(long, value_name = "FILE", requires = "passage_encoder")]
    question_encoder: Option<PathBuf>,
    /// Encode passages with this BERT model (dual)
    #[arg(long, value_name = "FILE", requires = "question_encoder")]
    passage_encoder: Option<PathBuf>,
    /// Do not answer; report how often the passages that bm25, dense or dual choose contain what the answer follows
    /// from
    #[arg(long)]
    choose_only: bool,
    /// Ask at most N questions of each data set, chosen at random but reproducibly
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    sample: Option<NonZeroUsize>,
    /// Write results.json, results.csv, results.md and plots into this folder; in the sheet, an
    /// apostrophe precedes whatever a spreadsheet would take for a formula
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Keep graphs and answers in this folder, so that a stopped run can be resumed and other runs can
    /// reuse its work [default: in the library]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Ask N questions at once if they are about several documents, or many are about one [default: the number of cores
    /// for small models, otherwise 1]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    jobs: Option<NonZeroUsize>,
}

/// Compares the methods, prints the table and writes the report.
pub fn eval(common: &Common, eval: &Eval) -> CommandResult {
    compare(common, eval).map_err(going_on)
}

/// Adds to a stop, no matter where it took effect, how to continue.
fn going_on(failure: Failure) -> Failure {
    match failure.code {
        Code::Stopped => stopped(),
        _ => failure,
    }
}

fn compare(common: &Common, eval: &Eval) -> CommandResult {
    let mut terminal = Terminal::new(false)?;
    eval.out.as_deref().map(report::make).transpose()?;
    let plan = eval.plan(common, &terminal)?;
    let stop = terminal.stop(1);
    let compared = run(&plan, &stop, &mut |news| match news {
        News::LeftOut { problems, left_out } => {
            // A failed write loses nothing: the results contain it, too.
            let _ = write!(stderr(), "{}", report::left_out(problems, left_out));
        }
        News::Note(note) => {
            terminal.clear();
            let _ = write!(stderr(), "{}", report::note(note));
        }
        News::Progress(progress) => terminal.tell(&line(progress)),
    });
    terminal.clear();
    let results = compared?;
    let numbers = Numbers::of(&results);
    let written = eval.out.as_deref().map(|folder| report::write(&numbers, folder)).transpose();
    // The results took hours, so they are printed even if the report fails.
    if common.json {
        let error = written.err();
        let status = if error.is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        print::json(&EvalOutput { results: &numbers, error })?;
        return Ok(status);
    }
    print::text(&text(&numbers, eval.out.as_deref().filter(|_| written.is_ok())))?;
    written?;
    Ok(ExitCode::SUCCESS)
}

/// The results, and why the report is missing if it could not be written: one JSON value in both cases.
#[derive(Serialize)]
struct EvalOutput<'a> {
    #[serde(flatten)]
    results: &'a Numbers<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Failure>,
}

/// Returns the table, and where the rest is.
fn text(numbers: &Numbers<'_>, folder: Option<&Path>) -> String {
    let mut text = report::terminal(numbers);
    // The notes themselves were printed when they became known.
    let Results { problems, left_out, .. } = numbers.results;
    if let Some(count) = report::counted(problems.len(), *left_out) {
        text.push_str(&format!("{count}\n"));
    }
    if let Some(folder) = folder {
        text.push_str(&format!("The report is {}.\n", folder.join("results.md").display()));
    }
    text
}

impl Eval {
    fn plan(&self, common: &Common, terminal: &Terminal) -> Result<ComparisonPlan, Failure> {
        let config = config(common)?;
        let cache = self.cache.clone().unwrap_or_else(|| config.library.join("evaluation"));
        let known = model_in_use(common)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let usual = if known.bytes <= SMALL { cores } else { 1 };
        let jobs = self.jobs.map_or(usual, usize::from);
        let models = self.models(known, terminal)?;
        Ok(ComparisonPlan {
            data: self.data.clone(),
            methods: self.methods(),
            models,
            cache,
            jobs,
            sample: self.sample.map(usize::from),
            choosing: self.choose_only,
            command: command(),
        })
    }

    /// Returns the methods that were named, or the default ones.
    fn methods(&self) -> Vec<Method> {
        let usual = if self.choose_only { CHOOSING } else { USUAL };
        match self.methods.is_empty() {
            true => usual.split(',').filter_map(|method| method.parse().ok()).collect(),
            false => self.methods.clone(),
        }
    }

    fn models(&self, known: ModelInfo, terminal: &Terminal) -> Result<ComparisonModels, Failure> {
        let stop = terminal.stop(1);
        let file = |path: &PathBuf| ModelFile::new(&engine::model_file(path)?, &stop);
        let embedder = engine::find_model_file(engine::MINILM).ok_or_else(|| {
            let message = "The sentence embedding model is missing. Run `cargo xtask setup`, or \
                           set PECAN_MODELS to its folder.";
            Failure::new(Code::EmbedderMissing, message)
        })?;
        let encoders = match (&self.question_encoder, &self.passage_encoder) {
            (Some(question), Some(passage)) => {
                Some(Encoders { question: file(question)?, passage: file(passage)? })
            }
            _ => None,
        };
        Ok(ComparisonModels {
            language: ModelFile { path: known.path.into(), hash: known.hash },
            builder: self.builder.as_ref().map(file).transpose()?,
            embedder: file(&embedder)?,
            encoders,
            reranker: self.reranker.as_ref().map(file).transpose()?,
            compressor: self.compressor.as_ref().map(file).transpose()?,
            threads: None,
        })
    }
}

fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "enter a number of at least 1".into())
}

/// Returns the model that answers, as in `pecan ask`.
fn model_in_use(common: &Common) -> Result<ModelInfo, Failure> {
    let info = Request::ModelInfo { path: None, role: Role::Asking };
    let mut engine = Engine::new(config(common)?);
    match engine.run(1, info, &mut crate::run::SilentClient).map_err(failure)? {
        Outcome::Model(info) => Ok(info),
        _ => Err(Failure::new(Code::Internal, "The engine returned an unexpected result.")),
    }
}

/// Returns the command that repeats this run.
fn command() -> String {
    let words = std::env::args_os().skip(1);
    words.fold("pecan".to_owned(), |line, word| {
        format!("{line} {}", quoted(&word.to_string_lossy()))
    })
}

/// Quotes a word so that a shell reads it as one word and nothing else.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,=+@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

fn line(progress: &ComparisonProgress) -> String {
    let ComparisonProgress { what, done, all, tokens_per_second, .. } = progress;
    let mut line = format!("{what}: {done} of {all}");
    let left = progress.seconds_left().filter(|_| done < all);
    if *tokens_per_second > 0.0 {
        line.push_str(&format!(", {tokens_per_second:.0} tokens/s"));
    } else if left.is_some() && progress.rate() >= 0.05 {
        line.push_str(&format!(", {:.1} per second", progress.rate()));
    }
    if let Some(left) = left {
        line.push_str(&format!(", {} left", span(left)));
    }
    line
}

#[cfg(test)]
mod tests {
    use evaluation::comparison::Reached;

    use super::*;

    #[test]
    fn a_line_shows_rate_and_time_left() {
        let at = |done: f64, known, seconds, tokens_per_second| {
            let reached = Reached { done, known };
            let (what, done, all) = ("asking", done as usize, 40);
            line(&ComparisonProgress { what, done, all, reached, seconds, tokens_per_second })
        };
        assert_eq!(at(0.0, 0.0, 0.0, 0.0), "asking: 0 of 40");
        assert_eq!(at(10.0, 0.0, 5.0, 0.0), "asking: 10 of 40, 2.0 per second, 15 s left");
        assert_eq!(at(20.0, 10.0, 5.0, 0.0), "asking: 20 of 40, 2.0 per second, 10 s left");
        assert_eq!(at(20.0, 20.0, 5.0, 0.0), "asking: 20 of 40", "what is known tells no rate");
        assert_eq!(at(40.0, 0.0, 20.0, 0.0), "asking: 40 of 40");
        assert_eq!(
            at(0.5, 0.0, 20.0, 0.0),
            "asking: 0 of 40, 26 min left",
            "slower than documented"
        );
        let building = at(0.5, 0.0, 10.0, 3_000.0);
        assert_eq!(building, "asking: 0 of 40, 3000 tokens/s, 13 min left");
    }

    #[test]
    fn counts_below_one_are_refused() {
        for text in ["0", "-1", "few", ""] {
            assert_eq!(at_least_one(text).unwrap_err(), "enter a number of at least 1");
        }
        assert_eq!(at_least_one("3").map(usize::from), Ok(3));
    }

    #[test]
    fn after_a_stop_the_same_command_goes_on() {
        let message = |code| going_on(Failure::new(code, "Stopped.")).to_string();
        assert!(message(Code::Stopped).contains("Run the same command to continue"));
        assert_eq!(message(Code::Internal), "Stopped.");
    }

    #[test]
    fn a_command_is_quoted_for_a_shell() {
        for (word, expected) in [
            ("--methods", "--methods"),
            ("bm25:5,pecan:balance=0.5", "bm25:5,pecan:balance=0.5"),
            ("a b", "'a b'"),
            ("a'b", r"'a'\''b'"),
            ("$(rm)", "'$(rm)'"),
            ("a;b&*", "'a;b&*'"),
            ("~/a", "'~/a'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }

    #[test]
    fn the_usual_methods_are_methods() {
        for method in USUAL.split(',').chain(CHOOSING.split(',')) {
            assert_eq!(
                method.parse::<Method>().unwrap().to_string().split(':').next(),
                method.split(':').next()
            );
        }
    }
}

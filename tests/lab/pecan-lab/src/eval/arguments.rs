//! The arguments of `pecan-lab eval`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use engine::{Engine, StopSignal};
use evaluation::comparison::{ComparisonModels, ComparisonPlan, Encoders, Method, ModelFile};
use protocol::{Code, Failure, JobId, ModelInfo, Outcome, Request, Role};
use terminal::{CommonArguments, SilentClient, failure_of};

use super::command_line::command_line;

/// Models up to this size, in bytes, leave cores idle, so it is better to ask several questions at once.
const SMALL: u64 = 256 << 20;
/// The methods that are compared by default.
const USUAL: &str = "pecan,garlic,bm25,bm25:matched,dense,dense:matched,raptor-tree,\
                     raptor-collapsed,raptor-collapsed:matched,memwalker,longllmlingua,whole,closed";
/// The methods that choose passages by default if nothing is answered.
const CHOOSING: &str = "bm25:5,dense:5,bm25:10,dense:10,bm25:20,dense:20";

/// `pecan-lab eval`.
#[derive(Debug, Args)]
pub struct EvalArguments {
    #[command(flatten)]
    pub common: CommonArguments,
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
    pub out: Option<PathBuf>,
    /// Keep graphs and answers in this folder, so that a stopped run can be resumed and other runs can
    /// reuse its work [default: in the library]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Ask N questions at once if they are about several documents, or many are about one [default: the number of cores
    /// for small models, otherwise 1]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    jobs: Option<NonZeroUsize>,
}

impl EvalArguments {
    /// Returns what is to be compared, and with which models.
    ///
    /// # Errors
    ///
    /// If a model is missing or broken, or reading one is stopped.
    pub fn plan(&self, stop: &StopSignal) -> Result<ComparisonPlan, Failure> {
        let config = self.common.config()?;
        let cache = self.cache.clone().unwrap_or_else(|| config.library.join("evaluation"));
        let known = model_in_use(&self.common)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let usual = if known.bytes <= SMALL { cores } else { 1 };
        let jobs = self.jobs.map_or(usual, usize::from);
        let models = self.models(known, stop)?;
        Ok(ComparisonPlan {
            data: self.data.clone(),
            methods: self.methods(),
            models,
            cache,
            jobs,
            sample: self.sample.map(usize::from),
            choosing: self.choose_only,
            command: command_line(),
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

    fn models(&self, known: ModelInfo, stop: &StopSignal) -> Result<ComparisonModels, Failure> {
        let file = |path: &PathBuf| ModelFile::new(&engine::model_file(path)?, stop);
        let encoders = match (&self.question_encoder, &self.passage_encoder) {
            (Some(question), Some(passage)) => {
                Some(Encoders { question: file(question)?, passage: file(passage)? })
            }
            _ => None,
        };
        Ok(ComparisonModels {
            language: ModelFile { path: known.path.into(), hash: known.hash },
            builder: self.builder.as_ref().map(file).transpose()?,
            embedder: file(&engine::embedder_file()?)?,
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
fn model_in_use(common: &CommonArguments) -> Result<ModelInfo, Failure> {
    let info = Request::ModelInfo { path: None, role: Role::Asking };
    let mut engine = Engine::new(common.config()?);
    match engine.run(JobId(1), info, &mut SilentClient).map_err(failure_of)? {
        Outcome::Model(info) => Ok(*info),
        _ => Err(Failure::new(Code::Internal, "The engine returned an unexpected result.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_below_one_are_refused() {
        for text in ["0", "-1", "few", ""] {
            assert_eq!(at_least_one(text).unwrap_err(), "enter a number of at least 1");
        }
        assert_eq!(at_least_one("3").map(usize::from), Ok(3));
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

//! Ways to answer, compared on the story benchmark with the demonstration model, as a page of the
//! docs.

use std::path::{Path, PathBuf};
use std::time::Instant;

use model::Stop;
use pocket::story::write_benchmark;
use protocol::{Code, Failure};

use crate::comparison::{Method, ModelFile, Models, Plan, Progress, Results, report, run};

/// Compared at every length.
const METHODS: &str = "pecan,garlic,bm25:5,bm25:matched,dense:5,dense:matched,raptor-tree:5,\
                       raptor-collapsed:20,raptor-collapsed:matched,memwalker,longllmlingua:1000,\
                       whole,closed";
/// Pecan with a part of it off or otherwise.
const ABLATIONS: &str = "pecan,pecan:tree,pecan:fixed=matched,pecan:no-attention,\
                         pecan:no-embedding,pecan:raw,pecan:nodes-first,pecan:sparing,\
                         pecan:patience=2,pecan:patience=3,pecan:patience=4,pecan:patience=5,\
                         pecan:patience=6,pecan:patience=7,pecan:patience=8,pecan:confidence=0.3,\
                         pecan:confidence=0.5,pecan:confidence=0.7,pecan:confidence=0.9,\
                         pecan:confidence=0.98,pecan:balance=0.1,pecan:balance=0.3,\
                         pecan:balance=0.5,pecan:balance=0.7,pecan:balance=0.9";

/// What is measured, and where it goes.
#[derive(Debug, clap::Args)]
pub struct Stories {
    /// Where books, graphs and answers are kept, so that a measurement that was stopped goes on
    #[arg(long)]
    folder: PathBuf,
    /// The page, which has lines that say where `stories` and `ablations` begin and end
    #[arg(long)]
    page: Option<PathBuf>,
    /// The folder beside the page for pictures
    #[arg(long, default_value = "docs/evaluation")]
    pictures: PathBuf,
    /// Questions about the books of each length
    #[arg(long, default_value_t = 300)]
    questions: usize,
    /// The seed of the first book
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The lengths that take part
    #[arg(long, value_delimiter = ',', default_value = "5K,20K,80K,320K")]
    lengths: Vec<String>,
    /// The lengths at which Pecan is compared with itself
    #[arg(long, value_delimiter = ',', default_value = "20K")]
    ablations: Vec<String>,
}

/// Compares the methods at every length, then Pecan with itself.
///
/// # Errors
///
/// If a file cannot be written or a model fails.
pub fn stories(arguments: &Stories) -> Result<(), Failure> {
    let Stories { folder, questions, seed, lengths, ablations, .. } = arguments;
    write_benchmark(folder, *seed, *questions).map_err(|error| report_unwritten(folder, &error))?;
    for (name, lengths, methods) in
        [("stories", lengths, METHODS), ("ablations", ablations, ABLATIONS)]
    {
        if !lengths.is_empty() {
            let results = arguments.compare(lengths, methods)?;
            arguments.tell(name, &results)?;
        }
    }
    Ok(())
}

impl Stories {
    fn compare(&self, lengths: &[String], methods: &str) -> Result<Results, Failure> {
        let stop = Stop::default();
        let data = lengths.iter().map(|length| self.folder.join(format!("story-{length}.jsonl")));
        let methods: Result<Vec<Method>, _> = methods.split(',').map(str::parse).collect();
        let methods = methods.map_err(|error| Failure::new(Code::Internal, format!("{error}")))?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let plan = Plan {
            data: data.collect(),
            methods,
            models: models(&stop)?,
            cache: self.folder.join("cache"),
            jobs: cores,
            sample: None,
            command: self.command(),
        };
        let mut shown = Instant::now();
        run(&plan, &stop, &mut |progress| tell(progress, &mut shown))
    }

    fn command(&self) -> String {
        let Self { questions, seed, lengths, ablations, .. } = self;
        format!(
            "cargo xtask measure stories --questions {questions} --seed {seed} --lengths {} \
             --ablations {}",
            lengths.join(","),
            ablations.join(",")
        )
    }

    /// Writes the results beside the books, and a section of the page.
    fn tell(&self, name: &str, results: &Results) -> Result<(), Failure> {
        println!("{}", report::terminal(results));
        report::write(results, &self.folder.join(name))?;
        if self.page.is_none() {
            return Ok(());
        }
        let from = self.pictures.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let section =
            report::section(results, &self.pictures.join(name), &format!("{from}/{name}"))?;
        let Results { machine, command, seconds, models, .. } = results;
        let models: Vec<String> =
            models.iter().map(|(role, file, hash)| format!("{role} {file} (`{hash}`)")).collect();
        let head = format!(
            "Machine: {machine}. Commit: `{}`. {seconds:.0} s of this run. Models: {}.\n\n    \
             {command}\n\n",
            ::report::commit(),
            models.join(", ")
        );
        ::report::write_section(self.page.as_deref(), name, &(head + &section))
    }
}

/// The demonstration model and the sentence embedder, a thread for each of several workers.
fn models(stop: &Stop) -> Result<Models, Failure> {
    let file = |name: &str| {
        let path = engine::find_model_file(name).ok_or_else(|| {
            let message = format!("{name} is missing. Run `cargo xtask setup`.");
            Failure::new(Code::ModelMissing, message)
        })?;
        ModelFile::new(&path, stop)
    };
    Ok(Models {
        language: file(engine::POCKET)?,
        builder: None,
        embedder: file(engine::MINILM)?,
        encoders: None,
        compressor: None,
        threads: Some(1),
    })
}

/// A line of progress every ten seconds.
fn tell(progress: &Progress, shown: &mut Instant) {
    let Progress { what, done, all, seconds, .. } = progress;
    if shown.elapsed().as_secs() >= 10 || done == all {
        *shown = Instant::now();
        let left = seconds / (*done).max(1) as f64 * (all - done) as f64;
        eprintln!("{what}: {done} of {all}, {left:.0} s left");
    }
}

fn report_unwritten(folder: &Path, error: &std::io::Error) -> Failure {
    let message = format!("{} cannot be written: {error}.", folder.display());
    Failure::new(Code::FileUnwritable, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_is_one_and_the_first_is_compared_with() {
        for methods in [METHODS, ABLATIONS] {
            let parsed: Vec<Method> = methods.split(',').map(|m| m.parse().unwrap()).collect();
            assert_eq!(parsed[0].to_string(), "pecan");
            let names: Vec<String> = parsed.iter().map(ToString::to_string).collect();
            assert_eq!(names.join(","), methods);
        }
    }
}

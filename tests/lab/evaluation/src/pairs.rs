//! One model builds and another answers (PECAN Table 2): the demonstration model and another one, by
//! default an earlier demonstration model.

use std::path::PathBuf;

use model::StopSignal;
use protocol::{Code, Failure};
use story::write_benchmark;

use crate::compared_page::{ComparisonSection, Destination, Shows, models, unwritten};
use crate::comparison::{ComparisonModels, ConstructionRecord, ModelFile, Record, Results};
use crate::stories::UNSEEN;

/// What is measured, and where it goes.
#[derive(Debug, clap::Args)]
pub struct ModelPairArguments {
    #[command(flatten)]
    destination: Destination,
    /// The other model, a GGUF file
    #[arg(long, required_unless_present = "earlier")]
    other: Option<PathBuf>,
    /// The demonstration model of an earlier commit, as `cargo xtask` extracts it from the history: the
    /// default for the other model
    #[arg(long)]
    earlier: Option<PathBuf>,
    /// Questions about the books of each length
    #[arg(long, default_value_t = 300)]
    questions: usize,
    /// The seed of the first book
    #[arg(long, default_value_t = UNSEEN)]
    seed: u64,
    /// The length of the books
    #[arg(long, default_value = "20K")]
    length: String,
}

/// Has each of the two models answer from its own graphs and from the other's.
///
/// # Errors
///
/// If a file cannot be read or written or a model fails.
pub fn pairs(arguments: &ModelPairArguments) -> Result<(), Failure> {
    let ModelPairArguments { destination, other, earlier, questions, seed, .. } = arguments;
    let Some(other) = other.as_deref().or(earlier.as_deref()) else { return Err(no_other()) };
    write_benchmark(&destination.folder, *seed, *questions)
        .map_err(|error| unwritten(&destination.folder, &error))?;
    let (stop, section) = (StopSignal::default(), arguments.section());
    destination.require([&*section.name])?;
    let (present, other) = (models(&stop)?, ModelFile::new(other, &stop)?);
    let mut named = present.named();
    named.push(("other language model".into(), other.name(), other.hash.clone()));
    let mut all = Results { models: named, reference: WAYS[0].into(), ..Results::default() };
    for (way, models) in WAYS.into_iter().zip(ways(&present, &other)) {
        take(&mut all, way, destination.compare(&section, models)?);
    }
    destination.give(&section, &all)
}

fn no_other() -> Failure {
    Failure::new(Code::BadRequest, "Name the other model with --other FILE.")
}

/// The name of each way.
const WAYS: [&str; 4] = [
    "the present one builds and answers",
    "the other one builds, it answers",
    "it builds, the other one answers",
    "the other one builds and answers",
];

/// Returns the models of each way.
fn ways(present: &ComparisonModels, other: &ModelFile) -> [ComparisonModels; 4] {
    let own = &present.language;
    [(own, own), (other, own), (own, other), (other, other)].map(|(builder, language)| {
        ComparisonModels {
            language: language.clone(),
            builder: Some(builder.clone()),
            ..present.clone()
        }
    })
}

/// Adds the results of one way to those of the others.
fn take(all: &mut Results, way: &str, found: Results) {
    let Results { command, machine, version, records, constructions, .. } = found;
    let Results { problems, left_out, seconds, kept, jobs, .. } = found;
    let named = |record| Record { method: way.to_owned(), ..record };
    all.records.extend(records.into_iter().map(named));
    all.methods.push(way.to_owned());
    let built = |construction| ConstructionRecord { what: way.to_owned(), ..construction };
    all.constructions.extend(constructions.into_iter().map(built));
    // Each way reads the same data.
    (all.problems, all.left_out) = (problems, left_out);
    (all.command, all.machine, all.version, all.jobs) = (command, machine, version, jobs);
    (all.seconds, all.kept) = (all.seconds + seconds, all.kept + kept);
}

impl ModelPairArguments {
    fn section(&self) -> ComparisonSection<'static> {
        let Self { destination, other, questions, seed, length, .. } = self;
        let other = if other.is_some() { " --other FILE" } else { "" };
        ComparisonSection {
            name: "pairs".to_owned(),
            data: vec![destination.folder.join(format!("story-{length}.jsonl"))],
            methods: "pecan",
            sample: None,
            shows: Shows::EverySet,
            command: format!(
                "cargo xtask measure pairs{other} --questions {questions} --seed {seed} \
                 --length {length}"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::QuestionOutcome;

    #[test]
    fn ways_stand_side_by_side_and_the_first_is_compared_with() {
        let mut all = Results { reference: "a".into(), ..Results::default() };
        for way in ["a", "b"] {
            let record = Record::new("q", QuestionOutcome::NotRun("window".into()));
            let found = Results { records: vec![record], seconds: 2.0, kept: 1, ..all_of(2) };
            take(&mut all, way, found);
        }
        let methods: Vec<&str> = all.records.iter().map(|record| &*record.method).collect();
        assert_eq!((methods, &*all.reference), (vec!["a", "b"], "a"));
        assert_eq!((all.seconds, all.kept, all.jobs), (4.0, 2, 2));
    }

    fn all_of(jobs: usize) -> Results {
        Results { jobs, ..Results::default() }
    }
}

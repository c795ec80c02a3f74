//! Ways to answer, compared on the story benchmark with the demonstration model, as a page of the
//! docs.

use pocket::story::write_benchmark;
use protocol::Failure;

use crate::compared_page::{Destination, Section, unwritten};

/// In place of lengths: nothing is measured.
const NONE: &str = "none";
/// Compared at every length.
const METHODS: &str = "pecan,garlic,bm25:5,bm25:matched,dense:5,dense:matched,raptor-tree:5,\
                       raptor-collapsed:20,raptor-collapsed:matched,memwalker,longllmlingua:1000,\
                       whole,closed";
/// Pecan with a part of it off or otherwise.
const ABLATIONS: &str = "pecan,pecan:tree,pecan:fixed=matched,pecan:no-attention,\
                         pecan:no-embedding,pecan:normalised,pecan:nodes-first,pecan:sparing,\
                         pecan:patience=2,pecan:patience=3,pecan:patience=4,pecan:patience=5,\
                         pecan:patience=6,pecan:patience=7,pecan:patience=8,pecan:confidence=0.3,\
                         pecan:confidence=0.5,pecan:confidence=0.7,pecan:confidence=0.9,\
                         pecan:confidence=0.98,pecan:balance=0.1,pecan:balance=0.3,\
                         pecan:balance=0.7,pecan:balance=0.9,pecan:balance=0.95";

/// What is measured, and where it goes.
#[derive(Debug, clap::Args)]
pub struct Stories {
    #[command(flatten)]
    destination: Destination,
    /// Questions about the books of each length
    #[arg(long, default_value_t = 300)]
    questions: usize,
    /// The seed of the first book
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The lengths that take part, or none
    #[arg(long, value_delimiter = ',', default_value = "5K,20K,80K,320K")]
    lengths: Vec<String>,
    /// The lengths at which Pecan is compared with itself, or none
    #[arg(long, value_delimiter = ',', default_value = "5K,20K,80K,320K")]
    ablations: Vec<String>,
}

/// Compares the methods at every length, then Pecan with itself. Each length is a section of its own,
/// so that lengths can be measured one by one.
///
/// # Errors
///
/// If a file cannot be written or a model fails.
pub fn stories(arguments: &Stories) -> Result<(), Failure> {
    let Stories { destination, questions, seed, lengths, ablations } = arguments;
    let sets = write_benchmark(&destination.folder, *seed, *questions)
        .map_err(|error| unwritten(&destination.folder, &error))?;
    for (kind, methods, lengths) in
        [("stories", METHODS, lengths), ("ablations", ABLATIONS, ablations)]
    {
        for length in lengths.iter().filter(|length| *length != NONE) {
            destination.fill(Section {
                name: format!("{kind}-{length}"),
                data: vec![destination.folder.join(format!("story-{length}.jsonl"))],
                methods,
                sample: None,
                choosing: false,
                command: arguments.command(kind, length),
            })?;
        }
    }
    let [methods, ablations] = ["stories", "ablations"].map(|kind| {
        let lengths = sets.iter().filter_map(|set| set.name.strip_prefix("story-"));
        lengths.map(|length| format!("{kind}-{length}")).collect::<Vec<_>>()
    });
    destination.sum_up(&methods, &ablations)
}

impl Stories {
    /// What repeats a section.
    fn command(&self, kind: &str, length: &str) -> String {
        let Self { questions, seed, .. } = self;
        let (lengths, ablations) =
            if kind == "ablations" { (NONE, length) } else { (length, NONE) };
        format!(
            "cargo xtask measure stories --questions {questions} --seed {seed} --lengths {lengths} \
             --ablations {ablations}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::Method;

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

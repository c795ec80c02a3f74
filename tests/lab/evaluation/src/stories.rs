//! Ways to answer, compared on the story benchmark with the demonstration model, as a docs page.

use protocol::Failure;
use story::write_benchmark;

use crate::compared_page::{ComparisonSection, Destination, GROWTH, RELATIONS, Shows, unwritten};

/// AnswerRecord instead of lengths: nothing is measured.
const NONE: &str = "none";
/// The first seed of books on which nothing was tried: settings such as λ were chosen on the books from
/// seed 1 on.
pub(crate) const UNSEEN: u64 = 50_001;
/// Methods compared at every length.
const METHODS: &str = "pecan,garlic,garlic:most=200,bm25:5,bm25:matched,dense:5,dense:matched,\
                       raptor-tree:5,raptor-collapsed:20,raptor-collapsed:matched,memwalker,\
                       longllmlingua:1000,whole,closed";
/// Pecan with a part of it off or changed.
const ABLATIONS: &str = "pecan,pecan:tree,pecan:fixed=matched,pecan:no-attention,\
                         pecan:no-embedding,pecan:no-words,pecan:no-attention:no-words,\
                         pecan:no-embedding:no-words,pecan:normalised,pecan:candidates,\
                         pecan:nodes-first,\
                         pecan:sparing,\
                         pecan:patience=2,pecan:patience=3,pecan:patience=4,pecan:patience=5,\
                         pecan:patience=6,pecan:patience=7,pecan:patience=8,pecan:confidence=0.3,\
                         pecan:confidence=0.5,pecan:confidence=0.7,pecan:confidence=0.9,\
                         pecan:confidence=0.98,pecan:balance=0.1,pecan:balance=0.3,\
                         pecan:balance=0.7,pecan:balance=0.9,pecan:balance=0.95";

/// The search by names alone, which needs no graph.
const NAMES: &str = "mkrag,mkrag:rounds=1,mkrag:rounds=3,mkrag:rounds=4";
/// The same, and together with the graph.
const NAMES_AND_GRAPH: &str = "mkrag,mkrag:rounds=1,mkrag:rounds=3,mkrag:rounds=4,mkrag:both";
/// The lengths whose graphs are built in minutes.
const SHORT: [&str; 2] = ["5K", "20K"];

/// What is measured, and where it goes.
#[derive(Debug, clap::Args)]
pub struct Stories {
    #[command(flatten)]
    destination: Destination,
    /// Questions about the books of each length
    #[arg(long, default_value_t = 300)]
    questions: usize,
    /// The seed of the first book
    #[arg(long, default_value_t = UNSEEN)]
    seed: u64,
    /// The lengths that take part, or none
    #[arg(long, value_delimiter = ',', default_value = "5K,20K,80K,320K")]
    lengths: Vec<String>,
    /// The lengths at which Pecan is compared with itself, or none
    #[arg(long, value_delimiter = ',', default_value = "5K,20K,80K,320K")]
    ablations: Vec<String>,
    /// The lengths at which the search by names is measured, or none
    #[arg(long, value_delimiter = ',', default_value = "5K,20K,80K,320K")]
    names: Vec<String>,
}

/// Compares the methods at every length, then Pecan with itself. Each length has its own section, so
/// that lengths can be measured one by one.
///
/// # Errors
///
/// If a file cannot be written or a model fails.
pub fn stories(arguments: &Stories) -> Result<(), Failure> {
    let Stories { destination, questions, seed, lengths, ablations, names } = arguments;
    let sets = write_benchmark(&destination.folder, *seed, *questions)
        .map_err(|error| unwritten(&destination.folder, &error))?;
    let all: Vec<&str> = sets.iter().filter_map(|set| set.name.strip_prefix("story-")).collect();
    let of = |kind: StoryComparisonKind| -> Vec<ComparisonSection<'static>> {
        all.iter().map(|length| arguments.section(kind, length)).collect()
    };
    let (methods, parts, named) = (
        of(StoryComparisonKind::Methods),
        of(StoryComparisonKind::Ablations),
        of(StoryComparisonKind::Names),
    );
    let wanted = |all: &[ComparisonSection<'static>],
                  lengths: &[String]|
     -> Vec<ComparisonSection<'static>> {
        let is_wanted = |one: &&ComparisonSection<'_>| {
            lengths.iter().any(|own| one.name.ends_with(&format!("-{own}")))
        };
        all.iter().filter(is_wanted).cloned().collect()
    };
    let compared = [wanted(&methods, lengths), wanted(&parts, ablations)].concat();
    let sections = [compared.clone(), wanted(&named, names)].concat();
    let ids = sections.iter().map(|section| &*section.name);
    destination.require(ids.chain([GROWTH, RELATIONS]))?;
    sections.iter().try_for_each(|section| destination.fill(section))?;
    // What sections say together does not depend on names.
    match compared.is_empty() {
        true => Ok(()),
        false => destination.sum_up(&methods, &parts),
    }
}

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StoryComparisonKind {
    /// Every method.
    Methods,
    /// Pecan with parts of it off or changed.
    Ablations,
    /// The search by names.
    Names,
}

impl Stories {
    fn section(&self, kind: StoryComparisonKind, length: &str) -> ComparisonSection<'static> {
        let Self { destination, questions, seed, .. } = self;
        let (name, methods, [lengths, ablations, names]) = match kind {
            StoryComparisonKind::Methods => ("stories", METHODS, [length, NONE, NONE]),
            StoryComparisonKind::Ablations => ("ablations", ABLATIONS, [NONE, length, NONE]),
            StoryComparisonKind::Names if SHORT.contains(&length) => {
                ("names", NAMES_AND_GRAPH, [NONE, NONE, length])
            }
            StoryComparisonKind::Names => ("names", NAMES, [NONE, NONE, length]),
        };
        ComparisonSection {
            name: format!("{name}-{length}"),
            data: vec![destination.folder.join(format!("story-{length}.jsonl"))],
            methods,
            sample: None,
            shows: Shows::EverySet,
            questions: format!("{questions} questions, seed {seed}"),
            command: format!(
                "cargo xtask measure stories --questions {questions} --seed {seed} \
                 --lengths {lengths} --ablations {ablations} --names {names}"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::Method;

    #[test]
    fn every_method_is_one_and_the_first_is_compared_with() {
        for (methods, first) in
            [(METHODS, "pecan"), (ABLATIONS, "pecan"), (NAMES, "mkrag"), (NAMES_AND_GRAPH, "mkrag")]
        {
            let parsed: Vec<Method> = methods.split(',').map(|m| m.parse().unwrap()).collect();
            assert_eq!(parsed[0].to_string(), first);
            let names: Vec<String> = parsed.iter().map(ToString::to_string).collect();
            assert_eq!(names.join(","), methods);
        }
    }
}

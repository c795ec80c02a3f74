//! Ways to answer, compared on the story benchmark with the demonstration model, as a docs page.

use protocol::Failure;
use story::write_benchmark;

use crate::compared_page::{ComparisonSection, Destination, Shows, unwritten};

/// Instead of lengths: nothing is measured.
const NONE: &str = "none";
/// The first seed of books on which nothing was tried: settings such as λ were chosen on the books from
/// seed 1 on.
pub const UNSEEN: u64 = 50_001;
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
/// The same together with the graph.
const NAMES_AND_GRAPH: &str = "mkrag,mkrag:both";
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

/// Compares the methods at every length, then Pecan with itself, then the search by names. What was
/// answered by an earlier run is not asked again, so that lengths can be measured one by one; the page
/// shows those of the last run.
///
/// # Errors
///
/// If a file cannot be written or a model fails.
pub fn stories(arguments: &Stories) -> Result<(), Failure> {
    let Stories { destination, questions, seed, .. } = arguments;
    let sets = write_benchmark(&destination.folder, *seed, *questions)
        .map_err(|error| unwritten(&destination.folder, &error))?;
    let all: Vec<&str> = sets.iter().filter_map(|set| set.name.strip_prefix("story-")).collect();
    let sections: Vec<ComparisonSection<'_>> =
        KINDS.iter().filter_map(|kind| arguments.section(kind, &all)).collect();
    destination.require(sections.iter().map(|section| &*section.name))?;
    sections.iter().try_for_each(|section| destination.fill(section))
}

/// What is compared.
struct StoryComparison {
    /// The name of its section.
    name: &'static str,
    methods: &'static str,
    /// The option with its lengths, and what it says.
    option: &'static str,
    lengths: fn(&Stories) -> &[String],
    /// Whether graphs are built for it alone, so that long books are left out.
    is_short: bool,
    shows: Shows,
}

const KINDS: [StoryComparison; 4] = [
    StoryComparison {
        name: "stories",
        methods: METHODS,
        option: "lengths",
        lengths: |arguments| &arguments.lengths,
        is_short: false,
        shows: Shows::EverySet,
    },
    StoryComparison {
        name: "ablations",
        methods: ABLATIONS,
        option: "ablations",
        lengths: |arguments| &arguments.ablations,
        is_short: false,
        shows: Shows::Lengths,
    },
    StoryComparison {
        name: "names",
        methods: NAMES,
        option: "names",
        lengths: |arguments| &arguments.names,
        is_short: false,
        shows: Shows::Lengths,
    },
    StoryComparison {
        name: "names-and-graph",
        methods: NAMES_AND_GRAPH,
        option: "names",
        lengths: |arguments| &arguments.names,
        is_short: true,
        shows: Shows::Lengths,
    },
];

impl Stories {
    /// Returns what is compared at those of all lengths that were asked for; none if there is none.
    fn section(&self, kind: &StoryComparison, all: &[&str]) -> Option<ComparisonSection<'static>> {
        let Self { destination, questions, seed, .. } = self;
        let wanted = (kind.lengths)(self);
        let is_wanted = |length: &&&str| {
            wanted.iter().any(|own| own == **length) && (!kind.is_short || SHORT.contains(*length))
        };
        let lengths: Vec<&str> = all.iter().filter(is_wanted).copied().collect();
        let of = |option: &str| match option == kind.option {
            true => format!(" --{option} {}", lengths.join(",")),
            false => format!(" --{option} {NONE}"),
        };
        let options: String = ["lengths", "ablations", "names"].map(of).concat();
        (!lengths.is_empty()).then(|| ComparisonSection {
            name: kind.name.to_owned(),
            data: lengths
                .iter()
                .map(|length| destination.folder.join(format!("story-{length}.jsonl")))
                .collect(),
            methods: kind.methods,
            sample: None,
            shows: kind.shows,
            command: format!(
                "cargo xtask measure stories --questions {questions} --seed {seed}{options}"
            ),
        })
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

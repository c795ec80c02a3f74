//! Other people's question sets, with the demonstration model. Every method goes through all of them,
//! though its answers there are not the point; and what retrieval alone finds before any model is
//! measured.

use std::fs;
use std::path::{Path, PathBuf};

use protocol::Failure;

use crate::compared_page::{ComparisonSection, Destination, Shows, unwritten};

/// Every method, so that nothing breaks on real documents.
const METHODS: &str = "pecan,garlic,bm25:5,bm25:matched,dense:5,raptor-tree:5,raptor-collapsed:20,\
                       memwalker,longllmlingua:1000,whole,closed";
/// Methods that choose chunks by themselves. Their choice depends on no window, and on the language
/// model only by the length of its tokens.
const RETRIEVAL: &str = "dense:5,bm25:5,dense:10,bm25:10,dense:20,bm25:20";

/// What is measured, and where it goes.
#[derive(Debug, clap::Args)]
pub struct QuestionSets {
    #[command(flatten)]
    destination: Destination,
    /// The folder of question sets, each a `.jsonl` file
    #[arg(long)]
    data: PathBuf,
    /// Questions of each set that go through every method
    #[arg(long, default_value_t = 3)]
    through: usize,
    /// Questions of each set for which chunks are chosen [default: all]
    #[arg(long)]
    retrieved: Option<usize>,
}

/// Has every method answer some questions of every set, and chooses chunks for more.
///
/// # Errors
///
/// If a file cannot be read or written or a model fails.
pub fn question_sets(arguments: &QuestionSets) -> Result<(), Failure> {
    let QuestionSets { destination, data, through, retrieved } = arguments;
    let files = sets(data)?;
    let retrieved_of = retrieved.map_or_else(String::new, |count| format!(" --retrieved {count}"));
    let command =
        format!("cargo xtask measure sets --data FOLDER --through {through}{retrieved_of}");
    let sections = [
        ("sets", METHODS, Some(*through), Shows::Together),
        ("retrieval", RETRIEVAL, *retrieved, Shows::Choices),
    ];
    destination.require(sections.iter().map(|(name, ..)| *name))?;
    for (name, methods, sample, shows) in sections {
        destination.fill(&ComparisonSection {
            name: name.to_owned(),
            data: files.clone(),
            methods,
            sample,
            shows,
            command: command.clone(),
        })?;
    }
    Ok(())
}

/// Returns the question sets of a folder, by name.
fn sets(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unread = |error: std::io::Error| unwritten(folder, &error);
    let entries = fs::read_dir(folder).map_err(unread)?;
    let paths: Result<Vec<PathBuf>, _> = entries.map(|entry| entry.map(|e| e.path())).collect();
    let mut files = paths.map_err(unread)?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::Method;

    #[test]
    fn every_method_is_one() {
        for methods in [METHODS, RETRIEVAL] {
            let parsed: Vec<Method> = methods.split(',').map(|m| m.parse().unwrap()).collect();
            let names: Vec<String> = parsed.iter().map(ToString::to_string).collect();
            assert_eq!(names.join(","), methods);
        }
    }

    #[test]
    fn sets_are_found_by_their_ending() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.jsonl", "a.jsonl", "c.tsv"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let found = sets(folder.path()).unwrap();
        assert_eq!(found, ["a.jsonl", "b.jsonl"].map(|name| folder.path().join(name)));
        assert!(sets(&folder.path().join("none")).is_err());
    }
}

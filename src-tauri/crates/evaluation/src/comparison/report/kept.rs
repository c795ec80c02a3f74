//! What is kept beside a page of comparisons that were made one by one, for pictures over all of them.

use std::fs;
use std::path::Path;

use protocol::{Code, Failure};
use serde::{Deserialize, Serialize};

use super::lines::{Mark, growth};
use super::{Numbers, files, pictures};
use crate::comparison::worker::EDITION;
use crate::comparison::{Results, Usual};

/// Its file in the folder of a comparison's pictures.
const FILE: &str = "marks.json";

/// The marks of a comparison, and what they were made with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Kept {
    /// The models: what each is for, its file's name and the SHA-256 of it.
    models: Vec<(String, String, String)>,
    /// How a walk goes where its method says nothing of it.
    usual: Usual,
    /// The edition of the ways to answer.
    edition: String,
    marks: Vec<Mark>,
}

/// Keeps the marks of a comparison in the folder of its pictures.
///
/// # Errors
///
/// If the file cannot be written.
pub fn keep(results: &Results, folder: &Path) -> Result<(), Failure> {
    let marks = Numbers::of(results).marks().collect();
    let (models, usual) = (results.models.clone(), results.usual);
    let kept = Kept { models, usual, edition: EDITION.to_owned(), marks };
    let text = serde_json::to_string_pretty(&kept)
        .map_err(|error| Failure::new(Code::Internal, error.to_string()))?;
    files::write_text(&folder.join(FILE), &(text + "\n"))
}

/// The plots over the lengths of the comparisons that are kept in these folders, as a part of a page
/// whose pictures are written into `folder`, the page's own folder being named `from` there. Those
/// with other models than the ones named are left out, and so are those that were made in other ways
/// than the first of the rest.
///
/// # Errors
///
/// If a picture cannot be written.
pub fn over_lengths(
    folders: &[impl AsRef<Path>],
    models: &[(String, String, String)],
    folder: &Path,
    from: &str,
) -> Result<String, Failure> {
    let kept = folders.iter().filter_map(|folder| read(folder.as_ref()));
    let mut alike: Vec<Kept> =
        kept.filter(|kept| kept.models == models && kept.edition == EDITION).collect();
    if let Some(usual) = alike.first().map(|kept| kept.usual) {
        alike.retain(|kept| kept.usual == usual);
    }
    let plots = growth(alike.into_iter().flat_map(|kept| kept.marks));
    files::pictures(&pictures::files_of(&plots, "growth"), folder, from)
}

/// What is kept in a folder; nothing if it was never made, or by another version.
fn read(folder: &Path) -> Option<Kept> {
    serde_json::from_slice(&fs::read(folder.join(FILE)).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, results};

    #[test]
    fn lengths_measured_one_by_one_make_one_picture() {
        let folder = tempfile::tempdir().unwrap();
        let (five, twenty) = (folder.path().join("5K"), folder.path().join("20K"));
        let of = |dataset: &str, hash: &str| {
            let mut all = results(vec![answered(dataset, "1", "pecan", 0.5)]);
            all.models[0].2 = hash.into();
            all
        };
        for (at, dataset) in [(&five, "story-5K"), (&twenty, "story-20K")] {
            fs::create_dir_all(at).unwrap();
            keep(&of(dataset, "a"), at).unwrap();
        }
        let (models, out) = (of("", "a").models, folder.path().join("growth"));
        let told = |models: &[_]| over_lengths(&[&five, &twenty], models, &out, "x").unwrap();
        assert!(told(&models).contains("](x/growth-0-0.svg)"), "{}", told(&models));
        let picture = fs::read_to_string(out.join("growth-0-0.svg")).unwrap();
        assert!(picture.contains("pecan: 5000: 50.0. 20000: 50.0."), "{picture}");
        // Another model's numbers are not drawn beside these, and one length is no growth.
        keep(&of("story-20K", "b"), &twenty).unwrap();
        assert_eq!(told(&models), "");
        // Nor is what was asked in another way.
        let mut other = of("story-20K", "a");
        other.usual.patience += 1;
        keep(&other, &twenty).unwrap();
        assert_eq!(told(&models), "");
        fs::write(twenty.join(FILE), "{").unwrap();
        assert_eq!(told(&models), "");
    }
}

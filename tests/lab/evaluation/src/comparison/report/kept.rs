//! What is stored beside a page of comparisons that were made one by one, for plots and tables over all
//! of them.

use std::fs;
use std::path::Path;

use protocol::{Code, Failure};
use serde::{Deserialize, Serialize};

use super::lines::{PlottedMethod, growth};
use super::scored::DatasetScores;
use super::{Numbers, files, pictures, relations};
use crate::comparison::Usual;
use crate::comparison::answerer::EDITION;

/// The file's name in the folder of a comparison's pictures.
const FILE: &str = "kept.json";

/// The findings of a comparison, and what it was made with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredComparison {
    /// The models: each one's role, its file's name and SHA-256.
    models: Vec<(String, String, String)>,
    /// The settings of a walk whose method does not name them.
    usual: Usual,
    /// The edition of the ways to answer.
    edition: String,
    /// What identifies the questions: their number and the seed of the books.
    questions: String,
    /// Every method on every data set.
    pub marks: Vec<PlottedMethod>,
    /// Every question's F1.
    pub scores: Vec<DatasetScores>,
}

impl StoredComparison {
    /// Extracts what is stored of a comparison over such questions.
    pub fn of(numbers: &Numbers<'_>, questions: &str) -> Self {
        let results = numbers.results;
        Self {
            models: results.models.clone(),
            usual: results.usual,
            edition: EDITION.to_owned(),
            questions: questions.to_owned(),
            marks: numbers.marks().collect(),
            scores: DatasetScores::of(results),
        }
    }
}

/// Stores a comparison in the folder of its pictures.
///
/// # Errors
///
/// If the file cannot be written.
pub fn keep(numbers: &Numbers<'_>, questions: &str, folder: &Path) -> Result<(), Failure> {
    let text = serde_json::to_string(&StoredComparison::of(numbers, questions))
        .map_err(|error| Failure::new(Code::Internal, error.to_string()))?;
    files::write_text(&folder.join(FILE), &(text + "\n"))
}

/// Comparisons made with the same models in the same ways, over questions of one kind.
pub struct Alike(Vec<StoredComparison>);

impl Alike {
    /// Reads the comparisons in these folders, each over such questions. Those with other models or
    /// questions are left out, as are those made in other ways than the first of the rest.
    pub fn read(
        folders: &[(impl AsRef<Path>, String)],
        models: &[(String, String, String)],
    ) -> Self {
        let kept = folders.iter().filter_map(|(folder, questions)| {
            read(folder.as_ref()).filter(|kept| kept.questions == *questions)
        });
        let mut alike: Vec<StoredComparison> =
            kept.filter(|kept| kept.models == models && kept.edition == EDITION).collect();
        if let Some(usual) = alike.first().map(|kept| kept.usual) {
            alike.retain(|kept| kept.usual == usual);
        }
        Self(alike)
    }

    /// Returns the plots over document lengths as a part of a page. The pictures are written into
    /// `folder`, which the page refers to as `from`.
    ///
    /// # Errors
    ///
    /// If a picture cannot be written.
    pub fn over_lengths(&self, folder: &Path, from: &str) -> Result<String, Failure> {
        let plots = growth(self.0.iter().flat_map(|kept| kept.marks.iter().cloned()));
        files::pictures(&pictures::files_of(&plots, "growth"), folder, from)
    }

    /// Returns which relations of the papers hold, as a part of a page.
    pub fn relations(&self) -> String {
        relations::table(&self.0).markdown() + "\n"
    }
}

/// Reads what is stored in a folder; none if it was never made, or by another version.
fn read(folder: &Path) -> Option<StoredComparison> {
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
            let each = ["pecan", "pecan:tree"].map(|method| answered(dataset, "1", method, 0.5));
            let mut all = results(each.into());
            all.models[0].2 = hash.into();
            all
        };
        for (at, dataset) in [(&five, "story-5K"), (&twenty, "story-20K")] {
            fs::create_dir_all(at).unwrap();
            keep(&Numbers::of(&of(dataset, "a")), "ten", at).unwrap();
        }
        let (models, out) = (of("", "a").models, folder.path().join("growth"));
        let alike =
            |models: &[_]| Alike::read(&[&five, &twenty].map(|at| (at, "ten".to_owned())), models);
        let plots = |models: &[_]| alike(models).over_lengths(&out, "x").unwrap();
        assert!(plots(&models).contains("](x/growth-0-0.svg)"), "{}", plots(&models));
        let picture = fs::read_to_string(out.join("growth-0-0.svg")).unwrap();
        assert!(picture.contains("pecan: 5000: 50.0. 20000: 50.0."), "{picture}");
        let table = alike(&models).relations();
        assert!(table.contains("story-20K |") && table.contains("| graph above tree"), "{table}");
        // Another model's numbers are not drawn beside these, and one length shows no growth.
        keep(&Numbers::of(&of("story-20K", "b")), "ten", &twenty).unwrap();
        assert_eq!(plots(&models), "");
        assert!(!alike(&models).relations().contains("story-20K"));
        // What was asked in another way is left out.
        let mut other = of("story-20K", "a");
        other.usual.patience += 1;
        keep(&Numbers::of(&other), "ten", &twenty).unwrap();
        assert_eq!(plots(&models), "");
        // So is what was asked of other books.
        keep(&Numbers::of(&of("story-20K", "a")), "twelve", &twenty).unwrap();
        assert_eq!(plots(&models), "");
        fs::write(twenty.join(FILE), "{").unwrap();
        assert_eq!(plots(&models), "");
    }
}

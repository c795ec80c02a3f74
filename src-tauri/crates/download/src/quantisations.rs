//! The models among the files of a repository, which differ in how their weights are rounded.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The ending of model files.
const ENDING: &str = ".gguf";
/// The digits of a part's number in its name.
const DIGITS: usize = 5;

/// A file as the hub states it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HubFile {
    /// Its path in the repository.
    pub path: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its SHA-256 in hexadecimal.
    pub sha256: String,
}

impl HubFile {
    /// Returns the file's name without the folders that it lies in.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// Returns whether the path has only plain names, and the file is a language model's.
    fn is_model(&self) -> bool {
        let is_plain = |part: &str| {
            !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '\0'])
        };
        let lower = self.name().to_ascii_lowercase();
        // These files belong to a model, but are none.
        let is_extra = lower.contains("mmproj") || lower.contains("imatrix");
        self.path.split('/').all(is_plain) && lower.ends_with(ENDING) && !is_extra
    }
}

/// A model: one file, or all parts of a split one in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quantisation {
    /// What distinguishes it in its repository, such as `Q4_K_M`; or its file's name without ending.
    pub label: String,
    /// Its files.
    pub files: Vec<HubFile>,
}

impl Quantisation {
    /// Returns the size of all its files.
    pub fn bytes(&self) -> u64 {
        self.files.iter().fold(0, |sum, file| sum.saturating_add(file.bytes))
    }
}

/// Returns the complete models among the files of a repository, from the smallest. A split model
/// without one of its parts is none.
pub fn quantisations(files: Vec<HubFile>) -> Vec<Quantisation> {
    let mut sets: BTreeMap<(String, u32), BTreeMap<u32, HubFile>> = BTreeMap::new();
    for file in files.into_iter().filter(HubFile::is_model) {
        let (stem, number, count) = split_name(&file.path);
        sets.entry((stem.to_owned(), count)).or_default().insert(number, file);
    }
    let complete = sets.into_iter().filter(|((_, count), parts)| parts.len() == *count as usize);
    let mut found: Vec<(String, Quantisation)> = complete
        .map(|((stem, _), parts)| {
            let stem = stem.rsplit('/').next().unwrap_or(&stem).to_owned();
            let label = label(&stem).unwrap_or_else(|| stem.clone());
            (stem, Quantisation { label, files: parts.into_values().collect() })
        })
        .collect();
    name_apart(&mut found);
    let mut found: Vec<Quantisation> = found.into_iter().map(|(_, found)| found).collect();
    found.sort_by_key(Quantisation::bytes);
    found
}

/// Gives models with the same label the names of their files instead.
fn name_apart(found: &mut [(String, Quantisation)]) {
    let mut count: BTreeMap<String, u32> = BTreeMap::new();
    for (_, one) in &*found {
        *count.entry(one.label.clone()).or_default() += 1;
    }
    for (stem, one) in found.iter_mut().filter(|(_, one)| count[&one.label] > 1) {
        one.label.clone_from(stem);
    }
}

/// Splits a path into what it shares with the other parts, the part's number, and the number of
/// parts; a whole model is the only part of itself.
fn split_name(path: &str) -> (&str, u32, u32) {
    let stem = &path[..path.len() - ENDING.len()];
    let number = |digits: &str| {
        let is_number = digits.len() == DIGITS && digits.bytes().all(|c| c.is_ascii_digit());
        is_number.then(|| digits.parse::<u32>().ok()).flatten()
    };
    let parts = || {
        let (rest, count) = stem.rsplit_once("-of-")?;
        let (shared, part) = rest.rsplit_once('-')?;
        let (part, count) = (number(part)?, number(count)?);
        (1..=count).contains(&part).then_some((shared, part, count))
    };
    parts().unwrap_or((stem, 1, 1))
}

/// Returns the name of the quantisation at the end of a file's name, if it has one.
fn label(stem: &str) -> Option<String> {
    let at = stem.rfind(['-', '.'])?;
    let last = stem[at + 1..].to_ascii_uppercase();
    if !is_label(&last) {
        return None;
    }
    let dynamic = stem[..at].to_ascii_uppercase().ends_with("-UD");
    Some(if dynamic { format!("UD-{last}") } else { last })
}

fn is_label(word: &str) -> bool {
    let rest = ["IQ", "TQ", "Q"].iter().find_map(|begin| word.strip_prefix(begin));
    let is_rounded = rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let is_whole = matches!(word, "F16" | "F32" | "BF16" | "FP16" | "FP32" | "MXFP4");
    (is_rounded || is_whole) && word.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(paths: &[&str]) -> Vec<(String, usize)> {
        let file = |(nth, path): (usize, &&str)| HubFile {
            path: (*path).to_owned(),
            bytes: nth as u64,
            sha256: String::new(),
        };
        let found = quantisations(paths.iter().enumerate().map(file).collect());
        found.into_iter().map(|one| (one.label, one.files.len())).collect()
    }

    fn one(label: &str) -> (String, usize) {
        (label.to_owned(), 1)
    }

    #[test]
    fn labels_stand_at_the_end_of_names() {
        let paths = [
            "qwen2.5-0.5b-instruct-q4_k_m.gguf",
            "Mistral-7B-Instruct-v0.3-IQ3_M.gguf",
            "model.Q8_0.gguf",
            "Phi-4-UD-Q4_K_XL.gguf",
            "m-bf16.gguf",
            "Qwen3.gguf",
        ];
        let labels = ["Q4_K_M", "IQ3_M", "Q8_0", "UD-Q4_K_XL", "BF16", "Qwen3"];
        assert_eq!(found(&paths), labels.map(one));
    }

    #[test]
    fn only_complete_sets_of_model_files_count() {
        let paths = [
            "README.md",
            "mmproj-model-f16.gguf",
            "big-q4_k_m-00001-of-00002.gguf",
            "big-q4_k_m-00002-of-00002.gguf",
            "torn-q8_0-00001-of-00002.gguf",
            "Q2_K/big-Q2_K-00001-of-00001.gguf",
            "../out-q4_0.gguf",
            "a/.hidden-q4_0.gguf",
        ];
        assert_eq!(found(&paths), [one("Q2_K"), ("Q4_K_M".to_owned(), 2)]);
    }

    #[test]
    fn two_models_with_one_label_keep_their_names() {
        let paths = ["base-q4_0.gguf", "chat-q4_0.gguf", "chat-q8_0.gguf"];
        assert_eq!(found(&paths), ["base-q4_0", "chat-q4_0", "Q8_0"].map(one));
    }
}

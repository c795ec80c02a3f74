//! Files of earlier commits, read from the repository's history.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, bail};

use crate::places::WorkspacePaths;
use crate::shell::{command, say};

/// The commit whose demonstration model was trained less: the model cannot count or compare.
const COMMIT: &str = "086ea340a1a6f47dc7fb89ba30403572d9d9ef83";
/// That model.
const MODEL: &str = "src-tauri/crates/pocket/pocket.gguf";

/// Extracts the earlier demonstration model into the target folder.
///
/// # Errors
/// If the history does not go back far enough, or the file cannot be written.
pub fn earlier_model(places: &WorkspacePaths) -> Result<PathBuf> {
    let file = places.target.join("earlier.gguf");
    let short = COMMIT.get(..7).unwrap_or(COMMIT);
    take_out(&places.root, COMMIT, MODEL, &file).with_context(|| {
        format!(
            "the other model comes from commit {short}, which must be in the history of this \
             checkout. Fetch the whole history (git fetch --unshallow), or name another GGUF model \
             with --other FILE"
        )
    })?;
    say("model", &format!("the model in commit {short} is the other model"));
    Ok(file)
}

/// Writes a commit's version of a file, completely or not at all.
fn take_out(root: &Path, commit: &str, path: &str, file: &Path) -> Result<()> {
    let part = file.with_added_extension("part");
    let shown = format!("{commit}:{path}");
    let out =
        File::create(&part).with_context(|| format!("{} cannot be written", part.display()))?;
    let mut show = command("git", &["show", "--no-textconv", &shown]);
    show.current_dir(root).stdin(Stdio::null()).stdout(out).stderr(Stdio::piped());
    let ended = show.spawn().and_then(std::process::Child::wait_with_output);
    let taken = ended.context("git cannot be started").and_then(|ended| {
        if !ended.status.success() {
            bail!("git show {shown}: {}", String::from_utf8_lossy(&ended.stderr).trim());
        }
        fs::rename(&part, file).with_context(|| format!("{} cannot be written", file.display()))
    });
    if taken.is_err() {
        // Only the first failure matters.
        let _ = fs::remove_file(part);
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    fn git(folder: &Path, arguments: &[&str]) {
        let own = ["-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"];
        let mut git = command("git", &own);
        let ended = git.args(arguments).current_dir(folder).output().unwrap();
        assert!(ended.status.success(), "{ended:?}");
    }

    #[test]
    fn a_file_is_taken_out_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let (root, file) = (folder.path(), folder.path().join("out"));
        git(root, &["init", "--quiet"]);
        for bytes in [&b"GGUF\r\n\xff\0"[..], b"later"] {
            fs::write(root.join("model.gguf"), bytes).unwrap();
            git(root, &["add", "model.gguf"]);
            git(root, &["commit", "--quiet", "-m", "a model"]);
        }
        take_out(root, "HEAD~1", "model.gguf", &file).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"GGUF\r\n\xff\0");
        let error = take_out(root, COMMIT, "model.gguf", &file).unwrap_err().to_string();
        assert!(error.starts_with(&format!("git show {COMMIT}:model.gguf: ")), "{error}");
        assert_eq!(fs::read(&file).unwrap(), b"GGUF\r\n\xff\0", "what was there stays");
        assert_eq!(fs::read_dir(root).unwrap().count(), 3, "no part is left");
    }

    #[test]
    fn a_history_that_is_too_short_is_reported_with_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        git(folder.path(), &["init", "--quiet"]);
        let at = || folder.path().to_owned();
        let places = WorkspacePaths { root: at(), target: at(), models: at() };
        let text = format!("{:#}", earlier_model(&places).unwrap_err());
        assert!(text.contains("git fetch --unshallow") && text.contains("--other FILE"), "{text}");
    }
}

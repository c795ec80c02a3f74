//! The window's content: `frontend/` compiled to WebAssembly, with its page and styles, in
//! `frontend/dist`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::places::WorkspacePaths;
use crate::setup::{Compiler, TARGET};
use crate::shell::{cargo, run, say};
use crate::stamp::{Inputs, files_below};

/// The package, whose name is also that of the program that Cargo builds.
const PACKAGE: &str = "pecan-frontend";
/// The base name of its JavaScript and WebAssembly in the window.
const NAME: &str = "pecan";
/// Optimised for size, not speed: most of the time goes into loading.
const PROFILE: &[(&str, &str)] = &[
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "s"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "4"),
    ("CARGO_PROFILE_RELEASE_PANIC", "abort"),
];

/// Builds `frontend/dist`, unless nothing has changed since the last build.
///
/// # Errors
/// If the frontend does not compile.
pub fn build(places: &WorkspacePaths, compiler: Compiler) -> Result<()> {
    let dist = places.root.join("frontend/dist");
    let stamp_file = places.wasm_target().join("frontend.stamp");
    let stamp = stamp(places, compiler)?;
    let whole = ["index.html", "pecan.js", "pecan_bg.wasm"].map(|name| dist.join(name).is_file());
    if !whole.contains(&false) && fs::read_to_string(&stamp_file).is_ok_and(|old| old == stamp) {
        say("frontend", "up to date");
        return Ok(());
    }
    say("frontend", "compiling to WebAssembly (several minutes the first time)");
    run_compiler(places, compiler)?;
    let made = places.wasm_target().join("dist");
    assemble(places, &made)?;
    replace(&made, &dist)?;
    fs::write(&stamp_file, stamp).with_context(|| stamp_file.display().to_string())?;
    let size = fs::metadata(dist.join("pecan_bg.wasm"))?.len();
    say("frontend", &format!("built, {:.1} MB of WebAssembly", size as f64 / 1e6));
    Ok(())
}

/// Everything that the result depends on.
fn stamp(places: &WorkspacePaths, compiler: Compiler) -> Result<String> {
    let root = &places.root;
    let mut files = vec![root.join("Cargo.toml"), root.join("Cargo.lock")];
    files.extend(files_below(&root.join("frontend"), &["dist", "target"])?);
    files.extend(files_below(&root.join("src-tauri/crates/protocol"), &[])?);
    let profile = format!("{PROFILE:?}");
    Ok(Inputs::default().text(&compiler.version()?).text(&profile).files(files)?.finish())
}

fn run_compiler(places: &WorkspacePaths, compiler: Compiler) -> Result<()> {
    let mut build = compiler.build(places);
    run(build.args(["--package", PACKAGE]).envs(PROFILE.iter().copied()))
}

/// Assembles the whole folder: page, styles, JavaScript, WebAssembly.
fn assemble(places: &WorkspacePaths, folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let sources = places.root.join("frontend");
    for file in files_below(&sources, &["src", "dist", "target"])? {
        if let Some(place) = place_in_window(file.strip_prefix(&sources)?) {
            copy(&file, &folder.join(place))?;
        }
    }
    let program = places.wasm_target().join(TARGET).join("release").join(PACKAGE);
    bindgen(places, &program.with_extension("wasm"), folder)
}

/// The place of a file of `frontend/` in the window, if it belongs there: the contents of `static/`
/// and the page itself at the top.
fn place_in_window(file: &Path) -> Option<PathBuf> {
    let page = file == Path::new("index.html");
    if page { Some(file.to_owned()) } else { Some(file.strip_prefix("static").ok()?.to_owned()) }
}

/// Runs the program `bindgen` of this package. It is not optimised: optimising takes minutes and
/// saves a second.
fn bindgen(places: &WorkspacePaths, program: &Path, folder: &Path) -> Result<()> {
    let mut cargo = cargo(&["run", "--release", "--package", "xtask"]);
    cargo.args(["--features", "bindgen", "--bin", "bindgen"]);
    cargo.args(["--config", "profile.release.opt-level=0", "--target-dir"]);
    cargo.arg(places.wasm_target()).arg("--").arg(program).arg(NAME).arg(folder);
    run(cargo.current_dir(&places.root))
}

/// Makes `to` identical to `from` without touching files that are identical already, so that the
/// shell, which embeds these files, is rebuilt only when necessary.
fn replace(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| to.display().to_string())?;
    let wanted = files_below(from, &[])?;
    for file in files_below(to, &[])? {
        if !wanted.contains(&from.join(file.strip_prefix(to)?)) {
            fs::remove_file(&file).with_context(|| file.display().to_string())?;
        }
    }
    for file in wanted {
        let place = to.join(file.strip_prefix(from)?);
        if fs::read(&place).ok() != Some(fs::read(&file)?) {
            copy(&file, &place)?;
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::copy(from, to).with_context(|| to.display().to_string())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_and_what_is_static_goes_into_the_window() {
        let place = |file: &str| place_in_window(Path::new(file));
        assert_eq!(place("index.html"), Some("index.html".into()));
        assert_eq!(place("static/style.css"), Some("style.css".into()));
        assert_eq!(place("static/fonts/a.woff2"), Some("fonts/a.woff2".into()));
        assert_eq!(place("Cargo.toml"), None);
        assert_eq!(place("notes/index.html"), None);
    }

    #[test]
    fn replacing_copies_what_differs_and_removes_what_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        for (file, text) in [("from/same", "1"), ("from/sub/new", "2"), ("to/same", "1")] {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        fs::write(to.join("gone"), "3").unwrap();
        let before = fs::metadata(to.join("same")).unwrap().modified().unwrap();
        replace(&from, &to).unwrap();
        assert_eq!(fs::metadata(to.join("same")).unwrap().modified().unwrap(), before);
        assert_eq!(fs::read_to_string(to.join("sub/new")).unwrap(), "2");
        assert!(!to.join("gone").exists());
    }
}

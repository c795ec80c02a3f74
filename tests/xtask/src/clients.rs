//! Clients that others publish, with which the tests use `pecan serve` and `pecan mcp`.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::places::WorkspacePaths;
use crate::setup;
use crate::shell::{command, find, run, say};
use crate::stamp::Inputs;

/// Installs the clients into the target folder, unless they are there. Where Python or npm is missing, or nothing can be
/// downloaded, the tests that use them say that they are skipped.
pub fn provide(places: &WorkspacePaths) {
    let lists = places.root.join("tests/clients");
    let python = || pip(&places.clients().join("python"), &lists.join("requirements.txt"));
    let node = || npm(&places.clients().join("node"), &lists.join("package.json"));
    for (name, installed) in
        [("Python", setup::has_pip().then(python)), ("npm", find("npm").map(|_| node()))]
    {
        match installed {
            None => say("clients", &format!("skipped: {name} is not installed")),
            Some(Ok(())) => say("clients", &format!("those of {name} are up to date")),
            Some(Err(error)) => say("clients", &format!("skipped those of {name}: {error:#}")),
        }
    }
}

fn pip(folder: &Path, list: &Path) -> Result<()> {
    installed(folder, list, || {
        let mut pip = command("python3", &["-m", "pip", "install", "--quiet"]);
        pip.args(["--disable-pip-version-check", "--no-warn-conflicts", "--target"]).arg(folder);
        pip.arg("--requirement").arg(list);
        Ok(pip)
    })
}

fn npm(folder: &Path, list: &Path) -> Result<()> {
    installed(folder, list, || {
        let own = folder.join("package.json");
        fs::copy(list, &own).with_context(|| own.display().to_string())?;
        let mut npm = command("npm", &["install", "--no-audit", "--no-fund", "--silent"]);
        npm.arg("--prefix").arg(folder);
        Ok(npm)
    })
}

/// Installs what a list names into an empty folder, unless that was done before.
fn installed(folder: &Path, list: &Path, install: impl Fn() -> Result<Command>) -> Result<()> {
    let stamp = folder.join("installed");
    let wanted = Inputs::default().files(vec![list.to_owned()])?.finish();
    if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
        return Ok(());
    }
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    run(&mut install()?)?;
    fs::write(&stamp, wanted).with_context(|| stamp.display().to_string())
}

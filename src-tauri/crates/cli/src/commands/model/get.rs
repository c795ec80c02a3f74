//! `pecan model get`.

use std::fs;
use std::iter::Enumerate;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::slice::Iter;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use clap::Args;
use download::{HubAddress, Job, Patience, Task, TaskOutcome};
use engine::StopSignal;
use protocol::{Code, DownloadProgress, Failure, ModelManifest};
use serde_json::{Value, json};
use terminal::{
    CommandResult, CommonArguments, ProgressLine, STOPPED, print, stop_failure, unwritten,
};

use super::mirror::MirrorArgument;
use crate::print::models;

/// The most models that are downloaded at once.
const AT_ONCE: usize = 3;

/// `pecan model get`.
#[derive(Debug, Args)]
pub struct GetArguments {
    /// Names from `pecan model list`, or OWNER/NAME:LABEL from `pecan model search`
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,
    #[command(flatten)]
    mirror: MirrorArgument,
}

/// A model that is on this machine now.
struct GotModel {
    manifest: ModelManifest,
    path: String,
    /// Bytes received in this run.
    received: u64,
}

/// Downloads models, three at once, and prints one item for each; if every one failed, only an error.
pub fn run(common: &CommonArguments, arguments: &GetArguments) -> CommandResult {
    let names = without_repetitions(&arguments.names);
    let results = get_all(arguments.mirror.hub()?, &names)?;
    let failures: Vec<&Failure> =
        results.iter().filter_map(|result| result.as_ref().err()).collect();
    if let (Some(first), true) = (failures.first(), failures.len() == results.len()) {
        return Err((*first).clone());
    }
    let status = match failures.iter().any(|failure| failure.code == Code::Stopped) {
        true => STOPPED,
        false => u8::from(!failures.is_empty()),
    };
    let items = || names.iter().zip(&results);
    let list: Vec<Value> = items().map(|(name, result)| as_json(name, result)).collect();
    let text: String = items().map(|(name, result)| as_text(name, result)).collect();
    print(common.json, &list, &text)?;
    Ok(ExitCode::from(status))
}

fn without_repetitions(names: &[String]) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for name in names {
        if !kept.iter().any(|other| other.eq_ignore_ascii_case(name)) {
            kept.push(name.clone());
        }
    }
    kept
}

fn as_json(name: &str, result: &Result<GotModel, Failure>) -> Value {
    match result {
        Ok(got) => json!({
            "name": got.manifest.name,
            "path": got.path,
            "bytes": got.manifest.bytes(),
            "received": got.received,
        }),
        Err(error) => json!({ "name": name, "error": error }),
    }
}

fn as_text(name: &str, result: &Result<GotModel, Failure>) -> String {
    match result {
        Ok(GotModel { manifest, path, received: 0 }) => {
            format!("{} is here already: {path}\n", manifest.name)
        }
        Ok(GotModel { manifest, path, .. }) => format!(
            "Downloaded {} ({}) to {path}\nUse it with: pecan model use {}\n",
            manifest.name,
            models::bytes(manifest.bytes()),
            manifest.name,
        ),
        Err(failure) => format!("{}: {failure}\n", models::plain(name)),
    }
}

/// Where models come from, and where they go.
struct Route {
    hub: HubAddress,
    folder: PathBuf,
    stop: StopSignal,
}

/// What a download reports.
enum Update {
    Progress(DownloadProgress),
    Ended(Result<GotModel, Failure>),
}

/// Downloads models that are not here yet.
fn get_all(hub: HubAddress, names: &[String]) -> Result<Vec<Result<GotModel, Failure>>, Failure> {
    let mut line = ProgressLine::new()?;
    let route = Route { hub, folder: engine::download_folder()?, stop: line.stop().clone() };
    let mut shown: Vec<Option<DownloadProgress>> = vec![None; names.len()];
    let mut ended: Vec<_> = names.iter().map(|_| Err(stop_failure())).collect();
    let queue = Mutex::new(names.iter().enumerate());
    let (sender, updates) = channel();
    thread::scope(|scope| {
        for _ in 0..AT_ONCE.min(names.len()) {
            let (queue, route, sender) = (&queue, &route, sender.clone());
            scope.spawn(move || work(queue, route, &sender));
        }
        drop(sender);
        for (nth, update) in updates {
            match update {
                Update::Progress(progress) => shown[nth] = Some(progress),
                Update::Ended(result) => (shown[nth], ended[nth]) = (None, result),
            }
            if shown.iter().any(Option::is_some) {
                line.show(&models::progress(names, &shown));
            }
        }
    });
    line.clear();
    Ok(ended)
}

/// Takes models from a queue and downloads them.
fn work(
    queue: &Mutex<Enumerate<Iter<'_, String>>>,
    route: &Route,
    sender: &Sender<(usize, Update)>,
) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some((nth, name)) = next.filter(|_| !route.stop.is_requested()) else { return };
        let send = |update| drop(sender.send((nth, update)));
        let got = get(name, route, &mut |progress| send(Update::Progress(progress)));
        send(Update::Ended(got));
    }
}

/// Downloads a model, unless it is here.
fn get(
    name: &str,
    route: &Route,
    show: &mut dyn FnMut(DownloadProgress),
) -> Result<GotModel, Failure> {
    if let Some(present) = engine::downloaded_model(name) {
        return Ok(GotModel::of(&route.folder, present.manifest, 0));
    }
    let model = download::wanted(name)?;
    fs::create_dir_all(&route.folder)
        .map_err(|error| unwritten(&route.folder.display().to_string(), &error))?;
    let task = Task::Get { model, folder: route.folder.clone() };
    let job = Job { hub: route.hub.clone(), patience: Patience::default(), task };
    let outcome = download::run(&download::find_program()?, &job, &mut |progress| {
        progress.into_iter().for_each(&mut *show);
        match route.stop.is_requested() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    match outcome? {
        TaskOutcome::Downloaded { model, resumed } => {
            let received = model.bytes().saturating_sub(resumed);
            Ok(GotModel::of(&route.folder, model, received))
        }
        TaskOutcome::Found(_) => Err(Failure::new(Code::Internal, "Nothing was downloaded.")),
    }
}

impl GotModel {
    fn of(folder: &Path, manifest: ModelManifest, received: u64) -> Self {
        let own = protocol::model_folder_name(&manifest.name).unwrap_or_default();
        let first = manifest.files.first().map_or("", |file| file.name.as_str());
        let path = folder.join(own).join(first).display().to_string();
        Self { manifest, path, received }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_given_twice_counts_once() {
        let names = ["a/b:Q4_0", "c", "a/b:q4_0"].map(str::to_owned);
        assert_eq!(without_repetitions(&names), ["a/b:Q4_0", "c"]);
    }
}

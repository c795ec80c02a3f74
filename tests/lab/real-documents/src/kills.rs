//! How much work is lost when the program is killed while it builds a graph.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use pocket::Rng;
use protocol::{Code, Failure};
use serde::{Deserialize, Serialize};

use super::measured_model::MeasuredModel;
use report::figures::{FigureUnit, MeasuredFigure, SEED};
use report::progress::MeasurementProgress;

/// The number of kills.
const KILLS: usize = 20;
/// The range of seconds after a start at which the program is killed.
const SECONDS: (f64, f64) = (3.0, 60.0);
/// The most seconds that may be lost.
const GOAL: f64 = 20.0;

/// A kill.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Kill {
    /// Seconds since the last write to the library, or since the start if that was later.
    lost: f64,
}

/// Builds one tale after another in new libraries, and kills the program repeatedly.
pub fn measure(subject: &mut MeasuredModel<'_>) -> Result<Vec<MeasuredFigure>, Failure> {
    subject.trial()?;
    let mut kept = subject.kept("kills")?;
    let mut builds = Builds::new(subject)?;
    let mut progress = MeasurementProgress::new("kills", KILLS);
    let mut lost = Vec::new();
    for number in 0..KILLS {
        let key = number.to_string();
        progress.step(kept.has(&key));
        let kill: Kill = kept.once(&key, || builds.kill(number as u64))?;
        lost.push(kill.lost);
    }
    let most = lost.iter().copied().fold(0.0, f64::max);
    Ok(vec![
        MeasuredFigure::number(
            "seconds lost by a kill, at most",
            Some(most),
            KILLS,
            FigureUnit::Seconds,
        )
        .at_most(GOAL),
        MeasuredFigure::of("seconds lost by a kill", &lost, FigureUnit::Seconds),
    ])
}

/// The program, and what it builds.
struct Builds {
    program: PathBuf,
    model: PathBuf,
    tales: Vec<PathBuf>,
    folder: tempfile::TempDir,
    /// Tales that were finished.
    done: usize,
}

impl Builds {
    fn new(subject: &MeasuredModel<'_>) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| report::file_failure(Path::new("pecan"), &error);
        let program = std::env::current_exe().map_err(failed)?.with_file_name("pecan");
        Ok(Self {
            program,
            model: subject.model.path.clone(),
            tales: subject.tales.tales.iter().map(|tale| tale.file.clone()).collect(),
            folder: tempfile::tempdir().map_err(failed)?,
            done: 0,
        })
    }

    /// Lets the program build for a while and kills it. If it ends earlier, the next tale is built.
    fn kill(&mut self, seed: u64) -> Result<Kill, Failure> {
        let mut rng = Rng::new(SEED ^ seed);
        loop {
            let after = SECONDS.0 + rng.unit() * (SECONDS.1 - SECONDS.0);
            if let Some(kill) = self.build(Duration::from_secs_f64(after))? {
                return Ok(kill);
            }
            self.done += 1;
        }
    }

    /// Builds for this time, then kills; none if the graph was finished before.
    fn build(&self, after: Duration) -> Result<Option<Kill>, Failure> {
        let failed = |error: std::io::Error| report::file_failure(&self.program, &error);
        let library = self.folder.path().join(self.done.to_string());
        let began = SystemTime::now();
        let mut child = Command::new(&self.program)
            .arg("--library")
            .arg(&library)
            .arg("add")
            .arg(&self.tales[self.done % self.tales.len()])
            .arg("--model")
            .arg(&self.model)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        sleep(after);
        if let Some(status) = child.try_wait().map_err(failed)? {
            let message = || Failure::new(Code::Internal, "`pecan add` failed.");
            return if status.success() { Ok(None) } else { Err(message()) };
        }
        let (now, written) = (SystemTime::now(), last_write(&library).max(Some(began)));
        child.kill().and_then(|()| child.wait()).map_err(failed)?;
        let since = written.and_then(|written| now.duration_since(written).ok());
        Ok(Some(Kill { lost: since.unwrap_or_default().as_secs_f64() }))
    }
}

/// Returns when the library's database was last written to.
fn last_write(library: &Path) -> Option<SystemTime> {
    let files = fs::read_dir(library).ok()?.filter_map(Result::ok);
    let database =
        files.filter(|file| file.file_name().to_string_lossy().starts_with("library.db"));
    database.filter_map(|file| file.metadata().ok()?.modified().ok()).max()
}

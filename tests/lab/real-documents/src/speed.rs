//! How long building a tale takes.

use std::fs;
use std::path::Path;
use std::time::Instant;

use protocol::{Failure, GraphOptions, PointSource};

use super::library::EvaluationLibrary;
use super::measured_model::MeasuredModel;
use report::figures::{FigureUnit, MeasuredFigure};

/// The timed tale, below the folder with test files: 33 KB.
const TALE: &str = "docs/fairytaleqa/the-white-cat.txt";
/// The tale that is built first, so that models are loaded and their fastest settings are known.
const BEFORE: &str = "docs/fairytaleqa/master-girl.txt";
/// Characters of it.
const SHORT: usize = 4_000;
/// The sources of points, with the seconds that each may take.
const WAYS: [(PointSource, &str, f64); 2] =
    [(PointSource::Auto, "written", 60.0), (PointSource::Quoted, "quoted", 25.0)];

/// Builds the tale with each source of points.
pub fn measure(subject: &mut MeasuredModel<'_>) -> Result<Vec<MeasuredFigure>, Failure> {
    // The product learns here how many chunks to read at once, so that the timing excludes it.
    subject.trial()?;
    let mut kept = subject.kept("speed")?;
    let mut figures = Vec::new();
    for (source, name, goal) in WAYS {
        let seconds: f64 = kept.once(name, || time(subject, source))?;
        let name = format!("seconds for building a tale of 33 KB, points {name}");
        let figure = MeasuredFigure::number(&name, Some(seconds), 1, FigureUnit::Seconds);
        figures.push(figure.at_most(goal));
    }
    Ok(figures)
}

/// Returns the seconds of building the tale in its own library.
fn time(subject: &MeasuredModel<'_>, source: PointSource) -> Result<f64, Failure> {
    let failed = |path: &Path| {
        let path = path.to_path_buf();
        move |error: std::io::Error| report::file_failure(&path, &error)
    };
    let folder = tempfile::tempdir().map_err(failed(Path::new("a temporary folder")))?;
    let corpus = &subject.arguments.corpus;
    let before = corpus.join(BEFORE);
    let text = fs::read_to_string(&before).map_err(failed(&before))?;
    let short = folder.path().join("short.txt");
    let beginning: String = text.chars().take(SHORT).collect();
    fs::write(&short, beginning).map_err(failed(&short))?;
    let mut library = EvaluationLibrary::open(&folder.path().join("library"), &subject.model.path)?;
    let options = GraphOptions { points: Some(source), ..GraphOptions::default() };
    library.add(&short, options.clone())?;
    let begun = Instant::now();
    library.add(&corpus.join(TALE), options)?;
    Ok(begun.elapsed().as_secs_f64())
}

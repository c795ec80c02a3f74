//! What is said of the jobs that add and build.

use protocol::{Progress, Stage};

use crate::app::strings as app_strings;
use crate::format::duration;
use crate::format::written::decimal;
use crate::i18n::measures;
use crate::library::strings;

/// The stage, the progress, the time left and the rate of a build.
pub fn progress(progress: &Progress) -> String {
    let done = measures::percent(&decimal(f64::from(progress.done * 100.0).floor(), 0));
    let done = match progress.stage {
        Stage::Reading => return strings::reading_files().to_owned(),
        Stage::Recognising { nth, of } => strings::recognising(nth, of, &done),
        Stage::Trying => strings::finding_fastest(&done),
        Stage::TryingModel => strings::testing_model(&done),
        Stage::Building => done,
        Stage::Embedding => strings::finishing(&done),
        Stage::Naming => strings::finding_names(&done),
        Stage::Questioning => strings::writing_questions(&done),
        Stage::Exporting => strings::exporting(&done),
        Stage::Importing => strings::importing(&done),
    };
    let left = progress.seconds_left.map(|seconds| strings::time_left(&duration(seconds)));
    let rate = progress.tokens_per_second.round() as u64;
    let rate = (progress.tokens_per_second > 0.0).then(|| strings::tokens_each_second(rate));
    let parts = [done].into_iter().chain(left).chain(rate);
    parts.collect::<Vec<_>>().join(" · ")
}

/// Says that a trial is running or waiting.
pub fn trying(is_paused: bool) -> &'static str {
    if is_paused { strings::paused() } else { strings::estimating() }
}

/// Says that something waits, and behind how many others, if known.
pub fn waiting(before: Option<usize>, is_paused: bool) -> String {
    match before {
        _ if is_paused => strings::paused().to_owned(),
        None | Some(0) => strings::waits().to_owned(),
        Some(before) => strings::waits_behind(before),
    }
}

/// The number of waiting jobs.
pub fn queue(waiting: usize, is_paused: bool) -> String {
    match (is_paused, waiting) {
        (true, 0) => strings::paused().to_owned(),
        (false, 0) => String::new(),
        (true, many) => strings::paused_jobs_wait(many),
        (false, many) => strings::jobs_wait(many),
    }
}

/// The progress of adding something with this name. For a folder, names the file being read.
pub fn adding(name: &str, progress: &Progress) -> String {
    let far = self::progress(progress);
    if progress.title == name { far } else { app_strings::named(&progress.title, &far) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_progress_of_a_file_is_shown() {
        let at = |title: &str, stage, done| Progress {
            document: None,
            title: title.to_owned(),
            stage,
            level: 1,
            done,
            nodes: 0,
            tokens_per_second: 0.0,
            seconds_left: Some(90.0),
        };
        let scanned = at("deed.pdf", Stage::Recognising { nth: 3, of: 12 }, 0.17);
        let shown = "recognising scanned page 3 of 12, 17% · 2 min left";
        assert_eq!(adding("deed.pdf", &scanned), shown);
        assert_eq!(adding("deeds", &scanned), format!("deed.pdf: {shown}"));
        assert_eq!(adding("a.txt", &at("a.txt", Stage::Reading, 0.0)), strings::reading_files());
        assert_eq!(waiting(None, false), "Queued");
        assert_eq!(waiting(Some(2), false), "Queued, 2 ahead");
        assert_eq!(waiting(Some(2), true), strings::paused());
        let shown =
            [(0, false), (3, false), (0, true), (3, true)].map(|(n, paused)| queue(n, paused));
        assert_eq!(shown, ["", "3 queued", "Paused", "Paused, 3 queued"]);
    }
}

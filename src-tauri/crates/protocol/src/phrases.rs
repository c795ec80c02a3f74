//! Pages and parts of documents in sentences.

/// Formats pages for people: `page 7`, `pages 1–4, 7`; of many only the first few runs.
pub fn pages_phrase(pages: &[u32]) -> String {
    let (runs, more) = page_runs(pages);
    let more = if more { " and more" } else { "" };
    format!("page{} {}{more}", if pages.len() == 1 { "" } else { "s" }, runs.join(", "))
}

/// Returns the first few runs of pages, such as `1–4` and `7`, and whether there are more.
pub fn page_runs(pages: &[u32]) -> (Vec<String>, bool) {
    let mut runs = pages.chunk_by(|a, b| a + 1 == *b).map(run_phrase);
    let some = runs.by_ref().take(MOST_RUNS).collect();
    (some, runs.next().is_some())
}

/// The maximum number of page runs in a sentence.
const MOST_RUNS: usize = 8;

fn run_phrase(run: &[u32]) -> String {
    match run {
        [first, .., last] => format!("{first}–{last}"),
        run => run.iter().map(u32::to_string).collect(),
    }
}

/// Returns the displayed names of a file's parts: the first few, shortened, and whether there are
/// more.
pub fn part_names(parts: &[String]) -> (Vec<String>, bool) {
    let short = |part: &String| match part.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &part[..end]),
        None => part.clone(),
    };
    (parts.iter().take(MOST_RUNS).map(short).collect(), parts.len() > MOST_RUNS)
}

/// The maximum number of letters of a name in a sentence.
const MOST_LETTERS: usize = 60;

/// Formats parts for a sentence: `Chapter 3, p. 7 and more`.
pub fn parts_phrase(parts: &[String]) -> String {
    let (names, more) = part_names(parts);
    names.join(", ") + if more { " and more" } else { "" }
}

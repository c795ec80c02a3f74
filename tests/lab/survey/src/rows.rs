//! The table of findings.

use report::{Goal, MeasurementRow, median};
use serde::Serialize;

use crate::chunks::ChunkCheck;
use crate::hostile::{Ends, EndsByKind};
use crate::order::SentenceOrder;
use crate::paper::Papers;
use crate::places::RectangleCheck;
use crate::speed::{Opening, Times};

/// The findings for one file.
#[derive(Debug, Serialize)]
pub struct FileFindings {
    /// Its name.
    pub file: String,
    /// The number of its pages.
    pub pages: usize,
    /// The number of pages whose fonts do not identify their characters; they are not compared.
    pub mute: usize,
    /// Agreement with `pdftotext`, from 0 to 1.
    pub poppler: Option<f64>,
    /// Agreement with MuPDF, from 0 to 1.
    pub mupdf: Option<f64>,
    /// Agreement of the two with each other, from 0 to 1.
    pub between: Option<f64>,
    /// The order of its sentences.
    pub order: SentenceOrder,
    /// The number of wrong offsets.
    pub broken_offsets: usize,
    /// The findings under its rectangles.
    pub places: RectangleCheck,
    /// How fast it is read, if it is long enough to measure.
    pub times: Option<Times>,
}

/// Returns the rows for harmful files.
pub fn of_hostile(kinds: &EndsByKind) -> Vec<MeasurementRow> {
    let files: usize = kinds.values().map(|ends| ends.files).sum();
    let most = |of: fn(&Ends) -> f64| kinds.values().map(of).fold(0.0, f64::max);
    let died = kinds.values().flat_map(|ends| ends.died.values()).sum::<usize>();
    let reported = |kind: &str, code: &str| {
        let ends = kinds.get(kind)?;
        let count = ends.failed.get(code).copied().unwrap_or(0);
        Some((count as f64 / ends.files as f64, ends.files))
    };
    let mut rows = vec![
        MeasurementRow::new(
            "bad files: longest, s",
            Some(most(|ends| ends.slowest)),
            files,
            Goal::AtMost(30.0),
        ),
        MeasurementRow::new(
            "bad files: most memory, MB",
            Some(most(|ends| ends.most_memory as f64 / 1e6)),
            files,
            Goal::AtMost(1_000.0),
        ),
        MeasurementRow::plain(
            "bad files that ended their reader, and nothing else",
            Some(died as f64),
            files,
        ),
    ];
    for (kind, code) in [
        ("PDFs with a password", "password_needed"),
        ("scanned PDFs", "no_text"),
        ("an empty file", "file_empty"),
    ] {
        if let Some((share, files)) = reported(kind, code) {
            let name = format!("{kind}: reported as `{code}`, share");
            rows.push(MeasurementRow::new(&name, Some(share), files, Goal::AtLeast(1.0)));
        }
    }
    rows
}

/// Returns the rows for all files together, of `files` good ones.
pub fn of_files(found: &[FileFindings], files: usize) -> Vec<MeasurementRow> {
    let least = |share: fn(&FileFindings) -> Option<f64>| {
        found.iter().filter_map(share).min_by(f64::total_cmp)
    };
    let order =
        found.iter().map(|one| one.order).fold(SentenceOrder::default(), SentenceOrder::and);
    let sum = |count: fn(&FileFindings) -> usize| found.iter().map(count).sum::<usize>();
    let likenesses: Vec<f64> = found.iter().filter_map(|one| one.places.likeness).collect();
    let worst = likenesses.iter().copied().min_by(f64::total_cmp);
    let rects = sum(|one| one.places.rects);
    let textless = files.saturating_sub(found.len());
    vec![
        MeasurementRow::plain("good PDFs without text", Some(textless as f64), files),
        MeasurementRow::new(
            "characters as `pdftotext` has them, worst file",
            least(|one| one.poppler),
            found.len(),
            Goal::AtLeast(0.98),
        ),
        MeasurementRow::new(
            "characters as MuPDF has them, worst file",
            least(|one| one.mupdf),
            found.len(),
            Goal::AtLeast(0.98),
        ),
        MeasurementRow::plain(
            "the two of them with each other, worst file",
            least(|one| one.between),
            found.len(),
        ),
        MeasurementRow::plain(
            "pages whose fonts do not tell their characters",
            Some(sum(|one| one.mute) as f64),
            sum(|one| one.pages),
        ),
        MeasurementRow::new(
            "pairs of sentences in the order that both agree on",
            ratio(order.right, order.pairs),
            order.pairs,
            Goal::AtLeast(0.99),
        ),
        MeasurementRow::new(
            "sentences that both have, whole",
            ratio(order.whole, order.sentences),
            order.sentences,
            Goal::AtLeast(0.98),
        ),
        MeasurementRow::new(
            "offsets that do not hold",
            Some(sum(|one| one.broken_offsets) as f64),
            found.len(),
            Goal::AtMost(0.0),
        ),
        MeasurementRow::new(
            "rectangles with no ink under them",
            Some(sum(|one| one.places.bare) as f64),
            rects,
            Goal::AtMost(0.0),
        ),
        MeasurementRow::new(
            "what Tesseract reads under sentences, mean of the worst file",
            worst,
            likenesses.len(),
            Goal::AtLeast(0.95),
        ),
        MeasurementRow::plain("the same, mean of the files", mean(&likenesses), likenesses.len()),
    ]
}

/// Returns the rows for the chunks of all files.
pub fn of_chunks(found: ChunkCheck) -> Vec<MeasurementRow> {
    let ChunkCheck { files, chunks, broken } = found;
    vec![
        MeasurementRow::new(
            "chunks that are not what the text has between their ends",
            Some(broken as f64),
            chunks,
            Goal::AtMost(0.0),
        ),
        MeasurementRow::plain("files that were cut into these", Some(files as f64), files),
    ]
}

/// Returns the rows for generated papers.
pub fn of_papers(papers: Papers) -> Vec<MeasurementRow> {
    let Papers { order, margins, tops, right_to_left } = papers;
    vec![
        MeasurementRow::new(
            "made papers of one to three columns: pairs of sentences in order",
            ratio(order.right, order.pairs),
            order.pairs,
            Goal::AtLeast(1.0),
        ),
        MeasurementRow::new(
            "made papers: sentences that come out whole",
            ratio(order.whole, order.sentences),
            order.sentences,
            Goal::AtLeast(1.0),
        ),
        MeasurementRow::new(
            "made papers: heads and page numbers left out",
            ratio(margins.1, margins.0),
            margins.0,
            Goal::AtLeast(1.0),
        ),
        MeasurementRow::new(
            "made papers: text lines taken for heads",
            Some(tops.1 as f64),
            tops.0,
            Goal::AtMost(0.0),
        ),
        MeasurementRow::new(
            "made right-to-left lines in logical order",
            ratio(right_to_left.1, right_to_left.0),
            right_to_left.0,
            Goal::AtLeast(1.0),
        ),
    ]
}

/// Returns the rows for the reading speed of files of ten pages and more, and of one of 1,000.
pub fn of_speed(found: &[FileFindings], long: &Times) -> Vec<MeasurementRow> {
    let times: Vec<&Times> = found.iter().filter_map(|one| one.times.as_ref()).collect();
    let pages: usize = found.iter().filter(|one| one.times.is_some()).map(|one| one.pages).sum();
    let seconds = |of: fn(&Times) -> Option<f64>| -> Option<f64> {
        times.iter().map(|times| of(times)).sum()
    };
    let ours = times.iter().map(|times| times.ours).sum::<f64>();
    // One novel is read so fast that sums say little about the other files.
    let ratios: Option<Vec<f64>> = times.iter().map(|times| times.against_poppler()).collect();
    let ratios = ratios.filter(|ratios| !ratios.is_empty());
    let memory = times.iter().map(|times| times.memory).fold(long.memory, f64::max);
    vec![
        MeasurementRow::plain(
            "pages a second, files of ten pages and more",
            Some(pages as f64 / ours),
            pages,
        ),
        MeasurementRow::new(
            "speed ÷ that of `pdftotext`, median of these files",
            ratios.map(median),
            times.len(),
            Goal::AtLeast(1.0),
        ),
        MeasurementRow::plain(
            "the same of all together",
            seconds(|times| times.poppler).map(|theirs| theirs / ours),
            times.len(),
        ),
        MeasurementRow::plain(
            "speed ÷ that of pypdfium2, all together",
            seconds(|times| times.pdfium).map(|theirs| theirs / ours),
            times.len(),
        ),
        MeasurementRow::plain(
            "pages a second, a made file of 1,000 pages",
            Some(1000.0 / long.ours),
            1000,
        ),
        MeasurementRow::new(
            "the same, speed ÷ that of `pdftotext`",
            long.against_poppler(),
            1,
            Goal::AtLeast(1.0),
        ),
        MeasurementRow::new("most memory, MiB", Some(memory), times.len() + 1, Goal::AtMost(400.0)),
    ]
}

/// Returns the rows for how soon the generated file of 1,000 pages can be viewed.
pub fn of_opening(opening: Opening) -> Vec<MeasurementRow> {
    let Opening { first_page, text, page, dark_page } = opening;
    vec![
        MeasurementRow::new(
            "the made file of 1,000 pages: its first page is drawn, once it was read, s",
            Some(first_page),
            1,
            Goal::AtMost(2.0),
        ),
        MeasurementRow::plain("the same: its whole text is there, s", Some(text), 1),
        MeasurementRow::plain("the same: a further page is drawn, ms", Some(page * 1e3), 1),
        MeasurementRow::plain("the same: one for a dark room, ms", Some(dark_page * 1e3), 1),
    ]
}

/// Returns a line for each file.
pub fn table(found: &[FileFindings]) -> String {
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.4}"));
    let mut table = String::from(
        "| file | pages | `pdftotext` | MuPDF | order | pairs | no ink | Tesseract | ms a page | \
         ÷ `pdftotext` |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for one in found {
        let times = one.times.as_ref();
        let speed = times.and_then(Times::against_poppler);
        let each = times.map(|times| 1000.0 * times.ours / one.pages as f64);
        table += &format!(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
            one.file,
            one.pages,
            number(one.poppler),
            number(one.mupdf),
            number(ratio(one.order.right, one.order.pairs)),
            one.order.pairs,
            one.places.bare,
            number(one.places.likeness),
            each.map_or_else(String::new, |each| format!("{each:.1}")),
            speed.map_or_else(String::new, |speed| format!("{speed:.2}")),
        );
    }
    table
}

fn ratio(part: usize, all: usize) -> Option<f64> {
    (all > 0).then(|| part as f64 / all as f64)
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of ten pages, with the seconds that this reader and `pdftotext` took.
    fn timed(ours: f64, poppler: Option<f64>) -> FileFindings {
        FileFindings {
            file: String::new(),
            pages: 10,
            mute: 0,
            poppler: None,
            mupdf: None,
            between: None,
            order: SentenceOrder::default(),
            broken_offsets: 0,
            places: RectangleCheck::default(),
            times: Some(Times { ours, poppler, pdfium: None, memory: 0.0 }),
        }
    }

    #[test]
    fn files_without_text_are_counted() {
        let rows = of_files(&[timed(1.0, None)], 4);
        let row = rows.iter().find(|row| row.name == "good PDFs without text").unwrap();
        assert_eq!((row.value, row.cases, row.goal), (Some(3.0), 4, None));
    }

    #[test]
    fn one_fast_file_does_not_decide() {
        let long = Times { ours: 1.0, poppler: Some(0.5), pdfium: None, memory: 0.0 };
        let files = [timed(1.0, Some(0.5)), timed(1.0, Some(0.75)), timed(1.0, Some(9.0))];
        for (files, median, together) in [
            (&files[..], Some(0.75), Some(10.25 / 3.0)),
            (&files[..2], Some(0.625), Some(0.625)),
            (&[timed(1.0, Some(2.0)), timed(1.0, None)], None, None),
        ] {
            let rows = of_speed(files, &long);
            let value = |part: &str| rows.iter().find(|row| row.name.contains(part)).unwrap();
            assert_eq!(value("median").value, median);
            assert_eq!(value("all together").value, together);
            assert_eq!(value("median").goal, Some(Goal::AtLeast(1.0)));
            assert_eq!(value("all together").goal, None);
        }
    }
}

//! Models to download, for people.

use protocol::{DownloadProgress, DownloadStage, FoundModel, FoundQuantisation, ListedModel};
use terminal::span;

pub use super::wording::plain;

/// Returns a number of bytes in a fitting unit.
pub fn bytes(bytes: u64) -> String {
    let bytes = bytes as f64;
    match bytes {
        b if b < 1e6 => format!("{:.0} kB", b / 1e3),
        b if b < 1e9 => format!("{:.0} MB", b / 1e6),
        b => format!("{:.2} GB", b / 1e9),
    }
}

/// Returns a table of models, and a line below it.
pub fn list(models: &[ListedModel], recommendation: &str) -> String {
    let head = ["NAME", "SIZE", "LICENCE", "HERE", "TRIED", "PURPOSE"].map(str::to_owned);
    let rows = models.iter().map(|model| {
        let yes = |is_so| if is_so { "yes" } else { "no" }.to_owned();
        [
            plain(&model.name),
            model.bytes.map_or_else(|| "unknown".to_owned(), bytes),
            plain(model.licence.as_deref().unwrap_or("unknown")),
            yes(model.present),
            yes(model.tried),
            plain(&model.purpose),
        ]
    });
    let table = table(&std::iter::once(head).chain(rows).collect::<Vec<_>>());
    format!("{table}\n{recommendation}\n")
}

/// Returns what was found on a hub, with the models of each repository below it.
pub fn found(models: &[FoundModel]) -> String {
    if models.is_empty() {
        return "No model was found.\n".into();
    }
    let mut out: String = models.iter().map(repository).collect();
    out.push_str("\nDownload one with: pecan model get OWNER/NAME:LABEL\n");
    out
}

fn repository(model: &FoundModel) -> String {
    let licence = model.licence.as_deref().unwrap_or("licence unknown");
    let mut facts = vec![plain(licence)];
    facts.extend(model.architecture.as_deref().map(plain));
    facts.extend(model.downloads.map(|downloads| format!("{downloads} downloads")));
    if model.gated {
        facts.push("only for users with an account".to_owned());
    }
    let rows: Vec<[String; 3]> = model.quantisations.iter().map(quantisation).collect();
    format!("{} ({})\n{}", plain(&model.name), facts.join(", "), table(&rows))
}

fn quantisation(one: &FoundQuantisation) -> [String; 3] {
    let fits = match one.fits {
        Some(true) => "fits this machine",
        Some(false) => "too large for this machine now",
        None => "",
    };
    let files = if one.files > 1 { format!(" in {} files", one.files) } else { String::new() };
    [format!("  {}", plain(&one.name)), format!("{}{files}", bytes(one.bytes)), fits.to_owned()]
}

/// Returns how far several downloads are, in one line.
pub fn progress(names: &[String], shown: &[Option<DownloadProgress>]) -> String {
    let running = names.iter().zip(shown).filter_map(|(name, now)| Some((name, now.as_ref()?)));
    running.map(|(name, now)| one_progress(name, now)).collect::<Vec<_>>().join("; ")
}

fn one_progress(name: &str, now: &DownloadProgress) -> String {
    let name = plain(name);
    let percent = now.done.saturating_mul(100).checked_div(now.total).unwrap_or(0);
    let of = format!("{name}: {percent}% of {}", bytes(now.total));
    match now.stage {
        DownloadStage::Asking => format!("{name}: asking the hub"),
        DownloadStage::Checking => format!("{of}, checking what is here"),
        DownloadStage::Waiting { seconds } => format!("{of}, trying again in {}", span(seconds)),
        DownloadStage::Receiving => {
            let left = now.seconds_left.map(|left| format!(", {} left", span(left)));
            let rate = bytes(now.bytes_per_second as u64);
            format!("{of}, {rate}/s{}", left.unwrap_or_default())
        }
    }
}

/// Returns rows with columns that begin below each other.
fn table<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> String {
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let line = |row: &[String; COLUMNS]| {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let pad = width(column).saturating_sub(cell.chars().count());
            format!("{cell}{}", " ".repeat(pad))
        });
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_begin_below_each_other() {
        let model = |name: &str, bytes| ListedModel {
            name: name.into(),
            purpose: "Reads\u{1b}".into(),
            licence: Some("MIT".into()),
            bytes,
            memory: None,
            sha256: None,
            revision: None,
            tried: false,
            present: true,
        };
        let printed = list(&[model("a", Some(144_811_392)), model("long", None)], "Take a.");
        let expected = "NAME  SIZE     LICENCE  HERE  TRIED  PURPOSE\n\
                        a     145 MB   MIT      yes   no     Reads\n\
                        long  unknown  MIT      yes   no     Reads\n\nTake a.\n";
        assert_eq!(printed, expected);
    }

    #[test]
    fn progress_says_rate_and_time_left() {
        let now = |stage| DownloadProgress {
            stage,
            done: 410_000_000,
            total: 1_000_000_000,
            bytes_per_second: 10_000_000.0,
            seconds_left: Some(59.0),
        };
        let names = ["a", "b", "c"].map(str::to_owned);
        let shown = [
            Some(now(DownloadStage::Receiving)),
            None,
            Some(now(DownloadStage::Waiting { seconds: 8.0 })),
        ];
        assert_eq!(
            progress(&names, &shown),
            "a: 41% of 1.00 GB, 10 MB/s, 59 s left; c: 41% of 1.00 GB, trying again in 8 s"
        );
    }

    #[test]
    fn what_was_found_says_whether_it_fits() {
        let one = |name: &str, bytes, files, fits| FoundQuantisation {
            name: name.into(),
            bytes,
            files,
            fits: Some(fits),
        };
        let model = FoundModel {
            name: "a/b".into(),
            licence: None,
            architecture: Some("qwen2".into()),
            downloads: Some(7),
            gated: true,
            revision: "r".into(),
            quantisations: vec![
                one("a/b:Q4_0", 1_000_000_000, 1, true),
                one("a/b:F16", 4_000_000_000, 2, false),
            ],
        };
        let expected = "a/b (licence unknown, qwen2, 7 downloads, only for users with an account)\n  \
                        a/b:Q4_0  1.00 GB             fits this machine\n  \
                        a/b:F16   4.00 GB in 2 files  too large for this machine now\n\n\
                        Download one with: pecan model get OWNER/NAME:LABEL\n";
        assert_eq!(found(&[model]), expected);
        assert_eq!(found(&[]), "No model was found.\n");
    }
}

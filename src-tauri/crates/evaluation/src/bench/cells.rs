//! Numbers that were measured, on disk as soon as they are known, so that a measurement that was
//! stopped goes on; and the tables made of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use protocol::{Code, Failure};
use serde::{Deserialize, Serialize};

use super::random::{PRECISIONS, SHAPES};
use super::{LANES, LENGTHS};

/// What was measured so far, by name: seconds unless the name says otherwise.
#[derive(Debug)]
pub struct Cells {
    path: PathBuf,
    stored: Stored,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Stored {
    machine: String,
    commit: String,
    cells: BTreeMap<String, f64>,
}

impl Cells {
    /// What an earlier run on this machine at this commit left.
    pub fn open(path: &Path, machine: String, commit: String) -> Self {
        let earlier = fs::read_to_string(path).ok();
        let earlier = earlier.and_then(|text| serde_json::from_str::<Stored>(&text).ok());
        let same = |stored: &Stored| stored.machine == machine && stored.commit == commit;
        let fresh =
            Stored { machine: machine.clone(), commit: commit.clone(), ..Stored::default() };
        Self { path: path.to_owned(), stored: earlier.filter(same).unwrap_or(fresh) }
    }

    /// Whether a number is still to be measured.
    pub fn lacks(&self, name: &str) -> bool {
        !self.stored.cells.contains_key(name)
    }

    /// Keeps a number.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn put(&mut self, name: &str, value: f64) -> Result<(), Failure> {
        eprintln!("{name}: {value:.3}");
        self.stored.cells.insert(name.to_owned(), value);
        let part = self.path.with_extension("part");
        let text = serde_json::to_string_pretty(&self.stored)
            .map_err(|error| Failure::new(Code::Internal, error.to_string()))?;
        fs::write(&part, text + "\n").and_then(|()| fs::rename(&part, &self.path)).map_err(
            |error| {
                let message = format!("{} cannot be written: {error}.", self.path.display());
                Failure::new(Code::DiskFull, message)
            },
        )
    }

    fn get(&self, name: &str) -> Option<f64> {
        self.stored.cells.get(name).copied()
    }

    /// The tables, and with what they were measured.
    pub fn page(&self, command: &str) -> String {
        let Stored { machine, commit, .. } = &self.stored;
        format!(
            "Machine: {machine}. Commit: `{commit}`.\n\n    {command}\n\n{}\n{}",
            self.overhead(),
            self.lanes()
        )
    }

    /// Rows of the first table: what is read and what is generated, against the faster mode.
    fn overhead(&self) -> String {
        let mut out = String::from(
            "| model | input | with edges ÷ without | generating: declined ÷ flash | collected ÷ \
             declined | second pass ÷ generating |\n|---|---|---|---|---|---|\n",
        );
        for (model, length) in rows() {
            let get = |what: &str| self.get(&format!("{model}, {length} tokens: {what}"));
            let cells = || {
                let (declined, write) = (get("declined, write")?, get("flash, write")?);
                let without = get("flash")?.min(get("declined")?);
                let building = get("declined, read")? + get("collected, write")?;
                Some([
                    building / without,
                    declined / write,
                    get("collected, write")? / declined,
                    get("again")? / declined,
                ])
            };
            if let Some(cells) = cells() {
                let cells = cells.map(|cell| format!("{cell:.2}")).join(" | ");
                out.push_str(&format!("| {model} | {length} | {cells} |\n"));
            }
        }
        out
    }

    /// Rows of the second table: speeds against that of one sequence.
    fn lanes(&self) -> String {
        let head: Vec<String> = LANES.iter().map(|lanes| format!("{lanes}")).collect();
        let mut out = format!(
            "| building, tokens/s ÷ one sequence | tokens/s with one | {} |\n|---|---|{}\n",
            head[1..].join(" | "),
            "---|".repeat(LANES.len() - 1)
        );
        for model in models() {
            let get = |lanes| self.get(&format!("{model}: tokens/s with {lanes} side by side"));
            let Some(one) = get(1) else { continue };
            let more = LANES[1..].iter().map(|&lanes| match get(lanes) {
                Some(speed) => format!("{:.2}", speed / one),
                None => String::new(),
            });
            let more: Vec<String> = more.collect();
            out.push_str(&format!("| {model} | {one:.0} | {} |\n", more.join(" | ")));
        }
        out
    }
}

fn models() -> Vec<String> {
    let random = SHAPES.iter().flat_map(|shape| {
        PRECISIONS.iter().map(|precision| format!("{} {}", shape.name, precision.0))
    });
    std::iter::once("pocket".to_owned()).chain(random).collect()
}

fn rows() -> Vec<(String, usize)> {
    models().into_iter().flat_map(|model| LENGTHS.map(|length| (model.clone(), length))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outlive_the_run_but_not_the_commit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cells.json");
        let open = |commit: &str| Cells::open(&path, "machine".into(), commit.into());
        let mut cells = open("a");
        for (lanes, speed) in [(1, 10.0), (4, 25.0)] {
            cells.put(&format!("pocket: tokens/s with {lanes} side by side"), speed).unwrap();
        }
        assert!(!open("a").lacks("pocket: tokens/s with 4 side by side"));
        assert!(open("b").lacks("pocket: tokens/s with 4 side by side"));
        assert!(
            open("a").page("x").contains("| pocket | 10 |  | 2.50 |  |"),
            "{}",
            open("a").page("x")
        );
    }

    #[test]
    fn ratios_are_against_the_faster_mode() {
        let folder = tempfile::tempdir().unwrap();
        let mut cells = Cells::open(&folder.path().join("c.json"), String::new(), String::new());
        for (what, value) in [
            ("flash", 5.0),
            ("flash, write", 4.0),
            ("declined", 4.0),
            ("declined, read", 1.0),
            ("declined, write", 3.0),
            ("collected, write", 3.3),
            ("again", 1.5),
        ] {
            cells.put(&format!("1B Q8_0, 4096 tokens: {what}"), value).unwrap();
        }
        let row = "| 1B Q8_0 | 4096 | 1.07 | 0.75 | 1.10 | 0.50 |";
        assert!(cells.page("x").contains(row), "{}", cells.page("x"));
    }
}

//! RAPTOR's tree on disk while it grows: a line for every step, so that an interruption costs at most
//! the current summary.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;

use protocol::Failure;
use serde::{Deserialize, Serialize};

use super::tree::{Digest, RaptorPlan, RaptorSummaryTree};
use crate::comparison::Store;
use crate::comparison::answer_record::ConstructionCost;
use crate::comparison::graphs::{append_to, cut_off, write};
use crate::comparison::store::unwritten;

/// The kind of stored result that trees are.
const KIND: &str = "raptor";

/// A step, as a line of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RaptorStep {
    /// What to summarise next was found, or divided.
    Plan(RaptorPlan),
    /// The next nodes were summarised; none if nothing was written.
    Summary(Option<Digest>, ConstructionCost),
}

/// A tree and its file.
pub struct KeptTree {
    /// The tree built so far.
    pub tree: RaptorSummaryTree,
    /// What building it took.
    pub built: ConstructionCost,
    path: PathBuf,
    /// Opened when there is something to write.
    file: Option<File>,
    /// What to summarise next, according to the file.
    plan: RaptorPlan,
}

impl KeptTree {
    /// Opens the tree of `chunks` chunks stored under a key, as an earlier run left it. A truncated
    /// last line is dropped. If a line is damaged, only the lines before it are used, and `tell` is
    /// called.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written.
    pub fn open(
        store: &Store,
        key: &str,
        chunks: usize,
        tell: impl Fn(String),
    ) -> Result<Self, Failure> {
        let in_one = store.file(KIND, key);
        let path = in_one.with_extension("jsonl");
        let steps = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            read => Some(read.map_err(|error| unwritten(&path, &error))?),
        };
        // Earlier versions stored a tree in one piece.
        let begun = store.built::<(RaptorSummaryTree, ConstructionCost)>(KIND, key);
        if begun.is_none() && steps.is_none() && in_one.exists() {
            tell(format!(
                "{} is damaged. Pecan rebuilds RAPTOR's tree, which was stored in it.",
                in_one.display()
            ));
        }
        let (tree, built) =
            begun.unwrap_or_else(|| (RaptorSummaryTree::new(chunks), ConstructionCost::default()));
        let plan = tree.plan();
        let mut kept = Self { tree, built, path, file: None, plan };
        kept.replay(&steps.unwrap_or_default(), tell)?;
        Ok(kept)
    }

    /// Applies the steps of an earlier run.
    fn replay(&mut self, bytes: &[u8], tell: impl Fn(String)) -> Result<(), Failure> {
        let mut whole = 0;
        let lines = bytes.split_inclusive(|&byte| byte == b'\n');
        for (number, line) in (1..).zip(lines.filter(|line| line.ends_with(b"\n"))) {
            if !self.follow(line) {
                tell(format!(
                    "{} is damaged on line {number}. Pecan rebuilds RAPTOR's tree from there on.",
                    self.path.display()
                ));
                break;
            }
            whole += line.len();
        }
        if whole < bytes.len() {
            cut_off(&self.path, whole).map_err(|error| unwritten(&self.path, &error))?;
        }
        self.plan = self.tree.plan();
        Ok(())
    }

    /// Applies a step. Returns whether it is one.
    fn follow(&mut self, line: &[u8]) -> bool {
        match serde_json::from_slice(line) {
            Ok(RaptorStep::Plan(plan)) => self.tree.follow(plan),
            Ok(RaptorStep::Summary(digest, took)) if self.tree.awaits(digest.as_ref()) => {
                self.tree.add(digest);
                self.built = self.built.plus(took);
                true
            }
            _ => false,
        }
    }

    /// Stores what to summarise next, if that is new.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn keep_plan(&mut self) -> Result<(), Failure> {
        let plan = self.tree.plan();
        if plan != self.plan {
            self.write(&RaptorStep::Plan(plan.clone()))?;
            self.plan = plan;
        }
        Ok(())
    }

    /// Adds the summary of the next nodes, and stores it.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn add(&mut self, digest: Option<Digest>, took: ConstructionCost) -> Result<(), Failure> {
        self.write(&RaptorStep::Summary(digest.clone(), took))?;
        self.tree.add(digest);
        self.built = self.built.plus(took);
        self.plan = self.tree.plan();
        Ok(())
    }

    fn write(&mut self, step: &RaptorStep) -> Result<(), Failure> {
        let failed = |error: io::Error| unwritten(&self.path, &error);
        let file = match self.file.take() {
            Some(file) => file,
            None => append_to(&self.path).map_err(failed)?,
        };
        write(self.file.insert(file), step).map_err(|error| unwritten(&self.path, &error))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// Six chunks in two clusters.
    const CHUNKS: [f32; 12] = [1.0, 0.0, 0.99, 0.01, 0.98, 0.0, 0.0, 1.0, 0.01, 0.99, 0.0, 0.98];

    const TOOK: ConstructionCost = ConstructionCost { evaluated: 20, flops: 2.0, seconds: 0.5 };

    /// A store and the path of the only tree in it.
    fn store() -> (tempfile::TempDir, Store, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let path = folder.path().join("raptor/key.jsonl");
        (folder, store, path)
    }

    fn opened(store: &Store) -> (KeptTree, Vec<String>) {
        let notes = RefCell::new(Vec::new());
        let kept = KeptTree::open(store, "key", 6, |note| notes.borrow_mut().push(note)).unwrap();
        (kept, notes.into_inner())
    }

    fn digest(children: Vec<usize>) -> Digest {
        Digest { text: format!("{children:?}"), tokens: vec![7], children, vector: vec![1.0, 0.5] }
    }

    /// Grows a tree by `most` summaries, or until it is complete.
    fn grow(kept: &mut KeptTree, most: usize) {
        for _ in 0..most {
            let next = kept.tree.next(&CHUNKS);
            kept.keep_plan().unwrap();
            let Some(children) = next else { return };
            kept.add(Some(digest(children)), TOOK).unwrap();
        }
    }

    /// Returns the file of a complete tree, the tree, and its cost.
    fn whole(store: &Store) -> (Vec<u8>, RaptorSummaryTree, ConstructionCost) {
        let (mut kept, _) = opened(store);
        grow(&mut kept, 9);
        assert!(kept.tree.is_whole());
        (fs::read(kept.path).unwrap(), kept.tree, kept.built)
    }

    #[test]
    fn an_interruption_costs_at_most_the_summary_under_way() {
        let (_folder, store, path) = store();
        let (bytes, tree, built) = whole(&store);
        assert_eq!(built.evaluated, 40);
        let (again, notes) = opened(&store);
        assert_eq!((&again.tree, again.built, notes.len()), (&tree, built, 0));
        for end in 0..bytes.len() {
            fs::write(&path, &bytes[..end]).unwrap();
            let (mut kept, notes) = opened(&store);
            assert!(notes.is_empty(), "{notes:?}");
            let lines = bytes[..end].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(kept.tree.nodes(), 6 + lines.saturating_sub(1).min(2), "{end}");
            grow(&mut kept, 9);
            assert_eq!((&kept.tree, kept.built), (&tree, built), "{end}");
            assert_eq!(fs::read(&path).unwrap(), bytes, "{end}");
        }
    }

    #[test]
    fn steps_are_added_and_none_is_written_twice() {
        let (_folder, store, path) = store();
        let (mut kept, _) = opened(&store);
        let mut before = Vec::new();
        for _ in 0..3 {
            grow(&mut kept, 1);
            let now = fs::read(&path).unwrap();
            assert!(now.len() > before.len() && now.starts_with(&before));
            before = now;
        }
        // The plan of one level, two summaries, and the end.
        assert_eq!(before.iter().filter(|&&byte| byte == b'\n').count(), 4);
    }

    #[test]
    fn damage_is_reported_and_what_is_before_it_used() {
        let (_folder, store, path) = store();
        let (bytes, tree, built) = whole(&store);
        let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
        let nothing = b"{\"summary\":[null,{\"evaluated\":0,\"flops\":0.0,\"seconds\":0.0}]}\n";
        let far =
            b"{\"plan\":{\"levels\":[{\"start\":0,\"end\":6}],\"ahead\":[[9]],\"whole\":false}}\n";
        let cases: [(usize, Vec<&[u8]>); 5] = [
            (2, vec![lines[0], b"\xff\n", lines[1], lines[2], lines[3]]),
            // A summary of other nodes than the next ones.
            (2, vec![lines[0], lines[2], lines[3]]),
            (1, vec![nothing, lines[0]]),
            (1, vec![far]),
            // A plan of what is already built.
            (4, vec![lines[0], lines[1], lines[2], lines[0]]),
        ];
        for (number, damaged) in cases {
            fs::write(&path, damaged.concat()).unwrap();
            let (mut kept, notes) = opened(&store);
            assert!(
                notes.len() == 1 && notes[0].contains(&format!("on line {number}.")),
                "{notes:?}"
            );
            assert_eq!(kept.tree.nodes(), 6 + number.saturating_sub(2));
            grow(&mut kept, 9);
            assert_eq!((&kept.tree, kept.built), (&tree, built));
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
    }

    #[test]
    fn trees_of_earlier_versions_go_on() {
        let (_folder, store, path) = store();
        let (_, tree, built) = whole(&store);
        fs::remove_file(&path).unwrap();
        // Half of it, in the form of one piece.
        let mut half = RaptorSummaryTree::new(6);
        let children = half.next(&CHUNKS).unwrap();
        half.add(Some(digest(children)));
        store.put_built(KIND, "key", &(&half, TOOK)).unwrap();
        for _ in 0..2 {
            let (mut kept, notes) = opened(&store);
            assert!(notes.is_empty(), "{notes:?}");
            grow(&mut kept, 9);
            assert_eq!((&kept.tree, kept.built), (&tree, built));
        }
        // A damaged one is reported until there is another.
        fs::remove_file(&path).unwrap();
        fs::write(store.file(KIND, "key"), "[{\"levels\"").unwrap();
        for count in [1, 0] {
            let (mut kept, notes) = opened(&store);
            assert_eq!(notes.len(), count, "{notes:?}");
            assert!(notes.iter().all(|note| note.contains("key.json is damaged")), "{notes:?}");
            grow(&mut kept, 9);
            assert_eq!((&kept.tree, kept.built), (&tree, built));
        }
    }
}

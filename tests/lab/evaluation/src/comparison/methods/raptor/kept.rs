//! RAPTOR's tree on disk while it grows: a line for every step, so that an interruption costs at most
//! the current summary.

use protocol::Failure;
use serde::{Deserialize, Serialize};

use super::tree::{Digest, RaptorPlan, RaptorSummaryTree};
use crate::comparison::answer_record::ConstructionCost;
use crate::comparison::step_log::StepLog;
use crate::comparison::store::Store;

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
    /// The tree built so far, and what building it took.
    pub grown: GrownTree,
    log: StepLog,
    /// What to summarise next, according to the file.
    plan: RaptorPlan,
}

/// A tree, and what building it took.
#[derive(Debug, Clone, PartialEq)]
pub struct GrownTree {
    /// The tree.
    pub tree: RaptorSummaryTree,
    /// What building it took.
    pub built: ConstructionCost,
}

impl GrownTree {
    /// Applies a step of an earlier run. Fails if it does not belong to this tree.
    fn follow(&mut self, line: &[u8]) -> Result<(), ()> {
        match serde_json::from_slice(line) {
            Ok(RaptorStep::Plan(plan)) => self.tree.follow(plan).then_some(()).ok_or(()),
            Ok(RaptorStep::Summary(digest, took)) if self.tree.awaits(digest.as_ref()) => {
                self.add(digest, took);
                Ok(())
            }
            _ => Err(()),
        }
    }

    fn add(&mut self, digest: Option<Digest>, took: ConstructionCost) {
        self.tree.add(digest);
        self.built = self.built.plus(took);
    }
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
        let path = store.file(KIND, key).with_extension("jsonl");
        let (tree, built) = (RaptorSummaryTree::new(chunks), ConstructionCost::default());
        let mut grown = GrownTree { tree, built };
        let (log, damaged) = StepLog::open(path, |line| grown.follow(line))?;
        if let Some((number, ())) = damaged {
            tell(format!(
                "{} is damaged on line {number}. Pecan rebuilds RAPTOR's tree from there on.",
                log.path().display()
            ));
        }
        let plan = grown.tree.plan();
        Ok(Self { grown, log, plan })
    }

    /// Stores what to summarise next, if that is new.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn keep_plan(&mut self) -> Result<(), Failure> {
        let plan = self.grown.tree.plan();
        if plan != self.plan {
            self.log.append(&RaptorStep::Plan(plan.clone()))?;
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
        self.log.append(&RaptorStep::Summary(digest.clone(), took))?;
        self.grown.add(digest, took);
        self.plan = self.grown.tree.plan();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::fs;
    use std::path::PathBuf;

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
            let next = kept.grown.tree.next(&CHUNKS);
            kept.keep_plan().unwrap();
            let Some(children) = next else { return };
            kept.add(Some(digest(children)), TOOK).unwrap();
        }
    }

    /// Returns the file of a complete tree, and the tree.
    fn whole(store: &Store) -> (Vec<u8>, GrownTree) {
        let (mut kept, _) = opened(store);
        grow(&mut kept, 9);
        assert!(kept.grown.tree.is_whole());
        (fs::read(kept.log.path()).unwrap(), kept.grown)
    }

    #[test]
    fn an_interruption_costs_at_most_the_summary_under_way() {
        let (_folder, store, path) = store();
        let (bytes, tree) = whole(&store);
        assert_eq!(tree.built.evaluated, 40);
        let (again, notes) = opened(&store);
        assert_eq!((&again.grown, notes.len()), (&tree, 0));
        for end in 0..bytes.len() {
            fs::write(&path, &bytes[..end]).unwrap();
            let (mut kept, notes) = opened(&store);
            assert!(notes.is_empty(), "{notes:?}");
            let lines = bytes[..end].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(kept.grown.tree.nodes(), 6 + lines.saturating_sub(1).min(2), "{end}");
            grow(&mut kept, 9);
            assert_eq!(kept.grown, tree, "{end}");
            assert_eq!(fs::read(&path).unwrap(), bytes, "{end}");
        }
    }

    #[test]
    fn damage_is_reported_and_what_is_before_it_used() {
        let (_folder, store, path) = store();
        let (bytes, tree) = whole(&store);
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
            assert_eq!(kept.grown.tree.nodes(), 6 + number.saturating_sub(2));
            grow(&mut kept, 9);
            assert_eq!(kept.grown, tree);
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
    }
}

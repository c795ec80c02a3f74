//! What is compared, and checks of it before hours of work.

use std::collections::HashSet;
use std::path::PathBuf;

use protocol::{Code, Failure};

use super::answerer::{no_encoders, no_reranker};
use super::{ComparisonModels, Method, PassageCount, Pick};

/// What is compared.
#[derive(Debug, Clone)]
pub struct ComparisonPlan {
    /// Files of questions.
    pub data: Vec<PathBuf>,
    /// The methods; the first one is the reference.
    pub methods: Vec<Method>,
    /// The models.
    pub models: ComparisonModels,
    /// The path of the store of documents, graphs and answers.
    pub cache: PathBuf,
    /// The most workers side by side; there are never more than pieces of work.
    pub jobs: usize,
    /// The most questions of each data set.
    pub sample: Option<usize>,
    /// Whether passages are only chosen and nothing is answered, so that no window limits them.
    pub choosing: bool,
    /// The command that repeats it.
    pub command: String,
}

impl ComparisonPlan {
    /// Returns the same plan with every method and every file once.
    pub(super) fn once(&self) -> Self {
        let mut plan = self.clone();
        let mut seen = HashSet::new();
        plan.methods.retain(|method| seen.insert(method.to_string()));
        let mut seen = HashSet::new();
        plan.data.retain(|file| seen.insert(file.canonicalize().unwrap_or_else(|_| file.clone())));
        plan
    }

    /// Uses as many workers as there are pieces of work, each with its part of the machine: an idle
    /// worker would keep its part from the others.
    pub(super) fn divide(&mut self, pieces: usize, cores: usize) {
        self.jobs = self.jobs.clamp(1, pieces.max(1));
        self.models.threads.get_or_insert((cores / self.jobs).max(1));
    }

    /// Checks what can be checked before hours of work.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let dual = |method: &Method| matches!(method, Method::Passages { by: Pick::Dual, .. });
        let chooses = |method: &&Method| {
            matches!(method, Method::Passages { count: PassageCount::Fixed(_), .. })
        };
        if self.choosing
            && let Some(other) = self.methods.iter().find(|method| !chooses(method))
        {
            return Err(Failure::new(
                Code::BadRequest,
                format!(
                    "Only bm25:K, dense:K and dual:K can choose passages without answering, not \
                     {other}."
                ),
            ));
        }
        if self.models.encoders.is_none() && self.methods.iter().any(dual) {
            return Err(no_encoders());
        }
        let reranked = |method: &Method| matches!(method, Method::Names(names) if names.reranked);
        if self.models.reranker.is_none() && self.methods.iter().any(reranked) {
            return Err(no_reranker());
        }
        match self.methods.first().filter(|method| method.is_matched()) {
            Some(first) => Err(Failure::new(
                Code::BadRequest,
                format!(
                    "Matched methods are matched to the first method, which therefore cannot \
                    be {first}."
                ),
            )),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::comparison::ModelFile;

    fn plan(methods: &[&str], data: &[&Path]) -> ComparisonPlan {
        let file = ModelFile { path: PathBuf::new(), hash: String::new() };
        ComparisonPlan {
            data: data.iter().map(|path| path.to_path_buf()).collect(),
            methods: methods.iter().map(|method| method.parse().unwrap()).collect(),
            models: ComparisonModels {
                language: file.clone(),
                builder: None,
                embedder: file,
                encoders: None,
                reranker: None,
                compressor: None,
                threads: None,
            },
            cache: PathBuf::new(),
            jobs: 1,
            sample: None,
            choosing: false,
            command: String::new(),
        }
    }

    #[test]
    fn nothing_is_compared_twice() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.jsonl");
        std::fs::write(&file, "").unwrap();
        let same = folder.path().join("./a.jsonl");
        let once = plan(&["bm25", "pecan", "bm25:5"], &[&file, &same, &file]).once();
        let names: Vec<String> = once.methods.iter().map(ToString::to_string).collect();
        assert_eq!((names, once.data.len()), (vec!["bm25:5".into(), "pecan".into()], 1));
    }

    #[test]
    fn no_worker_keeps_a_part_of_the_machine_for_nothing() {
        for (jobs, pieces, threads, expected) in [
            (8, 1, None, (1, Some(8))),
            (8, 3, None, (3, Some(2))),
            (8, 40, None, (8, Some(1))),
            (1, 40, None, (1, Some(8))),
            (0, 0, None, (1, Some(8))),
            (16, 40, None, (16, Some(1))),
            (8, 3, Some(1), (3, Some(1))),
        ] {
            let mut plan = plan(&[], &[]);
            (plan.jobs, plan.models.threads) = (jobs, threads);
            plan.divide(pieces, 8);
            assert_eq!((plan.jobs, plan.models.threads), expected, "{jobs} for {pieces}");
        }
    }

    #[test]
    fn where_nothing_is_answered_passages_are_chosen() {
        let choosing = |methods: &[&str]| ComparisonPlan { choosing: true, ..plan(methods, &[]) };
        assert!(choosing(&["bm25:5", "dense"]).check().is_ok());
        for other in ["pecan", "bm25:matched", "closed"] {
            let failure = choosing(&["bm25:5", other]).check().unwrap_err();
            assert!(failure.to_string().contains(&format!("not {other}.")), "{failure}");
        }
    }

    #[test]
    fn a_method_that_lacks_a_model_is_reported_at_once() {
        assert!(plan(&["pecan", "dense"], &[]).check().is_ok());
        let failure = plan(&["pecan", "dual:3"], &[]).check().unwrap_err();
        assert_eq!(failure.code, Code::BadRequest);
        assert!(failure.to_string().contains("--question-encoder"), "{failure}");
    }
}

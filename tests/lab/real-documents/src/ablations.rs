//! Pecan's walk without one of its parts, as in the papers.

use protocol::Failure;

use super::harness::{ScoredAnswer, compare, own_walk};
use super::measured_model::MeasuredModel;
use evaluation::comparison::{Method, PassageCount, WalkOptions};
use report::figures::{FigureUnit, MeasuredFigure};

/// Answers with the complete walk and without each of its parts. An answer counts whether or not the
/// model found the visited nodes sufficient, as in the papers: a fixed number of nodes has no verdict.
pub fn measure(subject: &mut MeasuredModel<'_>) -> Result<Vec<MeasuredFigure>, Failure> {
    let walk = own_walk(subject)?;
    let without = without(walk);
    let mut methods = vec![Method::new(walk)];
    methods.extend(without.iter().map(|(walk, _)| Method::new(*walk)));
    let compared = compare(subject, &methods)?;
    let ids: Vec<&str> = subject.tales.chosen.iter().map(|asked| asked.id.as_str()).collect();
    let (name, mut figures) = (methods[0].to_string(), Vec::new());
    let whole = compared.of(&name);
    figures.extend(shown("the complete walk", &scored(&ids, |id| whole.get(id).copied())));
    for (method, (_, what)) in methods[1..].iter().zip(without) {
        let name = method.to_string();
        let answers = compared.of(&name);
        figures.extend(shown(what, &scored(&ids, |id| answers.get(id).copied())));
        let pair = |id: &&str| Some((whole.get(id)?.f1, answers.get(id)?.f1));
        let pairs: Vec<(f64, f64)> = ids.iter().filter_map(pair).collect();
        figures.push(MeasuredFigure::difference(
            &format!("the complete walk ahead of {what}"),
            &pairs,
        ));
    }
    Ok(figures)
}

/// Returns the walk without each of its parts, and a name for each.
fn without(walk: WalkOptions) -> [(WalkOptions, &'static str); 5] {
    [
        (WalkOptions { no_attention: true, ..walk }, "attention off"),
        (WalkOptions { no_embedding: true, ..walk }, "embedding off"),
        (WalkOptions { no_words: true, ..walk }, "shared words off"),
        // A fixed number of nodes leaves nothing to be confident of.
        (
            WalkOptions {
                fixed: Some(PassageCount::Matched),
                confidence: None,
                most: None,
                ..walk
            },
            "a fixed number of nodes, the mean of the walk",
        ),
        (WalkOptions { tree: true, ..walk }, "a tree in place of the graph"),
    ]
}

fn scored<'a>(ids: &[&'a str], of: impl Fn(&'a str) -> Option<ScoredAnswer>) -> Vec<ScoredAnswer> {
    ids.iter().filter_map(|id| of(id)).collect()
}

/// Returns F1 and operations.
fn shown(what: &str, answers: &[ScoredAnswer]) -> [MeasuredFigure; 2] {
    let f1: Vec<f64> = answers.iter().map(|one| one.f1).collect();
    let flops: Vec<f64> = answers.iter().map(|one| one.flops / 1e9).collect();
    [
        MeasuredFigure::f1(&format!("F1 with {what}"), &f1),
        MeasuredFigure::of(
            &format!("billions of operations with {what}"),
            &flops,
            FigureUnit::Plain,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_walk_is_one_that_can_be_named() {
        for confidence in [None, Some(0.5772)] {
            let walk = WalkOptions { confidence, ..WalkOptions::default() };
            for (walk, _) in without(walk) {
                let method = Method::new(walk);
                assert_eq!(method.to_string().parse(), Ok(method));
            }
        }
    }
}

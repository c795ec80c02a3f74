//! Other ways to answer the same questions with the same model, each with the number of passages that
//! costs what Pecan's walk costs.

use protocol::Failure;

use super::harness::{TaleComparison, compare, own_walk};
use super::measured_model::MeasuredModel;
use super::search;
use super::tales::TaleQuestion;
use evaluation::comparison::Method;
use report::figures::{FigureUnit, MeasuredFigure};

/// The rivals, each with its name for people.
const RIVALS: [(&str, &str); 3] = [
    ("bm25:matched", "BM25"),
    ("dense:matched", "the sentence embedder"),
    ("raptor-collapsed:matched", "RAPTOR"),
];

/// Has the rivals answer.
pub fn measure(subject: &mut MeasuredModel<'_>) -> Result<Vec<MeasuredFigure>, Failure> {
    let walk = Method::new(own_walk(subject)?);
    let mut methods = vec![walk.clone()];
    methods.extend(RIVALS.iter().filter_map(|(method, _)| method.parse().ok()));
    let compared = compare(subject, &methods)?;
    let reply = search::known(subject)?;
    let chosen = &subject.tales.chosen;
    let product: Vec<(&TaleQuestion, f64)> =
        reply.iter().map(|(asked, reply)| (asked, reply.f1(&asked.answers))).collect();
    let own = walk.to_string();
    let mut figures =
        kinds("Pecan's walk with guesses where it found too little", chosen, |asked| {
            compared.of(&own).get(asked.id.as_str()).map(|one| one.f1)
        });
    for (method, name) in RIVALS {
        figures.extend(rival(&compared, (&own, method), name, chosen));
        let answers = compared.of(method);
        let pairs: Vec<(f64, f64)> = product
            .iter()
            .filter_map(|(asked, f1)| Some((*f1, answers.get(asked.id.as_str())?.f1)))
            .collect();
        figures.push(MeasuredFigure::difference(
            &format!("the whole product ahead of {name}"),
            &pairs,
        ));
    }
    Ok(figures)
}

/// Returns a rival's F1, and its cost compared with Pecan's walk.
fn rival(
    compared: &TaleComparison,
    (own, method): (&str, &str),
    name: &str,
    chosen: &[TaleQuestion],
) -> Vec<MeasuredFigure> {
    let (walked, answers) = (compared.of(own), compared.of(method));
    let mut figures = kinds(name, chosen, |asked| answers.get(asked.id.as_str()).map(|one| one.f1));
    let both = chosen.iter().filter_map(|asked| {
        let id = asked.id.as_str();
        Some((walked.get(id)?.flops, answers.get(id)?.flops))
    });
    let (of_walk, of_rival, count) =
        both.fold((0.0, 0.0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1, sum.2 + 1));
    let share = (of_walk > 0.0).then(|| of_rival / of_walk);
    figures.push(MeasuredFigure::number(
        &format!("operations of {name} beside Pecan's walk"),
        share,
        count,
        FigureUnit::Plain,
    ));
    figures
}

/// Returns F1 of explicit and of implicit questions.
fn kinds(
    name: &str,
    chosen: &[TaleQuestion],
    f1: impl Fn(&TaleQuestion) -> Option<f64>,
) -> Vec<MeasuredFigure> {
    let figure = |explicit: bool, kind: &str| {
        let own = chosen.iter().filter(|asked| asked.explicit == explicit);
        let values: Vec<f64> = own.filter_map(&f1).collect();
        MeasuredFigure::f1(&format!("F1 of {name}, {kind} questions"), &values)
    };
    vec![figure(true, "explicit"), figure(false, "implicit")]
}

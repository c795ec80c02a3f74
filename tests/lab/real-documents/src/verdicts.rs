//! How reliable p_yes is: for each question whose answering chunk is known, the model is asked with
//! that chunk shown and without it.

use std::ops::ControlFlow;

use hwdag::calibration::{JudgedPassage, area_under_curve};
use hwdag::{Calibration, Chunk, Graph, Query, SearchEvent, SearchSettings, search};
use model::Session;
use pocket::Rng;
use protocol::Failure;

use super::answering_chunk::Sought;
use super::measured_model::{MeasuredModel, shown};
use super::scores::{calibration_error, contains_answer};
use super::tales::TaleQuestion;
use engine::method_failure as failure;
use report::figures::{FigureUnit, MeasuredFigure, SEED};
use report::progress::MeasurementProgress;
use report::statistics::{CaseGroups, bootstrap};

/// The most chunks beside the one that answers.
const DISTRACTORS: usize = 3;

/// A question that a chunk of its tale answers.
pub struct Located {
    /// The question.
    pub asked: TaleQuestion,
    /// The chunk that answers it.
    pub chunk: usize,
}

/// Returns the questions whose answering chunk is known.
pub fn located(subject: &MeasuredModel<'_>, chunks: &[Vec<Chunk>]) -> Vec<Located> {
    let find = |asked: &TaleQuestion| {
        let texts: Vec<&str> = chunks[asked.tale].iter().map(|chunk| chunk.text.as_str()).collect();
        let (question, answer) = (asked.question.as_str(), asked.answers.first()?.as_str());
        let chunk = Sought { question, answer, explicit: asked.explicit }.locate(&texts)?;
        Some(Located { asked: asked.clone(), chunk })
    };
    subject.tales.chosen.iter().filter_map(find).collect()
}

/// Asks with and without the answering chunk, alone and among distractors.
pub fn measure(subject: &mut MeasuredModel<'_>) -> Result<Vec<MeasuredFigure>, Failure> {
    let mut kept = subject.kept("verdicts")?;
    let chunks = subject.chunks()?;
    let (questions, mut session) = (located(subject, &chunks), subject.session()?);
    let mut progress = MeasurementProgress::new("verdicts", questions.len());
    let mut all: Vec<Vec<JudgedPassage>> = Vec::new();
    for one in &questions {
        progress.step(kept.has(&one.asked.id));
        let own = &chunks[one.asked.tale];
        all.push(kept.once(&one.asked.id, || judge(&mut session, one, own))?);
    }
    let located = MeasuredFigure::share(
        "questions of which is known beyond doubt which chunk answers them",
        (0..subject.tales.chosen.len()).map(|place| place < questions.len()),
    );
    Ok(figures(&all, subject.calibration()?).into_iter().chain([located]).collect())
}

/// Returns p_yes for each set of chunks that is shown, and whether the answer is among them.
fn judge(
    session: &mut Session,
    one: &Located,
    chunks: &[Chunk],
) -> Result<Vec<JudgedPassage>, Failure> {
    let texts: Vec<&str> = chunks.iter().map(|chunk| chunk.text.as_str()).collect();
    let mut judged = Vec::new();
    for (places, answers) in sets(one, &texts) {
        let graph = shown(chunks, &places);
        if let Some(p_yes) = p_yes(session, &one.asked.question, &graph)? {
            judged.push((p_yes, answers));
        }
    }
    Ok(judged)
}

/// Returns what is shown, and whether it answers: the answering chunk alone and another one alone, then
/// the answering one among one to three others and those others without it, all drawn at random.
fn sets(one: &Located, texts: &[&str]) -> Vec<(Vec<usize>, bool)> {
    let Located { asked, chunk } = one;
    // Adjacent chunks may hold a part of the answer, as may those that have the answer's words.
    let says =
        |text: &str| asked.answers.iter().any(|answer| contains_answer(answer, text) == Some(true));
    let is_other = |place: &usize| place.abs_diff(*chunk) > 1 && !says(texts[*place]);
    let mut others: Vec<usize> = (0..texts.len()).filter(is_other).collect();
    let mut rng =
        Rng::new(asked.id.bytes().fold(0, |sum, byte| sum * 31 % 1_000_003 + u64::from(byte)));
    rng.shuffle(&mut others);
    let count = rng.between(1, DISTRACTORS);
    let Some((&alone, rest)) = others.split_first() else { return Vec::new() };
    let distractors = &rest[..count.min(rest.len())];
    let mut sets = vec![(vec![*chunk], true), (vec![alone], false)];
    if !distractors.is_empty() {
        let mut with = distractors.to_vec();
        with.insert(rng.below(with.len() + 1), *chunk);
        sets.extend([(with, true), (distractors.to_vec(), false)]);
    }
    sets
}

/// How sure the model is that all nodes of a graph together answer; none if not all of them fit.
fn p_yes(session: &mut Session, question: &str, graph: &Graph) -> Result<Option<f64>, Failure> {
    // Nothing is more certain than this, so no answer is written.
    let settings = SearchSettings { confidence: 1.0, max_nodes: 0, ..SearchSettings::default() };
    let graphs = &[graph];
    let query = Query::new(question, graphs);
    let mut watch = |_: SearchEvent<'_>| ControlFlow::Continue(());
    let found = search(session, &query, &settings, &mut watch).map_err(failure)?;
    let is_whole = found.path.len() == graph.nodes().len();
    Ok(found.path.last().and_then(|visit| visit.p_yes).filter(|_| is_whole))
}

fn figures(all: &[Vec<JudgedPassage>], calibration: Calibration) -> Vec<MeasuredFigure> {
    let questions = all.iter().enumerate();
    let cases: Vec<(usize, JudgedPassage)> =
        questions.flat_map(|(at, judged)| judged.iter().map(move |&one| (at, one))).collect();
    let groups = CaseGroups::by(cases.iter().map(|(question, _)| Some(*question)));
    let figure = |name: &str, of: &dyn Fn(&[JudgedPassage]) -> Option<f64>, corrected: bool| {
        let p_of = |&(p_yes, answers): &JudgedPassage| match corrected {
            true => (calibration.apply(p_yes), answers),
            false => (p_yes, answers),
        };
        let number = |drawn: &[usize]| {
            let judged: Vec<JudgedPassage> =
                drawn.iter().map(|&case| p_of(&cases[case].1)).collect();
            of(&judged).unwrap_or(0.5)
        };
        let found = bootstrap(&groups, SEED, number);
        MeasuredFigure::number(name, None, cases.len(), FigureUnit::Plain).with(found)
    };
    vec![
        figure("p_yes with and without the answer: area under the curve", &area_under_curve, true)
            .at_least(0.95),
        figure("p_yes: calibration error in ten bins", &calibration_error, true).at_most(0.06),
        figure("the same before Pecan corrects p_yes", &calibration_error, false),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn located(answer: &str, chunk: usize) -> Located {
        let asked = TaleQuestion {
            id: "q-7".into(),
            tale: 0,
            question: "Who?".into(),
            answers: vec![answer.into()],
            explicit: true,
        };
        Located { asked, chunk }
    }

    #[test]
    fn sets_come_in_pairs_with_the_answer_and_without() {
        let mut texts = vec!["The king slept."; 12];
        (texts[3], texts[9]) = ("A green lamp.", "The green lamp again.");
        let sets = sets(&located("a green lamp", 3), &texts);
        assert_eq!(sets.len(), 4);
        assert_eq!(sets[0], (vec![3], true));
        for (places, answers) in &sets {
            assert_eq!(places.contains(&3), *answers);
            assert!([2, 4, 9].iter().all(|place| !places.contains(place)), "{places:?}");
        }
        assert_eq!(sets[2].0.len(), sets[3].0.len() + 1);
        assert!(super::sets(&located("a green lamp", 0), &texts[..2]).is_empty());
    }

    #[test]
    fn figures_are_of_all_cases() {
        let all = vec![vec![(0.9, true), (0.1, false)], vec![(0.8, true), (0.3, false)]];
        let figures = figures(&all, Calibration::default());
        assert_eq!((figures[0].value, figures[0].cases), (Some(1.0), 4));
        let error = figures[1].value.unwrap();
        assert!((error - (0.1 + 0.1 + 0.2 + 0.3) / 4.0).abs() < 1e-9, "{error}");
    }
}

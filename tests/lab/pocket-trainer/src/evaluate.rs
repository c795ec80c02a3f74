//! What the model can do so far, on stories that are never used in training.

use pocket::Rng;
use story::{Story, StoryFact, WATCHING_SEEDS};

use super::decode::GreedyDecoder;
use super::levels;
use super::net::{TargetTally, TrainingWorker};
use super::network_shape::NetworkShape;
use super::prompt;
use super::target::{PARTS, TargetKind};
use super::tasks::{self, TASKS, TrainingTask};
use super::teacher::{CHUNK, CurriculumStage, Teacher};

/// Results for lists of points.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lists {
    /// Facts stated in the model's input.
    pub tellings: usize,
    /// Those that some point states.
    pub stated: usize,
    /// Points.
    pub points: usize,
    /// Those that state a fact from the input.
    pub true_points: usize,
}

/// Whether a text states a fact, that is, contains all its key words.
pub fn states(text: &str, fact: &StoryFact) -> bool {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    fact.key.iter().all(|k| words.contains(&k.as_str()))
}

/// Generates lists for whole batches of four chunks and compares them with the facts in the input.
pub fn lists(
    teacher: &Teacher<'_>,
    shape: NetworkShape,
    p: &[f32],
    stories: u64,
) -> (Lists, String) {
    let mut worker = TrainingWorker::new(shape);
    let mut sum = Lists::default();
    let mut sample = String::new();
    for n in 0..stories {
        let story = Story::new(WATCHING_SEEDS + n, 16);
        let (tokens, places) = teacher.vocabulary.places(&story.text);
        let (first, end) = (8 * CHUNK, 12 * CHUNK);
        let segments: Vec<Vec<u32>> =
            tokens[first..end].chunks(CHUNK).map(<[u32]>::to_vec).collect();
        let facts = levels::told_in(&story, places[first].0, places[end - 1].1);
        let prompt = prompt::summarize(teacher.vocabulary, &segments);
        let reply = GreedyDecoder::new(shape, p, &mut worker, &prompt).reply(400);
        let text = teacher.vocabulary.text(&reply);
        let points: Vec<&str> = text.lines().collect();
        sum.tellings += facts.len();
        sum.stated +=
            facts.iter().filter(|&&f| points.iter().any(|p| states(p, &story.facts[f]))).count();
        sum.points += points.len();
        sum.true_points +=
            points.iter().filter(|p| facts.iter().any(|&f| states(p, &story.facts[f]))).count();
        sample = text;
    }
    (sum, sample)
}

/// Accuracy on unseen examples of every task, predicting token by token.
pub fn foresee(
    teacher: &Teacher<'_>,
    shape: NetworkShape,
    p: &[f32],
    stage: &CurriculumStage,
    each: usize,
) -> [TargetTally; PARTS] {
    let mut worker = TrainingWorker::new(shape);
    let watch = Teacher::watching(teacher.vocabulary, teacher.books);
    for task in TASKS {
        let mut rng = Rng::new(77);
        for _ in 0..each {
            worker.judge(p, &tasks::example(&watch, task, stage, &mut rng));
        }
    }
    worker.tallies
}

/// The share of correct verdicts among those that should be No and those that should be Yes, by the
/// largest number of nodes.
pub fn verdicts(
    teacher: &Teacher<'_>,
    shape: NetworkShape,
    p: &[f32],
    nodes: &[usize],
    each: usize,
) -> Vec<(usize, f64, f64)> {
    let watch = Teacher::watching(teacher.vocabulary, teacher.books);
    let yes = teacher.vocabulary.tokens(prompt::YES)[0];
    let mut worker = TrainingWorker::new(shape);
    nodes
        .iter()
        .map(|&nodes| {
            let stage = CurriculumStage { length: 300, lines: 10, nodes };
            let mut rng = Rng::new(5);
            let mut counts = [[0.0f64; 2]; 2];
            for _ in 0..each {
                let example = tasks::example(&watch, TrainingTask::Search, &stage, &mut rng);
                worker.judge(p, &example);
                let verdicts = example.targets.iter().zip(&worker.right);
                for (target, &(right, _)) in verdicts.filter(|(t, _)| t.part == TargetKind::Verdict)
                {
                    let side = &mut counts[usize::from(target.token == yes)];
                    side[0] += 1.0;
                    side[1] += f64::from(u8::from(right));
                }
            }
            (nodes, counts[0][1] / counts[0][0].max(1.0), counts[1][1] / counts[1][0].max(1.0))
        })
        .collect()
}

/// The share of Yes above which a verdict should count, measured on separate stories: the best
/// compromise between finding an answer and saying No five times in a row where there is none.
pub fn confidence(
    teacher: &Teacher<'_>,
    shape: NetworkShape,
    p: &[f32],
    stage: &CurriculumStage,
    each: usize,
) -> f32 {
    let watch = Teacher::watching(teacher.vocabulary, teacher.books);
    let word = |w: &str| teacher.vocabulary.tokens(w)[0];
    let mut worker = TrainingWorker::new(shape);
    worker.between = (word(prompt::YES), word(prompt::NO));
    let mut rng = Rng::new(31);
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    for _ in 0..each {
        let example = tasks::example(&watch, TrainingTask::Search, stage, &mut rng);
        worker.judge(p, &example);
        let verdicts = example.targets.iter().zip(&worker.shares);
        for (target, &share) in verdicts.filter(|(t, _)| t.part == TargetKind::Verdict) {
            if target.token == worker.between.0 { yes.push(share) } else { no.push(share) }
        }
    }
    let above = |shares: &[f32], t: f32| {
        shares.iter().filter(|&&s| s > t).count() as f64 / shares.len().max(1) as f64
    };
    let score = |t: f32| above(&yes, t) + (1.0 - above(&no, t)).powi(5);
    let tried: Vec<f32> = (10..100).map(|n| n as f32 / 100.0).collect();
    tried.iter().copied().max_by(|&a, &b| score(a).total_cmp(&score(b))).unwrap_or(0.5)
}

//! The training examples, in exactly the app's prompts.

use pocket::Rng;

use super::example::TrainingExample;
use super::lists::dialogue;
use super::special_tokens::{ASSISTANT, BOS, END, USER};
use super::target::{Target, TargetKind};
use super::teacher::{CurriculumStage, Teacher};
use super::vocabulary::BpeVocabulary;
use super::{chunks, points, prose, search};

/// The tasks, in the order of their shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainingTask {
    /// Repeat random words.
    Copy,
    /// Chunks to points.
    Bullets,
    /// Points to points.
    Points,
    /// Sufficiency of the nodes, and the answer.
    Search,
    /// Chunks of real prose to points.
    Prose,
}

/// All tasks.
pub const TASKS: [TrainingTask; 5] = [
    TrainingTask::Copy,
    TrainingTask::Bullets,
    TrainingTask::Points,
    TrainingTask::Search,
    TrainingTask::Prose,
];

/// The most tokens of input and output of an example.
const LONGEST: usize = 2040;

/// An example of a task.
pub fn example(
    teacher: &Teacher<'_>,
    task: TrainingTask,
    stage: &CurriculumStage,
    rng: &mut Rng,
) -> TrainingExample {
    loop {
        let made = match task {
            TrainingTask::Copy => Some(copy(teacher.vocabulary, rng)),
            TrainingTask::Bullets => chunks::example(teacher, stage, rng),
            TrainingTask::Points => points::example(teacher, stage, rng),
            TrainingTask::Search => search::example(teacher, stage, rng),
            TrainingTask::Prose => prose::example(teacher, stage, rng),
        };
        if let Some(mut example) = made.filter(|e| e.tokens.len() <= LONGEST) {
            sample_inputs(&mut example, rng);
            return example;
        }
    }
}

/// Random words to repeat.
fn copy(vocabulary: &BpeVocabulary, rng: &mut Rng) -> TrainingExample {
    let n = rng.between(4, 60);
    let words: Vec<u32> = (0..n).map(|_| (4 + rng.below(vocabulary.size() - 4)) as u32).collect();
    let mut tokens = vec![BOS, USER];
    tokens.extend(&words);
    tokens.extend([END, ASSISTANT]);
    dialogue(tokens, &words, TargetKind::Copy)
}

/// Adds one in fifty rows of the trunk that are not targets yet.
fn sample_inputs(example: &mut TrainingExample, rng: &mut Rng) {
    let trunk = example.start.iter().filter(|&&s| s == 0).count();
    let wanted: Vec<usize> = example.targets.iter().map(|t| t.row).collect();
    for row in 0..trunk - 1 {
        if rng.chance(0.02) && !wanted.contains(&row) {
            let token = example.tokens[row + 1];
            example.targets.push(Target {
                row,
                token,
                weight: 1.0,
                part: TargetKind::Input,
                depth: 0,
            });
        }
    }
}

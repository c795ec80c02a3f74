//! Trains the pocket model.
//!
//! - `pocket-train train OUT MINUTES [--rate R] [--seed N] [--tokens N] [--nodes N]`: writes the vocabulary and the
//!   checkpoint to OUT. An existing training is resumed, starting with `--nodes` nodes to judge if it has something new
//!   to learn.
//! - `pocket-train export OUT FILE [CONFIDENCE]`: exports the model of a checkpoint as a GGUF with this confidence, or
//!   with the one that suits its single verdicts.
//! - `pocket-train import FILE OUT`: makes a checkpoint from a GGUF, to resume training from.
//! - `pocket-train show OUT TASK SEED`: prints what the model predicts in one example, token by token.
//! - `pocket-train watch OUT STORIES`: measures what the model of a checkpoint can do.
//!
//! Real prose and the texts for the vocabulary are read from below `PECAN_CORPUS`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use pocket_trainer::checkpoint::Checkpoint;
use pocket_trainer::net::TrainingWorker;
use pocket_trainer::run::{Orders, fresh, train};
use pocket_trainer::tasks::{self, TASKS};
use pocket_trainer::teacher::Teacher;
use pocket_trainer::vocabulary::{BpeVocabulary, TrainerError, corpus};
use pocket_trainer::{evaluate, export, import};

/// The size of the vocabulary in tokens.
const VOCABULARY: usize = 3072;

fn main() -> Result<(), TrainerError> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["train", out, minutes, flags @ ..] => teach(Path::new(out), minutes, flags),
        ["export", out, file, confidence @ ..] => {
            let (state, vocabulary) = saved(Path::new(out))?;
            let confidence = match confidence {
                [given] => given.parse()?,
                _ => suited(&state, &vocabulary),
            };
            println!("confidence {confidence}");
            export::save(Path::new(file), &state, &vocabulary, confidence)
        }
        ["import", file, out] => {
            let (state, vocabulary) = import::read(Path::new(file))?;
            std::fs::create_dir_all(out)?;
            vocabulary.save(&Path::new(out).join("tokenizer.json"))?;
            state.save(&Path::new(out).join("checkpoint.bin"))
        }
        ["show", out, task, seed] => show(Path::new(out), task, seed.parse()?),
        ["watch", out, stories] => watch(Path::new(out), stories.parse()?),
        _ => Err("pocket-train train OUT MINUTES | export OUT FILE [CONFIDENCE] | import FILE OUT | show OUT TASK SEED | watch OUT STORIES"
            .into()),
    }
}

fn teach(out: &Path, minutes: &str, flags: &[&str]) -> Result<(), TrainerError> {
    std::fs::create_dir_all(out)?;
    let books = books()?;
    let vocabulary = vocabulary(&out.join("tokenizer.json"), &books)?;
    let flag = |name: &str, default: &'static str| -> String {
        let at = flags.iter().position(|a| *a == name);
        at.and_then(|i| flags.get(i + 1)).map_or(default, |v| v).to_owned()
    };
    let orders = Orders {
        time: Duration::from_secs_f64(minutes.parse::<f64>()? * 60.0),
        rate: flag("--rate", "1").parse()?,
        tokens: flag("--tokens", "2048").parse()?,
        threads: 2,
        seed: flag("--seed", "1").parse()?,
        out: out.to_owned(),
    };
    let mut state = match Checkpoint::load(&orders.out.join("checkpoint.bin")) {
        Ok(state) => state,
        Err(_) => fresh(vocabulary.size(), orders.seed),
    };
    if let Ok(nodes) = flag("--nodes", "").parse() {
        state.stage.nodes = nodes;
    }
    println!("{} parameters, {} tokens", state.parameters.len(), vocabulary.size());
    train(&Teacher::new(&vocabulary, &books), &orders, state)?;
    Ok(())
}

fn saved(out: &Path) -> Result<(Checkpoint, BpeVocabulary), TrainerError> {
    let vocabulary = BpeVocabulary::load(&out.join("tokenizer.json"))?;
    Ok((Checkpoint::load(&out.join("checkpoint.bin"))?, vocabulary))
}

fn watch(out: &Path, stories: u64) -> Result<(), TrainerError> {
    let (state, vocabulary) = saved(out)?;
    let teacher = Teacher::new(&vocabulary, &[]);
    let (shape, p) = (state.shape, &state.mean);
    println!("step {} {:?}", state.steps, state.stage);
    for (nodes, no, yes) in evaluate::verdicts(&teacher, shape, p, &[1, 3, 10, 20, 40, 60], 100) {
        println!("up to {nodes} nodes: No right {no:.3}, Yes right {yes:.3}");
    }
    let (lists, sample) = evaluate::lists(&teacher, shape, p, stories);
    println!("{lists:?}\n{sample}");
    Ok(())
}

/// The confidence that suits a model, judged by its single verdicts.
fn suited(state: &Checkpoint, vocabulary: &BpeVocabulary) -> f32 {
    let teacher = Teacher::new(vocabulary, &[]);
    evaluate::confidence(&teacher, state.shape, &state.mean, &state.stage, 400)
}

fn show(out: &Path, task: &str, seed: u64) -> Result<(), TrainerError> {
    let (state, vocabulary) = saved(out)?;
    let books = books()?;
    let teacher = Teacher::watching(&vocabulary, &books);
    let task = TASKS.into_iter().find(|t| format!("{t:?}").eq_ignore_ascii_case(task));
    let task = task.ok_or("no such task")?;
    let example = tasks::example(&teacher, task, &state.stage, &mut pocket::Rng::new(seed));
    let mut worker = TrainingWorker::new(state.shape);
    worker.judge(&state.mean, &example);
    println!("{}\n", vocabulary.text(&example.tokens));
    for (target, &(right, best)) in example.targets.iter().zip(&worker.right) {
        let (wanted, got) = (vocabulary.text(&[target.token]), vocabulary.text(&[best]));
        let mark = if right { "" } else { "   <--" };
        println!("{:?} {} {wanted:?} {got:?}{mark}", target.part, target.row);
    }
    for gaze in &example.gazes {
        let (own, at) = (example.tokens[gaze.row], &example.tokens[gaze.at.0..gaze.at.1]);
        let (own, at) = (vocabulary.text(&[own]), vocabulary.text(at));
        println!("{:?} {} {own:?} looks at {:?} {at:?}", gaze.place, gaze.row, gaze.at);
    }
    Ok(())
}

fn vocabulary(path: &Path, books: &[String]) -> Result<BpeVocabulary, TrainerError> {
    if path.exists() {
        return BpeVocabulary::load(path);
    }
    let part: Vec<String> = books.iter().map(|b| b.chars().take(60_000).collect()).collect();
    let vocabulary = BpeVocabulary::make(VOCABULARY, &part)?;
    vocabulary.save(path)?;
    Ok(vocabulary)
}

/// Books to learn from: every second file, so that the others can be used for measuring.
fn books() -> Result<Vec<String>, TrainerError> {
    let Some(root) = std::env::var_os("PECAN_CORPUS").map(PathBuf::from) else {
        return Ok(Vec::new());
    };
    let folders = ["novels/en", "docs/narrativeqa", "docs/fairytaleqa"].map(|f| root.join(f));
    let folders: Vec<&Path> = folders.iter().map(PathBuf::as_path).collect();
    Ok(corpus(&folders, 600_000)?.into_iter().step_by(2).filter(|t| t.len() > 20_000).collect())
}

//! The training itself: two threads, step by step, until the time is up.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use pocket::Rng;

use super::checkpoint::Checkpoint;
use super::evaluate;
use super::net::{TargetTally, TrainingWorker};
use super::network_shape::NetworkShape;
use super::optimizer::Optimizer;
use super::target::{PARTS, TargetKind};
use super::tasks::{self, TASKS, TrainingTask};
use super::teacher::{CurriculumStage, Teacher};
use super::vocabulary::TrainerError;

/// The parameters of a run.
#[derive(Clone, Debug)]
pub struct Orders {
    /// The folder of the checkpoints.
    pub out: PathBuf,
    /// The duration of the training.
    pub time: Duration,
    /// The peak of the learning rate; 1 is the rate for a start from scratch.
    pub rate: f32,
    /// Tokens of a step, per thread.
    pub tokens: usize,
    /// Threads.
    pub threads: usize,
    /// The seed of all random choices.
    pub seed: u64,
}

/// The shape of the pocket model.
pub fn shape(vocab: usize) -> NetworkShape {
    NetworkShape { vocab, dim: 128, layers: 6, heads: 4, ffn: 192, theta: 500_000.0 }
}

/// The difficulty for a model that has learnt nothing yet. It has several nodes from the start: the
/// model must find the answer among them, which teaches matching, and the first verdicts are on
/// one.
const EASY: CurriculumStage = CurriculumStage { length: 160, lines: 6, nodes: 6 };

/// The most that the app asks for: four chunks, a batch of their points, a top level and what a
/// search adds to it.
const LONGEST: CurriculumStage = CurriculumStage { length: 1260, lines: 118, nodes: 100 };

/// A training that starts from scratch.
pub fn fresh(vocab: usize, seed: u64) -> Checkpoint {
    let shape = shape(vocab);
    let parameters = shape.init(seed);
    let none = vec![0.0; parameters.len()];
    Checkpoint {
        shape,
        stage: EASY,
        copies: false,
        steps: 0,
        mean: parameters.clone(),
        parameters,
        first: none.clone(),
        second: none,
    }
}

/// The tokens that each task has used of a worker; older ones weigh less.
type TaskTokenCounts = [f64; TASKS.len()];

/// A training in progress.
struct Training<'a> {
    teacher: &'a Teacher<'a>,
    orders: &'a Orders,
    state: Checkpoint,
    optimizer: Optimizer,
    workers: Vec<(TrainingWorker, TaskTokenCounts)>,
    /// The running accuracy of each part.
    accuracy: [f64; PARTS],
    tallies: [TargetTally; PARTS],
    tokens: usize,
    begun: Instant,
}

/// Trains until the time is up, and writes checkpoints and numbers along the way.
///
/// # Errors
/// If a checkpoint cannot be written.
pub fn train(
    teacher: &Teacher<'_>,
    orders: &Orders,
    state: Checkpoint,
) -> Result<Checkpoint, TrainerError> {
    let mut optimizer = Optimizer::new(state.shape);
    optimizer.first.clone_from(&state.first);
    optimizer.second.clone_from(&state.second);
    optimizer.steps = state.steps;
    let workers = (0..orders.threads)
        .map(|_| (TrainingWorker::new(state.shape), [0.0; TASKS.len()]))
        .collect();
    let mut state = state;
    state.stage.nodes = state.stage.nodes.max(EASY.nodes);
    state.stage.length = state.stage.length.min(LONGEST.length);
    // A state that has learnt does not start again with the easy examples.
    let accuracy = if state.copies { 0.95 } else { 0.0 };
    let mut training = Training {
        teacher,
        orders,
        state,
        optimizer,
        workers,
        accuracy: [accuracy; PARTS],
        tallies: [TargetTally::default(); PARTS],
        tokens: 0,
        begun: Instant::now(),
    };
    training.go()?;
    Ok(training.state)
}

impl Training<'_> {
    fn go(&mut self) -> Result<(), TrainerError> {
        let (mut logged, mut saved, mut watched) = (Instant::now(), Instant::now(), Instant::now());
        while self.begun.elapsed() < self.orders.time {
            self.step();
            if logged.elapsed() > Duration::from_secs(20) {
                self.log(logged.elapsed());
                logged = Instant::now();
            }
            if saved.elapsed() > Duration::from_secs(120) {
                self.save()?;
                saved = Instant::now();
            }
            if watched.elapsed() > Duration::from_secs(420) {
                self.watch();
                watched = Instant::now();
            }
        }
        self.save()?;
        self.watch();
        Ok(())
    }

    /// Warms up, stays at the full rate, then falls linearly to nearly nothing.
    fn rate(&self) -> f32 {
        let done = self.begun.elapsed().as_secs_f32() / self.orders.time.as_secs_f32();
        let warm = ((self.optimizer.steps + 1) as f32 / 60.0).min(1.0);
        self.orders.rate * warm * ((1.0 - done) / 0.6).clamp(0.03, 1.0)
    }

    fn shares(&self) -> [f64; TASKS.len()] {
        let bullets = self.accuracy[TargetKind::Bullets as usize];
        match (self.state.copies, bullets > 0.93) {
            (false, _) => [0.4, 0.3, 0.0, 0.3, 0.0],
            (true, false) => [0.02, 0.38, 0.20, 0.40, 0.0],
            (true, true) => [0.02, 0.20, 0.17, 0.45, 0.16],
        }
    }

    fn step(&mut self) {
        let shares = self.shares();
        let (p, stage) = (&self.state.parameters, &self.state.stage);
        let (teacher, wanted) = (self.teacher, self.orders.tokens);
        let seed = self.orders.seed ^ (self.optimizer.steps << 20);
        let done: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = self
                .workers
                .iter_mut()
                .enumerate()
                .map(|(n, (worker, spent))| {
                    let mut rng = Rng::new(seed ^ (n as u64) << 60);
                    scope.spawn(move || {
                        worker.clear();
                        let mut done = 0;
                        while done < wanted {
                            let task = next_task(&shares, spent);
                            let example = tasks::example(teacher, task, stage, &mut rng);
                            spent.iter_mut().for_each(|s| *s *= 0.998);
                            spent[task as usize] += example.tokens.len() as f64;
                            done += example.tokens.len();
                            worker.learn(p, &example);
                        }
                        done
                    })
                })
                .collect();
            threads.into_iter().map(|t| t.join().unwrap_or(0)).sum()
        });
        self.tokens += done;
        let gradient = self.gather();
        let rate = self.rate();
        self.optimizer.step(&mut self.state.parameters, &gradient, rate);
        self.state.steps = self.optimizer.steps;
        let keep = (1.0 - 10.0 / (self.state.steps as f32 + 10.0)).min(0.995);
        for (mean, p) in self.state.mean.iter_mut().zip(&self.state.parameters) {
            *mean = keep * *mean + (1.0 - keep) * p;
        }
        if self.state.steps.is_multiple_of(10) {
            self.progress();
        }
    }

    /// The mean gradient of all workers, clipped to length 1.
    fn gather(&mut self) -> Vec<f32> {
        let weight: f64 = self.workers.iter().map(|(w, _)| w.weight).sum();
        let mut sum = self.workers[0].0.gradient.clone();
        for (worker, _) in &self.workers[1..] {
            sum.iter_mut().zip(&worker.gradient).for_each(|(s, g)| *s += g);
        }
        for part in 0..PARTS {
            let mut now = TargetTally::default();
            for (worker, _) in &self.workers {
                now.count += worker.tallies[part].count;
                now.right += worker.tallies[part].right;
                now.loss += worker.tallies[part].loss;
            }
            if now.count > 0.0 {
                self.accuracy[part] += 0.02 * (now.right / now.count - self.accuracy[part]);
            }
            let all = &mut self.tallies[part];
            all.count += now.count;
            all.right += now.right;
            all.loss += now.loss;
        }
        let scale = 1.0 / weight.max(1.0) as f32;
        sum.iter_mut().for_each(|g| *g *= scale);
        let length = sum.iter().map(|g| f64::from(*g).powi(2)).sum::<f64>().sqrt() as f32;
        if length > 1.0 {
            sum.iter_mut().for_each(|g| *g /= length);
        }
        sum
    }

    /// Raises the difficulty where the model does well.
    fn progress(&mut self) {
        let accuracy = |part: TargetKind| self.accuracy[part as usize];
        let stage = &mut self.state.stage;
        self.state.copies |= accuracy(TargetKind::Copy) > 0.9;
        if accuracy(TargetKind::Bullets) > 0.94 {
            stage.length = (stage.length + stage.length / 25).min(LONGEST.length);
        }
        if accuracy(TargetKind::Points) > 0.88 {
            stage.lines = (stage.lines + stage.lines / 20 + 1).min(LONGEST.lines);
        }
        if accuracy(TargetKind::Verdict) > 0.88 {
            stage.nodes = (stage.nodes + stage.nodes / 20 + 1).min(LONGEST.nodes);
        }
    }

    fn log(&mut self, since: Duration) {
        let part = |p: TargetKind| {
            let t = self.tallies[p as usize];
            let n = t.count.max(1.0);
            format!("{:.3}/{:.2}", t.right / n, t.loss / n)
        };
        println!(
            "{:5.1} min step {} rate {:.2} {:.0} tok/s | copy {} bullets {} points {} verdict {} answer {} compared {} prose {} input {} flag {} gist {} match {} link {} source {} shun {} | {:?}",
            self.begun.elapsed().as_secs_f64() / 60.0,
            self.state.steps,
            self.rate(),
            self.tokens as f64 / since.as_secs_f64(),
            part(TargetKind::Copy),
            part(TargetKind::Bullets),
            part(TargetKind::Points),
            part(TargetKind::Verdict),
            part(TargetKind::Answer),
            part(TargetKind::Compared),
            part(TargetKind::Prose),
            part(TargetKind::Input),
            part(TargetKind::Flag),
            part(TargetKind::Gist),
            part(TargetKind::Match),
            part(TargetKind::Link),
            part(TargetKind::Source),
            part(TargetKind::Shun),
            self.state.stage,
        );
        self.tallies = [TargetTally::default(); PARTS];
        self.tokens = 0;
    }

    fn save(&mut self) -> Result<(), TrainerError> {
        self.state.first.clone_from(&self.optimizer.first);
        self.state.second.clone_from(&self.optimizer.second);
        self.state.save(&self.orders.out.join("checkpoint.bin"))
    }

    fn watch(&self) {
        let (shape, p) = (self.state.shape, &self.state.mean);
        let verdicts = evaluate::verdicts(self.teacher, shape, p, &[1, 5, 20, 60], 25);
        println!("WATCH verdicts (nodes, No right, Yes right): {verdicts:.2?}");
        let (lists, sample) = evaluate::lists(self.teacher, shape, p, 3);
        println!(
            "WATCH lists: stated {}/{} true points {}/{}\n{sample}",
            lists.stated, lists.tellings, lists.true_points, lists.points
        );
    }
}

/// The task that is furthest behind its share.
fn next_task(shares: &[f64], spent: &TaskTokenCounts) -> TrainingTask {
    let sum: f64 = spent.iter().sum::<f64>().max(1.0);
    let behind = |i: usize| shares[i] - spent[i] / sum;
    let next = (0..TASKS.len()).max_by(|&a, &b| behind(a).total_cmp(&behind(b))).unwrap_or(0);
    TASKS[next]
}

use super::super::attention_supervision::Shun;
use super::super::target::Target;
use super::*;
use pocket::Rng;

/// A trunk of ten tokens with two branches, every token a target, and gazes for two heads.
fn example() -> TrainingExample {
    let mut e = TrainingExample::trunk(vec![1, 5, 3, 7, 2, 9, 4, 4, 8, 1]);
    e.branch(4, &[3, 6, 2]);
    e.branch(7, &[1, 0]);
    e.positions.iter_mut().for_each(|p| *p += 3);
    for row in 0..e.tokens.len() {
        let token = (row * 7 % 11) as u32;
        let weight = 1.0 + row as f32 / 4.0;
        e.targets.push(Target { row, token, weight, part: TargetKind::Copy, depth: row % 2 });
    }
    e.look(6, AttentionHead { layer: 1, head: 0 }, (2, 4), 1.5);
    e.look(11, AttentionHead { layer: 0, head: 1 }, (1, 3), 2.0);
    e.shuns.push(Shun { rows: (5, 8), at: (2, 3), weight: 0.7 });
    e
}

fn loss(shape: NetworkShape, p: &[f32], e: &TrainingExample) -> f64 {
    let mut total = 0.0;
    for target in &e.targets {
        let mut one = e.clone();
        one.targets = vec![*target];
        let mut worker = TrainingWorker::new(shape);
        worker.judge(p, &one);
        total += worker.tallies[0].loss * f64::from(target.weight);
    }
    for gaze in &e.gazes {
        let one =
            TrainingExample { targets: vec![], gazes: vec![*gaze], shuns: vec![], ..e.clone() };
        let mut worker = TrainingWorker::new(shape);
        worker.judge(p, &one);
        total += worker.tallies[gaze.part() as usize].loss * f64::from(gaze.weight);
    }
    for shun in &e.shuns {
        let one = TrainingExample { targets: vec![], gazes: vec![], ..e.clone() };
        let mut worker = TrainingWorker::new(shape);
        worker.judge(p, &one);
        total += worker.tallies[TargetKind::Shun as usize].loss * f64::from(shun.weight);
    }
    total
}

#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let shape = NetworkShape { vocab: 11, dim: 8, layers: 2, heads: 2, ffn: 12, theta: 100.0 };
    let mut p = shape.init(3);
    p.iter_mut().for_each(|v| *v *= 1.5);
    let e = example();
    let mut worker = TrainingWorker::new(shape);
    worker.learn(&p, &e);
    let mut rng = Rng::new(9);
    for _ in 0..150 {
        let i = rng.below(p.len());
        let (old, step) = (p[i], 6e-4);
        p[i] = old + step;
        let above = loss(shape, &p, &e);
        p[i] = old - step;
        let below = loss(shape, &p, &e);
        p[i] = old;
        let slope = (above - below) / f64::from(2.0 * step);
        let got = f64::from(worker.gradient[i]);
        assert!((slope - got).abs() < 6e-3 + 1e-2 * slope.abs(), "{i}: {slope} {got}");
    }
}

#[test]
fn a_branch_is_a_continuation_and_nothing_sees_it() {
    let shape = NetworkShape { vocab: 11, dim: 8, layers: 2, heads: 2, ffn: 12, theta: 100.0 };
    let p = shape.init(4);
    let mut branched = TrainingWorker::new(shape);
    let mut e = TrainingExample::trunk(vec![1, 5, 3, 7, 2, 9]);
    e.branch(4, &[3, 6]);
    branched.forward(&p, &e);
    let mut plain = TrainingWorker::new(shape);
    plain.forward(&p, &TrainingExample::trunk(vec![1, 5, 3, 7, 3, 6]));
    for i in 0..2 * 8 {
        assert!((branched.last[6 * 8 + i] - plain.last[4 * 8 + i]).abs() < 1e-5);
    }
    plain.forward(&p, &TrainingExample::trunk(vec![1, 5, 3, 7, 2, 9]));
    assert!(branched.last.iter().zip(&plain.last).all(|(a, b)| (a - b).abs() < 1e-5));
}

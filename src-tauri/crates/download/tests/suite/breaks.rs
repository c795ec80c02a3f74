//! Five hundred random breaks: the file is right or absent, never wrong.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use tests::hub::Fault;

use super::*;

/// The number of breaks.
const BREAKS: usize = 500;
/// The number of attempts at one model after which the hub behaves.
const PATIENCE: usize = 40;

/// The counts that the test prints.
#[derive(Debug, Default)]
struct Counts {
    breaks: BTreeMap<&'static str, usize>,
    right: usize,
    absent: usize,
    kills: usize,
}

#[test]
fn five_hundred_breaks_leave_no_wrong_file() {
    let counts = Mutex::new(Counts::default());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while broken(&counts) < BREAKS {
                    one_model(next.fetch_add(1, Ordering::Relaxed) as u64, &counts);
                }
            });
        }
    });
    let counts = counts.into_inner().unwrap();
    let (models, all) = (next.into_inner(), counts.breaks.values().sum::<usize>());
    // In contrast to what is printed, this is shown even if the test passes.
    let _ = writeln!(
        io::stderr(),
        "{all} breaks while {models} models were downloaded, {} of them kills of the program. The \
         file was right after {} runs of the program, absent after {}, and never wrong. Breaks: {:?}",
        counts.kills,
        counts.right,
        counts.absent,
        counts.breaks
    );
    assert!(all >= BREAKS);
    assert_eq!(counts.right, models, "every model is complete in the end");
}

fn broken(counts: &Mutex<Counts>) -> usize {
    counts.lock().unwrap().breaks.values().sum()
}

/// Downloads a model from a hub that breaks off, until it is complete.
fn one_model(seed: u64, counts: &Mutex<Counts>) {
    let mut dice = Dice::new(seed + 1);
    let content = dice.bytes(20_000 + dice_size(seed));
    let size = content.len();
    let broken: Arc<Mutex<Vec<&'static str>>> = Arc::default();
    let (seen, dice) = (Arc::clone(&broken), Mutex::new(dice));
    let hub = Hub::start(vec![file("small-Q8_0.gguf", content.clone())], move |request, nth| {
        let mut dice = dice.lock().unwrap();
        if nth > PATIENCE {
            return Fault::None;
        }
        let (name, fault) = fault(&mut dice, size, request);
        seen.lock().unwrap().extend(name);
        fault
    });
    let folder = tempfile::tempdir().unwrap();
    let mut dice = Dice::new(seed + 77);
    for _ in 0..4 * PATIENCE {
        match dice.below(4) {
            0 => killed(&hub, folder.path(), &mut dice, counts),
            _ => drop(get_impatiently(&hub, folder.path())),
        }
        let is_right = is_right(folder.path(), &content);
        let mut counts = counts.lock().unwrap();
        for name in broken.lock().unwrap().drain(..) {
            *counts.breaks.entry(name).or_default() += 1;
        }
        if is_right {
            counts.right += 1;
            return;
        }
        counts.absent += 1;
    }
    panic!("model {seed} is never complete");
}

fn dice_size(seed: u64) -> usize {
    (seed as usize * 7_919) % 400_000
}

/// Starts the program and kills it after a while.
fn killed(hub: &Hub, folder: &Path, dice: &mut Dice, counts: &Mutex<Counts>) {
    let job = job(hub.address(), model(NAME), folder);
    let mut child =
        Command::new(PROGRAM).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{}", serde_json::to_string(&job).unwrap()).unwrap();
    thread::sleep(Duration::from_millis(dice.below(30) as u64));
    if child.try_wait().unwrap().is_none() {
        let mut counts = counts.lock().unwrap();
        counts.kills += 1;
        *counts.breaks.entry("killed").or_default() += 1;
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Rolls what happens to a request, with a name if it breaks.
fn fault(dice: &mut Dice, size: usize, request: &HubRequest) -> (Option<&'static str>, Fault) {
    let at = dice.below(size.saturating_sub(request.from()));
    let lie = (dice.below(2_000) as i64 - 1_000) | 1;
    let is_rest = request.from() > 1;
    let (name, fault) = match dice.below(if request.is_file() { 14 } else { 60 }) {
        0 | 1 => ("closed", Fault::Break(at)),
        2 | 3 => ("reset", Fault::Reset(at)),
        4 => ("stalled", Fault::Stall(at, Duration::from_millis(1_500))),
        5 => ("wrong bytes", Fault::Corrupt(at)),
        6 => ("wrong length", Fault::LieAboutLength(lie)),
        7 if is_rest => ("wrong total", Fault::LieAboutTotal(lie)),
        8 if is_rest => ("wrong range", Fault::WrongRange),
        9 if is_rest => ("no range", Fault::NoRange),
        10 => ("503", Fault::Status(503, Vec::new())),
        11 => ("429", Fault::Status(429, vec![("Retry-After".into(), "0".into())])),
        12 => return (None, Fault::Slow(size / 8 + 1, Duration::from_millis(5))),
        _ => return (None, Fault::None),
    };
    (Some(name), fault)
}

//! How fast memory is read, which limits how fast a model can write: every token needs every weight.

use std::hint::black_box;
use std::time::Instant;

/// Much more than any cache holds.
const BYTES: usize = 1 << 30;
/// The number of readings. The fastest counts.
const TIMES: usize = 5;

/// Returns the bytes per second when all cores read at once, each its own part in sequence.
pub fn bytes_per_second() -> f64 {
    let numbers: Vec<u64> = (0..(BYTES / 8) as u64).collect();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let part = numbers.len().div_ceil(cores);
    let read = || {
        let begun = Instant::now();
        std::thread::scope(|scope| {
            for part in numbers.chunks(part) {
                scope.spawn(move || black_box(part.iter().fold(0, |sum: u64, n| sum ^ n)));
            }
        });
        begun.elapsed().as_secs_f64()
    };
    let fastest = (0..TIMES).map(|_| read()).fold(f64::INFINITY, f64::min);
    BYTES as f64 / fastest
}

//! Tables of measured numbers.

use super::random::{Quantization, SHAPES};
use super::{Cells, GROWTH, LANES, LENGTHS, POCKET, SHARE_WRITTEN};

/// The goals: building with edges over building without; the best of several sequences over one; how
/// far the time per token may deviate as texts grow; bytes over weights and cache.
const OVERHEAD: f64 = 1.03;
const SIDE_BY_SIDE: f64 = 2.0;
const GROWTH_WITHIN: f64 = 0.1;
const FOOTPRINT: f64 = 300e6;
/// Bytes of weights that a large cache may hold.
const CACHED: f64 = 64e6;

/// Returns all tables and the origin of their numbers. Rows that were not measured are left out.
pub fn page(cells: &Cells, command: &str) -> String {
    let tables = [
        overhead(cells),
        whole(cells),
        writing(cells),
        lanes(cells),
        abreast(cells),
        growth(cells),
        footprint(cells),
    ];
    let tables: Vec<String> = tables.into_iter().filter(|table| !table.is_empty()).collect();
    format!("{}\n\n    {command}\n\n{}", cells.origin(), tables.join("\n"))
}

/// Returns a table of the complete rows, or an empty text if there are none.
fn table(head: &str, rows: impl IntoIterator<Item = Option<Vec<String>>>) -> String {
    let columns = head.matches('|').count() - 1;
    let rows = rows.into_iter().flatten().map(|cells| format!("| {} |\n", cells.join(" | ")));
    let rows: String = rows.collect();
    if rows.is_empty() { rows } else { format!("{head}\n|{}\n{rows}", "---|".repeat(columns)) }
}

/// The time of building with edges over that of the same generation without them.
fn overhead(cells: &Cells) -> String {
    let row = |(model, length): (String, usize)| {
        let get = |what: &str| cells.get(&format!("{model}, {length} tokens: {what}"));
        let output = length as f64 * cells.get(SHARE_WRITTEN)?;
        let way = |read: f64, write: f64| read + output * write;
        let plain = way(get("plain read")?, get("plain")?);
        let flash = way(get("flash read")?, get("flash")?);
        let built = way(get("read")?, get("collected")?);
        let (faster, slower) = if flash < plain { ("flash", plain) } else { ("plain", flash) };
        let without = flash.min(plain);
        Some(vec![
            model.clone(),
            length.to_string(),
            ratio(built / without),
            met(built / without <= OVERHEAD),
            faster.into(),
            ratio(built / slower),
            ratio(way(get("flash read")?, get("collected")?) / without),
            ratio(get("plain read")? / get("flash read")?),
            ratio(get("plain")? / get("flash")?),
        ])
    };
    table(
        "| model | input | with edges ÷ without, in the faster mode | ≤ 1.03 | the faster mode | the \
         same ÷ the slower mode | if the input were read by flash | reading, plain ÷ by flash | writing, plain ÷ by flash |",
        rows().into_iter().map(row),
    )
}

/// The same, measured from beginning to end.
fn whole(cells: &Cells) -> String {
    let row = |(model, length): (String, usize)| {
        let get = |what: &str| cells.get(&format!("{model}, {length} tokens: whole, {what}"));
        let (flash, open, built) = (get("flash")?, get("plain")?, get("collected")?);
        Some(vec![
            model.clone(),
            length.to_string(),
            ratio(built / open.min(flash)),
            met(built / open.min(flash) <= OVERHEAD),
            format!("{built:.2}"),
            format!("{open:.2}"),
            format!("{flash:.2}"),
        ])
    };
    table(
        "| model | input | read and written to the end, with edges ÷ without, in the faster mode | ≤ \
         1.03 | with edges, s | without, plain, s | without, by flash, s |",
        rows().into_iter().map(row),
    )
}

/// The time of writing one token. With a graphics card, the speed of its memory is unknown.
fn writing(cells: &Cells) -> String {
    let speed = cells.get("bytes/s");
    let row = |(model, length): (String, usize)| {
        let get = |what: &str| cells.get(&format!("{model}, {length} tokens: {what}"));
        let declined = get("declined")?;
        let (weights, cache) = (get("bytes of weights")?, get("bytes of keys and values")?);
        let share = |speed: f64| match weights > CACHED {
            true => format!("{:.0} %", 100.0 * (weights + cache) / speed / declined),
            // Weights that fit a cache are not limited by memory.
            false => String::new(),
        };
        let row = vec![
            model.clone(),
            length.to_string(),
            format!("{:.2}", declined * 1e3),
            ratio(declined / get("flash")?.min(get("plain")?)),
            ratio(get("collected")? / declined),
            ratio((declined + get("again")?) / declined),
        ];
        Some(row.into_iter().chain(speed.map(share)).collect())
    };
    let bound = speed.map_or("", |_| " share of the memory bound |");
    let head = format!(
        "| model | after | writing a token, ms | ÷ without reading attention, in the faster mode | \
         attention collected | attention read afterwards |{bound}"
    );
    let speed = speed.map(|speed| format!("Memory is read at {:.1} GB/s.\n\n", speed / 1e9));
    let table = table(&head, rows().into_iter().map(row));
    if table.is_empty() { table } else { speed.unwrap_or_default() + &table }
}

/// Speeds relative to that of one sequence.
fn lanes(cells: &Cells) -> String {
    let more: Vec<String> = LANES[1..].iter().map(|lanes| format!(" {lanes} |")).collect();
    let head = format!(
        "| building, tokens/s ÷ one sequence | written by token read | tokens/s with one |{} ≥ 2 |",
        more.concat()
    );
    let row = |model: String| {
        let get = |lanes| cells.get(&format!("{model}: tokens/s with {lanes} side by side"));
        let one = get(1)?;
        let written = cells.get(&format!("{model}: {SHARE_WRITTEN}"))?;
        let more = LANES[1..].iter().map(|&lanes| get(lanes).map(|speed| speed / one));
        let more: Vec<f64> = more.collect::<Option<_>>()?;
        let best = more.iter().copied().fold(0.0, f64::max);
        let more = more.into_iter().map(ratio).chain([met(best >= SIDE_BY_SIDE)]);
        let first = [model.clone(), format!("{written:.2}"), format!("{one:.0}")];
        Some(first.into_iter().chain(more).collect())
    };
    table(&head, models().into_iter().map(row))
}

/// Speeds of writing alone relative to that of one sequence.
fn abreast(cells: &Cells) -> String {
    let more: Vec<String> = LANES[1..].iter().map(|lanes| format!(" {lanes} |")).collect();
    let head =
        format!("| writing alone, tokens/s ÷ one sequence | tokens/s with one |{}", more.concat());
    let row = |model: String| {
        let get =
            |lanes| cells.get(&format!("{model}: tokens/s written with {lanes} side by side"));
        let one = get(1)?;
        let more = LANES[1..].iter().map(|&lanes| get(lanes).map(|speed| ratio(speed / one)));
        let more: Vec<String> = more.collect::<Option<_>>()?;
        Some([model.clone(), format!("{one:.0}")].into_iter().chain(more).collect())
    };
    table(&head, models().into_iter().map(row))
}

/// Times of whole constructions over those of short ones built alongside, batch by batch, and what they
/// read and wrote over the same of the shortest. The shortest beside itself shows the noise.
fn growth(cells: &Cells) -> String {
    let get = |tokens: usize, what: &str| {
        cells.get(&format!("{POCKET}: construction of {tokens} tokens: {what}"))
    };
    if GROWTH[1..].iter().all(|&tokens| get(tokens, "seconds").is_none()) {
        return String::new();
    }
    let row = |tokens: usize| {
        let times = tokens as f64 / GROWTH[0] as f64;
        let grown = |what| Some(get(tokens, what)? / get(GROWTH[0], what)? / times);
        let (seconds, short) = (get(tokens, "seconds")?, get(tokens, "seconds of a short one")?);
        let grown_by = seconds / short / times;
        let noise = if tokens == GROWTH[0] { ", the noise" } else { "" };
        Some(vec![
            format!("{tokens}{noise}"),
            format!("{seconds:.0}"),
            ratio(grown_by),
            met((grown_by - 1.0).abs() <= GROWTH_WITHIN),
            ratio(grown("tokens read")?),
            ratio(grown("tokens written")?),
        ])
    };
    table(
        "| tokens of text | construction, s | time by token of text ÷ that of the shortest | 0.9 to \
         1.1 | tokens read by token of text ÷ those of the shortest | tokens written by token of text \
         ÷ those of the shortest |",
        GROWTH.into_iter().map(row),
    )
}

fn footprint(cells: &Cells) -> String {
    let row = |model: String| {
        let bytes = cells.get(&format!("{model}: bytes over weights and cache"))?;
        Some(vec![model, format!("{:.0}", bytes / 1e6), met(bytes <= FOOTPRINT)])
    };
    let head =
        format!("| model | memory over weights and cache at {} tokens, MB | ≤ 300 |", LENGTHS[2]);
    table(&head, models().into_iter().map(row))
}

fn ratio(value: f64) -> String {
    format!("{value:.3}")
}

fn met(met: bool) -> String {
    if met { "yes" } else { "no" }.into()
}

fn models() -> Vec<String> {
    let random = SHAPES.iter().flat_map(|shape| {
        Quantization::ALL.map(|quantization| format!("{} {}", shape.name, quantization.name()))
    });
    std::iter::once(POCKET.to_owned()).chain(random).collect()
}

fn rows() -> Vec<(String, usize)> {
    models().into_iter().flat_map(|model| LENGTHS.map(|length| (model.clone(), length))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(values: &[(&str, f64)]) -> Cells {
        let folder = tempfile::tempdir().unwrap();
        let mut cells =
            Cells::open(&folder.path().join("c.json"), String::new(), String::new()).unwrap();
        for &(name, value) in values {
            cells.put(name, value).unwrap();
        }
        cells
    }

    /// 4,096 tokens are read in 10 s, and an eighth of them, 512, are written in 0.01 s each: 15.12 s.
    /// With flash, 9 s and 0.02 s make 19.24 s. With attention, 10 s and 0.011 s make 15.632 s, and 9 s
    /// make 14.632 s.
    #[test]
    fn ratios_are_against_the_faster_mode() {
        let name = |what: &str| format!("1B Q8_0, 4096 tokens: {what}");
        let cells: Vec<(String, f64)> = [
            ("read", 10.0),
            ("plain read", 10.0),
            ("flash read", 9.0),
            ("plain", 0.01),
            ("declined", 0.01),
            ("flash", 0.02),
            ("collected", 0.011),
            ("again", 0.005),
            ("bytes of weights", 8e7),
            ("bytes of keys and values", 2e7),
        ]
        .map(|(what, value)| (name(what), value))
        .into();
        let others = [("bytes/s", 2e10), (SHARE_WRITTEN, 0.125)];
        let all = cells.iter().map(|(name, value)| (name.as_str(), *value)).chain(others);
        let page = page(&filled(&all.collect::<Vec<_>>()), "x");
        for row in [
            "| 1B Q8_0 | 4096 | 1.034 | no | plain | 0.812 | 0.968 | 1.111 | 0.500 |",
            "| 1B Q8_0 | 4096 | 10.00 | 1.000 | 1.100 | 1.500 | 50 % |",
        ] {
            assert!(page.contains(row), "{page}");
        }
        // Every row has as many cells as its head.
        let lines: Vec<&str> = page.lines().collect();
        let cells = |line: &str| line.matches('|').count();
        let beside = lines.windows(2).filter(|pair| pair.iter().all(|line| line.starts_with('|')));
        assert!(beside.clone().count() >= 4, "{page}");
        assert!(beside.into_iter().all(|pair| cells(pair[0]) == cells(pair[1])), "{page}");
    }

    #[test]
    fn a_card_has_no_share_of_the_bound() {
        let times = ["plain", "declined", "flash", "collected", "again"];
        let bytes = ["bytes of weights", "bytes of keys and values"];
        let name = |what: &&str| format!("1B Q8_0, 4096 tokens: {what}");
        let names: Vec<String> = times.iter().chain(&bytes).map(name).collect();
        let values: Vec<(&str, f64)> = names.iter().map(|name| (&**name, 0.01)).collect();
        let page = page(&filled(&values), "x");
        let row = "| 1B Q8_0 | 4096 | 10.00 | 1.000 | 1.000 | 2.000 |\n";
        assert!(page.contains(row) && !page.contains("bound"), "{page}");
    }

    #[test]
    fn growth_and_speeds_are_against_the_smallest() {
        let cells = filled(&[
            ("pocket: tokens written by token of input", 0.186),
            ("pocket: tokens/s with 1 side by side", 10.0),
            ("pocket: tokens/s with 2 side by side", 15.0),
            ("pocket: tokens/s with 4 side by side", 25.0),
            ("pocket: tokens/s with 8 side by side", 24.0),
            ("pocket: tokens/s written with 1 side by side", 20.0),
            ("pocket: tokens/s written with 2 side by side", 36.0),
            ("pocket: tokens/s written with 4 side by side", 44.0),
            ("pocket: tokens/s written with 8 side by side", 50.0),
            ("pocket: construction of 50000 tokens: seconds", 20.4),
            ("pocket: construction of 50000 tokens: seconds of a short one", 20.0),
            ("pocket: construction of 50000 tokens: tokens read", 60_000.0),
            ("pocket: construction of 50000 tokens: tokens written", 10_000.0),
            ("pocket: construction of 100000 tokens: seconds", 43.0),
            ("pocket: construction of 100000 tokens: seconds of a short one", 20.0),
            ("pocket: construction of 100000 tokens: tokens read", 123_000.0),
            ("pocket: construction of 100000 tokens: tokens written", 22_000.0),
        ]);
        let page = page(&cells, "x");
        for row in [
            "| pocket | 0.19 | 10 | 1.500 | 2.500 | 2.400 | yes |",
            "| pocket | 20 | 1.800 | 2.200 | 2.500 |",
            "| 50000, the noise | 20 | 1.020 | yes | 1.000 | 1.000 |",
            "| 100000 | 43 | 1.075 | yes | 1.025 | 1.100 |",
        ] {
            assert!(page.contains(row), "{page}");
        }
        assert!(!page.contains("| 200000 |") && !page.contains("MB |"), "{page}");
    }
}

//! Numbers as people read them.

/// A count with its thousands set apart: `1,204`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Time that something will take, roughly: `40 s`, `6 min`, `1 h 20 min`, `3 days`.
pub fn duration(seconds: f64) -> String {
    let minutes = (seconds / 60.0).round() as u64;
    match seconds {
        s if s < 1.0 => "1 s".to_owned(),
        s if s < 59.5 => format!("{} s", s.round()),
        s if s < 3_570.0 => format!("{minutes} min"),
        s if s < 172_800.0 => match (minutes / 60, minutes % 60) {
            (hours, 0) => format!("{hours} h"),
            (hours, minutes) => format!("{hours} h {minutes} min"),
        },
        s => format!("{} days", (s / 86_400.0).round()),
    }
}

/// Time that something took: `4.2 s` below a minute, roughly above.
pub fn seconds(seconds: f64) -> String {
    if seconds < 59.95 { format!("{seconds:.1} s") } else { duration(seconds) }
}

/// A part of 1 as a percentage: `1.8 %`, `37 %`.
pub fn share(part: f64) -> String {
    let percent = part * 100.0;
    if percent >= 9.95 || percent == 0.0 {
        format!("{percent:.0} %")
    } else if percent >= 0.05 {
        format!("{percent:.1} %")
    } else {
        "< 0.1 %".to_owned()
    }
}

/// A size in bytes: `14 MB`.
pub fn bytes(bytes: u64) -> String {
    scaled(bytes as f64, &["bytes", "kB", "MB", "GB", "TB"])
}

/// Parameters of a model: `1.2 billion`.
pub fn parameters(parameters: u64) -> String {
    scaled(parameters as f64, &["", "thousand", "million", "billion", "trillion"])
}

/// Floating point operations: `14 TFLOP`.
pub fn flops(operations: f64) -> String {
    scaled(operations, &["FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP", "EFLOP"])
}

fn scaled(number: f64, units: &[&str]) -> String {
    let mut number = number;
    let mut unit = 0;
    while number >= 999.5 && unit + 1 < units.len() {
        number /= 1_000.0;
        unit += 1;
    }
    let digits = usize::from(unit > 0 && number < 9.95);
    format!("{number:.digits$} {}", units[unit]).trim_end().to_owned()
}

/// The beginning of a text, cut between words, with `…` if it was cut.
pub fn beginning(text: &str, characters: usize) -> String {
    let text = text.trim();
    let Some((cut, _)) = text.char_indices().nth(characters) else {
        return text.split_whitespace().collect::<Vec<_>>().join(" ");
    };
    let kept = text[..cut].rfind(char::is_whitespace).map_or(&text[..cut], |at| &text[..at]);
    let kept = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    kept.trim_end_matches([',', ';', ':', '.', ' ']).to_owned() + "…"
}

/// A day and a time of day where the user is, of seconds since 1970: `21 Nov 2026, 14:03`.
pub fn date(seconds: i64) -> String {
    let date = js_sys::Date::new(&(seconds as f64 * 1_000.0).into());
    let month = crate::words::month(date.get_month());
    let (day, year) = (date.get_date(), date.get_full_year());
    format!("{day} {month} {year}, {:02}:{:02}", date.get_hours(), date.get_minutes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"), (52_000, "52,000")]
        {
            assert_eq!(count(number), text);
        }
    }

    #[test]
    fn durations() {
        for (seconds, text) in [
            (0.0, "1 s"),
            (59.4, "59 s"),
            (59.6, "1 min"),
            (3_569.0, "59 min"),
            (3_599.0, "1 h"),
            (4_800.0, "1 h 20 min"),
            (200_000.0, "2 days"),
        ] {
            assert_eq!(duration(seconds), text);
        }
        assert_eq!(super::seconds(4.16), "4.2 s");
        assert_eq!(super::seconds(80.0), "1 min");
    }

    #[test]
    fn shares() {
        for (part, text) in
            [(0.0, "0 %"), (0.0001, "< 0.1 %"), (0.018, "1.8 %"), (0.0999, "10 %"), (1.0, "100 %")]
        {
            assert_eq!(share(part), text);
        }
    }

    #[test]
    fn scales() {
        assert_eq!(bytes(14_200_000), "14 MB");
        assert_eq!(bytes(12), "12 bytes");
        assert_eq!(parameters(1_240_000_000), "1.2 billion");
        assert_eq!(flops(2.931e15), "2.9 PFLOP");
        assert_eq!(flops(999.6e9), "1.0 TFLOP");
    }

    #[test]
    fn beginnings_end_between_words() {
        assert_eq!(beginning("  one two\n three ", 40), "one two three");
        assert_eq!(beginning("one two, three", 9), "one two…");
        assert_eq!(beginning("Ünverzagt", 3), "Ünv…");
    }
}

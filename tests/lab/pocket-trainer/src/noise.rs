//! Prose made strange: numbers, capitals, made-up words, tables. Text copied from it cannot be
//! guessed, as in papers, forms and lists.

use pocket::Rng;

/// Replaces some of a text's words, and sometimes turns it into a table.
pub fn garble(text: &str, rng: &mut Rng) -> String {
    let share = rng.unit();
    let table = rng.chance(0.12);
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut out = String::with_capacity(text.len());
    for piece in text.split_inclusive(char::is_whitespace) {
        let (word, space) = split_space(piece);
        match !word.is_empty() && rng.chance(share) {
            true => out += &replaced(word, &words, rng),
            false => out += word,
        }
        out += space;
    }
    match table {
        true => tabulated(&out, rng),
        false => out,
    }
}

/// Short lines without any sentence end, some with leaders and a number.
fn tabulated(text: &str, rng: &mut Rng) -> String {
    let leaders = rng.chance(0.5);
    let mut out = String::with_capacity(text.len());
    let mut left = rng.between(1, 9);
    for word in text.split_whitespace() {
        out += word.trim_matches(['.', '!', '?', ';', ':']);
        left -= 1;
        if left > 0 {
            out.push(' ');
            continue;
        }
        if leaders && rng.chance(0.7) {
            out += &format!(" {} {}", ".".repeat(rng.between(3, 40)), digits(rng));
        }
        out.push('\n');
        left = rng.between(1, 9);
    }
    out
}

/// A word and the white space after it.
fn split_space(piece: &str) -> (&str, &str) {
    piece.split_at(piece.trim_end().len())
}

/// Another word with the same punctuation around it, capitalised if this one is.
fn replaced(word: &str, words: &[&str], rng: &mut Rng) -> String {
    let letter = |c: char| c.is_alphanumeric();
    let (Some(first), Some(last)) = (word.find(letter), word.rfind(letter)) else {
        return word.to_owned();
    };
    let end = last + word[last..].chars().next().map_or(1, char::len_utf8);
    let core = &word[first..end];
    let made = match rng.below(6) {
        0 => core.to_uppercase(),
        1 => digits(rng),
        2 => letters(rng),
        3 => format!("{}-{}", letters(rng), digits(rng)),
        4 => rng.pick(words).trim_matches(|c: char| !c.is_alphanumeric()).to_owned(),
        _ => syllables(rng),
    };
    let made = if core.starts_with(char::is_uppercase) { capital(&made) } else { made };
    format!("{}{made}{}", &word[..first], &word[end..])
}

fn digits(rng: &mut Rng) -> String {
    (0..rng.between(1, 6)).map(|_| char::from(b'0' + rng.below(10) as u8)).collect()
}

fn letters(rng: &mut Rng) -> String {
    (0..rng.between(1, 7)).map(|_| char::from(b'a' + rng.below(26) as u8)).collect()
}

fn syllables(rng: &mut Rng) -> String {
    let (one, two): (Vec<char>, Vec<char>) =
        ("bcdfghklmnprstvwz".chars().collect(), "aeiouy".chars().collect());
    (0..rng.between(1, 4)).flat_map(|_| [*rng.pick(&one), *rng.pick(&two)]).collect()
}

fn capital(word: &str) -> String {
    let mut rest = word.chars();
    match rest.next() {
        // A statement cannot begin with a digit, so letters come before it.
        Some(c) if !c.is_alphabetic() => format!("No{word}"),
        Some(c) => c.to_uppercase().chain(rest).collect(),
        None => "No".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_capitals_stay_where_they_are() {
        let text = "“The rain fell,” said Ann.\n\nNobody went out; nobody spoke.\n";
        let prose = |strange: &String| strange.contains("\n\n");
        for strange in (0..200).map(|seed| garble(text, &mut Rng::new(seed))).filter(prose) {
            assert_eq!(strange.matches('\n').count(), 3);
            let words = |t: &str| t.split_whitespace().count();
            assert_eq!(words(&strange), words(text), "{strange}");
            let begins = strange.trim_start_matches('“').starts_with(char::is_uppercase);
            assert!(begins, "{strange}");
        }
    }
}

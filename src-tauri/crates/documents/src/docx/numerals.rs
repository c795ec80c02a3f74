//! Numbers as shown in lists and notes.

/// Formats a number in one of the formats that Word names; unknown formats use Arabic figures.
pub(crate) fn write(number: u32, format: &str) -> String {
    match format {
        "lowerRoman" => roman(number).to_lowercase(),
        "upperRoman" => roman(number),
        "lowerLetter" => letters(number, b'a'),
        "upperLetter" => letters(number, b'A'),
        "decimalZero" => format!("{number:02}"),
        "none" => String::new(),
        _ => number.to_string(),
    }
}

/// Returns `i` to `mmmcmxcix`; Arabic figures if there is no Roman numeral.
fn roman(number: u32) -> String {
    const SIGNS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if !(1..4000).contains(&number) {
        return number.to_string();
    }
    let mut left = number;
    let mut numeral = String::new();
    for (value, sign) in SIGNS {
        while left >= value {
            numeral.push_str(sign);
            left -= value;
        }
    }
    numeral
}

/// Returns `a` to `z`, then `aa`, `bb` and so on, as Word counts.
fn letters(number: u32, first: u8) -> String {
    match number.checked_sub(1) {
        Some(nth @ 0..260) => {
            let letter = first + u8::try_from(nth % 26).unwrap_or_default();
            char::from(letter).to_string().repeat(nth as usize / 26 + 1)
        }
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_every_form() {
        let cases = [
            (4, "decimal", "4"),
            (1994, "upperRoman", "MCMXCIV"),
            (3, "lowerRoman", "iii"),
            (0, "lowerRoman", "0"),
            (4000, "upperRoman", "4000"),
            (1, "lowerLetter", "a"),
            (28, "upperLetter", "BB"),
            (1000, "lowerLetter", "1000"),
            (7, "decimalZero", "07"),
            (7, "none", ""),
            (7, "chicago", "7"),
        ];
        for (number, format, written) in cases {
            assert_eq!(write(number, format), written);
        }
    }
}

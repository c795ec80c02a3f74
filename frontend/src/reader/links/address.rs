//! Addresses within words.

use std::ops::Range;

/// The beginnings of web addresses, in lower case.
const PAGES: [&str; 2] = ["http://", "https://"];
const MAIL: &str = "mailto:";
/// Brackets after which an address can begin. The closing one ends it.
const OPENING: [char; 3] = ['(', '[', '{'];
const CLOSING: [char; 3] = [')', ']', '}'];
/// Punctuation of a sentence, with which no address ends.
const ENDING: [char; 8] = ['.', ',', ':', ';', '!', '?', '\'', '*'];
/// Characters that no address contains.
const FOREIGN: [char; 3] = ['|', '^', '`'];
/// Characters after which the scheme of another address could stand.
const LEADING: [char; 5] = [':', '/', '\\', '=', '|'];
/// The maximum number of letters between two dots of a host name.
const LONGEST_LABEL: usize = 63;

/// Returns the address in a word, and its range there.
pub fn within(word: &str) -> Option<(Range<usize>, String)> {
    // Almost no word contains one.
    if !word.contains([':', '@']) {
        return None;
    }
    let small = word.to_ascii_lowercase();
    let starts = PAGES.iter().chain([&MAIL]).filter_map(|start| small.find(start));
    let Some(start) = starts.min() else { return mail_within(word) };
    let written = ended(&word[start..]);
    let whole = match small[start..].strip_prefix(MAIL) {
        Some(_) => is_mail(&written[MAIL.len().min(written.len())..]),
        None => is_page(written),
    };
    let own = begins_after(&word[..start]) && whole;
    own.then(|| (start..start + written.len(), written.to_owned()))
}

/// Whether an address can begin after this part of a word: after nothing, or in brackets.
fn begins_after(before: &str) -> bool {
    let opens = before.ends_with(OPENING) || before.ends_with(['\'', '*']);
    before.is_empty() || (opens && !before.contains(LEADING))
}

/// Returns an address without the text after it.
fn ended(address: &str) -> &str {
    let mut open = Vec::new();
    let ends = |&(_, letter): &(usize, char)| {
        if OPENING.contains(&letter) {
            open.push(letter);
        }
        let closing = CLOSING.iter().position(|closing| *closing == letter);
        let unopened = closing.is_some_and(|nth| open.pop() != Some(OPENING[nth]));
        unopened || FOREIGN.contains(&letter)
    };
    let end = address.char_indices().find(ends).map_or(address.len(), |(at, _)| at);
    address[..end].trim_end_matches(ENDING)
}

/// Whether it is the address of a web page. With a name before the host, an address would lead
/// elsewhere than it seems to.
fn is_page(address: &str) -> bool {
    let Some((_, rest)) = address.split_once("://") else { return false };
    let machine = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, port) = machine.split_once(':').unwrap_or((machine, "1"));
    is_number(port) && is_host(host)
}

fn is_host(host: &str) -> bool {
    let numbers = host.split('.').filter(|part| is_number(part)).count();
    host.eq_ignore_ascii_case("localhost") || numbers == 4 || is_domain(host)
}

/// Whether it is a host name below a top-level domain with a letter in it.
fn is_domain(name: &str) -> bool {
    let label = |label: &str| {
        let named = label.chars().all(|letter| letter.is_alphanumeric() || "-_".contains(letter));
        let long = label.chars().count();
        named && (1..=LONGEST_LABEL).contains(&long) && !label.starts_with('-')
    };
    let last = name.rsplit_once('.').map_or("", |(_, last)| last);
    let lettered = last.chars().count() > 1 && last.chars().any(char::is_alphabetic);
    lettered && name.split('.').all(label)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_digit())
}

/// Whether it is one mail address or more, perhaps with the text of the mail.
fn is_mail(text: &str) -> bool {
    let to = text.split('?').next().unwrap_or_default();
    to.split(',').all(|one| one.split_once('@').is_some_and(|(name, at)| is_mailbox(name, at)))
}

fn is_mailbox(name: &str, domain: &str) -> bool {
    let named = name.chars().all(is_of_name) && !name.is_empty() && !name.starts_with('.');
    named && domain.is_ascii() && is_domain(domain)
}

/// Whether a letter can stand before the host in a mail address.
fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "._+-".contains(letter)
}

/// Returns the mail address in a word, which has no scheme.
fn mail_within(word: &str) -> Option<(Range<usize>, String)> {
    let at = word.find('@')?;
    let start = word[..at].trim_end_matches(is_of_name).len();
    let domain = |letter: char| letter.is_ascii_alphanumeric() || ".-".contains(letter);
    let after = word[at + 1..].trim_start_matches(domain);
    let end = word[..word.len() - after.len()].trim_end_matches(ENDING).len().max(at + 1);
    let apart = after.chars().all(|sign| ENDING.contains(&sign) || CLOSING.contains(&sign));
    let own =
        begins_after(&word[..start]) && apart && is_mailbox(&word[start..at], &word[at + 1..end]);
    own.then(|| (start..end, format!("{MAIL}{}", &word[start..end])))
}

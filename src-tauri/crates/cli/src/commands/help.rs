//! `pecan help`.

use terminal::{CommandResult, print_help};

use crate::args::Arguments;

/// The description of the JSON output.
const JSON: &str = include_str!("../json.txt");

/// Prints the help of a command, or describes the JSON output.
pub fn run(topic: &[String], as_json: bool) -> CommandResult {
    print_help::<Arguments>(topic, JSON, as_json)
}

#[cfg(test)]
mod tests {
    use protocol::Code;
    use terminal::help_page;

    use super::*;

    #[test]
    fn every_code_that_help_names_is_one() {
        let (_, codes) = JSON.split_once("Codes of errors:").expect("it names them");
        let codes: Vec<&str> = codes.split([',', '.']).map(str::trim).collect();
        for code in codes.iter().filter(|code| !code.is_empty()) {
            let known: Result<Code, _> = serde_json::from_value((*code).into());
            assert!(known.is_ok(), "{code}");
        }
        assert!(codes.len() > 25);
    }

    #[test]
    fn help_on_a_command_within_a_command_is_whole() {
        let page = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            help_page::<Arguments>(&words, JSON)
        };
        let info = page("model info").expect("there is such a command");
        assert!(info.contains("Usage: pecan model info") && info.contains("--library"), "{info}");
        assert!(page("model fly").is_err());
    }
}

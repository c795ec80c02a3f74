use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

/// The environment variable with the token of `pecan serve`.
pub const SERVE_TOKEN: &str = "PECAN_SERVE_TOKEN";

/// The maximum number of characters of a token.
pub const MOST_TOKEN: usize = 512;

/// The port at which `pecan serve` listens: PECN on a telephone's keys.
const PORT: u16 = 7326;

/// The options of `pecan serve`, which `pecan` passes on to `pecan-serve`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct ServeArguments {
    /// Listen at this port of 127.0.0.1; 0 for any free one
    #[arg(long, value_name = "N", default_value_t = PORT)]
    pub port: u16,
    /// Read the token from this file, in place of PECAN_SERVE_TOKEN or a random one
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// Let at most N questions wait while another one is being answered
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub waiting: usize,
}

impl ServeArguments {
    /// Returns the options as on a command line.
    pub fn words(&self) -> Vec<OsString> {
        let mut words: Vec<OsString> = vec![
            "--port".into(),
            self.port.to_string().into(),
            "--waiting".into(),
            self.waiting.to_string().into(),
        ];
        if let Some(file) = &self.token_file {
            words.extend(["--token-file".into(), file.into()]);
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Program {
        #[command(flatten)]
        serve: ServeArguments,
    }

    #[test]
    fn options_are_passed_on_as_they_were_given() {
        for line in ["serve", "serve --port 0 --token-file a --waiting 2"] {
            let Program { serve } = Program::parse_from(line.split(' '));
            let words = [OsString::from("serve")].into_iter().chain(serve.words());
            assert_eq!(Program::parse_from(words).serve, serve, "{line}");
        }
    }
}

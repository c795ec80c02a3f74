//! `pecan-lab story`: a made-up book with all that is known of it, or a set of books with questions for
//! comparing ways to answer.

use std::path::PathBuf;

use clap::Args;
use protocol::{Code, Failure};
use serde_json::json;
use story::{LAST_BENCHMARK_SEED, write_benchmark};
use terminal::{CommandResult, CommonArguments, print, unwritten};

/// `pecan-lab story`.
#[derive(Debug, Args)]
pub struct StoryArguments {
    #[command(flatten)]
    pub common: CommonArguments,
    /// Set the number of the book; the same number gives the same book (with --benchmark, the same
    /// books)
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Set the book's length in chunks of 300 tokens
    #[arg(long, default_value_t = 60, value_name = "K",
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    chunks: u32,
    /// Write books of about 5,000, 20,000, 80,000 and 320,000 tokens with questions of five kinds,
    /// for `pecan-lab eval`
    #[arg(long, conflicts_with = "chunks")]
    benchmark: bool,
    /// Give people several names, such as nicknames, and dated events; mentions.jsonl and
    /// events.jsonl list their places
    #[arg(long, conflicts_with = "benchmark")]
    varied: bool,
    /// Write N questions about the books of each length
    #[arg(long, default_value_t = 300, value_name = "N", requires = "benchmark",
          value_parser = clap::value_parser!(u32).range(10..=10_000))]
    questions: u32,
    /// Write into this folder, which is created if it does not exist; files with the same names are
    /// replaced
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Writes the requested files, and reports it.
pub fn run(story: &StoryArguments) -> CommandResult {
    match story.benchmark {
        true => story.write_benchmark(),
        false => story.write_book(),
    }
}

impl StoryArguments {
    fn write_book(&self) -> CommandResult {
        let chunks = self.chunks as usize;
        let story = match self.varied {
            true => story::Story::varied(self.seed, chunks),
            false => story::Story::new(self.seed, chunks),
        };
        let files = story.write(&self.out).map_err(|error| self.unwritten(&error))?;
        let out = self.out.display();
        let summary = json!({
            "title": story.title, "seed": self.seed, "chunks": self.chunks, "out": out.to_string(),
            "facts": story.facts.len(), "questions": story.questions.len(),
            "files": files,
        });
        let (facts, questions) = (story.facts.len(), story.questions.len());
        let text =
            format!("Wrote “{}”, {facts} facts and {questions} questions to {out}.\n", story.title);
        print(self.common.json, &summary, &text)
    }

    fn write_benchmark(&self) -> CommandResult {
        if self.seed > LAST_BENCHMARK_SEED {
            return Err(too_high());
        }
        let sets = write_benchmark(&self.out, self.seed, self.questions as usize);
        let sets = sets.map_err(|error| self.unwritten(&error))?;
        let summary =
            json!({ "seed": self.seed, "out": self.out.display().to_string(), "sets": sets });
        let line = |set: &story::QuestionSet| {
            let file = self.out.join(format!("{}.jsonl", set.name));
            format!(
                "Wrote {} questions about {} books to {}.\n",
                set.questions,
                set.books,
                file.display()
            )
        };
        print(self.common.json, &summary, &sets.iter().map(line).collect::<String>())
    }

    fn unwritten(&self, error: &std::io::Error) -> Failure {
        unwritten(&format!("A file in {}", self.out.display()), error)
    }
}

fn too_high() -> Failure {
    let message = format!(
        "With --benchmark, --seed may be at most {LAST_BENCHMARK_SEED}: the demonstration model \
         was trained on books with higher seeds."
    );
    Failure::new(Code::BadRequest, message)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct StoryCommand {
        #[command(flatten)]
        story: StoryArguments,
    }

    fn parsed(options: &str) -> Result<StoryArguments, String> {
        let line = ["story", "--out", "D"].into_iter().chain(options.split_whitespace());
        let command = StoryCommand::try_parse_from(line);
        command.map(|command| command.story).map_err(|error| error.to_string())
    }

    #[test]
    fn a_benchmark_has_lengths_of_its_own() {
        let book = parsed("").unwrap();
        assert_eq!((book.benchmark, book.seed, book.chunks), (false, 1, 60));
        let books = parsed("--benchmark --seed 7").unwrap();
        assert_eq!((books.benchmark, books.seed, books.questions), (true, 7, 300));
        for (options, expected) in [
            ("--benchmark --chunks 4", "cannot be used with"),
            ("--questions 50", "--benchmark"),
            ("--benchmark --questions 9", "9 is not in 10..=10000"),
        ] {
            let error = parsed(options).unwrap_err();
            assert!(error.contains(expected), "{options}: {error}");
        }
    }
}

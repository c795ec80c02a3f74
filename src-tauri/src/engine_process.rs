use std::error::Error;
use std::io::{BufRead, Write, stdin, stdout};

use protocol::{Event, Failure, JobRequest, Report};

use crate::args::Arguments;

/// Serves jobs until the window closes the input.
pub fn run(arguments: Arguments) -> Result<(), Box<dyn Error>> {
    let config = engine::Config::new(arguments.library, arguments.model)?;
    match engine::serve(config, stdin(), stdout()) {
        Ok(()) => Ok(()),
        Err(failure) => refuse(&failure, stdin().lock(), stdout().lock()),
    }
}

/// An engine that cannot open its library says so to every job: starting it again would not help,
/// and the window has to be told why.
fn refuse(
    failure: &Failure,
    input: impl BufRead,
    mut output: impl Write,
) -> Result<(), Box<dyn Error>> {
    for line in input.lines() {
        let Ok(JobRequest { job, .. }) = serde_json::from_str(&line?) else { continue };
        let report = Report { job, event: Event::Failed { failure: failure.clone() } };
        serde_json::to_writer(&mut output, &report)?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use protocol::Code;

    use super::*;

    #[test]
    fn every_job_is_told_why_there_is_no_engine() {
        let failure = Failure::new(Code::LibraryNewer, "A newer Pecan wrote this library.");
        let jobs = "{\"job\":4,\"request\":{\"do\":\"list\"}}\nnoise\n\
                    {\"job\":5,\"request\":{\"do\":\"build\",\"document\":1}}\n";
        let mut told = Vec::new();
        refuse(&failure, jobs.as_bytes(), &mut told).unwrap();
        let reports: Vec<Report> = String::from_utf8(told)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let expected =
            [4, 5].map(|job| Report { job, event: Event::Failed { failure: failure.clone() } });
        assert_eq!(reports, expected);
    }
}

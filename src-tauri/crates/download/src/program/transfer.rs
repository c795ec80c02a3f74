//! The transfer of one file, over as many connections as it takes.

use std::io::{ErrorKind, Read};

use protocol::{Code, Failure};
use ureq::http::HeaderMap;
use url::Url;

use crate::http::HttpClient;
use crate::part_file::PartFile;
use crate::retries::{Attempts, Trouble};
use crate::transfer_rate::Meter;

/// Bytes that are received at a time.
const BLOCK: usize = 128 << 10;

/// A file to receive.
pub struct Transfer<'a> {
    /// Sends the requests.
    pub client: &'a HttpClient,
    /// The file's address.
    pub source: &'a Url,
    /// What it is, for messages.
    pub what: &'a str,
}

impl Transfer<'_> {
    /// Receives what is missing of a file, checks it and gives it its name. Connections that break
    /// are resumed as long as bytes come.
    ///
    /// # Errors
    ///
    /// If the file cannot be received. What was received is kept, unless it is wrong.
    pub fn receive(&self, mut part: PartFile, meter: &mut Meter) -> Result<(), Failure> {
        match self.complete(&mut part, meter) {
            Ok(()) => part.finish(),
            Err(failure) if failure.code == Code::DownloadWrong => {
                part.remove();
                Err(failure)
            }
            Err(failure) => Err(failure),
        }
    }

    fn complete(&self, part: &mut PartFile, meter: &mut Meter) -> Result<(), Failure> {
        let mut attempts = Attempts::new(self.client.patience());
        let mut most = part.length();
        while part.missing() > 0 {
            if let Err(trouble) = self.attempt(part, meter) {
                // A hub without ranges starts over each time.
                let grew = part.length() > most;
                most = most.max(part.length());
                let wait = attempts.failed(trouble, grew)?;
                meter.wait(wait);
            }
        }
        Ok(())
    }

    /// Receives bytes over one connection.
    fn attempt(&self, part: &mut PartFile, meter: &mut Meter) -> Result<(), Trouble> {
        let answer = self.client.get(self.source, part.length(), self.what)?;
        let status = answer.status().as_u16();
        check_encoding(answer.headers())?;
        let length = content_length(answer.headers());
        match status {
            206 => check_range(part, answer.headers())?,
            416 => return Err(part.wrong_length(part.length()).into()),
            _ => meter.lost(part.restart()?),
        }
        if let Some(length) = length.filter(|length| *length != part.missing()) {
            return Err(part.wrong_length(part.length().saturating_add(length)).into());
        }
        self.read(answer.into_body().into_reader(), part, meter)
    }

    fn read(
        &self,
        mut body: impl Read,
        part: &mut PartFile,
        meter: &mut Meter,
    ) -> Result<(), Trouble> {
        let mut block = vec![0; BLOCK];
        while part.missing() > 0 {
            let read = match body.read(&mut block) {
                Ok(0) => return Err(Trouble::Broken("it ended early".to_owned())),
                Ok(read) => read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(Trouble::Broken(error.to_string())),
            };
            part.append(&block[..read])?;
            meter.received(read as u64);
        }
        Ok(())
    }
}

/// Checks that an answer is the rest of the file: `bytes FROM-TO/TOTAL`.
fn check_range(part: &PartFile, headers: &HeaderMap) -> Result<(), Failure> {
    let range = headers.get("content-range").and_then(|value| value.to_str().ok());
    let parsed = range.and_then(|range| {
        let (span, total) = range.strip_prefix("bytes ")?.split_once('/')?;
        let (from, to) = span.split_once('-')?;
        Some((from.parse::<u64>().ok()?, to.parse::<u64>().ok()?, total))
    });
    let (from, to, total) = parsed.ok_or_else(|| part.wrong_length(0))?;
    let stated = total.parse::<u64>().unwrap_or(part.wanted_length());
    if stated != part.wanted_length() {
        return Err(part.wrong_length(stated));
    }
    if (from, to.saturating_add(1)) != (part.length(), stated) {
        return Err(part.wrong_length(to.saturating_add(1).saturating_sub(from)));
    }
    Ok(())
}

fn check_encoding(headers: &HeaderMap) -> Result<(), Failure> {
    match headers.get("content-encoding") {
        Some(encoding) if encoding.as_bytes() != b"identity" => {
            let message = "The hub or a proxy on the way compresses the file, which Pecan did not \
                           ask for. Try another network or mirror.";
            Err(Failure::new(Code::HubFailed, message))
        }
        _ => Ok(()),
    }
}

fn content_length(headers: &HeaderMap) -> Option<u64> {
    headers.get("content-length")?.to_str().ok()?.trim().parse().ok()
}
